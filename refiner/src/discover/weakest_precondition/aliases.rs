//! Whether two places are one.

use ir::types::Quals;
use ir::{BinaryOp, ExprId, PlaceId, Program};
use semantics::{EncodingContext, ProgramFacts};

use crate::feasibility::Infeasible;
use crate::substitute::constant_place;

/// Decides whether two places are one.
pub(super) struct Aliases<'i> {
    pub(super) facts: &'i ProgramFacts,
    pub(super) infeasible: &'i Infeasible,
    pub(super) at: (usize, usize),
    /// What was decided, as conditions.
    pub(super) decided: Vec<ExprId>,
}

impl Aliases<'_> {
    pub(super) fn is_same(
        &mut self,
        program: &mut Program,
        loaded: PlaceId,
        written: PlaceId,
    ) -> bool {
        if loaded == written {
            return true;
        }
        let context = EncodingContext::new(program, self.facts);
        if context.symbol(loaded).is_some() || context.symbol(written).is_some() {
            return false;
        }
        let regions = |place| context.regions_of(place);
        if !regions(loaded).iter().any(|r| regions(written).contains(r))
            || context.are_apart(loaded, written)
        {
            return false;
        }
        if let (Some((a, x, n)), Some((b, y, m))) = (
            constant_place(program, loaded),
            constant_place(program, written),
        ) {
            return a == b && x < y + m && y < x + n;
        }
        self.decide(program, loaded, written)
    }

    /// Looks at an execution.
    fn decide(&mut self, program: &mut Program, loaded: PlaceId, written: PlaceId) -> bool {
        let state = self.infeasible.state(self.at.0, self.at.1);
        let Some(state) = state else {
            return false;
        };
        let context = EncodingContext::new(program, self.facts);
        let mut state = state.clone();
        let (a, b) = (
            state.address(&context, loaded),
            state.address(&context, written),
        );
        let Some(same) = self.infeasible.is_same_address(&state, (&a, &b)) else {
            return false;
        };
        let bit_field = |p: &Program, place| p.bit_width(place).is_some();
        if !bit_field(program, loaded) && !bit_field(program, written) {
            let a = program.addr_of(loaded, Quals::NONE);
            let b = program.addr_of(written, Quals::NONE);
            let b = if program.type_of(a) == program.type_of(b) {
                b
            } else {
                program.cast(b, program.type_of(a))
            };
            let op = if same { BinaryOp::Eq } else { BinaryOp::Ne };
            let decision = program.binary(op, a, b);
            if program.terms.int_value(decision).is_none() {
                self.decided.push(decision);
            }
        }
        same
    }
}
