//! Which variables can hold a prophecy: small programs whose variable `chosen` is one.

use analysis::prophecy::Prophecies;
use frontend::{Config, Input, compile};
use ir::Program;

fn program(text: &str) -> Program {
    let input = Input::Text {
        name: "test.c".into(),
        text: text.into(),
    };
    match compile(&[input], &Config::default()) {
        Ok(compiled) => compiled.program,
        Err(failure) => panic!("{:?}", failure.diagnostics),
    }
}

/// The variables that may hold it beside `chosen`, and whether it goes where it cannot be followed.
fn holding(text: &str) -> (Vec<String>, bool) {
    let mut program = program(text);
    let watched = program.vars.iter().find(|(_, v)| &*v.name == "chosen");
    program.prophecies = watched.map(|(id, _)| id).into_iter().collect();
    let found = Prophecies::new(&program);
    let mut names: Vec<String> = program
        .vars
        .iter()
        .filter(|(id, _)| found.may_hold(*id))
        .map(|(_, v)| v.name.to_string())
        .filter(|name| name != "chosen")
        .collect();
    names.sort();
    let constant = program.int(0);
    (names, found.tell(&program, constant))
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.into()).collect()
}

#[test]
fn copies_and_parameters_hold_it_and_comparisons_and_memory_do_not() {
    let text = "extern void *chosen; void *state; int same; void *table[2];
        static void note(void *what) { state = what; }
        int main(void) { void *other = &same; same = other == chosen; note(chosen); other = table[0]; return 0; }";
    assert_eq!(holding(text), (names(&["state", "what"]), false));
}

#[test]
fn results_and_arithmetic_hold_it() {
    let text =
        "extern void *chosen; void *table[2]; static long next(void) { return (long)chosen + 8; }
        int main(void) { long n = next(); int low = (int)n; void *p = table[0]; return low != 0; }";
    let (found, anywhere) = holding(text);
    assert!(found.contains(&"n".to_string()) && found.contains(&"low".to_string()));
    assert!(!found.contains(&"p".to_string()) && !anywhere);
}

#[test]
fn memory_hands_it_on() {
    let text = "extern void *chosen; void *table[2];
        int main(void) { table[1] = chosen; void *p = table[0]; return p != 0; }";
    let (found, anywhere) = holding(text);
    assert!(found.contains(&"p".to_string()) && !anywhere);
}

#[test]
fn functions_without_a_body_hand_it_anywhere() {
    let text = "extern void *chosen; void give(void *); int main(void) { give(chosen); return 0; }";
    assert!(holding(text).1);
}

#[test]
fn without_a_choice_there_is_nothing() {
    let text = "void *other; int main(void) { void *p = other; return p != 0; }";
    assert_eq!(holding(text), (Vec::new(), false));
}
