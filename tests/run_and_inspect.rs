//! C programs as tests of `cegar run` and `cegar inspect`: every `tests/c/*.c` says in its first lines how it is used.
//!
//! ```text
//! // run: --value 5            runs `cegar run FILE --value 5`; also `inspect:`; several lines, several commands
//! // input: 1 2                standard input of the commands
//! ```
//!
//! The commands, their exit codes and what they print stand beside it in `NAME.out`. A new case is a new file;
//! `CEGAR_BLESS=1 cargo test --test run_and_inspect` writes the expectations, to be read before they are committed. Other files that
//! cases need lie in `tests/c/more`. What a program does when it runs is tested against gcc elsewhere
//! (`frontend/tests/suite`): here it is the command line.

#[allow(dead_code)] // Each test uses its own part.
mod support;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use support::start::cegar_in;
use support::{bless, each_file, function, header, shown};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c")
}

/// What is wrong with a case, if something is.
fn check(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let fields = header(&text);
    let input = fields.iter().find(|(key, _)| *key == "input");
    let input = input.map_or("", |(_, value)| value);
    let name = path.file_name().and_then(|n| n.to_str()).expect("a name");
    let mut found = String::new();
    for (command, arguments) in fields
        .iter()
        .filter(|(key, _)| ["run", "inspect"].contains(key))
    {
        let file = (arguments.split(' ').next() != Some("-")).then_some(name);
        let arguments: Vec<&str> = [*command]
            .into_iter()
            .chain(file)
            .chain(arguments.split_whitespace())
            .collect();
        let output = cegar_in(&folder(), &arguments, input.as_bytes());
        let code = output.status.code();
        let code = code.map_or("killed".to_owned(), |code| code.to_string());
        found += &format!(
            "$ cegar {}\n{}exit {code}\n",
            arguments.join(" "),
            shown(&output)
        );
    }
    let expectation = path.with_extension("out");
    if bless() {
        std::fs::write(&expectation, &found).map_err(|e| e.to_string())?;
    }
    let expected = std::fs::read_to_string(&expectation).unwrap_or_default();
    match found == expected {
        true => Ok(()),
        false => Err(format!("printed\n{found}\nexpected\n{expected}")),
    }
}

fn main() -> ExitCode {
    let mut trials = each_file("c", "c", "c", check);
    trials.extend([
        function("colours_are_for_terminals", colours_are_for_terminals),
        function(
            "the_same_input_gives_the_same_bytes",
            the_same_input_gives_the_same_bytes,
        ),
        function("inputs_from_a_file", inputs_from_a_file),
        function("wrong_usage", wrong_usage),
    ]);
    support::run(trials)
}

const BROKEN: &[u8] = b"int main(void) { return x; }";

fn colours_are_for_terminals() {
    let colourful = |arguments: &[&str]| {
        let arguments = [&["run", "-"], arguments].concat();
        let output = cegar_in(&folder(), &arguments, BROKEN);
        assert_eq!(output.status.code(), Some(2));
        output.stderr.contains(&0x1B)
    };
    assert!(!colourful(&[]));
    assert!(!colourful(&["--color", "never"]));
    assert!(colourful(&["--color", "always"]));
}

/// Every stage of the same program, twice.
fn the_same_input_gives_the_same_bytes() {
    let stages = [
        "ast",
        "ir",
        "dot",
        "callgraph",
        "callgraph-dot",
        "pointsto",
        "ledger",
    ];
    for stage in stages {
        for slice in [&[][..], &["--slice"]] {
            let fixed = ["inspect", "devices.c", "--stage", stage, "--with-models"];
            let arguments = [&fixed, slice].concat();
            let ask = || cegar_in(&folder(), &arguments, b"");
            let first = ask();
            assert_eq!(first.status.code(), Some(0), "{stage}");
            assert!(!first.stdout.is_empty(), "{stage}");
            assert_eq!(first.stdout, ask().stdout, "{stage}");
        }
    }
}

/// A script of input values may come from a file.
fn inputs_from_a_file() {
    let arguments = ["run", "inputs.c", "--input", "more/values.txt"];
    let output = cegar_in(&folder(), &arguments, b"");
    assert_eq!(shown(&output), "2 values: 40 and 2\n");
    assert_eq!(output.status.code(), Some(42));
}

fn wrong_usage() {
    let wrong: [(&[&str], i32); 7] = [
        (&["run"], 1),
        (&["inspect", "devices.c", "--stage", "nonsense"], 1),
        (&["run", "devices.c", "--data-model", "lp128"], 1),
        (&["run", "no/such/file.c"], 2),
        (&["run", "devices.c", "--cc", "/no/such/compiler"], 2),
        (
            &["run", "devices.c", "--compile-commands", "more/values.txt"],
            2,
        ),
        (&["run", "devices.c", "--input", "devices.c"], 2),
    ];
    for (arguments, code) in wrong {
        let output = cegar_in(&folder(), arguments, b"");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
