//! Measures `cegar batch`, as docs/benchmarks.md shows it.
//!
//! ```text
//! cargo build --release && cargo run --release --example batch resume 100000
//! cargo build --release && cargo run --release --example batch busy 1000
//! ```
//!
//! `resume N`: how long it takes to go on with a run of N tasks that has nothing left to do. `busy N`: how busy N tasks of
//! a second of processor time keep the machine; this program itself is the checker then.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| arguments.get(n).and_then(|text| text.parse().ok());
    match arguments.first().map(String::as_str) {
        Some("check") => spin(Duration::from_secs(1)),
        Some("resume") => resume(number(1).unwrap_or(100_000)),
        Some("busy") => busy(number(1).unwrap_or(1000)),
        _ => Err(io::Error::other("usage: batch resume|busy [N]")),
    }
}

/// Needs so much processor time, and answers like a checker.
fn spin(time: Duration) -> io::Result<()> {
    while processor_time() < time {
        for n in 0..100_000_u64 {
            std::hint::black_box(n * n);
        }
    }
    writeln!(io::stdout(), "{}", json!({ "verdict": "proved" }))
}

fn processor_time() -> Duration {
    // SAFETY: plain numbers, for which zero is a value; the call fills them.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    let micros = |t: libc::timeval| t.tv_sec.unsigned_abs() * 1_000_000 + t.tv_usec.unsigned_abs();
    Duration::from_micros(micros(usage.ru_utime) + micros(usage.ru_stime))
}

fn busy(count: usize) -> io::Result<()> {
    let folder = programs("busy", count)?;
    let own = std::env::current_exe()?;
    let started = Instant::now();
    let cegar = cegar()?;
    let mut command = Command::new(cegar);
    command
        .current_dir(&folder)
        .args(["batch", "t", "--checker"])
        .arg(own);
    run(&mut command)?;
    let wall = started.elapsed().as_secs_f64();
    let text = fs::read_to_string(folder.join("cegar-batch/results.jsonl"))?;
    let records: Vec<Value> = text
        .lines()
        .filter_map(|l| serde_json::from_str(l).ok())
        .collect();
    let sum = |field: &str| {
        records
            .iter()
            .filter_map(|r| r[field].as_f64())
            .sum::<f64>()
    };
    let cores = std::thread::available_parallelism()?.get() as f64;
    let mut out = io::stdout();
    writeln!(
        out,
        "{} tasks in {wall:.1} s on {cores} cores",
        records.len()
    )?;
    writeln!(
        out,
        "a task was running in {:.2} % of the time of every core",
        100.0 * sum("seconds") / wall / cores
    )?;
    writeln!(
        out,
        "tasks had {:.2} % of the processor time",
        100.0 * sum("cpu_seconds") / wall / cores
    )
}

fn resume(count: usize) -> io::Result<()> {
    let folder = programs("resume", count)?;
    let one = program(0);
    run(Command::new(cegar()?)
        .current_dir(&folder)
        .args(["batch", &one]))?;
    let results = folder.join("cegar-batch/results.jsonl");
    let line = fs::read_to_string(&results)?;
    let lines: String = (0..count)
        .map(|n| line.replace(&one, &program(n)))
        .collect();
    writeln!(io::stdout(), "{count} records, {} MB", lines.len() >> 20)?;
    fs::write(results, lines)?;
    for _ in 0..3 {
        let started = Instant::now();
        run(Command::new(cegar()?)
            .current_dir(&folder)
            .args(["batch", "t", "--resume"]))?;
        writeln!(
            io::stdout(),
            "resumed and ended in {:.2} s",
            started.elapsed().as_secs_f64()
        )?;
    }
    Ok(())
}

/// A folder with so many C files in `t`.
fn programs(name: &str, count: usize) -> io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("cegar-{name}-{}", std::process::id()));
    for n in 0..count {
        let path = folder.join(program(n));
        if n % 100 == 0 {
            fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        }
        fs::write(
            path,
            "#include <assert.h>\nint main(void) { int x = 1; assert(x); return 0; }\n",
        )?;
    }
    Ok(folder)
}

fn program(n: usize) -> String {
    format!("t/{:04}/{:02}.c", n / 100, n % 100)
}

/// The program that was built beside this one.
fn cegar() -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let target = own.parent().and_then(Path::parent);
    Ok(target.unwrap_or(Path::new(".")).join("cegar"))
}

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    match output.status.code() {
        Some(0) => Ok(()),
        _ => Err(io::Error::other(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )),
    }
}
