//! Objects of frames: variables, `alloca`, variable-length arrays.

use super::super::code::{FuncCode, Local};
use super::super::fault::{Limit, Step, Stop};
use super::super::inputs::{Input, RequestKind};
use super::super::memory::ObjectKind;
use super::super::value::Value;
use super::Machine;
use ir::VarId;
use source::entity::EntityId;

impl Machine<'_> {
    /// Makes the memory variables of a new frame.
    pub(super) fn push_locals(&mut self, func: &FuncCode) -> Step<()> {
        if func.locals.is_empty() {
            return Ok(());
        }
        let start = self.memory.push_stack(func.frame_size, func.frame_align)?;
        let first = self.memory.frame_slots.len() as u32;
        self.memory.frames.push((start, first));
        for local in &func.locals {
            let slot = self.memory.reserve_slot();
            self.memory.frame_slots.push(slot);
            if local.from_entry {
                self.create_local(slot, start, local)?;
            }
        }
        Ok(())
    }

    pub(super) fn pop_locals(&mut self, func: &FuncCode) {
        if func.locals.is_empty() {
            return;
        }
        if let Some((_, first)) = self.memory.frames.pop() {
            while self.memory.frame_slots.len() > first as usize {
                if let Some(slot) = self.memory.frame_slots.pop() {
                    self.memory.remove_chosen(slot);
                    self.memory.release(slot);
                }
            }
        }
    }

    fn create_local(&mut self, slot: u32, start: u64, local: &Local) -> Step<()> {
        let kind = ObjectKind::Var(local.var);
        let chosen = self.memory.place_chosen(local.var, slot);
        let addr = chosen.unwrap_or(start + local.offset);
        self.memory.revive(slot, kind, addr, local.size, false)?;
        if self.inputs.wants_uninitialised() {
            let ty = self.program.vars[local.var].ty;
            let input = self.ask(RequestKind::Uninitialised(local.var), ty)?;
            if input != Input::Unknown {
                let bytes = self.input_bytes(input, local.size)?;
                let pointer = self.memory.pointer_to(slot);
                self.memory.write(pointer, &bytes, self.program)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn local_slot(&self, local: u32) -> u32 {
        let first = self.memory.frames.last().map_or(0, |&(_, first)| first);
        self.memory.frame_slots[(first + local) as usize]
    }

    /// The object of a memory variable. One that a jump brought into scope past its beginning
    /// exists from its first use.
    #[inline(always)]
    pub(super) fn live_local(&mut self, local: u32) -> Step<u32> {
        let slot = self.local_slot(local);
        if !self.memory.object(slot).live {
            self.begin(local)?;
        }
        Ok(slot)
    }

    /// The variable exists from here; if it did already, its contents are lost.
    pub(super) fn begin(&mut self, local: u32) -> Step<()> {
        let code = std::rc::Rc::clone(&self.code);
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let Some(func) = code.funcs[frame.func.index()].as_ref() else {
            return Ok(());
        };
        let slot = self.local_slot(local);
        let start = self.memory.frames.last().map_or(0, |&(start, _)| start);
        let generation = self.memory.object(slot).generation;
        let was_live = self.memory.object(slot).live;
        self.memory.kill(slot);
        if was_live {
            // The same object: pointers to it stay good.
            self.memory.object_mut(slot).generation = generation;
        }
        self.create_local(slot, start, &func.locals[local as usize])
    }

    /// The contents of a register variable that comes into being.
    pub(super) fn uninitialised_value(&mut self, var: VarId) -> Step<Value> {
        if !self.inputs.wants_uninitialised() {
            return Ok(Value::UNDEFINED);
        }
        let variable = &self.program.vars[var];
        let kind = if variable.kind.is_static() {
            RequestKind::Undefined(var)
        } else {
            RequestKind::Uninitialised(var)
        };
        let ty = variable.ty;
        match self.ask(kind, ty)? {
            Input::Unknown => Ok(Value::UNDEFINED),
            input => {
                let shape = super::super::bytes::Shape::of(&self.program.types, ty);
                self.input_scalar(input, shape.map_or(128, |s| s.width))
            }
        }
    }

    pub(super) fn alloca(&mut self, size: u64, align: u64) -> Step<Value> {
        if size > self.config.limits.memory {
            return Err(Stop::Limit(Limit::Memory));
        }
        let slot = self
            .memory
            .new_dynamic(ObjectKind::Alloca, size, align.max(16))?;
        if let Some(frame) = self.frames.last_mut() {
            frame.dynamic.push(slot);
        }
        self.contents_of_new(slot)?;
        Ok(self.memory.pointer_to(slot))
    }

    /// Gives a new object without a name its contents, if the inputs say what they are.
    pub(crate) fn contents_of_new(&mut self, slot: u32) -> Step<()> {
        if !self.inputs.wants_allocated() {
            return Ok(());
        }
        let size = self.memory.object(slot).size;
        let ty = self.program.types.void();
        let input = self.ask(RequestKind::Allocated(size), ty)?;
        if input == Input::Unknown {
            return Ok(());
        }
        let bytes = self.input_bytes(input, size)?;
        let to = self.memory.pointer_to(slot);
        self.memory.write(to, &bytes, self.program)
    }

    /// Ends a variable-length array; anything else stays.
    pub(super) fn free_vla(&mut self, pointer: Value) {
        let slot = pointer.prov.slot;
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let Some(n) = frame.dynamic.iter().rposition(|&s| s == slot) else {
            return;
        };
        frame.dynamic.remove(n);
        let last = n == frame.dynamic.len();
        let object = self.memory.object(slot);
        let end = object.addr + object.size;
        self.memory.release_dynamic(slot);
        if last {
            // The youngest object of the stack: its addresses are free again.
            self.memory.sp = end;
        }
    }
}
