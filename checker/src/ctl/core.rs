//! The few operators that the others are made of: `EX`, `EU`, `EG` and boolean ones.
//!
//! Runs are infinite (those that end stutter, or do not count), and a run that an assumption blocks is none. So `E` speaks of
//! runs, and not of all sequences of steps; with that all the usual dualities hold. The first two nodes are `true` and
//! `EG true`, which says that there is a run at all.

use rustc_hash::FxHashMap;

use super::formula::{Connective, Formula, Node, PathBinary, PathUnary, Quantifier};

/// A node of [`CoreFormula`].
pub(super) type CoreId = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Core {
    True,
    Atom(usize),
    Not(CoreId),
    And(CoreId, CoreId),
    /// `EX`
    Next(CoreId),
    /// `E[· U ·]`
    Until(CoreId, CoreId),
    /// `EG`
    Globally(CoreId),
}

pub(super) const TRUE: CoreId = 0;
/// There is a run.
pub(super) const LIVE: CoreId = 1;

/// A formula of these operators: operands stand before what they are operands of.
pub(super) struct CoreFormula {
    pub(super) nodes: Vec<Core>,
    pub(super) root: CoreId,
    ids: FxHashMap<Core, CoreId>,
}

impl CoreFormula {
    pub(super) fn new(formula: &Formula) -> Self {
        let mut core = CoreFormula {
            nodes: Vec::new(),
            root: TRUE,
            ids: FxHashMap::default(),
        };
        core.add(Core::True);
        core.add(Core::Globally(TRUE));
        let mut ids: Vec<CoreId> = Vec::new();
        for node in formula.nodes() {
            let id = core.of_node(*node, |operand| ids[operand.index()]);
            ids.push(id);
        }
        core.root = ids.get(formula.root().index()).copied().unwrap_or(TRUE);
        core
    }

    fn of_node(&mut self, node: Node, of: impl Fn(super::FormulaId) -> CoreId) -> CoreId {
        match node {
            Node::True => TRUE,
            Node::False => self.not(TRUE),
            Node::Atom(atom) => self.add(Core::Atom(atom.index())),
            Node::Not(a) => self.not(of(a)),
            Node::Connective(op, a, b) => self.connective(op, of(a), of(b)),
            Node::Unary(Quantifier::Exists, op, a) => self.unary(op, of(a)),
            Node::Unary(Quantifier::All, op, a) => {
                let a = self.not(of(a));
                let dual = match op {
                    PathUnary::Next => PathUnary::Next,
                    PathUnary::Finally => PathUnary::Globally,
                    PathUnary::Globally => PathUnary::Finally,
                };
                let exists = self.unary(dual, a);
                self.not(exists)
            }
            Node::Binary(Quantifier::Exists, op, a, b) => self.binary(op, of(a), of(b)),
            Node::Binary(Quantifier::All, op, a, b) => {
                let (a, b) = (self.not(of(a)), self.not(of(b)));
                let dual = match op {
                    PathBinary::Until => PathBinary::Release,
                    PathBinary::WeakUntil => PathBinary::StrongRelease,
                    PathBinary::Release => PathBinary::Until,
                    PathBinary::StrongRelease => PathBinary::WeakUntil,
                };
                let exists = self.binary(dual, a, b);
                self.not(exists)
            }
        }
    }

    fn unary(&mut self, op: PathUnary, a: CoreId) -> CoreId {
        match op {
            PathUnary::Next => self.add(Core::Next(a)),
            PathUnary::Finally => self.add(Core::Until(TRUE, a)),
            PathUnary::Globally => self.add(Core::Globally(a)),
        }
    }

    fn binary(&mut self, op: PathBinary, a: CoreId, b: CoreId) -> CoreId {
        match op {
            PathBinary::Until => self.add(Core::Until(a, b)),
            PathBinary::WeakUntil => {
                let (until, for_ever) = (self.add(Core::Until(a, b)), self.add(Core::Globally(a)));
                self.or(until, for_ever)
            }
            PathBinary::StrongRelease => {
                let both = self.and(a, b);
                self.add(Core::Until(b, both))
            }
            PathBinary::Release => {
                let strong = self.binary(PathBinary::StrongRelease, a, b);
                let for_ever = self.add(Core::Globally(b));
                self.or(strong, for_ever)
            }
        }
    }

    fn connective(&mut self, op: Connective, a: CoreId, b: CoreId) -> CoreId {
        match op {
            Connective::And => self.and(a, b),
            Connective::Or => self.or(a, b),
            Connective::Implies => {
                let a = self.not(a);
                self.or(a, b)
            }
            Connective::Iff => {
                let (only_a, only_b) = (self.without(a, b), self.without(b, a));
                let (not_a, not_b) = (self.not(only_a), self.not(only_b));
                self.and(not_a, not_b)
            }
            Connective::Xor => {
                let (only_a, only_b) = (self.without(a, b), self.without(b, a));
                self.or(only_a, only_b)
            }
        }
    }

    fn add(&mut self, node: Core) -> CoreId {
        let next = self.nodes.len();
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    fn not(&mut self, a: CoreId) -> CoreId {
        match self.nodes[a] {
            Core::Not(inside) => inside,
            _ => self.add(Core::Not(a)),
        }
    }

    fn and(&mut self, a: CoreId, b: CoreId) -> CoreId {
        match (a, b) {
            (TRUE, other) | (other, TRUE) => other,
            _ => self.add(Core::And(a, b)),
        }
    }

    fn or(&mut self, a: CoreId, b: CoreId) -> CoreId {
        let (not_a, not_b) = (self.not(a), self.not(b));
        let neither = self.and(not_a, not_b);
        self.not(neither)
    }

    fn without(&mut self, a: CoreId, b: CoreId) -> CoreId {
        let b = self.not(b);
        self.and(a, b)
    }
}
