//! Boolean programs as tests: every `tests/bp/*.bp` says in its first lines how it is run and what is expected.
//!
//! ```text
//! // check: --label R          runs `cegar bp check FILE --label R`; also `print:`, `dot:`, `simulate:`,
//!                           `pds:`
//! // expect: reachable         the exit code in words
//! ```
//!
//! What is printed stands beside it in `NAME.out`. A `check` is run with every engine, unless it is about threads: all must
//! print the same. A new
//! case is a new file; `CEGAR_BLESS=1 cargo test --test boolean_programs` writes the expectations, to be read before they are
//! committed.

#[allow(dead_code)] // Each test uses its own part.
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use support::{bless, each_file, header, shown};

const ENGINES: &[&str] = &["summaries", "post", "pre", "ef", "ef-opt"];
/// Those that answer `--reach`.
const AUTOMATA: &[&str] = &["post", "pre"];

/// Questions about runs, which are answered on summaries.
const TEMPORAL: &[&str] = &[
    "--ltl",
    "--ltl-file",
    "--terminates",
    "--hoa",
    "--ctl",
    "--ctl-file",
];

struct Case {
    path: PathBuf,
    command: String,
    arguments: Vec<String>,
    expect: String,
}

impl Case {
    fn read(path: &Path) -> Result<Case, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let fields = header(&text);
        let find = |key: &str| {
            fields
                .iter()
                .find(|(k, _)| *k == key)
                .map(|(_, value)| *value)
        };
        let commands = ["check", "print", "dot", "simulate", "pds"];
        let (command, arguments) = commands
            .iter()
            .find_map(|command| Some((*command, find(command)?)))
            .ok_or("no line `// check: …`, `// print:` …")?;
        Ok(Case {
            command: command.to_owned(),
            arguments: split_arguments(arguments),
            expect: find("expect").ok_or("no line `// expect: …`")?.to_owned(),
            path: path.to_owned(),
        })
    }

    fn is_about_threads(&self) -> bool {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with("threads")
    }

    fn run(&self, more: &[&str]) -> Output {
        let folder = self.path.parent().expect("a test is in a folder");
        Command::new(env!("CARGO_BIN_EXE_cegar"))
            .current_dir(folder)
            .args(["bp", &self.command])
            .arg(self.path.file_name().expect("a test is a file"))
            .args(&self.arguments)
            .args(more)
            .output()
            .expect("cegar starts")
    }

    /// What is wrong, if something is.
    fn check(&self, bless: bool) -> Result<(), String> {
        let asks = |options: &[&str]| self.arguments.iter().any(|a| options.contains(&a.as_str()));
        let able = match (asks(&["--reach"]), asks(TEMPORAL)) {
            (true, _) => AUTOMATA,
            (_, true) => &ENGINES[..1],
            _ => ENGINES,
        };
        let engines: Vec<Vec<&str>> = match self.command.as_str() {
            // Threads have engines of their own.
            "check" if self.is_about_threads() => vec![vec![]],
            "check" => able.iter().map(|engine| vec!["--engine", engine]).collect(),
            _ => vec![vec![]],
        };
        let mut expected_text =
            std::fs::read_to_string(self.path.with_extension("out")).unwrap_or_default();
        for more in engines {
            let output = self.run(&more);
            let code = expected_code(&self.expect)?;
            let text = shown(&output);
            if output.status.code() != Some(code) {
                let found = output.status.code();
                return Err(format!(
                    "{more:?}: exit code {found:?}, expected {code} ({})\n{text}",
                    self.expect
                ));
            }
            if bless && more.last().is_none_or(|engine| *engine == able[0]) {
                std::fs::write(self.path.with_extension("out"), &text)
                    .map_err(|e| e.to_string())?;
                expected_text = text.clone();
            }
            if text != expected_text {
                return Err(format!(
                    "{more:?} printed\n{text}\nexpected\n{expected_text}"
                ));
            }
        }
        Ok(())
    }
}

/// Words between blanks; what stands between single quotes is one word.
fn split_arguments(arguments: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (i, part) in arguments.split('\'').enumerate() {
        match i % 2 {
            0 => found.extend(part.split_whitespace().map(str::to_owned)),
            _ => found.push(part.to_owned()),
        }
    }
    found
}

fn expected_code(words: &str) -> Result<i32, String> {
    Ok(match words {
        "unreachable" | "holds" | "done" => 0,
        "usage error" => 1,
        "ill-formed" => 2,
        "unknown" => 5,
        "reachable" | "fails" => 10,
        other => return Err(format!("`expect: {other}` has no meaning")),
    })
}

fn main() -> ExitCode {
    let test = |path: &Path| Case::read(path)?.check(bless());
    support::run(each_file("bp", "bp", "bp", test))
}
