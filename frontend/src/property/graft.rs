//! An automaton rebuilt with more edges in it.
//!
//! Invariant: locations keep their ids, and what the original does it still does; edges are
//! numbered anew.

use ir::{Cfg, Edge, EdgeId, EdgeKind, ExprId, LocId, Location, Stmt};
use source::Span;
use source::entity::EntityId;

/// What takes the place of one edge: statements in a row, the last of which leads where the edge
/// led.
pub(super) struct Path<'c> {
    cfg: &'c mut Cfg,
    at: LocId,
    /// The last statement, whose target is not yet known.
    pending: Option<Edge>,
}

/// Rebuilds an automaton; `replace` says what stands for each edge. At the locations of `stops`,
/// the statement there comes before everything else.
pub(super) fn rebuild(
    old: &Cfg,
    stops: &[(LocId, Edge)],
    mut replace: impl FnMut(&mut Path<'_>, EdgeId),
) -> Cfg {
    let mut cfg = Cfg::new();
    while cfg.num_locs() < old.num_locs() {
        cfg.add_loc(Location::default());
    }
    for loc in old.locs() {
        *cfg.loc_mut(loc) = old.loc(loc).clone();
    }
    (cfg.entry, cfg.exit) = (old.entry, old.exit);
    cfg.label_addresses.clone_from(&old.label_addresses);
    let mut starts: Vec<LocId> = old.locs().collect();
    for (loc, edge) in stops {
        let after = cfg.add_loc(Location::default());
        cfg.add_edge(starts[loc.index()], after, edge.clone());
        starts[loc.index()] = after;
    }
    for edge in old.edges() {
        let at = starts[old.source(edge).index()];
        let mut path = Path {
            cfg: &mut cfg,
            at,
            pending: None,
        };
        replace(&mut path, edge);
        path.finish(old.target(edge), old.edge(edge).span);
    }
    cfg
}

impl Path<'_> {
    /// Adds an edge as it is.
    pub(super) fn edge(&mut self, edge: Edge) {
        self.flush();
        self.pending = Some(edge);
    }

    /// Adds a statement that is not in the text.
    pub(super) fn stmt(&mut self, stmt: Stmt, span: Span) {
        self.edge(Edge {
            stmt,
            span,
            kind: EdgeKind::Implicit,
        });
    }

    /// Adds a statement for executions in which `cond` holds; `not` is its negation.
    pub(super) fn stmt_if(&mut self, cond: ExprId, not: ExprId, stmt: Stmt, span: Span) {
        self.flush();
        let then = self.cfg.add_loc(Location::default());
        let join = self.cfg.add_loc(Location::default());
        let mut add = |from, to, stmt| {
            let kind = EdgeKind::Implicit;
            self.cfg.add_edge(from, to, Edge { stmt, span, kind });
        };
        add(self.at, then, Stmt::Assume { cond });
        add(self.at, join, Stmt::Assume { cond: not });
        add(then, join, stmt);
        self.at = join;
    }

    fn flush(&mut self) {
        if let Some(edge) = self.pending.take() {
            let next = self.cfg.add_loc(Location::default());
            self.cfg.add_edge(self.at, next, edge);
            self.at = next;
        }
    }

    fn finish(mut self, target: LocId, span: Span) {
        let edge = self.pending.take().unwrap_or(Edge {
            stmt: Stmt::Skip,
            span,
            kind: EdgeKind::Implicit,
        });
        self.cfg.add_edge(self.at, target, edge);
    }
}
