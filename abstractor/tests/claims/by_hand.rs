//! Claims about a loop, good ones and each way to spoil them.

use ir::{BinaryOp, ExprId};
use semantics::claims::{Claims, Decision, Outcome, Set, Why};

use crate::support::{Example, Is, Spot, claim, narrowed, not, now};

const LOOP: &str = "
    int g;
    int main(void) {
        int i = 0, s = 7;
        while (i < 10) {
            i = i + 1;
            s = i + 7;
        }
        if (s != 17) reach_error();
        return 0;
    }";

/// The program, and what holds where its loop begins: `s == i + 7`, `i < 11`.
fn counted() -> (Example, [ExprId; 2]) {
    let mut made = Example::new(LOOP);
    let sum = made.sum("main", "s", "i", 7);
    let small = made.compared("main", "i", BinaryOp::Lt, 11);
    (made, [sum, small])
}

fn at_head(made: &Example, any: &[&[Is]]) -> Claims {
    let mut claims = made.claims();
    let spot = Spot::At(made.head("main"));
    claim(&mut claims, made.entry(), spot, any);
    claims
}

#[track_caller]
fn refused(made: &Example, claims: &Claims) {
    let outcome = made.check(claims);
    assert!(matches!(outcome, Outcome::Fails(..)), "{outcome:?}");
}

/// Something is missing, or is no claim at all.
#[track_caller]
fn incomplete(made: &Example, claims: &Claims) {
    let outcome = made.check(claims);
    let missing = matches!(outcome, Outcome::Open(_, _, Why::Claim));
    assert!(missing, "{outcome:?}");
}

#[test]
fn an_invariant_is_accepted() {
    let (made, [sum, small]) = counted();
    let claims = at_head(&made, &[&[now(sum), now(small)]]);
    let outcome = made.check(&claims);
    assert!(matches!(outcome, Outcome::Holds(4.., _)), "{outcome:?}");
}

#[test]
fn what_is_too_strong_or_too_weak_is_refused() {
    let (mut made, [sum, small]) = counted();
    let tiny = made.compared("main", "i", BinaryOp::Lt, 10);
    let large = made.compared("main", "i", BinaryOp::Gt, 0);
    refused(&made, &at_head(&made, &[&[now(sum), now(tiny)]]));
    refused(
        &made,
        &at_head(&made, &[&[now(sum), now(small), now(large)]]),
    );
    refused(&made, &at_head(&made, &[&[now(sum)]]));
    refused(&made, &at_head(&made, &[&[now(small)]]));
    refused(&made, &made.claims());
}

#[test]
fn a_place_that_is_reached_is_not_unreachable() {
    let (made, [sum, small]) = counted();
    refused(&made, &at_head(&made, &[]));
    let mut claims = at_head(&made, &[&[now(sum), now(small)]]);
    claim(
        &mut claims,
        made.entry(),
        Spot::At(made.line("main", "i = i + 1")),
        &[],
    );
    refused(&made, &claims);
}

#[test]
fn a_decision_the_wrong_way_round_is_refused() {
    let (made, [sum, small]) = counted();
    let claims = at_head(&made, &[&[now(sum), now(small)]]);
    let decisions = claims.functions[&made.entry()].decisions.len();
    assert_eq!(decisions, 2);
    for i in 0..decisions {
        let mut swapped = claims.clone();
        let contract = swapped.functions.get_mut(&made.entry()).expect("of main");
        let Decision { yes, no, .. } = &mut contract.decisions[i];
        std::mem::swap(yes, no);
        refused(&made, &swapped);
    }
    refused(&made, &at_head(&made, &[&[not(sum), not(small)]]));
}

#[test]
fn what_held_on_entry_is_not_what_holds_now() {
    let (made, [sum, small]) = counted();
    let was = Is(small, true, true);
    refused(&made, &at_head(&made, &[&[now(sum), was]]));
}

#[test]
fn the_program_must_start_as_its_first_function_is_entered() {
    let (mut made, [sum, small]) = counted();
    let mut claims = at_head(&made, &[&[now(sum), now(small)]]);
    let zero = made.compared("main", "g", BinaryOp::Eq, 0);
    claim(&mut claims, made.entry(), Spot::Entered, &[&[now(zero)]]);
    let outcome = made.check(&claims);
    assert!(matches!(outcome, Outcome::Holds(..)), "{outcome:?}");
    for any in [&[][..], &[&[not(zero)][..]]] {
        claim(&mut claims, made.entry(), Spot::Entered, any);
        refused(&made, &claims);
    }
}

#[test]
fn conditions_are_kept_only_if_nothing_changes_them() {
    let (mut made, [sum, small]) = counted();
    let mut claims = at_head(&made, &[&[now(sum), now(small)]]);
    let zero = made.compared("main", "g", BinaryOp::Eq, 0);
    let contract = claims.functions.get_mut(&made.entry()).expect("of main");
    contract.kept.push(zero);
    let outcome = made.check(&claims);
    assert!(matches!(outcome, Outcome::Holds(..)), "{outcome:?}");
    let contract = claims.functions.get_mut(&made.entry()).expect("of main");
    contract.kept.push(small);
    refused(&made, &claims);
}

#[test]
fn a_loop_without_a_claim_is_not_followed() {
    let (made, [sum, small]) = counted();
    let whole = at_head(&made, &[&[now(sum), now(small)]]);
    let func = made.entry();
    let cfg = made.program.funcs[func].body.as_ref().expect("a body");
    for missing in [made.head("main"), made.end("main"), cfg.entry] {
        let mut claims = whole.clone();
        let contract = claims.functions.get_mut(&func).expect("of main");
        contract.at.remove(&missing).expect("it was there");
        incomplete(&made, &claims);
    }
    incomplete(&made, &Claims::default());
}

#[test]
fn sets_that_are_parts_of_themselves_are_no_claims() {
    let (made, [sum, small]) = counted();
    let whole = at_head(&made, &[&[now(sum), now(small)]]);
    let func = made.entry();
    for (decision, part) in [(0, 0), (0, 1), (1, 1), (0, 99), (1, u32::MAX)] {
        let mut claims = whole.clone();
        let contract = claims.functions.get_mut(&func).expect("of main");
        contract.decisions[decision].yes = Set::Decided(part);
        incomplete(&made, &claims);
    }
    for spot in [Spot::Entered, Spot::At(made.head("main"))] {
        let mut claims = whole.clone();
        let contract = claims.functions.get_mut(&func).expect("of main");
        let beyond = Set::Decided(contract.decisions.len() as u32);
        match spot {
            Spot::Entered => contract.entered = beyond,
            Spot::At(loc) => drop(contract.at.insert(loc, beyond)),
        }
        incomplete(&made, &claims);
    }
}

/// The callee is looked at after its caller, which uses what is claimed of it.
#[test]
fn ill_formed_claims_of_a_callee_are_no_claims() {
    let text =
        "int main(void); int f(void); int main(void) { f(); return 0; } int f(void) { return 1; }";
    let made = Example::new(text);
    let func = made.func("f");
    let end = made.end("f");
    for spot in [Spot::Entered, Spot::At(end)] {
        let mut claims = made.claims();
        let contract = claims.functions.get_mut(&func).expect("of f");
        match spot {
            Spot::Entered => contract.entered = Set::Decided(3),
            Spot::At(loc) => drop(contract.at.insert(loc, Set::Decided(0))),
        }
        incomplete(&made, &claims);
    }
}

/// Of a condition without a meaning nothing is known, and nothing is known of it after it may have changed.
#[test]
fn conditions_on_floats_hold_until_something_changes() {
    let text = |between: &str| {
        format!(
            "float f;
             int main(void) {{
                f = some();
                if (f < 1.5f) {{
                    {between}
                    some();
                    if (f < 1.5f) return 0;
                    reach_error();
                }}
                return 0;
             }}"
        )
    };
    for (between, changes) in [("", false), ("f = f + 1;", true)] {
        let made = Example::new(&text(between));
        let (_, _, cfg) = made.program.defined().next().expect("main");
        let conditions = cfg.edges().filter_map(|e| match cfg.edge(e).stmt {
            ir::Stmt::Assume { cond } => Some(cond),
            _ => None,
        });
        let conditions: Vec<ExprId> = conditions.collect();
        let mut claims = made.claims();
        let spot = made.line("main", "some();");
        for cond in conditions {
            let mut tried = claims.clone();
            let contract = tried.functions.get_mut(&made.entry()).expect("of main");
            let set = narrowed(contract, Set::Everything, &[now(cond)]);
            contract.at.insert(spot, set);
            let outcome = made.check(&tried);
            let refuses = !matches!(outcome, Outcome::Holds(..));
            assert!(refuses || !changes, "{outcome:?}");
        }
        claims.functions.clear();
        incomplete(&made, &claims);
    }
}
