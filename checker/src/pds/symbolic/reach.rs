//! Which configurations of a set are reached: the symbolic P-automaton of what is reached, and that of the set, side by side.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use super::derivation::{At, CallAt, Derivation, Step, Told};
use super::names::{Named, Names};
use super::post_star::{FrameId, PostStar, Rank};
use super::rules::{BOTTOM, Control, Key};
use super::run::Concrete;
use super::space::Space;
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::pds::automaton::{PAutomaton, StateId};
use ltl::Automaton;

/// All locals are 0: what the bottom of the stack has.
pub(super) fn no_locals(space: &Space) -> BddResult {
    space.pick(&space.bdds.one(), local_bits(space))
}

fn local_bits(space: &Space) -> Vec<(crate::bdd::Slot, SlotCopy)> {
    let all = space.locals.iter().flatten();
    all.map(|&slot| (slot, SlotCopy::Current)).collect()
}

/// Gives the configurations of a set to post\* as starts, with a bottom under every stack.
pub(super) fn add_starts(
    reached: &mut PostStar<'_, '_>,
    from: &PAutomaton,
    names: &Names,
    buchi: &Automaton,
) -> BddResult<()> {
    let space = reached.space();
    let bdds = &space.bdds;
    let end = reached.add_start_frame(true);
    let frames: Vec<Option<FrameId>> = from
        .states()
        .map(|state| {
            from.as_control(state)
                .is_none()
                .then(|| reached.add_start_frame(false))
        })
        .collect();
    let initial = |base: u32| {
        let states = buchi.initial.iter();
        states.map(move |state| Control {
            base,
            state: state.0,
            marked: false,
        })
    };
    let bottom = no_locals(space)?;
    for state in from.states() {
        let mut edges: Vec<(FrameId, u32, Bdd)> = Vec::new();
        for &(symbol, to) in from.edges(state) {
            if let (Some(named), Some(frame)) = (names.symbol(symbol), frames[to.index()]) {
                edges.push((frame, named.base, named.condition(space, &space.locals)?));
            }
        }
        if from.is_accepting(state) {
            edges.push((end, BOTTOM, bottom.clone()));
        }
        for (to, symbol, locals) in edges {
            match (from.as_control(state), frames[state.index()]) {
                (Some(id), _) => {
                    let Some(control) = names.control(id) else {
                        continue;
                    };
                    let globals = control.condition(space, &space.globals)?;
                    let values = bdds.and(&globals, &locals)?;
                    for first in initial(control.base) {
                        reached.add_start(to, (first, symbol), &values)?;
                    }
                }
                (None, Some(frame)) => reached.add_start_below(frame, to, symbol, &locals)?,
                (None, None) => {}
            }
        }
    }
    Ok(())
}

/// The set's state after what was read; none after the bottom of the stack.
type Read = Option<StateId>;

/// A frame and what the set's automaton is in after the symbols above, with the values of the frame's entry.
struct Item {
    frame: FrameId,
    read: Read,
    entries: Bdd,
    source: Source,
}

enum Source {
    /// A head of the frame, with a condition on its values.
    Top(Key, Bdd),
    /// What lies below the frame of another item, with a condition on its locals.
    Below {
        item: usize,
        caller: usize,
        condition: Bdd,
    },
}

pub(super) struct Search<'s, 'p, 'a> {
    pub(super) reached: &'s PostStar<'p, 'a>,
    pub(super) set: &'s PAutomaton,
    pub(super) names: &'s Names,
}

impl Search<'_, '_, '_> {
    fn space(&self) -> &Space {
        self.reached.space()
    }

    /// The steps to a configuration of the set, and that configuration; nothing where none is reached.
    pub(super) fn run(&self) -> Told<Option<(Vec<Step>, Concrete)>> {
        let mut items: Vec<Item> = Vec::new();
        let mut known: FxHashMap<(FrameId, Read), Bdd> = FxHashMap::default();
        let mut queue = VecDeque::new();
        for item in self.tops()? {
            self.add(item, &mut items, &mut known, &mut queue)?;
        }
        while let Some(number) = queue.pop_front() {
            let item: &Item = &items[number];
            if item.read.is_none() {
                if self.reached.frames[item.frame].accepting {
                    return self.told(&items, number).map(Some);
                }
                continue;
            }
            for next in self.after(number, item)? {
                self.add(next, &mut items, &mut known, &mut queue)?;
            }
        }
        Ok(None)
    }

    fn add(
        &self,
        mut item: Item,
        items: &mut Vec<Item>,
        known: &mut FxHashMap<(FrameId, Read), Bdd>,
        queue: &mut VecDeque<usize>,
    ) -> BddResult<()> {
        let bdds = &self.space().bdds;
        let all = known
            .entry((item.frame, item.read))
            .or_insert_with(|| bdds.zero());
        item.entries = bdds.minus(&item.entries, all)?;
        if !bdds.is_zero(&item.entries) {
            *all = bdds.or(all, &item.entries)?;
            queue.push_back(items.len());
            items.push(item);
        }
        Ok(())
    }

    /// What the set reads in a state: the symbol's number, the condition on its locals, and the state after it.
    fn edges(&self, state: StateId) -> BddResult<Vec<(u32, Bdd, Read)>> {
        let space = self.space();
        let mut edges = Vec::new();
        for &(symbol, to) in self.set.edges(state) {
            if let Some(Named { base, .. }) = self.names.symbol(symbol) {
                let named = self.names.symbol(symbol);
                let condition = named.map(|named| named.condition(space, &space.locals));
                edges.push((
                    *base,
                    condition.transpose()?.unwrap_or_else(|| space.bdds.one()),
                    Some(to),
                ));
            }
        }
        if self.set.is_accepting(state) {
            edges.push((BOTTOM, space.bdds.one(), None));
        }
        Ok(edges)
    }

    fn tops(&self) -> BddResult<Vec<Item>> {
        let space = self.space();
        let mut items = Vec::new();
        for state in self.set.states() {
            let control = self
                .set
                .as_control(state)
                .and_then(|id| self.names.control(id));
            let Some(control) = control else { continue };
            let globals = control.condition(space, &space.globals)?;
            for (symbol, locals, read) in self.edges(state)? {
                let condition = space.bdds.and(&globals, &locals)?;
                for (frame, own) in self.reached.frames.iter().enumerate() {
                    let mut heads: Vec<_> = own.heads.iter().collect();
                    heads.retain(|(key, _)| (key.0.base, key.1) == (control.base, symbol));
                    heads.sort_unstable_by_key(|(key, _)| **key);
                    for (&key, head) in heads {
                        let entries =
                            space
                                .bdds
                                .and_exists(&head.all, &condition, &space.current)?;
                        items.push(Item {
                            frame,
                            read,
                            entries,
                            source: Source::Top(key, condition.clone()),
                        });
                    }
                }
            }
        }
        Ok(items)
    }

    fn after(&self, number: usize, item: &Item) -> BddResult<Vec<Item>> {
        let space = self.space();
        let bdds = &space.bdds;
        let Some(state) = item.read else {
            return Ok(Vec::new());
        };
        let entries = space.entry_to_next.apply(bdds, &item.entries)?;
        let edges = self.edges(state)?;
        let mut items = Vec::new();
        for (caller, call) in self.reached.frames[item.frame].callers.iter().enumerate() {
            for (symbol, locals, read) in edges.iter().filter(|edge| edge.0 == call.below) {
                let _ = symbol;
                let condition = space.below_to_local.undo(bdds, locals)?;
                let wanted = bdds.and(&entries, &condition)?;
                let quantified = bdds.and(&space.next, &space.below_cube)?;
                items.push(Item {
                    frame: call.into,
                    read: *read,
                    entries: bdds.and_exists(&call.transition.all, &wanted, &quantified)?,
                    source: Source::Below {
                        item: number,
                        caller,
                        condition,
                    },
                });
            }
        }
        Ok(items)
    }

    /// Chooses values from the bottom to the top, and then tells how they came about, from the top to the bottom.
    fn told(&self, items: &[Item], last: usize) -> Told<(Vec<Step>, Concrete)> {
        let space = self.space();
        let bdds = &space.bdds;
        let mut derivation = Derivation::new(self.reached);
        let mut entry = derivation.entry_of(items[last].frame, &items[last].entries)?;
        let (mut stack, mut calls, mut number) = (Vec::new(), Vec::new(), last);
        let (key, condition) = loop {
            match &items[number].source {
                Source::Top(key, condition) => break (*key, condition),
                Source::Below {
                    item,
                    caller,
                    condition,
                } => {
                    let above = &items[*item];
                    let call = &self.reached.frames[above.frame].callers[*caller];
                    let entries = space.entry_to_next.apply(bdds, &above.entries)?;
                    let wanted = bdds.and(&bdds.and(&entries, condition)?, &entry)?;
                    let both = bdds.and_exists(&call.transition.all, &wanted, &space.entry)?;
                    let inner = bdds.exists(&both, &space.below_cube)?;
                    let inner = space.entry_to_next.undo(bdds, &inner)?;
                    let inner = derivation.entry_of(above.frame, &inner)?;
                    let as_next = derivation.as_next(&inner)?;
                    let below = bdds.and_exists(&both, &as_next, &space.next)?;
                    let below = space.pick(&below, space.below_bits())?;
                    stack.push((call.below, space.values(&space.below, &below)?));
                    calls.push(CallAt {
                        frame: above.frame,
                        caller: *caller,
                        entry: as_next,
                        below,
                        into_entry: entry,
                        before: Rank::MAX,
                    });
                    entry = inner;
                    number = *item;
                }
            }
        };
        let frame = items[number].frame;
        let heads = &self.reached.frames[frame].heads[&key].all;
        let wanted = bdds.and(&entry, condition)?;
        let head = bdds.and_exists(heads, &wanted, &space.entry)?;
        let head = space.pick(&head, space.head_bits(SlotCopy::Current))?;
        stack.push((key.1, space.values(&space.locals, &head)?));
        let end = Concrete {
            control: key.0.base,
            globals: space.values(&space.globals, &head)?,
            stack,
        };
        derivation.head(At {
            frame,
            entry,
            key,
            head,
            before: Rank::MAX,
        })?;
        for call in calls.into_iter().rev() {
            derivation.call(call)?;
        }
        derivation.steps.reverse();
        Ok((derivation.steps, end))
    }
}
