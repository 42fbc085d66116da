//! Which new row is looked at next.
//!
//! As in the native engines (`crate::engine`'s worklist): a stack of procedures, of which the top one works until it has nothing
//! left, and in it the rows in reverse postorder of their program counters, or the other way round where formulas step
//! backwards. What flows into a place is together before the place is looked at. Any order comes to the same fixed point.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::run::Key;
use crate::bdd::{Bdd, BddResult, Bdds};

/// A row that has grown: its rank, the relation as a number among those that grow together, its key.
type Item = Reverse<(u32, usize, Key)>;

pub(super) struct Worklist {
    of_proc: Vec<BinaryHeap<Item>>,
    stack: Vec<usize>,
    on_stack: Vec<bool>,
    /// What is new in a row and was not looked at.
    fresh: FxHashMap<(usize, Key), Bdd>,
}

impl Worklist {
    /// With so many procedures; rows without a program counter are of one behind them.
    pub(super) fn new(procs: usize) -> Self {
        Worklist {
            of_proc: vec![BinaryHeap::new(); procs + 1],
            stack: Vec::new(),
            on_stack: vec![false; procs + 1],
            fresh: FxHashMap::default(),
        }
    }

    pub(super) fn push(
        &mut self,
        bdds: &Bdds,
        (proc, rank): (usize, u32),
        relation: usize,
        key: Key,
        new: Bdd,
    ) -> BddResult<()> {
        if let Some(known) = self.fresh.get_mut(&(relation, key.clone())) {
            *known = bdds.or(known, &new)?;
            return Ok(());
        }
        self.of_proc[proc].push(Reverse((rank, relation, key.clone())));
        self.fresh.insert((relation, key), new);
        if !std::mem::replace(&mut self.on_stack[proc], true) {
            self.stack.push(proc);
        }
        Ok(())
    }

    pub(super) fn pop(&mut self) -> Option<(usize, Key, Bdd)> {
        while let Some(&proc) = self.stack.last() {
            if let Some(Reverse((_, relation, key))) = self.of_proc[proc].pop() {
                let row = (relation, key);
                let new = self.fresh.remove(&row)?;
                return Some((row.0, row.1, new));
            }
            self.on_stack[proc] = false;
            self.stack.pop();
        }
        None
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fresh.is_empty()
    }

    pub(super) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}
