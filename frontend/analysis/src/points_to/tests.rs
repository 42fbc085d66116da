//! Points-to sets of small programs, worked out by hand.

use super::{Config, ObjectKind, PointsTo, points_to};
use crate::testing::Maker;
use ir::types::{ArrayLen, FieldIdx, FunctionType, RecordKind, TypeKind};
use ir::{Callee, ExprId, Program, Stmt, VarId};
use source::entity::EntityId;

/// The names and offsets of what an expression points to.
fn names(program: &Program, pts: &PointsTo, expr: ExprId) -> Vec<String> {
    let mut found: Vec<String> = pts
        .targets(program, expr)
        .into_iter()
        .map(|t| {
            let name = match pts.objects[t.object].kind {
                ObjectKind::Var(v) => program.vars[v].unique.to_string(),
                ObjectKind::Func(f) => program.funcs[f].unique.to_string(),
                ObjectKind::Heap(..) => "heap".into(),
                ObjectKind::External => "outside".into(),
                kind => format!("{kind:?}"),
            };
            match t.offset {
                Some(0) => name,
                Some(off) => format!("{name}+{off}"),
                None => format!("{name}+?"),
            }
        })
        .collect();
    found.sort();
    found
}

fn of_var(m: &mut Maker, pts: &PointsTo, var: VarId) -> Vec<String> {
    let load = m.program.var(var);
    names(&m.program, pts, load)
}

fn field(n: usize) -> FieldIdx {
    FieldIdx::from_index(n)
}

/// `int x, y; int *p = &x, *q = p; int **r = &q; *r = &y;`
#[test]
fn copies_loads_and_stores() {
    let mut m = Maker::new();
    let (int, void) = (m.int(), m.program.types.void());
    let ip = m.ptr(int);
    let ipp = m.ptr(ip);
    let main = m.declare("main", void, &[]);
    m.open(main);
    let [x, y] = ["x", "y"].map(|n| m.local(n, int));
    let [p, q] = ["p", "q"].map(|n| m.local(n, ip));
    let r = m.local("r", ipp);
    let (ax, ay, aq) = (m.addr(x), m.addr(y), m.addr(q));
    m.assign(p, ax);
    let vp = m.program.var(p);
    m.assign(q, vp);
    m.assign(r, aq);
    let vr = m.program.var(r);
    let through = m.program.deref(vr);
    m.set(through, ay);
    m.ret(None);
    m.program.verify().unwrap();
    let pts = points_to(&m.program, Config::default());
    assert_eq!(of_var(&mut m, &pts, p), ["x"]);
    assert_eq!(of_var(&mut m, &pts, q), ["x", "y"]);
    assert_eq!(of_var(&mut m, &pts, r), ["q"]);
    let (px, py) = (m.program.var_place(x), m.program.var_place(y));
    let vp = m.program.var(p);
    let star_p = m.program.deref(vp);
    assert!(pts.may_alias(&m.program, star_p, px));
    assert!(!pts.may_alias(&m.program, star_p, py));
}

/// Fields are kept apart, elements of arrays are not, `container_of` finds its way back.
#[test]
fn fields_arrays_and_containers() {
    let mut m = Maker::new();
    let (int, void) = (m.int(), m.program.types.void());
    let ip = m.ptr(int);
    let s = m.record(RecordKind::Struct, &[("n", int), ("a", ip), ("b", ip)]);
    let sp = m.ptr(s);
    let arr = m.program.types.array(s, ArrayLen::Known(10));
    let ch = m.program.types.char();
    let cp = m.ptr(ch);
    let main = m.declare("main", void, &[]);
    m.open(main);
    let [x, y, i] = ["x", "y", "i"].map(|n| m.local(n, int));
    let v = m.local("v", arr);
    let [p, q] = ["p", "q"].map(|n| m.local(n, ip));
    let back = m.local("back", sp);
    let place = m.program.var_place(v);
    let three = m.program.index_const(3);
    let vi = m.program.var(i);
    let elem3 = m.program.index(place, three);
    let elem_i = m.program.index(place, vi);
    let (ax, ay) = (m.addr(x), m.addr(y));
    let a3 = m.program.field(elem3, field(1));
    let b_i = m.program.field(elem_i, field(2));
    m.set(a3, ax);
    m.set(b_i, ay);
    let a_i = m.program.field(elem_i, field(1));
    let load = m.program.load(a_i);
    m.assign(p, load);
    let load = m.program.load(b_i);
    m.assign(q, load);
    // back = (struct s *)((char *)&v[i].b - 16)
    let ab = m.program.addr_of(b_i, ir::types::Quals::NONE);
    let bytes = m.program.cast(ab, cp);
    let minus = m.program.index_const(-16);
    let start = m.program.binary(ir::BinaryOp::PtrAdd, bytes, minus);
    let start = m.program.cast(start, sp);
    m.assign(back, start);
    m.ret(None);
    m.program.verify().unwrap();
    let pts = points_to(&m.program, Config::default());
    assert_eq!(of_var(&mut m, &pts, p), ["x"]);
    assert_eq!(of_var(&mut m, &pts, q), ["y"]);
    assert_eq!(of_var(&mut m, &pts, back), ["v"]);
}

/// Structs are copied field by field; a union's members share what they overlap.
#[test]
fn aggregates() {
    let mut m = Maker::new();
    let (int, void) = (m.int(), m.program.types.void());
    let ip = m.ptr(int);
    let long = m.program.types.ptrdiff_t();
    let s = m.record(RecordKind::Struct, &[("a", ip), ("b", ip)]);
    let u = m.record(RecordKind::Union, &[("p", ip), ("n", long)]);
    let main = m.declare("main", void, &[]);
    m.open(main);
    let [x, y] = ["x", "y"].map(|n| m.local(n, int));
    let [s1, s2] = ["s1", "s2"].map(|n| m.local(n, s));
    let u1 = m.local("u1", u);
    let n = m.local("n", long);
    let (ax, ay) = (m.addr(x), m.addr(y));
    let p1 = m.program.var_place(s1);
    let (a, b) = (m.program.field(p1, field(0)), m.program.field(p1, field(1)));
    m.set(a, ax);
    m.set(b, ay);
    let whole = m.program.load(p1);
    m.assign(s2, whole);
    let pu = m.program.var_place(u1);
    let (up, un) = (m.program.field(pu, field(0)), m.program.field(pu, field(1)));
    m.set(up, ax);
    let bits = m.program.load(un);
    m.assign(n, bits);
    m.ret(None);
    m.program.verify().unwrap();
    let pts = points_to(&m.program, Config::default());
    let p2 = m.program.var_place(s2);
    let (a, b) = (m.program.field(p2, field(0)), m.program.field(p2, field(1)));
    let (a, b) = (m.program.load(a), m.program.load(b));
    assert_eq!(names(&m.program, &pts, a), ["x"]);
    assert_eq!(names(&m.program, &pts, b), ["y"]);
    assert_eq!(of_var(&mut m, &pts, n), ["x"]);
}

/// A table of function pointers in a global; only fitting functions are called.
#[test]
fn indirect_calls() {
    let mut m = Maker::new();
    let (int, void) = (m.int(), m.program.types.void());
    let ip = m.ptr(int);
    let [f, g] = ["f", "g"].map(|n| m.declare(n, ip, &[ip]));
    let h = m.declare("h", void, &[]);
    let fty = m.program.types.intern(TypeKind::Function(FunctionType {
        ret: ip,
        params: [ip].into(),
        variadic: false,
        prototype: true,
    }));
    let fp = m.ptr(fty);
    let table = m.record(RecordKind::Struct, &[("one", fp), ("two", fp), ("bad", fp)]);
    let ops = m.global("ops", table);
    let (af, ag, ah) = (
        m.program.func_addr(f),
        m.program.func_addr(g),
        m.program.func_addr(h),
    );
    let ah = m.program.cast(ah, fp);
    m.init(ops, 0, af);
    m.init(ops, 64, ag);
    m.init(ops, 128, ah);
    for func in [f, g] {
        let params = m.open(func);
        let p = m.program.var(params[0]);
        m.ret(Some(p));
    }
    m.open(h);
    m.ret(None);
    let main = m.declare("main", void, &[]);
    m.open(main);
    let x = m.local("x", int);
    let [p, q] = ["p", "q"].map(|n| m.local(n, ip));
    let ax = m.addr(x);
    let place = m.program.var_place(ops);
    for (n, result) in [(1, p), (2, q)] {
        let slot = m.program.field(place, field(n));
        let callee = m.program.load(slot);
        let result = Some(m.program.var_place(result));
        m.stmt(Stmt::Call {
            result,
            callee: Callee::Indirect(callee),
            args: vec![ax],
        });
    }
    m.ret(None);
    m.program.verify().unwrap();
    let pts = points_to(&m.program, Config::default());
    assert_eq!(of_var(&mut m, &pts, p), ["x"]);
    assert!(of_var(&mut m, &pts, q).is_empty());
    assert!(pts.is_reached(g) && !pts.is_reached(f) && !pts.is_reached(h));
    let calls = pts.callees(main, ir::EdgeId::from_index(0)).unwrap();
    assert_eq!(calls.functions, [g]);
}

/// Two allocations are two objects; the outside knows what it was given.
#[test]
fn heap_and_outside() {
    let mut m = Maker::new();
    let (int, void) = (m.int(), m.program.types.void());
    let vp = m.ptr(void);
    let ip = m.ptr(int);
    let size = m.program.types.size_t();
    let malloc = m.declare("malloc", vp, &[size]);
    let give = m.declare("give", void, &[ip]);
    let take = m.declare("take", ip, &[]);
    let main = m.declare("main", void, &[]);
    m.open(main);
    let [x, y] = ["x", "y"].map(|n| m.local(n, int));
    let [a, b] = ["a", "b"].map(|n| m.local(n, vp));
    let [p, q] = ["p", "q"].map(|n| m.local(n, ip));
    let four = m.program.size_const(4);
    m.call(Some(a), malloc, &[four]);
    m.call(Some(b), malloc, &[four]);
    let (ax, ay) = (m.addr(x), m.addr(y));
    m.call(None, give, &[ax]);
    m.assign(q, ay);
    m.call(Some(p), take, &[]);
    m.ret(None);
    m.program.verify().unwrap();
    let pts = points_to(&m.program, Config::default());
    assert_eq!(of_var(&mut m, &pts, a), ["heap"]);
    assert_eq!(of_var(&mut m, &pts, b), ["heap"]);
    let (va, vb) = (m.program.var(a), m.program.var(b));
    assert_ne!(pts.targets(&m.program, va), pts.targets(&m.program, vb));
    assert_eq!(of_var(&mut m, &pts, p), ["outside", "x"]);
    let apart = Config {
        outside: super::Outside::Separate,
        ..Config::default()
    };
    let pts = points_to(&m.program, apart);
    assert_eq!(of_var(&mut m, &pts, p), ["outside"]);
}
