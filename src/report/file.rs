//! `--report KIND=FILE`: the answer in a file, in the form that somebody else reads.

use std::path::PathBuf;
use std::str::FromStr;

use super::answer::Answer;
use crate::exit::Exit;
use crate::output::note;
use crate::witness::Task;

/// A report that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    kind: Kind,
    file: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What `--json` prints.
    Json,
    /// What other verifiers check it by.
    Witness,
}

/// As they are written on the command line.
const KINDS: [(&str, Kind); 2] = [("json", Kind::Json), ("witness", Kind::Witness)];

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = || KINDS.map(|(name, _)| name).join(", ");
        let (kind, file) = text
            .split_once('=')
            .filter(|(_, file)| !file.is_empty())
            .ok_or_else(|| format!("write KIND=FILE, where KIND is one of: {}", names()))?;
        let known = KINDS.iter().find(|(name, _)| *name == kind);
        let kind = known.map(|&(_, kind)| kind).ok_or_else(|| {
            format!(
                "there is no report of the kind '{kind}'; there are: {}",
                names()
            )
        })?;
        let file = PathBuf::from(file);
        Ok(Wanted { kind, file })
    }
}

impl Wanted {
    /// Writes it. The answer stands even if that fails, but a script that waits for the file must learn of it.
    pub(crate) fn write(&self, answer: &Answer<'_>, task: &Task) -> Result<(), Exit> {
        let text = match self.kind {
            Kind::Json => answer.json(false),
            Kind::Witness => match answer.witness(task) {
                Some(text) => text,
                None => {
                    note("note: this answer has no witness");
                    return Ok(());
                }
            },
        };
        std::fs::write(&self.file, text).map_err(|problem| self.refuse(&problem))
    }

    /// Before there is an answer: what an earlier run has left is not to be taken for it, if there is none in the end.
    pub(crate) fn begin(&self) -> Result<(), Exit> {
        match self.kind == Kind::Witness && self.file.is_file() {
            true => std::fs::remove_file(&self.file).map_err(|problem| self.refuse(&problem)),
            false => Ok(()),
        }
    }

    fn refuse(&self, problem: &std::io::Error) -> Exit {
        let file = self.file.display();
        note(&format!("error: cannot write {file}: {problem}"));
        Exit::Input
    }
}
