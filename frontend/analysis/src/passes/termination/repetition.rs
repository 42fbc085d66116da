//! A state that comes back: at some visit of a loop's head the variables that the loop goes by are noted; if they are the
//! same at a later visit, the loop can go the same way forever.
//!
//! Which visit is a choice (Biere, Artho, Schuppan: Liveness checking as safety checking, 2002). What was noted is
//! forgotten where the loop is entered from outside.

use super::blocks::Blocks;
use super::counting::Counting;
use ir::{BinaryOp, FuncId, LocId, Stmt, VarId};

/// What is noted, and where.
pub(super) struct Noted<'v> {
    /// Whether something was noted: an `int`.
    pub(super) taken: VarId,
    /// Whether it is to be noted now: an `int`.
    pub(super) chosen: VarId,
    pub(super) pairs: &'v [(VarId, VarId)],
    pub(super) error: FuncId,
}

/// Statements from where the loop is entered, and from where it comes back, to its head.
pub(super) fn repetition(
    blocks: &mut Blocks<'_>,
    noted: &Noted<'_>,
    (entered, again): (LocId, LocId),
    head: LocId,
    counting: Option<&Counting>,
) {
    let zero = blocks.program.int(0);
    let choose = blocks.assign(entered, noted.taken, zero);
    let compare = blocks.loc();
    let taken = blocks.program.var(noted.taken);
    blocks.branch(again, taken, compare, choose);
    let same = same_state(blocks, compare, noted.pairs, head);
    match counting {
        None => blocks.call(same, head, noted.error),
        Some(counting) => {
            let marked = blocks.loc();
            counting.branch_on_mark(blocks, same, (marked, head));
            blocks.call(marked, head, noted.error);
        }
    }
    note(blocks, noted, choose, head, counting);
}

/// Leads on where all variables are what they were, and to the head otherwise.
fn same_state(
    blocks: &mut Blocks<'_>,
    from: LocId,
    pairs: &[(VarId, VarId)],
    head: LocId,
) -> LocId {
    let mut at = from;
    for &(noted, now) in pairs {
        let (old, new) = (blocks.program.var(noted), blocks.program.var(now));
        let equal = blocks.program.binary(BinaryOp::Eq, old, new);
        let next = blocks.loc();
        blocks.branch(at, equal, next, head);
        at = next;
    }
    at
}

/// Notes the state, or not.
fn note(
    blocks: &mut Blocks<'_>,
    noted: &Noted<'_>,
    mut from: LocId,
    head: LocId,
    counting: Option<&Counting>,
) {
    let place = blocks.program.var_place(noted.chosen);
    let (chosen, take) = (blocks.loc(), blocks.loc());
    if let Some(counting) = counting {
        let (counts, is_counted) = (counting.counts(blocks.program), blocks.loc());
        blocks.branch(from, counts, is_counted, head);
        from = is_counted;
    }
    blocks.edge(from, chosen, Stmt::Havoc { place });
    let choice = blocks.program.var(noted.chosen);
    blocks.branch(chosen, choice, take, head);
    let mut at = take;
    for &(noted, now) in noted.pairs {
        let value = blocks.program.var(now);
        at = blocks.assign(at, noted, value);
    }
    let one = blocks.program.int(1);
    at = blocks.assign(at, noted.taken, one);
    if let Some(counting) = counting {
        at = counting.forget_marks(blocks, at);
    }
    blocks.skip(at, head);
}
