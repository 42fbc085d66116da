//! The answer as SARIF: one run with one result, or with none and the reasons.
//!
//! | answer | kind | level |
//! |---|---|---|
//! | bug | `fail` | `error` |
//! | proved | `pass` | `none` |
//! | don't know | `open` | `none` |
//! | not applicable | `notApplicable` | `none` |
//!
//! An input that cannot be read has no result, but notifications. Every result has a place, the function that execution
//! starts with if there is no better one: code scanning asks for it.

mod fingerprint;
mod flow;
mod region;

use std::path::Path;

use serde_json::{Map, Value, json};

use super::outcome::{CheckRequest, Outcome, Problem, warnings};
use super::phrasing::{self, Sort, at_limit};
use super::{Answer, Partial, Spot, files};
use crate::exit::Exit;
use crate::interrupt::Signal;
use crate::limits::Reached;
use crate::report::formats::sarif::{
    Artifacts, AutomationDetails, Finding, Invocation, Location, Log, Message, Notification,
    Region, Rule, Run,
};
use region::Regions;
use verify::Verdict;

pub(crate) fn sarif(outcome: Outcome<'_>, asked: &CheckRequest) -> String {
    let mut artifacts = Artifacts::new();
    let (property, about) = property(outcome, asked);
    let mut run = Run::new(vec![Rule::new(property, about)]);
    run.automation_details = Some(AutomationDetails {
        id: category(property, asked),
    });
    let mut said = Vec::new();
    match outcome {
        Outcome::Answer(answer) => {
            let found = of_answer(answer, &mut artifacts);
            run.results.push(found);
            let problems = warnings(answer.checked);
            said.extend(problems.iter().map(|p| notification(p, &mut artifacts)));
            // What the preprocessor makes up is no file.
            let read = files(answer.sources()).into_iter();
            read.filter(|file| !file.starts_with('<')).for_each(|file| {
                artifacts.location(&file);
            });
        }
        Outcome::Limit(limit, partial) => {
            run.results
                .push(of_limit(property, limit, partial, asked, &mut artifacts));
            said.push(Notification {
                level: "warning",
                message: Message::new(&limit.to_string()),
                locations: Vec::new(),
            });
        }
        Outcome::Refused(partial) => {
            let problems = partial.refusals();
            said.extend(problems.iter().map(|p| notification(p, &mut artifacts)));
        }
    }
    run.invocations.push(invocation(outcome, asked, said));
    run.artifacts = artifacts.list();
    Log::new(run).text()
}

/// Its name, and what it is about.
fn property<'a>(outcome: Outcome<'a>, asked: &'a CheckRequest) -> (&'a str, &'a str) {
    let property = match outcome {
        Outcome::Answer(answer) => Some(answer.property),
        Outcome::Limit(_, partial) | Outcome::Refused(partial) => partial.property.as_ref(),
    };
    property.map_or((&asked.property, ""), |p| (p.name(), p.about()))
}

/// What tells this run from those of other properties, functions and programs. What is behind the last slash would tell
/// one run of the same from another.
fn category(property: &str, asked: &CheckRequest) -> String {
    let file = asked.files.first().map_or("-", |file| file.as_str());
    // Elsewhere the same program lies in another folder.
    let here = std::env::current_dir().unwrap_or_default();
    let file = Path::new(file)
        .strip_prefix(&here)
        .unwrap_or(Path::new(file));
    let file = file.display();
    format!("cegar/{property}/{}/{file}/", asked.entry)
}

fn invocation(outcome: Outcome<'_>, asked: &CheckRequest, said: Vec<Notification>) -> Invocation {
    let exit = outcome.exit();
    let signal = match outcome {
        Outcome::Limit(limit, _) => limit.signal(),
        _ => None,
    };
    let failed = matches!(exit, Exit::Input | Exit::Usage | Exit::Internal);
    let words = asked.arguments.iter().map(|word| quoted(word));
    let words = std::iter::once("cegar".to_owned()).chain(words);
    Invocation {
        command_line: words.collect::<Vec<_>>().join(" "),
        arguments: asked.arguments.clone(),
        exit_code: signal.is_none().then_some(exit.code()),
        exit_signal_name: signal.map(Signal::name),
        exit_signal_number: signal.map(Signal::number),
        execution_successful: !failed && signal.is_none(),
        tool_execution_notifications: said,
    }
}

/// As a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=+,:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn notification(problem: &Problem, artifacts: &mut Artifacts) -> Notification {
    let location = problem.place.as_ref().map(|at| {
        let region = (at.line > 0).then(|| Region {
            start_line: at.line,
            start_column: Some(at.column.max(1)),
            ..Region::default()
        });
        Location::new(artifacts.location(&at.file), region)
    });
    Notification {
        level: if problem.is_error { "error" } else { "warning" },
        message: Message::new(&problem.message),
        locations: location.into_iter().collect(),
    }
}

fn of_limit(
    property: &str,
    limit: Reached,
    partial: &Partial,
    asked: &CheckRequest,
    artifacts: &mut Artifacts,
) -> Finding {
    let words = at_limit(limit, partial);
    let obstacle = words.obstacle.map_or(String::new(), |o| format!("; {o}"));
    let message = format!("don't know: {}; {}{obstacle}", words.reason, words.doing);
    let location = match &partial.entry {
        Some(spot) => Location::new(artifacts.location(&spot.file), line(spot)),
        None => {
            let file = asked.files.first().map_or("<stdin>", |file| file.as_str());
            Location::new(artifacts.location(file), None)
        }
    };
    Finding {
        rule_id: property.to_owned(),
        kind: kind(Sort::Unknown),
        level: "none",
        message: Message::new(&message),
        locations: vec![location],
        properties: json!({
            "verdict": "unknown",
            "entry": asked.entry,
            "reason": words.reason,
            "limit": limit.name(),
            "phase": super::json::phase(partial),
            "advice": words.advice,
        }),
        ..Finding::default()
    }
}

fn line(spot: &Spot) -> Option<Region> {
    (spot.line > 0).then(|| Region {
        start_line: spot.line,
        ..Region::default()
    })
}

fn kind(sort: Sort) -> &'static str {
    match sort {
        Sort::Proved => "pass",
        Sort::Bug => "fail",
        Sort::Unknown => "open",
        Sort::NotApplicable => "notApplicable",
    }
}

fn of_answer(answer: &Answer<'_>, artifacts: &mut Artifacts) -> Finding {
    let mut regions = Regions::new(answer.sources(), artifacts);
    let mut finding = Finding {
        rule_id: answer.property.name().to_owned(),
        kind: kind(answer.sort()),
        level: if answer.sort() == Sort::Bug {
            "error"
        } else {
            "none"
        },
        message: Message::new(&message(answer)),
        properties: properties(answer),
        ..Finding::default()
    };
    let spot = match answer.verdict {
        Verdict::Unknown(_) => answer.obstacle().map(|(spot, _)| spot),
        _ => answer.place(),
    };
    let spot = spot.or_else(|| super::entry_spot(&answer.check.prepared.program, answer.sources()));
    let place = spot.map(|spot| regions.location(&spot.file, spot.line));
    finding.locations.extend(place);
    if let (Verdict::Bug(bug), Some(story)) = (answer.verdict, &answer.story) {
        let last = story.rows.last();
        if let (Some(location), Some(row)) = (finding.locations.first_mut(), last) {
            location.logical_locations = vec![flow::function(row)];
        }
        finding.code_flows = vec![flow::flow(story, &mut regions)];
        finding.related_locations = flow::related(story, &mut regions);
        let numbered = finding.related_locations.iter_mut().enumerate();
        numbered.for_each(|(n, location)| location.id = Some(n + 1));
        let violation = &answer.checked.violations[&bug.violation];
        finding.partial_fingerprints = fingerprint::fingerprints(violation, answer.entry(), story);
    }
    finding
}

fn message(answer: &Answer<'_>) -> String {
    let headline = answer.headline();
    match answer.verdict {
        _ if answer.sort() == Sort::NotApplicable => {
            let looked = answer.looked_for().map(|words| format!("; {words}"));
            format!("not applicable: {headline}{}", looked.unwrap_or_default())
        }
        Verdict::Proved => {
            let second = answer.second_look().map(|words| format!("; {words}"));
            let second = second.unwrap_or_default();
            let open = answer.not_checked().iter();
            let open: String = open.map(|words| format!("; {words}")).collect();
            format!("proved: {headline}{open}; {}{second}", answer.proof())
        }
        Verdict::Bug(bug) => {
            let violation = &answer.checked.violations[&bug.violation];
            let placement = answer.placement().map(|said| format!("; {said}"));
            format!("{}{}", violation.message, placement.unwrap_or_default())
        }
        Verdict::Unknown(_) => {
            let leads = answer.leads_to().map(|leads| format!("; {leads}"));
            format!("don't know: {headline}{}", leads.unwrap_or_default())
        }
    }
}

/// What has no place in the standard.
fn properties(answer: &Answer<'_>) -> Value {
    let mut bag = Map::new();
    bag.insert("verdict".into(), answer.sort().machine_name().into());
    bag.insert("entry".into(), answer.entry().into());
    let assumptions = answer.assumptions();
    let assumptions: Vec<String> = assumptions.iter().map(phrasing::assumption).collect();
    bag.insert("assumptions".into(), assumptions.into());
    if !answer.not_checked().is_empty() {
        bag.insert("notChecked".into(), answer.not_checked().into());
    }
    match answer.verdict {
        Verdict::Proved if answer.sort() == Sort::Proved => {
            let by = super::json::proved_by(answer.proved_by());
            bag.insert("provedBy".into(), by.into());
        }
        Verdict::Unknown(why) => {
            bag.insert("reason".into(), why.as_str().into());
            bag.insert("advice".into(), answer.advice().into());
        }
        _ => {}
    }
    Value::Object(bag)
}
