//! What is read, how it is printed, and what is refused where.

use super::parse;

#[test]
fn formulas_are_printed_so_that_they_are_read_again() {
    let cases = [
        ("AG (a -> AF b)", "AG (a -> AF b)"),
        ("A G a & E F b", "AG a & EF b"),
        ("A[] a", "AG a"),
        ("E<> at L", "EF at L"),
        ("E(a U b)", "E[a U b]"),
        ("A[a & b W !c | d]", "A[a & b W !c | d]"),
        ("a | b & c xor d", "a | ((b & c) xor d)"),
        ("!EX EX \"x = y\"", "!EX EX \"x = y\""),
        ("E[A[a R b] M exit f]", "E[A[a R b] M exit f]"),
        ("terminated <-> a <-> b", "(terminated <-> a) <-> b"),
    ];
    for (text, expected) in cases {
        let printed = parse(text).map(|formula| formula.to_string());
        assert_eq!(printed.as_deref(), Ok(expected), "{text}");
        let again = parse(expected).map(|formula| formula.to_string());
        assert_eq!(again.as_deref(), Ok(expected));
    }
}

#[test]
fn mistakes_have_a_place() {
    let cases = [
        ("", 0, "expected a formula, found the end"),
        ("AG", 2, "expected a formula, found the end"),
        ("G a", 0, "expected a formula, found `G`"),
        ("a U b", 2, "expected an operator, found `U`"),
        ("E[a b]", 4, "expected `U`, `W`, `R` or `M`, found `b`"),
        ("E[a U b", 1, "this is never closed"),
        ("A[a U b)", 7, "expected `]`, found `)`"),
        ("(a", 0, "this is never closed"),
        ("a)", 1, "nothing is open that this closes"),
        ("a]", 1, "nothing is open that this closes"),
        (
            "E a",
            2,
            "expected `X`, `F`, `G` or `[` after `E`, found `a`",
        ),
        ("a -> b -> c", 7, "`->` and `->` in a row need parentheses"),
        ("E[a U b U c]", 8, "expected an operator, found `U`"),
    ];
    for (text, place, message) in cases {
        let Err(problems) = parse(text) else {
            panic!("{text} is read");
        };
        let found = (problems[0].span.start as usize, &*problems[0].message);
        assert_eq!(found, (place, message), "{text}");
    }
}

#[test]
fn nesting_costs_no_call_stack() {
    let deep = 100_000;
    let text = format!("{}a{}", "EX (".repeat(deep), ")".repeat(deep));
    let printed = parse(&text).map(|formula| formula.to_string().len());
    assert_eq!(printed, Ok("EX ".len() * deep + 1));
}
