//! Addresses in formulas: where one lies from another, as far as that is plain without asking the solver.
//!
//! Two addresses are told apart by a constant distance, by the objects that they lie in, and by alignment.

use z3::DeclKind;
use z3::ast::{Ast, BV};

use crate::memory::layout::UNFIXED_ADDRESSES;
use crate::memory::reach::Reach;
use crate::memory::word_memory::Grid;

/// A number of bytes from an address on.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub address: BV,
    /// Bytes.
    pub size: u32,
    pub(crate) grid: Grid,
    /// What it may be a part of.
    pub(crate) reach: Reach,
}

impl Piece {
    pub fn new(address: BV, size: u32) -> Self {
        Piece {
            address,
            size,
            grid: Grid::ANY,
            reach: Reach::ANYTHING,
        }
    }

    /// A part of what these cells are.
    pub(crate) fn within(self, reach: Reach) -> Self {
        Piece { reach, ..self }
    }

    /// So many bytes from its start on, one by one.
    pub(crate) fn bytes(&self, size: u32) -> Self {
        Piece {
            size,
            grid: Grid::ANY,
            ..self.clone()
        }
    }

    /// So many bytes of it.
    pub(crate) fn part(&self, first: u32, size: u32) -> Self {
        let address = match first {
            0 => self.address.clone(),
            _ => {
                let bits = self.address.get_size();
                self.address.bvadd(BV::from_u64(first.into(), bits))
            }
        };
        let grid = self.grid.after(first.into());
        Piece {
            address,
            size,
            grid,
            reach: self.reach.clone(),
        }
    }
}

/// The objects that lie apart, above what has a fixed address: address and size.
pub(crate) type Objects = [(BV, u64)];

/// A term and a number.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    base: Option<BV>,
    offset: u64,
    pub(crate) term: BV,
    pub(crate) grid: Grid,
    /// The size of the object that the base is the address of, if the access stays inside it.
    inside: Option<u64>,
    pub(crate) reach: Reach,
}

impl Address {
    pub(crate) fn new(piece: &Piece, objects: &Objects) -> Self {
        let term = piece.address.simplify();
        if let Some(offset) = term.as_u64() {
            return Address {
                base: None,
                offset,
                term,
                grid: Grid::new(1 << 63, offset),
                inside: None,
                reach: piece.reach.clone(),
            };
        }
        // The solver writes the number of a sum first.
        let number = (term.is_app() && term.decl().kind() == DeclKind::Badd)
            .then(|| term.nth_child(0)?.as_bv()?.as_u64())
            .flatten();
        let (base, offset) = match number {
            None => (term.clone(), 0),
            Some(offset) => {
                let number = BV::from_u64(offset, term.get_size());
                (term.bvsub(number).simplify(), offset)
            }
        };
        let object = objects.iter().find(|(address, _)| address.ast_eq(&base));
        let fits = |size: &u64| {
            let end = offset.checked_add(piece.size.into());
            end.is_some_and(|end| end <= *size)
        };
        Address {
            inside: object.map(|(_, size)| *size).filter(fits),
            base: Some(base),
            offset,
            term,
            grid: piece.grid,
            reach: piece.reach.clone(),
        }
    }

    /// How far this lies behind another address, if that is the same in all executions; wraps round.
    pub(crate) fn distance(&self, other: &Address) -> Option<u64> {
        let bits = self.term.get_size();
        let same = match (&self.base, &other.base) {
            (None, None) => true,
            (Some(a), Some(b)) => a.ast_eq(b),
            _ => false,
        };
        let distance = self.offset.wrapping_sub(other.offset);
        same.then(|| sign_extended(distance, bits))
    }

    /// Whether this is in another object than a range that begins at an address, or at a number below all objects.
    pub(crate) fn is_beside(&self, start: &Address, size: u32) -> bool {
        let differ = match (&self.base, &start.base) {
            (Some(a), Some(b)) => !a.ast_eq(b),
            _ => true,
        };
        self.reach.is_apart(&start.reach) || differ && self.is_elsewhere(start, size)
    }

    /// Whether this is in another object than a different address, both of at most so many bytes, as objects lie. An
    /// object that could not be made is at null.
    pub(crate) fn is_elsewhere(&self, other: &Address, size: u32) -> bool {
        if self.reach.is_apart(&other.reach) {
            return true;
        }
        let below = |fixed: &Address, object: u64| {
            let room = UNFIXED_ADDRESSES.start - u64::from(size);
            fixed.base.is_none() && (object..room).contains(&fixed.offset)
        };
        match (self.inside, other.inside) {
            (Some(_), Some(_)) => true,
            (Some(object), None) => below(other, object),
            (None, Some(object)) => below(self, object),
            (None, None) => mutants::is("different-pointers-lead-to-different-places"),
        }
    }
}

/// The low bits as a number with a sign, which the others repeat.
fn sign_extended(n: u64, bits: u32) -> u64 {
    let unused = 64 - bits.min(64);
    (((n << unused) as i64) >> unused) as u64
}
