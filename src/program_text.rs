//! Reading programs, and showing what is wrong with them.

use std::io::Read;
use std::path::{Path, PathBuf};

use checker::bp::{self, Diagnostic, Program};
use checker::pds;
use source::regular_file;

use crate::exit::Exit;
use crate::output::{note, note_drawn, plain};
use crate::render::Renderer;

/// How the names of files end that are written by hand.
const HAND_WRITTEN_ENDINGS: [&str; 9] = ["c", "h", "i", "cc", "cpp", "hpp", "spec", "prp", "bp"];

/// Whether a file is there that a slip of the hand must not write over.
pub(crate) fn is_by_hand(path: &Path) -> bool {
    let ends = path.extension().and_then(|end| end.to_str());
    let holds = std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() > 0);
    holds && ends.is_some_and(|end| HAND_WRITTEN_ENDINGS.contains(&end))
}

/// A program's text and what it is called in messages.
pub(crate) struct ProgramText {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl ProgramText {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &Path) -> Result<ProgramText, Exit> {
        let name = if path == Path::new("-") {
            "<stdin>".to_owned()
        } else {
            plain(&path.display().to_string()).into_owned()
        };
        Ok(ProgramText {
            name,
            text: read_text(path)?,
        })
    }

    /// The program, with warnings shown; or its errors shown.
    pub(crate) fn parse(&self, renderer: &Renderer) -> Result<Program, Exit> {
        match bp::parse_with_warnings(&self.text) {
            Ok((program, warnings)) => {
                self.show(&warnings, renderer);
                Ok(program)
            }
            Err(problems) => {
                let Some(hint) = self.hint_at_pushdown_systems() else {
                    return Err(self.refuse(&problems, renderer));
                };
                // Everything in such a file is wrong: one message is enough.
                let exit = self.refuse(&problems[..problems.len().min(1)], renderer);
                note(&hint);
                Err(exit)
            }
        }
    }

    /// What to say of a file of the wrong kind.
    fn hint_at_pushdown_systems(&self) -> Option<String> {
        let name = &self.name;
        let what = match pds::kind(&self.text)? {
            pds::Kind::Moped => format!("a Moped pushdown system: cegar pds check {name}"),
            pds::Kind::Json => {
                format!("a pushdown system in PDAAAL's JSON: cegar pds check {name}")
            }
            pds::Kind::Cuba => {
                format!("one of CUBA's concurrent pushdown systems: cegar pds check {name}")
            }
        };
        Some(format!("help: this looks like {what}"))
    }

    /// Shows errors; the input is not accepted.
    pub(crate) fn refuse(&self, problems: &[Diagnostic], renderer: &Renderer) -> Exit {
        self.show(problems, renderer);
        Exit::Input
    }

    pub(crate) fn show(&self, problems: &[Diagnostic], renderer: &Renderer) {
        for problem in problems {
            note_drawn(&format!("{}\n", renderer.render(self, problem)));
        }
    }
}

/// The text of a file, or of standard input for `-`; or why it cannot be read is shown.
pub(crate) fn read_text(path: &Path) -> Result<String, Exit> {
    try_read_text(path).map_err(|words| {
        note(&format!("error: {words}"));
        Exit::Input
    })
}

/// The same, or why it cannot be read.
pub(crate) fn try_read_text(path: &Path) -> Result<String, String> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        read.map(|_| bytes)
    } else if path.starts_with("/dev") {
        // What the shell hands over: `<(command)`, `/dev/stdin`.
        std::fs::read(path)
    } else {
        regular_file::read(path)
    };
    bytes
        .map(decode)
        .map_err(|problem| format!("cannot read {}: {problem}", path.display()))
}

/// Old programs have comments in Latin-1: what is no UTF-8 is replaced, and only matters outside of comments.
fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned())
}

/// The file argument of every command.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct File {
    /// The boolean program; `-` reads standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}
