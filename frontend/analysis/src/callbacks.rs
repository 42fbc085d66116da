//! Functions of the program that code outside of it may call, and which of them a proof cannot leave aside.
//!
//! A function without a body may call whatever it has been given, directly (`request_irq(n, handler)`), in a table
//! (`register_driver(&ops)`), or by a way that memory leads: that is what the points-to analysis knows of memory outside.
//! Nothing in the program's automata makes these calls. So a proof of the program without them says something about the
//! program with them only if none of them can violate the property, or write what the program reads where that matters.
//!
//! The question is put to the slicer. The program gets one more function, which may call each of these functions with any
//! arguments and whose call stands before everything else; slices do not look at the order of writes and reads, so it
//! stands for calls at any time, and for interrupts. In the slice for the violations, a function *matters* if it leads to
//! a violation or may write a cell that is read in what the program's own start leads to. That executions may end in a
//! function (by `exit`, by a loop without end) makes no violation: only jumps out of it count ([`LONG_JUMPS`]).

use super::callgraph::{CallGraph, call_edges, call_graph};
use super::effects::EffectsOf;
use super::mod_ref::mod_ref;
use super::points_to::{CellId, ObjectKind, PointsTo, points_to};
use crate::passes::slice::{Config, Criterion, slice};
use crate::sparse_bit_set::SparseBitSet;
use ir::library::calls_nothing;
use ir::types::{FunctionType, TypeId};
use ir::{
    BinaryOp, Callee, Cfg, Edge, EdgeKind, FuncId, Function, KnownObject, Location, Program, Stmt,
};
use source::Span;
use source::entity::EntityId;
use std::collections::{BTreeMap, BTreeSet};

/// A function that code outside may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Callback {
    pub func: FuncId,
    pub given: Option<Escape>,
}

/// How a function came to be known outside, where a call tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escape {
    /// The function without a body that is given it, unless the call goes through a pointer.
    pub to: Option<FuncId>,
    /// Where that is called.
    pub by: FuncId,
    pub span: Span,
}

/// Functions that leave others without returning to them.
const LONG_JUMPS: [&str; 5] = [
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "__builtin_longjmp",
];

/// The functions that code outside may call and that no proof about calls of `violations` can leave aside, in order.
pub fn callbacks(program: &Program, violations: &[FuncId], config: Config) -> Vec<Callback> {
    let program = &without_primitives(program);
    let by_other_ways = program.environment.as_ref().map(|e| &e.known_outside[..]);
    let mut known: BTreeSet<FuncId> = by_other_ways.unwrap_or(&[]).iter().copied().collect();
    let mut opened = (!known.is_empty()).then(|| open(program, &known));
    let pts = loop {
        let of = opened.as_ref().map_or(program, |o: &Opened| &o.program);
        let pts = points_to(of, config.points_to);
        let found = known_outside(of, &pts);
        if found.is_subset(&known) {
            break pts;
        }
        known.extend(found);
        opened = Some(open(program, &known));
    };
    let Some(mut opened) = opened else {
        return Vec::new();
    };
    // The slice may be without the calls that made it known.
    opened.program.known_outside = pts.known_outside(&opened.program);
    let matter = that_matter(&opened, &pts, violations, config);
    let given = givers(&opened.program, &pts);
    let callback = |func: FuncId| Callback {
        func,
        given: given.get(&func).copied(),
    };
    matter.into_iter().map(callback).collect()
}

/// The program without calls of primitives that call nothing: an object with a table in it is not given away by locking
/// it. What is known outside is found anew.
fn without_primitives(program: &Program) -> Program {
    let mut program = program.clone();
    program.known_outside.clear();
    let primitive: Vec<bool> = program
        .funcs
        .values()
        .map(|f| f.body.is_none() && calls_nothing(&f.name))
        .collect();
    for func in program.funcs.values_mut() {
        let Some(cfg) = &mut func.body else { continue };
        for edge in cfg.edges() {
            let stmt = &mut cfg.edge_mut(edge).stmt;
            if let Stmt::Call { result, callee, .. } = stmt
                && let Callee::Direct(to) = callee
                && primitive[to.index()]
            {
                *stmt = match *result {
                    Some(place) => Stmt::Havoc { place },
                    None => Stmt::Skip,
                };
            }
        }
    }
    program
}

/// Functions with a body whose address has left the program: through memory, or as what its start returns.
fn known_outside(program: &Program, pts: &PointsTo) -> BTreeSet<FuncId> {
    let known = pts.known_outside(program).into_iter();
    let known = known.filter_map(|known| match known.object {
        KnownObject::Func(func) => Some(func),
        _ => None,
    });
    let returned = program
        .entry
        .and_then(|entry| pts.object_by_kind(ObjectKind::Return(entry)));
    let returned = returned.map_or(Vec::new(), |object| {
        behind(pts, pts.cells_of(object).collect())
    });
    let has_body = |func: &FuncId| program.funcs[*func].body.is_some();
    known.chain(returned).filter(has_body).collect()
}

/// The functions that some cells lead to, through memory too.
fn behind(pts: &PointsTo, mut cells: Vec<CellId>) -> Vec<FuncId> {
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    while let Some(cell) = cells.pop() {
        for target in pts.contents(cell) {
            if !seen.insert(target.object) {
                continue;
            }
            match pts.objects[target.object].kind {
                ObjectKind::Func(func) => found.push(func),
                _ => cells.extend(pts.cells_of(target.object)),
            }
        }
    }
    found
}

/// A program in which the calls from outside are made.
struct Opened {
    program: Program,
    /// The function that makes them.
    outside: FuncId,
    callbacks: BTreeSet<FuncId>,
}

fn open(program: &Program, callbacks: &BTreeSet<FuncId>) -> Opened {
    let mut program = program.clone();
    let ty = program.types.function(FunctionType {
        ret: program.types.void(),
        params: Box::new([]),
        variadic: false,
        prototype: true,
    });
    let outside = program.funcs.push(Function {
        name: "outside$".into(),
        unique: "outside$".into(),
        other_names: Vec::new(),
        ty,
        params: Vec::new(),
        locals: Vec::new(),
        body: None,
        special: None,
        internal: true,
        noreturn: false,
        address_taken: false,
        span: Span::NONE,
        end: Span::NONE,
    });
    let body = calls_of(&mut program, outside, callbacks);
    program.funcs[outside].body = Some(body);
    call_first(&mut program, outside);
    Opened {
        program,
        outside,
        callbacks: callbacks.clone(),
    }
}

/// A body that calls some of the functions, each with any arguments.
fn calls_of(program: &mut Program, outside: FuncId, callbacks: &BTreeSet<FuncId>) -> Cfg {
    let mut cfg = Cfg::new();
    let int = program.types.int();
    let choice = local(program, outside, int);
    let (place, value, zero) = (
        program.var_place(choice),
        program.var(choice),
        program.int(0),
    );
    let yes = program.binary(BinaryOp::Ne, value, zero);
    let no = program.binary(BinaryOp::Eq, value, zero);
    let mut at = cfg.entry;
    for &func in callbacks {
        let [chosen, called, next] = [(); 3].map(|()| cfg.add_loc(Location::default()));
        cfg.add_edge(at, chosen, implicit(Stmt::Havoc { place }));
        cfg.add_edge(chosen, next, implicit(Stmt::Assume { cond: no }));
        cfg.add_edge(chosen, called, implicit(Stmt::Assume { cond: yes }));
        let mut last = called;
        let mut args = Vec::new();
        for param in program.funcs[func].params.clone() {
            let ty = program.vars[param].ty;
            let arg = local(program, outside, ty);
            let after = cfg.add_loc(Location::default());
            let place = program.var_place(arg);
            cfg.add_edge(last, after, implicit(Stmt::Havoc { place }));
            args.push(program.var(arg));
            last = after;
        }
        let call = Stmt::Call {
            result: None,
            callee: Callee::Direct(func),
            args,
        };
        cfg.add_edge(last, next, implicit(call));
        at = next;
    }
    cfg.add_edge(at, cfg.exit, implicit(Stmt::Return { value: None }));
    cfg
}

fn implicit(stmt: Stmt) -> Edge {
    Edge {
        stmt,
        span: Span::NONE,
        kind: EdgeKind::Implicit,
    }
}

fn local(program: &mut Program, func: FuncId, ty: TypeId) -> ir::VarId {
    let name = format!("outside${}", program.vars.len());
    program.new_temporary(func, name, ty, Span::NONE)
}

/// Puts a call before everything else that the entry does.
fn call_first(program: &mut Program, outside: FuncId) {
    let Some(entry) = program.entry else { return };
    let Some(cfg) = &mut program.funcs[entry].body else {
        return;
    };
    let first = cfg.add_loc(Location::default());
    let call = Stmt::Call {
        result: None,
        callee: Callee::Direct(outside),
        args: Vec::new(),
    };
    cfg.add_edge(first, cfg.entry, implicit(call));
    cfg.entry = first;
}

fn that_matter(
    opened: &Opened,
    pts: &PointsTo,
    violations: &[FuncId],
    config: Config,
) -> Vec<FuncId> {
    let whole = call_graph(&opened.program, pts);
    let criterion = Criterion {
        calls: violations.to_vec(),
        ..Criterion::default()
    };
    // Loops stay that may be endless: a function from outside may write what ends them.
    let program = slice(&opened.program, &criterion, config).program;
    let pts = points_to(&program, config.points_to);
    let calls = call_graph(&program, &pts);
    let effects = mod_ref(&program, &pts, &calls);
    let read = reads(&program, &pts, &calls, opened.outside);
    let matters = |func: FuncId| {
        let reached = reached(&calls, vec![func], opened.outside);
        let jumps = |&f: &FuncId| LONG_JUMPS.contains(&&*program.funcs[f].name);
        reached.iter().any(|f| violations.contains(f))
            || effects
                .effects(func)
                .writes
                .iter()
                .any(|c| read.contains(c))
            || self::reached(&whole, vec![func], opened.outside)
                .iter()
                .any(jumps)
    };
    let called = |func: &FuncId| calls.contains(*func) || whole.contains(*func);
    let all = opened.callbacks.iter().copied();
    all.filter(called).filter(|&func| matters(func)).collect()
}

/// What some functions lead to, themselves included, without the calls from outside.
fn reached(calls: &CallGraph, from: Vec<FuncId>, outside: FuncId) -> BTreeSet<FuncId> {
    let (mut found, mut waiting) = (BTreeSet::new(), from);
    while let Some(func) = waiting.pop() {
        if func != outside && calls.contains(func) && found.insert(func) {
            waiting.extend(calls.callees(func));
        }
    }
    found
}

/// The cells that are read in what the program's own start leads to.
fn reads(program: &Program, pts: &PointsTo, calls: &CallGraph, outside: FuncId) -> SparseBitSet {
    let of = EffectsOf::new(program, pts);
    let mut start: Vec<FuncId> = program.entry.into_iter().collect();
    start.extend(program.constructors.iter().chain(&program.destructors));
    let mut read = SparseBitSet::new();
    for func in reached(calls, start, outside) {
        let edges = program.funcs[func].body.iter().flat_map(Cfg::edges);
        for edge in edges {
            read.union_with(&of.of(func, edge).reads);
        }
    }
    read
}

/// Who gave a function away first, by the calls of functions without a body that the program makes.
fn givers(program: &Program, pts: &PointsTo) -> BTreeMap<FuncId, Escape> {
    let mut found = BTreeMap::new();
    for (by, _, cfg) in program.defined() {
        for edge in call_edges(program, by) {
            let Stmt::Call { callee, args, .. } = &cfg.edge(edge).stmt else {
                continue;
            };
            let to = match callee {
                Callee::Direct(to) => Some(*to),
                Callee::Indirect(_) => None,
            };
            let leaves = match to {
                Some(to) => is_outside(program, to),
                None => pts.callees(by, edge).is_some_and(|c| c.outside),
            };
            if !leaves {
                continue;
            }
            let span = cfg.edge(edge).span;
            let cells = args
                .iter()
                .flat_map(|&arg| pts.pointed_cells(program, arg, true));
            for cell in cells {
                if let ObjectKind::Func(func) = pts.objects[pts.cells()[cell].object].kind {
                    found.entry(func).or_insert(Escape { to, by, span });
                }
            }
        }
    }
    found
}

/// Whether a function has no body, and nothing is known of what it does.
fn is_outside(program: &Program, func: FuncId) -> bool {
    let function = &program.funcs[func];
    let known = program.library_effect(func).is_some() || function.special.is_some();
    function.body.is_none() && !known
}
