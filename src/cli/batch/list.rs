//! `cegar batch PATH… --list`

use clap::ValueEnum;

use crate::batch::task::{Expected, Task, Tasks};
use crate::exit::Exit;
use crate::output::{Output, note};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// The expected answer and the name of each task
    Text,
    /// An object for each task, on a line of its own
    Json,
}

/// Prints the tasks, and what is wrong with the places where they were looked for.
pub(super) fn list(found: &Tasks, format: Format) -> Exit {
    for problem in &found.problems {
        note(&format!("error: {problem}"));
    }
    let mut out = Output::stdout();
    for task in &found.tasks {
        match format {
            Format::Text => out.line(format_args!("{:6}  {}", expected(task), task.name)),
            Format::Json => out.line(serde_json::json!(task)),
        }
    }
    match found.problems.is_empty() {
        true => Exit::Good,
        false => Exit::Input,
    }
}

fn expected(task: &Task) -> &'static str {
    match task.expected {
        Some(Expected::Proved) => "proved",
        Some(Expected::Bug) => "bug",
        None => "",
    }
}
