//! What a statement does to a state.

use analysis::points_to::ObjectKind;
use ir::library::{self, LibraryEffect, Size, allocation};
use ir::{Callee, EdgeId, ExprId, ExprKind, FuncId, Function, PlaceId, Special, Stmt};
use z3::ast::{Ast, BV, Bool};

use crate::encoding_context::EncodingContext;
use crate::execution::expr::resized;
use crate::execution::state::State;
use crate::memory::address::Piece;
use crate::memory::layout::UNKNOWN_SIZE_BYTES;
use crate::memory::range::{
    Contents, Range, forget_all, overwrite, overwrite_place, touch_strings,
};
use crate::memory::word_memory::Grid;

/// How an execution goes on after a statement.
#[derive(Clone, Debug)]
pub enum StatementOutcome {
    /// Always.
    Done,
    /// Only where this holds.
    If(Bool),
    /// By a call or a return, which the caller follows.
    Control,
}

/// Executes a statement that is neither a call nor a return.
pub fn execute(state: &mut State, context: &EncodingContext<'_>, stmt: &Stmt) -> StatementOutcome {
    match stmt {
        Stmt::Skip | Stmt::End { .. } | Stmt::Free { .. } => {}
        Stmt::Assume { cond } => return StatementOutcome::If(state.holds(context, *cond)),
        Stmt::Assign { place, value } => assign(state, context, *place, *value),
        Stmt::Begin { .. } | Stmt::Havoc { .. }
            if mutants::is("what-becomes-arbitrary-keeps-its-value") => {}
        Stmt::Havoc { place } => havoc(state, context, *place),
        Stmt::HavocMemory if mutants::is("assembly-leaves-memory-as-it-is") => {}
        Stmt::HavocMemory => forget_all(state, context),
        Stmt::Begin { var } => {
            let ty = context.program.vars[*var].ty;
            if context.is_symbol(*var) {
                let value = state.fresh(context.width(ty));
                state.set_var(*var, value);
            } else if let Some(place) = context.var_place(*var) {
                havoc(state, context, place);
            }
        }
        Stmt::Alloca { result, .. } | Stmt::VaArg { result, .. } => havoc(state, context, *result),
        Stmt::VaStart { .. } | Stmt::VaCopy { .. } | Stmt::VaEnd { .. } => {}
        Stmt::Call { .. } | Stmt::Return { .. } => return StatementOutcome::Control,
    }
    StatementOutcome::Done
}

fn assign(state: &mut State, context: &EncodingContext<'_>, place: PlaceId, value: ExprId) {
    if context
        .program
        .types
        .is_scalar(context.program.place_type(place))
    {
        let value = state.value(context, value);
        state.store(context, place, &value);
        return;
    }
    debug_assert!(matches!(
        context.program.terms.expr(value).kind,
        ExprKind::Load(_) | ExprKind::Zero
    ));
    // Of a whole aggregate that is copied, nothing is known.
    let contents = match context.program.terms.expr(value).kind {
        ExprKind::Zero => Contents::Byte(BV::from_u64(0, 8)),
        _ => Contents::Anything,
    };
    overwrite_place(state, context, place, contents);
}

/// The place may hold anything from now on.
fn havoc(state: &mut State, context: &EncodingContext<'_>, place: PlaceId) {
    let ty = context.program.place_type(place);
    if context.program.types.is_scalar(ty) {
        let value = state.fresh(context.width(ty));
        state.store(context, place, &value);
        return;
    }
    overwrite_place(state, context, place, Contents::Anything);
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
const ALLOCATOR_ALIGNMENT: Grid = Grid { step: 8, rest: 0 };

/// The largest scalars (`long double`, `__int128`): what is larger is no cell that an access touches as a whole.
const MAX_SCALAR_BYTES: u64 = 16;

/// Allocators that do not fail, as in the rules of SV-COMP.
const NEVER_NULL: [&str; 2] = ["malloc", "calloc"];

/// Executes a call of a function without a body.
pub fn outside(
    state: &mut State,
    context: &EncodingContext<'_>,
    func: FuncId,
    edge: EdgeId,
) -> Outside {
    let program = context.program;
    let Some(cfg) = &program.funcs[func].body else {
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
    let callee = &program.funcs[*callee];
    if ends(callee) {
        return Outside::Ends;
    }
    touch_strings(state, context, &callee.name, args);
    let written = overwrite(state, context, (func, edge), &callee.name, args);
    if written.is_none() {
        let written = context.writes.outside(func, edge);
        for &region in written.regions {
            state.forget_there(context, region, written.reach);
        }
    }
    let Some(place) = *result else {
        return Outside::Returns(None);
    };
    let ty = program.place_type(place);
    if !program.types.is_scalar(ty) {
        havoc(state, context, place);
        return Outside::Returns(None);
    }
    let known = written.and_then(|written| returned_address(&callee.name, written));
    let known = known.filter(|value| value.get_size() == context.width(ty));
    let value = known.unwrap_or_else(|| state.fresh(context.width(ty)));
    if mutants::is("what-functions-without-a-body-return-lies-apart-from-new-objects")
        && program.types.is_pointer(ty)
    {
        state.was_there(context, &value, ty);
    }
    allocate(state, context, (func, edge), &callee.name, args, &value);
    if !mutants::is("results-of-functions-without-a-body-are-dropped") {
        state.store(context, place, &value);
    }
    Outside::Returns(Some(value))
}

/// Whether no execution comes back from a function without a body.
fn ends(callee: &Function) -> bool {
    callee.noreturn
        || matches!(
            callee.special,
            Some(Special::Abort | Special::Exit | Special::Unreachable | Special::AssertFail)
        )
}

/// What a function returns that writes from one address to another.
fn returned_address(name: &str, (start, end): (BV, BV)) -> Option<BV> {
    match library::effect(name)? {
        LibraryEffect::CopyOn => Some(end),
        LibraryEffect::Copy | LibraryEffect::Fill => Some(start),
        _ => None,
    }
}

/// The result of an allocator is the address of a new object.
fn allocate(
    state: &mut State,
    context: &EncodingContext<'_>,
    (func, edge): (FuncId, EdgeId),
    name: &str,
    args: &[ExprId],
    address: &BV,
) {
    let Some(allocation) = allocation(name) else {
        return;
    };
    if address.get_size() != context.pointer_bits() {
        return;
    }
    let size = size(context, allocation.size, args);
    let null = !NEVER_NULL.contains(&name) && !mutants::is("allocators-never-fail");
    state.make(context, address, (size, ALLOCATOR_ALIGNMENT), null);
    if allocation.zeroed {
        let object = ObjectKind::Heap(func, edge);
        clear(state, context, object, address);
        clear_bytes(state, context, object, (address, allocation.size, args));
    }
}

/// Where the cells of a new object are not told apart, all of its bytes hold zero.
fn clear_bytes(
    state: &mut State,
    context: &EncodingContext<'_>,
    object: ObjectKind,
    (to, size, args): (&BV, Size, &[ExprId]),
) {
    let mut argument = |n: usize| {
        let value = state.value(context, *args.get(n)?);
        Some(resized(&value, context.pointer_bits(), false))
    };
    let length = match size {
        Size::Arg(n) => argument(n),
        Size::Product(a, b) => argument(a).zip(argument(b)).map(|(a, b)| a.bvmul(&b)),
        Size::Own => None,
    };
    let Some(length) = length else {
        return;
    };
    let range = Range {
        to: to.clone(),
        length: length.simplify(),
        contents: Contents::Byte(BV::from_u64(0, 8)),
        reach: context.reach_of_object(object),
    };
    for region in context.untold_regions_of(object, MAX_SCALAR_BYTES) {
        state.overwrite(context, region, &range);
    }
}

/// How many bytes an allocation asks for, if that is constant.
fn size(context: &EncodingContext<'_>, size: Size, args: &[ExprId]) -> u64 {
    let argument = |n: usize| {
        let value = context.program.const_value(*args.get(n)?)?;
        u64::try_from(value).ok()
    };
    let size = match size {
        Size::Arg(n) => argument(n),
        Size::Product(a, b) => argument(a)
            .zip(argument(b))
            .and_then(|(a, b)| a.checked_mul(b)),
        Size::Own => None,
    };
    size.unwrap_or(UNKNOWN_SIZE_BYTES)
}

/// The cells of a new object hold zero.
fn clear(state: &mut State, context: &EncodingContext<'_>, object: ObjectKind, address: &BV) {
    for cell in context.cells_of(object, MAX_SCALAR_BYTES) {
        let at = address.bvadd(BV::from_u64(cell.start, context.pointer_bits()));
        let zero = BV::from_u64(0, 8 * cell.size as u32);
        let start = Piece::new(at, 1).within(cell.reach());
        state.set_bytes(context, cell.region, &start, &zero);
    }
}
