//! Answers about configurations in branching time, with a run where one shows the answer.

use std::fmt::Write;

use checker::ctl::{CtlVerdict, InitialConfiguration};
use serde_json::{Value, json};

use super::Subject;
use super::json::pretty;
use super::temporal::{Told, told};

/// An answer about a formula.
pub(crate) struct BranchingAnswer {
    /// The formula, as it was given.
    pub(crate) words: String,
    /// Whether it holds, or why there is no answer.
    pub(crate) verdict: Result<CtlVerdict, String>,
    /// Why the answer says nothing about the program, where that is so.
    pub(crate) warning: Option<String>,
}

/// The answers as text. At most `lines` configurations of a run are shown of its beginning, and of what repeats.
pub(crate) fn branching_text(
    subject: &Subject<'_>,
    answers: &[BranchingAnswer],
    lines: usize,
) -> String {
    let mut out = String::new();
    for answer in answers {
        // Writing to a string does not fail.
        let _ = one(&mut out, answer, &Told { subject, lines });
    }
    out
}

fn one(out: &mut String, answer: &BranchingAnswer, told: &Told<'_>) -> std::fmt::Result {
    let words = &answer.words;
    match &answer.verdict {
        Err(reason) => writeln!(out, "unknown: {words}: {reason}"),
        Ok(CtlVerdict::Holds { witness, .. }) => {
            writeln!(out, "holds: {words}")?;
            match witness {
                Some(run) => {
                    writeln!(out, "shown by")?;
                    told.run(out, run)
                }
                None => Ok(()),
            }
        }
        Ok(CtlVerdict::Fails {
            initial,
            counterexample,
        }) => {
            writeln!(out, "fails: {words}")?;
            match counterexample {
                Some(run) => told.run(out, run),
                None => writeln!(out, "where the program starts in {}", place(told, initial)),
            }
        }
    }
}

fn place(told: &Told<'_>, initial: &InitialConfiguration) -> String {
    let procedure = told.procedure(initial.proc);
    match initial.values.is_empty() {
        true => format!("`{procedure}`"),
        false => {
            let values = told.subject.places.values(&initial.values);
            format!("`{procedure}` with {values}")
        }
    }
}

/// The answers for machines:
///
/// ```text
/// { "verdict": "holds" | "fails" | "unknown", "file": …,
///   "formulas": [ { "formula": as given, "verdict", "reason", "warning", "run": as with --ltl,
///     "initial": { "procedure", "values" } } ] }
/// ```
///
/// A run of a formula that holds is a witness, of one that fails a counterexample. `initial` is an initial configuration in
/// which the formula does not hold; a run need not begin there.
pub(crate) fn branching_json(subject: &Subject<'_>, answers: &[BranchingAnswer]) -> String {
    let verdicts: Vec<&str> = answers.iter().map(|a| word(&a.verdict)).collect();
    let worst = ["fails", "unknown", "holds"];
    let whole = worst.iter().find(|w| verdicts.contains(w));
    pretty(&json!({
        "verdict": whole,
        "file": subject.file,
        "formulas": answers.iter().map(|answer| formula(subject, answer)).collect::<Vec<_>>(),
    }))
}

fn word(verdict: &Result<CtlVerdict, String>) -> &'static str {
    match verdict {
        Err(_) => "unknown",
        Ok(CtlVerdict::Holds { .. }) => "holds",
        Ok(CtlVerdict::Fails { .. }) => "fails",
    }
}

fn formula(subject: &Subject<'_>, answer: &BranchingAnswer) -> Value {
    let mut value = json!({ "formula": answer.words, "verdict": word(&answer.verdict) });
    if let Some(warning) = &answer.warning {
        value["warning"] = warning.as_str().into();
    }
    let run = match &answer.verdict {
        Err(reason) => {
            value["reason"] = reason.as_str().into();
            None
        }
        Ok(CtlVerdict::Holds { witness, .. }) => witness.as_ref(),
        Ok(CtlVerdict::Fails {
            initial,
            counterexample,
        }) => {
            let procedure = subject.program.proc(initial.proc).name.symbol;
            value["initial"] = json!({
                "procedure": subject.program.text(procedure),
                "values": subject.valuation(&initial.values),
            });
            counterexample.as_ref()
        }
    };
    if let Some(run) = run {
        value["run"] = told(subject, run);
    }
    value
}
