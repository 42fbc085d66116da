//! All configurations that violate a property: as text, as JSON, and drawn.
//!
//! The automaton reads a stack from its top. A state is called after the procedure whose frame was read last, with a number where
//! there are several: `f/2`. As JSON:
//!
//! ```text
//! { "verdict": "set", "formula": …, "file": …, "states": [ { "name", "procedure", "ends" } ],
//!   "transitions": [ { "from": a name or null, "to", "procedure", "line", "column", "text", "condition" } ] }
//! ```
//!
//! and where one of a set was asked for `{ "verdict": "violating" | "none", "formula", "set", "reachable", "stack" }`, or
//! with `--reachable` the fields of `--reach` beside them. `"run"` is a run from there that violates, as with `--ltl`.

use std::fmt::Write;

use checker::bp::ProcId;
use checker::configurations::ConfigurationVerdict;
use checker::flow::{ControlPoint, quoted};
use checker::temporal::{Among, FrameTransition, Variable, ViolatingSet};
use serde_json::json;

use super::temporal::{Told, told};
use super::{Subject, json as values, text};

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Json,
    Dot,
}

/// What was asked about the configurations of a set.
pub(crate) struct AskedAmong<'a> {
    pub(crate) set: &'a str,
    pub(crate) formula: &'a str,
    pub(crate) reachable: bool,
    /// So many configurations of a run are shown.
    pub(crate) lines: usize,
}

/// The set.
pub(crate) fn violating(
    subject: &Subject<'_>,
    formula: &str,
    set: &ViolatingSet,
    form: Form,
) -> String {
    let names = names(subject, set);
    match form {
        Form::Text => as_text(subject, formula, set, &names),
        Form::Json => as_json(subject, formula, set, &names),
        Form::Dot => as_dot(subject, set, &names),
    }
}

/// The answer to whether one of a set violates.
pub(crate) fn violating_among(
    subject: &Subject<'_>,
    asked: &AskedAmong<'_>,
    answer: &Among,
    form: Form,
) -> String {
    let AskedAmong {
        set,
        formula,
        reachable,
        lines,
    } = asked;
    if form == Form::Json {
        let mut whole = match answer {
            Among::Reachable(found, _) => values::configurations_value(subject, set, found),
            Among::Some(stack, _) => json!({ "stack": subject.stack(stack) }),
            Among::None => json!({}),
        };
        let verdict = match answer {
            Among::None => "none",
            Among::Some(..) | Among::Reachable(..) => "violating",
        };
        if let Among::Some(_, Some(run)) | Among::Reachable(_, Some(run)) = answer {
            whole["run"] = told(subject, run);
        }
        whole["verdict"] = verdict.into();
        whole["file"] = subject.file.into();
        whole["formula"] = (*formula).into();
        whole["set"] = (*set).into();
        whole["reachable"] = (*reachable).into();
        return values::pretty(&whole);
    }
    let mut out = match answer {
        Among::None if *reachable => {
            format!("none of {set} can be reached and violates: {formula}\n")
        }
        Among::None => format!("none of {set} violates: {formula}\n"),
        Among::Some(stack, _) => format!(
            "one of {set} violates: {formula}\nits stack, from the top:\n{}",
            text::stack(subject, stack)
        ),
        Among::Reachable(found, _) => {
            let way = text::configurations(subject, set, found);
            // What follows the first line is the way to it.
            let way = way.split_once('\n').map_or("", |(_, rest)| rest);
            let told = match found {
                ConfigurationVerdict::Reachable(Some(_)) => "; it is the last one here",
                _ => "",
            };
            format!("one of {set} can be reached and violates: {formula}{told}\n{way}")
        }
    };
    if let Among::Some(_, Some(run)) | Among::Reachable(_, Some(run)) = answer {
        out.push_str("from there ");
        let lines = *lines;
        // Writing to a string does not fail.
        let _ = Told { subject, lines }.run(&mut out, run);
    }
    out
}

fn names(subject: &Subject<'_>, set: &ViolatingSet) -> Vec<String> {
    let of = |proc: ProcId| set.states.iter().filter(move |s| s.proc == proc).count();
    let mut seen: Vec<ProcId> = Vec::new();
    let name = |state: &checker::temporal::StackState| {
        seen.push(state.proc);
        let number = seen.iter().filter(|&&proc| proc == state.proc).count();
        let name = procedure(subject, state.proc);
        match of(state.proc) {
            1 => name,
            _ => format!("{name}/{number}"),
        }
    };
    set.states.iter().map(name).collect()
}

fn procedure(subject: &Subject<'_>, proc: ProcId) -> String {
    let program = subject.program;
    program
        .name_text(program.proc(proc).name.symbol)
        .to_string()
}

/// A frame in words.
fn frame(subject: &Subject<'_>, transition: &FrameTransition) -> String {
    let spot = subject.places.spot(transition.proc, transition.place);
    let proc = procedure(subject, transition.proc);
    let after = match (transition.from, transition.place) {
        (Some(_), ControlPoint::Returned(_)) => "after ",
        _ => "",
    };
    let fails = match transition.place {
        ControlPoint::Failed(_) => " (fails)",
        _ => "",
    };
    let condition = condition(subject, transition);
    let condition = match condition.as_str() {
        "true" => String::new(),
        condition => format!("  [{condition}]"),
    };
    format!(
        "{proc}:{} {after}{}{fails}{condition}",
        spot.line, spot.text
    )
}

fn condition(subject: &Subject<'_>, transition: &FrameTransition) -> String {
    let program = subject.program;
    let name = |variable: &Variable| match variable {
        Variable::Named(symbol) => program.name_text(*symbol).to_string(),
        Variable::Hidden(symbol) => format!("global {}", program.name_text(*symbol)),
        Variable::Returned(number) => format!("result {}", number + 1),
    };
    let literal = |(variable, value): &(Variable, bool)| {
        let sign = if *value { "" } else { "!" };
        format!("{sign}{}", name(variable))
    };
    let cube = |cube: &Vec<(Variable, bool)>| match cube.is_empty() {
        true => "true".to_owned(),
        false => cube.iter().map(literal).collect::<Vec<_>>().join(" & "),
    };
    let mut out = transition
        .condition
        .iter()
        .map(cube)
        .collect::<Vec<_>>()
        .join(" | ");
    if transition.has_more {
        out.push_str(" | …");
    }
    out
}

fn as_text(subject: &Subject<'_>, formula: &str, set: &ViolatingSet, names: &[String]) -> String {
    let mut out = format!("violating: {formula}\n");
    if set.transitions.iter().all(|t| t.from.is_some()) {
        out.push_str("no configuration\n");
        return out;
    }
    let mut from = None;
    out.push_str("on top of the stack:\n");
    for transition in &set.transitions {
        if transition.from != from {
            from = transition.from;
            // Writing to a string does not fail.
            let _ = match from {
                Some(state) => writeln!(out, "below {}:", names[state]),
                None => Ok(()),
            };
        }
        let shown = frame(subject, transition);
        let _ = writeln!(out, "  {shown}  -> {}", names[transition.to]);
    }
    let ends = names.iter().zip(&set.states).filter(|(_, s)| s.ends);
    let ends: Vec<&str> = ends.map(|(name, _)| name.as_str()).collect();
    let _ = writeln!(out, "the stack may end after: {}", ends.join(", "));
    out
}

fn as_json(subject: &Subject<'_>, formula: &str, set: &ViolatingSet, names: &[String]) -> String {
    let states = names.iter().zip(&set.states).map(|(name, state)| {
        json!({ "name": name, "procedure": procedure(subject, state.proc), "ends": state.ends })
    });
    let transitions = set.transitions.iter().map(|t| {
        let spot = subject.places.spot(t.proc, t.place);
        json!({
            "from": t.from.map(|state| &names[state]),
            "to": names[t.to],
            "procedure": procedure(subject, t.proc),
            "line": spot.line,
            "column": spot.column,
            "text": spot.text,
            "condition": condition(subject, t),
        })
    });
    values::pretty(&json!({
        "verdict": "set",
        "formula": formula,
        "file": subject.file,
        "states": states.collect::<Vec<_>>(),
        "transitions": transitions.collect::<Vec<_>>(),
    }))
}

fn as_dot(subject: &Subject<'_>, set: &ViolatingSet, names: &[String]) -> String {
    let mut out = String::from("digraph configurations {\n  rankdir=LR;\n  top [shape=point];\n");
    for (number, (name, state)) in names.iter().zip(&set.states).enumerate() {
        let rings = if state.ends { 2 } else { 1 };
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "  {number} [label={}, peripheries={rings}];",
            quoted(name)
        );
    }
    for transition in &set.transitions {
        let from = transition
            .from
            .map_or("top".to_owned(), |state| state.to_string());
        let label = quoted(&frame(subject, transition));
        let _ = writeln!(out, "  {from} -> {} [label={label}];", transition.to);
    }
    out.push_str("}\n");
    out
}
