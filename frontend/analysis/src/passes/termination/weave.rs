//! Puts the checks of loops and of recursive calls into a program.
//!
//! Every loop gets two locations before its head, [`Point::entered`] for the edges from outside and [`Point::again`] for
//! those from inside, also where nothing is checked: what is observed of a run does not depend on the checks.

use super::blocks::Blocks;
use super::counting::{Counted, Counting};
use super::loop_checks;
use super::measure::{self, Component, Step};
use crate::termination::Loop;
use ir::types::FunctionType;
use ir::{Callee, Cfg, EdgeId, ExprId, FuncId, Function, LocId, Program, Special, Stmt, VarId};
use rustc_hash::FxHashMap;
use source::Span;
use source::entity::EntityId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is checked of a loop.
#[derive(Clone, Debug)]
pub enum LoopCheck {
    Nothing,
    /// The measure falls from one visit of the head to the next.
    Falls(Vec<Component>),
    /// None of these values is larger at a visit of the head than it was at the one before.
    NeverRises(Vec<Component>),
    /// The conditions hold where the loop is entered, or where it comes back.
    Holds(Vec<ExprId>, Visit),
    /// It comes back at most so often each time that it is entered, which a new variable of the function counts.
    AtMost(VarId, u8),
    /// No state of these variables comes back. Whether the function may be active more than once at a time.
    NeverTheSame(Vec<VarId>, bool),
}

/// Which visits of a loop's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    Entered,
    Again,
}

/// What is checked of a set of functions that call each other: a measure of the parameters falls from each activation to
/// those that it calls. Functions without an entry here are not looked at.
#[derive(Clone, Debug, Default)]
pub struct RecursionCheck {
    /// By function; the expressions mention nothing but its parameters.
    pub measures: BTreeMap<FuncId, Vec<Component>>,
    /// Nothing is checked: only the locations are made.
    pub only_observed: bool,
}

/// The location before a call that is part of a recursion.
#[derive(Clone, Debug)]
pub struct CallPoint {
    /// The position of the recursion.
    pub recursion: usize,
    pub func: FuncId,
    pub loc: LocId,
    pub callee: FuncId,
    pub args: Vec<ExprId>,
}

/// The locations of a loop in the new program.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub func: FuncId,
    pub entered: LocId,
    pub again: LocId,
    /// What is called if the check fails.
    pub error: Option<FuncId>,
}

/// A program with checks.
#[derive(Clone, Debug)]
pub struct Woven {
    pub program: Program,
    /// In the order of the loops.
    pub points: Vec<Point>,
    /// The error functions of recursive calls, in their order.
    pub recursions: Vec<FuncId>,
    pub call_points: Vec<CallPoint>,
    /// What was noted of states, and of which variables.
    pub noted: Vec<(VarId, VarId)>,
    /// Whether a state is noted: a choice at every visit.
    pub chosen: Vec<VarId>,
}

impl Woven {
    /// Without any check.
    pub(super) fn of(program: &Program) -> Self {
        Woven {
            program: program.clone(),
            points: Vec::new(),
            recursions: Vec::new(),
            call_points: Vec::new(),
            noted: Vec::new(),
            chosen: Vec::new(),
        }
    }
}

/// Weaves the checks in.
pub fn weave(
    program: &Program,
    loops: &[(&Loop, LoopCheck)],
    recursions: &[RecursionCheck],
    counting: Option<&Counting>,
) -> Woven {
    let mut woven = Woven::of(program);
    let mut points: FxHashMap<(FuncId, LocId), Point> = FxHashMap::default();
    let calls: Vec<Calls<'_>> = recursions
        .iter()
        .enumerate()
        .map(|(position, check)| Calls {
            position,
            check,
            error: error_function(&mut woven.program, "termination: recursion".into()),
        })
        .collect();
    woven.recursions = calls.iter().map(|calls| calls.error).collect();
    for (func, _, cfg) in program.defined() {
        let own: Vec<&(&Loop, LoopCheck)> = loops.iter().filter(|l| l.0.func == func).collect();
        let calls: Vec<&Calls<'_>> = calls
            .iter()
            .filter(|calls| calls.check.measures.contains_key(&func))
            .collect();
        if !own.is_empty() || !calls.is_empty() {
            rebuild(
                &mut woven,
                (func, cfg),
                (&own, &calls),
                &mut points,
                counting,
            );
        }
    }
    let point = |(it, _): &(&Loop, LoopCheck)| points.get(&(it.func, it.head)).copied();
    woven.points = loops.iter().filter_map(point).collect();
    debug_assert_eq!(woven.program.verify(), Ok(()));
    woven
}

/// A recursion and what is called if its check fails.
struct Calls<'c> {
    position: usize,
    check: &'c RecursionCheck,
    error: FuncId,
}

fn rebuild(
    woven: &mut Woven,
    (func, old): (FuncId, &Cfg),
    (loops, calls): (&[&(&Loop, LoopCheck)], &[&Calls<'_>]),
    points: &mut FxHashMap<(FuncId, LocId), Point>,
    counting: Option<&Counting>,
) {
    let mut new = old.without_edges();
    let mut starts: Vec<LocId> = old.locs().collect();
    let mut targets: FxHashMap<EdgeId, LocId> = FxHashMap::default();
    for (it, _) in loops {
        let [entered, again] = [(); 2].map(|()| new.add_loc(ir::Location::default()));
        targets.extend(it.entering.iter().map(|&e| (e, entered)));
        targets.extend(it.back.iter().map(|&e| (e, again)));
        let error = None;
        let point = Point {
            func,
            entered,
            again,
            error,
        };
        points.insert((func, it.head), point);
    }
    // Edges are added in their order, so that they keep their ids: what comes before them is known first.
    let mut later = Vec::new();
    for calls in calls {
        let counted = counting.map(|&of| {
            let span = woven.program.funcs[func].span;
            Rc::new(Counted::new(&mut woven.program, func, of, span))
        });
        let work = (&mut starts[..], &mut later);
        recursion_starts(woven, &mut new, (func, old), calls, work, counted.as_ref());
    }
    for edge in old.edges() {
        let from = starts[old.source(edge).index()];
        let to = targets.get(&edge).copied().unwrap_or(old.target(edge));
        new.add_edge(from, to, old.edge(edge).clone());
    }
    for (span, begin, work) in later {
        let mut blocks = Blocks {
            program: &mut woven.program,
            cfg: &mut new,
            span,
        };
        work.emit(&mut blocks, begin);
    }
    for (it, check) in loops {
        if let Some(point) = points.get_mut(&(func, it.head)) {
            loop_checks::weave_loop(woven, &mut new, it, check, point, counting);
        }
    }
    woven.program.funcs[func].body = Some(new);
}

/// Statements that come before a location's own.
enum Before {
    /// Nothing.
    Pass(LocId),
    /// The measure at the beginning of an activation is kept.
    Keep(Vec<(VarId, ExprId)>, LocId, Option<Rc<Counted>>),
    /// It is compared with that of a call.
    Compare(Vec<Step>, FuncId, LocId, Option<Rc<Counted>>),
}

impl Before {
    fn emit(self, blocks: &mut Blocks<'_>, begin: LocId) {
        match self {
            Before::Pass(end) => blocks.skip(begin, end),
            Before::Keep(values, end, counted) => {
                let mut at = begin;
                if let Some(counted) = counted {
                    at = counted.note(blocks, at);
                }
                for (var, value) in values {
                    at = blocks.assign(at, var, value);
                }
                blocks.skip(at, end);
            }
            Before::Compare(steps, error, end, counted) => {
                let fails = blocks.loc();
                let mut at = begin;
                if let Some(counted) = counted {
                    at = blocks.loc();
                    counted.branch(blocks, begin, (at, end));
                }
                measure::falls(blocks, at, &steps, (end, fails, fails));
                blocks.call(fails, end, error);
            }
        }
    }
}

/// Makes room for what is checked of a recursive function: at its entry, and before its recursive calls.
fn recursion_starts(
    woven: &mut Woven,
    new: &mut Cfg,
    (func, old): (FuncId, &Cfg),
    calls: &Calls<'_>,
    (starts, later): (&mut [LocId], &mut Vec<(Span, LocId, Before)>),
    counted: Option<&Rc<Counted>>,
) {
    let program = &mut woven.program;
    let span = program.funcs[func].span;
    let mut kept = Vec::new();
    for component in &calls.check.measures[&func] {
        let value = component.value(program);
        kept.push((keep(program, func, value, span), value));
    }
    let vars: Vec<VarId> = kept.iter().map(|k| k.0).collect();
    let mut room = |loc: LocId| {
        let next = new.add_loc(ir::Location::default());
        (std::mem::replace(&mut starts[loc.index()], next), next)
    };
    let (begin, end) = room(old.entry);
    later.push((span, begin, Before::Keep(kept, end, counted.cloned())));
    for edge in old.edges() {
        let of = old.edge(edge);
        let Stmt::Call {
            callee: Callee::Direct(callee),
            args,
            ..
        } = &of.stmt
        else {
            continue;
        };
        let Some(measure) = calls.check.measures.get(callee) else {
            continue;
        };
        let steps = measure.iter().zip(&vars).map(|(component, &old)| {
            let passed = passed(program, *callee, args, component);
            Step {
                old,
                now: passed.value(program),
                bound: component.bound,
            }
        });
        let steps: Vec<Step> = steps.collect();
        let (begin, end) = room(old.source(edge));
        woven.call_points.push(CallPoint {
            recursion: calls.position,
            func,
            loc: begin,
            callee: *callee,
            args: args.clone(),
        });
        let before = match calls.check.only_observed {
            true => Before::Pass(end),
            false => Before::Compare(steps, calls.error, end, counted.cloned()),
        };
        later.push((of.span, begin, before));
    }
}

/// A component of the parameters of a function as it is for a call.
fn passed(
    program: &mut Program,
    callee: FuncId,
    args: &[ExprId],
    component: &Component,
) -> Component {
    let mut term = |&(factor, of): &(i64, ExprId)| {
        let vars = program.terms.variables(ir::Term::Expr(of));
        let params = &program.funcs[callee].params;
        let position = params.iter().position(|p| vars.first() == Some(p));
        let arg = position.and_then(|n| args.get(n)).copied();
        // What is compared has one type, whatever has become of the conversion to the parameter's.
        let ty = program.type_of(of);
        (factor, arg.map_or(of, |arg| program.cast(arg, ty)))
    };
    Component {
        terms: component.terms.iter().map(&mut term).collect(),
        ..component.clone()
    }
}

/// A new variable for a value.
pub(super) fn keep(program: &mut Program, func: FuncId, value: ExprId, span: Span) -> VarId {
    let ty = program.type_of(value);
    let name = format!("measure${}", program.vars.len());
    program.new_temporary(func, name, ty, span)
}

/// A new function without a body whose call is a violation.
pub(super) fn error_function(program: &mut Program, name: String) -> FuncId {
    let ret = program.types.void();
    let ty = program.types.function(FunctionType {
        ret,
        params: Box::new([]),
        variadic: false,
        prototype: true,
    });
    program.funcs.push(Function {
        name: name.clone().into(),
        other_names: Vec::new(),
        unique: name.into(),
        ty,
        params: Vec::new(),
        locals: Vec::new(),
        body: None,
        special: Some(Special::Error),
        internal: true,
        noreturn: false,
        address_taken: false,
        span: Span::NONE,
        end: Span::NONE,
    })
}
