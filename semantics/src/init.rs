//! What variables hold before the program starts: zero, overwritten by their initialisers.
//!
//! A region all of whose objects are variables with an initialiser starts as zero everywhere; in another one, where
//! heap and locals have their share, zeros are written down cell by cell. What would take too many words is left open:
//! it may hold anything, which is safe.

use frontend::analysis::points_to::{CellId, ObjectKind};
use frontend::analysis::regions::RegionId;
use frontend::ir::{Init, InitItem, InitValue, VarId};
use rustc_hash::FxHashMap;
use z3::Sort;
use z3::ast::{Array, BV};

use crate::expr::resized;
use crate::state::{State, cell_bits};
use crate::world::World;

/// Initialisers with more parts than this leave their regions open.
const MOST_PARTS: usize = 2_000;

impl State {
    /// The state before the first statement: the variables that exist always have their initial contents.
    pub fn initial(world: &World<'_>, name: impl Into<String>) -> Self {
        let mut state = State::new(name);
        let program = world.program;
        let statics = program.vars.iter().filter_map(|(id, variable)| {
            let init = variable.init.as_ref().filter(|_| variable.kind.is_static());
            Some((id, init?))
        });
        let statics: Vec<(VarId, &Init)> = statics.collect();
        let mut open: FxHashMap<RegionId, bool> = FxHashMap::default();
        for &(var, init) in &statics {
            let lost = |item: &InitItem| {
                let bytes = item.bit_offset / 8;
                region_at(world, var, bytes).is_none() && !is_unread(world, var, bytes)
            };
            if parts(init) > MOST_PARTS || init.items.iter().any(lost) {
                for (_, region) in cells(world, var) {
                    open.insert(region, true);
                }
            }
        }
        for region in world.regions.regions.ids() {
            if !open.contains_key(&region) && only_statics(world, region) {
                let domain = Sort::bitvector(world.pointer_bits());
                let zero = BV::from_u64(0, cell_bits(world, region));
                state.set_memory(region, Array::const_array(&domain, &zero));
            }
        }
        for (var, init) in statics {
            if world.is_symbol(var) {
                state.initialise_symbol(world, var, init);
            } else {
                state.initialise(world, var, init, &open);
            }
        }
        state
    }

    fn initialise_symbol(&mut self, world: &World<'_>, var: VarId, init: &Init) {
        let width = world.width(world.program.vars[var].ty);
        let mut value = BV::from_u64(0, width);
        for item in &init.items {
            value = match &item.value {
                InitValue::Scalar(expr) if item.bit_offset == 0 && item.bit_width.is_none() => {
                    let given = self.value(world, *expr);
                    resized(&given, width, false)
                }
                _ => self.fresh(width),
            };
        }
        self.set_var(var, value);
    }

    fn initialise(
        &mut self,
        world: &World<'_>,
        var: VarId,
        init: &Init,
        open: &FxHashMap<RegionId, bool>,
    ) {
        let start = world.address(var);
        let at = |bytes: u64| start.bvadd(BV::from_u64(bytes, world.pointer_bits()));
        let cells = cells(world, var);
        for &(cell, region) in &cells {
            let cell = &world.points_to.cells()[cell];
            let size = cell.end - cell.start;
            let zero = only_statics(world, region) || open.contains_key(&region);
            if !zero && !cell.is_rest && (1..=16).contains(&size) {
                let zero = BV::from_u64(0, 8 * size as u32);
                self.set_bytes(world, region, &at(cell.start.max(0) as u64), &zero);
            }
        }
        let region_at = |bytes: u64| region_at(world, var, bytes).filter(|r| !open.contains_key(r));
        for item in &init.items {
            let bytes = item.bit_offset / 8;
            match &item.value {
                InitValue::Scalar(expr) => {
                    if let Some(region) = region_at(bytes) {
                        let value = self.value(world, *expr);
                        self.initialise_scalar(world, region, &at(bytes), item, &value);
                    }
                }
                InitValue::Bytes(text) => {
                    let mut n = 0;
                    while n < text.len() {
                        let Some(region) = region_at(bytes + n as u64) else {
                            n += 1;
                            continue;
                        };
                        let unit = (cell_bits(world, region) / 8).clamp(1, 8) as usize;
                        let piece = &text[n..text.len().min(n + unit)];
                        let bits = piece
                            .iter()
                            .rev()
                            .fold(0u64, |bits, &b| bits << 8 | u64::from(b));
                        let value = BV::from_u64(bits, 8 * unit as u32);
                        self.set_bytes(world, region, &at(bytes + n as u64), &value);
                        n += unit;
                    }
                }
            }
        }
    }

    fn initialise_scalar(
        &mut self,
        world: &World<'_>,
        region: RegionId,
        address: &BV,
        item: &InitItem,
        value: &BV,
    ) {
        let low = (item.bit_offset % 8) as u32;
        match item.bit_width {
            Some(bits) => self.set_bits(world, region, address, (low, bits), value),
            None => {
                let whole = value.get_size().next_multiple_of(8);
                self.set_bytes(world, region, address, &resized(value, whole, false));
            }
        }
    }
}

/// How many things an initialiser lists.
fn parts(init: &Init) -> usize {
    let part = |item: &InitItem| match &item.value {
        InitValue::Scalar(_) => 1,
        InitValue::Bytes(bytes) => bytes.len(),
    };
    init.items.iter().map(part).sum()
}

/// The cells of a variable that are accessed, with their regions.
fn cells(world: &World<'_>, var: VarId) -> Vec<(CellId, RegionId)> {
    let Some(object) = world.points_to.object_of(var) else {
        return Vec::new();
    };
    let cells = world.points_to.cells_of(object);
    cells
        .filter_map(|cell| Some((cell, world.regions.of_cell(cell)?)))
        .collect()
}

/// The region of what lies at a distance from the start of a variable; `None` if that is not certain. Elements of an
/// array that are not named one by one share the cells of the first one, or lie in the rest.
fn region_at(world: &World<'_>, var: VarId, bytes: u64) -> Option<RegionId> {
    let cells = cells(world, var);
    let at = |bytes: u64| {
        let holds = |&&(cell, _): &&(CellId, RegionId)| {
            let cell = &world.points_to.cells()[cell];
            !cell.is_rest && (cell.start..cell.end).contains(&(bytes as i64))
        };
        cells.iter().find(holds).map(|&(_, region)| region)
    };
    if let Some(found) = at(bytes) {
        return Some(found);
    }
    let (_, only) = cells.first()?;
    if cells.iter().all(|(_, region)| region == only) {
        return Some(*only);
    }
    let bytes = in_element(world, var, bytes)?;
    let has_rest = cells
        .iter()
        .any(|(cell, _)| world.points_to.cells()[*cell].is_rest);
    if has_rest { None } else { at(bytes) }
}

/// A distance from the start of an array's element, for one from the start of the variable.
fn in_element(world: &World<'_>, var: VarId, bytes: u64) -> Option<u64> {
    let types = &world.program.types;
    let (mut ty, mut bytes) = (world.program.vars[var].ty, bytes);
    while let Some(elem) = types.elem(ty) {
        bytes %= types.size_of(elem).filter(|&size| size > 0)?;
        ty = elem;
    }
    Some(bytes)
}

/// Whether what lies there is a cell of its own that no access touches.
fn is_unread(world: &World<'_>, var: VarId, bytes: u64) -> bool {
    let Some(object) = world.points_to.object_of(var) else {
        return true;
    };
    let places = [Some(bytes), in_element(world, var, bytes)];
    let mut cells = world.points_to.cells_of(object);
    cells.any(|id| {
        let cell = &world.points_to.cells()[id];
        let holds = |b: &u64| (cell.start..cell.end).contains(&(*b as i64));
        let unread = !cell.is_rest && world.regions.of_cell(id).is_none();
        unread && places.iter().flatten().any(holds)
    })
}

/// Whether everything in a region exists from the start, with known contents.
fn only_statics(world: &World<'_>, region: RegionId) -> bool {
    let region = &world.regions.regions[region];
    !region.cells.is_empty() && region.cells.iter().all(|&cell| {
        let object = world.points_to.cells()[cell].object;
        match world.points_to.objects[object].kind {
            ObjectKind::Var(var) => {
                let variable = &world.program.vars[var];
                variable.kind.is_static() && variable.init.is_some()
            }
            _ => false,
        }
    })
}
