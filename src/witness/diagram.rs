//! Claims as conjunctions of clauses.
//!
//! A claim is a decision diagram over conditions, some of which cannot be said in C. A small diagram package makes a
//! diagram of the others that holds whenever the claim does, and reads clauses off it: each is an alternative of
//! conditions and opposites of conditions, none of which could be left out.

use frontend::ir::ExprId;
use rustc_hash::FxHashMap;
use semantics::claims::{Contract, Set};

/// A condition, or its opposite.
pub(super) type Literal = (ExprId, bool);

/// More than this helps no validator; what is left out only weakens the whole.
const MOST_CLAUSES: usize = 24;
const MOST_LITERALS: usize = 6;
/// How many clauses are looked at.
const MOST_LOOKED_AT: usize = 500;
/// Larger diagrams are given up.
const MOST_NODES: usize = 50_000;

/// Clauses that hold in all states of a set, in terms of sayable conditions, but not those that hold anyway. No clause at all says nothing; an empty
/// clause, that there is no state. `None` where the diagrams become too large.
pub(super) fn clauses(
    contract: &Contract,
    set: Set,
    sayable: &mut dyn FnMut(ExprId) -> bool,
    trivial: &dyn Fn(&[Literal]) -> bool,
) -> Option<Vec<Vec<Literal>>> {
    let mut diagrams = Diagrams::default();
    let whole = diagrams.of(contract, set, sayable)?;
    let mut said = TRUE;
    let mut clauses: Vec<Vec<Literal>> = Vec::new();
    for _ in 0..MOST_LOOKED_AT {
        let not = diagrams.ite(whole, FALSE, said)?;
        let Some(cube) = diagrams.path(not) else {
            break;
        };
        let mut clause: Vec<(u32, bool)> = cube.into_iter().map(|(var, is)| (var, !is)).collect();
        let mut n = 0;
        while n < clause.len() {
            let mut less = clause.clone();
            less.remove(n);
            match diagrams.implies(whole, &less)? {
                true => clause = less,
                false => n += 1,
            }
        }
        said = diagrams.with(said, &clause)?;
        let literal = |(var, is): (u32, bool)| (diagrams.conditions[var as usize], is);
        let clause: Vec<Literal> = clause.into_iter().map(literal).collect();
        if clause.len() <= MOST_LITERALS && !trivial(&clause) {
            clauses.push(clause);
        }
        if clauses.len() == MOST_CLAUSES {
            break;
        }
    }
    clauses.sort_by_key(Vec::len);
    Some(clauses)
}

type Ref = u32;
const FALSE: Ref = 0;
const TRUE: Ref = 1;

/// Reduced ordered diagrams; the variables are conditions in the order in which they were met.
#[derive(Default)]
struct Diagrams {
    conditions: Vec<ExprId>,
    /// Variable, yes and no; the first is node 2.
    nodes: Vec<(u32, Ref, Ref)>,
    known: FxHashMap<(u32, Ref, Ref), Ref>,
    computed: FxHashMap<(Ref, Ref, Ref), Ref>,
}

impl Diagrams {
    /// The diagram of a set, weakened to the sayable.
    fn of(
        &mut self,
        contract: &Contract,
        set: Set,
        sayable: &mut dyn FnMut(ExprId) -> bool,
    ) -> Option<Ref> {
        let mut refs: Vec<Ref> = Vec::with_capacity(contract.decisions.len());
        let value = |refs: &[Ref], set: Set| match set {
            Set::Nothing => FALSE,
            Set::Everything => TRUE,
            Set::Decided(i) => refs[i as usize],
        };
        let needed = needed(contract, set);
        for (decision, needed) in contract.decisions.iter().zip(needed) {
            let (yes, no) = (value(&refs, decision.yes), value(&refs, decision.no));
            refs.push(match needed {
                false => FALSE,
                true if decision.on_entry || !sayable(decision.condition) => {
                    self.ite(yes, TRUE, no)?
                }
                true => {
                    let test = self.condition(decision.condition)?;
                    self.ite(test, yes, no)?
                }
            });
        }
        Some(value(&refs, set))
    }

    fn condition(&mut self, condition: ExprId) -> Option<Ref> {
        let known = self.conditions.iter().position(|&c| c == condition);
        let var = known.unwrap_or_else(|| {
            self.conditions.push(condition);
            self.conditions.len() - 1
        });
        self.node(var as u32, TRUE, FALSE)
    }

    fn node(&mut self, var: u32, yes: Ref, no: Ref) -> Option<Ref> {
        if yes == no {
            return Some(yes);
        }
        if let Some(&known) = self.known.get(&(var, yes, no)) {
            return Some(known);
        }
        if self.nodes.len() >= MOST_NODES {
            return None;
        }
        self.nodes.push((var, yes, no));
        let made = self.nodes.len() as Ref + 1;
        self.known.insert((var, yes, no), made);
        Some(made)
    }

    fn top(&self, f: Ref) -> u32 {
        match f.checked_sub(2) {
            Some(n) => self.nodes[n as usize].0,
            None => u32::MAX,
        }
    }

    /// What a diagram is where a variable has a value.
    fn part(&self, f: Ref, var: u32, is: bool) -> Ref {
        match f.checked_sub(2).map(|n| self.nodes[n as usize]) {
            Some((v, yes, no)) if v == var => {
                if is {
                    yes
                } else {
                    no
                }
            }
            _ => f,
        }
    }

    /// If, then, else. It nests as deep as there are conditions.
    fn ite(&mut self, f: Ref, g: Ref, h: Ref) -> Option<Ref> {
        match (f, g, h) {
            (TRUE, ..) => return Some(g),
            (FALSE, ..) => return Some(h),
            (_, TRUE, FALSE) => return Some(f),
            _ if g == h => return Some(g),
            _ => {}
        }
        if let Some(&known) = self.computed.get(&(f, g, h)) {
            return Some(known);
        }
        let var = self.top(f).min(self.top(g)).min(self.top(h));
        let mut half = |is: bool| {
            let (f, g, h) = (
                self.part(f, var, is),
                self.part(g, var, is),
                self.part(h, var, is),
            );
            stacker::maybe_grow(64 << 10, 1 << 20, || self.ite(f, g, h))
        };
        let (yes, no) = (half(true)?, half(false)?);
        let made = self.node(var, yes, no)?;
        self.computed.insert((f, g, h), made);
        Some(made)
    }

    /// Some assignment that satisfies, if there is one.
    fn path(&self, f: Ref) -> Option<Vec<(u32, bool)>> {
        let mut cube = Vec::new();
        let mut at = f;
        while let Some(n) = at.checked_sub(2) {
            let (var, yes, no) = self.nodes[n as usize];
            // Every node that is not a leaf can be satisfied.
            let is = no == FALSE;
            cube.push((var, is));
            at = if is { yes } else { no };
        }
        (at == TRUE).then_some(cube)
    }

    /// A conjunction with a clause.
    fn with(&mut self, f: Ref, clause: &[(u32, bool)]) -> Option<Ref> {
        let mut either = FALSE;
        for &(var, is) in clause {
            let (yes, no) = if is { (TRUE, FALSE) } else { (FALSE, TRUE) };
            let literal = self.node(var, yes, no)?;
            either = self.ite(literal, TRUE, either)?;
        }
        self.ite(f, either, FALSE)
    }

    fn implies(&mut self, f: Ref, clause: &[(u32, bool)]) -> Option<bool> {
        Some(self.with(f, clause)? == f)
    }
}

/// Which decisions a set is made of.
fn needed(contract: &Contract, set: Set) -> Vec<bool> {
    let mut needed = vec![false; contract.decisions.len()];
    let mut waiting = vec![set];
    while let Some(set) = waiting.pop() {
        if let Set::Decided(i) = set
            && !std::mem::replace(&mut needed[i as usize], true)
        {
            let decision = &contract.decisions[i as usize];
            waiting.extend([decision.yes, decision.no]);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use frontend::entity::EntityId;
    use semantics::claims::Decision;

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
            let found = clauses(&contract, whole, sayable, &|_| false).expect("small");
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
