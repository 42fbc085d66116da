//! Regular sets of configurations, and whether one is reachable from another.
//!
//! # Configurations
//!
//! A configuration is what a debugger shows of a stopped program: the values of the globals, and a stack of frames,
//! each with a place and the values of its procedure's formals and locals. The top frame is the one that runs.
//!
//! The place of a frame below the top is *where the frame goes on* when the frame above it returns, not the call
//! itself: that is the return address, and all the stack remembers. Two calls that go on at the same statement (one in
//! each branch of an `if`, say) cannot be told apart. A call that binds results, `x := f();`, goes on at a place of its
//! own, before the results are bound; a call without results goes on at the next statement. `after L` names the right
//! one in both cases.
//!
//! Every frame below the top must be at a place where a call of the procedure above it goes on, and the top frame must
//! be in a state that `enforce` allows: nothing else counts as a configuration. A program that has left its last frame
//! has none.
//!
//! # The language
//!
//! A set is a regular expression over frames, from the top of the stack to its bottom:
//!
//! ```text
//! set       = sequence { "|" sequence }
//! sequence  = item { item }
//! item      = ( frame | "(" set ")" ) { "*" | "+" | "?" }
//! frame     = ( procedure ":" place | "_" ) [ "[" condition "]" ]
//! place     = label | "line" number | "after" ( label | "line" number ) | "entry" | "exit" | "failed" | "*"
//! ```
//!
//! | place | means |
//! |---|---|
//! | `A:L` | before the statement of `A` with label `L` |
//! | `A:line 7` | before a statement of `A` that begins on line 7 |
//! | `A:after L`, `A:after line 7` | where the call at `L`, or on line 7, goes on |
//! | `A:entry`, `A:exit` | before the first statement, and at the end |
//! | `A:failed` | an assertion of `A` has failed |
//! | `A:*` | anywhere in `A` |
//! | `_` | any frame |
//!
//! A name that is also one of these words is written in braces: `A:{entry}` is the label `entry`. A condition is a
//! boolean expression, without `*` and `schoose`, over the frame's variables and the globals; with `_`, over globals
//! only. Globals have one value per configuration: what any frame says of them is said of that value.
//!
//! Examples: `A:R[g] (A:*)* main:*` is "`A` runs at `R` with `g` true, and every frame below is one of `A`, down to
//! `main`"; `_[lock] _ _ _+` is "`lock` is set, and the stack is at least four deep"; `main:L1[x & !h]` is a single frame.

mod example;
mod intersect_post_star;
mod intersect_pre_star;
mod p_automaton;
mod product;
mod resolve;
mod stack_bottom;
mod syntax;
mod trace;

use std::collections::BTreeSet;

pub(crate) use example::example;
pub(crate) use p_automaton::{FramePosition, PAutomaton, Places};

use crate::bdd::{BddResult, Slot};
use crate::bp::{Diagnostic, ExprId, ExprKind, Lines, ProcId, Program, Symbol};
use crate::config::Config;
use crate::engine::Engine;
use crate::flow::{ControlPoint, Flow};
use crate::session::{Error, Session};
use crate::spds::{Encoder, Reductions, Spds};
use crate::trace::Trace;
use resolve::Resolver;

/// A regular set of configurations of one program: see the module's text.
#[derive(Clone, Debug)]
pub struct ConfigurationSet {
    frames: Vec<Frame>,
    first: Vec<u32>,
    follow: Vec<BTreeSet<u32>>,
    last: Vec<u32>,
}

/// A frame of the regular expression.
#[derive(Clone, Debug)]
struct Frame {
    proc: Option<ProcId>,
    places: Places,
    condition: Option<ExprId>,
}

impl ConfigurationSet {
    /// Reads a set. `program` is well formed, and the conditions become expressions of it; `source` is the text it was
    /// parsed from, for line numbers. Errors have spans of `text`.
    pub fn parse(text: &str, program: &mut Program, source: &str) -> Result<Self, Vec<Diagnostic>> {
        let (mut set, frames) = syntax::read(text, program)?;
        let flow = Flow::new(program);
        let lines = Lines::new(source);
        let resolver = Resolver {
            text,
            flow: &flow,
            lines: &lines,
        };
        let (mut resolved, mut errors) = (Vec::new(), Vec::new());
        for frame in &frames {
            match resolver.frame(frame) {
                Ok(frame) => resolved.push(frame),
                Err(error) => errors.push(error),
            }
        }
        set.frames = resolved;
        if errors.is_empty() {
            Ok(set)
        } else {
            Err(errors)
        }
    }

    pub(crate) fn compile(&self, spds: &Spds<'_, '_>) -> BddResult<PAutomaton> {
        let mut automaton = PAutomaton::new();
        let positions = (0..).map(FramePosition).take(self.frames.len());
        for (pos, frame) in positions.clone().zip(&self.frames) {
            let encoder = Encoder {
                bdds: &spds.bdds,
                flow: spds.flow,
                proc: frame.proc,
                written: &[],
            };
            let states = match frame.condition {
                Some(condition) => encoder.possible_values(condition)?.can_be_true,
                None => spds.bdds.one(),
            };
            let added = automaton.add(spds, frame.places.clone(), &states)?;
            debug_assert_eq!(added, pos);
        }
        self.first
            .iter()
            .for_each(|&p| automaton.make_first(FramePosition(p)));
        self.last
            .iter()
            .for_each(|&p| automaton.make_last(FramePosition(p)));
        for (pos, next) in positions.zip(&self.follow) {
            next.iter()
                .for_each(|&n| automaton.make_next(pos, FramePosition(n)));
        }
        automaton.remember(self.globals_below(spds.flow));
        Ok(automaton)
    }

    /// The globals of which frames speak that can lie below the top.
    pub(crate) fn globals_below(&self, flow: &Flow<'_>) -> BTreeSet<Slot> {
        let below: BTreeSet<u32> = self.follow.iter().flatten().copied().collect();
        let mut slots = BTreeSet::new();
        for pos in below {
            let frame = &self.frames[pos as usize];
            let mut stack: Vec<ExprId> = frame.condition.into_iter().collect();
            while let Some(expr) = stack.pop() {
                match flow.program.expr(expr).kind {
                    ExprKind::Var(name) => {
                        slots.insert(flow.slot_in(frame.proc, name));
                    }
                    ExprKind::Not(a) => stack.push(a),
                    ExprKind::Binary(_, a, b) => stack.extend([a, b]),
                    _ => {}
                }
            }
        }
        slots.retain(|slot| slot.index() < flow.global_count);
        slots
    }
}

/// Whether a set of configurations can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigurationVerdict {
    Unreachable,
    /// With a shortest trace, unless traces are switched off.
    Reachable(Option<ConfigurationTrace>),
}

/// A way from one configuration to another: one execution, with the values of all variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationTrace {
    /// The stack it begins with, the top first.
    pub start: Vec<StackFrame>,
    pub trace: Trace,
    /// The stack it ends with, the top first.
    pub end: Vec<StackFrame>,
}

/// A frame of a configuration. The one on top has the globals among its values, the others only what is their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    pub proc: ProcId,
    /// Where it is; below the top, where it goes on.
    pub place: ControlPoint,
    pub values: Vec<(Symbol, bool)>,
}

impl Session<'_> {
    /// Whether some configuration of `reach` can be reached from one of `from`, or from the start of the program.
    ///
    /// [`Engine::PreStar`] works backwards from `reach`, every other engine forwards by post\*. Live ranges and MOD/REF
    /// are not used, whatever the configuration says: frames must show all their variables.
    pub fn reachable_configuration(
        &self,
        from: Option<&ConfigurationSet>,
        reach: &ConfigurationSet,
    ) -> Result<ConfigurationVerdict, Error> {
        let remembered = |set: &ConfigurationSet| set.globals_below(self.flow()).len() as u32;
        let carried = from.map_or(0, remembered) + remembered(reach);
        let spds = self.pushdown_system(&Reductions::none(), carried)?;
        let from = match from {
            Some(set) => set.compile(&spds)?,
            None => PAutomaton::start(&spds, self.entries())?,
        };
        let reach = reach.compile(&spds)?;
        Ok(reachable_between(&spds, &from, &reach, self.config())?)
    }
}

/// Whether a configuration of one set can be reached from one of another, in a system in which nothing is left out.
pub(crate) fn reachable_between(
    spds: &Spds<'_, '_>,
    from: &PAutomaton,
    reach: &PAutomaton,
    config: &Config,
) -> BddResult<ConfigurationVerdict> {
    let reachable = match config.engine {
        Engine::PreStar => intersect_pre_star::reachable(spds, from, reach.clone())?,
        _ => intersect_post_star::reachable(spds, from.clone(), reach)?,
    };
    if !reachable {
        return Ok(ConfigurationVerdict::Unreachable);
    }
    let trace = match config.trace {
        true => trace::shortest(spds, from, reach, config.trace_lines)?,
        false => None,
    };
    Ok(ConfigurationVerdict::Reachable(trace))
}

#[cfg(test)]
mod tests;
