//! How procedures are gone through along states that stay: summaries as those of `engine::summaries`, of instances.
//!
//! A procedure is begun in every state in which the program enters it, in whatever instance.

use super::fixed_points::callers;
use super::instances::{ByLoc, Ground, Instance, InstanceId};
use crate::bdd::{Bdd, BddResult};
use crate::flow::LocId;

/// The summary of each instance, in its callers' frame. Where all states stay it is that of the procedure.
pub(super) fn summaries_within(
    ground: &Ground<'_, '_, '_>,
    instances: &[Instance],
    stays: &[ByLoc],
    everywhere: bool,
) -> BddResult<Vec<Bdd>> {
    if everywhere {
        let summary = |instance: &Instance| ground.reachable.summary(instance.proc).clone();
        return Ok(instances.iter().map(summary).collect());
    }
    let mut search = Search {
        ground,
        instances,
        stays,
        callers: callers(ground, instances),
        reached: Vec::new(),
        fresh: Vec::new(),
        summaries: vec![ground.bdds().zero(); instances.len()],
        work: Vec::new(),
    };
    search.begin()?;
    while let Some((id, loc)) = search.work.pop() {
        search.explore(id, loc)?;
    }
    Ok(search.summaries)
}

struct Search<'w, 's, 'a, 'p> {
    ground: &'w Ground<'s, 'a, 'p>,
    instances: &'w [Instance],
    stays: &'w [ByLoc],
    callers: Vec<Vec<(InstanceId, usize)>>,
    /// Path edges through states that stay.
    reached: Vec<ByLoc>,
    /// The part of `reached` that is still to be looked at.
    fresh: Vec<ByLoc>,
    summaries: Vec<Bdd>,
    work: Vec<(InstanceId, LocId)>,
}

impl Search<'_, '_, '_, '_> {
    fn begin(&mut self) -> BddResult<()> {
        let ground = self.ground;
        let nothing = |i: &Instance| vec![ground.bdds().zero(); ground.locs(i.proc).count()];
        self.reached = self.instances.iter().map(nothing).collect();
        self.fresh = self.reached.clone();
        for (id, instance) in self.instances.iter().enumerate() {
            // Who is never called needs no summary, and has no path edges to make one of.
            if self.callers[id].is_empty() {
                continue;
            }
            let entered = ground.reachable.entered(instance.proc);
            let edges = ground.spds.path_edges(instance.proc, entered)?;
            self.add(id, ground.flow().proc(instance.proc).entry, &edges)?;
        }
        Ok(())
    }

    fn add(&mut self, id: InstanceId, loc: LocId, edges: &Bdd) -> BddResult<()> {
        let bdds = self.ground.bdds();
        let i = self.ground.at(self.instances[id].proc, loc);
        let staying = bdds.and(edges, &self.stays[id][i])?;
        let new = bdds.minus(&staying, &self.reached[id][i])?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        self.reached[id][i] = bdds.or(&self.reached[id][i], &new)?;
        if bdds.is_zero(&self.fresh[id][i]) {
            self.work.push((id, loc));
        }
        self.fresh[id][i] = bdds.or(&self.fresh[id][i], &new)?;
        Ok(())
    }

    fn explore(&mut self, id: InstanceId, loc: LocId) -> BddResult<()> {
        let (spds, bdds) = (self.ground.spds, self.ground.bdds());
        let proc = self.instances[id].proc;
        let i = self.ground.at(proc, loc);
        let fresh = std::mem::replace(&mut self.fresh[id][i], bdds.zero());
        for (edge, to) in spds.steps(loc) {
            let image = spds.relation(edge).image(bdds, &fresh)?;
            self.add(id, to, &image)?;
        }
        if let Some(call) = spds.flow.call_index(loc) {
            for (guard, callee) in &self.instances[id].calls[self.ground.call_number(proc, call)] {
                self.go_over(id, call, &fresh, guard, *callee)?;
            }
        }
        if loc == spds.flow.proc(proc).exit {
            self.leave(id, &fresh)?;
        }
        Ok(())
    }

    fn go_over(
        &mut self,
        id: InstanceId,
        call: usize,
        at_call: &Bdd,
        guard: &Bdd,
        callee: InstanceId,
    ) -> BddResult<()> {
        let (spds, bdds) = (self.ground.spds, self.ground.bdds());
        let rule = &spds.calls[call];
        let at_call = bdds.and(at_call, guard)?;
        if bdds.is_zero(&at_call) || bdds.is_zero(&self.summaries[callee]) {
            return Ok(());
        }
        let over = spds.over(rule, &self.summaries[callee])?;
        let after = over.image(bdds, &at_call)?;
        self.add(id, rule.to, &after)
    }

    fn leave(&mut self, id: InstanceId, at_exit: &Bdd) -> BddResult<()> {
        let (spds, bdds) = (self.ground.spds, self.ground.bdds());
        let summary = spds.summary(self.instances[id].proc, at_exit)?;
        let more = bdds.or(&self.summaries[id], &summary)?;
        if more == self.summaries[id] {
            return Ok(());
        }
        self.summaries[id] = more;
        for c in 0..self.callers[id].len() {
            let (caller, call) = self.callers[id][c];
            let own = &self.instances[caller];
            let i = self.ground.at(own.proc, spds.calls[call].from);
            let at_call = self.reached[caller][i].clone();
            for (guard, callee) in &own.calls[self.ground.call_number(own.proc, call)] {
                if *callee == id {
                    self.go_over(caller, call, &at_call, guard, id)?;
                }
            }
        }
        Ok(())
    }
}
