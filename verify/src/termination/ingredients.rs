//! What measures of a loop, or of a recursion, can be made of: values that can be asked for where it comes back, and the
//! differences that the program compares.
//!
//! Asking must not go wrong where the program does not: besides variables only what the head of the loop evaluates in any
//! case is asked for.

use analysis::termination::{Loop, deciding};
use ir::types::IntKind;
use ir::{BinaryOp, Cfg, ExprId, ExprKind, FuncId, PlaceKind, Program, Stmt, Term, UnaryOp};

use super::candidate::Ingredients;

/// Values beyond these are not looked at.
const MAX_VALUES: usize = 10;

/// The values at the head of a loop.
pub(super) fn values_of_loop(program: &mut Program, it: &Loop) -> Vec<ExprId> {
    let Some(cfg) = program.funcs[it.func].body.clone() else {
        return Vec::new();
    };
    let mut values: Vec<ExprId> = Vec::new();
    for var in deciding(program, it).variables {
        let value = program.var(var);
        values.push(value);
    }
    for edge in cfg.outgoing(it.head) {
        for root in cfg.edge(edge).stmt.exprs() {
            let parts = program.terms.parts(Term::Expr(root));
            values.extend(
                parts
                    .into_iter()
                    .filter_map(|part| read_of_memory(program, part)),
            );
        }
    }
    values.retain(|&value| is_number(program, value));
    values.sort_unstable();
    values.dedup();
    values.truncate(MAX_VALUES);
    values.extend(distances_round(program, it, &cfg, &values));
    values
}

/// How far numbers without a sign are from where they are compared to be equal, going up and round: such a distance
/// falls where the number rises, also over the largest one.
fn distances_round(program: &mut Program, it: &Loop, cfg: &Cfg, values: &[ExprId]) -> Vec<ExprId> {
    let mut found = Vec::new();
    for edge in cfg.edges().filter(|&e| it.body.contains(&cfg.source(e))) {
        let Stmt::Assume { cond } = cfg.edge(edge).stmt else {
            continue;
        };
        let ExprKind::Binary(op, a, b) = program.terms.expr(cond).kind else {
            continue;
        };
        // `x > 0` is written where `x != 0` is meant.
        let ends_at_zero = program.const_value(b) == Some(0);
        if !op.is_equality() && !ends_at_zero {
            continue;
        }
        let (a, b) = (without_widening(program, a), without_widening(program, b));
        for (from, to) in [(a, b), (b, a)] {
            let ty = program.type_of(from);
            let kind = program.types.int_kind(ty);
            if values.contains(&from) && kind.is_some_and(|kind| !kind.is_signed()) {
                let to = program.cast(to, ty);
                found.push(program.binary(BinaryOp::Sub, to, from));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|value| !values.contains(value) && program.terms.int_value(*value).is_none());
    found
}

/// A number before it was converted to a wider type.
fn without_widening(program: &Program, mut e: ExprId) -> ExprId {
    let width = |e: ExprId| {
        let kind = program.types.int_kind(program.type_of(e));
        kind.map_or(0, |kind| program.types.width(kind))
    };
    while let ExprKind::Cast(of) = program.terms.expr(e).kind
        && width(of) > 0
        && width(of) <= width(e)
    {
        e = of;
    }
    e
}

/// An integer that is read through a pointer or from a part of a variable.
fn read_of_memory(program: &Program, part: Term) -> Option<ExprId> {
    let Term::Expr(e) = part else { return None };
    let ExprKind::Load(place) = program.terms.expr(e).kind else {
        return None;
    };
    let is_variable = matches!(program.terms.place(place).kind, PlaceKind::Var(_));
    (!is_variable).then_some(e)
}

/// Whether it can be a part of a measure.
fn is_number(program: &Program, value: ExprId) -> bool {
    let kind = program.types.bits_kind(program.type_of(value));
    kind.is_some_and(|kind| {
        kind != IntKind::Bool
            && program.types.width(kind) <= 64
            && !matches!(kind, IntKind::BitField { .. })
    })
}

/// The parameters of a function that can be parts of measures.
pub(super) fn values_of_function(program: &mut Program, func: FuncId) -> Vec<ExprId> {
    let params = program.funcs[func].params.clone();
    let loads: Vec<ExprId> = params.into_iter().map(|param| program.var(param)).collect();
    let mut values = loads;
    values.retain(|&value| is_number(program, value));
    values
}

/// What is compared in a loop.
pub(super) fn of_loop(program: &Program, it: &Loop, values: &[ExprId]) -> Ingredients {
    let mut found = plain(program, values, 1);
    if let Some(cfg) = &program.funcs[it.func].body {
        let leaves = |loc| it.body.contains(&loc);
        compared(program, cfg, values, &mut found, leaves);
    }
    found
}

/// What is compared in a recursive function.
pub(super) fn of_function(
    program: &Program,
    func: FuncId,
    values: &[ExprId],
    kinds: usize,
) -> Ingredients {
    let mut found = plain(program, values, kinds);
    if let Some(cfg) = &program.funcs[func].body {
        compared(program, cfg, values, &mut found, |_| true);
    }
    found
}

fn plain(program: &Program, values: &[ExprId], kinds: usize) -> Ingredients {
    let unsigned = |&value: &ExprId| {
        let kind = program.types.bits_kind(program.type_of(value));
        kind.is_some_and(|kind| !kind.is_signed())
    };
    Ingredients {
        values: values.len(),
        unsigned: values.iter().map(unsigned).collect(),
        compared: Vec::new(),
        kinds,
    }
}

fn compared(
    program: &Program,
    cfg: &Cfg,
    values: &[ExprId],
    found: &mut Ingredients,
    counts: impl Fn(ir::LocId) -> bool,
) {
    for edge in cfg.edges().filter(|&e| counts(cfg.source(e))) {
        let Stmt::Assume { cond } = cfg.edge(edge).stmt else {
            continue;
        };
        for part in program.terms.parts(Term::Expr(cond)) {
            if let Term::Expr(e) = part
                && let ExprKind::Binary(op, a, b) = program.terms.expr(e).kind
                && op.is_comparison()
                && let Some(difference) = difference(program, values, a, b)
                && !difference.0.is_empty()
                && !found.compared.contains(&difference)
            {
                found.compared.push(difference);
            }
        }
    }
}

type Linear = (Vec<(i64, usize)>, i64);

fn difference(program: &Program, values: &[ExprId], a: ExprId, b: ExprId) -> Option<Linear> {
    let mut sum = (Vec::new(), 0);
    linear(program, values, a, 1, &mut sum)?;
    linear(program, values, b, -1, &mut sum)?;
    sum.0.retain(|term: &(i64, usize)| term.0 != 0);
    Some(sum)
}

/// Adds a linear expression over the values, if it is one; wrapping is not thought of.
fn linear(
    program: &Program,
    values: &[ExprId],
    e: ExprId,
    factor: i64,
    sum: &mut Linear,
) -> Option<()> {
    if let Some(at) = values.iter().position(|&value| value == e) {
        match sum.0.iter_mut().find(|term| term.1 == at) {
            Some(term) => term.0 = term.0.checked_add(factor)?,
            None => sum.0.push((factor, at)),
        }
        return Some(());
    }
    if let Some(value) = program.const_value(e) {
        let value = i64::try_from(value).ok()?;
        sum.1 = sum.1.checked_add(value.checked_mul(factor)?)?;
        return Some(());
    }
    match program.terms.expr(e).kind {
        ExprKind::Cast(of) => linear(program, values, of, factor, sum),
        ExprKind::Unary(UnaryOp::Neg, of) => linear(program, values, of, -factor, sum),
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            linear(program, values, a, factor, sum)?;
            linear(program, values, b, factor, sum)
        }
        ExprKind::Binary(BinaryOp::Sub, a, b) => {
            linear(program, values, a, factor, sum)?;
            linear(program, values, b, -factor, sum)
        }
        ExprKind::Binary(BinaryOp::Mul, a, b) => {
            let (by, of) = match (program.const_value(a), program.const_value(b)) {
                (Some(by), None) => (by, b),
                (None, Some(by)) => (by, a),
                _ => return None,
            };
            let by = i64::try_from(by).ok().filter(|by| by.abs() < 1 << 16)?;
            linear(program, values, of, factor.checked_mul(by)?, sum)
        }
        _ => None,
    }
}
