//! What the checker has shown of a boolean program, as claims about the C program.

use std::collections::BTreeMap;

use checker::Proof;
use checker::bp::{StmtId, Symbol};
use ir::{ExprId, FuncId};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::claims::{Claims, Contract, Decision, Set};
use semantics::{EncodingContext, Footprint};

use crate::blocks::{BlockKind, Blocks};
use crate::emit::{Abstraction, Variable};
use crate::precision::Precision;

impl Abstraction {
    /// The claims that a proof about this boolean program makes. `None` if it speaks of what only boolean programs
    /// have.
    pub fn claims(
        &self,
        context: &EncodingContext<'_>,
        blocks: &Blocks,
        precision: &Precision,
        proof: &Proof,
    ) -> Option<Claims> {
        let called: FxHashSet<FuncId> = blocks
            .blocks
            .values()
            .filter_map(|block| match block.kind {
                BlockKind::Call(callee) => Some(callee),
                _ => None,
            })
            .collect();
        let mut claims = Claims::default();
        for (&func, shown) in self.functions.iter().zip(&proof.procs) {
            let mut contract = self.contract(precision, shown)?;
            let at: FxHashMap<StmtId, checker::StateSet> = shown.at.iter().copied().collect();
            for (loc, stmt) in self.locations.get(&func).into_iter().flatten() {
                contract.at.insert(*loc, set(*at.get(stmt)?));
            }
            if called.contains(&func) {
                let unmodified = shown.unmodified.iter();
                let conditions = unmodified.map(|&symbol| self.condition(precision, symbol));
                let conditions: Option<Vec<ExprId>> = conditions.collect();
                contract.kept = conditions?;
                contract
                    .kept
                    .retain(|&c| may_seem_written(context, func, c));
            }
            claims.functions.insert(func, contract);
        }
        Some(claims)
    }

    fn contract(&self, precision: &Precision, shown: &checker::Contract) -> Option<Contract> {
        let decision = |d: &checker::Decision| {
            Some(Decision {
                condition: self.condition(precision, d.var)?,
                on_entry: d.on_entry,
                yes: set(d.yes),
                no: set(d.no),
            })
        };
        let decisions: Option<Vec<Decision>> = shown.decisions.iter().map(decision).collect();
        Some(Contract {
            decisions: decisions?,
            entered: set(shown.entered),
            at: BTreeMap::new(),
            kept: Vec::new(),
        })
    }

    fn condition(&self, precision: &Precision, symbol: Symbol) -> Option<ExprId> {
        match self.predicates.get(&symbol)? {
            Variable::Pred(pred) => Some(precision.preds[*pred].expr),
            Variable::Returned(_) | Variable::Passed(_) => None,
        }
    }
}

fn set(set: checker::StateSet) -> Set {
    match set {
        checker::StateSet::Nothing => Set::Nothing,
        checker::StateSet::Everything => Set::Everything,
        checker::StateSet::Decided(i) => Set::Decided(i),
    }
}

/// Whether a condition reads something that a call of a function, seen from outside, may write.
fn may_seem_written(context: &EncodingContext<'_>, func: FuncId, condition: ExprId) -> bool {
    let reads = Footprint::of(context, condition);
    let written = context.writes.by_function(func);
    written.regions.iter().any(|region| {
        let variable = context.regions.regions[*region].variable;
        reads.regions().contains(region) || variable.is_some_and(|v| reads.vars().contains(&v))
    })
}
