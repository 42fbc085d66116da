//! Every boolean program of the repository: what is meant to be well-formed parses, prints as itself, and verifies.

use std::path::{Path, PathBuf};

use super::*;

/// Fewer files than this mean that a folder was not found.
const FEWEST_FILES: usize = 50;

fn program_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["tests/bp", "corpus/bp"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder of the repository");
        files.extend(entries.map(|entry| entry.expect("a readable folder").path()));
    }
    files.retain(|path| path.extension().is_some_and(|e| e == "bp"));
    files.sort();
    files
}

#[test]
fn all_programs_of_the_repository_parse_and_print() {
    let files = program_files();
    assert!(files.len() >= FEWEST_FILES, "only {} files", files.len());
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let refused = text.lines().any(|line| line == "// expect: ill-formed");
        let program = match parse(&text) {
            Ok(program) => program,
            Err(_) if refused => continue,
            Err(problems) => panic!("{}: {problems:?}", path.display()),
        };
        assert_round_trip(&program);
        // What is only printed need not be complete.
        let only_printed = text.starts_with("// print:");
        let problems = verify(&program, Entry::Nowhere);
        assert!(
            refused || only_printed || problems.is_empty(),
            "{}: {problems:?}",
            path.display()
        );
    }
}
