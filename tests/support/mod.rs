//! What the tests by files have in common.

pub(crate) mod start;

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Output};

use libtest_mimic::{Arguments, Trial};

/// Whether expectations are to be written instead of compared.
pub(crate) fn bless() -> bool {
    std::env::var_os("CEGAR_BLESS").is_some()
}

/// The fields `// key: value` in the first lines of a test.
pub(crate) fn header(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().take_while(|line| line.starts_with("//"));
    lines
        .filter_map(|line| line[2..].trim().split_once(':'))
        .map(|(key, value)| (key, value.trim()))
        .collect()
}

/// What a command printed, on both streams.
pub(crate) fn shown(output: &Output) -> String {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.stderr.is_empty() {
        text += "--- stderr\n";
        text += &String::from_utf8_lossy(&output.stderr);
    }
    text
}

/// The files of a folder of `tests/` whose names end so, in order.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
        .expect("the folder of tests")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has no .{extension} files");
    files
}

/// A test for every file of a folder of `tests/`, called after it: `PREFIX/NAME`.
pub(crate) fn each_file(
    prefix: &str,
    folder: &str,
    extension: &str,
    test: fn(&Path) -> Result<(), String>,
) -> Vec<Trial> {
    let trial = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(format!("{prefix}/{name}"), move || Ok(test(&path)?))
    };
    files(folder, extension).into_iter().map(trial).collect()
}

/// A test that is no file.
pub(crate) fn function(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// Runs those that the command line asks for: all, or what has a word of it in its name.
pub(crate) fn run(trials: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
