//! A run as a table for other tools: one line per task, in the order of names.

use std::io;

use serde::Serialize;

use super::{rule, sorted};
use crate::batch::record::{Judgement, Record};

const TITLES: [&str; 18] = [
    "task",
    "folder",
    "rule",
    "files",
    "entry",
    "data_model",
    "expected",
    "verdict",
    "judgement",
    "cause",
    "reason",
    "place",
    "seconds",
    "cpu_seconds",
    "memory_mb",
    "iterations",
    "predicates",
    "version",
];

pub(crate) fn write(records: &[Record], to: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    writer.write_record(TITLES)?;
    for record in sorted(records) {
        writer.write_record(fields(record).map(cell))?;
    }
    writer.flush()
}

fn fields(record: &Record) -> [String; TITLES.len()] {
    let files = record.files.iter().map(|f| f.display().to_string());
    let judgement = record.judgement().map(|judgement| match judgement {
        Judgement::Right => "right",
        Judgement::Wrong => "wrong",
        Judgement::Missing => "missing",
    });
    let place = record.place.as_ref();
    [
        record.task.clone(),
        record.group.clone(),
        rule(record).to_owned(),
        files.collect::<Vec<_>>().join(" "),
        record.entry.clone().unwrap_or_default(),
        name(&record.data_model),
        name(&record.expected),
        name(&record.verdict),
        judgement.unwrap_or_default().to_owned(),
        name(&record.cause),
        record.reason.clone().unwrap_or_default(),
        place.map_or(String::new(), |p| format!("{}:{}", p.file, p.line)),
        format!("{:.3}", record.seconds),
        format!("{:.3}", record.cpu_seconds),
        format!("{:.1}", record.memory_mb),
        record.iterations.to_string(),
        record.predicates.to_string(),
        record.version.clone(),
    ]
}

/// Tables are opened with programs that calculate what begins like a formula, and names of files begin as they like.
fn cell(text: String) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        true => format!("'{text}"),
        false => text,
    }
}

/// As the records have it; nothing if there is none.
fn name(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}
