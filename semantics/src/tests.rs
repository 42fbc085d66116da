//! Terms against two independent readings of C: the arithmetic of the IR, and the interpreter.

use analysis::points_to;
use frontend::{Config, Input};
use ir::types::{DataModel, IntKind};
use ir::{BinaryOp, EdgeId, Program, UnaryOp, arith};
use z3::ast::{Ast, BV};
use z3::{SatResult, Solver};

use crate::{EncodingContext, ProgramFacts, State, Taken, Walk};

fn compile(text: &str) -> Program {
    let input = Input::Text {
        name: "test.c".into(),
        text: text.into(),
    };
    match frontend::compile(&[input], &Config::default()) {
        Ok(compiled) => compiled.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    }
}

fn bits(value: &BV) -> Option<u64> {
    value.simplify().as_u64()
}

/// The one value that a term can have in any layout of memory.
fn only_value(state: &State, value: &BV) -> u64 {
    let solver = Solver::new();
    state.layout().iter().for_each(|f| solver.assert(f));
    assert_eq!(solver.check(), SatResult::Sat);
    let model = solver.get_model().expect("satisfiable");
    let found = model
        .eval(value, true)
        .and_then(|v| v.as_u64())
        .expect("a number");
    solver.assert(value.eq(BV::from_u64(found, value.get_size())).not());
    assert_eq!(
        solver.check(),
        SatResult::Unsat,
        "{value} is not determined"
    );
    found
}

#[test]
fn integer_operators_agree_with_the_arithmetic_of_the_ir() {
    let kinds = [
        (IntKind::SChar, "signed char"),
        (IntKind::UChar, "unsigned char"),
        (IntKind::Short, "short"),
        (IntKind::Int, "int"),
        (IntKind::UInt, "unsigned"),
        (IntKind::Long, "long"),
        (IntKind::ULong, "unsigned long"),
    ];
    let values = [
        0u64,
        1,
        2,
        3,
        7,
        31,
        63,
        127,
        128,
        255,
        0x8000_0000,
        u64::MAX,
        u64::MAX - 1,
        0x7fff_ffff,
    ];
    let model = DataModel::Lp64;
    for (kind, _) in kinds {
        let mut program = Program::new(model);
        let ty = program.types.int_type(kind);
        for a in values.map(|v| arith::normalise(v.into(), kind, model)) {
            for b in values.map(|v| arith::normalise(v.into(), kind, model)) {
                check_operators(&mut program, kind, ty, a, b);
            }
        }
    }
}

fn check_operators(program: &mut Program, kind: IntKind, ty: ir::types::TypeId, a: u128, b: u128) {
    use BinaryOp::*;
    let model = DataModel::Lp64;
    let load = |program: &mut Program, bits: u128| program.int_const(bits, ty);
    for op in [
        Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge,
    ] {
        let Some(expected) = arith::binary(op, a, b, kind, model) else {
            continue;
        };
        let (x, y) = (load(program, a), load(program, b));
        let result = if op.is_comparison() {
            program.types.int()
        } else {
            ty
        };
        // Interned directly: the constructors would fold the constants.
        let kind = ir::ExprKind::Binary(op, x, y);
        let expr = program.terms.intern_expr(ir::Expr { kind, ty: result });
        assert_eq!(value(program, expr), expected as u64, "{op:?} {a} {b}");
    }
    for op in [UnaryOp::Neg, UnaryOp::BitNot] {
        let x = load(program, a);
        let expected = arith::unary(op, a, kind, model);
        let expr = ir::Expr {
            kind: ir::ExprKind::Unary(op, x),
            ty,
        };
        let expr = program.terms.intern_expr(expr);
        assert_eq!(value(program, expr), expected as u64, "{op:?} {a}");
    }
}

/// Operands of a division that were widened are divided in few bits, with the same result.
#[test]
fn division_of_what_was_widened_agrees_with_the_arithmetic_of_the_ir() {
    let model = DataModel::Lp64;
    let narrow = [
        IntKind::SChar,
        IntKind::UChar,
        IntKind::Short,
        IntKind::UShort,
    ];
    let values = [0_u64, 1, 2, 7, 127, 128, 200, 255, 0x7fff, 0x8000, 0xffff];
    let mut program = Program::new(model);
    for (from, to) in narrow
        .iter()
        .flat_map(|&from| [IntKind::Int, IntKind::UInt, IntKind::Long].map(|to| (from, to)))
    {
        let (small, large) = (program.types.int_type(from), program.types.int_type(to));
        for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
            let [a, b] = [a, b].map(|v| arith::normalise(v.into(), from, model));
            let widened = [a, b].map(|v| arith::convert(v, from, to, model));
            for op in [BinaryOp::Div, BinaryOp::Rem] {
                let Some(expected) = arith::binary(op, widened[0], widened[1], to, model) else {
                    continue;
                };
                let [x, y] = [a, b].map(|v| {
                    let of = program.int_const(v, small);
                    let kind = ir::ExprKind::Cast(of);
                    program.terms.intern_expr(ir::Expr { kind, ty: large })
                });
                let kind = ir::ExprKind::Binary(op, x, y);
                let expr = ir::Expr { kind, ty: large };
                let expr = program.terms.intern_expr(expr);
                let what = format!("{from:?} to {to:?}: {a} {op:?} {b}");
                assert_eq!(value(&program, expr), expected as u64, "{what}");
            }
        }
    }
}

fn value(program: &Program, expr: ir::ExprId) -> u64 {
    let facts = ProgramFacts::new(program, points_to::Config::default());
    let context = EncodingContext::new(program, &facts);
    bits(&State::new("s").value(&context, expr)).expect("constants have a value")
}

/// Walks through a program that needs no input, choosing each branch whose condition simplifies to true; gives the
/// value that `main` returns.
fn walk(program: &Program) -> u64 {
    let facts = ProgramFacts::new(program, points_to::Config::default());
    let context = EncodingContext::new(program, &facts);
    let main = program.entry.expect("there is a main");
    let mut walk = Walk::new(context, State::initial(&context, "0"), main);
    let mut at = program.funcs[main]
        .body
        .as_ref()
        .expect("main has a body")
        .entry;
    let mut returned = None;
    for _ in 0..20_000 {
        let func = walk.func().expect("inside a function");
        let cfg = program.funcs[func].body.as_ref().expect("bodies only");
        let edge = choose(&mut walk, cfg, at);
        if let ir::Stmt::Return { value: Some(value) } = &cfg.edge(edge).stmt
            && walk.depth() == 1
        {
            let value = walk.state.value(&context, *value);
            returned = Some(only_value(&walk.state, &value));
        }
        match walk.step(edge) {
            Taken::To(to, _) | Taken::Returned(to) | Taken::Outside(_, Some(to)) => at = to,
            Taken::Entered(func) => at = program.funcs[func].body.as_ref().expect("entered").entry,
            Taken::Ended => return returned.expect("a constant is returned"),
            Taken::Outside(..) => panic!("the test programs do not end in the middle"),
            Taken::Indirect(_) => panic!("the test programs call directly"),
        }
    }
    panic!("the program does not end");
}

fn choose(walk: &mut Walk<'_>, cfg: &ir::Cfg, at: ir::LocId) -> EdgeId {
    let edges = cfg.outgoing(at);
    if edges.len() == 1 {
        return edges[0];
    }
    let context = walk.context;
    let holds = |edge: &&EdgeId| {
        let ir::Stmt::Assume { cond } = &cfg.edge(**edge).stmt else {
            return true;
        };
        let holds = walk.state.holds(&context, *cond);
        let holds = holds.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1));
        bits(&holds).unwrap_or_else(|| only_value(&walk.state, &holds)) == 1
    };
    *edges.iter().find(holds).expect("one branch is taken")
}

fn agrees(text: &str) {
    let program = compile(text);
    let outcome = interp::run(
        &program,
        &interp::RunConfig::default(),
        &mut interp::Script::default(),
    );
    let interp::Exit::Code(code) = outcome.exit else {
        panic!("the interpreter stopped: {:?}", outcome.exit);
    };
    assert_eq!(walk(&program) as u8, code as u8, "{text}");
}

#[test]
fn walks_agree_with_the_interpreter() {
    agrees(
        "int main(void) { int s = 0; for (int i = 0; i < 10; i++) s += i * i; return s % 251; }",
    );
    agrees(
        "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); } int main(void) { return f(8); }",
    );
    agrees(
        "int g; void set(int *p, int v) { *p = v; } int main(void) { int x; set(&x, 5); set(&g, 7); return x * g; }",
    );
    agrees(
        "struct s { char a; short b; int c[3]; }; int main(void) { struct s v; v.a = 1; v.b = -2; v.c[1] = 40; \
            struct s *p = &v; p->c[2] = p->c[1] + p->b; return p->c[2] + v.a; }",
    );
    agrees(
        "struct b { unsigned x : 3, y : 5; int z : 7; }; int main(void) { struct b v; v.x = 9; v.y = 33; v.z = -5; \
            return v.x + v.y * 8 + v.z; }",
    );
    agrees(
        "union u { unsigned w; unsigned char b[4]; }; int main(void) { union u v; v.w = 0x01020304; return v.b[0] * v.b[2]; }",
    );
    agrees(
        "static int t[4] = { 3, 1, 4, 1 }; struct p { int a, b; } q = { .b = 9 }; int main(void) { \
            return t[0] * 100 + t[2] * 10 + t[3] + q.a + q.b - 200; }",
    );
    agrees(
        "int r(int n) { int x = n; int *p = &x; if (n > 0) { int y = r(n - 1); return *p + y; } return *p; } \
            int main(void) { return r(5); }",
    );
    agrees(
        "int main(void) { unsigned char c = 250; c += 10; signed char d = (signed char)200; long l = d; \
            return (int)(c + (l >> 1) + (unsigned)-1 / 0x10000000u); }",
    );
}
