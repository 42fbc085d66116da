//! Variable arguments, laid out in memory as the ABIs do for those passed on the stack.
//!
//! On LP64 the list's register save areas are said to be used up, so that `va_arg` finds all
//! arguments in the overflow area; on ILP32 the list is a pointer to the next argument. So lists
//! can be copied, passed on and stored like any other object, and a read past the last argument
//! is out of bounds.

use super::super::bytes::Shape;
use super::super::fault::{FaultKind, Step};
use super::super::memory::ObjectKind;
use super::super::value::{Prov, Value};
use super::Machine;
use super::call::Arg;
use ir::types::{IntKind, TypeId};

/// Where the overflow area's pointer is in `struct __va_list_tag`.
const OVERFLOW_AREA_OFFSET: i64 = 8;
const GP_USED_UP: u128 = 48;
const FP_USED_UP: u128 = 176;

impl Machine<'_> {
    /// The object that holds the variable arguments of a call.
    pub(super) fn push_varargs(&mut self, args: &[Arg]) -> Step<u32> {
        let mut size = 0u64;
        let offsets: Vec<u64> = args
            .iter()
            .map(|arg| {
                let at = size.next_multiple_of(self.arg_align(arg.ty));
                size = at + self.arg_size(arg);
                at
            })
            .collect();
        let slot = self.memory.new_dynamic(ObjectKind::VarArgs, size, 16)?;
        let area = self.memory.pointer_to(slot);
        for (arg, at) in args.iter().zip(offsets) {
            let to = self.shifted(area, at as i64);
            match &arg.bytes {
                Some(bytes) => self.memory.write(to, bytes, self.program)?,
                None => self.put_arg(to, arg)?,
            }
        }
        Ok(slot)
    }

    fn put_arg(&mut self, to: Value, arg: &Arg) -> Step<()> {
        let Some(shape) = Shape::of(&self.program.types, arg.ty) else {
            return Ok(());
        };
        self.memory.store(to, arg.value, shape, self.program)
    }

    fn word(&self) -> u64 {
        self.memory.pointer_size
    }

    fn arg_size(&self, arg: &Arg) -> u64 {
        let size = self.program.types.size_of(arg.ty).unwrap_or(0);
        size.next_multiple_of(self.word())
    }

    fn arg_align(&self, ty: TypeId) -> u64 {
        match self.word() {
            4 => 4,
            _ => self.program.types.align_of(ty).max(8),
        }
    }

    pub(super) fn va_start(&mut self, list: Value) -> Step<()> {
        let area = self.frames.last().and_then(|f| f.varargs);
        let Some(slot) = area else {
            return Err(FaultKind::Unsupported {
                what: "va_start in a function without variable arguments".into(),
            }
            .into());
        };
        let area = self.memory.pointer_to(slot);
        if self.word() == 4 {
            return self.put_word(list, area, true);
        }
        let offsets = [(0, GP_USED_UP), (4, FP_USED_UP)];
        for (at, used_up) in offsets {
            let shape = self.scalar_shape(self.program.types.named_int(IntKind::UInt));
            let to = self.shifted(list, at);
            self.memory
                .store(to, Value::int(used_up), shape, self.program)?;
        }
        self.put_word(self.shifted(list, OVERFLOW_AREA_OFFSET), area, true)?;
        self.put_word(
            self.shifted(list, 2 * OVERFLOW_AREA_OFFSET),
            Value::ZERO,
            true,
        )
    }

    fn scalar_shape(&self, ty: TypeId) -> Shape {
        Shape::of(&self.program.types, ty).unwrap_or(self.word_shape(false))
    }

    fn word_shape(&self, pointer: bool) -> Shape {
        Shape {
            bytes: self.word() as u8,
            width: self.word() as u8 * 8,
            pointer,
            bits: None,
        }
    }

    /// Stores a pointer, or a `size_t`.
    pub(crate) fn put_word(&mut self, to: Value, value: Value, pointer: bool) -> Step<()> {
        let shape = self.word_shape(pointer);
        self.memory.store(to, value, shape, self.program)
    }

    pub(crate) fn load_word(&self, from: Value) -> Step<Value> {
        self.memory.load(from, self.word_shape(true), self.program)
    }

    /// Takes the next argument off a list: a pointer to it.
    pub(crate) fn va_next(&mut self, list: Value, size: u64, align: u64) -> Step<Value> {
        let cursor = match self.word() {
            4 => list,
            _ => self.shifted(list, OVERFLOW_AREA_OFFSET),
        };
        let mut at = self.load_word(cursor)?;
        let argument = self.va_step(&mut at, size, align);
        self.put_word(cursor, at, true)?;
        Ok(argument)
    }

    /// The argument at a position, which moves behind it.
    fn va_step(&self, at: &mut Value, size: u64, align: u64) -> Value {
        let aligned = at.addr().next_multiple_of(align.max(self.word()));
        let argument = Value {
            bits: aligned.into(),
            ..*at
        };
        *at = self.shifted(argument, size.next_multiple_of(self.word()) as i64);
        argument
    }

    pub(super) fn va_copy(&mut self, to: Value, from: Value) -> Step<()> {
        let size = match self.word() {
            4 => 4,
            _ => 24,
        };
        self.memory.copy(to, from, size, self.program)
    }

    /// The next argument of a list as a scalar of some bytes.
    pub(crate) fn va_scalar(&mut self, list: Value, size: u64, align: u64) -> Step<Value> {
        let from = self.va_next(list, size, align)?;
        self.argument_at(from, size)
    }

    /// The same of a list that was passed by value: the position of the next argument.
    pub(crate) fn va_scalar_at(&self, at: &mut Value, size: u64, align: u64) -> Step<Value> {
        let from = self.va_step(at, size, align);
        self.argument_at(from, size)
    }

    fn argument_at(&self, from: Value, size: u64) -> Step<Value> {
        let pointer = size == self.word();
        let shape = Shape {
            bytes: size.min(16) as u8,
            width: (size.min(16) * 8) as u8,
            pointer,
            bits: None,
        };
        let mut value = self.memory.load(from, shape, self.program)?;
        if !pointer {
            value.prov = Prov::NONE;
        }
        Ok(value)
    }
}
