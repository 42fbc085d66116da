//! What is said about specifications that are wrong, and where.

use crate::{spec, weave};
use frontend::property::Property;

/// What is said about the text itself.
fn refused(text: &str) -> String {
    let mut load = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    match Property::parse_spec("p.spec", text.as_bytes(), &mut load) {
        Ok(_) => panic!("accepted: {text}"),
        Err(failure) => failure.diagnostics.render(&failure.sources),
    }
}

/// What is said when it meets a program.
fn unfit(text: &str) -> String {
    let code = "
        struct s { int a; } g; int n, *q;
        void f(struct s *p); int h(int); void v(void);
        int main(void) { f(&g); h(1); v(); }
    ";
    match weave(&spec(text), code) {
        Ok(_) => panic!("accepted: {text}"),
        Err(said) => said,
    }
}

#[track_caller]
fn says(said: &str, place: &str, message: &str) {
    let line = said.lines().find(|l| l.contains(message));
    let line = line.unwrap_or_else(|| panic!("no `{message}` in:\n{said}"));
    assert!(line.contains(&format!(".spec:{place}: ")), "{line}");
}

#[test]
fn lexical_errors() {
    says(&refused("/* open"), "1:1", "this comment is not closed");
    says(
        &refused("f.call { abort \"x; }\n"),
        "1:16",
        "closing quote is missing",
    );
    says(&refused("#define X 1\n"), "1:1", "the only directives are");
    says(
        &refused("f.call { @ }"),
        "1:10",
        "this character has no meaning",
    );
    says(
        &refused("#include \"other.spec\"\n"),
        "1:1",
        "cannot read other.spec",
    );
    says(
        &refused("#include <nothing>\n"),
        "1:1",
        "there is no built-in rule 'nothing'",
    );
}

#[test]
fn brackets() {
    says(
        &refused("f.call { if (1 }"),
        "1:16",
        "expected `)` before `}`",
    );
    says(&refused("f.call { "), "1:8", "the closing `}` is missing");
    says(&refused("}"), "1:1", "`}` closes nothing");
}

#[test]
fn items() {
    says(
        &refused("int x;"),
        "1:1",
        "a variable outside of `state { }`",
    );
    says(&refused("state { int x }"), "1:15", "expected `;`");
    says(&refused("+ 3;"), "1:1", "`+` does not start anything here");
    says(&refused("int x"), "1:1", "this is not finished");
    says(&refused("f.enter { }"), "1:3", "`enter` is no event");
    says(&refused("[f, g] { }"), "1:8", "expected `.call`");
    says(
        &refused("[].call { }"),
        "1:1",
        "the list of functions is empty",
    );
    says(&refused("[f g].call { }"), "1:4", "expected `,`");
    says(
        &refused("[f, 1].call { }"),
        "1:5",
        "expected the name of a function",
    );
    says(&refused("f.call;"), "1:7", "expected `{`");
    says(
        &refused("f.call watch { }"),
        "1:14",
        "expected what to watch",
    );
}

#[test]
fn the_end_is_of_no_function() {
    says(&refused("$end { $1; }"), "1:8", "$1 has no meaning at $end");
    says(
        &refused("$end { $return; }"),
        "1:8",
        "$return has no meaning at $end",
    );
    for (text, place) in [
        ("$end.exit { }", "1:5"),
        ("$end watch $1 { }", "1:6"),
        ("$end", "1:4"),
        ("$end;", "1:5"),
    ] {
        says(&refused(text), place, "expected `{` after $end");
    }
    says(
        &refused("[$end, f].call { }"),
        "1:2",
        "expected the name of a function",
    );
}

#[test]
fn dollars() {
    says(&refused("f.call { $0; }"), "1:10", "$0 has no meaning");
    says(
        &refused("f.call { $result; }"),
        "1:10",
        "$result has no meaning",
    );
    says(
        &refused("f.call { $return; }"),
        "1:10",
        "$return has no value yet at .call",
    );
    says(
        &refused("f.entry { $return; }"),
        "1:11",
        "$return has no value yet at .entry",
    );
    says(
        &refused("void g(void) { $1; }"),
        "1:16",
        "only in a handler",
    );
    says(
        &refused("f.call { $watched; }"),
        "1:10",
        "no handler watches",
    );
    says(
        &refused("state { int x = $1; }"),
        "1:17",
        "only in a handler",
    );
}

#[test]
fn the_watched_address_is_not_followed() {
    let message = "can be compared, not followed";
    let direct = "state { int n; } f.call watch $1 { n = ((struct s *)$watched)->a; }";
    says(&unfit(direct), "1:36", message);
    let copied = "state { struct s *w; int n; } f.call watch $1 { w = $watched; } \
                  v.call { if (w) n = w->a; }";
    assert!(unfit(copied).contains(message));
    let passed = "state { int n; } int get(struct s *w) { return w->a; } \
                  f.call watch $1 { n = get($watched); }";
    assert!(unfit(passed).contains(message));
}

#[test]
fn what_the_watched_address_is_compared_with_may_be_followed() {
    let text = "state { bool held; int n; } f.call watch $1 { held = $1 == $watched; n = $1->a; }";
    let code = "struct s { int a; } g; void f(struct s *p); int main(void) { f(&g); }";
    assert!(weave(&spec(text), code).is_ok());
}

#[test]
fn statements() {
    says(
        &refused("f.call { abort; abort 3; }"),
        "1:17",
        "expected a message in quotes",
    );
    says(
        &refused("f.call { halt 3; }"),
        "1:10",
        "expected `;` after halt",
    );
    says(
        &refused("f.call { __VERIFIER_assume($1 > 0); }"),
        "1:10",
        "a property ends an execution with `halt;`",
    );
}

#[test]
fn every_error_is_reported() {
    let said = refused("f.enter { }\nint x;\ng.call { $0; }\n");
    assert_eq!(said.matches("error:").count(), 3, "{said}");
    let said = unfit("f.call { n = 1; }\nh.call {\n  $1 = 2; n = 3;\n}\nv.call { q[1] = 2; }");
    assert_eq!(said.matches("error:").count(), 3, "{said}");
}

#[test]
fn carets_point_into_the_specification() {
    let said = unfit("state { int x; }\n\nh.call {\n    x = $1 + unknown;\n}\n");
    says(&said, "4:14", "unknown");
    assert!(said.contains("x = $1 + unknown;\n"), "{said}");
    assert!(said.contains("             ^~~~~~~"), "{said}");
}

#[test]
fn the_program_is_not_written() {
    says(&unfit("f.call { n = 1; }"), "1:10", "may read 'n'");
    says(
        &unfit("f.call { $1->a = 1; }"),
        "1:10",
        "what a pointer points to",
    );
    says(&unfit("f.call { g.a++; }"), "1:10", "may read 'g'");
    says(&unfit("f.call { v(); }"), "1:10", "cannot call 'v'");
    says(
        &unfit("state { void (*p)(void); } f.call { p(); }"),
        "1:37",
        "through a pointer",
    );
    says(
        &unfit("f.call { static int c; c++; }"),
        "1:24",
        "'c' belongs in the state block",
    );
    says(
        &unfit("int k(void) { return n++; } f.call { k(); }"),
        "1:22",
        "may read 'n'",
    );
    says(
        &unfit("f.call { __asm__(\"wipe %%esi\" ::: \"memory\"); }"),
        "1:10",
        "can only assign to its state",
    );
}

#[test]
fn events_have_the_arguments_that_are_used() {
    let said = unfit("h.call { if ($2) abort \"x\"; }");
    says(
        &said,
        "1:14",
        "there is no $2: h is called with one argument",
    );
    assert!(said.contains("test.c:4:33: note: here"), "{said}");
    says(
        &unfit("v.return { if ($return) abort \"x\"; }"),
        "1:16",
        "v returns nothing",
    );
    says(
        &unfit("main.exit { if ($1) abort \"x\"; }"),
        "1:17",
        "main has no arguments",
    );
}

#[test]
fn errors_of_c_are_errors_of_the_specification() {
    says(
        &unfit("f.call { if 1) abort \"x\"; }".replace("1)", "1").as_str()),
        "1:13",
        "expected",
    );
    says(&unfit("f.call { int x = ; }"), "1:18", "");
    says(&unfit("f.call { $1->b; }"), "1:10", "b");
    says(&unfit("state { enum { A, B } s = C; }"), "1:27", "C");
    says(
        &unfit("state { int x = 1; int x = 2; } v.call { }"),
        "1:24",
        "twice",
    );
}

#[test]
fn nothing_makes_it_panic() {
    let seed = "state { enum { A } s = A; } [f, g].call watch $1 { if ($2) abort \"m\"; else halt; }\n\
                int k(int x) { return x; } #include <mutex>\n h.return { s = $return; }";
    let code = "void f(int *a, int b); int h(void); int main(void) { int x; f(&x, h()); }";
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for _ in 0..3000 {
        let mut text = seed.as_bytes().to_vec();
        for _ in 0..1 + random(4) {
            let (at, len) = (random(text.len()), random(6));
            let end = (at + len).min(text.len());
            match random(3) {
                0 => drop(text.drain(at..end)),
                1 => text[at] = b"{}()[];.$\"'/*#,\n1a"[random(18)],
                _ => {
                    let piece = text[at..end].to_vec();
                    let to = random(text.len());
                    text.splice(to..to, piece);
                }
            }
            if text.is_empty() {
                text.push(b'x');
            }
        }
        let mut load = |_: &str| Err(std::io::ErrorKind::NotFound.into());
        if let Ok(property) = Property::parse_spec("p.spec", &text, &mut load) {
            let _ = weave(&property, code);
        }
    }
}

/// Compared as an address it would lose bits: 2^64 would be 0.
#[test]
fn a_number_wider_than_an_address_is_not_watched() {
    let property = spec(
        "state { bool held = false; }
         get.call watch $1 { held = true; }
         put.call watch $1 { if (!held) abort \"put without get\"; }",
    );
    let code = |number: &str| {
        format!(
            "void get({number}); void put({number}); int main(void) {{ get(0); put(0); return 0; }}"
        )
    };
    let Err(text) = weave(&property, &code("__int128")) else {
        panic!("a number of 128 bits is watched");
    };
    assert!(text.contains("a number wider than an address"), "{text}");
    assert!(text.contains("test.spec:2:"), "{text}");
    assert_eq!(crate::verdict(&property, &code("long long")), None);
}
