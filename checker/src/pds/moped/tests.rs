use super::super::{Best, Measure, Reachability, parse_pattern, reach};
use super::*;

fn steps(text: &str, target: &str) -> Option<i128> {
    let file = read(text).unwrap();
    let to = parse_pattern(target, &file.system).unwrap();
    match reach(&file.system, &file.from.unwrap(), &to, Measure::FewestRules).unwrap() {
        Reachability::Reachable {
            best: Best::Value(value),
            ..
        } => Some(value),
        _ => None,
    }
}

#[test]
fn explicit_rules() {
    let text = "(q <m0>)\n# calls s\nq <m0> --> q <s0 m1> \"call\"\nq <s0> --> q <>\nq <m1> --> q <m0>\nq <m9> --> q <m9>\n";
    assert_eq!(steps(text, "q <m1>"), Some(2));
    assert_eq!(steps(text, "q <m9>"), None);
    assert_eq!(steps(text, "q <s0 m1>"), Some(1));
}

#[test]
fn variables_are_made_explicit() {
    let text = "define N 2\nglobal bool g\nlocal int x(N)\n(q <a>)\n\
        q <a> --> q <b> (x = 0 & x' = 0 & g' = !g)\n\
        q <b> --> q <b> (x' = x + 1 & g' = g)\n\
        q <b> --> q <f c> (g' = g & x' = 3 & x'' = x)\n\
        q <f> --> q <> (g' = (g & x = 3))\n";
    assert_eq!(steps(text, "q <b[x=3]>"), Some(4));
    assert_eq!(steps(text, "q <c[x=2]>"), Some(5));
    assert_eq!(steps(text, "q[g=1] <b[x=0]>"), Some(1));
    assert_eq!(steps(text, "q <f[x=1] _>"), None);
}

#[test]
fn mistakes_have_places() {
    for (text, message) in [
        ("q <a b> --> q <>", "the left side of a rule has one symbol"),
        (
            "q <a> --> q <a b c>",
            "the right side of a rule has at most two symbols",
        ),
        ("q <a> -> q <>", "expected `-->`, found `->`"),
        ("q <a> --> q <a> (y = 1)", "there is no variable `y`"),
        (
            "local bool x q <a> --> q <a> (x'' = 1)",
            "the right side of this rule has no such `x`",
        ),
        ("local int x", "how many bits does `x` have?"),
        ("q <a> --> q <\"", "this `\"` is never closed"),
        ("%", "unexpected character `%`"),
    ] {
        let problem = read(text).map(|_| ()).unwrap_err();
        assert_eq!(problem.message, message, "{text}");
    }
    let wide = "global int g(30)\nq <a> --> q <a> (g' = g)";
    assert!(read(wide).unwrap_err().message.contains("2^60"));
    let deep = format!(
        "q <a> --> q <a> ({}1{})",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(read(&deep).is_err());
}
