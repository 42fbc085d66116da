//! What calls do to predicates.

use ir::FuncId;
use semantics::EncodingContext;
use z3::ast::Ast;

use super::{Atom, BlockEffect, CallStep, Earlier, Question, Transfer, Value};
use crate::blocks::{Block, BlockId, BlockKind};
use crate::effect::Call;
use crate::implicants::Candidate;
use crate::precision::{Precision, PredId, Scope};

/// A mutation: where nothing implies a value, it is false.
fn deny_what_is_open(passed: &mut [(PredId, Value)]) {
    for (_, value) in passed {
        if matches!(value, Value::Either(yes, _) if yes.is_empty()) {
            *value = Value::Always(false);
        }
    }
}

impl Transfer {
    /// What a call does.
    pub(crate) fn call(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        id: BlockId,
        block: &Block,
    ) -> CallStep {
        let BlockKind::Call(callee) = block.kind else {
            return CallStep::default();
        };
        let Some(effect) = self.effects[id].take() else {
            return CallStep::default();
        };
        let mut step = CallStep::default();
        if let BlockEffect::Call(call) = &effect {
            let scope: Vec<PredId> = precision.in_scope(block.func).collect();
            let of_callee: Vec<PredId> = precision.of_scope(Scope::Function(callee)).collect();
            for &pred in &of_callee {
                if !self.known[pred].entry {
                    continue;
                }
                let question = Question::Pass(id, pred);
                if let Earlier::Value(value) = self.earlier(question, &scope, false) {
                    step.passed.push((pred, value));
                    continue;
                }
                let mut entry = call.passage.entry.clone();
                let term = entry.holds(context, precision.preds[pred].expr);
                let value = self.answer(
                    question,
                    entry.layout(),
                    &term,
                    precision.len(),
                    |transfer| transfer.in_scope(&scope),
                );
                step.passed.push((pred, value));
            }
            if mutants::is("arguments-say-nothing-of-their-opposite") {
                deny_what_is_open(&mut step.passed);
            }
            for &pred in &scope {
                if !self.known[pred].reads.meets(&call.written)
                    || mutants::is("calls-change-no-predicates-of-their-caller")
                {
                    continue;
                }
                let question = Question::Update(id, pred);
                let all: Vec<PredId> = scope.iter().chain(&of_callee).copied().collect();
                match self.earlier(question, &all, true) {
                    Earlier::Unchanged => continue,
                    Earlier::Value(value) => {
                        step.updates.push((pred, value));
                        continue;
                    }
                    Earlier::Open => {}
                }
                let expr = precision.preds[pred].expr;
                let mut after = call.passage.after.clone();
                let term = after.holds(context, expr);
                let unchanged = match precision.preds[pred].scope {
                    Scope::Global => call
                        .passage
                        .returned
                        .clone()
                        .holds(context, expr)
                        .simplify(),
                    Scope::Function(_) => self.known[pred].before.term.clone(),
                };
                if term.simplify().ast_eq(&unchanged) {
                    self.kept.insert(question, None);
                    continue;
                }
                let value = self.answer(
                    question,
                    after.layout(),
                    &term,
                    precision.len(),
                    |transfer| transfer.after_call(context, precision, call, &scope, callee),
                );
                step.updates.push((pred, value));
            }
        }
        self.effects[id] = Some(effect);
        step
    }

    /// What is known when a call has returned.
    pub(super) fn after_call(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        call: &Call,
        scope: &[PredId],
        callee: FuncId,
    ) -> Vec<(Atom, Candidate)> {
        let mut found = Vec::new();
        for pred in precision.of_scope(Scope::Function(callee)) {
            if self.known[pred].exit {
                let term = call
                    .passage
                    .exit
                    .clone()
                    .holds(context, precision.preds[pred].expr);
                let candidate = Candidate::new(&term, &mut self.symbols);
                found.push((Atom::Returned(pred), candidate));
            }
        }
        for &pred in scope {
            let candidate = match precision.preds[pred].scope {
                Scope::Global => {
                    let term = call
                        .passage
                        .returned
                        .clone()
                        .holds(context, precision.preds[pred].expr);
                    Candidate::new(&term, &mut self.symbols)
                }
                Scope::Function(_) => self.known[pred].before.clone(),
            };
            found.push((Atom::Pred(pred), candidate));
        }
        found
    }
}
