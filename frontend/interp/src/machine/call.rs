//! Calls and returns.

use super::super::bytes::{Bytes, Shape};
use super::super::code::{ArgCode, Code, Home, Opnd, Param};
use super::super::fault::{FaultKind, Limit, Step, Stop};
use super::super::inputs::{Input, RequestKind};
use super::super::native::{self, Pending, Reply};
use super::super::value::Value;
use super::{Frame, Machine, Returned};
use ir::types::TypeId;
use ir::{FuncId, Special, arith};
use source::entity::EntityId;
use std::rc::Rc;

/// An argument on its way.
#[derive(Clone, Debug)]
pub(crate) struct Arg {
    pub(crate) ty: TypeId,
    /// Of scalars.
    pub(crate) value: Value,
    /// Of aggregates.
    pub(super) bytes: Option<Box<Bytes>>,
}

impl Arg {
    pub(crate) fn scalar(value: Value, ty: TypeId) -> Self {
        Self {
            ty,
            value,
            bytes: None,
        }
    }
}

/// Where a call stands.
enum Next {
    /// A frame was pushed.
    Entered,
    /// The result is there.
    Returned,
    /// A library function calls.
    Call(FuncId, Vec<Arg>),
}

impl Machine<'_> {
    pub(super) fn call(&mut self, code: &Code, func: FuncId, call: u32) -> Step<bool> {
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        for arg in &code.pool.calls[call as usize].args {
            let arg = self.argument(code, *arg)?;
            args.push(arg);
        }
        let changed = self.invoke(func, &args, None);
        self.args = args;
        changed
    }

    #[inline(always)]
    fn argument(&self, code: &Code, arg: ArgCode) -> Step<Arg> {
        Ok(match arg {
            ArgCode::Scalar { src, ty } => Arg::scalar(self.get(code, src), ty),
            ArgCode::Bytes { from, size, ty } => {
                let bytes = self.memory.read(self.get(code, from), size, self.program)?;
                Arg {
                    ty,
                    value: Value::UNDEFINED,
                    bytes: Some(Box::new(bytes)),
                }
            }
            ArgCode::Zero { size, ty } => Arg {
                ty,
                value: Value::UNDEFINED,
                bytes: Some(Box::new(self.zeroes(size)?)),
            },
        })
    }

    /// Calls a function; says whether a frame was pushed. Library functions that call library
    /// functions take turns here, so that no number of calls costs stack.
    pub(super) fn invoke(
        &mut self,
        func: FuncId,
        args: &[Arg],
        pending: Option<Box<Pending>>,
    ) -> Step<bool> {
        let mut pending = pending;
        let next = self.start(func, args, &mut pending)?;
        self.settle(next, pending)
    }

    fn settle(&mut self, next: Next, pending: Option<Box<Pending>>) -> Step<bool> {
        let (mut next, mut pending) = (next, pending);
        loop {
            next = match next {
                Next::Entered => return Ok(true),
                Next::Returned => match pending.take() {
                    None => return Ok(false),
                    Some(waiting) => self.resume(*waiting, &mut pending)?,
                },
                Next::Call(func, args) => self.start(func, &args, &mut pending)?,
            };
        }
    }

    /// Starts a call; `pending` waits for its result.
    fn start(
        &mut self,
        func: FuncId,
        args: &[Arg],
        pending: &mut Option<Box<Pending>>,
    ) -> Step<Next> {
        let function = &self.program.funcs[func];
        if function.special == Some(Special::Error) {
            return Err(Stop::Error);
        }
        if function.body.is_some() {
            self.enter(func, args, pending.take())?;
            return Ok(Next::Entered);
        }
        match function.special {
            Some(special) => self.special(special, func, args)?,
            None => match self.natives[func.index()] {
                Some(native) => {
                    if self.inputs.wants_library() && self.input_decides_result(func)? {
                        self.answer(func, args)?;
                        return Ok(Next::Returned);
                    }
                    let reply = native(self, args)?;
                    return Ok(self.reply(reply, pending));
                }
                None => {
                    self.bodyless(func)?;
                    self.answer(func, args)?;
                }
            },
        }
        Ok(Next::Returned)
    }

    /// Looks at what a function outside was told to return: some answers cannot be.
    fn answer(&mut self, func: FuncId, args: &[Arg]) -> Step<()> {
        let Returned::Scalar(value) = self.returned else {
            return Ok(());
        };
        match native::answer(self, func, args, value)? {
            true => Ok(()),
            false => Err(Stop::AssumeFailed),
        }
    }

    /// What a library function wants next.
    fn reply(&mut self, reply: Reply, pending: &mut Option<Box<Pending>>) -> Next {
        match reply {
            Reply::Value(value) => self.returned = Returned::Scalar(value),
            Reply::Bytes(data) => {
                self.returned = Returned::Bytes(Bytes {
                    data,
                    ..Bytes::default()
                });
            }
            Reply::Call(func, args, mut own) => {
                own.outer = pending.take();
                *pending = Some(own);
                return Next::Call(func, args);
            }
        }
        Next::Returned
    }

    /// Goes on with a library function that made a call.
    fn resume(&mut self, mut waiting: Pending, pending: &mut Option<Box<Pending>>) -> Step<Next> {
        let result = match &self.returned {
            Returned::Scalar(value) => *value,
            Returned::Bytes(_) => Value::UNDEFINED,
        };
        *pending = waiting.outer.take();
        let reply = native::resume(self, waiting, result)?;
        Ok(self.reply(reply, pending))
    }

    fn special(&mut self, special: Special, func: FuncId, args: &[Arg]) -> Step<()> {
        let first = args.first().map_or(Value::ZERO, |a| a.value);
        match special {
            Special::Error => Err(Stop::Error),
            Special::AssertFail => {
                let text = self.memory.c_string(first, 1 << 16, self.program);
                let text = text.ok().map(|t| String::from_utf8_lossy(t).into());
                Err(Stop::AssertFailed(text))
            }
            Special::Abort => Err(Stop::Abort),
            Special::Exit => {
                let status = first.bits as u32 as i32;
                match &*self.program.funcs[func].name {
                    "exit" | "__builtin_exit" => Err(Stop::Exit(status)),
                    _ => Err(Stop::QuickExit(status)),
                }
            }
            Special::Unreachable => Err(FaultKind::Unreachable.into()),
            Special::Nondet => self.bodyless(func),
        }
    }

    /// Returns any value.
    fn bodyless(&mut self, func: FuncId) -> Step<()> {
        if let Some(effect) = self.program.library_effect(func)
            && effect.is_computed(&self.program.funcs[func].name)
        {
            let what = format!("{} is not built in", self.program.funcs[func].name);
            return Err(FaultKind::Unsupported { what }.into());
        }
        let ty = self.program.return_type(func);
        if self.program.types.is_void(ty) {
            self.returned = Returned::Scalar(Value::UNDEFINED);
            return Ok(());
        }
        let input = self.ask(RequestKind::Call(func), ty)?;
        self.return_input(input, ty)
    }

    /// A call of a function that is not part of the program: what it returns is as open as what a `havoc` leaves.
    pub(super) fn call_outside(&mut self, code: &Code, call: u32) -> Step<bool> {
        if let Some(ty) = code.pool.calls[call as usize].result {
            let input = self.ask(RequestKind::Havoc, ty)?;
            self.return_input(input, ty)?;
        }
        Ok(false)
    }

    /// Whether the inputs say what a library function returns.
    fn input_decides_result(&mut self, func: FuncId) -> Step<bool> {
        let ty = self.program.return_type(func);
        if self.program.types.is_void(ty) {
            return Ok(false);
        }
        let input = self.ask(RequestKind::Library(func), ty)?;
        let decided = input != Input::Unknown;
        if decided {
            self.return_input(input, ty)?;
        }
        Ok(decided)
    }

    fn return_input(&mut self, input: Input, ty: TypeId) -> Step<()> {
        let types = &self.program.types;
        self.returned = match Shape::of(types, ty) {
            Some(shape) => Returned::Scalar(self.input_scalar(input, shape.width)?),
            None => {
                let size = types.size_of(ty).unwrap_or(0);
                Returned::Bytes(self.input_bytes(input, size)?)
            }
        };
        Ok(())
    }

    fn enter(&mut self, func: FuncId, args: &[Arg], pending: Option<Box<Pending>>) -> Step<()> {
        let code = Rc::clone(&self.code);
        let Some(callee) = code.funcs[func.index()].as_ref() else {
            return Ok(());
        };
        if self.frames.len() >= self.config.limits.depth {
            return Err(Stop::Limit(Limit::CallDepth));
        }
        let registers = (self.regs.len() + callee.regs as usize) * size_of::<Value>();
        if registers as u64 > self.config.limits.memory {
            return Err(Stop::Limit(Limit::Memory));
        }
        let sp = self.memory.sp;
        let named = callee.params.len();
        let variadic = self.is_variadic(func);
        let varargs = match variadic {
            true => Some(self.push_varargs(args.get(named..).unwrap_or_default())?),
            false => None,
        };
        let base = self.regs.len();
        self.frames.push(Frame {
            func,
            return_pc: self.pc,
            base,
            sp,
            varargs,
            dynamic: Vec::new(),
            pending,
        });
        self.pc = 0;
        self.base = base;
        self.regs
            .resize(base + callee.regs as usize, Value::UNDEFINED);
        self.push_locals(callee)?;
        if self.inputs.wants_uninitialised() {
            for (n, &var) in callee
                .reg_vars
                .iter()
                .enumerate()
                .skip(args.len().min(named))
            {
                self.regs[base + n] = self.uninitialised_value(var)?;
            }
        }
        for (param, arg) in callee.params.iter().zip(args) {
            self.bind(param, arg)?;
        }
        Ok(())
    }

    pub(super) fn is_variadic(&self, func: FuncId) -> bool {
        let ty = self.program.funcs[func].ty;
        self.program
            .types
            .function_type(ty)
            .is_some_and(|f| f.variadic)
    }

    #[inline(always)]
    fn bind(&mut self, param: &Param, arg: &Arg) -> Step<()> {
        match (param.home, param.shape, &arg.bytes) {
            (Home::Frame(n), Some(shape), None) => {
                let mut value = arg.value;
                value.bits = arith::truncate(value.bits, shape.width.into());
                self.regs[self.base + n as usize] = value;
                Ok(())
            }
            (Home::Local(local), Some(shape), None) => {
                let slot = self.live_local(local)?;
                self.memory.store_at(slot, 0, arg.value, shape);
                Ok(())
            }
            (Home::Local(local), None, Some(bytes)) if bytes.data.len() as u64 == param.size => {
                let slot = self.live_local(local)?;
                let to = self.memory.pointer_to(slot);
                self.memory.write(to, bytes, self.program)
            }
            _ => Err(FaultKind::Unsupported {
                what: "an argument of another kind than the parameter".into(),
            }
            .into()),
        }
    }

    /// Pops the innermost frame.
    pub(super) fn leave(&mut self) -> Step<bool> {
        let Some(pending) = self.pop_frame() else {
            return Err(Stop::Finished);
        };
        match pending {
            Some(pending) => {
                // A library function at the bottom of the stack has no caller to return to.
                let mut outer = None;
                let next = self.resume(*pending, &mut outer)?;
                self.settle(next, outer)?;
                if self.frames.is_empty() {
                    return Err(Stop::Finished);
                }
                Ok(true)
            }
            None => Ok(true),
        }
    }

    /// The frame's continuation; None if it was the last one and has none.
    pub(super) fn pop_frame(&mut self) -> Option<Option<Box<Pending>>> {
        let frame = self.frames.pop()?;
        let code = Rc::clone(&self.code);
        if let Some(callee) = code.funcs[frame.func.index()].as_ref() {
            self.pop_locals(callee);
        }
        for slot in frame.dynamic.into_iter().chain(frame.varargs) {
            self.memory.release_dynamic(slot);
        }
        self.memory.sp = frame.sp;
        self.regs.truncate(frame.base);
        self.pc = frame.return_pc;
        self.base = self.frames.last().map_or(0, |f| f.base);
        if self.frames.is_empty() && frame.pending.is_none() {
            return None;
        }
        Some(frame.pending)
    }

    pub(super) fn take_scalar(&mut self, dst: Opnd, width: u8) {
        let mut value = match &self.returned {
            Returned::Scalar(value) => *value,
            Returned::Bytes(_) => Value::UNDEFINED,
        };
        value.bits = arith::truncate(value.bits, width.into());
        self.set(dst, value);
    }

    pub(super) fn take_bytes(&mut self, to: Value, size: u64) -> Step<()> {
        match std::mem::replace(&mut self.returned, Returned::Scalar(Value::UNDEFINED)) {
            Returned::Bytes(bytes) if bytes.data.len() as u64 == size => {
                self.memory.write(to, &bytes, self.program)
            }
            // Falling off the end of a function leaves the result arbitrary.
            _ => {
                let mut bytes = self.zeroes(size)?;
                bytes.defined = bytes.data.clone();
                self.memory.write(to, &bytes, self.program)
            }
        }
    }
}
