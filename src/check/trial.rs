//! Trial runs: where refinement goes on and on, perhaps an execution is bad that is easy to meet.
//!
//! The interpreter runs the program with values that come from the program's own conditions and from a generator with
//! a fixed seed, for a fixed number of steps: the same program always has the same trial runs. A violation that a run
//! meets is a bug that needs no solver; it is run once more to tell its story.
//!
//! A property that follows one object is hard to violate by chance: so a run that follows none notes which objects it
//! could follow, and is repeated for each.

use std::cell::Cell;

use frontend::interp::{
    self, Control, Exit, Input, Inputs, Limits, Observer, Request, RequestKind, RunConfig, View,
};
use frontend::ir::{
    BinaryOp, EdgeId, ExprId, ExprKind, FuncId, PlaceKind, Program, Stmt, Term, VarId,
};
use rustc_hash::FxHashMap;

use super::replay::{Note, Noted};

/// How many runs, how long each, and how long all together.
const RUNS: u64 = 60;
const STEPS: u64 = 1_000_000;
const ALL_STEPS: u64 = 20_000_000;
/// How many objects are followed per run.
const MOST_FOLLOWED: usize = 6;
/// Of a program with more numbers, these are enough.
const MOST_CONSTANTS: usize = 200;

/// Values of a kind that changes from run to run.
struct Chance {
    random: fastrand::Rng,
    constants: Vec<u128>,
    /// 0: always zero; 1: always one; else anything.
    run: u64,
    /// The variable that says which object the property follows, and what it holds.
    watched: Option<VarId>,
    followed: u128,
    given: Vec<Input>,
}

impl Chance {
    fn number(&mut self) -> u128 {
        match self.run {
            0 => return 0,
            1 => return 1,
            _ => {}
        }
        match self.random.u8(..8) {
            0 | 1 => self.random.u128(0..3),
            2 => u128::MAX,
            3 => self.random.u128(0..20),
            4 => self.random.u128(..),
            _ => {
                let n = self.random.usize(0..self.constants.len());
                let near = self.random.u128(0..3).wrapping_sub(1);
                self.constants[n].wrapping_add(near)
            }
        }
    }
}

impl Inputs for Chance {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let types = &request.program.types;
        let kind = request.kind;
        let input = if matches!(kind, RequestKind::Undefined(var) if Some(var) == self.watched) {
            Input::Bits(self.followed)
        } else if types.is_pointer(request.ty) {
            let fresh = matches!(request.kind, RequestKind::Call(_)) && self.run.is_multiple_of(2);
            if fresh {
                Input::Fresh(4096)
            } else {
                Input::Bits(0)
            }
        } else if types.is_scalar(request.ty) {
            let width = types.bits_kind(request.ty).map_or(64, |k| types.width(k));
            let number = self.number();
            Input::Bits(frontend::ir::arith::truncate(number, width))
        } else {
            Input::Unknown
        };
        self.given.push(input.clone());
        Some(input)
    }

    fn wants_uninitialised(&self) -> bool {
        true
    }
}

/// The same values again.
pub(super) struct Again<'a> {
    given: std::vec::IntoIter<Input>,
    /// Whether they include what uninitialised variables hold.
    uninitialised: bool,
    pub(super) taken_edges: &'a Cell<usize>,
    pub(super) notes: Vec<Note>,
}

impl<'a> Again<'a> {
    pub(super) fn new(given: Option<Vec<Input>>, taken_edges: &'a Cell<usize>) -> Self {
        Again {
            uninitialised: given.is_some(),
            given: given.unwrap_or_default().into_iter(),
            taken_edges,
            notes: Vec::new(),
        }
    }
}

impl Inputs for Again<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        let input = self.given.next()?;
        if matches!(request.kind, RequestKind::Call(_) | RequestKind::Havoc) {
            self.notes.push(Note {
                at: self.taken_edges.get().saturating_sub(1),
                what: Noted::Given(request.kind, request.ty, input.clone()),
            });
        }
        Some(input)
    }

    fn wants_uninitialised(&self) -> bool {
        self.uninitialised
    }
}

/// Notes what the property could follow.
struct Comparisons<'p> {
    /// What the watched object is compared with, by edge.
    compared: &'p FxHashMap<(FuncId, EdgeId), ExprId>,
    met: Vec<u128>,
}

impl Observer for Comparisons<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        if let Some(&expr) = self.compared.get(&(func, edge))
            && self.met.len() < MOST_FOLLOWED
            && let Ok(value) = view.value(expr)
            && value.bits != 0
            && !self.met.contains(&value.bits)
        {
            self.met.push(value.bits);
        }
        Control::Continue
    }
}

/// The values of a run that meets a violation, if there is one.
pub(super) fn try_runs(program: &Program, watched: Option<VarId>) -> Option<Vec<Input>> {
    let constants = constants(program);
    let compared = watched.map_or_else(FxHashMap::default, |var| comparisons(program, var));
    let mut left = ALL_STEPS;
    for run in 0..RUNS {
        let mut followed = vec![0];
        let mut next = 0;
        while let Some(&object) = followed.get(next)
            && left > 0
        {
            let mut chance = Chance {
                random: fastrand::Rng::with_seed(run),
                constants: constants.clone(),
                run,
                watched,
                followed: object,
                given: Vec::new(),
            };
            let config = RunConfig {
                limits: Limits {
                    steps: STEPS.min(left),
                    ..Limits::default()
                },
                ..RunConfig::default()
            };
            let mut comparisons = Comparisons {
                compared: &compared,
                met: Vec::new(),
            };
            let observer: Option<&mut dyn Observer> = match (next, compared.is_empty()) {
                (0, false) => Some(&mut comparisons),
                _ => None,
            };
            let outcome = interp::run_observed(program, &config, &mut chance, observer);
            left = left.saturating_sub(outcome.steps);
            if let Exit::Error(_) | Exit::AssertFailed(..) = outcome.exit {
                return Some(chance.given);
            }
            followed.extend(comparisons.met);
            next += 1;
        }
    }
    None
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

/// The numbers in the conditions of the program.
fn constants(program: &Program) -> Vec<u128> {
    let mut found = vec![0, 1];
    for (_, _, cfg) in program.defined() {
        for edge in cfg.edges() {
            let Stmt::Assume { cond } = cfg.edge(edge).stmt else {
                continue;
            };
            for term in program.terms.parts(Term::Expr(cond)) {
                if let Term::Expr(e) = term
                    && let ExprKind::Int(value) = program.terms.expr(e).kind
                    && found.len() < MOST_CONSTANTS
                    && !found.contains(&value)
                {
                    found.push(value);
                }
            }
        }
    }
    found
}
