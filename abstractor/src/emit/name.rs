//! Names of variables, procedures and labels.

use checker::bp::{Name, Span, Symbol};
use ir::{FuncId, LocId};
use rustc_hash::FxHashSet;
use source::entity::EntityId;

use super::{Emitter, Transfers, Variable};
use crate::blocks::BlockId;
use crate::precision::{PredId, Scope, text};

impl<T: Transfers> Emitter<'_, T> {
    /// Gives every predicate a name that nothing else has.
    pub(super) fn name_predicates(&mut self) {
        let mut taken = FxHashSet::default();
        for (id, pred) in self.precision.preds.iter() {
            let text = text(self.program, self.layout, pred.expr);
            let text = text.replace(['{', '}', '\n'], " ");
            let owner = match pred.scope {
                Scope::Global => String::new(),
                Scope::Function(f) => self.program.funcs[f].unique.to_string(),
            };
            for kind in 0..3 {
                let mut name = match kind {
                    0 => text.clone(),
                    1 => format!("returned by {owner}: {text}"),
                    _ => format!("passed to {owner}: {text}"),
                };
                // Two functions may say the same of variables of the same name.
                if taken.contains(&name) {
                    name = format!("{name} in {owner}");
                }
                while !taken.insert(name.clone()) {
                    name.push('\'');
                }
                let symbol = self.out.names.intern(&name);
                self.names.insert((kind, id), symbol);
                let variable = match kind {
                    0 => Variable::Pred(id),
                    1 => Variable::Returned(id),
                    _ => Variable::Passed(id),
                };
                self.variables.insert(symbol, variable);
            }
        }
    }

    /// The predicates of a function whose values callers learn.
    pub(super) fn returned(&self, func: FuncId) -> Vec<PredId> {
        self.precision
            .of_scope(Scope::Function(func))
            .filter(|&p| self.transfers.is_returned(p) && self.wanted.contains(&p))
            .collect()
    }

    pub(super) fn is_passed(&self, pred: PredId) -> bool {
        self.transfers.is_passed(pred) && self.passed.contains(&pred)
    }

    pub(super) fn pred(&self, pred: PredId) -> Name {
        name(self.names[&(0, pred)])
    }

    pub(super) fn name(&mut self, text: &str) -> Name {
        name(self.out.names.intern(text))
    }
}

pub(super) fn name(symbol: Symbol) -> Name {
    Name {
        symbol,
        span: Span::default(),
    }
}

pub(super) fn location(loc: LocId) -> String {
    format!("L{}", loc.index())
}

/// The label of a block in boolean programs.
pub fn label_of(block: BlockId) -> String {
    format!("B{}", block.index())
}
