//! The machine: registers, frames, and the loop over operations.
//!
//! Calls push a [`Frame`] and returns pop one; library functions that call back (`qsort`) push a
//! continuation that takes over when the frame above it returns. The phases of a program
//! (constructors, `main`, handlers of `exit`, destructors) follow one another when the last frame
//! is gone.

mod call;
mod exec;
mod exec_float;
mod input_values;
mod leap;
mod lifetime;
mod phase;
mod varargs;

use super::bytes::Bytes;
use super::code::{Code, FuncCode, Op, Opnd, OpndKind, Pool};
use super::compile::{self, FUNCTION_SIZE_BYTES, Shared};
use super::fault::{Fault, FaultKind, Limit, Site, Step, Stop};
use super::inputs::{Input, Inputs, Request, RequestKind};
use super::memory::Memory;
use super::native::{Library, NativeFn, Pending};
use super::observe::{Control, Observer, View};
use super::value::Value;
use super::{Exit, Outcome, RunConfig};
use ir::types::TypeId;
use ir::{EdgeId, ExprId, FuncId, Program};
use leap::Leaps;
use phase::Phase;
use rustc_hash::FxHashMap;
use source::Span;
use source::entity::EntityId;
use std::rc::Rc;

pub(super) use call::Arg;

/// An active call.
struct Frame {
    func: FuncId,
    /// Where the caller continues.
    return_pc: usize,
    /// The first register.
    base: usize,
    /// Where the stack pointer was before the call.
    sp: u64,
    /// The object of the variable arguments.
    varargs: Option<u32>,
    /// Objects of `alloca` and variable-length arrays.
    dynamic: Vec<u32>,
    /// The library function that made the call, to be told the result.
    pending: Option<Box<Pending>>,
}

/// What the last call returned.
enum Returned {
    Scalar(Value),
    Bytes(Bytes),
}

/// An expression compiled for an observer, with constants of its own.
struct Watch {
    code: Code,
    ops: Vec<Op>,
    result: Opnd,
    regs: u32,
}

pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    config: &'p RunConfig,
    code: Rc<Code>,
    pub(super) memory: Memory,
    inputs: &'p mut dyn Inputs,
    observer: Option<&'p mut dyn Observer>,
    pub(super) library: Library,
    natives: Rc<[Option<NativeFn>]>,
    regs: Vec<Value>,
    globals: Vec<Value>,
    frames: Vec<Frame>,
    pc: usize,
    base: usize,
    returned: Returned,
    args: Vec<Arg>,
    phase: Phase,
    /// Edges executed, and edges leapt over.
    steps: u64,
    leapt: u64,
    leaps: Leaps,
    uninitialised: Option<Site>,
    /// Code compiled for observers, by function and expression.
    watches: FxHashMap<(FuncId, ExprId), Rc<Watch>>,
}

/// A program compiled, and its memory before the first step.
#[derive(Clone)]
pub(super) struct Image {
    code: Rc<Code>,
    memory: Memory,
    natives: Rc<[Option<NativeFn>]>,
}

impl Image {
    pub(super) fn new(program: &Program, config: &RunConfig) -> Step<Self> {
        let model = program.types.model();
        let mut memory = Memory::new(model, config.limits.memory, &config.space);
        let start = memory.code();
        let code = compile::compile(program, &mut memory, start)?;
        for (address, contents) in &config.space.outside {
            let slot = memory.new_at(*address, contents.len() as u64)?;
            let to = memory.pointer_to(slot);
            memory.put(to, contents, program)?;
        }
        Ok(Image {
            code: Rc::new(code),
            memory,
            natives: super::native::resolve(program).into(),
        })
    }
}

impl<'p> Machine<'p> {
    pub(super) fn new(
        program: &'p Program,
        image: Image,
        config: &'p RunConfig,
        inputs: &'p mut dyn Inputs,
        observer: Option<&'p mut dyn Observer>,
    ) -> Self {
        let Image {
            code,
            memory,
            natives,
        } = image;
        Self {
            program,
            config,
            globals: vec![Value::ZERO; code.globals as usize],
            code,
            memory,
            inputs,
            observer,
            library: Library::new(config.stdin.clone()),
            natives,
            regs: Vec::new(),
            frames: Vec::new(),
            pc: 0,
            base: 0,
            returned: Returned::Scalar(Value::UNDEFINED),
            args: Vec::new(),
            phase: Phase::start(),
            steps: 0,
            leapt: 0,
            leaps: Leaps::new(),
            uninitialised: None,
            watches: FxHashMap::default(),
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        let stop = self.run_phases();
        let exit = self.exit(stop);
        Outcome {
            exit,
            stdout: self.library.stdout,
            stderr: self.library.stderr,
            steps: self.steps + self.leapt,
            uninitialised: self.uninitialised,
        }
    }

    /// Runs operations until something stops them.
    fn run_code(&mut self) -> Stop {
        let code = Rc::clone(&self.code);
        loop {
            let Some(frame) = self.frames.last() else {
                return Stop::Finished;
            };
            let Some(func) = code.funcs[frame.func.index()].as_ref() else {
                return Stop::Finished;
            };
            let ran = match self.is_recording() {
                true => self.run_recorded(&code, func),
                false => self.run_function(&code, func),
            };
            match ran {
                Ok(()) => {}
                Err(stop) => return stop,
            }
        }
    }

    /// Runs the innermost frame until it calls or returns, or is to be recorded.
    fn run_function(&mut self, code: &Code, func: &FuncCode) -> Step<()> {
        loop {
            let op = &func.ops[self.pc];
            self.pc += 1;
            if self.exec(code, op)? {
                return Ok(());
            }
        }
    }

    #[inline(always)]
    fn get(&self, code: &Code, opnd: Opnd) -> Value {
        match opnd.kind() {
            OpndKind::Frame(n) => self.regs[self.base + n],
            OpndKind::Const(n) => code.pool.consts[n],
            OpndKind::Global(n) => self.globals[n],
        }
    }

    #[inline(always)]
    fn set(&mut self, opnd: Opnd, value: Value) {
        match opnd.kind() {
            OpndKind::Frame(n) => self.regs[self.base + n] = value,
            OpndKind::Global(n) => self.globals[n] = value,
            OpndKind::Const(_) => {}
        }
    }

    /// An edge begins.
    #[inline(always)]
    fn enter_edge(&mut self, edge: EdgeId) -> Step<()> {
        self.steps += 1;
        if self.steps > self.config.limits.steps {
            return Err(Stop::Limit(Limit::Steps));
        }
        if self.observer.is_some() {
            return self.observe(edge);
        }
        Ok(())
    }

    fn observe(&mut self, edge: EdgeId) -> Step<()> {
        let (Some(observer), Some(frame)) = (self.observer.take(), self.frames.last()) else {
            return Ok(());
        };
        let func = frame.func;
        let control = observer.edge(func, edge, &mut View { machine: self });
        self.observer = Some(observer);
        match control {
            Control::Continue => Ok(()),
            Control::Stop => Err(Stop::Limit(Limit::Stopped)),
        }
    }

    /// The value of an expression in the innermost frame, without changing anything.
    pub(super) fn evaluate(&mut self, expr: ExprId) -> Step<Value> {
        let Some(frame) = self.frames.last() else {
            return Err(Stop::Finished);
        };
        let func = frame.func;
        let first = self.code.funcs[func.index()].as_ref().map_or(0, |f| f.regs);
        let watch = match self.watches.get(&(func, expr)) {
            Some(watch) => watch.clone(),
            None => {
                let watch = Rc::new(self.compile_watch(expr, first));
                self.watches.insert((func, expr), watch.clone());
                watch
            }
        };
        let (pc, len) = (self.pc, self.regs.len());
        let needed = self.base + watch.regs as usize;
        self.regs.resize(needed.max(len), Value::UNDEFINED);
        let outcome = watch
            .ops
            .iter()
            .try_for_each(|op| self.exec(&watch.code, op).map(|_| ()));
        let value = self.get(&watch.code, watch.result);
        self.regs.truncate(len);
        self.pc = pc;
        outcome.map(|()| value)
    }

    fn compile_watch(&mut self, expr: ExprId, first: u32) -> Watch {
        let mut shared = Shared {
            program: self.program,
            homes: Rc::clone(&self.code.homes),
            pool: Pool::default(),
            labels: self.code.labels.clone(),
            code_start: self.memory.code(),
            memory: &mut self.memory,
        };
        let (ops, result, regs) = compile::single(&mut shared, expr, first);
        let pool = shared.pool;
        Watch {
            code: Code::only(pool),
            ops,
            result,
            regs,
        }
    }

    /// The function at an address.
    pub(super) fn function_at(&self, address: u64) -> Option<FuncId> {
        let start = self.memory.code();
        let distance = address.checked_sub(start)?;
        let n = usize::try_from(distance / FUNCTION_SIZE_BYTES).ok()?;
        let exact = distance.is_multiple_of(FUNCTION_SIZE_BYTES) && n < self.program.funcs.len();
        exact.then(|| FuncId::from_index(n))
    }

    /// Notes that the run depends on a value; faults if that is asked for.
    #[inline(always)]
    fn depend_on(&mut self, value: Value) -> Step<()> {
        if value.defined {
            return Ok(());
        }
        self.note_uninitialised()
    }

    #[cold]
    fn note_uninitialised(&mut self) -> Step<()> {
        if self.config.fault_on_uninitialised {
            return Err(FaultKind::Uninitialised.into());
        }
        if self.uninitialised.is_none() {
            self.uninitialised = Some(self.site());
        }
        Ok(())
    }

    fn ask(&mut self, kind: RequestKind, ty: TypeId) -> Step<Input> {
        let site = self.site();
        let request = Request {
            program: self.program,
            kind,
            ty,
            site,
            depth: self.frames.len(),
        };
        self.inputs.next(&request).ok_or(Stop::InputExhausted)
    }

    /// The edge that is being executed.
    pub(super) fn site(&self) -> Site {
        self.frames
            .last()
            .map_or(self.nowhere(), |f| self.site_in(f.func, self.pc))
    }

    fn nowhere(&self) -> Site {
        Site {
            func: self.program.entry.unwrap_or(FuncId::from_index(0)),
            edge: None,
            span: Span::NONE,
        }
    }

    /// The edge of the operation before `pc`.
    fn site_in(&self, func: FuncId, pc: usize) -> Site {
        let code = self.code.funcs[func.index()].as_ref();
        let edge = code.and_then(|c| *c.edges.get(pc.checked_sub(1)?)?);
        let cfg = self.program.funcs[func].body.as_ref();
        let span = match (cfg, edge) {
            (Some(cfg), Some(e)) => cfg.edge(e).span,
            _ => self.program.funcs[func].span,
        };
        Site { func, edge, span }
    }

    fn stack(&self) -> Vec<Site> {
        let mut pc = self.pc;
        let mut sites = Vec::new();
        for frame in self.frames.iter().rev() {
            sites.push(self.site_in(frame.func, pc));
            pc = frame.return_pc;
        }
        sites
    }

    fn exit(&self, stop: Stop) -> Exit {
        match stop {
            Stop::Finished => Exit::Code(0),
            Stop::Exit(code) | Stop::QuickExit(code) => Exit::Code(code),
            Stop::Abort => Exit::Abort,
            Stop::AssertFailed(text) => Exit::AssertFailed(text, self.site()),
            Stop::Error => Exit::Error(self.site()),
            Stop::AssumeFailed => Exit::AssumeFailed(self.site()),
            Stop::InputExhausted => Exit::InputExhausted(self.site()),
            Stop::Limit(limit) => Exit::Limit(limit),
            Stop::Fault(kind) => Exit::Fault(Box::new(Fault {
                kind,
                site: self.site(),
                stack: self.stack(),
            })),
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps + self.leapt
    }

    pub(super) fn output_limit(&self) -> usize {
        self.config.limits.output
    }

    pub(super) fn stdout(&self) -> &[u8] {
        &self.library.stdout
    }
}
