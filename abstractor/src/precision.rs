//! Predicates, and where they are tracked.
//!
//! A predicate is a comparison of the C program, in the words of one scope: globals only, or globals and the variables
//! of one function. Invariant: a predicate is stored once, in the form that its negation has too (`!=` is stored as
//! `==`, `>=` as `<`, `<=` as `>`), so that literals are pairs of a predicate and a sign.

use ir::{BinaryOp, ExprId, ExprKind, FuncId, Program, Term, VarId};
use rustc_hash::FxHashMap;
use semantics::Layout;
use source::entity::Arena;
use source::entity_id;

entity_id! {
    /// A predicate of a precision.
    pub struct PredId, "q";
}

/// Whose words a predicate uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    Global,
    Function(FuncId),
}

#[derive(Clone, Debug)]
pub struct Predicate {
    /// A comparison, of type `int`.
    pub expr: ExprId,
    pub scope: Scope,
    /// The variables it mentions, in order.
    pub vars: Vec<VarId>,
}

/// A predicate or its negation.
pub type Literal = (PredId, bool);

/// The predicates that are tracked.
#[derive(Clone, Debug, Default)]
pub struct Precision {
    pub preds: Arena<PredId, Predicate>,
    ids: FxHashMap<ExprId, PredId>,
}

impl Precision {
    pub fn new() -> Self {
        Self::default()
    }

    /// Tracks a condition. `None` if it is a constant, or uses the words of two functions.
    pub fn add(&mut self, program: &mut Program, condition: ExprId) -> Option<Literal> {
        let (expr, sign) = normal(program, condition)?;
        if let Some(&known) = self.ids.get(&expr) {
            return Some((known, sign));
        }
        if let Some(twin) = opposite_order(program, expr)
            && let Some(&known) = self.ids.get(&twin)
        {
            return Some((known, !sign));
        }
        let vars = variables(program, expr);
        let scope = scope(program, &vars)?;
        let id = self.preds.push(Predicate { expr, scope, vars });
        self.ids.insert(expr, id);
        Some((id, sign))
    }

    /// The literal that a condition is, if it is tracked.
    pub fn find(&self, program: &mut Program, condition: ExprId) -> Option<Literal> {
        let (expr, sign) = normal(program, condition)?;
        if let Some(&id) = self.ids.get(&expr) {
            return Some((id, sign));
        }
        let twin = opposite_order(program, expr)?;
        self.ids.get(&twin).map(|&id| (id, !sign))
    }

    pub fn len(&self) -> usize {
        self.preds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.preds.is_empty()
    }

    /// Those that code of a function can speak of.
    pub fn in_scope(&self, func: FuncId) -> impl Iterator<Item = PredId> + '_ {
        let seen = move |scope| scope == Scope::Global || scope == Scope::Function(func);
        self.preds
            .iter()
            .filter(move |(_, p)| seen(p.scope))
            .map(|(id, _)| id)
    }

    pub fn of_scope(&self, scope: Scope) -> impl Iterator<Item = PredId> + '_ {
        self.preds
            .iter()
            .filter(move |(_, p)| p.scope == scope)
            .map(|(id, _)| id)
    }
}

/// The form a condition is stored in, and whether it is that or its negation.
fn normal(program: &mut Program, condition: ExprId) -> Option<(ExprId, bool)> {
    let (op, a, b) = match program.terms.expr(condition).kind {
        ExprKind::Binary(op, a, b) if op.is_comparison() => (op, a, b),
        ExprKind::Int(_) | ExprKind::Float(_) => return None,
        _ => {
            let truth = program.truth(condition);
            match program.terms.expr(truth).kind {
                ExprKind::Binary(op, a, b) if op.is_comparison() => (op, a, b),
                _ => return None,
            }
        }
    };
    // (x < y) != 0 is x < y.
    if op.is_equality()
        && program.terms.int_value(b) == Some(0)
        && let ExprKind::Binary(inner, ..) = program.terms.expr(a).kind
        && inner.is_comparison()
    {
        let (expr, sign) = normal(program, a)?;
        return Some((expr, sign == (op == BinaryOp::Ne)));
    }
    let float = program.types.is_float(program.type_of(a));
    match op {
        BinaryOp::Ne | BinaryOp::Ge | BinaryOp::Le if !float => {
            let opposite = op.negated()?;
            let expr = program.binary(opposite, a, b);
            is_comparison(program, expr).then_some((expr, false))
        }
        _ => {
            let expr = program.binary(op, a, b);
            is_comparison(program, expr).then_some((expr, true))
        }
    }
}

/// `x > 4` for `x < 5`, and `x < 5` for `x > 4`: what holds exactly when a comparison with a constant does not.
fn opposite_order(program: &mut Program, expr: ExprId) -> Option<ExprId> {
    let ExprKind::Binary(op, a, b) = program.terms.expr(expr).kind else {
        return None;
    };
    let ty = program.type_of(b);
    if !program.types.is_integer(ty) {
        return None;
    }
    let bound = program.const_value(b)?;
    let (opposite, bound) = match op {
        BinaryOp::Lt => (BinaryOp::Gt, bound.checked_sub(1)?),
        BinaryOp::Gt => (BinaryOp::Lt, bound.checked_add(1)?),
        _ => return None,
    };
    let constant = program.int_const(bound as u128, ty);
    if program.const_value(constant) != Some(bound) {
        return None;
    }
    let opposite = program.binary(opposite, a, constant);
    is_comparison(program, opposite).then_some(opposite)
}

fn is_comparison(program: &Program, expr: ExprId) -> bool {
    matches!(program.terms.expr(expr).kind, ExprKind::Binary(op, ..) if op.is_comparison())
}

/// A predicate as it is told and kept; pointers to locals of other functions by name, globals that a local hides as
/// `::x`.
pub fn text(program: &Program, layout: &Layout, expr: ExprId) -> String {
    text_with(program, layout, expr, &|_| None)
}

/// The same with other names for some variables.
pub fn text_with(
    program: &Program,
    layout: &Layout,
    expr: ExprId,
    names: &dyn Fn(VarId) -> Option<String>,
) -> String {
    let vars = variables(program, expr);
    let owner = vars.iter().find_map(|&v| program.vars[v].kind.owner());
    let own = |f: FuncId| {
        let function = &program.funcs[f];
        function.params.iter().chain(&function.locals)
    };
    let hidden = |var: VarId| {
        let name = &program.vars[var].unique;
        let global = program.vars[var].kind.owner().is_none();
        global && owner.is_some_and(|f| own(f).any(|&v| program.vars[v].unique == *name))
    };
    let global = |var| hidden(var).then(|| format!("::{}", program.vars[var].unique));
    let pointers = |address, ty| layout.name(program, address, ty);
    program.show_expr_with(expr, &pointers, &|var| names(var).or_else(|| global(var)))
}

/// The variables that an expression mentions, in order.
pub fn variables(program: &Program, expr: ExprId) -> Vec<VarId> {
    program.terms.variables(Term::Expr(expr))
}

/// The scope of an expression over these variables; `None` if there is none.
pub fn scope(program: &Program, vars: &[VarId]) -> Option<Scope> {
    let mut owners = vars.iter().filter_map(|&v| program.vars[v].kind.owner());
    let Some(first) = owners.next() else {
        return Some(Scope::Global);
    };
    owners
        .all(|owner| owner == first)
        .then_some(Scope::Function(first))
}
