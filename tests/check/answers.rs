//! Verdicts on the worked examples of the literature, and what is said with them.

use super::{
    answer, check, expect_bug, expect_proof, folder, saved, stderr, stdout, text_of, with_lock,
};

#[test]
fn one_predicate_is_enough_for_the_smallest_example() {
    let folder = folder("five");
    let text = expect_proof(&[
        "five.c",
        "--blocks",
        "statement",
        "--save",
        text_of(&folder),
    ]);
    assert!(text.contains("with 1 predicate in 2 iterations"), "{text}");
    assert_eq!(saved(&folder, "precision.txt"), "main: a > 5\n");
}

#[test]
fn the_loop_of_slam_is_proved_with_its_predicate() {
    let folder = folder("slam");
    expect_proof(&with_lock("packets.c", &["--save", text_of(&folder)]));
    let precision = saved(&folder, "precision.txt");
    assert!(
        precision.contains("main: nPackets == nPacketsOld\n"),
        "{precision}"
    );
}

#[test]
fn every_mutation_of_the_loop_of_slam_is_a_bug() {
    for (mutation, message) in [
        (
            "-DFORGET_RELEASE",
            "bug: lock is acquired twice (lock) at packets.c:14",
        ),
        (
            "-DFORGET_COUNT",
            "bug: lock is released without being acquired (lock) at packets.c:30",
        ),
        (
            "-DWRONG_CONDITION",
            "bug: lock is acquired twice (lock) at packets.c:14",
        ),
        (
            "-DFORGET_LAST_RELEASE",
            "bug: lock is held at the end (lock) at packets.c:32",
        ),
    ] {
        expect_bug(&with_lock("packets.c", &[mutation]), message);
    }
}

#[test]
fn calls_recursion_lists_and_tables_of_functions() {
    for (file, bug) in [
        (
            "interprocedural.c",
            "bug: lock is acquired twice (lock) at interprocedural.c:11",
        ),
        (
            "recursion.c",
            "bug: lock is held at the end (lock) at recursion.c:31",
        ),
        (
            "list.c",
            "bug: lock is released without being acquired (lock) at list.c:21",
        ),
        (
            "operations.c",
            "bug: lock is released without being acquired (lock) at operations.c:9",
        ),
    ] {
        expect_proof(&with_lock(file, &[]));
        expect_bug(&with_lock(file, &["-DBROKEN"]), bug);
    }
}

#[test]
fn calls_with_other_arguments_are_passed_over_and_told() {
    let folder = folder("other-arguments");
    let file = folder.join("call.c");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(
        &file,
        "void reach_error(void); static int g;\n\
         static void one(int a) { g = a; }\n\
         int main(void) { void (*p)(int, int) = (void (*)(int, int))one; p(3, 4); if (g) reach_error(); return 0; }\n",
    )
    .expect("a file can be written");
    let text = expect_proof(&[text_of(&file)]);
    assert!(
        text.contains("mismatch: call of p: functions that take other arguments than these are not called here"),
        "{text}"
    );
}

#[test]
fn a_proof_says_what_it_rests_on() {
    let text = expect_proof(&with_lock("operations.c", &[]));
    assert!(
        text.starts_with("proved: lock holds, starting in main\n"),
        "{text}"
    );
    assert!(
        text.ends_with(
            "it rests on:\n  no body: acquire, release, nondet_int: returns any value of its type and changes nothing\n  \
             memory: pointers and indices: stay inside of the object that they were made for, while it is alive, and are \
             aligned as their types ask: this is not checked\n"
        ),
        "{text}"
    );
}

#[test]
fn a_proof_says_what_it_is_made_of() {
    let proved_by = |arguments: &[&str]| {
        let output = check(&[arguments, &["--json"]].concat());
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["verdict"], "proved", "{value}");
        value["proved_by"].clone()
    };
    assert_eq!(proved_by(&with_lock("packets.c", &[])), "predicates");
    let folder = folder("only-execution");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("alone.c");
    let code = "void reach_error(void); unsigned f(unsigned n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n\
                int main(void) { if (f(12) != 144) reach_error(); return 0; }\n";
    std::fs::write(&file, code).expect("written");
    assert_eq!(proved_by(&[text_of(&file)]), "only execution");
}

#[test]
fn a_rule_that_says_nothing_about_the_program_is_not_proved() {
    let output = check(&["five.c", "--property", "mutex"]);
    assert_eq!(output.status.code(), Some(5));
    let text = stdout(&output);
    assert!(text.starts_with("not applicable: "), "{text}");
}

#[test]
fn what_does_not_apply_says_what_it_looked_for() {
    let text = answer(&["five.c", "--property", "chrdev"]);
    let functions = "register_chrdev_region, alloc_chrdev_region, unregister_chrdev_region";
    let wanted = format!(
        "not applicable: nothing that chrdev speaks of happens in the program\n  \
         starting in main, nothing calls {functions}\n"
    );
    assert_eq!(text, wanted);
    let output = check(&["five.c", "--entry", "nowhere"]);
    let said = stderr(&output);
    assert_eq!(
        said,
        "error: the program has no function 'nowhere' to start with; --entry takes main\n"
    );
}

#[test]
fn json_has_the_story() {
    let output = check(&with_lock("recursion.c", &["-DBROKEN", "--json"]));
    assert_eq!(output.status.code(), Some(10));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["schema"], 1);
    assert_eq!(value["verdict"], "bug");
    assert_eq!(value["message"], "lock is held at the end");
    assert_eq!(value["place"]["line"], 31);
    assert_eq!(value["inputs"][0]["name"], "nondet_int()");
    assert_eq!(value["inputs"][0]["value"], "1");
    assert_eq!(value["story"][1]["function"], "even");
    assert_eq!(value["story"][1]["depth"], 1);
    assert!(value["iterations"][0].get("abstraction_seconds").is_none());
    let output = check(&with_lock("recursion.c", &["--json", "--stats"]));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["verdict"], "proved");
    assert!(value["iterations"][0]["abstraction_seconds"].is_f64());
    assert!(value["predicates"][0]["text"].is_string());
    assert_eq!(value["assumptions"][0]["kind"], "no body");
}

#[test]
fn two_runs_print_the_same_bytes() {
    for arguments in [
        with_lock("operations.c", &["--json"]),
        with_lock("interprocedural.c", &["-DBROKEN", "--json"]),
        with_lock("packets.c", &["-DFORGET_COUNT"]),
    ] {
        let (first, second) = (check(&arguments), check(&arguments));
        assert_eq!(stdout(&first), stdout(&second), "{arguments:?}");
        assert_eq!(stderr(&first), stderr(&second), "{arguments:?}");
    }
}
