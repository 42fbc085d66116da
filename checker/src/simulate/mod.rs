//! Executes a boolean program step by step, with concrete values.
//!
//! Whatever the program leaves open is decided by [`Choices`]: a generator of random numbers, or a person. A step that
//! no choice can take (`assume`, `constrain`, `enforce`) blocks: that is the end of an execution, not a mistake.
//!
//! Nothing here is symbolic and nothing is shared with the engines except the control flow; the meaning of a step is
//! that of Bebop, section 2.4.

mod evaluate;
mod guided;
mod script;
mod steps;
#[cfg(test)]
mod tests;
mod threads;

use crate::bp::{ExprId, Name, ProcId, StmtId, Symbol};
use crate::flow::{ControlPoint, Flow, LocId};
pub(crate) use evaluate::binary;
pub(crate) use guided::Snapshot;
pub(crate) use threads::{Beginning, Switching, ThreadSimulation};

/// Decides what a program leaves open. `None` ends the simulation.
pub trait Choices {
    /// The value of a variable that has not been given one.
    fn arbitrary(&mut self, name: Symbol) -> Option<bool>;

    /// The value of a `*`, or of a `schoose` that leaves it open.
    fn value(&mut self, expr: ExprId) -> Option<bool>;

    /// Which of several labels to go to.
    fn target(&mut self, labels: &[Name]) -> Option<usize>;

    /// The choices led nowhere, for the n-th time. Whether to try others.
    fn again(&mut self, failures: usize) -> bool;
}

/// What a step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    /// There is a next place.
    Stepped,
    /// The first procedure has returned.
    Finished,
    /// The assertion of this statement does not hold.
    Failed(StmtId),
    /// No choice that was tried can go on from here.
    Blocked,
    /// [`Choices`] ended it.
    Stopped,
}

/// A program in execution.
pub struct Simulation<'f, 'p> {
    flow: &'f Flow<'p>,
    globals: Vec<bool>,
    /// The values of the procedure that returned last.
    returned: Vec<bool>,
    frames: Vec<Frame>,
}

/// A procedure in execution.
#[derive(Clone, Debug)]
struct Frame {
    proc: ProcId,
    loc: LocId,
    /// The formals, then the locals.
    locals: Vec<bool>,
    /// The values of its `return`, once it has come to one.
    returned: Option<Vec<bool>>,
}

/// Where a simulation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationState {
    pub proc: ProcId,
    pub place: ControlPoint,
    /// How many calls have not returned.
    pub depth: usize,
    /// The variables in scope.
    pub values: Vec<(Symbol, bool)>,
}

/// Why there is no state.
enum Halt {
    Blocked,
    Stopped,
}

impl<'f, 'p> Simulation<'f, 'p> {
    /// Starts in a procedure with a body; its formals are arbitrary.
    pub fn start(
        flow: &'f Flow<'p>,
        entry: ProcId,
        choices: &mut dyn Choices,
    ) -> Result<Self, StepOutcome> {
        let mut simulation = Simulation {
            flow,
            globals: Vec::new(),
            returned: Vec::new(),
            frames: Vec::new(),
        };
        retry(choices, |choices| simulation.try_start(entry, choices))?;
        Ok(simulation)
    }

    /// Where it is; `None` after the end.
    pub fn position(&self) -> Option<SimulationState> {
        let frame = self.frames.last()?;
        let scope = self.flow.in_scope(frame.proc);
        Some(SimulationState {
            proc: frame.proc,
            place: self.flow.place(frame.loc),
            depth: self.frames.len() - 1,
            values: scope
                .into_iter()
                .map(|(slot, name)| (name, self.reads(frame, slot)))
                .collect(),
        })
    }
}

/// Repeats an attempt with other choices until it succeeds or there is no point in it any more.
fn retry(
    choices: &mut dyn Choices,
    mut attempt: impl FnMut(&mut dyn Choices) -> Result<(), Halt>,
) -> Result<(), StepOutcome> {
    for failures in 1.. {
        let mut noticed = Noticed {
            choices: &mut *choices,
            any: false,
        };
        match attempt(&mut noticed) {
            Ok(()) => return Ok(()),
            Err(Halt::Stopped) => return Err(StepOutcome::Stopped),
            Err(Halt::Blocked) if noticed.any && choices.again(failures) => {}
            Err(Halt::Blocked) => break,
        }
    }
    Err(StepOutcome::Blocked)
}

/// Notices whether anything was left open.
struct Noticed<'c> {
    choices: &'c mut dyn Choices,
    any: bool,
}

impl Choices for Noticed<'_> {
    fn arbitrary(&mut self, name: Symbol) -> Option<bool> {
        self.any = true;
        self.choices.arbitrary(name)
    }

    fn value(&mut self, expr: ExprId) -> Option<bool> {
        self.any = true;
        self.choices.value(expr)
    }

    fn target(&mut self, labels: &[Name]) -> Option<usize> {
        self.any = true;
        self.choices.target(labels)
    }

    fn again(&mut self, failures: usize) -> bool {
        self.choices.again(failures)
    }
}
