//! The answer as people read it.

use std::fmt::Write;

use super::phrasing::{self, Sort};
use super::{Answer, Partial};
use crate::limits::Reached;
use crate::story::{Line, Story, lines};
use verify::Verdict;

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
    let words = phrasing::at_limit(limit, partial);
    let mut out = format!("don't know: {}\n  {}\n", words.reason, words.doing);
    if let Some(obstacle) = words.obstacle {
        out += &format!("  {obstacle}\n");
    }
    out += "what you can do:\n";
    words
        .advice
        .iter()
        .for_each(|line| out += &format!("  {line}\n"));
    out
}

struct Text<'a> {
    answer: &'a Answer<'a>,
    out: String,
}

/// A line of a story: place, source, remarks.
type Columns = (String, String, String);

/// Deeper calls are not indented further.
const MAX_INDENT_LEVELS: usize = 20;

/// Longer stories lose their middle.
const MAX_STORY_LINES: usize = 400;

impl Text<'_> {
    fn whole(&mut self) -> std::fmt::Result {
        let answer = self.answer;
        writeln!(self.out, "{}: {}", answer.sort().name(), answer.headline())?;
        match answer.verdict {
            _ if answer.sort() == Sort::NotApplicable => self.lines(answer.looked_for()),
            Verdict::Proved => {
                self.lines(answer.not_checked().iter().cloned())?;
                writeln!(self.out, "  {}", answer.proof())?;
                self.lines(answer.check.remarks.iter().cloned())?;
                self.lines(answer.second_look())?;
                self.assumptions()
            }
            Verdict::Bug(_) => {
                if let Some(story) = &answer.story {
                    self.story(story)?;
                }
                match answer.placement() {
                    Some(said) => writeln!(self.out, "it rests on:\n  placement: {said}"),
                    None => Ok(()),
                }
            }
            Verdict::Unknown(_) => self.unknown(),
        }
    }

    /// What is said below the first line.
    fn lines(&mut self, lines: impl IntoIterator<Item = String>) -> std::fmt::Result {
        let mut lines = lines.into_iter();
        lines.try_for_each(|line| writeln!(self.out, "  {line}"))
    }

    fn assumptions(&mut self) -> std::fmt::Result {
        let groups = self.answer.assumptions();
        if groups.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "it rests on:")?;
        for group in &groups {
            writeln!(self.out, "  {}", phrasing::assumption(group))?;
        }
        Ok(())
    }

    fn unknown(&mut self) -> std::fmt::Result {
        self.lines(self.answer.leads_to())?;
        writeln!(self.out, "what you can do:")?;
        self.lines(self.answer.advice())
    }

    fn story(&mut self, story: &Story) -> std::fmt::Result {
        let shown = lines(story, MAX_STORY_LINES);
        let shown: Vec<Columns> = shown.iter().map(columns).collect();
        let width = |of: fn(&Columns) -> &String, most: usize| {
            let widths = shown.iter().map(|line| of(line).chars().count());
            widths.filter(|&w| w <= most).max().unwrap_or(0)
        };
        let (place, source) = (width(|l| &l.0, usize::MAX), width(|l| &l.1, 56));
        for (at, what, remarks) in &shown {
            let line = format!("  {at:<place$}  {what:<source$}  {remarks}");
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn columns(line: &Line<'_>) -> Columns {
    let row = match line {
        Line::Row(_, row) => row,
        Line::Gap(words) => return (String::new(), words.clone(), String::new()),
    };
    let indent = "  ".repeat(row.depth.min(MAX_INDENT_LEVELS));
    let remarks: Vec<&str> = row.remarks.iter().map(|r| r.text()).collect();
    (
        format!("{}:{}", row.file, row.line),
        format!("{indent}{}", row.source),
        remarks.join("; "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_told_with_the_place_of_the_obstacle() {
        let mut partial = Partial {
            predicates: 1,
            phase: Some(verify::Phase::Refinement),
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
