//! Assignments, calls and returns, backward through expressions.
//!
//! What an expression means after a statement, said in the words of before it.

use ir::types::Quals;
use ir::{ExprId, ExprKind, PlaceId, PlaceKind, Program, VarId};
use rustc_hash::FxHashMap;

use crate::linear::operate;

/// What becomes of a place that is loaded from.
pub(crate) enum Becomes {
    /// It is not touched.
    Same,
    /// It holds this.
    Value(ExprId),
    /// It may hold anything.
    Unknown,
}

/// Rebuilds expressions. `load` is asked about every place that is loaded from, after its own parts are rebuilt.
pub(crate) struct Rewrite<'a, F> {
    pub(crate) program: &'a mut Program,
    pub(crate) load: F,
    /// Places that are called otherwise.
    pub(crate) places: FxHashMap<PlaceId, PlaceId>,
    exprs: FxHashMap<ExprId, Option<ExprId>>,
}

impl<'a, F: FnMut(&mut Program, PlaceId) -> Becomes> Rewrite<'a, F> {
    pub(crate) fn new(program: &'a mut Program, load: F) -> Self {
        Rewrite {
            program,
            load,
            places: FxHashMap::default(),
            exprs: FxHashMap::default(),
        }
    }

    /// Says an expression otherwise, wherever it stands.
    pub(crate) fn call_it(&mut self, expr: ExprId, other: ExprId) {
        self.exprs.insert(expr, Some(other));
    }

    /// The expression before; `None` if it cannot be said.
    pub(crate) fn expr(&mut self, expr: ExprId) -> Option<ExprId> {
        if let Some(&known) = self.exprs.get(&expr) {
            return known;
        }
        let new = semantics::deeper(|| self.rebuild(expr));
        self.exprs.insert(expr, new);
        new
    }

    fn rebuild(&mut self, expr: ExprId) -> Option<ExprId> {
        let term = *self.program.terms.expr(expr);
        Some(match term.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Zero
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(..) => expr,
            ExprKind::Load(place) => {
                let place = self.place(place)?;
                match (self.load)(self.program, place) {
                    Becomes::Same => self.program.load(place),
                    Becomes::Value(value) => value,
                    Becomes::Unknown => return None,
                }
            }
            ExprKind::AddrOf(place) => {
                let new = self.place(place)?;
                if new == place {
                    return Some(expr);
                }
                let address = self.program.addr_of(new, Quals::NONE);
                self.retyped(address, term.ty)
            }
            ExprKind::Unary(op, arg) => {
                let arg = self.expr(arg)?;
                self.program.unary(op, arg)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                operate(self.program, op, a, b)
            }
            ExprKind::Cast(arg) => {
                let arg = self.expr(arg)?;
                self.program.cast(arg, term.ty)
            }
        })
    }

    fn retyped(&mut self, expr: ExprId, ty: ir::types::TypeId) -> ExprId {
        if self.program.type_of(expr) == ty {
            expr
        } else {
            self.program.cast(expr, ty)
        }
    }

    pub(crate) fn place(&mut self, place: PlaceId) -> Option<PlaceId> {
        if let Some(&other) = self.places.get(&place) {
            return Some(other);
        }
        Some(match self.program.terms.place(place).kind {
            PlaceKind::Var(_) => place,
            PlaceKind::Deref(pointer) => {
                let new = self.expr(pointer)?;
                if new == pointer {
                    return Some(place);
                }
                let old = self.program.type_of(pointer);
                let new = self.retyped(new, old);
                self.program.deref(new)
            }
            PlaceKind::Field(base, field) => {
                let base = self.place(base)?;
                self.program.field(base, field)
            }
            PlaceKind::Index(base, index) => {
                let (base, index) = (self.place(base)?, self.expr(index)?);
                self.program.index(base, index)
            }
        })
    }
}

/// A place inside a variable at a constant distance: the variable, the distance and the size, in bits.
pub(crate) fn constant_place(program: &Program, place: PlaceId) -> Option<(VarId, u64, u64)> {
    let size = match program.bit_width(place) {
        Some(bits) => u64::from(bits),
        None => 8 * program.types.size_of(program.place_type(place))?,
    };
    let (var, offset) = distance(program, place)?;
    Some((var, offset, size))
}

fn distance(program: &Program, place: PlaceId) -> Option<(VarId, u64)> {
    match program.terms.place(place).kind {
        PlaceKind::Var(var) => Some((var, 0)),
        PlaceKind::Deref(_) => None,
        PlaceKind::Field(base, field) => {
            let record = program.types.record_of(program.place_type(base))?;
            let bits = program.types.records[record].fields[field].bit_offset;
            let (var, offset) = distance(program, base)?;
            Some((var, offset + bits))
        }
        PlaceKind::Index(base, index) => {
            let index = u64::try_from(program.const_value(index)?).ok()?;
            let size = program.types.size_of(program.place_type(place))?;
            let (var, offset) = distance(program, base)?;
            Some((var, offset + 8 * index.checked_mul(size)?))
        }
    }
}
