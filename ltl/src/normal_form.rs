//! Negation normal form, in which formulas are simplified and translated.
//!
//! Only `X`, `U` and `R` are left of the temporal operators (`F a` is `true U a`, `G a` is `false R a`, `a W b` is
//! `b R (a | b)`, `a M b` is `b U (a & b)`), negation stands before atoms only, and `&` and `|` have any number of
//! operands. Equal formulas are one node, and so a formula that shares much stays small.
//!
//! Invariants: operands have smaller ids; operands of `&` and `|` are at least two, sorted, none of them a constant or the
//! same operator again, and no formula stands there beside its negation.

use rustc_hash::FxHashMap;

use super::formula::{AtomId, BinaryOp, Formula, FormulaId, Node, UnaryOp};

/// A node of an [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NormalId(pub(super) u32);

impl NormalId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Normal {
    True,
    False,
    Literal(AtomId, bool),
    And(Box<[NormalId]>),
    Or(Box<[NormalId]>),
    Next(NormalId),
    Until(NormalId, NormalId),
    Release(NormalId, NormalId),
}

/// How a formula stands to the suffixes of a word.
#[derive(Clone, Copy)]
struct Mode {
    /// Holds on a word wherever it holds on a suffix.
    eventual: bool,
    /// Holds on every suffix of a word on which it holds.
    universal: bool,
}

pub(super) struct Arena {
    nodes: Vec<Normal>,
    ids: FxHashMap<Normal, NormalId>,
    /// Of each node, whether it is eventual (holds where it holds later) and universal (holds later where it holds).
    modes: Vec<Mode>,
    /// The negations that are known.
    negations: Vec<Option<NormalId>>,
    pub(super) implications: FxHashMap<(NormalId, NormalId), bool>,
    /// Whether constructors simplify (see `rewrite`), or only keep the invariants.
    pub(super) rewrites: bool,
}

impl Arena {
    pub(super) const TRUE: NormalId = NormalId(0);
    pub(super) const FALSE: NormalId = NormalId(1);

    pub(super) fn new(rewrites: bool) -> Self {
        let mut arena = Arena {
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            modes: Vec::new(),
            negations: Vec::new(),
            implications: FxHashMap::default(),
            rewrites,
        };
        arena.intern(Normal::True);
        arena.intern(Normal::False);
        arena.set_negation(Arena::TRUE, Arena::FALSE);
        arena
    }

    pub(super) fn node(&self, id: NormalId) -> &Normal {
        &self.nodes[id.index()]
    }

    pub(super) fn intern(&mut self, node: Normal) -> NormalId {
        let next = NormalId(self.nodes.len() as u32);
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        self.modes.push(self.mode(&node));
        self.ids.insert(node.clone(), next);
        self.nodes.push(node);
        self.negations.push(None);
        next
    }

    fn mode(&self, node: &Normal) -> Mode {
        let mode = |id: NormalId| self.modes[id.index()];
        let both = |eventual, universal| Mode {
            eventual,
            universal,
        };
        match node {
            Normal::True | Normal::False => both(true, true),
            Normal::Literal(..) => both(false, false),
            Normal::And(operands) | Normal::Or(operands) => both(
                operands.iter().all(|&o| mode(o).eventual),
                operands.iter().all(|&o| mode(o).universal),
            ),
            Normal::Next(operand) => mode(*operand),
            Normal::Until(left, right) => both(
                *left == Arena::TRUE || mode(*right).eventual,
                mode(*right).universal,
            ),
            Normal::Release(left, right) => both(
                mode(*right).eventual,
                *left == Arena::FALSE || mode(*right).universal,
            ),
        }
    }

    pub(super) fn is_eventual(&self, id: NormalId) -> bool {
        self.modes[id.index()].eventual
    }

    pub(super) fn is_universal(&self, id: NormalId) -> bool {
        self.modes[id.index()].universal
    }

    /// Whether the formula holds on all suffixes of a word or on none.
    pub(super) fn is_suspendable(&self, id: NormalId) -> bool {
        self.is_eventual(id) && self.is_universal(id)
    }

    /// The formula, or its negation, in normal form.
    pub(super) fn convert(&mut self, formula: &Formula, negated: bool) -> NormalId {
        let mut known: Vec<[Option<NormalId>; 2]> = vec![[None; 2]; formula.nodes().len()];
        let mut todo = vec![(formula.root(), negated)];
        while let Some(&(id, sign)) = todo.last() {
            if known[id.index()][usize::from(sign)].is_some() {
                todo.pop();
                continue;
            }
            let get = |id: FormulaId, sign: bool| known[id.index()][usize::from(sign)];
            let missing: Vec<_> = needed(formula.node(id), sign)
                .into_iter()
                .filter(|&(operand, sign)| get(operand, sign).is_none())
                .collect();
            if missing.is_empty() {
                let normal = self.one(formula.node(id), sign, &|id, sign| {
                    get(id, sign).unwrap_or(Arena::TRUE)
                });
                known[id.index()][usize::from(sign)] = Some(normal);
                todo.pop();
            }
            todo.extend(missing);
        }
        known[formula.root().index()][usize::from(negated)].unwrap_or(Arena::TRUE)
    }

    /// One node, negated where `sign` says so, of operands that are known.
    fn one(
        &mut self,
        node: Node,
        sign: bool,
        get: &dyn Fn(FormulaId, bool) -> NormalId,
    ) -> NormalId {
        match node {
            Node::True | Node::False => {
                if (node == Node::True) == sign {
                    Arena::FALSE
                } else {
                    Arena::TRUE
                }
            }
            Node::Atom(atom) => self.literal(atom, !sign),
            Node::Unary(UnaryOp::Not, operand) => get(operand, !sign),
            Node::Unary(UnaryOp::Next, operand) => self.next(get(operand, sign)),
            Node::Unary(op, operand) => {
                let operand = get(operand, sign);
                if (op == UnaryOp::Finally) == sign {
                    self.release(Arena::FALSE, operand)
                } else {
                    self.until(Arena::TRUE, operand)
                }
            }
            Node::Binary(op, left, right) => self.binary(op, (left, right), sign, get),
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        (left, right): (FormulaId, FormulaId),
        sign: bool,
        get: &dyn Fn(FormulaId, bool) -> NormalId,
    ) -> NormalId {
        let (a, b) = (|s| get(left, s), |s| get(right, s));
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let operands = vec![a(sign), b(sign)];
                self.junction((op == BinaryOp::And) != sign, operands)
            }
            BinaryOp::Implies => self.junction(sign, vec![a(!sign), b(sign)]),
            BinaryOp::Iff | BinaryOp::Xor => {
                let differ = (op == BinaryOp::Xor) != sign;
                let both = self.and(vec![a(false), b(differ)]);
                let neither = self.and(vec![a(true), b(!differ)]);
                self.or(vec![both, neither])
            }
            BinaryOp::Until | BinaryOp::Release => {
                if (op == BinaryOp::Until) == sign {
                    self.release(a(sign), b(sign))
                } else {
                    self.until(a(sign), b(sign))
                }
            }
            BinaryOp::WeakUntil | BinaryOp::StrongRelease => {
                let weak = (op == BinaryOp::WeakUntil) != sign;
                let second = self.junction(!weak, vec![a(sign), b(sign)]);
                if weak {
                    self.release(b(sign), second)
                } else {
                    self.until(b(sign), second)
                }
            }
        }
    }

    pub(super) fn literal(&mut self, atom: AtomId, value: bool) -> NormalId {
        let id = self.intern(Normal::Literal(atom, value));
        let negation = self.intern(Normal::Literal(atom, !value));
        self.set_negation(id, negation);
        id
    }

    pub(super) fn and(&mut self, operands: Vec<NormalId>) -> NormalId {
        self.junction(true, operands)
    }

    pub(super) fn or(&mut self, operands: Vec<NormalId>) -> NormalId {
        self.junction(false, operands)
    }

    /// The conjunction or the disjunction of some formulas.
    pub(super) fn junction(&mut self, conjunction: bool, operands: Vec<NormalId>) -> NormalId {
        let (neutral, absorbing) = if conjunction {
            (Arena::TRUE, Arena::FALSE)
        } else {
            (Arena::FALSE, Arena::TRUE)
        };
        let mut flat = self.flatten(conjunction, operands);
        flat.retain(|&id| id != neutral);
        if self.rewrites {
            self.join(conjunction, &mut flat);
        }
        let contradicts = |&id: &NormalId| {
            let negation = self.negations[id.index()];
            negation.is_some_and(|negation| flat.binary_search(&negation).is_ok())
        };
        if flat.contains(&absorbing) || flat.iter().any(contradicts) {
            return absorbing;
        }
        match flat[..] {
            [] => neutral,
            [only] => only,
            _ if conjunction => self.intern(Normal::And(flat.into())),
            _ => self.intern(Normal::Or(flat.into())),
        }
    }

    /// Operands of operands in place of them, sorted, each once.
    pub(super) fn flatten(&self, conjunction: bool, operands: Vec<NormalId>) -> Vec<NormalId> {
        let mut flat = Vec::with_capacity(operands.len());
        for id in operands {
            match (self.node(id), conjunction) {
                (Normal::And(inner), true) | (Normal::Or(inner), false) => flat.extend(inner),
                _ => flat.push(id),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat
    }

    pub(super) fn next(&mut self, operand: NormalId) -> NormalId {
        if matches!(operand, Arena::TRUE | Arena::FALSE) {
            return operand;
        }
        match self.rewrites.then(|| self.rewrite_next(operand)).flatten() {
            Some(simpler) => simpler,
            None => self.intern(Normal::Next(operand)),
        }
    }

    pub(super) fn until(&mut self, left: NormalId, right: NormalId) -> NormalId {
        let is_constant = matches!(right, Arena::TRUE | Arena::FALSE);
        if is_constant || left == Arena::FALSE || left == right {
            return right;
        }
        match self
            .rewrites
            .then(|| self.rewrite_until(left, right))
            .flatten()
        {
            Some(simpler) => simpler,
            None => self.intern(Normal::Until(left, right)),
        }
    }

    pub(super) fn release(&mut self, left: NormalId, right: NormalId) -> NormalId {
        let is_constant = matches!(right, Arena::TRUE | Arena::FALSE);
        if is_constant || left == Arena::TRUE || left == right {
            return right;
        }
        match self
            .rewrites
            .then(|| self.rewrite_release(left, right))
            .flatten()
        {
            Some(simpler) => simpler,
            None => self.intern(Normal::Release(left, right)),
        }
    }

    /// The negation, built without rewriting: that a formula is simpler than its negation must not matter.
    pub(super) fn negation(&mut self, id: NormalId) -> NormalId {
        let mut todo = vec![id];
        while let Some(&top) = todo.last() {
            let operands = self.operands(top);
            let missing = operands
                .iter()
                .filter(|operand| self.negations[operand.index()].is_none());
            let before = todo.len();
            todo.extend(missing);
            if todo.len() == before {
                todo.pop();
                if self.negations[top.index()].is_none() {
                    let negation = self.dual(top);
                    self.set_negation(top, negation);
                }
            }
        }
        self.negations[id.index()].unwrap_or(Arena::FALSE)
    }

    /// The negation of a formula whose operands have theirs.
    fn dual(&mut self, id: NormalId) -> NormalId {
        let not = |id: NormalId| self.negations[id.index()].unwrap_or(Arena::FALSE);
        let sorted = |operands: &[NormalId]| {
            let mut operands: Vec<NormalId> = operands.iter().map(|&o| not(o)).collect();
            operands.sort_unstable();
            operands.into()
        };
        let node = match self.node(id) {
            Normal::True => return Arena::FALSE,
            Normal::False => return Arena::TRUE,
            Normal::Literal(atom, value) => Normal::Literal(*atom, !value),
            Normal::And(operands) => Normal::Or(sorted(operands)),
            Normal::Or(operands) => Normal::And(sorted(operands)),
            Normal::Next(operand) => Normal::Next(not(*operand)),
            Normal::Until(left, right) => Normal::Release(not(*left), not(*right)),
            Normal::Release(left, right) => Normal::Until(not(*left), not(*right)),
        };
        self.intern(node)
    }

    fn set_negation(&mut self, id: NormalId, negation: NormalId) {
        self.negations[id.index()] = Some(negation);
        self.negations[negation.index()] = Some(id);
    }

    pub(super) fn operands(&self, id: NormalId) -> Vec<NormalId> {
        match self.node(id) {
            Normal::True | Normal::False | Normal::Literal(..) => Vec::new(),
            Normal::And(operands) | Normal::Or(operands) => operands.to_vec(),
            Normal::Next(operand) => vec![*operand],
            Normal::Until(left, right) | Normal::Release(left, right) => vec![*left, *right],
        }
    }
}

/// The operands whose normal form a node's is made of, with their signs.
fn needed(node: Node, sign: bool) -> Vec<(FormulaId, bool)> {
    match node {
        Node::True | Node::False | Node::Atom(_) => Vec::new(),
        Node::Unary(UnaryOp::Not, operand) => vec![(operand, !sign)],
        Node::Unary(_, operand) => vec![(operand, sign)],
        Node::Binary(BinaryOp::Implies, left, right) => vec![(left, !sign), (right, sign)],
        Node::Binary(BinaryOp::Iff | BinaryOp::Xor, left, right) => {
            vec![(left, false), (left, true), (right, false), (right, true)]
        }
        Node::Binary(_, left, right) => vec![(left, sign), (right, sign)],
    }
}
