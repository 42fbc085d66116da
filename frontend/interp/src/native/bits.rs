//! gcc's builtins on bits, where lowering leaves them as calls.

use super::super::fault::Step;
use super::super::machine::{Arg, Machine};
use super::{NativeFn, Reply, arg, int, size, value};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "ffs" | "ffsl" | "ffsll" => ffs,
        "clz" | "clzl" | "clzll" => clz,
        "ctz" | "ctzl" | "ctzll" => ctz,
        "clrsb" | "clrsbl" | "clrsbll" => clrsb,
        "popcount" | "popcountl" | "popcountll" => popcount,
        "parity" | "parityl" | "parityll" => parity,
        "bswap16" => bswap16,
        "bswap32" => bswap32,
        "bswap64" => bswap64,
        "expect" | "expect_with_probability" | "assume_aligned" => same,
        _ => return None,
    })
}

/// The width of the argument in bits.
fn width(m: &Machine<'_>, args: &[Arg]) -> u32 {
    let size = args.first().and_then(|a| m.program.types.size_of(a.ty));
    size.map_or(32, |s| (s * 8).min(128) as u32)
}

fn ffs(_: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let bits = arg(args, 0).bits;
    int(if bits == 0 {
        0
    } else {
        i64::from(bits.trailing_zeros()) + 1
    })
}

/// Of zero it is undefined; the instruction sequence of gcc then gives the width less one, xor'ed.
fn clz(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let bits = arg(args, 0).bits;
    int(i64::from(bits.leading_zeros()) - i64::from(128 - width(m, args)))
}

fn ctz(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let bits = arg(args, 0).bits;
    int(bits.trailing_zeros().min(width(m, args)).into())
}

fn clrsb(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let width = width(m, args);
    let signed = ir::arith::sign_extend(arg(args, 0).bits, width);
    let folded = if signed < 0 { !signed } else { signed };
    int(i64::from(folded.leading_zeros()) - i64::from(128 - width) - 1)
}

fn popcount(_: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    int(arg(args, 0).bits.count_ones().into())
}

fn parity(_: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    int((arg(args, 0).bits.count_ones() % 2).into())
}

fn bswap16(_: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    size((arg(args, 0).bits as u16).swap_bytes().into())
}

fn bswap32(_: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    size((arg(args, 0).bits as u32).swap_bytes().into())
}

fn bswap64(_: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    size((arg(args, 0).bits as u64).swap_bytes())
}

fn same(_: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    value(arg(args, 0))
}
