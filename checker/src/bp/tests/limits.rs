//! Sizes that break recursive parsers.

use super::*;

const DEPTH: usize = 100_000;

fn nested(before: &str, middle: &str, after: &str) -> String {
    [before.repeat(DEPTH).as_str(), middle, &after.repeat(DEPTH)].concat()
}

#[track_caller]
fn survives(statements: &str) {
    let text = format!("decl a; void main() begin {statements} end");
    let program = parsed(&text);
    assert_eq!(verify(&program, Entry::Main), []);
    assert_round_trip(&program);
}

#[test]
fn deep_statements() {
    survives(&nested("if (a) then ", "skip; ", "fi; "));
    survives(&nested("if (a) then skip; else ", "skip; ", "fi; "));
    survives(&nested("while (a) do ", "skip; ", "od; "));
    survives(&format!(
        "if (a) then skip; {} fi;",
        "elsif (a) then skip; ".repeat(DEPTH)
    ));
}

#[test]
fn deep_expressions() {
    survives(&format!("a := {};", nested("(", "a", ")")));
    survives(&format!("a := {};", nested("!", "a", "")));
    survives(&format!("a := {};", nested("!(", "a", ")")));
    survives(&format!("a := {};", nested("schoose[", "a", ", a]")));
    survives(&format!("a := {};", nested("a & (", "a", ")")));
    survives(&format!("a := {};", nested("", "a", " | a")));
}

#[test]
fn unclosed_depth_is_an_error_and_no_more() {
    for text in [
        "if a then ",
        "while a do ",
        "a := (",
        "a := schoose[",
        "if ((",
        "l: ",
        "a := !",
    ] {
        let text = format!("void main() begin {}", text.repeat(20_000));
        assert!(parse(&text).is_err());
    }
}

#[test]
fn many_lines_and_variables() {
    let statements: String = (0..200_000).map(|i| format!("L{i}: a := !a;\n")).collect();
    let program = parsed(&format!("decl a; void main() begin\n{statements}end"));
    assert_eq!(program.stmts.len(), 200_000);
    assert_eq!(verify(&program, Entry::Main), []);
    let names: Vec<String> = (0..5_000).map(|i| format!("v{i}")).collect();
    let text = format!(
        "decl {}; void main() begin {} := {}; end",
        names.join(","),
        names.join(","),
        names.join(",")
    );
    assert_eq!(verify(&parsed(&text), Entry::Main), []);
    assert_round_trip(&parsed(&text));
}
