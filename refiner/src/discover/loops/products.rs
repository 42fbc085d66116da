//! Products that a path computes by adding.
//!
//! What is added as often as something is counted is a multiple of the count. Spacer's integers know no products of
//! variables, so this is told by the text: `s = s + t` in a function where `i = i + 1`, or a recursive call whose result
//! is added to a parameter that it passes on, while it counts another. A guess, like all predicates: whether it holds is
//! the abstraction's business.

use std::collections::BTreeSet;

use abstractor::{BlockId, BlockKind};
use ir::types::TypeId;
use ir::{BinaryOp, ExprId, ExprKind, FuncId, PlaceId, PlaceKind, Program, Stmt, VarId};

use super::super::Learning;
use super::most_rounds;
use crate::path::Path;

/// `var = value`, in a function.
struct Assignment {
    func: FuncId,
    var: VarId,
    sum: Sum,
}

/// Variables and a number that are added up.
struct Sum {
    vars: Vec<VarId>,
    constant: u128,
}

struct Call {
    caller: FuncId,
    callee: FuncId,
    result: Option<VarId>,
    args: Vec<ExprId>,
}

/// How often a path goes round before products are thought of: solvers do not like them.
const MIN_LOOP_ROUNDS: usize = 2;

/// Conditions that say of what a path adds up, round by round, that it is a product.
pub(crate) fn products(learning: &mut Learning<'_>, path: &Path) -> Vec<ExprId> {
    if most_rounds(path) < MIN_LOOP_ROUNDS {
        return Vec::new();
    }
    let blocks: BTreeSet<BlockId> = path.steps.iter().map(|s| s.block).collect();
    let (mut assignments, mut calls) = (Vec::new(), Vec::new());
    for id in blocks {
        read(learning, id, &mut assignments, &mut calls);
    }
    let mut found = Vec::new();
    for adding in &assignments {
        for counting in assignments.iter().filter(|c| c.func == adding.func) {
            found.extend(by_loop(learning.program, adding, counting));
        }
    }
    for call in calls.iter().filter(|c| c.caller == c.callee) {
        found.extend(by_recursion(learning, call, &assignments, &calls));
    }
    found
}

fn read(
    learning: &Learning<'_>,
    id: BlockId,
    assigned: &mut Vec<Assignment>,
    calls: &mut Vec<Call>,
) {
    let program = &*learning.program;
    let block = &learning.abstractor.blocks.blocks[id];
    let Some(cfg) = program.funcs[block.func].body.as_ref() else {
        return;
    };
    for &edge in &block.edges {
        match &cfg.edge(edge).stmt {
            Stmt::Assign { place, value } => {
                let var = program
                    .terms
                    .place_var(*place)
                    .filter(|_| is_plain(program, *place));
                if let Some((var, sum)) = var.zip(sum(program, *value)) {
                    let func = block.func;
                    assigned.push(Assignment { func, var, sum });
                }
            }
            Stmt::Call { result, args, .. } => {
                if let BlockKind::Call(callee) = block.kind {
                    let result = result.filter(|&p| is_plain(program, p));
                    calls.push(Call {
                        caller: block.func,
                        callee,
                        result: result.and_then(|p| program.terms.place_var(p)),
                        args: args.clone(),
                    });
                }
            }
            _ => {}
        }
    }
}

fn is_plain(program: &Program, place: PlaceId) -> bool {
    matches!(program.terms.place(place).kind, PlaceKind::Var(_))
}

/// A value as a sum of variables and a number, if it is one.
fn sum(program: &Program, value: ExprId) -> Option<Sum> {
    let mut sum = Sum {
        vars: Vec::new(),
        constant: 0,
    };
    let mut stack = vec![value];
    while let Some(expr) = stack.pop() {
        match program.terms.expr(expr).kind {
            ExprKind::Int(n) => sum.constant = sum.constant.wrapping_add(n),
            ExprKind::Load(place) if is_plain(program, place) => {
                sum.vars.push(program.terms.place_var(place)?);
            }
            ExprKind::Binary(BinaryOp::Add, a, b) => stack.extend([a, b]),
            ExprKind::Binary(BinaryOp::Sub, a, b) => {
                let minus = program.terms.int_value(b)?;
                sum.constant = sum.constant.wrapping_sub(minus);
                stack.push(a);
            }
            _ => return None,
        }
        if sum.vars.len() > 2 {
            return None;
        }
    }
    Some(sum)
}

impl Sum {
    /// What is added to a variable, if nothing else is.
    fn added_to(&self, var: VarId) -> Option<VarId> {
        match *self.vars {
            [a, b] if self.constant == 0 && a != b && a == var => Some(b),
            [a, b] if self.constant == 0 && a != b && b == var => Some(a),
            _ => None,
        }
    }
}

/// `adding = adding + t` where `counting = counting + 1`: the first is `t` times the second.
fn by_loop(program: &mut Program, adding: &Assignment, counting: &Assignment) -> Option<ExprId> {
    let what = adding.sum.added_to(adding.var)?;
    let counts = counting.sum.vars == [counting.var] && counting.sum.constant == 1;
    let ty = common_type(program, &[adding.var, what, counting.var])?;
    if !counts || what == counting.var {
        return None;
    }
    let (sum, factors) = (program.var(adding.var), [what, counting.var]);
    let factors = factors.map(|v| program.var(v));
    Some(is_product(program, sum, factors, ty))
}

/// What a function returns that adds a parameter to what it returns for a count that is one less or more: in the
/// function, and after its calls.
fn by_recursion(
    learning: &mut Learning<'_>,
    inner: &Call,
    assignments: &[Assignment],
    calls: &[Call],
) -> Vec<ExprId> {
    let mut found = Vec::new();
    let func = inner.callee;
    let (Some(returned), Some(result)) = (learning.abstractor.form.results[func], inner.result)
    else {
        return found;
    };
    let params = learning.program.funcs[func].params.clone();
    let of = |program: &Program, n: usize| sum(program, *inner.args.get(n)?);
    let adds = |p: VarId| {
        let mut own = assignments.iter().filter(|a| a.var == returned);
        own.any(|a| a.sum.added_to(result) == Some(p))
    };
    for (i, &p) in params.iter().enumerate().filter(|(_, p)| adds(**p)) {
        let passes = of(learning.program, i).is_some_and(|s| s.vars == [p] && s.constant == 0);
        for (j, &q) in params.iter().enumerate().filter(|(j, _)| *j != i) {
            let counts = of(learning.program, j).is_some_and(|s| s.vars == [q] && s.constant != 0);
            let Some(ty) = common_type(learning.program, &[p, q, returned]) else {
                continue;
            };
            if !passes || !counts {
                continue;
            }
            let program = &mut *learning.program;
            let (value, factors) = (program.var(returned), [p, q].map(|v| program.var(v)));
            found.push(is_product(program, value, factors, ty));
            for call in calls.iter().filter(|c| c.callee == func) {
                let (Some(x), Some(&a), Some(&b)) =
                    (call.result, call.args.get(i), call.args.get(j))
                else {
                    continue;
                };
                if common_type(program, &[x]) == Some(ty) {
                    let value = program.var(x);
                    found.push(is_product(program, value, [a, b], ty));
                }
            }
        }
    }
    found
}

/// The type that some variables have together, if it is an integer's.
fn common_type(program: &Program, vars: &[VarId]) -> Option<TypeId> {
    let ty = program.vars[*vars.first()?].ty;
    let same = vars.iter().all(|&v| program.vars[v].ty == ty);
    (same && program.types.is_integer(ty)).then_some(ty)
}

fn is_product(program: &mut Program, value: ExprId, factors: [ExprId; 2], ty: TypeId) -> ExprId {
    let [a, b] = factors.map(|f| program.cast(f, ty));
    let product = program.binary(BinaryOp::Mul, a, b);
    program.binary(BinaryOp::Eq, value, product)
}
