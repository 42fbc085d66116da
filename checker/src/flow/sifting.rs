//! Improves an order of slots by moving one slot at a time to where the statements' variables lie closest together.
//!
//! The measure is the sum over all groups of the distance between a group's first and last slot. A slot is moved by
//! exchanging neighbours, which changes only the groups of the two, so that trying all places of one slot costs what
//! its groups and those of the slots it passes cost: the way of Rudell's sifting, with spans in place of BDDs.

use crate::bdd::Slot;

/// How far a slot is moved, either way.
const MAX_MOVE_SLOTS: usize = 128;
const MAX_SWEEPS: usize = 3;

/// An order with smaller spans, or the same. The first `locals` slots stay before the others.
pub(super) fn sift(groups: &[Vec<Slot>], order: Vec<Slot>, locals: usize) -> Vec<Slot> {
    let mut line = Arrangement::new(groups, order, locals);
    let slots: Vec<Slot> = line.order.clone();
    for _ in 0..MAX_SWEEPS {
        let gained: i64 = slots.iter().map(|&slot| line.place(slot)).sum();
        if gained == 0 {
            break;
        }
    }
    line.order
}

struct Arrangement<'g> {
    groups: &'g [Vec<Slot>],
    order: Vec<Slot>,
    /// How many slots, the first ones, are locals.
    locals: usize,
    place: Vec<usize>,
    /// The groups of each slot.
    of_slot: Vec<Vec<u32>>,
    /// The first and the last place of each group.
    spans: Vec<(usize, usize)>,
}

impl<'g> Arrangement<'g> {
    fn new(groups: &'g [Vec<Slot>], order: Vec<Slot>, locals: usize) -> Self {
        let mut place = vec![0; order.len()];
        for (i, slot) in order.iter().enumerate() {
            place[slot.index()] = i;
        }
        let mut of_slot = vec![Vec::new(); order.len()];
        let mut spans = Vec::with_capacity(groups.len());
        for (i, group) in groups.iter().enumerate() {
            let places = group.iter().map(|s| place[s.index()]);
            spans.push((places.clone().min().unwrap_or(0), places.max().unwrap_or(0)));
            group.iter().for_each(|s| of_slot[s.index()].push(i as u32));
        }
        Arrangement {
            groups,
            order,
            locals,
            place,
            of_slot,
            spans,
        }
    }

    /// Moves a slot to its best place; how much shorter the spans are.
    fn place(&mut self, slot: Slot) -> i64 {
        let start = self.place[slot.index()];
        let (begin, end) = match start < self.locals {
            true => (0, self.locals),
            false => (self.locals, self.order.len()),
        };
        let last = (start + MAX_MOVE_SLOTS).min(end - 1);
        let first = start.saturating_sub(MAX_MOVE_SLOTS).max(begin);
        let (mut now, mut best, mut best_place) = (0, 0, start);
        let mut visit = |line: &mut Self, left: usize, at: usize| {
            now += line.exchange(left);
            if now < best {
                (best, best_place) = (now, at);
            }
        };
        for left in start..last {
            visit(self, left, left + 1);
        }
        for left in (first..last).rev() {
            visit(self, left, left);
        }
        for left in first..best_place {
            self.exchange(left);
        }
        -best
    }

    /// Exchanges the slots at a place and the next one; how much longer the spans are.
    fn exchange(&mut self, left: usize) -> i64 {
        let (a, b) = (self.order[left], self.order[left + 1]);
        self.order.swap(left, left + 1);
        (self.place[a.index()], self.place[b.index()]) = (left + 1, left);
        self.moved(a, b, left, left + 1) + self.moved(b, a, left + 1, left)
    }

    /// A slot has moved to the next place, past another one: groups without the other change.
    fn moved(&mut self, slot: Slot, past: Slot, from: usize, to: usize) -> i64 {
        let mut longer = 0;
        for &g in &self.of_slot[slot.index()] {
            if self.groups[g as usize].binary_search(&past).is_ok() {
                continue;
            }
            let (first, last) = &mut self.spans[g as usize];
            let before = *last - *first;
            if *first == from {
                *first = to;
            }
            if *last == from {
                *last = to;
            }
            longer += (*last - *first) as i64 - before as i64;
        }
        longer
    }
}
