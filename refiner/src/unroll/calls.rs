//! Calls of an unrolled program: into the callee, back to the caller, or past a call whose answer is known.

use abstractor::{BlockId, BlockKind};
use ir::{ExprId, FuncId, PlaceId, Stmt};
use semantics::Answer;
use z3::ast::Ast;

use super::call_memo::FollowedCall;
use super::{Arrived, Call, Stop, Unroller, begin_variables};

impl<'p> Unroller<'p> {
    /// The call at a block, if its answer depends on nothing but the arguments.
    pub(super) fn asked(
        &mut self,
        next: &mut Arrived<'p>,
        id: BlockId,
        callee: FuncId,
    ) -> Option<FollowedCall> {
        let (_, args) = self.call_of(id)?;
        let state = &mut next.walk.state;
        self.call_memo
            .ask(&self.context, state, &next.path_condition, (callee, args))
    }

    /// Goes past a call where its answer is known; `false` if it is known everywhere.
    pub(super) fn remember(
        &mut self,
        next: &mut Arrived<'p>,
        id: BlockId,
        asked: &FollowedCall,
    ) -> Result<bool, Stop> {
        let Some(known) = self.call_memo.known(asked) else {
            return Ok(true);
        };
        let (path_condition, value) = (known.path_condition.all(), known.value.clone());
        let mut past = next.clone();
        if past.path_condition.add(&path_condition) {
            if let Some(from) = &mut past.from {
                from.recalled = true;
            }
            if let Some((Some(place), _)) = self.call_of(id) {
                past.walk.state.store(&self.context, place, &value);
                past.walk.state.tidy(&self.context, place);
            }
            let block = &self.blocks.blocks[id];
            self.arrive(past, block.func, block.to)?;
        }
        Ok(next.path_condition.add(&path_condition.not())
            && !mutants::is("a-recalled-answer-counts-everywhere"))
    }

    /// Remembers what a call returns.
    pub(super) fn note_answer(&mut self, next: &mut Arrived<'p>, id: BlockId) {
        let Some(asked) = next.calls.last().and_then(|c| c.asked.as_ref()) else {
            return;
        };
        let block = &self.blocks.blocks[id];
        let cfg = self.context.program.funcs[block.func].body.as_ref();
        let edge = block.edges.first().zip(cfg);
        if let Some(Stmt::Return { value: Some(value) }) = edge.map(|(&e, cfg)| &cfg.edge(e).stmt) {
            let value = next.walk.state.value(&self.context, *value).simplify();
            self.call_memo.returned(asked, &next.path_condition, value);
        }
    }

    pub(super) fn enter(
        &mut self,
        mut next: Arrived<'p>,
        block: BlockId,
        asked: Option<FollowedCall>,
        func: FuncId,
    ) -> Result<(), Stop> {
        next.walk.tidy_parameters();
        begin_variables(&mut next.walk, func);
        let depth = next.walk.functions().filter(|&f| f == func).count();
        let decided = next
            .calls
            .last()
            .is_some_and(|c| c.path_condition != next.path_condition);
        if depth > 1 && decided {
            if depth > self.budget.rounds as usize {
                return Err(Stop::Open);
            }
            if self.ask(&next)? == Answer::Unsatisfiable {
                return Ok(());
            }
        }
        let entry = self.entry(func).ok_or(Stop::Open)?;
        next.positions.push(self.orders[&func].start(entry));
        let path_condition = next.path_condition.clone();
        next.calls.push(Call {
            block,
            asked,
            path_condition,
        });
        self.wait(next);
        Ok(())
    }

    pub(super) fn leave(&mut self, mut next: Arrived<'p>) -> Result<(), Stop> {
        next.positions.pop();
        let call = next.calls.pop().ok_or(Stop::Open)?.block;
        let block = &self.blocks.blocks[call];
        if let Some(place) = self.call_of(call).and_then(|(result, _)| result) {
            next.walk.state.tidy(&self.context, place);
        }
        self.arrive(next, block.func, block.to)
    }

    /// Where a call wants its result, and its arguments.
    fn call_of(&self, id: BlockId) -> Option<(Option<PlaceId>, &'p [ExprId])> {
        let block = &self.blocks.blocks[id];
        let program = self.context.program;
        let cfg = program.funcs[block.func].body.as_ref()?;
        match &cfg.edge(*block.edges.first()?).stmt {
            Stmt::Call { result, args, .. } => Some((*result, args)),
            _ => None,
        }
    }

    /// Structures that are passed are not followed into the callee.
    pub(super) fn arguments_are_scalars(&self, id: BlockId) -> bool {
        let program = self.context.program;
        let scalar = |&e: &ExprId| program.types.is_scalar(program.type_of(e));
        let BlockKind::Call(callee) = self.blocks.blocks[id].kind else {
            return true;
        };
        let params = &program.funcs[callee].params;
        let plain = |&var| program.types.is_scalar(program.vars[var].ty);
        params.iter().all(plain) && self.call_of(id).is_none_or(|(_, a)| a.iter().all(scalar))
    }
}
