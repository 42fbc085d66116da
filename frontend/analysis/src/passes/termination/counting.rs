//! Which turns of a loop count, where not every execution without an end is looked for.
//!
//! A formula is woven in as a machine with a state (the property language of the front end does that). Executions are looked
//! for that stay in certain states for ever, and in some of these set a mark again and again. So a measure has to fall on
//! turns that begin in such a state; where marks count it may stay as it is on a turn without one. For an execution
//! without an end that is looked for visits the head of some loop infinitely often in such states: with a mark between two
//! visits infinitely often the measure would fall without an end (fair termination: Cook, Gotsman, Podelski, Rybalchenko,
//! Vardi, 2007).

use super::blocks::Blocks;
use super::weave::keep;
use ir::{BinaryOp, ExprId, FuncId, LocId, Program, VarId};
use source::Span;

/// Where turns count: in states from `first` on, in those before `always` only if a mark is set.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    pub state: VarId,
    pub mark: Option<VarId>,
    pub first: i64,
    pub always: i64,
}

impl Counting {
    /// Whether turns that begin now count.
    pub fn counts(&self, program: &mut Program) -> ExprId {
        self.is_from(program, self.first)
    }

    /// Whether they count without a mark.
    pub fn needs_no_mark(&self, program: &mut Program) -> ExprId {
        self.is_from(program, self.always)
    }

    fn is_from(&self, program: &mut Program, first: i64) -> ExprId {
        let state = program.var(self.state);
        let first = program.int_const(first as i128 as u128, program.type_of(state));
        program.binary(BinaryOp::Ge, state, first)
    }

    /// A mark from before is forgotten.
    pub(super) fn forget_marks(&self, blocks: &mut Blocks<'_>, from: LocId) -> LocId {
        match self.mark {
            None => from,
            Some(mark) => {
                let value = self.needs_no_mark(blocks.program);
                blocks.assign(from, mark, value)
            }
        }
    }

    /// Leads to `marked` if the mark is set, or none is needed.
    pub(super) fn branch_on_mark(
        &self,
        blocks: &mut Blocks<'_>,
        from: LocId,
        (marked, unmarked): (LocId, LocId),
    ) {
        match self.mark {
            None => blocks.skip(from, marked),
            Some(mark) => {
                let mark = blocks.program.var(mark);
                blocks.branch(from, mark, marked, unmarked);
            }
        }
    }
}

/// Whether the turn or the activation counts that has begun last: a variable of the function.
pub(super) struct Counted {
    var: VarId,
    counting: Counting,
}

impl Counted {
    pub(super) fn new(program: &mut Program, func: FuncId, counting: Counting, span: Span) -> Self {
        let value = program.int(0);
        let var = keep(program, func, value, span);
        Counted { var, counting }
    }

    /// Notes it where a turn begins.
    pub(super) fn note(&self, blocks: &mut Blocks<'_>, from: LocId) -> LocId {
        let counts = self.counting.counts(blocks.program);
        let noted = blocks.assign(from, self.var, counts);
        self.counting.forget_marks(blocks, noted)
    }

    /// Leads to `counted` where it ends, if it counts.
    pub(super) fn branch(
        &self,
        blocks: &mut Blocks<'_>,
        from: LocId,
        (counted, other): (LocId, LocId),
    ) {
        let counts = blocks.program.var(self.var);
        blocks.branch(from, counts, counted, other);
    }
}
