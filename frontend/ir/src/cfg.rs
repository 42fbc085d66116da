//! Control-flow automata: locations, and edges that carry statements.
//!
//! Stored in petgraph so that its algorithms apply; ids of locations and edges are dense and stay
//! what they are as long as nothing is removed. Passes that remove things build a new graph.

use super::program::{FuncId, VarId};
use super::term::{ExprId, PlaceId};
use petgraph::Direction;
use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;
use source::Span;
use source::entity::EntityId;
use source::entity_id;

entity_id! {
    /// A location of one function.
    pub struct LocId, "L";
    /// An edge of one function.
    pub struct EdgeId, "E";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    Skip,
    /// A scalar, or a whole aggregate (then the value is a load or [`Zero`](super::ExprKind::Zero)).
    /// Source and target of an aggregate copy may be the same, but do not overlap partially.
    Assign {
        place: PlaceId,
        value: ExprId,
    },
    /// Only executions in which the condition, an `int`, is not 0 pass.
    Assume {
        cond: ExprId,
    },
    /// The place gets an arbitrary value.
    Havoc {
        place: PlaceId,
    },
    /// All memory that is not a variable whose address is never taken gets arbitrary contents
    /// (an assembly statement that clobbers memory).
    HavocMemory,
    Call {
        /// Where the returned value goes; its type is the function's return type.
        result: Option<PlaceId>,
        callee: Callee,
        args: Vec<ExprId>,
    },
    /// The value has the function's return type; absent in functions that return nothing (or
    /// that fall off their end, when the value is arbitrary).
    Return {
        value: Option<ExprId>,
    },
    /// The local variable's object comes into being, with arbitrary contents.
    Begin {
        var: VarId,
    },
    /// The local variable's object ceases to be; pointers to it dangle.
    End {
        var: VarId,
    },
    /// A new object of `size` bytes (a `size_t`) comes into being and the pointer variable
    /// `result` gets its address. It lives until the function returns, or until the [`Stmt::Free`]
    /// of the same variable if it is a variable-length array.
    Alloca {
        result: PlaceId,
        size: ExprId,
        align: u64,
    },
    /// The variable-length array that the pointer holds the address of ceases to be.
    Free {
        pointer: ExprId,
    },
    /// `va_start`: the list (given by the address of its first byte, a pointer to the tag on LP64
    /// or to the pointer on ILP32) stands before the first variable argument of this call.
    VaStart {
        list: ExprId,
    },
    /// `va_arg`: the next argument, which must have the place's type.
    VaArg {
        result: PlaceId,
        list: ExprId,
    },
    VaCopy {
        to: ExprId,
        from: ExprId,
    },
    VaEnd {
        list: ExprId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    Direct(FuncId),
    /// A pointer to a function.
    Indirect(ExprId),
}

/// How a story in C would introduce the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// A statement or a part of one.
    Plain,
    /// A condition that holds: of an `if`, `?:`, `&&` or `||`.
    Then,
    /// A condition that does not hold.
    Else,
    /// Into the body of a loop.
    LoopEnter,
    /// Out of a loop.
    LoopExit,
    /// To a `case` label.
    Case,
    /// To the `default` label, or past a switch without one.
    Default,
    /// A jump: `goto`, `break`, `continue`.
    Jump,
    /// Not in the text: initialisation, lifetime, conversion of arguments.
    Implicit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub stmt: Stmt,
    pub span: Span,
    pub kind: EdgeKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Location {
    /// The C labels that stand here.
    pub labels: Vec<Box<str>>,
    /// Whether a loop of the source returns here.
    pub loop_head: bool,
    /// The `while` and `for` statements whose conditions are evaluated from here, before every turn. After a
    /// reduction, also those of which nothing else is left on the way to here.
    pub loops: Vec<Span>,
}

#[derive(Clone, Debug)]
pub struct Cfg {
    graph: DiGraph<Location, Edge, u32>,
    pub entry: LocId,
    pub exit: LocId,
    /// The locations whose address `&&label` is taken, in order.
    pub label_addresses: Vec<LocId>,
}

impl Cfg {
    /// An automaton with an entry and an exit and nothing between.
    pub fn new() -> Self {
        let mut graph = DiGraph::default();
        let entry = loc(graph.add_node(Location::default()));
        let exit = loc(graph.add_node(Location::default()));
        Self {
            graph,
            entry,
            exit,
            label_addresses: Vec::new(),
        }
    }

    /// The same locations with nothing between them, for passes that rebuild the edges.
    pub fn without_edges(&self) -> Self {
        Self {
            graph: self
                .graph
                .filter_map(|_, location| Some(location.clone()), |_, _| None),
            entry: self.entry,
            exit: self.exit,
            label_addresses: self.label_addresses.clone(),
        }
    }

    /// The petgraph view, for its algorithms. Indices are those of the ids.
    pub fn graph(&self) -> &DiGraph<Location, Edge, u32> {
        &self.graph
    }

    pub fn add_loc(&mut self, location: Location) -> LocId {
        loc(self.graph.add_node(location))
    }

    pub fn add_edge(&mut self, from: LocId, to: LocId, edge: Edge) -> EdgeId {
        EdgeId::from_index(self.graph.add_edge(node(from), node(to), edge).index())
    }

    pub fn num_locs(&self) -> usize {
        self.graph.node_count()
    }

    pub fn num_edges(&self) -> usize {
        self.graph.edge_count()
    }

    pub fn locs(&self) -> impl DoubleEndedIterator<Item = LocId> + ExactSizeIterator + use<> {
        (0..self.num_locs()).map(LocId::from_index)
    }

    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeId> + ExactSizeIterator + use<> {
        (0..self.num_edges()).map(EdgeId::from_index)
    }

    pub fn loc(&self, id: LocId) -> &Location {
        &self.graph[node(id)]
    }

    pub fn loc_mut(&mut self, id: LocId) -> &mut Location {
        &mut self.graph[node(id)]
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.graph[EdgeIndex::new(id.index())]
    }

    /// For passes that rewrite statements in place.
    pub fn edge_mut(&mut self, id: EdgeId) -> &mut Edge {
        &mut self.graph[EdgeIndex::new(id.index())]
    }

    pub fn source(&self, id: EdgeId) -> LocId {
        self.ends(id).0
    }

    pub fn target(&self, id: EdgeId) -> LocId {
        self.ends(id).1
    }

    fn ends(&self, id: EdgeId) -> (LocId, LocId) {
        let (from, to) = self
            .graph
            .edge_endpoints(EdgeIndex::new(id.index()))
            .expect("an edge id belongs to its graph");
        (loc(from), loc(to))
    }

    /// Edges that leave, in the order they were added.
    pub fn outgoing(&self, id: LocId) -> Vec<EdgeId> {
        self.incident(id, Direction::Outgoing)
    }

    /// Edges that enter, in the order they were added.
    pub fn incoming(&self, id: LocId) -> Vec<EdgeId> {
        self.incident(id, Direction::Incoming)
    }

    /// Which locations the entry reaches.
    pub fn reachable(&self) -> Vec<bool> {
        let mut seen = vec![false; self.num_locs()];
        let mut stack = vec![node(self.entry)];
        seen[self.entry.index()] = true;
        while let Some(n) = stack.pop() {
            for next in self.graph.neighbors(n) {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    stack.push(next);
                }
            }
        }
        seen
    }

    fn incident(&self, id: LocId, direction: Direction) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = self
            .graph
            .edges_directed(node(id), direction)
            .map(|e| EdgeId::from_index(e.id().index()))
            .collect();
        // petgraph lists the youngest first.
        edges.reverse();
        edges
    }
}

impl Default for Cfg {
    fn default() -> Self {
        Self::new()
    }
}

fn node(id: LocId) -> NodeIndex<u32> {
    NodeIndex::new(id.index())
}

fn loc(index: NodeIndex<u32>) -> LocId {
    LocId::from_index(index.index())
}

impl Stmt {
    /// The place it writes directly (calls write their result).
    pub fn written(&self) -> Option<PlaceId> {
        match *self {
            Self::Assign { place, .. } | Self::Havoc { place } => Some(place),
            Self::Call { result, .. } => result,
            Self::VaArg { result, .. } | Self::Alloca { result, .. } => Some(result),
            _ => None,
        }
    }

    /// The expressions it evaluates; those inside the written place are not among them.
    pub fn exprs(&self) -> Vec<ExprId> {
        match self {
            Self::Assign { value, .. } => vec![*value],
            Self::Assume { cond } => vec![*cond],
            Self::Call { callee, args, .. } => {
                let mut all = args.clone();
                if let Callee::Indirect(e) = callee {
                    all.push(*e);
                }
                all
            }
            Self::Return { value } => value.iter().copied().collect(),
            Self::Alloca { size, .. } => vec![*size],
            Self::Free { pointer } => vec![*pointer],
            Self::VaStart { list } | Self::VaArg { list, .. } | Self::VaEnd { list } => vec![*list],
            Self::VaCopy { to, from } => vec![*to, *from],
            Self::Skip
            | Self::Havoc { .. }
            | Self::HavocMemory
            | Self::Begin { .. }
            | Self::End { .. } => Vec::new(),
        }
    }
}
