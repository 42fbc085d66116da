//! The scalars that registers hold: bits, where a pointer came from, and whether the bits mean
//! anything.
//!
//! The bits are those of the type, zero-extended, as [`arith`](ir::arith) has them. A pointer
//! remembers the object it was made from (its provenance), so that an access outside that object is
//! found even where it hits another one. Integers have none: a pointer cast back from an integer
//! points into whatever object is at the address (PNVI, ISO/IEC TS 6010).

/// The object that a pointer was made from. A slot is used again by later objects; the generation
/// tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prov {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl Prov {
    /// Of integers, null pointers and pointers made from nothing: resolved by address.
    pub const NONE: Self = Self {
        slot: u32::MAX,
        generation: 0,
    };

    #[inline]
    pub fn is_none(self) -> bool {
        self.slot == u32::MAX
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    pub bits: u128,
    pub prov: Prov,
    /// False for what an uninitialised object holds and what was computed from it.
    pub defined: bool,
}

impl Value {
    /// The contents of a register that has not been written.
    pub const UNDEFINED: Self = Self {
        bits: 0,
        prov: Prov::NONE,
        defined: false,
    };

    pub const ZERO: Self = Self::int(0);

    pub const fn int(bits: u128) -> Self {
        Self {
            bits,
            prov: Prov::NONE,
            defined: true,
        }
    }

    #[inline]
    pub fn pointer(addr: u64, prov: Prov) -> Self {
        Self {
            bits: addr.into(),
            prov,
            defined: true,
        }
    }

    /// The bits as an address.
    #[inline]
    pub fn addr(self) -> u64 {
        self.bits as u64
    }

    /// The same knowledge of definedness with other bits and no provenance.
    #[inline]
    pub(super) fn with_bits(self, bits: u128) -> Self {
        Self {
            bits,
            prov: Prov::NONE,
            defined: self.defined,
        }
    }
}
