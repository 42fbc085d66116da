//! Stopping at a target: for engines that explore forwards and can look up what they have found.

use crate::bdd::BddResult;
use crate::flow::LocId;

/// The locations at which an exploration stops, and the first of them that it met.
pub(super) struct TargetWatch {
    is_target: Vec<bool>,
    hit: Option<LocId>,
}

impl TargetWatch {
    pub(super) fn new(locs: usize) -> Self {
        TargetWatch {
            is_target: vec![false; locs],
            hit: None,
        }
    }

    /// A location has got states.
    pub(super) fn meet(&mut self, loc: LocId) {
        if self.is_target[loc.index()] {
            self.hit.get_or_insert(loc);
        }
    }

    pub(super) fn is_hit(&self) -> bool {
        self.hit.is_some()
    }

    fn set(&mut self, targets: &[LocId], value: bool) {
        for target in targets {
            self.is_target[target.index()] = value;
        }
    }
}

/// An exploration that can be stopped and continued.
pub(super) trait ForwardEngine {
    /// Whether a location is known to be reachable.
    fn knows(&self, loc: LocId) -> bool;

    fn watch(&mut self) -> &mut TargetWatch;

    /// Explores until nothing is new, or a target is met.
    fn run(&mut self) -> BddResult<()>;
}

/// One of the targets that is reachable: a known one, or the first that an exploration meets.
pub(super) fn explore_until_met(
    engine: &mut impl ForwardEngine,
    targets: &[LocId],
) -> BddResult<Option<LocId>> {
    if let Some(&known) = targets.iter().find(|&&t| engine.knows(t)) {
        return Ok(Some(known));
    }
    engine.watch().set(targets, true);
    let outcome = engine.run();
    engine.watch().set(targets, false);
    outcome.map(|()| engine.watch().hit.take())
}
