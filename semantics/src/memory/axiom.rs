//! What formulas take for granted of memory beside the statements themselves, by name.
//!
//! Every fact that is asserted without a statement of the program behind it has one of these names, so that a proof can
//! say which it needs. Each is an assumption about systems and programs, and for each there is a test with the program
//! that it would be wrong for (`tests/c/check/watch`, `tests/c/check/memory`).

use std::fmt;

/// A kind of fact about memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axiom {
    /// Objects without a fixed address lie in a range of their own, aligned, and end before memory does.
    Placed,
    /// Two objects that are there at the same time have no byte in common.
    Disjoint,
    /// A new object lies where no pointer leads that was there before; prophecies are no such pointers.
    NewApart,
    /// Structures of different types behind the parameters of the first function have no byte in common.
    ParametersApart,
}

impl Axiom {
    pub const ALL: [Axiom; 4] = [
        Axiom::Placed,
        Axiom::Disjoint,
        Axiom::NewApart,
        Axiom::ParametersApart,
    ];

    /// For machines.
    pub fn name(self) -> &'static str {
        match self {
            Axiom::Placed => "objects-placed",
            Axiom::Disjoint => "objects-disjoint",
            Axiom::NewApart => "new-objects-apart",
            Axiom::ParametersApart => "parameters-apart",
        }
    }

    /// For people.
    pub fn text(self) -> &'static str {
        match self {
            Axiom::Placed => "objects are aligned and end before memory does",
            Axiom::Disjoint => "objects do not overlap",
            Axiom::NewApart => "new objects lie where no older pointer leads",
            Axiom::ParametersApart => "structures behind parameters do not overlap",
        }
    }
}

/// A set of them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Axioms(u8);

impl Axioms {
    pub fn insert(&mut self, axiom: Axiom) {
        self.0 |= 1 << axiom as u8;
    }

    pub fn contains(self, axiom: Axiom) -> bool {
        self.0 >> (axiom as u8) & 1 == 1
    }

    /// In the order of [`Axiom::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Axiom> {
        Axiom::ALL.into_iter().filter(move |&a| self.contains(a))
    }
}

impl fmt::Debug for Axioms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
