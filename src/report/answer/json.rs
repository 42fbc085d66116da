//! The answer for machines: one JSON object.
//!
//! ```text
//! { "schema": 1, "verdict": "proved" | "bug" | "unknown" | "not applicable", "property": …, "entry": …,
//!   "proved_by": "predicates" | "only execution" | "unrolling" | "slicing",                        of a proof
//!   "message": …, "rule": …, "place": { "file", "line" },                                          of a bug
//!   "story": [ { "file", "line", "function", "depth", "source", "remarks": [ { "kind", "text" } ] } ],
//!   "inputs": [ { "name", "value", "file", "line" } ],
//!   "only_in_slice": { "reason", "place" },                  of a bug that the whole program does not arrive at
//!   "reason": …, "place": …, "limit": "time" | "memory", "phase": …,                               of "unknown"
//!   "assumptions": [ { "kind", "assumption", "constructs": [ { "name", "times" } ] } ],
//!   "predicates": [ { "scope", "text" } ],
//!   "iterations": [ { "predicates", "lemmas", "trace", …_seconds } ],
//!   "memory_kb": …, "files": [ … ] }
//! ```
//!
//! Fields that do not belong to the verdict are missing. Times, memory and the files that were read come only with
//! `--stats`.

use frontend::source::Sources;
use serde_json::{Value, json};

use super::{Answer, Partial, ProvedBy, Spot, assumptions};
use crate::check::{Iteration, Phase, Verdict};
use crate::limits::{Reached, peak_memory};
use crate::story::{Row, Story};

/// Changes when the meaning of a field does.
const SCHEMA: u32 = 1;

pub(super) fn json(answer: &Answer<'_>, times: bool) -> String {
    let check = answer.check;
    let mut whole = json!({
        "schema": SCHEMA,
        "property": answer.property,
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
    match answer.verdict {
        Verdict::Proved => {
            whole["verdict"] = "proved".into();
            whole["proved_by"] = proved_by(answer.proved_by()).into();
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
            if let Some(elsewhere) = &bug.only_in_slice {
                let at = answer.spot(elsewhere.at);
                whole["only_in_slice"] = json!({
                    "reason": elsewhere.why,
                    "place": at.map_or(Value::Null, |s| place(&s)),
                });
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

/// When a limit is reached. What there is to tell by then comes only on request.
pub(crate) fn unknown(limit: Reached, partial: Option<&Partial>) -> String {
    let mut whole = json!({
        "schema": SCHEMA,
        "verdict": "unknown",
        "reason": limit.to_string(),
        "limit": limit.name(),
    });
    if let Some(partial) = partial {
        whole["phase"] = partial.phase.map_or("preparation", Phase::name).into();
        if let Some(spot) = &partial.obstacle {
            whole["place"] = place(spot);
        }
        let iterations = partial.statistics.iterations.iter();
        whole["iterations"] = iterations.map(|it| iteration(it, true)).collect();
        whole["memory_kb"] = peak_memory().into();
        whole["files"] = partial.files.clone().into();
    }
    pretty(&whole)
}

/// The files of the user's that a program was made of, with those they include.
pub(crate) fn files(sources: &Sources) -> Vec<String> {
    let of_unit = |unit: &frontend::source::Unit| -> Vec<String> {
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

fn proved_by(by: ProvedBy) -> &'static str {
    match by {
        ProvedBy::OnlyExecution => "only execution",
        ProvedBy::Unrolling => "unrolling",
        ProvedBy::Slicing => "slicing",
        ProvedBy::Predicates => "predicates",
    }
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
    let one = |given: &crate::story::Given| {
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
