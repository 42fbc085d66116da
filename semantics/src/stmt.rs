//! What a statement does to a state.

use analysis::points_to::ObjectKind;
use ir::library::{self, Size, allocation};
use ir::{Callee, EdgeId, ExprId, ExprKind, FuncId, PlaceId, Special, Stmt};
use z3::ast::{BV, Bool};

use crate::layout::UNKNOWN_SIZE;
use crate::range::{Contents, forget_all, overwrite, overwrite_place, touch_strings};
use crate::state::State;
use crate::words::Grid;
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
        Stmt::Begin { .. } | Stmt::Havoc { .. }
            if mutants::is("what-becomes-arbitrary-keeps-its-value") => {}
        Stmt::Havoc { place } => havoc(state, world, *place),
        Stmt::HavocMemory if mutants::is("assembly-leaves-memory-as-it-is") => {}
        Stmt::HavocMemory => forget_all(state, world),
        Stmt::Begin { var } => {
            let ty = world.program.vars[*var].ty;
            if world.is_symbol(*var) {
                let value = state.fresh(world.width(ty));
                state.set_var(*var, value);
            } else if let Some(place) = world.var_place(*var) {
                havoc(state, world, place);
            }
        }
        Stmt::Alloca { result, .. } | Stmt::VaArg { result, .. } => havoc(state, world, *result),
        Stmt::VaStart { .. } | Stmt::VaCopy { .. } | Stmt::VaEnd { .. } => {}
        Stmt::Call { .. } | Stmt::Return { .. } => return Effect::Control,
    }
    Effect::Done
}

fn assign(state: &mut State, world: &World<'_>, place: PlaceId, value: ExprId) {
    if world
        .program
        .types
        .is_scalar(world.program.place_type(place))
    {
        let value = state.value(world, value);
        state.store(world, place, &value);
        return;
    }
    debug_assert!(matches!(
        world.program.terms.expr(value).kind,
        ExprKind::Load(_) | ExprKind::Zero
    ));
    // Of a whole aggregate that is copied, nothing is known.
    let contents = match world.program.terms.expr(value).kind {
        ExprKind::Zero => Contents::Byte(BV::from_u64(0, 8)),
        _ => Contents::Anything,
    };
    overwrite_place(state, world, place, contents);
}

/// The place may hold anything from now on.
fn havoc(state: &mut State, world: &World<'_>, place: PlaceId) {
    let ty = world.program.place_type(place);
    if world.program.types.is_scalar(ty) {
        let value = state.fresh(world.width(ty));
        state.store(world, place, &value);
        return;
    }
    overwrite_place(state, world, place, Contents::Anything);
}

/// What a call of a function without a body does.
#[derive(Clone, Debug)]
pub enum Outside {
    /// The execution ends there, or does not exist.
    Ends,
    /// It returns, with this scalar value if it has one that is wanted.
    Returns(Option<BV>),
}

/// How allocators align what they return, at least.
const ALLOCATED: Grid = Grid { step: 8, rest: 0 };

/// Allocators that do not fail, as in the rules of SV-COMP.
const NEVER_NULL: [&str; 2] = ["malloc", "calloc"];

/// Executes a call of a function without a body.
pub fn outside(state: &mut State, world: &World<'_>, func: FuncId, edge: EdgeId) -> Outside {
    let Some(cfg) = &world.program.funcs[func].body else {
        return Outside::Ends;
    };
    let Stmt::Call {
        result,
        callee: Callee::Direct(callee),
        args,
    } = &cfg.edge(edge).stmt
    else {
        return Outside::Returns(None);
    };
    let callee = &world.program.funcs[*callee];
    match callee.special {
        Some(Special::Abort | Special::Exit | Special::Unreachable | Special::AssertFail) => {
            return Outside::Ends;
        }
        Some(Special::Error | Special::Nondet) | None => {}
    }
    if callee.noreturn {
        return Outside::Ends;
    }
    touch_strings(state, world, &callee.name, args);
    let written = overwrite(state, world, (func, edge), &callee.name, args);
    if written.is_none() {
        for &region in world.writes.outside(func, edge) {
            state.forget(world, region);
        }
    }
    let Some(place) = *result else {
        return Outside::Returns(None);
    };
    if !world
        .program
        .types
        .is_scalar(world.program.place_type(place))
    {
        havoc(state, world, place);
        return Outside::Returns(None);
    }
    let width = world.width(world.program.place_type(place));
    let told = match (written, library::effect(&callee.name)) {
        (Some((_, end)), Some(library::Effect::CopyOn)) => Some(end),
        (Some((start, _)), Some(library::Effect::Copy | library::Effect::Fill)) => Some(start),
        _ => None,
    };
    let told = told.filter(|value| value.get_size() == width);
    let value = told.unwrap_or_else(|| state.fresh(width));
    if mutants::is("what-functions-without-a-body-return-lies-apart-from-new-objects")
        && world
            .program
            .types
            .is_pointer(world.program.place_type(place))
    {
        state.was_there(world, &value, world.program.place_type(place));
    }
    if let Some(allocation) = allocation(&callee.name)
        && value.get_size() == world.pointer_bits()
    {
        let size = size(world, allocation.size, args);
        let null = !NEVER_NULL.contains(&&*callee.name) && !mutants::is("allocators-never-fail");
        state.make(world, &value, (size, ALLOCATED), null);
        if allocation.zeroed {
            clear(state, world, ObjectKind::Heap(func, edge), &value);
        }
    }
    if !mutants::is("results-of-functions-without-a-body-are-dropped") {
        state.store(world, place, &value);
    }
    Outside::Returns(Some(value))
}

/// How many bytes an allocation asks for, if that is constant.
fn size(world: &World<'_>, size: Size, args: &[ExprId]) -> u64 {
    let argument = |n: usize| {
        let value = world.program.const_value(*args.get(n)?)?;
        u64::try_from(value).ok()
    };
    let size = match size {
        Size::Arg(n) => argument(n),
        Size::Product(a, b) => argument(a)
            .zip(argument(b))
            .and_then(|(a, b)| a.checked_mul(b)),
        Size::Own => None,
    };
    size.unwrap_or(UNKNOWN_SIZE)
}

/// The cells of a new object hold zero.
fn clear(state: &mut State, world: &World<'_>, object: ObjectKind, address: &BV) {
    let Some(object) = world.points_to.object_by_kind(object) else {
        return;
    };
    for cell in world.points_to.cells_of(object) {
        let Some(region) = world.regions.of_cell(cell) else {
            continue;
        };
        let cell = &world.points_to.cells()[cell];
        let (start, size) = (
            cell.start.max(0) as u64,
            cell.end.saturating_sub(cell.start),
        );
        if !cell.is_rest && (1..=16).contains(&size) {
            let at = address.bvadd(BV::from_u64(start, world.pointer_bits()));
            state.set_bytes(world, region, &at, &BV::from_u64(0, 8 * size as u32));
        }
    }
}
