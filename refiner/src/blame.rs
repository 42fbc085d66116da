//! Which conditions of an infeasible path are blamed for it.
//!
//! A path may contradict itself in many ways, and each is a way to learn. Where the whole program is the author's, the
//! contradiction that ends first is taken: what comes behind it is no execution anyway. A path through an
//! environment lives a module's life before it comes to the point, and may be wrong about every part of it. What
//! matters there is what the property speaks of: conditions of the property's own code are asked first, then those of the
//! environment with them, then those of the last calls that the environment made, of more and more of them. What
//! remains of the path is taken for possible meanwhile.
//!
//! Invariant: what is blamed is a set of conditions of the path that contradict each other, whatever was asked before.

use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{Answer, Prover, State, SymbolId, Symbols};
use z3::Model;
use z3::ast::{Ast, Bool};

use crate::feasibility::Condition;
use crate::path::{Path, Turn};

/// Whose code a condition stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Author {
    Property,
    Environment,
    Program,
}

/// Conditions that contradict each other and are near to what the property speaks of.
pub(crate) struct Blamed {
    /// The conditions that were asked about, in order.
    pub(crate) conditions: Vec<Condition>,
    /// Sets of them that contradict each other, by number; the last one ends first.
    pub(crate) cores: Vec<Vec<usize>>,
}

/// Sets of conditions, by number, and an execution that satisfies what comes before the last of them.
pub(crate) type Contradictions = (Vec<Vec<usize>>, Option<Model>);

/// How much effort a question about a part of the conditions may take.
const SOLVER_EFFORT_PER_PART: u32 = 2_000_000;

/// Looks for conditions that contradict each other, the nearest first; none if all that were asked can hold, or the
/// solver gave up. Of what is known about memory only that counts which is about the conditions' own symbols.
pub(crate) fn blame(state: &State, conditions: &[Condition], path: &Path) -> Option<Blamed> {
    let mut prover = Prover::new(SOLVER_EFFORT_PER_PART);
    let mut known = Known::new(state);
    let mut asked = 0;
    for part in parts(conditions, path) {
        // A part that adds nothing to the one before has the same answer.
        if part.len() == asked {
            continue;
        }
        asked = part.len();
        let found = prover.scope(|prover| {
            let terms = part.iter().map(|c| &c.holds);
            known.about(terms).iter().for_each(|f| prover.assert(f));
            let names = assume(prover, &part);
            let contradictory = prover.check_with(&names) == Answer::Unsatisfiable;
            contradictory.then(|| contradictions(prover, &names).0)
        });
        if let Some(cores) = found {
            return Some(Blamed {
                conditions: part,
                cores,
            });
        }
    }
    None
}

/// Whether a claim about a state holds wherever what was blamed does, but for its last condition.
pub(crate) fn must_hold(state: &State, core: &[Condition], claim: &Bool) -> bool {
    let earlier = &core[..core.len().saturating_sub(1)];
    let terms = || earlier.iter().map(|c| &c.holds);
    let mut facts = Known::new(state).about(terms().chain([claim]));
    facts.extend(terms().cloned());
    let facts: Vec<&Bool> = facts.iter().collect();
    Prover::new(SOLVER_EFFORT_PER_PART).implies(&facts, claim)
}

/// Conditions that contradict a claim about a state: of those that have to do with its symbols, more and more. None if all that
/// were asked can hold, or the solver gave up.
pub(crate) fn near_contradiction<'c>(
    state: &State,
    conditions: &[&'c Condition],
    claim: &Bool,
) -> Option<Vec<&'c Condition>> {
    let mut prover = Prover::new(SOLVER_EFFORT_PER_PART);
    let mut known = Known::new(state);
    let mut met: FxHashSet<SymbolId> = known.symbols.of(claim).into_iter().collect();
    let mut near: Vec<&Condition> = Vec::new();
    for _ in 0..MAX_CIRCLES {
        let asked = near.len();
        near.clear();
        for &condition in conditions {
            let symbols = known.symbols.of(&condition.holds);
            if symbols.iter().any(|s| met.contains(s)) {
                near.push(condition);
            }
        }
        if near.len() == asked && asked > 0 {
            return None;
        }
        let found = prover.scope(|prover| {
            let terms = near.iter().map(|c| &c.holds);
            known
                .about(terms.chain([claim]))
                .iter()
                .for_each(|f| prover.assert(f));
            prover.assert(claim);
            let conditions: Vec<Condition> = near.iter().map(|&c| c.clone()).collect();
            let names = assume(prover, &conditions);
            let contradictory = prover.check_with(&names) == Answer::Unsatisfiable;
            contradictory.then(|| prover.core(&names))
        });
        if let Some(core) = found {
            return Some(core.into_iter().map(|i| near[i]).collect());
        }
        met.extend(near.iter().flat_map(|c| known.symbols.of(&c.holds)));
        let definitions = known.definitions.iter();
        let named = definitions.filter(|(name, _)| met.contains(name));
        let used: Vec<SymbolId> = named.flat_map(|(_, (used, _))| used.clone()).collect();
        met.extend(used);
    }
    None
}

/// How far conditions may be from a claim, in steps from one symbol to the next.
const MAX_CIRCLES: usize = 4;

/// What is known about memory.
struct Known {
    symbols: Symbols,
    axioms: Vec<(Vec<SymbolId>, Bool)>,
    /// What names stand for, with the symbols that are used there.
    definitions: FxHashMap<SymbolId, (Vec<SymbolId>, Bool)>,
}

impl Known {
    fn new(state: &State) -> Self {
        let mut symbols = Symbols::default();
        let axioms = state.axioms().into_iter();
        let axioms = axioms.map(|(_, fact)| (symbols.of(&fact), fact)).collect();
        let mut definitions = FxHashMap::default();
        for definition in state.definitions() {
            let mut sides = definition.children().into_iter();
            let (Some(name), Some(value)) = (sides.next(), sides.next()) else {
                continue;
            };
            if let [name] = symbols.of(&name)[..] {
                definitions.insert(name, (symbols.of(&value), definition));
            }
        }
        Known {
            symbols,
            axioms,
            definitions,
        }
    }

    /// What names in the terms stand for, and what is known of the symbols that are met so.
    fn about<'t>(&mut self, terms: impl Iterator<Item = &'t Bool>) -> Vec<Bool> {
        let mut met = FxHashSet::default();
        let mut found = Vec::new();
        let mut open: Vec<SymbolId> = Vec::new();
        for term in terms {
            open.extend(self.symbols.of(term));
        }
        while let Some(symbol) = open.pop() {
            if met.insert(symbol)
                && let Some((used, definition)) = self.definitions.get(&symbol)
            {
                found.push(definition.clone());
                open.extend(used);
            }
        }
        let is_met =
            |(symbols, _): &&(Vec<SymbolId>, Bool)| symbols.iter().all(|s| met.contains(s));
        let axioms = self.axioms.iter().filter(is_met);
        found.extend(axioms.map(|(_, fact)| fact.clone()));
        found
    }
}

/// Names for conditions, which hold if their names do.
pub(crate) fn assume(prover: &mut Prover, conditions: &[Condition]) -> Vec<Bool> {
    let names: Vec<Bool> = (0..conditions.len())
        .map(|i| Bool::new_const(format!("condition{i}@")))
        .collect();
    for (name, condition) in names.iter().zip(conditions) {
        if !mutants::is("paths-are-possible-whatever-they-ask") {
            prover.assert(&name.implies(&condition.holds));
        }
    }
    names
}

/// Sets of conditions that contradict each other: the last one's last condition is as early as possible. And an
/// execution that satisfies all conditions before that, if the solver has it. The solver has just said that not all
/// can hold.
pub(crate) fn contradictions(prover: &mut Prover, names: &[Bool]) -> Contradictions {
    let mut cores = vec![prover.core(names)];
    while let Some(&last) = cores.last().and_then(|core| core.last()) {
        let earlier = &names[..last];
        match prover.check_with(earlier) {
            Answer::Unsatisfiable => cores.push(prover.core(earlier)),
            Answer::Satisfiable => return (cores, prover.model()),
            Answer::Unknown => break,
        }
    }
    (cores, None)
}

/// Parts of the conditions, from what is nearest to the property on, each with what was in those before; without the whole.
fn parts(conditions: &[Condition], path: &Path) -> Vec<Vec<Condition>> {
    let calls = calls_of_main(path);
    let mut starts: Vec<usize> = vec![usize::MAX];
    let mut count = 1;
    while count < calls.len() {
        starts.push(calls[calls.len() - count]);
        count *= 2;
    }
    let up_to = |author: Author, from: usize| {
        let near = |c: &&Condition| c.author <= author || c.step >= from;
        conditions.iter().filter(near).cloned().collect()
    };
    let mut parts = vec![up_to(Author::Property, usize::MAX)];
    parts.extend(starts.iter().map(|&from| up_to(Author::Environment, from)));
    parts
}

/// The steps of a path at which its first function calls something.
fn calls_of_main(path: &Path) -> Vec<usize> {
    let (mut depth, mut found) = (0_usize, Vec::new());
    for (n, step) in path.steps.iter().enumerate() {
        match step.turn {
            Turn::Call => {
                if depth == 0 {
                    found.push(n);
                }
                depth += 1;
            }
            Turn::Return => depth = depth.saturating_sub(1),
            Turn::Block | Turn::Violation => {}
        }
    }
    found
}
