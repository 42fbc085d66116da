//! The inclusion solver: sets of targets flow along edges until nothing changes.
//!
//! A node is a set of targets; an edge says that the second node includes the first; a *use* of a
//! node makes edges or nodes from each of its targets (loads, stores, offsets, calls). Only what
//! is new in a set is pushed on (difference propagation: Pearce, Kelly, Hankin, Efficient
//! field-sensitive pointer analysis of C, 2007), nodes are visited in topological order of the
//! edges, and cycles of edges become one node (Tarjan, when enough edges are new: the wave
//! propagation of Pereira and Berlin, 2009).
//!
//! The components are found here and not by petgraph's `tarjan_scc`, which calls itself for each node of a path: a chain of
//! assignments in the user's text would overflow the stack. (`kosaraju_scc` does not, but wants the edges copied into a graph
//! of its own, and finds components in another order, on which the numbers of targets depend.)
//!
//! Invariant: when the worklist is empty, every edge is an inclusion and every use has been
//! applied to every target of its node.

use super::ObjectKind;
use super::memory::{ANY, Event, Memory, NodeId, ObjId, TargetId};
use super::outside_types::{MetByCasts, declared_type, is_buffer, may_meet};
use super::shape::{ArrayAt, Shape, size};
use crate::sparse_bit_set::SparseBitSet;
use ir::types::{TypeId, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use source::entity::{Arena, EntityId};

/// How an address is computed from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// To a member: so many bytes on, inside the element.
    Field(i64),
    /// `p + k`: so many bytes on, for a known k.
    Bytes(i64),
    /// `p + i`: any number of elements of so many bytes.
    Elements(i64),
    /// A number is made greater by so much.
    Number(i64),
    /// Arithmetic on the bits: anywhere in the object.
    Anywhere,
    /// Bits that an aligned address does not have are cleared.
    Aligned,
    /// Out of the program and in again.
    Outside,
    /// Of an address a part is left, which is a number.
    Cut,
    /// What may be met as this type.
    Seen(TypeId),
    /// To a member: from what may be met as the structure, or to what may be met as a structure that is its member.
    Member(Member),
}

/// A member of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Member {
    pub(super) of: TypeId,
    /// So many bytes on, inside the element.
    pub(super) by: i64,
    /// Its type, where it is a structure itself.
    pub(super) nested: Option<TypeId>,
}

/// What is done with every target of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Hint(TypeId),
    /// An access whose value is of no interest.
    Touch(i64),
    Load {
        to: NodeId,
        len: i64,
    },
    Store {
        from: NodeId,
        len: i64,
    },
    Step {
        to: NodeId,
        step: Step,
    },
    /// An aggregate is read into a fixed place.
    CopyOut {
        to: TargetId,
        len: i64,
    },
    /// An aggregate is written from a fixed place.
    CopyIn {
        from: TargetId,
        len: i64,
    },
    /// A range gets what the node holds.
    Flood {
        from: NodeId,
        len: i64,
    },
    /// The whole object gets into the hands of the outside.
    Leak {
        outside: TargetId,
    },
    /// What the second holds goes to the third if the first is among the targets.
    Reveal {
        integer: TargetId,
        from: NodeId,
        to: NodeId,
    },
    /// An indirect call, by its number.
    Call(usize),
    /// The same for functions that a library function calls.
    CallBack(usize),
}

#[derive(Clone, Debug, Default)]
struct Node {
    targets: SparseBitSet,
    /// What has been pushed on.
    done: SparseBitSet,
    edges: Vec<NodeId>,
    uses: Vec<Use>,
    queued: bool,
}

pub(super) struct Solver<'p> {
    pub(super) types: &'p Types,
    pub(super) memory: Memory<'p>,
    nodes: Arena<NodeId, Node>,
    parent: Vec<NodeId>,
    edge_set: FxHashSet<(NodeId, NodeId)>,
    rank: Vec<u32>,
    queue: Vec<NodeId>,
    new_edges: usize,
    /// Targets that reached the callee of a call, and whether the library calls it.
    pub(super) calls: Vec<(usize, bool, TargetId)>,
    /// What memory outside holds: whatever goes there comes back as pointers from outside.
    outside: Option<NodeId>,
    pub(super) casts: MetByCasts,
    /// Whether a pointer from outside to an offset of a variable's type may be accessed as a type.
    met: FxHashMap<(TypeId, i64, TypeId), bool>,
    /// The same of an allocated object, as far as it was known what it is used as.
    met_in_allocated: FxHashMap<(ObjId, i64, TypeId), (usize, bool)>,
    /// Targets in allocated objects that are not used as the types of steps, by object.
    held_back: FxHashMap<ObjId, Vec<(TargetId, NodeId, Step)>>,
}

impl<'p> Solver<'p> {
    pub(super) fn new(types: &'p Types, casts: MetByCasts) -> Self {
        Self {
            casts,
            outside: None,
            met: FxHashMap::default(),
            met_in_allocated: FxHashMap::default(),
            held_back: FxHashMap::default(),
            types,
            memory: Memory::new(types),
            nodes: Arena::new(),
            parent: Vec::new(),
            edge_set: FxHashSet::default(),
            rank: Vec::new(),
            queue: Vec::new(),
            new_edges: 0,
            calls: Vec::new(),
        }
    }

    pub(super) fn new_node(&mut self) -> NodeId {
        self.memory.new_node()
    }

    /// Says which node is what memory outside holds.
    pub(super) fn set_outside(&mut self, node: NodeId) {
        self.outside = Some(node);
    }

    /// A node that holds one target.
    pub(super) fn constant(&mut self, target: TargetId) -> NodeId {
        let node = self.new_node();
        self.add_target(node, target);
        node
    }

    pub(super) fn add_target(&mut self, node: NodeId, target: TargetId) {
        self.sync();
        let node = self.find(node);
        if self.nodes[node].targets.insert(target.index() as u32) {
            self.enqueue(node);
        }
    }

    pub(super) fn add_edge(&mut self, from: NodeId, to: NodeId) {
        self.memory.events.push(Event::Edge(from, to));
        self.sync();
    }

    pub(super) fn add_use(&mut self, node: NodeId, item: Use) {
        self.sync();
        let node = self.find(node);
        self.nodes[node].uses.push(item);
        for target in self.nodes[node].done.clone().iter() {
            self.apply(item, TargetId::from_index(target as usize));
        }
        self.sync();
    }

    pub(super) fn find(&mut self, node: NodeId) -> NodeId {
        self.grow();
        let mut at = node;
        while self.parent[at.index()] != at {
            let up = self.parent[at.index()];
            self.parent[at.index()] = self.parent[up.index()];
            at = up;
        }
        at
    }

    /// What a node holds.
    pub(super) fn targets(&mut self, node: NodeId) -> &SparseBitSet {
        let node = self.find(node);
        &self.nodes[node].targets
    }

    /// Runs until nothing changes; stops early when indirect calls found callees.
    pub(super) fn run(&mut self) {
        self.sync();
        while self.calls.is_empty() && (!self.queue.is_empty() || self.release_unused()) {
            if self.new_edges > 200.max(self.edge_set.len() / 8) {
                self.collapse_cycles();
            }
            let mut batch = std::mem::take(&mut self.queue);
            batch.sort_by_key(|n| self.rank[n.index()]);
            for node in batch {
                let node = self.find(node);
                if std::mem::take(&mut self.nodes[node].queued) {
                    self.visit(node);
                }
            }
        }
    }

    /// Follows what was held back of allocated objects that turn out not to be used as anything by the program. Says whether
    /// there was anything.
    fn release_unused(&mut self) -> bool {
        let stores = &self.memory.stores;
        let mut unused: Vec<ObjId> = self.held_back.keys().copied().collect();
        unused.retain(|&object| stores[object].used_as.is_empty());
        unused.sort_unstable();
        for &object in &unused {
            self.memory.stores[object].never_used = true;
            self.follow_held_back(object);
        }
        self.sync();
        if unused.is_empty() {
            for store in self.memory.stores.values_mut() {
                store.never_used |= store.used_as.is_empty();
            }
        }
        !unused.is_empty()
    }

    fn visit(&mut self, node: NodeId) {
        let this = &mut self.nodes[node];
        let new = this.targets.minus(&this.done);
        if new.is_empty() {
            return;
        }
        this.done.union_with(&new);
        let edges = std::mem::take(&mut this.edges);
        for &edge in &edges {
            let to = self.find(edge);
            if to != node && self.nodes[to].targets.union_with(&new) {
                self.enqueue(to);
            }
        }
        // No edge is added while targets are pushed along them.
        self.nodes[node].edges = edges;
        let uses = self.nodes[node].uses.clone();
        for target in new.iter() {
            for &item in &uses {
                self.apply(item, TargetId::from_index(target as usize));
            }
        }
        self.sync();
    }

    fn apply(&mut self, item: Use, target: TargetId) {
        match item {
            Use::Hint(ty) => {
                if self.memory.hint(target, ty) {
                    let (object, _) = self.memory.targets[target];
                    self.follow_held_back(object);
                }
            }
            Use::Touch(len) => {
                self.memory.access(target, len);
            }
            Use::Load { to, len } => {
                if let Some(cell) = self.memory.access(target, len) {
                    self.memory.events.push(Event::Edge(cell, to));
                }
            }
            Use::Store { from, len } => {
                if let Some(cell) = self.memory.access(target, len) {
                    self.memory.events.push(Event::Edge(from, cell));
                }
            }
            Use::Step { to, step } => {
                let found = self.step(target, step);
                if found == [None, None] {
                    self.hold_back(target, to, step);
                }
                for target in found.into_iter().flatten() {
                    self.add_target(to, target);
                }
            }
            Use::CopyOut { to, len } => self.memory.copy(to, target, len),
            Use::CopyIn { from, len } => self.memory.copy(target, from, len),
            Use::Flood { from, len } => self.memory.inflow(target, len, from),
            Use::Leak { .. } if mutants::is("what-known-objects-point-to-is-not-known") => {}
            Use::Leak { outside } => {
                let (object, _) = self.memory.targets[target];
                let start = self.memory.target(object, 0);
                self.memory.copy(outside, start, super::UNKNOWN_LEN);
            }
            Use::Reveal { integer, from, to } => {
                if target == integer && !mutants::is("integers-from-outside-are-no-addresses") {
                    self.memory.events.push(Event::Edge(from, to));
                }
            }
            Use::Call(number) => self.calls.push((number, false, target)),
            Use::CallBack(number) => self.calls.push((number, true, target)),
        }
    }

    /// The targets that a step leads to.
    fn step(&mut self, target: TargetId, step: Step) -> [Option<TargetId>; 2] {
        let (object, off) = self.memory.targets[target];
        let shape = self.memory.stores[object].shape;
        match step {
            Step::Outside => return [Some(self.memory.brought_in(target)), None],
            Step::Cut => {
                let is_number = self.memory.objects[object].kind == ObjectKind::Integer;
                self.memory.cuts_addresses |= !is_number;
                return [is_number.then_some(target), None];
            }
            Step::Seen(ty) if !self.is_seen(target, ty) => return [None, None],
            Step::Seen(_) => return [Some(target), None],
            // Numbers from outside that are computed with are addresses of buffers only.
            Step::Anywhere | Step::Number(_)
                if self.memory.from_outside[target]
                    && !is_buffer(self.types, &self.memory.stores[object]) =>
            {
                return [None, None];
            }
            Step::Aligned if self.memory.from_outside[target] => return [Some(target), None],
            Step::Member(member) if !self.has_member(target, member) => return [None, None],
            _ if off == ANY || matches!(shape, Shape::Opaque | Shape::One) => {
                return [Some(target), None];
            }
            _ => {}
        }
        match step {
            Step::Field(by) | Step::Member(Member { by, .. }) => {
                [Some(self.memory.moved(target, off + by)), None]
            }
            Step::Outside | Step::Cut | Step::Seen(_) | Step::Anywhere | Step::Aligned => {
                [Some(self.memory.moved(target, ANY)), None]
            }
            Step::Bytes(by) | Step::Number(by) => self.step_bytes(target, by),
            Step::Elements(by) => [self.step_elements(target, by), None],
        }
    }

    /// Whether an access of a type may be by the target.
    fn is_seen(&mut self, target: TargetId, ty: TypeId) -> bool {
        let (object, off) = self.memory.targets[target];
        let store = &self.memory.stores[object];
        if !self.memory.from_outside[target] {
            return true;
        }
        let (types, casts) = (self.types, &self.casts);
        let meets = |since| may_meet(types, casts, store, off, (ty, since));
        if let Some(own) = declared_type(store.shape) {
            let met = self.met.entry((own, off, ty));
            return *met.or_insert_with(|| meets(0));
        }
        // Only what it is used as since it was asked before is looked at, but for the first use, by which it is folded.
        let used = &store.used_as;
        let key = (object, off, ty);
        let (known, met) = self.met_in_allocated.get(&key).copied().unwrap_or_default();
        if met || known == used.len() && !store.never_used {
            return met;
        }
        let first = used.iter().position(|used| used.0 == 0);
        let since = match first {
            Some(first) if first >= known => 0,
            _ => known,
        };
        let met = meets(since);
        self.met_in_allocated.insert(key, (used.len(), met));
        met
    }

    /// Notes that a target was not followed, which may change with what an allocated object is known to be used as.
    fn hold_back(&mut self, target: TargetId, to: NodeId, step: Step) {
        let (object, _) = self.memory.targets[target];
        let is_held = matches!(step, Step::Seen(_) | Step::Member(_));
        if is_held && declared_type(self.memory.stores[object].shape).is_none() {
            self.held_back
                .entry(object)
                .or_default()
                .push((target, to, step));
        }
    }

    /// Follows what was held back, now that an object is known to be used in another way.
    fn follow_held_back(&mut self, object: ObjId) {
        for (target, to, step) in self.held_back.remove(&object).unwrap_or_default() {
            self.apply(Use::Step { to, step }, target);
        }
    }

    /// Whether a member may be met from the target on.
    fn has_member(&mut self, target: TargetId, member: Member) -> bool {
        let (_, off) = self.memory.targets[target];
        if self.is_seen(target, member.of) {
            return true;
        }
        let Some(nested) = member.nested.filter(|_| off != ANY) else {
            return false;
        };
        let moved = self.memory.moved(target, off.saturating_add(member.by));
        self.is_seen(moved, nested)
    }

    /// A known distance: may stay in the array, and leads from its first element to elsewhere.
    fn step_bytes(&mut self, target: TargetId, by: i64) -> [Option<TargetId>; 2] {
        let (object, off) = self.memory.targets[target];
        let shape = self.memory.stores[object].shape;
        let stays = |a: &ArrayAt| by % a.elem == 0 && a.bytes.is_none_or(|n| by.abs() < n);
        let inside = shape.arrays_at(self.types, off).iter().any(stays);
        let moved = self.memory.moved(target, off.saturating_add(by));
        match inside {
            true if moved == target => [Some(target), None],
            // Forward from the first element is still in the array.
            true if by > 0 => [Some(target), None],
            true => [Some(target), Some(moved)],
            false => [Some(moved), None],
        }
    }

    /// An unknown number of elements: stays in an array of such elements, or loses its way.
    fn step_elements(&mut self, target: TargetId, by: i64) -> Option<TargetId> {
        let (object, off) = self.memory.targets[target];
        let shape = self.memory.stores[object].shape;
        if by == 0 {
            return Some(target);
        }
        match shape {
            Shape::Unset | Shape::Raw { .. } => {
                self.memory.fold_stride(object, by);
                return Some(self.memory.moved(target, off));
            }
            Shape::Typed { ty, repeat } => {
                let arrays = shape.arrays_at(self.types, off);
                if arrays.iter().any(|a| by % a.elem == 0) {
                    return Some(target);
                }
                let small = size(self.types, ty).is_some_and(|s| s <= by);
                if small && !repeat && off == 0 {
                    return Some(target);
                }
                if let Some((start, end)) = shape.union_at(self.types, off) {
                    self.memory.blob(object, start, end);
                    return Some(self.memory.moved(target, start));
                }
            }
            Shape::Opaque | Shape::One => return Some(target),
        }
        // Through an object that is no such array leads no pointer from outside.
        let is_own = !self.memory.from_outside[target];
        is_own.then(|| self.memory.moved(target, ANY))
    }

    /// Carries out what memory asked for.
    pub(super) fn sync(&mut self) {
        loop {
            self.memory.settle();
            let events = std::mem::take(&mut self.memory.events);
            self.grow();
            if events.is_empty() {
                return;
            }
            for event in events {
                match event {
                    Event::Edge(from, to) => self.connect(from, to),
                    Event::Merge(a, b) => self.merge(a, b),
                }
            }
        }
    }

    fn grow(&mut self) {
        while self.nodes.len() < self.memory.nodes {
            let node = self.nodes.push(Node::default());
            self.parent.push(node);
            self.rank.push(u32::MAX);
        }
    }

    fn connect(&mut self, from: NodeId, to: NodeId) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edge_set.insert((from, to)) {
            return;
        }
        if self.outside.map(|node| self.find(node)) == Some(to) {
            // No edge: a cycle of edges becomes one node, and what has been outside differs from what has not.
            let step = Step::Outside;
            return self.add_use(from, Use::Step { to, step });
        }
        self.new_edges += 1;
        self.nodes[from].edges.push(to);
        let source = std::mem::take(&mut self.nodes[from].targets);
        if self.nodes[to].targets.union_with(&source) {
            self.enqueue(to);
        }
        self.nodes[from].targets = source;
    }

    fn merge(&mut self, a: NodeId, b: NodeId) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let gone = std::mem::take(&mut self.nodes[b]);
        self.parent[b.index()] = a;
        self.rank[a.index()] = self.rank[a.index()].min(self.rank[b.index()]);
        let kept = &mut self.nodes[a];
        kept.targets.union_with(&gone.targets);
        // Only what both have pushed on has gone along all edges of the two.
        kept.done = kept.done.and(&gone.done);
        kept.edges.extend(gone.edges);
        kept.uses.extend(gone.uses);
        self.enqueue(a);
    }

    fn enqueue(&mut self, node: NodeId) {
        if !std::mem::replace(&mut self.nodes[node].queued, true) {
            self.queue.push(node);
        }
    }

    /// Makes each cycle of edges one node, and ranks nodes topologically.
    fn collapse_cycles(&mut self) {
        self.new_edges = 0;
        let components = self.components();
        let count = components.len();
        for (i, component) in components.into_iter().enumerate() {
            // Tarjan finds sinks first.
            for &node in &component {
                self.rank[node.index()] = (count - i) as u32;
            }
            for &node in &component[1..] {
                self.merge(component[0], node);
            }
        }
        self.clean_edges();
    }

    /// Drops edges that merging made equal, or loops.
    fn clean_edges(&mut self) {
        self.edge_set.clear();
        for node in self.nodes.ids() {
            let edges = std::mem::take(&mut self.nodes[node].edges);
            let mut kept = Vec::with_capacity(edges.len());
            for edge in edges {
                let to = self.find(edge);
                if to != node && self.edge_set.insert((node, to)) {
                    kept.push(to);
                }
            }
            self.nodes[node].edges = kept;
        }
    }

    /// Strongly connected components of the edges, sinks first (Tarjan, without recursion).
    fn components(&mut self) -> Vec<Vec<NodeId>> {
        let n = self.nodes.len();
        let (mut index, mut low) = (vec![u32::MAX; n], vec![0u32; n]);
        let (mut on_stack, mut stack) = (vec![false; n], Vec::new());
        let mut next = 0;
        let mut found = Vec::new();
        for root in self.nodes.ids() {
            if index[root.index()] != u32::MAX || self.parent[root.index()] != root {
                continue;
            }
            let mut work: Vec<(NodeId, usize)> = vec![(root, 0)];
            while let Some(&mut (node, ref mut at)) = work.last_mut() {
                let i = node.index();
                if *at == 0 {
                    (index[i], low[i]) = (next, next);
                    next += 1;
                    stack.push(node);
                    on_stack[i] = true;
                }
                let edge = self.nodes[node].edges.get(*at).copied();
                *at += 1;
                if let Some(edge) = edge {
                    let to = self.find(edge);
                    if index[to.index()] == u32::MAX {
                        work.push((to, 0));
                    } else if on_stack[to.index()] {
                        low[i] = low[i].min(index[to.index()]);
                    }
                    continue;
                }
                work.pop();
                if let Some(&(up, _)) = work.last() {
                    low[up.index()] = low[up.index()].min(low[i]);
                }
                if low[i] == index[i] {
                    let at = stack.iter().rposition(|&s| s == node).unwrap_or(0);
                    let component = stack.split_off(at);
                    for member in &component {
                        on_stack[member.index()] = false;
                    }
                    found.push(component);
                }
            }
        }
        found
    }
}
