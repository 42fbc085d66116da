//! Notes the way of an execution while it is run, and where local variables lie.

use std::cell::Cell;
use std::collections::VecDeque;

use interp::{Control, Observer, Site, View};
use ir::{EdgeId, ExprId, FuncId, Program, Stmt, VarId};
use rustc_hash::FxHashMap;

use super::outside_reads::Reads;
use super::story_notes::{Note, Noted, Replay};
use crate::synthetic::SyntheticCode;

/// Notes the way, and where local variables lie.
pub(super) struct Watcher<'w> {
    edges: Vec<(FuncId, EdgeId)>,
    /// The last ones of a long way.
    tail: VecDeque<(FuncId, EdgeId)>,
    /// Edges before this one are not looked at, but for the first of all.
    pub(super) awake_from: usize,
    /// The expressions that take the addresses of a function's variables.
    addresses: &'w FxHashMap<FuncId, Vec<(VarId, ExprId)>>,
    pub(super) learnt: FxHashMap<VarId, u64>,
    taken_edges: &'w Cell<usize>,
    program: &'w Program,
    synthetic: &'w SyntheticCode,
    /// The property's state, and what it was last.
    state: Vec<(VarId, ExprId)>,
    last: Vec<Option<u128>>,
    notes: Vec<Note>,
    reads: Reads<'w>,
}

impl<'w> Watcher<'w> {
    pub(super) fn new(
        program: &'w Program,
        synthetic: &'w SyntheticCode,
        addresses: &'w FxHashMap<FuncId, Vec<(VarId, ExprId)>>,
        taken_edges: &'w Cell<usize>,
        objects: Vec<(u64, Vec<u8>)>,
    ) -> Self {
        let state = synthetic.readable(program);
        Watcher {
            edges: Vec::new(),
            tail: VecDeque::new(),
            awake_from: 0,
            addresses,
            learnt: FxHashMap::default(),
            taken_edges,
            program,
            synthetic,
            last: vec![None; state.len()],
            state,
            notes: Vec::new(),
            reads: Reads::new(program, objects),
        }
    }

    /// What was seen, and what was given beside it.
    pub(super) fn tell(self, site: Site, given: Vec<Note>) -> Replay {
        let mut notes = self.notes;
        notes.extend(given);
        // What is given is there when it is looked at.
        notes.sort_by_key(|note| (note.at, matches!(note.what, Noted::Read(_))));
        let mut edges = self.edges;
        let left_out = self.taken_edges.get() - edges.len() - self.tail.len();
        let head = edges.len();
        notes.retain(|note| note.at < head || note.at >= head + left_out);
        for note in &mut notes {
            if note.at >= head {
                note.at -= left_out;
            }
        }
        edges.extend(self.tail);
        Replay { site, edges, notes }
    }

    /// Notes what the edge before has changed, if it could change anything.
    fn look_at_state(&mut self, view: &mut View<'_, '_>) {
        let first = self.edges.is_empty();
        let before = self.tail.back().or(self.edges.last());
        let before = before.map(|&(func, _)| func);
        if !first && !before.is_some_and(|func| self.synthetic.is_handler(func)) {
            return;
        }
        for (n, &(var, expr)) in self.state.iter().enumerate() {
            let Ok(value) = view.value(expr) else {
                continue;
            };
            let last = self.last[n].replace(value.bits);
            if last.is_some_and(|last| last != value.bits) {
                self.notes.push(Note {
                    at: self.taken_edges.get() - 1,
                    what: Noted::State(var, value.bits),
                });
            }
        }
    }

    /// Notes what a model returns.
    fn look_at_result(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) {
        let body = self.program.funcs[func].body.as_ref();
        if self.synthetic.is_model(func)
            && let Some(Stmt::Return { value: Some(expr) }) = body.map(|cfg| &cfg.edge(edge).stmt)
            && self.program.types.is_scalar(self.program.type_of(*expr))
            && let Ok(value) = view.value(*expr)
        {
            let ty = self.program.type_of(*expr);
            self.notes.push(Note {
                at: self.taken_edges.get() - 1,
                what: Noted::Returned(func, ty, value.bits),
            });
        }
    }
}

/// Of longer ways, the beginning and the end are told.
const MAX_FIRST_EDGES: usize = 100_000;
pub(super) const MAX_LAST_EDGES: usize = 10_000;

impl Observer for Watcher<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        let n = self.taken_edges.get();
        if n >= MAX_FIRST_EDGES && n < self.awake_from {
            self.taken_edges.set(n + 1);
            return Control::Continue;
        }
        self.look_at_state(view);
        if self.edges.len() < MAX_FIRST_EDGES {
            self.edges.push((func, edge));
        } else {
            if self.tail.len() == MAX_LAST_EDGES {
                self.tail.pop_front();
            }
            self.tail.push_back((func, edge));
        }
        self.taken_edges.set(n + 1);
        self.look_at_result(func, edge, view);
        if !self.synthetic.is_hidden(func) {
            let reads = self.reads.look(func, edge, view);
            let at = self.taken_edges.get() - 1;
            let note = |read| Note {
                at,
                what: Noted::Read(read),
            };
            self.notes.extend(reads.into_iter().map(note));
        }
        for &(var, address) in self.addresses.get(&func).into_iter().flatten() {
            if !self.learnt.contains_key(&var)
                && let Ok(value) = view.value(address)
            {
                self.learnt.insert(var, value.bits as u64);
            }
        }
        Control::Continue
    }

    fn need_not_see(&self) -> u64 {
        match self.taken_edges.get() {
            n if n >= MAX_FIRST_EDGES => self.awake_from.saturating_sub(n) as u64,
            _ => 0,
        }
    }

    fn passed(&mut self, edges: u64) {
        self.taken_edges
            .set(self.taken_edges.get() + edges as usize);
    }
}
