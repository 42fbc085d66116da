//! Claims as conjunctions of clauses.
//!
//! A claim is a decision diagram over conditions, some of which cannot be said in C. From the diagram of the others that
//! holds whenever the claim does, clauses are read off: each is an alternative of conditions and opposites of
//! conditions, none of which could be left out.

use ir::ExprId;
use semantics::claims::diagrams::{Diagrams, Rank, TooMany};
use semantics::claims::{Contract, Set};

/// A condition, or its opposite.
pub(super) type Literal = (ExprId, bool);

/// More than this helps no validator; what is left out only weakens the whole.
const MAX_CLAUSES: usize = 24;
const MAX_LITERALS_PER_CLAUSE: usize = 6;
/// How many clauses are looked at.
const MAX_CLAUSES_TRIED: usize = 500;
/// Larger diagrams are given up.
const MAX_DIAGRAM_NODES: usize = 50_000;

/// Clauses that hold in all states of a set, in terms of sayable conditions, but not those that hold anyway. No clause at
/// all says nothing; an empty clause, that there is no state.
pub(super) fn clauses(
    contract: &Contract,
    set: Set,
    sayable: &mut dyn FnMut(ExprId) -> bool,
    trivial: &dyn Fn(&[Literal]) -> bool,
) -> Result<Vec<Vec<Literal>>, TooMany> {
    let mut sets = Sayable {
        diagrams: Diagrams::new(MAX_DIAGRAM_NODES),
        conditions: Vec::new(),
    };
    let whole = sets.of(contract, set, sayable)?;
    let mut said = Set::Everything;
    let mut clauses: Vec<Vec<Literal>> = Vec::new();
    for _ in 0..MAX_CLAUSES_TRIED {
        let not = sets.diagrams.minus(said, whole)?;
        let Some(cube) = sets.path(not) else {
            break;
        };
        let mut clause: Vec<(Rank, bool)> = cube.into_iter().map(|(var, is)| (var, !is)).collect();
        let mut n = 0;
        while n < clause.len() {
            let mut less = clause.clone();
            less.remove(n);
            match sets.implies(whole, &less)? {
                true => clause = less,
                false => n += 1,
            }
        }
        said = sets.with(said, &clause)?;
        let literal = |(rank, is): (Rank, bool)| (sets.conditions[rank as usize], is);
        let clause: Vec<Literal> = clause.into_iter().map(literal).collect();
        if clause.len() <= MAX_LITERALS_PER_CLAUSE && !trivial(&clause) {
            clauses.push(clause);
        }
        if clauses.len() == MAX_CLAUSES {
            break;
        }
    }
    clauses.sort_by_key(Vec::len);
    Ok(clauses)
}

/// Diagrams over conditions, in the order in which they are met.
struct Sayable {
    diagrams: Diagrams,
    conditions: Vec<ExprId>,
}

impl Sayable {
    /// The diagram of a set, weakened to the sayable.
    fn of(
        &mut self,
        contract: &Contract,
        set: Set,
        sayable: &mut dyn FnMut(ExprId) -> bool,
    ) -> Result<Set, TooMany> {
        let conditions = &mut self.conditions;
        self.diagrams
            .import(contract, set, &mut |diagrams, (condition, on_entry)| {
                if on_entry || !sayable(condition) {
                    return Ok(None);
                }
                let known = conditions.iter().position(|&c| c == condition);
                let rank = known.unwrap_or_else(|| {
                    conditions.push(condition);
                    conditions.len() - 1
                });
                diagrams.test(rank as Rank).map(Some)
            })
    }

    /// Some assignment that satisfies, if there is one.
    fn path(&self, set: Set) -> Option<Vec<(Rank, bool)>> {
        let mut cube = Vec::new();
        let mut at = set;
        while let Some(node) = self.diagrams.top(at) {
            // Every node that is not a leaf can be satisfied.
            let is = node.no == Set::Nothing;
            cube.push((node.rank, is));
            at = if is { node.yes } else { node.no };
        }
        (at == Set::Everything).then_some(cube)
    }

    /// A conjunction with a clause.
    fn with(&mut self, set: Set, clause: &[(Rank, bool)]) -> Result<Set, TooMany> {
        let diagrams = &mut self.diagrams;
        let mut either = Set::Nothing;
        for &(rank, is) in clause {
            let test = diagrams.test(rank)?;
            either = match is {
                true => diagrams.choose(test, Set::Everything, either)?,
                false => diagrams.choose(test, either, Set::Everything)?,
            };
        }
        diagrams.choose(set, either, Set::Nothing)
    }

    fn implies(&mut self, set: Set, clause: &[(Rank, bool)]) -> Result<bool, TooMany> {
        Ok(self.with(set, clause)? == set)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use semantics::claims::Decision;
    use source::entity::EntityId;

    use super::*;

    fn value(contract: &Contract, set: Set, state: u32) -> bool {
        match set {
            Set::Nothing => false,
            Set::Everything => true,
            Set::Decided(i) => {
                let d = contract.decisions[i as usize];
                let is = state >> d.condition.index() & 1 == 1;
                value(contract, if is { d.yes } else { d.no }, state)
            }
        }
    }

    /// Random diagrams over four conditions: the clauses hold wherever the claim does, whatever the unsayable one is,
    /// and nowhere else.
    #[test]
    fn clauses_say_what_the_claim_says_of_the_sayable() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2_000 {
            let mut decisions = Vec::new();
            for condition in (0..4).rev().flat_map(|c| [c, c]) {
                // Nothing is tested twice on a way.
                let below = decisions.len() as u32 / 2 * 2;
                let mut set = || match random.u32(0..below + 2) {
                    0 => Set::Nothing,
                    1 => Set::Everything,
                    n => Set::Decided(n - 2),
                };
                decisions.push(Decision {
                    condition: ExprId::from_index(condition),
                    on_entry: false,
                    yes: set(),
                    no: set(),
                });
            }
            let contract = Contract {
                decisions,
                entered: Set::Everything,
                at: BTreeMap::new(),
                kept: Vec::new(),
            };
            let whole = Set::Decided(7);
            let hidden = random.usize(0..5);
            let sayable = &mut |c: ExprId| c.index() != hidden;
            let found = clauses(&contract, whole, sayable, &|_| false).expect("it is small");
            for state in 0..16u32 {
                let is = |&(c, is): &Literal| (state >> c.index() & 1 == 1) == is;
                let said = found.iter().all(|clause| clause.iter().any(is));
                let other = if hidden < 4 {
                    state ^ 1 << hidden
                } else {
                    state
                };
                let claimed = value(&contract, whole, state) || value(&contract, whole, other);
                assert_eq!(said, claimed, "{contract:?} {found:?} {state:b}");
            }
        }
    }
}
