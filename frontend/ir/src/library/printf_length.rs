//! How many bytes printing into memory writes, as far as the format tells.

use std::iter::Peekable;
use std::str::Bytes;

use crate::{ExprId, ExprKind, InitValue, PlaceKind, Program};

/// What a format says of the text that it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// At most so many bytes, the zero at the end included.
    pub most: u64,
    /// The text is the format itself.
    pub verbatim: bool,
}

/// What the format at an address gives, if it is a string literal and the length of what it prints is bounded.
pub fn printed(program: &Program, format: ExprId) -> Option<Printed> {
    of_text(&string_literal(program, format)?)
}

/// The string literal that an address is the beginning of.
pub fn string_literal(program: &Program, address: ExprId) -> Option<String> {
    let ExprKind::AddrOf(mut place) = program.terms.expr(program.without_casts(address)).kind
    else {
        return None;
    };
    if let PlaceKind::Index(array, index) = program.terms.place(place).kind
        && program.const_value(index) == Some(0)
    {
        place = array;
    }
    let PlaceKind::Var(var) = program.terms.place(place).kind else {
        return None;
    };
    let var = &program.vars[var];
    let [item] = &var.init.as_ref().filter(|_| var.is_string())?.items[..] else {
        return None;
    };
    let InitValue::Bytes(bytes) = &item.value else {
        return None;
    };
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    String::from_utf8(bytes[..end].to_vec()).ok()
}

fn of_text(format: &str) -> Option<Printed> {
    let mut most: u64 = 1;
    let mut verbatim = true;
    let mut rest = format.bytes().peekable();
    while let Some(byte) = rest.next() {
        let more = match byte {
            b'%' => {
                verbatim = false;
                conversion(&mut rest)?
            }
            _ => 1,
        };
        most = most.checked_add(more)?;
    }
    Some(Printed { most, verbatim })
}

/// The longest text that a conversion gives; what follows its percent sign is read.
fn conversion(rest: &mut Peekable<Bytes<'_>>) -> Option<u64> {
    while rest.next_if(|b| b"-+ #0".contains(b)).is_some() {}
    let width = number(rest);
    let precision = rest.next_if_eq(&b'.').map(|_| number(rest));
    let mut wide = false;
    while let Some(size) = rest.next_if(|b| b"hlqjzt".contains(b)) {
        wide |= size != b'h';
    }
    // Signs and prefixes included.
    let longest = match (rest.next()?, wide) {
        (b'%' | b'c', false) => 1,
        (b's', false) => precision?,
        (b'd' | b'i' | b'u', false) => 11,
        (b'd' | b'i' | b'u', true) => 20,
        (b'x' | b'X', false) => 10,
        (b'x' | b'X', true) => 18,
        (b'o', false) => 12,
        (b'o', true) => 23,
        _ => return None,
    };
    let digits = precision.map_or(0, |digits| digits.saturating_add(2));
    Some(longest.max(width).max(digits))
}

/// The number that is written next; zero if there is none.
fn number(rest: &mut Peekable<Bytes<'_>>) -> u64 {
    let mut number: u64 = 0;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        number = number
            .saturating_mul(10)
            .saturating_add((digit - b'0').into());
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn most(format: &str) -> Option<u64> {
        of_text(format).map(|printed| printed.most)
    }

    #[test]
    fn texts_without_conversions_are_printed_as_they_are() {
        let printed = of_text("timer");
        assert_eq!(printed.map(|p| (p.most, p.verbatim)), Some((6, true)));
        assert!(!of_text("%d").expect("it is bounded").verbatim);
        assert!(!of_text("100%%").expect("it is bounded").verbatim);
    }

    #[test]
    fn numbers_have_a_longest_text() {
        let printed = |text: String| text.len() as u64 + 1;
        assert_eq!(most("%d"), Some(printed(i32::MIN.to_string())));
        assert_eq!(most("%lld"), Some(printed(i64::MIN.to_string())));
        assert_eq!(most("%#x"), Some(printed(format!("{:#x}", u32::MAX))));
        assert_eq!(most("%#lx"), Some(printed(format!("{:#x}", u64::MAX))));
        assert_eq!(most("%#o"), Some(printed(format!("0{:o}", u32::MAX))));
        assert_eq!(most("%#lo"), Some(printed(format!("0{:o}", u64::MAX))));
        assert_eq!(most("port%02x.%40d"), Some(5 + 10 + 41));
        assert_eq!(most("%.40d"), Some(43));
    }

    #[test]
    fn strings_are_bounded_by_their_precision() {
        assert_eq!(most("%.8s!"), Some(12));
        assert_eq!(most("%c%%"), Some(3));
        for open in ["%s", "%*d", "%.*s", "%pM", "%f", "%n", "%", "%'d", "%ls"] {
            assert_eq!(most(open), None, "{open}");
        }
    }
}
