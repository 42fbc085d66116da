//! All that can be reached, as a symbolic P-automaton: post\* of Esparza and Schwoon (CAV 2001).
//!
//! A *frame* is a state of the automaton that is no control state: the activation that begins when a rule pushes a symbol, with
//! the values it begins with; or a state of the automaton of starts, which has no such values. The automaton has three kinds of
//! transitions, each with a set of values:
//!
//! * a head in a frame: the values with which the frame was entered, and those now (`heads`);
//! * what lies below a frame: its values at entry, the locals of the symbol below, and the entry of the frame that this belongs
//!   to (`callers`);
//! * that a frame is left, in a control state: its values at entry, and the globals then (`pops`).
//!
//! Whatever is added is an event with a rank and with what it comes from, so that runs can be told afterwards.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use super::rules::{Control, Key, Product, ProductRule, Put};
use super::space::Space;
use crate::bdd::{Bdd, BddResult};

pub(super) type FrameId = usize;

/// Events are numbered in their order.
pub(super) type Rank = u64;

/// Something that was added.
pub(super) struct Event<S> {
    pub(super) rank: Rank,
    pub(super) added: Bdd,
    pub(super) source: S,
}

/// A rule of the product, by the head that it is for and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RuleAt {
    pub(super) key: Key,
    pub(super) number: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum HeadSource {
    /// Given as a start.
    Start,
    /// The frame was entered by a rule of another frame.
    Entered {
        from: FrameId,
        rule: RuleAt,
    },
    Step(RuleAt),
    /// A frame was left in a control state, by what lies below it.
    Returned {
        frame: FrameId,
        control: Control,
        caller: usize,
    },
}

pub(super) struct Transition<S> {
    /// All that was added.
    pub(super) all: Bdd,
    pub(super) events: Vec<Event<S>>,
}

impl<S> Transition<S> {
    fn new(space: &Space) -> Self {
        Transition {
            all: space.bdds.zero(),
            events: Vec::new(),
        }
    }

    /// What of a set is new; nothing where all of it is known.
    fn add(
        &mut self,
        space: &Space,
        set: &Bdd,
        rank: &mut Rank,
        source: S,
    ) -> BddResult<Option<Bdd>> {
        let added = space.bdds.minus(set, &self.all)?;
        if space.bdds.is_zero(&added) {
            return Ok(None);
        }
        self.all = space.bdds.or(&self.all, &added)?;
        *rank += 1;
        self.events.push(Event {
            rank: *rank,
            added: added.clone(),
            source,
        });
        Ok(Some(added))
    }
}

/// What lies below a frame.
pub(super) struct Caller {
    /// The frame that the symbol below belongs to, and that symbol.
    pub(super) into: FrameId,
    pub(super) below: u32,
    pub(super) transition: Transition<Option<RuleAt>>,
}

#[derive(Default)]
pub(super) struct Frame {
    pub(super) heads: FxHashMap<Key, Transition<HeadSource>>,
    pub(super) pops: FxHashMap<Control, Transition<RuleAt>>,
    pub(super) callers: Vec<Caller>,
    /// Where a rule's frame begins; none in the automaton of starts.
    pub(super) entry: Option<Key>,
    pub(super) accepting: bool,
}

pub(super) struct PostStar<'p, 'a> {
    pub(super) product: &'p mut Product<'a>,
    pub(super) frames: Vec<Frame>,
    by_entry: FxHashMap<Key, FrameId>,
    pending: FxHashMap<(FrameId, Key), Bdd>,
    queue: VecDeque<(FrameId, Key)>,
    rank: Rank,
}

impl<'p, 'a> PostStar<'p, 'a> {
    pub(super) fn new(product: &'p mut Product<'a>) -> Self {
        PostStar {
            product,
            frames: Vec::new(),
            by_entry: FxHashMap::default(),
            pending: FxHashMap::default(),
            queue: VecDeque::new(),
            rank: 0,
        }
    }

    pub(super) fn space(&self) -> &'a Space {
        self.product.space
    }

    /// A state of the automaton of starts.
    pub(super) fn add_start_frame(&mut self, accepting: bool) -> FrameId {
        self.frames.push(Frame {
            accepting,
            ..Frame::default()
        });
        self.frames.len() - 1
    }

    /// A start: a head in a frame of the automaton of starts, with values now.
    pub(super) fn add_start(&mut self, frame: FrameId, key: Key, values: &Bdd) -> BddResult<()> {
        self.add_head(frame, key, values, HeadSource::Start)
    }

    /// A transition of the automaton of starts: the symbol with these locals lies below a frame.
    pub(super) fn add_start_below(
        &mut self,
        frame: FrameId,
        into: FrameId,
        below: u32,
        locals: &Bdd,
    ) -> BddResult<()> {
        let locals = self
            .space()
            .below_to_local
            .undo(&self.space().bdds, locals)?;
        self.add_caller(frame, into, below, &locals, None)
    }

    /// A frame that is entered with some values, whatever lies below.
    pub(super) fn enter(&mut self, key: Key, values: &Bdd) -> BddResult<FrameId> {
        let frame = self.frame(key);
        self.add_entered(frame, key, values, HeadSource::Start)?;
        Ok(frame)
    }

    pub(super) fn frame_of(&self, key: Key) -> Option<FrameId> {
        self.by_entry.get(&key).copied()
    }

    fn frame(&mut self, key: Key) -> FrameId {
        let frames = &mut self.frames;
        *self.by_entry.entry(key).or_insert_with(|| {
            frames.push(Frame {
                entry: Some(key),
                ..Frame::default()
            });
            frames.len() - 1
        })
    }

    /// Until nothing is added.
    pub(super) fn run(&mut self) -> BddResult<()> {
        while let Some((frame, key)) = self.queue.pop_front() {
            let Some(set) = self.pending.remove(&(frame, key)) else {
                continue;
            };
            let rules = self.product.of_head(key)?;
            for (number, rule) in rules.iter().enumerate() {
                self.apply(frame, &set, RuleAt { key, number }, rule)?;
            }
        }
        Ok(())
    }

    fn apply(
        &mut self,
        frame: FrameId,
        set: &Bdd,
        at: RuleAt,
        rule: &ProductRule,
    ) -> BddResult<()> {
        let space = self.space();
        let bdds = &space.bdds;
        let after = bdds.and_exists(set, &rule.relation, &space.current)?;
        if bdds.is_zero(&after) {
            return Ok(());
        }
        match rule.put {
            Put::Nothing => {
                let set = space.global_next_to_current.apply(bdds, &after)?;
                self.add_pop(frame, rule.to, &set, at)
            }
            Put::One(symbol) => {
                let set = space.next_to_current.apply(bdds, &after)?;
                self.add_head(frame, (rule.to, symbol), &set, HeadSource::Step(at))
            }
            Put::Two(top, below) => {
                let inner = bdds.exists(&after, &bdds.and(&space.entry, &space.below_cube)?)?;
                let inner = space.next_to_current.apply(bdds, &inner)?;
                let key = (rule.to, top);
                let entered = self.frame(key);
                let source = HeadSource::Entered {
                    from: frame,
                    rule: at,
                };
                self.add_entered(entered, key, &inner, source)?;
                self.add_caller(entered, frame, below, &after, Some(at))
            }
        }
    }

    fn add_entered(
        &mut self,
        frame: FrameId,
        key: Key,
        values: &Bdd,
        source: HeadSource,
    ) -> BddResult<()> {
        let space = self.space();
        let set = space.bdds.and(values, space.entry_to_current.equal())?;
        self.add_head(frame, key, &set, source)
    }

    fn add_head(
        &mut self,
        frame: FrameId,
        key: Key,
        set: &Bdd,
        source: HeadSource,
    ) -> BddResult<()> {
        let space = self.space();
        let heads = &mut self.frames[frame].heads;
        let head = heads.entry(key).or_insert_with(|| Transition::new(space));
        let Some(added) = head.add(space, set, &mut self.rank, source)? else {
            return Ok(());
        };
        match self.pending.get_mut(&(frame, key)) {
            Some(pending) => *pending = space.bdds.or(pending, &added)?,
            None => {
                self.pending.insert((frame, key), added);
                self.queue.push_back((frame, key));
            }
        }
        Ok(())
    }

    /// `set` relates the values at the frame's entry and the globals now.
    fn add_pop(
        &mut self,
        frame: FrameId,
        control: Control,
        set: &Bdd,
        rule: RuleAt,
    ) -> BddResult<()> {
        let space = self.space();
        let pops = &mut self.frames[frame].pops;
        let pop = pops
            .entry(control)
            .or_insert_with(|| Transition::new(space));
        let Some(added) = pop.add(space, set, &mut self.rank, rule)? else {
            return Ok(());
        };
        let added = space.entry_to_next.apply(&space.bdds, &added)?;
        for caller in 0..self.frames[frame].callers.len() {
            let known = self.frames[frame].callers[caller].transition.all.clone();
            self.go_on(frame, caller, control, &known, &added)?;
        }
        Ok(())
    }

    /// `set` relates the values at the frame's entry (next copy), the locals below, and the entry of the frame `into`.
    fn add_caller(
        &mut self,
        frame: FrameId,
        into: FrameId,
        below: u32,
        set: &Bdd,
        rule: Option<RuleAt>,
    ) -> BddResult<()> {
        let space = self.space();
        let callers = &mut self.frames[frame].callers;
        let known = callers
            .iter()
            .position(|c| (c.into, c.below) == (into, below));
        let number = known.unwrap_or_else(|| {
            callers.push(Caller {
                into,
                below,
                transition: Transition::new(space),
            });
            callers.len() - 1
        });
        let transition = &mut self.frames[frame].callers[number].transition;
        let Some(added) = transition.add(space, set, &mut self.rank, rule)? else {
            return Ok(());
        };
        let pops = self.frames[frame].pops.iter();
        let mut pops: Vec<(Control, Bdd)> = pops.map(|(&c, pop)| (c, pop.all.clone())).collect();
        pops.sort_unstable_by_key(|&(control, _)| control);
        for (control, pop) in pops {
            let pop = space.entry_to_next.apply(&space.bdds, &pop)?;
            self.go_on(frame, number, control, &added, &pop)?;
        }
        Ok(())
    }

    /// What is left goes on below. `pop` has the values at entry in the next copy.
    fn go_on(
        &mut self,
        frame: FrameId,
        caller: usize,
        control: Control,
        below: &Bdd,
        pop: &Bdd,
    ) -> BddResult<()> {
        let space = self.space();
        let set = space.bdds.and_exists(below, pop, &space.next)?;
        let set = space.below_to_local.apply(&space.bdds, &set)?;
        let Caller { into, below, .. } = self.frames[frame].callers[caller];
        let source = HeadSource::Returned {
            frame,
            control,
            caller,
        };
        self.add_head(into, (control, below), &set, source)
    }

    /// The values of a head in any frame.
    pub(super) fn heads(&self) -> BddResult<FxHashMap<Key, Bdd>> {
        let space = self.space();
        let mut all: FxHashMap<Key, Bdd> = FxHashMap::default();
        for frame in &self.frames {
            let mut heads: Vec<_> = frame.heads.iter().collect();
            heads.sort_unstable_by_key(|(key, _)| **key);
            for (&key, head) in heads {
                let values = space.bdds.exists(&head.all, &space.entry)?;
                let known = all.entry(key).or_insert_with(|| space.bdds.zero());
                *known = space.bdds.or(known, &values)?;
            }
        }
        Ok(all)
    }
}
