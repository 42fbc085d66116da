//! A specification becomes part of the program: what the events are, and what is left to do when
//! they are woven in.

mod events_found;

use super::confine::{self, SpecParts};
use super::instance::Instances;
use super::rounds::rounds;
use super::{END, Handler, Kind, MAIN, Parsed, Spec, end, temporal};
use crate::lower::Extension;
use crate::property::{Hook, HookPoint, Hooks, Violation, Woven, watched};
use analysis::points_to;
use analysis::prophecy::Prophecies;
use ir::{AssumptionKind, Callee, EdgeId, ExprKind, FuncId, Program, Special, Stmt, Term, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Diagnostic;
use source::entity::EntityId;
use std::collections::{BTreeMap, BTreeSet};

/// Weaves a specification into the program. What is wrong is said through the extension.
pub(crate) fn weave<'a>(
    ext: &mut Extension<'_, 'a>,
    spec: &Spec,
    parsed: &'a Parsed,
    name: &str,
) -> Woven {
    let first_var = ext.program().vars.len();
    let first_func = ext.program().funcs.len();
    ext.unit(&parsed.ast, |name| name.starts_with("handler$"));
    let program = ext.program();
    program.prophecies = watched::variable(program).into_iter().collect();
    let instances = Instances::new(&spec.handlers, ext);
    let defined = ext.program().defined().map(|(id, _, _)| id).collect();
    let mut weaver = Weaver {
        ext,
        spec,
        parsed,
        instances,
        first_func,
        defined,
        by_function: FxHashMap::default(),
        indirect: FxHashMap::default(),
        places: BTreeMap::new(),
        live: FxHashSet::default(),
        watched: BTreeMap::new(),
        saved: 0,
        narrowed: BTreeSet::new(),
    };
    weaver.find_live();
    weaver.find_functions();
    weaver.resolve_pointers();
    let mut hooks = weaver.hooks();
    for n in 0..first_func {
        weaver.function(FuncId::from_index(n));
    }
    weaver.instances.check_unused(weaver.ext);
    weaver.tell_watched_apart();
    let violations = weaver.violations(name);
    hooks.narrowed = std::mem::take(&mut weaver.narrowed);
    weaver.halt();
    weaver.confine(first_var);
    weaver.note_rounds();
    let formulas = weaver.formulas(first_var);
    let mut woven = Woven {
        violations,
        hooks,
        ..weaver.events()
    };
    woven.add_formulas(formulas, !spec.has_only_formulas());
    woven
}

/// Functions whose events say only where a program begins and ends: what a property with other events
/// is about, it is not them.
const ENDS: [&str; 4] = [MAIN, "main", end::HARNESS, END];

pub(super) struct Weaver<'w, 'l, 'a> {
    pub(super) ext: &'w mut Extension<'l, 'a>,
    pub(super) spec: &'w Spec,
    pub(super) parsed: &'w Parsed,
    pub(super) instances: Instances<'w>,
    /// The first function that is the specification's.
    pub(super) first_func: usize,
    /// The functions with a body; a function that is being woven has none for the time.
    pub(super) defined: FxHashSet<FuncId>,
    /// The handlers that name a function, with its position in their lists.
    pub(super) by_function: FxHashMap<FuncId, Vec<(usize, usize)>>,
    /// The functions with handlers that a call through a pointer may reach.
    pub(super) indirect: FxHashMap<(FuncId, EdgeId), Vec<FuncId>>,
    /// How many places each function of each handler has that can be executed; none where it has only others.
    pub(super) places: BTreeMap<(usize, usize), usize>,
    /// The functions that can be executed.
    live: FxHashSet<FuncId>,
    /// Local pointers that are watched, by function.
    pub(super) watched: super::unset_watched::Watched,
    pub(super) saved: usize,
    /// Functions with arguments of which the caller has more bits.
    pub(super) narrowed: BTreeSet<FuncId>,
}

impl Weaver<'_, '_, '_> {
    /// Finds the functions that can be executed, as far as names tell: those that the start and the functions with an
    /// address lead to.
    fn find_live(&mut self) {
        let mut waiting = self.addressed();
        let program = self.ext.program();
        waiting.extend(program.entry);
        waiting.extend(program.constructors.iter().chain(&program.destructors));
        while let Some(func) = waiting.pop() {
            if !self.live.insert(func) {
                continue;
            }
            let Some(cfg) = &program.funcs[func].body else {
                continue;
            };
            waiting.extend(cfg.edges().filter_map(|e| match cfg.edge(e).stmt {
                Stmt::Call {
                    callee: Callee::Direct(callee),
                    ..
                } => Some(callee),
                _ => None,
            }));
        }
    }

    /// Notes that an event stands in a function.
    pub(super) fn happens(&mut self, event: (usize, usize), func: FuncId) {
        let places = self.places.entry(event).or_default();
        *places += usize::from(self.live.contains(&func));
    }

    fn find_functions(&mut self) {
        let mut twice = Vec::new();
        for n in 0..self.first_func {
            let func = FuncId::from_index(n);
            let program = self.ext.program();
            let function = &program.funcs[func];
            let names: Vec<&str> = std::iter::once(&function.name)
                .chain(&function.other_names)
                .map(|name| &**name)
                .collect();
            let is_main = program.entry == Some(func);
            let mut found = Vec::new();
            for (h, handler) in self.spec.handlers.iter().enumerate() {
                let named = |f: &str| match f.contains('*') {
                    true => {
                        let fits = names.iter().any(|name| fits(f, name));
                        fits && has_what_is_asked(program, func, handler)
                    }
                    false => names.contains(&f) || (is_main && f == MAIN),
                };
                let at = match (handler.end, handler.role) {
                    (Some(end), _) => end::is_at(program, func, end).then_some(0),
                    (None, Some((_, role))) if role.is_edge() => {
                        temporal::is_edge(program, func, role, handler.kind).then_some(0)
                    }
                    _ => handler.functions.iter().position(|f| named(&f.0)),
                };
                // A formula takes one step at an event.
                let same = |&(other, _): &(usize, usize)| {
                    let other = &self.spec.handlers[other];
                    other.kind == handler.kind && temporal::same_step(other.role, handler.role)
                };
                match found.iter().find(|known| same(known)) {
                    None => found.extend(at.map(|at| (h, at))),
                    Some(_)
                        if handler
                            .role
                            .is_some_and(|role| role.1 == temporal::Role::Named) =>
                    {
                        twice.extend(at.map(|at| self.parsed.spans[h].functions[at]));
                    }
                    Some(_) => {}
                }
            }
            if !found.is_empty() {
                self.by_function.insert(func, found);
            }
        }
        for span in twice {
            let text = "another name of this formula is for the same event";
            self.ext
                .message(Diagnostic::error(span, text).with_hint("use one of them"));
        }
    }

    /// Whether a handler has no events in a function, because it names that as a whole.
    pub(super) fn is_opaque(&self, caller: FuncId, handler: usize) -> bool {
        let file = |h: usize| self.spec.handlers[h].functions.first().map(|f| f.1.file);
        let whole = |&(h, n): &(usize, usize)| {
            let other = &self.spec.handlers[h];
            let by_name = !other.functions[n].0.contains('*');
            other.at_call_site() && by_name && file(h) == file(handler)
        };
        let is_edge = self.spec.handlers[handler].role;
        let is_edge = is_edge.is_some_and(|(_, role)| role.is_edge());
        !is_edge
            && file(handler).is_some_and(|f| self.spec.opaque.contains(&f))
            && self
                .by_function
                .get(&caller)
                .into_iter()
                .flatten()
                .any(whole)
    }

    /// What is known of events before they are woven in.
    fn hooks(&mut self) -> Hooks {
        let point = |kind| match kind {
            Kind::Call => HookPoint::Call,
            Kind::Return => HookPoint::Return,
            Kind::Entry => HookPoint::Entry,
            Kind::Exit => HookPoint::Exit,
        };
        let all = self.spec.handlers.iter();
        let handlers: Vec<Hook> = all
            .map(|h| Hook {
                point: point(h.kind),
                arguments: h.arguments.iter().map(|a| a.0).collect(),
                result: h.result.is_some(),
            })
            .collect();
        let mut hooks = Hooks::default();
        for func in (0..self.first_func).map(FuncId::from_index) {
            let Some(found) = self.by_function.get(&func) else {
                continue;
            };
            let opaque = (0..handlers.len()).filter(|&h| self.is_opaque(func, h));
            hooks.opaque.insert(func, opaque.collect());
            let found = found.iter().map(|&(h, _)| h);
            hooks.functions.insert(func, found.collect());
        }
        let program = self.ext.program();
        for (_, _, cfg) in program.defined() {
            for edge in cfg.edges() {
                if let Stmt::Call {
                    callee: Callee::Direct(func),
                    args,
                    ..
                } = &cfg.edge(edge).stmt
                    && hooks.functions.contains_key(func)
                {
                    let types = args.iter().map(|&arg| program.type_of(arg));
                    hooks.passed.entry(*func).or_insert_with(|| types.collect());
                }
            }
        }
        hooks.handlers = handlers;
        hooks
    }

    /// Whether an event of a function happens where it is called.
    fn has_call_events(&self, func: FuncId) -> bool {
        let bodyless = !self.defined.contains(&func);
        let handlers = self.by_function.get(&func).into_iter().flatten();
        let mut here = handlers.map(|&(h, _)| self.spec.handlers[h].at_call_site());
        here.any(|at_call| at_call || bodyless)
    }

    /// Finds out which calls through pointers may be events.
    fn resolve_pointers(&mut self) {
        let mut calls = Vec::new();
        for (id, _, cfg) in self.ext.program().defined() {
            let through = |e: &EdgeId| {
                let stmt = &cfg.edge(*e).stmt;
                matches!(
                    stmt,
                    Stmt::Call {
                        callee: Callee::Indirect(_),
                        ..
                    }
                )
            };
            calls.extend(cfg.edges().filter(through).map(|e| (id, e)));
        }
        let addressed = self.addressed_events();
        if calls.is_empty()
            || addressed.is_empty()
            || mutants::is("calls-through-pointers-are-no-events")
        {
            return;
        }
        let targets = points_to::points_to(self.ext.program(), points_to::Config::default());
        for (func, edge) in calls {
            let Some(callees) = targets.callees(func, edge) else {
                continue;
            };
            let may = |f: &FuncId| callees.outside || callees.functions.contains(f);
            let found: Vec<FuncId> = addressed.iter().copied().filter(may).collect();
            if !found.is_empty() {
                self.indirect.insert((func, edge), found);
            }
        }
    }

    /// The functions with handlers that something may call through a pointer.
    fn addressed_events(&mut self) -> Vec<FuncId> {
        let mut found = self.addressed();
        found.retain(|&func| self.has_call_events(func));
        found
    }

    /// The functions whose address something takes.
    fn addressed(&mut self) -> Vec<FuncId> {
        let terms = &self.ext.program().terms;
        let mut found: Vec<FuncId> = terms
            .in_order()
            .iter()
            .filter_map(|term| match *term {
                Term::Expr(e) => match terms.expr(e).kind {
                    ExprKind::FuncAddr(func) => Some(func),
                    _ => None,
                },
                Term::Place(_) => None,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The functions of the `abort`s.
    fn violations(&mut self, rule: &str) -> BTreeMap<FuncId, Violation> {
        let mut found = BTreeMap::new();
        for n in self.first_func..self.ext.program().funcs.len() {
            let id = FuncId::from_index(n);
            let func = &mut self.ext.program().funcs[id];
            let number = func.name.strip_prefix("violation$");
            let Some(number) = number.and_then(|n| n.parse::<usize>().ok()) else {
                continue;
            };
            if number > 0 && mutants::is("the-second-violation-is-dropped") {
                continue;
            }
            func.special = Some(Special::Error);
            if let Some(message) = self.spec.messages.get(number) {
                let (rule, message) = (rule.into(), message.clone());
                found.insert(id, Violation { rule, message });
            }
        }
        found
    }

    /// `halt` ends an execution without a word.
    fn halt(&mut self) {
        let first = self.first_func;
        let program = self.ext.program();
        let zero = program.int(0);
        let names: Vec<bool> = program
            .funcs
            .values()
            .map(|f| &*f.name == "halt$")
            .collect();
        for func in program.funcs.values_mut().skip(first) {
            let Some(cfg) = &mut func.body else { continue };
            for edge in cfg.edges() {
                let stmt = &mut cfg.edge_mut(edge).stmt;
                if matches!(stmt, Stmt::Call { callee: Callee::Direct(f), .. } if names[f.index()])
                {
                    *stmt = Stmt::Assume { cond: zero };
                }
            }
        }
    }

    fn confine(&mut self, first_var: usize) {
        let first = self.first_func;
        let program = self.ext.program();
        let vars: Vec<bool> = program
            .vars
            .iter()
            .map(|(id, v)| id.index() >= first_var && v.kind == VarKind::Static)
            .collect();
        let funcs: Vec<bool> = program
            .funcs
            .iter()
            .map(|(id, f)| {
                let own = f.body.is_some() || f.special == Some(Special::Error);
                id.index() >= first && own
            })
            .collect();
        let prophecies = Prophecies::new(program);
        let own = SpecParts {
            is_state: &|var| vars.get(var.index()) == Some(&true),
            is_function: &|func| funcs.get(func.index()) == Some(&true),
            prophecies: &prophecies,
        };
        let ids = program.funcs.ids().skip(first);
        let found: Vec<Diagnostic> = ids
            .flat_map(|id| confine::check(program, id, &own))
            .collect();
        found.into_iter().for_each(|d| self.ext.message(d));
    }

    fn note_rounds(&mut self) {
        let first = self.first_func;
        let program = self.ext.program();
        let functions: Vec<FuncId> = program.funcs.ids().skip(first).collect();
        for span in rounds(program, &functions) {
            program.ledger.add(
                span,
                AssumptionKind::Approximation,
                "a loop or recursion of the property",
                "is taken to end: where it does not, what the program does after it is not looked at",
            );
        }
    }
}

impl Spec {
    /// The events of a function, but for those that only mark an end.
    pub(in crate::property) fn events_of(
        &self,
        program: &Program,
        func: FuncId,
    ) -> impl Iterator<Item = String> {
        let function = &program.funcs[func];
        let handlers = self.handlers.iter().filter(move |handler| {
            let named = |(pattern, _): &(String, super::Range)| match pattern.contains('*') {
                true => fits(pattern, &function.name) && has_what_is_asked(program, func, handler),
                false => function.is_called(pattern) && !ENDS.contains(&pattern.as_str()),
            };
            let is_event = handler
                .role
                .is_none_or(|(_, role)| role == temporal::Role::Named);
            handler.end.is_none() && is_event && handler.functions.iter().any(named)
        });
        handlers.map(|handler| format!("{}.{}", function.name, handler.kind.name()))
    }
}

/// Whether a function returns what a handler wants, and takes it: a pattern may fit others by chance.
fn has_what_is_asked(program: &Program, func: FuncId, handler: &Handler) -> bool {
    let Some(ty) = program.types.function_type(program.funcs[func].ty) else {
        return true;
    };
    let most = handler.arguments.iter().map(|a| a.0).max().unwrap_or(0);
    let takes = !ty.prototype || ty.variadic || most <= ty.params.len();
    takes && (handler.result.is_none() || !program.types.is_void(ty.ret))
}

/// Whether a name fits a pattern in which `*` stands for any letters.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        if let Some(before) = last.replace(part) {
            match rest.split_once(before) {
                Some((_, after)) => rest = after,
                None => return false,
            }
        }
    }
    match last {
        Some(last) => rest.ends_with(last),
        None => rest.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns() {
        assert!(fits("f", "f") && !fits("f", "ff") && !fits("f", ""));
        assert!(fits("*", "") && fits("*", "f") && fits("f*", "f") && fits("*f", "of"));
        assert!(fits("a*b*c", "abc") && fits("a*b*c", "axbybzc") && !fits("a*b*c", "acb"));
        assert!(!fits("a*a", "a") && fits("*Dispatch*", "MyDispatchRead"));
    }
}
