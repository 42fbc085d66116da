//! Formulas of computation tree logic, as they were written.
//!
//! The nodes of a [`Formula`] lie in an arena in which equal subformulas are one node, and in which operands stand before
//! what they are operands of. `Display` prints what parses as the same formula.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::bp::{Span, id};
use crate::deep_recursion::with_enough_stack;
use ltl::{Atom, AtomId};

id!(
    /// A node of a [`Formula`].
    FormulaId
);

/// Of which runs an operator speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// `A`: of all that begin here.
    All,
    /// `E`: of one of them.
    Exists,
}

/// What an operator says of a run with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathUnary {
    Next,
    Finally,
    Globally,
}

/// What an operator says of a run with two operands, as in [`ltl::BinaryOp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PathBinary {
    Until,
    WeakUntil,
    Release,
    StrongRelease,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Connective {
    And,
    Or,
    Xor,
    Implies,
    Iff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    True,
    False,
    Atom(AtomId),
    Not(FormulaId),
    Connective(Connective, FormulaId, FormulaId),
    Unary(Quantifier, PathUnary, FormulaId),
    Binary(Quantifier, PathBinary, FormulaId, FormulaId),
}

/// A formula: an arena of subformulas, and which of them is meant.
#[derive(Clone, Debug)]
pub struct Formula {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, FormulaId>,
    atoms: Vec<(Atom, Span)>,
    atom_ids: FxHashMap<Atom, AtomId>,
    root: FormulaId,
}

impl Formula {
    /// Without a node yet: what is added last and meant is its root.
    pub(super) fn new() -> Self {
        Formula {
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            atoms: Vec::new(),
            atom_ids: FxHashMap::default(),
            root: FormulaId(0),
        }
    }

    pub(super) fn add(&mut self, node: Node) -> FormulaId {
        let next = FormulaId(self.nodes.len() as u32);
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    pub(super) fn add_atom(&mut self, atom: Atom, span: Span) -> AtomId {
        let next = AtomId(self.atoms.len() as u32);
        let id = *self.atom_ids.entry(atom.clone()).or_insert(next);
        if id == next {
            self.atoms.push((atom, span));
        }
        id
    }

    #[must_use]
    pub(super) fn with_root(mut self, root: FormulaId) -> Self {
        self.root = root;
        self
    }

    pub fn root(&self) -> FormulaId {
        self.root
    }

    pub fn node(&self, id: FormulaId) -> Node {
        self.nodes[id.index()]
    }

    /// All nodes, operands before what they are operands of.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All atoms in the order of their ids, each with its first place in the text.
    pub(super) fn atoms(&self) -> impl Iterator<Item = (&Atom, Span)> {
        self.atoms.iter().map(|(atom, span)| (atom, *span))
    }

    /// An atom, and its first place in the text.
    pub(super) fn atom(&self, id: AtomId) -> (&Atom, Span) {
        let (atom, span) = &self.atoms[id.index()];
        (atom, *span)
    }

    fn print(&self, id: FormulaId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_enough_stack(|| match self.node(id) {
            Node::True => f.write_str("true"),
            Node::False => f.write_str("false"),
            Node::Atom(atom) => write!(f, "{}", self.atoms[atom.index()].0),
            Node::Not(operand) => {
                f.write_str("!")?;
                self.print_operand(operand, f)
            }
            Node::Connective(op, left, right) => {
                self.print_operand(left, f)?;
                write!(f, " {} ", op.text())?;
                self.print_operand(right, f)
            }
            Node::Unary(quantifier, op, operand) => {
                write!(f, "{}{} ", quantifier.text(), op.text())?;
                self.print_operand(operand, f)
            }
            Node::Binary(quantifier, op, left, right) => {
                write!(f, "{}[", quantifier.text())?;
                self.print(left, f)?;
                write!(f, " {} ", op.text())?;
                self.print(right, f)?;
                f.write_str("]")
            }
        })
    }

    fn print_operand(&self, id: FormulaId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self.node(id), Node::Connective(..)) {
            return self.print(id, f);
        }
        f.write_str("(")?;
        self.print(id, f)?;
        f.write_str(")")
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(self.root, f)
    }
}

impl Quantifier {
    pub(super) fn text(self) -> &'static str {
        match self {
            Quantifier::All => "A",
            Quantifier::Exists => "E",
        }
    }
}

impl PathUnary {
    pub(super) fn text(self) -> &'static str {
        match self {
            PathUnary::Next => "X",
            PathUnary::Finally => "F",
            PathUnary::Globally => "G",
        }
    }
}

impl PathBinary {
    pub(super) fn text(self) -> &'static str {
        match self {
            PathBinary::Until => "U",
            PathBinary::WeakUntil => "W",
            PathBinary::Release => "R",
            PathBinary::StrongRelease => "M",
        }
    }
}

impl Connective {
    pub(super) fn text(self) -> &'static str {
        match self {
            Connective::And => "&",
            Connective::Or => "|",
            Connective::Xor => "xor",
            Connective::Implies => "->",
            Connective::Iff => "<->",
        }
    }
}
