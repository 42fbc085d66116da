//! What calls do to predicates.

use ir::FuncId;
use semantics::EncodingContext;
use z3::ast::Ast;

use super::{Atom, BlockEffect, CallStep, Earlier, Question, Transfer, Value};
use crate::blocks::{Block, BlockId, BlockKind};
use crate::effect::Call;
use crate::implicants::Candidate;
use crate::precision::{Precision, PredId, Scope};

/// A call of a function with a body, and the predicates that matter there.
struct CallSite<'c> {
    id: BlockId,
    callee: FuncId,
    call: &'c Call,
    /// Those in scope of the caller.
    scope: Vec<PredId>,
    /// Those of the callee alone.
    of_callee: Vec<PredId>,
}

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
            let site = CallSite {
                id,
                callee,
                call,
                scope: precision.in_scope(block.func).collect(),
                of_callee: precision.of_scope(Scope::Function(callee)).collect(),
            };
            step.passed = self.passed_to_callee(context, precision, &site);
            step.updates = self.updates_after(context, precision, &site);
        }
        self.effects[id] = Some(effect);
        step
    }

    /// What predicates of the callee are when it is entered.
    fn passed_to_callee(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        site: &CallSite<'_>,
    ) -> Vec<(PredId, Value)> {
        let mut passed = Vec::new();
        for &pred in &site.of_callee {
            if !self.known[pred].entry {
                continue;
            }
            let question = Question::Pass(site.id, pred);
            if let Earlier::Value(value) = self.earlier(question, &site.scope, false) {
                passed.push((pred, value));
                continue;
            }
            let mut entry = site.call.passage.entry.clone();
            let term = entry.holds(context, precision.preds[pred].expr);
            let value = self.answer(
                question,
                entry.layout(),
                &term,
                precision.len(),
                |transfer| transfer.in_scope(&site.scope),
            );
            passed.push((pred, value));
        }
        if mutants::is("arguments-say-nothing-of-their-opposite") {
            deny_what_is_open(&mut passed);
        }
        passed
    }

    /// What predicates of the caller become by the call.
    fn updates_after(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        site: &CallSite<'_>,
    ) -> Vec<(PredId, Value)> {
        if mutants::is("calls-change-no-predicates-of-their-caller") {
            return Vec::new();
        }
        let all: Vec<PredId> = site.scope.iter().chain(&site.of_callee).copied().collect();
        let mut updates = Vec::new();
        for &pred in &site.scope {
            if !self.known[pred].reads.meets(&site.call.written) {
                continue;
            }
            match self.earlier(Question::Update(site.id, pred), &all, true) {
                Earlier::Unchanged => {}
                Earlier::Value(value) => updates.push((pred, value)),
                Earlier::Open => {
                    let value = self.update_after(context, precision, site, pred);
                    updates.extend(value.map(|value| (pred, value)));
                }
            }
        }
        updates
    }

    /// What a predicate of the caller becomes, if it does not stay what it was.
    fn update_after(
        &mut self,
        context: &EncodingContext<'_>,
        precision: &Precision,
        site: &CallSite<'_>,
        pred: PredId,
    ) -> Option<Value> {
        let CallSite { call, .. } = site;
        let question = Question::Update(site.id, pred);
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
            return None;
        }
        Some(self.answer(
            question,
            after.layout(),
            &term,
            precision.len(),
            |transfer| transfer.after_call(context, precision, call, &site.scope, site.callee),
        ))
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
