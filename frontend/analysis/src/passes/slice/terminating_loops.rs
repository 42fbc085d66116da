//! Loops that certainly end: a counter runs towards a bound that does not move.
//!
//! The shape: on every way round the loop, exactly once, a local variable whose address is never
//! taken grows (or shrinks) by a constant; and on every way round a test lets the loop go on only
//! while the variable is on one side of a constant or of a local that the loop does not assign.
//! Wrapping is taken into account: the test must exclude it. Everything else is taken not to end.

use super::dependence::{Flow, Loop};
use ir::types::IntKind;
use ir::{BinaryOp, Cfg, EdgeId, ExprId, ExprKind, PlaceKind, Program, Stmt, VarId};

pub(super) struct Context<'a> {
    pub(super) program: &'a Program,
    pub(super) cfg: &'a Cfg,
    pub(super) flow: &'a Flow,
    pub(super) loops: &'a [Loop],
    /// Nodes of cycles that are no natural loops.
    pub(super) irreducible: &'a [usize],
}

impl Context<'_> {
    /// Whether the loop ends on every way through it (inner loops have to end by themselves).
    pub(super) fn ends(&self, number: usize) -> bool {
        let this = &self.loops[number];
        if self.irreducible.iter().any(|&n| this.body[n]) {
            return false;
        }
        let Some(&latch) = this.latches.first() else {
            return false;
        };
        self.flow
            .dominators(latch)
            .take_while(|&n| this.body[n])
            .filter(|&n| self.every_round(this, n))
            .any(|n| self.ends_at(number, n))
    }

    fn every_round(&self, this: &Loop, n: usize) -> bool {
        this.latches.iter().all(|&l| self.flow.dominates(n, l))
    }

    /// Whether the test at a location bounds the loop.
    fn ends_at(&self, number: usize, n: usize) -> bool {
        let this = &self.loops[number];
        let succs = &self.flow.succs[n];
        let [a, b] = succs.as_slice() else {
            return false;
        };
        let stay = match (this.body[a.1], this.body[b.1]) {
            (true, false) => a.0,
            (false, true) => b.0,
            _ => return false,
        };
        let Stmt::Assume { cond } = self.cfg.edge(stay).stmt else {
            return false;
        };
        let ExprKind::Binary(op, x, y) = self.program.terms.expr(cond).kind else {
            return false;
        };
        self.bounded(number, op, x, y) || self.bounded(number, op.mirrored(), y, x)
    }

    /// Whether `x op y` can hold only finitely often.
    fn bounded(&self, number: usize, op: BinaryOp, x: ExprId, y: ExprId) -> bool {
        let Some((var, widened)) = self.counter(x) else {
            return false;
        };
        let Some(step) = self.step(number, var) else {
            return false;
        };
        let Some(kind) = self.program.types.int_kind(self.program.vars[var].ty) else {
            return false;
        };
        if kind == IntKind::Bool {
            return false;
        }
        let bound = self.program.const_value(y);
        if bound.is_none() && (widened || !self.fixed(number, y)) {
            return false;
        }
        let (low, high) = self.range(kind);
        // The last value that passes the test, moved once more, must not wrap.
        let fits = |last: i128| (low..=high).contains(&last.saturating_add(step));
        match op {
            BinaryOp::Lt if step > 0 => bound.map_or(step == 1, |n| fits(n - 1) && n - 1 <= high),
            BinaryOp::Le if step > 0 => bound.is_some_and(fits),
            BinaryOp::Gt if step < 0 => bound.map_or(step == -1, |n| fits(n + 1) && n + 1 >= low),
            BinaryOp::Ge if step < 0 => bound.is_some_and(fits),
            BinaryOp::Ne => step.abs() == 1 && bound.is_none_or(|n| (low..=high).contains(&n)),
            _ => false,
        }
    }

    /// The least and greatest value of a kind, as constants are read.
    fn range(&self, kind: IntKind) -> (i128, i128) {
        let width = self.program.types.width(kind).min(126);
        if kind.is_signed() {
            (-(1 << (width - 1)), (1 << (width - 1)) - 1)
        } else {
            (0, (1 << width) - 1)
        }
    }

    /// A local integer that lives in no memory, perhaps widened.
    fn counter(&self, e: ExprId) -> Option<(VarId, bool)> {
        let terms = &self.program.terms;
        match terms.expr(e).kind {
            ExprKind::Load(_) => Some((self.private(e)?, false)),
            ExprKind::Cast(inner) => {
                let var = self.private(inner)?;
                let types = &self.program.types;
                let from = types.int_kind(self.program.vars[var].ty)?;
                let to = types.int_kind(terms.type_of(e))?;
                let wider =
                    types.width(to) > types.width(from) && (to.is_signed() || !from.is_signed());
                wider.then_some((var, true))
            }
            _ => None,
        }
    }

    /// The local variable that an expression reads, if nothing else can write it.
    fn private(&self, e: ExprId) -> Option<VarId> {
        let ExprKind::Load(place) = self.program.terms.expr(e).kind else {
            return None;
        };
        let PlaceKind::Var(var) = self.program.terms.place(place).kind else {
            return None;
        };
        let variable = &self.program.vars[var];
        let own = variable.kind.owner().is_some() && !variable.address_taken;
        (own && self.program.types.is_integer(variable.ty)).then_some(var)
    }

    /// Whether an expression keeps its value in the loop: a private variable, perhaps widened.
    fn fixed(&self, number: usize, e: ExprId) -> bool {
        let inner = match self.program.terms.expr(e).kind {
            ExprKind::Cast(inner) => inner,
            _ => e,
        };
        self.private(inner)
            .is_some_and(|var| self.writes(number, var).is_empty())
    }

    /// The edges of the loop that write a variable.
    fn writes(&self, number: usize, var: VarId) -> Vec<(usize, EdgeId)> {
        let this = &self.loops[number];
        let writes = |edge: EdgeId| {
            let stmt = &self.cfg.edge(edge).stmt;
            let begins = matches!(*stmt, Stmt::Begin { var: v } if v == var);
            begins
                || stmt
                    .written()
                    .is_some_and(|p| self.program.terms.place_var(p) == Some(var))
        };
        (0..self.flow.end)
            .filter(|&n| this.body[n])
            .flat_map(|n| self.flow.succs[n].iter().map(move |s| (n, s.0)))
            .filter(|&(_, edge)| writes(edge))
            .collect()
    }

    /// What each round adds to a variable, if that is a constant.
    fn step(&self, number: usize, var: VarId) -> Option<i128> {
        let this = &self.loops[number];
        let writes = self.writes(number, var);
        let &[(at, edge)] = writes.as_slice() else {
            return None;
        };
        // Once a round: not in a loop inside this one.
        let inner = self
            .loops
            .iter()
            .enumerate()
            .any(|(i, l)| i != number && l.body[at] && is_inside(l, this));
        if inner || !self.every_round(this, at) {
            return None;
        }
        let Stmt::Assign { value, .. } = self.cfg.edge(edge).stmt else {
            return None;
        };
        self.increment(value, var)
    }

    /// The constant that is added to the variable, perhaps in a wider type and cut again.
    fn increment(&self, value: ExprId, var: VarId) -> Option<i128> {
        let program = self.program;
        let sum = match program.terms.expr(value).kind {
            ExprKind::Cast(inner) => inner,
            _ => value,
        };
        let ExprKind::Binary(op, a, b) = program.terms.expr(sum).kind else {
            return None;
        };
        let is_var = |e: ExprId| match program.terms.expr(e).kind {
            ExprKind::Cast(inner) => self.private(inner) == Some(var),
            _ => self.private(e) == Some(var),
        };
        let width = |e: ExprId| {
            let kind = program.types.int_kind(program.type_of(e))?;
            Some(program.types.width(kind))
        };
        // Arithmetic in a narrower type would wrap elsewhere.
        let own = program.types.int_kind(program.vars[var].ty)?;
        if width(sum)? < program.types.width(own) {
            return None;
        }
        match op {
            BinaryOp::Add if is_var(a) => self.small(b),
            BinaryOp::Add if is_var(b) => self.small(a),
            BinaryOp::Sub if is_var(a) => self.small(b).map(|c| -c),
            _ => None,
        }
    }

    fn small(&self, e: ExprId) -> Option<i128> {
        let value = self.program.const_value(e)?;
        // Unsigned minus one is written as the greatest value.
        let kind = self.program.types.int_kind(self.program.type_of(e))?;
        let width = self.program.types.width(kind);
        let signed = if !kind.is_signed() && width < 127 && value >= 1 << (width - 1) {
            value - (1 << width)
        } else {
            value
        };
        (signed != 0 && signed.abs() < 1 << 20).then_some(signed)
    }
}

fn is_inside(inner: &Loop, outer: &Loop) -> bool {
    inner.body.iter().zip(&outer.body).all(|(&i, &o)| o || !i)
}
