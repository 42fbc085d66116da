//! A run as SARIF, for code scanning: one run of the tool with a result for each task that has an answer.
//!
//! Of records alone, so without the stories: `cegar check --report sarif=FILE` has them. What could not be checked is a
//! notification.

use std::io;

use frontend::property::{Property, rules};
use serde_json::json;

use super::{remark, rule, sorted};
use crate::batch::record::{About, Record, Verdict};
use crate::batch::task::Problem;
use crate::report::formats::sarif::{
    Artifacts, Finding, Invocation, Location, Log, Message, Notification, Region, Rule, Run,
};

pub(crate) fn write(
    records: &[Record],
    about: Option<&About>,
    mut to: impl io::Write,
) -> io::Result<()> {
    to.write_all(log(records, about).text().as_bytes())
}

fn log(records: &[Record], about: Option<&About>) -> Log {
    let records = sorted(records);
    let mut names: Vec<&str> = records.iter().map(|record| rule(record)).collect();
    names.sort_unstable();
    names.dedup();
    let mut run = Run::new(names.iter().map(|name| described(name)).collect());
    let mut artifacts = Artifacts::new();
    let mut said = Vec::new();
    for record in records {
        let location = location(record, &mut artifacts);
        match record.verdict {
            Verdict::Error => said.push(Notification {
                level: "error",
                message: Message::new(&format!("{}: {}", record.task, remark(record))),
                locations: vec![location],
            }),
            _ => {
                let index = names.binary_search(&rule(record)).unwrap_or(0);
                run.results.push(finding(record, index, location));
            }
        }
    }
    let problems = about.map_or(&[][..], |about| &about.problems);
    said.extend(problems.iter().map(unusable));
    run.invocations.push(Invocation {
        arguments: about.map_or(Vec::new(), |about| {
            about.command.iter().skip(1).cloned().collect()
        }),
        execution_successful: said.is_empty(),
        tool_execution_notifications: said,
        ..Invocation::default()
    });
    run.artifacts = artifacts.list();
    Log::new(run)
}

/// A built-in rule by its documentation; of others, nothing but the name is known.
fn described(name: &str) -> Rule {
    let property = rules::find(name).and_then(|_| Property::rule(name));
    let about = property.as_ref().map_or("", Property::about);
    Rule::new(name, about)
}

fn finding(record: &Record, rule_index: usize, location: Location) -> Finding {
    let (kind, level) = match record.verdict {
        Verdict::Bug => ("fail", "error"),
        Verdict::Proved => ("pass", "none"),
        Verdict::NotApplicable => ("notApplicable", "none"),
        Verdict::Unknown | Verdict::Error => ("open", "none"),
    };
    let message = match (record.verdict, &record.reason) {
        (Verdict::Bug, Some(reason)) => reason.clone(),
        (verdict, Some(reason)) => format!("{}: {reason}", verdict.phrase()),
        (verdict, None) => verdict.phrase().to_owned(),
    };
    Finding {
        rule_id: rule(record).to_owned(),
        rule_index,
        kind,
        level,
        message: Message::new(&message),
        locations: vec![location],
        properties: json!({ "task": record.task, "assumptions": record.assumptions }),
        ..Finding::default()
    }
}

/// Where the answer is about, or the program.
fn location(record: &Record, artifacts: &mut Artifacts) -> Location {
    match &record.place {
        Some(place) => {
            let region = (place.line > 0).then(|| Region {
                start_line: place.line,
                ..Region::default()
            });
            Location::new(artifacts.location(&place.file), region)
        }
        None => {
            let first = record.files.first();
            let file = first.map_or(record.task.clone(), |file| file.display().to_string());
            Location::new(artifacts.location(&file), None)
        }
    }
}

fn unusable(problem: &Problem) -> Notification {
    Notification {
        level: "error",
        message: Message::new(&problem.to_string()),
        locations: Vec::new(),
    }
}
