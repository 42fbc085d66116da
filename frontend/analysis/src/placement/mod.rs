//! Where a program makes use of the numbers or the order of addresses, which compilers and systems choose.
//!
//! Most programs follow pointers, compare them for equality and move them inside of objects, also after a way through
//! integers (`(unsigned long)p + 8`): what they do is the same wherever objects lie. A use is where something else is
//! done with an address: it is made narrower, shifted, multiplied, ordered, taken from a number, compared with one.
//! Values that such operations make need no second look; so only operands that still are addresses count, and these the
//! points-to analysis knows, also in integers.
//!
//! Objects lie neither in the first page nor in the last one: comparisons with numbers there (null, error codes in
//! pointers) depend on nothing else.
//!
//! Where an environment stands for the code outside, nearly all memory has been in its hands, and what is read there may be
//! an address as far as the points-to analysis knows: the flags of a device, a length, a register. Such numbers have any
//! value in formulas, wherever objects lie. They are taken to be no addresses that the program itself has put there, and
//! the answer says so ([`Uses::numbers_from_outside`]).

mod branchless_choice;
mod equality;
mod past_the_end;

pub use equality::string_bytes;

use super::points_to::{CellId, ObjId, ObjectKind, PointsTo};
use ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, Stmt, Term, UnaryOp};
use rustc_hash::FxHashSet;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Neither the first nor the last bytes of memory, as many as this, are objects.
pub const PAGE: u64 = 4096;

/// An expression whose value depends on where objects lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub span: Span,
    pub expr: ExprId,
    /// The objects whose addresses are used.
    pub objects: BTreeSet<ObjId>,
    pub depends: Depends,
}

/// What a use depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depends {
    /// Which of two objects comes first, or whether one begins where the other ends.
    Order,
    /// Whether strings that are alike are one.
    Sharing,
    Numbers,
}

/// What a program does with addresses.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub list: Vec<Use>,
    /// Some address is compared with a number that lies where no objects are, other than null.
    pub pages: bool,
    /// Some number is taken to be no address of the program's variables, because it may come from outside.
    pub numbers_from_outside: bool,
}

/// The uses of placement in functions that may run, each expression once.
pub fn uses(program: &Program, pts: &PointsTo) -> Uses {
    let mut finder = Finder {
        program,
        pts,
        moved: BTreeSet::new(),
        numbered: false,
        found: BTreeMap::new(),
        pages: false,
    };
    let bodies = program.defined().filter(|(f, ..)| pts.is_reached(*f));
    let edges = bodies.flat_map(|(_, _, cfg)| cfg.edges().map(|e| cfg.edge(e)));
    let mut seen = FxHashSet::default();
    let mut terms = Vec::new();
    for edge in edges {
        let new = parts(program, &edge.stmt).filter(|&term| seen.insert(term));
        terms.extend(new.map(|term| (term, edge.span)));
    }
    for &(term, _) in &terms {
        finder.note_moves(term);
    }
    let all: Vec<Term> = terms.iter().map(|&(term, _)| term).collect();
    let chosen = branchless_choice::steps(program, &all);
    let is_step = |term: Term| matches!(term, Term::Expr(e) if chosen.contains(&e));
    for (term, span) in terms.into_iter().filter(|&(term, _)| !is_step(term)) {
        finder.look(term, span);
    }
    let mut uses = Uses {
        list: finder.found.into_values().collect(),
        pages: finder.pages,
        numbers_from_outside: false,
    };
    if program.environment.is_some() {
        uses.leave_out_numbers_from_outside(pts);
    }
    uses
}

impl Uses {
    fn leave_out_numbers_from_outside(&mut self, pts: &PointsTo) {
        let outside = |o: &ObjId| pts.objects[*o].kind == ObjectKind::External;
        let is_own = |found: &Use| !found.objects.iter().any(outside);
        let before = self.list.len();
        self.list.retain(is_own);
        self.numbers_from_outside = self.list.len() < before;
    }
}

fn parts<'p>(program: &'p Program, stmt: &Stmt) -> impl Iterator<Item = Term> + use<'p> {
    let exprs = stmt.exprs().into_iter().map(Term::Expr);
    let roots: Vec<Term> = exprs.chain(stmt.written().map(Term::Place)).collect();
    roots.into_iter().flat_map(|root| program.terms.parts(root))
}

struct Finder<'p> {
    program: &'p Program,
    pts: &'p PointsTo,
    /// The objects that pointers are moved in, and so perhaps to their end.
    moved: BTreeSet<ObjId>,
    /// Whether pointers are made of numbers, other than those that no objects lie at.
    numbered: bool,
    found: BTreeMap<ExprId, Use>,
    pages: bool,
}

impl Finder<'_> {
    /// The objects whose addresses an expression may have.
    fn objects(&self, e: ExprId) -> BTreeSet<ObjId> {
        let targets = self.pts.targets(self.program, e);
        targets.iter().map(|t| t.object).collect()
    }

    fn look(&mut self, term: Term, span: Span) {
        let terms = &self.program.terms;
        let (expr, used) = match term {
            Term::Expr(e) => (e, self.expr(e)),
            Term::Place(place) => match terms.place(place).kind {
                PlaceKind::Index(_, by) => (by, self.numbers([by])),
                _ => return,
            },
        };
        if let Some((objects, depends)) = used.filter(|(objects, _)| !objects.is_empty()) {
            let known = self.found.entry(expr);
            known.or_insert(Use {
                span,
                expr,
                objects,
                depends,
            });
        }
    }

    fn numbers<const N: usize>(&self, of: [ExprId; N]) -> Option<(BTreeSet<ObjId>, Depends)> {
        let objects = of.into_iter().flat_map(|e| self.objects(e)).collect();
        Some((objects, Depends::Numbers))
    }

    /// The objects whose addresses an expression makes something else of.
    fn expr(&mut self, e: ExprId) -> Option<(BTreeSet<ObjId>, Depends)> {
        match self.program.terms.expr(e).kind {
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, a) => self.numbers([a]),
            ExprKind::Cast(a) => {
                let is_bool = self.program.type_of(e) == self.program.types.bool();
                (!is_bool && !self.is_wide(e)).then(|| self.numbers([a]))?
            }
            ExprKind::Load(place) => (!self.is_whole(place)).then(|| self.part(place)),
            ExprKind::Binary(op, a, b) => self.binary(op, a, b),
            _ => None,
        }
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<(BTreeSet<ObjId>, Depends)> {
        let pointers = self.program.types.is_pointer(self.program.type_of(a));
        match op {
            BinaryOp::PtrAdd => match self.objects(a).is_empty() {
                // The distance from null is an address.
                true => None,
                false => self.numbers([b]),
            },
            BinaryOp::Add => {
                let both = !self.objects(a).is_empty() && !self.objects(b).is_empty();
                both.then(|| self.numbers([a, b]))?
            }
            BinaryOp::Sub if self.objects(b).is_empty() => None,
            BinaryOp::Sub | BinaryOp::PtrDiff if self.one_object(a, b) => None,
            BinaryOp::PtrDiff => self.numbers([a, b]),
            BinaryOp::Eq | BinaryOp::Ne => self.equality(a, b),
            _ if op.is_comparison() && (self.one_object(a, b) || self.is_page(a, b, true)) => None,
            _ if op.is_comparison() && pointers => {
                let objects = &self.objects(a) | &self.objects(b);
                Some((objects, Depends::Order))
            }
            _ => self.numbers([a, b]),
        }
    }

    /// Whether two addresses can only lie in the same variable.
    fn one_object(&self, a: ExprId, b: ExprId) -> bool {
        let objects = &self.objects(a) | &self.objects(b);
        let is_variable = |o: &ObjId| matches!(self.pts.objects[*o].kind, ObjectKind::Var(_));
        let both = !self.objects(a).is_empty() && !self.objects(b).is_empty();
        both && objects.len() == 1 && objects.iter().all(is_variable)
    }

    /// Whether one of the two is a number that lies where no objects are: all addresses compare with it alike, unless
    /// the order is one of numbers with a sign.
    fn is_page(&mut self, a: ExprId, b: ExprId, ordered: bool) -> bool {
        let types = &self.program.types;
        let ty = self.program.type_of(a);
        let signed = types.bits_kind(ty).is_some_and(|kind| kind.is_signed());
        if ordered && signed {
            return false;
        }
        let is_page = |e: ExprId| {
            let value = self.program.terms.int_value(e)?;
            self.is_page_number(value).then_some(value != 0)
        };
        let Some(not_null) = is_page(a).or_else(|| is_page(b)) else {
            return false;
        };
        let address = !self.objects(a).is_empty() || !self.objects(b).is_empty();
        self.pages |= not_null && address;
        true
    }

    /// Whether no object lies at a number, taken for an address.
    fn is_page_number(&self, value: u128) -> bool {
        let all = u128::MAX >> (128 - 8 * self.program.types.pointer_size());
        let value = value & all;
        value <= u128::from(PAGE) || value > all - u128::from(PAGE)
    }

    /// The objects whose addresses a place may have parts of: memory that is also accessed in larger pieces. (What is
    /// only accessed in such pieces holds nothing but values that were made narrower before.) Memory outside holds
    /// addresses where it is seen as such; only characters see all of it.
    fn part(&self, place: PlaceId) -> (BTreeSet<ObjId>, Depends) {
        let pts = self.pts;
        let ty = self.program.place_type(place);
        let all = self.program.types.may_alias(ty);
        let size = self.program.types.size_of(ty).unwrap_or(1) as i64;
        let is_seen = |&cell: &CellId| {
            let cell = pts.cells()[cell];
            let larger = cell.is_rest || cell.end.saturating_sub(cell.start) > size;
            match pts.objects[cell.object].kind {
                ObjectKind::External => all,
                _ => larger,
            }
        };
        let cells = pts.place_cells(self.program, place).into_iter();
        let held = cells.filter(is_seen).flat_map(|cell| pts.contents(cell));
        (held.map(|t| t.object).collect(), Depends::Numbers)
    }

    /// Whether values of an expression are as wide as addresses, and no floating-point numbers.
    fn is_wide(&self, e: ExprId) -> bool {
        let types = &self.program.types;
        let ty = self.program.type_of(e);
        !types.is_float(ty) && types.size_of(ty) == Some(types.pointer_size())
    }

    /// Whether what is read from a place is an address as it was stored, as far as its size tells. Of floating-point
    /// numbers nothing is known anyway.
    fn is_whole(&self, place: PlaceId) -> bool {
        let types = &self.program.types;
        let ty = self.program.place_type(place);
        let size = types.size_of(ty) == Some(types.pointer_size());
        let whole = size && self.program.bit_width(place).is_none();
        whole || types.is_float(ty) || !types.is_scalar(ty)
    }
}
