//! Damaged and mutated C, and damaged specifications, through `cegar check`: every outcome is one of the documented
//! exit codes within the time limit, whatever the text.
//!
//! `CHECK_FUZZ_ROUNDS`, `CHECK_FUZZ_SEED`, `CHECK_FUZZ_LIMIT` (seconds for one run), `CHECK_FUZZ_CORPUS` (a folder of C
//! files) and `CHECK_FUZZ_CEGAR` (another executable) in the environment make it a fuzzer. What upsets us is kept.

#[allow(dead_code)] // Each test uses its own part.
#[path = "support/corpus.rs"]
mod corpus;
#[path = "../frontend/tests/support/mutate.rs"]
mod mutate;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use corpus::{Task, root};
use mutate::{Random, damaged, from_environment, mutated};

/// Rounds in an ordinary test run, and seconds for one of them.
const ROUNDS: u64 = 150;
const LIMIT: u64 = 1;

/// How much later than its limit a run may end, on a machine that has other things to do.
const GRACE: Duration = Duration::from_secs(10);

#[test]
fn mutated_programs() {
    let files = match std::env::var_os("CHECK_FUZZ_CORPUS") {
        Some(folder) => corpus::programs(Path::new(&folder)),
        None => [
            corpus::programs(&root().join("corpus")),
            corpus::programs(&root().join("frontend/tests/suite")),
        ]
        .concat(),
    };
    let tasks = corpus::tasks();
    let mut random = Random::new(from_environment("CHECK_FUZZ_SEED").unwrap_or(0x5eed));
    let mut fuzzer = Fuzzer::new("programs");
    for _ in 0..fuzzer.rounds {
        let file = &files[random.below(files.len())];
        let made = Command::new("gcc").args(["-E", "-P"]).arg(file).output();
        let text = made.expect("gcc runs").stdout;
        let mutant = match random.below(4) {
            0 => damaged(&text, &mut random),
            _ => mutated(&text, &mut random),
        };
        let program = fuzzer.write("mutant.i", &mutant);
        let mut arguments = vec!["check".into(), program];
        match random.below(8) {
            0 => arguments.extend(["--blocks".into(), "statement".into()]),
            1 => arguments.extend(["--data-model".into(), "ilp32".into()]),
            2 => arguments.push("--json".into()),
            _ => {}
        }
        let of_file = |task: &&Task| task.files.iter().any(|f| root().join(f) == *file);
        let property = tasks.iter().find(of_file).and_then(|t| t.property.as_ref());
        arguments.extend(property.map(|p| format!("--property={p}").into()));
        fuzzer.run(&arguments, file);
    }
    fuzzer.end();
}

#[test]
fn mutated_specifications() {
    let mut tasks = corpus::tasks();
    let names_file = |name: &str| root().join(name).is_file();
    tasks.retain(|task| task.property.as_deref().is_some_and(names_file));
    let mut random = Random::new(from_environment("CHECK_FUZZ_SEED").unwrap_or(0x5eed));
    let mut fuzzer = Fuzzer::new("specifications");
    for _ in 0..fuzzer.rounds {
        let task = &tasks[random.below(tasks.len())];
        let property = root().join(task.property.as_deref().unwrap_or_default());
        let Ok(text) = std::fs::read(property) else {
            continue;
        };
        let mutant = match random.below(3) {
            0 => damaged(&text, &mut random),
            _ => mutated(&text, &mut random),
        };
        let spec = fuzzer.write("mutant.spec", &mutant);
        let program = root().join(&task.files[0]);
        let arguments = ["check".into(), program, "--property".into(), spec.clone()];
        fuzzer.run(&arguments, &spec);
    }
    fuzzer.end();
}

struct Fuzzer {
    folder: PathBuf,
    rounds: u64,
    limit: u64,
    answered: usize,
    wrong: Vec<String>,
}

impl Fuzzer {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("check-fuzz-{name}"));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        Fuzzer {
            folder,
            rounds: from_environment("CHECK_FUZZ_ROUNDS").unwrap_or(ROUNDS),
            limit: from_environment("CHECK_FUZZ_LIMIT").unwrap_or(LIMIT),
            answered: 0,
            wrong: Vec::new(),
        }
    }

    fn write(&self, name: &str, text: &[u8]) -> PathBuf {
        let file = self.folder.join(name);
        std::fs::write(&file, text).expect("a file can be written");
        file
    }

    fn run(&mut self, arguments: &[PathBuf], original: &Path) {
        let cegar = std::env::var_os("CHECK_FUZZ_CEGAR");
        let started = Instant::now();
        let output = Command::new(cegar.unwrap_or_else(|| env!("CARGO_BIN_EXE_cegar").into()))
            .current_dir(root())
            .args(arguments)
            .args([
                "--memory-limit",
                "1000",
                "--time-limit",
                &self.limit.to_string(),
            ])
            .output()
            .expect("cegar runs");
        let late = started.elapsed() > Duration::from_secs(self.limit) + GRACE;
        let problem = unexpected(&output).or_else(|| late.then(|| "it ends too late".to_owned()));
        self.answered += usize::from(matches!(output.status.code(), Some(0 | 5 | 10)));
        if let Some(problem) = problem {
            let kept = self.folder.join(format!("kept-{}", self.wrong.len()));
            let mutant = arguments.iter().find(|a| a.starts_with(&self.folder));
            std::fs::copy(mutant.expect("there is a mutant"), &kept).expect("it can be kept");
            self.wrong.push(format!(
                "{arguments:?}, once {}, now {}: {problem}",
                original.display(),
                kept.display()
            ));
        }
    }

    fn end(self) {
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
        let few = self.rounds / 10;
        assert!(
            self.answered as u64 >= few,
            "only {} answers",
            self.answered
        );
    }
}

/// What is wrong with an outcome.
fn unexpected(output: &Output) -> Option<String> {
    let errors = String::from_utf8_lossy(&output.stderr);
    let answered = !output.stdout.is_empty();
    let fine = match output.status.code() {
        Some(0 | 5 | 10) => answered,
        Some(2) => !answered && errors.contains("error"),
        _ => false,
    };
    (!fine).then(|| format!("{:?} {errors}", output.status))
}
