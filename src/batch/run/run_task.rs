//! One task: the command that checks it, and the record of what came of it.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use frontend::process::{self, Ceilings, Limits, Most, Stopped, execute};
use sha2::{Digest, Sha256};

use super::super::input_files::{self, Hashes};
use super::super::record::{Cause, Record, SCHEMA, Verdict};
use super::super::task::Task;
use super::answer::{CheckerAnswer, answer, none, rounded};
use super::{Checker, Config};
use crate::{interrupt, saved_runs};

/// Runs a task. There is no record if the user does not want to wait for it any more.
pub(super) fn run(task: &Task, config: &Config, hashes: &Hashes) -> Option<Record> {
    let options = options(task, config);
    let saved = config
        .save
        .as_deref()
        .map(|root| root.join(folder(&task.name)));
    let mut inputs = hashes.of_all(input_files::named(task, &config.options));
    let started = SystemTime::now();
    let (mut time, mut cpu, mut kilobytes) = (Duration::ZERO, Duration::ZERO, 0);
    let executed = command(task, config, &options).and_then(|mut command| {
        if let Some(folder) = &saved {
            command.arg("--save").arg(folder);
            // What an earlier try has left there would be mistaken for this one's.
            saved_runs::prepare(folder).map_err(io::Error::other)?;
        }
        command
            .arg("--")
            .args(task.files.iter().map(|file| plain(file)));
        execute(command, limits(config), &|| interrupt::asked() > 1)
    });
    let answer = match executed {
        Ok(ended) if ended.stopped == Some(Stopped::Interrupt) => return None,
        Ok(ended) => {
            (time, cpu, kilobytes) = (ended.time, ended.cpu, ended.kilobytes);
            answer(&ended, config.time.as_secs_f64(), config.megabytes)
        }
        Err(problem) => {
            let reason = format!("cannot be started: {problem}");
            none(Verdict::Error, Cause::Crash, reason)
        }
    };
    // Line markers name whatever they like, and a hash tells something of a file.
    let included = answer.files.iter().map(Path::new);
    let included = included.filter(|file| config.boundary.holds(file));
    hashes.add_included(&mut inputs, included, started);
    let CheckerAnswer {
        verdict,
        cause,
        reason,
        place,
        iterations,
        predicates,
        phases,
        assumptions,
        kilobytes: own,
        files: _,
    } = answer;
    Some(Record {
        schema: SCHEMA,
        task: task.name.clone(),
        group: task.group.clone(),
        files: task.files.clone(),
        property: task.property.clone(),
        entry: task.entry.clone(),
        data_model: task.data_model,
        expected: task.expected,
        verdict: verdict.unwrap_or(Verdict::Error),
        cause,
        reason,
        place,
        started: started
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs()),
        seconds: rounded(time.as_secs_f64()),
        cpu_seconds: rounded(cpu.as_secs_f64()),
        memory_mb: rounded(kilobytes.max(own) as f64 / 1024.0),
        iterations,
        predicates,
        phases,
        assumptions,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        options,
        inputs,
        saved,
    })
}

/// The arguments of `check` but for the files.
fn options(task: &Task, config: &Config) -> Vec<String> {
    let mut options = Vec::new();
    let mut add = |name: &str, value: &str| match value.starts_with('-') {
        // What a task file says is a value, and not another option.
        true => options.push(format!("{name}={value}")),
        false => options.extend([name.to_owned(), value.to_owned()]),
    };
    if let Some(property) = &task.property {
        add("--property", property);
    }
    if let Some(entry) = &task.entry {
        add("--entry", entry);
    }
    if let Some(model) = task.data_model {
        add("--data-model", model.name());
    }
    add("--time-limit", &config.time.as_secs_f64().to_string());
    add("--memory-limit", &config.megabytes.to_string());
    options.extend(task.arguments.iter().chain(&config.options).cloned());
    options
}

fn command(task: &Task, config: &Config, options: &[String]) -> io::Result<Command> {
    let mut command = match &config.checker {
        Checker::Own => {
            // The program that runs now, even if another one takes its place on disk.
            let mut own = process::command(&format!("/proc/{}/exe", std::process::id()))?;
            own.arg0("cegar");
            own
        }
        Checker::Other(path) => {
            let mut other = process::command(&path.to_string_lossy())?;
            other.env("CEGAR_TASK", &task.name);
            other
        }
    };
    command.args(["check", "--json", "--stats"]).args(options);
    for folder in config.boundary.folders() {
        command.arg("--allow-read").arg(folder);
    }
    Ok(command)
}

/// More of an answer than this is dropped, and so is what comes after it.
const MAX_OUTPUT_BYTES: usize = 64 << 20;

/// The checker looks at its limits by itself, and says more when it reaches one. So it gets a little longer before it
/// is ended from outside.
fn limits(config: &Config) -> Limits {
    let grace = Duration::from_millis(200) + config.time / 20;
    let kilobytes = config.megabytes << 10;
    Limits {
        time: Some(config.time + grace.min(Duration::from_secs(2))),
        kilobytes: Some(kilobytes + kilobytes / 20),
        idle: None,
        output: Most::Kept(MAX_OUTPUT_BYTES),
        ceilings: Ceilings::default(),
    }
}

/// A name that is one folder, readable, and no other task's.
fn folder(task: &str) -> String {
    let plain = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' => c,
        _ => '_',
    };
    let readable: String = task.chars().map(plain).collect();
    let end = readable.len().saturating_sub(150);
    let hash = format!("{:x}", Sha256::digest(task));
    format!(
        "{}-{}",
        readable[end..].trim_start_matches(['.', '_']),
        &hash[..8]
    )
}

/// A path that is not mistaken for an option or for standard input.
fn plain(path: &Path) -> PathBuf {
    match path == Path::new("-") {
        true => Path::new(".").join(path),
        false => path.to_owned(),
    }
}
