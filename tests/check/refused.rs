//! What cannot be checked, and how that is told.

use super::{cegar, check, folder, stderr, text_of};

#[test]
fn what_is_no_property_is_told() {
    let output = check(&["five.c", "--property", "five.c"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("five.c is a C file, not a property"),
        "{said}"
    );
    assert!(said.contains("`cegar rules` lists them"), "{said}");
}

#[test]
fn a_differing_declaration_of_a_library_function_is_shown_where_it_is() {
    let folder = folder("library");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("compare.c");
    let code = "int memcmp(const char *a, const char *b, int n);\nint main(void) { return memcmp(\"a\", \"b\", 1); }\n";
    std::fs::write(&file, code).expect("written");
    let said = stderr(&check(&[text_of(&file)]));
    assert!(said.contains("compare.c:1:5"), "{said}");
    assert!(said.contains("other types than the C library's"), "{said}");
    assert!(!said.contains("<model"), "{said}");
}

#[test]
fn mistakes_in_predicates_are_told_with_their_lines() {
    let folder = folder("mistakes");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("predicates.txt");
    std::fs::write(
        &file,
        "# fine\nmain: a > 5\nmain: b > 5\nnowhere: a == 1\na == 2\n\
         guard nowhere 2\nguard main\nguard main 0 # of five\nguard main 4294967299\n",
    )
    .expect("written");
    let output = check(&["five.c", "--predicates", text_of(&file)]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    for words in [
        "predicates.txt:3: there is no 'b' in 'main'",
        "predicates.txt:4: the program has no function 'nowhere'",
        "predicates.txt:5: the function and a colon must come first",
        "predicates.txt:6: the program has no function 'nowhere'",
        "predicates.txt:7: a function and the number of a location follow, as in `guard main 12`",
        "predicates.txt:8: nothing at location 0 of 'main' can stop a run: there is nothing to guard\n  guard main 0\n",
        "predicates.txt:9: a function and the number of a location follow",
    ] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains("predicates.txt:2"), "{said}");
}

#[test]
fn exit_codes_of_what_cannot_be_checked() {
    let code = |arguments: &[&str]| check(arguments).status.code();
    assert_eq!(code(&["nowhere.c"]), Some(2));
    assert_eq!(code(&["five.c", "--entry", "nowhere"]), Some(2));
    assert_eq!(code(&["five.c", "--property", "nowhere"]), Some(2));
    assert_eq!(code(&["five.c", "--predicates", "/no/such/file"]), Some(2));
    assert_eq!(code(&["five.c", "--blocks", "huge"]), Some(1));
    assert_eq!(code(&[]), Some(1));
}

#[test]
fn names_that_are_nearly_right_are_asked_about() {
    let said = |arguments: &[&str]| {
        let output = check(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        stderr(&output)
    };
    for (property, words) in [
        ("mutx", "did you mean mutex"),
        ("spin_lock", "did you mean spinlock"),
        ("mutex.spec", "the built-in rule is --property mutex"),
        (
            "rules/mutx.spec",
            "of the built-in rules, did you mean mutex",
        ),
    ] {
        let text = said(&["five.c", "--property", property]);
        assert!(text.contains(words), "{property}: {text}");
    }
    let text = said(&["five.c", "--property", "qwertz"]);
    assert!(!text.contains("did you mean"), "{text}");
    let text = said(&["five.c", "--entry", "mian"]);
    assert!(
        text.contains("; did you mean main? --entry takes "),
        "{text}"
    );
    let text = said(&["five.c", "--entry", "nowhere"]);
    assert!(!text.contains("did you mean"), "{text}");
    let rules = cegar("rules", &["mutx"]);
    assert!(
        stderr(&rules).contains("did you mean mutex"),
        "{}",
        stderr(&rules)
    );
}

/// What people try first, and what to do instead.
#[test]
fn usual_slips_are_answered_with_advice() {
    let folder = folder("slips");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("written");
        text_of(&path).to_owned()
    };
    let header = file(
        "header.c",
        b"#include <no/such.h>\nint main(void) { return 0; }\n",
    );
    let binary = file("binary.c", b"\x7fELF\0\0\x01");
    let many: String = (0..300)
        .map(|n| format!("int f{n}(void) {{ return x{n}; }}\n"))
        .collect();
    let many = file("many.c", many.as_bytes());
    let spec = file(
        "a.spec",
        b"state { int n = 0; }\nf.call { if (n) error(\"no\"); }\n",
    );
    let program = file("a.c", b"void f(void);\nint main(void) { f(); return 0; }\n");
    let name = text_of(&folder);
    for (arguments, code, words) in [
        (&[&*header][..], 2, "-I FOLDER says where headers are"),
        (&[&*binary], 2, "binary.c is no text"),
        (
            &[name],
            2,
            "is a folder: `cegar batch` checks what is in it",
        ),
        (&[&*many], 2, "error: 280 more are not shown"),
        (
            &[&*program, "-Wall"],
            1,
            "--compile-commands FILE takes the flags of your build",
        ),
        (
            &[&*program, "-std=c99"],
            1,
            "--compile-commands FILE takes the flags of your build",
        ),
        (
            &[&*program, "--property", &*spec],
            2,
            "`abort \"message\";` says that it is violated",
        ),
    ] {
        let output = check(arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
        assert!(said.lines().count() < 130, "{arguments:?}: {said}");
    }
    let text = super::answer(&[&*program]);
    assert!(
        text.contains("`cegar rules` lists those that are built in"),
        "{text}"
    );
    let said = stderr(&check(&[&*program, "--propperty", "x"]));
    assert!(!said.contains("compiler"), "{said}");
}

/// Not when the check is over.
#[test]
fn a_folder_that_is_no_harness_is_refused_before_the_check() {
    let folder = folder("no-harness");
    std::fs::create_dir_all(&folder).expect("a folder");
    let build = folder.join("build");
    std::fs::write(&build, "mine\n").expect("written");
    // This program has no bug, so that nothing would be written.
    let output = check(&["five.c", "--replay", text_of(&folder)]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("no-harness/build is not ours to write over"),
        "{said}"
    );
    assert!(output.stdout.is_empty());
    let text = std::fs::read_to_string(&build).expect("it is there");
    assert_eq!(text, "mine\n");
}

/// As editors of Windows write them.
#[test]
fn marks_of_the_encoding_and_carriage_returns_are_no_mistakes() {
    let folder = folder("windows");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        std::fs::write(&path, text).expect("written");
        text_of(&path).to_owned()
    };
    let program = file(
        "a.c",
        "int f(void);\nint main(void)\n{\n    return f();\n}\n",
    );
    let spec = file("a.spec", "f.return { if ($return > 3) abort \"big\"; }\n");
    let prp = file("a.prp", "CHECK( init(main()), LTL(G ! call(f())) )\n");
    for (property, words) in [
        (&spec, "bug: big (a) at "),
        (&prp, "bug: f is called (unreach-call) at "),
    ] {
        let text = super::answer(&[&*program, "--property", property]);
        assert!(text.starts_with(words), "{text}");
        assert!(text.contains("a.c:4\n"), "{text}");
    }
    let binary = folder.join("b.spec");
    std::fs::write(&binary, b"\0\0\x01").expect("written");
    let said = stderr(&check(&[&*program, "--property", text_of(&binary)]));
    assert!(said.contains("b.spec is no text"), "{said}");
}

/// Kernels declare functions of the library in their own ways, and specifications name all that headers may make of an
/// interface: both are no reason to warn.
#[test]
fn what_is_no_mistake_is_not_warned_about() {
    let folder = folder("no-mistake");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("a.c");
    let code = "unsigned long strlen(char *s);\nint memcmp(char *, char *, unsigned long);\n\
                void lock(void); void lock_slow(void); int trylock(void);\n\
                int main(void) { lock(); return strlen(\"a\") + memcmp(\"a\", \"b\", 1); }\n";
    std::fs::write(&file, code).expect("written");
    let spec = folder.join("a.spec");
    let handlers = "[lock, lock_slow].call { if (n) abort \"twice\"; n = 1; }\n\
                    trylock.return { n = 1; }\n";
    let said = |head: &str| {
        std::fs::write(&spec, format!("{head}state {{ int n = 0; }}\n{handlers}"))
            .expect("written");
        stderr(&check(&[text_of(&file), "--property", text_of(&spec)]))
    };
    let with = said("opaque;\n");
    assert!(
        !with.contains("strlen") && !with.contains("memcmp"),
        "{with}"
    );
    assert!(!with.contains("lock_slow.call never happens"), "{with}");
    assert!(with.contains("trylock.return never happens"), "{with}");
    let without = said("");
    assert!(
        without.contains("lock_slow.call never happens"),
        "{without}"
    );
}
