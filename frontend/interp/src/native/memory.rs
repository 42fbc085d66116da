//! `memcpy` and its like.

use super::super::fault::{FaultKind, Step};
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::{NativeFn, Reply, arg, int, int_arg, nothing, size_arg, value};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "memcpy" | "__memcpy" | "__memcpy_chk" => memcpy,
        "mempcpy" | "__mempcpy" | "__mempcpy_chk" => mempcpy,
        "memmove" | "__memmove" | "__memmove_chk" | "RtlCopyMemory" | "RtlMoveMemory"
        | "NdisMoveMemory" | "memcpy_fromio" | "memcpy_toio" => memmove,
        "bcopy" => bcopy,
        "memset" | "__memset" | "__memset_chk" | "memset_io" => memset,
        "RtlFillMemory" => |m, a| fill(m, arg(a, 0), int_arg(a, 2), size_arg(a, 1)),
        "bzero" | "memzero" | "explicit_bzero" | "RtlZeroMemory" => bzero,
        "memcmp" | "bcmp" => memcmp,
        "memchr" => |m, a| find_byte(m, a, |bytes, byte| bytes.iter().position(|&b| b == byte)),
        "memrchr" => |m, a| find_byte(m, a, |bytes, byte| bytes.iter().rposition(|&b| b == byte)),
        _ => return None,
    })
}

fn memcpy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (to, from, len) = (arg(args, 0), arg(args, 1), size_arg(args, 2));
    let distance = to.addr().abs_diff(from.addr());
    // Structure assignment is compiled to memcpy with equal pointers, which is harmless.
    if distance < len && distance != 0 {
        return Err(FaultKind::Overlap.into());
    }
    let len = len - u64::from(len > 0 && mutants::is("memcpy-copies-a-byte-less-in-runs"));
    m.memory.copy(to, from, len, m.program)?;
    value(to)
}

fn mempcpy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    memcpy(m, args)?;
    value(m.shifted(arg(args, 0), size_arg(args, 2) as i64))
}

fn memmove(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (to, from) = (arg(args, 0), arg(args, 1));
    m.memory.copy(to, from, size_arg(args, 2), m.program)?;
    value(to)
}

fn bcopy(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let (from, to) = (arg(args, 0), arg(args, 1));
    m.memory.copy(to, from, size_arg(args, 2), m.program)?;
    nothing()
}

fn memset(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    fill(m, arg(args, 0), int_arg(args, 1), size_arg(args, 2))?;
    value(arg(args, 0))
}

fn bzero(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    fill(m, arg(args, 0), 0, size_arg(args, 1))
}

fn fill(m: &mut Machine<'_>, to: Value, byte: i32, len: u64) -> Step<Reply> {
    m.memory.fill(to, byte as u8, len, m.program)?;
    nothing()
}

fn memcmp(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let len = size_arg(args, 2);
    let a = m.memory.view(arg(args, 0), len, m.program)?;
    let b = m.memory.view(arg(args, 1), len, m.program)?;
    int(difference(a, b))
}

/// The difference of the first bytes that differ, as glibc's x86 code gives it.
pub(super) fn difference(a: &[u8], b: &[u8]) -> i64 {
    let pair = a.iter().zip(b).find(|(x, y)| x != y);
    pair.map_or(0, |(&x, &y)| i64::from(x) - i64::from(y))
}

fn find_byte(
    m: &mut Machine<'_>,
    args: &[Arg],
    search: fn(&[u8], u8) -> Option<usize>,
) -> Step<Reply> {
    let (start, byte) = (arg(args, 0), int_arg(args, 1) as u8);
    let found = search(m.memory.view(start, size_arg(args, 2), m.program)?, byte);
    value(found.map_or(Value::ZERO, |n| m.shifted(start, n as i64)))
}
