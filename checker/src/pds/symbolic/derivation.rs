//! How values came to be reached: the rules that were applied, from the last to the first, with all values.
//!
//! Everything concrete here is a valuation as a cube: of a head in current copies, of a frame's entry in entry copies (`1` for
//! a frame of the automaton of starts, which has none), of the locals below in their own slots. Each part is taken from the
//! earliest event that has it, and what that comes from has earlier ones, so that the search ends.

use super::post_star::{Event, FrameId, HeadSource, PostStar, Rank, RuleAt};
use super::rules::{Control, Key, ProductRule, Put};
use super::space::Space;
use crate::bdd::{Bdd, BddResult, SlotCopy};

/// Longer runs are not written down.
const MAX_STEPS: usize = 100_000;

/// A rule with the values before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The file's rule; none where a run that has ended stutters.
    pub(super) origin: Option<usize>,
    pub(super) from: Control,
    pub(super) top: u32,
    pub(super) to: Control,
    pub(super) put: Put,
    pub(super) globals: [Vec<i64>; 2],
    /// Before, and of the first and the second symbol afterwards.
    pub(super) locals: [Vec<i64>; 3],
}

/// Why there is no run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoRun {
    OutOfNodes,
    TooLong,
    /// Nothing explains what was reached: a mistake of ours.
    Unexplained,
}

impl From<crate::bdd::OutOfNodes> for NoRun {
    fn from(_: crate::bdd::OutOfNodes) -> Self {
        NoRun::OutOfNodes
    }
}

pub(super) type Told<T> = Result<T, NoRun>;

/// A head in a frame, with values, that was reached before a rank.
#[derive(Clone)]
pub(super) struct At {
    pub(super) frame: FrameId,
    pub(super) entry: Bdd,
    pub(super) key: Key,
    pub(super) head: Bdd,
    pub(super) before: Rank,
}

/// The call that made a frame: `entry` are its values at entry in the next copy, `below` the locals below it, and `into_entry` the
/// values at entry of the frame below.
#[derive(Clone)]
pub(super) struct CallAt {
    pub(super) frame: FrameId,
    pub(super) caller: usize,
    pub(super) entry: Bdd,
    pub(super) below: Bdd,
    pub(super) into_entry: Bdd,
    pub(super) before: Rank,
}

enum Task {
    Head(At),
    Call(CallAt),
}

/// Steps from the last to the first.
pub(super) struct Derivation<'d, 'p, 'a> {
    reached: &'d PostStar<'p, 'a>,
    pub(super) steps: Vec<Step>,
    tasks: Vec<Task>,
}

impl<'d, 'p, 'a> Derivation<'d, 'p, 'a> {
    pub(super) fn new(reached: &'d PostStar<'p, 'a>) -> Self {
        Derivation {
            reached,
            steps: Vec::new(),
            tasks: Vec::new(),
        }
    }

    fn space(&self) -> &'a Space {
        self.reached.space()
    }

    /// The steps from where the frame begins to a head in it.
    pub(super) fn head(&mut self, at: At) -> Told<()> {
        self.tasks.push(Task::Head(at));
        self.work()
    }

    /// The call that made a frame, and the steps before it in the frame below. Nothing for the automaton of starts.
    pub(super) fn call(&mut self, at: CallAt) -> Told<()> {
        self.tasks.push(Task::Call(at));
        self.work()
    }

    /// The steps inside of a frame that was left, from its entry on.
    pub(super) fn left(
        &mut self,
        frame: FrameId,
        entry: Bdd,
        control: Control,
        globals: &Bdd,
    ) -> Told<()> {
        let space = self.space();
        let pops = self.reached.frames[frame].pops.get(&control);
        let events = pops.map_or(&[][..], |pops| &pops.events);
        let wanted = space.bdds.and(&entry, globals)?;
        let pop = earliest(space, events, &wanted, Rank::MAX)?;
        self.leave(frame, entry, globals, pop)?;
        self.work()
    }

    /// Where a frame was entered with some values: the rule that did it, and a head of the frame below with its entry and what lies below.
    pub(super) fn enter(&mut self, frame: FrameId, entry: &Bdd) -> Told<Option<(At, Bdd, u32)>> {
        let space = self.space();
        let bdds = &space.bdds;
        let Some(key) = self.reached.frames[frame].entry else {
            return Ok(None);
        };
        let first = space.entry_to_current.apply(bdds, entry)?;
        let wanted = bdds.and(entry, &first)?;
        let head = self.reached.frames[frame].heads.get(&key);
        let events = head.map_or(&[][..], |head| &head.events);
        let entered = events
            .iter()
            .filter(|event| matches!(event.source, HeadSource::Entered { .. }));
        for event in entered {
            if bdds.is_zero(&bdds.and(&event.added, &wanted)?) {
                continue;
            }
            let HeadSource::Entered {
                from,
                rule: rule_at,
            } = event.source
            else {
                continue;
            };
            return self.entered_by(&first, from, rule_at, event.rank).map(Some);
        }
        Err(NoRun::Unexplained)
    }

    fn entered_by(
        &mut self,
        first: &Bdd,
        from: FrameId,
        rule_at: RuleAt,
        before: Rank,
    ) -> Told<(At, Bdd, u32)> {
        let space = self.space();
        let bdds = &space.bdds;
        let rule = self.rule(rule_at)?;
        let Put::Two(_, symbol) = rule.put else {
            return Err(NoRun::Unexplained);
        };
        let after = space.next_to_current.undo(bdds, first)?;
        let allowed = bdds.and_exists(&rule.relation, &after, &space.next)?;
        let heads = self.reached.frames[from].heads.get(&rule_at.key);
        let events = heads.map_or(&[][..], |head| &head.events);
        let event = earliest(space, events, &allowed, before)?;
        let both = bdds.and(&event.added, &allowed)?;
        let entries = bdds.exists(&both, &bdds.and(&space.current, &space.below_cube)?)?;
        let entry = self.entry_of(from, &entries)?;
        let both = bdds.and_exists(&both, &entry, &space.entry)?;
        let mut bits = space.head_bits(SlotCopy::Current);
        bits.extend(space.below_bits());
        let chosen = space.pick(&both, bits)?;
        let head = bdds.exists(&chosen, &space.below_cube)?;
        let below = bdds.exists(&chosen, &space.current)?;
        let locals = [
            space.values(&space.locals, &head)?,
            space.values(&space.locals, first)?,
            space.values(&space.below, &below)?,
        ];
        self.emit(rule_at, rule, &head, first, locals)?;
        let at = At {
            frame: from,
            entry,
            key: rule_at.key,
            head,
            before,
        };
        Ok((at, below, symbol))
    }

    fn work(&mut self) -> Told<()> {
        while let Some(task) = self.tasks.pop() {
            if self.steps.len() > MAX_STEPS {
                return Err(NoRun::TooLong);
            }
            match task {
                Task::Head(at) => self.explain_head(&at)?,
                Task::Call(at) => self.explain_call(&at)?,
            }
        }
        Ok(())
    }

    fn rule(&self, at: RuleAt) -> Told<&'d ProductRule> {
        let rules = self
            .reached
            .product
            .made(at.key)
            .ok_or(NoRun::Unexplained)?;
        rules.get(at.number).ok_or(NoRun::Unexplained)
    }

    fn explain_head(&mut self, at: &At) -> Told<()> {
        let space = self.space();
        let bdds = &space.bdds;
        let valuation = bdds.and(&at.entry, &at.head)?;
        let head = self.reached.frames[at.frame].heads.get(&at.key);
        let events = head.map_or(&[][..], |head| &head.events);
        let event = earliest(space, events, &valuation, at.before)?;
        match event.source {
            HeadSource::Start | HeadSource::Entered { .. } => Ok(()),
            HeadSource::Step(rule_at) => {
                let rule = self.rule(rule_at)?;
                let after = space.next_to_current.undo(bdds, &at.head)?;
                let allowed = bdds.and_exists(&rule.relation, &after, &space.next)?;
                let allowed = bdds.and(&allowed, &at.entry)?;
                let head = self.head_within(at.frame, rule_at.key, &allowed, event.rank)?;
                let locals = [&head, &at.head].map(|set| space.values(&space.locals, set));
                let [before, after] = locals;
                self.emit(
                    rule_at,
                    rule,
                    &head,
                    &at.head,
                    [before?, after?, Vec::new()],
                )?;
                self.tasks.push(Task::Head(At {
                    key: rule_at.key,
                    head,
                    before: event.rank,
                    ..at.clone()
                }));
                Ok(())
            }
            HeadSource::Returned {
                frame,
                control,
                caller,
            } => self.explain_return(at, (frame, control, caller), event.rank),
        }
    }

    /// Values of a head in a frame that were reached before a rank, among those that are allowed (with the frame's entry).
    fn head_within(&self, frame: FrameId, key: Key, allowed: &Bdd, before: Rank) -> Told<Bdd> {
        let space = self.space();
        let head = self.reached.frames[frame].heads.get(&key);
        let events = head.map_or(&[][..], |head| &head.events);
        let event = earliest(space, events, allowed, before)?;
        let set = space.bdds.and_exists(&event.added, allowed, &space.entry)?;
        Ok(space.pick(&set, space.head_bits(SlotCopy::Current))?)
    }

    fn explain_return(
        &mut self,
        at: &At,
        (frame, control, caller): (FrameId, Control, usize),
        before: Rank,
    ) -> Told<()> {
        let space = self.space();
        let bdds = &space.bdds;
        let inner = &self.reached.frames[frame];
        let below = bdds.exists(&at.head, &self.global_cube()?)?;
        let below = space.below_to_local.undo(bdds, &below)?;
        let globals = bdds.exists(&at.head, &space.local_cube)?;
        let wanted = bdds.and(&below, &at.entry)?;
        let pops = inner.pops.get(&control).ok_or(NoRun::Unexplained)?;
        let calls = &inner.callers[caller].transition;
        let quantified = bdds.and(&space.entry, &space.below_cube)?;
        // Of the calls and the returns that were there, two that fit.
        for call in calls.events.iter().take_while(|event| event.rank < before) {
            let entries = bdds.and_exists(&call.added, &wanted, &quantified)?;
            if bdds.is_zero(&entries) {
                continue;
            }
            let entries = space.entry_to_next.undo(bdds, &entries)?;
            for pop in pops.events.iter().take_while(|event| event.rank < before) {
                let both = bdds.and(&bdds.and(&pop.added, &globals)?, &entries)?;
                if bdds.is_zero(&both) {
                    continue;
                }
                let entry = self.entry_of(frame, &bdds.exists(&both, &space.current)?)?;
                self.tasks.push(Task::Call(CallAt {
                    frame,
                    caller,
                    entry: self.as_next(&entry)?,
                    below,
                    into_entry: at.entry.clone(),
                    before,
                }));
                return self.leave(frame, entry, &globals, pop);
            }
        }
        Err(NoRun::Unexplained)
    }

    /// The rule that left a frame, and then what was before it there.
    fn leave(
        &mut self,
        frame: FrameId,
        entry: Bdd,
        globals: &Bdd,
        pop: &Event<RuleAt>,
    ) -> Told<()> {
        let space = self.space();
        let bdds = &space.bdds;
        let rule = self.rule(pop.source)?;
        let after = space.global_next_to_current.undo(bdds, globals)?;
        let allowed = bdds.and_exists(&rule.relation, &after, &space.next)?;
        let allowed = bdds.and(&allowed, &entry)?;
        let head = self.head_within(frame, pop.source.key, &allowed, pop.rank)?;
        let before = space.values(&space.locals, &head)?;
        self.emit(
            pop.source,
            rule,
            &head,
            globals,
            [before, Vec::new(), Vec::new()],
        )?;
        self.tasks.push(Task::Head(At {
            frame,
            entry,
            key: pop.source.key,
            head,
            before: pop.rank,
        }));
        Ok(())
    }

    fn explain_call(&mut self, at: &CallAt) -> Told<()> {
        let space = self.space();
        let bdds = &space.bdds;
        let caller = &self.reached.frames[at.frame].callers[at.caller];
        let wanted = bdds.and(&bdds.and(&at.entry, &at.below)?, &at.into_entry)?;
        let event = earliest(space, &caller.transition.events, &wanted, at.before)?;
        let Some(rule_at) = event.source else {
            return Ok(());
        };
        let rule = self.rule(rule_at)?;
        let into = caller.into;
        let after = bdds.and(&at.entry, &at.below)?;
        let quantified = bdds.and(&space.next, &space.below_cube)?;
        let allowed = bdds.and_exists(&rule.relation, &after, &quantified)?;
        let allowed = bdds.and(&allowed, &at.into_entry)?;
        let head = self.head_within(into, rule_at.key, &allowed, event.rank)?;
        let first = space.next_to_current.apply(bdds, &at.entry)?;
        let locals = [
            space.values(&space.locals, &head)?,
            space.values(&space.locals, &first)?,
            space.values(&space.below, &at.below)?,
        ];
        self.emit(rule_at, rule, &head, &first, locals)?;
        self.tasks.push(Task::Head(At {
            frame: into,
            entry: at.into_entry.clone(),
            key: rule_at.key,
            head,
            before: event.rank,
        }));
        Ok(())
    }

    fn emit(
        &mut self,
        at: RuleAt,
        rule: &ProductRule,
        head: &Bdd,
        after: &Bdd,
        locals: [Vec<i64>; 3],
    ) -> Told<()> {
        let space = self.space();
        self.steps.push(Step {
            origin: rule.origin,
            from: at.key.0,
            top: at.key.1,
            to: rule.to,
            put: rule.put,
            globals: [
                space.values(&space.globals, head)?,
                space.values(&space.globals, after)?,
            ],
            locals,
        });
        Ok(())
    }

    fn global_cube(&self) -> BddResult {
        let space = self.space();
        // Quantifying variables of a cube takes them out of the cube.
        space.bdds.exists(&space.current, &space.local_cube)
    }

    /// One of the entries of a frame.
    pub(super) fn entry_of(&self, frame: FrameId, entries: &Bdd) -> BddResult {
        let space = self.space();
        match self.reached.frames[frame].entry {
            Some(_) => space.pick(entries, space.head_bits(SlotCopy::Entry)),
            None => Ok(space.bdds.one()),
        }
    }

    /// Values at entry, in the next copy.
    pub(super) fn as_next(&self, entry: &Bdd) -> BddResult {
        let space = self.space();
        space.entry_to_next.apply(&space.bdds, entry)
    }
}

/// The earliest event before a rank that has some of the wanted values.
pub(super) fn earliest<'e, S>(
    space: &Space,
    events: &'e [Event<S>],
    wanted: &Bdd,
    before: Rank,
) -> Told<&'e Event<S>> {
    for event in events.iter().take_while(|event| event.rank < before) {
        let both = space.bdds.and(&event.added, wanted)?;
        if !space.bdds.is_zero(&both) {
            return Ok(event);
        }
    }
    Err(NoRun::Unexplained)
}
