//! The cases of the suite: C files whose first line says what is expected of them.
//!
//! README.md in `tests/suite` documents the header for those who add a case.

use crate::support::Model;
use std::path::{Path, PathBuf};

/// How far a program gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Compiled and run: the same output and exit code as gcc's executable.
    Run,
    /// Not C: gcc and we refuse it, with a diagnostic.
    Reject,
}

pub(crate) struct Case {
    /// `folder/file` without the extension: the test's name.
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    /// Further files of the same program.
    pub(crate) also: Vec<PathBuf>,
    pub(crate) stage: Stage,
    pub(crate) models: Vec<Model>,
    /// What gcc's executable must exit with: the author's own word on what the program does.
    pub(crate) exit: Option<i32>,
    /// Models with a known failure of ours, and what it is.
    fails: Vec<(Model, String)>,
}

impl Case {
    pub(crate) fn known_failure(&self, model: Model) -> Option<&str> {
        let known = self.fails.iter().find(|(m, _)| *m == model);
        known.map(|(_, reason)| reason.as_str())
    }
}

/// All cases below a directory, by name. The error names the file and what is wrong with it.
pub(crate) fn collect(root: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for folder in entries(root)?.iter().filter(|p| p.is_dir()) {
        for file in entries(folder)? {
            let name = file.to_string_lossy();
            if name.ends_with(".c") && !name.ends_with(".part.c") {
                cases.push(read(root, &file).map_err(|e| format!("{}: {e}", file.display()))?);
            }
        }
    }
    Ok(cases)
}

fn entries(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let listing = std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut paths: Vec<_> = listing.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn read(root: &Path, file: &Path) -> Result<Case, String> {
    let text = std::fs::read(file).map_err(|e| e.to_string())?;
    let first = text.split(|b| *b == b'\n').next().unwrap_or_default();
    let header = std::str::from_utf8(first)
        .ok()
        .and_then(|l| l.strip_prefix("// "));
    let inside = file.strip_prefix(root).unwrap_or(file).with_extension("");
    let mut case = Case {
        name: inside.to_string_lossy().into_owned(),
        file: file.to_owned(),
        also: Vec::new(),
        stage: Stage::Run,
        models: Model::ALL.to_vec(),
        exit: None,
        fails: Vec::new(),
    };
    for field in header.ok_or("no header on line 1")?.split(';') {
        let (key, value) = field
            .split_once(':')
            .ok_or(format!("no value in `{field}`"))?;
        case.set(key.trim(), value.trim())?;
    }
    if case.stage == Stage::Run && case.exit.is_none() {
        return Err("a case of stage run needs `exit:`".to_owned());
    }
    Ok(case)
}

impl Case {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let fails = |models: &[Model]| {
            models
                .iter()
                .map(|m| (*m, value.to_owned()))
                .collect::<Vec<_>>()
        };
        match key {
            "stage" => {
                self.stage = match value {
                    "run" => Stage::Run,
                    "reject" => Stage::Reject,
                    _ => return Err(format!("no stage `{value}`")),
                }
            }
            "models" => {
                let models = value.split(',').map(|m| Model::from_name(m.trim()));
                self.models = models
                    .collect::<Option<_>>()
                    .ok_or(format!("bad models `{value}`"))?;
            }
            "exit" => self.exit = Some(value.parse().map_err(|_| format!("bad exit `{value}`"))?),
            "also" => {
                self.also = value
                    .split(',')
                    .map(|f| self.file.with_file_name(f.trim()))
                    .collect()
            }
            // For readers: the program relies on signed overflow that wraps.
            "wrap" if value == "signed" => {}
            "fails" => self.fails.extend(fails(&Model::ALL)),
            "fails-lp64" => self.fails.extend(fails(&[Model::Lp64])),
            "fails-ilp32" => self.fails.extend(fails(&[Model::Ilp32])),
            _ => return Err(format!("no field `{key}`")),
        }
        Ok(())
    }
}
