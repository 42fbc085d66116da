//! What task files may ask for.
//!
//! They are a part of what is checked, and so are not trusted. They name files within the folders that the command line
//! names, and give options that say what a program means; options that run something, write something or read from
//! elsewhere are for the command line, unless the user trusts the task files (`--trust-tasks`).

use std::path::{Component, Path, PathBuf};

use frontend::input::boundary::Boundary;

use super::file_names::is_pattern;

/// How far task files reach.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) boundary: Boundary,
    /// Whether the user takes whatever they say.
    pub(crate) trusted: bool,
}

/// Options of `cegar check` with a file or a folder.
const OPTIONS_WITH_PATH: [&str; 6] = [
    "-I",
    "--include",
    "-include",
    "--model",
    "--predicates",
    "--compile-commands",
];

/// Options with a word.
const OPTIONS_WITH_WORD: [&str; 5] = ["-D", "-U", "--entry", "--data-model", "--blocks"];

/// Options that stand for themselves.
const OPTIONS_WITHOUT_VALUE: [&str; 2] = ["--certify", "--no-callbacks"];

/// How many parts of a path may be patterns.
const MAX_PATTERNS: usize = 2;

impl Scope {
    /// Whether a task file may name this, be it a file or a pattern.
    pub(super) fn accept(&self, path: &Path) -> Result<(), String> {
        let is_free = |part: &Component<'_>| is_pattern(&part.as_os_str().to_string_lossy());
        let parts: Vec<Component<'_>> = path.components().collect();
        let first = parts.iter().position(is_free).unwrap_or(parts.len());
        // A pattern is judged by the folder that it starts from; nothing may climb out of what it matches.
        if parts[first..].contains(&Component::ParentDir) && !self.trusted {
            return Err(outside(path));
        }
        // Links among folders make a long pattern match without end.
        let free = parts.iter().filter(|part| is_free(part)).count();
        if free > MAX_PATTERNS && !self.trusted {
            return Err(format!(
                "'{}' is too much of a pattern for a task file; --trust-tasks takes it",
                path.display()
            ));
        }
        self.accept_file(&parts[..first].iter().collect::<PathBuf>())
    }

    /// Whether a task file may name this file, whatever letters its name has.
    pub(super) fn accept_file(&self, path: &Path) -> Result<(), String> {
        match self.trusted || self.boundary.holds_named(path) {
            true => Ok(()),
            false => Err(outside(path)),
        }
    }

    /// The options that a task file gives, or which of them is not taken.
    pub(super) fn options(&self, words: Vec<String>) -> Result<Vec<String>, String> {
        if !self.trusted {
            let mut rest = words.iter().map(String::as_str);
            while let Some(word) = rest.next() {
                self.option(word, &mut rest)?;
            }
        }
        Ok(words)
    }

    fn option<'w>(
        &self,
        word: &'w str,
        rest: &mut impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        if OPTIONS_WITHOUT_VALUE.contains(&word) {
            return Ok(());
        }
        let refuse = || {
            format!(
                "the option '{word}' of a task file is not taken: task files are not trusted to run, write or read \
                 whatever they want; --trust-tasks takes it"
            )
        };
        let of = |list: &[&'static str]| list.iter().find_map(|name| joined(word, name));
        let (path, value) = match (of(&OPTIONS_WITH_PATH), of(&OPTIONS_WITH_WORD)) {
            (Some(value), _) => (true, value),
            (None, Some(value)) => (false, value),
            (None, None) => return Err(refuse()),
        };
        let value = match value {
            "" => rest.next().ok_or_else(refuse)?,
            value => value,
        };
        match path {
            _ if value.starts_with(['-', '@']) => Err(refuse()),
            true => self.accept_file(Path::new(value)),
            false => Ok(()),
        }
    }
}

fn outside(path: &Path) -> String {
    format!(
        "{} lies outside of what the command line names; name a folder that holds it too, or use --allow-read FOLDER",
        path.display()
    )
}

/// The value in the word of an option; empty if it is in the next one.
fn joined<'w>(word: &'w str, name: &str) -> Option<&'w str> {
    let rest = word.strip_prefix(name)?;
    let is_short = name.len() == 2;
    match rest {
        "" => Some(""),
        rest if is_short => Some(rest.strip_prefix('=').unwrap_or(rest)),
        rest => rest.strip_prefix('=').filter(|value| !value.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(words: &str) -> Result<Vec<String>, String> {
        let scope = Scope {
            boundary: Boundary::around([Path::new("src")]),
            trusted: false,
        };
        scope.options(words.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn options_that_say_what_a_program_means() {
        for words in [
            "",
            "-DX=1 -U Y -I src -Isrc --include src/main.rs",
            "--entry=probe --data-model ilp32 --certify",
            "--model src/none.c --compile-commands=src/x.json",
        ] {
            assert!(taken(words).is_ok(), "{words}");
        }
    }

    #[test]
    fn options_that_run_or_write_or_look_elsewhere() {
        for words in [
            "--cc ./evil",
            "--cc=./evil",
            "--save x",
            "--report html=x",
            "--replay=x",
            "--trust-compile-commands",
            "--allow-read /",
            "-I /etc",
            "-I../../..",
            "--include=/etc/passwd",
            "-D --cc=./evil",
            "-D",
            "--entry -x",
            "-I @flags",
            "other.c",
            "--",
            "--time-limit 1000000",
            "--c ./evil",
        ] {
            assert!(taken(words).is_err(), "{words}");
        }
    }
}
