//! Prints the table of docs/benchmarks.md: `cargo run --release -p checker --example benchmarks [FILTER]`.
//!
//! One row per program, one column per engine or optimisation switched off. A cell has the seconds of one check
//! (parsing not included) and the peak number of BDD nodes. Each check runs in a process of its own, so that a time
//! limit holds whatever the engine does: `--cell CASE CONFIG` is that process.
#![allow(clippy::print_stdout, reason = "printing the table is its purpose")]

mod cases;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const TIME_LIMIT: Duration = Duration::from_secs(60);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--cell", case, config] => cell(case, config),
        [] => table(""),
        [filter] => table(filter),
        _ => println!("usage: benchmarks [FILTER]"),
    }
}

/// Measures one case under one configuration.
fn cell(case: &str, config: &str) {
    let case = cases::large().into_iter().find(|c| c.name == case);
    let config = cases::configs()
        .into_iter()
        .find(|(name, _)| *name == config);
    let (Some(case), Some((_, config))) = (case, config) else {
        return println!("no such cell");
    };
    let program = case.program();
    let start = Instant::now();
    match checker::check(&program, &case.query, &config) {
        Ok(answer) => {
            println!(
                "{:.3} s, {} nodes",
                start.elapsed().as_secs_f64(),
                answer.peak_nodes
            );
        }
        Err(error) => println!("{error:?}"),
    }
}

fn table(filter: &str) {
    let configs = cases::configs();
    let names: Vec<_> = configs.iter().map(|(name, _)| *name).collect();
    println!("| program | {} |", names.join(" | "));
    println!("|---{}|", "|---".repeat(names.len()));
    for case in cases::large().iter().filter(|c| c.name.contains(filter)) {
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
    let start = Instant::now();
    while child.try_wait().expect("the process's state").is_none() {
        if start.elapsed() > TIME_LIMIT {
            child.kill().expect("an end of the process");
            child.wait().expect("the process's state");
            return format!("> {} s", TIME_LIMIT.as_secs());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("the process's output");
    match output.status.success() {
        true => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        false => "crashed".to_owned(),
    }
}
