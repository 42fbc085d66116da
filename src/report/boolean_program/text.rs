//! The answer as people read it: one line for each question, and under it what belongs to it.

use std::fmt::Write;

use checker::bp::{StmtId, Symbol};
use checker::configurations::{ConfigurationTrace, ConfigurationVerdict, StackFrame};
use checker::flow::ControlPoint;
use checker::trace::{Trace, TraceEvent, TraceLine};
use checker::{Goal, Invariant, Report, Verdict};

use super::Subject;

/// Deeper calls are not indented further.
const MAX_INDENT_LEVELS: usize = 30;

pub(crate) fn text(subject: &Subject<'_>, report: &Report) -> String {
    let mut text = Text {
        subject,
        out: String::new(),
    };
    // Writing to a string does not fail.
    let _ = text.whole(report);
    text.out
}

/// The answer to a question about configurations.
pub(super) fn configurations(
    subject: &Subject<'_>,
    set: &str,
    answer: &ConfigurationVerdict,
) -> String {
    let mut text = Text {
        subject,
        out: String::new(),
    };
    // Writing to a string does not fail.
    let _ = match answer {
        ConfigurationVerdict::Unreachable => writeln!(text.out, "unreachable: {set}"),
        ConfigurationVerdict::Reachable(trace) => writeln!(text.out, "reachable: {set}")
            .and_then(|()| trace.iter().try_for_each(|t| text.configurations(t))),
    };
    text.out
}

/// The frames of a configuration, the top one first.
pub(super) fn stack(subject: &Subject<'_>, frames: &[StackFrame]) -> String {
    let mut text = Text {
        subject,
        out: String::new(),
    };
    // Writing to a string does not fail.
    let _ = text.stack(frames);
    text.out
}

struct Text<'a> {
    subject: &'a Subject<'a>,
    out: String,
}

impl Text<'_> {
    fn whole(&mut self, report: &Report) -> std::fmt::Result {
        for (goal, verdict) in self.subject.query.goals.iter().zip(&report.goals) {
            self.goal(goal, verdict)?;
        }
        for invariant in &report.invariants {
            self.invariant(invariant)?;
        }
        if self.subject.query.unreachable {
            self.unreachable(report)?;
        }
        Ok(())
    }

    fn goal(&mut self, goal: &Goal, verdict: &Verdict) -> std::fmt::Result {
        match (goal, verdict) {
            (Goal::Assertions, Verdict::Unreachable) => writeln!(self.out, "holds: all assertions"),
            (Goal::Assertions, Verdict::Reachable(trace)) => {
                writeln!(self.out, "fails: {}", self.failed(trace.as_ref()))?;
                self.trace(trace.as_ref())
            }
            (Goal::Label(label), Verdict::Unreachable) => {
                writeln!(self.out, "unreachable: {label}")
            }
            (Goal::Label(label), Verdict::Reachable(trace)) => {
                writeln!(self.out, "reachable: {label}")?;
                self.trace(trace.as_ref())
            }
        }
    }

    /// Which assertion fails, if a trace tells.
    fn failed(&self, trace: Option<&Trace>) -> String {
        match trace.and_then(|t| t.lines.last()) {
            Some(line) => {
                let spot = self.subject.places.spot(line.proc, line.place);
                format!("{}:{}: {}", self.subject.file, spot.line, spot.text)
            }
            None => "an assertion".to_owned(),
        }
    }

    fn trace(&mut self, trace: Option<&Trace>) -> std::fmt::Result {
        let Some(trace) = trace else { return Ok(()) };
        let steps = if trace.length == 1 { "step" } else { "steps" };
        let calls =
            |line: &TraceLine| matches!(line.event, TraceEvent::Call(_) | TraceEvent::Skipped(_));
        let remark = if trace.lines.iter().any(calls) {
            " (a call that returns counts as one)"
        } else {
            ""
        };
        writeln!(
            self.out,
            "shortest trace, {} {steps}{remark}:",
            trace.length
        )?;
        let rows: Vec<_> = shown(&trace.lines).map(|line| self.row(line)).collect();
        table(&mut self.out, &rows)?;
        if !trace.complete {
            writeln!(
                self.out,
                "  (the inside of some calls is not shown; --trace-lines shows more)"
            )?;
        }
        Ok(())
    }

    /// What a trace through configurations begins with, the trace, and what it ends with.
    fn configurations(&mut self, found: &ConfigurationTrace) -> std::fmt::Result {
        if found.start.len() > 1 {
            writeln!(self.out, "stack at the start, from the top:")?;
            self.stack(&found.start)?;
        }
        self.trace(Some(&found.trace))?;
        writeln!(self.out, "stack at the end, from the top:")?;
        self.stack(&found.end)
    }

    fn stack(&mut self, frames: &[StackFrame]) -> std::fmt::Result {
        let program = self.subject.program;
        let row = |frame: &StackFrame| {
            let spot = self.subject.places.spot(frame.proc, frame.place);
            let proc = program.name_text(program.proc(frame.proc).name.symbol);
            let remark = match frame.place {
                ControlPoint::Returned(_) => "  (results not taken yet)",
                ControlPoint::Failed(_) => "  (fails)",
                _ => "",
            };
            [
                format!("{}:{}", self.subject.file, spot.line),
                format!("{proc}: {}{remark}", spot.text),
                self.bracketed(&frame.values),
            ]
        };
        let rows: Vec<_> = frames.iter().map(row).collect();
        table(&mut self.out, &rows)
    }

    fn bracketed(&self, values: &[(Symbol, bool)]) -> String {
        match values.is_empty() {
            true => String::new(),
            false => format!("[{}]", self.subject.places.values(values)),
        }
    }

    fn row(&self, line: &TraceLine) -> [String; 3] {
        let spot = self.subject.places.spot(line.proc, line.place);
        let indent = indent(line.depth);
        let remark = match line.event {
            TraceEvent::Step(_) | TraceEvent::Call(_) => "",
            TraceEvent::Skipped(_) => "  (inside not shown)",
            TraceEvent::Reached(_) | TraceEvent::Ended => "  <- reached",
            TraceEvent::Returned(_) => "  <- reached (results not taken yet)",
            TraceEvent::Failed(_) => "  <- fails",
        };
        let labels = match line.event {
            TraceEvent::Reached(stmt) => self.labels(stmt),
            _ => String::new(),
        };
        let at = format!("{}:{}", self.subject.file, spot.line);
        let values = self.bracketed(&line.values);
        [at, format!("{indent}{labels}{}{remark}", spot.text), values]
    }

    fn labels(&self, stmt: StmtId) -> String {
        let program = self.subject.program;
        let labels = program.stmt(stmt).labels.iter();
        labels
            .map(|label| format!("{}: ", program.text(label.symbol)))
            .collect()
    }

    fn invariant(&mut self, invariant: &Invariant) -> std::fmt::Result {
        let site = invariant.site;
        let line = self.subject.places.spot(site.proc, site.place).line;
        let values = match &invariant.terms[..] {
            [] => " unreachable",
            terms if terms.iter().any(Vec::is_empty) => " all values",
            _ => "",
        };
        writeln!(
            self.out,
            "invariant: {} ({}:{line}):{values}",
            invariant.label, self.subject.file
        )?;
        if !values.is_empty() {
            return Ok(());
        }
        for (i, term) in invariant.terms.iter().enumerate() {
            let joint = if i == 0 { "  " } else { "| " };
            let literal = |&(symbol, value): &(_, bool)| {
                let name = self.subject.program.name_text(symbol);
                if value { name } else { format!("!{name}") }
            };
            let literals: Vec<String> = term.iter().map(literal).collect();
            writeln!(self.out, "  {joint}{}", literals.join(" & "))?;
        }
        if invariant.cut_off {
            writeln!(self.out, "  | …")?;
        }
        Ok(())
    }

    fn unreachable(&mut self, report: &Report) -> std::fmt::Result {
        let sites = report.unreachable.iter();
        let statements: Vec<_> = sites
            .filter(|s| matches!(s.place, ControlPoint::Before(_) | ControlPoint::Arm(..)))
            .collect();
        if statements.is_empty() {
            return writeln!(self.out, "all statements are reachable");
        }
        writeln!(self.out, "unreachable statements: {}", statements.len())?;
        for site in statements {
            let spot = self.subject.places.spot(site.proc, site.place);
            writeln!(
                self.out,
                "  {}:{}  {}",
                self.subject.file, spot.line, spot.text
            )?;
        }
        Ok(())
    }
}

/// The lines without those that the next one repeats: an assertion that fails is executed first.
fn shown(lines: &[TraceLine]) -> impl Iterator<Item = &TraceLine> {
    lines.iter().enumerate().filter_map(|(i, line)| {
        let fails_next = |stmt| {
            lines
                .get(i + 1)
                .is_some_and(|next| next.event == TraceEvent::Failed(stmt))
        };
        match line.event {
            TraceEvent::Step(stmt) if fails_next(stmt) => None,
            _ => Some(line),
        }
    })
}

/// Rows of places, statements and values.
pub(super) fn table(out: &mut String, rows: &[[String; 3]]) -> std::fmt::Result {
    let width = |column: usize, most: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.filter(|&w| w <= most).max().unwrap_or(0)
    };
    let (place, source) = (width(0, usize::MAX), width(1, 60));
    for [at, what, values] in rows {
        let line = format!("  {at:<place$}  {what:<source$}  {values}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Two blanks for each call that has not returned.
pub(super) fn indent(depth: usize) -> String {
    "  ".repeat(depth.min(MAX_INDENT_LEVELS))
}
