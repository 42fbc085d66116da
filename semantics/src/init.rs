//! What variables hold before the program starts: zero, overwritten by their initialisers.
//!
//! Contents are written down for the places that the program names with constant indices. What is reached through
//! pointers or variable indices only is left open: it may hold anything, which is safe.

use frontend::entity::EntityId;
use frontend::ir::{Init, InitValue, PlaceId, PlaceKind};
use z3::ast::BV;

use crate::expr::constant;
use crate::state::State;
use crate::world::World;

impl State {
    /// The state before the first statement: the variables that exist always have their initial contents.
    pub fn initial(world: &World<'_>, name: impl Into<String>) -> Self {
        let mut state = State::new(name);
        let program = world.program;
        for place in (0..program.terms.num_places()).map(PlaceId::from_index) {
            if !program.types.is_scalar(program.place_type(place))
                || program.bit_width(place).is_some()
            {
                continue;
            }
            let Some(var) = program.terms.place_var(place).map(|v| &program.vars[v]) else {
                continue;
            };
            let Some(init) = var.init.as_ref().filter(|_| var.kind.is_static()) else {
                continue;
            };
            if let Some(offset) = offset(world, place) {
                let value = contents(&mut state, world, init, place, offset);
                state.store(world, place, &value);
            }
        }
        state
    }
}

/// The distance in bytes of a place from the start of its variable, if it is constant.
fn offset(world: &World<'_>, place: PlaceId) -> Option<u64> {
    let program = world.program;
    match program.terms.place(place).kind {
        PlaceKind::Var(_) => Some(0),
        PlaceKind::Deref(_) => None,
        PlaceKind::Field(base, field) => {
            let record = program.types.record_of(program.place_type(base))?;
            let bits = program.types.records[record].fields[field].bit_offset;
            Some(offset(world, base)? + bits / 8)
        }
        PlaceKind::Index(base, index) => {
            let index = u64::try_from(program.const_value(index)?).ok()?;
            let size = program.types.size_of(program.place_type(place))?;
            Some(offset(world, base)? + index.checked_mul(size)?)
        }
    }
}

fn contents(state: &mut State, world: &World<'_>, init: &Init, place: PlaceId, offset: u64) -> BV {
    let ty = world.program.place_type(place);
    let size = world.program.types.size_of(ty).unwrap_or(1);
    let mut value = BV::from_u64(0, world.width(ty));
    for item in &init.items {
        let start = item.bit_offset / 8;
        match &item.value {
            InitValue::Scalar(expr) if item.bit_width.is_none() => {
                let item_size = world
                    .program
                    .types
                    .size_of(world.type_of(*expr))
                    .unwrap_or(1);
                if start == offset && item_size == size {
                    value = state.value(world, *expr);
                } else if start < offset + size && offset < start + item_size {
                    value = state.fresh(world.width(ty));
                }
            }
            InitValue::Scalar(_) => {
                if start < offset + size && offset <= start + 16 {
                    value = state.fresh(world.width(ty));
                }
            }
            InitValue::Bytes(bytes) => {
                let end = start + bytes.len() as u64;
                if start < offset + size && offset < end {
                    let byte = |i: u64| {
                        i.checked_sub(start)
                            .and_then(|i| bytes.get(i as usize))
                            .copied()
                    };
                    let bits = (0..size.min(16)).fold(0u128, |bits, i| {
                        bits | u128::from(byte(offset + i).unwrap_or(0)) << (8 * i)
                    });
                    value = constant(bits, world.width(ty));
                }
            }
        }
    }
    value
}
