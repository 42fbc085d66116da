//! From the constructors to the last handler of `exit`.

use super::super::code::Home;
use super::super::fault::{FaultKind, Step, Stop};
use super::super::inputs::{Input, RequestKind};
use super::super::memory::ObjectKind;
use super::super::value::Value;
use super::{Arg, Machine, Returned};
use ir::types::TypeId;
use ir::{AssumptionKind, FuncId, VarKind, Variable};
use source::entity::EntityId;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The next of them to run.
    Constructors(usize),
    Main,
    /// Handlers of `exit`, then destructors, with the status.
    Handlers(i32),
    Destructors(usize, i32),
}

impl Phase {
    pub(super) fn start() -> Self {
        Self::Constructors(0)
    }
}

impl Machine<'_> {
    pub(super) fn run_phases(&mut self) -> Stop {
        let prepared = self.can_start().and_then(|()| self.initialise());
        if let Err(stop) = prepared {
            return stop;
        }
        loop {
            let stop = match self.start_phase() {
                Ok(true) => self.run_code(),
                Ok(false) => Stop::Finished,
                Err(stop) => stop,
            };
            match self.next_phase(stop) {
                Ok(phase) => self.phase = phase,
                Err(stop) => return stop,
            }
        }
    }

    /// A program with something whose meaning is not known is not run.
    fn can_start(&self) -> Step<()> {
        let mut entries = self.program.ledger.entries.iter();
        match entries.find(|e| e.kind == AssumptionKind::NotModelled) {
            Some(entry) => {
                let what = format!("{}: {}", entry.construct, entry.assumption);
                Err(FaultKind::Unsupported { what }.into())
            }
            None => Ok(()),
        }
    }

    /// Gives statics their contents.
    fn initialise(&mut self) -> Step<()> {
        let code = Rc::clone(&self.code);
        self.regs = vec![Value::UNDEFINED; code.init_regs as usize];
        for op in &code.init {
            self.exec(&code, op)?;
        }
        self.regs.clear();
        self.open_files()?;
        self.protect_literals();
        if !self.inputs.wants_uninitialised() {
            return Ok(());
        }
        for (id, var) in self.program.vars.iter() {
            if var.init.is_some() || !var.kind.is_static() {
                continue;
            }
            if let Home::Static(slot) = code.homes[id.index()] {
                let input = self.ask(RequestKind::Undefined(id), var.ty)?;
                if input != Input::Unknown {
                    let size = self.memory.object(slot).size;
                    let bytes = self.input_bytes(input, size)?;
                    let to = self.memory.pointer_to(slot);
                    self.memory.write(to, &bytes, self.program)?;
                }
            }
        }
        Ok(())
    }

    /// String literals are never written again.
    fn protect_literals(&mut self) {
        for (id, var) in self.program.vars.iter() {
            if let Home::Static(slot) = self.code.homes[id.index()]
                && var.is_string()
            {
                self.memory.object_mut(slot).read_only = true;
            }
        }
    }

    /// `stdin`, `stdout` and `stderr`, where the program declares them and defines them nowhere.
    fn open_files(&mut self) -> Step<()> {
        for (n, name) in ["stdin", "stdout", "stderr"].into_iter().enumerate() {
            let slot = self.memory.new_static(ObjectKind::System, 256, 16)?;
            let file = self.memory.pointer_to(slot);
            self.library.files[n] = file.addr();
            let declared =
                |v: &Variable| v.kind == VarKind::Global && &*v.name == name && v.init.is_none();
            let Some((id, _)) = self.program.vars.iter().find(|(_, v)| declared(v)) else {
                continue;
            };
            match self.code.homes[id.index()] {
                Home::Global(n) => self.globals[n as usize] = file,
                Home::Static(slot) => {
                    let to = self.memory.pointer_to(slot);
                    self.put_word(to, file, true)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Calls the function that the phase is about.
    fn start_phase(&mut self) -> Step<bool> {
        match self.phase {
            Phase::Constructors(n) => match self.program.constructors.get(n) {
                Some(&func) => self.invoke(func, &[], None),
                None => Ok(false),
            },
            Phase::Main => {
                let Some(entry) = self.program.entry else {
                    return Ok(false);
                };
                // Inputs that say what variables hold say so of these parameters too.
                let args = match self.inputs.wants_uninitialised() {
                    true => Vec::new(),
                    false => self.main_args(entry)?,
                };
                self.invoke(entry, &args, None)
            }
            Phase::Handlers(_) => match self.library.handlers.pop() {
                Some(func) => self.invoke(func, &[], None),
                None => Ok(false),
            },
            Phase::Destructors(n, _) => match self.program.destructors.get(n) {
                Some(&func) => self.invoke(func, &[], None),
                None => Ok(false),
            },
        }
    }

    /// What follows when a phase's function has ended in some way.
    fn next_phase(&mut self, stop: Stop) -> Result<Phase, Stop> {
        match (stop, self.phase) {
            (Stop::Exit(status), Phase::Destructors(n, _)) => {
                self.unwind();
                Ok(Phase::Destructors(n + 1, status))
            }
            (Stop::Exit(status), _) => {
                self.unwind();
                Ok(Phase::Handlers(status))
            }
            (Stop::Finished, Phase::Constructors(n)) => {
                Ok(if n + 1 < self.program.constructors.len() {
                    Phase::Constructors(n + 1)
                } else {
                    Phase::Main
                })
            }
            (Stop::Finished, Phase::Main) => Ok(Phase::Handlers(self.status())),
            (Stop::Finished, Phase::Handlers(status)) => Ok(if self.library.handlers.is_empty() {
                Phase::Destructors(0, status)
            } else {
                Phase::Handlers(status)
            }),
            (Stop::Finished, Phase::Destructors(n, status)) => {
                if n + 1 < self.program.destructors.len() {
                    Ok(Phase::Destructors(n + 1, status))
                } else {
                    Err(Stop::Exit(status))
                }
            }
            (stop, _) => Err(stop),
        }
    }

    fn unwind(&mut self) {
        while !self.frames.is_empty() {
            self.pop_frame();
        }
    }

    /// What `main` returned.
    fn status(&self) -> i32 {
        let Some(entry) = self.program.entry else {
            return 0;
        };
        let void = self.program.types.is_void(self.program.return_type(entry));
        match &self.returned {
            Returned::Scalar(value) if !void => value.bits as u32 as i32,
            _ => 0,
        }
    }

    /// `argc`, `argv` and `envp`, as far as the entry has parameters for them.
    fn main_args(&mut self, entry: FuncId) -> Step<Vec<Arg>> {
        let program = self.program;
        let params: Vec<TypeId> = program.funcs[entry]
            .params
            .iter()
            .map(|&v| program.vars[v].ty)
            .collect();
        let mut args = Vec::new();
        if let Some(&ty) = params.first()
            && program.types.is_integer(ty)
        {
            args.push(Arg::scalar(Value::int(self.config.args.len() as u128), ty));
        }
        if args.len() == 1 && params.len() > 1 {
            let argv = self.string_table(&self.config.args.clone())?;
            args.push(Arg::scalar(argv, params[1]));
        }
        if args.len() == 2 && params.len() > 2 {
            let envp = self.string_table(&[])?;
            args.push(Arg::scalar(envp, params[2]));
        }
        Ok(args)
    }

    fn string_table(&mut self, strings: &[String]) -> Step<Value> {
        let word = self.memory.pointer_size;
        let size = (strings.len() as u64 + 1) * word;
        let slot = self.memory.new_static(ObjectKind::System, size, 16)?;
        let table = self.memory.pointer_to(slot);
        for (n, text) in strings.iter().enumerate() {
            let len = text.len() as u64 + 1;
            let slot = self.memory.new_static(ObjectKind::System, len, 1)?;
            let string = self.memory.pointer_to(slot);
            self.memory.put(string, text.as_bytes(), self.program)?;
            self.put_word(self.shifted(table, (n as u64 * word) as i64), string, true)?;
        }
        Ok(table)
    }
}
