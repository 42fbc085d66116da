//! The run that a lasso of the product stands for, with the values of all variables.
//!
//! The product leaves out variables that matter to nothing. They are put back by walking along the lasso in an exact
//! system, in single states: no step reads what the product has left out, so no choice of it leads astray. After one
//! round such a variable may differ from what it was before. It is then what the round has made it, and the same
//! after a second round with the same choices. Before a second round is needed, a way is tried whose choices fit the loop.

use super::lasso::Lasso;
use super::product::{Product, pushdown_system};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::config::Config;
use crate::deep_recursion::with_enough_stack;
use crate::flow::{Flow, LocId, SlotSet};
use crate::simulate::Snapshot;
use crate::spds::{Reductions, Spds};
use crate::trace::{Path, Via, procs};

/// A configuration of a run, and whether the call that it makes is gone over.
#[derive(Clone, Debug)]
pub(super) struct Configuration {
    pub(super) at: Snapshot,
    pub(super) skips_call: bool,
    /// The variables that have their values here; all of them where absent.
    known: Option<SlotSet>,
}

impl Configuration {
    /// Whether the value of a variable is known, by its slot in the product's flow.
    pub(super) fn knows(&self, slot: Slot) -> bool {
        self.known.as_ref().is_none_or(|known| known.contains(slot))
    }
}

/// A run: its beginning, and what repeats for ever. Where nothing repeats the run ends.
pub(super) struct Run {
    pub(super) stem: Vec<Configuration>,
    pub(super) cycle: Vec<Configuration>,
    /// The head that the cycle leads back to.
    pub(super) back: Option<Snapshot>,
}

impl Run {
    /// `cycle` begins where `stem` ends, and ends with the head that it leads back to.
    pub(super) fn new(mut stem: Vec<Configuration>, mut cycle: Vec<Configuration>) -> Self {
        let back = cycle.pop().map(|step| step.at);
        if back.is_some() {
            stem.pop();
        }
        Run { stem, cycle, back }
    }
}

/// A run along a lasso. Where calls are gone over, only what the product knows of it; nothing where there is none, which
/// must not be.
pub(super) fn exact_run(
    product: &Product<'_, '_>,
    lasso: &Lasso,
    config: &Config,
) -> BddResult<Option<Run>> {
    let flow = product.spds.flow;
    if lasso.stem.iter().chain(&lasso.cycle).any(skips_a_call) {
        let depth = lasso.stem.len() - 1;
        let stem = as_found(product, &lasso.stem, 0)?;
        return Ok(Some(Run::new(
            stem,
            as_found(product, &lasso.cycle, depth)?,
        )));
    }
    let everything = Reductions {
        only: Some(procs(lasso.stem.iter().chain(&lasso.cycle))),
        ..Reductions::none()
    };
    let exact = pushdown_system(flow, &everything, config)?;
    let walker = Walker {
        product: &product.spds,
        exact: &exact,
    };
    walker.run(lasso)
}

fn skips_a_call(path: &Path) -> bool {
    path.items.iter().any(|item| match &item.via {
        Via::Over(_, None) => true,
        Via::Over(_, Some(inside)) => with_enough_stack(|| skips_a_call(inside)),
        _ => false,
    })
}

/// A single state of the exact system, at the end of a way there.
struct Walked {
    steps: Vec<Configuration>,
    end: Bdd,
}

/// Values to choose where there is a choice, at the locations of a procedure and, of globals, everywhere.
struct Preference {
    proc: ProcId,
    values: Vec<(Slot, bool)>,
}

struct Walker<'w, 'a, 'p> {
    product: &'w Spds<'a, 'p>,
    exact: &'w Spds<'a, 'p>,
}

impl Walker<'_, '_, '_> {
    fn run(&self, lasso: &Lasso) -> BddResult<Option<Run>> {
        let Some(stem) = self.stem(lasso, None)? else {
            return Ok(None);
        };
        if lasso.cycle.is_empty() {
            return Ok(Some(Run::new(stem.steps, Vec::new())));
        }
        let Some(round) = self.round(lasso, 0, &stem.end, true)? else {
            return Ok(None);
        };
        if round.end == stem.end {
            return Ok(Some(Run::new(stem.steps, round.steps)));
        }
        let fitting = self.preference(lasso, &round.end)?;
        let Some(stem) = self.stem(lasso, Some(&fitting))? else {
            return Ok(None);
        };
        match self.round(lasso, 0, &stem.end, true)? {
            Some(round) if round.end == stem.end => Ok(Some(Run::new(stem.steps, round.steps))),
            _ => self.after_a_round(lasso, stem),
        }
    }

    /// A run whose loop is the second round, where the first one changes what it began with.
    fn after_a_round(&self, lasso: &Lasso, stem: Walked) -> BddResult<Option<Run>> {
        let Some(first) = self.round(lasso, 0, &stem.end, false)? else {
            return Ok(None);
        };
        let Some(second) = self.round(lasso, 1, &first.end, false)? else {
            return Ok(None);
        };
        let mut begin = stem.steps;
        begin.pop();
        begin.extend(first.steps);
        let closed = second.end == first.end;
        Ok(closed.then(|| Run::new(begin, second.steps)))
    }

    fn stem(&self, lasso: &Lasso, preference: Option<&Preference>) -> BddResult<Option<Walked>> {
        let entry = lasso.stem[0].proc;
        let start = self.exact.begin(entry, &self.exact.start(entry)?)?;
        self.frames(&lasso.stem, 0, start, preference)
    }

    /// The way round the loop from one of its heads, after some rounds. With `closing`, choices lead back to the head.
    fn round(
        &self,
        lasso: &Lasso,
        rounds: usize,
        head: &Bdd,
        closing: bool,
    ) -> BddResult<Option<Walked>> {
        let depth = lasso.stem.len() - 1 + rounds * (lasso.cycle.len() - 1);
        let preference = match closing {
            true => Some(self.preference(lasso, head)?),
            false => None,
        };
        self.frames(&lasso.cycle, depth, head.clone(), preference.as_ref())
    }

    fn preference(&self, lasso: &Lasso, head: &Bdd) -> BddResult<Preference> {
        Ok(Preference {
            proc: lasso.cycle[0].proc,
            values: self.exact.bdds.cubes(head, 1)?.pop().unwrap_or_default(),
        })
    }

    /// Walks along some paths, the first of which is `depth` calls deep and begins in one of some states.
    fn frames(
        &self,
        frames: &[Path],
        depth: usize,
        mut start: Bdd,
        preference: Option<&Preference>,
    ) -> BddResult<Option<Walked>> {
        let mut steps = Vec::new();
        for (i, path) in frames.iter().enumerate() {
            let Some(end) = self.path(path, depth + i, start, preference, &mut steps)? else {
                return Ok(None);
            };
            start = match path.items.last().map(|item| &item.via) {
                Some(Via::Into(index)) => self.callee_start(*index, &end)?,
                _ => end,
            };
        }
        Ok(Some(Walked { steps, end: start }))
    }

    fn callee_start(&self, call: usize, at_call: &Bdd) -> BddResult {
        let call = &self.exact.calls[call];
        self.exact
            .begin(call.callee, &self.exact.entered(call, at_call)?)
    }

    /// Walks along one path; the state at its end.
    fn path(
        &self,
        path: &Path,
        depth: usize,
        start: Bdd,
        preference: Option<&Preference>,
        steps: &mut Vec<Configuration>,
    ) -> BddResult<Option<Bdd>> {
        let mut states = start;
        for item in &path.items {
            let found = self.found(&item.states)?;
            let states_here = self.exact.bdds.and(&states, &found)?;
            if self.exact.bdds.is_zero(&states_here) {
                return Ok(None);
            }
            let here = self.one_of(item.loc, states_here, preference)?;
            steps.push(Configuration {
                at: snapshot(self.exact, item.loc, depth, &here)?,
                skips_call: false,
                known: None,
            });
            states = match &item.via {
                Via::Edge(edge) => self.exact.relation(*edge).image(&self.exact.bdds, &here)?,
                Via::Over(index, Some(inside)) => {
                    let start = self.callee_start(*index, &here)?;
                    let through = || self.path(inside, depth + 1, start, preference, steps);
                    let Some(exit) = with_enough_stack(through)? else {
                        return Ok(None);
                    };
                    self.exact.left(*index, &exit, &self.frame(&here)?)?
                }
                _ => here,
            };
        }
        Ok(Some(states))
    }

    /// The caller's locals of a state.
    fn frame(&self, state: &Bdd) -> BddResult {
        let first_local = self.exact.flow.global_count + self.exact.flow.return_count;
        let shared = (0..first_local as u32).map(|i| (Slot(i), SlotCopy::Current));
        let shared = self.exact.bdds.cube(shared)?;
        self.exact.bdds.exists(state, &shared)
    }

    /// What the product says of a configuration of the program, in the exact system.
    fn found(&self, state: &Bdd) -> BddResult {
        let values = self.product.bdds.cubes(state, 1)?.pop().unwrap_or_default();
        let unnamed: Vec<Slot> = self.exact.flow.unnamed_globals().collect();
        let mut all = self.exact.bdds.one();
        for (slot, value) in values.into_iter().filter(|(s, _)| !unnamed.contains(s)) {
            let literal = self.exact.bdds.literal(slot, SlotCopy::Current, value)?;
            all = self.exact.bdds.and(&all, &literal)?;
        }
        Ok(all)
    }

    /// One of some states at a location.
    fn one_of(&self, loc: LocId, states: Bdd, preference: Option<&Preference>) -> BddResult {
        let (flow, bdds) = (self.exact.flow, &self.exact.bdds);
        let scope = self.exact.live.at(loc);
        let mut states = states;
        for (slot, value) in preference.into_iter().flat_map(|p| &p.values) {
            let same_proc = preference.is_some_and(|p| p.proc == flow.proc_of(loc));
            if scope.contains(*slot) && (same_proc || flow.is_global(*slot)) {
                let fitting = bdds.literal(*slot, SlotCopy::Current, *value)?;
                let fitting = bdds.and(&states, &fitting)?;
                if !bdds.is_zero(&fitting) {
                    states = fitting;
                }
            }
        }
        let unnamed: Vec<Slot> = flow.unnamed_globals().collect();
        let named = scope.iter().filter(|slot| !unnamed.contains(slot));
        bdds.pick(&states, named.map(|slot| (slot, SlotCopy::Current)), 0)
    }
}

/// The configurations along some paths as far as the product knows them.
pub(super) fn as_found(
    product: &Product<'_, '_>,
    frames: &[Path],
    depth: usize,
) -> BddResult<Vec<Configuration>> {
    let mut steps = Vec::new();
    for (i, path) in frames.iter().enumerate() {
        add_as_found(&product.spds, path, depth + i, &mut steps)?;
    }
    Ok(steps)
}

fn add_as_found(
    spds: &Spds<'_, '_>,
    path: &Path,
    depth: usize,
    steps: &mut Vec<Configuration>,
) -> BddResult<()> {
    for item in &path.items {
        steps.push(Configuration {
            at: snapshot(spds, item.loc, depth, &item.states)?,
            skips_call: matches!(item.via, Via::Over(_, None)),
            known: Some(spds.live.at(item.loc).clone()),
        });
        if let Via::Over(_, Some(inside)) = &item.via {
            with_enough_stack(|| add_as_found(spds, inside, depth + 1, steps))?;
        }
    }
    Ok(())
}

/// What a single state looks like.
fn snapshot(spds: &Spds<'_, '_>, loc: LocId, depth: usize, states: &Bdd) -> BddResult<Snapshot> {
    let flow: &Flow<'_> = spds.flow;
    let proc = flow.proc_of(loc);
    let values = |slots: Vec<Slot>| -> BddResult<Vec<bool>> {
        let found = spds.bdds.determined(states, &slots)?;
        Ok(found.into_iter().map(|v| v.unwrap_or(false)).collect())
    };
    let globals = (0..flow.program.globals.len() as u32).map(Slot);
    let returned = match loc == flow.proc(proc).exit {
        true => flow.return_slots(proc).collect(),
        false => Vec::new(),
    };
    Ok(Snapshot {
        loc,
        depth,
        globals: values(globals.collect())?,
        locals: values(flow.proc(proc).slots.clone())?,
        returned: values(returned)?,
    })
}
