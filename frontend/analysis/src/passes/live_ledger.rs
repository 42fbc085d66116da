//! The ledger after dead code is gone: what was assumed of functions that nothing calls, or in bodies that nothing reaches,
//! is nothing that an answer rests on. What slicing removes stays in it: a call may be gone because it is taken to change
//! nothing.

use ir::{AssumptionKind, Callee, LedgerEntry, Program, Stmt};
use rustc_hash::FxHashSet;

/// Drops the entries that are about what `live` no longer has of `whole`.
pub(super) fn keep_live(whole: &Program, live: &mut Program) {
    let missing = dead_functions(whole, live);
    let dead = dead_bodies(whole, live);
    let is_dead = |entry: &LedgerEntry| match entry.kind {
        AssumptionKind::NoBody | AssumptionKind::Library => missing.contains(&entry.construct),
        AssumptionKind::InlineAssembly | AssumptionKind::Approximation => {
            let before = dead.partition_point(|body| body.0 <= entry.span.start);
            before > 0 && entry.span.start < dead[before - 1].1
        }
        _ => false,
    };
    live.ledger.entries.retain(|entry| !is_dead(entry));
}

/// The names of functions without a body that nothing calls and nothing holds the address of.
fn dead_functions(whole: &Program, live: &Program) -> FxHashSet<Box<str>> {
    let mut called = FxHashSet::default();
    for (.., cfg) in live.defined() {
        for edge in cfg.edges() {
            if let Stmt::Call {
                callee: Callee::Direct(func),
                ..
            } = cfg.edge(edge).stmt
            {
                called.insert(func);
            }
        }
    }
    let bodyless = || whole.funcs.iter().filter(|(_, f)| f.body.is_none());
    let needed = |func| called.contains(&func) || live.funcs[func].address_taken;
    let mut dead: FxHashSet<Box<str>> = bodyless().map(|(_, f)| f.name.clone()).collect();
    for (_, f) in bodyless().filter(|&(func, _)| needed(func)) {
        dead.remove(&f.name);
    }
    dead
}

/// Where the bodies that are gone stand in the text, in order.
fn dead_bodies(whole: &Program, live: &Program) -> Vec<(u32, u32)> {
    let gone = whole
        .defined()
        .filter(|(f, ..)| live.funcs[*f].body.is_none());
    let mut dead: Vec<(u32, u32)> = gone.map(|(_, f, _)| (f.span.start, f.end.end)).collect();
    dead.sort_unstable();
    dead
}
