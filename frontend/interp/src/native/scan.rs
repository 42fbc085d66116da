//! The formats of `scanf`: the conversions that programs use.

use super::super::fault::{FaultKind, Step};
use super::super::machine::{Arg, Machine};
use super::number::{float_prefix, parse_int};
use super::{NativeFn, arg, int};
use ir::float;
use ir::types::FloatKind;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    let plain = name.strip_prefix("__isoc99_").unwrap_or(name);
    Some(match plain {
        "scanf" => |m, a| {
            let start = m.library.stdin_pos;
            let text = m.library.stdin[start..].to_vec();
            let (count, used) = scan(m, &text, arg(a, 0), &a[1.min(a.len())..])?;
            m.library.stdin_pos += used;
            int(count)
        },
        "fscanf" => |m, a| {
            let start = m.library.stdin_pos;
            let text = m.library.stdin[start..].to_vec();
            let (count, used) = scan(m, &text, arg(a, 1), &a[2.min(a.len())..])?;
            m.library.stdin_pos += used;
            int(count)
        },
        "sscanf" => |m, a| {
            let text = m.memory.c_string(arg(a, 0), u64::MAX, m.program)?.to_vec();
            int(scan(m, &text, arg(a, 1), &a[2.min(a.len())..])?.0)
        },
        _ => return None,
    })
}

fn is_blank(b: u8) -> bool {
    b == b' ' || (9..=13).contains(&b)
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    args: &'a [Arg],
    count: i64,
}

struct Spec {
    skip: bool,
    width: usize,
    /// Bytes of the integer or float that is stored.
    size: usize,
    conversion: u8,
}

/// How many items were stored (-1 at the end of the input) and how much was read.
fn scan(
    m: &mut Machine<'_>,
    text: &[u8],
    format: super::Value,
    args: &[Arg],
) -> Step<(i64, usize)> {
    let format = m.memory.c_string(format, u64::MAX, m.program)?.to_vec();
    let mut scan = Scan {
        text,
        at: 0,
        args,
        count: 0,
    };
    let mut at = 0;
    while at < format.len() {
        let byte = format[at];
        at += 1;
        if is_blank(byte) {
            scan.skip_blanks();
            continue;
        }
        if byte != b'%' {
            if scan.text.get(scan.at) != Some(&byte) {
                return Ok(scan.result());
            }
            scan.at += 1;
            continue;
        }
        let spec = parse(&format, &mut at, m.memory.pointer_size as usize);
        if !scan.convert(m, &spec, &format, &mut at)? {
            return Ok(scan.result());
        }
    }
    Ok((scan.count, scan.at))
}

fn parse(format: &[u8], at: &mut usize, word: usize) -> Spec {
    let mut spec = Spec {
        skip: false,
        width: usize::MAX,
        size: 4,
        conversion: 0,
    };
    let peek = |at: usize| format.get(at).copied().unwrap_or(0);
    if peek(*at) == b'*' {
        spec.skip = true;
        *at += 1;
    }
    let mut width = 0usize;
    while peek(*at).is_ascii_digit() {
        width = width.saturating_mul(10) + usize::from(peek(*at) - b'0');
        *at += 1;
    }
    if width > 0 {
        spec.width = width;
    }
    loop {
        match peek(*at) {
            b'h' => spec.size /= 2,
            b'l' if spec.size == 4 && peek(*at + 1) != b'l' && word == 4 => spec.size = 4,
            b'l' | b'j' | b'q' => spec.size = 8,
            b'L' => spec.size = 10,
            b'z' | b't' => spec.size = word,
            c => {
                spec.conversion = c;
                *at += usize::from(c != 0);
                // `l` makes a float a double whatever the size of long.
                let long = format.get(at.saturating_sub(2)) == Some(&b'l');
                if matches!(c, b'f' | b'e' | b'g') && long {
                    spec.size = 8;
                }
                return spec;
            }
        }
        *at += 1;
    }
}

impl Scan<'_> {
    fn result(&self) -> (i64, usize) {
        let ended = self.at >= self.text.len() && self.count == 0;
        (if ended { -1 } else { self.count }, self.at)
    }

    fn skip_blanks(&mut self) {
        while self.text.get(self.at).is_some_and(|&b| is_blank(b)) {
            self.at += 1;
        }
    }

    /// One conversion; false if the input does not match.
    fn convert(
        &mut self,
        m: &mut Machine<'_>,
        spec: &Spec,
        format: &[u8],
        at: &mut usize,
    ) -> Step<bool> {
        if !matches!(spec.conversion, b'c' | b'[' | b'n') {
            self.skip_blanks();
        }
        if spec.conversion == b'%' {
            let matches = self.text.get(self.at) == Some(&b'%');
            self.at += usize::from(matches);
            return Ok(matches);
        }
        let Some(read) = self.read(spec, format, at)? else {
            return Ok(false);
        };
        if spec.skip {
            return Ok(true);
        }
        let Some((to, rest)) = self.args.split_first() else {
            return Ok(false);
        };
        self.args = rest;
        self.count += 1;
        m.memory.put(to.value, &read, m.program)?;
        Ok(true)
    }

    /// The bytes that a conversion stores; none if the input does not match.
    fn read(&mut self, spec: &Spec, format: &[u8], at: &mut usize) -> Step<Option<Vec<u8>>> {
        let rest = &self.text[self.at..];
        let window = &rest[..rest.len().min(spec.width)];
        Ok(match spec.conversion {
            b'd' | b'u' | b'i' | b'x' | b'X' | b'o' => self.integer(spec, window),
            b'f' | b'e' | b'g' | b'E' | b'G' => self.float(spec, window),
            b'c' => self.characters(spec),
            b's' => self.word(window, |b| !is_blank(b)),
            b'[' => {
                let set = char_set(format, at);
                self.word(window, |b| set[usize::from(b)])
            }
            b'n' => {
                self.count -= 1;
                Some((self.at as u128).to_le_bytes()[..spec.size].to_vec())
            }
            _ => {
                return Err(FaultKind::BadArgument {
                    function: "scanf",
                    why: format!("the conversion %{}", char::from(spec.conversion)),
                }
                .into());
            }
        })
    }

    fn integer(&mut self, spec: &Spec, window: &[u8]) -> Option<Vec<u8>> {
        let base = match spec.conversion {
            b'i' => 0,
            b'x' | b'X' => 16,
            b'o' => 8,
            _ => 10,
        };
        let parsed = parse_int(window, base);
        if parsed.used == 0 {
            return None;
        }
        self.at += parsed.used;
        let number = match parsed.negative {
            true => parsed.magnitude.wrapping_neg(),
            false => parsed.magnitude,
        };
        Some(number.to_le_bytes()[..spec.size].to_vec())
    }

    fn float(&mut self, spec: &Spec, window: &[u8]) -> Option<Vec<u8>> {
        let kind = match spec.size {
            4 => FloatKind::Float,
            8 => FloatKind::Double,
            _ => FloatKind::LongDouble,
        };
        let (number, used) = float_prefix(window);
        let bits = float::parse(&number, kind).filter(|_| used > 0)?;
        self.at += used;
        Some(bits.to_le_bytes()[..spec.size].to_vec())
    }

    /// As many bytes as the width says, blanks too.
    fn characters(&mut self, spec: &Spec) -> Option<Vec<u8>> {
        let count = match spec.width {
            usize::MAX => 1,
            width => width,
        };
        let bytes = self.text[self.at..].get(..count)?.to_vec();
        self.at += count;
        Some(bytes)
    }

    /// The bytes of a class, with a terminator; none if there is no such byte.
    fn word(&mut self, window: &[u8], class: impl Fn(u8) -> bool) -> Option<Vec<u8>> {
        let end = window.iter().position(|&b| !class(b));
        let mut bytes = window[..end.unwrap_or(window.len())].to_vec();
        self.at += bytes.len();
        bytes.push(0);
        (bytes.len() > 1).then_some(bytes)
    }
}

/// The set of `%[a-z]` or `%[^…]`.
fn char_set(format: &[u8], at: &mut usize) -> [bool; 256] {
    let negated = format.get(*at) == Some(&b'^');
    *at += usize::from(negated);
    let mut set = [negated; 256];
    let start = *at;
    while let Some(&c) = format.get(*at) {
        if c == b']' && *at > start {
            *at += 1;
            break;
        }
        let (low, high) = match (format.get(*at + 1), format.get(*at + 2)) {
            (Some(b'-'), Some(&high)) if high != b']' => {
                *at += 2;
                (c, high)
            }
            _ => (c, c),
        };
        (low..=high).for_each(|b| set[usize::from(b)] = !negated);
        *at += 1;
    }
    set
}
