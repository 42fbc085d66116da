//! Expressions and places, hash-consed.
//!
//! Invariant: a node is stored once, after its children. So equality of ids is structural
//! equality, and [`Terms::in_order`] visits children before parents.

use super::program::{FuncId, VarId};
use crate::types::{FieldIdx, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use source::entity::Arena;
use source::entity_id;

entity_id! {
    /// An interned expression.
    pub struct ExprId, "e";
    /// An interned place: something that has an address, or a bit-field.
    pub struct PlaceId, "p";
}

/// A value. Its type is unqualified and explicit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExprKind {
    /// An integer, enumeration or pointer constant: the bits of its type, zero-extended.
    Int(u128),
    /// A floating constant: the bits of its format.
    Float(u128),
    /// The aggregate all of whose bytes are zero.
    Zero,
    /// What a place holds; aggregates included.
    Load(PlaceId),
    /// The address of a place: a pointer to its type (or, with a pointer cast folded in, to
    /// another qualification of it).
    AddrOf(PlaceId),
    FuncAddr(FuncId),
    /// GNU C's `&&label`: the n-th of the function's
    /// [`address-taken labels`](super::Cfg::label_addresses).
    LabelAddr(FuncId, u32),
    Unary(UnaryOp, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    /// The conversion of a scalar to the expression's type; to or from a float it rounds as
    /// C prescribes, to `_Bool` it tests for non-zero, otherwise it truncates or extends by the
    /// sign of the operand's type.
    Cast(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum UnaryOp {
    /// Integer or float; the type of the operand.
    Neg,
    /// Integer; the type of the operand.
    BitNot,
}

/// Both operands and the result have one type unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum BinaryOp {
    /// Integers or floats.
    Add,
    Sub,
    Mul,
    /// Truncating on integers.
    Div,
    /// Integers only, as are the following.
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    /// Arithmetic on signed types.
    Shr,
    /// Scalars of one type; the result is an `int`. Pointers compare as unsigned addresses.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// A pointer and a `ptrdiff_t` that counts elements of the pointer's target (bytes for
    /// `void` and functions).
    PtrAdd,
    /// Two pointers of one type; the distance in elements, a `ptrdiff_t`.
    PtrDiff,
}

impl BinaryOp {
    #[inline]
    pub fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge
        )
    }

    pub fn is_equality(self) -> bool {
        matches!(self, Self::Eq | Self::Ne)
    }

    /// The comparison that holds exactly when this one does not (on totally ordered operands).
    pub fn negated(self) -> Option<Self> {
        Some(match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Ge => Self::Lt,
            Self::Gt => Self::Le,
            Self::Le => Self::Gt,
            _ => return None,
        })
    }

    /// The comparison that says the same with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Lt => Self::Gt,
            Self::Gt => Self::Lt,
            Self::Le => Self::Ge,
            Self::Ge => Self::Le,
            other => other,
        }
    }

    /// C's operator.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add | Self::PtrAdd => "+",
            Self::Sub | Self::PtrDiff => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
        }
    }
}

/// Something that can be read and written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub kind: PlaceKind,
    pub ty: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceKind {
    Var(VarId),
    /// What a pointer points to.
    Deref(ExprId),
    /// A member of a structure or union; bit-fields included.
    Field(PlaceId, FieldIdx),
    /// An element of an array; the index is a `ptrdiff_t`.
    Index(PlaceId, ExprId),
}

/// An expression or a place, where both are enumerated together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    Expr(ExprId),
    Place(PlaceId),
}

/// The arena of expressions and places.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    exprs: Arena<ExprId, Expr>,
    places: Arena<PlaceId, Place>,
    order: Vec<Term>,
    expr_ids: FxHashMap<Expr, ExprId>,
    place_ids: FxHashMap<Place, PlaceId>,
}

impl Terms {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }

    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id]
    }

    pub fn contains_expr(&self, id: ExprId) -> bool {
        self.exprs.contains(id)
    }

    pub fn contains_place(&self, id: PlaceId) -> bool {
        self.places.contains(id)
    }

    /// How many expressions there are: the size of a side table.
    pub fn num_exprs(&self) -> usize {
        self.exprs.len()
    }

    pub fn num_places(&self) -> usize {
        self.places.len()
    }

    /// All terms, children before parents.
    pub fn in_order(&self) -> &[Term] {
        &self.order
    }

    /// The expression, stored once. No simplification: see the constructors of
    /// [`Program`](super::Program) for that.
    pub fn intern_expr(&mut self, expr: Expr) -> ExprId {
        if let Some(&id) = self.expr_ids.get(&expr) {
            return id;
        }
        let id = self.exprs.push(expr);
        self.order.push(Term::Expr(id));
        self.expr_ids.insert(expr, id);
        id
    }

    pub fn intern_place(&mut self, place: Place) -> PlaceId {
        if let Some(&id) = self.place_ids.get(&place) {
            return id;
        }
        let id = self.places.push(place);
        self.order.push(Term::Place(id));
        self.place_ids.insert(place, id);
        id
    }

    /// Looks an expression up without storing it.
    pub fn find_expr(&self, expr: Expr) -> Option<ExprId> {
        self.expr_ids.get(&expr).copied()
    }

    pub fn find_place(&self, place: Place) -> Option<PlaceId> {
        self.place_ids.get(&place).copied()
    }

    /// The bits of an integer or pointer constant.
    pub fn int_value(&self, id: ExprId) -> Option<u128> {
        match self.exprs[id].kind {
            ExprKind::Int(bits) => Some(bits),
            _ => None,
        }
    }

    pub fn type_of(&self, id: ExprId) -> TypeId {
        self.exprs[id].ty
    }

    pub fn place_type(&self, id: PlaceId) -> TypeId {
        self.places[id].ty
    }

    /// The direct children of a term.
    pub fn children(&self, term: Term) -> [Option<Term>; 2] {
        match term {
            Term::Expr(id) => match self.exprs[id].kind {
                ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::Zero
                | ExprKind::FuncAddr(_)
                | ExprKind::LabelAddr(..) => [None, None],
                ExprKind::Load(place) | ExprKind::AddrOf(place) => [Some(Term::Place(place)), None],
                ExprKind::Unary(_, e) | ExprKind::Cast(e) => [Some(Term::Expr(e)), None],
                ExprKind::Binary(_, a, b) => [Some(Term::Expr(a)), Some(Term::Expr(b))],
            },
            Term::Place(id) => match self.places[id].kind {
                PlaceKind::Var(_) => [None, None],
                PlaceKind::Deref(e) => [Some(Term::Expr(e)), None],
                PlaceKind::Field(p, _) => [Some(Term::Place(p)), None],
                PlaceKind::Index(p, e) => [Some(Term::Place(p)), Some(Term::Expr(e))],
            },
        }
    }

    /// A term and everything it is made of, each once.
    pub fn parts(&self, root: Term) -> Vec<Term> {
        let mut found = vec![root];
        let mut seen: FxHashSet<Term> = found.iter().copied().collect();
        let mut next = 0;
        while let Some(&term) = found.get(next) {
            next += 1;
            let new = self.children(term).into_iter().flatten();
            found.extend(new.filter(|&child| seen.insert(child)));
        }
        found
    }

    /// The variables that a term mentions, in order.
    pub fn variables(&self, root: Term) -> Vec<VarId> {
        let var = |term: Term| match term {
            Term::Place(place) => match self.places[place].kind {
                PlaceKind::Var(var) => Some(var),
                _ => None,
            },
            Term::Expr(_) => None,
        };
        let mut found: Vec<VarId> = self.parts(root).into_iter().filter_map(var).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The variable or dereference at the bottom of a place.
    pub fn place_root(&self, id: PlaceId) -> PlaceId {
        let mut id = id;
        while let PlaceKind::Field(base, _) | PlaceKind::Index(base, _) = self.places[id].kind {
            id = base;
        }
        id
    }

    /// The variable a place is part of, if it does not go through a pointer.
    pub fn place_var(&self, id: PlaceId) -> Option<VarId> {
        match self.places[self.place_root(id)].kind {
            PlaceKind::Var(var) => Some(var),
            _ => None,
        }
    }
}
