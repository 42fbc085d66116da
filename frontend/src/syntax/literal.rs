//! Constants and string literals: from their spelling to their value, as gcc on x86 has it.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, Round};

use super::ast::{BaseType, CharLit, Encoding, IntLit};

/// A number.
pub(crate) enum Number<'t> {
    Int(IntLit),
    Float {
        text: &'t str,
        value: f64,
        ty: BaseType,
        imaginary: bool,
    },
}

/// Reads a number; the error says what is wrong with it.
pub(crate) fn number(spelling: &str) -> Result<Number<'_>, String> {
    let hex = has_prefix(spelling, b'x');
    let float = spelling.contains('.')
        || spelling.contains(if hex { ['p', 'P'] } else { ['e', 'E'] })
            && !has_prefix(spelling, b'b');
    if float {
        floating(spelling, hex)
    } else {
        integer(spelling).map(Number::Int)
    }
}

fn has_prefix(spelling: &str, letter: u8) -> bool {
    let bytes = spelling.as_bytes();
    bytes.len() > 2 && bytes[0] == b'0' && bytes[1].eq_ignore_ascii_case(&letter)
}

fn integer(spelling: &str) -> Result<IntLit, String> {
    let (radix, digits) = if has_prefix(spelling, b'x') {
        (16, &spelling[2..])
    } else if has_prefix(spelling, b'b') {
        (2, &spelling[2..])
    } else if spelling.starts_with('0') {
        (8, spelling)
    } else {
        (10, spelling)
    };
    let length = digits
        .bytes()
        .take_while(|byte| char::from(*byte).is_digit(radix))
        .count();
    let (digits, suffix) = digits.split_at(length);
    if digits.is_empty() {
        return Err("this number has no digits".to_owned());
    }
    let value =
        u128::from_str_radix(digits, radix).map_err(|_| "this integer is too large".to_owned())?;
    if value > u128::from(u64::MAX) {
        return Err("this integer is too large for every type of C".to_owned());
    }
    let mut literal = IntLit {
        value,
        decimal: radix == 10,
        unsigned: false,
        longs: 0,
        imaginary: false,
    };
    read_suffix(suffix, &mut literal)
        .ok_or_else(|| format!("`{suffix}` is not a suffix of integers"))?;
    Ok(literal)
}

fn read_suffix(suffix: &str, literal: &mut IntLit) -> Option<()> {
    let mut rest = suffix;
    while !rest.is_empty() {
        let taken = if rest.starts_with("ll") || rest.starts_with("LL") {
            2
        } else {
            1
        };
        match rest.as_bytes()[0] {
            b'u' | b'U' if !literal.unsigned => literal.unsigned = true,
            b'l' | b'L' if literal.longs == 0 => literal.longs = taken,
            b'i' | b'I' | b'j' | b'J' if !literal.imaginary => literal.imaginary = true,
            _ => return None,
        }
        rest = rest.get(usize::from(taken)..)?;
    }
    Some(())
}

fn floating(spelling: &str, hex: bool) -> Result<Number<'_>, String> {
    let length = float_digits(spelling, hex);
    let (text, suffix) = spelling.split_at(length);
    let stripped = suffix.trim_end_matches(['i', 'I', 'j', 'J']);
    let imaginary = stripped.len() < suffix.len();
    let ty = match stripped {
        "" => BaseType::Double,
        "f" | "F" => BaseType::Float,
        "l" | "L" => BaseType::LongDouble,
        "f16" | "F16" => BaseType::Float16,
        "f32" | "F32" => BaseType::Float32,
        "f64" | "F64" => BaseType::Float64,
        "f128" | "F128" | "q" | "Q" => BaseType::Float128,
        "f32x" | "F32x" => BaseType::Float32x,
        "f64x" | "F64x" => BaseType::Float64x,
        "w" | "W" => BaseType::Float80,
        "df" | "DF" => BaseType::Decimal32,
        "dd" | "DD" => BaseType::Decimal64,
        "dl" | "DL" => BaseType::Decimal128,
        _ => return Err(format!("`{suffix}` is not a suffix of floating constants")),
    };
    let value =
        nearest(text, hex, ty).ok_or_else(|| "this floating constant is malformed".to_owned())?;
    Ok(Number::Float {
        text,
        value,
        ty,
        imaginary,
    })
}

/// How many bytes belong to digits, point and exponent.
fn float_digits(spelling: &str, hex: bool) -> usize {
    let bytes = spelling.as_bytes();
    let mut at = if hex { 2 } else { 0 };
    let digit = |byte: u8| {
        if hex {
            byte.is_ascii_hexdigit()
        } else {
            byte.is_ascii_digit()
        }
    };
    while at < bytes.len() && (digit(bytes[at]) || bytes[at] == b'.') {
        at += 1;
    }
    let exponent = if hex { b'p' } else { b'e' };
    if bytes
        .get(at)
        .is_some_and(|byte| byte.eq_ignore_ascii_case(&exponent))
    {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let digits = bytes[at + 1 + sign..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        if digits > 0 {
            at += 1 + sign + digits;
        }
    }
    at
}

/// The value of a constant without suffix, rounded once to the format of its type: `float` for
/// the types that are no wider, `double` for all others.
fn nearest(text: &str, hex: bool, ty: BaseType) -> Option<f64> {
    let single = matches!(ty, BaseType::Float | BaseType::Float32 | BaseType::Float16);
    match (hex, single) {
        (false, false) => text.parse().ok(),
        (false, true) => text.parse::<f32>().ok().map(f64::from),
        (true, false) => Some(f64::from_bits(hex_bits::<Double>(text)? as u64)),
        (true, true) => Some(f64::from(f32::from_bits(hex_bits::<Single>(text)? as u32))),
    }
}

fn hex_bits<F: Float>(text: &str) -> Option<u128> {
    if !text.contains(['p', 'P']) {
        return None;
    }
    let parsed = F::from_str_r(text, Round::NearestTiesToEven).ok()?;
    Some(parsed.value.to_bits())
}

/// The value of a character constant with its quotes and prefix.
pub(crate) fn character(spelling: &[u8]) -> Result<CharLit, String> {
    let (encoding, body) = unquote(spelling);
    let mut units = Vec::new();
    decode(body, encoding, &mut units)?;
    if units.is_empty() {
        return Err("this character constant is empty".to_owned());
    }
    let value = match encoding {
        Encoding::Plain | Encoding::Utf8 if units.len() == 1 => i64::from(units[0] as u8 as i8),
        Encoding::Plain | Encoding::Utf8 => {
            let joined = units.iter().fold(0u32, |value, unit| value << 8 | unit);
            i64::from(joined as i32)
        }
        Encoding::Wide => i64::from(units[units.len() - 1] as i32),
        Encoding::Utf16 | Encoding::Utf32 => i64::from(units[units.len() - 1]),
    };
    Ok(CharLit { encoding, value })
}

/// Adds the code units of a string literal with its quotes and prefix.
pub(crate) fn string(spelling: &[u8], wanted: Encoding, out: &mut Vec<u32>) -> Result<(), String> {
    decode(unquote(spelling).1, wanted, out)
}

/// The prefix of a literal and what is between its quotes.
pub(crate) fn unquote(spelling: &[u8]) -> (Encoding, &[u8]) {
    let (encoding, skip) = match spelling {
        [b'u', b'8', ..] => (Encoding::Utf8, 3),
        [b'u', ..] => (Encoding::Utf16, 2),
        [b'U', ..] => (Encoding::Utf32, 2),
        [b'L', ..] => (Encoding::Wide, 2),
        _ => (Encoding::Plain, 1),
    };
    let end = spelling.len().saturating_sub(1).max(skip);
    (encoding, spelling.get(skip..end).unwrap_or_default())
}

fn decode(body: &[u8], encoding: Encoding, out: &mut Vec<u32>) -> Result<(), String> {
    let narrow = matches!(encoding, Encoding::Plain | Encoding::Utf8);
    let mut rest = body;
    while let Some((&first, after)) = rest.split_first() {
        if first == b'\\' {
            rest = escape(after, encoding, out)?;
        } else if narrow || first < 0x80 {
            out.push(u32::from(first));
            rest = after;
        } else {
            let (character, length) = leading_character(rest)?;
            push_character(character, encoding, out);
            rest = &rest[length..];
        }
    }
    Ok(())
}

fn leading_character(bytes: &[u8]) -> Result<(u32, usize), String> {
    let chunk = bytes.utf8_chunks().next();
    match chunk.and_then(|chunk| chunk.valid().chars().next()) {
        Some(character) => Ok((u32::from(character), character.len_utf8())),
        None => Err("a wide literal holds bytes that are not UTF-8".to_owned()),
    }
}

fn push_character(character: u32, encoding: Encoding, out: &mut Vec<u32>) {
    let valid = char::from_u32(character);
    match (encoding, valid) {
        (Encoding::Plain | Encoding::Utf8, Some(valid)) => {
            let mut buffer = [0; 4];
            out.extend(valid.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        (Encoding::Utf16, Some(valid)) => {
            let mut buffer = [0; 2];
            out.extend(
                valid
                    .encode_utf16(&mut buffer)
                    .iter()
                    .map(|&unit| u32::from(unit)),
            );
        }
        _ => out.push(character),
    }
}

/// Reads what follows a backslash; gives the rest.
fn escape<'t>(text: &'t [u8], encoding: Encoding, out: &mut Vec<u32>) -> Result<&'t [u8], String> {
    let Some((&letter, rest)) = text.split_first() else {
        return Ok(text);
    };
    let simple = match letter {
        b'n' => 10,
        b't' => 9,
        b'r' => 13,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'0'..=b'7' => return Ok(numeric_escape(text, 8, 3, encoding, out)),
        b'x' => {
            if !rest.first().is_some_and(u8::is_ascii_hexdigit) {
                return Err("`\\x` without hexadecimal digits".to_owned());
            }
            return Ok(numeric_escape(rest, 16, usize::MAX, encoding, out));
        }
        b'u' => return universal(rest, 4, encoding, out),
        b'U' => return universal(rest, 8, encoding, out),
        b'\n' => return Ok(rest),
        b'\r' => return Ok(rest.strip_prefix(b"\n").unwrap_or(rest)),
        other => u32::from(other),
    };
    out.push(simple);
    Ok(rest)
}

fn numeric_escape<'t>(
    text: &'t [u8],
    radix: u32,
    most: usize,
    encoding: Encoding,
    out: &mut Vec<u32>,
) -> &'t [u8] {
    let is_digit = |byte: &&u8| char::from(**byte).is_digit(radix);
    let length = text.iter().take(most).take_while(is_digit).count();
    let value = text[..length].iter().fold(0u32, |value, &byte| {
        value.wrapping_mul(radix) | char::from(byte).to_digit(radix).unwrap_or(0)
    });
    out.push(match encoding {
        Encoding::Plain | Encoding::Utf8 => value & 0xff,
        Encoding::Utf16 => value & 0xffff,
        Encoding::Utf32 | Encoding::Wide => value,
    });
    &text[length..]
}

fn universal<'t>(
    text: &'t [u8],
    digits: usize,
    encoding: Encoding,
    out: &mut Vec<u32>,
) -> Result<&'t [u8], String> {
    let value = text
        .get(..digits)
        .and_then(|hex| std::str::from_utf8(hex).ok());
    let value = value.and_then(|hex| u32::from_str_radix(hex, 16).ok());
    match value.filter(|&value| char::from_u32(value).is_some()) {
        Some(value) => {
            push_character(value, encoding, out);
            Ok(&text[digits..])
        }
        None => Err("this universal character name is malformed".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(spelling: &str) -> f64 {
        match number(spelling) {
            Ok(Number::Float { value, .. }) => value,
            _ => panic!("{spelling} is a floating constant"),
        }
    }

    #[test]
    fn floating_constants_are_rounded_once() {
        assert_eq!(float("1.5"), 1.5);
        assert_eq!(float(".5e1"), 5.0);
        assert_eq!(float("5."), 5.0);
        assert_eq!(float("0x1.8p3"), 12.0);
        assert_eq!(float("0x.8p-1"), 0.25);
        assert_eq!(float("0x1p-1074"), f64::from_bits(1));
        assert_eq!(float("0x1p-1075"), 0.0);
        assert_eq!(float("0x1.8p-1075"), f64::from_bits(1));
        assert_eq!(float("0x1p99999999999999999999"), f64::INFINITY);
        assert_eq!(float("1e400"), f64::INFINITY);
        // Half-way between two floats, and a little above: a detour over `double` rounds down.
        assert_eq!(float("0x1.000001p0f"), 1.0);
        assert_eq!(
            float("0x1.00000100000000001p0f"),
            f64::from(1.0f32 + f32::EPSILON)
        );
        assert_eq!(
            float("1.00000005960464477540f"),
            f64::from(1.0f32 + f32::EPSILON)
        );
        assert_eq!(float("0.1f"), f64::from(0.1f32));
    }

    #[test]
    fn integers_have_value_and_suffix() {
        let int = |spelling| match number(spelling) {
            Ok(Number::Int(int)) => (int.value, int.decimal, int.unsigned, int.longs),
            _ => panic!("{spelling} is an integer"),
        };
        assert_eq!(int("0"), (0, false, false, 0));
        assert_eq!(
            int("18446744073709551615u"),
            (u128::from(u64::MAX), true, true, 0)
        );
        assert_eq!(int("0xfULL"), (15, false, true, 2));
        assert_eq!(int("0b101l"), (5, false, false, 1));
        assert_eq!(int("0xe"), (14, false, false, 0));
        assert_eq!(int("017"), (15, false, false, 0));
        for bad in [
            "08", "1lul", "1lL", "0x", "0b2", "1e", "0x1.8", "1.5x", "1__",
        ] {
            assert!(number(bad).is_err(), "{bad}");
        }
    }
}
