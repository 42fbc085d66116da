//! Replays a trace in the explicit semantics, with real stacks.
//!
//! All executions that take the lines of the trace are followed at once, forwards from every start; then those that
//! cannot finish are taken away, backwards. A trace is valid if an execution remains, if its length is the number of
//! its lines outside of completed calls, and if the values it shows are those that all executions have in common.

use crate::explicit::Report;
use crate::model::{Loc, Step, Val};
use checker::bp::{ProcId, Symbol};
use checker::flow::ControlPoint;
use checker::trace::{Trace, TraceEvent, TraceLine};
use std::collections::{BTreeMap, BTreeSet};

/// More executions than this are not followed.
const MAX_STACKS: usize = 3_000;

type Frame = (ProcId, Loc, Val);

/// A stack of frames, the running one last.
type Stack = Vec<Frame>;

/// Why a trace was not confirmed.
#[derive(Debug)]
pub(crate) enum Failure {
    Invalid(String),
    /// There are too many executions to look at each.
    TooMany,
}

/// The stacks at a line, each with its successors at the next line.
type Layer = BTreeMap<Stack, BTreeSet<Stack>>;

pub(crate) fn replay(report: &Report<'_>, trace: &Trace) -> Result<(), Failure> {
    let invalid = |what: String| Err(Failure::Invalid(what));
    let counted = hierarchical_length(&trace.lines);
    if counted != trace.length {
        return invalid(format!("{} steps, but lines for {counted}", trace.length));
    }
    let replay = Replay { report };
    let mut layers = replay.forward(&trace.lines)?;
    prune(&mut layers);
    if layers.first().is_none_or(Layer::is_empty) {
        return invalid("no execution takes the trace".to_owned());
    }
    for (i, (line, layer)) in trace.lines.iter().zip(&layers).enumerate() {
        replay
            .compare_values(line, layer, trace.complete)
            .or_else(|what| invalid(format!("line {i}: {what}")))?;
    }
    Ok(())
}

/// The lines that are not inside of a call that returns later, the last one aside.
fn hierarchical_length(lines: &[TraceLine]) -> usize {
    let mut lowest = usize::MAX;
    let mut open = 0;
    for line in lines.iter().rev() {
        lowest = lowest.min(line.depth);
        open += usize::from(line.depth == lowest);
    }
    open.saturating_sub(1)
}

/// Keeps the stacks from which the last layer is reached.
fn prune(layers: &mut [Layer]) {
    for i in (0..layers.len().saturating_sub(1)).rev() {
        let (before, after) = layers.split_at_mut(i + 1);
        for successors in before[i].values_mut() {
            successors.retain(|stack| after[0].contains_key(stack));
        }
        before[i].retain(|_, successors| !successors.is_empty());
    }
}

struct Replay<'r, 'p> {
    report: &'r Report<'p>,
}

impl Replay<'_, '_> {
    fn forward(&self, lines: &[TraceLine]) -> Result<Vec<Layer>, Failure> {
        let Some(first) = lines.first() else {
            return Err(Failure::Invalid("no lines".to_owned()));
        };
        let model = &self.report.model;
        let entered = self.report.starts().flat_map(|(id, context)| {
            let entry = model.proc(id).entry;
            model
                .entry_states(id, context)
                .into_iter()
                .map(move |val| vec![(id, entry, val)])
        });
        let mut layers = vec![Layer::new()];
        let here = entered.filter(|stack| self.is_at(stack, first));
        layers[0].extend(here.map(|stack| (stack, BTreeSet::new())));
        for (line, next) in lines.iter().zip(&lines[1..]) {
            let mut after = Layer::new();
            let here = layers.last_mut().expect("starts with one");
            for (stack, successors) in here.iter_mut() {
                for to in self.successors(stack, line, next) {
                    after.insert(to.clone(), BTreeSet::new());
                    successors.insert(to);
                }
                if after.len() > MAX_STACKS {
                    return Err(Failure::TooMany);
                }
            }
            layers.push(after);
        }
        Ok(layers)
    }

    fn is_at(&self, stack: &[Frame], line: &TraceLine) -> bool {
        let Some(&(id, loc, _)) = stack.last() else {
            return false;
        };
        let proc = self.report.model.proc(id);
        let wanted = match line.place {
            ControlPoint::Before(stmt) => proc.stmts.get(&stmt),
            ControlPoint::Arm(stmt, n) => {
                proc.arms.get(&stmt).and_then(|arms| arms.get(n as usize))
            }
            _ => None,
        };
        id == line.proc && stack.len() == line.depth + 1 && wanted == Some(&loc)
    }

    /// What the stacks at a line can be at the next one.
    fn successors(&self, stack: &Stack, line: &TraceLine, next: &TraceLine) -> Vec<Stack> {
        let model = &self.report.model;
        let (&(id, loc, val), below) = stack.split_last().expect("a frame");
        let with = |loc, val| [below, &[(id, loc, val)]].concat();
        let mut found = Vec::new();
        let mut steps = Vec::new();
        model.steps(id, loc, val, &mut |step| steps.push(step));
        for step in steps {
            match (step, line.event) {
                (Step::To(loc, val), TraceEvent::Step(_)) => found.push(with(loc, val)),
                (Step::Fail(stmt), TraceEvent::Step(_))
                    if next.event == TraceEvent::Failed(stmt) =>
                {
                    // A failure has no location of its own here: the stack stays as it was.
                    return vec![stack.clone()];
                }
                (Step::Enter(callee, context), TraceEvent::Call(_)) => {
                    let entry = model.proc(callee).entry;
                    let states = model.entry_states(callee, context);
                    found.extend(
                        states
                            .into_iter()
                            .map(|val| [stack, &[(callee, entry, val)][..]].concat()),
                    );
                }
                (Step::Enter(callee, context), TraceEvent::Skipped(_)) => {
                    for &result in self.report.results(callee, context) {
                        model.after_call(id, loc, val, result, &mut |step| {
                            if let Step::To(loc, val) = step {
                                found.push(with(loc, val));
                            }
                        });
                    }
                }
                _ => {}
            }
        }
        let mut settled = found
            .into_iter()
            .flat_map(|stack| self.leave(stack))
            .collect::<Vec<_>>();
        settled.retain(|stack| self.is_at(stack, next));
        settled
    }

    /// Leaves procedures as long as the running one is at its end.
    fn leave(&self, stack: Stack) -> Vec<Stack> {
        let model = &self.report.model;
        let (&(id, loc, val), below) = stack.split_last().expect("a frame");
        let Some((&(caller, call, old), rest)) = below.split_last() else {
            return vec![stack];
        };
        if loc != model.proc(id).exit {
            return vec![stack];
        }
        let mut found = Vec::new();
        model.after_call(caller, call, old, model.result(id, val), &mut |step| {
            if let Step::To(loc, val) = step {
                found.push([rest, &[(caller, loc, val)]].concat());
            }
        });
        found
            .into_iter()
            .flat_map(|stack| self.leave(stack))
            .collect()
    }

    /// Shown values must be common to all executions; where all calls are expanded, all such values must be shown.
    fn compare_values(
        &self,
        line: &TraceLine,
        layer: &Layer,
        complete: bool,
    ) -> Result<(), String> {
        let vars = &self.report.model.proc(line.proc).vars;
        let text = |x: Symbol| self.report.model.program.text(x);
        let tops: Vec<Val> = layer
            .keys()
            .filter_map(|stack| Some(stack.last()?.2))
            .collect();
        let shown: BTreeMap<Symbol, bool> = line.values.iter().copied().collect();
        let mut names: Vec<_> = vars.iter().collect();
        names.sort_unstable();
        for (&name, &var) in names {
            let ones = tops.iter().filter(|&&val| val >> var & 1 != 0).count();
            let determined = match ones {
                0 => Some(false),
                n if n == tops.len() => Some(true),
                _ => None,
            };
            let shown = shown.get(&name).copied();
            if shown != determined && (complete || shown.is_some()) {
                return Err(format!(
                    "{} is {determined:?}, shown as {shown:?}",
                    text(name)
                ));
            }
        }
        Ok(())
    }
}
