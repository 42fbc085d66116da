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
    let text = said(&["five.c", "--property", "nothing_like_it"]);
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
