//! Conditions of a caller that a callee's stores miss: its addresses are told by the arguments.

use abstractor::precision::{Scope, scope, variables};
use analysis::regions::RegionId;
use ir::{ExprId, PlaceId, PlaceKind, Program, VarId};
use rustc_hash::FxHashMap;
use semantics::EncodingContext;

use super::aliases::Aliases;
use super::calls::Call;
use super::{Backward, loads};
use crate::substitute::{Becomes, Rewrite};

impl Backward<'_, '_> {
    /// Whether a condition of the caller reads nothing that a call writes, in the execution that goes far enough; if so,
    /// what that rests on.
    pub(super) fn missed(
        &mut self,
        step: usize,
        call: &Call,
        condition: ExprId,
    ) -> Option<Vec<ExprId>> {
        let vars = variables(self.with.program, condition);
        if scope(self.with.program, &vars) == Some(Scope::Global) {
            return None;
        }
        let stores = self.stores(call)?;
        let mut aliases = Aliases {
            facts: self.with.facts,
            infeasible: self.infeasible,
            at: (step, 0),
            decided: Vec::new(),
        };
        for loaded in loads(self.with.program, condition) {
            let context = EncodingContext::new(self.with.program, self.with.facts);
            let written = context.writes.by_function(call.callee);
            if !written.may_be(&context, loaded) {
                continue;
            }
            let mut regions = context.regions_of(loaded);
            regions.retain(|r| written.regions.contains(r));
            for region in regions {
                // Nothing is known of where.
                let at = stores.get(&region)?;
                for &written in at {
                    if aliases.is_same(self.with.program, loaded, written) {
                        return None;
                    }
                }
            }
        }
        Some(aliases.decided)
    }

    /// Where a callee writes, by region, in the words of its caller.
    fn stores(&mut self, call: &Call) -> Option<FxHashMap<RegionId, Vec<PlaceId>>> {
        let told = self.with.facts.frames.leaf_writes(call.callee)?;
        let program = &mut *self.with.program;
        let mut known: FxHashMap<VarId, ExprId> = call.passed(program).into_iter().collect();
        for &(var, value) in told.single_assignments {
            let value = in_words_of(program, &known).expr(value);
            known.extend(value.map(|value| (var, value)));
        }
        let mut stores: FxHashMap<RegionId, Vec<PlaceId>> = FxHashMap::default();
        let mut open = told.open.clone();
        for &store in told.stores {
            let region = EncodingContext::new(program, self.with.facts).region(store);
            match in_words_of(program, &known).place(store) {
                Some(place) => stores.entry(region).or_default().push(place),
                None => drop(open.insert(region)),
            }
        }
        stores.retain(|region, _| !open.contains(region));
        Some(stores)
    }
}

/// Says what variables hold instead of their names; what has another name cannot be said.
fn in_words_of<'a>(
    program: &'a mut Program,
    known: &'a FxHashMap<VarId, ExprId>,
) -> Rewrite<'a, impl FnMut(&mut Program, PlaceId) -> Becomes> {
    Rewrite::new(program, |program, place| {
        let held = match program.terms.place(place).kind {
            PlaceKind::Var(var) => known.get(&var),
            _ => None,
        };
        held.map_or(Becomes::Unknown, |&value| Becomes::Value(value))
    })
}
