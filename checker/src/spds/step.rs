//! What each step means: the relations of the flow's edges.

use super::build::Builder;
use super::partition::Partition;
use super::{Encoder, RelId, Relation};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::{ExprId, ExprKind, ProcId, StmtId, StmtKind};
use crate::flow::effects::bound;
use crate::flow::{ControlPoint, SlotSet, Step};

/// A step under construction.
pub(super) struct Draft {
    /// What it relates, a conjunction.
    pub(super) parts: Vec<Bdd>,
    pub(super) after: Bdd,
    /// Slots whose next value the step mentions.
    pub(super) next: Vec<Slot>,
    /// Next values that it mentions and no later step reads.
    pub(super) hidden: Vec<Slot>,
}

impl Draft {
    /// One assignment of a step: constants need no next copy, and `*` needs nothing but forgetting.
    pub(super) fn assign(
        &mut self,
        encoder: &Encoder<'_, '_>,
        slot: Slot,
        value: ExprId,
    ) -> BddResult<()> {
        let bdds = encoder.bdds;
        match encoder.flow.program.expr(value).kind {
            ExprKind::Nondet => {}
            ExprKind::Const(value) => {
                let literal = bdds.literal(slot, SlotCopy::Current, value)?;
                self.after = bdds.and(&self.after, &literal)?;
            }
            _ => self.relate(encoder, slot, value)?,
        }
        Ok(())
    }

    fn relate(&mut self, encoder: &Encoder<'_, '_>, slot: Slot, value: ExprId) -> BddResult<()> {
        self.parts.push(encoder.becomes(slot, value)?);
        self.next.push(slot);
        Ok(())
    }
}

impl Builder<'_, '_> {
    /// The relation of an edge of the flow, by its index.
    pub(super) fn edge(&mut self, proc: ProcId, index: usize, enforced: &Bdd) -> BddResult<RelId> {
        let edge = self.flow.edges()[index];
        let written = self.flow.effects.writes(index);
        let mut draft = self.draft();
        match edge.step {
            Step::Skip => {}
            Step::Branch { condition, taken } => {
                draft.parts = self.encoder(Some(proc), &[]).conjuncts(condition, taken)?;
            }
            Step::Return(stmt) => self.returning(proc, stmt, written, &mut draft)?,
            Step::Bind(stmt) => self.binding(proc, stmt, &mut draft)?,
            Step::Effect(stmt) => self.effect(proc, stmt, written, &mut draft)?,
        }
        let live_to = self.live.at(edge.to);
        let mut forget = self.live.at(edge.from).clone();
        forget.minus_with(live_to);
        forget.extend(written.iter().copied());
        if written.iter().any(|&s| !live_to.contains(s)) {
            self.drop_dead(&mut draft, written, live_to)?;
        }
        if !matches!(self.flow.place(edge.to), ControlPoint::Failed(_)) {
            draft.after = self.bdds.and(&draft.after, enforced)?;
        }
        let forget = self.current_cube(forget)?;
        self.finish(draft, forget)
    }

    /// Takes values that are written and never read out of a step.
    fn drop_dead(&mut self, draft: &mut Draft, written: &[Slot], live: &SlotSet) -> BddResult<()> {
        let dead = written.iter().copied().filter(|&s| !live.contains(s));
        let current = self.cube(dead.map(|s| (s, SlotCopy::Current)).collect())?;
        draft.after = self.bdds.exists(&draft.after, &current)?;
        let next = std::mem::take(&mut draft.next).into_iter();
        (draft.next, draft.hidden) = next.partition(|&s| live.contains(s));
        Ok(())
    }

    pub(super) fn draft(&self) -> Draft {
        Draft {
            parts: Vec::new(),
            after: self.bdds.one(),
            next: Vec::new(),
            hidden: Vec::new(),
        }
    }

    pub(super) fn finish(&mut self, draft: Draft, forget: Bdd) -> BddResult<RelId> {
        let next = draft.next.iter().map(|&s| (s, SlotCopy::Next)).collect();
        let hidden = draft.hidden.iter().map(|&s| (s, SlotCopy::Next)).collect();
        let (next, hidden) = (self.cube(next)?, self.cube(hidden)?);
        let bdds = self.bdds;
        let (forward, backward) = (bdds.and(&forget, &hidden)?, bdds.and(&next, &hidden)?);
        let parts = Partition::new(bdds, &draft.parts, &forward, &backward)?;
        let mut relation = Relation {
            step: parts.last,
            earlier: parts.earlier,
            forget,
            hidden,
            rename: None,
            after: draft.after,
        };
        if relation.earlier.is_empty() {
            relation.step = bdds.exists(&relation.step, &relation.hidden)?;
            relation.hidden = bdds.one();
        }
        if !draft.next.is_empty() {
            relation.rename = Some(self.renaming(draft.next, SlotCopy::Next, SlotCopy::Current)?);
        }
        Ok(self.relations.intern(relation))
    }

    fn returning(
        &self,
        proc: ProcId,
        stmt: StmtId,
        written: &[Slot],
        draft: &mut Draft,
    ) -> BddResult<()> {
        let StmtKind::Return(values) = &self.flow.program.stmt(stmt).kind else {
            unreachable!("a return step's statement is a return");
        };
        let encoder = self.encoder(Some(proc), written);
        for (&slot, &value) in written.iter().zip(values) {
            draft.assign(&encoder, slot, value)?;
        }
        Ok(())
    }

    fn binding(&self, proc: ProcId, stmt: StmtId, draft: &mut Draft) -> BddResult<()> {
        let StmtKind::Call { targets, .. } = &self.flow.program.stmt(stmt).kind else {
            unreachable!("a binding step's statement is a call");
        };
        for (i, slot) in bound(self.flow, proc, targets) {
            let i = match mutants::is("returned-values-are-bound-in-reverse") {
                true => targets.len() - 1 - i,
                false => i,
            };
            let returned = Slot((self.flow.global_count + i) as u32);
            let differ = self.bdds.xor(
                self.bdds.var(slot, SlotCopy::Next),
                self.bdds.var(returned, SlotCopy::Current),
            )?;
            draft.parts.push(self.bdds.not(&differ)?);
            draft.next.push(slot);
        }
        Ok(())
    }

    fn effect(
        &self,
        proc: ProcId,
        stmt: StmtId,
        written: &[Slot],
        draft: &mut Draft,
    ) -> BddResult<()> {
        match &self.flow.program.stmt(stmt).kind {
            StmtKind::Assign {
                targets,
                values,
                constrain,
            } => {
                let mut assigned: Vec<(Slot, ExprId)> = bound(self.flow, proc, targets)
                    .map(|(i, slot)| (slot, values[i]))
                    .collect();
                self.bdds.sort_bottom_up(&mut assigned);
                let encoder = self.encoder(Some(proc), written);
                for (slot, value) in assigned {
                    if constrain.is_some() {
                        draft.relate(&encoder, slot, value)?;
                    } else {
                        draft.assign(&encoder, slot, value)?;
                    }
                }
                self.constrain(proc, *constrain, written, draft)
            }
            StmtKind::Assume {
                condition,
                constrain,
            } => {
                draft.parts = self.encoder(Some(proc), &[]).conjuncts(*condition, true)?;
                self.constrain(proc, *constrain, &[], draft)
            }
            _ => Ok(()),
        }
    }

    fn constrain(
        &self,
        proc: ProcId,
        constrain: Option<ExprId>,
        written: &[Slot],
        draft: &mut Draft,
    ) -> BddResult<()> {
        if let Some(constrain) = constrain.filter(|_| !mutants::is("constrain-is-ignored")) {
            let demanded = self
                .encoder(Some(proc), written)
                .conjuncts(constrain, true)?;
            draft.parts.extend(demanded);
        }
        Ok(())
    }
}
