//! Trial runs: where refinement goes on and on, perhaps an execution is bad that is easy to meet.
//!
//! The interpreter runs the program with likely values (`plan`), for a fixed number of steps: the same program always
//! has the same trial runs. A violation that a run
//! meets is a bug that needs no solver; it is run once more to tell its story.
//!
//! A property that follows one object is hard to violate by chance: so a run that follows none notes which objects it
//! could follow, and is repeated for each.

use std::cell::Cell;

use analysis::passes::normal_form::{Arguments, arguments};
use interp::{
    Control, Exit, Input, Inputs, Limits, Observer, Ready, Request, RequestKind, RunConfig, View,
};
use ir::{BinaryOp, EdgeId, ExprId, ExprKind, FuncId, PlaceKind, Program, Stmt, VarId, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::InputSource;

use crate::execute::asker;
use crate::execute::story_notes::{Note, Noted};
use crate::inputs::plan::{self, InputPlan, PlannedInputs, Style};
use crate::inputs::seeds;

/// Runs that nest calls deeper than this are not worth their time.
const MAX_CALL_DEPTH: usize = 10_000;

/// How many steps the answer to a question counts for.
const STEPS_PER_INPUT: u64 = 10;

/// How many runs, how long each, and how long all together, in steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) runs: u64,
    pub(crate) steps: u64,
    pub(crate) all: u64,
}

/// How many objects are followed per run.
const MAX_FOLLOWED_OBJECTS: usize = 6;
/// How many plans are kept to be varied.
const MAX_KEPT_PLANS: usize = 40;

/// The same values again.
pub(crate) struct Again<'a> {
    given: std::vec::IntoIter<Input>,
    /// Whether they include what uninitialised variables hold.
    uninitialised: bool,
    pub(crate) taken_edges: &'a Cell<usize>,
    pub(crate) notes: Vec<Note>,
    /// Who was given what.
    pub(crate) asked: Vec<(InputSource, Input)>,
}

impl<'a> Again<'a> {
    pub(crate) fn new(given: Option<Vec<Input>>, taken_edges: &'a Cell<usize>) -> Self {
        Again {
            uninitialised: given.is_some(),
            given: given.unwrap_or_default().into_iter(),
            taken_edges,
            notes: Vec::new(),
            asked: Vec::new(),
        }
    }
}

impl Inputs for Again<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let input = self.given.next()?;
        let by = asker(request);
        self.asked.extend(by.map(|by| (by, input.clone())));
        let told = match request.kind {
            RequestKind::Call(_) | RequestKind::Havoc => true,
            RequestKind::Undefined(_) => matches!(input, Input::Address(..)),
            RequestKind::Uninitialised(var) => {
                let kind = request.program.vars[var].kind;
                matches!(kind, VarKind::Param(func, _) if request.program.entry == Some(func))
            }
            _ => false,
        };
        if told {
            self.notes.push(Note {
                at: self.taken_edges.get().saturating_sub(1),
                what: noted(request, &input),
            });
        }
        Some(input)
    }

    fn wants_uninitialised(&self) -> bool {
        self.uninitialised
    }

    fn wants_allocated(&self) -> bool {
        self.uninitialised
    }
}

/// What is worth telling of a value that the program is given.
fn noted(request: &Request<'_>, input: &Input) -> Noted {
    let strings = arguments(request.program).and_then(|main| main.strings);
    match (request.kind, input) {
        (RequestKind::Uninitialised(var), Input::Object(address, _, table))
            if Some(var) == strings =>
        {
            let word = request.program.types.pointer_size();
            Noted::Started(var, seeds::words_of(table, *address, word))
        }
        _ => Noted::Input(request.kind, request.ty, input.clone()),
    }
}

/// Looks at runs and may stop them.
pub(crate) trait Judge: Observer {
    /// A run begins.
    fn begin(&mut self);
    /// Whether a run showed what it is looking for.
    fn has_found(&self) -> bool;
}

/// What a run meets.
pub(crate) enum Met {
    /// A violation, with these values, after so many steps.
    Violation(Vec<Input>, u64),
    /// What the judge is looking for.
    Contradiction,
}

/// Notes what the property could follow.
struct Comparisons<'p> {
    /// What the watched object is compared with, by edge.
    compared: &'p FxHashMap<(FuncId, EdgeId), ExprId>,
    met: Vec<Input>,
}

impl Observer for Comparisons<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        if let Some(&expr) = self.compared.get(&(func, edge))
            && self.met.len() < MAX_FOLLOWED_OBJECTS
            && let Ok(value) = view.value(expr)
            && value.bits != 0
        {
            let object = match view.variable_at(value.addr()) {
                Some((var, offset)) => Input::Address(var, offset),
                None => Input::Bits(value.bits),
            };
            if !self.met.contains(&object) {
                self.met.push(object);
            }
        }
        Control::Continue
    }
}

/// The observers of a run: one that notes what could be followed, and the judge.
struct Audience<'a> {
    comparisons: Option<&'a mut dyn Observer>,
    judge: Option<&'a mut dyn Observer>,
}

impl Observer for Audience<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        if let Some(comparisons) = &mut self.comparisons {
            comparisons.edge(func, edge, view);
        }
        match &mut self.judge {
            Some(judge) => judge.edge(func, edge, view),
            None => Control::Continue,
        }
    }
}

/// The first run that meets a violation, or shows the judge what it is looking for, if there is one.
pub(crate) fn try_runs<'p>(
    program: &'p Program,
    watched: Option<VarId>,
    budget: Budget,
    judge: Option<&'p mut dyn Judge>,
) -> Option<Met> {
    let mut trials = Trials {
        ready: Ready::new(program, &RunConfig::default()).ok()?,
        watched,
        constants: plan::constants(program),
        arguments: arguments(program),
        compared: watched.map_or_else(FxHashMap::default, |var| comparisons(program, var)),
        size: program
            .defined()
            .map(|(_, _, cfg)| cfg.num_edges())
            .sum::<usize>() as u64,
        budget,
        left: budget.all,
        seen: FxHashSet::default(),
        kept: Vec::new(),
        judge,
    };
    (0..budget.runs).find_map(|run| trials.follow(run))
}

struct Trials<'p> {
    ready: Ready<'p>,
    watched: Option<VarId>,
    constants: Vec<u128>,
    arguments: Option<Arguments>,
    compared: FxHashMap<(FuncId, EdgeId), ExprId>,
    /// How many edges the program has: what it takes to begin a run.
    size: u64,
    budget: Budget,
    left: u64,
    /// Which places have asked for values, and roughly how often in a run.
    seen: FxHashSet<(InputSource, u32)>,
    /// The plans under which a place asked for the first time, or much more often than before.
    kept: Vec<InputPlan>,
    judge: Option<&'p mut dyn Judge>,
}

impl Trials<'_> {
    fn plan(&self, run: u64) -> InputPlan {
        let odd = (run / 4).is_multiple_of(2);
        match run {
            0 | 1 => InputPlan::new(Style::All(run.into()), run),
            _ if run.is_multiple_of(4) => InputPlan::new(Style::Any { objects: odd }, run),
            _ if run % 4 == 1 || self.kept.is_empty() => InputPlan::new(Style::Mixed, run),
            _ => {
                let n = (run / 2) as usize % self.kept.len();
                self.kept[n].varied(run, &self.constants)
            }
        }
    }

    /// A run that follows nothing, and runs that follow what it meets.
    fn follow(&mut self, run: u64) -> Option<Met> {
        let mut followed = vec![Input::Bits(0)];
        let mut next = 0;
        while let Some(object) = followed.get(next).cloned()
            && self.left > 0
        {
            let followed_now = self.watched.map(|var| (var, object));
            let constants = self.constants.clone();
            let mut inputs =
                PlannedInputs::new(self.plan(run), &constants, followed_now, self.arguments);
            let config = RunConfig {
                limits: Limits {
                    steps: self.budget.steps.min(self.left),
                    depth: MAX_CALL_DEPTH,
                    ..Limits::default()
                },
                ..RunConfig::default()
            };
            let mut comparisons = Comparisons {
                compared: &self.compared,
                met: Vec::new(),
            };
            let notes = next == 0 && !self.compared.is_empty();
            let mut judge = self.judge.take();
            if let Some(judge) = &mut judge {
                judge.begin();
            }
            let mut audience = Audience {
                comparisons: notes.then_some(&mut comparisons as &mut dyn Observer),
                judge: judge
                    .as_mut()
                    .map(|judge| &mut **judge as &mut dyn Observer),
            };
            let is_watched = notes || audience.judge.is_some();
            let observer = is_watched.then_some(&mut audience as &mut dyn Observer);
            let outcome = self.ready.run(&config, &mut inputs, observer);
            self.judge = judge;
            let answers = STEPS_PER_INPUT * inputs.given.len() as u64;
            let effort = outcome.steps.min(self.budget.steps) + answers + self.size / 8;
            self.left = self.left.saturating_sub(effort);
            followed.extend(comparisons.met);
            if let Exit::Error(_) | Exit::AssertFailed(..) = outcome.exit {
                return Some(Met::Violation(inputs.given, outcome.steps));
            }
            if self.judge.as_ref().is_some_and(|judge| judge.has_found()) {
                return Some(Met::Contradiction);
            }
            self.learn(&inputs);
            next += 1;
        }
        None
    }

    fn learn(&mut self, inputs: &PlannedInputs<'_>) {
        let mut new = false;
        for asked in inputs.asked() {
            new |= self.seen.insert(asked);
        }
        if new && self.kept.len() < MAX_KEPT_PLANS {
            self.kept.push(inputs.plan.clone());
        }
    }
}

/// What a variable is compared with, by the edges that do so.
fn comparisons(program: &Program, var: VarId) -> FxHashMap<(FuncId, EdgeId), ExprId> {
    let is_it = |e: ExprId| match program.terms.expr(e).kind {
        ExprKind::Load(place) => program.terms.place(place).kind == PlaceKind::Var(var),
        _ => false,
    };
    let mut found = FxHashMap::default();
    for (func, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            if let Stmt::Assume { cond } = cfg.edge(edge).stmt
                && let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) =
                    program.terms.expr(cond).kind
            {
                match (is_it(a), is_it(b)) {
                    (true, false) => found.insert((func, edge), b),
                    (false, true) => found.insert((func, edge), a),
                    _ => None,
                };
            }
        }
    }
    found
}
