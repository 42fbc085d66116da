//! The product of a pushdown system with a Büchi automaton, and its repeating heads.
//!
//! A head `⟨p, γ⟩` is repeating where a run from it comes back to it, with anything below, and takes an accepting edge on the
//! way; a run that takes accepting edges for ever is one that reaches a repeating head. Algorithm 2 of Esparza, Hansel,
//! Rossmanith and Schwoon (CAV 2000): pre\* tells from which heads to which control states the stack gets one shorter, with or
//! without an accepting edge; a graph of heads is made of that, and its strongly connected components are looked at. The
//! paper's labels `[γ, b]` are a bit of the control state here, so that pre\* stays what it is.

use std::ops::Range;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;

use super::automaton::{Draft, PAutomaton};
use super::post_star::{Rules, post_star_by, rules_by_head};
use super::pre_star::{PreStar, TransitionId, pre_star};
use super::system::{Action, ControlId, PushdownSystem, Rule, RuleId, SymbolId};
use ltl::{Automaton, BitSet, Edge};

/// The product. Its control state `(p, s)` has the number `p · states + s`.
pub(super) struct Product {
    pub(super) system: PushdownSystem,
    /// For each rule the one it is made of, and whether it takes an accepting edge.
    origins: Vec<(RuleId, bool)>,
    states: usize,
}

impl Product {
    /// A product that has no rules yet.
    pub(super) fn new(system: &PushdownSystem, buchi: &Automaton) -> Self {
        let states = buchi.states;
        let controls = system.control_count() * states;
        Product {
            system: PushdownSystem::anonymous(controls, system.symbol_count()),
            origins: Vec::new(),
            states,
        }
    }

    /// Adds all rules. `buchi` has one acceptance set; `letter` tells the atoms that hold in a head.
    pub(super) fn add_all(
        &mut self,
        system: &PushdownSystem,
        buchi: &Automaton,
        letter: impl Fn(ControlId, SymbolId) -> BitSet,
    ) {
        for id in system.rule_ids() {
            let rule = system.rule(id);
            let letter = letter(rule.from, rule.top);
            for edge in buchi.edges.iter().filter(|e| e.guard.holds_in(&letter)) {
                self.add(id, rule, edge);
            }
        }
    }

    /// Adds the rules of the heads that are reached from `starts`, a set of the product's configurations.
    pub(super) fn add_reachable(
        &mut self,
        system: &PushdownSystem,
        buchi: &Automaton,
        starts: &PAutomaton,
        letter: impl Fn(ControlId, SymbolId) -> BitSet,
    ) {
        let mut lazy = Lazy {
            product: self,
            system,
            buchi,
            edges: buchi.edge_ranges(),
            by_head: rules_by_head(system),
            made: FxHashMap::default(),
            letter,
        };
        post_star_by(&mut lazy, starts);
    }

    fn add(&mut self, id: RuleId, rule: &Rule, edge: &Edge) {
        self.origins.push((id, !edge.acceptance.is_empty()));
        self.system.add_rule(Rule {
            from: self.control(rule.from, edge.from.index()),
            to: self.control(rule.to, edge.to.index()),
            label: None,
            ..*rule
        });
    }

    pub(super) fn control(&self, control: ControlId, state: usize) -> ControlId {
        ControlId((control.index() * self.states + state) as u32)
    }

    pub(super) fn original_control(&self, control: ControlId) -> ControlId {
        ControlId((control.index() / self.states) as u32)
    }

    pub(super) fn original(&self, rule: RuleId) -> RuleId {
        self.origins[rule.index()].0
    }

    /// The product with a bit that says whether an accepting edge was taken: `(x, b)` is `2x + b`, and so are rules.
    fn with_memory(&self) -> PushdownSystem {
        let controls = 2 * self.system.control_count();
        let mut system = PushdownSystem::anonymous(controls, self.system.symbol_count());
        for (rule, &(_, accepting)) in self.system.rules().iter().zip(&self.origins) {
            for taken in [false, true] {
                system.add_rule(Rule {
                    from: remember(rule.from, taken),
                    to: remember(rule.to, taken || accepting),
                    label: None,
                    ..*rule
                });
            }
        }
        system
    }
}

/// A product whose rules are made when their head is reached.
struct Lazy<'a, L> {
    product: &'a mut Product,
    system: &'a PushdownSystem,
    buchi: &'a Automaton,
    /// Those that leave each state of the automaton.
    edges: Vec<Range<usize>>,
    by_head: FxHashMap<Head, Vec<RuleId>>,
    /// The rules of each head that was asked for.
    made: FxHashMap<Head, Range<u32>>,
    letter: L,
}

impl<L: Fn(ControlId, SymbolId) -> BitSet> Lazy<'_, L> {
    fn make(&mut self, control: ControlId, top: SymbolId) -> Range<u32> {
        let first = self.product.system.rules().len() as u32;
        let original = self.product.original_control(control);
        let state = control.index() % self.product.states;
        let letter = (self.letter)(original, top);
        for &id in self.by_head.get(&(original, top)).into_iter().flatten() {
            let edges = self.buchi.edges[self.edges[state].clone()].iter();
            for edge in edges.filter(|edge| edge.guard.holds_in(&letter)) {
                self.product.add(id, self.system.rule(id), edge);
            }
        }
        first..self.product.system.rules().len() as u32
    }
}

impl<L: Fn(ControlId, SymbolId) -> BitSet> Rules for Lazy<'_, L> {
    fn of_head(&mut self, control: ControlId, top: SymbolId) -> Vec<(ControlId, Action)> {
        let range = match self.made.get(&(control, top)) {
            Some(range) => range.clone(),
            None => {
                let range = self.make(control, top);
                self.made.insert((control, top), range.clone());
                range
            }
        };
        let rules = range.map(|id| self.product.system.rule(RuleId(id)));
        rules.map(|rule| (rule.to, rule.action)).collect()
    }
}

fn remember(control: ControlId, taken: bool) -> ControlId {
    ControlId(2 * control.0 + u32::from(taken))
}

type Head = (ControlId, SymbolId);

/// A step from head to head: a rule, and a run that takes away what it put on top.
#[derive(Clone, Copy)]
struct Step {
    rule: RuleId,
    shrinks: Option<TransitionId>,
    accepting: bool,
}

/// The repeating heads, and what they repeat by.
pub(super) struct RepeatingHeads {
    graph: DiGraph<Head, Step>,
    nodes: FxHashMap<Head, NodeIndex>,
    /// The component of each node, if a run can accept in it.
    component: Vec<Option<usize>>,
    /// The rules of each run that makes the stack shorter, made when asked for.
    memory: PushdownSystem,
}

impl RepeatingHeads {
    pub(super) fn new(product: &Product) -> Self {
        let mut heads = RepeatingHeads {
            graph: DiGraph::new(),
            nodes: FxHashMap::default(),
            component: Vec::new(),
            memory: product.with_memory(),
        };
        let empty = empty_stacks(&heads.memory);
        let memory = std::mem::take(&mut heads.memory);
        let shrinking = pre_star(&memory, &empty, |_| 0);
        for id in product.system.rule_ids() {
            heads.add_steps(product, id, &shrinking);
        }
        heads.memory = memory;
        heads.find_components();
        heads
    }

    fn node(&mut self, head: Head) -> NodeIndex {
        let graph = &mut self.graph;
        *self
            .nodes
            .entry(head)
            .or_insert_with(|| graph.add_node(head))
    }

    fn add_steps(&mut self, product: &Product, rule_id: RuleId, shrinking: &PreStar<'_>) {
        let rule = product.system.rule(rule_id);
        let accepting = product.origins[rule_id.index()].1;
        let from = self.node((rule.from, rule.top));
        let step = Step {
            rule: rule_id,
            shrinks: None,
            accepting,
        };
        match rule.action {
            Action::Pop => {}
            Action::Swap(symbol) => {
                let to = self.node((rule.to, symbol));
                self.graph.add_edge(from, to, step);
            }
            Action::Push(top, below) => {
                let to = self.node((rule.to, top));
                self.graph.add_edge(from, to, step);
                let start = remember(rule.to, accepting);
                for &id in shrinking.leaving(start.into(), top) {
                    let end = shrinking.transition(id).to;
                    let to = self.node((ControlId(end.0 / 2), below));
                    let shrinks = Some(id);
                    let accepting = end.0 % 2 == 1;
                    self.graph.add_edge(
                        from,
                        to,
                        Step {
                            rule: rule_id,
                            shrinks,
                            accepting,
                        },
                    );
                }
            }
        }
    }

    fn find_components(&mut self) {
        let components = kosaraju_scc(&self.graph);
        let mut of = vec![0; self.graph.node_count()];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|node| of[node.index()] = number);
        }
        let mut accepts = vec![false; components.len()];
        for edge in self.graph.edge_references() {
            let inside = of[edge.source().index()] == of[edge.target().index()];
            accepts[of[edge.source().index()]] |= inside && edge.weight().accepting;
        }
        self.component = of.into_iter().map(|c| accepts[c].then_some(c)).collect();
    }

    /// All configurations whose head is repeating.
    pub(super) fn configurations(&self, product: &Product) -> PAutomaton {
        let mut draft = Draft::new(&product.system);
        let rest = draft.add_state();
        draft.accept(rest);
        for symbol in product.system.symbols() {
            draft.add_edge(rest, Some(symbol), rest);
        }
        for node in self.graph.node_indices() {
            if self.component[node.index()].is_some() {
                let (control, top) = self.graph[node];
                draft.add_edge(control.into(), Some(top), rest);
            }
        }
        draft.finish()
    }

    /// A way from a repeating head back to it with an accepting edge, as rules of the product; none where it is too long.
    pub(super) fn cycle(&self, head: Head) -> Option<Vec<RuleId>> {
        let start = *self.nodes.get(&head)?;
        let (mut steps, after) = self.shortest(start, |_, step| step.accepting)?;
        if after != start {
            steps.extend(self.shortest(after, |to, _| to == start)?.0);
        }
        let empty = empty_stacks(&self.memory);
        let shrinking = pre_star(&self.memory, &empty, |_| 0);
        let mut rules = Vec::new();
        for step in steps {
            rules.push(step.rule);
            if let Some(id) = step.shrinks {
                let inner = shrinking.rules_of(id)?;
                rules.extend(inner.into_iter().map(|rule| RuleId(rule.0 / 2)));
            }
        }
        Some(rules)
    }

    /// The shortest way inside of a component up to a step that is looked for, and where that leads.
    fn shortest(
        &self,
        start: NodeIndex,
        wanted: impl Fn(NodeIndex, &Step) -> bool,
    ) -> Option<(Vec<Step>, NodeIndex)> {
        let component = self.component[start.index()]?;
        let mut before: FxHashMap<NodeIndex, Option<(NodeIndex, Step)>> = FxHashMap::default();
        before.insert(start, None);
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for edge in self.graph.edges(node) {
                let (to, step) = (edge.target(), *edge.weight());
                if self.component[to.index()] != Some(component) {
                    continue;
                }
                if wanted(to, &step) {
                    let mut steps = vec![step];
                    let mut at = node;
                    while let Some(&Some((earlier, step))) = before.get(&at) {
                        steps.push(step);
                        at = earlier;
                    }
                    steps.reverse();
                    return Some((steps, to));
                }
                before.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    Some((node, step))
                });
            }
        }
        None
    }
}

/// The configurations with an empty stack.
fn empty_stacks(system: &PushdownSystem) -> PAutomaton {
    let mut draft = Draft::new(system);
    for control in system.controls() {
        draft.accept(control.into());
    }
    draft.finish()
}
