//! Functions of the program that code outside of it calls: handlers of `exit`, destructors, comparisons given to `qsort`,
//! threads, and whatever functions without a body have been given. Boolean programs have no such calls, so where one may
//! matter there is no proof.

use std::collections::{BTreeMap, BTreeSet};

use analysis::callbacks::{Callback, callbacks};
use analysis::callgraph::call_edges;
use analysis::passes::slice;
use analysis::points_to::points_to;
use ir::library::{LibraryEffect, is_unknown_builtin};
use ir::{
    AssumptionKind, COUNTED_OUTPUT, Callee, FuncId, Ledger, LedgerEntry, MOVING_REGISTER,
    PlaceKind, Program, Stmt, Term, VarId,
};
use source::Span;
use source::entity::EntityId;

/// More functions than this are counted.
const MAX_NAMES_LISTED: usize = 6;

/// Why there can be no proof, if the library or the system calls a function of the program.
pub(crate) fn find(program: &Program) -> Option<String> {
    let name = |func: FuncId| &*program.funcs[func].name;
    let last = program.destructors.iter();
    let last = last.map(|&f| (name(f), Some("which runs when the program ends".to_owned())));
    let mut found: Vec<(&str, Option<String>)> = last.collect();
    if let Some(library) = calls_back(program) {
        let called = called_by(program, library);
        let given = Some(format!("given to {}", name(library)));
        found.extend(called.iter().map(|&f| (name(f), given.clone())));
        if called.is_empty() {
            found.push(("a function", given));
        }
    }
    (!found.is_empty()).then(|| may_call(&found))
}

/// Functions that code outside has been given and may call, as far as they can matter.
pub(crate) struct EscapedFunctions(Vec<Callback>);

impl EscapedFunctions {
    pub(crate) fn find(whole: &Program, violations: &[FuncId]) -> Option<Self> {
        let mut found = callbacks(whole, violations, slice::Config::default());
        if let Some(environment) = &whole.environment {
            found.retain(|callback| !environment.called.contains(&callback.func));
        }
        (!found.is_empty()).then_some(EscapedFunctions(found))
    }

    /// Whether the environment is known not to call any of them: the others of the tables that it calls.
    pub(crate) fn are_left_out(&self, whole: &Program) -> bool {
        let left_out = whole.environment.as_ref().map(|e| &e.left_out);
        left_out.is_some_and(|all| self.0.iter().all(|callback| all.contains(&callback.func)))
    }

    /// Without those that the environment is known not to call.
    pub(crate) fn without_left_out(mut self, whole: &Program) -> Self {
        if let Some(environment) = &whole.environment {
            let left_out = &environment.left_out;
            self.0.retain(|callback| !left_out.contains(&callback.func));
        }
        self
    }

    /// Why there can be no proof.
    pub(crate) fn reason(&self, whole: &Program) -> String {
        let name = |func: FuncId| &*whole.funcs[func].name;
        let told = self.0.iter().map(|callback| {
            let given = callback.given.map(|given| {
                let to = given.to.map_or("code behind a pointer", name);
                format!("given to {to} in {}", name(given.by))
            });
            let exported = whole.environment.as_ref();
            let exported = exported.filter(|e| e.known_outside.contains(&callback.func));
            let given = given.or(exported.map(|_| "known to the kernel".to_owned()));
            (name(callback.func), given)
        });
        may_call(&told.collect::<Vec<_>>())
    }

    /// What can be done about it.
    pub(crate) fn advice(&self, whole: &Program) -> Vec<String> {
        let name = |func: FuncId| &*whole.funcs[func].name;
        let mut advice = Vec::new();
        if let Some(first) = self.0.first() {
            let entry = name(first.func);
            advice.push(format!("check such a function by itself: --entry {entry}"));
        }
        let mut given = self.0.iter().filter_map(|callback| callback.given?.to);
        if let Some(to) = given.next().map(name) {
            advice.push(format!(
                "write down what {to} calls: --model FILE with a C function {to}"
            ));
        }
        advice.push("if none of them is called that way, say so: --no-callbacks".into());
        advice
    }

    /// Notes that the user says that they are not called: a line for each function that was given some.
    pub(crate) fn assume_uncalled(&self, whole: &Program, ledger: &mut Ledger) {
        let name = |func: FuncId| &*whole.funcs[func].name;
        let mut by_giver: BTreeMap<&str, (Span, Vec<&str>)> = BTreeMap::new();
        for callback in &self.0 {
            let to = callback.given.and_then(|given| given.to);
            let span = callback.given.map_or(Span::NONE, |given| given.span);
            let known = by_giver.entry(to.map_or("code outside", name));
            let (_, names) = known.or_insert((span, Vec::new()));
            names.push(name(callback.func));
        }
        for (to, (span, names)) in by_giver {
            let more = match names.len().saturating_sub(MAX_NAMES_LISTED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let names = names[..names.len().min(MAX_NAMES_LISTED)].join(", ");
            let assumption = format!("does not call {names}{more}, which it has been given");
            ledger.add(span, AssumptionKind::NoBody, to, assumption);
        }
    }
}

/// One wording for all of them: names, each with how code outside came to have it.
fn may_call(found: &[(&str, Option<String>)]) -> String {
    let mut words: Vec<String> = Vec::new();
    for (n, (name, how)) in found.iter().take(MAX_NAMES_LISTED).enumerate() {
        let next = found.get(n + 1).filter(|_| n + 1 < MAX_NAMES_LISTED);
        // What came there together is told once.
        let shared = next.is_some_and(|(_, other)| other == how);
        words.push(match how {
            Some(how) if !shared => format!("{name} ({how})"),
            _ => (*name).to_owned(),
        });
    }
    let more = match found.len().saturating_sub(MAX_NAMES_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names = words.join(", ");
    format!("code outside of the program may call {names}{more}, which is not followed")
}

/// Why there can be no answer: constructors become calls at the start of the function where execution starts, and run
/// once only if it does.
pub(crate) fn starts_again(program: &Program) -> Option<String> {
    let again =
        !program.constructors.is_empty() && callees(program).any(|f| program.entry == Some(f));
    again.then(|| {
        "functions run before the one to start with, and that one is called again".to_owned()
    })
}

/// Why there can be no answer: the text has something whose meaning is not known.
pub(crate) fn not_modelled(program: &Program) -> Option<String> {
    let mut entries = program.ledger.entries.iter();
    let found = entries.find(|e| e.kind == AssumptionKind::NotModelled)?;
    Some(format!("{}: {}", found.construct, found.assumption))
}

/// Why there can be no answer: something prints and writes down how much.
pub(crate) fn counted_output(program: &Program) -> Option<String> {
    let mut entries = program.ledger.entries.iter();
    let found = entries.find(|e| &*e.assumption == COUNTED_OUTPUT)?;
    Some(format!("{}: {}", found.construct, found.assumption))
}

/// Why there can be no answer: something is called of which nothing is known, not even the type.
pub(crate) fn unknown_builtin(program: &Program) -> Option<String> {
    let is = |&f: &FuncId| {
        let function = &program.funcs[f];
        function.body.is_none() && is_unknown_builtin(&function.name)
    };
    let name = &program.funcs[callees(program).find(is)?].name;
    Some(format!("what {name} does is not known"))
}

/// Why there can be no answer: a register is read that every function changes.
pub(crate) fn moving_register(program: &Program) -> Option<String> {
    let entries = program.ledger.entries.iter();
    let moving = |e: &&LedgerEntry| &*e.assumption == MOVING_REGISTER;
    let spans: Vec<Span> = entries.filter(moving).map(|e| e.span).collect();
    let is = |var: VarId| spans.contains(&program.vars[var].span);
    if spans.is_empty() {
        return None;
    }
    let mut waiting: Vec<Term> = Vec::new();
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            waiting.extend(stmt.exprs().into_iter().map(Term::Expr));
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(term) = waiting.pop() {
        let (is_place, id) = match term {
            Term::Expr(e) => (false, e.index()),
            Term::Place(p) => (true, p.index()),
        };
        if !seen.insert((is_place, id)) {
            continue;
        }
        if let Term::Place(place) = term
            && let PlaceKind::Var(var) = program.terms.place(place).kind
            && is(var)
        {
            let name = &program.vars[var].name;
            return Some(format!("what the register {name} holds is not known"));
        }
        waiting.extend(program.terms.children(term).into_iter().flatten());
    }
    None
}

/// A function of the library that calls back, and is called.
fn calls_back(program: &Program) -> Option<FuncId> {
    let is = |&f: &FuncId| program.library_effect(f) == Some(LibraryEffect::Callback);
    callees(program).find(is)
}

/// The functions of the program that a function of the library calls.
fn called_by(program: &Program, library: FuncId) -> Vec<FuncId> {
    let targets = points_to(program, slice::Config::default().points_to);
    let mut found = Vec::new();
    for (func, _, _) in program.defined() {
        for edge in call_edges(program, func) {
            let callees = targets.callees(func, edge).map(|c| &c.functions[..]);
            let callees = callees.filter(|all| all.contains(&library)).unwrap_or(&[]);
            let others = callees.iter().filter(|&&f| f != library);
            found.extend(others.filter(|f| program.funcs[**f].body.is_some()));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Functions that are called, or may be through pointers.
fn callees(program: &Program) -> impl Iterator<Item = FuncId> {
    let direct = program.defined().flat_map(|(_, _, cfg)| {
        cfg.edges().filter_map(|edge| match cfg.edge(edge).stmt {
            Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } => Some(callee),
            _ => None,
        })
    });
    let taken = program.funcs.iter().filter(|(_, f)| f.address_taken);
    direct.chain(taken.map(|(id, _)| id))
}
