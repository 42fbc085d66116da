//! Constructors of terms: typed, folding constants, and bringing terms to one form.
//!
//! Only rules that hold for every value are applied: constants are folded, a conversion to the
//! same type disappears, `*&x` is `x`, `&a[i] + j` is `&a[i + j]`, and negation moves into
//! comparisons of integers and pointers. So a condition reads as the programmer wrote it.

use super::program::{FuncId, Program, VarId};
use super::term::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceId, PlaceKind, UnaryOp};
use super::{arith, float};
use crate::types::{FieldIdx, IntKind, Quals, TypeId, TypeKind};

impl Program {
    pub fn type_of(&self, expr: ExprId) -> TypeId {
        self.terms.type_of(expr)
    }

    pub fn place_type(&self, place: PlaceId) -> TypeId {
        self.terms.place_type(place)
    }

    /// An integer, enumeration or pointer constant; the value is taken modulo the type's width.
    pub fn int_const(&mut self, value: u128, ty: TypeId) -> ExprId {
        let kind = self
            .types
            .bits_kind(ty)
            .expect("integer constants have an integer or pointer type");
        let bits = arith::normalise(value, kind, self.types.model());
        self.terms.intern_expr(Expr {
            kind: ExprKind::Int(bits),
            ty,
        })
    }

    /// A constant of type `int`.
    pub fn int(&mut self, value: i32) -> ExprId {
        self.int_const(value as u128, self.types.int())
    }

    pub fn size_const(&mut self, value: u64) -> ExprId {
        self.int_const(value.into(), self.types.size_t())
    }

    pub fn index_const(&mut self, value: i64) -> ExprId {
        self.int_const(value as u128, self.types.ptrdiff_t())
    }

    pub fn float_const(&mut self, bits: u128, ty: TypeId) -> ExprId {
        self.terms.intern_expr(Expr {
            kind: ExprKind::Float(bits),
            ty,
        })
    }

    /// The zero of any object type.
    pub fn zero(&mut self, ty: TypeId) -> ExprId {
        if self.types.bits_kind(ty).is_some() {
            self.int_const(0, ty)
        } else if self.types.is_float(ty) {
            self.float_const(0, ty)
        } else {
            self.terms.intern_expr(Expr {
                kind: ExprKind::Zero,
                ty,
            })
        }
    }

    /// A pointer before it was converted to other pointer types.
    pub fn without_casts(&self, mut pointer: ExprId) -> ExprId {
        while let ExprKind::Cast(inner) = self.terms.expr(pointer).kind
            && self.types.target(self.type_of(inner)).is_some()
        {
            pointer = inner;
        }
        pointer
    }

    /// A constant as a signed number, if it is an integer or pointer constant.
    pub fn const_value(&self, expr: ExprId) -> Option<i128> {
        let bits = self.terms.int_value(expr)?;
        let kind = self.types.bits_kind(self.type_of(expr))?;
        Some(arith::extend(bits, kind, self.types.model()) as i128)
    }

    pub fn var_place(&mut self, var: VarId) -> PlaceId {
        let ty = self.vars[var].ty;
        self.terms.intern_place(Place {
            kind: PlaceKind::Var(var),
            ty,
        })
    }

    /// `*pointer`.
    pub fn deref(&mut self, pointer: ExprId) -> PlaceId {
        let ty = self
            .types
            .target(self.type_of(pointer))
            .expect("only pointers are dereferenced");
        if let ExprKind::AddrOf(place) = self.terms.expr(pointer).kind
            && self.place_type(place) == ty
        {
            return place;
        }
        self.terms.intern_place(Place {
            kind: PlaceKind::Deref(pointer),
            ty,
        })
    }

    /// `base.field`.
    pub fn field(&mut self, base: PlaceId, field: FieldIdx) -> PlaceId {
        let record = self
            .types
            .record_of(self.place_type(base))
            .expect("only records have fields");
        let ty = self.types.records[record].fields[field].ty;
        self.terms.intern_place(Place {
            kind: PlaceKind::Field(base, field),
            ty,
        })
    }

    /// `base[index]` of an array place; the index is converted to `ptrdiff_t`.
    pub fn index(&mut self, base: PlaceId, index: ExprId) -> PlaceId {
        let ty = self
            .types
            .elem(self.place_type(base))
            .expect("only arrays have elements");
        let index = self.cast(index, self.types.ptrdiff_t());
        self.terms.intern_place(Place {
            kind: PlaceKind::Index(base, index),
            ty,
        })
    }

    /// Whether something else than the program may change what a scalar place holds: it is volatile, and not a local
    /// variable.
    pub fn is_volatile(&self, place: PlaceId) -> bool {
        let mut at = place;
        let mut volatile = false;
        loop {
            at = match self.terms.place(at).kind {
                PlaceKind::Var(var) => {
                    let variable = &self.vars[var];
                    return variable.kind.is_static() && (volatile || variable.quals.is_volatile);
                }
                PlaceKind::Deref(pointer) => {
                    let quals = match *self.types.kind(self.type_of(pointer)) {
                        TypeKind::Pointer { quals, .. } => quals,
                        _ => Quals::NONE,
                    };
                    return volatile || quals.is_volatile;
                }
                PlaceKind::Field(base, field) => {
                    let record = self.types.record_of(self.place_type(base));
                    let quals = record.map(|r| self.types.records[r].fields[field].quals);
                    volatile |= quals.is_some_and(|quals| quals.is_volatile);
                    base
                }
                PlaceKind::Index(base, _) => base,
            };
        }
    }

    /// The bit-field that a place is, by its width.
    pub fn bit_width(&self, place: PlaceId) -> Option<u32> {
        let PlaceKind::Field(base, field) = self.terms.place(place).kind else {
            return None;
        };
        let record = self.types.record_of(self.place_type(base))?;
        self.types.records[record].fields[field].bit_width
    }

    pub fn load(&mut self, place: PlaceId) -> ExprId {
        let ty = self.place_type(place);
        self.terms.intern_expr(Expr {
            kind: ExprKind::Load(place),
            ty,
        })
    }

    pub fn var(&mut self, var: VarId) -> ExprId {
        let place = self.var_place(var);
        self.load(place)
    }

    /// `&place`, a pointer to `quals`-qualified objects.
    pub fn addr_of(&mut self, place: PlaceId, quals: Quals) -> ExprId {
        let target = self.place_type(place);
        let ty = self.types.pointer_to(target, quals);
        if let PlaceKind::Deref(pointer) = self.terms.place(place).kind {
            return self.cast(pointer, ty);
        }
        if let Some(var) = self.terms.place_var(place) {
            self.vars[var].address_taken = true;
        } else if let Some(address) = self.constant_address(place) {
            return self.int_const(address, ty);
        }
        self.terms.intern_expr(Expr {
            kind: ExprKind::AddrOf(place),
            ty,
        })
    }

    /// The address of a place that is a constant distance from a constant, as in the old ways to
    /// write `offsetof`.
    fn constant_address(&self, place: PlaceId) -> Option<u128> {
        let mut at = place;
        let mut bytes = 0u128;
        loop {
            match self.terms.place(at).kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Deref(pointer) => {
                    return Some(self.terms.int_value(pointer)?.wrapping_add(bytes));
                }
                PlaceKind::Field(base, field) => {
                    let record = self.types.record_of(self.place_type(base))?;
                    let offset = self.types.records[record].fields[field].offset();
                    bytes = bytes.wrapping_add(offset.into());
                    at = base;
                }
                PlaceKind::Index(base, index) => {
                    let size = self.types.size_of(self.place_type(at))?;
                    let index = self.const_value(index)? as u128;
                    bytes = bytes.wrapping_add(index.wrapping_mul(size.into()));
                    at = base;
                }
            }
        }
    }

    pub fn func_addr(&mut self, func: FuncId) -> ExprId {
        let ty = self.funcs[func].ty;
        let ty = self.types.pointer(ty);
        self.terms.intern_expr(Expr {
            kind: ExprKind::FuncAddr(func),
            ty,
        })
    }

    pub fn unary(&mut self, op: UnaryOp, arg: ExprId) -> ExprId {
        let ty = self.type_of(arg);
        match self.terms.expr(arg).kind {
            ExprKind::Int(bits) => {
                let kind = self.types.int_kind(ty).expect("an integer operand");
                let value = arith::unary(op, bits, kind, self.types.model());
                self.int_const(value, ty)
            }
            ExprKind::Float(bits) if op == UnaryOp::Neg => {
                let kind = self.types.float_kind(ty).expect("a float constant");
                self.float_const(float::neg(bits, kind), ty)
            }
            _ => self.terms.intern_expr(Expr {
                kind: ExprKind::Unary(op, arg),
                ty,
            }),
        }
    }

    /// An operator on operands of one type (a pointer and a `ptrdiff_t` for `PtrAdd`).
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        if let Some(folded) = self.fold_binary(op, a, b) {
            return folded;
        }
        let ty = match op {
            BinaryOp::PtrDiff => self.types.ptrdiff_t(),
            _ if op.is_comparison() => self.types.int(),
            _ => self.type_of(a),
        };
        self.terms.intern_expr(Expr {
            kind: ExprKind::Binary(op, a, b),
            ty,
        })
    }

    fn fold_binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let ty = self.type_of(a);
        let model = self.types.model();
        match (self.terms.expr(a).kind, self.terms.expr(b).kind) {
            (ExprKind::Int(x), ExprKind::Int(y)) => {
                let kind = self.types.bits_kind(ty)?;
                let value = match op {
                    BinaryOp::PtrAdd => self.fold_ptr_add(x, y, ty)?,
                    BinaryOp::PtrDiff => return None,
                    _ => arith::binary(op, x, y, kind, model)?,
                };
                let result = if op.is_comparison() {
                    self.types.int()
                } else {
                    ty
                };
                Some(self.int_const(value, result))
            }
            (ExprKind::Float(x), ExprKind::Float(y)) => {
                let value = float::binary(op, x, y, self.types.float_kind(ty)?)?;
                Some(if op.is_comparison() {
                    self.int(value as i32)
                } else {
                    self.float_const(value, ty)
                })
            }
            (_, ExprKind::Int(0)) if op == BinaryOp::PtrAdd => Some(a),
            (ExprKind::AddrOf(place), _) if op == BinaryOp::PtrAdd => {
                self.fold_element_address(place, b, ty)
            }
            (ExprKind::AddrOf(place), ExprKind::Int(0)) if op.is_equality() => {
                // The address of an object is never null; one computed from a pointer may be.
                self.terms.place_var(place)?;
                Some(self.int((op == BinaryOp::Ne).into()))
            }
            (ExprKind::Binary(BinaryOp::PtrAdd, base, index), ExprKind::Int(_))
                if op == BinaryOp::PtrAdd && self.terms.int_value(index).is_some() =>
            {
                let sum = self.binary(BinaryOp::Add, index, b);
                Some(self.binary(BinaryOp::PtrAdd, base, sum))
            }
            _ => None,
        }
    }

    fn fold_ptr_add(&self, pointer: u128, index: u128, ty: TypeId) -> Option<u128> {
        let size = self.types.size_or_one(self.types.target(ty)?)?;
        let index = arith::sign_extend(index, self.types.width(IntKind::Long));
        Some((pointer as i128).wrapping_add(index.wrapping_mul(size.into())) as u128)
    }

    /// `&base[i] + j` is `&base[i + j]`.
    fn fold_element_address(&mut self, place: PlaceId, by: ExprId, ty: TypeId) -> Option<ExprId> {
        let PlaceKind::Index(base, index) = self.terms.place(place).kind else {
            return None;
        };
        if self.types.target(ty) != Some(self.place_type(place)) {
            return None;
        }
        let sum = if self.terms.int_value(index) == Some(0) {
            by
        } else {
            self.binary(BinaryOp::Add, index, by)
        };
        let element = self.index(base, sum);
        Some(self.terms.intern_expr(Expr {
            kind: ExprKind::AddrOf(element),
            ty,
        }))
    }

    /// The conversion of a scalar to a scalar type.
    pub fn cast(&mut self, arg: ExprId, to: TypeId) -> ExprId {
        let from = self.type_of(arg);
        if from == to {
            return arg;
        }
        self.fold_cast(arg, from, to).unwrap_or_else(|| {
            self.terms.intern_expr(Expr {
                kind: ExprKind::Cast(arg),
                ty: to,
            })
        })
    }

    fn fold_cast(&mut self, arg: ExprId, from: TypeId, to: TypeId) -> Option<ExprId> {
        let model = self.types.model();
        match self.terms.expr(arg).kind {
            ExprKind::Int(bits) => {
                let kind = self.types.bits_kind(from)?;
                if let Some(float) = self.types.float_kind(to) {
                    return Some(self.float_const(float::from_int(bits, kind, float, model), to));
                }
                let value = arith::convert(bits, kind, self.types.bits_kind(to)?, model);
                Some(self.int_const(value, to))
            }
            ExprKind::Float(bits) => {
                let kind = self.types.float_kind(from)?;
                if let Some(float) = self.types.float_kind(to) {
                    return Some(self.float_const(float::convert(bits, kind, float), to));
                }
                let value = float::to_int(bits, kind, self.types.int_kind(to)?, model);
                Some(self.int_const(value, to))
            }
            // Another qualification of the target, or another view of the same pointer.
            ExprKind::AddrOf(place) if self.types.target(to) == Some(self.place_type(place)) => {
                Some(self.terms.intern_expr(Expr {
                    kind: ExprKind::AddrOf(place),
                    ty: to,
                }))
            }
            ExprKind::Cast(inner)
                if self.types.is_pointer(to)
                    && self.types.is_pointer(from)
                    && self.types.is_pointer(self.type_of(inner)) =>
            {
                Some(self.cast(inner, to))
            }
            _ => None,
        }
    }

    /// The condition that a scalar is not zero, as an `int` that is 0 or 1.
    pub fn truth(&mut self, expr: ExprId) -> ExprId {
        if let ExprKind::Binary(op, _, _) = self.terms.expr(expr).kind
            && op.is_comparison()
        {
            return expr;
        }
        // A widened truth value is the truth value.
        if let ExprKind::Cast(inner) = self.terms.expr(expr).kind
            && let ExprKind::Binary(op, _, _) = self.terms.expr(inner).kind
            && op.is_comparison()
        {
            return inner;
        }
        let zero = self.zero(self.type_of(expr));
        self.binary(BinaryOp::Ne, expr, zero)
    }

    /// The condition that a scalar is zero.
    pub fn falsity(&mut self, expr: ExprId) -> ExprId {
        let truth = self.truth(expr);
        if let ExprKind::Binary(op, a, b) = self.terms.expr(truth).kind
            && let Some(negated) = op.negated()
            && (op.is_equality() || !self.types.is_float(self.type_of(a)))
        {
            return self.binary(negated, a, b);
        }
        let zero = self.int(0);
        self.binary(BinaryOp::Eq, truth, zero)
    }
}
