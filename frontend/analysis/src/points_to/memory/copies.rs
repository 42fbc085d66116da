//! Copies between ranges of bytes: cells on both sides are kept alike, and connected.

use super::super::shape::{Shape, size};
use super::{ANY, Cell, Event, Link, Memory, NodeId, ObjId, Store, TargetId};

impl Memory<'_> {
    /// Copies `len` bytes between targets: cell by cell where the layouts agree.
    pub(in crate::points_to) fn copy(&mut self, to: TargetId, from: TargetId, len: i64) {
        let (to, from) = (self.targets[to], self.targets[from]);
        let opaque = |m: &Self, o| m.stores[o].shape == Shape::Opaque;
        if to == from || opaque(self, to.0) || opaque(self, from.0) {
            return;
        }
        for (object, off) in [to, from] {
            if off == ANY {
                self.collapse(object);
            }
        }
        self.adopt(to, from, len);
        self.adopt(from, to, len);
        let link = Link { from, to, len };
        if self.link_ids.contains_key(&link) {
            return;
        }
        let id = self.links.len();
        self.links.push(link);
        self.link_ids.insert(link, id);
        self.stores[from.0].links.push(id);
        self.stores[to.0].links.push(id);
        self.stale.push(id);
    }

    /// A heap object that has not been accessed takes the type of what it is copied from or to.
    fn adopt(&mut self, (object, off): (ObjId, i64), other: (ObjId, i64), len: i64) {
        if self.stores[object].shape != Shape::Unset || off != 0 || other.1 == ANY {
            return;
        }
        let shape = self.stores[other.0].shape;
        if let Shape::Typed { ty, .. } = shape
            && len >= super::super::UNKNOWN_LEN
            && other.1 == 0
        {
            return self.reshape(object, Shape::Typed { ty, repeat: true });
        }
        if let Some((ty, 0)) = shape.type_at(self.types, other.1, len)
            && size(self.types, ty).is_some_and(|s| s > 1 && s == len)
        {
            self.reshape(object, Shape::Typed { ty, repeat: true });
        }
    }

    /// Brings copies up to date with the cells of their ends.
    pub(in crate::points_to) fn settle(&mut self) {
        while let Some(id) = self.stale.pop() {
            let link = self.links[id];
            let whole = |s: &Store| s.collapsed || s.shape == Shape::One;
            if whole(&self.stores[link.to.0]) {
                self.gather(&link);
            } else if whole(&self.stores[link.from.0]) {
                self.spread(&link);
            } else if self.lines_up(&link) {
                self.mirror(&link);
            } else {
                self.flatten(&link);
            }
        }
    }

    /// Into an object of one cell.
    fn gather(&mut self, link: &Link) {
        let Some(to) = self.access_at(link.to.0, link.to.1, 1) else {
            return;
        };
        for cell in self.cells_of(link.from, link.len) {
            self.events.push(Event::Edge(cell.node, to));
        }
    }

    /// From an object of one cell.
    fn spread(&mut self, link: &Link) {
        if let Some(from) = self.access_at(link.from.0, link.from.1, 1) {
            let to = self.target(link.to.0, link.to.1);
            self.inflow(to, link.len, from);
        }
    }

    fn cells_of(&self, (object, off): (ObjId, i64), len: i64) -> Vec<Cell> {
        match self.span(object, off, len) {
            Some((start, end)) => self.stores[object].cells_in(start, end),
            None => Vec::new(),
        }
    }

    /// Whether a byte of one end has the same place in the other.
    fn lines_up(&self, link: &Link) -> bool {
        let (a, b) = (&self.stores[link.from.0], &self.stores[link.to.0]);
        let (x, y) = (
            a.shape.type_at(self.types, link.from.1, link.len),
            b.shape.type_at(self.types, link.to.1, link.len),
        );
        let rest = |s: &Store, off: i64| match s.shape {
            Shape::Raw { stride } if stride > 0 => Some((stride, off.rem_euclid(stride))),
            Shape::Raw { .. } | Shape::Unset => Some((0, 0)),
            _ => None,
        };
        match (x, y) {
            (Some(x), Some(y)) => x == y,
            (None, None) => {
                let a = rest(a, link.from.1);
                a.is_some() && a == rest(b, link.to.1)
            }
            _ => false,
        }
    }

    /// Cells of the source have a counterpart at the other end.
    fn mirror(&mut self, link: &Link) {
        let from = self.span(link.from.0, link.from.1, link.len);
        let to = self.span(link.to.0, link.to.1, link.len);
        let (Some((start, end)), Some((to_start, _))) = (from, to) else {
            return;
        };
        let unbounded = start == i64::MIN || to_start == i64::MIN;
        let by = if unbounded { 0 } else { to_start - start };
        if unbounded && link.from.1 != link.to.1 {
            return self.flatten(link);
        }
        for cell in self.stores[link.from.0].cells_in(start, end) {
            let (from, to) = (cell.start.max(start), cell.end.min(end));
            let off = from.saturating_add(by);
            if let Some(node) = self.access_at(link.to.0, off, to.saturating_sub(from)) {
                self.events.push(Event::Edge(cell.node, node));
            }
        }
    }

    /// The ranges become one cell each.
    fn flatten(&mut self, link: &Link) {
        let from = self.blob_of(link.from, link.len);
        let to = self.blob_of(link.to, link.len);
        if let (Some(from), Some(to)) = (from, to) {
            self.events.push(Event::Edge(from, to));
        }
    }

    fn blob_of(&mut self, (object, off): (ObjId, i64), len: i64) -> Option<NodeId> {
        let store = &mut self.stores[object];
        if store.shape == Shape::Unset {
            store.shape = Shape::Raw { stride: 0 };
        }
        let (start, end) = self.span(object, off, len)?;
        self.blob(object, start, end);
        if self.stores[object].collapsed {
            return self.access_at(object, off, 1);
        }
        let (start, end) = self.stores[object].widen(start, end);
        Some(self.cell(object, start, end))
    }
}
