//! `--report KIND=FILE`: what came of a check in a file, in the form that another reader wants.
//!
//! Files are opened, and so emptied, before the check begins: one that cannot be written is told at once, and whatever
//! ends the run, no answer of an earlier one is left to be taken for this one's.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use super::outcome::{CheckRequest, Outcome};
use super::{html, json, sarif};
use crate::exit::Exit;
use crate::limits::within;
use crate::output::note;
use crate::program_text::is_by_hand;
use crate::safe_files::{LINK, is_link};

/// A report that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestedReport {
    format: Format,
    file: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A page for people.
    Html,
    /// What `--json` prints.
    Json,
    /// For code scanning and editors.
    Sarif,
    /// What other verifiers check the answer by.
    Witness,
}

/// As they are written on the command line.
const FORMATS: [(&str, Format); 4] = [
    ("html", Format::Html),
    ("json", Format::Json),
    ("sarif", Format::Sarif),
    ("witness", Format::Witness),
];

/// How long files may take to be written when a limit is reached.
const TIME_TO_WRITE_REPORTS: Duration = Duration::from_secs(2);

impl FromStr for RequestedReport {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || FORMATS.map(|(name, _)| name).join(", ");
        let (kind, file) = text
            .split_once('=')
            .filter(|(_, file)| !file.is_empty())
            .ok_or_else(|| format!("write KIND=FILE, where KIND is one of: {}", names()))?;
        let known = FORMATS.iter().find(|(name, _)| *name == kind);
        let format = known.map(|&(_, format)| format).ok_or_else(|| {
            format!(
                "there is no report of the kind '{kind}'; there are: {}",
                names()
            )
        })?;
        if file == "-" {
            return Err("a report goes to a file; --json prints to standard output".into());
        }
        let file = PathBuf::from(file);
        Ok(RequestedReport { format, file })
    }
}

impl Format {
    /// What stands in the file.
    fn text(self, outcome: Outcome<'_>, asked: &CheckRequest) -> ReportText {
        Ok(match self {
            Format::Html => html::html(outcome, asked),
            Format::Json => json::report(outcome, asked),
            Format::Sarif => sarif::sarif(outcome, asked),
            Format::Witness => {
                let witness = match outcome {
                    Outcome::Answer(answer) => answer.witness(asked),
                    Outcome::Limit(..) | Outcome::Refused(_) => None,
                };
                return witness.ok_or("this answer has no witness");
            }
        })
    }
}

/// The text of a report, or why there is no file.
pub(crate) type ReportText = Result<String, &'static str>;

/// The reports of a run.
pub(crate) struct Reports {
    asked: CheckRequest,
    open: Vec<(RequestedReport, File)>,
}

impl Reports {
    /// Opens the files. `inputs` are those that the check reads: a slip of the hand must not empty them.
    pub(crate) fn open<'p>(
        requested: &[RequestedReport],
        inputs: impl Iterator<Item = &'p Path>,
        asked: CheckRequest,
    ) -> Result<Reports, Exit> {
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let mut taken: Vec<PathBuf> = inputs.filter_map(real).collect();
        let mut open = Vec::new();
        for requested in requested {
            let path = &requested.file;
            let refuse = |why: &str| {
                note(&format!("error: cannot write {}: {why}", path.display()));
                Exit::Input
            };
            let is_taken = |taken: &[PathBuf]| real(path).is_some_and(|p| taken.contains(&p));
            if is_taken(&taken) {
                return Err(refuse("the run reads it, or another report goes there"));
            }
            if is_by_hand(path) {
                return Err(refuse("it is there, and its name is that of a source"));
            }
            if is_link(path) {
                return Err(refuse(LINK));
            }
            let file = File::create(path).map_err(|problem| refuse(&problem.to_string()))?;
            let is_file = file.metadata().is_ok_and(|about| about.is_file());
            taken.extend(real(path).filter(|_| is_file));
            open.push((requested.clone(), file));
        }
        Ok(Reports { asked, open })
    }

    /// What is to be written, in the order of the files. This may take time.
    pub(crate) fn texts(&self, outcome: Outcome<'_>) -> Vec<ReportText> {
        let formats = self.open.iter().map(|(requested, _)| requested.format);
        formats
            .map(|format| format.text(outcome, &self.asked))
            .collect()
    }

    /// Writes it. The answer stands even if that fails, but a script that waits for the files must learn of it.
    pub(crate) fn write(&self, texts: &[ReportText]) -> Result<(), Exit> {
        let mut done = Ok(());
        for ((requested, file), text) in self.open.iter().zip(texts) {
            let mut file = file;
            let written = match text {
                Ok(text) => file.write_all(text.as_bytes()),
                Err(why) => {
                    note(&format!("note: {why}"));
                    remove(file, &requested.file)
                }
            };
            if let Err(problem) = written {
                let name = requested.file.display();
                note(&format!("error: cannot write {name}: {problem}"));
                done = Err(Exit::Input);
            }
        }
        done
    }

    /// Writes it, unless that takes long: the process is about to end.
    pub(crate) fn write_soon(self: &std::sync::Arc<Self>, texts: Vec<ReportText>) {
        let reports = std::sync::Arc::clone(self);
        if !reports.open.is_empty() {
            // Its failure is told, and nothing else can be done about it any more.
            within(TIME_TO_WRITE_REPORTS, move || {
                let _ = reports.write(&texts);
            });
        }
    }
}

/// Removes a file that has nothing to say: an empty one would be taken for something that it is not.
fn remove(file: &File, path: &Path) -> std::io::Result<()> {
    match file.metadata()?.is_file() {
        true => std::fs::remove_file(path),
        false => Ok(()),
    }
}
