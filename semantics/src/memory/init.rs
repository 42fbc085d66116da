//! What variables hold before the program starts: zero, overwritten by their initialisers.
//!
//! A region all of whose objects are variables with an initialiser starts as zero everywhere; in another one, where
//! heap and locals have their share, zeros are written down cell by cell. What would take too many words is left open:
//! it may hold anything, which is safe.

use analysis::points_to::{CellId, ObjectKind, Target};
use analysis::regions::RegionId;
use ir::{Init, InitItem, InitValue, VarId};
use rustc_hash::FxHashSet;
use z3::Sort;
use z3::ast::{Array, BV};

use crate::encoding_context::EncodingContext;
use crate::execution::expr::resized;
use crate::execution::state::State;
use crate::memory::address::Piece;
use crate::memory::constants::is_initialised;
use crate::memory::widths::{cell_bits, widths};

/// Initialisers with more parts than this leave their regions open.
const MAX_INITIALISED_PARTS: usize = 2_000;

impl State {
    /// The state before the first statement: the variables that exist always have their initial contents.
    pub fn initial(context: &EncodingContext<'_>, name: impl Into<String>) -> Self {
        let mut state = State::new(name);
        state.meet_moving(context);
        let program = context.program;
        let statics = program.vars.iter().filter_map(|(id, variable)| {
            let init = variable.init.as_ref().filter(|_| variable.kind.is_static());
            Some((id, init?))
        });
        let statics: Vec<(VarId, &Init)> = statics.collect();
        let mut open: FxHashSet<RegionId> = FxHashSet::default();
        for &(var, init) in &statics {
            let too_long = parts(init) > MAX_INITIALISED_PARTS;
            if too_long {
                open.extend(cells(context, var).iter().map(|&(_, region)| region));
            }
            for item in init.items.iter().filter(|_| !too_long) {
                if let Lies::Across(regions) = lies(context, var, item) {
                    open.extend(regions);
                }
            }
        }
        for region in context.regions.regions.ids() {
            if !open.contains(&region) && is_initialised(context, region) {
                let (index, held) = widths(context, region);
                let zero = BV::from_u64(0, held);
                let zeros = Array::const_array(&Sort::bitvector(index), &zero);
                state.set_memory(region, zeros);
            }
        }
        for (var, init) in statics {
            if context.is_symbol(var) {
                state.initialise_symbol(context, var, init);
            } else {
                state.initialise(context, var, init, &open);
            }
        }
        state
    }

    fn initialise_symbol(&mut self, context: &EncodingContext<'_>, var: VarId, init: &Init) {
        let width = context.width(context.program.vars[var].ty);
        let mut value = BV::from_u64(0, width);
        for item in &init.items {
            value = match &item.value {
                InitValue::Scalar(expr) if item.bit_offset == 0 && item.bit_width.is_none() => {
                    let given = self.value(context, *expr);
                    resized(&given, width, false)
                }
                _ => self.fresh(width),
            };
        }
        self.set_var(var, value);
    }

    fn initialise(
        &mut self,
        context: &EncodingContext<'_>,
        var: VarId,
        init: &Init,
        open: &FxHashSet<RegionId>,
    ) {
        let start = context.address(var);
        let reach = context.reach_of_object(ObjectKind::Var(var));
        let at = |bytes: u64| {
            let address = start.bvadd(BV::from_u64(bytes, context.pointer_bits()));
            Piece::new(address, 1).within(reach.clone())
        };
        let cells = cells(context, var);
        for &(cell, region) in &cells {
            let cell = &context.points_to.cells()[cell];
            let size = cell.end.saturating_sub(cell.start);
            let zero = is_initialised(context, region) || open.contains(&region);
            if !zero && !cell.is_rest && (1..=16).contains(&size) {
                let zero = BV::from_u64(0, 8 * size as u32);
                self.set_bytes(context, region, &at(cell.start.max(0) as u64), &zero);
            }
        }
        for item in &init.items {
            let bytes = item.bit_offset / 8;
            match &item.value {
                InitValue::Scalar(expr) => {
                    if let Some(region) = lies(context, var, item).within(open) {
                        let value = self.value(context, *expr);
                        self.initialise_scalar(context, region, &at(bytes), item, &value);
                    }
                }
                InitValue::Bytes(text) => {
                    let mut n = 0;
                    while n < text.len() {
                        let here = bytes + n as u64;
                        let Some(region) = lies_at(context, var, here, 1).within(open) else {
                            n += 1;
                            continue;
                        };
                        let unit = (cell_bits(context, region) / 8).clamp(1, 8) as usize;
                        let piece = &text[n..text.len().min(n + unit)];
                        let bits = piece
                            .iter()
                            .rev()
                            .fold(0u64, |bits, &b| bits << 8 | u64::from(b));
                        let value = BV::from_u64(bits, 8 * unit as u32);
                        self.set_bytes(context, region, &at(here), &value);
                        n += unit;
                    }
                }
            }
        }
    }

    fn initialise_scalar(
        &mut self,
        context: &EncodingContext<'_>,
        region: RegionId,
        start: &Piece,
        item: &InitItem,
        value: &BV,
    ) {
        let low = (item.bit_offset % 8) as u32;
        match item.bit_width {
            Some(bits) => self.set_bits(context, region, start, (low, bits), value),
            None => {
                let whole = value.get_size().next_multiple_of(8);
                self.set_bytes(context, region, start, &resized(value, whole, false));
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
fn cells(context: &EncodingContext<'_>, var: VarId) -> Vec<(CellId, RegionId)> {
    let Some(object) = context.points_to.object_of(var) else {
        return Vec::new();
    };
    let cells = context.points_to.cells_of(object);
    cells
        .filter_map(|cell| Some((cell, context.regions.of_cell(cell)?)))
        .collect()
}

/// Where a part of a variable lies.
enum Lies {
    /// No access touches it.
    Unread,
    In(RegionId),
    /// In several regions: it cannot be written down in one.
    Across(Vec<RegionId>),
}

impl Lies {
    /// The region, if it is one and not open.
    fn within(self, open: &FxHashSet<RegionId>) -> Option<RegionId> {
        match self {
            Lies::In(region) if !open.contains(&region) => Some(region),
            _ => None,
        }
    }
}

/// Where an item of an initialiser lies; the bytes of a text, each by itself.
fn lies(context: &EncodingContext<'_>, var: VarId, item: &InitItem) -> Lies {
    let start = item.bit_offset / 8;
    match &item.value {
        InitValue::Scalar(expr) => {
            let bits = match item.bit_width {
                Some(bits) => item.bit_offset as u32 % 8 + bits,
                None => context.width(context.program.terms.expr(*expr).ty),
            };
            lies_at(context, var, start, bits.div_ceil(8).into())
        }
        InitValue::Bytes(text) => {
            let across = (0..text.len() as u64).find_map(|n| {
                let lies = lies_at(context, var, start + n, 1);
                matches!(lies, Lies::Across(_)).then_some(lies)
            });
            across.unwrap_or(Lies::Unread)
        }
    }
}

fn lies_at(context: &EncodingContext<'_>, var: VarId, start: u64, bytes: u64) -> Lies {
    let Some(object) = context.points_to.object_of(var) else {
        return Lies::Unread;
    };
    let target = Target {
        object,
        offset: Some(start as i64),
    };
    let cells = context
        .points_to
        .touched(context.program, &[target], bytes as i64);
    let mut regions: Vec<RegionId> = cells
        .into_iter()
        .filter_map(|cell| context.regions.of_cell(cell))
        .collect();
    regions.sort_unstable();
    regions.dedup();
    match regions[..] {
        [] => Lies::Unread,
        [region] => Lies::In(region),
        _ => Lies::Across(regions),
    }
}
