//! `cegar rules`, as people and scripts see it.

use std::process::{Command, Output};

fn rules(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cegar"))
        .arg("rules")
        .args(arguments)
        .output()
        .expect("cegar runs")
}

#[test]
fn rules_are_listed_with_a_line_each_and_printed_by_name() {
    let list = rules(&[]);
    assert!(list.status.success());
    let text = String::from_utf8_lossy(&list.stdout).into_owned();
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert!(names.len() >= 25, "{text}");
    for name in names {
        let one = rules(&[name]);
        assert!(one.status.success(), "{name}");
        assert!(one.stdout.starts_with(b"// "), "{name}");
    }
}

#[test]
fn a_rule_that_is_not_there_is_a_mistake_in_the_arguments() {
    let none = rules(&["no-such-rule"]);
    assert_eq!(none.status.code(), Some(1));
    let said = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(said.contains("there is no rule 'no-such-rule'"), "{said}");
}
