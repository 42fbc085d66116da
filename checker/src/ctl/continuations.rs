//! What holds after a call returns, as the callee sees it.
//!
//! Which results lead to where something holds depends on the caller's locals, which the callee does not see. So the locals are
//! told apart by the set of these results. It matters for results only with which the call can come back: locals for which
//! nothing else differs stay together. Where the caller enforces something after the call, results that it blocks come back
//! nowhere, and the sets must say so for each of the locals.

use super::instances::Ground;
use crate::bdd::{Bdd, BddResult, SlotCopy};

/// The caller's locals at a call (those of `guard`, where it is reachable) in parts, each with the results after which it
/// goes on in some of `after`.
pub(super) fn told_apart(
    ground: &Ground<'_, '_, '_>,
    call: usize,
    guard: &Bdd,
    after: &Bdd,
) -> BddResult<Vec<(Bdd, Bdd)>> {
    let bdds = ground.bdds();
    let rule = &ground.spds.calls[call];
    let returning = &ground.states[rule.to.index()];
    let after = bdds.and(after, &bdds.and(returning, &rule.after)?)?;
    let matters = match bdds.is_one(&rule.after) || mutants::is("blocked-returns-are-forgotten") {
        true => returning.clone(),
        false => bdds.one(),
    };
    let reached = bdds.exists(&ground.states[rule.from.index()], &ground.results)?;
    let mut left = bdds.and(guard, &reached)?;
    let mut parts = Vec::new();
    if mutants::is("callers-are-one-for-branching-time") {
        let locals = ground.flow().proc(rule.caller).slots.iter();
        let locals = bdds.cube(locals.map(|&slot| (slot, SlotCopy::Current)))?;
        return Ok(vec![(left, bdds.exists(&after, &locals)?)]);
    }
    for same in [bdds.one(), bdds.zero()] {
        part_with(ground, &after, &matters, same, &mut left, &mut parts)?;
    }
    let locals = ground.flow().proc(rule.caller).slots.iter();
    let locals: Vec<_> = locals.map(|&slot| (slot, SlotCopy::Current)).collect();
    let cube = bdds.cube(locals.iter().copied())?;
    while !bdds.is_zero(&left) {
        let one = bdds.pick(&left, locals.iter().copied(), 0)?;
        let results = bdds.and_exists(&after, &one, &cube)?;
        part_with(ground, &after, &matters, results, &mut left, &mut parts)?;
    }
    Ok(parts)
}

/// Takes those locals for which these are the results.
fn part_with(
    ground: &Ground<'_, '_, '_>,
    after: &Bdd,
    matters: &Bdd,
    results: Bdd,
    left: &mut Bdd,
    parts: &mut Vec<(Bdd, Bdd)>,
) -> BddResult<()> {
    let bdds = ground.bdds();
    let differ = bdds.and_exists(&bdds.xor(after, &results)?, matters, &ground.results)?;
    let part = bdds.minus(left, &differ)?;
    if !bdds.is_zero(&part) {
        *left = bdds.and(left, &differ)?;
        parts.push((part, results));
    }
    Ok(())
}
