//! Activations of functions: each has variables of its own, and the one below gets back what it had.

use ir::VarId;
use z3::ast::BV;

use crate::encoding_context::EncodingContext;
use crate::execution::state::State;

/// What an activation had of a variable: its value, and where it was.
#[derive(Clone)]
pub(crate) struct Saved {
    pub(crate) var: VarId,
    pub(crate) value: Option<BV>,
    address: Option<BV>,
}

impl State {
    /// Begins an activation: its variables hold anything, those in memory at addresses of their own.
    pub(crate) fn activate(
        &mut self,
        context: &EncodingContext<'_>,
        vars: &[VarId],
        number: usize,
    ) -> Vec<Saved> {
        let mut saved = Vec::with_capacity(vars.len());
        for &var in vars {
            let (value, address);
            if context.is_symbol(var) {
                address = None;
                let unknown = self.fresh(context.width(context.program.vars[var].ty));
                value = self.vars.insert(var, unknown);
            } else {
                value = None;
                if context.layout.exists_once(var) {
                    continue;
                }
                let name = format!("&{}#{number}", context.program.vars[var].unique);
                address = self
                    .addresses
                    .insert(var, BV::new_const(name, context.pointer_bits()));
            }
            saved.push(Saved {
                var,
                value,
                address,
            });
        }
        saved
    }

    /// Ends an activation: the one below has its variables again.
    pub(crate) fn deactivate(&mut self, saved: Vec<Saved>) {
        for Saved {
            var,
            value,
            address,
        } in saved
        {
            match value {
                Some(value) => self.vars.insert(var, value),
                None => self.vars.remove(&var),
            };
            match address {
                Some(address) => self.addresses.insert(var, address),
                None => self.addresses.remove(&var),
            };
        }
    }
}
