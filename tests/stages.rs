//! One stage of the loop at a time, as files: `tests/stages/STAGE/NAME.c`, with what is expected in `NAME.out` beside it.
//!
//! | folder | in | out |
//! |---|---|---|
//! | `slice/` | a program | what is left of it to tell whether an error is reached |
//! | `abstraction/` | a program and predicates | the boolean program |
//! | `discovery/` | a program and predicates | the paths that the boolean programs have, and the predicates that rule each out |
//!
//! Header lines: `// predicate: main: x == 0`, one for each; `// arguments: ...` for the command. One file is run by
//! name: `cargo test --test stages slice/unused-call`. `CEGAR_BLESS=1` writes what comes out: read it before it is kept.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Failed, Trial};

#[allow(dead_code)] // Each test uses its own part.
mod support;

use support::{bless, files, header};

/// What a stage says.
type Outcome = Result<String, Failed>;
/// What asks a stage about a file.
type Stage = fn(&Path) -> Outcome;

fn main() -> ExitCode {
    let stages: [(&str, Stage); 3] = [
        ("slice", slice),
        ("abstraction", |path| read(&save(path)?, "1/program.bp")),
        ("discovery", |path| discovery(&save(path)?)),
    ];
    let trials = stages.into_iter().flat_map(|(stage, run)| {
        let files = files(&format!("stages/{stage}"), "c").into_iter();
        files.map(move |path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            Trial::test(format!("{stage}/{name}"), move || {
                compare(&path, &run(&path)?)
            })
        })
    });
    support::run(trials.collect())
}

fn compare(path: &Path, out: &str) -> Result<(), Failed> {
    if out.is_empty() {
        return Err("nothing comes out of this stage".into());
    }
    let expected = path.with_extension("out");
    if bless() {
        return Ok(std::fs::write(expected, out)?);
    }
    let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
    match wanted == out {
        true => Ok(()),
        false => Err(format!("expected:\n{wanted}\ngot:\n{out}").into()),
    }
}

fn slice(path: &Path) -> Outcome {
    let output = cegar(path)
        .args(["inspect", "--stage", "ir", "--slice"])
        .arg(path.file_name().unwrap_or_default())
        .output()?;
    Ok(String::from_utf8(output.stdout)?)
}

/// The path of each boolean program that has one, and the predicates and lemmas that were learnt from it: none from one
/// that can be taken.
fn discovery(saved: &Path) -> Outcome {
    let mut out = String::new();
    for n in 1.. {
        let Ok(path) = read(saved, &format!("{n}/trace.txt")) else {
            break;
        };
        out += &path;
        let before = read(saved, &format!("{n}/predicates.txt"))?;
        let after = read(saved, &format!("{}/predicates.txt", n + 1)).unwrap_or_default();
        let known: Vec<&str> = before.lines().collect();
        let new = after.lines().filter(|line| !known.contains(line));
        for line in new.filter(|line| !line.is_empty()) {
            out += &format!("+ {line}\n");
        }
        out.push('\n');
    }
    Ok(out)
}

/// Checks a program with the predicates of its header; gives the folder with what was saved.
fn save(path: &Path) -> Result<PathBuf, Failed> {
    let text = std::fs::read_to_string(path)?;
    let fields = header(&text);
    let values = |wanted: &'static str| {
        let fields = fields.iter().filter(move |(key, _)| *key == wanted);
        fields.map(|(_, value)| *value)
    };
    let stage = path.parent().and_then(Path::file_name).unwrap_or_default();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stages");
    let folder = folder
        .join(stage)
        .join(path.file_stem().unwrap_or_default());
    // What an earlier run saved is not part of this one.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let predicates = folder.join("given.txt");
    std::fs::write(
        &predicates,
        values("predicate").collect::<Vec<_>>().join("\n"),
    )?;
    let saved = folder.join("saved");
    let output = cegar(path)
        .arg("check")
        .arg(path.file_name().unwrap_or_default())
        .args(values("arguments").flat_map(str::split_whitespace))
        .args(["--time-limit", "30"])
        .arg("--predicates")
        .arg(&predicates)
        .arg("--save")
        .arg(&saved)
        .output()?;
    match output.status.code() {
        Some(0 | 5 | 10) => Ok(saved),
        _ => Err(support::shown(&output).into()),
    }
}

/// The program under test, where the file lies: so that no path is part of what it says.
fn cegar(path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cegar"));
    command.current_dir(path.parent().unwrap_or(Path::new(".")));
    command
}

fn read(saved: &Path, name: &str) -> Outcome {
    let path = saved.join(name);
    std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()).into())
}
