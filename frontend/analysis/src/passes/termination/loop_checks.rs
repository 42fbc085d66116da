//! What is checked between two visits of a loop's head: statements from where it is entered, and from where it comes back, to
//! the head.

use super::blocks::Blocks;
use super::counting::{Counted, Counting};
use super::measure::{self, Component, Step};
use super::repetition::{Noted, repetition};
use super::weave::{LoopCheck, Point, Visit, Woven, error_function, keep};
use crate::termination::Loop;
use ir::{BinaryOp, Cfg, ExprId, FuncId, LocId, VarId, VarKind};

/// Weaves the check of one loop in.
pub(super) fn weave_loop(
    woven: &mut Woven,
    cfg: &mut Cfg,
    it: &Loop,
    check: &LoopCheck,
    point: &mut Point,
    counting: Option<&Counting>,
) {
    if !matches!(check, LoopCheck::Nothing) {
        let name = format!("termination: loop {}", woven.program.funcs.len());
        point.error = Some(error_function(&mut woven.program, name));
    }
    let variables = match check {
        LoopCheck::NeverTheSame(state, recursive) => {
            Some(note_variables(woven, it, state, *recursive))
        }
        _ => None,
    };
    let mut blocks = Blocks {
        program: &mut woven.program,
        cfg,
        span: it.span,
    };
    match (check, variables, point.error) {
        (LoopCheck::Falls(measure), _, Some(error)) => {
            falls(&mut blocks, it, measure, (point, error), counting);
        }
        (LoopCheck::NeverRises(values), _, Some(error)) => {
            never_rises(&mut blocks, it, values, (point, error));
        }
        (LoopCheck::Holds(conditions, visit), _, Some(error)) => {
            let (from, to) = match visit {
                Visit::Entered => (point.entered, it.head),
                Visit::Again => (point.again, point.entered),
            };
            holds(&mut blocks, from, conditions, (to, error));
            match visit {
                Visit::Entered => blocks.skip(point.again, it.head),
                Visit::Again => blocks.skip(point.entered, it.head),
            }
        }
        (LoopCheck::AtMost(count, most), _, Some(error)) => {
            at_most(&mut blocks, it, (*count, *most), (point, error), counting);
        }
        (_, Some((taken, chosen, pairs)), Some(error)) => {
            let noted = Noted {
                taken,
                chosen,
                pairs: &pairs,
                error,
            };
            let visits = (point.entered, point.again);
            repetition(&mut blocks, &noted, visits, it.head, counting);
        }
        _ => {
            blocks.skip(point.entered, it.head);
            blocks.skip(point.again, it.head);
        }
    }
}

fn falls(
    blocks: &mut Blocks<'_>,
    it: &Loop,
    measure: &[Component],
    (point, error): (&Point, FuncId),
    counting: Option<&Counting>,
) {
    let counted = counting.map(|&of| Counted::new(blocks.program, it.func, of, it.span));
    let mut steps = Vec::new();
    for component in measure {
        let now = component.value(blocks.program);
        let old = keep(blocks.program, it.func, now, it.span);
        let bound = component.bound;
        steps.push(Step { old, now, bound });
    }
    let fails = blocks.loc();
    let (mut begin, mut stays) = (point.again, fails);
    if let (Some(counted), Some(counting)) = (&counted, counting) {
        begin = blocks.loc();
        counted.branch(blocks, point.again, (begin, point.entered));
        if counting.mark.is_some() {
            stays = blocks.loc();
            counting.branch_on_mark(blocks, stays, (fails, point.entered));
        }
    }
    measure::falls(blocks, begin, &steps, (point.entered, stays, fails));
    blocks.call(fails, point.entered, error);
    let mut at = point.entered;
    if let Some(counted) = &counted {
        at = counted.note(blocks, at);
    }
    for step in &steps {
        at = blocks.assign(at, step.old, step.now);
    }
    blocks.skip(at, it.head);
}

fn never_rises(
    blocks: &mut Blocks<'_>,
    it: &Loop,
    values: &[Component],
    (point, error): (&Point, FuncId),
) {
    let (mut entered, mut again) = (point.entered, point.again);
    let fails = blocks.loc();
    for value in values {
        let now = value.value(blocks.program);
        let old = keep(blocks.program, it.func, now, it.span);
        let before = blocks.program.var(old);
        let rises = blocks.program.binary(BinaryOp::Gt, now, before);
        let next = blocks.loc();
        blocks.branch(again, rises, fails, next);
        again = next;
        entered = blocks.assign(entered, old, now);
    }
    blocks.skip(again, point.entered);
    blocks.skip(entered, it.head);
    blocks.call(fails, point.entered, error);
}

/// Counts how often the loop comes back.
fn at_most(
    blocks: &mut Blocks<'_>,
    it: &Loop,
    (count, most): (VarId, u8),
    (point, error): (&Point, FuncId),
    counting: Option<&Counting>,
) {
    let zero = blocks.program.int(0);
    let begun = blocks.assign(point.entered, count, zero);
    blocks.skip(begun, it.head);
    let (old, most) = (blocks.program.var(count), blocks.program.int(most.into()));
    let may = blocks.program.binary(BinaryOp::Lt, old, most);
    let (counts, fails) = (blocks.loc(), blocks.loc());
    let mut again = point.again;
    if let Some(counting) = counting {
        let is_counted = counting.counts(blocks.program);
        again = blocks.loc();
        blocks.branch(point.again, is_counted, again, it.head);
    }
    blocks.branch(again, may, counts, fails);
    let one = blocks.program.int(1);
    let more = blocks.program.binary(BinaryOp::Add, old, one);
    let counted = blocks.assign(counts, count, more);
    blocks.skip(counted, it.head);
    blocks.call(fails, point.entered, error);
}

fn holds(
    blocks: &mut Blocks<'_>,
    from: LocId,
    conditions: &[ExprId],
    (to, error): (LocId, FuncId),
) {
    // What always holds needs no check; what never does is one that fails.
    let constant = |blocks: &Blocks<'_>, c| blocks.program.terms.int_value(c);
    if conditions.iter().any(|&c| constant(blocks, c) == Some(0)) {
        return blocks.call(from, to, error);
    }
    let mut at = from;
    let mut fails = None;
    for &condition in conditions {
        if constant(blocks, condition).is_none() {
            let (next, fails) = (blocks.loc(), *fails.get_or_insert_with(|| blocks.loc()));
            blocks.branch(at, condition, next, fails);
            at = next;
        }
    }
    blocks.skip(at, to);
    if let Some(fails) = fails {
        blocks.call(fails, to, error);
    }
}

/// The variables that note a state. Those of a function that is active once at a time exist always: stories tell them.
fn note_variables(
    woven: &mut Woven,
    it: &Loop,
    state: &[VarId],
    recursive: bool,
) -> (VarId, VarId, Vec<(VarId, VarId)>) {
    let kind = match recursive {
        true => VarKind::Local(it.func),
        false => VarKind::Static,
    };
    let int = woven.program.types.int();
    let named: Vec<(VarId, String, ir::types::TypeId)> = state
        .iter()
        .map(|&var| {
            let it = &woven.program.vars[var];
            (var, it.name.to_string(), it.ty)
        })
        .collect();
    let program = &mut woven.program;
    let mut new = |name: String, ty, kind| {
        let unique = format!("{name}${}", program.vars.len()).into();
        let var = program.new_variable(name.into(), unique, ty, kind, it.span);
        if kind == VarKind::Static {
            program.vars[var].init = Some(ir::Init::default());
        }
        var
    };
    let taken = new("noted".into(), int, kind);
    let chosen = new("note".into(), int, VarKind::Local(it.func));
    let pairs: Vec<(VarId, VarId)> = named
        .into_iter()
        .map(|(var, name, ty)| (new(name, ty, kind), var))
        .collect();
    woven.noted.extend(&pairs);
    woven.chosen.push(chosen);
    (taken, chosen, pairs)
}
