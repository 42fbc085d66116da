//! What slicing removes and what it must not.

use analysis::passes::slice::{Config, Criterion, slice};
use frontend::{Input, compile};

const HEAD: &str = "void reach_error(void); int __VERIFIER_nondet_int(void);\n\
    void __VERIFIER_assume(int); void abort(void) __attribute__((noreturn));\n";

/// The text of the slice of a program for its errors.
fn sliced(text: &str, config: Config) -> String {
    let input = Input::Text {
        name: "test.i".into(),
        text: format!("{HEAD}{text}").into_bytes(),
    };
    let program = compile(&[input], &frontend::Config::default())
        .map_err(|f| format!("{:?}", f.diagnostics))
        .expect("the test is C")
        .program;
    let result = slice(&program, &Criterion::errors(&program), config);
    result.program.verify().expect("slices are well formed");
    let defined = result.program.defined();
    defined
        .map(|(id, ..)| result.program.show_function(id).to_string())
        .collect()
}

fn check(text: &str, present: &[&str], absent: &[&str]) {
    let shown = sliced(text, Config::default());
    for word in present {
        assert!(shown.contains(word), "{word} is gone:\n{shown}");
    }
    for word in absent {
        assert!(!shown.contains(word), "{word} is still there:\n{shown}");
    }
}

#[test]
fn unrelated_data_goes() {
    check(
        "int a, b; int main(void) { int x = __VERIFIER_nondet_int(); a = x; b = 7; b = b + a;
         if (a > 3) reach_error(); return b; }",
        &["a = x", "assume a > 3", "reach_error()"],
        &["b = 7", "return b"],
    );
}

#[test]
fn loops_that_count_go() {
    check(
        "int s; int main(void) { for (int i = 0; i < 10; i++) s += i; reach_error(); return 0; }",
        &["reach_error()"],
        &["assume i", "s ="],
    );
}

#[test]
fn loops_that_may_not_end_stay() {
    check(
        "int main(void) { int x = __VERIFIER_nondet_int(); while (x != 5) { x = x + 2; }
         reach_error(); return 0; }",
        &["assume x != 5", "x = x + 2", "x = __VERIFIER_nondet_int()"],
        &[],
    );
    // One that steps over its bound for ever.
    check(
        "int main(void) { unsigned char i; for (i = 0; i < 300; i++) { } reach_error(); }",
        &["assume"],
        &[],
    );
    let assumed = Config {
        assume_termination: true,
        ..Config::default()
    };
    let text = "int main(void) { int x = __VERIFIER_nondet_int(); while (x != 5) { x = x + 2; }
         reach_error(); return 0; }";
    assert!(!sliced(text, assumed).contains("assume x"));
    let dropped = Config {
        drop_endless: true,
        ..Config::default()
    };
    assert!(!sliced(text, dropped).contains("assume x"));
}

#[test]
fn what_blocks_stays() {
    check(
        "int y; int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); y = 1;
         reach_error(); return 0; }",
        &["assume x > 3"],
        &["y = 1"],
    );
    check(
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3) abort();
         reach_error(); return 0; }",
        &["assume x <= 3"],
        &["abort()"],
    );
}

#[test]
fn calls_that_may_not_return_stay() {
    check(
        "void f(int n) { if (n) f(n); } int g(int n) { return n + 1; }
         int main(void) { int x = __VERIFIER_nondet_int(); x = g(x); f(3); g(4); reach_error(); }",
        &["f(3)", "f(n)", "assume n != 0"],
        &["g("],
    );
}

#[test]
fn data_flows_through_pointers_calls_and_structures() {
    check(
        "struct s { int a, b; }; static void set(struct s *p, int v) { p->a = v; p->b = 2 * v; }
         int main(void) { struct s s, t; int n = __VERIFIER_nondet_int(); set(&s, n); t = s;
         if (t.a == 8) reach_error(); return 0; }",
        &["t = s", "set(&s, n)", "p->a = v", "p->b = 2 * v"],
        &[],
    );
}

#[test]
fn fields_are_told_apart() {
    check(
        "struct s { int a, b; }; static void set(struct s *p, int v) { p->a = v; p->b = 2 * v; }
         int main(void) { struct s s; int n = __VERIFIER_nondet_int(); set(&s, n);
         if (s.a == 8) reach_error(); return 0; }",
        &["p->a = v"],
        &["p->b"],
    );
}

#[test]
fn arguments_that_do_not_matter_are_neutral() {
    check(
        "int g; static void f(int a, int b) { g = a; }
         int main(void) { int x = __VERIFIER_nondet_int(), y = x + 1; f(x, y);
         if (g) reach_error(); return 0; }",
        &["f(x, 0)"],
        &["x + 1"],
    );
}

#[test]
fn no_criterion_leaves_nothing() {
    check(
        "int g; int main(void) { g = 1; return g; }",
        &["assume 0"],
        &["g ="],
    );
}
