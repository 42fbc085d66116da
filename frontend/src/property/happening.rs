//! Which events of a property a program has, by the names of what it calls: without weaving the property in, so that many
//! properties can be asked about for the cost of one compilation.
//!
//! Over-approximates what weaving finds: a function whose address is taken may be called, and what a specification names
//! as a whole (`opaque`) is looked into. Events that mark an end only do not count, as in weaving.

use super::spec::Spec;
use super::{Kind, Property};
use ir::{Callee, ExprKind, FuncId, Program, Stmt, Term};
use rustc_hash::FxHashMap;

/// The functions that a program calls, and how often its text does so where execution may get to.
#[derive(Clone, Debug)]
pub struct Called<'p> {
    program: &'p Program,
    places: FxHashMap<FuncId, usize>,
}

/// An event of a property that a program has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// As in `mutex_lock.call`.
    pub event: String,
    /// How often the text has the function called by its name; 0 for one that is only called through pointers.
    pub places: usize,
}

impl<'p> Called<'p> {
    /// Those of a program: all that its start and the functions with an address lead to. Without a start, all that any
    /// function does.
    pub fn of(program: &'p Program) -> Self {
        let mut places: FxHashMap<FuncId, usize> = FxHashMap::default();
        let mut waiting = addressed(program);
        match program.entry {
            Some(entry) => waiting.push(entry),
            None => waiting.extend(program.defined().map(|(func, _, _)| func)),
        }
        waiting.extend(program.constructors.iter().chain(&program.destructors));
        waiting.iter().for_each(|&func| {
            places.entry(func).or_default();
        });
        waiting.sort_unstable();
        waiting.dedup();
        while let Some(func) = waiting.pop() {
            for callee in callees(program, func) {
                let known = places.contains_key(&callee);
                *places.entry(callee).or_default() += 1;
                if !known {
                    waiting.push(callee);
                }
            }
        }
        Self { program, places }
    }

    /// The functions, in no order.
    pub(super) fn functions(&self) -> impl Iterator<Item = (FuncId, usize)> + '_ {
        self.places.iter().map(|(&func, &places)| (func, places))
    }

    pub(super) fn program(&self) -> &'p Program {
        self.program
    }
}

impl Property {
    /// The events that a program has, each once, by name. Empty: the property says nothing about the program. None for
    /// properties that are no specifications, which speak of places and not of functions.
    pub fn happenings(&self, called: &Called<'_>) -> Option<Vec<Happening>> {
        let Kind::Spec(spec) = &self.kind else {
            return None;
        };
        let mut found: Vec<Happening> = of_spec(spec, called).collect();
        found.sort_unstable_by(|a, b| a.event.cmp(&b.event));
        found.dedup_by(|a, b| a.event == b.event);
        Some(found)
    }
}

fn of_spec(spec: &Spec, called: &Called<'_>) -> impl Iterator<Item = Happening> {
    let of_function = move |(func, places): (FuncId, usize)| {
        let events = spec.events_of(called.program(), func);
        events.map(move |event| Happening { event, places })
    };
    called.functions().flat_map(of_function)
}

fn callees(program: &Program, func: FuncId) -> impl Iterator<Item = FuncId> + '_ {
    program.funcs[func].body.iter().flat_map(|cfg| {
        let statements = cfg.edges().map(|edge| &cfg.edge(edge).stmt);
        statements.filter_map(|stmt| match stmt {
            Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } => Some(*callee),
            _ => None,
        })
    })
}

/// The functions whose address something takes.
fn addressed(program: &Program) -> Vec<FuncId> {
    let terms = &program.terms;
    let address = |term: &Term| match *term {
        Term::Expr(e) => match terms.expr(e).kind {
            ExprKind::FuncAddr(func) => Some(func),
            _ => None,
        },
        Term::Place(_) => None,
    };
    terms.in_order().iter().filter_map(address).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Input};

    /// The events of a rule that a text has, with their numbers of places.
    fn happenings(text: &str, rule: &str) -> String {
        let inputs = [Input::Text {
            name: "a.c".into(),
            text: text.as_bytes().to_vec(),
        }];
        let compiled = crate::compile(&inputs, &Config::default()).expect("a program");
        let called = Called::of(&compiled.program);
        let rule = Property::rule(rule).expect("a rule");
        let found = rule.happenings(&called).expect("a specification");
        let shown = found.iter().map(|h| format!("{}:{}", h.event, h.places));
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_called_happens() {
        let text = "void mutex_lock(int *); void mutex_unlock(int *); int m; void unused(void) { mutex_unlock(&m); }
                    void twice(void) { mutex_lock(&m); mutex_lock(&m); } int main(void) { twice(); twice(); }";
        assert_eq!(happenings(text, "mutex"), "mutex_lock.call:2");
        assert_eq!(happenings(text, "spinlock"), "");
    }

    #[test]
    fn functions_with_an_address_may_be_called() {
        let text = "void kfree(const void *); void mutex_lock(int *); int m; void late(void) { mutex_lock(&m); }
                    void register_it(void *, void *); int main(void) { register_it(late, kfree); }";
        assert_eq!(happenings(text, "mutex"), "mutex_lock.call:1");
        assert_eq!(happenings(text, "memory"), "kfree.call:0");
    }

    #[test]
    fn patterns_mean_functions_with_what_they_ask_for() {
        let text = "void a_probe(void) {} int b_probe(void) { return 0; } int main(void) { a_probe(); return b_probe(); }";
        let found = "a_probe.entry:1 b_probe.entry:1 b_probe.exit:1";
        assert_eq!(happenings(text, "probe_result"), found);
        assert_eq!(happenings("int main(void) { return 0; }", "memory"), "");
    }
}
