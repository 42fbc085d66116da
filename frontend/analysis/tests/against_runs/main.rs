//! The analyses against runs of the interpreter, on every program of `frontend/tests/suite`.
//!
//! Every address that a run computes for a place lies in an object that the static sets name, every
//! function called through a pointer is a candidate, every write is in the MOD set of all active
//! functions; and the slice for the output prints what the program prints.

mod results;
mod slices;
mod watch;

use analysis::passes;
use analysis::passes::dead_code;
use analysis::passes::reduced::Reduced;
use analysis::passes::slice::{self, Criterion};
use analysis::{points_to, reduce};
use frontend::{Config, Input, compile};
use interp::{
    self, Control, Exit, Inputs, Limits, Observer, Outcome, Request, RunConfig, Script, View, run,
    run_observed,
};
use ir::types::DataModel;
use ir::{Cfg, EdgeId, FuncId, LocId, Program};
use source::entity::EntityId;
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

fn programs() -> Vec<(PathBuf, Program)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite");
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

/// Shown with `--nocapture`.
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

/// What was found out about the whole program before a pass is what would be found out after it, or it is not kept.
#[test]
fn shared_points_to_results_make_the_same_slices() {
    let mut shared = 0;
    for (file, mut program) in programs() {
        let request = passes::Request {
            criterion: Criterion::output(&program),
            ..passes::Request::default()
        };
        let Some(pts) = passes::once_per_check(&mut program, request.config) else {
            continue;
        };
        shared += 1;
        let of = |pts| passes::reduce(&program, pts, &request).program.to_string();
        assert_eq!(of(Some(&pts)), of(None), "{}", file.display());
    }
    say(&format!("{shared} programs whose results are shared"));
    assert!(shared > 0 || std::env::var_os("ANALYSIS_FILES").is_some());
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
            let broken = live.program.verify();
            wrong.push(format!("{}: dead code: {broken:?}", file.display()));
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

/// Inputs that depend on where they are asked for and how often, so that a slice, which asks less,
/// gets the same ones.
struct BySite<'a> {
    slice: Option<&'a Reduced>,
    seed: u64,
    asked: HashMap<(FuncId, Option<EdgeId>), u64>,
}

impl Inputs for BySite<'_> {
    fn next(&mut self, request: &Request<'_>) -> Option<interp::Input> {
        let (func, edge) = (request.site.func, request.site.edge);
        let old = match self.slice {
            Some(slice) => edge.and_then(|e| slice.old_edge(func, e)),
            None => edge,
        };
        let count = self.asked.entry((func, old)).or_default();
        *count += 1;
        let place = (func.index() as u64) << 32 | old.map_or(0, |e| e.index() as u64 + 1);
        let mixed = (place ^ self.seed)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(*count)
            .wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Some(interp::Input::Bits(u128::from(mixed >> 60)))
    }
}

/// Runs a program, or a slice of it, with the inputs of a seed: whether it ends in an error, or
/// nothing if the run was cut short.
fn fails(program: &Program, slice: Option<&Reduced>, seed: u64) -> Option<bool> {
    let asked = HashMap::new();
    let mut inputs = BySite { slice, seed, asked };
    let mut config = config();
    config.limits.steps = 300_000;
    match run(program, &config, &mut inputs).exit {
        Exit::Error(_) | Exit::AssertFailed(..) => Some(true),
        Exit::Limit(_) | Exit::Fault(_) => None,
        _ => Some(false),
    }
}

#[test]
fn slices_fail_for_the_same_inputs() {
    let mut wrong = Vec::new();
    let (mut runs, mut failing) = (0, 0);
    for (file, program) in programs() {
        let criterion = Criterion::errors(&program);
        let slice = reduce(&program, &criterion, slice::Config::default());
        for seed in 0..12 {
            let Some(expected) = fails(&program, None, seed) else {
                continue;
            };
            (runs, failing) = (runs + 1, failing + usize::from(expected));
            // A slice cut short says nothing: it may be the end that was cut off.
            let got = fails(&slice.program, Some(&slice), seed);
            if got.is_some_and(|got| got != expected) || (expected && got.is_none()) {
                let text = format!("{}: {got:?}, not {expected}, seed {seed}", file.display());
                wrong.push(text);
            }
        }
    }
    say(&format!("{runs} runs, {failing} fail"));
    let text = wrong.join("\n");
    assert!(wrong.is_empty(), "{text}\n{} wrong", wrong.len());
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
