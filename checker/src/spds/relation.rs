//! What one step does to a set of states, and the other way round.
//!
//! A relation mentions next values only of slots that it writes; all others keep their value without being mentioned,
//! so the cost of a step follows what it changes and not how much is in scope. The image of a set `S` is
//!
//! ```text
//! (∃ forgotten current values: S ∧ step)[next → current] ∧ after
//! ```
//!
//! where `forgotten` holds the slots that are written or no longer live, and `after` fixes slots that become constants
//! and what `enforce` demands. A large `step` comes in [`Cluster`]s.

use rustc_hash::FxHashMap;

use super::partition::Cluster;
use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};

/// An interned relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RelId(pub(crate) u32);

/// A renaming from one copy of some slots to another, as an equality and what it quantifies.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Renaming {
    equal: Bdd,
    from: Bdd,
    to: Bdd,
}

impl Renaming {
    pub(crate) fn new(
        bdds: &Bdds,
        slots: &[Slot],
        from: SlotCopy,
        to: SlotCopy,
    ) -> BddResult<Self> {
        let cube = |copy| bdds.cube(slots.iter().map(|&s| (s, copy)));
        Ok(Renaming {
            equal: bdds.equal(slots.iter().copied(), from, to)?,
            from: cube(from)?,
            to: cube(to)?,
        })
    }

    /// The equality between the copies.
    pub(crate) fn equal(&self) -> &Bdd {
        &self.equal
    }

    /// The cube of the copy that is renamed.
    pub(crate) fn from(&self) -> &Bdd {
        &self.from
    }

    /// The cube of the copy that it is renamed to.
    pub(crate) fn to(&self) -> &Bdd {
        &self.to
    }

    pub(crate) fn is_identity(&self, bdds: &Bdds) -> bool {
        bdds.is_one(&self.equal)
    }

    pub(crate) fn apply(&self, bdds: &Bdds, f: &Bdd) -> BddResult {
        if self.is_identity(bdds) {
            return Ok(f.clone());
        }
        bdds.and_exists(f, &self.equal, &self.from)
    }

    pub(crate) fn undo(&self, bdds: &Bdds, f: &Bdd) -> BddResult {
        if self.is_identity(bdds) {
            return Ok(f.clone());
        }
        bdds.and_exists(f, &self.equal, &self.to)
    }
}

/// See the module's text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Relation {
    /// What is conjoined before `step`.
    pub(crate) earlier: Vec<Cluster>,
    pub(crate) step: Bdd,
    /// The cube of current values that the step forgets.
    pub(crate) forget: Bdd,
    /// The cube of next values that the step mentions and no later step reads.
    pub(crate) hidden: Bdd,
    pub(crate) rename: Option<Renaming>,
    pub(crate) after: Bdd,
}

impl Relation {
    pub(crate) fn image(&self, bdds: &Bdds, set: &Bdd) -> BddResult {
        let mut result = self.through(bdds, set, |part| &part.forward)?;
        result = bdds.and_exists(&result, &self.step, &self.forget)?;
        if !bdds.is_one(&self.hidden) {
            result = bdds.exists(&result, &self.hidden)?;
        }
        if let Some(rename) = &self.rename {
            result = rename.apply(bdds, &result)?;
        }
        if bdds.is_one(&self.after) {
            return Ok(result);
        }
        bdds.and(&result, &self.after)
    }

    /// The states from which the step can lead into `set`. `set` may depend on other copies, which stay as they are.
    pub(crate) fn preimage(&self, bdds: &Bdds, set: &Bdd) -> BddResult {
        let mut result = bdds.and(set, &self.after)?;
        if let Some(rename) = &self.rename {
            result = rename.undo(bdds, &result)?;
        }
        result = bdds.exists(&result, &self.forget)?;
        result = self.through(bdds, &result, |part| &part.backward)?;
        match &self.rename {
            Some(rename) => result = bdds.and_exists(&result, &self.step, &rename.from)?,
            None => result = bdds.and(&result, &self.step)?,
        }
        if bdds.is_one(&self.hidden) {
            return Ok(result);
        }
        bdds.exists(&result, &self.hidden)
    }

    /// What the earlier parts leave of a set.
    fn through(&self, bdds: &Bdds, set: &Bdd, done: impl Fn(&Cluster) -> &Bdd) -> BddResult {
        let mut result = set.clone();
        for part in &self.earlier {
            result = bdds.and_exists(&result, &part.step, done(part))?;
        }
        Ok(result)
    }

    /// The conjunction of all parts.
    pub(crate) fn whole(&self, bdds: &Bdds) -> BddResult {
        let mut all = self.step.clone();
        for part in &self.earlier {
            all = bdds.and(&all, &part.step)?;
        }
        bdds.exists(&all, &self.hidden)
    }
}

/// All relations of a system, each stored once: equal statements of different procedures share theirs.
#[derive(Default)]
pub(crate) struct Relations {
    all: Vec<Relation>,
    ids: FxHashMap<Relation, RelId>,
}

impl Relations {
    pub(crate) fn intern(&mut self, relation: Relation) -> RelId {
        *self.ids.entry(relation).or_insert_with_key(|relation| {
            self.all.push(relation.clone());
            RelId(self.all.len() as u32 - 1)
        })
    }

    pub(crate) fn get(&self, id: RelId) -> &Relation {
        &self.all[id.0 as usize]
    }
}
