//! Executions end where C gives them no meaning: `assume`s before uses of null pointers, indices outside of an array,
//! divisions by zero and shifts by too many bits.
//!
//! Passes and formulas go on where an execution would stop: nothing is wrong with that as long as nothing is found.
//! An execution that turns out to stop there is ruled out by guards at that location, which are statements of the
//! program like any other.
//!
//! Invariant: locations and edges keep their ids; new ones come after them.

use super::reduced::Reduced;
use ir::library::is_native;
use ir::library::{self, Contents};
use ir::types::{ArrayLen, TypeKind};
use ir::{
    AssumptionKind, BinaryOp, Callee, Cfg, Edge, EdgeKind, ExprId, ExprKind, FuncId, LocId,
    Location, PlaceId, PlaceKind, Program, Stmt, Term,
};
use source::entity::EntityId;
use std::collections::{BTreeMap, BTreeSet};

/// What the ledger says of a guard.
const RUN_STOPS: &str = "a run in which this does not hold stops there";

/// The program with guards at these locations.
pub fn guard(program: &Program, at: &BTreeSet<(FuncId, LocId)>) -> Reduced {
    let mut reduced = Reduced::new(program.clone());
    let mut by_function: BTreeMap<FuncId, Vec<LocId>> = BTreeMap::new();
    for &(func, loc) in at {
        by_function.entry(func).or_default().push(loc);
    }
    for (func, function) in program.funcs.iter() {
        let Some(cfg) = &function.body else { continue };
        reduced.way_back.old_locs[func] = cfg.locs().collect();
        reduced.way_back.old_edges[func] = cfg.edges().map(Some).collect();
        reduced.way_back.new_locs[func] = cfg.locs().map(Some).collect();
        if let Some(locs) = by_function.get(&func) {
            let new = guarded(&mut reduced.program, cfg, locs);
            reduced.way_back.old_locs[func].resize(new.num_locs(), cfg.exit);
            reduced.way_back.old_edges[func].resize(new.num_edges(), None);
            reduced.program.funcs[func].body = Some(new);
        }
    }
    debug_assert_eq!(reduced.program.verify(), Ok(()));
    reduced
}

/// What guards are against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Against {
    NullPointer,
    DivisionByZero,
    /// Of an array.
    Index,
    /// By as many bits as there are, or more.
    Shift,
}

/// The locations of a function where guards are against something.
pub fn guardable_against(program: &Program, func: FuncId, against: Against) -> Vec<LocId> {
    let is_meant = |loc: &LocId| guards_against(program, func, *loc).any(|a| a == against);
    locations(program, func).filter(is_meant).collect()
}

/// The locations of a function where there is something to guard.
pub fn guardable(program: &Program, func: FuncId) -> impl Iterator<Item = LocId> + '_ {
    let is_any = move |loc: &LocId| guards_against(program, func, *loc).next().is_some();
    locations(program, func).filter(is_any)
}

fn locations(program: &Program, func: FuncId) -> impl Iterator<Item = LocId> + '_ {
    let body = program.funcs[func].body.as_ref();
    body.into_iter().flat_map(Cfg::locs)
}

/// What guards at a location of a function are against.
fn guards_against(
    program: &Program,
    func: FuncId,
    loc: LocId,
) -> impl Iterator<Item = Against> + '_ {
    let body = program.funcs[func].body.as_ref();
    let needs = body.map(|cfg| needs(program, cfg, loc)).unwrap_or_default();
    let open = |need: &Need| program.terms.int_value(need.expr).is_none();
    needs.into_iter().filter(open).map(|need| need.against)
}

fn guarded(program: &mut Program, cfg: &Cfg, at: &[LocId]) -> Cfg {
    let mut new = cfg.without_edges();
    let mut leaves: Vec<LocId> = cfg.locs().collect();
    let mut assumed = Vec::new();
    for &loc in at {
        let span = cfg.edge(cfg.outgoing(loc)[0]).span;
        for guard in guards(program, cfg, loc) {
            let next = new.add_loc(Location::default());
            let mut from = leaves[loc.index()];
            leaves[loc.index()] = next;
            let mut said = program.show_expr(guard.holds).to_string();
            if let Some((unless, otherwise)) = guard.unless {
                said = format!("{said} || {}", program.show_expr(unless));
                let needed = new.add_loc(Location::default());
                assumed.push((from, next, unless, span));
                assumed.push((from, needed, otherwise, span));
                from = needed;
            }
            assumed.push((from, next, guard.holds, span));
            let ledger = &mut program.ledger;
            ledger.add(span, AssumptionKind::Fault, said, RUN_STOPS);
        }
    }
    for edge in cfg.edges() {
        let from = leaves[cfg.source(edge).index()];
        new.add_edge(from, cfg.target(edge), cfg.edge(edge).clone());
    }
    for (from, to, cond, span) in assumed {
        let edge = Edge {
            stmt: Stmt::Assume { cond },
            span,
            kind: EdgeKind::Implicit,
        };
        new.add_edge(from, to, edge);
    }
    new
}

/// What must hold at a location for its statements to have a meaning.
#[derive(PartialEq, Eq)]
struct Guard {
    holds: ExprId,
    /// The condition under which it need not, and its negation.
    unless: Option<(ExprId, ExprId)>,
}

/// The guards of a location, in an order in which each makes the next one meaningful.
fn guards(program: &mut Program, cfg: &Cfg, loc: LocId) -> Vec<Guard> {
    let mut found = Vec::new();
    for Need { expr, what, .. } in needs(program, cfg, loc) {
        let mut unless = None;
        let holds = match what {
            What::NotZero => program.truth(expr),
            What::NotZeroUnless(other) => {
                unless = Some((program.falsity(other), program.truth(other)));
                program.truth(expr)
            }
            What::Below(count) => {
                let index = program.cast(expr, program.types.size_t());
                let count = program.size_const(count);
                program.binary(BinaryOp::Lt, index, count)
            }
            What::NotBelow(first) => {
                let address = program.cast(expr, program.types.size_t());
                let first = program.size_const(first);
                program.binary(BinaryOp::Ge, address, first)
            }
        };
        let guard = Guard { holds, unless };
        if program.terms.int_value(holds).is_none() && !found.contains(&guard) {
            found.push(guard);
        }
    }
    found
}

fn needs(program: &Program, cfg: &Cfg, loc: LocId) -> BTreeSet<Need> {
    let mut needs = Needs::default();
    for edge in cfg.outgoing(loc) {
        needs.of(program, &cfg.edge(edge).stmt);
    }
    needs.needs
}

/// What an expression must be. Parts of terms have smaller ids than the terms, so what a part must be comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Need {
    expr: ExprId,
    what: What,
    against: Against,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    NotZero,
    /// Or the other one is.
    NotZeroUnless(ExprId),
    Below(u64),
    /// As an address: there are no objects below.
    NotBelow(u64),
}

/// Where objects may begin: the first page has none.
const FIRST_OBJECT_ADDRESS: u64 = 4096;

#[derive(Default)]
struct Needs {
    needs: BTreeSet<Need>,
}

impl Needs {
    fn of(&mut self, program: &Program, stmt: &Stmt) {
        let written = stmt.written();
        let roots = stmt.exprs().into_iter().map(Term::Expr);
        for root in roots.chain(written.map(Term::Place)) {
            for part in program.terms.parts(root) {
                if let Term::Expr(e) = part {
                    self.expr(program, e);
                }
            }
        }
        if let Some(place) = written {
            self.access(program, place);
        }
        if let Stmt::Call {
            callee: Callee::Direct(callee),
            args,
            ..
        } = stmt
        {
            self.call(program, *callee, args);
        }
        if let Stmt::Call {
            callee: Callee::Indirect(function),
            ..
        } = stmt
        {
            self.not_zero(*function, Against::NullPointer);
        }
    }

    /// What a function of the library follows, unless it is told that there are no bytes.
    fn call(&mut self, program: &Program, callee: FuncId, args: &[ExprId]) {
        let callee = &program.funcs[callee];
        let Some(written) = library::written(&callee.name).filter(|_| callee.body.is_none()) else {
            return;
        };
        let from = match written.contents {
            Contents::From(n) => args.get(n),
            _ => None,
        };
        if !is_native(&callee.name) {
            return;
        }
        let length = written.length.and_then(|n| args.get(n));
        let what = match length.map(|&length| (length, program.const_value(length))) {
            Some((_, Some(0))) => return,
            Some((_, None)) if mutants::is("nothing-may-be-copied-to-null") => What::NotZero,
            Some((length, None)) => What::NotZeroUnless(length),
            None | Some((_, Some(_))) => What::NotZero,
        };
        for &pointer in args.first().into_iter().chain(from) {
            if let Some(expr) = first_pointer(program, pointer) {
                self.needs.insert(Need {
                    expr,
                    what,
                    against: Against::NullPointer,
                });
            }
        }
    }

    fn expr(&mut self, program: &Program, e: ExprId) {
        match program.terms.expr(e).kind {
            ExprKind::Load(place) => self.access(program, place),
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, by)
                if program.types.is_integer(program.type_of(by)) =>
            {
                self.not_zero(by, Against::DivisionByZero);
            }
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, of, by) => {
                let kind = program.types.bits_kind(program.type_of(of));
                let width = kind.map(|kind| kind.width(program.types.model()));
                self.needs.extend(width.map(|width| Need {
                    expr: by,
                    what: What::Below(
                        u64::from(width)
                            - u64::from(mutants::is("shifts-by-all-bits-but-one-have-no-meaning")),
                    ),
                    against: Against::Shift,
                }));
            }
            _ => {}
        }
    }

    fn not_zero(&mut self, expr: ExprId, against: Against) {
        self.needs.insert(Need {
            expr,
            what: What::NotZero,
            against,
        });
    }

    fn not_near_zero(&mut self, expr: ExprId) {
        self.needs.insert(Need {
            expr,
            what: What::NotBelow(FIRST_OBJECT_ADDRESS),
            against: Against::NullPointer,
        });
    }

    /// A place that is read or written: its indices, and the pointer that leads there.
    fn access(&mut self, program: &Program, place: PlaceId) {
        let mut at = Term::Place(place);
        loop {
            at = match at {
                Term::Place(place) => match program.terms.place(place).kind {
                    PlaceKind::Var(_) => return,
                    PlaceKind::Deref(pointer) => Term::Expr(pointer),
                    PlaceKind::Field(base, _) => Term::Place(base),
                    PlaceKind::Index(base, index) => {
                        self.index(program, base, index);
                        Term::Place(base)
                    }
                },
                // What a pointer was computed from is not null.
                Term::Expr(pointer) => match program.terms.expr(pointer).kind {
                    ExprKind::Binary(BinaryOp::PtrAdd, base, _) => Term::Expr(base),
                    ExprKind::Cast(of) if program.types.is_pointer(program.type_of(of)) => {
                        Term::Expr(of)
                    }
                    ExprKind::AddrOf(place) => Term::Place(place),
                    // A number that may have been computed from a null pointer.
                    ExprKind::Cast(of) => return self.not_near_zero(of),
                    _ => return self.not_zero(pointer, Against::NullPointer),
                },
            };
        }
    }

    fn index(&mut self, program: &Program, base: PlaceId, index: ExprId) {
        // An array inside of a structure may be meant to go on behind it.
        let whole = matches!(program.terms.place(base).kind, PlaceKind::Var(_));
        if let TypeKind::Array {
            len: ArrayLen::Known(len),
            ..
        } = *program.types.kind(program.place_type(base))
            && whole
        {
            self.needs.insert(Need {
                expr: index,
                what: What::Below(
                    len - u64::from(mutants::is("the-last-element-is-out-of-bounds") && len > 0),
                ),
                against: Against::Index,
            });
        }
    }
}

/// The pointer that an address is computed from, if it is not that of a variable.
fn first_pointer(program: &Program, address: ExprId) -> Option<ExprId> {
    let mut at = Term::Expr(address);
    loop {
        at = match at {
            Term::Place(place) => match program.terms.place(place).kind {
                PlaceKind::Var(_) => return None,
                PlaceKind::Deref(pointer) => Term::Expr(pointer),
                PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => Term::Place(base),
            },
            Term::Expr(pointer) => match program.terms.expr(pointer).kind {
                ExprKind::Binary(BinaryOp::PtrAdd, base, _) => Term::Expr(base),
                ExprKind::Cast(of) if program.types.is_pointer(program.type_of(of)) => {
                    Term::Expr(of)
                }
                ExprKind::AddrOf(place) => Term::Place(place),
                _ => return Some(pointer),
            },
        };
    }
}
