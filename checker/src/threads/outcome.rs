//! One bound after the other: what the threads reach with so many switches, and whether more would add anything.

use super::interleaving::{Interleaving, Reached, ThreadIndex};
use super::trace::ThreadTrace;
use crate::bdd::{Bdd, BddResult};
use crate::flow::LocId;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Context switches.
    Switches(u32),
    /// Rounds in which each thread goes on at most once.
    Rounds(u32),
}

/// What has been explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// All that can be reached within this bound.
    pub explored: Bound,
}

/// For which executions an answer is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Within so many switches or rounds; any number of them where there is none.
    pub bound: Option<Bound>,
    /// Where so many threads run at most; any number of them where there is none.
    pub threads: Option<usize>,
    /// The same is true within this bound for any number of threads.
    pub any_threads_within: Option<Bound>,
}

/// The answer about one goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadsVerdict {
    Unreachable(Scope),
    /// The smallest bound within which it is reached, and a run, unless traces are switched off.
    Reachable(Bound, Option<ThreadTrace>),
}

/// The answers, in the order of the goals.
#[derive(Clone, Debug, Default)]
pub struct ThreadsReport {
    pub goals: Vec<ThreadsVerdict>,
}

/// What was found within some bound.
pub(super) struct Exploration {
    /// With how many switches, or in which round, each goal is reached.
    found: Vec<Option<Bound>>,
    /// What was explored; everything where there is none.
    explored: Option<Bound>,
}

struct Explorer<'x, 'a, 'p> {
    system: &'x Interleaving<'a, 'p>,
    goals: &'x [Vec<LocId>],
    found: Vec<Option<Bound>>,
    /// Reached where threads may switch.
    parked: Bdd,
    /// What each thread was run from.
    done: Vec<Bdd>,
    reached: Vec<Reached>,
}

impl Exploration {
    pub(super) fn new(
        system: &Interleaving<'_, '_>,
        goals: &[Vec<LocId>],
        bound: Option<Bound>,
        progress: &mut dyn FnMut(Progress),
    ) -> BddResult<Self> {
        let mut explorer = Explorer {
            system,
            goals,
            found: vec![None; goals.len()],
            parked: system.bdds().zero(),
            done: vec![system.bdds().zero(); system.threads()],
            reached: vec![Reached::new(); system.threads()],
        };
        let explored = match bound {
            Some(Bound::Rounds(rounds)) => explorer.rounds(rounds, progress)?,
            Some(Bound::Switches(switches)) => explorer.contexts(switches, progress)?,
            None => explorer.contexts(u32::MAX, progress)?,
        };
        Ok(Exploration {
            found: explorer.found,
            explored,
        })
    }

    /// With how many switches, or in which round, each goal is reached, and what was explored: everything where there is no
    /// bound.
    pub(super) fn found(&self) -> (&[Option<Bound>], Option<Bound>) {
        (&self.found, self.explored)
    }
}

impl Explorer<'_, '_, '_> {
    /// Explores with one switch more, and one more. `None` where more of them would add nothing.
    fn contexts(
        &mut self,
        switches: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> BddResult<Option<Bound>> {
        self.start()?;
        for switch in 0..=switches {
            let bound = Bound::Switches(switch);
            let mut left = self.system.bdds().zero();
            for thread in 0..self.system.threads() {
                let out = self.run(thread, bound, true)?;
                left = self.system.bdds().or(&left, &out)?;
            }
            progress(Progress { explored: bound });
            if !self.add(&left)? {
                return Ok(None);
            }
            if self.all_found() {
                return Ok(Some(bound));
            }
        }
        Ok(Some(Bound::Switches(switches)))
    }

    /// The same by rounds.
    fn rounds(
        &mut self,
        rounds: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> BddResult<Option<Bound>> {
        self.start()?;
        for round in 1..=rounds {
            let bound = Bound::Rounds(round);
            let mut grew = false;
            for thread in 0..self.system.threads() {
                let out = self.run(thread, bound, false)?;
                grew |= self.add(&out)?;
            }
            progress(Progress { explored: bound });
            if !grew {
                return Ok(None);
            }
            if self.all_found() {
                return Ok(Some(bound));
            }
        }
        Ok(Some(Bound::Rounds(rounds)))
    }

    fn all_found(&self) -> bool {
        self.found.iter().all(Option::is_some)
    }

    /// What is there before any thread runs.
    fn start(&mut self) -> BddResult<()> {
        let initial = self.system.initial()?;
        if self.system.instances.init.is_none() {
            self.parked = initial;
            return Ok(());
        }
        let from = self.system.begin_init(&initial)?;
        let init = self.system.threads();
        let new = self.system.run(init, from, &mut Reached::new())?;
        self.meet(&new, Bound::Switches(0));
        for (place, states) in new {
            let after = self.system.after_init(place, &states)?;
            self.parked = self.system.bdds().or(&self.parked, &after)?;
        }
        Ok(())
    }

    /// Runs a thread from all that is new to it; what is left for others.
    fn run(&mut self, thread: ThreadIndex, bound: Bound, twins_in_order: bool) -> BddResult<Bdd> {
        let bdds = self.system.bdds();
        let new = bdds.minus(&self.parked, &self.done[thread])?;
        self.done[thread] = self.parked.clone();
        let from = self.system.resume(thread, &new, twins_in_order)?;
        let new = self.system.run(thread, from, &mut self.reached[thread])?;
        self.meet(&new, bound);
        let mut left = bdds.zero();
        for (place, states) in new {
            left = bdds.or(&left, &self.system.park(thread, place, &states)?)?;
        }
        Ok(left)
    }

    /// Whether anything of what is left is new.
    fn add(&mut self, left: &Bdd) -> BddResult<bool> {
        let bdds = self.system.bdds();
        let new = bdds.minus(left, &self.parked)?;
        self.parked = bdds.or(&self.parked, &new)?;
        Ok(!bdds.is_zero(&new))
    }

    fn meet(&mut self, new: &Reached, bound: Bound) {
        for (goal, found) in self.goals.iter().zip(&mut self.found) {
            let mut places = new.keys();
            if found.is_none() && places.any(|(loc, _)| goal.contains(loc)) {
                *found = Some(bound);
            }
        }
    }
}
