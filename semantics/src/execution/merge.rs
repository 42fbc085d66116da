//! Two walks that meet at one place, as one: every value is that of the first where a condition holds, else that of the
//! second.
//!
//! Both walks must have begun alike and have the same stack of activations, and no variable that lies in memory may
//! have an address of its own per activation. What holds of addresses holds of both together: it speaks of symbols
//! that only one of them has met, and can always be made true, as long as there is room for all objects.

use analysis::regions::RegionId;
use ir::{PlaceId, VarId};
use z3::ast::{Array, Ast, BV, Bool};

use crate::encoding_context::EncodingContext;
use crate::execution::state::State;
use crate::execution::walk::Walk;

impl Walk<'_> {
    /// Becomes this walk where the condition holds, and the other elsewhere.
    pub fn merge(&mut self, condition: &Bool, mut other: Self) {
        debug_assert!(self.frames.len() == other.frames.len());
        let context = self.context;
        self.state.merge(&context, condition, &mut other.state);
        for (frame, theirs) in self.frames.iter_mut().zip(other.frames) {
            debug_assert!(frame.func == theirs.func);
            for (saved, theirs) in frame.saved.iter_mut().zip(theirs.saved) {
                debug_assert!(saved.var == theirs.var);
                if saved.value != theirs.value {
                    // What was never written down is what it was at the start.
                    let mut start = State::new(self.state.name());
                    let mut value =
                        |v: Option<BV>| v.unwrap_or_else(|| start.var(&context, theirs.var));
                    let (a, b) = (value(saved.value.take()), value(theirs.value));
                    saved.value = Some(condition.ite(&a, &b));
                }
            }
        }
        self.activations = self.activations.max(other.activations);
    }

    /// Writes the parameters of the function on top in few words.
    pub fn tidy_parameters(&mut self) {
        let Some(func) = self.func() else { return };
        for &var in &self.context.program.funcs[func].params {
            if self.context.is_symbol(var) {
                let value = self.state.var(&self.context, var).simplify();
                self.state.set_var(var, value);
            }
        }
    }
}

impl State {
    fn merge(&mut self, context: &EncodingContext<'_>, condition: &Bool, other: &mut State) {
        let mut vars: Vec<VarId> = self.vars.keys().chain(other.vars.keys()).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        for var in vars {
            let (a, b) = (self.var(context, var), other.var(context, var));
            if a != b {
                self.set_var(var, condition.ite(&a, &b));
            }
        }
        let known = self.memory.keys().chain(other.memory.keys());
        let mut regions: Vec<RegionId> = known.copied().collect();
        regions.sort_unstable();
        regions.dedup();
        for region in regions {
            let (a, b) = (self.memory(context, region), other.memory(context, region));
            if a != b {
                self.set_memory(region, condition.ite(&a, &b));
            }
        }
        join(&mut self.objects, std::mem::take(&mut other.objects));
        join(&mut self.nullable, std::mem::take(&mut other.nullable));
        join(&mut self.made, std::mem::take(&mut other.made));
        join(&mut self.older, std::mem::take(&mut other.older));
        join(&mut self.came, std::mem::take(&mut other.came));
        join(&mut self.shared, std::mem::take(&mut other.shared));
        self.met_moving |= other.met_moving;
        join(&mut self.facts, std::mem::take(&mut other.facts));
    }

    /// The values of plain variables that have been looked at or set, in order.
    pub fn known_vars(&self) -> Vec<(VarId, BV)> {
        let mut known: Vec<(VarId, BV)> = self.vars.iter().map(|(v, b)| (*v, b.clone())).collect();
        known.sort_unstable_by_key(|(var, _)| *var);
        known
    }

    /// The contents of regions that have been looked at or written, in order.
    pub fn known_memory(&self) -> Vec<Array> {
        let known = self.known_regions().into_iter();
        known
            .map(|region| self.memory[&region].array.clone())
            .collect()
    }

    /// Writes what a place holds in few words.
    pub fn tidy(&mut self, context: &EncodingContext<'_>, place: PlaceId) {
        if let Some(var) = context.symbol(place) {
            let value = self.var(context, var).simplify();
            self.set_var(var, value);
            return;
        }
        for region in context.regions_of(place) {
            if !context.constants.memory.contains_key(&region) {
                let contents = self.memory(context, region).simplify();
                self.set_memory(region, contents);
            }
        }
    }
}

/// Puts what is new behind what is there.
fn join<T: PartialEq>(to: &mut Vec<T>, from: Vec<T>) {
    for item in from {
        if !to.contains(&item) {
            to.push(item);
        }
    }
}
