//! Answers of `cegar fix`.

use std::fmt::Write;

use checker::Goal;
use checker::calculus::{FixReport, FixStats, Shipped};
use serde_json::{Value, json};

use super::json::pretty;

/// A line for each goal; where the formulas are about none, whether the question is true.
pub(crate) fn text(goals: &[Goal], report: &FixReport) -> String {
    let mut out = String::new();
    if goals.is_empty() {
        let answer = report.answers.contains(&true);
        let _ = writeln!(out, "{answer}: the question");
    }
    for (goal, &answer) in goals.iter().zip(&report.answers) {
        // Writing to a string does not fail.
        let _ = match (goal, answer) {
            (Goal::Assertions, false) => writeln!(out, "holds: all assertions"),
            (Goal::Assertions, true) => writeln!(out, "fails: an assertion"),
            (Goal::Label(label), false) => writeln!(out, "unreachable: {label}"),
            (Goal::Label(label), true) => writeln!(out, "reachable: {label}"),
        };
    }
    out
}

/// The fields of `cegar bp check --json`; `answer` in place of `goals` where the formulas are about none.
pub(crate) fn json(file: &str, goals: &[Goal], report: &FixReport, with_stats: bool) -> String {
    let verdict = |reachable: bool| {
        if reachable {
            "reachable"
        } else {
            "unreachable"
        }
    };
    let mut whole = json!({ "file": file });
    if goals.is_empty() {
        whole["answer"] = report.answers.contains(&true).into();
    } else {
        let goal = |(goal, &answer): (&Goal, &bool)| {
            let mut value = match goal {
                Goal::Assertions => json!({ "goal": "assertions" }),
                Goal::Label(label) => json!({ "goal": "label", "label": label }),
            };
            value["verdict"] = verdict(answer).into();
            value
        };
        whole["verdict"] = verdict(report.answers.contains(&true)).into();
        let goals: Vec<Value> = goals.iter().zip(&report.answers).map(goal).collect();
        whole["goals"] = goals.into();
    }
    if let Some(explanation) = &report.explanation {
        whole["explanation"] = explanation.lines().collect();
    }
    if with_stats {
        let stats = &report.stats;
        whole["stats"] = json!({
            "program_counters": stats.program_counters,
            "bdd_variables": stats.bdd_variables,
            "bdd_operations": stats.bdd_operations,
            "bdd_peak_nodes": stats.bdd_peak_nodes,
            "rows": stats.rows,
            "rounds": stats.rounds,
            "build_seconds": stats.build.as_secs_f64(),
            "evaluate_seconds": stats.evaluate.as_secs_f64(),
        });
    }
    pretty(&whole)
}

/// What it took, one line each.
pub(crate) fn stats(stats: &FixStats) -> String {
    let mut out = String::new();
    let mut line = |what: &str, value: String| {
        let _ = writeln!(out, "{what:<18}{value:>14}");
    };
    line("program counters", stats.program_counters.to_string());
    line("BDD variables", stats.bdd_variables.to_string());
    line("BDD operations", stats.bdd_operations.to_string());
    line("BDD peak nodes", stats.bdd_peak_nodes.to_string());
    line("rows", stats.rows.to_string());
    line("rounds", stats.rounds.to_string());
    line("build", format!("{:.3} s", stats.build.as_secs_f64()));
    line("evaluate", format!("{:.3} s", stats.evaluate.as_secs_f64()));
    out
}

/// The algorithms that come along, with what each does.
pub(crate) fn list(shipped: &[Shipped]) -> String {
    let width = shipped.iter().map(|s| s.name.len()).max().unwrap_or(0);
    shipped
        .iter()
        .map(|s| format!("{:<width$}  {}\n", s.name, s.summary()))
        .collect()
}
