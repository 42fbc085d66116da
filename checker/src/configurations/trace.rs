//! A shortest way from one set of configurations to another.
//!
//! The search of [`crate::trace`] goes from the bottom of a stack to its top, automata are read from the top. So the
//! search guesses: when it goes into a callee for good, it chooses the position of the target's automaton that the frame
//! it leaves below is read by, and checks that the frame further down was read by a position that may follow. What
//! frames of the target say about globals is about their final values; these are guessed at the start, in BDD variables
//! of their own, and compared at the end. The initial values that frames of the initial set speak of stand in others.
//!
//! A frame that was there from the beginning is read by the initial set's automaton alone until the search goes on above
//! it for good or ends. From then on both automata read the frames below it: [`StackBottom`] says for which initial and final
//! globals there are such frames.

use std::collections::BTreeMap;

use super::stack_bottom::{ReadByBoth, StackBottom};
use super::{ConfigurationTrace, FramePosition, PAutomaton, StackFrame};
use crate::bdd::{Bdd, BddResult, Slot};
use crate::bp::{ProcId, Symbol};
use crate::engine::{Summaries, SummaryStamp};
use crate::flow::LocId;
use crate::spds::Spds;
use crate::trace::{self, BelowFrame, LeftFrame, Node, Path, Search, Stack, Via};

/// A shortest trace, with its calls expanded to at most `budget` lines.
pub(super) fn shortest(
    spds: &Spds<'_, '_>,
    from: &PAutomaton,
    reach: &PAutomaton,
    budget: usize,
) -> BddResult<Option<ConfigurationTrace>> {
    let rest = StackBottom::new(spds, from, reach)?;
    let mut guide = StackGuide {
        spds,
        from,
        reach,
        rest,
    };
    let start = guide.start()?;
    let goals = guide.goals()?;
    let mut summaries = Summaries::new(spds);
    let mut search = Search {
        spds,
        summaries: &mut summaries,
        stack: Some(&mut guide),
        before: SummaryStamp::MAX,
        explored: false,
        may_reach_goal: None,
    };
    let found = search.find(start, |node, states| {
        for (_, goal) in goals.get(&node).into_iter().flatten() {
            let met = spds.bdds.and(states, goal)?;
            if !spds.bdds.is_zero(&met) {
                return Ok(Some(met));
            }
        }
        Ok(None)
    })?;
    let Some(mut frames) = found else {
        return Ok(None);
    };
    let start = guide.initial_stack(&frames, &goals)?;
    let end = final_stack(spds, &frames, &start)?;
    let depth = start.len() - 1;
    let trace = trace::as_found(spds, &mut summaries, &mut frames, depth, budget)?;
    Ok(Some(ConfigurationTrace { start, trace, end }))
}

/// What lies below a frame: one that the initial set's automaton has read at this position when it read the frame above,
/// or one that the target's automaton will read at this position.
enum FrameBelow {
    Initial(FramePosition),
    Read(FramePosition),
}

/// Where the target's automaton reads the frame on top: by which position, and in which states.
type Goals = BTreeMap<Node, Vec<(FramePosition, Bdd)>>;

struct StackGuide<'g, 'a, 'p> {
    spds: &'g Spds<'a, 'p>,
    from: &'g PAutomaton,
    reach: &'g PAutomaton,
    rest: StackBottom<'g, 'a, 'p>,
}

impl StackGuide<'_, '_, '_> {
    fn initial(&self, pos: FramePosition) -> BelowFrame {
        BelowFrame(pos.0)
    }

    fn read(&self, pos: FramePosition) -> BelowFrame {
        BelowFrame(self.from.len() as u32 + pos.0)
    }

    fn under(&self, below: BelowFrame) -> FrameBelow {
        match below.0.checked_sub(self.from.len() as u32) {
            None => FrameBelow::Initial(FramePosition(below.0)),
            Some(pos) => FrameBelow::Read(FramePosition(pos)),
        }
    }

    fn start(&self) -> BddResult<Vec<(Node, Bdd)>> {
        let same = self.rest.initial_globals()?;
        let heads = self.from.heads(self.spds)?.into_iter();
        let node = |(pos, loc, states): (FramePosition, LocId, Bdd)| {
            let below = self.initial(pos);
            Ok((Node { loc, below }, self.spds.bdds.and(&states, &same)?))
        };
        heads.map(node).collect()
    }

    fn goals(&mut self) -> BddResult<Goals> {
        let (spds, bdds) = (self.spds, &self.spds.bdds);
        let same = self.rest.final_globals()?;
        let mut goals = Goals::new();
        for (pos, loc, states) in self.reach.heads(spds)? {
            let states = bdds.and(&states, &same)?;
            let proc = spds.flow.proc_of(loc);
            let read = self.reach.next(pos).iter().map(|&next| self.read(next));
            let initial = (0..self.from.len() as u32).map(|p| self.initial(FramePosition(p)));
            for below in read.chain(initial).collect::<Vec<_>>() {
                let goal = bdds.and(&states, &self.readable(proc, below, pos)?)?;
                if !bdds.is_zero(&goal) {
                    let here = goals.entry(Node { loc, below }).or_default();
                    here.push((pos, goal));
                }
            }
        }
        Ok(goals)
    }

    /// When the frames below one of a procedure can be read, once the target's automaton has read that one at `pos`.
    fn readable(&mut self, proc: ProcId, below: BelowFrame, target: FramePosition) -> BddResult {
        match self.under(below) {
            FrameBelow::Read(next) => {
                let follows = self.reach.next(target).contains(&next);
                Ok(self.spds.bdds.constant(follows))
            }
            FrameBelow::Initial(initial) => self.rest.readable(ReadByBoth {
                proc,
                initial,
                target,
            }),
        }
    }

    /// The stack that a path begins with, the top first.
    fn initial_stack(&self, frames: &[Path], goals: &Goals) -> BddResult<Vec<StackFrame>> {
        let spds = self.spds;
        let mut stack = Vec::new();
        for (i, path) in frames.iter().enumerate() {
            let (first, last) = (&path.items[0], &path.items[path.items.len() - 1]);
            let scope = match i {
                0 => spds.flow.in_scope(path.proc),
                _ => own(spds, path.proc),
            };
            stack.push(frame(spds, first.loc, &first.states, &scope)?);
            let target = match (&last.via, frames.get(i + 1)) {
                (Via::Out, _) => continue,
                (Via::Into(_), Some(next)) => match self.under(next.below) {
                    FrameBelow::Read(pos) => Some(pos),
                    FrameBelow::Initial(_) => None,
                },
                _ => self.goal_position(goals, last.loc, path.below, &last.states)?,
            };
            if let (FrameBelow::Initial(initial), Some(target)) = (self.under(path.below), target) {
                let proc = path.proc;
                let both = ReadByBoth {
                    proc,
                    initial,
                    target,
                };
                for (loc, states) in self.rest.frames(both, &last.states)? {
                    let scope = own(spds, spds.flow.proc_of(loc));
                    stack.push(frame(spds, loc, &states, &scope)?);
                }
            }
            break;
        }
        Ok(stack)
    }

    fn goal_position(
        &self,
        goals: &Goals,
        loc: LocId,
        below: BelowFrame,
        states: &Bdd,
    ) -> BddResult<Option<FramePosition>> {
        for (pos, goal) in goals.get(&Node { loc, below }).into_iter().flatten() {
            if !self.spds.bdds.is_zero(&self.spds.bdds.and(goal, states)?) {
                return Ok(Some(*pos));
            }
        }
        Ok(None)
    }
}

impl Stack for StackGuide<'_, '_, '_> {
    fn enter(&mut self, call: usize, below: BelowFrame) -> BddResult<Vec<(BelowFrame, Bdd)>> {
        let rule = &self.spds.calls[call];
        let mut ways = Vec::new();
        for pos in self.reach.at(rule.to) {
            let rest = self.readable(rule.caller, below, pos)?;
            let condition = self.spds.bdds.and(&rest, self.rest.finally(pos))?;
            if !self.spds.bdds.is_zero(&condition) {
                ways.push((self.read(pos), condition));
            }
        }
        Ok(ways)
    }

    fn leave(&mut self, proc: ProcId, below: BelowFrame) -> Vec<LeftFrame> {
        let FrameBelow::Initial(pos) = self.under(below) else {
            return Vec::new();
        };
        let mut ways = Vec::new();
        for &call in self.rest.callers(proc) {
            let to = self.spds.calls[call as usize].to;
            for &next in self.from.next(pos) {
                if self.from.contains(next, to) {
                    ways.push(LeftFrame {
                        call: call as usize,
                        below: self.initial(next),
                        frame: self.rest.initially(next).clone(),
                    });
                }
            }
        }
        ways
    }

    fn carried(&self) -> u32 {
        (self.from.remembered().len() + self.reach.remembered().len()) as u32
    }
}

/// The stack that a path ends with, the top first.
fn final_stack(
    spds: &Spds<'_, '_>,
    frames: &[Path],
    start: &[StackFrame],
) -> BddResult<Vec<StackFrame>> {
    let mut stack = start.to_vec();
    stack.reverse();
    for path in frames {
        let last = &path.items[path.items.len() - 1];
        let left_at = match last.via {
            Via::Into(call) => spds.calls[call].to,
            _ => last.loc,
        };
        // A frame that a path begins in is replaced by what the path leaves of it.
        stack.pop();
        let scope = match last.via {
            Via::Out => continue,
            Via::Into(_) => own(spds, path.proc),
            _ => spds.flow.in_scope(path.proc),
        };
        let left = frame(spds, left_at, &last.states, &scope)?;
        stack.push(left.clone());
        if matches!(last.via, Via::Into(_)) {
            // In place of the callee's frame, until its own path is looked at.
            stack.push(left);
        }
    }
    stack.reverse();
    Ok(stack)
}

/// The formals and locals of a procedure.
pub(super) fn own(spds: &Spds<'_, '_>, proc: ProcId) -> Vec<(Slot, Symbol)> {
    let mut scope = spds.flow.in_scope(proc);
    scope.retain(|(slot, _)| !spds.flow.is_global(*slot));
    scope
}

pub(super) fn frame(
    spds: &Spds<'_, '_>,
    loc: LocId,
    states: &Bdd,
    scope: &[(Slot, Symbol)],
) -> BddResult<StackFrame> {
    Ok(StackFrame {
        proc: spds.flow.proc_of(loc),
        place: spds.flow.place(loc),
        values: trace::values(spds, states, scope)?,
    })
}
