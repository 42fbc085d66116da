//! The text of lowered programs, where the shape matters to later stages. What programs compute is
//! tested by running them (`tests/run_suite`).

use crate::{Config, Input, compile};
use ir::{EdgeKind, Program, Stmt};

fn program(text: &str) -> Program {
    let input = Input::Text {
        name: "t.i".into(),
        text: text.as_bytes().to_vec(),
    };
    match compile(&[input], &Config::default()) {
        Ok(compiled) => compiled.program,
        Err(failure) => panic!("{}", failure.diagnostics.render(&failure.sources)),
    }
}

/// The statements of a function, one a line.
fn body(text: &str, name: &str) -> String {
    let program = program(text);
    let func = program.function_named(name).expect("the function is there");
    let cfg = program.funcs[func].body.as_ref().expect("it has a body");
    let lines = cfg.edges().map(|e| {
        let stmt = program.show_stmt(&cfg.edge(e).stmt).to_string();
        format!("{} -> {}: {stmt}\n", cfg.source(e), cfg.target(e))
    });
    lines.collect()
}

#[test]
fn conditions_read_as_they_were_written() {
    let text = "int g; void f(int x) { if (!(x < 3) && g) g = x; }";
    let expected = "L0 -> L4: assume x < 3\n\
        L0 -> L2: assume x >= 3\n\
        L2 -> L3: assume g != 0\n\
        L2 -> L4: assume g == 0\n\
        L3 -> L4: g = x\n\
        L4 -> L1: return\n";
    assert_eq!(body(text, "f"), expected);
}

#[test]
fn only_what_an_effect_changes_is_saved() {
    let text = "int g, h(void); int f(int x) { return (g - h()) + (x - h()); }";
    let expected = "L0 -> L2: t$2 = g\n\
        L2 -> L3: t$1 = h()\n\
        L3 -> L4: t$3 = h()\n\
        L4 -> L1: return (t$2 - t$1) + (x - t$3)\n";
    assert_eq!(body(text, "f"), expected);
}

#[test]
fn large_initialisers_are_one_assignment_of_zero() {
    let text = "int f(void) { int a[1000] = {[7] = 1}; return a[7]; }";
    let expected = "L0 -> L2: a = (int [1000]){}\n\
        L2 -> L3: a[7l] = 1\n\
        L3 -> L1: return a[7l]\n";
    assert_eq!(body(text, "f"), expected);
}

#[test]
fn arrays_that_are_only_indexed_are_not_in_memory() {
    let program =
        program("int f(int i) { int a[4]; int b[4]; int *p = b; a[i] = 1; return a[i] + *p; }");
    let taken = |name: &str| {
        let mut vars = program.vars.values();
        vars.find(|v| &*v.name == name)
            .expect("declared")
            .address_taken
    };
    assert!(!taken("a"));
    assert!(taken("b"));
}

#[test]
fn every_branch_has_a_kind_and_a_place() {
    let program =
        program("int f(int x) { while (x > 0) x--; switch (x) { case 1: return 2; } return 0; }");
    let func = program.function_named("f").expect("defined");
    let cfg = program.funcs[func].body.as_ref().expect("defined");
    for edge in cfg.edges().map(|e| cfg.edge(e)) {
        assert!(!edge.span.is_none());
        let branch = matches!(edge.stmt, Stmt::Assume { .. });
        assert!(!branch || edge.kind != EdgeKind::Plain);
    }
}

#[test]
fn the_verifier_notices_damage() {
    let mut damaged = program("int g; int f(int x) { g = x; return x; }");
    assert_eq!(damaged.verify(), Ok(()));
    let func = damaged.function_named("f").expect("defined");
    let other = damaged.types.char();
    let value = damaged.int_const(0, other);
    let cfg = damaged.funcs[func].body.as_mut().expect("defined");
    let edge = cfg.edges().next().expect("not empty");
    let Stmt::Assign { place, .. } = cfg.edge(edge).stmt else {
        panic!("the first edge assigns");
    };
    cfg.edge_mut(edge).stmt = Stmt::Assign { place, value };
    assert_eq!(damaged.verify().map_err(|e| e.invariant), Err(2));
}

#[test]
fn deep_nesting_costs_no_stack() {
    let depth = 20_000;
    let sum = format!("{}1{}", "(1+".repeat(depth), ")".repeat(depth));
    let ifs = format!("{}x = 1;{}", "if (x) {".repeat(3_000), "}".repeat(3_000));
    let text = format!("int x; int f(void) {{ {ifs} return {sum}; }}");
    assert_eq!(program(&text).verify(), Ok(()));
}
