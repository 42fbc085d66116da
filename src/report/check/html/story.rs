//! The story as a table of steps.

use std::collections::BTreeMap;

use super::listing::Files;
use super::visible;
use crate::story::{Line, Remark, Row, Story, lines};

/// Longer stories lose their middle.
const MAX_STORY_LINES: usize = 1_000;

/// More inputs are counted.
const MAX_INPUTS_SHOWN: usize = 100;

/// Deeper calls are not indented further.
const MAX_INDENT_LEVELS: usize = 12;

/// A row of the table.
pub(super) enum Step {
    Row(Box<Shown>),
    /// What is not told.
    Gap(String),
}

pub(super) struct Shown {
    /// Counted from 1, also what is not shown.
    pub(super) number: usize,
    /// The line in the listing of its file.
    pub(super) anchor: String,
    pub(super) place: String,
    /// Empty if the line before is in the same one.
    pub(super) function: String,
    pub(super) depth: usize,
    pub(super) source: String,
    pub(super) remarks: Vec<Said>,
    /// The state of the property from here on.
    pub(super) state: String,
}

/// A remark: what it is about, and what it says.
#[derive(Clone)]
pub(super) struct Said {
    pub(super) class: &'static str,
    pub(super) tag: String,
    pub(super) text: String,
}

/// A value from outside.
pub(super) struct Input {
    pub(super) step: usize,
    /// Whether the step is on the page.
    pub(super) is_told: bool,
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: String,
    pub(super) anchor: String,
}

/// The story without its repetitions.
pub(super) fn shown(story: &Story) -> Vec<Line<'_>> {
    lines(story, MAX_STORY_LINES)
}

/// The positions of the rows that are shown.
pub(super) fn told(shown: &[Line<'_>]) -> Vec<usize> {
    let position = |line: &Line<'_>| match line {
        Line::Row(n, _) => Some(*n),
        Line::Gap(_) => None,
    };
    shown.iter().filter_map(position).collect()
}

pub(super) fn steps(story: &Story, shown: Vec<Line<'_>>, rule: &str, files: &Files) -> Vec<Step> {
    let states = states(story);
    let mut before = None;
    let step = |line: Line<'_>| match line {
        Line::Gap(words) => {
            before = None;
            Step::Gap(words)
        }
        Line::Row(n, row) => Step::Row(Box::new(Shown {
            number: n + 1,
            anchor: files.anchor(&row.file, row.line),
            place: files.place(&row.file, row.line),
            function: match before.replace((row.function.clone(), row.depth)) {
                Some((function, depth)) if function == row.function && depth == row.depth => {
                    String::new()
                }
                _ => row.function.clone(),
            },
            depth: row.depth.min(MAX_INDENT_LEVELS),
            source: visible::text(&row.source),
            remarks: said(row, rule),
            state: states[n].clone(),
        })),
    };
    shown.into_iter().map(step).collect()
}

/// What the state of the property is after each row.
fn states(story: &Story) -> Vec<String> {
    let mut now = BTreeMap::new();
    let after = |row: &Row| {
        now.extend(
            row.remarks
                .iter()
                .filter_map(Remark::change)
                .map(|(name, value)| (name.to_owned(), visible::text(value))),
        );
        let one = |(name, value): (&String, &String)| match name.as_str() {
            "follows" => format!("follows {value}"),
            _ => format!("{name} = {value}"),
        };
        now.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    story.rows.iter().map(after).collect()
}

/// What is said of a row. What the property says of itself has its name for a tag.
pub(super) fn said(row: &Row, rule: &str) -> Vec<Said> {
    let prefix = format!("[{rule}] ");
    let one = |remark: &Remark| {
        let (class, tag) = match remark {
            Remark::Decision(_) => ("branch", "branch"),
            Remark::Input(_) => ("value", "value"),
            Remark::State(_) => ("state", rule),
            Remark::Violation(_) => ("violation", rule),
        };
        let text = remark.text();
        Said {
            class,
            tag: tag.to_owned(),
            text: visible::text(text.strip_prefix(&prefix).unwrap_or(text)),
        }
    };
    let (told, more) = row.told();
    let mut said: Vec<Said> = told.into_iter().map(one).collect();
    if more > 0 {
        said.push(Said {
            class: "value",
            tag: "value".into(),
            text: format!("and {more} more; --json has them"),
        });
    }
    said
}

pub(super) fn inputs(story: &Story, told: &[usize], files: &Files) -> Vec<Input> {
    let one = |given: &crate::story::StoryInput| {
        let row = story.rows.get(given.row)?;
        Some(Input {
            step: given.row + 1,
            is_told: told.binary_search(&given.row).is_ok(),
            name: visible::text(given.owner()),
            value: visible::text(&given.value),
            place: files.place(&row.file, row.line),
            anchor: files.anchor(&row.file, row.line),
        })
    };
    let first = story.inputs.iter().take(MAX_INPUTS_SHOWN);
    first.filter_map(one).collect()
}
