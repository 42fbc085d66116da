//! Answers about programs with threads: for which executions they are true, and runs in columns, one for each thread.

use std::fmt::Write;

use checker::Goal;
use checker::bp::{ProcId, Symbol};
use checker::threads::{
    Bound, Bounds, Scope, ThreadKind, ThreadName, ThreadTrace, ThreadTraceLine, Threads,
    ThreadsReport, ThreadsVerdict,
};
use checker::trace::TraceEvent;
use serde_json::{Value, json};

use super::Subject;
use super::json::pretty;
use super::text::indent;

/// A column is at most so wide, so that several stand on a screen; what is longer pushes the rest to the right.
const MAX_COLUMN: usize = 36;

/// "2 context switches".
pub(crate) fn bound_words(bound: Bound) -> String {
    let (count, what) = match bound {
        Bound::Switches(n) => (n, "context switch"),
        Bound::Rounds(n) => (n, "round"),
    };
    let plural = match (count, what) {
        (1, _) => "",
        (_, "round") => "s",
        _ => "es",
    };
    format!("{count} {what}{plural}")
}

/// For which executions something is true.
pub(crate) fn scope_words(scope: &Scope) -> String {
    let bound = match scope.bound {
        Some(bound) => format!("within {}", bound_words(bound)),
        None => "with any number of context switches".to_owned(),
    };
    let threads = of_threads(scope.threads);
    let any = match scope.any_threads_within {
        Some(bound) => format!("; of any number of threads within {}", bound_words(bound)),
        None => String::new(),
    };
    format!("{bound}{threads}{any}")
}

/// " of at most 3 threads", or nothing.
pub(crate) fn of_threads(most: Option<usize>) -> String {
    match most {
        Some(1) => " of at most 1 thread".to_owned(),
        Some(n) => format!(" of at most {n} threads"),
        None => String::new(),
    }
}

pub(crate) fn threads_text(
    subject: &Subject<'_>,
    threads: &Threads<'_>,
    report: &ThreadsReport,
    asked: &Bounds,
) -> String {
    let mut text = Text {
        subject,
        asked,
        out: String::new(),
    };
    // Writing to a string does not fail.
    let _ = text.whole(threads, report);
    text.out
}

struct Text<'a> {
    subject: &'a Subject<'a>,
    asked: &'a Bounds,
    out: String,
}

impl Text<'_> {
    fn whole(&mut self, threads: &Threads<'_>, report: &ThreadsReport) -> std::fmt::Result {
        self.threads(threads)?;
        for (goal, verdict) in self.subject.query.goals.iter().zip(&report.goals) {
            self.goal(goal, verdict)?;
        }
        Ok(())
    }

    /// What runs.
    fn threads(&mut self, threads: &Threads<'_>) -> std::fmt::Result {
        let names = |procs: &[ProcId]| {
            let names = procs.iter().map(|&proc| self.proc(proc));
            names.collect::<Vec<_>>().join(", ")
        };
        let before = match threads.before_all() {
            Some(init) => format!("{} first, then ", names(&[init])),
            None => String::new(),
        };
        let more = match threads.starts_more() {
            true => " and what is started",
            false => "",
        };
        let there = names(threads.from_the_beginning());
        writeln!(self.out, "threads: {before}{there}{more}")
    }

    fn proc(&self, proc: ProcId) -> String {
        let program = self.subject.program;
        program.name_text(program.proc(proc).name.symbol)
    }

    fn goal(&mut self, goal: &Goal, verdict: &ThreadsVerdict) -> std::fmt::Result {
        let (holds, fails) = match goal {
            Goal::Assertions => ("holds: all assertions".to_owned(), None),
            Goal::Label(label) => (format!("unreachable: {label}"), Some(label)),
        };
        match verdict {
            ThreadsVerdict::Unreachable(scope) if scope.answers(self.asked) => {
                writeln!(self.out, "{holds}, {}", scope_words(scope))
            }
            ThreadsVerdict::Unreachable(scope) => {
                let what = match fails {
                    Some(label) => format!("{label} is not reached"),
                    None => "no assertion fails".to_owned(),
                };
                writeln!(self.out, "unknown: {what} {}", scope_words(scope))
            }
            ThreadsVerdict::Reachable {
                bound,
                threads,
                trace,
            } => {
                let what = match fails {
                    Some(label) => format!("reachable: {label}"),
                    None => format!("fails: {}", self.failed(trace.as_ref())),
                };
                let threads = of_threads(*threads);
                writeln!(self.out, "{what}, from {}{threads} on", bound_words(*bound))?;
                trace.iter().try_for_each(|trace| self.trace(trace))
            }
        }
    }

    fn failed(&self, trace: Option<&ThreadTrace>) -> String {
        match trace.and_then(|trace| trace.lines.last()) {
            Some(ThreadTraceLine { line, .. }) => {
                let spot = self.subject.places.spot(line.proc, line.place);
                format!("{}:{}: {}", self.subject.file, spot.line, spot.text)
            }
            None => "an assertion".to_owned(),
        }
    }

    fn trace(&mut self, trace: &ThreadTrace) -> std::fmt::Result {
        let steps = if trace.steps == 1 { "step" } else { "steps" };
        let switches = bound_words(Bound::Switches(trace.switches as u32));
        let which = if trace.fewest_steps {
            "shortest run"
        } else {
            "run"
        };
        writeln!(self.out, "{which}, {switches}, {} {steps}:", trace.steps)?;
        let cells: Vec<String> = trace.lines.iter().map(|line| self.cell(line)).collect();
        let heads = self.heads(&trace.threads);
        let width = |thread: usize| {
            let own = trace
                .lines
                .iter()
                .zip(&cells)
                .filter(|(line, _)| line.thread == thread);
            let widest = own
                .map(|(_, cell)| cell.chars().count())
                .chain([heads[thread].chars().count()])
                .max();
            widest.unwrap_or(0).min(MAX_COLUMN)
        };
        let widths: Vec<usize> = (0..heads.len()).map(width).collect();
        let at = |line: &ThreadTraceLine| {
            let spot = self.subject.places.spot(line.line.proc, line.line.place);
            format!("{}:{}", self.subject.file, spot.line)
        };
        let place = trace
            .lines
            .iter()
            .map(|line| at(line).chars().count())
            .max()
            .unwrap_or(0);
        let mut head = format!("  {:place$}", "");
        for (name, width) in heads.iter().zip(&widths) {
            let _ = write!(head, "  {name:<width$}");
        }
        writeln!(self.out, "{}", head.trim_end())?;
        let mut running = None;
        let mut before: Vec<(Symbol, bool)> = Vec::new();
        for (number, (line, cell)) in trace.lines.iter().zip(&cells).enumerate() {
            // An assertion that fails is executed first; the next line repeats it.
            let fails_next = |stmt| {
                let next = trace.lines.get(number + 1);
                next.is_some_and(|next| next.line.event == TraceEvent::Failed(stmt))
            };
            if matches!(line.line.event, TraceEvent::Step(stmt) if fails_next(stmt) && running == Some(line.thread))
            {
                continue;
            }
            let values = if running == Some(line.thread) {
                let changed = line
                    .line
                    .values
                    .iter()
                    .filter(|value| !before.contains(value));
                self.subject
                    .places
                    .values(&changed.copied().collect::<Vec<_>>())
            } else {
                // Where another thread goes on, what all share is told first.
                let shared = self.subject.places.values(&line.shared);
                let what = if running.is_some() { "switch" } else { "start" };
                let name = heads[line.thread].trim();
                let globals = if shared.is_empty() {
                    String::new()
                } else {
                    format!("  [{shared}]")
                };
                writeln!(self.out, "  -- {what}: {name}{globals}")?;
                let own = line
                    .line
                    .values
                    .iter()
                    .filter(|value| !line.shared.contains(value));
                self.subject
                    .places
                    .values(&own.copied().collect::<Vec<_>>())
            };
            running = Some(line.thread);
            before = line
                .line
                .values
                .iter()
                .chain(&line.shared)
                .copied()
                .collect();
            let mut row = format!("  {:<place$}", at(line));
            for (thread, &width) in widths.iter().enumerate() {
                let text = if thread == line.thread { cell } else { "" };
                let _ = write!(row, "  {text:<width$}");
            }
            if !values.is_empty() {
                let _ = write!(row, "  [{values}]");
            }
            writeln!(self.out, "{}", row.trim_end())?;
        }
        Ok(())
    }

    /// The heads of the columns.
    fn heads(&self, threads: &[ThreadName]) -> Vec<String> {
        let mut number = 0;
        let head = |thread: &ThreadName| {
            let proc = self.proc(thread.proc);
            if thread.kind == ThreadKind::Before {
                return proc;
            }
            number += 1;
            match thread.kind {
                ThreadKind::Started => format!("{number}: {proc} (started)"),
                _ => format!("{number}: {proc}"),
            }
        };
        threads.iter().map(head).collect()
    }

    fn cell(&self, line: &ThreadTraceLine) -> String {
        let spot = self.subject.places.spot(line.line.proc, line.line.place);
        let remark = match line.line.event {
            TraceEvent::Failed(_) => "  <- fails",
            TraceEvent::Reached(_) | TraceEvent::Ended | TraceEvent::Returned(_) => "  <- reached",
            _ => "",
        };
        let labels: String = match line.line.event {
            TraceEvent::Reached(stmt) => {
                let program = self.subject.program;
                let labels = program.stmt(stmt).labels.iter();
                labels
                    .map(|label| format!("{}: ", program.text(label.symbol)))
                    .collect()
            }
            _ => String::new(),
        };
        format!("{}{labels}{}{remark}", indent(line.line.depth), spot.text)
    }
}

/// The answer for machines: as that about sequential programs, with `threads`, and for each goal `scope` or `bound`; the
/// lines of a trace have `thread` and `shared`.
pub(crate) fn threads_json(
    subject: &Subject<'_>,
    threads: &Threads<'_>,
    report: &ThreadsReport,
    asked: &Bounds,
) -> String {
    let name = |proc: ProcId| subject.program.text(subject.program.proc(proc).name.symbol);
    let reachable = |verdict: &ThreadsVerdict| matches!(verdict, ThreadsVerdict::Reachable { .. });
    let open = |verdict: &ThreadsVerdict| matches!(verdict, ThreadsVerdict::Unreachable(scope) if !scope.answers(asked));
    let any = |is: &dyn Fn(&ThreadsVerdict) -> bool| report.goals.iter().any(is);
    let goals = subject.query.goals.iter().zip(&report.goals);
    let whole = json!({
        "verdict": if any(&reachable) { "reachable" } else if any(&open) { "unknown" } else { "unreachable" },
        "file": subject.file,
        "threads": {
            "before": threads.before_all().map(name),
            "from_the_beginning": threads.from_the_beginning().iter().map(|&p| name(p)).collect::<Vec<_>>(),
            "starts_more": threads.starts_more(),
        },
        "goals": goals.map(|(goal, verdict)| json_goal(subject, goal, verdict, asked)).collect::<Vec<_>>(),
    });
    pretty(&whole)
}

fn json_goal(
    subject: &Subject<'_>,
    goal: &Goal,
    verdict: &ThreadsVerdict,
    asked: &Bounds,
) -> Value {
    let mut value = match goal {
        Goal::Assertions => json!({ "goal": "assertions" }),
        Goal::Label(label) => json!({ "goal": "label", "label": label }),
    };
    match verdict {
        ThreadsVerdict::Unreachable(scope) => {
            let answers = scope.answers(asked);
            value["verdict"] = if answers { "unreachable" } else { "unknown" }.into();
            value["scope"] = json!({
                "bound": scope.bound.map(json_bound),
                "threads": scope.threads,
                "any_threads_within": scope.any_threads_within.map(json_bound),
            });
        }
        ThreadsVerdict::Reachable {
            bound,
            threads,
            trace,
        } => {
            value["verdict"] = "reachable".into();
            value["bound"] = json_bound(*bound);
            value["threads"] = (*threads).into();
            if let Some(trace) = trace {
                value["trace"] = json_trace(subject, trace);
            }
        }
    }
    value
}

fn json_bound(bound: Bound) -> Value {
    match bound {
        Bound::Switches(n) => json!({ "switches": n }),
        Bound::Rounds(n) => json!({ "rounds": n }),
    }
}

fn json_trace(subject: &Subject<'_>, trace: &ThreadTrace) -> Value {
    let thread = |thread: &ThreadName| {
        let program = subject.program;
        json!({
            "procedure": program.text(program.proc(thread.proc).name.symbol),
            "kind": match thread.kind {
                ThreadKind::Before => "before",
                ThreadKind::FromTheBeginning => "from the beginning",
                ThreadKind::Started => "started",
            },
        })
    };
    let line = |line: &ThreadTraceLine| {
        let mut value = subject.line(&line.line);
        value["thread"] = line.thread.into();
        value["shared"] = subject.valuation(&line.shared);
        value
    };
    json!({
        "switches": trace.switches,
        "steps": trace.steps,
        "fewest_steps": trace.fewest_steps,
        "threads": trace.threads.iter().map(thread).collect::<Vec<_>>(),
        "lines": trace.lines.iter().map(line).collect::<Vec<_>>(),
    })
}
