//! All subformulas, operands first, and then the initial configurations.

use super::core::{Core, CoreId, LIVE, TRUE};
use super::instances::{ByLoc, Ground, Instance, InstanceId};
use super::stage::{Operator, Stage};
use super::{CtlLimit, Found, InitialConfiguration, Property};
use crate::bdd::{Bdd, BddResult, SlotCopy};
use crate::bp::ProcId;
use crate::flow::LocId;
use crate::temporal::Moment;

pub(super) struct Evaluation<'g, 's, 'a, 'p> {
    ground: &'g Ground<'s, 'a, 'p>,
    entries: &'g [ProcId],
    property: &'g Property,
    max_instances: usize,
    /// Told apart by all subformulas so far.
    instances: Vec<Instance>,
    /// The instance of each entry.
    first: Vec<InstanceId>,
    /// The globals with which each subformula holds once the run has ended.
    ended: Vec<Bdd>,
}

impl<'g, 's, 'a, 'p> Evaluation<'g, 's, 'a, 'p> {
    pub(super) fn new(
        ground: &'g Ground<'s, 'a, 'p>,
        entries: &'g [ProcId],
        property: &'g Property,
        max_instances: usize,
    ) -> Result<Self, CtlLimit> {
        let mut evaluation = Evaluation {
            instances: ground.instances(),
            first: entries.iter().map(|proc| proc.index()).collect(),
            ended: Vec::new(),
            ground,
            entries,
            property,
            max_instances,
        };
        for node in 0..property.core.nodes.len() {
            evaluation.add(node)?;
        }
        Ok(evaluation)
    }

    /// Finds where the next subformula holds.
    fn add(&mut self, node: CoreId) -> Result<(), CtlLimit> {
        let bdds = self.ground.bdds();
        match self.property.core.nodes[node] {
            Core::True => {
                self.everywhere(|_, _| Ok(bdds.one()))?;
                self.ended.push(bdds.one());
            }
            Core::Atom(atom) => {
                let (ground, atom) = (self.ground, &self.property.atoms[atom]);
                let states = |moment| atom.states(ground.flow(), bdds, moment);
                self.everywhere(|_, loc| states(Moment::At(loc)))?;
                self.ended.push(states(Moment::Returned)?);
            }
            Core::Not(a) => {
                let ground = self.ground;
                self.everywhere(|instance, loc| {
                    let here = &instance.holds[a][ground.at(instance.proc, loc)];
                    bdds.minus(&ground.states[loc.index()], here)
                })?;
                self.ended.push(bdds.not(&self.ended[a])?);
            }
            Core::And(a, b) => {
                let ground = self.ground;
                self.everywhere(|instance, loc| {
                    let i = ground.at(instance.proc, loc);
                    bdds.and(&instance.holds[a][i], &instance.holds[b][i])
                })?;
                self.ended.push(bdds.and(&self.ended[a], &self.ended[b])?);
            }
            Core::Next(a) => {
                let meets = self.meeting(a)?;
                let ended = self.ended_meeting(a)?;
                self.temporal(Operator::Next { meets }, ended)?;
            }
            Core::Until(a, b) => {
                let operator = Operator::Until {
                    stays: self.staying(a),
                    meets: self.meeting(b)?,
                    everywhere: a == TRUE,
                };
                let ended = self.ended_meeting(b)?;
                self.temporal(operator, ended)?;
            }
            Core::Globally(a) => {
                let operator = Operator::Globally {
                    stays: self.staying(a),
                    everywhere: a == TRUE,
                };
                let ended = match self.ground.stutter {
                    true => self.ended[a].clone(),
                    false => bdds.zero(),
                };
                self.temporal(operator, ended)?;
            }
        }
        Ok(())
    }

    /// Adds a subformula that is decided location by location.
    fn everywhere(&mut self, holds: impl Fn(&Instance, LocId) -> BddResult) -> BddResult<()> {
        for instance in &mut self.instances {
            let locs = self.ground.locs(instance.proc);
            let all: BddResult<ByLoc> = locs.map(|loc| holds(instance, loc)).collect();
            instance.holds.push(all?);
        }
        Ok(())
    }

    /// Adds a subformula with an operator about runs; once a run has ended it holds of `ended`.
    fn temporal(&mut self, operator: Operator, ended: Bdd) -> Result<(), CtlLimit> {
        let stage = Stage::new(self.ground, &self.instances, operator, ended.clone())?;
        let split = stage.split(&self.first, self.max_instances)?;
        // Each entry has one instance before and after: there is one end.
        let mut seen: Vec<InstanceId> = Vec::new();
        for first in &mut self.first {
            let number = seen.iter().position(|known| known == first);
            let number = number.unwrap_or(seen.len());
            if number == seen.len() {
                seen.push(*first);
            }
            *first = number;
        }
        self.instances = split;
        self.ended.push(ended);
        Ok(())
    }

    /// Where a subformula holds and a run begins, at the moments of runs.
    fn meeting(&self, node: CoreId) -> BddResult<Vec<ByLoc>> {
        let (ground, bdds) = (self.ground, self.ground.bdds());
        let at = |instance: &Instance, loc: LocId| {
            let i = ground.at(instance.proc, loc);
            match ground.is_moment[loc.index()] {
                true if mutants::is("blocked-runs-are-witnesses") => {
                    Ok(instance.holds[node][i].clone())
                }
                true => bdds.and(&instance.holds[node][i], &instance.holds[LIVE][i]),
                false => Ok(bdds.zero()),
            }
        };
        let all = |i: &Instance| ground.locs(i.proc).map(|loc| at(i, loc)).collect();
        self.instances.iter().map(all).collect()
    }

    fn ended_meeting(&self, node: CoreId) -> BddResult {
        self.ground.bdds().and(&self.ended[node], &self.ended[LIVE])
    }

    /// Where a subformula holds; everywhere between moments.
    fn staying(&self, node: CoreId) -> Vec<ByLoc> {
        let ground = self.ground;
        let at = |instance: &Instance, loc: LocId| match ground.is_moment[loc.index()] {
            true => instance.holds[node][ground.at(instance.proc, loc)].clone(),
            false => ground.bdds().one(),
        };
        let all = |i: &Instance| ground.locs(i.proc).map(|loc| at(i, loc)).collect();
        self.instances.iter().map(all).collect()
    }

    /// Whether the formula holds in all initial configurations from which there is a run.
    pub(super) fn initial_configurations(&self) -> Result<Found, CtlLimit> {
        let (ground, bdds) = (self.ground, self.ground.bdds());
        let mut some_run = false;
        for (&entry, &first) in self.entries.iter().zip(&self.first) {
            let instance = &self.instances[first];
            let here = ground.first(entry);
            let start = ground.spds.begin(entry, &ground.spds.start(entry)?)?;
            let live = bdds.and(&start, &instance.holds[LIVE][here])?;
            some_run |= !bdds.is_zero(&live);
            let fails = bdds.minus(&live, &instance.holds[self.property.core.root][here])?;
            if !bdds.is_zero(&fails) {
                return Ok(Found::Fails(self.told(entry, &fails)?));
            }
        }
        Ok(match some_run {
            true => Found::Holds,
            false => Found::NoRun,
        })
    }

    /// One of some states at a procedure's first location.
    fn told(&self, proc: ProcId, states: &Bdd) -> BddResult<InitialConfiguration> {
        let (flow, bdds) = (self.ground.flow(), self.ground.bdds());
        let scope = flow.in_scope(proc);
        let slots: Vec<_> = scope.iter().map(|&(slot, _)| slot).collect();
        let copies = slots.iter().map(|&slot| (slot, SlotCopy::Current));
        let one = bdds.pick(states, copies, 0)?;
        let values = bdds.determined(&one, &slots)?;
        let named = scope.iter().zip(values);
        Ok(InitialConfiguration {
            proc,
            values: named
                .map(|(&(_, name), value)| (name, value.unwrap_or(false)))
                .collect(),
        })
    }
}
