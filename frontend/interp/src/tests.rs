//! Programs built by hand; those from C text are in `tests/suite`.

use super::{
    Access, Control, Exhausted, Exit, FaultKind, Limit, Limits, Observer, Outcome, RunConfig,
    Script, View, run, run_observed,
};
use ir::types::{ArrayLen, DataModel, FunctionType, IntKind, Quals, TypeId};
use ir::{
    BinaryOp, Callee, Cfg, Edge, EdgeId, EdgeKind, ExprId, FuncId, Function, Init, InitItem,
    InitValue, LocId, Location, PlaceId, Program, Stmt, VarId, VarKind,
};
use source::Span;
use source::entity::EntityId;

/// Builds one function statement by statement.
struct Builder {
    program: Program,
    func: FuncId,
    cfg: Cfg,
    at: LocId,
}

impl Builder {
    fn new(model: DataModel) -> Self {
        let mut program = Program::new(model);
        let int = program.types.int();
        let func = declare(&mut program, "main", int, &[], false);
        program.entry = Some(func);
        let cfg = Cfg::new();
        let at = cfg.entry;
        Self {
            program,
            func,
            cfg,
            at,
        }
    }

    fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        self.variable(name, ty, VarKind::Local(self.func), None)
    }

    fn variable(&mut self, name: &str, ty: TypeId, kind: VarKind, init: Option<Init>) -> VarId {
        let var = self
            .program
            .new_variable(name.into(), name.into(), ty, kind, Span::NONE);
        self.program.vars[var].init = init;
        var
    }

    fn string(&mut self, text: &str) -> ExprId {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        let char_ = self.program.types.char();
        let ty = self
            .program
            .types
            .array(char_, ArrayLen::Known(bytes.len() as u64));
        let item = InitItem {
            bit_offset: 0,
            bit_width: None,
            value: InitValue::Bytes(bytes.into()),
        };
        let init = Some(Init { items: vec![item] });
        let var = self.variable("", ty, VarKind::Literal, init);
        let place = self.program.var_place(var);
        let zero = self.program.index_const(0);
        let first = self.program.index(place, zero);
        self.program.addr_of(first, Quals::NONE)
    }

    fn next(&mut self) -> LocId {
        self.cfg.add_loc(Location::default())
    }

    fn edge(&mut self, to: LocId, stmt: Stmt) {
        let edge = Edge {
            stmt,
            span: Span::NONE,
            kind: EdgeKind::Plain,
        };
        self.cfg.add_edge(self.at, to, edge);
    }

    fn stmt(&mut self, stmt: Stmt) {
        let to = self.next();
        self.edge(to, stmt);
        self.at = to;
    }

    fn assign(&mut self, place: PlaceId, value: ExprId) {
        self.stmt(Stmt::Assign { place, value });
    }

    fn set(&mut self, var: VarId, value: ExprId) {
        let place = self.program.var_place(var);
        self.assign(place, value);
    }

    fn call(&mut self, func: FuncId, args: Vec<ExprId>) {
        self.stmt(Stmt::Call {
            result: None,
            callee: Callee::Direct(func),
            args,
        });
    }

    fn finish(mut self, value: ExprId) -> Program {
        let exit = self.cfg.exit;
        self.edge(exit, Stmt::Return { value: Some(value) });
        self.program.funcs[self.func].body = Some(self.cfg);
        self.program.verify().expect("the test is well formed");
        self.program
    }
}

fn declare(
    program: &mut Program,
    name: &str,
    ret: TypeId,
    params: &[TypeId],
    variadic: bool,
) -> FuncId {
    let ty = program.types.function(FunctionType {
        ret,
        params: params.into(),
        variadic,
        prototype: true,
    });
    program.funcs.push(Function {
        name: name.into(),
        other_names: Vec::new(),
        unique: name.into(),
        ty,
        params: Vec::new(),
        locals: Vec::new(),
        body: None,
        special: None,
        internal: false,
        noreturn: false,
        address_taken: false,
        span: Span::NONE,
        end: Span::NONE,
    })
}

fn execute(program: &Program) -> Outcome {
    run(program, &RunConfig::default(), &mut Script::default())
}

fn fault(program: &Program) -> FaultKind {
    match execute(program).exit {
        Exit::Fault(fault) => fault.kind,
        other => panic!("no fault but {other:?}"),
    }
}

/// `for (i = 0; i < n; i++) sum += i; return sum;`
fn loop_program(n: i32) -> Program {
    let mut b = Builder::new(DataModel::Lp64);
    let int = b.program.types.int();
    let (i, sum) = (b.local("i", int), b.local("sum", int));
    let zero = b.program.int(0);
    b.set(i, zero);
    b.set(sum, zero);
    let (head, body, done) = (b.at, b.next(), b.next());
    let (i_value, limit) = (b.program.var(i), b.program.int(n));
    let less = b.program.binary(BinaryOp::Lt, i_value, limit);
    let not = b.program.falsity(less);
    b.edge(body, Stmt::Assume { cond: less });
    b.edge(done, Stmt::Assume { cond: not });
    b.at = body;
    let old = b.program.var(sum);
    let new = b.program.binary(BinaryOp::Add, old, i_value);
    b.set(sum, new);
    let one = b.program.int(1);
    let next = b.program.binary(BinaryOp::Add, i_value, one);
    let place = b.program.var_place(i);
    b.edge(head, Stmt::Assign { place, value: next });
    b.at = done;
    let result = b.program.var(sum);
    b.finish(result)
}

#[test]
fn loops_and_steps() {
    let outcome = execute(&loop_program(10));
    assert_eq!(outcome.exit, Exit::Code(45));
    assert_eq!(outcome.steps, 2 + 3 * 10 + 1 + 1);
    assert_eq!(outcome.uninitialised, None);
}

#[test]
fn the_limit_of_steps() {
    let config = RunConfig {
        limits: Limits {
            steps: 100,
            ..Limits::default()
        },
        ..RunConfig::default()
    };
    let outcome = run(&loop_program(1000), &config, &mut Script::default());
    assert_eq!(outcome.exit, Exit::Limit(Limit::Steps));
}

/// Takes the address of `a[index]` of `int a[4]` and stores through it.
fn store_at(index: i64, model: DataModel) -> Program {
    let mut b = Builder::new(model);
    let int = b.program.types.int();
    let array = b.program.types.array(int, ArrayLen::Known(4));
    let a = b.local("a", array);
    let _guard = b.local("b", array);
    let pointer = b.program.types.pointer(int);
    let p = b.local("p", pointer);
    let place = b.program.var_place(a);
    let zero = b.program.index_const(0);
    let first = b.program.index(place, zero);
    let address = b.program.addr_of(first, Quals::NONE);
    b.set(p, address);
    let (p_value, distance) = (b.program.var(p), b.program.index_const(index));
    let moved = b.program.binary(BinaryOp::PtrAdd, p_value, distance);
    let target = b.program.deref(moved);
    let seven = b.program.int(7);
    b.assign(target, seven);
    let result = b.program.load(target);
    b.finish(result)
}

#[test]
fn bounds() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        assert_eq!(execute(&store_at(3, model)).exit, Exit::Code(7));
        // Far enough to hit the other array.
        for index in [4, -1, 8, 12, -8] {
            let expected = FaultKind::OutOfBounds {
                object: "`a`".into(),
                size: 16,
                offset: index * 4,
                width: 4,
                access: Access::Write,
            };
            assert_eq!(fault(&store_at(index, model)), expected);
        }
    }
}

#[test]
fn pointers_survive_casts_to_integers() {
    let mut b = Builder::new(DataModel::Ilp32);
    let int = b.program.types.int();
    let long = b.program.types.named_int(IntKind::ULong);
    let pointer = b.program.types.pointer(int);
    let (x, n, p) = (b.local("x", int), b.local("n", long), b.local("p", pointer));
    let place = b.program.var_place(x);
    let address = b.program.addr_of(place, Quals::NONE);
    let number = b.program.cast(address, long);
    let mask = b.program.int_const(0x5555_5555, long);
    let masked = b.program.binary(BinaryOp::BitXor, number, mask);
    b.set(n, masked);
    let n_value = b.program.var(n);
    let back = b.program.binary(BinaryOp::BitXor, n_value, mask);
    let back = b.program.cast(back, pointer);
    b.set(p, back);
    let p_value = b.program.var(p);
    let target = b.program.deref(p_value);
    let five = b.program.int(5);
    b.assign(target, five);
    let result = b.program.var(x);
    assert_eq!(execute(&b.finish(result)).exit, Exit::Code(5));
}

#[test]
fn null_and_division() {
    let mut b = Builder::new(DataModel::Lp64);
    let int = b.program.types.int();
    let pointer = b.program.types.pointer(int);
    let p = b.local("p", pointer);
    let null = b.program.zero(pointer);
    b.set(p, null);
    let p_value = b.program.var(p);
    let target = b.program.deref(p_value);
    let result = b.program.load(target);
    assert_eq!(
        fault(&b.finish(result)),
        FaultKind::NullDeref { address: 0 }
    );

    let mut b = Builder::new(DataModel::Lp64);
    let int = b.program.types.int();
    let x = b.local("x", int);
    let zero = b.program.int(0);
    b.set(x, zero);
    let (one, x_value) = (b.program.int(1), b.program.var(x));
    let result = b.program.binary(BinaryOp::Div, one, x_value);
    assert_eq!(fault(&b.finish(result)), FaultKind::DivisionByZero);
}

#[test]
fn a_dangling_pointer_to_a_block() {
    let mut b = Builder::new(DataModel::Lp64);
    let int = b.program.types.int();
    let pointer = b.program.types.pointer(int);
    let (x, p) = (b.local("x", int), b.local("p", pointer));
    b.stmt(Stmt::Begin { var: x });
    let place = b.program.var_place(x);
    let address = b.program.addr_of(place, Quals::NONE);
    b.set(p, address);
    b.stmt(Stmt::End { var: x });
    let p_value = b.program.var(p);
    let target = b.program.deref(p_value);
    let result = b.program.load(target);
    assert!(matches!(
        fault(&b.finish(result)),
        FaultKind::UseAfterScope { .. }
    ));
}

/// `x = nondet(); return x + nondet();`
fn asks_twice() -> Program {
    let mut b = Builder::new(DataModel::Lp64);
    let int = b.program.types.int();
    let nondet = declare(&mut b.program, "nondet", int, &[], false);
    let (x, y) = (b.local("x", int), b.local("y", int));
    for var in [x, y] {
        let place = b.program.var_place(var);
        b.stmt(Stmt::Call {
            result: Some(place),
            callee: Callee::Direct(nondet),
            args: vec![],
        });
    }
    let (x_value, y_value) = (b.program.var(x), b.program.var(y));
    let sum = b.program.binary(BinaryOp::Add, x_value, y_value);
    b.finish(sum)
}

#[test]
fn inputs_in_order_and_by_name() {
    let program = asks_twice();
    let with = |script: &mut Script| run(&program, &RunConfig::default(), script).exit;
    assert_eq!(with(&mut Script::new([40, 2])), Exit::Code(42));
    assert_eq!(with(&mut Script::new([-1])), Exit::Code(-1));
    let mut script = Script::parse("nondet: 0x10, 5 # comment\n99").expect("a script");
    assert_eq!(with(&mut script), Exit::Code(21));
    let mut script = Script::new([1]);
    script.exhausted = Exhausted::Stop;
    assert!(matches!(with(&mut script), Exit::InputExhausted(_)));
    assert_eq!(Script::parse("1\n2 x").map(|_| ()).unwrap_err().line, 2);
}

#[test]
fn printing() {
    let mut b = Builder::new(DataModel::Lp64);
    let int = b.program.types.int();
    let format = b.string("%5d|%-5d|%05d|%x|%s|%c|%%\n");
    let text = b.string("text");
    let string = b.program.type_of(format);
    let printf = declare(&mut b.program, "printf", int, &[string], true);
    let minus = b.program.int(-42);
    let letter = b.program.int(65);
    b.call(
        printf,
        vec![format, minus, minus, minus, minus, text, letter],
    );
    let zero = b.program.int(0);
    let outcome = execute(&b.finish(zero));
    let expected = "  -42|-42  |-0042|ffffffd6|text|A|%\n";
    assert_eq!(String::from_utf8_lossy(&outcome.stdout), expected);
}

#[test]
fn deep_recursion_is_a_limit() {
    let mut b = Builder::new(DataModel::Lp64);
    let main = b.func;
    b.call(main, vec![]);
    let zero = b.program.int(0);
    let program = b.finish(zero);
    assert_eq!(execute(&program).exit, Exit::Limit(Limit::CallDepth));
}

#[test]
fn uninitialised_reads_are_reported() {
    let mut b = Builder::new(DataModel::Lp64);
    let int = b.program.types.int();
    let x = b.local("x", int);
    let (then, other) = (b.next(), b.next());
    let x_value = b.program.var(x);
    let truth = b.program.truth(x_value);
    let not = b.program.falsity(x_value);
    b.edge(then, Stmt::Assume { cond: truth });
    b.edge(other, Stmt::Assume { cond: not });
    b.at = then;
    let one = b.program.int(1);
    let exit = b.cfg.exit;
    b.edge(exit, Stmt::Return { value: Some(one) });
    b.at = other;
    let zero = b.program.int(0);
    let outcome = execute(&b.finish(zero));
    assert_eq!(outcome.exit, Exit::Code(0));
    let site = outcome.uninitialised.expect("the branch is noted");
    assert_eq!(site.func.index(), 0);
}

/// Counts edges and follows a variable.
struct Follow {
    watched: ExprId,
    values: Vec<u128>,
    edges: u64,
    stop_at: u64,
}

impl Observer for Follow {
    fn edge(&mut self, _: FuncId, _: EdgeId, view: &mut View<'_, '_>) -> Control {
        self.edges += 1;
        let value = view.value(self.watched).expect("a register can be read");
        if self.values.last() != Some(&value.bits) {
            self.values.push(value.bits);
        }
        assert_eq!((view.depth(), view.steps()), (1, self.edges));
        match self.edges < self.stop_at {
            true => Control::Continue,
            false => Control::Stop,
        }
    }
}

#[test]
fn observers_see_every_edge_and_value() {
    let mut program = loop_program(4);
    let sum = program.vars.iter().find(|(_, v)| &*v.name == "sum");
    let sum = sum.expect("it is there").0;
    let watched = program.var(sum);
    for (stop_at, exit) in [(u64::MAX, Exit::Code(6)), (5, Exit::Limit(Limit::Stopped))] {
        let mut follow = Follow {
            watched,
            values: Vec::new(),
            edges: 0,
            stop_at,
        };
        let config = RunConfig::default();
        let mut inputs = Script::default();
        let outcome = run_observed(&program, &config, &mut inputs, Some(&mut follow));
        assert_eq!((outcome.exit, outcome.steps), (exit, follow.edges));
        if stop_at == u64::MAX {
            assert_eq!(follow.values, [0, 1, 3, 6]);
        }
    }
}

/// Not a test of correctness: run with `--ignored --nocapture` in release.
#[test]
#[ignore = "a measurement"]
fn speed() {
    let program = loop_program(i32::MAX / 64);
    let start = std::time::Instant::now();
    let outcome = execute(&program);
    let rate = outcome.steps as f64 / start.elapsed().as_secs_f64() / 1e6;
    assert!(rate > 3.0, "{rate:.1} million edges per second");
    let path = std::env::temp_dir().join("interp-speed.txt");
    std::fs::write(path, format!("{rate:.1} million edges per second\n")).expect("writable");
}
