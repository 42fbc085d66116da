//! A soak of the front end on random programs: csmith writes them, gcc's executable and our
//! interpreter run them, and their checksums have to be equal under both data models.
//!
//! `cargo run --release -p frontend --example csmith -- --seeds 1..2001 --save DIR` keeps the
//! program and the difference of every failing seed in DIR; the tests run the first few seeds
//! (`tests/run_suite`). A seed that gcc's executable does not finish is counted and left out; one
//! that only we do not finish is counted as slow.

#[path = "../tests/support/mod.rs"]
mod support;

use clap::Parser;
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use support::gcc::{self, Failure, Flavour};
use support::subject::{self, Report};
use support::{Model, csmith, difference};

/// Compare our interpreter with gcc's executable on csmith's programs.
#[derive(Parser)]
struct Options {
    /// Seeds to try, the end excluded: 1..2001
    #[arg(long, value_parser = range, default_value = "1..21")]
    seeds: Range<u64>,
    /// Data models to try
    #[arg(long, value_delimiter = ',', value_parser = model, default_value = "lp64,ilp32")]
    models: Vec<Model>,
    /// Programs at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Seconds for gcc's executable
    #[arg(long, default_value_t = 2)]
    oracle_seconds: u64,
    /// Seconds for the interpreter
    #[arg(long, default_value_t = 60)]
    subject_seconds: u64,
    /// Where failing programs go; must not be inside the repository
    #[arg(long)]
    save: Option<PathBuf>,
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let (from, to) = text.split_once("..").ok_or("two numbers, as in 1..100")?;
    let number = |s: &str| s.parse().map_err(|_| format!("`{s}` is not a number"));
    Ok(number(from)?..number(to)?)
}

fn model(name: &str) -> Result<Model, String> {
    Model::from_name(name).ok_or_else(|| format!("no data model `{name}`"))
}

/// Outcomes between two lines that say how far it is.
const OUTCOMES_PER_PROGRESS_LINE: u64 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Equal,
    /// gcc's executable does not end: nothing to compare with.
    Endless,
    Slow,
    Different,
    Failed,
}

fn main() -> ExitCode {
    if let Some(code) = subject::serve_if_asked() {
        return code;
    }
    let options = Options::parse();
    if !csmith::available() {
        return say_and_fail("csmith is missing: install the packages csmith and libcsmith-dev");
    }
    if let Some(m) = options.models.iter().find(|m| !gcc::available(**m)) {
        return say_and_fail(&format!(
            "gcc does not compile for {}: gcc-multilib",
            m.name()
        ));
    }
    let start = Instant::now();
    let counts = soak(&options);
    say(&summary(&counts, start.elapsed()));
    let bad = [Outcome::Different, Outcome::Failed];
    ExitCode::from(u8::from(bad.iter().any(|o| counts.contains_key(o))))
}

fn say(line: &str) {
    // A closed pipe ends the talk, not the soak.
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn say_and_fail(line: &str) -> ExitCode {
    say(line);
    ExitCode::from(2)
}

fn summary(counts: &BTreeMap<Outcome, u64>, elapsed: Duration) -> String {
    let each: Vec<_> = counts.iter().map(|(o, n)| format!("{n} {o:?}")).collect();
    format!("{} in {:.0} s", each.join(", "), elapsed.as_secs_f64()).to_lowercase()
}

fn soak(options: &Options) -> BTreeMap<Outcome, u64> {
    let start = Instant::now();
    let next = AtomicU64::new(options.seeds.start);
    let counts = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= options.seeds.end {
                        return;
                    }
                    for &model in &options.models {
                        let outcome = one(seed, model, options);
                        let mut counts = counts.lock().expect("no holder panics");
                        *counts.entry(outcome).or_default() += 1;
                        if counts.values().sum::<u64>() % OUTCOMES_PER_PROGRESS_LINE == 0 {
                            say(&summary(&counts, start.elapsed()));
                        }
                    }
                }
            });
        }
    });
    counts.into_inner().expect("no holder panics")
}

fn one(seed: u64, model: Model, options: &Options) -> Outcome {
    let dir = match tempfile::tempdir() {
        Ok(dir) => dir,
        Err(e) => return report(seed, model, Outcome::Failed, &e.to_string()),
    };
    let file = match csmith::generate(seed, dir.path()) {
        Ok(file) => file,
        Err(e) => return report(seed, model, Outcome::Failed, &e),
    };
    let (outcome, message) = compare(&file, model, options);
    if outcome == Outcome::Equal || outcome == Outcome::Endless {
        return outcome;
    }
    if let Some(save) = &options.save
        && let Err(e) = keep(save, &file, seed, model, &message)
    {
        say(&format!("cannot save seed {seed}: {e}"));
    }
    report(seed, model, outcome, &message)
}

fn report(seed: u64, model: Model, outcome: Outcome, message: &str) -> Outcome {
    let first: Vec<_> = message.lines().take(4).collect();
    say(&format!(
        "seed {seed} {} {outcome:?}: {}",
        model.name(),
        first.join(" | ")
    ));
    outcome
}

fn compare(file: &Path, model: Model, options: &Options) -> (Outcome, String) {
    let include = format!("-I{}", csmith::INCLUDE);
    let expected = match gcc::run(
        &[file],
        model,
        Flavour::O0,
        &[&include],
        options.oracle_seconds,
    ) {
        Ok(run) => run,
        Err(Failure::TimedOut) => return (Outcome::Endless, String::new()),
        Err(failure) => return (Outcome::Failed, failure.message()),
    };
    match subject::run(&[file], model, &[csmith::INCLUDE], options.subject_seconds) {
        Report::Ran(got) => match difference(&expected, &got) {
            None => (Outcome::Equal, String::new()),
            Some(difference) => {
                let second = gcc::run(
                    &[file],
                    model,
                    Flavour::O2,
                    &[&include],
                    options.oracle_seconds,
                );
                let doubt = match second {
                    Ok(run) if run == expected => "gcc -O2 agrees with -O0",
                    _ => "gcc -O2 does not agree with -O0",
                };
                (Outcome::Different, difference + doubt)
            }
        },
        Report::TimedOut => (Outcome::Slow, String::new()),
        other => (Outcome::Failed, other.describe()),
    }
}

fn keep(save: &Path, file: &Path, seed: u64, model: Model, message: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(save)?;
    let stem = format!("{seed}-{}", model.name());
    std::fs::copy(file, save.join(format!("{stem}.c")))?;
    std::fs::write(save.join(format!("{stem}.txt")), message)
}
