//! A run is told only after it was executed: step by step in the simulator, and held against the formula there.
//!
//! The simulator shares neither relations nor BDDs with the search, and the formula is evaluated on the run itself
//! rather than by its automaton.

use super::Property;
use super::atoms::{Atom, Moment, in_scope, is_moment, scope};
use super::exact_run::{Configuration, Run};
use crate::bp::{ExprId, ExprKind, ProcId};
use crate::configurations::StackFrame;
use crate::deep_recursion::with_enough_stack;
use crate::flow::{ControlPoint, Flow};
use crate::simulate::{Simulation, Snapshot, binary};
use ltl::{BitSet, PeriodicWord};

/// What is wrong with a run, where something is.
pub(super) type Replayed = Result<(), &'static str>;

/// Executes a run, once round its loop, and evaluates the property on it.
pub(super) fn replay(flow: &Flow<'_>, property: &Property, run: &Run) -> Replayed {
    let steps = run.stem.iter().chain(&run.cycle);
    let steps: Vec<&Snapshot> = steps.map(|step| &step.at).collect();
    let first = steps.first().ok_or("the run is empty")?;
    let entry = flow.proc_of(first.loc);
    let simulation =
        Simulation::start_at(flow, entry, first).ok_or("the program cannot start so")?;
    follow(flow, property, run, simulation)
}

/// The same of a run that begins in the configuration of some frames, the top one first.
pub(super) fn replay_from(
    flow: &Flow<'_>,
    property: &Property,
    run: &Run,
    frames: &[StackFrame],
) -> Replayed {
    let mut steps = run.stem.iter().chain(&run.cycle);
    let first = &steps.next().ok_or("the run is empty")?.at;
    let simulation =
        Simulation::resume(flow, frames, first).ok_or("the run begins somewhere else")?;
    follow(flow, property, run, simulation)
}

fn follow(
    flow: &Flow<'_>,
    property: &Property,
    run: &Run,
    mut simulation: Simulation<'_, '_>,
) -> Replayed {
    let steps = run.stem.iter().chain(&run.cycle);
    let steps: Vec<&Snapshot> = steps.map(|step| &step.at).collect();
    for (from, to) in steps.iter().zip(steps.iter().skip(1)) {
        if !simulation.step_to(from, to) {
            return Err("a step cannot be taken");
        }
    }
    let last = steps.last().ok_or("the run is empty")?;
    let letters = |steps: &[Configuration]| -> Vec<BitSet> {
        let moments = steps.iter().filter(|step| is_moment(flow, step.at.loc));
        let read = |at: &Snapshot| letter(flow, property, Moment::At(at.loc), at);
        moments.map(|step| read(&step.at)).collect()
    };
    let (mut stem, mut cycle) = (letters(&run.stem), letters(&run.cycle));
    match &run.back {
        Some(back) => close(&mut simulation, last, back, run)?,
        None if matches!(flow.place(last.loc), ControlPoint::Failed(_)) => cycle.extend(stem.pop()),
        None if simulation.can_finish(last) => {
            cycle.push(letter(flow, property, Moment::Returned, last));
        }
        None => return Err("the program cannot end so"),
    }
    let word = PeriodicWord { stem, cycle };
    match property.is_violated_by(&word) {
        true => Ok(()),
        false => Err("the formula holds of the run"),
    }
}

/// The last step of the loop leads back to the head that it began with, and no frame below was left on the way.
fn close(
    simulation: &mut Simulation<'_, '_>,
    last: &Snapshot,
    back: &Snapshot,
    run: &Run,
) -> Replayed {
    let begin = &run.cycle.first().ok_or("the loop is empty")?.at;
    if !simulation.step_to(last, back) {
        return Err("the loop cannot be closed");
    }
    let same_top = back.loc == begin.loc
        && back.globals == begin.globals
        && back.locals == begin.locals
        && back.depth >= begin.depth;
    let stays_above = run.cycle.iter().all(|step| step.at.depth >= begin.depth);
    match same_top && stays_above {
        true => Ok(()),
        false => Err("the loop does not lead back"),
    }
}

/// The atoms that hold.
fn letter(flow: &Flow<'_>, property: &Property, moment: Moment, at: &Snapshot) -> BitSet {
    let holds = |atom: &Atom| match atom {
        Atom::Holds(expr) => {
            let proc = scope(flow, moment);
            in_scope(flow, proc, *expr) && evaluate(flow, proc, at, *expr)
        }
        _ => atom.holds_at(flow, moment),
    };
    let atoms = property.atoms.iter().enumerate();
    atoms
        .filter(|(_, atom)| holds(atom))
        .map(|(i, _)| i)
        .collect()
}

/// The value of an expression without choices.
fn evaluate(flow: &Flow<'_>, proc: Option<ProcId>, at: &Snapshot, expr: ExprId) -> bool {
    let value = |e| with_enough_stack(|| evaluate(flow, proc, at, e));
    match flow.program.expr(expr).kind {
        ExprKind::Const(value) => value,
        ExprKind::Var(name) | ExprKind::Next(name) => at.read(flow, flow.slot_in(proc, name)),
        ExprKind::Not(a) => !value(a),
        ExprKind::Binary(op, x, y) => binary(op, value(x), value(y)),
        ExprKind::Nondet | ExprKind::Choose(..) => false,
    }
}
