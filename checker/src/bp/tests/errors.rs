//! Rejected texts and what is said about them.

use super::*;

/// The messages with their lines, hints in parentheses.
fn complaints(text: &str) -> Vec<String> {
    let lines = Lines::new(text);
    let problems = parse(text).err().unwrap_or_default();
    problems
        .iter()
        .map(|d| format!("{}: {d}", lines.line(d.span)))
        .collect()
}

#[track_caller]
fn complains(text: &str, expected: &[&str]) {
    assert_eq!(complaints(text), expected, "{text}");
}

#[test]
fn blocks_without_end_name_their_beginning() {
    complains(
        "void main() begin\n if (a) then\n while (b) do\n skip;\n fi\nend",
        &["5: error: expected `od` to close the `while` of line 3, found `fi`"],
    );
    complains(
        "void main() begin\n if (a) then\n skip;\nend\nvoid g() begin skip; end",
        &["4: error: expected `fi` to close the `if` of line 2, found `end`"],
    );
    complains(
        "void f() begin\n skip;\nvoid main() begin\n skip;\nend",
        &["3: error: expected `end` to close the procedure `f` of line 1, found `void`"],
    );
    complains(
        "void f() begin\n while (1) do skip;\n",
        &["3: error: expected `od` to close the `while` of line 2, found the end of the file"],
    );
    complains(
        "void f() begin skip; fi; skip; end",
        &["1: error: `fi` without `if`"],
    );
    complains(
        "void f() begin if a then skip; else skip; elsif b then skip; fi; end",
        &["1: error: `elsif` after the `else` of the same `if`"],
    );
}

#[test]
fn all_errors_are_reported() {
    complains(
        "decl a\nvoid f() begin\n a = 1;\n b := ;\n skip\n goto;\n c := (a & b;\n if a b then skip; fi\nend\nvoid g( begin end\nvoid h() begin x := 2; end",
        &[
            "1: error: expected `;` after the declaration",
            "3: error: an assignment is written with `:=` (`=` compares)",
            "4: error: expected an expression, found `;`",
            "5: error: expected `;` after the statement",
            "6: error: expected a label after `goto`, found `;`",
            "7: error: expected `)`, found `;`",
            "8: error: expected `then` after the condition, found `b`",
            "10: error: expected the name of a parameter, found `begin` (`begin` is a keyword; write `{begin}` to use it as a name)",
            "11: error: the only numbers are 0 and 1",
        ],
    );
}

#[test]
fn near_keywords_are_suggested() {
    complains(
        "void f() begin wihle (a) do skip; od end",
        &[
            "1: error: expected `;` after the statement, found `do` (`do` belongs to `while`)",
            "1: error: `od` without `while`",
        ],
    );
    complains(
        "void f() begin retrun; end",
        &["1: error: expected a statement, found `retrun` (did you mean `return`?)"],
    );
    complains(
        "void f() bgin skip; end",
        &[
            "1: error: expected `begin` and the body of the procedure, or `;`, found `bgin` (did you mean `begin`?)",
        ],
    );
}

#[test]
fn things_that_other_languages_have() {
    complains(
        "void f() begin a := b + 1; end",
        &[
            "1: error: unexpected character `+` (there is no arithmetic: the only values are 0 and 1)",
            "1: error: expected `;` after the statement, found `1`",
        ],
    );
    complains(
        "void f() begin a := b ? 1 : 0; end",
        &[
            "1: error: there are no conditional expressions `c ? a : b` (write `(c & a) | (!c & b)`)",
        ],
    );
    complains(
        "void f() begin if (g(a)) then skip; fi end",
        &[
            "1: error: a procedure cannot be called inside an expression (assign its result to a variable first: `x := f(…);`)",
        ],
    );
    complains(
        "bool x;",
        &["1: error: variables are declared with `decl` (write `decl` in place of `bool`)"],
    );
    complains(
        "void f() begin abortif a; end",
        &["1: error: `abortif` is not supported"],
    );
    complains(
        "void f() {\n skip;\n}",
        &[
            "1: error: this `{` has no `}` on its line (braces hold names with any text, as in `{x == 1}`; blocks are `begin … end`)",
            "2: error: expected `begin` and the body of the procedure, or `;`, found `skip`",
            "3: error: unexpected character `}` (braces hold names with any text, as in `{x == 1}`; blocks are `begin … end`)",
        ],
    );
    complains(
        "decl T;",
        &[
            "1: error: expected the name of a variable, found `T` (`T` is a constant; write `{T}` for a variable of that name)",
        ],
    );
    complains(
        "/* open",
        &["1: error: this comment is never closed (close it with `*/`)"],
    );
}

#[test]
fn a_flood_of_errors_is_cut() {
    let text = format!("void f() begin\n{}end", "a := ;\n".repeat(1000));
    let complaints = complaints(&text);
    assert_eq!(complaints.len(), 51);
    assert!(
        complaints
            .last()
            .is_some_and(|last| last.contains("only the first 50 are shown"))
    );
}

#[test]
fn chains_of_implications_are_warned_about() {
    let (_, warnings) =
        parse_with_warnings("decl a; void f() begin a := a => a => a => a; end").expect("parses");
    assert_eq!(warnings.len(), 1);
    let (_, warnings) =
        parse_with_warnings("decl a; void f() begin a := a => (a => a); end").expect("parses");
    assert_eq!(warnings, []);
}

#[test]
fn places_are_whole_characters() {
    complains(
        "void f() begin a := é b := 1; end",
        &["1: error: expected `;` after the statement"],
    );
}
