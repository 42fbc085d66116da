//! Spans cover exactly the text of their node, and lead to the user's own file.

use frontend::syntax::ast::{Ast, ExprKind, StmtKind};

use crate::tools::parse;

const TEXT: &str = r#"# 1 "user.c"
typedef int T;
int f(int a, int *p, struct s { int m; } *s)
{
    T x = (T) -a * (p)[1] + s->m++;
    x = a ? "one" "two" [0] : sizeof(T) + sizeof a;
    return ({ (T){ 3 }; }) + *(p + 1) + f(a, p, (s)), (a), __builtin_offsetof(struct s, m);
}
"#;

fn texts(select: impl Fn(&Ast) -> Vec<frontend::source::Span>) -> Vec<String> {
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
