//! What is said of a value that a call returns: a comparison of `\result` with a constant of C.

use interp::Input;
use ir::types::{FloatKind, IntKind, TypeId};
use ir::{Program, arith};

/// What holds of the returned value; none where it is no scalar, or no constant of C is like it.
pub(super) fn returned(program: &Program, ty: TypeId, input: &Input) -> Option<String> {
    let types = &program.types;
    if types.is_pointer(ty) {
        let null = matches!(input, Input::Bits(0) | Input::Unknown);
        return Some(format!("\\result {} 0", if null { "==" } else { "!=" }));
    }
    let bits = match input {
        Input::Bits(bits) => *bits,
        Input::Unknown => 0,
        _ => return None,
    };
    let value = match types.float_kind(ty) {
        Some(kind) => float(kind, bits)?,
        None => integer(program, types.bits_kind(ty)?, bits)?,
    };
    Some(format!("\\result == {value}"))
}

/// An integer constant expression of C: digits without a suffix have the first signed type that is wide enough.
pub(super) fn integer(program: &Program, kind: IntKind, bits: u128) -> Option<String> {
    let model = program.types.model();
    let value = arith::extend(
        arith::truncate(bits, program.types.width(kind)),
        kind,
        model,
    );
    match kind.is_signed() {
        true => match i64::try_from(value as i128).ok()? {
            i64::MIN => Some("(-9223372036854775807 - 1)".into()),
            value => Some(value.to_string()),
        },
        false => match u64::try_from(value).ok()? {
            large if large > i64::MAX as u64 => Some(format!("{large}U")),
            value => Some(value.to_string()),
        },
    }
}

/// A constant of type `double` with that value, which is exact also for a `float`.
fn float(kind: FloatKind, bits: u128) -> Option<String> {
    let value = match kind {
        FloatKind::Float => f32::from_bits(bits as u32).into(),
        FloatKind::Double => f64::from_bits(bits as u64),
        _ => return None,
    };
    value.is_finite().then(|| format!("{value:?}"))
}
