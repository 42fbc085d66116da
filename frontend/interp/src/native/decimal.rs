//! Exact decimal and hexadecimal text of floating-point numbers, rounded as C prescribes.
//!
//! A binary fraction has a finite decimal expansion: `m * 2^-k` is `m * 5^k` with the point moved
//! by k digits. All of it is computed, then rounded half to even, so every digit is right whatever
//! the precision.

use ir::float;
use ir::types::FloatKind;

/// A number taken apart.
pub(super) enum Parts {
    Nan,
    Infinite,
    /// `mantissa * 2^exponent`.
    Finite {
        mantissa: u128,
        exponent: i32,
    },
}

/// The sign and the magnitude.
pub(super) fn take_apart(bits: u128, kind: FloatKind) -> (bool, Parts) {
    let (fraction, exponent_bits, explicit) = match kind {
        FloatKind::Float => (23, 8, false),
        FloatKind::Double => (52, 11, false),
        FloatKind::LongDouble => (64, 15, true),
        FloatKind::Float128 => (112, 15, false),
    };
    let negative = bits >> (fraction + exponent_bits) & 1 == 1;
    if float::is_nan(bits, kind) {
        return (negative, Parts::Nan);
    }
    let field = (bits >> fraction) as i32 & ((1 << exponent_bits) - 1);
    let low = bits & ((1 << fraction) - 1);
    if field == (1 << exponent_bits) - 1 {
        return (negative, Parts::Infinite);
    }
    let bias = (1 << (exponent_bits - 1)) - 1;
    let hidden = if explicit || field == 0 {
        0
    } else {
        1 << fraction
    };
    let point = if explicit { fraction - 1 } else { fraction };
    let parts = Parts::Finite {
        mantissa: low | hidden,
        exponent: field.max(1) - bias - point,
    };
    (negative, parts)
}

/// Decimal digits and where the point stands: `0.d0d1d2… * 10^point`, no leading zeros.
struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    fn exact(mantissa: u128, exponent: i32) -> Self {
        let mut big = Big::new(mantissa);
        if exponent >= 0 {
            big.scale(2, exponent as u32);
        } else {
            big.scale(5, exponent.unsigned_abs());
        }
        let digits = big.digits();
        let point = digits.len() as i32 + exponent.min(0);
        Self { digits, point }
    }

    /// Keeps `count` digits (perhaps none, or less than none), half to even.
    fn round(mut self, count: i32) -> Self {
        if count >= self.digits.len() as i32 {
            return self;
        }
        if count < 0 {
            self.digits.clear();
            return self;
        }
        let count = count as usize;
        let rest = self.digits.split_off(count);
        let tail = rest[1..].iter().any(|&d| d != 0);
        let odd = self.digits.last().is_some_and(|d| d % 2 == 1);
        let up = rest[0] > 5 || (rest[0] == 5 && (tail || odd));
        if up {
            self.increment();
        }
        self
    }

    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.point += 1;
    }

    /// The digit at a power of ten.
    fn at(&self, power: i32) -> char {
        let index = self.point - 1 - power;
        let digit = usize::try_from(index).ok().and_then(|i| self.digits.get(i));
        char::from(b'0' + digit.copied().unwrap_or(0))
    }
}

/// `%f` of a magnitude.
pub(super) fn fixed(mantissa: u128, exponent: i32, precision: usize, point: bool) -> String {
    let exact = Decimal::exact(mantissa, exponent);
    let keep = exact.point.saturating_add(precision as i32);
    let rounded = exact.round(keep);
    let mut text: String = (0..rounded.point.max(1))
        .rev()
        .map(|power| rounded.at(power))
        .collect();
    if precision > 0 || point {
        text.push('.');
    }
    text.extend((1..=precision as i32).map(|n| rounded.at(-n)));
    text
}

/// `%e` of a magnitude, and the decimal exponent.
pub(super) fn scientific(
    mantissa: u128,
    exponent: i32,
    precision: usize,
    point: bool,
) -> (String, i32) {
    let rounded = Decimal::exact(mantissa, exponent).round(precision as i32 + 1);
    let power = if mantissa == 0 { 0 } else { rounded.point - 1 };
    let mut text = String::from(rounded.at(power));
    if precision > 0 || point {
        text.push('.');
    }
    text.extend((1..=precision as i32).map(|n| rounded.at(power - n)));
    let sign = if power < 0 { '-' } else { '+' };
    text.push_str(&format!("e{sign}{:02}", power.abs()));
    (text, power)
}

/// `%g` of a magnitude; `keep` keeps trailing zeros.
pub(super) fn general(mantissa: u128, exponent: i32, precision: usize, keep: bool) -> String {
    let precision = precision.max(1);
    let (text, power) = scientific(mantissa, exponent, precision - 1, keep);
    if power < -4 || power >= precision as i32 {
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, ""));
        let digits = if keep { digits } else { trim(digits) };
        return format!("{digits}e{exponent}");
    }
    let places = (precision as i32 - 1 - power) as usize;
    let text = fixed(mantissa, exponent, places, keep);
    if keep { text } else { trim(&text).to_string() }
}

fn trim(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

/// `%a` of a magnitude. `double`s start with 1 (0 if subnormal), `long double`s with the first
/// four bits of the mantissa, as in glibc.
pub(super) fn hexadecimal(
    mantissa: u128,
    exponent: i32,
    kind: FloatKind,
    precision: Option<usize>,
    point: bool,
) -> String {
    let fraction = match kind {
        FloatKind::LongDouble => 60,
        FloatKind::Float128 => 112,
        _ => 52,
    };
    let (mut mantissa, mut exponent) = (mantissa, exponent);
    if kind == FloatKind::Float {
        // Passed as double.
        mantissa <<= 29;
        exponent -= 29;
    }
    let digits = fraction / 4;
    if let Some(kept) = precision.filter(|&p| p < digits) {
        let drop = (digits - kept) * 4;
        let half = 1u128 << (drop - 1);
        let rest = mantissa & ((1u128 << drop) - 1);
        mantissa >>= drop;
        if rest > half || (rest == half && mantissa & 1 == 1) {
            mantissa += 1;
        }
        mantissa <<= drop;
    }
    let power = if mantissa == 0 {
        0
    } else {
        exponent + fraction as i32
    };
    let low = mantissa & ((1u128 << fraction) - 1);
    let mut tail = format!("{low:0digits$x}");
    match precision {
        Some(p) => {
            tail.truncate(p);
            while tail.len() < p {
                tail.push('0');
            }
        }
        None => tail.truncate(tail.trim_end_matches('0').len()),
    }
    let dot = if tail.is_empty() && !point { "" } else { "." };
    format!("0x{:x}{dot}{tail}p{power:+}", mantissa >> fraction)
}

/// A natural number, in base 2^32, least digit first.
struct Big(Vec<u32>);

impl Big {
    fn new(value: u128) -> Self {
        let mut words: Vec<u32> = (0..4).map(|n| (value >> (32 * n)) as u32).collect();
        while words.last() == Some(&0) {
            words.pop();
        }
        Self(words)
    }

    /// Multiplies by `base^power`, for 2 and 5.
    fn scale(&mut self, base: u32, power: u32) {
        // The largest power of the base in 32 bits.
        let chunk = if base == 2 { 31 } else { 13 };
        for _ in 0..power / chunk {
            self.multiply(base.pow(chunk));
        }
        self.multiply(base.pow(power % chunk));
    }

    fn multiply(&mut self, by: u32) {
        let mut carry = 0u64;
        for word in &mut self.0 {
            carry += u64::from(*word) * u64::from(by);
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Decimal digits, the first not zero; none for zero.
    fn digits(mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while !self.0.is_empty() {
            let mut rest = 0u64;
            for word in self.0.iter_mut().rev() {
                rest = rest << 32 | u64::from(*word);
                *word = (rest / 1_000_000_000) as u32;
                rest %= 1_000_000_000;
            }
            while self.0.last() == Some(&0) {
                self.0.pop();
            }
            for _ in 0..9 {
                digits.push((rest % 10) as u8);
                rest /= 10;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }
}
