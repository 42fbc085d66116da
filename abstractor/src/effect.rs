//! What a block does, as terms: from a state named `s`, the same for all blocks, to the one after it.

use frontend::analysis::regions::RegionId;
use frontend::ir::{ExprId, ExprKind, FuncId, Stmt, Term, VarId, VarKind};
use semantics::{Effect as StmtEffect, Outside, State, World, execute, outside};
use z3::ast::{Ast, Bool};

use crate::blocks::{Block, BlockKind};
use crate::prepare::Prepared;

/// The name of the state before every block.
const BEFORE: &str = "s";

/// What straight-line code does.
#[derive(Clone, Debug)]
pub(crate) struct Straight {
    /// Simplified; constants that are true left out.
    pub(crate) conditions: Vec<Bool>,
    pub(crate) after: State,
    pub(crate) written: Footprint,
}

/// What a call of a function with a body does, seen from its caller.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// At the entry of the callee: parameters hold the arguments.
    pub(crate) entry: State,
    /// At the exit of the callee: its parameters hold the arguments still.
    pub(crate) exit: State,
    /// In the caller, before the result is stored.
    pub(crate) returned: State,
    /// In the caller, after that.
    pub(crate) after: State,
    /// By the callee and by storing the result.
    pub(crate) written: Footprint,
}

/// Variables that are no memory, and regions of memory. In order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    pub(crate) vars: Vec<VarId>,
    pub(crate) regions: Vec<RegionId>,
}

impl Footprint {
    pub(crate) fn meets(&self, other: &Footprint) -> bool {
        let vars = |v: &VarId| other.vars.binary_search(v).is_ok();
        let regions = |r: &RegionId| other.regions.binary_search(r).is_ok();
        self.vars.iter().any(vars) || self.regions.iter().any(regions)
    }

    /// What an expression reads.
    pub(crate) fn of(world: &World<'_>, expr: ExprId) -> Self {
        let terms = &world.program.terms;
        let mut found = Footprint::default();
        for term in terms.parts(Term::Expr(expr)) {
            if let Term::Expr(e) = term
                && let ExprKind::Load(place) = terms.expr(e).kind
            {
                match world.symbol(place) {
                    Some(var) => found.vars.push(var),
                    None => found.regions.push(world.region(place)),
                }
            }
        }
        found.sorted()
    }

    fn written(world: &World<'_>, state: &State) -> Self {
        let (vars, regions) = state.written(world);
        Footprint { vars, regions }
    }

    fn sorted(mut self) -> Self {
        self.vars.sort_unstable();
        self.vars.dedup();
        self.regions.sort_unstable();
        self.regions.dedup();
        self
    }
}

/// The state before every block.
pub(crate) fn before() -> State {
    State::new(BEFORE)
}

/// Executes straight-line code.
pub(crate) fn straight(world: &World<'_>, block: &Block) -> Straight {
    let mut after = before();
    let mut conditions = Vec::new();
    let cfg = world.program.funcs[block.func].body.as_ref();
    for &edge in &block.edges {
        let Some(stmt) = cfg.map(|c| &c.edge(edge).stmt) else {
            continue;
        };
        match stmt {
            Stmt::Call { .. } => {
                if let Outside::Ends = outside(&mut after, world, block.func, edge) {
                    conditions.push(Bool::from_bool(false));
                }
            }
            stmt => {
                if let StmtEffect::If(condition) = execute(&mut after, world, stmt) {
                    conditions.push(condition);
                }
            }
        }
    }
    let conditions = conditions
        .iter()
        .map(Ast::simplify)
        .filter(|c: &Bool| c.as_bool() != Some(true))
        .collect();
    let written = Footprint::written(world, &after);
    Straight {
        conditions,
        after,
        written,
    }
}

/// The call at a block, seen from its caller.
pub(crate) fn call(world: &World<'_>, prepared: &Prepared, block: &Block) -> Option<Call> {
    let BlockKind::Call(callee) = block.kind else {
        return None;
    };
    let cfg = world.program.funcs[block.func].body.as_ref()?;
    let Stmt::Call { result, args, .. } = &cfg.edge(*block.edges.first()?).stmt else {
        return None;
    };
    let params = &world.program.funcs[callee].params;
    let mut start = before();
    let mut passed = Vec::new();
    for (&param, &arg) in params.iter().zip(args) {
        if world.is_symbol(param) && world.program.types.is_scalar(world.program.type_of(arg)) {
            passed.push((param, start.value(world, arg)));
        }
    }
    let mut entry = start.clone();
    for (param, value) in &passed {
        entry.set_var(*param, value.clone());
    }
    let mut returned = start;
    returned.forget_written(world, callee, &entry);
    let mut exit = returned.clone();
    for (param, value) in passed {
        exit.set_var(param, value);
    }
    let value = prepared.results[callee].map(|var| {
        let value = exit.fresh(world.width(world.program.vars[var].ty));
        exit.set_var(var, value.clone());
        value
    });
    let mut after = returned.clone();
    if let Some(place) = *result {
        match value {
            Some(value) => after.store(world, place, &value),
            None => {
                execute(&mut after, world, &Stmt::Havoc { place });
            }
        }
    }
    let written = Footprint::written(world, &after);
    Some(Call {
        entry,
        exit,
        returned,
        after,
        written,
    })
}

/// Whether an expression of a function means something to its callers: it mentions nothing of the function but
/// parameters and, if `result`, what it returns.
pub(crate) fn is_visible(
    world: &World<'_>,
    vars: &[VarId],
    func: FuncId,
    result: Option<VarId>,
) -> bool {
    vars.iter().all(|&var| match world.program.vars[var].kind {
        VarKind::Param(f, _) => f == func && world.is_symbol(var),
        kind => kind.owner().is_none() || Some(var) == result,
    })
}
