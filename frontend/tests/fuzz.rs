//! Damaged and mutated C through the whole front end: preprocessed text to sliced program, and a
//! short run. Nothing may panic, overflow the stack or take long, whatever the text.
//!
//! `FUZZ_ROUNDS`, `FUZZ_SEED` and `FUZZ_CORPUS` (a folder of C files; the suite without) in the
//! environment make it a fuzzer. A text that upsets us is kept in the folder for temporary files.

#[path = "support/mutate.rs"]
mod mutate;

use analysis::passes::slice;
use analysis::points_to;
use frontend::{Config, Input, compile};
use interp::{Limits, RunConfig, Script};
use ir::types::DataModel;
use mutate::{Random, damaged, from_environment, mutated};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

/// Rounds in an ordinary test run.
const ROUNDS: u64 = 1_500;

/// Long beyond doubt, on a machine that has other things to do.
const MAX_ROUND_TIME: Duration = Duration::from_secs(60);

/// The stack that threads have unless told otherwise.
const THREAD_STACK_BYTES: usize = 2 << 20;

#[test]
fn mutants_do_not_upset_the_front_end() {
    let folder = std::env::var_os("FUZZ_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite"),
        PathBuf::from,
    );
    let mut files = Vec::new();
    c_files(&folder, &mut files);
    files.sort();
    let rounds = from_environment("FUZZ_ROUNDS").unwrap_or(ROUNDS);
    let mut random = Random::new(from_environment("FUZZ_SEED").unwrap_or(0xc0de));
    let mut compiled = 0;
    let mut text = (PathBuf::new(), Vec::new());
    for round in 0..rounds {
        // Several mutants of each text: making it costs more than one.
        if round % 8 == 0 {
            text = preprocessed(&files, &mut random);
        }
        let mutant = match random.below(4) {
            0 => damaged(&text.1, &mut random),
            _ => mutated(&text.1, &mut random),
        };
        match survives(mutant.clone(), round % 2 == 0) {
            Ok(is_c) => compiled += u64::from(is_c),
            Err(why) => fail(&text.0, &mutant, round, &why),
        }
    }
    assert!(
        compiled * 10 > rounds,
        "only {compiled} of {rounds} mutants compile: too few to say much"
    );
}

fn fail(file: &Path, mutant: &[u8], round: u64, why: &str) -> ! {
    let kept = std::env::temp_dir().join(format!("mutant-{round}.i"));
    let saved = std::fs::write(&kept, mutant).is_ok();
    let place = if saved {
        kept.display().to_string()
    } else {
        "not kept".to_owned()
    };
    panic!(
        "round {round}, a mutant of {} ({place}): {why}",
        file.display()
    );
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
            found.push(path);
        }
    }
}

/// One of the files, chosen at random.
fn preprocessed(files: &[PathBuf], random: &mut Random) -> (PathBuf, Vec<u8>) {
    let file = files[random.below(files.len())].clone();
    if file.extension().is_some_and(|e| e == "i") {
        let text = std::fs::read(&file).expect("the corpus can be read");
        return (file, text);
    }
    let made = Command::new("gcc").args(["-E", "-P"]).arg(&file).output();
    (file, made.expect("gcc runs").stdout)
}

/// Whether the text is C; or what went wrong with us.
fn survives(text: Vec<u8>, lp64: bool) -> Result<bool, String> {
    let (send, receive) = mpsc::channel();
    let model = if lp64 {
        DataModel::Lp64
    } else {
        DataModel::Ilp32
    };
    let work = move || {
        let answer = catch_unwind(AssertUnwindSafe(|| all_stages(text, model)));
        // The receiver is gone if it took too long.
        let _ = send.send(answer.map_err(|_| "a panic".to_owned()));
    };
    let thread = std::thread::Builder::new()
        .stack_size(THREAD_STACK_BYTES)
        .spawn(work);
    thread.expect("a thread starts");
    let answer = receive.recv_timeout(MAX_ROUND_TIME);
    answer.unwrap_or_else(|_| Err("no end".to_owned()))
}

fn all_stages(text: Vec<u8>, model: DataModel) -> bool {
    let input = Input::Text {
        name: "mutant.i".into(),
        text,
    };
    let config = Config {
        model,
        models: true,
        ..Config::default()
    };
    let compiled = match compile(&[input], &config) {
        Ok(compiled) => compiled,
        Err(failure) => {
            assert!(failure.diagnostics.has_errors());
            let _ = failure.diagnostics.render(&failure.sources);
            return false;
        }
    };
    let program = compiled.program;
    program.verify().expect("lowering keeps the invariants");
    let _ = program.to_string();
    let _ = analysis::analyse(&program, points_to::Config::default());
    let criterion = slice::Criterion::output(&program);
    let reduced = analysis::reduce(&program, &criterion, slice::Config::default());
    let sliced = reduced.program;
    sliced.verify().expect("slicing keeps the invariants");
    let run = RunConfig {
        limits: Limits {
            steps: 20_000,
            memory: 1 << 24,
            depth: 1_000,
            output: 1 << 20,
        },
        ..RunConfig::default()
    };
    interp::run(&program, &run, &mut Script::default());
    true
}
