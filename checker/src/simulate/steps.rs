//! One step: from a place to the next.

use super::evaluate::{View, local_index};
use super::{Choices, Frame, Halt, Simulation, StepOutcome, retry};
use crate::bdd::Slot;
use crate::bp::{ExprId, ProcId, StmtId, StmtKind, Target, VarDecl};
use crate::flow::{Call, ControlPoint, Edge, LocId, Step};

/// What a step leads to.
struct After {
    globals: Vec<bool>,
    frame: Frame,
}

impl<'p> Simulation<'_, 'p> {
    /// Executes what stands at the present place.
    pub fn step(&mut self, choices: &mut dyn Choices) -> StepOutcome {
        let Some(loc) = self.frames.last().map(|frame| frame.loc) else {
            return StepOutcome::Finished;
        };
        let call = self.flow.call_at(loc).copied();
        let place = self.flow.place(loc);
        if let ControlPoint::Failed(stmt) = place {
            return StepOutcome::Failed(stmt);
        }
        let taken = retry(choices, |choices| match (call, place) {
            (Some(call), _) => self.enter(call, choices),
            (None, ControlPoint::Exit) => self.leave(choices),
            (None, _) => self.follow(loc, choices),
        });
        match taken {
            Ok(()) if self.frames.is_empty() => StepOutcome::Finished,
            Ok(()) => StepOutcome::Stepped,
            Err(outcome) => outcome,
        }
    }

    pub(super) fn try_start(
        &mut self,
        entry: ProcId,
        choices: &mut dyn Choices,
    ) -> Result<(), Halt> {
        let program = self.flow.program;
        self.globals = arbitrary(&program.globals, choices)?;
        for (i, variable) in program.globals.iter().enumerate() {
            if let Some(init) = variable.init {
                self.globals[i] = self.view(None, &[]).value(init, choices)?;
            }
        }
        let formals = arbitrary(&program.proc(entry).formals, choices)?;
        let frame = self.new_frame(entry, formals, choices)?;
        self.frames = vec![frame];
        Ok(())
    }

    fn view<'v>(&'v self, proc: Option<ProcId>, locals: &'v [bool]) -> View<'v, 'p> {
        View {
            flow: self.flow,
            proc,
            globals: &self.globals,
            locals,
        }
    }

    fn view_of<'v>(&'v self, frame: &'v Frame) -> View<'v, 'p> {
        self.view(Some(frame.proc), &frame.locals)
    }

    /// A frame of a procedure with its locals initialised, if it may exist.
    pub(super) fn new_frame(
        &self,
        proc: ProcId,
        formals: Vec<bool>,
        choices: &mut dyn Choices,
    ) -> Result<Frame, Halt> {
        let own = self.flow.program.proc(proc);
        let mut frame = Frame {
            proc,
            loc: self.flow.proc(proc).entry,
            locals: formals,
            returned: None,
        };
        frame.locals.extend(arbitrary(&own.locals, choices)?);
        for (i, variable) in own.locals.iter().enumerate() {
            if let Some(init) = variable.init {
                let value = self.view_of(&frame).value(init, choices)?;
                frame.locals[own.formals.len() + i] = value;
            }
        }
        self.enforced(self.view_of(&frame), choices)?;
        Ok(frame)
    }

    /// Blocks unless a state satisfies what its procedure enforces.
    fn enforced(&self, state: View<'_, '_>, choices: &mut dyn Choices) -> Result<(), Halt> {
        let enforce = state.proc.map(|proc| &self.flow.program.proc(proc).enforce);
        for &condition in enforce.into_iter().flatten() {
            if !state.value(condition, choices)? {
                return Err(Halt::Blocked);
            }
        }
        Ok(())
    }

    /// Whether a frame goes on by binding the results of its call.
    pub(super) fn is_binding(&self, frame: &Frame) -> bool {
        matches!(self.flow.place(frame.loc), ControlPoint::Returned(_))
    }

    fn top(&self) -> &Frame {
        self.frames.last().expect("a step starts in a frame")
    }

    fn enter(&mut self, call: Call, choices: &mut dyn Choices) -> Result<(), Halt> {
        let StmtKind::Call { args, .. } = &self.flow.program.stmt(call.stmt).kind else {
            unreachable!("a call is made by a call statement");
        };
        let actuals = self.values(self.view_of(self.top()), args, choices)?;
        let callee = self.new_frame(call.callee, actuals, choices)?;
        if let Some(caller) = self.frames.last_mut() {
            caller.loc = call.to;
        }
        self.frames.push(callee);
        Ok(())
    }

    /// Ends the procedure. One that falls off its end returns anything.
    fn leave(&mut self, choices: &mut dyn Choices) -> Result<(), Halt> {
        let frame = self.top();
        let own = self.flow.program.proc(frame.proc);
        self.returned = match &frame.returned {
            Some(values) => values.clone(),
            None => {
                let any = (0..own.returns)
                    .map(|_| choices.arbitrary(own.name.symbol).ok_or(Halt::Stopped));
                any.collect::<Result<_, _>>()?
            }
        };
        // Where results are still to be bound the call is not over yet.
        if let [.., caller, _] = &self.frames[..]
            && !self.is_binding(caller)
        {
            self.enforced(self.view_of(caller), choices)?;
        }
        self.frames.pop();
        Ok(())
    }

    fn values(
        &self,
        state: View<'_, '_>,
        exprs: &[ExprId],
        choices: &mut dyn Choices,
    ) -> Result<Vec<bool>, Halt> {
        exprs.iter().map(|&e| state.value(e, choices)).collect()
    }

    /// Takes the edge that the choices pick.
    fn follow(&mut self, loc: LocId, choices: &mut dyn Choices) -> Result<(), Halt> {
        let edge = self.pick(loc, choices)?;
        let mut after = After {
            globals: self.globals.clone(),
            frame: self.top().clone(),
        };
        after.frame.loc = edge.to;
        match edge.step {
            Step::Skip | Step::Branch { .. } => {}
            Step::Effect(stmt) => self.effect(stmt, &mut after, choices)?,
            Step::Return(stmt) => {
                if let StmtKind::Return(values) = &self.flow.program.stmt(stmt).kind {
                    after.frame.returned =
                        Some(self.values(self.view_of(self.top()), values, choices)?);
                }
            }
            Step::Bind(stmt) => {
                if let StmtKind::Call { targets, .. } = &self.flow.program.stmt(stmt).kind {
                    self.assign(targets, &self.returned, &mut after);
                }
            }
        }
        // A failure is none of the states that `enforce` speaks of; other threads may have made it false before.
        if !matches!(self.flow.place(edge.to), ControlPoint::Failed(_)) {
            self.enforced(self.view_after(&after), choices)?;
        }
        self.globals = after.globals;
        if let Some(frame) = self.frames.last_mut() {
            *frame = after.frame;
        }
        Ok(())
    }

    fn view_after<'v>(&'v self, after: &'v After) -> View<'v, 'p> {
        View {
            globals: &after.globals,
            ..self.view_of(&after.frame)
        }
    }

    fn pick(&self, loc: LocId, choices: &mut dyn Choices) -> Result<Edge, Halt> {
        let edges = self.flow.out_edges(loc);
        let first = edges.first().ok_or(Halt::Blocked)?;
        if let Step::Branch { condition, .. } = first.step {
            let value = self.view_of(self.top()).value(condition, choices)?;
            let taken = |e: &&Edge| matches!(e.step, Step::Branch { taken, .. } if taken == value);
            return edges.iter().find(taken).copied().ok_or(Halt::Blocked);
        }
        match self.stmt_kind(loc) {
            Some(StmtKind::Goto(labels)) if edges.len() > 1 => {
                let chosen = choices.target(labels).ok_or(Halt::Stopped)?;
                edges.get(chosen).copied().ok_or(Halt::Blocked)
            }
            _ => Ok(*first),
        }
    }

    fn stmt_kind(&self, loc: LocId) -> Option<&'p StmtKind> {
        let stmt = self.flow.stmt_at(loc)?;
        Some(&self.flow.program.stmt(stmt).kind)
    }

    fn effect(
        &self,
        stmt: StmtId,
        after: &mut After,
        choices: &mut dyn Choices,
    ) -> Result<(), Halt> {
        let before = self.view_of(self.top());
        let constrain = match &self.flow.program.stmt(stmt).kind {
            StmtKind::Assign {
                targets,
                values,
                constrain,
            } => {
                let values = self.values(before, values, choices)?;
                self.assign(targets, &values, after);
                *constrain
            }
            StmtKind::Assume {
                condition,
                constrain,
            } => {
                if !before.value(*condition, choices)? {
                    return Err(Halt::Blocked);
                }
                *constrain
            }
            StmtKind::Dead(names) => {
                for name in names {
                    let value = choices.arbitrary(name.symbol).ok_or(Halt::Stopped)?;
                    self.write(self.flow.slot(after.frame.proc, name.symbol), value, after);
                }
                None
            }
            _ => None,
        };
        match constrain {
            Some(condition)
                if !before.value_in_step(self.view_after(after), condition, choices)? =>
            {
                Err(Halt::Blocked)
            }
            _ => Ok(()),
        }
    }

    fn assign(&self, targets: &[Target], values: &[bool], after: &mut After) {
        for (target, &value) in targets.iter().zip(values) {
            if let Target::Var(name) = target {
                let slot = self.flow.slot(after.frame.proc, name.symbol);
                self.write(slot, value, after);
            }
        }
    }

    fn write(&self, slot: Slot, value: bool, after: &mut After) {
        match local_index(self.flow, slot) {
            Some(local) => after.frame.locals[local] = value,
            None => after.globals[slot.index()] = value,
        }
    }

    /// What a `print` at this place says.
    pub fn printed(&self, choices: &mut dyn Choices) -> Option<Vec<bool>> {
        let frame = self.frames.last()?;
        match (self.flow.place(frame.loc), self.stmt_kind(frame.loc)?) {
            (ControlPoint::Before(_), StmtKind::Print(values)) => {
                self.values(self.view_of(frame), values, choices).ok()
            }
            _ => None,
        }
    }

    pub(super) fn reads(&self, frame: &Frame, slot: Slot) -> bool {
        self.view_of(frame).read(slot)
    }
}

fn arbitrary(variables: &[VarDecl], choices: &mut dyn Choices) -> Result<Vec<bool>, Halt> {
    let one = |v: &VarDecl| choices.arbitrary(v.name.symbol).ok_or(Halt::Stopped);
    variables.iter().map(one).collect()
}
