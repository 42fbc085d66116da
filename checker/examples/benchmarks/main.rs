//! Prints the tables of docs/benchmarks.md: `cargo run --release -p checker --example benchmarks [FILTER]`. `figure` as a filter
//! prints those of the papers on quicksort and T(N), `flow` that on flow graphs.
//!
//! One row per program, one column per engine or optimisation switched off. A cell has the processor time of one check
//! (parsing not included), the peak number of BDD nodes and the peak memory of the process (parsing included). Each
//! check runs in a process of its own, so that a time limit holds whatever the engine does: `--cell CASE CONFIG` is that
//! process. `CEGAR_BENCH_SECONDS` is the limit. Times are read from `/proc`: this program is for Linux.
#![allow(clippy::print_stdout, reason = "printing the table is its purpose")]

mod cases;
mod flow_graphs;
mod papers;

use cases::Case;
use checker::families::{Property, Version};
use std::process::{Command, Stdio};
use std::time::Duration;

const TIME_LIMIT: u64 = 10;

/// What every size that the papers solved is to be solved in.
const PAPER_TIME_LIMIT: u64 = 60;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--cell", case, config] => cell(case, config),
        [] => {
            table("");
            println!();
            flow_table("");
            println!();
            paper_table("");
        }
        [filter] if filter.starts_with("figure") => paper_table(filter),
        [filter] if filter.starts_with("flow") => flow_table(filter),
        [filter] => table(filter),
        _ => println!("usage: benchmarks [FILTER]"),
    }
}

const DRIVERS: [(u32, u32); 4] = [(300, 60), (1_000, 60), (3_000, 100), (5_000, 12)];

/// Cases as large as the papers'.
fn all_cases() -> Vec<Case> {
    use {Property::*, Version::*};
    let mut all: Vec<_> = [200, 800, 5_000, 20_000, 100_000].map(cases::tn).into();
    for bits in [3, 4, 5] {
        let entries = (1 << bits) - 2;
        all.extend([Faulty, Corrected].map(|v| cases::quicksort(bits, entries, v, Termination)));
    }
    for (bits, entries) in [(3, 4), (3, 5), (3, 6), (4, 4), (4, 5)] {
        all.extend([Corrected, Randomised].map(|v| cases::quicksort(bits, entries, v, Sorted)));
    }
    all.extend([100, 300, 1_000, 3_000].map(|size| cases::random(1, size)));
    for (statements, predicates) in DRIVERS {
        all.extend([false, true].map(|faulty| cases::driver(1, statements, predicates, faulty)));
    }
    all
}

/// Measures one case under one configuration.
fn cell(case: &str, config: &str) {
    if case.starts_with("flow") {
        match flow_graphs::measure(case, config, || processor_time("self")) {
            Some((answer, time)) => {
                println!("{:.2} s, {}, {answer}", time.as_secs_f64(), memory());
            }
            None => println!("no answer"),
        }
        return;
    }
    if case.starts_with("figure") {
        match papers::measure(case, || processor_time("self")) {
            Some((answer, time)) => {
                println!("{:.2} s | {} | {answer}", time.as_secs_f64(), memory());
            }
            None => println!("no answer | |"),
        }
        return;
    }
    let case = all_cases().into_iter().find(|c| c.name == case);
    let config = cases::configs()
        .into_iter()
        .find(|(name, _)| name == config);
    let (Some(case), Some((_, config))) = (case, config) else {
        return println!("no such cell");
    };
    let program = case.program();
    let before = processor_time("self");
    let session = checker::Session::new(&program, &[], &config);
    match session.and_then(|session| session.check(&case.query)) {
        Ok(answer) => {
            let seconds = (processor_time("self") - before).as_secs_f64();
            let nodes = answer.stats.bdd_peak_nodes;
            println!("{seconds:.3} s, {nodes} nodes, {}", memory());
        }
        Err(error) => println!("{error:?}"),
    }
}

/// How long the first thread of a process has run: the one that checks.
fn processor_time(process: &str) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/schedstat")).unwrap_or_default();
    let first = text.split_whitespace().next();
    Duration::from_nanos(first.and_then(|n| n.parse().ok()).unwrap_or(0))
}

/// The most memory this process has had, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.map_or("? MB".to_owned(), |kb| format!("{} MB", kb.div_ceil(1024)))
}

/// Figures 2 to 5 of the paper on recursive programs.
fn paper_table(filter: &str) {
    println!("| | paper, time | paper, memory | time | memory | answer |");
    println!("|---|---|---|---|---|---|");
    let rows = papers::rows();
    for (row, (time, memory)) in rows.iter().filter(|(row, _)| row.contains(filter)) {
        let mut cells = measured(row, "default");
        if cells.starts_with('>') {
            cells.push_str(" | |");
        }
        println!("| {row} | {time} | {memory} | {cells} |");
    }
}

/// Table 1 of the paper on pushdown systems.
fn flow_table(filter: &str) {
    println!("| flow graphs | {} |", flow_graphs::QUESTIONS.join(" | "));
    println!("|---{}|", "|---".repeat(flow_graphs::QUESTIONS.len()));
    for row in flow_graphs::rows()
        .iter()
        .filter(|row| row.contains(filter))
    {
        let cells = flow_graphs::QUESTIONS.map(|question| measured(row, question));
        println!("| {row} | {} |", cells.join(" | "));
    }
}

fn table(filter: &str) {
    let configs = cases::configs();
    let names: Vec<_> = configs.iter().map(|(name, _)| name.as_str()).collect();
    println!("| program | {} |", names.join(" | "));
    println!("|---{}|", "|---".repeat(names.len()));
    for case in all_cases().iter().filter(|c| c.name.contains(filter)) {
        let cells: Vec<_> = names
            .iter()
            .map(|name| measured(&case.name, name))
            .collect();
        println!("| {} | {} |", case.name, cells.join(" | "));
    }
}

/// What a process of its own prints for a cell within the time limit.
fn measured(case: &str, config: &str) -> String {
    let program = std::env::current_exe().expect("this program's path");
    let mut command = Command::new(program);
    let child = command
        .args(["--cell", case, config])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.expect("a second process");
    let limit = std::env::var("CEGAR_BENCH_SECONDS").ok();
    let usual = match case.starts_with("figure") {
        true => PAPER_TIME_LIMIT,
        false => TIME_LIMIT,
    };
    let limit = limit.and_then(|n| n.parse().ok()).unwrap_or(usual);
    while child.try_wait().expect("the process's state").is_none() {
        if processor_time(&child.id().to_string()).as_secs() >= limit {
            child.kill().expect("an end of the process");
            child.wait().expect("the process's state");
            return format!("> {limit} s");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("the process's output");
    match output.status.success() {
        true => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        false => "crashed".to_owned(),
    }
}
