//! The answer as people read it.

use std::fmt::Write;

use super::{Answer, Partial, ProvedBy, assumptions};
use crate::check::{Elsewhere, Verdict};
use crate::limits::Reached;
use crate::story::{Item, Row, Story, folded};

pub(super) fn text(answer: &Answer<'_>) -> String {
    let mut text = Text {
        answer,
        out: String::new(),
    };
    // Writing to a string does not fail.
    let _ = text.whole();
    text.out
}

/// What is said when a limit is reached.
pub(crate) fn gave_up(limit: Reached, partial: &Partial) -> String {
    let doing = match partial.phase {
        None => "it was reading the program and preparing it".to_owned(),
        Some(phase) => {
            let iteration = partial.statistics.iterations.len();
            let predicates = counted(partial.predicates, "predicate");
            let doing = phase.doing();
            format!("it was {doing}, in iteration {iteration}, with {predicates}")
        }
    };
    let advice = match partial.phase {
        None => "  check a part of it: --entry FUNCTION starts there\n",
        Some(_) => {
            "  check a part of it: --entry FUNCTION starts there\n  \
             see what takes the time: --stats with --json\n  \
             keep what it finds out: --save DIR; --predicates DIR/N/predicates.txt goes on with it\n"
        }
    };
    let obstacle = match &partial.obstacle {
        Some(place) => format!("  the last path it ruled out cannot be taken past {place}\n"),
        None => String::new(),
    };
    format!(
        "don't know: {limit}\n  {doing}\n{obstacle}what you can do:\n  give it more: --time-limit, --memory-limit\n{advice}"
    )
}

struct Text<'a> {
    answer: &'a Answer<'a>,
    out: String,
}

/// A line of a story: place, source, remarks.
type Line = (String, String, String);

/// Deeper calls are not indented further.
const MAX_INDENT: usize = 20;

/// Longer stories lose their middle.
const MOST_LINES: usize = 400;

/// More names than this are counted.
const MOST_NAMES: usize = 8;

impl Text<'_> {
    fn whole(&mut self) -> std::fmt::Result {
        if !self.answer.checked.applicable {
            return self.not_applicable();
        }
        match self.answer.verdict {
            Verdict::Proved => self.proved(),
            Verdict::Bug(bug) => {
                let violation = &self.answer.checked.violations[&bug.violation];
                let place = self.answer.place();
                let at = place.map_or(String::new(), |s| format!(" at {s}"));
                writeln!(
                    self.out,
                    "bug: {} ({}){at}",
                    violation.message, violation.rule
                )?;
                if let Some(story) = &self.answer.story {
                    self.story(story)?;
                }
                match &bug.only_in_slice {
                    Some(elsewhere) => self.elsewhere(elsewhere),
                    None => Ok(()),
                }
            }
            Verdict::Unknown(why) => self.unknown(why),
        }
    }

    /// What the whole program does in place of the story.
    fn elsewhere(&mut self, elsewhere: &Elsewhere) -> std::fmt::Result {
        let at = match self.answer.spot(elsewhere.at) {
            Some(spot) => format!(" at {spot}"),
            None => String::new(),
        };
        writeln!(
            self.out,
            "it rests on:\n  left out: code that has no influence on {}; with it, {}{at}",
            self.answer.property, elsewhere.why
        )
    }

    fn not_applicable(&mut self) -> std::fmt::Result {
        let property = self.answer.property;
        writeln!(
            self.out,
            "not applicable: nothing that {property} speaks of happens in the program"
        )?;
        let mut names: Vec<&str> = Vec::new();
        for event in self.answer.checked.events.iter().filter(|e| !e.is_end) {
            let function = event.name.rsplit_once('.').map_or("", |(f, _)| f);
            if !names.contains(&function) {
                names.push(function);
            }
        }
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        let more = match more {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        writeln!(
            self.out,
            "  starting in {}, nothing calls {}{more}",
            self.answer.entry(),
            names.join(", ")
        )
    }

    fn proved(&mut self) -> std::fmt::Result {
        let holds = match self.answer.property {
            "assertions" => "assertions hold".to_owned(),
            property => format!("{property} holds"),
        };
        writeln!(
            self.out,
            "proved: {holds}, starting in {}",
            self.answer.entry()
        )?;
        let predicates = self.answer.check.precision.len();
        let iterations = self.answer.check.statistics.iterations.len();
        match self.answer.proved_by() {
            ProvedBy::OnlyExecution => writeln!(
                self.out,
                "  the program takes nothing from outside: its only execution was run, and meets no violation"
            )?,
            ProvedBy::Unrolling => writeln!(
                self.out,
                "  all executions were followed to their ends, and none meets a violation"
            )?,
            ProvedBy::Slicing => writeln!(self.out, "  no violation is left after slicing")?,
            ProvedBy::Predicates => writeln!(
                self.out,
                "  with {} in {}",
                counted(predicates, "predicate"),
                counted(iterations, "iteration")
            )?,
        }
        self.assumptions()
    }

    fn assumptions(&mut self) -> std::fmt::Result {
        let groups = self.answer.assumptions();
        if groups.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "it rests on:")?;
        for group in groups {
            let kind = group.kind.name();
            let names = group.constructs.iter().take(MOST_NAMES).map(|c| &*c.0);
            let names = names.collect::<Vec<_>>().join(", ");
            let more = match group.constructs.len().saturating_sub(MOST_NAMES) {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            writeln!(self.out, "  {kind}: {names}{more}: {}", group.assumption)?;
        }
        Ok(())
    }

    fn unknown(&mut self, why: &str) -> std::fmt::Result {
        writeln!(self.out, "don't know: {why}")?;
        if let Some((spot, message)) = self.answer.obstacle() {
            writeln!(
                self.out,
                "  the path leads to {}:{}: {message}",
                spot.file, spot.line
            )?;
        }
        writeln!(self.out, "what you can do:")?;
        let bodyless = assumptions::bodyless(&self.answer.check.made.program);
        if let Some(first) = bodyless.first() {
            let all = bodyless[..bodyless.len().min(MOST_NAMES)].join(", ");
            writeln!(
                self.out,
                "  write down what functions without a body do ({all}): --model FILE with a C function such as {first}"
            )?;
        }
        writeln!(
            self.out,
            "  give a condition that tells the possible from the impossible: --predicates FILE"
        )?;
        writeln!(
            self.out,
            "  look at the path: --save DIR writes it to DIR/N/trace.txt"
        )
    }

    fn story(&mut self, story: &Story) -> std::fmt::Result {
        let items = folded(&story.rows);
        let mut lines = Vec::new();
        for item in &items {
            draw(item, &mut lines);
        }
        let hidden = lines.len().saturating_sub(MOST_LINES);
        if hidden > 0 {
            let gone = (
                String::new(),
                format!("… {hidden} lines are not shown; --json has them"),
                String::new(),
            );
            let middle = MOST_LINES / 4;
            lines.splice(middle..middle + hidden, [gone]);
        }
        let width = |of: fn(&Line) -> &String, most: usize| {
            let widths = lines.iter().map(|line| of(line).chars().count());
            widths.filter(|&w| w <= most).max().unwrap_or(0)
        };
        let (place, source) = (width(|l| &l.0, usize::MAX), width(|l| &l.1, 56));
        for (at, what, remarks) in &lines {
            let line = format!("  {at:<place$}  {what:<source$}  {remarks}");
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn draw(item: &Item<'_>, lines: &mut Vec<Line>) {
    match item {
        Item::Row(row) => lines.push(line(row)),
        Item::Repeat { times, first, last } => {
            first.iter().for_each(|i| draw(i, lines));
            let mut pass = Vec::new();
            last.iter().for_each(|i| draw(i, &mut pass));
            let shown = lines.len().checked_sub(pass.len());
            let same = shown.is_some_and(|n| lines[n..] == pass[..]);
            if *times == 2 {
                lines.extend(pass);
            } else if same {
                let words = format!("… {} more times", times - 1);
                lines.push((String::new(), words, String::new()));
            } else {
                let words = match times - 2 {
                    1 => "… once more, with other values, and then:".to_owned(),
                    n => format!("… {n} more times, with other values, and then:"),
                };
                lines.push((String::new(), words, String::new()));
                lines.extend(pass);
            }
        }
    }
}

fn line(row: &Row) -> Line {
    let indent = "  ".repeat(row.depth.min(MAX_INDENT));
    let remarks: Vec<&str> = row.remarks.iter().map(|r| r.text()).collect();
    (
        format!("{}:{}", row.file, row.line),
        format!("{indent}{}", row.source),
        remarks.join("; "),
    )
}

pub(crate) fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_told_with_the_place_of_the_obstacle() {
        let mut partial = Partial {
            predicates: 1,
            phase: Some(crate::check::Phase::Refinement),
            ..Partial::default()
        };
        let limit = Reached::Time(std::time::Duration::from_secs(3));
        let text = gave_up(limit, &partial);
        assert!(text.starts_with("don't know: the time limit of 3 s is reached\n  it was "));
        assert!(!text.contains("the last path"), "{text}");
        partial.obstacle = Some(super::super::Spot {
            file: "a.c".into(),
            line: 7,
        });
        let text = gave_up(limit, &partial);
        let wanted =
            "\n  the last path it ruled out cannot be taken past a.c:7\nwhat you can do:\n";
        assert!(text.contains(wanted), "{text}");
    }
}
