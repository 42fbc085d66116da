//! Ultimately periodic words: whether they satisfy a formula, and whether an automaton accepts them.
//!
//! A formula is evaluated by its definition, position by position, without any automaton: what the translation makes can
//! be held against it.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use petgraph::visit::EdgeRef;

use super::formula::{BinaryOp, Formula, Node, UnaryOp};
use super::{Automaton, BitSet};

/// A word: some letters, and then others for ever. A letter is the set of the atoms that hold, by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodicWord {
    pub stem: Vec<BitSet>,
    /// Not empty.
    pub cycle: Vec<BitSet>,
}

impl PeriodicWord {
    fn len(&self) -> usize {
        self.stem.len() + self.cycle.len()
    }

    fn letter(&self, position: usize) -> &BitSet {
        self.stem
            .get(position)
            .unwrap_or_else(|| &self.cycle[position - self.stem.len()])
    }

    /// The position after another; after the last one, the cycle begins again.
    fn after(&self, position: usize) -> usize {
        if position + 1 < self.len() {
            position + 1
        } else {
            self.stem.len()
        }
    }
}

impl Formula {
    /// Whether the word satisfies the formula.
    pub fn holds_on(&self, word: &PeriodicWord) -> bool {
        assert!(!word.cycle.is_empty(), "an infinite word");
        let mut values: Vec<Vec<bool>> = Vec::with_capacity(self.nodes().len());
        for &node in self.nodes() {
            let value = values_of(node, &values, word);
            values.push(value);
        }
        values[self.root().index()][0]
    }
}

/// The value of one node at every position.
fn values_of(node: Node, known: &[Vec<bool>], word: &PeriodicWord) -> Vec<bool> {
    let positions = 0..word.len();
    match node {
        Node::True => vec![true; word.len()],
        Node::False => vec![false; word.len()],
        Node::Atom(atom) => positions
            .map(|i| word.letter(i).contains(atom.index()))
            .collect(),
        Node::Unary(op, operand) => {
            let operand = &known[operand.index()];
            let constant = |value| vec![value; word.len()];
            match op {
                UnaryOp::Not => operand.iter().map(|value| !value).collect(),
                UnaryOp::Next => positions.map(|i| operand[word.after(i)]).collect(),
                UnaryOp::Finally => until(&constant(true), operand, word),
                UnaryOp::Globally => weak_until(operand, &constant(false), word),
            }
        }
        Node::Binary(op, left, right) => {
            let (a, b) = (&known[left.index()], &known[right.index()]);
            let both = |f: fn(bool, bool) -> bool| -> Vec<bool> {
                a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
            };
            match op {
                BinaryOp::And => both(|a, b| a && b),
                BinaryOp::Or => both(|a, b| a || b),
                BinaryOp::Xor => both(|a, b| a != b),
                BinaryOp::Iff => both(|a, b| a == b),
                BinaryOp::Implies => both(|a, b| !a || b),
                BinaryOp::Until => until(a, b, word),
                BinaryOp::WeakUntil => weak_until(a, b, word),
                BinaryOp::Release => weak_until(b, &both(|a, b| a && b), word),
                BinaryOp::StrongRelease => until(b, &both(|a, b| a && b), word),
            }
        }
    }
}

/// At each position: the left side holds on and on, until the right side does.
fn until(left: &[bool], right: &[bool], word: &PeriodicWord) -> Vec<bool> {
    backwards(left, right, word, false)
}

fn weak_until(left: &[bool], right: &[bool], word: &PeriodicWord) -> Vec<bool> {
    backwards(left, right, word, true)
}

/// From the last position to the first, each by the one after it. What comes after the last one is taken to be `for_ever`
/// at first; once round the cycle this is corrected wherever some position of the cycle decides.
fn backwards(left: &[bool], right: &[bool], word: &PeriodicWord, for_ever: bool) -> Vec<bool> {
    let mut values = vec![for_ever; word.len()];
    let cycle = word.stem.len()..word.len();
    for at in cycle.rev().chain((0..word.len()).rev()) {
        values[at] = right[at] || left[at] && values[word.after(at)];
    }
    values
}

impl Automaton {
    /// Whether some run over the word is accepting.
    pub fn accepts(&self, word: &PeriodicWord) -> bool {
        assert!(!word.cycle.is_empty(), "an infinite word");
        let mut graph: DiGraph<(), &BitSet> = DiGraph::new();
        let nodes: Vec<_> = (0..self.states * word.len())
            .map(|_| graph.add_node(()))
            .collect();
        let node = |state: usize, position: usize| nodes[state * word.len() + position];
        for edge in &self.edges {
            for position in 0..word.len() {
                if edge.guard.holds_in(word.letter(position)) {
                    let from = node(edge.from.index(), position);
                    let to = node(edge.to.index(), word.after(position));
                    graph.add_edge(from, to, &edge.acceptance);
                }
            }
        }
        let mut reachable = vec![false; nodes.len()];
        let mut todo: Vec<_> = self.initial.iter().map(|s| node(s.index(), 0)).collect();
        while let Some(at) = todo.pop() {
            if !std::mem::replace(&mut reachable[at.index()], true) {
                todo.extend(graph.neighbors(at));
            }
        }
        let components = kosaraju_scc(&graph);
        let mut component_of = vec![0; graph.node_count()];
        for (number, members) in components.iter().enumerate() {
            members
                .iter()
                .for_each(|m| component_of[m.index()] = number);
        }
        // The acceptance sets that edges inside of each component are in, where there are such edges.
        let mut inside: Vec<Option<BitSet>> = vec![None; components.len()];
        for edge in graph.edge_references() {
            let component = component_of[edge.source().index()];
            if component == component_of[edge.target().index()] {
                let sets = inside[component].get_or_insert_default();
                sets.union_with(edge.weight());
            }
        }
        let accepts = |sets: &Option<BitSet>| {
            let met = sets.as_ref().map(BitSet::len);
            met == Some(self.acceptance_sets)
        };
        let mut both = components.iter().zip(&inside);
        both.any(|(members, sets)| reachable[members[0].index()] && accepts(sets))
    }
}
