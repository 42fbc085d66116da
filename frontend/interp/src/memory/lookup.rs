//! Which object a pointer or an address leads to, and what is wrong if it leads to none.

use super::super::fault::{Access, FaultKind, Step, Stop};
use super::super::value::{Prov, Value};
use super::{Memory, ObjectKind};
use ir::{Program, VarId, VarKind};

impl Memory {
    /// The live object that a pointer points into, by its provenance or else by its address.
    #[inline]
    pub(crate) fn slot_of(&self, pointer: Value) -> Result<u32, FaultKind> {
        let prov = pointer.prov;
        if !prov.is_none() {
            let object = &self.objects[prov.slot as usize];
            if object.generation == prov.generation && object.live {
                return Ok(prov.slot);
            }
            return Err(self.dangling(prov, pointer.addr()));
        }
        let address = pointer.addr();
        self.find(address).ok_or(if address < 4096 {
            FaultKind::NullDeref { address }
        } else {
            FaultKind::WildPointer { address }
        })
    }

    fn dangling(&self, prov: Prov, addr: u64) -> FaultKind {
        // The slot may belong to another object by now; the segment still tells what it was.
        let object =
            if self.objects[prov.slot as usize].generation == prov.generation.wrapping_add(1) {
                String::new()
            } else {
                " (long ago)".into()
            };
        if addr < self.segments.heap_end && addr >= self.segments.heap {
            FaultKind::UseAfterFree {
                object: format!("memory from malloc{object}"),
            }
        } else {
            FaultKind::UseAfterScope {
                object: format!("a local object{object}"),
            }
        }
    }

    /// The live object whose bytes, or whose end, are at an address.
    pub(crate) fn find(&self, address: u64) -> Option<u32> {
        self.find_frame(address).or_else(|| {
            let (_, &slot) = self.by_addr.range(..=address).next_back()?;
            self.covers(slot, address).then_some(slot)
        })
    }

    /// The static variable at an address, and how far from its start.
    pub(crate) fn variable_at(&self, address: u64) -> Option<(VarId, u64)> {
        let (&start, &slot) = self.by_addr.range(..=address).next_back()?;
        match self.object(slot).kind {
            ObjectKind::Var(var) if self.covers(slot, address) => Some((var, address - start)),
            _ => None,
        }
    }

    /// Variables of frames lie between the frame's start and that of the frame before it.
    fn find_frame(&self, address: u64) -> Option<u32> {
        // Starts fall from the oldest frame to the youngest.
        let index = self.frames.partition_point(|&(start, _)| start > address);
        let &(_, first) = self.frames.get(index)?;
        let end = self
            .frames
            .get(index + 1)
            .map_or(self.frame_slots.len(), |&(_, next)| next as usize);
        self.frame_slots[first as usize..end]
            .iter()
            .copied()
            .find(|&slot| self.covers(slot, address))
    }

    fn covers(&self, slot: u32, address: u64) -> bool {
        let object = self.object(slot);
        object.live && address >= object.addr && address - object.addr <= object.size
    }

    /// Checks an access of `width` bytes and says where in which object it lies.
    #[inline]
    pub(crate) fn locate(
        &self,
        pointer: Value,
        width: u64,
        access: Access,
        program: &Program,
    ) -> Step<(u32, usize)> {
        let slot = self.slot_of(pointer)?;
        let object = &self.objects[slot as usize];
        let offset = pointer.addr().wrapping_sub(object.addr);
        if offset > object.size || width > object.size - offset {
            return Err(self.outside(slot, pointer.addr(), width, access, program));
        }
        if access == Access::Write && object.read_only {
            let object = self.describe(slot, program);
            return Err(FaultKind::ReadOnly { object }.into());
        }
        Ok((slot, offset as usize))
    }

    #[cold]
    fn outside(
        &self,
        slot: u32,
        address: u64,
        width: u64,
        access: Access,
        program: &Program,
    ) -> Stop {
        let object = self.object(slot);
        let distance = address.wrapping_sub(object.addr);
        let offset = match self.pointer_size {
            4 => i64::from(distance as i32),
            _ => distance as i64,
        };
        FaultKind::OutOfBounds {
            object: self.describe(slot, program),
            size: object.size,
            offset,
            width,
            access,
        }
        .into()
    }

    /// An object in words.
    pub(crate) fn describe(&self, slot: u32, program: &Program) -> String {
        match self.object(slot).kind {
            ObjectKind::Var(var) if program.vars[var].kind == VarKind::Literal => {
                "a string or compound literal".into()
            }
            ObjectKind::Var(var) => format!("`{}`", program.vars[var].name),
            ObjectKind::Heap => "memory from malloc".into(),
            ObjectKind::Alloca => "a variable-length array".into(),
            ObjectKind::VarArgs => "the variable arguments".into(),
            ObjectKind::System => "memory of the run-time system".into(),
        }
    }
}
