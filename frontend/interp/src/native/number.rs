//! Numbers from text, absolute values, `rand`.

use super::super::fault::{FaultKind, Step};
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::{NativeFn, Reply, arg, int, int_arg, nothing, value};
use ir::types::FloatKind;
use ir::{arith, float};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "atoi" => |m, a| ato(m, a, 32),
        "atol" => |m, a| {
            let width = m.memory.pointer_size as u32 * 8;
            ato(m, a, width)
        },
        "atoll" => |m, a| ato(m, a, 64),
        "strtol" | "__isoc23_strtol" => |m, a| {
            let width = m.memory.pointer_size as u32 * 8;
            strto(m, a, width, true)
        },
        "strtoul" | "__isoc23_strtoul" => |m, a| {
            let width = m.memory.pointer_size as u32 * 8;
            strto(m, a, width, false)
        },
        "strtoll" | "strtoq" | "strtoimax" => |m, a| strto(m, a, 64, true),
        "strtoull" | "strtouq" | "strtoumax" => |m, a| strto(m, a, 64, false),
        "atof" => atof,
        "strtod" => |m, a| strtod(m, a, FloatKind::Double),
        "strtof" => |m, a| strtod(m, a, FloatKind::Float),
        "strtold" => |m, a| strtod(m, a, FloatKind::LongDouble),
        "abs" => |_, a| int(int_arg(a, 0).wrapping_abs().into()),
        "labs" | "llabs" | "imaxabs" => labs,
        "div" => |_, a| divide(a, 4),
        "ldiv" => |m, a| divide(a, m.memory.pointer_size as usize),
        "lldiv" | "imaxdiv" => |_, a| divide(a, 8),
        "rand" | "random" => rand,
        "srand" | "srandom" => srand,
        _ => return None,
    })
}

/// An integer at the start of some text.
pub(super) struct Parsed {
    pub(super) negative: bool,
    pub(super) magnitude: u128,
    /// Bytes used; 0 if there is no number.
    pub(super) used: usize,
}

/// Reads blanks, a sign, a prefix and digits of a base; base 0 takes it from the prefix.
pub(super) fn parse_int(text: &[u8], base: u32) -> Parsed {
    let blank = |b: &u8| *b == b' ' || (9..=13).contains(b);
    let mut at = text.iter().position(|b| !blank(b)).unwrap_or(text.len());
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let digit = |n: usize, base: u32| text.get(n).and_then(|&b| char::from(b).to_digit(base));
    let hex =
        matches!(text.get(at..at + 2), Some([b'0', b'x' | b'X'])) && digit(at + 2, 16).is_some();
    let base = match base {
        0 if hex => 16,
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        n => n,
    };
    if hex && base == 16 {
        at += 2;
    }
    let (start, mut magnitude) = (at, 0u128);
    while let Some(d) = digit(at, base) {
        magnitude = magnitude
            .saturating_mul(base.into())
            .saturating_add(d.into());
        at += 1;
    }
    Parsed {
        negative,
        magnitude,
        used: if at == start { 0 } else { at },
    }
}

impl Parsed {
    /// The number in a signed or unsigned type, at its limit if it does not fit; and if it fits.
    fn clamp(&self, width: u32, signed: bool) -> (u128, bool) {
        let most = if signed {
            (1u128 << (width - 1)) - 1 + u128::from(self.negative)
        } else {
            u128::MAX >> (128 - width)
        };
        let fits = self.magnitude <= most;
        let magnitude = self.magnitude.min(most);
        match (self.negative, signed || fits) {
            (true, true) => (magnitude.wrapping_neg(), fits),
            _ => (magnitude, fits),
        }
    }
}

/// `atoi` is `strtol` cut to an `int`.
fn ato(m: &mut Machine<'_>, args: &[Arg], width: u32) -> Step<Reply> {
    let text = m.memory.c_string(arg(args, 0), u64::MAX, m.program)?;
    let long = (m.memory.pointer_size as u32 * 8).max(width);
    value(Value::int(parse_int(text, 10).clamp(long, true).0))
}

fn strto(m: &mut Machine<'_>, args: &[Arg], width: u32, signed: bool) -> Step<Reply> {
    let start = arg(args, 0);
    let base = int_arg(args, 2);
    let text = m.memory.c_string(start, u64::MAX, m.program)?;
    if !(base == 0 || (2..=36).contains(&base)) {
        m.set_errno(22)?;
        return int(0);
    }
    let parsed = parse_int(text, base as u32);
    let (number, fits) = parsed.clamp(width, signed);
    if !fits {
        m.set_errno(34)?;
    }
    put_end(m, args, parsed.used)?;
    value(Value::int(number))
}

fn put_end(m: &mut Machine<'_>, args: &[Arg], used: usize) -> Step<()> {
    let end = arg(args, 1);
    if end.addr() == 0 {
        return Ok(());
    }
    m.put_word(end, m.shifted(arg(args, 0), used as i64), true)
}

/// The text of a floating constant at the start, and the bytes used with blanks before it.
pub(super) fn float_prefix(text: &[u8]) -> (String, usize) {
    let blank = |b: &u8| *b == b' ' || (9..=13).contains(b);
    let skipped = text.iter().position(|b| !blank(b)).unwrap_or(text.len());
    let rest = &text[skipped..];
    let end = (1..=rest.len().min(4096))
        .rev()
        .find(|&n| is_float(&rest[..n]))
        .unwrap_or(0);
    let text = String::from_utf8_lossy(&rest[..end]).into_owned();
    (text, if end == 0 { 0 } else { skipped + end })
}

/// Whether bytes are a floating constant as `strtod` takes it.
fn is_float(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else {
        return false;
    };
    let body = text.strip_prefix(['-', '+']).unwrap_or(text);
    let lower = body.to_ascii_lowercase();
    if matches!(&*lower, "inf" | "infinity" | "nan") {
        return true;
    }
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+');
    if let Some(hex) = lower.strip_prefix("0x") {
        return hex.contains(|c: char| c.is_ascii_hexdigit())
            && float::parse(&lower, FloatKind::Double).is_some();
    }
    lower.chars().all(plain) && lower.parse::<f64>().is_ok()
}

fn parse_float(text: &str, kind: FloatKind) -> u128 {
    let (negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = body.to_ascii_lowercase();
    let bits = match &*lower {
        "inf" | "infinity" => float::infinity(kind),
        "nan" => float::nan(kind),
        _ => {
            let hex = lower.starts_with("0x") && !lower.contains('p');
            let text = if hex { format!("{lower}p0") } else { lower };
            float::parse(&text, kind).unwrap_or(0)
        }
    };
    if negative {
        float::neg(bits, kind)
    } else {
        bits
    }
}

fn atof(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let text = m.memory.c_string(arg(args, 0), u64::MAX, m.program)?;
    let (number, _) = float_prefix(text);
    value(Value::int(parse_float(&number, FloatKind::Double)))
}

fn strtod(m: &mut Machine<'_>, args: &[Arg], kind: FloatKind) -> Step<Reply> {
    let text = m.memory.c_string(arg(args, 0), u64::MAX, m.program)?;
    let (number, used) = float_prefix(text);
    put_end(m, args, used)?;
    value(Value::int(parse_float(&number, kind)))
}

fn labs(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    let size = args.first().and_then(|a| m.program.types.size_of(a.ty));
    let width = size.map_or(64, |s| s as u32 * 8);
    let n = arith::sign_extend(arg(args, 0).bits, width);
    value(Value::int(n.wrapping_abs() as u128))
}

/// The structure of quotient and remainder, each of some bytes.
fn divide(args: &[Arg], bytes: usize) -> Step<Reply> {
    let number = |n| arith::sign_extend(arg(args, n).bits, bytes as u32 * 8);
    let (a, b) = (number(0), number(1));
    if b == 0 {
        return Err(FaultKind::DivisionByZero.into());
    }
    let parts = [a.wrapping_div(b), a.wrapping_rem(b)];
    let data = parts
        .iter()
        .flat_map(|n| n.to_le_bytes().into_iter().take(bytes));
    Ok(Reply::Bytes(data.collect()))
}

/// The generator of glibc's `rand` (TYPE_3: an additive feedback of 31 words).
pub(super) struct Random {
    words: Vec<u32>,
}

impl Random {
    pub(super) fn new(seed: u32) -> Self {
        let seed = seed.max(1) as i32;
        let mut words = vec![seed as u32];
        for n in 1..31 {
            let next = i64::from(words[n - 1] as i32) * 16807 % 2_147_483_647;
            let next = if next < 0 { next + 2_147_483_647 } else { next };
            words.push(next as u32);
        }
        for n in 31..34 {
            words.push(words[n - 31]);
        }
        let mut random = Self { words };
        for _ in 34..344 {
            random.step();
        }
        random
    }

    fn step(&mut self) -> u32 {
        let n = self.words.len();
        let next = self.words[n - 31].wrapping_add(self.words[n - 3]);
        self.words.push(next);
        if n > 4096 {
            self.words.drain(..n - 64);
        }
        next
    }
}

fn rand(m: &mut Machine<'_>, _: &[Arg]) -> Step<Reply> {
    int((m.library.random.step() >> 1).into())
}

fn srand(m: &mut Machine<'_>, args: &[Arg]) -> Step<Reply> {
    m.library.random = Random::new(int_arg(args, 0) as u32);
    nothing()
}
