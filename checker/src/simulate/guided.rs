//! Simulation along a run that is known: every choice is made so that the next configuration is the one that was told.
//!
//! The step itself is taken as always; what was told only decides the choices, and is compared with what came of them.

use super::evaluate::local_index;
use super::script::{Script, Wish};
use super::{Frame, Simulation, StepOutcome};
use crate::bdd::Slot;
use crate::bp::{ProcId, StmtKind, Target, VarDecl};
use crate::configurations::StackFrame;
use crate::flow::{Call, ControlPoint, Edge, Flow, LocId, Step};

/// Variables with an initial value may have had another before it, of which expressions read that come earlier. So many
/// of them are tried.
const MAX_TRIED_VARIABLES: usize = 8;

/// What the top of the stack looks like, with all values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    pub(crate) loc: LocId,
    /// How many calls have not returned.
    pub(crate) depth: usize,
    pub(crate) globals: Vec<bool>,
    /// The formals, then the locals.
    pub(crate) locals: Vec<bool>,
    /// At the end of a procedure, what it returns.
    pub(crate) returned: Vec<bool>,
}

impl Snapshot {
    /// The value of a variable that is in scope.
    pub(crate) fn read(&self, flow: &Flow<'_>, slot: Slot) -> bool {
        match local_index(flow, slot) {
            Some(local) => self.locals[local],
            None => self.globals[slot.index()],
        }
    }
}

impl<'f, 'p> Simulation<'f, 'p> {
    /// Starts in a configuration, if the program can.
    pub(crate) fn start_at(flow: &'f Flow<'p>, entry: ProcId, to: &Snapshot) -> Option<Self> {
        let program = flow.program;
        let own = program.proc(entry);
        let empty = Simulation {
            flow,
            globals: to.globals.clone(),
            returned: Vec::new(),
            frames: Vec::new(),
        };
        let initialised = [
            initial_values(&program.globals),
            initial_values(&own.locals),
        ]
        .concat();
        attempts(initialised.len()).find_map(|flips| {
            let globals = flipped(&to.globals, &program.globals, flips);
            let rest = flips >> initial_values(&program.globals).len();
            let locals = flipped(&to.locals[own.formals.len()..], &own.locals, rest);
            let mut script = Script::default();
            script.arbitrary.extend(&globals);
            script.arbitrary.extend(&to.locals[..own.formals.len()]);
            script.arbitrary.extend(&locals);
            let mut before = globals;
            empty.wish_initial(
                &mut script,
                None,
                &program.globals,
                &mut before,
                &to.globals,
            );
            empty.wish_frame(&mut script, entry, &to.locals, locals);
            let simulation = Simulation::start(flow, entry, &mut script).ok()?;
            simulation.is_at(to).then_some(simulation)
        })
    }

    /// A simulation of the same globals that begins in a procedure and a configuration, if it can.
    pub(super) fn begun(&self, entry: ProcId, to: &Snapshot) -> Option<Self> {
        let own = self.flow.program.proc(entry);
        let formals = own.formals.len();
        attempts(initial_values(&own.locals).len()).find_map(|flips| {
            let locals = flipped(&to.locals[formals..], &own.locals, flips);
            let mut script = Script::default();
            script.arbitrary.extend(&locals);
            self.wish_frame(&mut script, entry, &to.locals, locals);
            let frame = self
                .new_frame(entry, to.locals[..formals].to_vec(), &mut script)
                .ok()?;
            let simulation = Simulation {
                flow: self.flow,
                globals: self.globals.clone(),
                returned: Vec::new(),
                frames: vec![frame],
            };
            simulation.is_at(to).then_some(simulation)
        })
    }

    /// Goes on in a configuration that is there, reachable or not: that of some frames, the top one first, with all values of `top`.
    /// Nothing where these are not the values of the first frame.
    pub(crate) fn resume(
        flow: &'f Flow<'p>,
        frames: &[StackFrame],
        top: &Snapshot,
    ) -> Option<Self> {
        let (first, below) = frames.split_first()?;
        let told = first.values.iter();
        let mut told = told.map(|&(name, value)| (flow.slot(first.proc, name), value));
        let is_told = told.all(|(slot, value)| top.read(flow, slot) == value);
        if !is_told || flow.place(top.loc) != first.place || flow.proc_of(top.loc) != first.proc {
            return None;
        }
        let lower = |frame: &StackFrame| -> Option<Frame> {
            let own = flow.proc(frame.proc);
            let value = |&slot: &Slot| {
                let mut values = frame.values.iter();
                let found = values.find(|(name, _)| flow.slot(frame.proc, *name) == slot);
                found.map(|&(_, value)| value)
            };
            Some(Frame {
                proc: frame.proc,
                loc: own
                    .locs
                    .clone()
                    .map(LocId)
                    .find(|&l| flow.place(l) == frame.place)?,
                locals: own.slots.iter().map(value).collect::<Option<Vec<bool>>>()?,
                returned: None,
            })
        };
        let mut stack = below
            .iter()
            .rev()
            .map(lower)
            .collect::<Option<Vec<Frame>>>()?;
        stack.push(Frame {
            proc: first.proc,
            loc: top.loc,
            locals: top.locals.clone(),
            returned: (top.loc == flow.proc(first.proc).exit).then(|| top.returned.clone()),
        });
        let simulation = Simulation {
            flow,
            globals: top.globals.clone(),
            returned: Vec::new(),
            frames: stack,
        };
        simulation.is_at(top).then_some(simulation)
    }

    /// Takes one step to a configuration; whether the program can. `from` is the present configuration.
    pub(crate) fn step_to(&mut self, from: &Snapshot, to: &Snapshot) -> bool {
        let tried = match self.flow.call_at(from.loc) {
            Some(call) => initial_values(&self.flow.program.proc(call.callee).locals).len(),
            None => 0,
        };
        attempts(tried).any(|flips| {
            let Some(mut script) = self.script(from, to, flips) else {
                return false;
            };
            let mut next = Simulation {
                flow: self.flow,
                globals: self.globals.clone(),
                returned: self.returned.clone(),
                frames: self.frames.clone(),
            };
            let taken = next.step(&mut script) == StepOutcome::Stepped && next.is_at(to);
            if taken {
                *self = next;
            }
            taken
        })
    }

    /// Whether the first procedure returns from here.
    pub(crate) fn can_finish(&mut self, from: &Snapshot) -> bool {
        let mut script = Script::default();
        script.arbitrary.extend(&from.returned);
        self.frames.len() == 1 && self.step(&mut script) == StepOutcome::Finished
    }

    /// Whether the configuration is what was told.
    pub(crate) fn is_at(&self, told: &Snapshot) -> bool {
        self.frames.last().is_some_and(|frame| {
            frame.loc == told.loc
                && frame.locals == told.locals
                && self.globals == told.globals
                && self.frames.len() == told.depth + 1
        })
    }

    /// The choices that lead from one configuration to another, as far as they can be told.
    fn script(&self, from: &Snapshot, to: &Snapshot, flips: usize) -> Option<Script> {
        let mut script = Script::default();
        if let Some(call) = self.flow.call_at(from.loc) {
            self.wish_call(&mut script, call, to, flips);
        } else if self.flow.place(from.loc) == ControlPoint::Exit {
            script.arbitrary.extend(&from.returned);
            if let [.., caller, _] = &self.frames[..]
                && !self.is_binding(caller)
            {
                self.wish_enforced(&mut script, caller.proc, &to.globals, &caller.locals);
            }
        } else {
            let edges = self.flow.out_edges(from.loc);
            let chosen = edges.iter().position(|edge| edge.to == to.loc)?;
            script.target = chosen;
            self.wish_step(&mut script, &edges[chosen], to);
        }
        script.is_possible.then_some(script)
    }

    fn wish_call(&self, script: &mut Script, call: &Call, to: &Snapshot, flips: usize) {
        let program = self.flow.program;
        let own = program.proc(call.callee);
        if let StmtKind::Call { args, .. } = &program.stmt(call.stmt).kind {
            for (&arg, &value) in args.iter().zip(&to.locals) {
                self.wish(script, self.top_frame(), &self.globals, arg, value);
            }
        }
        let locals = flipped(&to.locals[own.formals.len()..], &own.locals, flips);
        script.arbitrary.extend(&locals);
        self.wish_frame(script, call.callee, &to.locals, locals);
    }

    /// The initial values of a new frame's locals, and what it enforces.
    fn wish_frame(&self, script: &mut Script, proc: ProcId, told: &[bool], locals: Vec<bool>) {
        let own = self.flow.program.proc(proc);
        let formals = own.formals.len();
        let mut before = [&told[..formals], &locals[..]].concat();
        self.wish_initial(script, Some(proc), &own.locals, &mut before, told);
        self.wish_enforced(script, proc, &self.globals, told);
    }

    /// Initial values, each of which reads those before it.
    fn wish_initial(
        &self,
        script: &mut Script,
        proc: Option<ProcId>,
        declared: &[VarDecl],
        before: &mut [bool],
        told: &[bool],
    ) {
        let first = before.len() - declared.len();
        for (i, variable) in declared.iter().enumerate() {
            let Some(init) = variable.init else { continue };
            let (globals, locals): (&[bool], &[bool]) = match proc {
                None => (before, &[]),
                Some(_) => (&self.globals, before),
            };
            let wish = Wish {
                flow: self.flow,
                proc,
                globals,
                locals,
                next: (globals, locals),
            };
            script.add(&wish, init, told[first + i]);
            before[first + i] = told[first + i];
        }
    }

    fn wish_step(&self, script: &mut Script, edge: &Edge, to: &Snapshot) {
        let frame = self.top_frame();
        let program = self.flow.program;
        match edge.step {
            Step::Skip | Step::Bind(_) => {}
            Step::Branch { condition, taken } => {
                self.wish(script, frame, &self.globals, condition, taken);
            }
            Step::Return(stmt) => {
                if let StmtKind::Return(values) = &program.stmt(stmt).kind {
                    for (&value, &wished) in values.iter().zip(&to.returned) {
                        self.wish(script, frame, &self.globals, value, wished);
                    }
                }
            }
            Step::Effect(stmt) => self.wish_effect(script, &program.stmt(stmt).kind, to),
        }
        if !matches!(self.flow.place(edge.to), ControlPoint::Failed(_)) {
            self.wish_enforced(script, frame.proc, &to.globals, &to.locals);
        }
    }

    fn wish_effect(&self, script: &mut Script, kind: &StmtKind, to: &Snapshot) {
        let frame = self.top_frame();
        let in_step = Wish {
            flow: self.flow,
            proc: Some(frame.proc),
            globals: &self.globals,
            locals: &frame.locals,
            next: (&to.globals, &to.locals),
        };
        let told = |name| in_step.next_value(self.flow.slot(frame.proc, name));
        match kind {
            StmtKind::Assign {
                targets,
                values,
                constrain,
            } => {
                for (target, &value) in targets.iter().zip(values) {
                    match target {
                        Target::Var(name) => script.add(&in_step, value, told(name.symbol)),
                        _ => script.add_any(&in_step, value),
                    }
                }
                constrain
                    .iter()
                    .for_each(|&c| script.add(&in_step, c, true));
            }
            StmtKind::Assume {
                condition,
                constrain,
            } => {
                script.add(&in_step, *condition, true);
                constrain
                    .iter()
                    .for_each(|&c| script.add(&in_step, c, true));
            }
            StmtKind::Dead(names) => {
                script
                    .arbitrary
                    .extend(names.iter().map(|name| told(name.symbol)));
            }
            _ => {}
        }
    }

    pub(super) fn wish_enforced(
        &self,
        script: &mut Script,
        proc: ProcId,
        globals: &[bool],
        locals: &[bool],
    ) {
        let wish = Wish {
            flow: self.flow,
            proc: Some(proc),
            globals,
            locals,
            next: (globals, locals),
        };
        for &condition in &self.flow.program.proc(proc).enforce {
            script.add(&wish, condition, true);
        }
    }

    fn wish(
        &self,
        script: &mut Script,
        frame: &Frame,
        globals: &[bool],
        expr: crate::bp::ExprId,
        value: bool,
    ) {
        let wish = Wish {
            flow: self.flow,
            proc: Some(frame.proc),
            globals,
            locals: &frame.locals,
            next: (globals, &frame.locals),
        };
        script.add(&wish, expr, value);
    }

    fn top_frame(&self) -> &Frame {
        self.frames.last().expect("a simulation that has not ended")
    }
}

fn initial_values(declared: &[VarDecl]) -> Vec<usize> {
    let initialised = declared
        .iter()
        .enumerate()
        .filter(|(_, d)| d.init.is_some());
    initialised.map(|(i, _)| i).collect()
}

/// Numbers whose bits say which initialised variables begin with another value than they get.
fn attempts(variables: usize) -> std::ops::Range<usize> {
    0..1 << variables.min(MAX_TRIED_VARIABLES)
}

fn flipped(values: &[bool], declared: &[VarDecl], flips: usize) -> Vec<bool> {
    let mut values = values.to_vec();
    for (bit, i) in initial_values(declared).into_iter().enumerate() {
        values[i] ^= bit < MAX_TRIED_VARIABLES && flips >> bit & 1 == 1;
    }
    values
}
