//! What the tests by files have in common.

use std::path::{Path, PathBuf};
use std::process::Output;

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

/// Runs a test on every file of a folder of `tests/`, in order, and tells all that is wrong.
pub(crate) fn each_file(
    folder: &str,
    extension: &str,
    test: impl Fn(PathBuf) -> Result<(), String>,
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of tests")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for path in files {
        let name = path.display().to_string();
        if let Err(what) = test(path) {
            wrong.push(format!("{name}: {what}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
