//! Values as C.

use std::fmt::Write;

use source::entity::EntityId;

use super::inputs::Value;

/// The name of the C variable with the address of a variable or function.
pub(super) fn address_name(value: &Value) -> Option<String> {
    match value {
        Value::Variable(var, _) => Some(format!("cegar_variable_{}", var.index())),
        Value::Function(func) => Some(format!("cegar_function_{}", func.index())),
        _ => None,
    }
}

/// Bytes as a string of C.
pub(super) fn string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(out, "\\{byte:03o}");
    }
    out + "\""
}

/// An address as an element of a list of those that lie somewhere.
pub(super) fn patch(at: u64, value: &Value) -> Option<String> {
    let offset = match value {
        Value::Variable(_, offset) => *offset,
        _ => 0,
    };
    let name = address_name(value)?;
    Some(format!("{{ {at:#x}, &{name}, {offset} }}"))
}

/// A value as an element of a table; `patches` is the name of the list with the addresses in it, or 0.
pub(super) fn element(value: &Value, patches: &str) -> String {
    match value {
        Value::Open => "{ 0 }".into(),
        Value::Number(bits) if *bits <= u128::from(u64::MAX) => format!("{{ 'n', {bits:#x}ull }}"),
        Value::Number(bits) => {
            let all = bits.to_le_bytes();
            format!("{{ 'b', 0, {}, 16 }}", string(&all))
        }
        Value::Bytes(all, _) => {
            format!("{{ 'b', 0, {}, {}, 0, {patches} }}", string(all), all.len())
        }
        Value::Fresh(size) => format!("{{ 'f', {size} }}"),
        Value::Object(address, all, _) => {
            let (text, size) = (string(all), all.len());
            format!("{{ 'o', {address:#x}, {text}, {size}, 0, {patches} }}")
        }
        Value::Variable(_, offset) => {
            let name = address_name(value).unwrap_or_default();
            format!("{{ 'a', {offset}, 0, 0, &{name} }}")
        }
        Value::Function(_) => {
            let name = address_name(value).unwrap_or_default();
            format!("{{ 'a', 0, 0, 0, &{name} }}")
        }
    }
}
