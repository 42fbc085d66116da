//! gcc's builtin functions. Those with a namesake in the C library are calls of it; the others are
//! lowered here.

use super::scope::Entity;
use super::{Lowerer, atomic};
use crate::syntax::ast;
use ir::types::{IntKind, TypeId};
use ir::{AssumptionKind, EdgeKind, ExprId, Stmt};
use source::Span;

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
    /// The name of a builtin that a call names, unless the program has something of its own of that name.
    pub(super) fn builtin_name(&self, callee: ast::ExprId) -> Option<String> {
        let ast::ExprKind::Ident(name) = self.ast.exprs[callee].kind else {
            return None;
        };
        let text = self.name(name);
        let builtin =
            text.starts_with("__builtin_") || atomic::is_builtin(text) || text == "alloca";
        let own = match self.scopes.lookup(name) {
            None => false,
            Some(Entity::Func(func)) => {
                let key = self.keys.get(&func);
                key.is_some_and(|&key| self.symbols.is_defined(key))
            }
            Some(_) => true,
        };
        (builtin && !own).then(|| text.to_string())
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
            .or_else(|| self.vector_builtin(plain, args, span))
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
            ("cpu_init", _) => self.void_value(),
            ("return_address" | "frame_address" | "extract_return_addr", _) => {
                self.arbitrary_pointer(name, args, span)
            }
            _ => return None,
        })
    }

    /// The bytes from a constant address to the end of its object, or of the array or member it
    /// points into.
    fn object_size(&self, pointer: ExprId, closest: bool) -> Option<u64> {
        use ir::{ExprKind, PlaceKind};
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

    /// `__builtin___memcpy_chk(d, s, n, size)` is memcpy with a size that is not checked here.
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
