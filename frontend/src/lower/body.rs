//! The automaton of a function while it is being built.
//!
//! Invariant: the current location has no outgoing edge. Code after a jump is appended to a fresh
//! location that nothing enters; [`Body::finish`] drops what cannot be reached and contracts
//! `skip` edges, so the builder may use both freely.

use ir::{Cfg, Edge, EdgeKind, LocId, Location, Stmt, VarId};
use source::Span;
use source::entity::EntityId;

/// An edge whose ends may still move.
pub(super) struct RawEdge {
    pub(super) from: LocId,
    pub(super) to: LocId,
    pub(super) edge: Edge,
}

#[derive(Default)]
struct RawLoc {
    location: Location,
    /// Indices of outgoing edges.
    out: Vec<usize>,
}

/// What a statement may have changed, as far as a later read of an expression cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WrittenPlace {
    /// A local whose address is never taken.
    Var(VarId),
    /// Anything in memory, globals included.
    Memory,
}

/// A point in the code to which something can be added later.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    loc: LocId,
    written: usize,
}

/// Enough to forget everything built since.
#[derive(Clone, Copy)]
pub(super) struct Snapshot {
    cur: LocId,
    edges: usize,
    locs: usize,
    written: usize,
}

pub(super) struct Body {
    pub(super) edges: Vec<RawEdge>,
    locs: Vec<RawLoc>,
    pub(super) cur: LocId,
    pub(super) written: Vec<WrittenPlace>,
    /// Of what is being lowered.
    pub(super) span: Span,
    /// The locations of labels whose address is taken.
    pub(super) label_addresses: Vec<LocId>,
}

impl Body {
    pub(super) fn new(span: Span) -> Self {
        Self {
            edges: Vec::new(),
            locs: vec![RawLoc::default(), RawLoc::default()],
            cur: entry(),
            written: Vec::new(),
            span,
            label_addresses: Vec::new(),
        }
    }

    pub(super) fn exit(&self) -> LocId {
        LocId::from_index(1)
    }

    pub(super) fn new_loc(&mut self) -> LocId {
        self.locs.push(RawLoc::default());
        LocId::from_index(self.locs.len() - 1)
    }

    pub(super) fn location(&mut self, loc: LocId) -> &mut Location {
        &mut self.locs[loc.index()].location
    }

    pub(super) fn edge(&mut self, from: LocId, to: LocId, stmt: Stmt, kind: EdgeKind) {
        self.locs[from.index()].out.push(self.edges.len());
        let span = self.span;
        self.edges.push(RawEdge {
            from,
            to,
            edge: Edge { stmt, span, kind },
        });
    }

    /// Appends a statement to the current location.
    pub(super) fn append(&mut self, stmt: Stmt, kind: EdgeKind) {
        let next = self.new_loc();
        self.edge(self.cur, next, stmt, kind);
        self.cur = next;
    }

    /// Continues at `to`, where the current code falls through to.
    pub(super) fn join(&mut self, to: LocId, kind: EdgeKind) {
        self.edge(self.cur, to, Stmt::Skip, kind);
        self.cur = to;
    }

    /// Jumps to `to`; what is appended next is not reached from here.
    pub(super) fn jump(&mut self, to: LocId, kind: EdgeKind) {
        self.edge(self.cur, to, Stmt::Skip, kind);
        self.cur = self.new_loc();
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            loc: self.cur,
            written: self.written.len(),
        }
    }

    /// What happened since the mark.
    pub(super) fn written_since(&self, mark: Mark) -> &[WrittenPlace] {
        &self.written[mark.written..]
    }

    /// Puts a statement at the mark, before everything appended since.
    pub(super) fn insert(&mut self, mark: Mark, stmt: Stmt) {
        let next = self.new_loc();
        let moved = std::mem::take(&mut self.locs[mark.loc.index()].out);
        for &e in &moved {
            self.edges[e].from = next;
        }
        self.locs[next.index()].out = moved;
        self.edge(mark.loc, next, stmt, EdgeKind::Implicit);
        if self.cur == mark.loc {
            self.cur = next;
        }
    }

    /// Forgets what was appended since the mark; nothing may have jumped there meanwhile.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.locs[mark.loc.index()].out.clear();
        self.written.truncate(mark.written);
        self.cur = mark.loc;
    }

    /// Begins to build something that will be thrown away, at a location of its own.
    pub(super) fn snapshot(&mut self) -> Snapshot {
        let snapshot = Snapshot {
            cur: self.cur,
            edges: self.edges.len(),
            locs: self.locs.len(),
            written: self.written.len(),
        };
        self.cur = self.new_loc();
        snapshot
    }

    pub(super) fn restore(&mut self, snapshot: Snapshot) {
        self.edges.truncate(snapshot.edges);
        self.locs.truncate(snapshot.locs);
        self.written.truncate(snapshot.written);
        self.cur = snapshot.cur;
    }

    /// The automaton: reachable locations in the order of the flow, `skip` edges contracted.
    pub(super) fn finish(mut self) -> Cfg {
        let forward = self.forwarding();
        for edge in &mut self.edges {
            edge.to = forward[edge.to.index()];
        }
        for (from, &to) in forward.iter().enumerate() {
            if to.index() != from {
                let moved = std::mem::take(&mut self.locs[from].location);
                let target = &mut self.locs[to.index()].location;
                target.labels.extend(moved.labels);
                target.loop_head |= moved.loop_head;
                target.loops.extend(moved.loops);
            }
        }
        let order = self.order();
        let mut cfg = Cfg::new();
        let mut renamed = vec![cfg.entry; self.locs.len()];
        renamed[1] = cfg.exit;
        for &index in &order {
            let location = std::mem::take(&mut self.locs[index].location);
            if index < 2 {
                *cfg.loc_mut(LocId::from_index(index)) = location;
            } else {
                renamed[index] = cfg.add_loc(location);
            }
        }
        for &index in &order {
            for &e in &self.locs[index].out {
                let RawEdge { from, to, edge } = &self.edges[e];
                let (from, to) = (renamed[from.index()], renamed[to.index()]);
                cfg.add_edge(from, to, edge.clone());
            }
        }
        cfg.label_addresses = self
            .label_addresses
            .iter()
            .map(|l| forward[l.index()])
            .map(|l| renamed[l.index()])
            .collect();
        cfg
    }

    /// Where each location's `skip` edges lead in the end; itself if it does something.
    fn forwarding(&self) -> Vec<LocId> {
        let mut state: Vec<Option<LocId>> = vec![None; self.locs.len()];
        // The start of the last walk that came by.
        let mut seen = vec![usize::MAX; self.locs.len()];
        for start in 0..self.locs.len() {
            let mut path = Vec::new();
            let mut at = LocId::from_index(start);
            let end = loop {
                if let Some(known) = state[at.index()] {
                    break known;
                }
                seen[at.index()] = start;
                match self.skips_to(at) {
                    // A cycle of skips keeps its last edge.
                    Some(next) if seen[next.index()] != start => {
                        path.push(at);
                        at = next;
                    }
                    _ => break at,
                }
            };
            state[at.index()] = Some(end);
            for loc in path {
                state[loc.index()] = Some(end);
            }
        }
        state
            .into_iter()
            .map(|s| s.expect("every location has been visited"))
            .collect()
    }

    /// The target of a location whose only edge is a `skip`; the entry keeps its own.
    fn skips_to(&self, loc: LocId) -> Option<LocId> {
        let [only] = self.locs[loc.index()].out[..] else {
            return None;
        };
        let edge = &self.edges[only];
        (edge.edge.stmt == Stmt::Skip && loc != entry()).then_some(edge.to)
    }

    /// The reachable locations in reverse postorder: what comes first in the source comes first,
    /// and a join comes after its branches.
    fn order(&self) -> Vec<usize> {
        let mut seen = vec![false; self.locs.len()];
        let mut order = Vec::new();
        // A location with the number of its outgoing edges still to follow, the last one first.
        let mut stack = vec![(0, self.locs[0].out.len())];
        seen[0] = true;
        while let Some((at, left)) = stack.last_mut() {
            if *left == 0 {
                order.push(*at);
                stack.pop();
                continue;
            }
            *left -= 1;
            let to = self.edges[self.locs[*at].out[*left]].to.index();
            if !std::mem::replace(&mut seen[to], true) {
                stack.push((to, self.locs[to].out.len()));
            }
        }
        order.reverse();
        order
    }
}

fn entry() -> LocId {
    LocId::from_index(0)
}
