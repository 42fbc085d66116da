//! Least and greatest fixed points over instances: from where something is met, or goes on for ever, before the procedure
//! returns; and what of it follows inside one instance for what holds after its return.
//!
//! Steps, calls that are entered and calls that are gone over are the edges of a finite graph of (location, state) pairs, the
//! heads of Esparza and Schwoon. An infinite way through it is an infinite run that never returns from where it began.

use super::instances::{ByLoc, Ground, Instance, InstanceId};
use crate::bdd::{Bdd, BddResult};
use crate::flow::LocId;

/// From where `begin` is reached inside an instance through states that stay; calls are gone over by the summaries of
/// `within`. What is at the locations `new` has not been looked at yet.
pub(super) fn backward(
    ground: &Ground<'_, '_, '_>,
    instance: &Instance,
    stays: &ByLoc,
    begin: ByLoc,
    new: Vec<LocId>,
    within: &[Bdd],
) -> BddResult<ByLoc> {
    let (bdds, proc) = (ground.bdds(), instance.proc);
    let mut found = begin;
    let mut work = new;
    let mut waits = vec![false; found.len()];
    for &loc in &work {
        waits[ground.at(proc, loc)] = true;
    }
    while let Some(loc) = work.pop() {
        waits[ground.at(proc, loc)] = false;
        for (from, before) in before(ground, instance, loc, &found, within)? {
            let i = ground.at(proc, from);
            let before = bdds.and(&before, &stays[i])?;
            let more = bdds.or(&found[i], &before)?;
            if more != found[i] {
                found[i] = more;
                if !std::mem::replace(&mut waits[i], true) {
                    work.push(from);
                }
            }
        }
    }
    Ok(found)
}

/// The states from which one step, or one call that is gone over, leads to a location in what was found there.
fn before(
    ground: &Ground<'_, '_, '_>,
    instance: &Instance,
    loc: LocId,
    found: &ByLoc,
    within: &[Bdd],
) -> BddResult<Vec<(LocId, Bdd)>> {
    let proc = instance.proc;
    let here = &found[ground.at(proc, loc)];
    let mut all = Vec::new();
    for &edge in &ground.edges_into[loc.index()] {
        all.push((
            ground.flow().edges()[edge].from,
            ground.before_edge(edge, here)?,
        ));
    }
    for &call in &ground.calls_back_to[loc.index()] {
        let rule = &ground.spds.calls[call];
        for (guard, callee) in &instance.calls[ground.call_number(proc, call)] {
            let before = ground.before_return(rule, &within[*callee], here)?;
            all.push((rule.from, ground.bdds().and(&before, guard)?));
        }
    }
    Ok(all)
}

/// Who calls each instance: the caller, and the number of the call in the flow.
pub(super) fn callers(
    ground: &Ground<'_, '_, '_>,
    instances: &[Instance],
) -> Vec<Vec<(InstanceId, usize)>> {
    let mut callers = vec![Vec::new(); instances.len()];
    for (id, instance) in instances.iter().enumerate() {
        let range = ground.flow().call_range(instance.proc);
        for (call, entered) in range.zip(&instance.calls) {
            for &(_, callee) in entered {
                if callers[callee].last() != Some(&(id, call)) {
                    callers[callee].push((id, call));
                }
            }
        }
    }
    callers
}

/// The states at a call that enter an instance in some of `first`.
fn entering(
    ground: &Ground<'_, '_, '_>,
    instance: &Instance,
    call: usize,
    callee: InstanceId,
    first: &Bdd,
) -> BddResult {
    let bdds = ground.bdds();
    if bdds.is_zero(first) {
        return Ok(bdds.zero());
    }
    let before = ground
        .spds
        .before_entered(&ground.spds.calls[call], first)?;
    let mut found = bdds.zero();
    for (guard, entered) in &instance.calls[ground.call_number(instance.proc, call)] {
        if *entered == callee {
            found = bdds.or(&found, &bdds.and(&before, guard)?)?;
        }
    }
    Ok(found)
}

/// From where `meets` is reached through states that stay, before the procedure returns.
pub(super) fn least(
    ground: &Ground<'_, '_, '_>,
    instances: &[Instance],
    stays: &[ByLoc],
    meets: Vec<ByLoc>,
    within: &[Bdd],
) -> BddResult<Vec<ByLoc>> {
    let bdds = ground.bdds();
    let callers = callers(ground, instances);
    let mut found = meets;
    // What callers know of each instance's first location.
    let mut told = vec![bdds.zero(); instances.len()];
    let locs = |instance: &Instance| ground.locs(instance.proc).collect();
    let mut new: Vec<Vec<LocId>> = instances.iter().map(locs).collect();
    let mut work: Vec<InstanceId> = (0..instances.len()).collect();
    while let Some(id) = work.pop() {
        let begin = std::mem::take(&mut found[id]);
        let looked_at = std::mem::take(&mut new[id]);
        found[id] = backward(ground, &instances[id], &stays[id], begin, looked_at, within)?;
        let first = found[id][ground.first(instances[id].proc)].clone();
        if first == told[id] {
            continue;
        }
        told[id] = first.clone();
        for &(caller, call) in &callers[id] {
            let from = ground.spds.calls[call].from;
            let own = &instances[caller];
            let i = ground.at(own.proc, from);
            let entering = entering(ground, own, call, id, &first)?;
            let entering = bdds.and(&entering, &stays[caller][i])?;
            let more = bdds.or(&found[caller][i], &entering)?;
            if more != found[caller][i] {
                found[caller][i] = more;
                if new[caller].is_empty() {
                    work.push(caller);
                }
                if !new[caller].contains(&from) {
                    new[caller].push(from);
                }
            }
        }
    }
    Ok(found)
}

/// From where an infinite run stays for ever and the procedure never returns; a run that an assertion has ended goes on for
/// ever where runs that end stutter.
pub(super) fn greatest(
    ground: &Ground<'_, '_, '_>,
    instances: &[Instance],
    stays: &[ByLoc],
    within: &[Bdd],
) -> BddResult<Vec<ByLoc>> {
    let bdds = ground.bdds();
    let callers = callers(ground, instances);
    let mut found = stays.to_vec();
    let mut work: Vec<(InstanceId, LocId)> = Vec::new();
    for (id, instance) in instances.iter().enumerate() {
        for loc in ground.locs(instance.proc) {
            let here = &mut found[id][ground.at(instance.proc, loc)];
            *here = bdds.and(here, &ground.states[loc.index()])?;
            work.push((id, loc));
        }
    }
    let mut waits: Vec<Vec<bool>> = found.iter().map(|locs| vec![true; locs.len()]).collect();
    while let Some((id, loc)) = work.pop() {
        let proc = instances[id].proc;
        let i = ground.at(proc, loc);
        waits[id][i] = false;
        let goes_on = going_on(ground, instances, id, loc, &found, within)?;
        let left = bdds.and(&found[id][i], &goes_on)?;
        if left == found[id][i] {
            continue;
        }
        found[id][i] = left;
        let edges = ground.edges_into[loc.index()].iter();
        let mut again: Vec<(InstanceId, LocId)> = edges
            .map(|&e| (id, ground.flow().edges()[e].from))
            .collect();
        let back = ground.calls_back_to[loc.index()].iter();
        again.extend(back.map(|&call| (id, ground.spds.calls[call].from)));
        if i == ground.first(proc) {
            let calls = callers[id].iter();
            again.extend(calls.map(|&(caller, call)| (caller, ground.spds.calls[call].from)));
        }
        for (id, loc) in again {
            let i = ground.at(instances[id].proc, loc);
            if !std::mem::replace(&mut waits[id][i], true) {
                work.push((id, loc));
            }
        }
    }
    Ok(found)
}

/// The states at a location that have a next one in `found`.
fn going_on(
    ground: &Ground<'_, '_, '_>,
    instances: &[Instance],
    id: InstanceId,
    loc: LocId,
    found: &[ByLoc],
    within: &[Bdd],
) -> BddResult {
    let (bdds, instance) = (ground.bdds(), &instances[id]);
    let proc = instance.proc;
    if ground.is_failure(loc) {
        return Ok(bdds.constant(ground.stutter));
    }
    let mut all = bdds.zero();
    for (edge, to) in ground.spds.steps(loc) {
        let before = ground.before_edge(edge, &found[id][ground.at(proc, to)])?;
        all = bdds.or(&all, &before)?;
    }
    if let Some(call) = ground.flow().call_index(loc) {
        let rule = &ground.spds.calls[call];
        let back = &found[id][ground.at(proc, rule.to)];
        let first = ground.first(rule.callee);
        for (guard, callee) in &instance.calls[ground.call_number(proc, call)] {
            let over = ground.before_return(rule, &within[*callee], back)?;
            let into = entering(ground, instance, call, *callee, &found[*callee][first])?;
            let both = bdds.or(&bdds.and(&over, guard)?, &into)?;
            all = bdds.or(&all, &both)?;
        }
    }
    Ok(all)
}
