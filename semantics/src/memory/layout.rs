//! Where objects lie.
//!
//! Variables that exist once at a time (globals, and locals of functions that are not recursive) and functions have
//! fixed addresses, aligned and apart from each other: terms about them simplify without a solver. C gives programs
//! no way to depend on more, short of comparing addresses of different objects and of taking them for numbers. Where a
//! program does so, the variables that it does it with have symbols for addresses too ([`Placement`]). Locals of
//! recursive functions always have, and so has what is allocated; they lie above everything fixed.

use std::collections::BTreeMap;
use std::ops::Range;

use analysis::Analyses;
use analysis::placement::{PAGE, string_bytes};
use ir::types::{Quals, TypeId, TypeKind};
use ir::{FuncId, Program, VarId};
use source::entity::{Arena, EntityId};

use crate::memory::placement::Placement;

/// Made once per program.
#[derive(Debug)]
pub struct Layout {
    fixed: Arena<VarId, Option<u64>>,
    /// Where the fixed objects end.
    end: u64,
    /// Where all others lie.
    open: Range<u64>,
    /// Variables that exist once and have symbols all the same; so have functions; and what those hold that may share their bytes.
    moving: Vec<VarId>,
    moving_functions: Vec<FuncId>,
    shared: BTreeMap<VarId, Vec<u8>>,
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            fixed: Arena::default(),
            end: 0,
            open: UNFIXED_ADDRESSES,
            moving: Vec::new(),
            moving_functions: Vec::new(),
            shared: BTreeMap::new(),
        }
    }
}

/// Where functions lie.
pub const FUNCTIONS_START: u64 = 0x1000;
pub const FUNCTION_SIZE: u64 = 16;
/// Where everything without a fixed address lies, unless the program makes use of that. The interpreter has nothing
/// there, so that a replay can use the addresses that a solver has chosen.
pub const UNFIXED_ADDRESSES: Range<u64> = 0x0900_0000..0x1000_0000;
/// Beyond this the rest has symbols.
const FIXED_ADDRESSES_END: u64 = UNFIXED_ADDRESSES.start;
/// Room for objects whose size the program does not tell.
pub(crate) const UNKNOWN_SIZE_BYTES: u64 = 4096;

impl Layout {
    pub fn new(program: &Program, analyses: &Analyses, placement: &Placement) -> Self {
        let mut next = FUNCTIONS_START + FUNCTION_SIZE * program.funcs.len() as u64;
        let mut layout = Layout {
            shared: placement
                .shared
                .iter()
                .filter_map(|&var| Some((var, string_bytes(program, var)?)))
                .collect(),
            moving_functions: placement.functions.iter().copied().collect(),
            ..Layout::default()
        };
        if placement.wide {
            let last = u64::MAX >> (64 - 8 * program.types.pointer_size());
            layout.open = UNFIXED_ADDRESSES.start..last - (PAGE - 1);
        }
        for (var, variable) in program.vars.iter() {
            let once = match variable.kind.owner() {
                None => true,
                Some(_) if mutants::is("locals-of-recursive-functions-exist-once") => true,
                Some(func) => !analyses.calls.contains(func) || !analyses.calls.is_recursive(func),
            };
            let scalar = program.types.is_scalar(variable.ty);
            let in_memory = variable.address_taken || !scalar;
            let size = program
                .types
                .size_of(variable.ty)
                .unwrap_or(UNKNOWN_SIZE_BYTES);
            let init = variable.init.as_ref().and_then(|i| i.items.last());
            let beyond = init.map_or(0, |item| item.bit_offset / 8 + UNKNOWN_SIZE_BYTES);
            let size = if scalar { size } else { size.max(beyond) };
            let align = variable.align.clamp(1, 4096);
            let start = next.next_multiple_of(align.max(8));
            let fits = start
                .checked_add(size)
                .is_some_and(|end| end < FIXED_ADDRESSES_END);
            let moving = placement.open.contains(&var);
            if once && in_memory && moving {
                layout.moving.push(var);
            }
            let address = (once && in_memory && fits && !moving).then(|| {
                next = start + size.max(1);
                start
            });
            layout.fixed.push(address);
        }
        layout.end = next.next_multiple_of(4096);
        layout
    }

    /// The address of a variable, if it is fixed.
    pub fn fixed(&self, var: VarId) -> Option<u64> {
        self.fixed.get(var).copied().flatten()
    }

    /// Where everything without a fixed address lies.
    pub fn open(&self) -> Range<u64> {
        self.open.clone()
    }

    /// Whether that is all of memory but what is fixed, the first page and the last one.
    pub(crate) fn is_wide(&self) -> bool {
        self.open != UNFIXED_ADDRESSES
    }

    /// Variables that exist once and whose addresses are symbols.
    pub fn moving(&self) -> &[VarId] {
        &self.moving
    }

    /// Functions whose addresses are symbols.
    pub(crate) fn moving_functions(&self) -> &[FuncId] {
        &self.moving_functions
    }

    /// Whether a variable has one address, whichever activation it belongs to.
    pub fn exists_once(&self, var: VarId) -> bool {
        self.fixed(var).is_some() || self.moving.contains(&var)
    }

    /// The bytes of a string literal that may share them with another one.
    pub(crate) fn shared(&self, var: VarId) -> Option<&[u8]> {
        self.shared.get(&var).map(Vec::as_slice)
    }

    /// Variables that have fixed addresses.
    pub fn all_fixed(&self) -> impl Iterator<Item = (VarId, u64)> {
        let fixed = self.fixed.iter();
        fixed.filter_map(|(var, start)| Some((var, (*start)?)))
    }

    pub fn function(&self, func: FuncId) -> u64 {
        FUNCTIONS_START + FUNCTION_SIZE * func.index() as u64
    }

    /// The function at an address.
    pub fn function_at(program: &Program, address: u64) -> Option<FuncId> {
        let distance = address.checked_sub(FUNCTIONS_START)?;
        let n = (distance / FUNCTION_SIZE) as usize;
        let is_one = distance.is_multiple_of(FUNCTION_SIZE) && n < program.funcs.len();
        is_one.then(|| FuncId::from_index(n))
    }

    /// How a pointer to a local is written outside of its function, as in `&main::port.lock`.
    pub fn name(&self, program: &Program, address: u128, ty: TypeId) -> Option<String> {
        let (var, offset) = self.at(u64::try_from(address).ok()?)?;
        let variable = &program.vars[var];
        let size = program.types.size_of(variable.ty)?;
        let owner = variable.kind.owner().filter(|_| variable.address_taken)?;
        let (member, found, rest) = program.types.member_at(variable.ty, offset);
        if offset >= size || rest > 0 {
            return None;
        }
        let cast = match *program.types.kind(ty) {
            TypeKind::Pointer { target, quals } if target == found && quals == Quals::NONE => {
                String::new()
            }
            _ => format!("({})", program.types.display(ty)),
        };
        let (func, local) = (&program.funcs[owner].unique, &variable.unique);
        Some(format!("{cast}&{func}::{local}{member}"))
    }

    /// The variable with a fixed address that an address lies in, and how far.
    pub fn at(&self, address: u64) -> Option<(VarId, u64)> {
        let (var, start) = self
            .all_fixed()
            .filter(|(_, start)| *start <= address)
            .max_by_key(|(_, start)| *start)?;
        (address < self.end).then(|| (var, address - start))
    }
}
