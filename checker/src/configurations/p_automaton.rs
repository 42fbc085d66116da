//! P-automata: a regular set of configurations as a finite automaton over frames, with sets of valuations as BDDs
//! (Bouajjani, Esparza and Maler, *Reachability analysis of pushdown automata*, 1997).
//!
//! A configuration is a valuation of the globals and a stack of frames, the top one first. The automaton is the one of
//! Glushkov: its states are the *positions* of a regular expression over frames, and being in a position means that
//! its frame was the last one read. So a transition has no label of its own: it is "the position that comes next, if
//! the next frame is at one of its places and in one of its states".
//!
//! Stacks that no execution can build do not count: a frame below the top stands where a call of the procedure above
//! it goes on. A frame below the top is therefore always read through a call, see [`PAutomaton::below`].
//!
//! What a frame says about globals is about their value in the configuration, wherever the frame lies. The engines
//! change globals before they get to a lower frame, so they carry the globals that lower frames speak of (the
//! *remembered* slots) along in another copy.

use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::bp::ProcId;
use crate::flow::{ControlPoint, LocId};
use crate::spds::{Renaming, Spds};

/// A position: a state of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FramePosition(pub(crate) u32);

impl FramePosition {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The column of an engine's transitions that end in this position. Column 0 is the engine's own.
    pub(crate) fn column(self) -> usize {
        1 + self.index()
    }

    /// The position that a column stands for; none for column 0.
    pub(crate) fn of_column(column: usize) -> Option<Self> {
        column.checked_sub(1).map(|pos| FramePosition(pos as u32))
    }
}

/// Where a frame may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    Anywhere,
    /// Sorted.
    At(Vec<LocId>),
}

impl Places {
    fn contain(&self, loc: LocId) -> bool {
        match self {
            Places::Anywhere => true,
            Places::At(locs) => locs.binary_search(&loc).is_ok(),
        }
    }
}

impl Places {
    fn intersection(&self, other: &Places) -> Places {
        match (self, other) {
            (Places::Anywhere, places) | (places, Places::Anywhere) => places.clone(),
            (Places::At(locs), other) => {
                let both = locs.iter().copied().filter(|&loc| other.contain(loc));
                Places::At(both.collect())
            }
        }
    }
}

/// One position: the places of the frame, and its states with the globals in each copy.
#[derive(Clone)]
struct Frame {
    places: Places,
    states: [Bdd; 3],
}

/// See the module's text.
#[derive(Clone)]
pub(crate) struct PAutomaton {
    frames: Vec<Frame>,
    first: Vec<FramePosition>,
    follow: Vec<Vec<FramePosition>>,
    last: Vec<bool>,
    remembered: Vec<Slot>,
}

impl PAutomaton {
    /// An automaton without positions: no configuration at all.
    pub(crate) fn new() -> Self {
        PAutomaton {
            frames: Vec::new(),
            first: Vec::new(),
            follow: Vec::new(),
            last: Vec::new(),
            remembered: Vec::new(),
        }
    }

    /// The configurations in which a program starts in one of the procedures.
    pub(crate) fn start(spds: &Spds<'_, '_>, entries: &[ProcId]) -> BddResult<Self> {
        let mut automaton = PAutomaton::new();
        for &entry in entries {
            let start = spds.start(entry)?;
            let places = Places::At(vec![spds.flow.proc(entry).entry]);
            let pos = automaton.add(spds, places, &spds.begin(entry, &start)?)?;
            automaton.make_first(pos);
            automaton.make_last(pos);
        }
        Ok(automaton)
    }

    /// The configurations with one of the locations on top, in any state, over any stack.
    pub(crate) fn somewhere(spds: &Spds<'_, '_>, locs: &[LocId]) -> BddResult<Self> {
        let mut automaton = PAutomaton::new();
        let mut sorted = locs.to_vec();
        sorted.sort_unstable();
        let top = automaton.add(spds, Places::At(sorted), &spds.bdds.one())?;
        let rest = automaton.add(spds, Places::Anywhere, &spds.bdds.one())?;
        automaton.make_first(top);
        automaton.make_next(top, rest);
        automaton.make_next(rest, rest);
        automaton.make_last(top);
        automaton.make_last(rest);
        Ok(automaton)
    }

    /// Adds a position; `states` is over current values.
    pub(crate) fn add(
        &mut self,
        spds: &Spds<'_, '_>,
        places: Places,
        states: &Bdd,
    ) -> BddResult<FramePosition> {
        let globals: Vec<Slot> = spds.flow.global_slots().collect();
        let move_to = |copy| -> BddResult {
            if spds.bdds.is_one(states) {
                return Ok(states.clone());
            }
            Renaming::new(&spds.bdds, &globals, SlotCopy::Current, copy)?.apply(&spds.bdds, states)
        };
        let states = [
            move_to(SlotCopy::Entry)?,
            states.clone(),
            move_to(SlotCopy::Next)?,
        ];
        self.frames.push(Frame { places, states });
        self.follow.push(Vec::new());
        self.last.push(false);
        Ok(FramePosition(self.frames.len() as u32 - 1))
    }

    /// What is in both sets. A position of it is one of each, and it remembers what either does.
    pub(crate) fn intersection(&self, spds: &Spds<'_, '_>, other: &PAutomaton) -> BddResult<Self> {
        let mut both = PAutomaton::new();
        let mut known: FxHashMap<(FramePosition, FramePosition), Option<FramePosition>> =
            FxHashMap::default();
        let mut todo = Vec::new();
        for &left in &self.first {
            for &right in &other.first {
                if let Some(pos) = both.add_pair(spds, &mut known, (self, left), (other, right))? {
                    both.make_first(pos);
                    todo.push((left, right, pos));
                }
            }
        }
        while let Some((left, right, pos)) = todo.pop() {
            for &next_left in self.next(left) {
                for &next_right in other.next(right) {
                    let is_new = !known.contains_key(&(next_left, next_right));
                    let next = (self, next_left);
                    let next = both.add_pair(spds, &mut known, next, (other, next_right))?;
                    if let Some(next) = next {
                        both.make_next(pos, next);
                        if is_new {
                            todo.push((next_left, next_right, next));
                        }
                    }
                }
            }
        }
        for &slot in self.remembered.iter().chain(&other.remembered) {
            if !both.remembered.contains(&slot) {
                both.remembered.push(slot);
            }
        }
        Ok(both)
    }

    /// The position that is one of each, unless no frame is read by both.
    fn add_pair(
        &mut self,
        spds: &Spds<'_, '_>,
        known: &mut FxHashMap<(FramePosition, FramePosition), Option<FramePosition>>,
        (left, at_left): (&PAutomaton, FramePosition),
        (right, at_right): (&PAutomaton, FramePosition),
    ) -> BddResult<Option<FramePosition>> {
        if let Some(&pos) = known.get(&(at_left, at_right)) {
            return Ok(pos);
        }
        let (a, b) = (
            &left.frames[at_left.index()],
            &right.frames[at_right.index()],
        );
        let places = a.places.intersection(&b.places);
        let current = SlotCopy::Current as usize;
        let states = spds.bdds.and(&a.states[current], &b.states[current])?;
        let is_empty = places == Places::At(Vec::new()) || spds.bdds.is_zero(&states);
        let pos = match is_empty {
            true => None,
            false => Some(self.add(spds, places, &states)?),
        };
        known.insert((at_left, at_right), pos);
        if let Some(pos) = pos
            && left.is_last(at_left)
            && right.is_last(at_right)
        {
            self.make_last(pos);
        }
        Ok(pos)
    }

    pub(crate) fn make_first(&mut self, pos: FramePosition) {
        self.first.push(pos);
    }

    pub(crate) fn make_next(&mut self, pos: FramePosition, next: FramePosition) {
        self.follow[pos.index()].push(next);
    }

    pub(crate) fn make_last(&mut self, pos: FramePosition) {
        self.last[pos.index()] = true;
    }

    /// Carries the values of these slots in the configuration along.
    pub(crate) fn remember(&mut self, slots: impl IntoIterator<Item = Slot>) {
        self.remembered.extend(slots);
    }

    pub(crate) fn remembered(&self) -> &[Slot] {
        &self.remembered
    }

    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// The positions that may come after one.
    pub(crate) fn next(&self, pos: FramePosition) -> &[FramePosition] {
        &self.follow[pos.index()]
    }

    /// Whether a position reads frames at a location.
    pub(crate) fn contains(&self, pos: FramePosition, loc: LocId) -> bool {
        self.frames[pos.index()].places.contain(loc)
    }

    /// The positions that read frames at a location.
    pub(crate) fn at(&self, loc: LocId) -> Vec<FramePosition> {
        let all = (0..self.frames.len() as u32).map(FramePosition);
        all.filter(|&pos| self.contains(pos, loc)).collect()
    }

    /// By position, what it says of a frame below the top, with the remembered globals in the extra BDD variables from
    /// `first` on.
    pub(crate) fn carried(&self, spds: &Spds<'_, '_>, first: u32) -> BddResult<Vec<Bdd>> {
        let same = self.same_carried(spds, first)?;
        let remembered = self.remembered.iter().map(|&s| (s, SlotCopy::Current));
        let cube = spds.bdds.cube(remembered)?;
        let current = |frame: &Frame| frame.states[SlotCopy::Current as usize].clone();
        let carried = |f| spds.bdds.and_exists(&current(f), &same, &cube);
        self.frames.iter().map(carried).collect()
    }

    /// The remembered globals are as in the extra BDD variables from `first` on.
    pub(crate) fn same_carried(&self, spds: &Spds<'_, '_>, first: u32) -> BddResult {
        let bdds = &spds.bdds;
        let mut same = bdds.one();
        for (&slot, extra) in self.remembered.iter().zip(first..) {
            let differ = bdds.xor(bdds.var(slot, SlotCopy::Current), bdds.extra(extra))?;
            same = bdds.minus(&same, &differ)?;
        }
        Ok(same)
    }

    /// Whether the stack may end here.
    pub(crate) fn is_last(&self, pos: FramePosition) -> bool {
        self.last[pos.index()]
    }

    /// The ways to read the frame on top: position, location, states over current values.
    pub(crate) fn heads(&self, spds: &Spds<'_, '_>) -> BddResult<Vec<(FramePosition, LocId, Bdd)>> {
        let mut heads = Vec::new();
        for &pos in &self.first {
            let locs: Vec<LocId> = match &self.frames[pos.index()].places {
                Places::Anywhere => spds.flow.locs().collect(),
                Places::At(locs) => locs.clone(),
            };
            for loc in locs {
                let states = self.top(spds, pos, loc)?;
                if !spds.bdds.is_zero(&states) {
                    heads.push((pos, loc, states));
                }
            }
        }
        Ok(heads)
    }

    /// States that `enforce` rules out do not exist; it does not reach failed assertions and results under way.
    fn top(&self, spds: &Spds<'_, '_>, pos: FramePosition, loc: LocId) -> BddResult {
        let states = &self.frames[pos.index()].states[SlotCopy::Current as usize];
        if matches!(
            spds.flow.place(loc),
            ControlPoint::Failed(_) | ControlPoint::Returned(_)
        ) {
            return Ok(states.clone());
        }
        let proc = spds.flow.proc_of(loc);
        spds.bdds.and(states, &spds.enforced[proc.index()])
    }

    /// The ways to read a frame at `loc` after `pos`: position, and states over current locals and the given copy of
    /// the globals. Only to be asked where a call of the procedure above goes on at `loc`.
    pub(crate) fn below(
        &self,
        pos: FramePosition,
        loc: LocId,
        globals: SlotCopy,
    ) -> impl Iterator<Item = (FramePosition, &Bdd)> {
        self.follow[pos.index()].iter().filter_map(move |&next| {
            let frame = &self.frames[next.index()];
            let here = frame.places.contain(loc);
            here.then(|| (next, &frame.states[globals as usize]))
        })
    }
}
