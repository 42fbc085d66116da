//! Operators, with C's usual conversions, but for operands of one type, which keep it: the sum of two `char` wraps as a
//! `char` does.

use ir::types::Quals;
use ir::{BinaryOp, ExprId, PlaceId, UnaryOp};

use super::{Parsed, Parser, Value};

impl Parser<'_, '_> {
    /// The address of a place. Of a variable that is no array the program must use it already, since it decides where
    /// the variable lives.
    pub(super) fn address_of(&mut self, place: PlaceId) -> Parsed<ExprId> {
        let program = &mut *self.program;
        if let Some(var) = program.terms.place_var(place)
            && !program.vars[var].address_taken
            && !program.types.is_array(program.vars[var].ty)
        {
            let name = &program.vars[var].name;
            return Err(format!("the program does not take the address of '{name}'"));
        }
        if program.bit_width(place).is_some() {
            return Err("a bit-field has no address".into());
        }
        Ok(program.addr_of(place, Quals::NONE))
    }

    pub(super) fn rvalue(&mut self, value: Value) -> Parsed<ExprId> {
        let place = match value {
            Value::Expr(expr) => return Ok(expr),
            Value::Place(place) => place,
        };
        if self.program.types.is_array(self.program.place_type(place)) {
            let zero = self.program.index_const(0);
            let first = self.program.index(place, zero);
            return self.address_of(first);
        }
        if self.is_elsewhere(place) {
            return Err("of another function's variable, only the address can be used".into());
        }
        Ok(self.program.load(place))
    }

    pub(super) fn deref(&mut self, pointer: ExprId) -> Parsed<PlaceId> {
        let types = &self.program.types;
        match types.target(self.program.type_of(pointer)) {
            Some(target) if types.is_complete(target) && !types.is_function(target) => {
                Ok(self.program.deref(pointer))
            }
            _ => Err("only pointers to objects can be followed".into()),
        }
    }

    pub(super) fn element(&mut self, base: Value, index: ExprId) -> Parsed<PlaceId> {
        if self
            .program
            .types
            .int_kind(self.program.type_of(index))
            .is_none()
        {
            return Err("an index must be an integer".into());
        }
        if let Value::Place(place) = base
            && self.program.types.is_array(self.program.place_type(place))
        {
            return Ok(self.program.index(place, index));
        }
        let pointer = self.rvalue(base)?;
        let sum = self.operation(BinaryOp::Add, pointer, index)?;
        self.deref(sum)
    }

    pub(super) fn operation(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Parsed<ExprId> {
        let types = &self.program.types;
        let (ta, tb) = (self.program.type_of(a), self.program.type_of(b));
        match (types.is_pointer(ta), types.is_pointer(tb)) {
            (true, true) if op.is_comparison() => {
                let b = self.program.cast(b, ta);
                Ok(self.program.binary(op, a, b))
            }
            (true, true) if op == BinaryOp::Sub && ta == tb => {
                Ok(self.program.binary(BinaryOp::PtrDiff, a, b))
            }
            (true, false) if op.is_comparison() && types.is_integer(tb) => {
                let b = self.program.cast(b, ta);
                Ok(self.program.binary(op, a, b))
            }
            (true, false) if types.is_integer(tb) => self.pointer_sum(op, a, b),
            (false, true) if op == BinaryOp::Add && types.is_integer(ta) => {
                self.pointer_sum(op, b, a)
            }
            (false, true) if op.is_comparison() && types.is_integer(ta) => {
                let a = self.program.cast(a, tb);
                Ok(self.program.binary(op, a, b))
            }
            (false, false) => self.numbers(op, a, b),
            _ => Err(format!("'{}' does not go with pointers", op.symbol())),
        }
    }

    pub(super) fn pointer_sum(
        &mut self,
        op: BinaryOp,
        pointer: ExprId,
        by: ExprId,
    ) -> Parsed<ExprId> {
        let by = self.program.cast(by, self.program.types.ptrdiff_t());
        let by = match op {
            BinaryOp::Add => by,
            BinaryOp::Sub => self.program.unary(UnaryOp::Neg, by),
            _ => return Err(format!("'{}' does not go with pointers", op.symbol())),
        };
        let target = self.program.types.target(self.program.type_of(pointer));
        if target
            .and_then(|t| self.program.types.size_or_one(t))
            .is_none()
        {
            return Err("the pointer's target has no size".into());
        }
        Ok(self.program.binary(BinaryOp::PtrAdd, pointer, by))
    }

    pub(super) fn numbers(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Parsed<ExprId> {
        use BinaryOp::{BitAnd, BitOr, BitXor, Rem, Shl, Shr};
        let types = &mut self.program.types;
        let (ta, tb) = (self.program.terms.type_of(a), self.program.terms.type_of(b));
        if !types.is_arithmetic(ta) || !types.is_arithmetic(tb) {
            return Err("arithmetic needs numbers".into());
        }
        let model = types.model();
        let floats = types.float_kind(ta).max(types.float_kind(tb));
        if floats.is_some() && matches!(op, Rem | BitAnd | BitOr | BitXor | Shl | Shr) {
            return Err(format!("'{}' needs integers", op.symbol()));
        }
        let common = match (floats, types.int_kind(ta), types.int_kind(tb)) {
            _ if ta == tb => ta,
            (Some(kind), ..) => types.float(kind),
            (None, Some(x), Some(_)) if matches!(op, Shl | Shr) => {
                types.int_type(x.promoted(model))
            }
            (None, Some(x), Some(y)) => {
                types.int_type(x.promoted(model).common(y.promoted(model), model))
            }
            _ => return Err("arithmetic needs numbers".into()),
        };
        let a = self.program.cast(a, common);
        let b = self.program.cast(b, common);
        Ok(self.program.binary(op, a, b))
    }
}
