//! Spellings, printing, and what is said about bad formulas.

use crate::{Atom, parse, parse_atom, parse_with_names};

fn printed(text: &str) -> String {
    match parse(text) {
        Ok(formula) => formula.to_string(),
        Err(problems) => panic!("{text}: {problems:?}"),
    }
}

fn refused(text: &str) -> (String, String) {
    let problems = parse(text).expect_err(text);
    let place = text[problems[0].span.range()].to_owned();
    (problems[0].to_string(), place)
}

#[test]
fn spellings_of_other_tools() {
    let same = [
        ("[] (req -> <> done)", "G (req -> F done)"),
        ("G(req -> F(done))", "G (req -> F done)"),
        ("always (req implies eventually done)", "G (req -> F done)"),
        ("GFa & FGb", "(G F a) & (F G b)"),
        ("XXp0 || Gp12", "(X X p0) | (G p12)"),
        ("p V q && r U s", "(p R q) & (r U s)"),
        ("!a U b | c", "((!a) U b) | c"),
        ("a M b xor c W d", "(a M b) xor (c W d)"),
        ("1 U 0", "true U false"),
        ("a /\\ ~b \\/ c", "(a & !b) | c"),
        ("a & b | c & d -> e", "((a & b) | (c & d)) -> e"),
        ("a <-> b <-> c", "(a <-> b) <-> c"),
        ("□(p → ◇q)", "G (p -> F q)"),
        ("G i p0 F p1", "G (p0 -> F p1)"),
        ("| & p0 p1 U t p2", "(p0 & p1) | (true U p2)"),
        ("at L & at f:L2", "at L & at f:L2"),
        ("G !in f", "G (! in f)"),
        ("Flag & Gain", "Flag & Gain"),
        ("at & in", "\"at\" & \"in\""),
    ];
    for (text, meaning) in same {
        let (text, meaning) = (printed(text), printed(meaning));
        assert_eq!(text.replace('"', ""), meaning.replace('"', ""));
    }
}

#[test]
fn atoms() {
    let expected = [
        ("p", Atom::Name("p".into())),
        ("terminated", Atom::Terminated),
        ("in f", Atom::In("f".into())),
        ("entry f", Atom::Entry("f".into())),
        ("exit {a b}", Atom::Exit("a b".into())),
        ("{x & y}", Atom::Expr("x & y".into())),
        ("\"x & \\\"y\\\"\"", Atom::Expr("x & \"y\"".into())),
        (
            "at f:7",
            Atom::At {
                procedure: Some("f".into()),
                label: "7".into(),
            },
        ),
    ];
    for (text, atom) in expected {
        let formula = parse(text).expect(text);
        assert_eq!(formula.atoms().collect::<Vec<_>>(), [&atom]);
        assert_eq!(printed(&printed(text)), printed(text));
    }
    assert_eq!(parse_atom("x & y"), Atom::Expr("x & y".into()));
    assert_eq!(parse_atom("{p}"), Atom::Expr("p".into()));
    assert_eq!(parse_atom("in f"), Atom::In("f".into()));
}

#[test]
fn bad_formulas_have_carets() {
    let cases = [
        (
            "G (a -> ",
            "expected a formula after `->`, found the end",
            "",
        ),
        ("(a & b", "this `(` is never closed", "("),
        ("a & b)", "there is no `(` for this `)`", ")"),
        ("a b", "expected an operator, found `b`", "b"),
        ("a U b U c", "`U` and `U` in a row need parentheses", "U"),
        (
            "a -> b -> c",
            "`->` and `->` in a row need parentheses",
            "->",
        ),
        ("x = 1", "unexpected character `=`", "="),
        ("\"abc", "this `\"` is never closed", "\""),
        ("{}", "an atom cannot be empty", "{}"),
        ("", "expected a formula, found the end", ""),
        ("U", "expected a formula, found `U`", "U"),
    ];
    for (text, message, place) in cases {
        let (words, caret) = refused(text);
        assert!(words.contains(message), "{text}: {words}");
        assert_eq!(caret, place, "{text}: {words}");
    }
}

#[test]
fn deep_formulas_need_no_stack() {
    let depth = 100_000;
    let text = format!("{}p{}", "(G ".repeat(depth), ")".repeat(depth));
    assert_eq!(printed(&text).len(), "G ".len() * depth + 1);
}

#[test]
fn functions_may_be_called_as_operators_are() {
    let formula = parse_with_names("G (next -> F release) & (until U release)").expect("a formula");
    let names: Vec<String> = formula.atoms().map(ToString::to_string).collect();
    assert_eq!(names, ["next", "release", "until"]);
    assert!(parse("F release").is_err());
    assert!(parse_with_names("F R").is_err());
}
