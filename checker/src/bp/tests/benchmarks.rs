//! Real programs, written by others. They are not part of the project: where they are missing, nothing is tested.

use std::path::{Path, PathBuf};

use super::*;

fn benchmark_files() -> Vec<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/benchmarks");
    let folders = [
        "boppo",
        "boolean-programs/getafix",
        "boolean-programs/ijit-satabs",
    ];
    let entries = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(shared.join(folder)).ok())
        .flatten();
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "bp"));
    files.sort();
    files
}

#[test]
fn all_benchmarks_parse_and_print() {
    let files = benchmark_files();
    if files.is_empty() {
        #[allow(clippy::print_stderr, reason = "a note to whoever runs the tests")]
        {
            eprintln!("skipped: the folder of benchmarks is not here");
        }
    }
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let program =
            parse(&text).unwrap_or_else(|problems| panic!("{}: {problems:?}", path.display()));
        assert_round_trip(&program);
        let problems = verify(&program, Entry::Main);
        let named = |d: &Diagnostic| d.message == "there is no procedure `main` to start in";
        assert!(
            problems.iter().all(named),
            "{}: {problems:?}",
            path.display()
        );
        // Getafix's concurrent programs start in `init`, and say so by having no `main`.
        assert_eq!(
            problems.is_empty(),
            program.find_proc("main").is_some(),
            "{}",
            path.display()
        );
    }
}
