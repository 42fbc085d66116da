//! Formulas of linear temporal logic, as they were written.
//!
//! The nodes of a [`Formula`] lie in an arena in which equal subformulas are one node. Invariants:
//! * the operands of a node have smaller ids than the node: a pass over all nodes in their order sees operands first,
//!   and needs no recursion;
//! * no two nodes are equal, and no two atoms are.
//!
//! `Display` prints what parses as the same formula.

use std::fmt;

use rustc_hash::FxHashMap;

use super::Atom;
use crate::deep_recursion::with_enough_stack;
use crate::{Span, id};

id!(
    /// A node of a [`Formula`].
    FormulaId
);
id!(
    /// An atom of a [`Formula`] or of an automaton: its number among the atoms.
    AtomId
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    Not,
    /// `X`
    Next,
    /// `F`
    Finally,
    /// `G`
    Globally,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    And,
    Or,
    Xor,
    Implies,
    Iff,
    /// `U`: the right side holds at last, the left side until then.
    Until,
    /// `W`: as `U`, or the left side holds for ever.
    WeakUntil,
    /// `R`: the right side holds up to and including where the left side does, or for ever.
    Release,
    /// `M`: as `R`, and the left side does hold at last.
    StrongRelease,
}

impl UnaryOp {
    pub(super) fn text(self) -> &'static str {
        match self {
            UnaryOp::Not => "!",
            UnaryOp::Next => "X ",
            UnaryOp::Finally => "F ",
            UnaryOp::Globally => "G ",
        }
    }
}

impl BinaryOp {
    pub(super) fn text(self) -> &'static str {
        match self {
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "xor",
            BinaryOp::Implies => "->",
            BinaryOp::Iff => "<->",
            BinaryOp::Until => "U",
            BinaryOp::WeakUntil => "W",
            BinaryOp::Release => "R",
            BinaryOp::StrongRelease => "M",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    True,
    False,
    Atom(AtomId),
    Unary(UnaryOp, FormulaId),
    Binary(BinaryOp, FormulaId, FormulaId),
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
    /// The formula `true`, to which others are added.
    pub fn new() -> Self {
        let mut formula = Formula {
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            atoms: Vec::new(),
            atom_ids: FxHashMap::default(),
            root: FormulaId(0),
        };
        formula.root = formula.add(Node::True);
        formula
    }

    /// The id of a node, whose operands are nodes of this formula already.
    pub fn add(&mut self, node: Node) -> FormulaId {
        let next = FormulaId(self.nodes.len() as u32);
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    /// The id of an atom, which stands at `span` of the formula's text first.
    pub fn add_atom(&mut self, atom: Atom, span: Span) -> AtomId {
        let next = AtomId(self.atoms.len() as u32);
        let id = *self.atom_ids.entry(atom.clone()).or_insert(next);
        if id == next {
            self.atoms.push((atom, span));
        }
        id
    }

    pub fn unary(&mut self, op: UnaryOp, operand: FormulaId) -> FormulaId {
        self.add(Node::Unary(op, operand))
    }

    pub fn binary(&mut self, op: BinaryOp, left: FormulaId, right: FormulaId) -> FormulaId {
        self.add(Node::Binary(op, left, right))
    }

    /// The same arena, another of its nodes meant.
    #[must_use]
    pub fn with_root(mut self, root: FormulaId) -> Self {
        assert!(root.index() < self.nodes.len(), "a node of this formula");
        self.root = root;
        self
    }

    /// What holds where this does not.
    #[must_use]
    pub fn negated(mut self) -> Self {
        self.root = match self.node(self.root) {
            Node::Unary(UnaryOp::Not, operand) => operand,
            _ => self.unary(UnaryOp::Not, self.root),
        };
        self
    }

    pub fn root(&self) -> FormulaId {
        self.root
    }

    pub fn node(&self, id: FormulaId) -> Node {
        self.nodes[id.index()]
    }

    /// All nodes, operands before what they are operands of. Not all need occur below the root.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub fn atom(&self, id: AtomId) -> &Atom {
        &self.atoms[id.index()].0
    }

    /// Where an atom stands in the text, for the first time.
    pub fn atom_span(&self, id: AtomId) -> Span {
        self.atoms[id.index()].1
    }

    /// All atoms, in the order of their ids.
    pub fn atoms(&self) -> impl ExactSizeIterator<Item = &Atom> {
        self.atoms.iter().map(|(atom, _)| atom)
    }

    /// Adds a formula to this one's arena; its root in it.
    pub fn import(&mut self, other: &Formula) -> FormulaId {
        let mut ids: Vec<FormulaId> = Vec::with_capacity(other.nodes.len());
        for node in &other.nodes {
            let node = match *node {
                Node::Atom(atom) => {
                    let (atom, span) = &other.atoms[atom.index()];
                    Node::Atom(self.add_atom(atom.clone(), *span))
                }
                Node::Unary(op, operand) => Node::Unary(op, ids[operand.index()]),
                Node::Binary(op, left, right) => {
                    Node::Binary(op, ids[left.index()], ids[right.index()])
                }
                constant => constant,
            };
            ids.push(self.add(node));
        }
        ids[other.root.index()]
    }

    fn print(&self, id: FormulaId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_enough_stack(|| match self.node(id) {
            Node::True => f.write_str("true"),
            Node::False => f.write_str("false"),
            Node::Atom(atom) => write!(f, "{}", self.atom(atom)),
            Node::Unary(op, operand) => {
                f.write_str(op.text())?;
                self.print_operand(operand, None, f)
            }
            Node::Binary(op, left, right) => {
                self.print_operand(left, Some(op), f)?;
                write!(f, " {} ", op.text())?;
                self.print_operand(right, None, f)
            }
        })
    }

    /// An operand, in parentheses where another reading is possible, in this language or another's. Only the left
    /// operand of `&` and `|` (`left_of`) can do without.
    fn print_operand(
        &self,
        id: FormulaId,
        left_of: Option<BinaryOp>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let parentheses = match self.node(id) {
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => left_of != Some(op),
            Node::Binary(..) => true,
            _ => false,
        };
        if !parentheses {
            return self.print(id, f);
        }
        f.write_str("(")?;
        self.print(id, f)?;
        f.write_str(")")
    }
}

impl Default for Formula {
    fn default() -> Self {
        Formula::new()
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(self.root, f)
    }
}
