//! `cegar batch PATH… --list`

use clap::ValueEnum;

use crate::batch::task::{Expected, Task};
use crate::output::Output;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// The expected answer and the name of each task
    Text,
    /// An object for each task, on a line of its own
    Json,
}

/// Prints the tasks.
pub(super) fn list<'t>(tasks: impl Iterator<Item = &'t Task>, format: Format) {
    let mut out = Output::stdout();
    for task in tasks {
        match format {
            Format::Text => out.line(format_args!("{:6}  {}", expected(task), task.name)),
            Format::Json => out.line(serde_json::json!(task)),
        }
    }
}

fn expected(task: &Task) -> &'static str {
    match task.expected {
        Some(Expected::Proved) => "proved",
        Some(Expected::Bug) => "bug",
        None => "",
    }
}
