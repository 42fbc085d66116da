//! What a block becomes.

use checker::bp::{ExprId, ExprKind, Name, StmtId, StmtKind, Symbol, Target};
use ir::FuncId;

use super::name::{location, name};
use super::{Emitter, Step, Transfers};
use crate::blocks::{Block, BlockId};
use crate::lemma::Lemma;
use crate::precision::{Literal, PredId, Scope};
use crate::transfer::{CallStep, Value};

impl<T: Transfers> Emitter<'_, T> {
    pub(super) fn straight(&mut self, body: &mut Vec<StmtId>, id: BlockId, block: &Block) {
        let step = self.transfers.step(id);
        let condition = self.none_of(&step.blocked);
        self.push(
            body,
            Step::Block(id),
            StmtKind::Assume {
                condition,
                constrain: None,
            },
        );
        let mut excluded = Vec::new();
        for lemma in self.lemmas.at(id) {
            if let Lemma::Step { before, after, .. } = lemma {
                let now = before.iter().map(|&l| (l, false));
                let then = after.iter().map(|&l| (l, true));
                excluded.push(now.chain(then).collect());
            }
        }
        self.assign(body, Step::Update(id), block.func, &step.updates, excluded);
        self.jump(body, &[location(block.to)]);
    }

    pub(super) fn call(
        &mut self,
        body: &mut Vec<StmtId>,
        id: BlockId,
        block: &Block,
        callee: FuncId,
        temporaries: &mut Vec<Symbol>,
    ) {
        let mut step = self.calls.remove(&id).unwrap_or_default();
        step.passed.retain(|(pred, _)| self.is_passed(*pred));
        let entering: Vec<(Vec<Literal>, Vec<Literal>)> = self
            .lemmas
            .at(id)
            .filter_map(|lemma| match lemma {
                Lemma::Enter { before, entry, .. } => Some((before.clone(), entry.clone())),
                _ => None,
            })
            .collect();
        let args = if entering.is_empty() {
            step.passed.iter().map(|(_, v)| self.value(v)).collect()
        } else {
            self.pass(body, id, &step, &entering, temporaries)
        };
        let returned = self.returned(callee);
        let mut targets = Vec::new();
        for &pred in &returned {
            let symbol = self.names[&(1, pred)];
            temporaries.push(symbol);
            targets.push(Target::Var(name(symbol)));
        }
        let callee_name = self.name(&self.program.funcs[callee].unique.clone());
        let kind = StmtKind::Call {
            targets,
            callee: callee_name,
            args,
        };
        self.push(body, Step::Call(id), kind);
        let mut excluded = Vec::new();
        for lemma in self.lemmas.at(id) {
            if let Lemma::Return {
                before,
                exit,
                after,
                ..
            } = lemma
            {
                excluded.push((before.clone(), exit.clone(), after.clone()));
            }
        }
        let excluded = self.after_call(&excluded, callee);
        self.assign_with(
            body,
            Step::Update(id),
            block.func,
            &step.updates,
            Vec::new(),
            excluded,
        );
        let dead: Vec<Name> = returned
            .iter()
            .map(|&p| name(self.names[&(1, p)]))
            .collect();
        if !dead.is_empty() {
            self.push(body, Step::Jump, StmtKind::Dead(dead));
        }
        self.jump(body, &[location(block.to)]);
    }

    /// Computes what a call passes in variables of its own, so that lemmas can speak of the whole.
    pub(super) fn pass(
        &mut self,
        body: &mut Vec<StmtId>,
        id: BlockId,
        step: &CallStep,
        entering: &[(Vec<Literal>, Vec<Literal>)],
        temporaries: &mut Vec<Symbol>,
    ) -> Vec<ExprId> {
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for (pred, value) in &step.passed {
            let symbol = self.names[&(2, *pred)];
            temporaries.push(symbol);
            targets.push(Target::Var(name(symbol)));
            values.push(self.value(value));
        }
        let mut clauses = Vec::new();
        for (before, entry) in entering {
            let mut parts = Vec::new();
            for &(pred, sign) in before {
                parts.push(self.literal((pred, sign)));
            }
            for &(pred, sign) in entry {
                let global = self.precision.preds[pred].scope == Scope::Global;
                let kind = if global {
                    ExprKind::Var(self.names[&(0, pred)])
                } else {
                    ExprKind::Next(self.names[&(2, pred)])
                };
                let var = self.add(kind);
                parts.push(self.signed(var, sign));
            }
            let cube = self.all(parts);
            clauses.push(self.not(cube));
        }
        let constrain = Some(self.all(clauses));
        let args = step
            .passed
            .iter()
            .map(|(pred, _)| self.names[&(2, *pred)])
            .collect::<Vec<_>>();
        self.push(
            body,
            Step::Pass(id),
            StmtKind::Assign {
                targets,
                values,
                constrain,
            },
        );
        args.into_iter()
            .map(|s| self.add(ExprKind::Var(s)))
            .collect()
    }

    /// What lemmas about a return exclude: conjunctions, without what is said of the state after it.
    pub(super) fn after_call(
        &mut self,
        lemmas: &[(Vec<Literal>, Vec<Literal>, Vec<Literal>)],
        callee: FuncId,
    ) -> Vec<(ExprId, Vec<Literal>)> {
        let mut excluded = Vec::new();
        for (before, exit, after) in lemmas {
            let mut parts = Vec::new();
            for &literal in before {
                parts.push(self.literal(literal));
            }
            for &(pred, sign) in exit {
                let own = self.precision.preds[pred].scope == Scope::Function(callee);
                let symbol = self.names[&(u8::from(own), pred)];
                let var = self.add(ExprKind::Var(symbol));
                parts.push(self.signed(var, sign));
            }
            excluded.push((self.all(parts), after.clone()));
        }
        excluded
    }

    pub(super) fn assign(
        &mut self,
        body: &mut Vec<StmtId>,
        step: Step,
        func: FuncId,
        updates: &[(PredId, Value)],
        excluded: Vec<Vec<(Literal, bool)>>,
    ) {
        self.assign_with(body, step, func, updates, excluded, Vec::new());
    }

    /// A parallel assignment that respects lemmas. `excluded`: literals, each before or (`true`) after the step;
    /// `more`: something before the step together with literals after it.
    pub(super) fn assign_with(
        &mut self,
        body: &mut Vec<StmtId>,
        step: Step,
        func: FuncId,
        updates: &[(PredId, Value)],
        excluded: Vec<Vec<(Literal, bool)>>,
        more: Vec<(ExprId, Vec<Literal>)>,
    ) {
        let changed = |p: PredId| updates.iter().any(|(q, _)| *q == p);
        let visible = |p: PredId| match self.precision.preds[p].scope {
            Scope::Global => true,
            Scope::Function(f) => f == func,
        };
        // What is copied or constant is consistent by itself.
        let open = |p: PredId| {
            let update = updates.iter().find(|(q, _)| *q == p);
            update.is_some_and(|(_, v)| matches!(v, Value::Either(..)))
        };
        let states: Vec<Vec<(Literal, bool)>> = self
            .lemmas
            .about(open, visible)
            .into_iter()
            .map(|cube| cube.iter().map(|&l| (l, true)).collect())
            .collect();
        let mut clauses = Vec::new();
        for cube in excluded.into_iter().chain(states) {
            let parts = cube
                .into_iter()
                .map(|(literal, after)| self.at(literal, after && changed(literal.0)))
                .collect();
            let cube = self.all(parts);
            clauses.push(self.not(cube));
        }
        for (before, after) in more {
            let mut parts = vec![before];
            for literal in after {
                parts.push(self.at(literal, changed(literal.0)));
            }
            let cube = self.all(parts);
            clauses.push(self.not(cube));
        }
        if updates.is_empty() {
            if !clauses.is_empty() {
                let condition = self.all(clauses);
                let kind = StmtKind::Assume {
                    condition,
                    constrain: None,
                };
                self.push(body, step, kind);
            }
            return;
        }
        let constrain = (!clauses.is_empty()).then(|| self.all(clauses));
        let targets = updates
            .iter()
            .map(|(p, _)| Target::Var(self.pred(*p)))
            .collect();
        let values = updates.iter().map(|(_, v)| self.value(v)).collect();
        let kind = StmtKind::Assign {
            targets,
            values,
            constrain,
        };
        self.push(body, step, kind);
    }
}
