//! Pushdown systems as tests: every `tests/pds/*.pds` says in its first lines how it is run and what is expected.
//!
//! ```text
//! // check: --reach 'q <m1>'   runs `cegar pds check FILE --reach 'q <m1>'`; also `print:`
//! // input: system.json        with this file in place of the case itself
//! // expect: reachable         the exit code in words
//! ```
//!
//! What is printed stands beside it in `NAME.out`. A question about `--reach` is put to both engines: they must print the
//! same. One about a system in Moped's notation is put to the symbolic exploration as well, which must come to the same answer. `CEGAR_BLESS=1 cargo test --test pushdown_systems` writes the expectations, to be read before they are committed.

#[allow(dead_code)] // Each test uses its own part.
mod support;

use std::path::Path;
use std::process::{Command, ExitCode};

use support::{bless, each_file, header, shown};

fn expected_code(words: &str) -> Result<i32, String> {
    Ok(match words {
        "unreachable" | "holds" | "done" => 0,
        "usage error" => 1,
        "ill-formed" => 2,
        "unknown" => 5,
        "reachable" | "violated" => 10,
        other => return Err(format!("`expect: {other}` has no meaning")),
    })
}

/// Words between blanks; what stands between single quotes is one word.
fn split_arguments(arguments: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (i, part) in arguments.split('\'').enumerate() {
        match i % 2 {
            0 => found.extend(part.split_whitespace()),
            _ => found.push(part),
        }
    }
    found
}

fn case(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let fields = header(&text);
    let find = |key: &str| fields.iter().find(|(k, _)| *k == key).map(|(_, v)| *v);
    let (command, arguments) = ["check", "print"]
        .iter()
        .find_map(|command| Some((*command, find(command)?)))
        .ok_or("no line `// check: …` or `// print:`")?;
    let arguments = split_arguments(arguments);
    let engines: &[&[&str]] =
        match arguments.contains(&"--reach") && !arguments.contains(&"--pre-star") {
            true => &[&["--engine", "pre"], &["--engine", "post"]],
            false => &[&[]],
        };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let code = expected_code(find("expect").ok_or("no line `// expect: …`")?)?;
    for engine in engines {
        let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
            .current_dir(path.parent().ok_or("a test is in a folder")?)
            .args(["pds", command, find("input").unwrap_or(&name)])
            .args(&arguments)
            .args(*engine)
            .output()
            .map_err(|e| e.to_string())?;
        let text = shown(&output);
        if output.status.code() != Some(code) {
            return Err(format!(
                "exit code {:?}, expected {code}\n{text}",
                output.status.code()
            ));
        }
        let beside = path.with_extension("out");
        if bless() && engine.last() != Some(&"post") {
            std::fs::write(&beside, &text).map_err(|e| e.to_string())?;
        }
        let expected = std::fs::read_to_string(&beside).unwrap_or_default();
        if text != expected {
            return Err(format!("{engine:?} printed\n{text}\nexpected\n{expected}"));
        }
    }
    let is_answer = matches!(code, 0 | 10) && command == "check";
    match is_answer && text.contains("-->") && !arguments.iter().any(|a| EXPLICIT.contains(a)) {
        true => agrees_with_symbolic_exploration(path, &arguments, code),
        false => Ok(()),
    }
}

/// What only explicit systems can be asked, or what says itself how values are looked at.
const EXPLICIT: [&str; 4] = ["--violating", "--pre-star", "--dot", "--exploration"];

fn agrees_with_symbolic_exploration(
    path: &Path,
    arguments: &[&str],
    code: i32,
) -> Result<(), String> {
    let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(path.parent().ok_or("a test is in a folder")?)
        .args(["pds", "check"])
        .arg(path.file_name().ok_or("a test is a file")?)
        .args(arguments)
        .args(["--exploration", "symbolic"])
        .output()
        .map_err(|e| e.to_string())?;
    match output.status.code() == Some(code) {
        true => Ok(()),
        false => Err(format!("symbolically, it is not so\n{}", shown(&output))),
    }
}

fn main() -> ExitCode {
    support::run(each_file("pds", "pds", "pds", case))
}
