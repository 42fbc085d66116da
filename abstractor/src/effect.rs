//! What a block does, as terms: from a state named `s`, the same for all blocks, to the one after it.

use analysis::passes::normal_form::NormalForm;
use ir::Stmt;
use semantics::{
    EncodingContext, Footprint, Outside, Passage, State, StatementOutcome, execute, outside,
};
use z3::ast::{Ast, Bool};

use crate::blocks::{Block, BlockKind};

/// The name of the state before every block.
const STATE_BEFORE: &str = "s";

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
    pub(crate) passage: Passage,
    /// By the callee and by storing the result.
    pub(crate) written: Footprint,
}

/// The state before every block.
pub(crate) fn before() -> State {
    State::new(STATE_BEFORE)
}

/// A mutation: conditions are those of the state before the block, wherever in it they stand.
fn later_condition_before(context: &EncodingContext<'_>, stmt: &Stmt) -> Option<Bool> {
    match stmt {
        Stmt::Assume { cond } if mutants::is("a-block-s-later-conditions-block-it") => {
            Some(before().holds(context, *cond))
        }
        _ => None,
    }
}

fn condition_of(effect: StatementOutcome) -> Option<Bool> {
    match effect {
        StatementOutcome::If(condition) => Some(condition),
        _ => None,
    }
}

/// Executes straight-line code.
pub(crate) fn straight(context: &EncodingContext<'_>, block: &Block) -> Straight {
    let mut after = before();
    let mut conditions = Vec::new();
    let cfg = context.program.funcs[block.func].body.as_ref();
    for &edge in &block.edges {
        let Some(stmt) = cfg.map(|c| &c.edge(edge).stmt) else {
            continue;
        };
        match stmt {
            Stmt::Call { .. } => {
                if let Outside::Ends = outside(&mut after, context, block.func, edge) {
                    conditions.push(Bool::from_bool(false));
                }
            }
            stmt => conditions.extend(
                later_condition_before(context, stmt)
                    .or_else(|| condition_of(execute(&mut after, context, stmt))),
            ),
        }
    }
    let conditions = conditions
        .iter()
        .map(Ast::simplify)
        .filter(|c: &Bool| c.as_bool() != Some(true))
        .collect();
    let written = Footprint::between(context, &before(), &after);
    Straight {
        conditions,
        after,
        written,
    }
}

/// The call at a block, seen from its caller.
pub(crate) fn call(
    context: &EncodingContext<'_>,
    form: &NormalForm,
    block: &Block,
) -> Option<Call> {
    let BlockKind::Call(callee) = block.kind else {
        return None;
    };
    let cfg = context.program.funcs[block.func].body.as_ref()?;
    let Stmt::Call { result, args, .. } = &cfg.edge(*block.edges.first()?).stmt else {
        return None;
    };
    let passage = Passage::new(
        context,
        before(),
        callee,
        args,
        form.results[callee],
        *result,
    );
    let written = Footprint::between(context, &before(), &passage.after);
    Some(Call { passage, written })
}
