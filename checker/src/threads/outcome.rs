//! One bound after the other: what the threads reach with so many switches, and whether more would add anything.

use super::Bounds;
use super::contexts::{Contexts, MAX_SWITCHES};
use super::instances::Instances;
use super::interleaving::{Interleaving, Reached, ThreadIndex};
use super::trace::ThreadTrace;
use crate::bdd::{Bdd, BddResult, Bdds};
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
    /// Where so many threads run at most; whatever their number where there is none.
    pub threads: Option<usize>,
}

/// For which executions an answer is true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Within so many switches or rounds; any number of them where there is none.
    pub bound: Option<Bound>,
    /// Where so many threads run at most; any number of them where there is none.
    pub threads: Option<usize>,
    /// The same is true within this bound for any number of threads.
    pub any_threads_within: Option<Bound>,
}

impl Scope {
    /// Whether what holds in this scope answers a question with these bounds.
    pub fn answers(&self, asked: &Bounds) -> bool {
        let bound = self.bound.is_none() || asked.bound.is_some();
        let threads = self.threads.is_none() || asked.threads.is_some();
        (bound && threads) || self.any_threads_within.is_some()
    }
}

/// The answer about one goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadsVerdict {
    Unreachable(Scope),
    Reachable {
        /// The smallest bound within which it is reached.
        bound: Bound,
        /// Where so many threads run at most; whatever their number where there is none.
        threads: Option<usize>,
        /// A run, unless traces are switched off. There is none where its stacks would be very deep.
        trace: Option<ThreadTrace>,
    },
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
    /// Whether more threads could have been started than there were places for.
    lacks_places: bool,
    /// Which goals are known not to be reached with any number of switches.
    never: Vec<bool>,
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
    /// The same of threads that may call recursively.
    pub(super) fn of_contexts(
        contexts: &mut Contexts<'_, '_>,
        goals: &[Vec<LocId>],
        bound: Option<Bound>,
        progress: &mut dyn FnMut(Progress),
    ) -> BddResult<Self> {
        let in_rounds = matches!(bound, Some(Bound::Rounds(_)));
        let as_bound = |level| match in_rounds {
            true => Bound::Rounds(level),
            false => Bound::Switches(level),
        };
        let last = match bound {
            Some(Bound::Switches(n) | Bound::Rounds(n)) => n,
            None => MAX_SWITCHES,
        };
        let mut found = vec![None; goals.len()];
        let meet = |contexts: &Contexts<'_, '_>, level, found: &mut Vec<Option<Bound>>| {
            for (goal, found) in goals.iter().zip(found.iter_mut()) {
                if found.is_none() && goal.iter().any(|loc| contexts.seen.contains(loc)) {
                    *found = Some(as_bound(level));
                }
            }
        };
        contexts.start()?;
        let first = u32::from(in_rounds);
        meet(contexts, first, &mut found);
        let mut explored = Some(as_bound(0));
        for level in first..=last {
            let more = contexts.explore_level(level)?;
            meet(contexts, level, &mut found);
            if contexts.cut_off {
                // Contexts of this level were left out for want of variables.
                break;
            }
            progress(Progress {
                explored: as_bound(level),
                threads: None,
            });
            explored = more.then(|| as_bound(level));
            if !more || found.iter().all(Option::is_some) {
                break;
            }
        }
        let lacks_places = lacks_places(contexts.instances, &contexts.spds.bdds, contexts.sets())?;
        Ok(Exploration {
            found,
            explored,
            lacks_places,
            never: Vec::new(),
        })
    }

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
        let sets = explorer.reached.iter().flat_map(|reached| reached.values());
        let lacks_places = lacks_places(system.instances, system.bdds(), sets)?;
        Ok(Exploration {
            found: explorer.found,
            explored,
            lacks_places,
            never: Vec::new(),
        })
    }

    /// With how many switches, or in which round, each goal is reached, and what was explored: everything where there is no
    /// bound.
    pub(super) fn found(&self) -> (&[Option<Bound>], Option<Bound>) {
        (&self.found, self.explored)
    }

    /// The same, when it is known which goals are not reached with any number of switches, and whether places may be lacking
    /// with any number of them.
    pub(super) fn with_never_reached(self, never: Vec<bool>, lacks_places: bool) -> Self {
        Exploration {
            never,
            lacks_places: self.lacks_places || lacks_places,
            ..self
        }
    }

    /// Whether a goal is known not to be reached with any number of switches.
    pub(super) fn is_never_reached(&self, goal: usize) -> bool {
        self.never.get(goal).copied().unwrap_or(false)
    }

    /// Whether more threads could have been started than there were places for.
    pub(super) fn lacks_places(&self) -> bool {
        self.lacks_places
    }
}

/// Whether there is a state without a free place: only then may a thread have gone without one that needed it.
fn lacks_places<'s>(
    instances: &Instances,
    bdds: &Bdds,
    mut sets: impl Iterator<Item = &'s Bdd>,
) -> BddResult<bool> {
    let taken = instances.all_places_taken(bdds)?;
    sets.try_fold(false, |found, set| {
        Ok(found || !bdds.is_zero(&bdds.and(set, &taken)?))
    })
}

impl Explorer<'_, '_, '_> {
    /// Explores with one switch more, and one more. `None` where more of them would add nothing.
    fn contexts(
        &mut self,
        switches: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> BddResult<Option<Bound>> {
        self.start(Bound::Switches(0))?;
        for switch in 0..=switches {
            let bound = Bound::Switches(switch);
            let mut left = self.system.bdds().zero();
            for thread in 0..self.system.threads() {
                let out = self.run(thread, bound, true)?;
                left = self.system.bdds().or(&left, &out)?;
            }
            progress(Progress {
                explored: bound,
                threads: None,
            });
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
        self.start(Bound::Rounds(1))?;
        for round in 1..=rounds {
            let bound = Bound::Rounds(round);
            let mut grew = false;
            for thread in 0..self.system.threads() {
                let out = self.run(thread, bound, false)?;
                grew |= self.add(&out)?;
            }
            progress(Progress {
                explored: bound,
                threads: None,
            });
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
    fn start(&mut self, first: Bound) -> BddResult<()> {
        let initial = self.system.initial()?;
        if self.system.instances.init.is_none() {
            self.parked = initial;
            return Ok(());
        }
        let from = self.system.begin_init(&initial)?;
        let init = self.system.threads();
        let new = self.system.run(init, from, &mut Reached::new())?;
        self.meet(&new, first);
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
