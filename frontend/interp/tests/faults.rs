//! What the interpreter finds wrong, and where: programs whose first line says how they end, with
//! `// here` on the line that must be named. Under both data models.

use frontend::{Config, Input, compile};
use interp::{Exit, Limits, Outcome, RunConfig, Script, Site};
use ir::types::DataModel;
use libtest_mimic::{Arguments, Trial};
use source::Sources;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The end of a run in words, and the place that goes with it.
fn describe(outcome: &Outcome) -> (String, Option<Site>) {
    match &outcome.exit {
        Exit::Code(code) => match outcome.uninitialised {
            Some(site) => (format!("exit {code}, uninitialised"), Some(site)),
            None => (format!("exit {code}"), None),
        },
        Exit::Fault(fault) => (fault.kind.to_string(), Some(fault.site)),
        Exit::Limit(limit) => (format!("limit: {limit}"), None),
        Exit::Abort => ("abort".into(), None),
        Exit::AssertFailed(text, site) => {
            let text = text.as_deref().unwrap_or_default();
            (format!("assertion: {text}"), Some(*site))
        }
        Exit::Error(site) => ("error".into(), Some(*site)),
        Exit::AssumeFailed(site) => ("assume".into(), Some(*site)),
        Exit::InputExhausted(site) => ("input".into(), Some(*site)),
        Exit::NoEntry => ("no entry".into(), None),
    }
}

fn line(sources: &Sources, site: Option<Site>) -> Option<usize> {
    let located = sources.locate(site?.span)?;
    Some(located.line as usize)
}

fn check(path: &Path, model: DataModel) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let expected = text
        .lines()
        .next()
        .and_then(|l| l.strip_prefix("// expect: "));
    let expected = expected.ok_or("the first line says nothing")?;
    let here = text.lines().position(|l| l.ends_with("// here"));
    let config = Config {
        model,
        ..Config::default()
    };
    let compiled = compile(&[Input::File(path.into())], &config)
        .map_err(|f| f.diagnostics.render(&f.sources))?;
    let run = RunConfig {
        limits: Limits {
            steps: 10_000_000,
            memory: 1 << 26,
            ..Limits::default()
        },
        ..RunConfig::default()
    };
    let outcome = interp::run(&compiled.program, &run, &mut Script::default());
    let (said, site) = describe(&outcome);
    if !said.contains(expected) {
        return Err(format!("`{said}` instead of `{expected}`"));
    }
    let found = line(&compiled.sources, site);
    match here {
        Some(n) if found != Some(n + 1) => Err(format!("line {found:?} instead of {}", n + 1)),
        _ => Ok(()),
    }
}

fn main() -> ExitCode {
    let models = [("lp64", DataModel::Lp64), ("ilp32", DataModel::Ilp32)];
    let trials = models.into_iter().flat_map(|(word, model)| {
        cases().into_iter().map(move |path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            Trial::test(format!("{word}::{name}"), move || Ok(check(&path, model)?))
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
