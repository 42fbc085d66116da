//! How procedures are entered and left, and how calls pass values: the rules of [`super::EntryRule`],
//! [`super::ExitRule`] and [`super::CallRule`].

use super::build::Builder;
use super::step::Draft;
use super::{CallRule, EntryRule, ExitRule};
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::{ExprId, ProcId, StmtKind, VarDecl};
use crate::flow::{Call, SlotSet};

impl Builder<'_, '_> {
    pub(super) fn tracked(&self, proc: ProcId) -> SlotSet {
        let own = self.flow.proc(proc);
        let mut visible = self.mod_ref.touched[proc.index()].clone();
        visible.extend(own.slots[..own.formals].iter().copied());
        let mut tracked = self.live.before_entry(self.flow, proc);
        tracked.intersect_with(&visible);
        tracked
    }

    pub(super) fn results(&self, proc: ProcId) -> SlotSet {
        let mut visible = self.mod_ref.modified[proc.index()].clone();
        visible.extend(self.flow.return_slots(proc));
        let mut results = self.live.at(self.flow.proc(proc).exit).clone();
        results.intersect_with(&visible);
        results
    }

    fn tracked_globals(&self, proc: ProcId) -> Vec<Slot> {
        let tracked = self.tracked[proc.index()].iter();
        tracked.filter(|s| self.flow.is_global(*s)).collect()
    }

    fn tracked_formals(&self, proc: ProcId) -> Vec<Slot> {
        let tracked = self.tracked[proc.index()].iter();
        tracked.filter(|s| !self.flow.is_global(*s)).collect()
    }

    pub(super) fn entry(&mut self, proc: ProcId, enforced: &Bdd) -> BddResult<EntryRule> {
        let declared = &self.flow.program.proc(proc);
        let locals: Vec<VarDecl> = declared
            .formals
            .iter()
            .chain(&declared.locals)
            .copied()
            .collect();
        let mut init = self.initialisers(Some(proc), &locals)?;
        let mut dead = self.live.before_entry(self.flow, proc);
        let initialised = locals.iter().filter(|d| d.init.is_some());
        dead.extend(initialised.map(|d| self.flow.slot(proc, d.name.symbol)));
        dead.minus_with(self.live.at(self.flow.proc(proc).entry));
        let dead = self.current_cube(dead)?;
        if !self.bdds.is_one(enforced) || !self.bdds.is_one(&dead) {
            let last = Draft {
                after: enforced.clone(),
                ..self.draft()
            };
            init.push(self.finish(last, dead)?);
        }
        let tracked: Vec<Slot> = self.tracked[proc.index()].iter().collect();
        let mut others = self.live.before_entry(self.flow, proc);
        others.minus_with(&self.tracked[proc.index()]);
        let untracked = self.cube(others.iter().map(|s| (s, SlotCopy::Current)).collect())?;
        let remembered = match self.remembers[proc.index()] {
            true => tracked.clone(),
            false => Vec::new(),
        };
        let same = self.renaming(remembered, SlotCopy::Entry, SlotCopy::Current)?;
        Ok(EntryRule {
            same,
            tracked,
            untracked,
            init,
        })
    }

    pub(super) fn exit(&mut self, proc: ProcId) -> BddResult<ExitRule> {
        let results: Vec<Slot> = self.results[proc.index()].iter().collect();
        let mut hidden = self.live.at(self.flow.proc(proc).exit).clone();
        hidden.minus_with(&self.results[proc.index()]);
        let hidden = hidden.iter().map(|s| (s, SlotCopy::Current)).collect();
        Ok(ExitRule {
            forget: self.cube(hidden)?,
            results: self.renaming(results, SlotCopy::Current, SlotCopy::Next)?,
            globals: self.renaming(
                self.tracked_globals(proc),
                SlotCopy::Entry,
                SlotCopy::Current,
            )?,
            formals: self.renaming(self.tracked_formals(proc), SlotCopy::Entry, SlotCopy::Next)?,
        })
    }

    pub(super) fn call(
        &mut self,
        caller: ProcId,
        call: &Call,
        enforced: &Bdd,
    ) -> BddResult<CallRule> {
        let (current, next) = (|s| (s, SlotCopy::Current), |s| (s, SlotCopy::Next));
        let formals = self.tracked_formals(call.callee);
        let pass = self.pass(caller, call)?;
        let (live_from, live_to) = (self.live.at(call.from), self.live.at(call.to));
        let mut unseen = live_from.clone();
        self.tracked_globals(call.callee)
            .into_iter()
            .for_each(|s| unseen.remove(s));
        let own_entry = self.tracked[caller.index()]
            .iter()
            .map(|s| (s, SlotCopy::Entry));
        let leave = own_entry.chain(unseen.iter().map(current)).collect();
        let mut forget = live_from.clone();
        forget.minus_with(live_to);
        if !mutants::is("callers-keep-the-globals-that-callees-write") {
            forget.union_with(&self.mod_ref.modified[call.callee.index()]);
        }
        let forget = forget.iter().map(current).collect();
        let (kept, lost): (Vec<Slot>, Vec<Slot>) = self.results[call.callee.index()]
            .iter()
            .partition(|&s| live_to.contains(s) && (call.binds || self.flow.is_global(s)));
        let hide = formals.iter().copied().chain(lost).map(next).collect();
        Ok(CallRule {
            caller,
            callee: call.callee,
            from: call.from,
            to: call.to,
            pass,
            leave: self.cube(leave)?,
            hide: self.cube(hide)?,
            enter: self.renaming(formals, SlotCopy::Next, SlotCopy::Current)?,
            forget: self.cube(forget)?,
            back: self.renaming(kept, SlotCopy::Next, SlotCopy::Current)?,
            // Where results are still to be bound the call is not over yet.
            after: if call.binds {
                self.bdds.one()
            } else {
                enforced.clone()
            },
        })
    }

    /// A placeholder for a call of a procedure that is left out, which no engine may take.
    pub(super) fn no_call(&mut self, caller: ProcId, call: &Call) -> BddResult<CallRule> {
        let (yes, no) = (self.bdds.one(), self.bdds.zero());
        let same = self.renaming(Vec::new(), SlotCopy::Next, SlotCopy::Current)?;
        Ok(CallRule {
            caller,
            callee: call.callee,
            from: call.from,
            to: call.to,
            pass: no,
            leave: yes.clone(),
            enter: same.clone(),
            hide: yes.clone(),
            forget: yes.clone(),
            back: same,
            after: yes,
        })
    }

    /// Next values of the callee's formals, from the caller's state.
    fn pass(&self, caller: ProcId, call: &Call) -> BddResult {
        let StmtKind::Call { args, .. } = &self.flow.program.stmt(call.stmt).kind else {
            unreachable!("a call's statement is a call");
        };
        let encoder = self.encoder(Some(caller), &[]);
        let tracked = &self.tracked[call.callee.index()];
        let formals = self.flow.proc(call.callee).slots.iter().copied();
        let mut passed: Vec<(Slot, ExprId)> = formals
            .zip(args.iter().copied())
            .filter(|(s, _)| tracked.contains(*s))
            .collect();
        self.bdds.sort_bottom_up(&mut passed);
        let mut pass = self.bdds.one();
        for (slot, arg) in passed {
            pass = self.bdds.and(&encoder.becomes(slot, arg)?, &pass)?;
        }
        Ok(pass)
    }
}
