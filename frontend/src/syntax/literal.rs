//! Constants and string literals: from their spelling to their value, as gcc on x86 has it.

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
    let value = if hex {
        hex_float(text)
    } else {
        text.parse().ok()
    };
    let value = value.ok_or_else(|| "this floating constant is malformed".to_owned())?;
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

/// The double nearest to a hexadecimal constant.
fn hex_float(text: &str) -> Option<f64> {
    let body = text.get(2..)?;
    let (mantissa, exponent) = body.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut bits: u128 = 0;
    let mut scale: i64 = -4 * fraction.len() as i64;
    let mut sticky = false;
    for digit in whole.chars().chain(fraction.chars()) {
        let digit = u128::from(digit.to_digit(16)?);
        if bits >> 120 == 0 {
            bits = bits << 4 | digit;
        } else {
            scale += 4;
            sticky |= digit != 0;
        }
    }
    let exponent: i64 = exponent.parse::<i64>().ok()?.clamp(-100_000, 100_000);
    Some(round_to_double(bits | u128::from(sticky), scale + exponent))
}

/// `bits * 2^scale`, rounded once, to nearest even.
fn round_to_double(bits: u128, scale: i64) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let top = 127 - i64::from(bits.leading_zeros());
    // The exponent of the lowest bit that a double of this size can hold.
    let lowest = (top + scale - 52).max(-1074);
    let drop = lowest - scale;
    let kept = if drop <= 0 {
        bits << (-drop).min(127)
    } else if drop > 127 {
        0
    } else {
        let (kept, rest, half) = (bits >> drop, bits & ((1 << drop) - 1), 1u128 << (drop - 1));
        kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
    };
    let mut value = kept as f64;
    let mut power = lowest;
    while power > 0 && value.is_finite() {
        let step = power.min(1000);
        value *= 2f64.powi(step as i32);
        power -= step;
    }
    // `kept` has at most 53 bits, so dividing by powers of two is exact down to the lowest bit.
    while power < 0 && value != 0.0 {
        let step = (-power).min(1000);
        value /= 2f64.powi(step as i32);
        power += step;
    }
    value
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
