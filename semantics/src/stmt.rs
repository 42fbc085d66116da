//! What a statement does to a state.

use frontend::ir::{ExprKind, Place, PlaceId, PlaceKind, Stmt};
use z3::ast::Bool;

use crate::state::State;
use crate::world::World;

/// How an execution goes on after a statement.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Always.
    Done,
    /// Only where this holds.
    If(Bool),
    /// By a call or a return, which is the business of whoever follows the path.
    Control,
}

/// Executes a statement that is neither a call nor a return.
pub fn execute(state: &mut State, world: &World<'_>, stmt: &Stmt) -> Effect {
    match stmt {
        Stmt::Skip | Stmt::End { .. } | Stmt::Free { .. } => {}
        Stmt::Assume { cond } => return Effect::If(state.holds(world, *cond)),
        Stmt::Assign { place, value } => assign(state, world, *place, *value),
        Stmt::Havoc { place } => havoc(state, world, *place),
        Stmt::HavocMemory => {
            for region in world.regions.regions.ids() {
                forget(state, world, region);
            }
        }
        Stmt::Begin { var } => {
            let ty = world.program.vars[*var].ty;
            let kind = PlaceKind::Var(*var);
            if world.is_symbol(*var) {
                let value = state.fresh(world.width(ty));
                state.set_var(*var, value);
            } else if let Some(place) = world.program.terms.find_place(Place { kind, ty }) {
                havoc(state, world, place);
            }
        }
        Stmt::Alloca { result, .. } | Stmt::VaArg { result, .. } => havoc(state, world, *result),
        Stmt::VaStart { .. } | Stmt::VaCopy { .. } | Stmt::VaEnd { .. } => {}
        Stmt::Call { .. } | Stmt::Return { .. } => return Effect::Control,
    }
    Effect::Done
}

fn assign(state: &mut State, world: &World<'_>, place: PlaceId, value: frontend::ir::ExprId) {
    if world
        .program
        .types
        .is_scalar(world.program.place_type(place))
    {
        let value = state.value(world, value);
        state.store(world, place, &value);
        return;
    }
    // Whole aggregates: what is copied is forgotten region by region, unless nothing is known of it anyway.
    debug_assert!(matches!(
        world.program.terms.expr(value).kind,
        ExprKind::Load(_) | ExprKind::Zero
    ));
    havoc(state, world, place);
}

/// The place may hold anything from now on.
fn havoc(state: &mut State, world: &World<'_>, place: PlaceId) {
    let ty = world.program.place_type(place);
    if world.program.types.is_scalar(ty) {
        let value = state.fresh(world.width(ty));
        state.store(world, place, &value);
        return;
    }
    for region in world
        .regions
        .all_of_place(world.program, world.points_to, place)
    {
        forget(state, world, region);
    }
}

fn forget(state: &mut State, world: &World<'_>, region: frontend::analysis::regions::RegionId) {
    let contents = state.fresh_memory(world, region);
    state.set_memory(region, contents);
}
