//! Spans cover exactly the text of their node, and lead to the user's own file.

use frontend::input::preprocess;
use frontend::syntax::ast::{Ast, ExprKind, StmtKind};
use source::Sources;

use crate::tools::{files, parse};

const TEXT: &str = r#"# 1 "user.c"
typedef int T;
int f(int a, int *p, struct s { int m; } *s)
{
    T x = (T) -a * (p)[1] + s->m++;
    x = a ? "one" "two" [0] : sizeof(T) + sizeof a;
    return ({ (T){ 3 }; }) + *(p + 1) + f(a, p, (s)), (a), __builtin_offsetof(struct s, m);
}
"#;

fn texts(select: impl Fn(&Ast) -> Vec<source::Span>) -> Vec<String> {
    let outcome = parse("u.i", TEXT.as_bytes());
    assert!(
        outcome.parsed.diagnostics.is_empty(),
        "{}",
        outcome.messages()
    );
    let spans = select(&outcome.parsed.ast);
    let text = |span| String::from_utf8_lossy(outcome.sources.text(span)).into_owned();
    spans.into_iter().map(text).collect()
}

#[test]
fn expressions_have_their_text_without_parentheses() {
    let found = texts(|ast| {
        let compound = |kind: &ExprKind| !matches!(kind, ExprKind::Ident(_) | ExprKind::Int(_));
        ast.exprs
            .values()
            .filter(|expr| compound(&expr.kind))
            .map(|expr| expr.span)
            .collect()
    });
    let expected = [
        "-a",
        "(T) -a",
        "(p)[1]",
        "(T) -a * (p)[1]",
        "s->m",
        "s->m++",
        "(T) -a * (p)[1] + s->m++",
        "\"one\" \"two\"",
        "\"one\" \"two\" [0]",
        "sizeof(T)",
        "sizeof a",
        "sizeof(T) + sizeof a",
        "a ? \"one\" \"two\" [0] : sizeof(T) + sizeof a",
        "x = a ? \"one\" \"two\" [0] : sizeof(T) + sizeof a",
        "(T){ 3 }",
        "{ (T){ 3 }; }",
        "p + 1",
        "*(p + 1)",
        "({ (T){ 3 }; }) + *(p + 1)",
        "f(a, p, (s))",
        "({ (T){ 3 }; }) + *(p + 1) + f(a, p, (s))",
        "({ (T){ 3 }; }) + *(p + 1) + f(a, p, (s)), (a)",
        "__builtin_offsetof(struct s, m)",
        "({ (T){ 3 }; }) + *(p + 1) + f(a, p, (s)), (a), __builtin_offsetof(struct s, m)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn statements_and_declarators_have_their_text() {
    let found = texts(|ast| {
        let simple = |kind: &StmtKind| !matches!(kind, StmtKind::Block(_));
        ast.stmts
            .values()
            .filter(|stmt| simple(&stmt.kind))
            .map(|stmt| stmt.span)
            .collect()
    });
    assert_eq!(
        found[0],
        "x = a ? \"one\" \"two\" [0] : sizeof(T) + sizeof a;"
    );
    assert!(
        found[2].starts_with("return ({") && found[2].ends_with("m);"),
        "{}",
        found[2]
    );
    let found = texts(|ast| {
        ast.declarations
            .values()
            .flat_map(|d| &d.declarators)
            .map(|d| d.span)
            .collect()
    });
    assert_eq!(found, ["T", "x = (T) -a * (p)[1] + s->m++"]);
}

#[test]
fn positions_are_those_of_the_line_markers() {
    let outcome = parse("u.i", TEXT.as_bytes());
    let ast = &outcome.parsed.ast;
    let function = ast.functions.values().next().expect("one function");
    let at = outcome
        .sources
        .locate(function.declarator.name_span)
        .expect("in the unit");
    assert_eq!(
        (at.file, at.line, at.column, at.expanded),
        ("user.c", 2, 5, false)
    );
}

/// Where a word stands once in a source line and once in its preprocessed line, the one must lead
/// to the other, whatever macros and comments do to the columns between.
#[test]
fn columns_lead_to_the_words_of_the_source() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for file in files("accept") {
        let mut sources = Sources::new();
        let unit = preprocess::load(&mut sources, &file, &preprocess::Config::default());
        let unit = sources.unit(unit.expect("it preprocesses"));
        let original = std::fs::read_to_string(&file).expect("readable");
        let original: Vec<&str> = original.lines().collect();
        for line in 0..unit.lines().line_count() {
            let origin = unit.lines().origin(line);
            if unit.lines().file_name(origin.file) != file.display().to_string() {
                continue;
            }
            let bytes = unit.lines().line_bytes(unit.text(), line);
            if bytes.starts_with(b"#") {
                continue;
            }
            let ours = identifiers(std::str::from_utf8(bytes).expect("tests are UTF-8"));
            let source = original
                .get((origin.line as usize).wrapping_sub(1))
                .copied()
                .unwrap_or("");
            let theirs = identifiers(source);
            for &(at, word) in ours.iter().filter(|(_, word)| count(&ours, word) == 1) {
                let [expected] = theirs
                    .iter()
                    .filter(|(_, w)| *w == word)
                    .collect::<Vec<_>>()[..]
                else {
                    continue;
                };
                let start = unit.lines().line_start(line) + at as u32;
                let found = sources
                    .locate(unit.span(start, start))
                    .expect("in the unit");
                let column = source[..expected.0].chars().count() as u32 + 1;
                checked += 1;
                if found.column != column {
                    wrong.push(format!("{}:{}: {word}", found.file, found.line));
                }
            }
        }
    }
    assert!(checked > 1000, "only {checked} words");
    assert!(wrong.is_empty(), "{} of {checked}: {wrong:?}", wrong.len());
}

fn count(words: &[(usize, &str)], word: &str) -> usize {
    words.iter().filter(|(_, other)| *other == word).count()
}

/// Identifiers with their offsets.
fn identifiers(line: &str) -> Vec<(usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_word) {
        let length = rest[start..]
            .find(|c| !is_word(c))
            .unwrap_or(rest.len() - start);
        let at = line.len() - rest.len() + start;
        found.push((at, &line[at..at + length]));
        rest = &rest[start + length..];
    }
    found
}
