//! The variables of a system as bits in decision diagrams.
//!
//! Globals and locals have three copies each: when the frame was entered, now, and after a rule. The locals of the second
//! symbol that a rule puts on the stack have slots of their own, of which only the current copy is used. Bits of the same
//! worth stand beside each other, the highest first, because numbers are compared and copied.

use crate::bdd::{Bdd, BddConfig, BddResult, Bdds, Slot, SlotCopy};
use crate::pds::moped::{SymbolicFile, Variable};

/// A copy of a slot.
type Bit = (Slot, SlotCopy);

/// A change from one copy of some bits to another one.
pub(super) struct Rename {
    equal: Bdd,
    pub(super) from: Bdd,
    pub(super) to: Bdd,
}

impl Rename {
    fn new(bdds: &Bdds, pairs: &[(Bit, Bit)]) -> BddResult<Self> {
        let mut equal = bdds.one();
        for &((from, from_copy), (to, to_copy)) in pairs.iter().rev() {
            let differ = bdds.xor(bdds.var(from, from_copy), bdds.var(to, to_copy))?;
            equal = bdds.minus(&equal, &differ)?;
        }
        Ok(Rename {
            equal,
            from: bdds.cube(pairs.iter().map(|pair| pair.0))?,
            to: bdds.cube(pairs.iter().map(|pair| pair.1))?,
        })
    }

    /// That both copies are equal.
    pub(super) fn equal(&self) -> &Bdd {
        &self.equal
    }

    pub(super) fn apply(&self, bdds: &Bdds, f: &Bdd) -> BddResult {
        bdds.and_exists(f, &self.equal, &self.from)
    }

    pub(super) fn undo(&self, bdds: &Bdds, f: &Bdd) -> BddResult {
        bdds.and_exists(f, &self.equal, &self.to)
    }
}

/// Bits, cubes and renamings.
pub(super) struct Space {
    pub(super) bdds: Bdds,
    /// The bits of each variable, the lowest first.
    pub(super) globals: Vec<Vec<Slot>>,
    pub(super) locals: Vec<Vec<Slot>>,
    pub(super) below: Vec<Vec<Slot>>,
    /// Of globals and locals together.
    pub(super) entry: Bdd,
    pub(super) current: Bdd,
    pub(super) next: Bdd,
    pub(super) below_cube: Bdd,
    pub(super) local_cube: Bdd,
    /// Of globals and locals.
    pub(super) next_to_current: Rename,
    pub(super) entry_to_next: Rename,
    pub(super) entry_to_current: Rename,
    pub(super) global_next_to_current: Rename,
    pub(super) below_to_local: Rename,
}

impl Space {
    pub(super) fn new(file: &SymbolicFile, config: BddConfig) -> BddResult<Self> {
        let mut count = 0;
        let mut slots_of = |variables: &[Variable]| -> Vec<Vec<Slot>> {
            let of = |variable: &Variable| {
                let slots = (count..count + variable.bits).map(Slot).collect();
                count += variable.bits;
                slots
            };
            variables.iter().map(of).collect()
        };
        let globals = slots_of(&file.globals);
        let locals = slots_of(&file.locals);
        let below = slots_of(&file.locals);
        let bdds = Bdds::new(&order(&globals, &locals, &below), 0, config)?;
        let all = |list: &[Vec<Slot>]| list.iter().flatten().copied().collect::<Vec<Slot>>();
        let (global, local, under) = (all(&globals), all(&locals), all(&below));
        let both: Vec<Slot> = global.iter().chain(&local).copied().collect();
        let same = |slots: &[Slot], from, to| {
            let pairs: Vec<_> = slots.iter().map(|&s| ((s, from), (s, to))).collect();
            Rename::new(&bdds, &pairs)
        };
        let cube = |slots: &[Slot], copy| bdds.cube(slots.iter().map(|&s| (s, copy)));
        let pairs: Vec<_> = under
            .iter()
            .zip(&local)
            .map(|(&from, &to)| ((from, SlotCopy::Current), (to, SlotCopy::Current)))
            .collect();
        Ok(Space {
            entry: cube(&both, SlotCopy::Entry)?,
            current: cube(&both, SlotCopy::Current)?,
            next: cube(&both, SlotCopy::Next)?,
            below_cube: cube(&under, SlotCopy::Current)?,
            local_cube: cube(&local, SlotCopy::Current)?,
            next_to_current: same(&both, SlotCopy::Next, SlotCopy::Current)?,
            entry_to_next: same(&both, SlotCopy::Entry, SlotCopy::Next)?,
            entry_to_current: same(&both, SlotCopy::Entry, SlotCopy::Current)?,
            global_next_to_current: same(&global, SlotCopy::Next, SlotCopy::Current)?,
            below_to_local: Rename::new(&bdds, &pairs)?,
            bdds,
            globals,
            locals,
            below,
        })
    }

    /// The bits of globals and locals in one copy.
    pub(super) fn head_bits(&self, copy: SlotCopy) -> Vec<Bit> {
        let all = self.globals.iter().chain(&self.locals).flatten();
        all.map(|&slot| (slot, copy)).collect()
    }

    pub(super) fn below_bits(&self) -> Vec<Bit> {
        let all = self.below.iter().flatten();
        all.map(|&slot| (slot, SlotCopy::Current)).collect()
    }

    /// One valuation of the given bits in a set that mentions no others.
    pub(super) fn pick(&self, set: &Bdd, bits: Vec<Bit>) -> BddResult {
        self.bdds.pick(set, bits, 0)
    }

    /// The values of variables in a valuation, in their current copies.
    pub(super) fn values(&self, variables: &[Vec<Slot>], valuation: &Bdd) -> BddResult<Vec<i64>> {
        let all: Vec<Slot> = variables.iter().flatten().copied().collect();
        let found = self.bdds.determined(valuation, &all)?;
        let mut bits = found.into_iter().map(|bit| bit == Some(true));
        let value = |slots: &Vec<Slot>| {
            let own = bits.by_ref().take(slots.len()).enumerate();
            own.map(|(place, bit)| i64::from(bit) << place).sum()
        };
        Ok(variables.iter().map(value).collect())
    }

    /// That a variable's current copy has a value.
    pub(super) fn is(&self, slots: &[Slot], value: i64) -> BddResult {
        let mut all = self.bdds.one();
        for (place, &slot) in slots.iter().enumerate() {
            let bit = self
                .bdds
                .literal(slot, SlotCopy::Current, value >> place & 1 == 1)?;
            all = self.bdds.and(&all, &bit)?;
        }
        Ok(all)
    }
}

/// From the top down: by the worth of bits, and by variables as declared.
fn order(globals: &[Vec<Slot>], locals: &[Vec<Slot>], below: &[Vec<Slot>]) -> Vec<Slot> {
    let pairs = locals
        .iter()
        .zip(below)
        .flat_map(|(own, under)| [own, under]);
    let variables: Vec<&Vec<Slot>> = globals.iter().chain(pairs).collect();
    let longest = variables.iter().map(|bits| bits.len()).max().unwrap_or(0);
    let places = (0..longest).rev();
    places
        .flat_map(|place| variables.iter().filter_map(move |bits| bits.get(place)))
        .copied()
        .collect()
}
