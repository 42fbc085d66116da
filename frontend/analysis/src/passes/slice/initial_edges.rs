//! What has to stay because it may keep an execution from going on.
//!
//! The criterion itself; conditions that may hold for none of the ways on (an `assume`, or a branch
//! one of whose ways was cut off); the exits of loops that are not known to end; recursive calls;
//! calls that may never return. If one of them were dropped, the slice could reach a criterion that
//! the program never gets to.

use super::Config;
use super::can_reach_criterion::Live;
use super::dependence::Flow;
use super::terminating_loops::Context;
use crate::callgraph::CallGraph;
use crate::effects::EffectsOf;
use ir::{BinaryOp, Cfg, EdgeId, ExprId, ExprKind, FuncId, Program, Stmt};
use source::entity::EntityId;

#[derive(Default)]
pub(super) struct Seeds {
    pub(super) edges: Vec<EdgeId>,
    /// Locations.
    pub(super) branches: Vec<usize>,
}

pub(super) fn find(
    of: &EffectsOf<'_>,
    calls: &CallGraph,
    func: FuncId,
    cfg: &Cfg,
    flow: &Flow,
    live: &Live,
    config: Config,
) -> Seeds {
    let program = of.program;
    let mut seeds = Seeds::default();
    for n in (0..flow.end).filter(|&n| flow.live[n]) {
        for &(edge, _) in &flow.succs[n] {
            let criterion = live.marked[func][edge.index()];
            if criterion || may_not_return(of, calls, func, edge, live, config) {
                seeds.edges.push(edge);
            }
        }
        // Ways that never meet again are told apart even if nothing on them matters.
        let parts = flow.succs[n].len() > 1 && flow.ipdom[n].is_none_or(|d| d == flow.end);
        if parts || (blocks(program, cfg, flow, n) && !mutants::is("assumptions-do-not-matter")) {
            seeds.branches.push(n);
        }
    }
    if !config.without_endless() {
        endless_loops(program, cfg, flow, &mut seeds);
    }
    seeds
}

fn may_not_return(
    of: &EffectsOf<'_>,
    calls: &CallGraph,
    func: FuncId,
    edge: EdgeId,
    live: &Live,
    config: Config,
) -> bool {
    let Some(callees) = of.pts.callees(func, edge) else {
        return false;
    };
    callees.functions.iter().any(|&callee| {
        let function = &of.program.funcs[callee];
        let recursive = calls.same_component(func, callee) && !config.without_endless();
        let stuck = match &function.body {
            Some(body) => !live.enters(callee, body),
            None => function.noreturn || &*function.name == "__VERIFIER_assume",
        };
        recursive || stuck
    })
}

/// Whether an execution may find no way on at a location.
fn blocks(program: &Program, cfg: &Cfg, flow: &Flow, n: usize) -> bool {
    let kept = &flow.succs[n];
    let conds: Vec<ExprId> = kept
        .iter()
        .filter_map(|&(edge, _)| match cfg.edge(edge).stmt {
            Stmt::Assume { cond } => Some(cond),
            _ => None,
        })
        .collect();
    match conds.as_slice() {
        [] => false,
        [one] => program.terms.int_value(*one).is_none_or(|v| v == 0),
        [a, b] => !opposite(program, *a, *b) && !opposite(program, *b, *a),
        _ => true,
    }
}

/// Whether the second condition is the negation of the first.
fn opposite(program: &Program, a: ExprId, b: ExprId) -> bool {
    let terms = &program.terms;
    match (terms.expr(a).kind, terms.expr(b).kind) {
        (ExprKind::Binary(op, x, y), ExprKind::Binary(not, z, w))
            if (x, y) == (z, w) && op.negated() == Some(not) =>
        {
            op.is_equality() || !program.types.is_float(terms.type_of(x))
        }
        (_, ExprKind::Binary(BinaryOp::Eq, x, zero)) => x == a && terms.int_value(zero) == Some(0),
        (ExprKind::Int(x), ExprKind::Int(y)) => (x == 0) != (y == 0),
        _ => false,
    }
}

fn endless_loops(program: &Program, cfg: &Cfg, flow: &Flow, seeds: &mut Seeds) {
    let (loops, irreducible) = flow.loops();
    let context = Context {
        program,
        cfg,
        flow,
        loops: &loops,
        irreducible: &irreducible,
    };
    seeds
        .branches
        .extend(irreducible.iter().filter(|&&n| flow.succs[n].len() > 1));
    for (number, this) in loops.iter().enumerate() {
        if context.ends(number) || mutants::is("every-loop-ends") {
            continue;
        }
        let body = &this.body;
        let leaves = |n: &usize| body[*n] && flow.succs[*n].iter().any(|s| !body[s.1]);
        seeds.branches.extend(
            (0..flow.end)
                .filter(leaves)
                .filter(|&n| flow.succs[n].len() > 1),
        );
    }
}
