//! The order of the slots in the BDDs.
//!
//! Locals come before globals: summaries speak of globals only, and sets at one location differ from procedure to
//! procedure mostly in their locals. Inside each group, variables that occur in the same statement are brought close
//! to each other, because it is them whose values depend on each other. The method is FORCE (Aloul, Markov and
//! Sakallah): every statement pulls its variables towards its centre of gravity; a few rounds suffice, and the best
//! arrangement seen (the smallest total span) is kept. It is linear in the size of the program for each round. Where
//! there are enough variables for it to matter, and not too many, moving them one by one improves on the result.

use super::Flow;
use super::compared_pairs::{compared_pairs, compares_numbers, decided_before};
use super::effects::expr_reads;
use super::sifting::sift;
use crate::bdd::Slot;
use crate::bp::StmtKind;
use crate::config::VariableOrder;

const MAX_FORCE_ROUNDS: usize = 20;
/// Statements with more variables than this say little about which of them belong together.
const MAX_GROUP_SLOTS: usize = 32;
/// Numbers of slots that are worth moving one by one.
const SIFTED_SLOT_COUNTS: std::ops::RangeInclusive<usize> = 8..=600;

/// The slots from the top of the order down.
pub(crate) fn slot_order(flow: &Flow<'_>, kind: VariableOrder) -> Vec<Slot> {
    let first_local = flow.global_count + flow.return_count;
    let declared: Vec<Slot> = (first_local..flow.slot_count)
        .chain(0..first_local)
        .map(|i| Slot(i as u32))
        .collect();
    match kind {
        VariableOrder::Declaration => declared,
        VariableOrder::Automatic if compares_numbers(flow) => by_comparisons(flow, declared),
        VariableOrder::Automatic => arranged(flow, &groups(flow), declared),
        VariableOrder::Assignments => arranged(flow, &groups(flow), declared),
        VariableOrder::Comparisons => by_comparisons(flow, declared),
    }
}

/// Bits that are compared stand beside each other, and of globals those of high worth come first: where it matters which of two
/// numbers is the greater, they decide. How close all stand is the same the other way round, so that the globals may be turned.
/// Locals are left as they are: relations between states of a loop that counts are smaller by low bits.
fn by_comparisons(flow: &Flow<'_>, declared: Vec<Slot>) -> Vec<Slot> {
    let mut order = arranged(flow, &compared_pairs(flow), declared);
    let mut place = vec![0_usize; flow.slot_count];
    for (i, slot) in order.iter().enumerate() {
        place[slot.index()] = i;
    }
    let first_global = flow.slot_count - flow.global_count - flow.return_count;
    let decided = decided_before(flow);
    let places = decided
        .iter()
        .map(|(x, y)| (place[x.index()], place[y.index()]));
    let globals = places.filter(|&(x, y)| x.min(y) >= first_global);
    let (right, wrong): (Vec<_>, Vec<_>) = globals.partition(|(x, y)| x < y);
    if wrong.len() > right.len() {
        order[first_global..].reverse();
    }
    order
}

fn arranged(flow: &Flow<'_>, groups: &[Vec<Slot>], declared: Vec<Slot>) -> Vec<Slot> {
    let mut place = vec![0u32; flow.slot_count];
    let mut order = declared;
    let mut best = (u64::MAX, order.clone());
    for _ in 0..MAX_FORCE_ROUNDS {
        for (i, slot) in order.iter().enumerate() {
            place[slot.index()] = i as u32;
        }
        let span = total_span(groups, &place);
        if span >= best.0 {
            break;
        }
        best = (span, order.clone());
        order = pulled(flow, groups, &place, order);
    }
    if SIFTED_SLOT_COUNTS.contains(&flow.slot_count) {
        let locals = flow.slot_count - flow.global_count - flow.return_count;
        return sift(groups, best.1, locals);
    }
    best.1
}

/// The variables of each statement, those with at least two; equal groups once.
fn groups(flow: &Flow<'_>) -> Vec<Vec<Slot>> {
    let mut found = Vec::new();
    for proc in flow.program.proc_ids() {
        let mut group = Vec::new();
        let mut close = |group: &mut Vec<Slot>| {
            group.sort_unstable();
            group.dedup();
            if (2..=MAX_GROUP_SLOTS).contains(&group.len()) {
                found.push(std::mem::take(group));
            }
            group.clear();
        };
        for edge in flow.edge_range(proc) {
            group.extend(flow.effects.reads(edge));
            group.extend(flow.effects.writes(edge));
            close(&mut group);
        }
        for call in flow.calls_of(proc) {
            let StmtKind::Call { args, .. } = &flow.program.stmt(call.stmt).kind else {
                continue;
            };
            for (&arg, &formal) in args.iter().zip(&flow.proc(call.callee).slots) {
                group.push(formal);
                expr_reads(flow, proc, arg, &[], &mut |slot| group.push(slot));
                close(&mut group);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn total_span(groups: &[Vec<Slot>], place: &[u32]) -> u64 {
    let span = |group: &Vec<Slot>| {
        let places = group.iter().map(|s| place[s.index()]);
        u64::from(places.clone().max().unwrap_or(0) - places.min().unwrap_or(0))
    };
    groups.iter().map(span).sum()
}

/// Moves every slot to the mean of the centres of its groups, locals among locals and globals among globals.
fn pulled(flow: &Flow<'_>, groups: &[Vec<Slot>], place: &[u32], mut order: Vec<Slot>) -> Vec<Slot> {
    let mut sum = vec![0f64; place.len()];
    let mut count = vec![0u32; place.len()];
    for group in groups {
        let total: f64 = group.iter().map(|s| f64::from(place[s.index()])).sum();
        let centre = total / group.len() as f64;
        for slot in group {
            sum[slot.index()] += centre;
            count[slot.index()] += 1;
        }
    }
    let wanted = |slot: &Slot| match count[slot.index()] {
        0 => f64::from(place[slot.index()]),
        n => sum[slot.index()] / f64::from(n),
    };
    let first_local = flow.global_count + flow.return_count;
    let is_shared = |slot: &Slot| slot.index() < first_local;
    order.sort_by(|a, b| {
        let kinds = is_shared(a).cmp(&is_shared(b));
        kinds.then_with(|| wanted(a).total_cmp(&wanted(b)))
    });
    order
}
