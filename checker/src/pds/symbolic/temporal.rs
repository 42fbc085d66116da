//! Linear temporal logic: the product with the automaton of what violates a property, and a run that is accepted.

use super::atoms::{Atoms, HeadValues};
use super::derivation::{At, Derivation, NoRun, Step, Told};
use super::head_graph::{HeadGraph, summarise};
use super::names::Names;
use super::post_star::{FrameId, PostStar, Rank};
use super::repeating_heads::Component;
use super::rules::{FileRules, Key, Product};
use super::run::{Concrete, Teller};
use super::space::Space;
use super::{SymbolicError, SymbolicLasso, SymbolicVerdict};
use crate::bdd::Bdd;
use crate::pds::EndedRuns;
use crate::pds::automaton::PAutomaton;
use crate::pds::moped::SymbolicFile;
use crate::pds::property::Property;
use crate::pds::temporal::Lasso;
use ltl::{BitSet, PeriodicWord, degeneralise};

/// A question about runs.
pub(super) struct Question<'q> {
    pub(super) file: &'q SymbolicFile,
    pub(super) names: &'q Names,
    pub(super) space: &'q Space,
    pub(super) rules: &'q FileRules,
    pub(super) from: &'q PAutomaton,
    pub(super) property: &'q Property,
    pub(super) ended: EndedRuns,
}

/// A run with values.
struct Found {
    end: Concrete,
    stem: Vec<Step>,
    cycle: Vec<Step>,
}

impl Question<'_> {
    pub(super) fn verdict(&self) -> Result<SymbolicVerdict, SymbolicError> {
        let buchi = degeneralise(&self.property.automaton);
        let atoms = Atoms::new(self.property, self.names, self.space)?;
        let stutters = self.ended == EndedRuns::Stutter;
        let mut product = Product::new(self.space, self.rules, &buchi, &atoms, stutters);
        let mut remembering = product.remembering_marks();
        let mut reached = PostStar::new(&mut product);
        super::reach::add_starts(&mut reached, self.from, self.names, &buchi)?;
        reached.run()?;
        let heads = reached.heads()?;
        let mut summaries = PostStar::new(&mut remembering);
        summarise(&mut summaries, &heads)?;
        let graph = HeadGraph::new(&summaries, &heads);
        for edges in graph.components() {
            let component = Component {
                graph: &graph,
                edges,
            };
            let Some(hull) = component.hull()? else {
                continue;
            };
            let cycle = component.cycle(&hull);
            let found = cycle.and_then(|cycle| self.with_stem(&reached, cycle));
            return match found.and_then(|found| self.told(&atoms, found)) {
                Ok(lasso) => Ok(SymbolicVerdict::Violated(Some(Box::new(lasso)))),
                Err(NoRun::TooLong) => Ok(SymbolicVerdict::Violated(None)),
                Err(NoRun::OutOfNodes) => Err(SymbolicError::OutOfNodes),
                Err(NoRun::Unexplained) => Err(SymbolicError::NotReplayed),
            };
        }
        Ok(SymbolicVerdict::Holds)
    }

    /// The way to the head with which a loop begins, and the stack below it.
    fn with_stem(
        &self,
        reached: &PostStar<'_, '_>,
        (key, head, cycle): (Key, Bdd, Vec<Step>),
    ) -> Told<Found> {
        let space = self.space;
        let mut derivation = Derivation::new(reached);
        let (frame, entry) = frame_with(reached, &derivation, key, &head)?;
        // From the top down; reversed at the end.
        let mut stack = vec![(key.1, space.values(&space.locals, &head)?)];
        let globals = space.values(&space.globals, &head)?;
        let mut at = At {
            frame,
            entry,
            key,
            head,
            before: Rank::MAX,
        };
        loop {
            derivation.head(at.clone())?;
            let Some((caller, below, symbol)) = derivation.enter(at.frame, &at.entry)? else {
                break;
            };
            stack.push((symbol, space.values(&space.below, &below)?));
            at = caller;
        }
        stack.extend(rest_of_start(reached, at.frame)?);
        stack.reverse();
        derivation.steps.reverse();
        let end = Concrete {
            control: key.0.base,
            globals,
            stack,
        };
        Ok(Found {
            end,
            stem: derivation.steps,
            cycle,
        })
    }

    /// The run as it is told, after it was made and the formula was evaluated on it.
    fn told(&self, atoms: &Atoms, found: Found) -> Told<SymbolicLasso> {
        let start = Teller::start(&found.end, &found.stem)?;
        let top = found.end.stack.last().ok_or(NoRun::Unexplained)?;
        // On a stack of the one symbol: what is below is never touched.
        let mut round = Concrete {
            stack: vec![top.clone()],
            ..found.end.clone()
        };
        for step in &found.cycle {
            round.apply(step)?;
        }
        let comes_back = round.stack.last() == Some(top)
            && (round.control, &round.globals) == (found.end.control, &found.end.globals);
        let letters =
            |steps: &[Step]| -> Vec<BitSet> { steps.iter().map(|s| letter(atoms, s)).collect() };
        let word = PeriodicWord {
            stem: letters(&found.stem),
            cycle: letters(&found.cycle),
        };
        let is_right = start.is_in(self.from, self.names)
            && comes_back
            && !found.cycle.is_empty()
            && self.property.is_violated_by(&word);
        if !is_right {
            return Err(NoRun::Unexplained);
        }
        let mut teller = Teller::new(self.file, self.names, self.rules);
        let lasso = Lasso {
            start: teller.configuration(&start),
            stem: teller.rules(&found.stem)?,
            cycle: teller.rules(&found.cycle)?,
        };
        Ok(SymbolicLasso {
            system: teller.system,
            lasso,
        })
    }
}

fn letter(atoms: &Atoms, step: &Step) -> BitSet {
    atoms.letter(&HeadValues {
        control: step.from.base,
        symbol: step.top,
        globals: &step.globals[0],
        locals: &step.locals[0],
        ended: step.origin.is_none(),
    })
}

/// A frame in which a head was reached, with the frame's values at entry.
fn frame_with(
    reached: &PostStar<'_, '_>,
    derivation: &Derivation<'_, '_, '_>,
    key: Key,
    head: &Bdd,
) -> Told<(FrameId, Bdd)> {
    let space = reached.space();
    for (number, frame) in reached.frames.iter().enumerate() {
        let Some(found) = frame.heads.get(&key) else {
            continue;
        };
        let entries = space.bdds.and_exists(&found.all, head, &space.current)?;
        if !space.bdds.is_zero(&entries) {
            return Ok((number, derivation.entry_of(number, &entries)?));
        }
    }
    Err(NoRun::Unexplained)
}

/// Symbols that lie below a state of the automaton of starts, from the top down, to the bottom of the stack.
fn rest_of_start(reached: &PostStar<'_, '_>, from: FrameId) -> Told<Vec<(u32, Vec<i64>)>> {
    let space = reached.space();
    let mut before: Vec<Option<(FrameId, usize)>> = vec![None; reached.frames.len()];
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(frame) = queue.pop_front() {
        if reached.frames[frame].accepting {
            let (mut rest, mut at) = (Vec::new(), frame);
            while let Some((above, caller)) = before[at] {
                let call = &reached.frames[above].callers[caller];
                let locals = space.pick(&call.transition.all, space.below_bits())?;
                rest.push((call.below, space.values(&space.below, &locals)?));
                at = above;
                if at == from {
                    break;
                }
            }
            rest.reverse();
            return Ok(rest);
        }
        for (caller, call) in reached.frames[frame].callers.iter().enumerate() {
            if call.into != from && before[call.into].is_none() {
                before[call.into] = Some((frame, caller));
                queue.push_back(call.into);
            }
        }
    }
    Err(NoRun::Unexplained)
}
