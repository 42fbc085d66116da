//! The product of a program with an automaton.
//!
//! The automaton's state is in unnamed globals of the flow, at the top of the BDDs, and so are its marks: one bit for
//! each acceptance set, which says whether a transition of the set has been taken. It moves by an [`Observer`]. What it
//! does with its marks depends on what is asked ([`Marks`]); where they are not recorded they stay false.

use super::atoms::{Atom, Moment, is_moment};
use super::buchi::{Buchi, Transition};
use super::observed_slots::add_observed_slots;
use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};
use crate::config::{Config, VariableOrder};
use crate::flow::{Flow, slot_order};
use crate::session::Session;
use crate::spds::{Observer, Reductions, Relation, Renaming, Spds};

/// What happens to marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marks {
    /// They stay.
    Ignored,
    /// They stay, and only transitions of this acceptance set are taken.
    Demanded(usize),
    /// That of this acceptance set is set by its transitions.
    Recorded(usize),
    /// Each is set by the transitions of its acceptance set.
    AllRecorded,
}

impl Marks {
    fn records(self, set: usize) -> bool {
        self == Marks::Recorded(set) || self == Marks::AllRecorded
    }
}

pub(super) struct Product<'a, 'p> {
    pub(super) spds: Spds<'a, 'p>,
    pub(super) buchi: &'a Buchi,
    pub(super) atoms: &'a [Atom],
}

/// The flow of the product: with unnamed globals for the automaton, and what it reads.
pub(super) fn product_flow<'p>(session: &Session<'p>, buchi: &Buchi, atoms: &[Atom]) -> Flow<'p> {
    let program = session.flow().program;
    let mut flow = Flow::with_unnamed_globals(program, buchi.state_bits() + buchi.sets);
    add_observed_slots(&mut flow, buchi, atoms, session.entries());
    flow
}

/// A system over the slots of a product's flow, those of the automaton at the top of the BDDs.
pub(super) fn pushdown_system<'a, 'p>(
    flow: &'a Flow<'p>,
    reductions: &Reductions<'_>,
    config: &Config,
) -> BddResult<Spds<'a, 'p>> {
    let unnamed =
        |slot: &Slot| (flow.program.globals.len()..flow.global_count).contains(&slot.index());
    // Relations between heads stay small only where the bits of numbers interleave.
    let kind = match config.variable_order {
        VariableOrder::Declaration => VariableOrder::Declaration,
        _ => VariableOrder::Comparisons,
    };
    let order = slot_order(flow, kind);
    let (mut top, below): (Vec<Slot>, Vec<Slot>) = order.into_iter().partition(unnamed);
    top.extend(below);
    Spds::new(flow, Bdds::new(&top, 0, config.bdd)?, reductions)
}

impl<'a, 'p> Product<'a, 'p> {
    pub(super) fn new(
        flow: &'a Flow<'p>,
        buchi: &'a Buchi,
        atoms: &'a [Atom],
        reductions: &Reductions<'_>,
        config: &Config,
    ) -> BddResult<Self> {
        Ok(Product {
            spds: pushdown_system(flow, reductions, config)?,
            buchi,
            atoms,
        })
    }

    fn first_unnamed(&self) -> usize {
        self.spds.flow.program.globals.len()
    }

    fn state_slots(&self) -> impl Iterator<Item = Slot> + use<> {
        let first = self.first_unnamed();
        (first..first + self.buchi.state_bits()).map(|i| Slot(i as u32))
    }

    pub(super) fn mark_slot(&self, set: usize) -> Slot {
        Slot((self.first_unnamed() + self.buchi.state_bits() + set) as u32)
    }

    pub(super) fn mark_slots(&self) -> impl Iterator<Item = Slot> {
        (0..self.buchi.sets).map(|set| self.mark_slot(set))
    }

    /// The bits of one of the automaton's states.
    fn state(&self, state: usize, copy: SlotCopy) -> BddResult {
        let bdds = &self.spds.bdds;
        let mut all = bdds.one();
        for (bit, slot) in self.state_slots().enumerate() {
            let literal = bdds.literal(slot, copy, state >> bit & 1 == 1)?;
            all = bdds.and(&all, &literal)?;
        }
        Ok(all)
    }

    /// All marks have this value.
    pub(super) fn all_marks(&self, value: bool) -> BddResult {
        let bdds = &self.spds.bdds;
        let mut all = bdds.one();
        for set in 0..self.buchi.sets {
            let literal = bdds.literal(self.mark_slot(set), SlotCopy::Current, value)?;
            all = bdds.and(&all, &literal)?;
        }
        Ok(all)
    }

    /// The cube of the marks' current values.
    pub(super) fn marks_cube(&self) -> BddResult {
        let marks = (0..self.buchi.sets).map(|set| (self.mark_slot(set), SlotCopy::Current));
        self.spds.bdds.cube(marks)
    }

    fn one_of_states(&self, states: impl IntoIterator<Item = usize>) -> BddResult {
        let bdds = &self.spds.bdds;
        let mut some = bdds.zero();
        for state in states {
            some = bdds.or(&some, &self.state(state, SlotCopy::Current)?)?;
        }
        bdds.and(&some, &self.all_marks(false)?)
    }

    /// The automaton is in an initial state, and nothing is marked.
    pub(super) fn initial(&self) -> BddResult {
        self.one_of_states(self.buchi.initial.iter().copied())
    }

    /// The automaton is in any state, and nothing is marked.
    pub(super) fn anywhere(&self) -> BddResult {
        self.one_of_states(0..self.buchi.states)
    }

    /// The automaton beside the program.
    pub(super) fn observer(&self, marks: Marks) -> BddResult<Observer> {
        // Neighbours mostly see the same, so those found last are looked at first.
        let mut known: Vec<(Vec<Bdd>, Relation)> = Vec::new();
        let mut observer = Observer::default();
        for loc in self.spds.flow.locs() {
            if !is_moment(self.spds.flow, loc) {
                observer.push(self.not_reading(marks)?);
                continue;
            }
            let holding = self.holding(Moment::At(loc))?;
            let found = known.iter().rev().find(|(seen, _)| *seen == holding);
            let relation = match found {
                Some((_, relation)) => relation.clone(),
                None => {
                    let relation = self.reading(&holding, marks)?;
                    known.push((holding, relation.clone()));
                    relation
                }
            };
            observer.push(relation);
        }
        Ok(observer)
    }

    /// What the automaton does where there is nothing to read: it takes no transition.
    fn not_reading(&self, marks: Marks) -> BddResult<Relation> {
        let bdds = &self.spds.bdds;
        Ok(Relation {
            earlier: Vec::new(),
            step: bdds.constant(!matches!(marks, Marks::Demanded(_))),
            forget: bdds.one(),
            hidden: bdds.one(),
            rename: None,
            after: bdds.one(),
        })
    }

    /// What the automaton does past the end of a run.
    pub(super) fn reading_the_end(&self, marks: Marks) -> BddResult<Relation> {
        self.reading(&self.holding(Moment::Returned)?, marks)
    }

    /// Where each atom holds.
    fn holding(&self, moment: Moment) -> BddResult<Vec<Bdd>> {
        let (flow, bdds) = (self.spds.flow, &self.spds.bdds);
        let atoms = self.atoms.iter();
        atoms.map(|atom| atom.states(flow, bdds, moment)).collect()
    }

    fn reading(&self, holding: &[Bdd], marks: Marks) -> BddResult<Relation> {
        let bdds = &self.spds.bdds;
        let mut written: Vec<Slot> = self.state_slots().collect();
        let recorded = (0..self.buchi.sets).filter(|&set| marks.records(set));
        written.extend(recorded.map(|set| self.mark_slot(set)));
        let mut step = bdds.zero();
        for transition in &self.buchi.transitions {
            if let Marks::Demanded(set) = marks
                && !transition.marks.contains(&set)
            {
                continue;
            }
            step = bdds.or(&step, &self.transition(transition, holding, marks)?)?;
        }
        Ok(Relation {
            earlier: Vec::new(),
            step,
            forget: bdds.cube(written.iter().map(|&slot| (slot, SlotCopy::Current)))?,
            hidden: bdds.one(),
            rename: Some(Renaming::new(
                bdds,
                &written,
                SlotCopy::Next,
                SlotCopy::Current,
            )?),
            after: bdds.one(),
        })
    }

    fn transition(&self, transition: &Transition, holding: &[Bdd], marks: Marks) -> BddResult {
        let bdds = &self.spds.bdds;
        let mut step = self.guard(transition, holding)?;
        if bdds.is_zero(&step) {
            return Ok(step);
        }
        for set in (0..self.buchi.sets).filter(|&set| marks.records(set)) {
            let slot = self.mark_slot(set);
            let becomes = match transition.marks.contains(&set) {
                true => bdds.var(slot, SlotCopy::Next).clone(),
                false => bdds.equal([slot], SlotCopy::Current, SlotCopy::Next)?,
            };
            step = bdds.and(&step, &becomes)?;
        }
        step = bdds.and(&step, &self.state(transition.from, SlotCopy::Current)?)?;
        bdds.and(&step, &self.state(transition.to, SlotCopy::Next)?)
    }

    fn guard(&self, transition: &Transition, holding: &[Bdd]) -> BddResult {
        let bdds = &self.spds.bdds;
        let mut some = bdds.zero();
        for cube in &transition.guard {
            let mut all = bdds.one();
            for &(atom, value) in cube {
                all = match value {
                    true => bdds.and(&all, &holding[atom])?,
                    false => bdds.minus(&all, &holding[atom])?,
                };
            }
            some = bdds.or(&some, &all)?;
        }
        Ok(some)
    }
}
