//! Measures the analyses on C files: `analyse [--ilp32] [--output] FILE…`, one line per file.
//!
//! Prints seconds of each stage and sizes before and after slicing; verifies every result. With
//! `ANALYSE_PRINT` in the environment, the text of the slice instead; with `--ledger`, only how many
//! entries of each kind the ledgers have, and in how many files.

use analysis::passes::slice;
use analysis::{callgraph, mod_ref, points_to, regions};
use frontend::{Config, Input, compile};
use ir::Program;
use ir::types::DataModel;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let (mut model, mut output, mut files) = (DataModel::Lp64, false, Vec::new());
    let mut ledger = false;
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--ilp32" => model = DataModel::Ilp32,
            "--output" => output = true,
            "--ledger" => ledger = true,
            _ => files.push(arg),
        }
    }
    let mut out = std::io::stdout();
    if ledger {
        return writeln!(out, "{}", count_ledgers(&files, model));
    }
    writeln!(
        out,
        "file\tcompile\tpts\tcalls\tmodref\tregions\tslice\tfuncs\tedges\tafter:funcs\tedges\tobjects\tcells\tregions\tbytes"
    )?;
    for file in files {
        let line = measure(&file, model, output);
        writeln!(out, "{file}\t{line}")?;
    }
    Ok(())
}

/// A line for each kind: entries, files.
fn count_ledgers(files: &[String], model: DataModel) -> String {
    let config = Config {
        model,
        ..Config::default()
    };
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for file in files {
        let Ok(compiled) = compile(&[Input::File(file.into())], &config) else {
            counts.entry("does not compile").or_default().1 += 1;
            continue;
        };
        let mut here: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in &compiled.program.ledger.entries {
            *here.entry(entry.kind.name()).or_default() += 1;
        }
        for (kind, n) in here {
            let count = counts.entry(kind).or_default();
            *count = (count.0 + n, count.1 + 1);
        }
    }
    let line = |(kind, (n, files)): (&&str, &(usize, usize))| format!("{kind}\t{n}\t{files}\n");
    counts.iter().map(line).collect()
}

fn measure(file: &str, model: DataModel, output: bool) -> String {
    let config = Config {
        model,
        ..Config::default()
    };
    let mut clock = Clock(Instant::now());
    let compiled = match compile(&[Input::File(file.into())], &config) {
        Ok(compiled) => compiled,
        Err(_) => return "does not compile".into(),
    };
    let program = compiled.program;
    let compile = clock.lap();
    let pts = points_to::points_to(&program, points_to::Config::default());
    let pts_time = clock.lap();
    let calls = callgraph::call_graph(&program, &pts);
    let calls_time = clock.lap();
    let _effects = mod_ref::mod_ref(&program, &pts, &calls);
    let modref_time = clock.lap();
    let cut = regions::regions(&program, &pts);
    let regions_time = clock.lap();
    let criterion = match output {
        true => slice::Criterion::output(&program),
        false => slice::Criterion::errors(&program),
    };
    let sliced = slice::slice(&program, &criterion, slice::Config::default());
    let slice_time = clock.lap();
    if std::env::var_os("ANALYSE_PRINT").is_some() {
        return sliced.program.to_string();
    }
    let verdict = match sliced.program.verify() {
        Ok(()) => String::new(),
        Err(e) => format!("\tBROKEN {e}"),
    };
    let (funcs, edges) = size(&program);
    let (after_funcs, after_edges) = size(&sliced.program);
    let bytes = cut.regions.values().filter(|r| r.bytes).count();
    format!(
        "{compile:.3}\t{pts_time:.3}\t{calls_time:.3}\t{modref_time:.3}\t{regions_time:.3}\t{slice_time:.3}\t{funcs}\t{edges}\t{after_funcs}\t{after_edges}\t{}\t{}\t{}\t{bytes}{verdict}",
        pts.objects.len(),
        pts.cells().len(),
        cut.regions.len(),
    )
}

fn size(program: &Program) -> (usize, usize) {
    let edges = program.defined().map(|(_, _, cfg)| cfg.num_edges()).sum();
    (program.defined().count(), edges)
}

struct Clock(Instant);

impl Clock {
    fn lap(&mut self) -> f64 {
        let now = Instant::now();
        let time = (now - self.0).as_secs_f64();
        self.0 = now;
        time
    }
}
