//! Formulas of specifications: what is said about bad ones, and what becomes of good ones in a program.

use crate::{spec, weave, woven};
use frontend::property::Property;

/// What is said about the text itself.
fn refused(text: &str) -> String {
    let mut load = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    match Property::parse_spec("p.spec", text.as_bytes(), &mut load) {
        Ok(_) => panic!("accepted: {text}"),
        Err(failure) => failure.diagnostics.render(&failure.sources),
    }
}

#[track_caller]
fn says(said: &str, place: &str, message: &str) {
    let line = said.lines().find(|l| l.contains(message));
    let line = line.unwrap_or_else(|| panic!("no `{message}` in:\n{said}"));
    assert!(line.contains(&format!(".spec:{place}: ")), "{line}");
}

#[test]
fn mistakes_have_their_place_in_the_file() {
    says(&refused("ltl G p;"), "1:5", "expected a formula in quotes");
    says(
        &refused("ltl \"G p\""),
        "1:9",
        "expected `;` after the formula",
    );
    says(
        &refused("ltl \"G (p -> F)\";"),
        "1:15",
        "expected a formula after `F`",
    );
    // The second of two strings, behind an escape.
    says(
        &refused("ltl \"G \\\"1\\\" &\"\n    \"F (f.cal)\";"),
        "2:9",
        "`cal` is no event",
    );
    says(
        &refused("ltl \"F {x;}\";"),
        "1:8",
        "`;` cannot stand in a condition",
    );
    says(
        &refused("ltl \"F at L\";"),
        "1:8",
        "labels and places of a program",
    );
    says(
        &refused("ltl \"F 1x\";"),
        "1:8",
        "`1x` is no name of a function",
    );
    says(
        &refused("ltl \"p | !p\";"),
        "1:6",
        "every execution satisfies",
    );
    let many =
        "ltl \"F ({a == 1} & {a == 2} & {a == 3} & {a == 4} & {a == 5} & {a == 6} & {a == 7})\";";
    says(&refused(many), "1:6", "at most 6 conditions");
}

const CODE: &str = "
    int busy; void f(void); void g(void); int n;
    int main(void) { f(); while (n) n--; g(); return 0; }
";

#[test]
fn conditions_are_about_the_state_and_leave_it_alone() {
    let unfit = |text: &str| match weave(&spec(text), CODE) {
        Ok(_) => panic!("accepted: {text}"),
        Err(said) => said,
    };
    let said = unfit("f.call {}\nltl \"G (f -> F {busy == 0})\";");
    assert!(said.contains("test.spec:2:16: "), "{said}");
    assert!(said.contains("'busy' is the program's"), "{said}");
    let said = unfit("state { int s = 0; }\nf.call {}\nltl \"F {s = 1}\";");
    assert!(said.contains("this one sets 's'"), "{said}");
    let said = unfit("state { int s = 0; }\nltl \"F {s + }\";\nf.call {}");
    assert!(said.contains("test.spec:2"), "{said}");
    let said = unfit("ltl \"F main.exit & F $main.exit\";");
    assert!(said.contains("for the same event"), "{said}");
}

#[test]
fn names_that_are_not_there_are_told_with_what_was_meant() {
    let checked = woven(&spec("ltl \"G (f -> F g1)\";"), CODE);
    let said = checked.warnings.render(&checked.compiled.sources);
    assert!(said.contains("g1.call never happens"), "{said}");
    let code = CODE
        .replace("f()", "acquire()")
        .replace("void f", "void acquire");
    let checked = woven(&spec("ltl \"G (acuire -> F g)\";"), &code);
    let said = checked.warnings.render(&checked.compiled.sources);
    assert!(said.contains("did you mean acquire?"), "{said}");
}

#[test]
fn a_formula_that_nothing_can_violate_does_not_apply() {
    let applies = |formula: &str| {
        let checked = woven(&spec(&format!("ltl \"{formula}\";")), CODE);
        assert_eq!(checked.formulas.len(), 1);
        assert_eq!(checked.applicable, checked.formulas[0].applicable);
        checked.applicable
    };
    assert!(applies("G (f -> F g)"));
    assert!(applies("F g"));
    assert!(applies("G (f -> F absent)"));
    assert!(!applies("G (absent -> F g)"));
    assert!(!applies("F absent"));
    assert!(!applies("G !absent"));
    assert!(applies("G !f"));
}

#[test]
fn states_are_in_the_order_of_what_they_mean() {
    let machine = |formula: &str| {
        let checked = woven(&spec(&format!("ltl \"{formula}\";")), CODE);
        let formula = &checked.formulas[0];
        (formula.first, formula.always, formula.mark.is_some())
    };
    // Nothing has to come again: waiting in vain is all there is.
    assert_eq!(machine("G (f -> F g)"), (2, 2, false));
    assert_eq!(machine("F g"), (1, 1, false));
    // Of turns without `f`, none counts.
    let (first, always, has_marks) = machine("G F f -> G F g");
    assert!(first < always && has_marks);
}
