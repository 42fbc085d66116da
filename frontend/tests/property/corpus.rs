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
    explored_from("main", property, file, most_runs)
}

fn explored_from(
    entry: &str,
    property: &Property,
    file: &Path,
    most_runs: usize,
) -> Result<Found, String> {
    let inputs = [Input::File(file.to_owned())];
    let config = Config {
        models: true,
        entry: entry.into(),
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

#[test]
fn drivers() {
    let mut failures = Vec::new();
    let folder = |name| std::fs::read_dir(corpus().join(name)).expect("the drivers are there");
    let entries = folder("drivers").chain(folder("open")).flatten();
    let mut tasks: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    tasks.sort();
    assert!(tasks.len() >= 60, "{} drivers", tasks.len());
    for task in tasks {
        let text = std::fs::read_to_string(task.join("task.toml")).expect("a task file");
        let fields: toml::Table = text.parse().expect("a well-formed task file");
        let value = |key: &str| fields.get(key).and_then(toml::Value::as_str).unwrap_or("");
        let name = value("property");
        let argument = match name.strip_suffix(".spec") {
            Some(_) => task.join(name).display().to_string(),
            None => name.into(),
        };
        let property = match Property::open(&argument) {
            Ok(property) => property,
            Err(failure) => panic!("{}", failure.diagnostics.render(&failure.sources)),
        };
        let entry = match value("entry") {
            "" => "main",
            entry => entry,
        };
        let correct = explored_from(entry, &property, &task.join(value("correct")), 1_000);
        if let Some(text) = wrong(correct, true) {
            failures.push(format!("{} (correct): {text}", task.display()));
        }
        // Without a message, there is more than one way to violate the property.
        let message = value("violation");
        match explored_from(entry, &property, &task.join(value("broken")), 8_000) {
            Ok(Found::Violation(found)) if message.is_empty() || found == message => {}
            other => failures.push(format!("{} (broken): {other:?}", task.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
