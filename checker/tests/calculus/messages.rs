//! What is said about texts that mean nothing, or perhaps something else than meant: the message, and what it points at.

use checker::bp::{Diagnostic, Severity};
use checker::calculus::{Algorithm, SHIPPED};

/// The problems of a text, as `severity: message [what is underlined] (hint)`.
fn problems(text: &str) -> Vec<String> {
    let found = match Algorithm::parse(text) {
        Ok((_, warnings)) => warnings,
        Err(errors) => errors,
    };
    let line = |problem: &Diagnostic| {
        let severity = match problem.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let at = &text[problem.span.range()];
        let hint = problem
            .hint
            .as_ref()
            .map_or(String::new(), |h| format!(" ({h})"));
        format!("{severity}: {} [{at}]{hint}", problem.message)
    };
    found.iter().map(line).collect()
}

#[track_caller]
fn says(text: &str, expected: &[&str]) {
    let found = problems(text);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found:#?}, not {expected:#?}");
    }
}

const ASKS: &str = "exists State u. Init(u) & Goal(u.pc);";

#[test]
fn names() {
    says(
        "mu bool R(State u) Init(v);\nexists State u. R(u);",
        &["error: there is no variable `v` here [v]"],
    );
    says(
        "bool R(State u) Inti(u);\nexists State u. R(u);",
        &["error: there is no relation `Inti` [Inti] (did you mean `Init`?)"],
    );
    says(
        "bool R(Stat u) Init(u);\nexists State u. R(u);",
        &["error: there is no type `Stat` [Stat] (did you mean `State`?)"],
    );
    says(
        "exists State u. Init(u) & Entry(u.cp);",
        &["error: `State` has no member `cp` [cp] (its members are pc, local, global)"],
    );
    says(
        &format!("bool Entry(PC p) true;\n{ASKS}"),
        &["error: `Entry` is a relation of the program [Entry]"],
    );
    says(
        "enum E { a, b };\nexists E e. e = c;",
        &["error: `E` has no member `c` [c] (its members are a, b)"],
    );
}

#[test]
fn types() {
    says(
        "exists State u. Init(u.pc);",
        &["error: `Init` wants a State here, and this is a PC [u.pc]"],
    );
    says(
        "exists State u, v. ProgramInt(u) & Init(v);",
        &[
            "error: `ProgramInt` has 2 parameters, here are 1 [ProgramInt(u)] (it is ProgramInt(State, State))",
        ],
    );
    says(
        "exists State u. u.pc = u.local;",
        &["error: a PC is compared with a Local [u.local]"],
    );
    says("exists PC p, q. p < q;", &["error: a PC is no number [p]"]);
    says("exists bits[2] b. b = 4;", &["error: 4 is no bits[2] [4]"]);
    says(
        "exists PC p. p;",
        &["error: this is a PC and no formula [p]"],
    );
    says("exists PC p. p = 3;", &["error: 3 is no PC [3]"]);
}

#[test]
fn syntax() {
    says(
        "mu bool R(State u) Init(u",
        &["error: expected `)` after the arguments, found the end"],
    );
    says(
        "exists State u Init(u);",
        &["error: expected `.` after the variables, found `Init` [Init]"],
    );
    says(
        "exists State u. (Init(u)) = true;",
        &["error: `=` stands between terms [=]"],
    );
    says("/* open", &["error: this comment is never closed [/*]"]);
    says(
        "exists State u. Init(u) @ true;",
        &["error: unexpected character `@` [@]"],
    );
    says(
        &"(".repeat(100_000),
        &["error: formulas are nested more than 200 deep"],
    );
    says(
        &"!".repeat(100_000),
        &["error: formulas are nested more than 200 deep"],
    );
    says("", &["error: the text asks nothing"]);
    says(
        &format!("{ASKS}\n{ASKS}"),
        &["error: this is a second question"],
    );
    let mut doubled = "true".to_owned();
    for _ in 0..16 {
        doubled = format!("(({doubled}) <-> Entry(p))");
    }
    says(
        &format!("exists PC p. {doubled};"),
        &["error: this equivalence is too large to be written out"],
    );
}

#[test]
fn fixed_points() {
    says(
        "bool R(State u) Init(u) | R(u);\nexists State u. R(u);",
        &["error: `R` depends on itself [R] (a fixed point is defined with `mu bool`)"],
    );
    says(
        "mu bool R(State u) Init(u) & !R(u);\nexists State u. R(u);",
        &[
            "warning: `R` depends on itself through this negation: it may have no least fixed point [R(u)]",
        ],
    );
    says(
        "mu bool A(State u) Init(u) & !B(u);\nmu bool B(State u) A(u);\nexists State u. A(u);",
        &["warning: `A` depends on itself through this negation"],
    );
    // Under two negations a relation grows with itself.
    says(
        "mu bool R(State u) Init(u) | !(forall State v. R(v) -> !ProgramInt(v, u));\nexists State u. R(u);",
        &[],
    );
}

#[test]
fn what_has_no_use() {
    says(
        &format!("bool R(State u) Init(u);\n{ASKS}"),
        &["warning: `R` has no part in the question [R]"],
    );
    says(
        "exists State u, v. Init(u) & Goal(u.pc);",
        &["warning: `v` is never used [v]"],
    );
}

/// Texts for Mucke, as Getafix and others write them.
#[test]
fn what_mucke_reads() {
    says(
        "class Conf { bool a, b; PC pc; };\n\
         mu bool R(Conf s);\n\
         mu bool R(Conf s) (s.a & s.b | (exists Conf t. R(t) & t.pc = s.pc & t.a != s.a));\n\
         #size R;\n\
         (exists Conf s. (Goal(s.pc) & R(s)));",
        &["warning: commands of Mucke are ignored [#size R]"],
    );
    says(
        "mu bool R(State s, State t) s ~+ t, s < t (ProgramInt(s, t));\nexists State s, State t. R(s, t);",
        &["warning: allocation constraints are ignored [s ~+ t, s < t]"],
    );
    says(
        "nu bool R(State s) true;\nexists State s. R(s);",
        &["error: `nu` of Mucke is not part of this language [nu]"],
    );
    says(
        "enum S { a, b };\nbool T(S s) case s = a : true; esac;\nexists S s. T(s);",
        &["error: `case` of Mucke is not part of this language [case]"],
    );
    says(
        "exists PrCount p. Goal(p);",
        &["error: there is no type `PrCount` [PrCount] (a program counter is a `PC`"],
    );
    says(
        "exists State u, v. programCall(u, v);",
        &["error: there is no relation `programCall` [programCall] (it is IntoCall(u, v)"],
    );
}

#[test]
fn what_comes_along_needs_no_excuse() {
    for shipped in SHIPPED {
        let found = problems(shipped.text);
        let expected = usize::from(shipped.name == "entry-forward-optimised");
        assert_eq!(found.len(), expected, "{}: {found:#?}", shipped.name);
        assert!(shipped.summary().ends_with('.'), "{}", shipped.name);
        assert!(shipped.text.lines().count() <= 50, "{}", shipped.name);
    }
}
