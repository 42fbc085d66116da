//! When handlers run, and what they see.

use crate::{spec, verdict, weave, woven};
use analysis::passes::slice;
use analysis::reduce;
use frontend::property::Property;

const LOCK: &str = "
    state { enum { Unlocked, Locked } s = Unlocked; }
    lock.call { if (s == Locked) abort \"locked twice\"; s = Locked; }
    unlock.call { if (s == Unlocked) abort \"unlocked twice\"; s = Unlocked; }
";

#[test]
fn locks() {
    let lock = spec(LOCK);
    let head = "void lock(void); void unlock(void); int any(void);";
    let good =
        format!("{head} int main(void) {{ lock(); if (any()) {{ unlock(); lock(); }} unlock(); }}");
    let twice =
        format!("{head} int main(void) {{ lock(); if (any()) unlock(); lock(); unlock(); }}");
    let never = format!("{head} int main(void) {{ if (any()) lock(); unlock(); }}");
    assert_eq!(verdict(&lock, &good), None);
    assert_eq!(verdict(&lock, &twice), Some("locked twice".into()));
    assert_eq!(verdict(&lock, &never), Some("unlocked twice".into()));
}

#[test]
fn return_sees_the_arguments_of_the_call() {
    let text = "
        f.return { if ($1 != 7) abort \"other argument\"; if ($return != 9) abort \"other result\"; }
    ";
    let code = "
        int x = 7;
        struct s { int a; int b : 5; } s;
        int f(int n) { x = 8; return n + 2; }
        int main(void) { s.b = f(x); x = 7; x = f(x); x = 7; f(x); return s.b != 9; }
    ";
    assert_eq!(verdict(&spec(text), code), None);
    let code = code.replace("s.b != 9", "f(6)");
    assert_eq!(verdict(&spec(text), &code), Some("other argument".into()));
}

#[test]
fn a_bit_field_receives_what_was_returned() {
    let text = "f.return { if ($return != 9) abort \"cut\"; }";
    let code = "
        struct { int b : 2; } s;
        int f(void) { return 9; }
        int main(void) { s.b = f(); return s.b; }
    ";
    assert_eq!(verdict(&spec(text), code), None);
}

#[test]
fn entry_and_exit_are_in_the_body() {
    let text = "
        state { int depth = 0; }
        f.entry { depth++; if (depth > 3) abort \"deep\"; }
        f.exit { depth--; if ($return != $1) abort \"not the argument\"; }
    ";
    let code = "
        int f(int n) { if (n > 0) f(n - 1); return n; }
        int main(void) { return f(DEPTH); }
    ";
    assert_eq!(verdict(&spec(text), &code.replace("DEPTH", "2")), None);
    let deep = verdict(&spec(text), &code.replace("DEPTH", "3"));
    assert_eq!(deep, Some("deep".into()));
    let code = code
        .replace("DEPTH", "2")
        .replace("return n;", "return n & 1;");
    assert_eq!(verdict(&spec(text), &code), Some("not the argument".into()));
}

#[test]
fn entry_and_exit_of_a_function_without_body_are_at_its_calls() {
    let text = "
        state { int order = 0; }
        f.call { if (order != 0) abort \"call\"; order = 1; }
        f.entry { if (order != 1) abort \"entry\"; order = 2; }
        f.exit { if (order != 2) abort \"exit\"; order = 3; }
        f.return { if (order != 3) abort \"return\"; order = 4; }
        main.exit { if (order == 4) abort \"all\"; }
    ";
    let code = "int f(int); int main(void) { f(1); return 0; }";
    assert_eq!(verdict(&spec(text), code), Some("all".into()));
    let code = code.replace("int f(int);", "int f(int n) { return n; }");
    assert_eq!(verdict(&spec(text), &code), Some("all".into()));
}

#[test]
fn calls_through_pointers_are_events() {
    let lock = spec(LOCK);
    let code = "
        void lock(void); void unlock(void); int any(void);
        struct ops { void (*take)(void); void (*give)(void); };
        struct ops ops = { lock, unlock };
        int main(void) {
            struct ops *o = &ops;
            void (*p)(void) = any() ? o->take : o->give;
            o->take();
            if (p == o->give) p(); else o->give();
            LAST;
        }
    ";
    assert_eq!(verdict(&lock, &code.replace("LAST", "lock()")), None);
    let twice = verdict(&lock, &code.replace("LAST", "ops.give()"));
    assert_eq!(twice, Some("unlocked twice".into()));
}

#[test]
fn a_pointer_that_changes_during_its_call_is_the_one_called() {
    let text = "
        state { int returned = 0; }
        f.return { returned++; }
        main.exit { if (returned == 1) abort \"once\"; }
    ";
    let code = "
        void g(void);
        void (*p)(void);
        void f(void) { p = g; }
        int main(void) { p = f; p(); return 0; }
    ";
    assert_eq!(verdict(&spec(text), code), Some("once".into()));
}

#[test]
fn one_instance_is_watched() {
    let text = "
        state { bool held = false; }
        lock.call watch $1 { if (held) abort \"twice\"; held = true; }
        unlock.call watch $1 { if (!held) abort \"not held\"; held = false; }
        done.call { if (held) abort \"left\"; }
    ";
    let head = "
        struct lock { int x; } a, b, many[3];
        void lock(struct lock *); void unlock(struct lock *); void done(void); int any(void);
    ";
    let good = format!(
        "{head} int main(void) {{ lock(&a); lock(&b); unlock(&a); unlock(&b);
         for (int i = 0; i < 3; i++) lock(&many[i]);
         for (int i = 0; i < 3; i++) unlock(many + i);
         done(); }}"
    );
    assert_eq!(verdict(&spec(text), &good), None);
    let twice = good.replace("lock(&b)", "lock(any() ? &b : &a)");
    assert_eq!(verdict(&spec(text), &twice), Some("twice".into()));
    let left = good.replace("i < 3; i++) unlock", "i < 2; i++) unlock");
    assert_eq!(verdict(&spec(text), &left), Some("left".into()));
}

#[test]
fn halt_ends_the_execution() {
    let text = "f.return { if ($return < 0) halt; } g.call { abort \"g\"; }";
    let code = "int f(void); void g(void); int main(void) { if (f() < 0) g(); return 0; }";
    assert_eq!(verdict(&spec(text), code), None);
}

#[test]
fn arguments_are_as_the_caller_wrote_them() {
    let text =
        "f.call { if ($1 > 255) abort \"large\"; } f.entry { if ($1 > 255) abort \"never\"; }";
    let code = "void f(unsigned char c) { } int main(void) { int x = 300; f(x); return 0; }";
    assert_eq!(verdict(&spec(text), code), Some("large".into()));
    let cast = code.replace("f(x)", "f((unsigned char)x)");
    assert_eq!(verdict(&spec(text), &cast), None);
    let constant = code.replace("f(x)", "f(300)");
    assert_eq!(verdict(&spec(text), &constant), Some("large".into()));
}

#[test]
fn handlers_read_the_program_and_its_types() {
    let text = "
        typedef struct device *handle;
        bool ready(handle d) { return d->state == READY && limit > 2; }
        start.call { handle d = $1; if (!ready(d)) abort \"not ready\"; }
    ";
    let code = "
        enum { OFF, READY };
        struct device { int state; };
        static int limit = 3;
        void start(struct device *d);
        int main(void) { struct device d = { READY }; start(&d); limit = LIMIT; start(&d); }
    ";
    assert_eq!(verdict(&spec(text), &code.replace("LIMIT", "4")), None);
    let low = verdict(&spec(text), &code.replace("LIMIT", "1"));
    assert_eq!(low, Some("not ready".into()));
}

#[test]
fn names_of_the_property_hide_those_of_the_program() {
    let code = "
        enum { Locked = 5 }; int s = 1, held;
        void lock(void) { s++; } void unlock(void); int x(void) { return s + Locked; }
        int main(void) { lock(); unlock(); return x() == 7 ? 0 : x; }
    ";
    assert_eq!(verdict(&spec(LOCK), &code.replace(": x;", ": 1;")), None);
}

#[test]
fn types_differ_from_call_to_call() {
    let text = "log.call { if ($2 == 3) abort \"three\"; }";
    let code = "
        int log(const char *, ...);
        int main(void) { log(\"a\", 1L); log(\"b\", 2.5); log(\"c\", (char)LAST); }
    ";
    assert_eq!(verdict(&spec(text), &code.replace("LAST", "4")), None);
    let three = verdict(&spec(text), &code.replace("LAST", "3"));
    assert_eq!(three, Some("three".into()));
}

#[test]
fn several_units_and_static_functions_of_one_name() {
    use frontend::property::compile_with_property;
    use frontend::{Config, Input};
    let unit = |name: &str, text: &str| Input::Text {
        name: name.into(),
        text: text.into(),
    };
    let a = "static void lock(void) {} void other(void); int main(void) { lock(); other(); }";
    let b = "static void lock(void) {} void other(void) { lock(); }";
    let inputs = [unit("a.c", a), unit("b.c", b)];
    let checked = compile_with_property(&inputs, &Config::default(), &spec(LOCK));
    let checked = checked.expect("compiles");
    assert_eq!(checked.events[0].places, 2);
    let found = crate::explore(&checked, 10);
    assert_eq!(found, crate::Found::Violation("locked twice".into()));
}

#[test]
fn slicing_keeps_the_state_and_drops_the_rest() {
    let code = "
        void lock(void); void unlock(void); int any(void);
        int noise(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
        int main(void) { int n = noise(10); lock(); if (any()) unlock(); n += 2; lock(); return n; }
    ";
    let checked = woven(&spec(LOCK), code);
    let program = &checked.compiled.program;
    let criterion = slice::Criterion {
        calls: checked.violations.keys().copied().collect(),
        ..slice::Criterion::default()
    };
    let config = slice::Config {
        assume_termination: true,
        ..slice::Config::default()
    };
    let reduced = reduce(program, &criterion, config).program;
    let text = reduced.to_string();
    assert!(text.contains("lock.call()"), "{text}");
    assert!(!text.contains("sum = "), "{text}");
}

#[test]
fn what_never_happens_is_said() {
    let checked = woven(&spec(LOCK), "void lock(void); int main(void) { return 0; }");
    assert!(!checked.applicable);
    let mutex = Property::rule("mutex").expect("a rule");
    let code = "void ldv_check_final_state(void); int main(void) { ldv_check_final_state(); }";
    let checked_rule = woven(&mutex, code);
    assert!(!checked_rule.applicable && checked_rule.warnings.is_empty());
    let said = checked.warnings.render(&checked.compiled.sources);
    assert!(
        said.contains("test.spec:3:5: warning: lock.call never happens"),
        "{said}"
    );
    assert!(
        said.contains("nothing in the program calls 'lock'"),
        "{said}"
    );
    assert!(
        said.contains("the program has no function 'unlock'"),
        "{said}"
    );
}

#[test]
fn the_programs_own_assertions_are_no_violations() {
    let code = "
        void reach_error(void); void lock(void); void unlock(void); void __assert_fail(void);
        int main(void) { lock(); reach_error(); unlock(); __assert_fail(); }
    ";
    assert_eq!(verdict(&spec(LOCK), code), None);
    let all = verdict(&Property::default(), code);
    assert_eq!(all, Some("reach_error is called".into()));
}

#[test]
fn property_files() {
    let prp = |text: &str| Property::prp("p.prp", text).expect("a property");
    let error = prp("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n");
    let code = "void NAME(void); int any(void); int main(void) { if (any()) NAME(); }";
    for name in ["__VERIFIER_error", "reach_error"] {
        let found = verdict(&error, &code.replace("NAME", name));
        assert_eq!(found, Some(format!("{name} is called")));
    }
    let other = prp("CHECK( init(main()), LTL(G ! call(boom())) )");
    let found = verdict(&other, &code.replace("NAME", "boom"));
    assert_eq!(found, Some("boom is called".into()));
    assert_eq!(verdict(&other, &code.replace("NAME", "reach_error")), None);
    let label = prp("CHECK( init(main()), LTL(G ! label(ERROR)) )");
    let code =
        "int any(void); int main(void) { if (any() == 2) { ERROR: return 1; } L: return 0; }";
    assert_eq!(verdict(&label, code), Some("label ERROR is reached".into()));
    assert_eq!(verdict(&label, &code.replace("ERROR", "OTHER")), None);
    let first = "int main(void) { ERROR: return 0; }";
    assert_eq!(
        verdict(&label, first),
        Some("label ERROR is reached".into())
    );
}

#[test]
fn other_property_files_are_refused() {
    let said = |text: &str| {
        let failure = Property::prp("p.prp", text).expect_err("refused");
        failure.diagnostics.render(&failure.sources)
    };
    let overflow = said("CHECK( init(main()), LTL(G ! overflow) )");
    assert!(
        overflow.starts_with(
            "p.prp:1:22: error: this property is about overflow: no signed integer overflows; that cannot be checked yet"
        ),
        "{overflow}"
    );
    assert!(overflow.contains("what can be checked is that a function is never called"));
    let other = |formula: &str| said(&format!("CHECK( init(main()), {formula} )"));
    for (formula, words) in [
        (
            "LTL(G valid-free)",
            "memory safety: only valid memory is freed",
        ),
        ("LTL(G valid-memtrack)", "memory safety: no memory is lost"),
        ("LTL(G ! data-race)", "data races: there are none"),
        (
            "FQL(COVER EDGES(@CALL(f)))",
            "tests: they cover the program",
        ),
        (
            "LTL(X end)",
            "this property is not one of those that are checked",
        ),
        ("LTL(", "this property is not one of those that are checked"),
    ] {
        assert!(
            other(formula).contains(words),
            "{formula}: {}",
            other(formula)
        );
    }
    assert!(said("").contains("the file has no property"));
    assert!(said("CHECK( init(main())").contains("the file ends where `,`"));
}

#[test]
fn a_property_needs_no_program() {
    assert!(weave(&spec(LOCK), "int x;").is_ok());
}

#[test]
fn specifications_include_others() {
    let load = |name: &str| match name {
        "specs/state.spec" => Ok(b"state { int n = 0; }\n#include \"main.spec\"\n".to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let text =
        b"#include \"state.spec\"\n#include <mutex>\nf.call { n++; if (n == 2) abort \"two\"; }\n";
    // What is being read is not included again.
    let mut all = |name: &str| match name {
        "specs/main.spec" => Ok(text.to_vec()),
        other => load(other),
    };
    let property = Property::parse_spec("specs/main.spec", text, &mut all);
    let property = property.unwrap_or_else(|f| panic!("{}", f.diagnostics.render(&f.sources)));
    assert_eq!(property.name(), "main");
    let code = "
        struct mutex { int x; } m;
        void mutex_lock(struct mutex *); void f(void);
        int main(void) { LAST f(); f(); }
    ";
    let found = verdict(&property, &code.replace("LAST", ""));
    assert_eq!(found, Some("two".into()));
    let found = verdict(
        &property,
        &code.replace("LAST", "mutex_lock(&m); mutex_lock(&m); return 0;"),
    );
    assert_eq!(found, Some("mutex is locked twice".into()));
}

#[test]
fn a_function_named_in_an_opaque_specification_is_one_event() {
    let code = "
        void inner(void); void unlock(void);
        static inline void lock(void) { inner(); }
        #define lock_inner() inner()
        int main(void) { lock(); unlock(); lock_inner(); unlock(); BAD return 0; }
    ";
    // The text is taken as preprocessed.
    let code = code.replace("#define lock_inner() inner()", "");
    let code = code.replace("lock_inner()", "inner()");
    let text = "
        state { int held = 0; }
        [lock, inner].call { if (held) abort \"twice\"; held = 1; }
        unlock.call { held = 0; }
    ";
    let (good, bad) = (
        code.replace("BAD", ""),
        code.replace("BAD", "lock(); inner();"),
    );
    assert_eq!(verdict(&spec(text), &good), Some("twice".into()));
    let opaque = spec(&format!("opaque; {text}"));
    assert_eq!(verdict(&opaque, &good), None);
    assert_eq!(verdict(&opaque, &bad), Some("twice".into()));
}

#[test]
fn an_opaque_rule_does_not_hide_events_of_those_who_include_it() {
    let text = "
        #include <mutex>
        state { int calls = 0; }
        my_lock.call { calls++; }
        mutex_lock.call { if (calls == 1) abort \"seen\"; }
    ";
    let code = "
        void mutex_lock(int *m); int m;
        void my_lock(void) { mutex_lock(&m); }
        int main(void) { my_lock(); }
    ";
    assert_eq!(verdict(&spec(text), code), Some("seen".into()));
}

#[test]
fn a_pattern_means_functions_that_have_what_the_handler_asks_for() {
    let text = "*Dispatch*.exit { if ($return == 1 && $2 == 3) abort \"one\"; }";
    let code = "
        void DispatchTimer(void) {}
        int DispatchNothing(void) { return 1; }
        int DispatchRead(int device, int request) { return 1; }
        int main(void) { DispatchTimer(); DispatchNothing(); return DispatchRead(2, 3); }
    ";
    assert_eq!(verdict(&spec(text), code), Some("one".into()));
    let named = weave(
        &spec("DispatchTimer.exit { if ($return) abort \"x\"; }"),
        code,
    );
    assert!(named.is_err_and(|said| said.contains("returns nothing")));
}

#[test]
fn what_only_idle_functions_do_never_happens() {
    let code = "
        void lock(void); void unlock(void);
        static void unused(void) { lock(); unlock(); }
        int main(void) { return 0; }
    ";
    let inline = code.replace("static", "static inline");
    assert!(!woven(&spec(LOCK), &inline).applicable);
    let checked = woven(&spec(LOCK), code);
    assert!(!checked.applicable);
    let said = checked.warnings.render(&checked.compiled.sources);
    let wanted = "'lock' is used only where the execution cannot get to";
    assert!(said.contains(wanted), "{said}");
    let through = code.replace("return 0;", "void (*f)(void) = unused; f();");
    assert!(woven(&spec(LOCK), &through).applicable);
}

#[test]
fn a_specification_of_ends_alone_applies() {
    let text = "main.exit { if (left != 0) abort \"something is left\"; }";
    let code = "int left; int any(void); int main(void) { left = any(); return 0; }";
    let checked = woven(&spec(text), code);
    assert!(checked.applicable);
    assert_eq!(verdict(&spec(text), code), Some("something is left".into()));
}
