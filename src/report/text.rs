//! The answer as people read it: one line for each question, and under it what belongs to it.

use std::fmt::Write;

use checker::bp::StmtId;
use checker::flow::Place;
use checker::trace::{Event, Trace};
use checker::{Goal, Invariant, Report, Verdict};

use super::Subject;

/// Deeper calls are not indented further.
const MAX_INDENT: usize = 30;

pub(crate) fn text(subject: &Subject<'_>, report: &Report) -> String {
    let mut text = Text {
        subject,
        out: String::new(),
    };
    // Writing to a string does not fail.
    let _ = text.whole(report);
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
        let length = trace.length;
        writeln!(
            self.out,
            "shortest trace, {length} {steps}, a call that returns counting as one:"
        )?;
        let rows: Vec<[String; 3]> = trace.lines.iter().map(|line| self.row(line)).collect();
        let width = |column: usize, most: usize| {
            let widths = rows.iter().map(|row| row[column].chars().count());
            widths.filter(|&w| w <= most).max().unwrap_or(0)
        };
        let (place, source) = (width(0, usize::MAX), width(1, 60));
        for [at, what, values] in &rows {
            let line = format!("  {at:<place$}  {what:<source$}  {values}");
            writeln!(self.out, "{}", line.trim_end())?;
        }
        if !trace.complete {
            writeln!(
                self.out,
                "  (the inside of some calls is not shown; --trace-lines shows more)"
            )?;
        }
        Ok(())
    }

    fn row(&self, line: &checker::trace::Line) -> [String; 3] {
        let spot = self.subject.places.spot(line.proc, line.place);
        let indent = "  ".repeat(line.depth.min(MAX_INDENT));
        let remark = match line.event {
            Event::Step(_) | Event::Call(_) => "",
            Event::Skipped(_) => "  (inside not shown)",
            Event::Reached(_) => "  <- reached",
            Event::Failed(_) => "  <- fails",
        };
        let labels = match line.event {
            Event::Reached(stmt) => self.labels(stmt),
            _ => String::new(),
        };
        let values = match line.values.is_empty() {
            true => String::new(),
            false => format!("[{}]", self.subject.places.values(&line.values)),
        };
        let at = format!("{}:{}", self.subject.file, spot.line);
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
        let spot = self
            .subject
            .places
            .spot(invariant.site.proc, invariant.site.place);
        write!(
            self.out,
            "invariant: {} ({}:{}): ",
            invariant.label, self.subject.file, spot.line
        )?;
        if invariant.terms.is_empty() {
            return writeln!(self.out, "unreachable");
        }
        if invariant.terms.iter().any(Vec::is_empty) {
            return writeln!(self.out, "all values");
        }
        writeln!(self.out)?;
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
            .filter(|s| matches!(s.place, Place::Before(_) | Place::Arm(..)))
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
