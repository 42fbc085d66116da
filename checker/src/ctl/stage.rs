//! Where one operator holds, given where its operands do.
//!
//! First what does not depend on the stack below: how procedures are gone through along states of the first operand
//! (`within`), and from where the operator's promise is kept before the procedure returns (`above`). Then what does: each
//! instance is told apart by what holds after its return ([`split`](Stage::split)), beginning with the first procedures, after
//! whose return a run has ended.

use rustc_hash::FxHashMap;

use super::CtlLimit;
use super::continuations::told_apart;
use super::fixed_points::{backward, greatest, least};
use super::instances::{ByLoc, Ground, Instance, InstanceId};
use super::within::summaries_within;
use crate::bdd::{Bdd, BddResult};
use crate::flow::LocId;

/// What an operator says, with its operands at every location of every instance. Where a run is not at a moment (between the
/// return of a call and the binding of its results) `stays` is everything and `meets` nothing.
pub(super) enum Operator {
    /// `EX`: a next configuration meets.
    Next { meets: Vec<ByLoc> },
    /// `EU`: configurations stay until one meets.
    Until {
        stays: Vec<ByLoc>,
        meets: Vec<ByLoc>,
        /// Whether every state stays.
        everywhere: bool,
    },
    /// `EG`: configurations stay for ever.
    Globally { stays: Vec<ByLoc>, everywhere: bool },
}

pub(super) struct Stage<'g, 's, 'a, 'p> {
    ground: &'g Ground<'s, 'a, 'p>,
    old: &'g [Instance],
    /// What holds after the first procedure has returned, for this operator.
    ended: Bdd,
    rule: Rule,
}

/// How a stage finds where it holds in an instance.
enum Rule {
    Next {
        meets: Vec<ByLoc>,
    },
    Along {
        stays: Vec<ByLoc>,
        above: Vec<ByLoc>,
        within: Vec<Bdd>,
    },
}

impl<'g, 's, 'a, 'p> Stage<'g, 's, 'a, 'p> {
    /// `ended` is what holds once a run has ended: of `EX` the operand, of the others the operator itself.
    pub(super) fn new(
        ground: &'g Ground<'s, 'a, 'p>,
        old: &'g [Instance],
        operator: Operator,
        ended: Bdd,
    ) -> BddResult<Self> {
        let rule = match operator {
            Operator::Next { meets } => Rule::Next { meets },
            Operator::Until {
                stays,
                meets,
                everywhere,
            } => {
                let within = summaries_within(ground, old, &stays, everywhere)?;
                let above = least(ground, old, &stays, meets, &within)?;
                Rule::Along {
                    stays,
                    above,
                    within,
                }
            }
            Operator::Globally { stays, everywhere } => {
                let within = summaries_within(ground, old, &stays, everywhere)?;
                let above = greatest(ground, old, &stays, &within)?;
                Rule::Along {
                    stays,
                    above,
                    within,
                }
            }
        };
        Ok(Stage {
            ground,
            old,
            ended,
            rule,
        })
    }

    /// The instances told apart by what this operator says after their return, those of `entries` first.
    pub(super) fn split(
        &self,
        entries: &[InstanceId],
        limit: usize,
    ) -> Result<Vec<Instance>, CtlLimit> {
        let mut found = Found::default();
        for &entry in entries {
            found.instance(entry, self.ended.clone());
        }
        let mut done: Vec<Instance> = Vec::new();
        while let Some((old, after)) = found.keys.get(done.len()).cloned() {
            if found.keys.len() > limit {
                return Err(CtlLimit::Instances(limit));
            }
            let holds = self.holds(old, &after)?;
            let mut instance = self.old[old].clone();
            instance.calls = self.calls(old, &holds, &mut found)?;
            instance.holds.push(holds);
            done.push(instance);
        }
        Ok(done)
    }

    /// Where the operator holds in an instance, after whose return it holds of `after`.
    fn holds(&self, id: InstanceId, after: &Bdd) -> BddResult<ByLoc> {
        match &self.rule {
            Rule::Next { meets } => self.next(id, &meets[..], after),
            Rule::Along {
                stays,
                above,
                within,
            } => {
                let (ground, instance) = (self.ground, &self.old[id]);
                let exit = ground.flow().proc(instance.proc).exit;
                let at_exit = ground.at(instance.proc, exit);
                let mut begin = above[id].clone();
                let leaving = ground.bdds().and(&stays[id][at_exit], after)?;
                begin[at_exit] = ground.bdds().or(&begin[at_exit], &leaving)?;
                let new = vec![exit];
                backward(ground, instance, &stays[id], begin, new, within)
            }
        }
    }

    fn next(&self, id: InstanceId, meets: &[ByLoc], after: &Bdd) -> BddResult<ByLoc> {
        let (ground, instance) = (self.ground, &self.old[id]);
        let (bdds, proc) = (ground.bdds(), instance.proc);
        let mut holds = Vec::new();
        for loc in ground.locs(proc) {
            let mut here = bdds.zero();
            if loc == ground.flow().proc(proc).exit {
                here = after.clone();
            } else if ground.is_failure(loc) {
                here = meets[id][ground.at(proc, loc)].clone();
            }
            for (edge, to) in ground.spds.steps(loc) {
                let before = ground.before_edge(edge, &meets[id][ground.at(proc, to)])?;
                here = bdds.or(&here, &before)?;
            }
            if let Some(call) = ground.flow().call_index(loc) {
                let rule = &ground.spds.calls[call];
                for (guard, callee) in &instance.calls[ground.call_number(proc, call)] {
                    let first = &meets[*callee][ground.first(rule.callee)];
                    let before = ground.spds.before_entered(rule, first)?;
                    here = bdds.or(&here, &bdds.and(&before, guard)?)?;
                }
            }
            holds.push(bdds.and(&here, &ground.states[loc.index()])?);
        }
        Ok(holds)
    }

    /// What is to be known of the configuration after a call: that it meets, or that the operator holds.
    fn after_call(&self, id: InstanceId, to: LocId, holds: &ByLoc) -> BddResult {
        let ground = self.ground;
        let proc = self.old[id].proc;
        let Rule::Next { meets } = &self.rule else {
            return Ok(holds[ground.at(proc, to)].clone());
        };
        if ground.is_moment[to.index()] {
            return Ok(meets[id][ground.at(proc, to)].clone());
        }
        let mut found = ground.bdds().zero();
        for (edge, bound) in ground.spds.steps(to) {
            let before = ground.before_edge(edge, &meets[id][ground.at(proc, bound)])?;
            found = ground.bdds().or(&found, &before)?;
        }
        Ok(found)
    }

    /// Which of the new instances each call enters.
    fn calls(
        &self,
        id: InstanceId,
        holds: &ByLoc,
        found: &mut Found,
    ) -> BddResult<Vec<super::instances::Entered>> {
        let (ground, instance) = (self.ground, &self.old[id]);
        let range = ground.flow().call_range(instance.proc);
        let mut calls = Vec::new();
        for (number, call) in range.enumerate() {
            let rule = &ground.spds.calls[call];
            let after = self.after_call(id, rule.to, holds)?;
            let mut entered = Vec::new();
            for (guard, callee) in &instance.calls[number] {
                for (part, results) in told_apart(ground, call, guard, &after)? {
                    entered.push((part, found.instance(*callee, results)));
                }
            }
            calls.push(entered);
        }
        Ok(calls)
    }
}

/// The instances that were met: of which old one each is, and what holds after its return.
#[derive(Default)]
struct Found {
    keys: Vec<(InstanceId, Bdd)>,
    ids: FxHashMap<(InstanceId, Bdd), InstanceId>,
}

impl Found {
    fn instance(&mut self, old: InstanceId, after: Bdd) -> InstanceId {
        let next = self.keys.len();
        let id = *self.ids.entry((old, after.clone())).or_insert(next);
        if id == next {
            self.keys.push((old, after));
        }
        id
    }
}
