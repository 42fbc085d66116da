//! The summary of a run: a table by folder and rule, how the answers compare with the expected ones, and the tasks that
//! should be looked at.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::table::Table;
use super::tally::Tally;
use super::{remark, rule, sorted};
use crate::batch::record::{About, Judgement, Record, Verdict};
use crate::batch::task::Expected;
use crate::report::check::counted;

/// How a summary is to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    pub(crate) by: By,
    /// How many parts of a folder's name count; without it, as many as fit into a table of [`MAX_TABLE_ROWS`].
    pub(crate) depth: Option<usize>,
    /// The tasks with this verdict are listed.
    pub(crate) list: Option<Verdict>,
}

/// What has a row of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum By {
    /// Each folder and rule
    #[default]
    Both,
    Folder,
    Rule,
    /// Only everything together
    Nothing,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            by: By::Both,
            depth: None,
            list: None,
        }
    }
}

/// A table with more rows is made shorter, unless the user says how it should be.
const MAX_TABLE_ROWS: usize = 40;

/// More tasks than this are counted in place of being listed, unless they are asked for.
const MAX_TASKS_LISTED: usize = 20;

/// The summary as text.
pub(crate) fn summary(records: &[Record], about: Option<&About>, config: &Config) -> String {
    let records = sorted(records);
    let mut text = match records.is_empty() {
        true => "no task is finished\n".to_owned(),
        false => table(&records, config),
    };
    // Writing to a string does not fail.
    let _ = expectations(&mut text, &records);
    let wrong = |r: &&&Record| r.judgement() == Some(Judgement::Wrong);
    let wrong: Vec<&Record> = records.iter().filter(wrong).copied().collect();
    tasks(&mut text, "wrong answers", &wrong, MAX_TASKS_LISTED);
    let bugs = |r: &&&Record| r.wants_attention() && r.expected.is_none();
    let bugs: Vec<&Record> = records.iter().filter(bugs).copied().collect();
    tasks(&mut text, "bugs", &bugs, MAX_TASKS_LISTED);
    let errors = |r: &&&Record| r.verdict == Verdict::Error;
    let errors: Vec<&Record> = records.iter().filter(errors).copied().collect();
    tasks(&mut text, "errors", &errors, MAX_TASKS_LISTED);
    if let Some(verdict) = config.list {
        let asked = |r: &&&Record| r.verdict == verdict;
        let asked: Vec<&Record> = records.iter().filter(asked).copied().collect();
        tasks(&mut text, verdict.phrase(), &asked, usize::MAX);
    }
    if let Some(about) = about {
        let _ = rest(&mut text, &records, about);
    }
    text
}

fn table(records: &[&Record], config: &Config) -> String {
    let depth = config.depth.unwrap_or_else(|| fitting(records, config.by));
    let mut rows: BTreeMap<(String, &str), Tally> = BTreeMap::new();
    for record in records {
        let row = rows.entry(row(record, config.by, depth)).or_default();
        row.add(record);
    }
    let words: &[&str] = match config.by {
        By::Both => &["folder", "rule"],
        By::Folder => &["folder"],
        By::Rule => &["rule"],
        By::Nothing => &[""],
    };
    let verdicts = Verdict::ALL.map(Verdict::phrase);
    let numbers = [
        &["tasks"][..],
        &verdicts,
        &["right", "wrong", "missing", "score", "CPU s"],
    ];
    let mut table = Table::new(words, &numbers.concat());
    if config.by != By::Nothing {
        for ((folder, rule), tally) in &rows {
            let names = match config.by {
                By::Both => vec![folder.clone(), (*rule).to_owned()],
                By::Rule => vec![(*rule).to_owned()],
                By::Folder | By::Nothing => vec![folder.clone()],
            };
            table.row(cells(names, tally));
        }
    }
    let mut names = vec![String::new(); words.len()];
    names[0] = "total".into();
    table.row(cells(names, &Tally::of(records.iter().copied())));
    table.text()
}

/// What a record is counted with.
fn row(record: &Record, by: By, depth: usize) -> (String, &str) {
    let folder = match by {
        By::Both | By::Folder => cut(&record.group, depth),
        By::Rule | By::Nothing => String::new(),
    };
    let rule = match by {
        By::Both | By::Rule => rule(record),
        By::Folder | By::Nothing => "",
    };
    (folder, rule)
}

/// The first parts of a folder's name.
fn cut(folder: &str, depth: usize) -> String {
    let rooted = usize::from(folder.starts_with('/'));
    let parts = folder.split('/').take(depth.saturating_add(rooted));
    parts.collect::<Vec<_>>().join("/")
}

/// The greatest depth for which the table is not too long; 1 if there is none.
fn fitting(records: &[&Record], by: By) -> usize {
    let parts = |r: &&Record| r.group.split('/').count();
    let deepest = records.iter().map(parts).max().unwrap_or(1);
    let rows = |depth: usize| {
        let rows = records.iter().map(|r| row(r, by, depth));
        rows.collect::<std::collections::BTreeSet<_>>().len()
    };
    let fits = |&depth: &usize| rows(depth) <= MAX_TABLE_ROWS;
    (1..=deepest).rev().find(fits).unwrap_or(1)
}

fn cells(names: Vec<String>, tally: &Tally) -> Vec<String> {
    let score = match tally.judged() {
        0 => String::new(),
        _ => tally.score.to_string(),
    };
    let mut cells = names;
    cells.push(tally.tasks.to_string());
    cells.extend(tally.verdicts.map(|count| count.to_string()));
    cells.extend([tally.right, tally.wrong, tally.missing].map(|count| count.to_string()));
    cells.push(score);
    cells.push(format!("{:.1}", tally.cpu_seconds));
    cells
}

fn expectations(text: &mut String, records: &[&Record]) -> std::fmt::Result {
    let tally = Tally::of(records.iter().copied());
    if tally.judged() == 0 {
        return Ok(());
    }
    writeln!(
        text,
        "\nof {}: {} right, {} wrong, {} missing; SV-COMP score {} of {}",
        counted(tally.judged(), "expected answer"),
        tally.right,
        tally.wrong,
        tally.missing,
        tally.score,
        tally.best_score
    )
}

fn tasks(text: &mut String, title: &str, tasks: &[&Record], most: usize) {
    if tasks.is_empty() {
        return;
    }
    *text += &format!("\n{title}: {}\n", tasks.len());
    for record in tasks.iter().take(most) {
        let expected = match (record.judgement(), record.expected) {
            (Some(Judgement::Wrong), Some(Expected::Proved)) => " in place of proved",
            (Some(Judgement::Wrong), Some(Expected::Bug)) => " in place of bug",
            _ => "",
        };
        let (task, verdict) = (&record.task, record.verdict.phrase());
        let remark = match remark(record) {
            empty if empty.is_empty() => empty,
            words => format!(": {words}"),
        };
        *text += &format!("  {task}: {verdict}{expected}{remark}\n");
    }
    if tasks.len() > most {
        *text += &format!("  and {} more\n", tasks.len() - most);
    }
}

/// What is missing from the run.
fn rest(text: &mut String, records: &[&Record], about: &About) -> std::fmt::Result {
    if !about.problems.is_empty() {
        writeln!(text, "\ncould not be used: {}", about.problems.len())?;
        for problem in about.problems.iter().take(MAX_TASKS_LISTED) {
            writeln!(text, "  {problem}")?;
        }
        if about.problems.len() > MAX_TASKS_LISTED {
            writeln!(
                text,
                "  and {} more",
                about.problems.len() - MAX_TASKS_LISTED
            )?;
        }
    }
    match about.tasks.saturating_sub(records.len()) {
        0 => Ok(()),
        left => writeln!(
            text,
            "\n{left} of {} tasks have not been run; --resume goes on",
            about.tasks
        ),
    }
}
