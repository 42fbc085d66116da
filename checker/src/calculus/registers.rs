//! Registers: which copy of the BDD variables holds a symbolic variable.
//!
//! Register r of valuations is the r-th copy of each slot, that of locals and that of globals apart. A step of the program
//! works in place: from register 1, with register 2 for what it writes, so that what a step does not touch costs nothing.
//! Booleans and bit vectors have registers of their own above the slots, bit beside bit.
//!
//! Valuations are moved by the slots that matter where they belong, not by all.

use rustc_hash::FxHashMap;

use super::types::ScalarType;
use crate::bdd::{Bdd, BddResult, BddVar, Bdds, Slot};
use crate::flow::SlotSet;

/// What shares a numbering of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Kind {
    Local,
    Global,
    Bits,
    /// Both valuations of a state, where they are in registers of one number.
    State,
}

impl Kind {
    /// Whether variables of two kinds may share BDD variables.
    fn overlaps(self, other: Kind) -> bool {
        self == other
            || self == Kind::State && other != Kind::Bits
            || other == Kind::State && self != Kind::Bits
    }

    /// None of an explicit scalar.
    pub(super) fn of(ty: ScalarType) -> Option<Kind> {
        match ty {
            ScalarType::Pc | ScalarType::Enum(_) => None,
            ScalarType::Bool | ScalarType::Bits(_) => Some(Kind::Bits),
            ScalarType::Local => Some(Kind::Local),
            ScalarType::Global => Some(Kind::Global),
        }
    }
}

/// What a variable is made of: slots of a valuation, or so many bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Content {
    Slots(SlotSet),
    Bits(u32),
}

/// A content by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ContentId(u32);

/// A move of a variable's content between registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) kind: Kind,
    pub(super) content: ContentId,
    pub(super) from: u8,
    pub(super) to: u8,
}

/// How many registers there are, and the cubes and equalities that were made for them.
pub(super) struct Registers {
    bit_registers: u32,
    /// The last register of all kinds: where one side of an exchange goes.
    spare: u8,
    contents: Vec<Content>,
    ids: FxHashMap<Content, ContentId>,
    equalities: FxHashMap<(ContentId, u8, u8), (Bdd, Bdd)>,
    cubes: FxHashMap<(ContentId, u8), Bdd>,
}

impl Registers {
    /// With so many registers for valuations and for bits.
    pub(super) fn new(valuations: u8, bits: u8) -> Self {
        Registers {
            bit_registers: u32::from(bits) + 1,
            spare: valuations.max(bits),
            contents: Vec::new(),
            ids: FxHashMap::default(),
            equalities: FxHashMap::default(),
            cubes: FxHashMap::default(),
        }
    }

    /// How many copies of each slot that takes.
    pub(super) fn copies(valuations: u8, bits: u8) -> u32 {
        u32::from(valuations.max(bits)) + 1
    }

    /// How many BDD variables above the slots bit vectors of a width take.
    pub(super) fn extra(bits: u8, width: u32) -> u32 {
        match bits {
            0 => 0,
            _ => (u32::from(bits) + 1) * width,
        }
    }

    /// The BDD variable of a bit, the highest bit first.
    pub(super) fn bit(&self, width: u32, bit: u32, register: u8) -> BddVar {
        let register = if register == self.spare {
            self.bit_registers - 1
        } else {
            u32::from(register)
        };
        ((width - 1 - bit) * self.bit_registers + register) as BddVar
    }

    pub(super) fn intern(&mut self, content: Content) -> ContentId {
        if let Some(known) = self.ids.get(&content) {
            return *known;
        }
        let id = ContentId(self.contents.len() as u32);
        self.contents.push(content.clone());
        self.ids.insert(content, id);
        id
    }

    pub(super) fn content(&self, id: ContentId) -> &Content {
        &self.contents[id.0 as usize]
    }

    /// The variables of a content in a register.
    fn vars(&self, bdds: &Bdds, content: ContentId, register: u8) -> Vec<BddVar> {
        match self.content(content) {
            Content::Slots(slots) => slots
                .iter()
                .map(|s| bdds.copy_var(s, u32::from(register)))
                .collect(),
            Content::Bits(width) => (0..*width).map(|b| self.bit(*width, b, register)).collect(),
        }
    }

    pub(super) fn cube(&mut self, bdds: &Bdds, content: ContentId, register: u8) -> BddResult {
        let key = (content, register);
        if let Some(known) = self.cubes.get(&key) {
            return Ok(known.clone());
        }
        let cube = bdds.cube_of(self.vars(bdds, content, register))?;
        self.cubes.insert(key, cube.clone());
        Ok(cube)
    }

    /// That two registers have the same content.
    pub(super) fn same(&mut self, bdds: &Bdds, content: ContentId, a: u8, b: u8) -> BddResult {
        Ok(self.same_and_cube(bdds, content, a, b)?.0)
    }

    /// The same with the cube of the first register.
    fn same_and_cube(
        &mut self,
        bdds: &Bdds,
        content: ContentId,
        a: u8,
        b: u8,
    ) -> BddResult<(Bdd, Bdd)> {
        let key = (content, a, b);
        if let Some(known) = self.equalities.get(&key) {
            return Ok(known.clone());
        }
        let (left, right) = (self.vars(bdds, content, a), self.vars(bdds, content, b));
        let mut pairs: Vec<(BddVar, BddVar)> = left.into_iter().zip(right).collect();
        // From the lowest level up, so that each pair adds on top.
        pairs.sort_unstable_by(|x, y| y.cmp(x));
        let mut equal = bdds.one();
        for (x, y) in pairs {
            let differ = bdds.xor(bdds.variable(x), bdds.variable(y))?;
            equal = bdds.minus(&equal, &differ)?;
        }
        let cube = self.cube(bdds, content, a)?;
        self.equalities.insert(key, (equal.clone(), cube.clone()));
        Ok((equal, cube))
    }

    fn slots(&mut self, bdds: &Bdds, slots: impl IntoIterator<Item = Slot>) -> ContentId {
        let mut set = SlotSet::new(bdds.slots());
        set.extend(slots);
        self.intern(Content::Slots(set))
    }

    pub(super) fn equality(
        &mut self,
        bdds: &Bdds,
        slots: impl Iterator<Item = Slot>,
        a: u8,
        b: u8,
    ) -> BddResult {
        let content = self.slots(bdds, slots);
        self.same(bdds, content, a, b)
    }

    pub(super) fn forget(
        &mut self,
        bdds: &Bdds,
        set: &Bdd,
        slots: impl Iterator<Item = Slot>,
        register: u8,
    ) -> BddResult {
        let content = self.slots(bdds, slots);
        let cube = self.cube(bdds, content, register)?;
        bdds.exists(set, &cube)
    }

    /// Forgets all slots of a register but some (ascending).
    pub(super) fn keep_only(
        &mut self,
        bdds: &Bdds,
        set: &Bdd,
        kept: &[Slot],
        register: u8,
    ) -> BddResult {
        let others = (0..bdds.slots() as u32).map(Slot);
        let others = others.filter(|s| kept.binary_search(s).is_err());
        self.forget(bdds, set, others, register)
    }

    /// Moves some slots to a register that is free for them.
    pub(super) fn shift(
        &mut self,
        bdds: &Bdds,
        set: &Bdd,
        slots: &[Slot],
        from: u8,
        to: u8,
    ) -> BddResult {
        let content = self.slots(bdds, slots.iter().copied());
        self.one_move(bdds, set, content, from, to)
    }

    fn one_move(
        &mut self,
        bdds: &Bdds,
        set: &Bdd,
        content: ContentId,
        from: u8,
        to: u8,
    ) -> BddResult {
        if from == to {
            return Ok(set.clone());
        }
        let (equal, cube) = self.same_and_cube(bdds, content, from, to)?;
        if bdds.is_one(&cube) {
            return Ok(set.clone());
        }
        bdds.and_exists(set, &equal, &cube)
    }

    /// Moves all at once: where they go round in circles, by way of the spare register.
    pub(super) fn moved(&mut self, bdds: &Bdds, set: &Bdd, moves: Vec<Move>) -> BddResult {
        let mut set = set.clone();
        let mut left: Vec<Move> = moves.into_iter().filter(|m| m.from != m.to).collect();
        while !left.is_empty() {
            let blocked = |m: &Move| {
                left.iter()
                    .any(|o| o.kind.overlaps(m.kind) && o.from == m.to)
            };
            match left.iter().position(|m| !blocked(m)) {
                Some(free) => {
                    let m = left.swap_remove(free);
                    set = self.one_move(bdds, &set, m.content, m.from, m.to)?;
                }
                None => {
                    let spare = self.spare;
                    let m = &mut left[0];
                    set = self.one_move(bdds, &set, m.content, m.from, spare)?;
                    m.from = spare;
                }
            }
        }
        Ok(set)
    }

    /// The slots in a cube.
    pub(super) fn slots_of(&self, bdds: &Bdds, cube: &Bdd) -> Vec<Slot> {
        let mut slots: Vec<Slot> = bdds
            .support(cube)
            .into_iter()
            .map(|v| bdds.slot_of(v).0)
            .collect();
        slots.sort_unstable();
        slots
    }
}
