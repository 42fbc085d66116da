//! Everything that can happen from a location until the next one with a claim.

use std::collections::BTreeSet;

use ir::{Callee, Cfg, EdgeId, FuncId, LocId, Stmt};
use z3::ast::{Ast, Bool};

use super::calls::Call;
use super::moment::Moment;
use super::verifier::{STATE_BEFORE, Side, Stopped, Verifier, on_entry};
use super::{Contract, Outcome, Set, Test, Why};
use crate::execution::state::State;
use crate::execution::stmt::{Outside, StatementOutcome, execute, outside};
use crate::memory::axiom::Axiom;

/// A location with a claim, and a state that is as claimed.
pub(super) struct Start<'v> {
    pub(super) func: FuncId,
    pub(super) contract: &'v Contract,
    cfg: &'v Cfg,
    pub(super) set: Set,
    pub(super) state: State,
    /// That what is kept is as it was on entry.
    pub(super) kept: Vec<Bool>,
    /// What conditions mean here.
    now: Moment,
}

/// Where a way has led to.
pub(super) struct Way {
    pub(super) loc: LocId,
    pub(super) state: State,
    /// What must hold for it to be taken.
    pub(super) conditions: Vec<Bool>,
    /// The locations it came through.
    through: BTreeSet<LocId>,
}

impl<'v> Verifier<'v> {
    pub(super) fn from(
        &mut self,
        func: FuncId,
        contract: &'v Contract,
        cfg: &'v Cfg,
        loc: LocId,
        set: Set,
    ) -> Result<(), Stopped> {
        let context = self.context;
        let mut now = Moment::new(State::new(STATE_BEFORE));
        // All conditions are looked at first: later states know the addresses that they mention.
        contract.formula(set, &mut |(condition, entry)| match entry {
            true => on_entry(condition),
            false => now.holds(context, condition),
        });
        let kept = contract.kept.iter();
        let kept = kept
            .map(|&c| on_entry(c).iff(now.holds(context, c)))
            .collect();
        let start = Start {
            func,
            contract,
            cfg,
            set,
            state: now.state.clone(),
            kept,
            now,
        };
        self.ways(&start, loc)
    }

    fn ways(&mut self, start: &Start<'v>, loc: LocId) -> Result<(), Stopped> {
        let mut waiting = vec![Way {
            loc,
            state: start.state.clone(),
            conditions: Vec::new(),
            through: BTreeSet::new(),
        }];
        while let Some(way) = waiting.pop() {
            for edge in start.cfg.outgoing(way.loc) {
                let Some(next) = self.step(start, edge, &way)? else {
                    continue;
                };
                match start.contract.at.get(&next.loc) {
                    Some(&set) => self.arrive(start, next, set)?,
                    None if next.through.contains(&next.loc) => {
                        return Err(Outcome::Open(start.func, next.loc, Why::Claim));
                    }
                    None => waiting.push(next),
                }
            }
        }
        Ok(())
    }

    /// Where an edge leads to; nowhere if no state passes, or if what follows has been looked at.
    fn step(&mut self, start: &Start<'v>, edge: EdgeId, way: &Way) -> Result<Option<Way>, Stopped> {
        let (context, func) = (self.context, start.func);
        let missing = Outcome::Open(func, way.loc, Why::Claim);
        let mut next = Way {
            loc: start.cfg.target(edge),
            state: way.state.clone(),
            conditions: way.conditions.clone(),
            through: way.through.clone(),
        };
        next.through.insert(way.loc);
        match &start.cfg.edge(edge).stmt {
            Stmt::Call {
                callee: Callee::Direct(callee),
                args,
                result,
            } => {
                if self.question.violations.contains(callee) {
                    self.violation(start, way)?;
                    return Ok(None);
                }
                if context.program.funcs[*callee].body.is_some() {
                    let call = Call {
                        callee: *callee,
                        args,
                        result: *result,
                        to: next.loc,
                    };
                    self.call(start, way, &call)?;
                    return Ok(None);
                }
                match outside(&mut next.state, context, func, edge) {
                    Outside::Ends => return Ok(None),
                    Outside::Returns(_) => {}
                }
            }
            Stmt::Call { .. } => return Err(missing),
            // Callers go by what is claimed where a return begins.
            Stmt::Return { .. } => {
                return match start.contract.at.contains_key(&way.loc) {
                    true => Ok(None),
                    false => Err(missing),
                };
            }
            stmt => {
                if let StatementOutcome::If(condition) = execute(&mut next.state, context, stmt) {
                    let condition = condition.simplify();
                    if condition.as_bool() == Some(false) {
                        return Ok(None);
                    }
                    next.conditions.push(condition);
                }
            }
        }
        Ok(Some(next))
    }

    /// A way ends at a location with a claim, which must hold then.
    fn arrive(&mut self, start: &Start<'v>, way: Way, set: Set) -> Result<(), Stopped> {
        let after = start.now.next(self.context, &mut self.reads, way.state);
        self.keeps(start, way.loc, (way.conditions, Vec::new()), after, set)
    }

    /// From a state that is as claimed, under some facts, another one comes about that must be as claimed too.
    pub(super) fn keeps(
        &mut self,
        start: &Start<'v>,
        to: LocId,
        (mut facts, mut memory): (Vec<Bool>, Vec<(Axiom, Bool)>),
        mut after: Moment,
        set: Set,
    ) -> Result<(), Stopped> {
        let context = self.context;
        let mut now = start.now.clone();
        let changed = start.contract.kept.iter().filter_map(|&condition| {
            let then = after.holds(context, condition);
            let same = then == now.holds(context, condition);
            (!same).then(|| on_entry(condition).iff(then))
        });
        let changed: Vec<Bool> = changed.collect();
        let bad = self.difference(
            start.side(&mut |test| meaning(test, |c| now.holds(context, c))),
            Side {
                func: start.func,
                contract: start.contract,
                set,
                holds: &mut |test| meaning(test, |c| after.holds(context, c)),
            },
        );
        memory.extend(after.state.axioms());
        facts.extend(start.kept.iter().cloned());
        if mutants::is("the-second-look-takes-steps-for-granted") {
            return Ok(());
        }
        self.exclude((start.func, to), &facts, memory.clone(), &bad)?;
        if changed.is_empty() || mutants::is("the-second-look-believes-what-is-kept") {
            return Ok(());
        }
        facts.push(start.claim(self));
        let bad = Bool::and(&changed).not();
        self.exclude((start.func, to), &facts, memory, &bad)
    }

    /// No state gets here.
    fn violation(&mut self, start: &Start<'v>, way: &Way) -> Result<(), Stopped> {
        let mut facts = way.conditions.clone();
        facts.extend(start.kept.iter().cloned());
        let claim = start.claim(self);
        if mutants::is("the-second-look-does-not-look-at-violations") {
            return Ok(());
        }
        self.exclude((start.func, way.loc), &facts, way.state.axioms(), &claim)
    }
}

impl Start<'_> {
    /// That a state is as claimed.
    pub(super) fn claim(&self, verifier: &Verifier<'_>) -> Bool {
        let mut now = self.now.clone();
        let mut holds = |test| meaning(test, |c| now.holds(verifier.context, c));
        self.contract.formula(self.set, &mut holds)
    }

    /// The claim, with what its tests mean.
    pub(super) fn side<'s>(&'s self, holds: &'s mut dyn FnMut(Test) -> Bool) -> Side<'s> {
        Side {
            func: self.func,
            contract: self.contract,
            set: self.set,
            holds,
        }
    }

    /// What conditions mean in a state on a way from here.
    pub(super) fn moment(&self, verifier: &mut Verifier<'_>, state: State) -> Moment {
        self.now.next(verifier.context, &mut verifier.reads, state)
    }

    pub(super) fn now(&self) -> Moment {
        self.now.clone()
    }
}

/// What a test means inside a function.
pub(super) fn meaning((condition, entry): Test, now: impl FnOnce(ir::ExprId) -> Bool) -> Bool {
    match entry {
        true => on_entry(condition),
        false => now(condition),
    }
}
