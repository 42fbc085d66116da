//! The analyses against runs of the interpreter, on every program of `tests/suite`.
//!
//! Every address that a run computes for a place lies in an object that the static sets name, every
//! function called through a pointer is a candidate, every write is in the MOD set of all active
//! functions; and the slice for the output prints what the program prints.

mod watch;

use frontend::analysis::slice::{self, Criterion};
use frontend::interp::{Exit, Limits, Outcome, RunConfig, Script, run, run_observed};
use frontend::ir::Program;
use frontend::types::DataModel;
use frontend::{Config, Input, compile};
use std::path::{Path, PathBuf};

fn programs() -> Vec<(PathBuf, Program)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    if let Ok(only) = std::env::var("ANALYSIS_ONLY") {
        files.retain(|f| f.to_string_lossy().contains(&only));
    }
    if let Ok(more) = std::env::var("ANALYSIS_FILES") {
        files = more.split_whitespace().map(PathBuf::from).collect();
    }
    let model = match std::env::var("ANALYSIS_MODEL").as_deref() {
        Ok("ilp32") => DataModel::Ilp32,
        _ => DataModel::Lp64,
    };
    let config = Config {
        model,
        ..Config::default()
    };
    files
        .into_iter()
        .filter_map(|file| {
            let compiled = compile(&[Input::File(file.clone())], &config).ok()?;
            compiled.program.entry?;
            Some((file, compiled.program))
        })
        .collect()
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("the suite can be read") {
        let path = entry.expect("the suite can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "c") {
            files.push(path);
        }
    }
}

fn config() -> RunConfig {
    RunConfig {
        args: vec!["program".into()],
        limits: Limits {
            steps: 20_000_000,
            ..Limits::default()
        },
        ..RunConfig::default()
    }
}

fn execute(program: &Program) -> Outcome {
    run(program, &config(), &mut Script::new([]))
}

/// How a run ended, without the places, which slicing renumbers.
fn ending(exit: &Exit) -> String {
    match exit {
        Exit::Code(code) => format!("code {code}"),
        Exit::AssertFailed(text, _) => format!("assertion {text:?}"),
        Exit::Error(_) => "error".into(),
        Exit::AssumeFailed(_) => "assume".into(),
        Exit::Abort => "abort".into(),
        other => format!("{other:?}"),
    }
}

#[test]
fn slices_print_the_same() {
    let mut wrong = Vec::new();
    let (mut before, mut after, mut count) = (0, 0, 0);
    for (file, program) in programs() {
        let expected = execute(&program);
        if matches!(expected.exit, Exit::Limit(_) | Exit::Fault(_)) {
            continue;
        }
        let slice = slice::slice(&program, &Criterion::output(&program), slice::Config::default());
        if let Err(broken) = slice.program.verify() {
            wrong.push(format!("{}: {broken}", file.display()));
            continue;
        }
        count += 1;
        before += edges(&program);
        after += edges(&slice.program);
        let got = execute(&slice.program);
        if (ending(&expected.exit), &expected.stdout) != (ending(&got.exit), &got.stdout) {
            wrong.push(format!(
                "{}: {} instead of {}\n{}instead of\n{}",
                file.display(),
                ending(&got.exit),
                ending(&expected.exit),
                String::from_utf8_lossy(&got.stdout),
                String::from_utf8_lossy(&expected.stdout),
            ));
        }
    }
    println!("{count} programs: {before} edges, {after} after slicing");
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

fn edges(program: &Program) -> usize {
    program.defined().map(|(_, _, cfg)| cfg.num_edges()).sum()
}

#[test]
fn sets_contain_what_runs_do() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for (file, program) in programs() {
        let (program, mut watch) = watch::Watch::new(program);
        let mut inputs = Script::new([]);
        run_observed(&program, &config(), &mut inputs, Some(&mut watch));
        checked += watch.checked;
        for text in watch.wrong {
            wrong.push(format!("{}: {text}", file.display()));
        }
    }
    println!("{checked} addresses checked");
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
