//! What [`verify`] finds.

use super::*;

#[track_caller]
fn finds(text: &str, expected: &[&str]) {
    finds_from(text, Entry::Nowhere, expected);
}

#[track_caller]
fn finds_from(text: &str, entry: Entry<'_>, expected: &[&str]) {
    let lines = Lines::new(text);
    let found: Vec<String> = verify(&parsed(text), entry)
        .iter()
        .map(|d| format!("{}: {d}", lines.line(d.span)))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn good_programs_are_good() {
    finds(
        "decl g, h := *;
        bool<2> f(a, b) begin decl g := a; decl l := g | h; l := a; return a, l; end
        void main() begin decl x; x, _ := f(g, h); f(x, x); goto l, m; l: m: assume(x) constrain 'x = g; end",
        &[],
    );
    finds("void main() begin E: skip; E: skip; end", &[]);
}

#[test]
fn names() {
    finds(
        "decl a,\n a;\nvoid f(x,\n x) begin\n decl x;\n y := lenght;\n y := 1;\n decl length; end",
        &[
            "2: error: the global variable `a` is declared twice",
            "4: error: the variable `x` is declared twice in `f`",
            "5: error: the variable `x` is declared twice in `f`",
            "6: error: the variable `y` is not declared (declare it with `decl`)",
            "6: error: the variable `lenght` is not declared (did you mean `length`?)",
        ],
    );
    finds(
        "decl a := b;\ndecl b;",
        &["1: error: the variable `b` is not declared (declare it with `decl`)"],
    );
    finds(
        "void f() begin decl x; x := 'x; end",
        &["1: error: `'x` is meaningful in `constrain` only"],
    );
    finds(
        "void f() begin dead zebra; end",
        &["1: error: the variable `zebra` is not declared (declare it with `decl`)"],
    );
}

#[test]
fn arities() {
    finds(
        "bool<2> f(a) begin\n return a;\nend\nvoid main() begin\n decl x, y;\n x := f(y);\n x, y := f();\n x, y := x;\n x, x := y, y;\n return x;\nend",
        &[
            "2: error: `f` returns 2 values, and this `return` has 1",
            "6: error: `f` returns 2 values, and this call assigns 1 (`_` ignores a value)",
            "7: error: `f` has 1 parameter, and this call gives 0",
            "8: error: this assignment has 2 variables and 1 value",
            "9: error: `x` is assigned twice at once",
            "10: error: `main` returns 0 values, and this `return` has 1",
        ],
    );
}

#[test]
fn procedures() {
    finds(
        "void f() begin skip; end\nvoid f() begin skip; end\nvoid g(a);\nbool g(a) begin return a; end\nbool h();\nvoid main() begin\n decl x;\n x := h();\n halt();\nend",
        &[
            "2: error: the procedure `f` is defined twice",
            "4: error: this declaration of `g` does not agree with the other one",
            "8: error: the procedure `h` is called and has no body (if it returns anything, give it the body `begin return *; end`)",
            "9: error: there is no procedure `halt`",
        ],
    );
    finds(
        "void f(a);\nvoid f(a) begin skip; end void main() begin f(1); end",
        &[],
    );
}

#[test]
fn labels() {
    finds(
        "void f() begin\n goto erorr;\n error: skip;\n goto twice;\n twice: skip;\n twice: skip;\n start_thread goto nowhere;\nend",
        &[
            "2: error: there is no label `erorr` in this procedure (did you mean `error`?)",
            "4: error: `twice` is no place to go to: the label stands at several",
            "7: error: there is no label `nowhere` in this procedure",
        ],
    );
}

#[test]
fn entries() {
    let text = "void init() begin skip; end void late();";
    finds_from(
        text,
        Entry::Main,
        &[
            "1: error: there is no procedure `main` to start in (name the entry with `--entry`: init, late)",
        ],
    );
    finds_from(text, Entry::Any(&["init".into()]), &[]);
    finds_from(
        text,
        Entry::Any(&["late".into(), "inti".into()]),
        &[
            "1: error: there is no procedure `inti` to start in (did you mean `init`?)",
            "1: error: the procedure `late`, where the program starts, has no body",
        ],
    );
    finds_from(
        "",
        Entry::Main,
        &["1: error: there is no procedure `main` to start in (the program has no procedures)"],
    );
}

#[test]
fn arenas() {
    let broken = |change: &dyn Fn(&mut Program)| {
        let mut program = parsed("decl a; void main() begin a := !a; end");
        change(&mut program);
        verify(&program, Entry::Main)
    };
    assert_eq!(broken(&|_| {}), []);
    let cases: [&dyn Fn(&mut Program); 6] = [
        &|p| p.procs[0].body = Some(vec![StmtId(0), StmtId(0)]),
        &|p| p.procs[0].body = Some(vec![]),
        &|p| p.procs[0].body = Some(vec![StmtId(7)]),
        &|p| p.exprs[0].kind = ExprKind::Not(ExprId(1)),
        &|p| p.exprs[0].kind = ExprKind::Var(Symbol(99)),
        &|p| {
            p.names.intern("unbalanced }");
        },
    ];
    for case in cases {
        let found = broken(case);
        assert!(
            found.iter().any(|d| d.message.contains("built wrongly")),
            "{found:?}"
        );
    }
}
