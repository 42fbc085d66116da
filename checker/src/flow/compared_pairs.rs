//! Pairs of variables that are compared or copied: the bits of numbers at the same place, mostly.
//!
//! Where programs compute with numbers, a statement mentions all bits of several, and says little about which of them
//! belong together. The two sides of an operator do, and a variable with the one that is copied to it. An order by
//! these pairs interleaves the bits of numbers; relations such as `lo <= hi` are then small.

use super::effects::bound;
use super::{Flow, Step};
use crate::bdd::Slot;
use crate::bp::{BinOp, ExprId, ExprKind, ProcId, StmtKind};

/// How many pairs of an expression are held against all others.
const MAX_FIRST_PAIRS: usize = 8;

/// The pairs of a program, each once and in ascending order.
pub(super) fn compared_pairs(flow: &Flow<'_>) -> Vec<Vec<Slot>> {
    let mut found = Vec::new();
    for proc in flow.program.proc_ids() {
        for edge in flow.edges_of(proc) {
            add_step(flow, proc, edge.step, &mut found);
        }
        for call in flow.calls_of(proc) {
            if let StmtKind::Call { args, .. } = &flow.program.stmt(call.stmt).kind {
                for (&arg, &formal) in args.iter().zip(&flow.proc(call.callee).slots) {
                    found.extend(literal(flow, proc, arg).map(|copied| vec![formal, copied]));
                }
            }
        }
    }
    found.iter_mut().for_each(|pair| pair.sort_unstable());
    found.retain(|pair| pair[0] != pair[1]);
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether the program compares numbers bit by bit: one expression asks of two pairs of different variables whether
/// they are equal. Predicates of abstractions are hardly ever held against each other in this way; their assignments
/// say more about what belongs together.
pub(crate) fn compares_numbers(flow: &Flow<'_>) -> bool {
    let mut pairs = Vec::new();
    flow.program.proc_ids().any(|proc| {
        flow.edges_of(proc).iter().any(|edge| {
            expressions(flow, proc, edge.step).into_iter().any(|expr| {
                pairs.clear();
                add_operands(flow, proc, expr, is_equality, &mut pairs);
                has_disjoint_pairs(&pairs)
            })
        })
    })
}

/// Which bits decide before which: where numbers are compared, the equality of two bits of high worth is asked for before bits
/// of lower worth are looked at, as in `a1 & !b1 | a1 = b1 & (a0 & !b0 | a0 = b0 & …)`. Each pair of variables as often as it
/// occurs.
pub(super) fn decided_before(flow: &Flow<'_>) -> Vec<(Slot, Slot)> {
    let mut found = Vec::new();
    for proc in flow.program.proc_ids() {
        for edge in flow.edges_of(proc) {
            for expr in expressions(flow, proc, edge.step) {
                add_decided_before(flow, proc, expr, &mut found);
            }
        }
    }
    found
}

/// Of each chain of equalities, one below the other, those that are next to each other.
fn add_decided_before(flow: &Flow<'_>, proc: ProcId, expr: ExprId, found: &mut Vec<(Slot, Slot)>) {
    let mut open: Vec<(ExprId, Option<[Slot; 2]>)> = vec![(expr, None)];
    while let Some((expr, above)) = open.pop() {
        match flow.program.expr(expr).kind {
            ExprKind::Not(a) => open.push((a, above)),
            ExprKind::Binary(op, a, b) => {
                let below = match op {
                    BinOp::And => equality(flow, proc, a).or_else(|| equality(flow, proc, b)),
                    _ => None,
                };
                if let (Some(above), Some(below)) = (above, below) {
                    let pairs = above.iter().flat_map(|&x| below.map(|y| (x, y)));
                    found.extend(pairs.filter(|(x, y)| x != y));
                }
                open.extend([(a, below.or(above)), (b, below.or(above))]);
            }
            ExprKind::Choose(a, b) => open.extend([(a, above), (b, above)]),
            ExprKind::Const(_) | ExprKind::Nondet | ExprKind::Var(_) | ExprKind::Next(_) => {}
        }
    }
}

/// The two variables that are held against each other.
fn equality(flow: &Flow<'_>, proc: ProcId, expr: ExprId) -> Option<[Slot; 2]> {
    match flow.program.expr(expr).kind {
        ExprKind::Binary(op, a, b) if is_equality(Some(op)) => {
            Some([literal(flow, proc, a)?, literal(flow, proc, b)?])
        }
        _ => None,
    }
}

fn is_equality(op: Option<BinOp>) -> bool {
    matches!(op, Some(BinOp::Iff | BinOp::Xor))
}

fn has_disjoint_pairs(pairs: &[Vec<Slot>]) -> bool {
    let apart = |a: &Vec<Slot>, b: &Vec<Slot>| a.iter().all(|slot| !b.contains(slot));
    let proper = || pairs.iter().filter(|pair| pair[0] != pair[1]);
    proper()
        .take(MAX_FIRST_PAIRS)
        .any(|a| proper().any(|b| apart(a, b)))
}

/// What a step evaluates.
fn expressions(flow: &Flow<'_>, proc: ProcId, step: Step) -> Vec<ExprId> {
    match step {
        Step::Branch { condition, .. } => vec![condition],
        Step::Effect(stmt) => match &flow.program.stmt(stmt).kind {
            StmtKind::Assign {
                targets, values, ..
            } => bound(flow, proc, targets).map(|(i, _)| values[i]).collect(),
            StmtKind::Assume { condition, .. } => vec![*condition],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn add_step(flow: &Flow<'_>, proc: ProcId, step: Step, found: &mut Vec<Vec<Slot>>) {
    if let Step::Effect(stmt) = step
        && let StmtKind::Assign {
            targets, values, ..
        } = &flow.program.stmt(stmt).kind
    {
        for (i, slot) in bound(flow, proc, targets) {
            found.extend(literal(flow, proc, values[i]).map(|copied| vec![slot, copied]));
        }
    }
    for expr in expressions(flow, proc, step) {
        add_operands(flow, proc, expr, |_| true, found);
    }
}

/// The variables that are the two sides of an operator, of those that are asked for.
fn add_operands(
    flow: &Flow<'_>,
    proc: ProcId,
    expr: ExprId,
    is_wanted: impl Fn(Option<BinOp>) -> bool,
    found: &mut Vec<Vec<Slot>>,
) {
    let mut open = vec![expr];
    let mut side_by_side =
        |open: &mut Vec<ExprId>, a, b, op| match (literal(flow, proc, a), literal(flow, proc, b)) {
            (Some(a), Some(b)) if is_wanted(op) => found.push(vec![a, b]),
            _ => open.extend([a, b]),
        };
    while let Some(expr) = open.pop() {
        match flow.program.expr(expr).kind {
            ExprKind::Not(a) => open.push(a),
            ExprKind::Binary(op, a, b) => side_by_side(&mut open, a, b, Some(op)),
            ExprKind::Choose(a, b) => side_by_side(&mut open, a, b, None),
            ExprKind::Const(_) | ExprKind::Nondet | ExprKind::Var(_) | ExprKind::Next(_) => {}
        }
    }
}

/// The variable of which an expression is the value, or the opposite.
fn literal(flow: &Flow<'_>, proc: ProcId, mut expr: ExprId) -> Option<Slot> {
    loop {
        match flow.program.expr(expr).kind {
            ExprKind::Not(a) => expr = a,
            ExprKind::Var(name) => return Some(flow.slot(proc, name)),
            _ => return None,
        }
    }
}
