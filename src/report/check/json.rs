//! The answer for machines: one JSON object.
//!
//! ```text
//! { "schema": 1, "verdict": "proved" | "bug" | "unknown" | "not applicable", "property": …, "entry": …,
//!   "not_checked": [ … ],                  what the property speaks of and nothing was said about: sentences
//!   "proved_by": "predicates" | "only execution" | "unrolling" | "slicing",                        of a proof
//!   "measures": [ … ],                                               of a proof that every execution ends: sentences
//!   "certificate": { "confirmed", "conditions", "axioms", "reason" },
//!   "invariants": [ { "function", "entered_with", "lines": [ { "file", "line", "column", "loop", "violation", "holds" } ],
//!                     "returns": [ { "entered_with", "holds" } ] } ],                      with `--certify`
//!   "message": …, "rule": …, "place": { "file", "line" },                                          of a bug
//!   "story": [ { "file", "line", "function", "depth", "source", "remarks": [ { "kind", "text" } ] } ],
//!   "inputs": [ { "name", "value", "file", "line" } ],
//!   "placement": [ { "variable", "address" } ],         of a bug of a program that makes use of where objects lie
//!   "reason": …, "place": …, "limit": "time" | "memory" | "interrupt", "phase": …,                 of "unknown"
//!   "assumptions": [ { "kind", "assumption", "constructs": [ { "name", "times" } ] } ],
//!   "predicates": [ { "scope", "text" } ],
//!   "iterations": [ { "predicates", "lemmas", "trace", …_seconds } ],
//!   "memory_kb": …, "files": [ … ] }
//! ```
//!
//! In a file (`--report json=FILE`) there is a fifth verdict, `error`, of an input that cannot be read, with
//! `"problems": [ { "severity", "message", "place": { "file", "line", "column" } } ]`.
//!
//! Fields that do not belong to the verdict are missing. Times, memory and the files that were read come only with
//! `--stats`.

use semantics::claims;
use serde_json::{Value, json};
use source::Sources;

use super::invariants::{self, Formula};
use super::outcome::{CheckRequest, Outcome, Problem};
use super::{Answer, Partial, Spot, assumptions};
use crate::limits::{Reached, peak_memory};
use crate::story::{Row, Story};
use verify::{Iteration, Phase, ProvedBy, Verdict};

/// Changes when the meaning of a field does.
const SCHEMA: u32 = 1;

pub(super) fn json(answer: &Answer<'_>, times: bool) -> String {
    let check = answer.check;
    let mut whole = json!({
        "schema": SCHEMA,
        "property": answer.property.name(),
        "entry": answer.entry(),
        "assumptions": groups(answer),
        "predicates": answer
            .predicates()
            .map(|(scope, text)| json!({ "scope": scope, "text": text }))
            .collect::<Vec<_>>(),
        "iterations": check
            .statistics
            .iterations
            .iter()
            .map(|it| iteration(it, times))
            .collect::<Vec<_>>(),
    });
    if times {
        whole["memory_kb"] = peak_memory().into();
        whole["files"] = files(answer.sources()).into();
    }
    if !answer.checked.applicable {
        whole["verdict"] = "not applicable".into();
        return pretty(&whole);
    }
    if !answer.not_checked().is_empty() {
        whole["not_checked"] = answer.not_checked().into();
    }
    match answer.verdict {
        Verdict::Proved => {
            whole["verdict"] = "proved".into();
            whole["proved_by"] = proved_by(answer.proved_by()).into();
            if !check.remarks.is_empty() {
                whole["measures"] = check.remarks.clone().into();
            }
            if let Some(certificate) = &check.certificate {
                whole["certificate"] = confirmed(certificate.outcome);
            }
            if let Some(certificate) = check
                .certificate
                .as_ref()
                .filter(|_| check.insists_on_confirmation())
            {
                let functions = invariants::invariants(check, answer.sources(), certificate);
                whole["invariants"] = functions.iter().map(function).collect();
            }
        }
        Verdict::Bug(bug) => {
            let violation = &answer.checked.violations[&bug.violation];
            whole["verdict"] = "bug".into();
            whole["message"] = violation.message.as_str().into();
            whole["rule"] = violation.rule.as_str().into();
            whole["place"] = answer.place().map_or(Value::Null, |s| place(&s));
            if let Some(told) = &answer.story {
                whole["story"] = told.rows.iter().map(row).collect();
                whole["inputs"] = inputs(told);
            }
            if let Some(places) = &bug.places {
                let place = |(name, at): &(String, u64)| json!({ "variable": name, "address": at });
                whole["placement"] = places.iter().map(place).collect();
            }
        }
        Verdict::Unknown(why) => {
            whole["verdict"] = "unknown".into();
            whole["reason"] = why.as_str().into();
            if let Some((spot, message)) = answer.obstacle() {
                whole["place"] = place(&spot);
                whole["message"] = message.into();
            }
        }
    }
    pretty(&whole)
}

/// `--report json=FILE`: the answer as it is printed, or why there is none.
pub(crate) fn report(outcome: Outcome<'_>, asked: &CheckRequest) -> String {
    match outcome {
        Outcome::Answer(answer) => json(answer, asked.stats),
        Outcome::Limit(limit, partial) => {
            let mut whole = at_limit(limit, partial, asked.stats);
            whole["phase"] = phase(partial).into();
            pretty(&whole)
        }
        Outcome::Refused(partial) => refused(partial),
    }
}

/// When the input cannot be read: nothing is printed then, but a file that another process waits for must say so.
fn refused(partial: &Partial) -> String {
    let problem = |problem: &Problem| {
        let place = problem.place.as_ref();
        json!({
            "severity": if problem.is_error { "error" } else { "warning" },
            "message": problem.message,
            "place": place.map(|at| json!({ "file": at.file, "line": at.line, "column": at.column })),
        })
    };
    pretty(&json!({
        "schema": SCHEMA,
        "verdict": "error",
        "problems": partial.refusals().iter().map(problem).collect::<Vec<_>>(),
    }))
}

/// When a limit is reached. How far it has come by then is told only on request.
pub(crate) fn unknown(limit: Reached, partial: &Partial, stats: bool) -> String {
    pretty(&at_limit(limit, partial, stats))
}

fn at_limit(limit: Reached, partial: &Partial, stats: bool) -> Value {
    let mut whole = json!({
        "schema": SCHEMA,
        "verdict": "unknown",
        "entry": partial.starts_in,
        "reason": limit.to_string(),
        "limit": limit.name(),
    });
    if let Some(property) = &partial.property {
        whole["property"] = property.name().into();
    }
    if stats {
        whole["phase"] = phase(partial).into();
        if let Some(spot) = &partial.obstacle {
            whole["place"] = place(spot);
        }
        let iterations = partial.statistics.iterations.iter();
        whole["iterations"] = iterations.map(|it| iteration(it, true)).collect();
        whole["memory_kb"] = peak_memory().into();
        whole["files"] = partial.files.clone().into();
    }
    whole
}

pub(super) fn phase(partial: &Partial) -> &'static str {
    partial.phase.map_or("preparation", Phase::name)
}

/// The files of the user's that a program was made of, with those they include.
pub(crate) fn files(sources: &Sources) -> Vec<String> {
    let of_unit = |unit: &source::Unit| -> Vec<String> {
        let lines = unit.lines();
        let names = lines.user_files().into_iter().map(|id| lines.file_name(id));
        names.map(str::to_owned).collect()
    };
    let mut files: Vec<String> = sources
        .units()
        .flat_map(|(_, unit)| of_unit(unit))
        .collect();
    files.sort_unstable();
    files.dedup();
    files
}

pub(super) fn proved_by(by: ProvedBy) -> &'static str {
    match by {
        ProvedBy::OnlyExecution => "only execution",
        ProvedBy::Unrolling => "unrolling",
        ProvedBy::Text => "slicing",
        ProvedBy::Abstraction => "predicates",
    }
}

/// What became of the second look at a proof.
fn confirmed(outcome: claims::Outcome) -> Value {
    match outcome {
        claims::Outcome::Holds(n, axioms) => {
            let axioms: Vec<&str> = axioms.iter().map(|axiom| axiom.name()).collect();
            json!({ "confirmed": true, "conditions": n, "axioms": axioms })
        }
        claims::Outcome::Open(_, _, why) => json!({ "confirmed": false, "reason": why.text() }),
        claims::Outcome::Fails(..) => json!({ "confirmed": false }),
    }
}

fn function(function: &invariants::Function<'_>) -> Value {
    let line = |line: &invariants::Line| {
        json!({
            "file": line.file,
            "line": line.line,
            "column": line.column,
            "loop": line.is_loop,
            "violation": line.is_violation,
            "holds": line.text(),
        })
    };
    let returns = |(before, after): &(Formula, Formula)| json!({ "entered_with": before.text(), "holds": after.text() });
    json!({
        "function": function.name,
        "entered_with": function.entered.text(),
        "lines": function.lines.iter().map(line).collect::<Vec<_>>(),
        "returns": function.returns.iter().map(returns).collect::<Vec<_>>(),
    })
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn place(spot: &Spot) -> Value {
    json!({ "file": spot.file, "line": spot.line })
}

fn row(row: &Row) -> Value {
    let remarks = row.remarks.iter();
    let remarks = remarks.map(|r| json!({ "kind": r.kind(), "text": r.text() }));
    json!({
        "file": row.file,
        "line": row.line,
        "function": row.function,
        "depth": row.depth,
        "source": row.source,
        "remarks": remarks.collect::<Vec<_>>(),
    })
}

fn inputs(story: &Story) -> Value {
    let one = |given: &crate::story::StoryInput| {
        let row = &story.rows[given.row];
        json!({
            "name": given.name,
            "value": given.value,
            "file": row.file,
            "line": row.line,
        })
    };
    story.inputs.iter().map(one).collect()
}

fn groups(answer: &Answer<'_>) -> Value {
    let groups = answer.assumptions();
    let one = |group: &assumptions::Group<'_>| {
        let constructs = group.constructs.iter();
        let constructs = constructs.map(|(name, times)| json!({ "name": name, "times": times }));
        json!({
            "kind": group.kind.name(),
            "assumption": group.assumption,
            "constructs": constructs.collect::<Vec<_>>(),
        })
    };
    groups.iter().map(one).collect()
}

fn iteration(it: &Iteration, times: bool) -> Value {
    let mut value = json!({
        "predicates": it.predicates,
        "lemmas": it.lemmas,
        "trace": it.trace,
    });
    if times {
        value["abstraction_seconds"] = it.abstraction.as_secs_f64().into();
        value["checking_seconds"] = it.checking.as_secs_f64().into();
        value["simulation_seconds"] = it.simulation.as_secs_f64().into();
        value["refinement_seconds"] = it.explanation.as_secs_f64().into();
    }
    value
}
