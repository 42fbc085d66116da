//! The analyses against runs of the interpreter, on every program of `tests/suite`.
//!
//! Every address that a run computes for a place lies in an object that the static sets name, every
//! function called through a pointer is a candidate, every write is in the MOD set of all active
//! functions; and the slice for the output prints what the program prints.

mod results;
mod slices;
mod watch;

use frontend::analysis::slice::{self, Criterion};
use frontend::analysis::{dead_code, points_to, reduce};
use frontend::entity::EntityId;
use frontend::interp::{
    Control, Exit, Limits, Observer, Outcome, RunConfig, Script, View, run, run_observed,
};
use frontend::ir::{Cfg, EdgeId, FuncId, LocId, Program};
use frontend::types::DataModel;
use frontend::{Config, Input, compile};
use std::collections::HashSet;
use std::io::Write;
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

/// For whoever looks with `--nocapture`.
fn say(text: &str) {
    writeln!(std::io::stderr(), "{text}").expect("standard error can be written");
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

fn same(a: &Outcome, b: &Outcome) -> bool {
    ending(&a.exit) == ending(&b.exit) && a.stdout == b.stdout
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
        let pts = points_to::points_to(&program, points_to::Config::default());
        let live = dead_code::remove_dead_code(&program, &pts);
        if live.program.verify().is_err() || !same(&expected, &execute(&live.program)) {
            wrong.push(format!("{}: dead code", file.display()));
            continue;
        }
        let criterion = Criterion::output(&live.program);
        let slice = slice::slice(&live.program, &criterion, slice::Config::default());
        if let Err(broken) = slice.program.verify() {
            wrong.push(format!("{}: {broken}", file.display()));
            continue;
        }
        count += 1;
        before += edges(&program);
        after += edges(&slice.program);
        let got = execute(&slice.program);
        if !same(&expected, &got) {
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
    say(&format!(
        "{count} programs: {before} edges, {after} after slicing"
    ));
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
}

fn edges(program: &Program) -> usize {
    program.defined().map(|(_, _, cfg)| cfg.num_edges()).sum()
}

/// Notes the locations that a run comes to.
#[derive(Default)]
struct Visits(HashSet<(FuncId, LocId)>, Vec<Option<Cfg>>);

impl Visits {
    fn of(program: &Program) -> (Self, Outcome) {
        let bodies = program.funcs.values().map(|f| f.body.clone()).collect();
        let mut visits = Self(HashSet::new(), bodies);
        let mut inputs = Script::new([]);
        let outcome = run_observed(program, &config(), &mut inputs, Some(&mut visits));
        (visits, outcome)
    }
}

impl Observer for Visits {
    fn edge(&mut self, func: FuncId, edge: EdgeId, _: &mut View<'_, '_>) -> Control {
        if let Some(cfg) = &self.1[func.index()] {
            self.0.insert((func, cfg.target(edge)));
        }
        Control::Continue
    }
}

/// Locations of a program to slice for: a few of each function, spread over it.
fn samples(program: &Program) -> Vec<(FuncId, LocId)> {
    let all: Vec<(FuncId, LocId)> = program
        .defined()
        .flat_map(|(f, _, cfg)| cfg.locs().map(move |l| (f, l)))
        .filter(|&(f, l)| {
            let cfg = program.funcs[f].body.as_ref();
            cfg.is_some_and(|c| l != c.entry && l != c.exit)
        })
        .collect();
    let step = all.len().div_ceil(8).max(1);
    all.iter().copied().skip(step / 2).step_by(step).collect()
}

#[test]
fn slices_reach_the_same_locations() {
    let mut wrong = Vec::new();
    let (mut count, mut reached, mut before, mut after) = (0, 0, 0, 0);
    for (file, program) in programs() {
        let (visits, outcome) = Visits::of(&program);
        let complete = !matches!(outcome.exit, Exit::Limit(_) | Exit::Fault(_));
        for (func, loc) in samples(&program) {
            let expected = visits.0.contains(&(func, loc));
            if !complete && !expected {
                continue;
            }
            let criterion = Criterion {
                locations: vec![(func, loc)],
                ..Criterion::default()
            };
            let slice = reduce(&program, &criterion, slice::Config::default());
            let (now, _) = Visits::of(&slice.program);
            let new = slice.new_loc(func, loc);
            let got = new.is_some_and(|l| now.0.contains(&(func, l)));
            (count, reached) = (count + 1, reached + usize::from(expected));
            (before, after) = (before + edges(&program), after + edges(&slice.program));
            if slice.program.verify().is_err() || got != expected {
                let name = &program.funcs[func].unique;
                let text = format!("{}: {name} {loc}: {got}, not {expected}", file.display());
                wrong.push(text);
            }
        }
    }
    say(&format!(
        "{count} locations, {reached} reached: {before} edges, {after} after slicing"
    ));
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
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
    say(&format!("{checked} addresses checked"));
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
}
