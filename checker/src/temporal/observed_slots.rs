//! Which variables the automaton reads at each location.
//!
//! What it does not read there, and the program no longer reads either, need not be carried: whether a run is accepted
//! does not depend on it. A guard's literals about places are decided at a location, so an expression counts only at the
//! locations at which a guard with it can still hold: in `G (at L -> x)`, at L.

use super::atoms::{Atom, Moment, in_scope, is_moment, scope, variables};
use super::buchi::{Buchi, Literal};
use crate::bp::{ExprId, ProcId};
use crate::flow::{Flow, SlotSet};

/// Says in the flow of a product what the automaton reads of the program. Past the end of a run it reads globals, which
/// are read at the end of the first procedure for that purpose.
pub(super) fn add_observed_slots(
    flow: &mut Flow<'_>,
    buchi: &Buchi,
    atoms: &[Atom],
    entries: &[ProcId],
) {
    let moments = flow.locs().filter(|&loc| is_moment(flow, loc));
    let ends = entries.iter().map(|&entry| flow.proc(entry).exit);
    let mut found = Vec::new();
    for (loc, moment) in moments
        .map(|loc| (loc, Moment::At(loc)))
        .chain(ends.map(|loc| (loc, Moment::Returned)))
    {
        let read = read_at(flow, buchi, atoms, moment);
        if !read.is_empty() {
            found.push((loc, slots(flow, moment, &read)));
        }
    }
    for (loc, slots) in found {
        flow.add_observer_reads(loc, slots);
    }
}

/// The expressions on which it depends at a moment what the automaton does.
fn read_at(flow: &Flow<'_>, buchi: &Buchi, atoms: &[Atom], moment: Moment) -> Vec<ExprId> {
    let expression = |&(atom, _): &Literal| match atoms[atom] {
        Atom::Holds(expr) if in_scope(flow, scope(flow, moment), expr) => Some(expr),
        _ => None,
    };
    let may_hold = |literal: &Literal| {
        expression(literal).is_some() || atoms[literal.0].holds_at(flow, moment) == literal.1
    };
    let cubes = buchi.transitions.iter().flat_map(|t| &t.guard);
    let possible = cubes.filter(|cube| cube.iter().all(may_hold));
    let mut read: Vec<ExprId> = possible.flatten().filter_map(expression).collect();
    read.sort_unstable();
    read.dedup();
    read
}

fn slots(flow: &Flow<'_>, moment: Moment, read: &[ExprId]) -> SlotSet {
    let proc = scope(flow, moment);
    let names = read.iter().flat_map(|&expr| variables(flow, expr));
    let mut slots = SlotSet::new(flow.slot_count);
    slots.extend(names.filter_map(|name| flow.find_slot(proc, name)));
    slots
}
