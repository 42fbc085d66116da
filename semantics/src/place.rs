//! Addresses of places, and what is stored there.
//!
//! A region that is addressed by bytes holds values in little-endian order, as x86 does. A bit-field is read and
//! written through the bytes that it shares with its neighbours.

use frontend::analysis::regions::RegionId;
use frontend::ir::{PlaceId, PlaceKind};
use frontend::types::Field;
use z3::ast::BV;

use crate::expr::resized;
use crate::state::{State, cell_bits};
use crate::world::World;

impl State {
    /// The address of a place; of a bit-field, that of the byte it starts in.
    pub fn address(&mut self, world: &World<'_>, place: PlaceId) -> BV {
        let bits = world.pointer_bits();
        let offset = |base: BV, bytes: u64| {
            if bytes == 0 {
                base
            } else {
                base.bvadd(BV::from_u64(bytes, bits))
            }
        };
        match world.program.terms.place(place).kind {
            PlaceKind::Var(var) => self.address_of(world, var),
            PlaceKind::Deref(pointer) => self.value(world, pointer),
            PlaceKind::Field(base, _) => {
                let bytes = field(world, place).map_or(0, |f| f.bit_offset / 8);
                offset(self.address(world, base), bytes)
            }
            PlaceKind::Index(base, index) => {
                let element = world.program.place_type(place);
                let size = world.program.types.size_of(element).unwrap_or(1);
                let index = self.value(world, index);
                let index = resized(&index, bits, true);
                self.address(world, base)
                    .bvadd(index.bvmul(BV::from_u64(size, bits)))
            }
        }
    }

    /// What a scalar place holds.
    pub(crate) fn load(&mut self, world: &World<'_>, place: PlaceId) -> BV {
        let width = world.width(world.program.place_type(place));
        if let Some(var) = world.symbol(place) {
            return self.var(world, var);
        }
        let region = world.region(place);
        let address = self.address(world, place);
        if let Some(field) = field(world, place).filter(|f| f.is_bit_field()) {
            let (low, bits) = bit_range(field);
            let bytes = self.bytes(world, region, &address, (low + bits).div_ceil(8));
            let signed = world.is_signed(field.ty);
            return resized(&bytes.extract(low + bits - 1, low), width, signed);
        }
        let size = world
            .program
            .types
            .size_of(world.program.place_type(place))
            .unwrap_or(1) as u32;
        let stored = self.bytes(world, region, &address, size);
        resized(&stored, width, false)
    }

    /// Stores a value in a scalar place.
    pub fn store(&mut self, world: &World<'_>, place: PlaceId, value: &BV) {
        if let Some(var) = world.symbol(place) {
            self.set_var(var, value.clone());
            return;
        }
        let region = world.region(place);
        let address = self.address(world, place);
        if let Some(field) = field(world, place).filter(|f| f.is_bit_field()) {
            self.set_bits(world, region, &address, bit_range(field), value);
            return;
        }
        let size = world
            .program
            .types
            .size_of(world.program.place_type(place))
            .unwrap_or(1) as u32;
        self.set_bytes(world, region, &address, &resized(value, 8 * size, false));
    }

    /// Stores some bits of a value: from the given one on, counted from an address, so many.
    pub(crate) fn set_bits(
        &mut self,
        world: &World<'_>,
        region: RegionId,
        address: &BV,
        (low, bits): (u32, u32),
        value: &BV,
    ) {
        let count = (low + bits).div_ceil(8);
        let old = self.bytes(world, region, address, count);
        let mut new = value.extract(bits - 1, 0);
        if low > 0 {
            new = new.concat(old.extract(low - 1, 0));
        }
        if low + bits < 8 * count {
            new = old.extract(8 * count - 1, low + bits).concat(new);
        }
        self.set_bytes(world, region, address, &new);
    }

    /// So many bytes of a region from an address on.
    pub fn bytes(&mut self, world: &World<'_>, region: RegionId, address: &BV, count: u32) -> BV {
        self.touch(address, region, count);
        let memory = self.memory(world, region);
        let read = |at: &BV| memory.select(at).as_bv().expect("memory holds bit-vectors");
        match cell_bits(world, region) {
            cell if cell == 8 * count => return read(address),
            8 => {}
            _ => return self.fresh(8 * count),
        }
        let at = |i: u32| address.bvadd(BV::from_u64(i.into(), world.pointer_bits()));
        (1..count).fold(read(address), |low, i| read(&at(i)).concat(low))
    }

    pub(crate) fn set_bytes(
        &mut self,
        world: &World<'_>,
        region: RegionId,
        address: &BV,
        value: &BV,
    ) {
        self.touch(address, region, value.get_size() / 8);
        let mut memory = self.memory(world, region);
        let (cell, size) = (cell_bits(world, region), value.get_size());
        if size == cell {
            memory = memory.store(address, value);
        } else if size.is_multiple_of(cell) {
            for i in 0..size / cell {
                let distance = BV::from_u64((i * cell / 8).into(), world.pointer_bits());
                let piece = value.extract((i + 1) * cell - 1, i * cell);
                memory = memory.store(&address.bvadd(distance), &piece);
            }
        } else {
            return self.forget_memory(world, region);
        }
        self.set_memory(region, memory);
    }
}

/// The field that a place is.
fn field<'p>(world: &World<'p>, place: PlaceId) -> Option<&'p Field> {
    let program = world.program;
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
