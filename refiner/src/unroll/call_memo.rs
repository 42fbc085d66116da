//! What functions that depend on nothing but their arguments have returned before.
//!
//! Such a function returns the same for the same arguments, whatever the caller: a call under conditions under which one
//! with the same arguments, as terms, has returned need not be followed again. Recursion that branches has few
//! different arguments and many calls.

use std::collections::BTreeSet;
use std::rc::Rc;

use abstractor::{Block, BlockKind, Blocks};
use ir::{ExprId, ExprKind, FuncId, PlaceId, Stmt, Term};
use rustc_hash::FxHashMap;
use semantics::{EncodingContext, State, SymbolId, Symbols};
use z3::ast::{Ast, BV};

use super::path_condition::PathCondition;

/// A call of a function with these arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CallKey {
    func: FuncId,
    args: Vec<BV>,
}

/// A call that is being followed.
#[derive(Clone, Debug)]
pub(super) struct FollowedCall {
    question: Rc<CallKey>,
    /// What the answer may depend on: the symbols of the arguments, and of the conditions under which it is called.
    symbols: Rc<Vec<SymbolId>>,
}

/// What is known of a call: under these conditions it returns this.
#[derive(Clone, Debug)]
pub(super) struct KnownResult {
    pub(super) path_condition: PathCondition,
    pub(super) value: BV,
}

pub(super) struct CallMemo {
    /// The functions that depend on nothing but their arguments, unless they read what was never set.
    plain: BTreeSet<FuncId>,
    known: FxHashMap<Rc<CallKey>, KnownResult>,
    symbols: Symbols,
}

impl CallMemo {
    pub(super) fn new(context: &EncodingContext<'_>, blocks: &Blocks) -> Self {
        CallMemo {
            plain: plain(context, blocks),
            known: FxHashMap::default(),
            symbols: Symbols::default(),
        }
    }

    /// A call of a function that can be recalled.
    pub(super) fn ask(
        &mut self,
        context: &EncodingContext<'_>,
        state: &mut State,
        path_condition: &PathCondition,
        (func, args): (FuncId, &[ExprId]),
    ) -> Option<FollowedCall> {
        if !self.plain.contains(&func) || args.len() != context.program.funcs[func].params.len() {
            return None;
        }
        let value = |&arg: &ExprId| state.value(context, arg).simplify();
        let args: Vec<BV> = args.iter().map(value).collect();
        let mut symbols: Vec<SymbolId> = args.iter().flat_map(|a| self.symbols.of(a)).collect();
        for condition in path_condition.conditions() {
            symbols.extend(self.symbols.of(condition));
        }
        symbols.sort_unstable();
        symbols.dedup();
        Some(FollowedCall {
            question: Rc::new(CallKey { func, args }),
            symbols: Rc::new(symbols),
        })
    }

    pub(super) fn known(&self, asked: &FollowedCall) -> Option<&KnownResult> {
        self.known.get(&asked.question)
    }

    /// A call returns a value.
    pub(super) fn returned(
        &mut self,
        asked: &FollowedCall,
        path_condition: &PathCondition,
        value: BV,
    ) {
        let mut used = self.symbols.of(&value);
        for condition in path_condition.conditions() {
            used.extend(self.symbols.of(condition));
        }
        // What was never set may be something else the next time.
        let foreign = |s: &SymbolId| asked.symbols.binary_search(s).is_err();
        if used.iter().any(foreign) {
            return;
        }
        match self.known.get_mut(&asked.question) {
            None => {
                let path_condition = path_condition.clone();
                let known = KnownResult {
                    path_condition,
                    value,
                };
                self.known.insert(asked.question.clone(), known);
            }
            Some(known) => {
                let first = known.path_condition.merge(path_condition);
                known.value = first.ite(&known.value, &value);
            }
        }
    }
}

/// The functions that read and write nothing but their own variables, and call only such functions.
fn plain(context: &EncodingContext<'_>, blocks: &Blocks) -> BTreeSet<FuncId> {
    let program = context.program;
    let mut plain: BTreeSet<FuncId> = blocks
        .functions()
        .map(|(func, _)| func)
        .filter(|&func| program.types.is_scalar(program.return_type(func)))
        .filter(|&func| {
            let mut own = blocks.of(func).iter().map(|&id| &blocks.blocks[id]);
            own.all(|block| is_plain(context, block))
        })
        .collect();
    loop {
        let calls_plain = |func: &FuncId| {
            let mut own = blocks.of(*func).iter().map(|&id| blocks.blocks[id].kind);
            own.all(|kind| match kind {
                BlockKind::Call(callee) => plain.contains(&callee),
                _ => true,
            })
        };
        let left: BTreeSet<FuncId> = plain.iter().copied().filter(calls_plain).collect();
        if left.len() == plain.len() {
            return plain;
        }
        plain = left;
    }
}

fn is_plain(context: &EncodingContext<'_>, block: &Block) -> bool {
    if let BlockKind::Violation(_) = block.kind {
        return true;
    }
    let program = context.program;
    let own_place = |place: PlaceId| {
        let var = context.symbol(place);
        var.is_some_and(|var| program.vars[var].kind.owner() == Some(block.func))
    };
    let own_expr = |e: ExprId| {
        let mut parts = program.terms.parts(Term::Expr(e)).into_iter();
        parts.all(|part| match part {
            Term::Expr(e) => match program.terms.expr(e).kind {
                ExprKind::Load(place) => own_place(place),
                _ => true,
            },
            Term::Place(_) => true,
        })
    };
    let Some(cfg) = program.funcs[block.func].body.as_ref() else {
        return false;
    };
    block.edges.iter().all(|&edge| {
        let stmt = &cfg.edge(edge).stmt;
        let usual = match stmt {
            Stmt::Skip | Stmt::Assume { .. } | Stmt::Assign { .. } | Stmt::Return { .. } => true,
            Stmt::Begin { var } | Stmt::End { var } => context.is_symbol(*var),
            Stmt::Call { .. } => matches!(block.kind, BlockKind::Call(_)),
            _ => false,
        };
        usual && stmt.written().is_none_or(own_place) && stmt.exprs().into_iter().all(own_expr)
    })
}
