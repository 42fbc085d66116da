//! The programs of `corpus/`: the broken ones violate their property on some small input, the correct
//! ones on none.

use crate::explore::{Found, explore};
use frontend::property::{Property, compile_with_property, rules};
use frontend::{Config, Input};
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

fn explored(property: &Property, file: &Path, most_runs: usize) -> Result<Found, String> {
    let inputs = [Input::File(file.to_owned())];
    let config = Config {
        models: true,
        ..Config::default()
    };
    match compile_with_property(&inputs, &config, property) {
        Ok(checked) if !checked.applicable => Err("the property does not apply".into()),
        Ok(checked) => Ok(explore(&checked, most_runs)),
        Err(failure) => Err(failure.diagnostics.render(&failure.sources)),
    }
}

/// What is wrong with an answer, if the program is correct or is not.
fn wrong(found: Result<Found, String>, correct: bool) -> Option<String> {
    match (found, correct) {
        (Ok(Found::Violation(_)), false) => None,
        (Ok(Found::Nothing | Found::GaveUp), true) => None,
        (Ok(found), _) => Some(format!("{found:?}")),
        (Err(text), _) => Some(text),
    }
}

#[test]
fn every_rule_has_an_example_that_obeys_and_one_that_violates_it() {
    let mut failures = Vec::new();
    for rule in rules::all() {
        let property = Property::rule(rule.name).expect("the rule is there");
        for (name, correct) in [("good.c", true), ("bad.c", false)] {
            let file = corpus().join("rules").join(rule.name).join(name);
            if let Some(text) = wrong(explored(&property, &file, 3_000), correct) {
                failures.push(format!("{}: {text}", file.display()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Where the benchmarks are, the rules give the expected answers on them as far as small inputs show.
#[test]
#[ignore = "needs benchmarks that are not part of the project"]
fn linux_rules() {
    let root = Path::new("/work/shared/benchmarks/linux-rules");
    let tasks = std::fs::read_to_string(root.join("tasks.csv")).expect("the list is there");
    let mut failures = Vec::new();
    for line in tasks.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let property = Property::rule(fields[1]).expect("the rule is there");
        let found = explored(&property, &root.join(fields[0]), 60_000);
        if let Some(text) = wrong(found, fields[2] == "true") {
            failures.push(format!("{}: {text}", fields[0]));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
