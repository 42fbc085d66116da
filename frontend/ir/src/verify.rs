//! Checks the invariants that the documentation of [`ir`](super) lists, by their numbers there.
//!
//! Runs after every pass in debug builds and in tests. A failure is a bug of ours, never the
//! user's; the message says which invariant broke and where.

use super::program::{FuncId, InitValue, Program, Variable};
use super::term::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Term, UnaryOp};
use crate::types::{ArrayLen, TypeId, TypeKind};
use source::entity::EntityId;
use std::fmt;

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The number of the invariant in the module documentation.
    pub invariant: u8,
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IR invariant {}: {}", self.invariant, self.message)
    }
}

impl std::error::Error for VerifyError {}

type Check = Result<(), VerifyError>;

fn broken(invariant: u8, message: impl Into<String>) -> VerifyError {
    VerifyError {
        invariant,
        message: message.into(),
    }
}

/// Errs with the message unless the condition holds.
macro_rules! ensure {
    ($invariant:literal, $cond:expr, $($arg:tt)*) => {
        if !$cond {
            return Err(broken($invariant, format!($($arg)*)));
        }
    };
}

mod functions;

impl Program {
    /// Checks every invariant of the IR.
    pub fn verify(&self) -> Check {
        self.verify_order()?;
        for &term in self.terms.in_order() {
            match term {
                Term::Expr(id) => self.verify_expr(id)?,
                Term::Place(id) => self.verify_place(id)?,
            }
        }
        let scopes = self.scopes();
        for var in self.vars.values() {
            self.verify_variable(var, &scopes)?;
        }
        for (id, func) in self.funcs.iter() {
            self.verify_function(id, func)
                .and_then(|()| match &func.body {
                    Some(cfg) => self.verify_body(id, func, cfg, &scopes),
                    None => Ok(()),
                })
                .map_err(|e| broken(e.invariant, format!("{}: {}", func.unique, e.message)))?;
        }
        Ok(())
    }

    /// Invariant 1: ids in range, children before parents.
    fn verify_order(&self) -> Check {
        let (mut exprs, mut places) = (0, 0);
        for &term in self.terms.in_order() {
            for child in self.terms.children(term).into_iter().flatten() {
                let seen = match child {
                    Term::Expr(e) => e.index() < exprs,
                    Term::Place(p) => p.index() < places,
                };
                ensure!(1, seen, "{child:?} is used by {term:?} before it is made");
            }
            match term {
                Term::Expr(e) => {
                    ensure!(1, e.index() == exprs, "{e} is out of order");
                    exprs += 1;
                }
                Term::Place(p) => {
                    ensure!(1, p.index() == places, "{p} is out of order");
                    places += 1;
                }
            }
        }
        Ok(())
    }

    fn verify_expr(&self, id: ExprId) -> Check {
        let types = &self.types;
        let expr = self.terms.expr(id);
        let ty = expr.ty;
        ensure!(1, types.contains(ty), "{id} has no type");
        let shown = || self.show_expr(id);
        let good = match expr.kind {
            ExprKind::Int(bits) => types
                .bits_kind(ty)
                .is_some_and(|k| super::arith::truncate(bits, types.width(k)) == bits),
            ExprKind::Float(_) => types.is_float(ty),
            // The zero of type void is the value that an expression without one has.
            ExprKind::Zero => {
                types.is_void(ty) || (types.is_aggregate(ty) && types.size_of(ty).is_some())
            }
            ExprKind::Load(place) => {
                self.place_type(place) == ty && (types.is_scalar(ty) || types.is_aggregate(ty))
            }
            ExprKind::AddrOf(place) => {
                ensure!(
                    3,
                    self.bit_width(place).is_none(),
                    "address of a bit-field: {}",
                    shown()
                );
                types.target(ty) == Some(self.place_type(place))
            }
            ExprKind::FuncAddr(func) => {
                ensure!(1, self.funcs.contains(func), "{func} does not exist");
                types.target(ty).is_some_and(|t| types.is_function(t))
            }
            ExprKind::LabelAddr(func, _) => {
                ensure!(1, self.funcs.contains(func), "{func} does not exist");
                types.is_pointer(ty)
            }
            ExprKind::Unary(op, arg) => {
                let arg = self.type_of(arg);
                let fits = types.is_integer(arg) || (op == UnaryOp::Neg && types.is_float(arg));
                fits && arg == ty
            }
            ExprKind::Binary(op, a, b) => {
                self.binary_fits(op, self.type_of(a), self.type_of(b), ty)
            }
            ExprKind::Cast(arg) => self.cast_fits(self.type_of(arg), ty),
        };
        ensure!(
            2,
            good,
            "ill-typed: {} of type {}",
            shown(),
            types.display(ty)
        );
        Ok(())
    }

    fn binary_fits(&self, op: BinaryOp, a: TypeId, b: TypeId, result: TypeId) -> bool {
        let types = &self.types;
        match op {
            BinaryOp::PtrAdd => types.is_pointer(a) && b == types.ptrdiff_t() && result == a,
            BinaryOp::PtrDiff => types.is_pointer(a) && a == b && result == types.ptrdiff_t(),
            _ if op.is_comparison() => a == b && types.is_scalar(a) && result == types.int(),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => {
                a == b && a == result && types.is_arithmetic(a)
            }
            _ => a == b && a == result && types.is_integer(a),
        }
    }

    fn cast_fits(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.types;
        let mixed = |a, b| types.is_pointer(a) && types.is_float(b);
        types.is_scalar(from) && types.is_scalar(to) && !mixed(from, to) && !mixed(to, from)
    }

    /// Invariant 3.
    fn verify_place(&self, id: PlaceId) -> Check {
        let types = &self.types;
        let place = self.terms.place(id);
        let good = match place.kind {
            PlaceKind::Var(var) => {
                ensure!(1, self.vars.contains(var), "{var} does not exist");
                let ty = self.vars[var].ty;
                // A use before the declaration that completes the array.
                let open = |e| types.elem(ty) == Some(e);
                ty == place.ty
                    || (types.size_of(place.ty).is_none() && types.elem(place.ty).is_some_and(open))
            }
            PlaceKind::Deref(e) => types.target(self.type_of(e)) == Some(place.ty),
            PlaceKind::Field(base, field) => {
                types.record_of(self.place_type(base)).is_some_and(|r| {
                    types.records[r]
                        .fields
                        .get(field)
                        .is_some_and(|f| f.ty == place.ty)
                })
            }
            PlaceKind::Index(base, index) => {
                let fits = types.elem(self.place_type(base)) == Some(place.ty);
                fits && self.type_of(index) == types.ptrdiff_t() && types.is_complete(place.ty)
            }
        };
        ensure!(3, good, "ill-formed place {}", self.show_place(id));
        Ok(())
    }

    fn verify_variable(&self, var: &Variable, scopes: &Scopes) -> Check {
        let name = &var.unique;
        ensure!(1, self.types.contains(var.ty), "{name} has no type");
        match var.kind.owner() {
            Some(owner) => {
                ensure!(1, self.funcs.contains(owner), "{name} has no owner");
                ensure!(
                    4,
                    self.types.size_of(var.ty).is_some(),
                    "{name} has no size"
                );
                ensure!(
                    4,
                    var.init.is_none(),
                    "the local {name} has static contents"
                );
            }
            None => self.verify_init(var, scopes)?,
        }
        Ok(())
    }

    /// Invariant 4: initialisers are constants inside their variable.
    fn verify_init(&self, var: &Variable, scopes: &Scopes) -> Check {
        let name = &var.unique;
        let Some(init) = &var.init else { return Ok(()) };
        let size = match *self.types.kind(var.ty) {
            TypeKind::Array {
                len: ArrayLen::Unknown,
                ..
            } => None,
            _ => self.types.size_of(var.ty),
        };
        for item in &init.items {
            let bits = match &item.value {
                InitValue::Bytes(bytes) => bytes.len() as u64 * 8,
                InitValue::Scalar(e) => {
                    ensure!(1, self.terms.contains_expr(*e), "{e} does not exist");
                    let text = self.show_expr(*e);
                    ensure!(
                        4,
                        self.is_constant(*e),
                        "{name} starts with {text}, no constant"
                    );
                    ensure!(
                        4,
                        scopes.exprs[e.index()] == Scope::Static,
                        "{text} is not static"
                    );
                    let size = self.types.size_of(self.type_of(*e)).unwrap_or(0) * 8;
                    item.bit_width.map_or(size, u64::from)
                }
            };
            let end = item.bit_offset.saturating_add(bits);
            let inside = size.is_some_and(|s| end <= s * 8 || self.has_flexible_tail(var.ty));
            ensure!(4, inside, "an initialiser lies outside {name}");
        }
        Ok(())
    }

    /// Whether the last member is an array that may be initialised beyond the record's size.
    fn has_flexible_tail(&self, ty: TypeId) -> bool {
        let fields = match self.types.record_of(ty) {
            Some(record) => &self.types.records[record].fields,
            None => return false,
        };
        fields
            .values()
            .any(|f| self.types.is_array(f.ty) || self.has_flexible_tail(f.ty))
    }

    /// Whether an expression has the same value in every execution: no loads.
    pub fn is_constant(&self, expr: ExprId) -> bool {
        let mut stack = vec![Term::Expr(expr)];
        while let Some(term) = stack.pop() {
            let bad = match term {
                Term::Expr(e) => matches!(self.terms.expr(e).kind, ExprKind::Load(_)),
                Term::Place(p) => match self.terms.place(p).kind {
                    PlaceKind::Var(v) => !self.vars[v].kind.is_static(),
                    _ => false,
                },
            };
            if bad {
                return false;
            }
            stack.extend(self.terms.children(term).into_iter().flatten());
        }
        true
    }

    /// Which variables are static, or in the list of the function that owns them.
    fn listed(&self) -> Vec<bool> {
        let mut listed: Vec<bool> = self.vars.values().map(|v| v.kind.is_static()).collect();
        for (id, func) in self.funcs.iter() {
            for &var in func.params.iter().chain(&func.locals) {
                if self
                    .vars
                    .get(var)
                    .is_some_and(|v| v.kind.owner() == Some(id))
                {
                    listed[var.index()] = true;
                }
            }
        }
        listed
    }

    /// Which function's locals each term mentions, bottom-up.
    fn scopes(&self) -> Scopes {
        let listed = self.listed();
        let mut scopes = Scopes {
            exprs: Vec::with_capacity(self.terms.num_exprs()),
            places: Vec::with_capacity(self.terms.num_places()),
        };
        for &term in self.terms.in_order() {
            let own = match term {
                Term::Place(p) => match self.terms.place(p).kind {
                    PlaceKind::Var(v) if !listed[v.index()] => Scope::Mixed,
                    PlaceKind::Var(v) => {
                        let owner = self.vars[v].kind.owner();
                        owner.map_or(Scope::Static, Scope::In)
                    }
                    _ => Scope::Static,
                },
                Term::Expr(_) => Scope::Static,
            };
            let children = self.terms.children(term).into_iter().flatten();
            let scope = children.fold(own, |scope, child| {
                scope.join(match child {
                    Term::Expr(e) => scopes.exprs[e.index()],
                    Term::Place(p) => scopes.places[p.index()],
                })
            });
            match term {
                Term::Expr(_) => scopes.exprs.push(scope),
                Term::Place(_) => scopes.places.push(scope),
            }
        }
        scopes
    }
}

/// Whose locals a term mentions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Static,
    In(FuncId),
    /// Of several functions, or of one that does not list it: fits nowhere.
    Mixed,
}

impl Scope {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Static, s) | (s, Self::Static) => s,
            (Self::In(a), Self::In(b)) if a == b => self,
            _ => Self::Mixed,
        }
    }

    fn fits(self, func: FuncId) -> bool {
        self == Self::Static || self == Self::In(func)
    }
}

struct Scopes {
    exprs: Vec<Scope>,
    places: Vec<Scope>,
}
