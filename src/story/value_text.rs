//! Values as C would write them.

use interp::Input;
use ir::types::{IntKind, TypeId, TypeKind};
use ir::{Program, arith, float};

/// What is said of a pointer of which nothing else is known.
pub(super) const VALID: &str = "a valid pointer";

/// The bits of a scalar.
pub(crate) fn scalar(program: &Program, ty: TypeId, bits: u128) -> String {
    let types = &program.types;
    if let Some(kind) = types.float_kind(ty) {
        return float::display(bits, kind);
    }
    let Some(kind) = types.bits_kind(ty) else {
        return "?".into();
    };
    if types.is_pointer(ty) {
        return pointer(program, bits);
    }
    let bits = arith::truncate(bits, types.width(kind));
    match types.kind(ty) {
        TypeKind::Int(IntKind::Bool) => (if bits == 0 { "false" } else { "true" }).into(),
        TypeKind::Enum(id) => {
            let constants = &types.enums[*id].constants;
            let named = constants.iter().find(|(_, value)| *value == bits);
            named.map_or_else(|| number(program, kind, bits), |(name, _)| name.to_string())
        }
        _ => number(program, kind, bits),
    }
}

fn number(program: &Program, kind: IntKind, bits: u128) -> String {
    let value = arith::extend(bits, kind, program.types.model());
    if kind.is_signed() {
        (value as i128).to_string()
    } else {
        value.to_string()
    }
}

fn pointer(program: &Program, bits: u128) -> String {
    match bits {
        0 => "NULL".into(),
        // As kernels return errors: the last page of addresses.
        _ => {
            let width = program.types.width(program.types.size_kind());
            let signed = arith::sign_extend(bits, width);
            match signed {
                -4095..=-1 => format!("the error pointer {signed}"),
                _ => VALID.into(),
            }
        }
    }
}

/// What is said of a pointer to a function that is none of the program's.
pub(super) const FUNCTION: &str = "a function that is not part of the program";

/// Whether values of a type are pointers to functions.
pub(super) fn leads_to_function(program: &Program, ty: TypeId) -> bool {
    let target = program.types.target(ty);
    target.is_some_and(|target| program.types.function_type(target).is_some())
}

/// What the program is given.
pub(super) fn input(program: &Program, ty: TypeId, input: &Input) -> Option<String> {
    match input {
        Input::Bits(bits) => Some(scalar(program, ty, *bits)),
        Input::Bytes(_) | Input::Unknown => None,
        Input::Fresh(_) | Input::Object(..) if leads_to_function(program, ty) => {
            Some(FUNCTION.into())
        }
        Input::Fresh(_) => Some("a new object".into()),
        Input::Object(..) => Some("a pointer to an object from outside".into()),
        Input::Address(var, offset) => {
            let variable = &program.vars[*var];
            let (member, _, rest) = program.types.member_at(variable.ty, *offset);
            let address = format!("&{}{member}", variable.name);
            Some(match rest {
                0 => address,
                _ => format!("{rest} bytes behind {address}"),
            })
        }
    }
}
