//! Executions end where a signed operation overflows: C gives them no meaning from there on.
//!
//! What is computed is what it was: the conditions stand before the statements. For constants they compare with a
//! constant, otherwise they compare with the result in a wider type. Operations of 128 bits have none.

use super::blocks::Blocks;
use ir::types::IntKind;
use ir::{
    BinaryOp, Cfg, ExprId, ExprKind, FuncId, LocId, Location, Program, Stmt, Term, UnaryOp, VarId,
};
use source::Span;
use source::entity::EntityId;

/// Adds the conditions to every function; says where, if anywhere.
pub fn stop_at_overflow(program: &mut Program) -> Vec<Span> {
    let funcs: Vec<FuncId> = program.defined().map(|(id, _, _)| id).collect();
    let mut places = Vec::new();
    for func in funcs {
        if let Some(cfg) = program.funcs[func].body.take() {
            program.funcs[func].body = Some(guarded(program, &cfg, &mut places, None));
        }
    }
    places
}

/// Adds the conditions to one function, in which a loop counts its turns. An overflow after the first turn is no end, but
/// an error: numbers that grow until they overflow would otherwise be a reason to end.
pub fn stop_at_overflow_of_first_turn(
    program: &mut Program,
    func: FuncId,
    (count, error): (VarId, FuncId),
) {
    if let Some(cfg) = program.funcs[func].body.take() {
        let later = Some((count, error));
        program.funcs[func].body = Some(guarded(program, &cfg, &mut Vec::new(), later));
    }
}

fn guarded(
    program: &mut Program,
    cfg: &Cfg,
    places: &mut Vec<Span>,
    later: Option<(VarId, FuncId)>,
) -> Cfg {
    let mut new = cfg.without_edges();
    let mut starts: Vec<LocId> = cfg.locs().collect();
    let mut assumed = Vec::new();
    for loc in cfg.locs() {
        let Some(&first) = cfg.outgoing(loc).first() else {
            continue;
        };
        let span = cfg.edge(first).span;
        for cond in conditions(program, cfg, loc) {
            let next = new.add_loc(Location::default());
            assumed.push((starts[loc.index()], next, cond, span));
            starts[loc.index()] = next;
            if places.last() != Some(&span) {
                places.push(span);
            }
        }
    }
    for edge in cfg.edges() {
        let from = starts[cfg.source(edge).index()];
        new.add_edge(from, cfg.target(edge), cfg.edge(edge).clone());
    }
    for (from, to, cond, span) in assumed {
        let cfg = &mut new;
        let mut blocks = Blocks { program, cfg, span };
        blocks.edge(from, to, Stmt::Assume { cond });
        if let Some((count, error)) = later {
            let (overflows, is_later) = (blocks.loc(), blocks.loc());
            let not = blocks.program.falsity(cond);
            blocks.edge(from, overflows, Stmt::Assume { cond: not });
            let (count, zero) = (blocks.program.var(count), blocks.program.int(0));
            let cond = blocks.program.binary(BinaryOp::Gt, count, zero);
            blocks.edge(overflows, is_later, Stmt::Assume { cond });
            blocks.call(is_later, to, error);
        }
    }
    new
}

/// What must hold at a location for no operation of its statements to overflow, parts before what they are parts of.
fn conditions(program: &mut Program, cfg: &Cfg, loc: LocId) -> Vec<ExprId> {
    let mut parts: Vec<ExprId> = Vec::new();
    for edge in cfg.outgoing(loc) {
        let stmt = &cfg.edge(edge).stmt;
        let roots = stmt.exprs().into_iter().map(Term::Expr);
        for root in roots.chain(stmt.written().map(Term::Place)) {
            let exprs = program.terms.parts(root).into_iter();
            parts.extend(exprs.filter_map(|part| match part {
                Term::Expr(e) => Some(e),
                Term::Place(_) => None,
            }));
        }
    }
    parts.sort_unstable();
    parts.dedup();
    let mut found: Vec<ExprId> = Vec::new();
    for part in parts {
        for cond in fits(program, part) {
            let cond = program.truth(cond);
            if program.terms.int_value(cond) != Some(1) && !found.contains(&cond) {
                found.push(cond);
            }
        }
    }
    found
}

/// The conditions under which one operation does not overflow.
fn fits(program: &mut Program, e: ExprId) -> Vec<ExprId> {
    let ty = program.type_of(e);
    let kind = program.types.int_kind(ty).filter(|kind| kind.is_signed());
    let width = kind.map_or(128, |kind| program.types.width(kind));
    if width >= 128 {
        return Vec::new();
    }
    let range = Range {
        min: -(1i128 << (width - 1)),
        max: (1i128 << (width - 1)) - 1,
    };
    match program.terms.expr(e).kind {
        ExprKind::Unary(UnaryOp::Neg, of) => range.asks(program, BinaryOp::Ne, of, range.min),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) => {
            match (op, program.const_value(a), program.const_value(b)) {
                (BinaryOp::Add, Some(by), None) => range.moved(program, b, by),
                (BinaryOp::Add, None, Some(by)) => range.moved(program, a, by),
                (BinaryOp::Sub, None, Some(by)) => range.moved(program, a, -by),
                (BinaryOp::Sub, Some(from), None) => {
                    let mut both = range.asks(program, BinaryOp::Ge, b, from - range.max);
                    both.extend(range.asks(program, BinaryOp::Le, b, from - range.min));
                    both
                }
                _ => vec![wider(program, op, e, a, b, width)],
            }
        }
        _ => Vec::new(),
    }
}

/// The values of a type.
#[derive(Clone, Copy)]
struct Range {
    min: i128,
    max: i128,
}

impl Range {
    /// A comparison with a number, unless it holds for every value of the type.
    fn asks(self, program: &mut Program, op: BinaryOp, of: ExprId, value: i128) -> Vec<ExprId> {
        let always = match op {
            BinaryOp::Ge => value <= self.min,
            BinaryOp::Le => value >= self.max,
            _ => false,
        };
        if always {
            return Vec::new();
        }
        let ty = program.type_of(of);
        let value = program.int_const(value as u128, ty);
        vec![program.binary(op, of, value)]
    }

    /// What must hold of a number to which a constant is added.
    fn moved(self, program: &mut Program, of: ExprId, by: i128) -> Vec<ExprId> {
        match by >= 0 {
            true => self.asks(program, BinaryOp::Le, of, self.max - by),
            false => self.asks(program, BinaryOp::Ge, of, self.min - by),
        }
    }
}

/// Whether the result is the same in a type of twice the width.
fn wider(
    program: &mut Program,
    op: BinaryOp,
    e: ExprId,
    a: ExprId,
    b: ExprId,
    width: u32,
) -> ExprId {
    let kind = match width {
        0..=32 => IntKind::LongLong,
        _ => IntKind::Int128,
    };
    let wide = program.types.int_type(kind);
    let (a, b) = (program.cast(a, wide), program.cast(b, wide));
    let exact = program.binary(op, a, b);
    let result = program.cast(e, wide);
    program.binary(BinaryOp::Eq, exact, result)
}
