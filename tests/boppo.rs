//! Boppo's own tests, with their published answers. They are not part of the project: where they are missing, nothing
//! is tested.

use std::path::Path;
use std::process::Command;

const ENGINES: &[&str] = &["summaries", "post", "pre", "ef", "ef-opt"];

#[test]
fn published_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/benchmarks/boppo");
    let Ok(table) = std::fs::read_to_string(folder.join("tests.csv")) else {
        #[allow(clippy::print_stderr, reason = "a note to whoever runs the tests")]
        {
            eprintln!("skipped: the folder of benchmarks is not here");
        }
        return;
    };
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let &[file, answer, arguments, threads] = &fields[..] else {
            panic!("not a line of tests.csv: {line}");
        };
        let expected = match (threads, answer) {
            ("yes", _) => 2,
            (_, "proved") => 0,
            _ => 10,
        };
        let label = arguments
            .split_once("-l ")
            .map(|(_, rest)| rest.split(' ').next().unwrap_or(rest));
        for engine in ENGINES {
            let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
                .args(["bp", "check", "--engine", engine, "--time-limit", "60"])
                .arg(folder.join(file))
                .args(label.iter().flat_map(|label| ["--label", label]))
                .output()
                .expect("cegar starts");
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(
                output.status.code(),
                Some(expected),
                "{file} with {engine}: {said}"
            );
            assert_eq!(
                expected == 2,
                said.contains("threads are not supported"),
                "{file}: {said}"
            );
        }
    }
}
