//! The formats of `printf`.

use super::super::fault::{FaultKind, Limit, Step, Stop};
use super::super::machine::{Arg, Machine};
use super::super::value::Value;
use super::decimal::{self, Parts};
use ir::arith;
use ir::types::FloatKind;

/// Where the arguments come from.
pub(super) enum Source<'a> {
    Args(&'a [Arg]),
    /// The address of a `va_list`.
    List(Value),
    /// The value of a `va_list` that is a pointer to the next argument.
    At(Value),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Char,
    Short,
    Int,
    Long,
    LongLong,
    LongDouble,
    /// `size_t`, `ptrdiff_t`.
    Size,
}

/// A conversion specification.
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    length: Length,
    conversion: u8,
}

/// The text that a format and its arguments make.
pub(super) fn format(m: &mut Machine<'_>, format: Value, mut source: Source<'_>) -> Step<Vec<u8>> {
    let text = m.memory.c_string(format, u64::MAX, m.program)?.to_vec();
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'%' {
            out.push(text[at]);
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        let spec = parse(m, &text, &mut at, &mut source)?;
        if spec.width > m.output_limit() || spec.precision.is_some_and(|p| p > m.output_limit()) {
            return Err(Stop::Limit(Limit::Output));
        }
        if !convert(m, &spec, &mut source, &mut out)? {
            out.extend_from_slice(&text[start..at]);
        }
    }
    Ok(out)
}

fn parse(m: &mut Machine<'_>, text: &[u8], at: &mut usize, source: &mut Source<'_>) -> Step<Spec> {
    let mut spec = Spec {
        left: false,
        plus: false,
        space: false,
        alternate: false,
        zero: false,
        width: 0,
        precision: None,
        length: Length::Int,
        conversion: 0,
    };
    let peek = |at: &usize| text.get(*at).copied().unwrap_or(0);
    loop {
        match peek(at) {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            b'\'' => {}
            _ => break,
        }
        *at += 1;
    }
    if peek(at) == b'*' {
        *at += 1;
        let width = source.int(m, 4)? as i32;
        spec.left |= width < 0;
        spec.width = width.unsigned_abs() as usize;
    } else {
        spec.width = digits(text, at);
    }
    if peek(at) == b'.' {
        *at += 1;
        spec.precision = if peek(at) == b'*' {
            *at += 1;
            usize::try_from(source.int(m, 4)? as i32).ok()
        } else {
            Some(digits(text, at))
        };
    }
    spec.length = length(text, at);
    spec.conversion = peek(at);
    if spec.conversion != 0 {
        *at += 1;
    }
    Ok(spec)
}

fn digits(text: &[u8], at: &mut usize) -> usize {
    let mut n = 0usize;
    while let Some(d) = text.get(*at).filter(|c| c.is_ascii_digit()) {
        n = n.saturating_mul(10).saturating_add((d - b'0').into());
        *at += 1;
    }
    n
}

fn length(text: &[u8], at: &mut usize) -> Length {
    let rest = text.get(*at..).unwrap_or_default();
    let (length, used) = match rest {
        [b'h', b'h', ..] => (Length::Char, 2),
        [b'h', ..] => (Length::Short, 1),
        [b'l', b'l', ..] => (Length::LongLong, 2),
        [b'l', ..] => (Length::Long, 1),
        [b'q' | b'j', ..] => (Length::LongLong, 1),
        [b'L', ..] => (Length::LongDouble, 1),
        [b'z' | b't', ..] => (Length::Size, 1),
        _ => (Length::Int, 0),
    };
    *at += used;
    length
}

impl Length {
    /// Bytes of the integer that is passed.
    fn passed(self, m: &Machine<'_>) -> u64 {
        match self {
            Self::Char | Self::Short | Self::Int => 4,
            Self::Long | Self::Size => m.memory.pointer_size,
            Self::LongLong | Self::LongDouble => 8,
        }
    }

    /// Bits that are printed.
    fn width(self, m: &Machine<'_>) -> u32 {
        match self {
            Self::Char => 8,
            Self::Short => 16,
            other => other.passed(m) as u32 * 8,
        }
    }
}

impl Source<'_> {
    fn next(&mut self) -> Step<Value> {
        match self {
            Self::Args([first, rest @ ..]) => {
                let value = first.value;
                *self = Self::Args(rest);
                Ok(value)
            }
            _ => Err(FaultKind::BadArgument {
                function: "printf",
                why: "the format asks for more arguments than there are".into(),
            }
            .into()),
        }
    }

    /// The next argument, of some bytes where it lies in memory.
    fn scalar(&mut self, m: &mut Machine<'_>, bytes: u64, align: u64) -> Step<Value> {
        match self {
            Self::Args(_) => self.next(),
            Self::List(list) => m.va_scalar(*list, bytes, align),
            Self::At(at) => m.va_scalar_at(at, bytes, align),
        }
    }

    fn int(&mut self, m: &mut Machine<'_>, bytes: u64) -> Step<u128> {
        Ok(self.scalar(m, bytes, 1)?.bits)
    }

    pub(super) fn pointer(&mut self, m: &mut Machine<'_>) -> Step<Value> {
        self.scalar(m, m.memory.pointer_size, 1)
    }

    fn float(&mut self, m: &mut Machine<'_>, kind: FloatKind) -> Step<u128> {
        let (size, align) = match (kind, m.memory.pointer_size) {
            (FloatKind::LongDouble, 4) => (12, 4),
            (FloatKind::LongDouble, _) => (16, 16),
            _ => (8, 1),
        };
        let bits = self.scalar(m, size, align)?.bits;
        Ok(match (&self, kind) {
            (Self::List(_) | Self::At(_), FloatKind::LongDouble) => arith::truncate(bits, 80),
            _ => bits,
        })
    }
}

/// Appends one conversion; false if it is none.
fn convert(
    m: &mut Machine<'_>,
    spec: &Spec,
    source: &mut Source<'_>,
    out: &mut Vec<u8>,
) -> Step<bool> {
    match spec.conversion {
        b'%' => out.push(b'%'),
        b'd' | b'i' => {
            let bits = source.int(m, spec.length.passed(m))?;
            let n = arith::sign_extend(bits, spec.length.width(m));
            let sign = spec.sign(n < 0);
            spec.integer(out, sign, &n.unsigned_abs().to_string());
        }
        b'u' | b'x' | b'X' | b'o' => {
            let bits = source.int(m, spec.length.passed(m))?;
            spec.unsigned(out, arith::truncate(bits, spec.length.width(m)));
        }
        b'c' => {
            let byte = source.int(m, 4)? as u8;
            spec.pad(out, &[byte]);
        }
        b's' => {
            let pointer = source.pointer(m)?;
            let max = spec.precision.map_or(u64::MAX, |p| p as u64);
            if pointer.addr() == 0 {
                let null: &[u8] = if max >= 6 { b"(null)" } else { b"" };
                spec.pad(out, null);
            } else if max == 0 {
                spec.pad(out, b"");
            } else {
                let text = m.memory.c_string(pointer, max, m.program)?.to_vec();
                spec.pad(out, &text);
            }
        }
        b'p' => {
            let pointer = source.pointer(m)?;
            let text = match pointer.addr() {
                0 => "(nil)".to_string(),
                addr => format!("{addr:#x}"),
            };
            spec.pad(out, text.as_bytes());
        }
        b'n' => {
            let to = source.pointer(m)?;
            let count = (out.len() as u128).to_le_bytes();
            let bytes = (spec.length.width(m) / 8) as usize;
            m.memory.put(to, &count[..bytes], m.program)?;
        }
        b'm' => spec.pad(out, super::string::error_text(m.errno()?).as_bytes()),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let kind = match spec.length {
                Length::LongDouble => FloatKind::LongDouble,
                _ => FloatKind::Double,
            };
            let bits = source.float(m, kind)?;
            spec.float(out, bits, kind);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

impl Spec {
    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, _, _) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// Text in its field.
    fn pad(&self, out: &mut Vec<u8>, text: &[u8]) {
        let room = self.width.saturating_sub(text.len());
        if !self.left {
            out.resize(out.len() + room, b' ');
        }
        out.extend_from_slice(text);
        if self.left {
            out.resize(out.len() + room, b' ');
        }
    }

    /// A number: the zeros of the field stand between prefix and digits.
    fn number(&self, out: &mut Vec<u8>, prefix: &str, digits: &str, zero: bool) {
        let mut text = String::from(prefix);
        let used = prefix.len() + digits.len();
        if zero && !self.left {
            text.extend(std::iter::repeat_n('0', self.width.saturating_sub(used)));
        }
        text.push_str(digits);
        self.pad(out, text.as_bytes());
    }

    fn integer(&self, out: &mut Vec<u8>, prefix: &str, digits: &str) {
        let mut digits = digits.to_string();
        if let Some(precision) = self.precision {
            if precision == 0 && digits == "0" {
                digits.clear();
            }
            let missing = precision.saturating_sub(digits.len());
            digits.insert_str(0, &"0".repeat(missing));
        }
        self.number(out, prefix, &digits, self.zero && self.precision.is_none());
    }

    fn unsigned(&self, out: &mut Vec<u8>, n: u128) {
        let (mut digits, mut prefix) = match self.conversion {
            b'x' => (format!("{n:x}"), "0x"),
            b'X' => (format!("{n:X}"), "0X"),
            b'o' => (format!("{n:o}"), ""),
            _ => (n.to_string(), ""),
        };
        if !self.alternate || n == 0 {
            prefix = "";
        }
        if self.alternate && self.conversion == b'o' {
            // The precision grows until the first digit is a zero.
            let shown = self.precision.unwrap_or(1);
            if shown <= digits.len() && (n != 0 || shown == 0) {
                if n == 0 {
                    digits = String::from("0");
                    self.number(out, "", &digits, false);
                    return;
                }
                digits.insert(0, '0');
            }
        }
        self.integer(out, prefix, &digits);
    }

    fn float(&self, out: &mut Vec<u8>, bits: u128, kind: FloatKind) {
        let (negative, parts) = decimal::take_apart(bits, kind);
        let sign = self.sign(negative);
        let precision = self.precision.unwrap_or(6);
        let (prefix, text, zero) = match parts {
            Parts::Nan => (sign.to_string(), "nan".to_string(), false),
            Parts::Infinite => (sign.to_string(), "inf".to_string(), false),
            Parts::Finite { mantissa, exponent } => {
                let text = match self.conversion.to_ascii_lowercase() {
                    b'f' => decimal::fixed(mantissa, exponent, precision, self.alternate),
                    b'e' => decimal::scientific(mantissa, exponent, precision, self.alternate).0,
                    b'g' => decimal::general(mantissa, exponent, precision, self.alternate),
                    _ => decimal::hexadecimal(
                        mantissa,
                        exponent,
                        kind,
                        self.precision,
                        self.alternate,
                    ),
                };
                match text.strip_prefix("0x") {
                    Some(rest) => (format!("{sign}0x"), rest.to_string(), self.zero),
                    None => (sign.to_string(), text, self.zero),
                }
            }
        };
        if self.conversion.is_ascii_uppercase() {
            let (prefix, text) = (prefix.to_uppercase(), text.to_uppercase());
            self.number(out, &prefix, &text, zero);
        } else {
            self.number(out, &prefix, &text, zero);
        }
    }
}
