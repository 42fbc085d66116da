//! `malloc` and its family. Allocation succeeds unless no address space could hold the object.

use super::super::fault::Step;
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::{NativeFn, Reply, arg, nothing, size_arg, value};
use ir::library::{self, Allocation, Size};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "realloc" | "krealloc" => realloc,
        "reallocarray" | "krealloc_array" => reallocarray,
        "free" | "cfree" | "kfree" | "kvfree" | "vfree" | "kzfree" | "kfree_sensitive"
        | "ExFreePool" | "ExFreePoolWithTag" => free,
        "aligned_alloc" | "memalign" => aligned_alloc,
        "posix_memalign" => posix_memalign,
        "strdup" => strdup,
        "strndup" => strndup,
        _ => return library::allocation(name).and_then(allocator),
    })
}

/// The allocator of objects whose size is among the arguments.
fn allocator(new: Allocation) -> Option<NativeFn> {
    Some(match (new.size, new.zeroed) {
        (Size::Arg(0), false) => sized::<0, false>,
        (Size::Arg(0), true) => sized::<0, true>,
        (Size::Arg(1), false) => sized::<1, false>,
        (Size::Arg(1), true) => sized::<1, true>,
        (Size::Product(0, 1), false) => array::<0, false>,
        (Size::Product(0, 1), true) => array::<0, true>,
        (Size::Product(1, 2), true) => array::<1, true>,
        _ => return None,
    })
}

/// Larger alignments are refused, as by glibc when memory is short.
const MAX_ALIGNMENT_BYTES: u64 = 1 << 28;

impl Machine<'_> {
    /// A new object, or null if it is too large for the address space.
    fn allocate(&mut self, size: u64, align: u64, zeroed: bool) -> Step<Value> {
        let most = match self.memory.pointer_size {
            4 => i32::MAX as u64,
            _ => 1 << 46,
        };
        if size > most || align > MAX_ALIGNMENT_BYTES {
            return Ok(Value::ZERO);
        }
        let slot = self.memory.new_heap(size, align, zeroed)?;
        if !zeroed {
            self.contents_of_new(slot)?;
        }
        Ok(self.memory.pointer_to(slot))
    }
}

fn sized<const SIZE: usize, const ZEROED: bool>(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    value(m.allocate(size_arg(args, SIZE), 16, ZEROED)?)
}

/// The number of elements, and behind it their size.
fn array<const NUMBER: usize, const ZEROED: bool>(
    m: &mut Machine<'_>,
    args: &[Arg],
) -> Step<Reply> {
    let total = size_arg(args, NUMBER).checked_mul(size_arg(args, NUMBER + 1));
    value(m.allocate(total.unwrap_or(u64::MAX), 16, ZEROED)?)
}

fn realloc(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (old, size) = (arg(args, 0), size_arg(args, 1));
    value(m.reallocate(old, size)?)
}

fn reallocarray(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let total = size_arg(args, 1).checked_mul(size_arg(args, 2));
    value(m.reallocate(arg(args, 0), total.unwrap_or(u64::MAX))?)
}

impl Machine<'_> {
    fn reallocate(&mut self, old: Value, size: u64) -> Step<Value> {
        if old.addr() == 0 {
            return self.allocate(size, 16, false);
        }
        if size == 0 {
            self.memory.free(old)?;
            return Ok(Value::ZERO);
        }
        let new = self.allocate(size, 16, false)?;
        if new.addr() == 0 {
            return Ok(new);
        }
        let slot = self.memory.slot_of(old)?;
        let kept = self.memory.object(slot).size.min(size);
        self.memory.copy(new, old, kept, self.program)?;
        self.memory.free(old)?;
        Ok(new)
    }
}

fn free(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let pointer = arg(args, 0);
    if pointer.addr() != 0 {
        m.memory.free(pointer)?;
    }
    nothing()
}

fn aligned_alloc(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let align = size_arg(args, 0);
    if !align.is_power_of_two() {
        return value(Value::ZERO);
    }
    value(m.allocate(size_arg(args, 1), align.max(16), false)?)
}

fn posix_memalign(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let align = size_arg(args, 1);
    if !align.is_power_of_two() {
        return super::int(22);
    }
    let new = m.allocate(size_arg(args, 2), align.max(16), false)?;
    m.put_word(arg(args, 0), new, true)?;
    super::int(0)
}

fn strdup(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    duplicate(m, arg(args, 0), u64::MAX)
}

fn strndup(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    duplicate(m, arg(args, 0), size_arg(args, 1))
}

fn duplicate(m: &mut Machine<'_>, from: Value, max: u64) -> Step<Reply> {
    let mut text = m.memory.c_string(from, max, m.program)?.to_vec();
    text.push(0);
    let new = m.allocate(text.len() as u64, 16, false)?;
    m.memory.put(new, &text, m.program)?;
    value(new)
}
