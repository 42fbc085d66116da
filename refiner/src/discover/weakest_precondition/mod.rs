//! The predicates that rule a path out.
//!
//! The conditions of the core, carried backward: before an assignment the assigned value stands for the place, before
//! a call the arguments stand for the parameters. What a callee cannot say in its own words stays with its caller: a
//! condition on the caller's variables that the callee does not touch is suspended until the call is left backward,
//! and where the callee's effect and a variable of the caller meet in one condition, the variable is said by the
//! parameter that holds it, or by its value in an execution that goes far enough.
//!
//! Two places may be the same or not: an execution up to the core's last condition decides, and the decision becomes
//! a predicate of its own.

mod aliases;
mod bounds;
mod calls;
mod stores;

use abstractor::BlockId;
use abstractor::precision::{scope, variables};
use analysis::regions::RegionId;
use ir::{BinaryOp, EdgeId, ExprId, ExprKind, FuncId, PlaceId, Program, Stmt, Term};
use rustc_hash::FxHashSet;
use semantics::{Answer, EncodingContext, State};
use z3::ast::{Ast, Bool};

use super::Learning;
use crate::feasibility::Infeasible;
use crate::path::{Path, Turn};
use crate::substitute::{Becomes, Rewrite};
use aliases::Aliases;

/// Backward along a path.
struct Backward<'e, 'a> {
    with: &'e mut Learning<'a>,
    infeasible: &'e Infeasible,
    /// The conditions of the path that matter: step and edge.
    core: &'e [(usize, usize)],
    /// The conditions at this moment, in the words of the function that is active.
    current: Vec<ExprId>,
    /// Those of its callers, the innermost last, for calls that have returned.
    suspended: Vec<Vec<ExprId>>,
    /// What was assumed on the way, and where.
    assumed: Vec<(usize, usize, ExprId)>,
    found: Vec<ExprId>,
    seen: FxHashSet<ExprId>,
}

/// Something that cannot be at a position of the path, with the conditions that exclude it.
struct Obligation {
    step: usize,
    /// How many edges of the step's block come before the position.
    edges: usize,
    conditions: Vec<ExprId>,
    core: Vec<(usize, usize)>,
}

/// How many cases may be looked at.
const MAX_ALIAS_CASES: usize = 40;

impl Learning<'_> {
    /// The conditions that hold along the path from behind, up to where they contradict each other.
    pub(super) fn explain(&mut self, path: &Path, infeasible: &Infeasible) -> Vec<ExprId> {
        let Some(last) = infeasible.core().last() else {
            return Vec::new();
        };
        let matching = matching(path);
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut waiting = vec![Obligation {
            step: last.step,
            edges: last.edge + 1,
            conditions: Vec::new(),
            core: infeasible.core().iter().map(|c| (c.step, c.edge)).collect(),
        }];
        let mut cases = FxHashSet::default();
        let mut next = 0;
        while next < waiting.len() && next < MAX_ALIAS_CASES {
            let obligation = &waiting[next];
            next += 1;
            let mut backward = Backward {
                with: self,
                infeasible,
                core: &obligation.core,
                current: obligation.conditions.clone(),
                suspended: Vec::new(),
                assumed: Vec::new(),
                found: Vec::new(),
                seen: FxHashSet::default(),
            };
            backward.run(path, &matching, obligation.step, obligation.edges);
            let Backward {
                assumed,
                found: more,
                ..
            } = backward;
            for condition in more {
                if seen.insert(condition) {
                    found.push(condition);
                }
            }
            // The other case of what was assumed must be excluded too.
            for (step, edges, condition) in assumed {
                if !cases.insert((step, edges, condition)) {
                    continue;
                }
                let negation = self.program.falsity(condition);
                let claim = infeasible.state(step, edges).map(|state| {
                    let context = EncodingContext::new(self.program, self.facts);
                    state.clone().holds(&context, negation)
                });
                let core = claim.and_then(|c| infeasible.against(self.prover, (step, edges), &c));
                if let Some(core) = core {
                    waiting.push(Obligation {
                        step,
                        edges,
                        conditions: vec![negation],
                        core,
                    });
                }
            }
        }
        found
    }
}

impl Backward<'_, '_> {
    fn run(&mut self, path: &Path, matching: &[Option<usize>], from: usize, edges: usize) {
        for n in (0..=from).rev() {
            let step = &path.steps[n];
            let first = n == from;
            let changed = match step.turn {
                Turn::Block => self.block(n, step.block, first.then_some(edges)),
                Turn::Return | Turn::Call if first => true,
                Turn::Return => {
                    if let Some(call) = matching[n] {
                        self.enter_callee(call, path.steps[call].block);
                    }
                    true
                }
                Turn::Call => {
                    self.leave_callee(step.block);
                    true
                }
                Turn::Violation => false,
            };
            self.collect();
            if changed && self.contradictory() {
                return;
            }
        }
    }
}

/// For each return of a path, its call.
fn matching(path: &Path) -> Vec<Option<usize>> {
    let mut open = Vec::new();
    let mut found = vec![None; path.steps.len()];
    for (n, step) in path.steps.iter().enumerate() {
        match step.turn {
            Turn::Call => open.push(n),
            Turn::Return => found[n] = open.pop(),
            Turn::Block | Turn::Violation => {}
        }
    }
    found
}

impl Backward<'_, '_> {
    /// Goes back through straight-line code; says whether anything changed.
    fn block(&mut self, step: usize, id: BlockId, last: Option<usize>) -> bool {
        let block = self.with.abstractor.blocks.blocks[id].clone();
        let before = self.current.clone();
        let end = last.unwrap_or(block.edges.len());
        for n in (0..end).rev() {
            let stmt = self.stmt(block.func, block.edges[n]);
            self.statement(step, n, block.func, block.edges[n], &stmt);
        }
        self.current != before
    }

    fn stmt(&self, func: FuncId, edge: EdgeId) -> Stmt {
        let cfg = self.with.program.funcs[func].body.as_ref();
        cfg.map_or(Stmt::Skip, |cfg| cfg.edge(edge).stmt.clone())
    }

    fn statement(&mut self, step: usize, n: usize, func: FuncId, edge: EdgeId, stmt: &Stmt) {
        match stmt {
            Stmt::Assume { cond } if self.core.contains(&(step, n)) => self.add(*cond),
            Stmt::Assign { place, value } => {
                let types = &self.with.program.types;
                if types.is_scalar(self.with.program.place_type(*place)) {
                    self.assign(step, n, *place, Some(*value));
                } else {
                    self.forget_place(*place);
                }
            }
            Stmt::Havoc { place }
            | Stmt::VaArg { result: place, .. }
            | Stmt::Alloca { result: place, .. } => {
                let types = &self.with.program.types;
                if types.is_scalar(self.with.program.place_type(*place)) {
                    self.assign(step, n, *place, None);
                } else {
                    self.forget_place(*place);
                }
            }
            Stmt::Begin { var } => {
                let place = self.with.program.var_place(*var);
                let types = &self.with.program.types;
                if types.is_scalar(self.with.program.place_type(place)) {
                    self.assign(step, n, place, None);
                } else {
                    self.forget_place(place);
                }
            }
            Stmt::HavocMemory => {
                let context = EncodingContext::new(self.with.program, self.with.facts);
                let regions: Vec<RegionId> = context.regions.regions.ids().collect();
                self.forget_regions(&regions);
            }
            Stmt::Call { result, .. } => {
                if let Some(place) = *result {
                    self.assign(step, n, place, None);
                }
                self.forget_written(func, edge);
            }
            _ => {}
        }
    }

    /// Goes back through the assignment of a value, or of anything.
    fn assign(&mut self, step: usize, n: usize, place: PlaceId, value: Option<ExprId>) {
        let mut aliases = Aliases {
            facts: self.with.facts,
            infeasible: self.infeasible,
            at: (step, n),
            decided: Vec::new(),
        };
        let mut rewritten = Vec::new();
        let current = std::mem::take(&mut self.current);
        // A value that is lost may be known by an equation, or lie between others.
        let value = value.or_else(|| equal_to(self.with.program, &current, place));
        let lost = self
            .with
            .program
            .terms
            .place_var(place)
            .filter(|_| value.is_none());
        if let Some(lost) = lost {
            rewritten = bounds::without(self.with.program, &current, lost);
        }
        let mut rewrite = Rewrite::new(self.with.program, |program, loaded| {
            if !aliases.is_same(program, loaded, place) {
                return Becomes::Same;
            }
            match value {
                Some(value) => Becomes::Value(converted(program, value, loaded)),
                None => Becomes::Unknown,
            }
        });
        for condition in current {
            rewritten.extend(rewrite.expr(condition));
        }
        let decided = aliases.decided;
        for &condition in &decided {
            self.assumed.push((step, n, condition));
        }
        for condition in rewritten.into_iter().chain(decided) {
            self.add(condition);
        }
    }

    fn forget_place(&mut self, place: PlaceId) {
        let context = EncodingContext::new(self.with.program, self.with.facts);
        let regions = context.regions_of(place);
        self.forget_regions(&regions);
    }

    /// What the call of a function without a body writes is not known afterwards.
    fn forget_written(&mut self, func: FuncId, edge: EdgeId) {
        let program = &*self.with.program;
        let context = EncodingContext::new(program, self.with.facts);
        let written = context.writes.outside(func, edge);
        let is_lost = |&place: &PlaceId| written.may_be(&context, place);
        self.current
            .retain(|&c| !loads(program, c).iter().any(is_lost));
    }

    fn forget_regions(&mut self, regions: &[RegionId]) {
        if regions.is_empty() {
            return;
        }
        let context = EncodingContext::new(self.with.program, self.with.facts);
        self.current
            .retain(|&c| !reads(&context, c).iter().any(|r| regions.contains(r)));
    }

    fn add(&mut self, condition: ExprId) {
        let condition = self.in_own_words(condition);
        if self
            .with
            .program
            .terms
            .int_value(condition)
            .is_none_or(|v| v == 0)
            && !self.current.contains(&condition)
        {
            self.current.push(condition);
        }
    }

    fn collect(&mut self) {
        for condition in self.current.clone() {
            self.keep(condition);
        }
    }

    fn keep(&mut self, condition: ExprId) {
        if self.seen.insert(condition) {
            self.found.push(condition);
        }
    }

    /// Whether the conditions contradict each other wherever they stand.
    fn contradictory(&mut self) -> bool {
        let context = EncodingContext::new(self.with.program, self.with.facts);
        let mut state = State::new("s");
        let terms: Vec<Bool> = self
            .current
            .iter()
            .filter(|&&c| scope(context.program, &variables(context.program, c)).is_some())
            .map(|&c| state.holds(&context, c).simplify())
            .collect();
        if terms.iter().any(|t| t.as_bool() == Some(false)) {
            return true;
        }
        self.with.prover.scope(|prover| {
            state.layout().iter().for_each(|f| prover.assert(f));
            terms.iter().for_each(|t| prover.assert(t));
            prover.check() == Answer::Unsatisfiable
        })
    }
}

/// A value as a place of perhaps another type of the same size would show it.
fn converted(program: &mut Program, value: ExprId, place: PlaceId) -> ExprId {
    let ty = program.place_type(place);
    if program.type_of(value) == ty {
        value
    } else {
        program.cast(value, ty)
    }
}

/// What one of the conditions says that a place holds, in other words.
fn equal_to(program: &Program, conditions: &[ExprId], place: PlaceId) -> Option<ExprId> {
    let var = program.terms.place_var(place)?;
    let is_it = |e: ExprId| program.terms.expr(e).kind == ExprKind::Load(place);
    conditions.iter().find_map(|&condition| {
        let ExprKind::Binary(BinaryOp::Eq, a, b) = program.terms.expr(condition).kind else {
            return None;
        };
        let other = match (is_it(a), is_it(b)) {
            (true, false) => b,
            (false, true) => a,
            _ => return None,
        };
        (!variables(program, other).contains(&var)).then_some(other)
    })
}

/// The regions that an expression reads.
fn reads(context: &EncodingContext<'_>, expr: ExprId) -> Vec<RegionId> {
    let regions = |place| context.regions_of(place);
    let places = loads(context.program, expr).into_iter();
    places.flat_map(regions).collect()
}

/// The places that an expression loads from.
pub(crate) fn loads(program: &Program, expr: ExprId) -> Vec<PlaceId> {
    let place = |term: Term| match term {
        Term::Expr(e) => match program.terms.expr(e).kind {
            ExprKind::Load(place) => Some(place),
            _ => None,
        },
        Term::Place(_) => None,
    };
    let parts = program.terms.parts(Term::Expr(expr));
    parts.into_iter().filter_map(place).collect()
}
