//! What answers take for granted of memory, for the ledger.
//!
//! Analyses and formulas follow an access to the objects that its pointer may have been made for, and nowhere else; and
//! they know one placement of objects, where a compiler may choose another. Both matter only to programs that do
//! something of the kind.

use super::placement::Uses;
use super::points_to::{ObjectKind, PointsTo, Target};
use ir::library;
use ir::{
    AssumptionKind, BinaryOp, Callee, ExprId, ExprKind, FuncId, Ledger, PlaceKind, Program, Stmt,
    Term,
};
use source::Span;

const STAYS: &str = "stay inside of the object that they were made for, while it is alive, and are aligned as their \
     types ask: this is not checked";
const PLACED: &str =
    "the answer is for one placement of objects in memory; compilers and systems choose their own";
const PAGES: &str = "lie neither in the first page of memory nor in the last one";

const FROM_OUTSIDE: &str = "are no addresses of the program's variables and functions where it computes with them or \
     compares their order";

const NEW: &str = "lie where no pointer leads that was there before, those to memory that has been freed included";

const SEPARATE: &str = "lead to none of the variables and functions that the program names, unless code outside has \
     been given their addresses";

/// The same where an environment calls the program.
const SEPARATE_BY_TYPE: &str = "lead to none of the variables and functions that the program names, unless code outside has \
     been given their addresses, and to objects as what these are; numbers from there that are computed with, and \
     numbers too narrow for an address, are no addresses of theirs";

const FITTING: &str = "functions that take other arguments than these are not called here";

/// Operations that C gives a meaning for some operands only.
const DEFINED: [(&str, [BinaryOp; 2], &str); 2] = [
    (
        "divisors",
        [BinaryOp::Div, BinaryOp::Rem],
        "are not zero: a run in which one is stops there",
    ),
    (
        "shifts",
        [BinaryOp::Shl, BinaryOp::Shr],
        "are by fewer bits than the value has: a run in which one is not stops there",
    ),
];

/// Notes what is taken for granted of the pointers, indices, divisors and shifts of a program, if it has any whose use is not plain to see.
pub fn assume_accesses(program: &Program, ledger: &mut Ledger) {
    let edges = program
        .defined()
        .flat_map(|(_, _, cfg)| cfg.edges().map(|e| &cfg.edge(e).stmt));
    let terms: Vec<Term> = edges.flat_map(|stmt| parts(program, stmt)).collect();
    if terms.iter().any(|&term| is_open_access(program, term)) {
        let kind = AssumptionKind::Memory;
        ledger.add(Span::NONE, kind, "pointers and indices", STAYS);
    }
    for (what, operators, assumption) in DEFINED {
        let is_one = |&term: &Term| is_open_operation(program, term, operators);
        if terms.iter().any(is_one) {
            ledger.add(Span::NONE, AssumptionKind::Fault, what, assumption);
        }
    }
}

/// Notes what is taken for granted of objects that the program makes, if it makes any.
pub fn assume_new(program: &mut Program) {
    let is_allocator = |callee: FuncId| {
        let function = &program.funcs[callee];
        function.body.is_none() && library::allocation(&function.name).is_some()
    };
    let mut edges = program
        .defined()
        .flat_map(|(_, _, cfg)| cfg.edges().map(|e| &cfg.edge(e).stmt));
    let makes = edges.any(|stmt| match stmt {
        Stmt::Call {
            callee: Callee::Direct(callee),
            ..
        } => is_allocator(*callee),
        _ => false,
    });
    drop(edges);
    if makes {
        let kind = AssumptionKind::Memory;
        program.ledger.add(Span::NONE, kind, "new objects", NEW);
    }
}

/// Notes what is taken for granted of pointers that come from outside, where the program follows some or makes some of
/// parts.
pub fn assume_separate(program: &mut Program, pts: &PointsTo) {
    let reached = program.defined().filter(|(f, ..)| pts.is_reached(*f));
    let mut edges = reached.flat_map(|(func, _, cfg)| cfg.edges().map(move |e| (func, cfg, e)));
    let follows = edges.any(|(func, cfg, edge)| {
        let callees = pts.callees(func, edge);
        let calls = callees.is_some_and(|c| c.indirect && c.outside);
        calls || parts(program, &cfg.edge(edge).stmt).any(|term| leads_outside(program, pts, term))
    });
    drop(edges);
    if follows || pts.cuts_addresses {
        let kind = AssumptionKind::MemoryOutside;
        let ledger = &mut program.ledger;
        let assumption = match program.environment {
            Some(_) => SEPARATE_BY_TYPE,
            None => SEPARATE,
        };
        ledger.add(Span::NONE, kind, "pointers from outside", assumption);
    }
}

/// Notes that calls through pointers pass over functions that take other arguments, where there are some.
pub fn assume_fitting_calls(program: &mut Program, pts: &PointsTo) {
    let mut found: Vec<(Span, ExprId)> = Vec::new();
    for (func, _, cfg) in program.defined().filter(|(f, ..)| pts.is_reached(*f)) {
        for edge in cfg.edges() {
            if let Stmt::Call {
                callee: Callee::Indirect(e),
                ..
            } = cfg.edge(edge).stmt
                && let Some(callees) = pts.callees(func, edge)
            {
                let passed_over = |t: &Target| match pts.objects[t.object].kind {
                    ObjectKind::Func(f) => !callees.functions.contains(&f),
                    _ => false,
                };
                if pts.targets(program, e).iter().any(passed_over) {
                    found.push((cfg.edge(edge).span, e));
                }
            }
        }
    }
    for (span, expr) in found {
        let said = format!("call of {}", program.show_expr(expr));
        let ledger = &mut program.ledger;
        ledger.add(span, AssumptionKind::Mismatch, said, FITTING);
    }
}

/// Whether a term follows a pointer that may lead outside.
fn leads_outside(program: &Program, pts: &PointsTo, term: Term) -> bool {
    let Term::Place(place) = term else {
        return false;
    };
    let is_outside = |t: &Target| pts.objects[t.object].kind == ObjectKind::External;
    matches!(program.terms.place(place).kind, PlaceKind::Deref(_))
        && pts.place_targets(program, place).iter().any(is_outside)
}

/// Notes what is taken for granted of the numbers and the order of addresses, where the program makes use of them.
pub fn assume_placement(program: &mut Program, uses: &Uses) {
    for found in &uses.list {
        let said = program.show_expr(found.expr).to_string();
        let ledger = &mut program.ledger;
        ledger.add(found.span, AssumptionKind::Memory, said, PLACED);
    }
}

/// Notes that no object lies where addresses are compared with the numbers of.
pub fn assume_pages(program: &mut Program) {
    let kind = AssumptionKind::Memory;
    program.ledger.add(Span::NONE, kind, "objects", PAGES);
}

/// Notes that what may come from outside and is used as a number is no address.
pub fn assume_numbers_from_outside(program: &mut Program) {
    let (kind, what) = (AssumptionKind::MemoryOutside, "numbers from outside");
    program.ledger.add(Span::NONE, kind, what, FROM_OUTSIDE);
}

fn parts<'p>(program: &'p Program, stmt: &Stmt) -> impl Iterator<Item = Term> + use<'p> {
    let exprs = stmt.exprs().into_iter().map(Term::Expr);
    let roots = exprs.chain(stmt.written().map(Term::Place));
    roots
        .collect::<Vec<_>>()
        .into_iter()
        .flat_map(|root| program.terms.parts(root))
}

/// Whether a term is an operation on integers whose second operand is computed.
fn is_open_operation(program: &Program, term: Term, operators: [BinaryOp; 2]) -> bool {
    let Term::Expr(e) = term else {
        return false;
    };
    let expr = program.terms.expr(e);
    matches!(expr.kind, ExprKind::Binary(op, _, by)
        if operators.contains(&op) && program.const_value(by).is_none() && !program.types.is_float(expr.ty))
}

/// Whether a term goes to memory by a pointer or an index that is computed.
fn is_open_access(program: &Program, term: Term) -> bool {
    let Term::Place(place) = term else {
        return false;
    };
    match program.terms.place(place).kind {
        PlaceKind::Deref(_) => true,
        PlaceKind::Index(_, index) => program.terms.int_value(index).is_none(),
        PlaceKind::Var(_) | PlaceKind::Field(..) => false,
    }
}
