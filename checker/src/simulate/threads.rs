//! Executes a program with several threads along a run that is known: each thread is a simulation of its own, and the
//! globals go from one to the other.
//!
//! What threads mean is written down in [`crate::threads`]. Nothing of how runs are found is used here: threads are started,
//! begin and end, sections are entered and left as the text of the program says, and every step is taken by the simulation
//! of its thread. So a run that can be followed is one of the program.

use rustc_hash::FxHashMap;

use super::script::{CanBe, Script, Wish, can_be};
use super::{Frame, Simulation, Snapshot};
use crate::bp::{ProcId, StmtId, StmtKind, Symbol, Thread};
use crate::flow::{ControlPoint, Flow, LocId};

/// How a thread that has not run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// It is there from the beginning, or runs before all others.
    Procedure(ProcId),
    /// It was started by a statement.
    Started,
}

/// When another thread may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Switching {
    /// Not while this variable is 1.
    pub(crate) atomic_variable: Option<Symbol>,
}

/// A thread that was started and has not run.
struct Started {
    proc: ProcId,
    loc: Option<LocId>,
    /// What its first variables can be.
    given: Vec<CanBe>,
}

pub(crate) struct ThreadSimulation<'f, 'p> {
    flow: &'f Flow<'p>,
    switching: Switching,
    globals: Vec<bool>,
    threads: FxHashMap<usize, Simulation<'f, 'p>>,
    started: Vec<Started>,
    /// The thread that ran last, and whether it is in an atomic section.
    running: usize,
    in_section: bool,
}

impl<'f, 'p> ThreadSimulation<'f, 'p> {
    /// Starts with a thread that begins in a configuration, if it can.
    pub(crate) fn start_at(
        flow: &'f Flow<'p>,
        switching: Switching,
        thread: usize,
        entry: ProcId,
        to: &Snapshot,
    ) -> Option<Self> {
        let first = Simulation::start_at(flow, entry, to)?;
        Some(ThreadSimulation {
            flow,
            switching,
            globals: first.globals.clone(),
            threads: [(thread, first)].into_iter().collect(),
            started: Vec::new(),
            running: thread,
            in_section: false,
        })
    }

    /// Lets another thread go on; `to` is where it is then, or begins. Whether that is so.
    pub(crate) fn switch_to(&mut self, thread: usize, beginning: Beginning, to: &Snapshot) -> bool {
        if !self.may_switch() || thread == self.running || to.globals != self.globals {
            return false;
        }
        self.in_section = false;
        self.running = thread;
        if let Some(simulation) = self.threads.get_mut(&thread) {
            simulation.globals.clone_from(&self.globals);
            return simulation.is_at(to);
        }
        let begun = match beginning {
            Beginning::Procedure(proc) => self.begin(proc, None, &[], to),
            Beginning::Started => {
                let mut found = None;
                for (number, started) in self.started.iter().enumerate() {
                    if let Some(begun) = self.begin(started.proc, started.loc, &started.given, to) {
                        found = Some((number, begun));
                        break;
                    }
                }
                found.map(|(number, begun)| {
                    self.started.remove(number);
                    begun
                })
            }
        };
        let Some(begun) = begun else { return false };
        self.threads.insert(thread, begun);
        true
    }

    /// Whether what runs before all others has come to its end.
    pub(crate) fn has_ended(&self, thread: usize) -> bool {
        self.threads.get(&thread).is_some_and(|simulation| {
            let Some(frame) = simulation.frames.last() else {
                return true;
            };
            let at_end =
                self.flow.place(frame.loc) == ControlPoint::Exit && simulation.frames.len() == 1;
            at_end || matches!(self.thread_statement(frame.loc), Some((_, Thread::End)))
        })
    }

    /// Whether another thread than the one that ran last may go on.
    fn may_switch(&self) -> bool {
        let closed = self.switching.atomic_variable.is_some_and(|name| {
            let slot = self.flow.slot_in(None, name);
            self.globals[slot.index()]
        });
        !closed && (!self.in_section || self.has_ended(self.running))
    }

    /// A thread that begins with what it was given, if that can lead to a configuration.
    fn begin(
        &self,
        proc: ProcId,
        loc: Option<LocId>,
        given: &[CanBe],
        to: &Snapshot,
    ) -> Option<Simulation<'f, 'p>> {
        let empty = Simulation {
            flow: self.flow,
            globals: self.globals.clone(),
            returned: Vec::new(),
            frames: Vec::new(),
        };
        if self.flow.proc_of(to.loc) != proc {
            return None;
        }
        let allowed = |(can_be, &value): (&CanBe, &bool)| can_be[usize::from(value)];
        if !given.iter().zip(&to.locals).all(allowed) {
            return None;
        }
        let Some(loc) = loc else {
            return empty.begun(proc, to);
        };
        let frame = Frame {
            proc,
            loc,
            locals: to.locals.clone(),
            returned: None,
        };
        let mut script = Script::default();
        empty.wish_enforced(&mut script, proc, &self.globals, &to.locals);
        let simulation = Simulation {
            frames: vec![frame],
            ..empty
        };
        (script.is_possible && simulation.is_at(to)).then_some(simulation)
    }

    /// Lets the thread that runs take a step from one configuration to another; whether it can.
    pub(crate) fn step_to(&mut self, from: &Snapshot, to: &Snapshot) -> bool {
        let statement = self
            .thread_statement(from.loc)
            .map(|(stmt, thread)| (stmt, thread.clone()));
        let Some(simulation) = self.threads.get_mut(&self.running) else {
            return false;
        };
        simulation.globals.clone_from(&self.globals);
        let next = match (&statement, &simulation.frames[..]) {
            (Some((_, Thread::End)), _) => return false,
            (_, [.., caller, _])
                if self.flow.place(from.loc) == ControlPoint::Exit
                    && simulation.is_binding(caller) =>
            {
                // Leaving a procedure and taking its results is one step.
                let between = Snapshot {
                    loc: caller.loc,
                    depth: from.depth - 1,
                    globals: from.globals.clone(),
                    locals: caller.locals.clone(),
                    returned: Vec::new(),
                };
                simulation.step_to(from, &between) && simulation.step_to(&between, to)
            }
            _ => simulation.step_to(from, to),
        };
        self.globals.clone_from(&simulation.globals);
        if let Some((_, thread)) = statement.filter(|_| next) {
            self.execute(&thread, from);
        }
        next
    }

    fn thread_statement(&self, loc: LocId) -> Option<(StmtId, &'p Thread)> {
        let ControlPoint::Before(stmt) = self.flow.place(loc) else {
            return None;
        };
        match &self.flow.program.stmt(stmt).kind {
            StmtKind::Thread(thread) => Some((stmt, thread)),
            _ => None,
        }
    }

    /// What a statement about threads does beside going on.
    fn execute(&mut self, thread: &Thread, at: &Snapshot) {
        let proc = self.flow.proc_of(at.loc);
        match thread {
            Thread::AtomicBegin => self.in_section = true,
            Thread::AtomicEnd => self.in_section = false,
            Thread::End => {}
            Thread::StartGoto(label) => {
                let name = self
                    .flow
                    .program
                    .text(self.flow.program.proc(proc).name.symbol);
                let label = self.flow.program.text(label.symbol);
                let mut locs = self.flow.labelled(Some(name), label);
                let given = at.locals.iter().map(|&value| [!value, value]).collect();
                self.started.push(Started {
                    proc,
                    loc: locs.pop(),
                    given,
                });
            }
            Thread::StartCall { callee, args } => {
                let wish = Wish {
                    flow: self.flow,
                    proc: Some(proc),
                    globals: &at.globals,
                    locals: &at.locals,
                    next: (&at.globals, &at.locals),
                };
                let given = args
                    .iter()
                    .map(|&arg| can_be(&wish, arg, &mut FxHashMap::default()));
                let given = given.collect();
                let text = self.flow.program.text(callee.symbol);
                if let Some(proc) = self.flow.program.find_proc(text) {
                    self.started.push(Started {
                        proc,
                        loc: None,
                        given,
                    });
                }
            }
        }
    }
}
