//! The programs of `corpus/`: the broken ones violate their property on some small input, the correct ones on none.
//!
//! A test for each rule and each driver: `cargo test -p frontend --test property_corpus rules/spinlock`.

#[allow(dead_code)] // Each test uses its own part.
#[path = "property/explore.rs"]
mod explore;
#[allow(dead_code)] // Each test uses its own part.
#[path = "property/watched.rs"]
mod watched;

use explore::{Found, explore};
use frontend::environment::Environment;
use frontend::property::{Property, compile_with_property, rules};
use frontend::{Config, Input};
use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

fn explored(
    entry: &str,
    property: &Property,
    file: &Path,
    most_runs: usize,
) -> Result<Found, String> {
    let inputs = [Input::File(file.to_owned())];
    let config = Config {
        models: true,
        entry: entry.into(),
        environment: match entry {
            "main" => Environment::named("auto"),
            _ => Environment::None,
        },
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

fn main() -> ExitCode {
    let mut trials: Vec<Trial> = rules::all().iter().map(|r| rule_trial(r.name)).collect();
    let folder = |name| std::fs::read_dir(corpus().join(name)).expect("the drivers are there");
    let entries = folder("drivers").chain(folder("open")).flatten();
    let mut tasks: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    tasks.sort();
    assert!(tasks.len() >= 60, "{} drivers", tasks.len());
    trials.extend(tasks.into_iter().map(driver_trial));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Every rule has an example that obeys and one that violates it.
fn rule_trial(name: &'static str) -> Trial {
    Trial::test(format!("rules/{name}"), move || {
        let property = Property::rule(name).expect("the rule is there");
        for (file, correct) in [("good.c", true), ("bad.c", false)] {
            let path = corpus().join("rules").join(name).join(file);
            if let Some(text) = wrong(explored("main", &property, &path, 3_000), correct) {
                return Err(format!("{file}: {text}").into());
            }
        }
        Ok(())
    })
}

fn driver_trial(task: PathBuf) -> Trial {
    let folder = task.parent().and_then(Path::file_name).unwrap_or_default();
    let name = Path::new(folder).join(task.file_name().unwrap_or_default());
    Trial::test(name.display().to_string(), move || Ok(driver(&task)?))
}

fn driver(task: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(task.join("task.toml")).expect("a task file");
    let fields: toml::Table = text.parse().expect("a well-formed task file");
    let value = |key: &str| fields.get(key).and_then(toml::Value::as_str).unwrap_or("");
    let name = value("property");
    let argument = match name.strip_suffix(".spec") {
        Some(_) => task.join(name).display().to_string(),
        None => name.into(),
    };
    let property = Property::open(&argument).map_err(|f| f.diagnostics.render(&f.sources))?;
    let entry = match value("entry") {
        "" => "main",
        entry => entry,
    };
    let correct = explored(entry, &property, &task.join(value("correct")), 1_000);
    if let Some(text) = wrong(correct, true) {
        return Err(format!("the correct one: {text}"));
    }
    // Without a message, there is more than one way to violate the property.
    let message = value("violation");
    // What calls a module goes on for ever: these runs need not get as far as the bug. That it is one is asked by
    // `check_corpus`, whose answer is run in the whole program.
    let text = std::fs::read_to_string(task.join(value("broken"))).expect("a program");
    let is_module = text.contains("module_init(");
    match explored(entry, &property, &task.join(value("broken")), 8_000) {
        Ok(Found::Violation(found)) if message.is_empty() || found == message => Ok(()),
        Ok(Found::GaveUp) if is_module => Ok(()),
        other => Err(format!("the broken one: {other:?}")),
    }
}
