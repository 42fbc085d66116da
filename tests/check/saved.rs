//! What `--save` keeps, and what `--predicates` makes of it.

use std::path::{Path, PathBuf};

use super::{
    answer, cegar, check, corpus, expect_bug, expect_proof, folder, stderr, stdout, text_of,
    with_lock,
};

/// The folders of iterations, in order.
fn iterations(folder: &Path) -> Vec<PathBuf> {
    (1..)
        .map(|n| folder.join(n.to_string()))
        .take_while(|f| f.exists())
        .collect()
}

#[test]
fn saved_boolean_programs_are_accepted_and_answered_the_same() {
    for (name, arguments) in [
        ("packets", with_lock("packets.c", &[])),
        ("operations", with_lock("operations.c", &[])),
        ("recursion", with_lock("recursion.c", &["-DBROKEN"])),
        ("interprocedural", with_lock("interprocedural.c", &[])),
    ] {
        let folder = folder(name);
        let text = answer(&[&arguments[..], &["--save", text_of(&folder)]].concat());
        let programs = iterations(&folder);
        assert!(programs.len() > 1, "{name}");
        for (n, iteration) in programs.iter().enumerate() {
            let program = iteration.join("program.bp");
            let output = cegar("bp", &["check", text_of(&program), "--label", "ERROR"]);
            let safe = n + 1 == programs.len() && text.starts_with("proved");
            let expected = if safe { 0 } else { 10 };
            assert_eq!(
                output.status.code(),
                Some(expected),
                "{name}, iteration {}: {}{}",
                n + 1,
                stdout(&output),
                stderr(&output)
            );
            assert_eq!(iteration.join("trace.txt").exists(), !safe);
            assert!(iteration.join("predicates.txt").exists());
        }
    }
}

#[test]
fn a_saved_precision_needs_no_refinement() {
    for name in ["packets", "operations", "list", "recursion"] {
        let folder = folder(&format!("again-{name}"));
        let file = format!("{name}.c");
        expect_proof(&with_lock(&file, &["--save", text_of(&folder)]));
        let precision = folder.join("precision.txt");
        let output = check(&with_lock(
            &file,
            &["--predicates", text_of(&precision), "--json"],
        ));
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["verdict"], "proved", "{name}");
        let turns = value["iterations"].as_array().expect("a list");
        let first = &turns[0]["predicates"];
        assert!(
            turns.iter().all(|turn| turn["predicates"] == *first),
            "{name}: {turns:?}"
        );
    }
}

/// The tasks needed steps that no state can take, predicates in the order of their discovery (two), hidden names,
/// and facts about states, in this order.
#[test]
fn every_kind_of_saved_precision_needs_no_refinement() {
    let root = corpus();
    let folder = folder("again");
    for (file, property) in [
        (
            "drivers/goto-ladder/good.c",
            Some("drivers/goto-ladder/ladder.spec"),
        ),
        ("drivers/irql-nested/good.c", Some("irql")),
        ("examples/pointers.c", None),
        (
            "drivers/ioctl-output/good.c",
            Some("drivers/ioctl-output/ioctl.spec"),
        ),
        ("rules/fast_mutex/good.c", Some("fast_mutex")),
    ] {
        let file = root.join(file);
        let spec = property.map(|p| match p.ends_with(".spec") {
            true => text_of(&root.join(p)).to_owned(),
            false => p.to_owned(),
        });
        let mut arguments = vec![text_of(&file)];
        arguments.extend(spec.iter().flat_map(|p| ["--property", p]));
        let first = expect_proof(&[&arguments[..], &["--save", text_of(&folder)]].concat());
        assert!(!first.contains("in 1 iteration\n"), "{first}");
        let precision = folder.join("precision.txt");
        let again = [&arguments[..], &["--predicates", text_of(&precision)]].concat();
        let second = expect_proof(&again);
        let at_once = ["in 1 iteration\n", "all executions were followed"];
        assert!(
            at_once.iter().any(|said| second.contains(said)),
            "{file:?}\n{second}"
        );
    }
}

#[test]
fn where_a_pointer_points_is_said_by_name() {
    let folder = folder("addresses");
    expect_proof(&["pointers.c", "--save", text_of(&folder)]);
    let precision = folder.join("precision.txt");
    let text = std::fs::read_to_string(&precision).expect("saved");
    for line in [
        "main: port == &ports[1l]",
        "main: port == &extra",
        ": extra.users == 1",
        "main: slot == &extra.fifo[2l]",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}: {text}");
    }
    assert!(!text.contains("*)"), "{text}");
    expect_proof(&["pointers.c", "--predicates", text_of(&precision)]);
    answer(&["pointers.c", "-DBROKEN"]);
}

#[test]
fn a_local_is_named_outside_of_its_function() {
    let folder = folder("locals");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("local.c");
    let code = "void reach_error(void); int nondet_int(void);\n\
                struct port { int users, base; };\n\
                static struct port extra, *current;\n\
                static struct port *pick(void) { return current; }\n\
                int main(void) {\n\
                    struct port mine, *p = nondet_int() ? &mine : &extra, *r;\n\
                    current = p;\n\
                    r = pick();\n\
                    if (r != p) reach_error();\n\
                    return 0;\n\
                }\n";
    std::fs::write(&file, code).expect("written");
    let precision = folder.join("precision.txt");
    expect_proof(&[text_of(&file), "--save", text_of(&folder)]);
    let text = std::fs::read_to_string(&precision).expect("saved");
    assert!(text.contains("\n: current == &main::mine\n"), "{text}");
    assert!(!text.contains("main: t$2 == &main::"), "{text}");
    assert!(!text.contains("*)"), "{text}");
    let again = check(&[
        text_of(&file),
        "--predicates",
        text_of(&precision),
        "--json",
    ]);
    let value: serde_json::Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(value["verdict"], "proved");
    assert_eq!(value["iterations"].as_array().map(Vec::len), Some(1));
}

/// What a file claims never to happen is not believed.
#[test]
fn claims_of_a_file_hide_no_bug() {
    let folder = folder("claims");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("claims.txt");
    let blocks = (0..40).map(|n| format!("never at main B{n}: =>\n"));
    let blocks = blocks.collect::<String>();
    let claims = format!(
        ": locked == 0\nnever anywhere: : locked == 0\nnever anywhere: not : locked == 0\n\
         {blocks}never\nnever at nowhere B1: =>\nnever at main B99999999999999999999: =>\n"
    );
    std::fs::write(&file, claims).expect("a file");
    let more = ["-DFORGET_LAST_RELEASE", "--predicates", text_of(&file)];
    let output = check(&with_lock("packets.c", &more));
    let said = stderr(&output);
    // A line without a place is neither a claim nor a predicate.
    assert!(
        said.contains("the function and a colon must come first"),
        "{said}"
    );
    let claims = std::fs::read_to_string(&file).expect("it is there");
    std::fs::write(&file, claims.replace("never\n", "")).expect("a file");
    expect_bug(
        &with_lock("packets.c", &more),
        "bug: lock is held at the end (lock) at packets.c:32",
    );
}

#[test]
fn files_of_others_are_not_written_over() {
    let folder = folder("occupied");
    std::fs::create_dir_all(folder.join("1")).expect("a folder");
    let save = ["--save", text_of(&folder)];
    let refused = |name: &str| {
        let output = check(&with_lock("packets.c", &save));
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let words = format!("occupied/{name} is not ours to write over: choose another folder");
        assert!(said.contains(&words), "{said}");
    };
    refused("1");
    std::fs::remove_dir(folder.join("1")).expect("removed");
    for name in ["precision.txt", "proof.txt", "source.txt", "saved.txt"] {
        let path = folder.join(name);
        std::fs::write(&path, "mine\n").expect("written");
        refused(name);
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(text, "mine\n");
        std::fs::remove_file(&path).expect("removed");
    }
    // What has another name stays where it is, also when a run is saved again.
    let notes = folder.join("notes.txt");
    std::fs::write(&notes, "mine\n").expect("written");
    for _ in 0..2 {
        expect_proof(&with_lock("packets.c", &save));
        assert!(folder.join("1/program.bp").exists());
        let text = std::fs::read_to_string(&notes).expect("it is there");
        assert_eq!(text, "mine\n");
    }
    let output = check(&with_lock("packets.c", &["--save", text_of(&notes)]));
    let said = stderr(&output);
    assert!(
        said.contains("notes.txt is a file: --save wants a folder"),
        "{said}"
    );
}

/// What is not in the text is said by where its value comes from; what the rule has, by the names it has there.
#[test]
fn a_proof_is_told_in_the_words_of_the_program() {
    let folder = folder("told");
    let saved = folder.join("saved");
    std::fs::create_dir_all(&folder).expect("a folder");
    let told = |file: &str, more: &[&str]| {
        let file = corpus().join(file);
        let save = ["--certify", "--save", text_of(&saved)];
        expect_proof(&[&[text_of(&file)], more, &save].concat());
        std::fs::read_to_string(saved.join("proof.txt")).expect("a proof")
    };
    let page = told("examples/area.c", &[]);
    assert!(
        page.contains("  returns with: (the result) == (width * rows)\n"),
        "{page}"
    );
    let call = "(area(width, rows - 1) at ";
    assert!(
        page.contains(call) && page.contains("area.c:14) == "),
        "{page}"
    );
    // Nothing is said of the same point but what is claimed of it.
    let page = told("examples/packets.c", &["--property", "lock.spec"]);
    assert!(
        page.contains(": return 0;\n      locked == false\n"),
        "{page}"
    );
    assert!(!page.contains(": return 0;\n      (never)\n"), "{page}");
    let page = told("rules/chrdev/good.c", &["--property", "chrdev"]);
    assert!(page.contains("registered == true"), "{page}");
    for internal in ["$", "return'", "_Bool"] {
        assert!(!page.contains(internal), "{internal}: {page}");
    }
}

#[test]
fn a_proof_without_invariants_says_so() {
    let folder = folder("without");
    let saved = folder.join("saved");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("a.c");
    let proof = |code: &str| {
        std::fs::write(&file, code).expect("written");
        expect_proof(&[text_of(&file), "--save", text_of(&saved)]);
        std::fs::read_to_string(saved.join("proof.txt")).expect("a proof")
    };
    let page = proof(
        "void reach_error(void); int some(void);
         static void swap(int *p, int *q) { *p ^= *q; *q ^= *p; *p ^= *q; }
         int main(void) {
           int a[2] = { 5, 6 }, i = some();
           if (i < 0 || i > 1) return 0;
           swap(&a[0], &a[i]);
           if (i ? a[0] != 6 || a[1] != 5 : a[0] != 0) reach_error();
           return 0;
         }",
    );
    assert!(
        page.starts_with("All executions were followed to their ends"),
        "{page}"
    );
    assert!(page.contains("no invariants; --certify asks for"), "{page}");
    let page = proof(
        "void reach_error(void); int some(void); void never_called(void) { reach_error(); }
         int main(void) { int n = some(); while (n > 0) n = some(); return n; }",
    );
    assert!(
        page.contains("nothing is left that could violate"),
        "{page}"
    );
}
