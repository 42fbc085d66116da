//! Checked memory: objects with a lifetime, an extent and concrete addresses.
//!
//! Every live object has an address range of its own, never null, aligned, and separated from its
//! neighbours by a gap, so that even the address one past its end belongs to no other. Addresses on
//! the stack are used again by later calls, addresses on the heap only when the address space is
//! used up; the generation in a pointer's provenance finds dangling pointers either way.
//!
//! Invariants: `data.len() == size`; `defined` is empty (all bits are defined) or has one mask per
//! byte; `origins` is empty or has one provenance per pointer-sized word, [`Prov::NONE`] unless the
//! word was last written as one pointer.

mod lookup;

use super::Space;
use super::fault::{FaultKind, Limit, Step, Stop};
use super::value::{Prov, Value};
use ir::VarId;
use ir::types::DataModel;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// The bytes that are left free between objects, those of a frame included.
pub(crate) const OBJECT_GAP_BYTES: u64 = 16;

/// Freed ranges that are remembered.
const MAX_FREED_RANGES: usize = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ObjectKind {
    /// A variable, or the object of one activation of it.
    Var(VarId),
    /// From `malloc` and its like.
    Heap,
    /// From `alloca` or a variable-length array.
    Alloca,
    /// The variable arguments of a call.
    VarArgs,
    /// What the run-time system owns: `argv`, `stdout`, what scripted pointers point to.
    System,
}

#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) addr: u64,
    pub(super) size: u64,
    pub(super) generation: u32,
    pub(super) live: bool,
    pub(super) read_only: bool,
    pub(super) kind: ObjectKind,
    pub(super) data: Vec<u8>,
    pub(super) defined: Vec<u8>,
    pub(super) origins: Vec<Prov>,
}

impl Object {
    fn empty() -> Self {
        Self {
            addr: 0,
            size: 0,
            generation: 0,
            live: false,
            read_only: false,
            kind: ObjectKind::System,
            data: Vec::new(),
            defined: Vec::new(),
            origins: Vec::new(),
        }
    }
}

/// Where the segments of the address space lie.
#[derive(Clone, Copy, Debug)]
struct Segments {
    code: u64,
    statics: u64,
    heap: u64,
    heap_end: u64,
    stack_end: u64,
    stack: u64,
}

impl Segments {
    fn of(model: DataModel) -> Self {
        match model {
            DataModel::Ilp32 => Self {
                code: 0x0804_8000,
                statics: 0x1000_0000,
                heap: 0x4000_0000,
                heap_end: 0xa000_0000,
                stack_end: 0xa000_0000,
                stack: 0xbfff_f000,
            },
            DataModel::Lp64 => Self {
                code: 0x40_1000,
                statics: 0x10_0000_0000,
                heap: 0x5555_0000_0000,
                heap_end: 0x7000_0000_0000,
                stack_end: 0x7f00_0000_0000,
                stack: 0x7fff_ffff_f000,
            },
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Memory {
    objects: Vec<Object>,
    free_slots: Vec<u32>,
    /// Live objects outside the stack, and dynamic ones on it, by address.
    by_addr: BTreeMap<u64, u32>,
    segments: Segments,
    /// Variables that do not lie where there is room.
    chosen: FxHashMap<VarId, u64>,
    next_static: u64,
    next_heap: u64,
    /// Freed ranges of the heap, oldest first, for when its addresses are used up.
    freed: VecDeque<(u64, u64)>,
    /// The lowest address of the stack in use.
    pub(super) sp: u64,
    /// Frames: the start address and where their slots start.
    pub(super) frames: Vec<(u64, u32)>,
    /// The slots of the memory variables of all active frames.
    pub(super) frame_slots: Vec<u32>,
    /// Bytes of live objects.
    used: u64,
    limit: u64,
    pub(super) pointer_size: u64,
}

impl Memory {
    pub(super) fn new(model: DataModel, limit: u64, space: &Space) -> Self {
        let mut segments = Segments::of(model);
        segments.code = space.code.unwrap_or(segments.code);
        Self {
            chosen: space.statics.iter().chain(&space.locals).copied().collect(),
            objects: Vec::new(),
            free_slots: Vec::new(),
            by_addr: BTreeMap::new(),
            segments,
            next_static: segments.statics,
            next_heap: segments.heap,
            freed: VecDeque::new(),
            sp: segments.stack,
            frames: Vec::new(),
            frame_slots: Vec::new(),
            used: 0,
            limit,
            pointer_size: match model {
                DataModel::Ilp32 => 4,
                DataModel::Lp64 => 8,
            },
        }
    }

    /// Where functions lie.
    pub(super) fn code(&self) -> u64 {
        self.segments.code
    }

    #[inline]
    pub(super) fn object(&self, slot: u32) -> &Object {
        &self.objects[slot as usize]
    }

    #[inline]
    pub(super) fn object_mut(&mut self, slot: u32) -> &mut Object {
        &mut self.objects[slot as usize]
    }

    /// A pointer to the first byte of an object.
    pub(super) fn pointer_to(&self, slot: u32) -> Value {
        let object = self.object(slot);
        let prov = Prov {
            slot,
            generation: object.generation,
        };
        Value::pointer(object.addr, prov)
    }

    /// An object that exists from the start, all zero.
    pub(super) fn new_static(&mut self, kind: ObjectKind, size: u64, align: u64) -> Step<u32> {
        let chosen = match kind {
            ObjectKind::Var(var) => self.chosen.get(&var).copied(),
            _ => None,
        };
        let addr = match chosen {
            Some(addr) => addr,
            None => {
                let addr = fit(self.next_static, size, align, self.segments.heap)?;
                self.next_static = addr + size + OBJECT_GAP_BYTES;
                addr
            }
        };
        let slot = self.create(kind, addr, size, true)?;
        self.by_addr.insert(addr, slot);
        Ok(slot)
    }

    /// An object on the heap; its contents are zero, and defined if `zeroed`.
    pub(super) fn new_heap(&mut self, size: u64, align: u64, zeroed: bool) -> Step<u32> {
        let addr = match fit(self.next_heap, size, align, self.segments.heap_end) {
            Ok(addr) => {
                self.next_heap = addr + size + OBJECT_GAP_BYTES;
                addr
            }
            Err(_) => self.recycle(size, align)?,
        };
        let slot = self.create(ObjectKind::Heap, addr, size, zeroed)?;
        self.by_addr.insert(addr, slot);
        Ok(slot)
    }

    /// A heap object at an address of the caller's choice where nothing lies, all zero; as long as there is room.
    pub(super) fn new_at(&mut self, addr: u64, size: u64) -> Step<u32> {
        let next = self.by_addr.range(addr..).next().map(|(&next, _)| next);
        let room = next.map_or(size, |next| next - addr);
        let slot = self.create(ObjectKind::Heap, addr, size.min(room), true)?;
        self.by_addr.insert(addr, slot);
        Ok(slot)
    }

    fn recycle(&mut self, size: u64, align: u64) -> Step<u64> {
        let end = |addr: u64| {
            addr.checked_next_multiple_of(align)?
                .checked_add(size + OBJECT_GAP_BYTES)
        };
        let fits =
            |&(addr, room): &(u64, u64)| end(addr).is_some_and(|e| e <= addr.saturating_add(room));
        let found = self.freed.iter().position(fits);
        let (addr, _) = found
            .and_then(|n| self.freed.remove(n))
            .ok_or(Stop::Limit(Limit::Memory))?;
        Ok(addr.next_multiple_of(align))
    }

    /// An object below the current frame, that lives until its slot is released.
    pub(super) fn new_dynamic(&mut self, kind: ObjectKind, size: u64, align: u64) -> Step<u32> {
        let addr = self.push_stack(size, align)?;
        let slot = self.create(kind, addr, size, false)?;
        self.by_addr.insert(addr, slot);
        Ok(slot)
    }

    /// Moves the stack pointer over `size` bytes and a gap.
    pub(super) fn push_stack(&mut self, size: u64, align: u64) -> Step<u64> {
        let room = self.sp - self.segments.stack_end;
        let needed = size.checked_add(OBJECT_GAP_BYTES + align);
        if needed.is_none_or(|n| n > room) {
            return Err(Stop::Limit(Limit::Memory));
        }
        let top = self.sp - OBJECT_GAP_BYTES - size;
        self.sp = top - top % align.max(1);
        Ok(self.sp)
    }

    /// A live object at an address, in a slot that is free.
    fn create(&mut self, kind: ObjectKind, addr: u64, size: u64, defined: bool) -> Step<u32> {
        let slot = self.reserve_slot();
        self.revive(slot, kind, addr, size, defined)?;
        Ok(slot)
    }

    /// Where a variable of a frame lies, if not in the frame. It is found there from now on.
    pub(super) fn place_chosen(&mut self, var: VarId, slot: u32) -> Option<u64> {
        let addr = self.chosen.get(&var).copied()?;
        self.by_addr.insert(addr, slot);
        Some(addr)
    }

    /// A variable of a frame is gone.
    pub(super) fn remove_chosen(&mut self, slot: u32) {
        let addr = self.object(slot).addr;
        if !self.chosen.is_empty() && self.by_addr.get(&addr) == Some(&slot) {
            self.by_addr.remove(&addr);
        }
    }

    /// A slot without an object, for a variable of a frame.
    pub(super) fn reserve_slot(&mut self) -> u32 {
        self.free_slots.pop().unwrap_or_else(|| {
            self.objects.push(Object::empty());
            (self.objects.len() - 1) as u32
        })
    }

    /// Brings an object into being in a slot that holds none.
    pub(super) fn revive(
        &mut self,
        slot: u32,
        kind: ObjectKind,
        addr: u64,
        size: u64,
        defined: bool,
    ) -> Step<()> {
        let used = self.used.checked_add(size).filter(|&u| u <= self.limit);
        self.used = used.ok_or(Stop::Limit(Limit::Memory))?;
        let bytes = usize::try_from(size).map_err(|_| Stop::Limit(Limit::Memory))?;
        let object = &mut self.objects[slot as usize];
        object.addr = addr;
        object.size = size;
        object.live = true;
        object.read_only = false;
        object.kind = kind;
        fill_zero(&mut object.data, bytes);
        fill_zero(&mut object.defined, if defined { 0 } else { bytes });
        object.origins.clear();
        Ok(())
    }

    /// Ends the object of a slot, which stays reserved.
    pub(super) fn kill(&mut self, slot: u32) {
        let object = &mut self.objects[slot as usize];
        if object.live {
            object.live = false;
            object.generation = object.generation.wrapping_add(1);
            self.used -= object.size;
        }
    }

    /// Ends the object of a slot and gives the slot up.
    pub(super) fn release(&mut self, slot: u32) {
        self.kill(slot);
        self.free_slots.push(slot);
    }

    /// Ends an object that [`new_dynamic`](Self::new_dynamic) or
    /// [`new_heap`](Self::new_heap) made.
    pub(super) fn release_dynamic(&mut self, slot: u32) {
        let addr = self.object(slot).addr;
        self.by_addr.remove(&addr);
        self.release(slot);
    }

    /// Frees a heap object.
    pub(super) fn free(&mut self, pointer: Value) -> Step<()> {
        let address = pointer.addr();
        let slot = self
            .slot_of(pointer)
            .map_err(|fault| self.free_fault(fault, address))?;
        let object = self.object(slot);
        if object.kind != ObjectKind::Heap || object.addr != address {
            return Err(FaultKind::BadFree { address }.into());
        }
        let room = object.size + OBJECT_GAP_BYTES;
        if self.freed.len() >= MAX_FREED_RANGES {
            self.freed.pop_front();
        }
        self.freed.push_back((address, room));
        self.object_mut(slot).data = Vec::new();
        self.object_mut(slot).defined = Vec::new();
        self.release_dynamic(slot);
        Ok(())
    }

    fn free_fault(&self, fault: FaultKind, address: u64) -> FaultKind {
        match fault {
            FaultKind::UseAfterFree { object } => FaultKind::DoubleFree { object },
            FaultKind::UseAfterScope { .. } => FaultKind::BadFree { address },
            _ if self.freed.iter().any(|&(addr, _)| addr == address) => FaultKind::DoubleFree {
                object: "memory from malloc".into(),
            },
            _ => FaultKind::BadFree { address },
        }
    }
}

/// The first address from `start` for an object, if it ends before `end`.
fn fit(start: u64, size: u64, align: u64, end: u64) -> Step<u64> {
    let addr = start.checked_next_multiple_of(align.max(1));
    addr.filter(|a| {
        a.checked_add(size)
            .is_some_and(|e| e < end - OBJECT_GAP_BYTES)
    })
    .ok_or(Stop::Limit(Limit::Memory))
}

/// Zeroes of a length, in the buffer there is if it is small.
fn fill_zero(buffer: &mut Vec<u8>, len: usize) {
    if len > 4096 || buffer.capacity() > 4 * len + 4096 {
        // Fresh pages of the system are zero without being touched.
        *buffer = vec![0; len];
    } else {
        buffer.clear();
        buffer.resize(len, 0);
    }
}
