//! Numbers with C's suffixes.

use ir::types::{FloatKind, IntKind};
use ir::{ExprId, float};

use super::{Parsed, Parser};

impl Parser<'_, '_> {
    /// A number with C's suffixes; in the format of `kind`, if it is given.
    pub(super) fn number(&mut self, negative: bool, kind: Option<FloatKind>) -> Parsed<ExprId> {
        self.rest = self.rest.trim_start();
        let hex = self.rest.starts_with("0x") || self.rest.starts_with("0X");
        let mut last = ' ';
        let end = self.rest.find(|c: char| {
            let sign = (c == '-' || c == '+') && !hex && (last == 'e' || last == 'E');
            last = c;
            !(c.is_alphanumeric() || c == '.' || sign)
        });
        let token = &self.rest[..end.unwrap_or(self.rest.len())];
        self.rest = &self.rest[token.len()..];
        let bad = || format!("'{token}' is not a number");
        let floating = !hex && token.contains(['.', 'e', 'E']);
        if floating || kind.is_some() {
            let kind = kind.unwrap_or(FloatKind::Double);
            let bits = float::parse(token.trim_end_matches(['f', 'F']), kind).ok_or_else(bad)?;
            let bits = if negative {
                float::neg(bits, kind)
            } else {
                bits
            };
            let ty = self.program.types.float(kind);
            return Ok(self.program.float_const(bits, ty));
        }
        let digits = token.trim_end_matches(['u', 'U', 'l', 'L']);
        let suffix = token[digits.len()..].to_ascii_lowercase();
        let magnitude = match hex {
            true => u128::from_str_radix(&digits[2..], 16),
            false => digits.parse::<u128>(),
        };
        let magnitude = magnitude.map_err(|_| bad())?;
        let kind = self
            .int_kind(&suffix, magnitude, negative)
            .ok_or_else(bad)?;
        let ty = self.program.types.int_type(kind);
        let value = if negative {
            magnitude.wrapping_neg()
        } else {
            magnitude
        };
        Ok(self.program.int_const(value, ty))
    }

    /// The first type that holds a number, among those that its suffix allows.
    pub(super) fn int_kind(
        &self,
        suffix: &str,
        magnitude: u128,
        negative: bool,
    ) -> Option<IntKind> {
        use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
        let kinds: &[IntKind] = match suffix {
            "" => &[Int, Long, LongLong, ULongLong],
            "u" => &[UInt, ULong, ULongLong],
            "l" => &[Long, LongLong, ULong],
            "ul" | "lu" => &[ULong, ULongLong],
            "ll" => &[LongLong, ULongLong],
            "ull" | "llu" => &[ULongLong],
            _ => return None,
        };
        let fits = |kind: &&IntKind| {
            let width = self.program.types.width(**kind);
            let bits = width - u32::from(kind.is_signed());
            let limit = 1u128 << bits;
            magnitude < limit || (negative && kind.is_signed() && magnitude == limit)
        };
        kinds.iter().find(fits).copied()
    }
}
