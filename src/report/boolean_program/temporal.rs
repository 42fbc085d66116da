//! Answers about runs: whether all have a property, and one that does not.

use std::fmt::Write;

use checker::Site;
use checker::bp::{ProcId, Symbol};
use checker::flow::ControlPoint;
use checker::temporal::{Counterexample, RunStep, TemporalVerdict};
use serde_json::{Value, json};

use super::Subject;
use super::json::pretty;
use super::text::{indent, table};

/// An answer about a property.
pub(crate) struct Answered {
    /// The property, as it was given.
    pub(crate) words: String,
    /// Whether it holds; nothing where there is no answer.
    pub(crate) verdict: Option<TemporalVerdict>,
    /// Why the answer says nothing about the program, where that is so.
    pub(crate) warning: Option<String>,
}

/// The answers as text. At most `lines` configurations of a run are shown of its beginning, and of what repeats.
pub(crate) fn temporal_text(subject: &Subject<'_>, answers: &[Answered], lines: usize) -> String {
    let mut out = String::new();
    for Answered { words, verdict, .. } in answers {
        // Writing to a string does not fail.
        let _ = match verdict {
            None => writeln!(out, "unknown: {words}: {}", super::FULL_TABLE),
            Some(TemporalVerdict::Holds) => writeln!(out, "holds: {words}"),
            Some(TemporalVerdict::Violated(None)) => writeln!(out, "fails: {words}"),
            Some(TemporalVerdict::Violated(Some(run))) => writeln!(out, "fails: {words}")
                .and_then(|()| Told { subject, lines }.run(&mut out, run)),
        };
    }
    out
}

pub(super) struct Told<'t> {
    pub(super) subject: &'t Subject<'t>,
    pub(super) lines: usize,
}

impl Told<'_> {
    pub(super) fn run(&self, out: &mut String, run: &Counterexample) -> std::fmt::Result {
        let mut shown = Vec::new();
        let stem = self.rows(&run.stem, &mut shown);
        let cycle = self.rows(&run.cycle, &mut shown);
        if !stem.is_empty() {
            writeln!(out, "a run that begins with")?;
            self.part(out, &stem)?;
        }
        if run.cycle.is_empty() {
            writeln!(out, "{}", self.end(run.stem.last()))?;
        } else {
            writeln!(
                out,
                "{} repeats for ever",
                if stem.is_empty() {
                    "a run that"
                } else {
                    "and then"
                }
            )?;
            self.part(out, &cycle)?;
            writeln!(out, "{}", self.growth(&run.growth))?;
        }
        if !run.is_complete {
            writeln!(
                out,
                "  (the inside of some calls is too long to be shown, and so the run was not executed)"
            )?;
        }
        Ok(())
    }

    fn part(&self, out: &mut String, rows: &[[String; 3]]) -> std::fmt::Result {
        table(out, &rows[..rows.len().min(self.lines)])?;
        match rows.len().checked_sub(self.lines) {
            Some(more @ 1..) => writeln!(out, "  … {more} more; --trace-lines shows more"),
            _ => Ok(()),
        }
    }

    /// Values are shown where they are new: in a new frame, or changed since they were shown last. `shown` is what was
    /// shown last in each frame of the stack.
    fn rows(&self, steps: &[RunStep], shown: &mut Vec<Vec<(Symbol, bool)>>) -> Vec<[String; 3]> {
        let mut rows = Vec::new();
        for (i, step) in steps.iter().enumerate() {
            let passing = matches!(step.place, ControlPoint::Returned(_) | ControlPoint::Exit);
            if passing && i > 0 && i + 1 < steps.len() {
                continue;
            }
            shown.truncate(step.depth + 1);
            let known = shown.get(step.depth).filter(|_| i > 0);
            let is_new = |value: &&(Symbol, bool)| known.is_none_or(|k| !k.contains(value));
            let new: Vec<(Symbol, bool)> = step.values.iter().filter(is_new).copied().collect();
            shown.resize(step.depth + 1, Vec::new());
            shown[step.depth].clone_from(&step.values);
            rows.push(self.row(step, &new));
        }
        rows
    }

    fn row(&self, step: &RunStep, values: &[(Symbol, bool)]) -> [String; 3] {
        let spot = self.subject.places.spot(step.proc, step.place);
        let remark = match step.place {
            ControlPoint::Failed(_) => "  <- fails",
            _ if step.skips_call => "  (inside not shown)",
            _ => "",
        };
        [
            format!("{}:{}", self.subject.file, spot.line),
            format!("{}{}{remark}", indent(step.depth), spot.text),
            match values.is_empty() {
                true => String::new(),
                false => format!("[{}]", self.subject.places.values(values)),
            },
        ]
    }

    fn end(&self, last: Option<&RunStep>) -> String {
        match last {
            Some(step) if matches!(step.place, ControlPoint::Failed(_)) => {
                "and ends there".to_owned()
            }
            Some(step) => format!("and ends when `{}` returns", self.procedure(step.proc)),
            None => "and ends".to_owned(),
        }
    }

    pub(super) fn procedure(&self, proc: ProcId) -> String {
        let program = self.subject.program;
        program.name_text(program.proc(proc).name.symbol)
    }

    fn growth(&self, growth: &[(ProcId, usize)]) -> String {
        let frames = |&(proc, count): &(ProcId, usize)| {
            let number = match count {
                1 => "one more frame".to_owned(),
                _ => format!("{count} more frames"),
            };
            format!("{number} of `{}`", self.procedure(proc))
        };
        match growth {
            [] => "the stack does not grow".to_owned(),
            _ => {
                let frames: Vec<String> = growth.iter().map(frames).collect();
                format!("each time round, {}", frames.join(" and "))
            }
        }
    }
}

/// The answers for machines:
///
/// ```text
/// { "verdict": "holds" | "fails" | "unknown", "file": …,
///   "properties": [ { "property": as given, "verdict", "reason", "warning",
///     "run": { "complete", "stem": [ step ], "cycle": [ step ], "growth": [ { "procedure", "frames" } ] } } ] }
/// ```
///
/// A step is `{ "line", "column", "procedure", "text", "depth", "place", "values" }`. Where the cycle is empty the run
/// ends with the stem. A warning says why a property that holds says nothing about the program.
pub(crate) fn temporal_json(subject: &Subject<'_>, answers: &[Answered]) -> String {
    let verdicts: Vec<&str> = answers.iter().map(|a| word(a.verdict.as_ref())).collect();
    let worst = ["fails", "unknown", "holds"];
    let whole = worst.iter().find(|w| verdicts.contains(w));
    pretty(&json!({
        "verdict": whole,
        "file": subject.file,
        "properties": answers.iter().map(|answer| property(subject, answer)).collect::<Vec<_>>(),
    }))
}

fn word(verdict: Option<&TemporalVerdict>) -> &'static str {
    match verdict {
        None => "unknown",
        Some(TemporalVerdict::Holds) => "holds",
        Some(TemporalVerdict::Violated(_)) => "fails",
    }
}

fn property(subject: &Subject<'_>, answer: &Answered) -> Value {
    let verdict = answer.verdict.as_ref();
    let mut value = json!({ "property": answer.words, "verdict": word(verdict) });
    if let Some(warning) = &answer.warning {
        value["warning"] = warning.as_str().into();
    }
    match verdict {
        None => value["reason"] = super::FULL_TABLE.into(),
        Some(TemporalVerdict::Violated(Some(run))) => value["run"] = told(subject, run),
        _ => {}
    }
    value
}

pub(super) fn told(subject: &Subject<'_>, run: &Counterexample) -> Value {
    let steps = |steps: &[RunStep]| -> Vec<Value> {
        steps.iter().map(|step| told_step(subject, step)).collect()
    };
    let name = |proc: ProcId| subject.program.text(subject.program.proc(proc).name.symbol);
    let growth = run.growth.iter();
    json!({
        "complete": run.is_complete,
        "stem": steps(&run.stem),
        "cycle": steps(&run.cycle),
        "growth": growth
            .map(|&(proc, frames)| json!({ "procedure": name(proc), "frames": frames }))
            .collect::<Vec<_>>(),
    })
}

fn told_step(subject: &Subject<'_>, step: &RunStep) -> Value {
    let (proc, place) = (step.proc, step.place);
    let mut value = subject.site(&Site { proc, place });
    value["depth"] = step.depth.into();
    value["place"] = match place {
        ControlPoint::Before(_) | ControlPoint::Arm(..) if step.skips_call => "skipped call",
        ControlPoint::Before(_) | ControlPoint::Arm(..) => "before",
        ControlPoint::Returned(_) => "returned",
        ControlPoint::Failed(_) => "failed",
        ControlPoint::Exit => "exit",
    }
    .into();
    value["values"] = subject.valuation(&step.values);
    value
}
