//! Functions of the program that the library or the system calls: handlers of `exit`, destructors, comparisons given to
//! `qsort`, threads. Boolean programs have no such calls, so where one is left in the slice there is no proof.

use std::collections::BTreeSet;

use frontend::entity::EntityId;
use frontend::ir::{
    AssumptionKind, Callee, FuncId, LedgerEntry, MOVING_REGISTER, PlaceKind, Program, Stmt, Term,
    VarId,
};
use frontend::library::{Effect, is_unknown_builtin};
use frontend::source::Span;

/// Why there can be no proof, if some function is called that way.
pub(super) fn find(program: &Program) -> Option<String> {
    let last = program.destructors.first().map(|&f| {
        let name = &program.funcs[f].name;
        format!("{name} runs when the program ends, which is not followed")
    });
    last.or_else(|| {
        let name = &program.funcs[calls_back(program)?].name;
        Some(format!(
            "{name} calls functions given to it, which is not followed"
        ))
    })
}

/// Why there can be no answer: constructors become calls at the start of the function where execution starts, and run
/// once only if it does.
pub(super) fn starts_again(program: &Program) -> Option<String> {
    let again =
        !program.constructors.is_empty() && callees(program).any(|f| program.entry == Some(f));
    again.then(|| {
        "functions run before the one to start with, and that one is called again".to_owned()
    })
}

/// Why there can be no answer: the text has something whose meaning is not known.
pub(super) fn not_modelled(program: &Program) -> Option<String> {
    let mut entries = program.ledger.entries.iter();
    let found = entries.find(|e| e.kind == AssumptionKind::NotModelled)?;
    Some(format!("{}: {}", found.construct, found.assumption))
}

/// Why there can be no answer: something is called of which nothing is known, not even the type.
pub(super) fn unknown_builtin(program: &Program) -> Option<String> {
    let is = |&f: &FuncId| {
        let function = &program.funcs[f];
        function.body.is_none() && is_unknown_builtin(&function.name)
    };
    let name = &program.funcs[callees(program).find(is)?].name;
    Some(format!("what {name} does is not known"))
}

/// Why there can be no answer: a register is read that every function changes.
pub(super) fn moving_register(program: &Program) -> Option<String> {
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
    let is = |&f: &FuncId| program.library_effect(f) == Some(Effect::Callback);
    callees(program).find(is)
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
