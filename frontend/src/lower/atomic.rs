//! `__sync_*` and `__atomic_*`: one thread runs at a time, so they are what they do.

use super::Lowerer;
use crate::syntax::ast;
use ir::types::IntKind;
use ir::{BinaryOp, ExprId, PlaceId, UnaryOp};
use source::Span;

/// Whether gcc has a builtin of that name. Kernels have functions of their own that begin so (`__atomic_add_unless`).
pub(super) fn is_builtin(name: &str) -> bool {
    const OPERATORS: [&str; 6] = ["add", "sub", "or", "and", "xor", "nand"];
    let sync =
        "val_compare_and_swap bool_compare_and_swap synchronize lock_test_and_set lock_release";
    let atomic = "load_n load store_n store exchange_n exchange compare_exchange_n compare_exchange test_and_set \
         clear thread_fence signal_fence always_lock_free is_lock_free";
    let among = |names: &str, name: &str| names.split_whitespace().any(|n| n == name);
    // With the number of bytes behind it, it is the same function for one type.
    let stem = |name: &'static str, text: &str| -> Option<String> {
        let text = text.strip_prefix(name)?;
        let sizes = ["_1", "_2", "_4", "_8", "_16"];
        let plain = sizes.iter().find_map(|size| text.strip_suffix(size));
        Some(plain.unwrap_or(text).to_owned())
    };
    if let Some(stem) = stem("__sync_", name) {
        let both = OPERATORS
            .iter()
            .any(|op| stem == format!("fetch_and_{op}") || stem == format!("{op}_and_fetch"));
        return both || among(sync, &stem);
    }
    stem("__atomic_", name).is_some_and(|stem| {
        let both = OPERATORS
            .iter()
            .any(|op| stem == format!("fetch_{op}") || stem == format!("{op}_fetch"));
        // `load_4` is `load_n` of 4 bytes.
        both || among(atomic, &stem) || among("load store exchange compare_exchange", &stem)
    })
}

impl Lowerer<'_> {
    pub(super) fn atomic_builtin(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        match name {
            "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence" => {
                for &e in args {
                    self.effect(e);
                }
                return Some(self.void_value());
            }
            "__atomic_always_lock_free" | "__atomic_is_lock_free" => {
                return Some(self.program.int(1));
            }
            _ => {}
        }
        let (&pointer, rest) = args.split_first()?;
        let pointer = self.scalar(pointer, span);
        let mark = self.mark();
        let mut values = Vec::new();
        for &e in rest {
            let value = self.scalar(e, span);
            values.push(self.computed(value));
        }
        let mut pointer = self.protected(pointer, mark);
        // These two set and clear a byte, whatever the pointer's type says: `atomic_flag` is a structure.
        if matches!(name, "__atomic_test_and_set" | "__atomic_clear") {
            let byte = self.program.types.named_int(IntKind::UChar);
            let bytes = self.program.types.pointer(byte);
            pointer = self.program.cast(pointer, bytes);
        }
        let place = self.deref(pointer, span).place;
        self.sync(name, place, &values, span)
            .or_else(|| self.modify(name, place, &values, span))
            .or_else(|| {
                self.error(span, format!("{name} is not supported"));
                Some(self.poison())
            })
    }

    fn sync(
        &mut self,
        name: &str,
        place: PlaceId,
        values: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        Some(match (name, values) {
            ("__atomic_load_n", _) => {
                let old = self.program.load(place);
                self.saved(old)
            }
            ("__atomic_load", [to, ..]) => {
                let value = self.program.load(place);
                self.store_at(*to, value, span);
                self.void_value()
            }
            ("__atomic_store_n", [value, ..]) => {
                self.store(place, *value, span);
                self.void_value()
            }
            ("__atomic_store", [from, ..]) => {
                let value = self.load_at(*from, span);
                self.store(place, value, span);
                self.void_value()
            }
            ("__sync_lock_release", _) => {
                let zero = self.program.int(0);
                self.store(place, zero, span);
                self.void_value()
            }
            ("__atomic_clear", _) => {
                let zero = self.program.int(0);
                self.store(place, zero, span);
                self.void_value()
            }
            ("__atomic_test_and_set", _) => {
                let old = self.program.load(place);
                let old = self.saved(old);
                let one = self.program.int(1);
                self.store(place, one, span);
                let set = self.program.truth(old);
                let bool = self.program.types.bool();
                self.program.cast(set, bool)
            }
            ("__sync_lock_test_and_set" | "__atomic_exchange_n", [value, ..]) => {
                let old = self.program.load(place);
                let old = self.saved(old);
                self.store(place, *value, span);
                old
            }
            ("__atomic_exchange", [from, to, ..]) => {
                let old = self.program.load(place);
                let old = self.saved(old);
                let value = self.load_at(*from, span);
                self.store(place, value, span);
                self.store_at(*to, old, span);
                self.void_value()
            }
            ("__sync_val_compare_and_swap", [expected, new, ..]) => {
                self.compare_and_swap(place, *expected, *new, span).0
            }
            ("__sync_bool_compare_and_swap", [expected, new, ..]) => {
                self.compare_and_swap(place, *expected, *new, span).1
            }
            ("__atomic_compare_exchange_n", [expected, new, ..]) => {
                self.compare_exchange(place, *expected, *new, span)
            }
            ("__atomic_compare_exchange", [expected, new, ..]) => {
                let new = self.load_at(*new, span);
                self.compare_exchange(place, *expected, new, span)
            }
            _ => return None,
        })
    }

    fn store_at(&mut self, pointer: ExprId, value: ExprId, span: Span) {
        let place = self.deref(pointer, span).place;
        self.store(place, value, span);
    }

    fn load_at(&mut self, pointer: ExprId, span: Span) -> ExprId {
        let place = self.deref(pointer, span).place;
        let value = self.program.load(place);
        self.saved(value)
    }

    /// The old value, and whether it was the expected one and has been replaced.
    fn compare_and_swap(
        &mut self,
        place: PlaceId,
        expected: ExprId,
        new: ExprId,
        span: Span,
    ) -> (ExprId, ExprId) {
        let ty = self.program.place_type(place);
        let old = self.program.load(place);
        let old = self.saved(old);
        let expected = self.convert(expected, ty, span);
        let new = self.convert(new, ty, span);
        let equal = self.program.binary(BinaryOp::Eq, old, expected);
        let value = self.select(equal, new, old);
        self.assign(place, value);
        let bool = self.program.types.bool();
        let swapped = self.program.cast(equal, bool);
        (old, swapped)
    }

    /// As C11 has it: the expectation is a pointer, and is updated when it fails.
    fn compare_exchange(
        &mut self,
        place: PlaceId,
        expected: ExprId,
        new: ExprId,
        span: Span,
    ) -> ExprId {
        let wanted = self.load_at(expected, span);
        let (old, swapped) = self.compare_and_swap(place, wanted, new, span);
        let swapped = self.computed(swapped);
        let updated = self.select(swapped, wanted, old);
        self.store_at(expected, updated, span);
        swapped
    }

    /// `fetch_and_add`, `add_and_fetch`, `fetch_add`, `add_fetch` and the other operators.
    fn modify(
        &mut self,
        name: &str,
        place: PlaceId,
        values: &[ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let stem = name
            .strip_prefix("__sync_")
            .or_else(|| name.strip_prefix("__atomic_"))?;
        let (op, returns_old) = match stem.strip_prefix("fetch_") {
            Some(op) => (op.strip_prefix("and_").unwrap_or(op), true),
            None => {
                let op = stem.strip_suffix("_fetch")?;
                (op.strip_suffix("_and").unwrap_or(op), false)
            }
        };
        let value = *values.first()?;
        let ty = self.program.place_type(place);
        let old = self.program.load(place);
        let old = self.saved(old);
        let new = self.modified(op, old, value, span)?;
        let new = self.convert(new, ty, span);
        let new = self.computed(new);
        self.assign(place, new);
        Some(if returns_old { old } else { new })
    }

    /// Pointers are moved by bytes, not by elements.
    fn modified(&mut self, op: &str, old: ExprId, value: ExprId, span: Span) -> Option<ExprId> {
        let ty = self.program.type_of(old);
        let (old, value) = match self.program.types.is_pointer(ty) {
            true => {
                let size = self.program.types.size_t();
                (
                    self.program.cast(old, size),
                    self.convert(value, size, span),
                )
            }
            false => (old, self.convert(value, ty, span)),
        };
        let op = match op {
            "add" => ast::BinaryOp::Add,
            "sub" => ast::BinaryOp::Sub,
            "and" => ast::BinaryOp::BitAnd,
            "or" => ast::BinaryOp::BitOr,
            "xor" => ast::BinaryOp::BitXor,
            "nand" => {
                let both = self.operate(ast::BinaryOp::BitAnd, old, value, span);
                return Some(self.program.unary(UnaryOp::BitNot, both));
            }
            _ => return None,
        };
        Some(self.operate(op, old, value, span))
    }
}
