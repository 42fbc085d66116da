//! The answer for machines: one JSON object.
//!
//! ```text
//! { "verdict": "reachable" | "unreachable" | "unknown", "reason": …, "file": …,
//!   "goals": [ { "goal": "assertions" | "label", "label": …, "verdict": …, "trace": … } ],
//!   "invariants": [ { "label", "line", "procedure", "terms": [ { variable: value } ], "complete" } ],
//!   "unreachable": [ { "line", "column", "procedure", "text" } ], "stats": … }
//! ```
//!
//! With `--reach`:
//!
//! ```text
//! { "verdict": …, "file": …, "configurations": the set as given, "start": [ frame ], "trace": …, "end": [ frame ] }
//! ```
//!
//! where a frame is `{ "line", "column", "procedure", "text", "values" }`, the one on top first, and a trace is
//! `{ "length", "complete", "lines": [ a frame with "depth" and "event" ] }`.
//!
//! The statistics hold times and come only with `--stats`: without them the same input gives the same bytes. The
//! `verdict` of the whole is "reachable" if that of any goal is. Fields that were not asked for are missing.

use checker::bp::Symbol;
use checker::configurations::{ConfigurationVerdict, StackFrame};
use checker::flow::ControlPoint;
use checker::trace::{Trace, TraceEvent, TraceLine};
use checker::{Goal, Invariant, Report, Site, Stats, Verdict};
use serde_json::{Map, Value, json};

use super::Subject;

pub(crate) fn json(subject: &Subject<'_>, report: &Report, with_stats: bool) -> String {
    let reachable = report
        .goals
        .iter()
        .any(|v| matches!(v, Verdict::Reachable(_)));
    let goals = subject.query.goals.iter().zip(&report.goals);
    let mut whole = json!({
        "verdict": verdict(reachable),
        "file": subject.file,
        "goals": goals.map(|(g, v)| subject.goal(g, v)).collect::<Vec<_>>(),
    });
    if with_stats {
        whole["stats"] = stats(&report.stats);
    }
    if !report.invariants.is_empty() {
        whole["invariants"] = report
            .invariants
            .iter()
            .map(|i| subject.invariant(i))
            .collect();
    }
    if subject.query.unreachable {
        let statements = report
            .unreachable
            .iter()
            .filter(|s| matches!(s.place, ControlPoint::Before(_) | ControlPoint::Arm(..)));
        whole["unreachable"] = statements.map(|site| subject.site(site)).collect();
    }
    pretty(&whole)
}

pub(super) fn unknown(reason: &str) -> String {
    pretty(&json!({ "verdict": "unknown", "reason": reason }))
}

pub(super) fn configurations(
    subject: &Subject<'_>,
    set: &str,
    answer: &ConfigurationVerdict,
) -> String {
    pretty(&configurations_value(subject, set, answer))
}

pub(super) fn configurations_value(
    subject: &Subject<'_>,
    set: &str,
    answer: &ConfigurationVerdict,
) -> Value {
    let reachable = matches!(answer, ConfigurationVerdict::Reachable(_));
    let mut whole = json!({
        "verdict": verdict(reachable),
        "file": subject.file,
        "configurations": set,
    });
    if let ConfigurationVerdict::Reachable(Some(found)) = answer {
        whole["start"] = subject.stack(&found.start);
        whole["trace"] = subject.trace(&found.trace);
        whole["end"] = subject.stack(&found.end);
    }
    whole
}

pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn verdict(reachable: bool) -> &'static str {
    if reachable {
        "reachable"
    } else {
        "unreachable"
    }
}

impl Subject<'_> {
    fn goal(&self, goal: &Goal, found: &Verdict) -> Value {
        let reachable = matches!(found, Verdict::Reachable(_));
        let mut value = match goal {
            Goal::Assertions => json!({ "goal": "assertions" }),
            Goal::Label(label) => json!({ "goal": "label", "label": label }),
        };
        value["verdict"] = verdict(reachable).into();
        if let Verdict::Reachable(Some(trace)) = found {
            value["trace"] = self.trace(trace);
        }
        value
    }

    fn trace(&self, trace: &Trace) -> Value {
        json!({
            "length": trace.length,
            "complete": trace.complete,
            "lines": trace.lines.iter().map(|line| self.line(line)).collect::<Vec<_>>(),
        })
    }

    pub(super) fn line(&self, line: &TraceLine) -> Value {
        let mut value = self.site(&Site {
            proc: line.proc,
            place: line.place,
        });
        value["depth"] = line.depth.into();
        value["event"] = match line.event {
            TraceEvent::Step(_) => "step",
            TraceEvent::Call(_) => "call",
            TraceEvent::Skipped(_) => "skipped call",
            TraceEvent::Reached(_) => "reached",
            TraceEvent::Failed(_) => "failed",
            TraceEvent::Returned(_) => "returned",
            TraceEvent::Ended => "ended",
        }
        .into();
        value["values"] = self.valuation(&line.values);
        value
    }

    pub(super) fn stack(&self, frames: &[StackFrame]) -> Value {
        let frame = |frame: &StackFrame| {
            let (proc, place) = (frame.proc, frame.place);
            let mut value = self.site(&Site { proc, place });
            value["values"] = self.valuation(&frame.values);
            value
        };
        frames.iter().map(frame).collect()
    }

    pub(super) fn site(&self, site: &Site) -> Value {
        let spot = self.places.spot(site.proc, site.place);
        json!({
            "line": spot.line,
            "column": spot.column,
            "procedure": self.program.text(self.program.proc(site.proc).name.symbol),
            "text": spot.text,
        })
    }

    pub(super) fn valuation(&self, values: &[(Symbol, bool)]) -> Value {
        let named = values
            .iter()
            .map(|&(symbol, value)| (self.program.text(symbol).to_owned(), value.into()));
        Value::Object(named.collect::<Map<_, _>>())
    }

    fn invariant(&self, invariant: &Invariant) -> Value {
        let mut value = self.site(&invariant.site);
        value["label"] = invariant.label.as_str().into();
        value["complete"] = (!invariant.cut_off).into();
        value["terms"] = invariant
            .terms
            .iter()
            .map(|term| self.valuation(term))
            .collect();
        value
    }
}

fn stats(stats: &Stats) -> Value {
    json!({
        "procedures": stats.procedures,
        "locations": stats.locations,
        "edges": stats.edges,
        "calls": stats.calls,
        "bdd_variables": stats.bdd_variables,
        "bdd_operations": stats.bdd_operations,
        "bdd_peak_nodes": stats.bdd_peak_nodes,
        "verify_seconds": stats.verify.as_secs_f64(),
        "build_seconds": stats.build.as_secs_f64(),
        "explore_seconds": stats.explore.as_secs_f64(),
        "trace_seconds": stats.trace.as_secs_f64(),
    })
}
