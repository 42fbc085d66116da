//! gcc's builtin functions. Those with a namesake in the C library are calls of it; the others are
//! lowered here.

use super::Lowerer;
use super::scope::Entity;
use crate::ir::{AssumptionKind, BinaryOp, EdgeKind, ExprId, Stmt, float};
use crate::source::Span;
use crate::syntax::ast;
use crate::types::{FloatKind, IntKind, TypeId};

/// Builtins that are constants when their arguments are.
const FOLDED: [&str; 12] = [
    "__builtin_constant_p",
    "__builtin_expect",
    "__builtin_object_size",
    "__builtin_huge_val",
    "__builtin_huge_valf",
    "__builtin_inf",
    "__builtin_inff",
    "__builtin_nan",
    "__builtin_nanf",
    "__builtin_clz",
    "__builtin_ctz",
    "__builtin_popcount",
];

impl Lowerer<'_> {
    /// The name of a builtin that a call names, unless the program declares something of that name.
    pub(super) fn builtin_name(&self, callee: ast::ExprId) -> Option<String> {
        let ast::ExprKind::Ident(name) = self.ast.exprs[callee].kind else {
            return None;
        };
        let text = self.name(name);
        let prefixes = ["__builtin_", "__sync_", "__atomic_"];
        let builtin = prefixes.iter().any(|p| text.starts_with(p)) || text == "alloca";
        let shadowed = !matches!(self.scopes.lookup(name), None | Some(Entity::Func(_)));
        (builtin && !shadowed).then(|| text.to_string())
    }

    pub(super) fn is_folded_builtin(&self, callee: ast::ExprId) -> bool {
        self.builtin_name(callee)
            .is_some_and(|n| FOLDED.contains(&&*n) || n.contains("bswap"))
    }

    /// What `__builtin_expect(e, …)` expects something of.
    pub(super) fn expected(
        &self,
        callee: ast::ExprId,
        args: &[ast::ExprId],
    ) -> Option<ast::ExprId> {
        let name = self.builtin_name(callee)?;
        let expect = matches!(
            &*name,
            "__builtin_expect" | "__builtin_expect_with_probability"
        );
        args.first().copied().filter(|_| expect)
    }

    /// The value of a builtin; None if it is an ordinary function.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        args: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        if name == "alloca" {
            return Some(self.alloca(args, span));
        }
        if name.starts_with("__sync_") || name.starts_with("__atomic_") {
            return self.atomic_builtin(name, args, span);
        }
        let plain = name.strip_prefix("__builtin_")?;
        self.va_builtin(name, args, span)
            .or_else(|| self.plain_builtin(plain, args, span))
            .or_else(|| self.bit_builtin(plain, args, span))
            .or_else(|| self.overflow_builtin(plain, args, span))
            .or_else(|| self.float_builtin(plain, args, span))
            .or_else(|| self.checked_builtin(plain, args, span))
    }

    fn plain_builtin(&mut self, name: &str, args: &[ast::ExprId], span: Span) -> Option<ExprId> {
        Some(match (name, args) {
            ("expect" | "expect_with_probability", [value, rest @ ..]) => {
                let value = self.scalar(*value, span);
                for &e in rest {
                    self.effect(e);
                }
                let long = self.program.types.named_int(IntKind::Long);
                self.program.cast(value, long)
            }
            ("constant_p", [e]) => {
                let constant = self.is_constant_p(*e);
                self.program.int(constant.into())
            }
            ("alloca" | "alloca_with_align", _) => self.alloca(args, span),
            ("prefetch", _) => {
                for &e in args {
                    self.effect(e);
                }
                self.void_value()
            }
            ("object_size" | "dynamic_object_size", [pointer, kind]) => {
                let kind = self.constant_int(*kind).unwrap_or(0);
                let value = self.discarded(|l| l.rvalue(*pointer));
                let unknown = if kind & 2 == 0 { u64::MAX } else { 0 };
                let size = self.object_size(value, kind & 1 == 1);
                self.program.size_const(size.unwrap_or(unknown))
            }
            ("assume_aligned", [pointer, ..]) => {
                let value = self.scalar(*pointer, span);
                let void = self.program.types.void();
                let ty = self.program.types.pointer(void);
                self.convert(value, ty, span)
            }
            ("classify_type", [e]) => {
                let ty = self.type_of_operand(*e).ty;
                let types = &self.program.types;
                let class = match () {
                    () if types.is_integer(ty) => 1,
                    () if types.is_scalar(ty) && !types.is_float(ty) => 5,
                    () if types.is_array(ty) || types.is_function(ty) => 5,
                    () if types.is_float(ty) => 8,
                    () => 12,
                };
                self.program.int(class)
            }
            ("return_address" | "frame_address" | "extract_return_addr", _) => {
                self.arbitrary_pointer(name, args, span)
            }
            _ => return None,
        })
    }

    /// The bytes from a constant address to the end of its object, or of the array or member it
    /// points into.
    fn object_size(&self, pointer: ExprId, closest: bool) -> Option<u64> {
        use crate::ir::{ExprKind, PlaceKind};
        let p = &self.program;
        let mut address = pointer;
        while let ExprKind::Cast(inner) = p.terms.expr(address).kind {
            address = inner;
        }
        let ExprKind::AddrOf(place) = p.terms.expr(address).kind else {
            return None;
        };
        let mut at = place;
        let mut offset = 0u64;
        loop {
            let size = p.types.size_of(p.place_type(at))?;
            let element = matches!(p.terms.place(at).kind, PlaceKind::Index(..));
            if closest && !element {
                return size.checked_sub(offset);
            }
            match p.terms.place(at).kind {
                PlaceKind::Var(_) => return size.checked_sub(offset),
                PlaceKind::Deref(_) => return None,
                PlaceKind::Field(base, field) => {
                    let record = p.types.record_of(p.place_type(base))?;
                    offset += p.types.records[record].fields[field].offset();
                    at = base;
                }
                PlaceKind::Index(base, index) => {
                    let index = u64::try_from(p.const_value(index)?).ok()?;
                    offset = offset.checked_add(index.checked_mul(size)?)?;
                    at = base;
                }
            }
        }
    }

    fn arbitrary_pointer(&mut self, name: &str, args: &[ast::ExprId], span: Span) -> ExprId {
        for &e in args {
            self.effect(e);
        }
        let name = format!("__builtin_{name}");
        self.assume(
            span,
            AssumptionKind::Approximation,
            &name,
            "gives any pointer",
        );
        let void = self.program.types.void();
        let ty = self.program.types.pointer(void);
        let temp = self.new_temp(ty);
        let place = self.program.var_place(temp);
        self.emit_as(Stmt::Havoc { place }, EdgeKind::Plain);
        self.program.load(place)
    }

    fn alloca(&mut self, args: &[ast::ExprId], span: Span) -> ExprId {
        let Some(&size) = args.first() else {
            self.error(span, "alloca needs a size");
            return self.poison();
        };
        let size = self.integer(size, span);
        let size = self.program.cast(size, self.program.types.size_t());
        let void = self.program.types.void();
        let ty = self.program.types.pointer(void);
        if self.body.is_none() || self.constant_depth > 0 {
            self.not_constant = true;
            return self.program.int_const(0, ty);
        }
        let temp = self.new_temp(ty);
        let result = self.program.var_place(temp);
        self.emit(Stmt::Alloca {
            result,
            size,
            align: 16,
        });
        self.program.load(result)
    }

    /// `__builtin___memcpy_chk(d, s, n, size)` is memcpy with a size that nobody checks here.
    fn checked_builtin(&mut self, name: &str, args: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let plain = name.strip_prefix("__")?.strip_suffix("_chk")?;
        let known = matches!(
            plain,
            "memcpy"
                | "memmove"
                | "memset"
                | "mempcpy"
                | "strcpy"
                | "strncpy"
                | "strcat"
                | "strncat"
                | "stpcpy"
        );
        let (_, args) = args.split_last().filter(|_| known)?;
        let symbol = self.names.intern(plain);
        let func = self.builtin_function(symbol)?;
        Some(self.call_function(func, args, span))
    }

    fn float_builtin(&mut self, name: &str, args: &[ast::ExprId], span: Span) -> Option<ExprId> {
        if let Some(constant) = self.float_constant(name) {
            return Some(constant);
        }
        match args {
            [e] => self.float_test(name, *e, span),
            [a, b] => self.float_comparison(name, *a, *b, span),
            _ => None,
        }
    }

    fn float_constant(&mut self, name: &str) -> Option<ExprId> {
        let (stem, kind) = match name {
            "huge_val" | "inf" | "nan" | "nans" => (name, FloatKind::Double),
            "huge_valf" | "inff" | "nanf" | "nansf" => (&name[..name.len() - 1], FloatKind::Float),
            "huge_vall" | "infl" | "nanl" | "nansl" => {
                (&name[..name.len() - 1], FloatKind::LongDouble)
            }
            _ => return None,
        };
        let bits = match stem {
            "nan" | "nans" => float::nan(kind),
            _ => float::infinity(kind),
        };
        let ty = self.program.types.float(kind);
        Some(self.program.float_const(bits, ty))
    }

    fn float_test(&mut self, name: &str, e: ast::ExprId, span: Span) -> Option<ExprId> {
        let known = [
            "isnan",
            "isinf",
            "isinf_sign",
            "isfinite",
            "finite",
            "isnormal",
            "signbit",
            "fabs",
        ];
        let stem = name.trim_end_matches(['f', 'l']);
        let stem = if name == "isinf" || name == "isinff" {
            "isinf"
        } else {
            stem
        };
        let stem = *known.iter().find(|k| **k == name || **k == stem)?;
        let wanted = match stem {
            "fabs" if name == "fabsf" => Some(FloatKind::Float),
            "fabs" if name == "fabsl" => Some(FloatKind::LongDouble),
            "fabs" => Some(FloatKind::Double),
            _ => None,
        };
        let mut value = self.scalar(e, span);
        if let Some(kind) = wanted {
            let ty = self.program.types.float(kind);
            value = self.convert(value, ty, span);
        }
        let ty = self.program.type_of(value);
        let Some(kind) = self.program.types.float_kind(ty) else {
            // An integer is finite and normal unless it is zero; rarely asked.
            let double = self.program.types.float(FloatKind::Double);
            let value = self.program.cast(value, double);
            return Some(self.test_float(stem, value, FloatKind::Double));
        };
        Some(self.test_float(stem, value, kind))
    }

    fn test_float(&mut self, stem: &str, value: ExprId, kind: FloatKind) -> ExprId {
        let ty = self.program.types.float(kind);
        let value = self.computed(value);
        let infinity = self.program.float_const(float::infinity(kind), ty);
        let minus = self
            .program
            .float_const(float::neg(float::infinity(kind), kind), ty);
        let zero = self.program.zero(ty);
        let p = &mut self.program;
        match stem {
            "isnan" => p.binary(BinaryOp::Ne, value, value),
            "isinf" => {
                let (a, b) = (
                    p.binary(BinaryOp::Eq, value, infinity),
                    p.binary(BinaryOp::Eq, value, minus),
                );
                p.binary(BinaryOp::BitOr, a, b)
            }
            "isinf_sign" => {
                let (a, b) = (
                    p.binary(BinaryOp::Eq, value, infinity),
                    p.binary(BinaryOp::Eq, value, minus),
                );
                p.binary(BinaryOp::Sub, a, b)
            }
            "isfinite" | "finite" => {
                let difference = p.binary(BinaryOp::Sub, value, value);
                p.binary(BinaryOp::Eq, difference, zero)
            }
            "isnormal" => self.is_normal(value, kind),
            "signbit" => self.sign_bit(value, kind),
            _ => self.absolute(value),
        }
    }

    fn is_normal(&mut self, value: ExprId, kind: FloatKind) -> ExprId {
        let ty = self.program.types.float(kind);
        let text = match kind {
            FloatKind::Float => "0x1p-126",
            FloatKind::Double => "0x1p-1022",
            _ => "0x1p-16382",
        };
        let least = float::parse(text, kind).unwrap_or(0);
        let most = float::largest(kind);
        let test = |l: &mut Self, op, bits| {
            let bound = l.program.float_const(bits, ty);
            l.program.binary(op, value, bound)
        };
        let positive = test(self, BinaryOp::Ge, least);
        let not_infinite = test(self, BinaryOp::Le, most);
        let negative = test(self, BinaryOp::Le, float::neg(least, kind));
        let not_minus = test(self, BinaryOp::Ge, float::neg(most, kind));
        let p = &mut self.program;
        let positive = p.binary(BinaryOp::BitAnd, positive, not_infinite);
        let negative = p.binary(BinaryOp::BitAnd, negative, not_minus);
        p.binary(BinaryOp::BitOr, positive, negative)
    }

    /// The highest bit of the value's bytes in memory.
    fn sign_bit(&mut self, value: ExprId, kind: FloatKind) -> ExprId {
        use crate::ir::ExprKind;
        use crate::types::Quals;
        if let ExprKind::Float(bits) = self.program.terms.expr(value).kind {
            let width = match kind {
                FloatKind::Float => 32,
                FloatKind::Double => 64,
                FloatKind::LongDouble => 80,
                FloatKind::Float128 => 128,
            };
            return self.program.int((bits >> (width - 1) & 1) as i32);
        }
        let last = match kind {
            FloatKind::Float => 3,
            FloatKind::Double => 7,
            FloatKind::LongDouble => 9,
            FloatKind::Float128 => 15,
        };
        let value = self.saved(value);
        let ExprKind::Load(place) = self.program.terms.expr(value).kind else {
            return self.poison();
        };
        let address = self.program.addr_of(place, Quals::NONE);
        let byte = self.program.types.named_int(IntKind::UChar);
        let bytes = self.program.types.pointer(byte);
        let address = self.program.cast(address, bytes);
        let offset = self.program.index_const(last);
        let address = self.program.binary(BinaryOp::PtrAdd, address, offset);
        let place = self.program.deref(address);
        let value = self.program.load(place);
        let value = self.promote(value);
        let seven = self.program.int(7);
        self.program.binary(BinaryOp::Shr, value, seven)
    }

    /// `x <= 0 ? 0 - x : x`, which is right for zeros and NaNs too.
    fn absolute(&mut self, value: ExprId) -> ExprId {
        let ty = self.program.type_of(value);
        let zero = self.program.zero(ty);
        let test = self.program.binary(BinaryOp::Le, value, zero);
        let negated = self.program.binary(BinaryOp::Sub, zero, value);
        if let Some(truth) = self.program.terms.int_value(test) {
            return if truth == 0 { value } else { negated };
        }
        self.select(test, negated, value)
    }

    /// `cond ? a : b` of terms without effects.
    pub(super) fn select(&mut self, cond: ExprId, a: ExprId, b: ExprId) -> ExprId {
        let (Some(yes), Some(no), Some(end)) = (self.new_loc(), self.new_loc(), self.new_loc())
        else {
            return a;
        };
        let temp = self.new_temp(self.program.type_of(a));
        let place = self.program.var_place(temp);
        self.branch_on(cond, yes, no, super::cond::Kinds::BRANCH);
        for (loc, value) in [(yes, a), (no, b)] {
            self.at(loc);
            self.emit_as(Stmt::Assign { place, value }, EdgeKind::Implicit);
            self.join(end);
        }
        self.program.load(place)
    }

    fn float_comparison(
        &mut self,
        name: &str,
        a: ast::ExprId,
        b: ast::ExprId,
        span: Span,
    ) -> Option<ExprId> {
        let op = match name {
            "isgreater" => Some(BinaryOp::Gt),
            "isgreaterequal" => Some(BinaryOp::Ge),
            "isless" => Some(BinaryOp::Lt),
            "islessequal" => Some(BinaryOp::Le),
            "islessgreater" | "isunordered" => None,
            _ => return None,
        };
        let a = self.scalar(a, span);
        let a = self.computed(a);
        let b = self.scalar(b, span);
        let b = self.computed(b);
        let (a, b) = self.usual(a, b);
        let p = &mut self.program;
        let (x, y) = match (op, name) {
            (Some(op), _) => return Some(p.binary(op, a, b)),
            (None, "isunordered") => (p.binary(BinaryOp::Ne, a, a), p.binary(BinaryOp::Ne, b, b)),
            _ => (p.binary(BinaryOp::Lt, a, b), p.binary(BinaryOp::Gt, a, b)),
        };
        Some(p.binary(BinaryOp::BitOr, x, y))
    }

    /// A value that is computed once: constants stay, the rest goes to a temporary.
    pub(super) fn computed(&mut self, value: ExprId) -> ExprId {
        if self.program.is_constant(value) {
            value
        } else {
            self.settled(value)
        }
    }

    /// The operand of a builtin, converted to an unsigned type.
    pub(super) fn unsigned_operand(&mut self, e: ast::ExprId, ty: TypeId, span: Span) -> ExprId {
        let value = self.scalar(e, span);
        let value = self.convert(value, ty, span);
        self.computed(value)
    }
}
