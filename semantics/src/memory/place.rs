//! Addresses of places, and what is stored there.
//!
//! A region that is addressed by bytes holds values in little-endian order, as x86 does. A bit-field is read and
//! written through the bytes that it shares with its neighbours.

use analysis::regions::RegionId;
use ir::types::Field;
use ir::{PlaceId, PlaceKind};
use z3::ast::BV;

use crate::encoding_context::EncodingContext;
use crate::execution::expr::resized;
use crate::execution::state::State;
use crate::memory::address::Piece;
use crate::memory::reach::Reach;
use crate::memory::widths::{cell_bits, has_words};
use crate::memory::word_memory::{self, Grid};

impl State {
    /// The address of a place; of a bit-field, that of the byte it starts in.
    pub fn address(&mut self, context: &EncodingContext<'_>, place: PlaceId) -> BV {
        let bits = context.pointer_bits();
        let offset = |base: BV, bytes: u64| {
            if bytes == 0 {
                base
            } else {
                base.bvadd(BV::from_u64(bytes, bits))
            }
        };
        match context.program.terms.place(place).kind {
            PlaceKind::Var(var) => self.address_of(context, var),
            PlaceKind::Deref(pointer) => self.value(context, pointer),
            PlaceKind::Field(base, _) => {
                let bytes = field(context, place).map_or(0, |f| f.bit_offset / 8);
                offset(self.address(context, base), bytes)
            }
            PlaceKind::Index(base, index) => {
                let element = context.program.place_type(place);
                let size = context.program.types.size_of(element).unwrap_or(1);
                let index = self.value(context, index);
                let index = resized(&index, bits, true);
                self.address(context, base)
                    .bvadd(index.bvmul(BV::from_u64(size, bits)))
            }
        }
    }

    /// The bytes that a place has; those of a bit-field begin with the one it starts in.
    pub fn piece(&mut self, context: &EncodingContext<'_>, place: PlaceId) -> Piece {
        let ty = context.program.place_type(place);
        Piece {
            address: self.address(context, place),
            size: context.program.types.size_of(ty).unwrap_or(1) as u32,
            grid: grid(context, place),
            reach: Reach::of(context, place),
        }
    }

    /// What a scalar place holds.
    pub(crate) fn load(&mut self, context: &EncodingContext<'_>, place: PlaceId) -> BV {
        let width = context.width(context.program.place_type(place));
        if let Some(var) = context.symbol(place) {
            return self.var(context, var);
        }
        let region = context.region(place);
        let piece = self.piece(context, place);
        if let Some(field) = field(context, place).filter(|f| f.is_bit_field()) {
            let (low, bits) = bit_range(field);
            let bytes = self.read(context, region, &piece.bytes((low + bits).div_ceil(8)));
            let signed = context.is_signed(field.ty) && !mutants::is("bit-fields-are-unsigned");
            return resized(&bytes.extract(low + bits - 1, low), width, signed);
        }
        let stored = self.read(context, region, &piece);
        resized(&stored, width, false)
    }

    /// Stores a value in a scalar place.
    pub fn store(&mut self, context: &EncodingContext<'_>, place: PlaceId, value: &BV) {
        if let Some(var) = context.symbol(place) {
            self.set_var(var, value.clone());
            return;
        }
        let region = context.region(place);
        let piece = self.piece(context, place);
        if let Some(field) = field(context, place).filter(|f| f.is_bit_field()) {
            self.set_bits(context, region, &piece, bit_range(field), value);
            return;
        }
        let value = resized(value, 8 * piece.size, false);
        self.write(context, region, &piece, &value);
    }

    /// Stores some bits of a value: from the given one on, counted from the start of a piece, so many.
    pub(crate) fn set_bits(
        &mut self,
        context: &EncodingContext<'_>,
        region: RegionId,
        start: &Piece,
        (low, bits): (u32, u32),
        value: &BV,
    ) {
        let count = (low + bits).div_ceil(8);
        let piece = start.bytes(count);
        let old = self.read(context, region, &piece);
        let mut new = value.extract(bits - 1, 0);
        if low > 0 {
            let below = match mutants::is("the-bits-below-a-bit-field-become-zero") {
                true => BV::from_u64(0, low),
                false => old.extract(low - 1, 0),
            };
            new = new.concat(below);
        }
        if low + bits < 8 * count {
            new = old.extract(8 * count - 1, low + bits).concat(new);
        }
        self.write(context, region, &piece, &new);
    }

    /// So many bytes of a region from an address on.
    pub fn bytes(
        &mut self,
        context: &EncodingContext<'_>,
        region: RegionId,
        address: &BV,
        size: u32,
    ) -> BV {
        self.read(context, region, &Piece::new(address.clone(), size))
    }

    /// Stores a value where a piece starts.
    pub(crate) fn set_bytes(
        &mut self,
        context: &EncodingContext<'_>,
        region: RegionId,
        start: &Piece,
        value: &BV,
    ) {
        let piece = start.bytes(value.get_size() / 8);
        self.write(context, region, &piece, value);
    }

    fn read(&mut self, context: &EncodingContext<'_>, region: RegionId, piece: &Piece) -> BV {
        self.touch(piece, region);
        let held = self.read_whole(context, region, piece);
        self.short(held)
    }

    fn read_whole(&mut self, context: &EncodingContext<'_>, region: RegionId, piece: &Piece) -> BV {
        let held = self.held(context, region);
        if has_words(context, region) {
            return held.bytes(piece, self.objects());
        }
        let (cell, size) = (cell_bits(context, region), 8 * piece.size);
        if size != cell && cell != 8 {
            return self.fresh(size);
        }
        let cells = (0..size / cell).map(|i| {
            let at = piece.part(i * cell / 8, cell / 8);
            held.cell(&at, self.objects())
        });
        let all = cells.reduce(|low, cell| cell.concat(low));
        all.expect("a value has bytes")
    }

    pub(crate) fn write(
        &mut self,
        context: &EncodingContext<'_>,
        region: RegionId,
        piece: &Piece,
        value: &BV,
    ) {
        let address = &piece.address;
        self.touch(piece, region);
        let held = self.held(context, region);
        let (cell, size) = (cell_bits(context, region), value.get_size());
        let contents = if has_words(context, region) {
            let words = word_memory::store(&held.array, address, piece.grid, value);
            held.stored(words, piece, value, self.objects())
        } else if size.is_multiple_of(cell) {
            let mut held = held;
            for i in 0..size / cell {
                let at = piece.part(i * cell / 8, cell / 8);
                let part = word_memory::part(value, i * cell / 8, cell / 8);
                let values = held.array.store(&at.address, &part);
                held = held.stored(values, &at, &part, self.objects());
            }
            held
        } else {
            return self.forget_memory(context, region);
        };
        self.hold(region, contents);
    }
}

/// What is known of the address of a place, if pointers are aligned as what they point to.
pub(crate) fn grid(context: &EncodingContext<'_>, place: PlaceId) -> Grid {
    let types = &context.program.types;
    match context.program.terms.place(place).kind {
        PlaceKind::Var(var) => Grid::new(context.program.vars[var].align, 0),
        PlaceKind::Deref(_) if mutants::is("values-behind-pointers-lie-at-multiples-of-eight") => {
            Grid::new(8, 0)
        }
        PlaceKind::Deref(_) => {
            Grid::new(types.field_align_of(context.program.place_type(place)), 0)
        }
        PlaceKind::Field(base, _) => match field(context, place) {
            Some(_) if mutants::is("members-are-aligned-as-their-structure") => grid(context, base),
            Some(field) => grid(context, base).after(field.bit_offset / 8),
            None => Grid::ANY,
        },
        PlaceKind::Index(base, _) => {
            let size = types.size_of(context.program.place_type(place));
            grid(context, base).every(size.unwrap_or(1))
        }
    }
}

/// The field that a place is.
fn field<'p>(context: &EncodingContext<'p>, place: PlaceId) -> Option<&'p Field> {
    let program = context.program;
    let PlaceKind::Field(base, index) = program.terms.place(place).kind else {
        return None;
    };
    let record = program.types.record_of(program.place_type(base))?;
    Some(&program.types.records[record].fields[index])
}

/// Where a bit-field starts inside its first byte, and how many bits it has.
fn bit_range(field: &Field) -> (u32, u32) {
    ((field.bit_offset % 8) as u32, field.bit_width.unwrap_or(0))
}
