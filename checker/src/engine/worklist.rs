//! What is still to be looked at: a stack of procedures, of which the top one works until it has nothing left.
//!
//! Inside a procedure the entries with the smallest rank come first. A procedure that gets its first entry goes on top,
//! so callees are done before their callers go on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::bp::ProcId;
use crate::flow::LocId;

/// A transition of an automaton that has grown: where it starts and in which column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WorkItem {
    pub(super) loc: LocId,
    pub(super) column: u32,
}

pub(super) struct Worklist {
    of_proc: Vec<BinaryHeap<Reverse<(u32, WorkItem)>>>,
    stack: Vec<ProcId>,
    on_stack: Vec<bool>,
}

impl Worklist {
    pub(super) fn new(procs: usize) -> Self {
        Worklist {
            of_proc: vec![BinaryHeap::new(); procs],
            stack: Vec::new(),
            on_stack: vec![false; procs],
        }
    }

    pub(super) fn push(&mut self, proc: ProcId, rank: u32, item: WorkItem) {
        self.of_proc[proc.index()].push(Reverse((rank, item)));
        if !std::mem::replace(&mut self.on_stack[proc.index()], true) {
            self.stack.push(proc);
        }
    }

    pub(super) fn pop(&mut self) -> Option<(ProcId, WorkItem)> {
        while let Some(&proc) = self.stack.last() {
            if let Some(Reverse((_, item))) = self.of_proc[proc.index()].pop() {
                return Some((proc, item));
            }
            self.on_stack[proc.index()] = false;
            self.stack.pop();
        }
        None
    }
}
