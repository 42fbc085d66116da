//! From formulas to generalised Büchi automata.
//!
//! The construction of Gastin and Oddoux (*Fast LTL to Büchi automata translation*, CAV 2001), with Couvreur's
//! transition-based acceptance (*On-the-fly verification of linear temporal logic*, FM 1999): a state is a set of
//! formulas that have to hold from there on, the obligations. What a formula asks of the letter that comes and of the rest
//! of the word is a disjunction of [`Term`]s; the terms of a state's obligations are multiplied. An `a U b` that is put
//! off again is missing in its acceptance set, so that it is not put off for ever.
//!
//! A disjunction under `X` stays one obligation, which keeps choices from being made before they have to be.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::automaton::{Automaton, Edge, StateId};
use super::normal_form::{Arena, Normal, NormalId};
use super::{BitSet, Cube, Formula, simplify};
use crate::deep_recursion::with_enough_stack;

/// How formulas are translated, and when to give up.
#[derive(Clone, Copy, Debug)]
pub struct TranslateConfig {
    /// Simplify the formula before.
    pub rewrite: bool,
    /// Simplify the automaton afterwards.
    pub simplify: bool,
    pub max_states: usize,
    /// How many comparisons of two ways to satisfy a formula there may be.
    pub max_effort: u64,
}

impl Default for TranslateConfig {
    fn default() -> Self {
        TranslateConfig {
            rewrite: true,
            simplify: true,
            max_states: 5_000,
            max_effort: 10_000_000,
        }
    }
}

/// The automaton has more states or edges than the configuration allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the automaton of this formula is too large")
    }
}

/// Formulas with more nodes are not simplified: implications are looked for between all pairs.
const MAX_REWRITTEN_NODES: usize = 1_000;

/// The automaton of the infinite words that satisfy a formula. Its atoms have the formula's ids.
pub fn translate(formula: &Formula, config: &TranslateConfig) -> Result<Automaton, TooLarge> {
    let rewrite = config.rewrite && formula.nodes().len() <= MAX_REWRITTEN_NODES;
    let mut arena = Arena::new(rewrite);
    let root = arena.convert(formula, false);
    let whole = translate_from(&arena, formula, &[root], config)?;
    match arena.node(root) {
        Normal::Or(operands) if config.simplify => {
            let split = translate_from(&arena, formula, operands, config)?;
            let size = |a: &Automaton| (a.states, a.edges.len(), a.initial.len());
            Ok(if size(&split) < size(&whole) {
                split
            } else {
                whole
            })
        }
        _ => Ok(whole),
    }
}

/// The automaton of a disjunction, with an initial state for each operand.
fn translate_from(
    arena: &Arena,
    formula: &Formula,
    roots: &[NormalId],
    config: &TranslateConfig,
) -> Result<Automaton, TooLarge> {
    let mut tableau = Tableau {
        arena,
        config,
        expansions: FxHashMap::default(),
        states: FxHashMap::default(),
        by_obligations: FxHashMap::default(),
        todo: Vec::new(),
        effort: 0,
    };
    let (mut initial, edges) = tableau.build(roots)?;
    initial.sort_unstable();
    initial.dedup();
    let mut automaton = to_automaton(formula, tableau.states.len(), edges);
    automaton.initial = initial;
    automaton.normalise();
    if config.simplify {
        simplify::simplify(&mut automaton);
    }
    Ok(automaton)
}

/// One way to satisfy a formula: a condition on the letter that comes, and what has to hold after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Term {
    cube: Cube,
    /// Ids of the arena.
    next: BitSet,
}

/// A term of a state, with the `U` formulas that it puts off.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Step {
    term: Term,
    postponed: BitSet,
}

struct Tableau<'a> {
    arena: &'a Arena,
    config: &'a TranslateConfig,
    expansions: FxHashMap<NormalId, Rc<[Term]>>,
    /// States that do the same are one state.
    states: FxHashMap<Vec<Step>, StateId>,
    by_obligations: FxHashMap<BitSet, StateId>,
    todo: Vec<(StateId, Vec<Step>)>,
    effort: u64,
}

type RawEdge = (StateId, Step, StateId);

impl Tableau<'_> {
    /// The states of some formulas, and the edges of all states that can be reached from them.
    fn build(&mut self, roots: &[NormalId]) -> Result<(Vec<StateId>, Vec<RawEdge>), TooLarge> {
        let mut edges = Vec::new();
        let mut initial = Vec::new();
        for &root in roots {
            if let Some(obligations) = self.obligations(root) {
                initial.push(self.state(obligations)?);
            }
        }
        while let Some((from, steps)) = self.todo.pop() {
            for step in steps {
                let to = self.state(step.term.next.clone())?;
                edges.push((from, step, to));
            }
        }
        Ok((initial, edges))
    }

    fn state(&mut self, obligations: BitSet) -> Result<StateId, TooLarge> {
        if let Some(&known) = self.by_obligations.get(&obligations) {
            return Ok(known);
        }
        let steps = self.steps(&obligations)?;
        let next = StateId(self.states.len() as u32);
        let state = *self.states.entry(steps.clone()).or_insert(next);
        if state == next {
            if self.states.len() > self.config.max_states {
                return Err(TooLarge);
            }
            self.todo.push((state, steps));
        }
        self.by_obligations.insert(obligations, state);
        Ok(state)
    }

    /// What a state can do: the product of what its obligations can do.
    ///
    /// Terms that ask for more than others stay until it is known what is put off: `b` and to owe `a U b` later may be
    /// better than to owe it only, because an `a U b` of now is satisfied.
    fn steps(&mut self, obligations: &BitSet) -> Result<Vec<Step>, TooLarge> {
        let mut terms = vec![nothing()];
        for id in obligations.iter().map(|id| NormalId(id as u32)) {
            let expansion = self.expand(id)?;
            self.spend(terms.len() * expansion.len())?;
            terms = products(&terms, &expansion).collect();
            terms.sort_unstable();
            terms.dedup();
        }
        let mut steps: Vec<Step> = Vec::new();
        for term in terms {
            let postponed = self.postponed(&term)?;
            self.spend(steps.len())?;
            add_maximal(&mut steps, Step { term, postponed }, |weak, strong| {
                is_weaker(&weak.term, &strong.term) && weak.postponed.is_subset(&strong.postponed)
            });
        }
        steps.sort_unstable();
        Ok(steps)
    }

    /// The `U` formulas among what has to hold next which this letter does not satisfy at once.
    fn postponed(&mut self, term: &Term) -> Result<BitSet, TooLarge> {
        let mut postponed = BitSet::new();
        for id in term.next.iter() {
            let until = NormalId(id as u32);
            if !matches!(self.arena.node(until), Normal::Until(..)) {
                continue;
            }
            let expansion = self.expand(until)?;
            let is_satisfied = |way: &Term| !way.next.contains(id) && is_weaker(way, term);
            if !expansion.iter().any(is_satisfied) {
                postponed.insert(id);
            }
        }
        Ok(postponed)
    }

    /// The ways to satisfy one formula.
    fn expand(&mut self, id: NormalId) -> Result<Rc<[Term]>, TooLarge> {
        if let Some(known) = self.expansions.get(&id) {
            return Ok(known.clone());
        }
        let terms: Rc<[Term]> = with_enough_stack(|| self.expand_node(id))?.into();
        self.expansions.insert(id, terms.clone());
        Ok(terms)
    }

    fn expand_node(&mut self, id: NormalId) -> Result<Vec<Term>, TooLarge> {
        Ok(match self.arena.node(id) {
            Normal::True => vec![nothing()],
            Normal::False => Vec::new(),
            Normal::Literal(atom, value) => vec![Term {
                cube: Cube::literal(*atom, *value),
                next: BitSet::new(),
            }],
            Normal::Next(operand) => self.later(*operand),
            Normal::And(operands) => {
                let mut terms = vec![nothing()];
                for &operand in operands {
                    let expansion = self.expand(operand)?;
                    terms = self.product(&terms, &expansion)?;
                }
                terms
            }
            Normal::Or(operands) => {
                let mut terms = Vec::new();
                for &operand in operands {
                    let expansion = self.expand(operand)?;
                    self.sum(&mut terms, &expansion)?;
                }
                terms
            }
            Normal::Until(left, right) => {
                let mut terms = self.expand(*right)?.to_vec();
                let left = self.expand(*left)?;
                let later = self.later(id);
                let waits = self.product(&left, &later)?;
                self.sum(&mut terms, &waits)?;
                terms
            }
            Normal::Release(left, right) => {
                let mut either = self.expand(*left)?.to_vec();
                let later = self.later(id);
                self.sum(&mut either, &later)?;
                let right = self.expand(*right)?;
                self.product(&right, &either)?
            }
        })
    }

    fn later(&self, id: NormalId) -> Vec<Term> {
        let next = self.obligations(id);
        let term = |next| Term {
            cube: Cube::always(),
            next,
        };
        next.map(term).into_iter().collect()
    }

    /// A formula as a set of obligations, one for each operand of a conjunction; none where it is false.
    fn obligations(&self, id: NormalId) -> Option<BitSet> {
        match self.arena.node(id) {
            Normal::True => Some(BitSet::new()),
            Normal::False => None,
            Normal::And(operands) => Some(operands.iter().map(|o| o.index()).collect()),
            _ => Some([id.index()].into_iter().collect()),
        }
    }

    fn sum(&mut self, terms: &mut Vec<Term>, more: &[Term]) -> Result<(), TooLarge> {
        for term in more {
            self.spend(terms.len())?;
            add_maximal(terms, term.clone(), is_weaker);
        }
        Ok(())
    }

    fn product(&mut self, left: &[Term], right: &[Term]) -> Result<Vec<Term>, TooLarge> {
        let mut terms = Vec::new();
        for term in products(left, right) {
            self.spend(terms.len())?;
            add_maximal(&mut terms, term, is_weaker);
        }
        Ok(terms)
    }

    fn spend(&mut self, comparisons: usize) -> Result<(), TooLarge> {
        self.effort += 1 + comparisons as u64;
        if self.effort > self.config.max_effort {
            return Err(TooLarge);
        }
        Ok(())
    }
}

/// The term that asks for nothing.
fn nothing() -> Term {
    Term {
        cube: Cube::always(),
        next: BitSet::new(),
    }
}

/// What satisfies one of the left terms and one of the right ones.
fn products<'t>(left: &'t [Term], right: &'t [Term]) -> impl Iterator<Item = Term> + 't {
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| {
        let cube = a.cube.and(&b.cube)?;
        let mut next = a.next.clone();
        next.union_with(&b.next);
        Some(Term { cube, next })
    })
}

/// Whether a term asks for no more than another.
fn is_weaker(weak: &Term, strong: &Term) -> bool {
    strong.cube.implies(&weak.cube) && weak.next.is_subset(&strong.next)
}

/// Adds an element unless a weaker one is there, and removes those that are stronger.
fn add_maximal<T>(list: &mut Vec<T>, element: T, is_weaker: impl Fn(&T, &T) -> bool) {
    if list.iter().any(|old| is_weaker(old, &element)) {
        return;
    }
    list.retain(|old| !is_weaker(&element, old));
    list.push(element);
}

fn to_automaton(formula: &Formula, states: usize, edges: Vec<RawEdge>) -> Automaton {
    let mut untils = BitSet::new();
    for (_, step, _) in &edges {
        untils.union_with(&step.postponed);
    }
    let untils: Vec<usize> = untils.iter().collect();
    let edge = |(from, step, to): RawEdge| {
        let satisfied = |&(_, until): &(usize, &usize)| !step.postponed.contains(*until);
        let sets = untils.iter().enumerate().filter(satisfied);
        Edge {
            from,
            to,
            acceptance: sets.map(|(set, _)| set).collect(),
            guard: step.term.cube.into(),
        }
    };
    Automaton {
        atoms: formula.atoms().cloned().collect(),
        states,
        initial: Vec::new(),
        acceptance_sets: untils.len(),
        edges: edges.into_iter().map(edge).collect(),
    }
}
