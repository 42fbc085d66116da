//! The values that variables must have along a trace.
//!
//! A trace is a sequence of lines. Usually many executions take it, and a variable is worth showing at a line only if
//! all of them agree on its value there. So the states are carried forward along the path from every start, then
//! backward from its end; what remains at each line are the states of the executions that take the whole path. The
//! relations used here forget nothing (no live ranges, no MOD/REF), because a reader wants to see dead variables too.

use super::path::{Path, Via};
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::deep_recursion::with_enough_stack;
use crate::spds::{Relation, Spds};

/// The states at each item of a path, with those of the paths inside its calls.
pub(super) struct StatesAlong {
    pub(super) states: Vec<Bdd>,
    pub(super) inside: Vec<Option<StatesAlong>>,
    /// What each call does that the path goes over.
    over: Vec<Option<Relation>>,
}

/// The states of the executions that take the whole trace, for each of its frames.
pub(super) fn along(spds: &Spds<'_, '_>, frames: &[Path]) -> BddResult<Vec<StatesAlong>> {
    let mut all: Vec<StatesAlong> = Vec::with_capacity(frames.len());
    let mut start = spds.path_edges(frames[0].proc, &spds.start(frames[0].proc)?)?;
    for (i, path) in frames.iter().enumerate() {
        let forward = forward(spds, path, start.clone())?;
        let last = forward.states.last().expect("a path has items").clone();
        all.push(forward);
        if let (Some(next), Some(Via::Into(index))) =
            (frames.get(i + 1), path.items.last().map(|item| &item.via))
        {
            let entered = spds.entered(&spds.calls[*index], &last)?;
            start = spds.path_edges(next.proc, &entered)?;
        }
    }
    let mut target = spds.bdds.one();
    for (path, along) in frames.iter().zip(&mut all).rev() {
        if let Some(Via::Into(index)) = path.items.last().map(|item| &item.via) {
            target = spds.before_entered(&spds.calls[*index], &target)?;
        }
        backward(spds, path, along, &target)?;
        target = spds.current(path.proc, &along.states[0])?;
    }
    Ok(all)
}

fn forward(spds: &Spds<'_, '_>, path: &Path, start: Bdd) -> BddResult<StatesAlong> {
    let mut along = StatesAlong {
        states: vec![start],
        inside: Vec::new(),
        over: Vec::new(),
    };
    for item in &path.items {
        let here = along.states.last().expect("starts with one").clone();
        let (mut inside, mut over) = (None, None);
        let next = match &item.via {
            Via::Edge(edge) => Some(spds.relation(*edge).image(&spds.bdds, &here)?),
            Via::Over(index, path) => {
                let call = &spds.calls[*index];
                let relation = match path {
                    Some(path) => {
                        let entered = spds.entered(call, &here)?;
                        let start = spds.path_edges(call.callee, &entered)?;
                        let through = with_enough_stack(|| forward(spds, path, start))?;
                        let at_exit = through.states.last().expect("a path has items");
                        let relation = spds.over(call, &spds.summary(call.callee, at_exit)?)?;
                        inside = Some(through);
                        relation
                    }
                    // Anything the callee could do: fewer values are known, and none is wrong.
                    None => spds.over(call, &spds.bdds.one())?,
                };
                let after = relation.image(&spds.bdds, &here)?;
                over = Some(relation);
                Some(after)
            }
            Via::Into(_) | Via::Out | Via::End => None,
        };
        along.states.extend(next);
        along.inside.push(inside);
        along.over.push(over);
    }
    Ok(along)
}

fn backward(
    spds: &Spds<'_, '_>,
    path: &Path,
    along: &mut StatesAlong,
    target: &Bdd,
) -> BddResult<()> {
    let last = path.items.len() - 1;
    along.states[last] = spds.bdds.and(&along.states[last], target)?;
    for i in (0..last).rev() {
        let after = along.states[i + 1].clone();
        let before = match (&path.items[i].via, &along.over[i]) {
            (Via::Edge(edge), _) => spds.relation(*edge).preimage(&spds.bdds, &after)?,
            (_, Some(over)) => over.preimage(&spds.bdds, &after)?,
            _ => unreachable!("only the last item of a path leads nowhere or into a callee"),
        };
        along.states[i] = spds.bdds.and(&along.states[i], &before)?;
        if let (Via::Over(index, Some(inner)), Some(through)) =
            (&path.items[i].via, &mut along.inside[i])
        {
            let wanted = spds.between(&spds.calls[*index], &along.states[i], &after)?;
            with_enough_stack(|| backward(spds, inner, through, &wanted))?;
        }
    }
    Ok(())
}

/// Leaves one execution of those that take the whole trace.
pub(super) fn choose(
    spds: &Spds<'_, '_>,
    frames: &[Path],
    all: &mut [StatesAlong],
) -> BddResult<()> {
    let mut start = spds.bdds.one();
    for (i, path) in frames.iter().enumerate() {
        let last = choose_in(spds, path, &mut all[i], &start)?;
        if let (Some(next), Some(Via::Into(index))) =
            (frames.get(i + 1), path.items.last().map(|item| &item.via))
        {
            let entered = spds.entered(&spds.calls[*index], &last)?;
            start = spds.path_edges(next.proc, &entered)?;
        }
    }
    Ok(())
}

/// The same in one activation that begins in one of the given states; gives the state at its end.
fn choose_in(
    spds: &Spds<'_, '_>,
    path: &Path,
    along: &mut StatesAlong,
    start: &Bdd,
) -> BddResult<Bdd> {
    let bdds = &spds.bdds;
    let scope = spds.flow.in_scope(path.proc);
    let one_of = |states: &Bdd| -> BddResult {
        let one = bdds.pick(
            states,
            scope.iter().map(|&(s, _)| (s, SlotCopy::Current)),
            0,
        )?;
        bdds.and(states, &one)
    };
    along.states[0] = one_of(&bdds.and(&along.states[0], start)?)?;
    for i in 0..path.items.len() - 1 {
        let (here, after) = (along.states[i].clone(), along.states[i + 1].clone());
        let next = match (&path.items[i].via, &along.over[i]) {
            (Via::Edge(edge), _) => spds.relation(*edge).image(bdds, &here)?,
            (Via::Over(index, Some(inner)), _) => {
                let call = &spds.calls[*index];
                let through = along.inside[i].as_mut().expect("an inner path has states");
                let wanted = spds.between(call, &here, &after)?;
                let entered = spds.path_edges(call.callee, &spds.entered(call, &here)?)?;
                let exit = with_enough_stack(|| {
                    through.states[0] = bdds.and(&through.states[0], &entered)?;
                    backward(spds, inner, through, &wanted)?;
                    choose_in(spds, inner, through, &entered)
                })?;
                let over = spds.over(call, &spds.summary(call.callee, &exit)?)?;
                over.image(bdds, &here)?
            }
            (_, Some(over)) => over.image(bdds, &here)?,
            _ => unreachable!("only the last item of a path leads nowhere or into a callee"),
        };
        along.states[i + 1] = one_of(&bdds.and(&next, &after)?)?;
    }
    Ok(along.states[path.items.len() - 1].clone())
}
