//! What can be written of a run beside the summary.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::batch::record::{About, Record, Verdict};
use crate::exit::Exit;
use crate::output::{Output, note};
use crate::program_text::is_by_hand;
use crate::report::batch::summary::{self, By};
use crate::report::batch::{csv, junit, sarif};
use crate::safe_files::{LINK, is_link};

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "What is told of the run")]
pub(super) struct Outputs {
    /// What has a row in the table
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    by: By,
    /// How many parts of a folder's name count in the table; without it, as many as keep the table short
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Write a line for each task into this file, separated by commas
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write JUnit's XML into this file, as CI systems show it
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write SARIF into this file, for code scanning: a result for each task
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
}

impl Outputs {
    /// Whether the files can be written: better to know before a night's run than after it.
    pub(super) fn accept(&self) -> Result<(), Exit> {
        let all = [&self.csv, &self.junit, &self.sarif];
        let paths: Vec<&PathBuf> = all.into_iter().flatten().collect();
        for (n, path) in paths.iter().enumerate() {
            if paths[..n].contains(path) {
                return Err(refuse(
                    path,
                    "two of the files that are asked for have this name",
                ));
            }
            if is_by_hand(path) {
                return Err(refuse(path, HAND_WRITTEN));
            }
            if is_link(path) {
                return Err(refuse(path, LINK));
            }
            is_writable(path).map_err(|problem| refuse(path, &problem.to_string()))?;
        }
        Ok(())
    }

    /// Writes the files and prints the summary; `list` asks for the tasks with a verdict.
    pub(super) fn write(
        &self,
        records: &[Record],
        about: Option<&About>,
        list: Option<Verdict>,
    ) -> Result<(), Exit> {
        if let Some(path) = &self.csv {
            to_file(path, |file| csv::write(records, file))?;
        }
        if let Some(path) = &self.junit {
            to_file(path, |file| junit::write(records, about, file))?;
        }
        if let Some(path) = &self.sarif {
            to_file(path, |file| sarif::write(records, about, file))?;
        }
        let config = summary::Config {
            by: self.by,
            depth: self.depth.map(usize::from),
            list,
        };
        Output::stdout().text(summary::summary(records, about, &config));
        Ok(())
    }
}

const HAND_WRITTEN: &str = "it is there, and its name is that of a source";

fn refuse(path: &Path, why: &str) -> Exit {
    note(&format!("error: cannot write {}: {why}", path.display()));
    Exit::Input
}

/// Leaves a file that is there as it is, and none that is not. Pipes and devices are not tried: another process may listen.
fn is_writable(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(about) if !about.is_file() => Ok(()),
        Ok(_) => OpenOptions::new().append(true).open(path).map(drop),
        Err(_) => {
            File::create_new(path)?;
            std::fs::remove_file(path)
        }
    }
}

fn to_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Exit> {
    if is_by_hand(path) {
        return Err(refuse(path, HAND_WRITTEN));
    }
    if is_link(path) {
        return Err(refuse(path, LINK));
    }
    let written = File::create(path).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.flush()
    });
    written.map_err(|problem| refuse(path, &problem.to_string()))
}
