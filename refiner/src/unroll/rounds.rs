//! Loops that go round and round.
//!
//! Where nothing is carried from one round to the next but what is new in each, the loop has no end, and following it
//! further is in vain. Where nothing was decided since the last round, the solver need not be asked whether there is
//! another.

use ir::VarId;
use rustc_hash::FxHashMap;
use semantics::{State, SymbolId, Symbols};
use z3::ast::{Array, BV};

use super::path_condition::PathCondition;

/// What there was at the head of a loop.
struct Head {
    path_condition: PathCondition,
    vars: Vec<(VarId, BV)>,
    memory: Vec<Array>,
}

#[derive(Default)]
pub(super) struct Rounds {
    /// By position, without the number of the round.
    heads: FxHashMap<Vec<u32>, Head>,
    symbols: Symbols,
}

impl Rounds {
    /// Notes what is at the head of a loop; `false` if the loop has no end.
    pub(super) fn note(
        &mut self,
        dictionary_key: &[u32],
        path_condition: &PathCondition,
        state: &State,
    ) -> bool {
        let head = Head {
            path_condition: path_condition.clone(),
            vars: state.known_vars(),
            memory: state.known_memory(),
        };
        let before = self.heads.remove(&without_round(dictionary_key));
        let endless = before.is_some_and(|before| self.carries_nothing_over(&before, &head));
        self.heads.insert(without_round(dictionary_key), head);
        !endless
    }

    /// Whether the path condition has changed since the head: only then ask the solver about another round.
    pub(super) fn has_new_conditions(
        &self,
        dictionary_key: &[u32],
        path_condition: &PathCondition,
    ) -> bool {
        let head = self.heads.get(&without_round(dictionary_key));
        head.is_none_or(|head| head.path_condition != *path_condition)
    }

    /// Whether nothing has changed in a round but what is new in it: the next round is like this one.
    fn carries_nothing_over(&mut self, before: &Head, now: &Head) -> bool {
        if before.memory != now.memory {
            return false;
        }
        let mut carried: Vec<SymbolId> = Vec::new();
        for (_, value) in &before.vars {
            carried.extend(self.symbols.of(value));
        }
        carried.sort_unstable();
        carried.dedup();
        let old: FxHashMap<VarId, &BV> = before.vars.iter().map(|(v, b)| (*v, b)).collect();
        now.vars.iter().all(|(var, value)| {
            let old = old.get(var).copied();
            let of = self.symbols.of(value);
            let is_new = |s: &SymbolId| carried.binary_search(s).is_err();
            let fresh = !of.is_empty() && of.iter().all(is_new);
            // From a constant to what is new is a change: the round began elsewhere than the next one does.
            old == Some(value) || fresh && old.is_none_or(|o| o.as_u64().is_none())
        })
    }
}

/// The key of a head ends with its number as that of a loop, the round, and its number as a location: the last two go.
fn without_round(dictionary_key: &[u32]) -> Vec<u32> {
    dictionary_key[..dictionary_key.len().saturating_sub(2)].to_vec()
}
