//! `task.toml`: a program in a correct and in a broken variant, beside the file.
//!
//! ```toml
//! property = "lock.spec"      # a file beside it, or the name of a built-in rule
//! correct = "good.c"
//! broken = "bad.c"
//! violation = "lock is acquired twice"    # what the broken one is told
//! entry = "probe"             # main, if it is missing
//! data_model = "ilp32"        # lp64, if it is missing
//! ```
//!
//! One of the two variants may be missing.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::super::task::{Expected, Problem};
use super::file_names::{named, resolve};
use super::read;
use super::scope::Scope;
use super::unit::{Claim, TaskFilePosition, Unit, data_model};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    property: Spanned<String>,
    correct: Option<Spanned<String>>,
    broken: Option<Spanned<String>>,
    violation: Option<String>,
    entry: Option<String>,
    data_model: Option<Spanned<String>>,
}

/// The variants that a task file speaks of.
pub(super) fn read_task(scope: &Scope, path: &Path) -> Result<Vec<Unit>, Vec<Problem>> {
    let text = read(path).map_err(|problem| vec![problem])?;
    let task: Task = toml::from_str(&text).map_err(|error| {
        let place = match error.span() {
            Some(span) => TaskFilePosition::of_byte(path, &text, span.start),
            None => TaskFilePosition::file(path),
        };
        vec![place.problem(error.message().trim())]
    })?;
    let (mut units, mut problems) = (Vec::new(), Vec::new());
    let variants = [
        (&task.correct, Expected::Proved),
        (&task.broken, Expected::Bug),
    ];
    for (variant, expected) in variants {
        let Some(file) = variant else { continue };
        match unit(scope, (path, &text), &task, file, expected) {
            Ok(unit) => units.push(unit),
            Err(problem) => problems.push(problem),
        }
    }
    match (problems.is_empty(), units.is_empty()) {
        (true, true) => Err(vec![
            TaskFilePosition::file(path).problem("there is neither `correct` nor `broken`"),
        ]),
        (true, false) => Ok(units),
        (false, _) => Err(problems),
    }
}

fn unit(
    scope: &Scope,
    (path, text): (&Path, &str),
    task: &Task,
    file: &Spanned<String>,
    expected: Expected,
) -> Result<Unit, Problem> {
    let place =
        |spanned: &Spanned<String>| TaskFilePosition::of_byte(path, text, spanned.span().start);
    let files = named(scope, path, file.get_ref()).map_err(|reason| place(file).problem(reason))?;
    let data_model = match &task.data_model {
        None => None,
        Some(name) => Some(
            data_model(name.get_ref())
                .ok_or_else(|| place(name).problem("the data model must be ilp32 or lp64"))?,
        ),
    };
    let violation = task.violation.clone().filter(|_| expected == Expected::Bug);
    let property = resolve(scope, path, task.property.get_ref());
    let claim = Claim {
        property: Some(property.map_err(|reason| place(&task.property).problem(reason))?),
        place: place(&task.property),
        expected: Some(expected),
        violation,
    };
    Ok(Unit {
        files,
        data_model,
        entry: task.entry.clone(),
        claims: vec![claim],
        ..Unit::default()
    })
}
