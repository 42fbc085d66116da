//! Programs whose executions all end, and what following them all at once says.

use abstractor::Blocks;
use analysis::passes::normal_form::bring_into_form;
use analysis::points_to;
use frontend::{Config, Input};
use refiner::unroll::{Budget, Unrolled, unroll};
use refiner::{Feasibility, feasibility};
use semantics::{EncodingContext, ProgramFacts, Prover};

const BUDGET: Budget = Budget {
    steps: 5_000,
    rounds: 100,
    question: 5_000_000,
    effort: 20_000_000,
};

#[derive(Debug, PartialEq, Eq)]
enum Said {
    Safe,
    /// And some execution takes the path that was found.
    Violated,
    Open,
}

fn said(body: &str) -> Said {
    said_of(body, true)
}

/// `taken`: some execution must take the path to a violation also as the loop sees it.
fn said_of(body: &str, taken: bool) -> Said {
    let text = format!(
        "void reach_error(void); int some(void); unsigned many(void);\n\
         void check(int holds) {{ if (!holds) reach_error(); }}\n{body}"
    );
    let input = Input::Text {
        name: "test.c".into(),
        text: text.into(),
    };
    let mut program = match frontend::compile(&[input], &Config::default()) {
        Ok(compiled) => compiled.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    };
    bring_into_form(&mut program, points_to::Config::default());
    let facts = ProgramFacts::new(&program, points_to::Config::default());
    let violation = |f| &*program.funcs[f].name == "reach_error";
    let blocks = Blocks::new(&program, violation, false);
    let context = EncodingContext::new(&program, &facts);
    let entry = program.entry.expect("there is a main");
    match unroll(&context, &blocks, entry, BUDGET) {
        Unrolled::Safe => Said::Safe,
        Unrolled::Open => Said::Open,
        Unrolled::Violated(path) => {
            let mut prover = Prover::new(BUDGET.question);
            let found = feasibility(&context, &blocks, entry, &path, &mut prover, None);
            let feasible = matches!(found, Feasibility::Feasible(_));
            assert!(feasible || !taken, "{path:?}");
            Said::Violated
        }
    }
}

/// A loop over bits, whose rounds branch: 2^16 paths, sixteen rounds.
fn count_bits(of: &str) -> String {
    format!(
        "int main(void) {{
            unsigned x = many() & 0xffff, y = x, ones = 0, n = 0;
            for (int i = 0; i < 16; i++) if (x >> i & 1) ones++;
            while (y) {{ y = y & (y - 1); n++; }}
            check({of});
        }}"
    )
}

#[test]
fn loops_whose_rounds_branch() {
    assert_eq!(said(&count_bits("ones == n")), Said::Safe);
    assert_eq!(said(&count_bits("ones < 16")), Said::Violated);
}

fn nested(last: &str) -> String {
    format!(
        "int main(void) {{
            int n = some(), sum = 0;
            if (n < 0 || n > 6) return 0;
            for (int i = 0; i < n; i++) {{
                for (int j = 0; j < i; j++) {{ if (j == 4) continue; if (j == 5) break; sum++; }}
                if (i == 3 && some()) goto out;
            }}
        out:
            check(sum <= {last});
        }}"
    )
}

#[test]
fn nested_loops_with_jumps_out_of_them() {
    // 0 + 1 + 2 + 3 + 4 + 4
    assert_eq!(said(&nested("14")), Said::Safe);
    assert_eq!(said(&nested("13")), Said::Violated);
}

#[test]
fn a_loop_with_two_entries() {
    let two = |last: &str| {
        format!(
            "int main(void) {{
                int i = 0, odd = 0, inside = some() != 0;
                if (inside) goto middle;
            again:
                i++;
            middle:
                odd = !odd;
                if (i < 5) goto again;
                check(odd == {last});
            }}"
        )
    };
    assert_eq!(said(&two("!inside")), Said::Safe);
    assert_eq!(said(&two("1")), Said::Violated);
}

fn towers(claim: &str) -> String {
    format!(
        "int moves(int n) {{ if (n == 1) return 1; return 2 * moves(n - 1) + 1; }}
         int main(void) {{
            int n = some();
            if (n < 1 || n > 20) return 0;
            int all = moves(n);
            check({claim});
        }}"
    )
}

#[test]
fn recursion_of_bounded_depth() {
    assert_eq!(said(&towers("all >= n && all < 1 << 20")), Said::Safe);
    assert_eq!(said(&towers("all != 1023")), Said::Violated);
}

fn rabbits(claim: &str) -> String {
    format!(
        "int rabbits(int n) {{ if (n < 1) return 0; if (n == 1) return 1; return rabbits(n - 1) + rabbits(n - 2); }}
         int main(void) {{
            int n = some();
            if (n > 25) return 0;
            int all = rabbits(n);
            check({claim});
        }}"
    )
}

/// Calls that were followed before are recalled: there would be too many.
#[test]
fn recursion_that_branches() {
    assert_eq!(said(&rabbits("n < 9 || all >= 34")), Said::Safe);
    // The path leads through calls that were not followed, so it is not told.
    assert_eq!(said(&rabbits("n < 9 || all > 34")), Said::Open);
}

/// What was never set may differ between two calls with the same arguments.
#[test]
fn what_was_never_set_is_not_recalled() {
    let twice = |body: &str| {
        format!(
            "int pick(int x) {{ int y; {body} }}
             int main(void) {{ int a = pick(1), b = pick(1); check(a == b); }}"
        )
    };
    assert_eq!(said(&twice("return x + y;")), Said::Violated);
    assert_eq!(said(&twice("return y ? x : 0;")), Said::Violated);
    assert_eq!(said(&twice("y = x; return y;")), Said::Safe);
}

#[test]
fn what_a_function_keeps_is_not_recalled() {
    let counter = "int calls; int next(int x) { calls++; return x + calls; }
        int main(void) { int a = next(1), b = next(1); check(a == b); }";
    assert_eq!(said(counter), Said::Violated);
    let asks = "int next(int x) { return x + some(); }
        int main(void) { int a = next(1), b = next(1); check(a == b); }";
    assert_eq!(said(asks), Said::Violated);
}

/// A local array of a function holds anything when the function is called again.
#[test]
fn variables_in_memory_do_not_outlive_their_function() {
    let twice = |before: &str| {
        format!(
            "int old(int set) {{ int a[2]; {before} int was = a[1]; if (set) a[1] = 7; return was; }}
             int main(void) {{ old(1); check(old(0) == 7); }}"
        )
    };
    assert_eq!(said_of(&twice(""), false), Said::Violated);
    assert_eq!(said(&twice("a[1] = 7;")), Said::Safe);
}

#[test]
fn arrays_and_pointers_through_merged_ways() {
    let swap = |claim: &str| {
        format!(
            "int main(void) {{
                int a[3], *low = &a[0], *high = &a[2];
                for (int i = 0; i < 3; i++) a[i] = some();
                if (*low > *high) {{ int *t = low; low = high; high = t; }}
                a[1] = *low;
                check({claim});
            }}"
        )
    };
    assert_eq!(said(&swap("a[1] <= a[0] && a[1] <= a[2]")), Said::Safe);
    assert_eq!(said(&swap("a[1] <= a[0] && a[1] < a[2]")), Said::Violated);
}

#[test]
fn allocated_objects_of_two_ways() {
    let text = |claim: &str| {
        format!(
            "void *malloc(unsigned long);
             int main(void) {{
                int *p = malloc(4), *q;
                *p = 1;
                if (some()) {{ q = malloc(4); *q = 2; }} else q = p;
                *p = 3;
                check({claim});
            }}"
        )
    };
    assert_eq!(said(&text("*q == 2 || p == q")), Said::Safe);
    assert_eq!(said(&text("*q == 2")), Said::Violated);
}

#[test]
fn what_has_no_end_or_is_not_followed_stays_open() {
    assert_eq!(
        said("int main(void) { int i = 0; for (;;) check(i++ >= 0 || some()); }"),
        Said::Open
    );
    // Each round is like the one before.
    let again = "int main(void) { int x = 0; while (some()) { x = some(); if (x < 0) x = -x; } check(x != 5); }";
    assert_eq!(said(again), Said::Open);
    // Values allow more rounds than are followed.
    let long = "int main(void) { unsigned n = some(), i; for (i = 0; i < (n & 255); i++) ; check(i != 200); }";
    assert_eq!(said(long), Said::Open);
    // Structures that are passed hold anything in the callee.
    let passed = "struct s { int a; }; int get(struct s s) { return s.a; }
        int main(void) { struct s s; s.a = 1; check(get(s) == 2); }";
    assert_eq!(said(passed), Said::Open);
    // A local of a recursive function that lies in memory.
    let deep =
        "int f(int n, int *up) { int own = n; if (n == 0) return *up; return f(n - 1, &own); }
        int main(void) { int x = 9; check(f(2, &x) == 1); }";
    assert_eq!(said(deep), Said::Open);
}

/// A choice that no condition makes.
#[test]
fn calls_through_pointers_are_choices() {
    let text = |claim: &str| {
        format!(
            "int one(int x) {{ return x + 1; }} int two(int x) {{ return x + 2; }}
             int (*table[2])(int) = {{ one, two }};
             int main(void) {{
                int i = some();
                if (i != 0 && i != 1) return 0;
                int r = table[i](4);
                check({claim});
            }}"
        )
    };
    assert_eq!(said(&text("r == 5 + i")), Said::Safe);
    assert_eq!(said(&text("r == 5")), Said::Violated);
}
