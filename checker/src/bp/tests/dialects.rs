//! What is accepted, and what it means: each text must parse to the same program as its plain spelling.

use super::*;

#[track_caller]
fn same(text: &str, plain: &str) {
    assert_eq!(
        shape(&parsed(text)),
        shape(&parsed(plain)),
        "{text}\nagainst\n{plain}"
    );
}

/// Wraps statements into a procedure.
fn body(statements: &str) -> String {
    format!(
        "decl a, b, c; void f(x, y) begin skip; end bool g() begin return 1; end void main() begin {statements} end"
    )
}

#[track_caller]
fn same_body(text: &str, plain: &str) {
    same(&body(text), &body(plain));
}

/// The expression that a text stands for, with all parentheses.
#[track_caller]
fn grouping(text: &str) -> String {
    let program = parsed(&body(&format!("assume({text});")));
    let StmtKind::Assume { condition, .. } = program.stmts.last().expect("one statement").kind
    else {
        panic!("not an assume");
    };
    grouped(&program, condition)
}

fn grouped(program: &Program, id: ExprId) -> String {
    match program.expr(id).kind {
        ExprKind::Const(value) => u8::from(value).to_string(),
        ExprKind::Var(symbol) => program.text(symbol).to_owned(),
        ExprKind::Next(symbol) => format!("'{}", program.text(symbol)),
        ExprKind::Nondet => "*".to_owned(),
        ExprKind::Not(inner) => format!("!{}", grouped(program, inner)),
        ExprKind::Choose(p, n) => format!("[{},{}]", grouped(program, p), grouped(program, n)),
        ExprKind::Binary(op, l, r) => {
            format!("({} {op:?} {})", grouped(program, l), grouped(program, r))
        }
    }
}

#[test]
fn calls_and_parameters_in_other_words() {
    same_body("call a := g();", "a := g();");
    same_body("a := call g();", "a := g();");
    same_body("call f(a, b);", "f(a, b);");
    same(
        "void h(void) begin end void main(void) begin h(); end",
        "void h() begin end void main() begin h(); end",
    );
}

#[test]
fn operators_bind_as_the_table_says() {
    let cases = [
        ("!a = b", "(!a Iff b)"),
        ("a = !b", "(a Iff !b)"),
        ("a & b = c", "(a And (b Iff c))"),
        ("a | b & c", "(a Or (b And c))"),
        ("a ^ b & c | a", "((a Xor (b And c)) Or a)"),
        ("a | b => c", "((a Or b) Implies c)"),
        ("a => b => c", "(a Implies (b Implies c))"),
        ("(a => b) => c", "((a Implies b) Implies c)"),
        ("a => b <-> b => a", "((a Implies b) Iff (b Implies a))"),
        ("a = b = c", "((a Iff b) Iff c)"),
        ("a != b & c", "((a Xor b) And c)"),
        ("a & b & c", "((a And b) And c)"),
        ("!(a | b) & !!c", "(!(a Or b) And !!c)"),
        (
            "schoose[a | b, !a & b] & c",
            "([(a Or b),(!a And b)] And c)",
        ),
        ("!*", "!*"),
    ];
    for (text, expected) in cases {
        assert_eq!(grouping(text), expected, "{text}");
    }
}

#[test]
fn operators_have_several_spellings() {
    for (text, plain) in [
        ("a && b || ~c", "a & b | !c"),
        ("a == b", "a = b"),
        ("a <> b", "a != b"),
        ("a ==> b", "a => b"),
        ("a -> b", "a => b"),
        ("a <=> b", "a <-> b"),
        ("a <==> b", "a <-> b"),
        ("?", "*"),
        ("¬a ∧ b ∨ c ⇒ a", "!a & b | c => a"),
        ("T & true & TRUE & True", "1 & 1 & 1 & 1"),
        ("F | false | FALSE | False", "0 | 0 | 0 | 0"),
        ("choose(a, b) & c", "schoose[a, b] & c"),
    ] {
        assert_eq!(grouping(text), grouping(plain), "{text}");
    }
}

#[test]
fn semicolons_and_parentheses_are_optional_where_dialects_differ() {
    same_body(
        "if (a) then skip; fi while (b) do skip; od",
        "if a then skip; fi; while b do skip; od;",
    );
    same_body(
        "if * then a := 1 else b := 0 fi",
        "if (*) then a := 1; else b := 0; fi;",
    );
    same_body("assume a & b; assert !a;", "assume(a & b); assert(!a);");
    same_body("assume (a) & b;", "assume(a & b);");
    same_body(";; skip;;", "skip;");
    same(
        "void main() begin skip; end;",
        "void main() begin skip; end",
    );
    same("main() begin skip end", "void main() begin skip; end");
    same("void main begin skip; end", "void main() begin skip; end");
}

#[test]
fn procedures_have_several_headers() {
    same(
        "bool f() begin return 1; end",
        "bool<1> f() begin return 1; end",
    );
    same(
        "dfs bool<2> f(a) begin return a, 1; end",
        "bool<2> f(a) begin return a, 1; end",
    );
    same(
        "void dfs main() begin skip; end",
        "void main() begin skip; end",
    );
    same(
        "f(a) begin return a, !a; end",
        "bool<2> f(a) begin return a, !a; end",
    );
    same(
        "bool f(bool a, bool b) begin return a & b; end",
        "bool f(a, b) begin return a & b; end",
    );
    same("dfs() begin skip; end", "void {dfs}() begin skip; end");
    assert!(parsed("void f(a);").procs[0].body.is_none());
}

#[test]
fn declarations_have_initial_values() {
    same("decl a, b := *, 0;", "decl a := *; decl b := 0;");
    same("decl s0:=1, s1:=0;", "decl s0 := 1; decl s1 := 0;");
    same("decl a := 1, b, c;", "decl a := 1; decl b, c;");
    same("decl a, b, c := 1;", "decl a, b; decl c := 1;");
    same(
        "void main() begin skip; decl a; a := 1; end",
        "void main() begin decl a; skip; a := 1; end",
    );
    assert!(
        parse("decl a, b := 0, c;").is_err(),
        "c may be a value or a variable"
    );
    assert!(parse("decl a, b := 0, 1, 1;").is_err());
}

#[test]
fn labels_stand_anywhere() {
    same_body(
        "0: goto 1, 2; 1: skip; 2: skip;",
        "{0}: goto {1}, {2}; {1}: skip; {2}: skip;",
    );
    same_body("a: b: c: skip;", "a: b:\n c : skip;");
    same_body("goto l; l:", "goto l; l: skip;");
    same_body(
        "if a then l: else m: fi; while a do n: od",
        "if a then l: skip; else m: skip; fi; while a do n: skip; od",
    );
    same_body("l: ;", "l: skip;");
    same_body("F: goto F;", "{F}: goto {F};");
}

#[test]
fn calls_and_assignments() {
    same_body("call f(a, b);", "f(a, b);");
    same_body("a := call g();", "a := g();");
    same_body("_ := g();", "_:=g();");
    same_body("a := choose(b, c);", "a := schoose[b, c];");
    same_body(
        "a, b := choose(b, c), choose(a, c);",
        "a, b := schoose[b, c], schoose[a, c];",
    );
    let own =
        "bool choose(p, n) begin return p; end void main() begin decl a; a := choose(a, a); end";
    assert!(matches!(parsed(own).stmts[1].kind, StmtKind::Call { .. }));
    same_body(
        "a := b constrain 'a = b & 'c;",
        "a := b constrain (a' = b) & c';",
    );
    same_body("constrain(a);", "assume(1) constrain a;");
    same_body("print(a, b); print a, b;", "print(a, b); print(a, b);");
}

#[test]
fn names_can_be_any_text() {
    let program = parsed(
        "decl {*p == *q}, c$$x, {x}; void main() begin x := {*p == *q}; c$$x := {a{b}c}; end",
    );
    assert_eq!(program.globals.len(), 3);
    assert!(program.names.get("*p == *q").is_some());
    assert!(program.names.get("a{b}c").is_some());
    assert_eq!(program.text(program.globals[2].name.symbol), "x");
    assert_round_trip(&program);
    assert_round_trip(&parsed(
        "decl {T}, {if}, {Call}, {1x}, {é}; void {end}() begin {if} := {T}; end",
    ));
}

#[test]
fn keywords_in_other_letters() {
    same_body(
        "IF (a) THEN SKIP; ELSE RETURN; FI",
        "if (a) then skip; else return; fi",
    );
    same_body("While a Do Assume(a); Od", "while a do assume(a); od");
    same(
        "Decl a; Void main() Begin a := T; End",
        "decl a; void main() begin a := 1; end",
    );
    same_body("END: goto END;", "{END}: goto {END};");
    same(
        "decl Skip, call; void main() begin Skip, call := call, Skip; call := 1; end",
        "decl {Skip}, {call}; void main() begin {Skip}, {call} := {call}, {Skip}; {call} := 1; end",
    );
    for word in ["Print", "Assume", "Enforce", "Return"] {
        let ambiguous = format!("void {word}(x) begin skip; end void main() begin {word}(1); end");
        assert!(parse(&ambiguous).is_err(), "{word}");
    }
}

#[test]
fn comments_are_skipped() {
    same(
        "// one\n/* two\n*/ decl a; # three\n void main() /**/ begin end // four",
        "decl a; void main() begin end",
    );
    same("# 1 \"file.c\"\ndecl a;\r\n", "decl a;");
    same("\u{FEFF}decl a;", "decl a;");
}

#[test]
fn threads_are_parsed() {
    let text = "thread t, u; void t() begin end_thread; end void u() begin atomic_begin; skip; atomic_end; end
        void main() begin start_thread goto l; l: start_thread t(); m: ASYNC_1: n: t(); end";
    let program = parsed(text);
    assert_eq!(program.threads.len(), 2);
    let starts = program
        .stmts
        .iter()
        .filter(|s| matches!(s.kind, StmtKind::Thread(Thread::StartCall { .. })));
    assert_eq!(starts.count(), 2);
    assert_round_trip(&program);
}

#[test]
fn printed_text_is_canonical() {
    let text = "decl a,b:=1,*;decl c; bool<2> f(x)begin decl l;enforce !l;3:if((a)&(b|c))then a,_:=f(!(x=l));\
        elsif !a then skip; else L: M: while(*)do goto 3,L;od fi dead l; return a=(b=c),(a=b)=c; end";
    let expected = "\
decl a := 1;
decl b := *;
decl c;

bool<2> f(x)
begin
  decl l;
  enforce !l;
  3: if (a & (b | c)) then
    a, _ := f(!(x = l));
  elsif (!a) then
    skip;
  else
    L: M: while (*) do
      goto 3, L;
    od;
  fi;
  dead l;
  return a = (b = c), a = b = c;
end
";
    assert_eq!(print(&parsed(text)), expected);
    assert_round_trip(&parsed(text));
}
