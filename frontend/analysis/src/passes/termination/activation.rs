//! A call that comes back to where it came from: at some activation of a function its arguments are noted; if the same
//! function is called with the same arguments while that activation has not returned, and nothing else tells the two
//! apart, it can call itself forever.
//!
//! Which activation is a choice, as it is with states of loops (`repetition`). What was noted is forgotten where the
//! activation returns: a second call with the same arguments after that is no recursion.

use super::blocks::Blocks;
use super::counting::Counting;
use super::weave::{CallPoint, Woven, error_function};
use ir::types::TypeId;
use ir::{BinaryOp, Callee, Cfg, ExprId, FuncId, LocId, Program, Stmt, VarId, VarKind};
use source::Span;
use source::entity::EntityId;

/// What is noted of an activation.
struct Noted {
    func: FuncId,
    /// Whether anything is, and whether it is of the activation that runs.
    taken: VarId,
    own: VarId,
    chosen: VarId,
    params: Vec<VarId>,
    values: Vec<VarId>,
    error: FuncId,
}

/// The program with a check that no activation of the function leads to a call of it with the same arguments. `callers`
/// are all functions that may call it.
pub fn weave_activations(
    program: &Program,
    func: FuncId,
    callers: &[FuncId],
    counting: Option<&Counting>,
) -> Woven {
    let mut woven = Woven::of(program);
    let error = error_function(&mut woven.program, "termination: activation".into());
    woven.recursions.push(error);
    let noted = note_variables(&mut woven, func, error);
    for &caller in callers {
        if let Some(old) = woven.program.funcs[caller].body.take() {
            let new = rebuild(&mut woven, caller, &old, (&noted, counting));
            woven.program.funcs[caller].body = Some(new);
        }
    }
    debug_assert_eq!(woven.program.verify(), Ok(()));
    woven
}

fn note_variables(woven: &mut Woven, func: FuncId, error: FuncId) -> Noted {
    let program = &mut woven.program;
    let (span, params) = (program.funcs[func].span, program.funcs[func].params.clone());
    let int = program.types.int();
    let named: Vec<(String, TypeId)> = params
        .iter()
        .map(|&param| {
            let it = &program.vars[param];
            (it.name.to_string(), it.ty)
        })
        .collect();
    let mut new = |name: String, ty, kind| {
        let unique = format!("{name}${}", program.vars.len()).into();
        let var = program.new_variable(name.into(), unique, ty, kind, span);
        if kind == VarKind::Static {
            program.vars[var].init = Some(ir::Init::default());
        }
        var
    };
    let taken = new("noted".into(), int, VarKind::Static);
    let own = new("own".into(), int, VarKind::Local(func));
    let chosen = new("note".into(), int, VarKind::Local(func));
    let values = named.into_iter();
    let values: Vec<VarId> = values
        .map(|(name, ty)| new(name, ty, VarKind::Static))
        .collect();
    woven
        .noted
        .extend(values.iter().copied().zip(params.iter().copied()));
    woven.chosen.push(chosen);
    Noted {
        func,
        taken,
        own,
        chosen,
        params,
        values,
        error,
    }
}

/// What comes before a location's own statements.
enum Before {
    Activation,
    Call(Vec<ExprId>),
    Return,
}

fn rebuild(
    woven: &mut Woven,
    caller: FuncId,
    old: &Cfg,
    (noted, counting): (&Noted, Option<&Counting>),
) -> Cfg {
    let mut new = old.without_edges();
    let mut starts: Vec<LocId> = old.locs().collect();
    let mut later: Vec<(Span, LocId, LocId, Before)> = Vec::new();
    let mut room = |new: &mut Cfg, loc: LocId| {
        let next = new.add_loc(ir::Location::default());
        (std::mem::replace(&mut starts[loc.index()], next), next)
    };
    if caller == noted.func {
        let (begin, end) = room(&mut new, old.entry);
        later.push((
            woven.program.funcs[caller].span,
            begin,
            end,
            Before::Activation,
        ));
    }
    for edge in old.edges() {
        let of = old.edge(edge);
        let before = match &of.stmt {
            Stmt::Call {
                callee: Callee::Direct(callee),
                args,
                ..
            } if *callee == noted.func && args.len() == noted.params.len() => {
                Before::Call(args.clone())
            }
            Stmt::Return { .. } if caller == noted.func => Before::Return,
            _ => continue,
        };
        let (begin, end) = room(&mut new, old.source(edge));
        if let Before::Call(args) = &before {
            woven.call_points.push(CallPoint {
                recursion: 0,
                func: caller,
                loc: begin,
                callee: noted.func,
                args: args.clone(),
            });
        }
        later.push((of.span, begin, end, before));
    }
    for edge in old.edges() {
        let from = starts[old.source(edge).index()];
        new.add_edge(from, old.target(edge), old.edge(edge).clone());
    }
    for (span, begin, end, before) in later {
        let (program, cfg) = (&mut woven.program, &mut new);
        let mut blocks = Blocks { program, cfg, span };
        match before {
            Before::Activation => note(&mut blocks, noted, (begin, end), counting),
            Before::Call(args) => compare(&mut blocks, noted, &args, begin, end),
            Before::Return => forget(&mut blocks, noted, begin, end),
        }
    }
    new
}

/// Notes the arguments, or not. Where not every execution counts, nothing may be left to happen: the machine of a formula
/// is no argument, so it stays in its state.
fn note(
    blocks: &mut Blocks<'_>,
    noted: &Noted,
    (begin, end): (LocId, LocId),
    counting: Option<&Counting>,
) {
    let (zero, one) = (blocks.program.int(0), blocks.program.int(1));
    let begun = blocks.assign(begin, noted.own, zero);
    let (choose, chosen, take) = (blocks.loc(), blocks.loc(), blocks.loc());
    let mut counted = begun;
    if let Some(counting) = counting {
        let counts = counting.needs_no_mark(blocks.program);
        counted = blocks.loc();
        blocks.branch(begun, counts, counted, end);
    }
    let taken = blocks.program.var(noted.taken);
    blocks.branch(counted, taken, end, choose);
    let place = blocks.program.var_place(noted.chosen);
    blocks.edge(choose, chosen, Stmt::Havoc { place });
    let choice = blocks.program.var(noted.chosen);
    blocks.branch(chosen, choice, take, end);
    let mut at = take;
    for (&value, &param) in noted.values.iter().zip(&noted.params) {
        let argument = blocks.program.var(param);
        at = blocks.assign(at, value, argument);
    }
    at = blocks.assign(at, noted.own, one);
    at = blocks.assign(at, noted.taken, one);
    blocks.skip(at, end);
}

/// Fails if the arguments of a call are those that were noted.
fn compare(blocks: &mut Blocks<'_>, noted: &Noted, args: &[ExprId], begin: LocId, end: LocId) {
    let mut at = blocks.loc();
    let taken = blocks.program.var(noted.taken);
    blocks.branch(begin, taken, at, end);
    for (&value, &arg) in noted.values.iter().zip(args) {
        let old = blocks.program.var(value);
        let now = blocks.program.cast(arg, blocks.program.type_of(old));
        let equal = blocks.program.binary(BinaryOp::Eq, old, now);
        let next = blocks.loc();
        blocks.branch(at, equal, next, end);
        at = next;
    }
    blocks.call(at, end, noted.error);
}

/// Forgets what was noted of the activation that returns.
fn forget(blocks: &mut Blocks<'_>, noted: &Noted, begin: LocId, end: LocId) {
    let clear = blocks.loc();
    let own = blocks.program.var(noted.own);
    blocks.branch(begin, own, clear, end);
    let zero = blocks.program.int(0);
    let cleared = blocks.assign(clear, noted.taken, zero);
    blocks.skip(cleared, end);
}
