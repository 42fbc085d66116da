//! Predicates of one prepared program in another one that was made of the same whole program.
//!
//! Both have the functions, variables and types of the whole program under the same ids. Variables that preparation has
//! added are found by function and name; the addresses of objects are those of the new layout. What has no meaning in
//! the new program is left out: refinement finds it again if it is needed.

use abstractor::Precision;
use ir::types::{TypeId, TypeKind};
use ir::{Expr, ExprId, ExprKind, Place, PlaceId, PlaceKind, Program, VarId};
use semantics::Layout;
use source::entity::EntityId;

use crate::PreparedProgram;

/// The predicates of a program, in another one, in the same order.
pub(crate) fn carry(
    from: &PreparedProgram,
    precision: &Precision,
    to: &mut PreparedProgram,
    whole: &Program,
) -> Precision {
    let mut carried = Precision::new();
    let mut carrier = Carrier {
        from: &from.program,
        from_layout: &from.facts.layout,
        to: &mut to.program,
        to_layout: &to.facts.layout,
        shared_vars: whole.vars.len(),
        shared_types: whole.types.ids().len(),
    };
    for predicate in precision.preds.values() {
        if let Some(expr) = carrier.expr(predicate.expr) {
            carried.add(carrier.to, expr);
        }
    }
    carried
}

struct Carrier<'c> {
    from: &'c Program,
    from_layout: &'c Layout,
    to: &'c mut Program,
    to_layout: &'c Layout,
    /// Variables and types below these numbers are those of the whole program.
    shared_vars: usize,
    shared_types: usize,
}

impl Carrier<'_> {
    /// Predicates nest as deeply as the user's expressions do.
    fn expr(&mut self, expr: ExprId) -> Option<ExprId> {
        semantics::deeper(|| self.expr_here(expr))
    }

    fn expr_here(&mut self, expr: ExprId) -> Option<ExprId> {
        let Expr { kind, ty } = *self.from.terms.expr(expr);
        let ty = self.ty(ty)?;
        let kind = match kind {
            ExprKind::Int(value) => ExprKind::Int(self.number(value, ty)?),
            ExprKind::Load(place) if self.is_elsewhere(place) => return None,
            ExprKind::Load(place) => ExprKind::Load(self.place(place)?),
            ExprKind::AddrOf(place) => {
                let place = self.place(place)?;
                if !self.has_address(place) {
                    return None;
                }
                ExprKind::AddrOf(place)
            }
            ExprKind::Unary(op, a) => ExprKind::Unary(op, self.expr(a)?),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(op, self.expr(a)?, self.expr(b)?),
            ExprKind::Cast(a) => ExprKind::Cast(self.expr(a)?),
            ExprKind::Float(_)
            | ExprKind::Zero
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(..) => kind,
        };
        Some(self.to.terms.intern_expr(Expr { kind, ty }))
    }

    fn place(&mut self, place: PlaceId) -> Option<PlaceId> {
        let Place { kind, ty } = *self.from.terms.place(place);
        let ty = self.ty(ty)?;
        let kind = match kind {
            PlaceKind::Var(var) => PlaceKind::Var(self.var(var)?),
            PlaceKind::Deref(pointer) => PlaceKind::Deref(self.expr(pointer)?),
            PlaceKind::Field(base, field) => PlaceKind::Field(self.place(base)?, field),
            PlaceKind::Index(base, index) => PlaceKind::Index(self.place(base)?, self.expr(index)?),
        };
        Some(self.to.terms.intern_place(Place { kind, ty }))
    }

    /// Whether the address of a place can be spoken of. Of a variable that is no array the program must use it: that
    /// decides where the variable lives.
    fn has_address(&self, place: PlaceId) -> bool {
        let var = self.to.terms.place_var(place);
        var.is_none_or(|var| {
            let variable = &self.to.vars[var];
            variable.address_taken || self.to.types.is_array(variable.ty)
        })
    }

    /// A constant; that of a pointer may be the address of an object, which lies elsewhere now.
    fn number(&self, value: u128, ty: TypeId) -> Option<u128> {
        let address = u64::try_from(value).ok();
        let address = address.filter(|_| self.to.types.is_pointer(ty));
        match address.and_then(|address| self.from_layout.at(address)) {
            None => Some(value),
            Some((var, offset)) => {
                let start = self.to_layout.fixed(self.var(var)?)?;
                Some(u128::from(start + offset))
            }
        }
    }

    /// Whether a place is a local variable of another function, known by its address: it can be pointed to, and not be
    /// read, since it need not be there.
    fn is_elsewhere(&self, place: PlaceId) -> bool {
        let root = self.from.terms.place_root(place);
        let PlaceKind::Deref(pointer) = self.from.terms.place(root).kind else {
            return false;
        };
        let address = self.from.terms.int_value(pointer);
        let address = address.and_then(|address| u64::try_from(address).ok());
        let object = address.and_then(|address| self.from_layout.at(address));
        object.is_some_and(|(var, _)| self.from.vars[var].kind.owner().is_some())
    }

    fn var(&self, var: VarId) -> Option<VarId> {
        if var.index() < self.shared_vars {
            return Some(var);
        }
        let old = &self.from.vars[var];
        let mut new = self.to.vars.iter().skip(self.shared_vars);
        let found = new.find(|(_, v)| v.unique == old.unique && v.kind == old.kind);
        found.map(|(id, _)| id)
    }

    fn ty(&mut self, ty: TypeId) -> Option<TypeId> {
        if ty.index() < self.shared_types {
            return Some(ty);
        }
        match *self.from.types.kind(ty) {
            TypeKind::Pointer { target, quals } => {
                let target = self.ty(target)?;
                Some(self.to.types.pointer_to(target, quals))
            }
            TypeKind::Array { elem, len } => {
                let elem = self.ty(elem)?;
                Some(self.to.types.array(elem, len))
            }
            ref other @ (TypeKind::Void | TypeKind::Int(_) | TypeKind::Float(_)) => {
                Some(self.to.types.intern(other.clone()))
            }
            TypeKind::Enum(_) | TypeKind::Function(_) | TypeKind::Record(_) => None,
        }
    }
}
