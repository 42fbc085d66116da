//! The story of a bug, for people who know C and no logic.
//!
//! In: a replayed execution, edge by edge, of the program that was checked. Out: lines of the user's own source in the
//! order they are executed, each with what is worth saying about it: which way a branch goes, a value that comes from
//! outside, a change of the property's state. The program was sliced before it was checked, so what does not matter is
//! gone already; edges that are not in the text, the inside of handlers and of built-in models are left out here, and
//! what repeats is folded.
//!
//! [`rows`] makes the lines, [`decision`] says which way branches go, [`value_text`] writes values as C would and
//! [`place_text`] places, [`outside_objects`] names objects that the program was given, [`relevant_inputs`] tells which
//! values matter, [`omissions`] leaves out calls of which nothing is said, `fold` finds repetitions, `lines` is how they
//! are shown.

mod decision;
mod fold;
mod lines;
mod omissions;
mod outside_objects;
mod place_text;
mod relevant_inputs;
mod rows;
mod value_text;

use frontend::property::Checked;

use verify::{Bug, Session};

pub(crate) use lines::{Line, lines};
pub(crate) use value_text::scalar;

/// What happened, line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    pub(crate) rows: Vec<Row>,
    /// The values from outside, in order.
    pub(crate) inputs: Vec<StoryInput>,
}

/// A line of source that is executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) function: String,
    /// How many calls are active.
    pub(crate) depth: usize,
    pub(crate) source: String,
    pub(crate) remarks: Vec<Remark>,
}

impl Row {
    /// What is worth saying where there is little room, and how many values more there are: where a program begins, all
    /// that is defined elsewhere gets one.
    pub(crate) fn told(&self) -> (Vec<&Remark>, usize) {
        const MAX_VALUES_SHOWN: usize = 12;
        let mut values = 0;
        let shown = self.remarks.iter().filter(|remark| {
            let is_value = matches!(remark, Remark::Input(_));
            values += usize::from(is_value);
            !is_value || values <= MAX_VALUES_SHOWN
        });
        let shown = shown.collect();
        (shown, values.saturating_sub(MAX_VALUES_SHOWN))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Remark {
    /// Which way a branch goes.
    Decision(String),
    /// A value from outside.
    Input(String),
    /// The state of the property changes.
    State(String),
    /// The property is violated.
    Violation(String),
}

impl Remark {
    pub(crate) fn text(&self) -> &str {
        match self {
            Remark::Decision(text)
            | Remark::Input(text)
            | Remark::State(text)
            | Remark::Violation(text) => text,
        }
    }

    /// What the state of the property changes to: the name of a variable of it and its value, or `follows` and what.
    pub(crate) fn change(&self) -> Option<(&str, &str)> {
        let Remark::State(text) = self else {
            return None;
        };
        // As they are made in `rows`: `[rule] name = value`, `[rule] follows what`.
        let (_, words) = text.split_once("] ")?;
        words
            .split_once(" = ")
            .or_else(|| Some(("follows", words.strip_prefix("follows ")?)))
    }

    /// What machines call its kind.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Remark::Decision(_) => "decision",
            Remark::Input(_) => "input",
            Remark::State(_) => "state",
            Remark::Violation(_) => "violation",
        }
    }
}

/// A value from outside.
#[derive(Clone, Debug)]
pub(crate) struct StoryInput {
    /// The function that returns it, or the variable that holds it.
    pub(crate) name: String,
    pub(crate) value: String,
    /// The position of the row it belongs to.
    pub(crate) row: usize,
}

/// What machines call the object that a property follows.
const WATCHED: &str = "$watched";

impl StoryInput {
    /// Whose value it is, for people.
    pub(crate) fn owner(&self) -> &str {
        match self.name.as_str() {
            WATCHED => "the object that the rule follows",
            name => name,
        }
    }

    pub(crate) fn phrase(&self) -> String {
        let is = if self.name.ends_with(')') {
            "returns"
        } else {
            "is"
        };
        format!("{} {is} {}", self.owner(), self.value)
    }
}

/// Tells the execution that violates the property.
pub(crate) fn tell(check: &Session, checked: &Checked, bug: &Bug) -> Story {
    rows::tell(check, checked, bug)
}

/// Blanks joined, and cut where it becomes long.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
