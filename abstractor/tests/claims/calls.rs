//! Claims that callers and callees make of each other: wrong ones are refused.

use ir::BinaryOp;
use semantics::claims::{Claims, Outcome, Set, Why};

use crate::support::{Example, Is, Spot, before, claim, not, now};

#[track_caller]
fn accepted(made: &Example, claims: &Claims) {
    let outcome = made.check(claims);
    assert!(matches!(outcome, Outcome::Holds(..)), "{outcome:?}");
}

#[track_caller]
fn refused(made: &Example, claims: &Claims) {
    let outcome = made.check(claims);
    assert!(matches!(outcome, Outcome::Fails(..)), "{outcome:?}");
}

/// Claims with one set in place of another.
fn with(claims: &Claims, made: &Example, func: &str, spot: Spot, any: &[&[Is]]) -> Claims {
    let mut changed = claims.clone();
    claim(&mut changed, made.func(func), spot, any);
    changed
}

const RAISE: &str = "
    int g;
    int raise(int x) { int r; r = x + 1; g = g + 1; return r; }
    int main(void) {
        g = 3;
        if (raise(4) != 5) reach_error();
        if (g != 4) reach_error();
        return 0;
    }";

struct Raise {
    made: Example,
    claims: Claims,
    was: Is,
    got: Is,
    returns: Is,
    raised: Is,
}

fn raise() -> Raise {
    let mut made = Example::new(RAISE);
    let mut claims = made.claims();
    let main = made.entry();
    let raise = made.func("raise");
    let was = now(made.equals("raise", "g", 3));
    let got = now(made.equals("raise", "x", 4));
    let returns = now(made.equals("raise", "return", 5));
    let raised = now(made.equals("raise", "g", 4));
    let given = now(made.given("main", "raise", 5));
    let end = Spot::At(made.end("raise"));
    let after = Spot::At(made.after("main", "raise"));
    for spot in [Spot::Entered, made.start("raise")] {
        claim(&mut claims, raise, spot, &[&[was, got]]);
    }
    claim(&mut claims, raise, end, &[&[returns, raised]]);
    claim(&mut claims, main, after, &[&[given, raised]]);
    Raise {
        made,
        claims,
        was,
        got,
        returns,
        raised,
    }
}

#[test]
fn how_a_function_is_entered() {
    let Raise {
        made,
        claims,
        was,
        got,
        raised,
        ..
    } = raise();
    accepted(&made, &claims);
    let entered = |any: &[&[Is]]| with(&claims, &made, "raise", Spot::Entered, any);
    refused(&made, &entered(&[]));
    refused(&made, &entered(&[&[was]]));
    refused(&made, &entered(&[&[raised, got]]));
    refused(&made, &entered(&[&[was, not(got.0)]]));
}

#[test]
fn what_a_call_does() {
    let Raise {
        mut made,
        claims,
        was,
        got,
        returns,
        raised,
        ..
    } = raise();
    let other = now(made.equals("raise", "return", 6));
    let end = Spot::At(made.end("raise"));
    let ends = |any: &[&[Is]]| with(&claims, &made, "raise", end, any);
    refused(&made, &ends(&[]));
    refused(&made, &ends(&[&[returns]]));
    refused(&made, &ends(&[&[raised]]));
    refused(&made, &ends(&[&[other, raised]]));
    refused(&made, &ends(&[&[returns, was]]));
    // It was so, but what is claimed of the start has forgotten it.
    refused(&made, &ends(&[&[returns, raised, before(was.0)]]));
    let start = with(
        &claims,
        &made,
        "raise",
        made.start("raise"),
        &[&[was, got, before(was.0)]],
    );
    accepted(&made, &start);
    let ends = |any: &[&[Is]]| with(&start, &made, "raise", end, any);
    accepted(&made, &ends(&[&[returns, raised, before(was.0)]]));
    refused(&made, &ends(&[&[returns, raised, before(raised.0)]]));
    refused(&made, &ends(&[&[returns, raised, now(was.0)]]));
    let after = Spot::At(made.after("main", "raise"));
    refused(&made, &with(&claims, &made, "main", after, &[]));
}

/// Entered in any way, a function tells what it does by how it was entered.
#[test]
fn what_a_call_does_by_how_it_was_entered() {
    let Raise {
        made,
        claims,
        was,
        got,
        returns,
        raised,
    } = raise();
    let end = Spot::At(made.end("raise"));
    let (wasnt, hadnt) = (Is(was.0, true, false), Is(got.0, true, false));
    let open = with(&claims, &made, "raise", Spot::Entered, &[&[]]);
    let start: [&[Is]; 3] = [&[hadnt], &[wasnt], &[was, got]];
    let open = with(&open, &made, "raise", made.start("raise"), &start);
    let ends = |any: &[&[Is]]| with(&open, &made, "raise", end, any);
    accepted(&made, &ends(&[&[hadnt], &[wasnt], &[returns, raised]]));
    refused(&made, &ends(&[&[hadnt], &[returns, raised]]));
    refused(&made, &ends(&[&[wasnt], &[returns, raised]]));
    refused(&made, &ends(&[&[wasnt], &[hadnt]]));
    // What is so now is no reason.
    let isnt = not(was.0);
    refused(&made, &ends(&[&[hadnt], &[isnt], &[returns, raised]]));
}

#[test]
fn what_a_call_leaves_alone() {
    let Raise {
        made, claims, was, ..
    } = raise();
    let mut kept = claims.clone();
    let contract = kept.functions.get_mut(&made.func("raise"));
    contract.expect("of raise").kept.push(was.0);
    refused(&made, &kept);
}

#[test]
fn what_is_missing_is_not_believed() {
    let Raise { made, claims, .. } = raise();
    let raise = made.func("raise");
    let open = |claims: &Claims| {
        let outcome = made.check(claims);
        assert!(
            matches!(outcome, Outcome::Open(_, _, Why::Claim)),
            "{outcome:?}"
        );
    };
    let mut without = claims.clone();
    without.functions.remove(&raise);
    open(&without);
    let mut without = claims.clone();
    let contract = without.functions.get_mut(&raise).expect("of raise");
    contract.at.remove(&made.end("raise"));
    open(&without);
    let mut without = claims.clone();
    let contract = without.functions.get_mut(&made.entry()).expect("of main");
    contract.at.remove(&made.after("main", "raise"));
    open(&without);
}

/// The variables of caller and callee have the same names.
#[test]
fn a_caller_and_a_callee_of_one_function_are_two() {
    let text = "
        int d;
        void dive(int n) {
            int t;
            t = 0;
            if (n > 0) {
                t = 1;
                dive(n - 1);
                if (t != 1) reach_error();
                if (d != n - 1) reach_error();
            }
            d = n;
        }
        int main(void) { dive(some()); return 0; }";
    let mut made = Example::new(text);
    let dive = made.func("dive");
    let end = Spot::At(made.end("dive"));
    let after = Spot::At(made.after("dive", "dive"));
    let deep = now(made.sum("dive", "d", "n", 0));
    let above = now(made.sum("dive", "d", "n", -1));
    let one = now(made.equals("dive", "t", 1));
    let zero = now(made.equals("dive", "t", 0));
    let positive = made.compared("dive", "n", BinaryOp::Gt, 0);
    let mut claims = made.claims();
    let told: [&[Is]; 2] = [&[deep, one, now(positive)], &[deep, zero, not(positive)]];
    claim(&mut claims, dive, end, &told);
    claim(&mut claims, dive, after, &[&[above, one, now(positive)]]);
    accepted(&made, &claims);
    let afterwards = |any: &[&[Is]]| with(&claims, &made, "dive", after, any);
    refused(&made, &afterwards(&[]));
    refused(&made, &afterwards(&[&[deep, one, now(positive)]]));
    refused(&made, &afterwards(&[&[above, one, not(positive)]]));
    let mixed: [&[Is]; 2] = [&[above, one, now(positive)], &[zero]];
    refused(&made, &afterwards(&mixed));
    // That `t` is 1 says something of `n` in the callee, but it is the caller's that is known.
    let more = made.compared("dive", "n", BinaryOp::Gt, 1);
    let afterwards = |any: &[&[Is]]| with(&claims, &made, "dive", after, any);
    refused(&made, &afterwards(&[&[above, one, now(more)]]));
    let ends = |any: &[&[Is]]| with(&claims, &made, "dive", end, any);
    refused(&made, &ends(&[&[above, one, now(positive)]]));
    refused(&made, &ends(&[&[deep, one, now(positive)]]));
    refused(&made, &ends(&[&[deep, zero, not(positive)]]));
    for kept in [zero, deep, above] {
        let mut claims = claims.clone();
        claims
            .functions
            .get_mut(&dive)
            .expect("of dive")
            .kept
            .push(kept.0);
        refused(&made, &claims);
    }
}

#[test]
fn memory_of_the_caller_behind_a_pointer() {
    let text = "
        void fill(int *p, int n) {
            int x;
            x = 0;
            if (n > 0) {
                fill(&x, n - 1);
                if (x != 7) reach_error();
            }
            *p = 7;
        }
        int main(void) {
            int y;
            y = 1;
            fill(&y, some());
            if (y != 7) reach_error();
            return 0;
        }";
    let mut made = Example::new(text);
    let (fill, main) = (made.func("fill"), made.entry());
    let seven = made.points_to("fill", "p", 7);
    let x = made.equals("fill", "x", 7);
    let [y, one] = [7, 1].map(|n| made.equals("main", "y", n));
    let unfilled = made.equals("fill", "x", 0);
    let end = Spot::At(made.end("fill"));
    let within = Spot::At(made.after("fill", "fill"));
    let after = Spot::At(made.after("main", "fill"));
    let mut claims = made.claims();
    claim(&mut claims, fill, end, &[&[now(seven)]]);
    claim(&mut claims, fill, within, &[&[now(x)]]);
    claim(&mut claims, main, after, &[&[now(y)]]);
    accepted(&made, &claims);
    refused(&made, &with(&claims, &made, "fill", end, &[&[]]));
    refused(&made, &with(&claims, &made, "fill", end, &[&[not(seven)]]));
    refused(
        &made,
        &with(&claims, &made, "fill", within, &[&[now(unfilled)]]),
    );
    refused(&made, &with(&claims, &made, "main", after, &[&[now(one)]]));
    for kept in [seven, x, unfilled] {
        let mut claims = claims.clone();
        let contract = claims.functions.get_mut(&fill).expect("of fill");
        contract.kept.push(kept);
        refused(&made, &claims);
    }
}

/// What is not known on entry of a callee's own variables is not known to its caller.
#[test]
fn variables_of_a_callee_are_not_known_on_entry() {
    let text = "
        void look(void) { int x; some(); }
        int main(void) { int x; x = 0; look(); return x; }";
    let mut made = Example::new(text);
    let look = made.func("look");
    for name in ["look", "main"] {
        // Of the callee's variable, and of the caller's of the same name.
        let zero = now(made.equals(name, "x", 0));
        let mut claims = made.claims();
        claim(&mut claims, look, Spot::Entered, &[&[zero]]);
        refused(&made, &claims);
    }
}

#[test]
fn functions_that_do_not_return() {
    let text = |ends: &str| {
        format!(
            "void stop(void) {{ for (;;) {{ {ends} }} }}
             int main(void) {{ stop(); reach_error(); return 0; }}"
        )
    };
    let never = Example::new(&text("some();"));
    let mut claims = never.claims();
    let after = Spot::At(never.after("main", "stop"));
    claim(&mut claims, never.entry(), after, &[]);
    accepted(&never, &claims);
    let made = Example::new(&text("if (some()) return;"));
    let mut claims = made.claims();
    let after = Spot::At(made.after("main", "stop"));
    claim(&mut claims, made.entry(), after, &[]);
    refused(&made, &claims);
    let contract = claims.functions.get_mut(&made.func("stop"));
    let contract = contract.expect("of stop");
    contract.at.insert(made.end("stop"), Set::Nothing);
    refused(&made, &claims);
}

/// The program starts with it, but that is not the only way it is entered.
#[test]
fn a_first_function_that_is_called_too() {
    let text = "
        int g;
        int main(void) {
            if (g == 2) reach_error();
            g = g + 1;
            main();
            return 0;
        }";
    let mut made = Example::new(text);
    let main = made.entry();
    for start in [0, 1] {
        let entered = now(made.equals("main", "g", start));
        let mut claims = made.claims();
        claim(&mut claims, main, Spot::Entered, &[&[entered]]);
        refused(&made, &claims);
    }
    let two = made.equals("main", "g", 2);
    let mut claims = made.claims();
    claim(&mut claims, main, Spot::Entered, &[&[not(two)]]);
    refused(&made, &claims);
}

#[test]
fn structures_by_value_and_their_members() {
    let text = "
        struct s { int a, b; };
        struct s swap(struct s s) { struct s t; t.a = s.b; t.b = s.a; return t; }
        int main(void) {
            struct s s;
            s.a = 1;
            s.b = 2;
            s = swap(s);
            if (s.a == 1) reach_error();
            return 0;
        }";
    let made = Example::new(text);
    // Nothing is claimed of the members: that they come back changed does not follow.
    refused(&made, &made.claims());
}
