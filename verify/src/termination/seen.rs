//! Steps that runs make: the values at one visit of a loop's head, and at the next; those of an activation, and of a
//! recursive call in it.

use std::cell::RefCell;

use analysis::passes::termination::{Counting, Woven};
use interp::{Control, Input, Observer, Request, View};
use ir::{EdgeId, ExprId, FuncId, LocId, Program, VarId, arith};
use rustc_hash::FxHashMap;

use super::candidate::{Step, Steps, Visit};
use crate::execute::listener::Listener;
use crate::inputs::trial::Judge;

/// What is looked at: for each loop its values, for each recursion those of its functions.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub(super) loops: Vec<Vec<ExprId>>,
    pub(super) recursions: Vec<Vec<(FuncId, Vec<ExprId>)>>,
    /// Whether a turn that begins counts, and whether something was marked on one that ends, where not all count.
    pub(super) counts: Option<ExprId>,
    pub(super) marked: Option<ExprId>,
}

impl Values {
    /// None yet, of turns that count.
    pub(super) fn counted(program: &mut Program, counting: Option<&Counting>) -> Self {
        Values {
            counts: counting.map(|counting| counting.counts(program)),
            marked: counting
                .and_then(|counting| counting.mark)
                .map(|mark| program.var(mark)),
            ..Values::default()
        }
    }
}

/// Steps of one loop or recursion that one run may add.
const MAX_STEPS_PER_RUN: usize = 40;
/// And all runs.
const MAX_STEPS: usize = 2_000;

#[derive(Clone, Debug)]
enum Place {
    Entered(usize),
    Again(usize),
    Activated(usize, usize),
    /// A call: the recursion, the position of the callee, and its arguments where they count.
    Calls(usize, usize, Vec<ExprId>),
}

/// Looks at runs of a program with checks.
pub(super) struct Seen<'p> {
    program: &'p Program,
    values: &'p Values,
    places: FxHashMap<(FuncId, LocId), Vec<Place>>,
    /// What was there at the last visit, by loop or recursion and by depth.
    last: FxHashMap<(bool, usize, usize), Visit>,
    in_this_run: Vec<usize>,
    /// By loop, then by recursion.
    pub(super) steps: Vec<Steps>,
    /// Visits of loops that were entered, some of them.
    pub(super) entered: Vec<Visit>,
    /// How often loops have come back since they were entered, by depth, and the most of it.
    turns: FxHashMap<(usize, usize), usize>,
    pub(super) most_turns: usize,
}

impl<'p> Seen<'p> {
    pub(super) fn new(woven: &'p Woven, values: &'p Values) -> Self {
        let mut places: FxHashMap<(FuncId, LocId), Vec<Place>> = FxHashMap::default();
        for (n, point) in woven.points.iter().enumerate() {
            places
                .entry((point.func, point.entered))
                .or_default()
                .push(Place::Entered(n));
            places
                .entry((point.func, point.again))
                .or_default()
                .push(Place::Again(n));
        }
        for (n, functions) in values.recursions.iter().enumerate() {
            for (kind, (func, _)) in functions.iter().enumerate() {
                if let Some(cfg) = &woven.program.funcs[*func].body {
                    let at = places.entry((*func, cfg.entry)).or_default();
                    at.push(Place::Activated(n, kind));
                }
            }
        }
        for point in &woven.call_points {
            let functions = &values.recursions[point.recursion];
            let Some(kind) = functions.iter().position(|f| f.0 == point.callee) else {
                continue;
            };
            let args = passed(
                &woven.program,
                point.callee,
                &functions[kind].1,
                &point.args,
            );
            let at = places.entry((point.func, point.loc)).or_default();
            at.push(Place::Calls(point.recursion, kind, args));
        }
        let count = values.loops.len() + values.recursions.len();
        Seen {
            program: &woven.program,
            values,
            places,
            last: FxHashMap::default(),
            in_this_run: vec![0; count],
            steps: vec![Steps::default(); count],
            entered: Vec::new(),
            turns: FxHashMap::default(),
            most_turns: 0,
        }
    }

    fn look(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) {
        let Some(cfg) = &self.program.funcs[func].body else {
            return;
        };
        let Some(places) = self.places.get(&(func, cfg.source(edge))) else {
            return;
        };
        let depth = view.depth();
        for place in places.clone() {
            match place {
                Place::Entered(n) => {
                    let now = self.visit(0, &self.values.loops[n], view);
                    if self.entered.len() < MAX_STEPS {
                        self.entered.extend(now.clone());
                    }
                    self.turns.insert((n, depth), 0);
                    let counts = self.holds(self.values.counts, view);
                    self.keep((false, n, depth), now.filter(|_| counts));
                }
                Place::Again(n) => {
                    let counts = self.holds(self.values.counts, view);
                    let turns = self.turns.entry((n, depth)).or_default();
                    *turns += usize::from(counts);
                    self.most_turns = self.most_turns.max(*turns);
                    let now = self.visit(0, &self.values.loops[n], view);
                    if self.holds(self.values.marked, view) {
                        self.step(n, (false, n, depth), now.as_ref());
                    }
                    self.keep((false, n, depth), now.filter(|_| counts));
                }
                Place::Activated(n, kind) => {
                    let now = self.visit(kind, &self.values.recursions[n][kind].1, view);
                    let counts = self.holds(self.values.counts, view);
                    self.keep((true, n, depth), now.filter(|_| counts));
                }
                Place::Calls(n, kind, args) => {
                    let now = self.visit(kind, &args, view);
                    self.step(self.values.loops.len() + n, (true, n, depth), now.as_ref());
                }
            }
        }
    }

    fn keep(&mut self, key: (bool, usize, usize), now: Option<Visit>) {
        match now {
            Some(now) => self.last.insert(key, now),
            None => self.last.remove(&key),
        };
    }

    fn step(&mut self, n: usize, key: (bool, usize, usize), now: Option<&Visit>) {
        if let Some(now) = now
            && let Some(old) = self.last.get(&key)
            && self.in_this_run[n] < MAX_STEPS_PER_RUN
            && self.steps[n].steps.len() < MAX_STEPS
        {
            let step: Step = (old.clone(), now.clone());
            self.in_this_run[n] += usize::from(self.steps[n].add(step));
        }
    }

    /// Whether a condition holds, if there is one.
    fn holds(&self, condition: Option<ExprId>, view: &mut View<'_, '_>) -> bool {
        condition.is_none_or(|condition| view.value(condition).is_ok_and(|value| value.bits != 0))
    }

    fn visit(&self, kind: usize, values: &[ExprId], view: &mut View<'_, '_>) -> Option<Visit> {
        let number = |&value: &ExprId| {
            let types = &self.program.types;
            let kind = types.bits_kind(self.program.type_of(value))?;
            let bits = view.value(value).ok()?.bits;
            Some(arith::extend(bits, kind, types.model()) as i128)
        };
        let values: Option<Vec<i128>> = values.iter().map(number).collect();
        values.map(|values| (kind, values))
    }
}

/// The arguments for the parameters that these values are.
fn passed(program: &Program, callee: FuncId, values: &[ExprId], args: &[ExprId]) -> Vec<ExprId> {
    let params = &program.funcs[callee].params;
    let of = |&value: &ExprId| {
        let vars = program.terms.variables(ir::Term::Expr(value));
        let at = params.iter().position(|p| vars.first() == Some(p));
        at.and_then(|at| args.get(at)).copied().unwrap_or(value)
    };
    values.iter().map(of).collect()
}

impl Observer for Seen<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        self.look(func, edge, view);
        Control::Continue
    }
}

impl Judge for Seen<'_> {
    fn begin(&mut self) {
        self.last.clear();
        self.in_this_run.fill(0);
    }

    fn has_found(&self) -> bool {
        false
    }
}

/// Looks at a run that is a counterexample.
pub(super) struct Overheard<'s, 'p>(pub(super) RefCell<&'s mut Seen<'p>>);

impl Listener for Overheard<'_, '_> {
    fn begin(&self, _: &[(u64, Vec<u8>)], _: Option<&[(VarId, u64)]>) {
        self.0.borrow_mut().begin();
    }

    fn given(&self, _: &Request<'_>, _: &Input) {}

    fn edge(&self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) {
        self.0.borrow_mut().look(func, edge, view);
    }

    fn need_not_see(&self) -> u64 {
        0
    }
}
