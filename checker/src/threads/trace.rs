//! A run as it is told, after it has been executed.

use rustc_hash::FxHashMap;

use super::instances::Instances;
use super::interleaving::Interleaving;
use super::plan::Plan;
use super::schedule::Context;
use super::shortest_run::Moment;
use crate::bdd::{BddResult, Slot, SlotCopy};
use crate::bp::{ProcId, Symbol};
use crate::flow::{ControlPoint, Flow, LocId};
use crate::simulate::{Beginning, Snapshot, Switching, ThreadSimulation};
use crate::trace::{TraceEvent, TraceLine};

/// A run of several threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadTrace {
    /// How often another thread goes on.
    pub switches: usize,
    pub steps: usize,
    /// Whether no run with as few switches, or rounds, has fewer steps.
    pub fewest_steps: bool,
    /// The threads that run, in the order in which they do first.
    pub threads: Vec<ThreadName>,
    pub lines: Vec<ThreadTraceLine>,
}

/// A thread of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadName {
    /// The procedure it begins in.
    pub proc: ProcId,
    pub kind: ThreadKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadKind {
    /// Runs before all others.
    Before,
    FromTheBeginning,
    Started,
}

/// A statement that is about to be executed; at the end, the place that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadTraceLine {
    /// Which of the threads of the run.
    pub thread: usize,
    /// All values in scope: this is one execution.
    pub line: TraceLine,
    /// The values of all globals.
    pub shared: Vec<(Symbol, bool)>,
}

/// A moment in terms of the user's program.
struct Step {
    context: Context,
    now: Snapshot,
}

/// The run, if it can be executed.
pub(super) fn told(
    system: &Interleaving<'_, '_>,
    user: &Flow<'_>,
    plan: &Plan,
    run: &[Moment],
) -> BddResult<Option<ThreadTrace>> {
    let locations = locations(user);
    let mut steps = Vec::new();
    for moment in run {
        let Some(now) = snapshot(system, user, &locations, moment)? else {
            return Ok(None);
        };
        steps.push(Step {
            context: moment.context,
            now,
        });
    }
    let instances = system.instances;
    if !replay(user, plan, instances, &steps) {
        return Ok(None);
    }
    Ok(Some(lines(user, plan, &steps)))
}

fn locations(user: &Flow<'_>) -> FxHashMap<(ProcId, ControlPoint), LocId> {
    user.locs()
        .map(|loc| ((user.proc_of(loc), user.place(loc)), loc))
        .collect()
}

fn snapshot(
    system: &Interleaving<'_, '_>,
    user: &Flow<'_>,
    locations: &FxHashMap<(ProcId, ControlPoint), LocId>,
    moment: &Moment,
) -> BddResult<Option<Snapshot>> {
    let (flow, bdds) = (system.flow(), system.bdds());
    let value = |slot: Slot| {
        let set = bdds.and(&moment.state, bdds.var(slot, SlotCopy::Current))?;
        Ok(!bdds.is_zero(&set))
    };
    let proc = flow.proc_of(moment.place.0);
    let user_proc = system.instances.proc_origin[proc.index()];
    let place = system.instances.origin(flow.place(moment.place.0));
    let Some(&loc) = locations.get(&(user_proc, place)) else {
        return Ok(None);
    };
    let returned = match place {
        ControlPoint::Exit => flow
            .return_slots(proc)
            .map(value)
            .collect::<BddResult<_>>()?,
        _ => Vec::new(),
    };
    let globals = (0..user.global_count as u32).map(|i| value(Slot(i)));
    Ok(Some(Snapshot {
        loc,
        depth: moment.place.1,
        globals: globals.collect::<BddResult<_>>()?,
        locals: flow
            .proc(proc)
            .slots
            .iter()
            .map(|&s| value(s))
            .collect::<BddResult<_>>()?,
        returned,
    }))
}

/// How the thread of a context begins.
fn beginning(plan: &Plan, context: Context) -> Beginning {
    match context {
        Context::Before => plan.init.map_or(Beginning::Started, Beginning::Procedure),
        Context::Of(_, thread) => match plan.threads.get(thread) {
            Some(&proc) => Beginning::Procedure(proc),
            None => Beginning::Started,
        },
    }
}

fn thread_of(instances: &Instances, context: Context) -> usize {
    match context {
        Context::Before => instances.threads.len(),
        Context::Of(_, thread) => thread,
    }
}

/// Executes the run; whether the program has it.
fn replay(user: &Flow<'_>, plan: &Plan, instances: &Instances, steps: &[Step]) -> bool {
    let Some(first) = steps.first() else {
        return false;
    };
    let switching = Switching {
        atomic_variable: plan.atomic_variable,
    };
    let Beginning::Procedure(entry) = beginning(plan, first.context) else {
        return false;
    };
    let thread = thread_of(instances, first.context);
    let Some(mut simulation) =
        ThreadSimulation::start_at(user, switching, thread, entry, &first.now)
    else {
        return false;
    };
    steps.windows(2).all(|pair| {
        let [from, to] = pair else { return false };
        if from.context == to.context {
            return simulation.step_to(&from.now, &to.now);
        }
        let may_begin =
            from.context != Context::Before || simulation.has_ended(instances.threads.len());
        let thread = thread_of(instances, to.context);
        may_begin && simulation.switch_to(thread, beginning(plan, to.context), &to.now)
    })
}

fn lines(user: &Flow<'_>, plan: &Plan, steps: &[Step]) -> ThreadTrace {
    let mut trace = ThreadTrace {
        switches: 0,
        steps: 0,
        fewest_steps: true,
        threads: Vec::new(),
        lines: Vec::new(),
    };
    let mut known: Vec<Context> = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let same = |other: &Context| match (*other, step.context) {
            (Context::Of(_, a), Context::Of(_, b)) => a == b,
            (a, b) => a == b,
        };
        let thread = known.iter().position(same).unwrap_or(known.len());
        if thread == known.len() {
            known.push(step.context);
            trace.threads.push(name(user, plan, step));
        }
        match steps.get(i + 1) {
            Some(next) if next.context == step.context => {
                trace.steps += 1;
                if let Some(line) = line(user, &step.now, Some(&next.now)) {
                    trace.lines.push(told_line(user, thread, step, line));
                }
            }
            Some(_) => trace.switches += usize::from(step.context != Context::Before),
            None => {
                if let Some(line) = line(user, &step.now, None) {
                    trace.lines.push(told_line(user, thread, step, line));
                }
            }
        }
    }
    trace
}

fn name(user: &Flow<'_>, plan: &Plan, step: &Step) -> ThreadName {
    let kind = match (step.context, beginning(plan, step.context)) {
        (Context::Before, _) => ThreadKind::Before,
        (_, Beginning::Procedure(_)) => ThreadKind::FromTheBeginning,
        (_, Beginning::Started) => ThreadKind::Started,
    };
    ThreadName {
        proc: user.proc_of(step.now.loc),
        kind,
    }
}

fn told_line(user: &Flow<'_>, thread: usize, step: &Step, line: TraceLine) -> ThreadTraceLine {
    let globals = user.program.globals.iter().zip(&step.now.globals);
    ThreadTraceLine {
        thread,
        line,
        shared: globals
            .map(|(global, &value)| (global.name.symbol, value))
            .collect(),
    }
}

/// What is executed, or where the run ends. The end of a procedure is what follows its last statement, and told only where
/// the run ends there.
fn line(user: &Flow<'_>, now: &Snapshot, next: Option<&Snapshot>) -> Option<TraceLine> {
    let (proc, place) = (user.proc_of(now.loc), user.place(now.loc));
    let event = match (place, next) {
        (ControlPoint::Exit, Some(_)) => return None,
        (ControlPoint::Exit, None) => TraceEvent::Ended,
        (ControlPoint::Failed(stmt), _) => TraceEvent::Failed(stmt),
        (ControlPoint::Returned(stmt), _) => TraceEvent::Returned(stmt),
        (ControlPoint::Before(stmt) | ControlPoint::Arm(stmt, _), None) => {
            TraceEvent::Reached(stmt)
        }
        (ControlPoint::Before(stmt), Some(_)) if user.call_at(now.loc).is_some() => {
            TraceEvent::Call(stmt)
        }
        (ControlPoint::Before(stmt) | ControlPoint::Arm(stmt, _), Some(_)) => {
            TraceEvent::Step(stmt)
        }
    };
    let values = user.in_scope(proc).into_iter();
    Some(TraceLine {
        place,
        proc,
        depth: now.depth,
        event,
        values: values
            .map(|(slot, name)| (name, now.read(user, slot)))
            .collect(),
    })
}
