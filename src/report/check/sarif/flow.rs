//! The story of a bug as a code flow: a step for each of its rows, in the order they happen.

use std::collections::BTreeMap;

use super::region::Regions;
use crate::report::formats::sarif::{
    CodeFlow, Location, LogicalLocation, Message, Step, ThreadFlow,
};
use crate::story::{Remark, Row, Story, StoryInput};

/// Longer stories lose their middle: code scanning takes no more steps.
const MAX_STEPS_SHOWN: usize = 10_000;

/// More inputs have no place of their own.
const MAX_INPUTS_SHOWN: usize = 100;

pub(super) fn flow(story: &Story, regions: &mut Regions<'_>) -> CodeFlow {
    let hidden = story.rows.len().saturating_sub(MAX_STEPS_SHOWN);
    let gone = MAX_STEPS_SHOWN / 4..MAX_STEPS_SHOWN / 4 + hidden;
    let mut state = BTreeMap::new();
    let mut locations = Vec::new();
    for (n, row) in story.rows.iter().enumerate() {
        let changes = row.remarks.iter().filter_map(Remark::change);
        for (name, value) in changes {
            state.insert(name.to_owned(), Message::new(value));
        }
        if !gone.contains(&n) {
            locations.push(step(n, row, state.clone(), regions));
        }
    }
    let message = (hidden > 0).then(|| {
        let words = format!("{hidden} steps in the middle are left out; --json has them");
        Message::new(&words)
    });
    CodeFlow {
        message,
        thread_flows: vec![ThreadFlow { locations }],
    }
}

fn step(n: usize, row: &Row, state: BTreeMap<String, Message>, regions: &mut Regions<'_>) -> Step {
    let (told, more) = row.told();
    let told: Vec<&str> = told.into_iter().map(Remark::text).collect();
    let words = match (told.is_empty(), more) {
        (true, _) => row.source.clone(),
        (_, 0) => told.join("; "),
        (_, more) => format!("{}; and {more} more values", told.join("; ")),
    };
    let mut location = regions.location(&row.file, row.line).with_message(&words);
    location.logical_locations = vec![function(row)];
    let is_branch = |r: &Remark| matches!(r, Remark::Decision(_));
    let matters = |r: &Remark| !is_branch(r);
    let importance = match &row.remarks[..] {
        [] => "unimportant",
        remarks if remarks.iter().any(matters) => "essential",
        _ => "important",
    };
    let kinds = match row.remarks.iter().any(is_branch) {
        true => vec!["branch"],
        false => Vec::new(),
    };
    Step {
        location,
        kinds,
        state,
        nesting_level: row.depth,
        execution_order: n + 1,
        importance,
    }
}

pub(super) fn function(row: &Row) -> LogicalLocation {
    LogicalLocation {
        name: row.function.clone(),
        kind: "function",
    }
}

/// Where values come from outside.
pub(super) fn related(story: &Story, regions: &mut Regions<'_>) -> Vec<Location> {
    let one = |given: &StoryInput| {
        let row = story.rows.get(given.row)?;
        let location = regions.location(&row.file, row.line);
        Some(location.with_message(&given.phrase()))
    };
    let inputs = story.inputs.iter().take(MAX_INPUTS_SHOWN);
    inputs.filter_map(one).collect()
}
