//! What a checker's end means: its JSON object, its exit code, its last words.

use std::os::unix::process::ExitStatusExt;

use frontend::process::{Ended, MAX_PROCESSES, Stopped};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::super::record::{Assumption, Cause, Phases, RecordedPlace, Verdict};

/// The part of a record that the checker tells.
#[derive(Debug, Default)]
pub(super) struct CheckerAnswer {
    pub(super) verdict: Option<Verdict>,
    pub(super) cause: Option<Cause>,
    pub(super) reason: Option<String>,
    pub(super) place: Option<RecordedPlace>,
    pub(super) iterations: u32,
    pub(super) predicates: u32,
    pub(super) phases: Phases,
    pub(super) assumptions: Vec<Assumption>,
    /// The most that the checker itself had in use.
    pub(super) kilobytes: u64,
    /// Every file that went into it, but for those of the system.
    pub(super) files: Vec<String>,
}

/// `cegar check --json --stats`, as far as it matters here.
#[derive(Debug, Deserialize)]
struct Reply {
    verdict: Verdict,
    reason: Option<String>,
    message: Option<String>,
    limit: Option<Cause>,
    place: Option<RecordedPlace>,
    #[serde(default)]
    assumptions: Vec<Group>,
    #[serde(default)]
    predicates: Vec<IgnoredAny>,
    #[serde(default)]
    iterations: Vec<Iteration>,
    #[serde(default)]
    memory_kb: Option<u64>,
    #[serde(default)]
    files: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Group {
    kind: String,
    constructs: Vec<Construct>,
}

#[derive(Debug, Deserialize)]
struct Construct {
    name: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Iteration {
    predicates: u32,
    abstraction_seconds: f64,
    checking_seconds: f64,
    simulation_seconds: f64,
    refinement_seconds: f64,
}

/// How much of a checker's last words goes into a record.
const MAX_REASON_CHARS: usize = 1000;

pub(super) fn answer(ended: &Ended, time_limit: f64, memory_limit: u64) -> CheckerAnswer {
    match ended.stopped {
        Some(Stopped::Time) => none(
            Verdict::Unknown,
            Cause::Time,
            format!("the time limit of {time_limit} s is reached, and it did not end by itself"),
        ),
        Some(Stopped::Memory) => none(
            Verdict::Unknown,
            Cause::Memory,
            format!("the memory limit of {memory_limit} MB is reached, with its children"),
        ),
        Some(Stopped::Processes) => none(
            Verdict::Unknown,
            Cause::Processes,
            format!("more than {MAX_PROCESSES} processes"),
        ),
        Some(Stopped::Interrupt | Stopped::Idle | Stopped::Output) | None => by_itself(ended),
    }
}

/// There is no answer.
pub(super) fn none(verdict: Verdict, cause: Cause, reason: String) -> CheckerAnswer {
    CheckerAnswer {
        verdict: Some(verdict),
        cause: Some(cause),
        reason: Some(reason),
        ..CheckerAnswer::default()
    }
}

fn by_itself(ended: &Ended) -> CheckerAnswer {
    let crash = |reason| none(Verdict::Error, Cause::Crash, reason);
    let Some(code) = ended.status.code() else {
        let signal = ended.status.signal().unwrap_or(0);
        return crash(match signal {
            libc::SIGKILL => "killed from outside; the system may be short of memory".to_owned(),
            _ => format!("crashed with signal {signal}{}", last_words(&ended.stderr)),
        });
    };
    match code {
        0 | 5 | 10 => match serde_json::from_slice::<Reply>(&ended.stdout) {
            Ok(reply) if fits(reply.verdict, code) => understood(reply),
            Ok(_) => crash(format!("the answer does not fit the exit code {code}")),
            Err(problem) => crash(format!(
                "exit code {code} without an answer ({problem}){}",
                last_words(&ended.stderr)
            )),
        },
        1 | 2 => refused(&ended.stderr),
        _ => crash(format!("exit code {code}{}", last_words(&ended.stderr))),
    }
}

fn fits(verdict: Verdict, code: i32) -> bool {
    match verdict {
        Verdict::Proved => code == 0,
        Verdict::Bug => code == 10,
        Verdict::Unknown | Verdict::NotApplicable => code == 5,
        Verdict::Error => false,
    }
}

fn understood(reply: Reply) -> CheckerAnswer {
    let cause = match reply.verdict {
        Verdict::Unknown => Some(reply.limit.unwrap_or(Cause::Undecided)),
        _ => None,
    };
    // Of a path that could not be decided, the reason says more than what it would violate.
    let reason = reply.reason.or(reply.message);
    let sum = |of: fn(&Iteration) -> f64| {
        let seconds: f64 = reply.iterations.iter().map(of).sum();
        rounded(seconds)
    };
    let last = reply.iterations.last().map_or(0, |last| last.predicates);
    let predicates = u32::try_from(reply.predicates.len()).unwrap_or(u32::MAX);
    let assumption = |group: Group| Assumption {
        kind: group.kind,
        names: group.constructs.into_iter().map(|c| c.name).collect(),
    };
    CheckerAnswer {
        verdict: Some(reply.verdict),
        cause,
        reason,
        place: reply.place,
        iterations: u32::try_from(reply.iterations.len()).unwrap_or(u32::MAX),
        predicates: predicates.max(last),
        phases: Phases {
            abstraction: sum(|it| it.abstraction_seconds),
            checking: sum(|it| it.checking_seconds),
            simulation: sum(|it| it.simulation_seconds),
            refinement: sum(|it| it.refinement_seconds),
        },
        assumptions: reply.assumptions.into_iter().map(assumption).collect(),
        kilobytes: reply.memory_kb.unwrap_or(0),
        files: reply.files,
    }
}

/// The input was not accepted; the first error says why.
fn refused(stderr: &[u8]) -> CheckerAnswer {
    let text = String::from_utf8_lossy(stderr);
    let mut lines = text.lines();
    let first = lines.find_map(|line| line.strip_prefix("error: "));
    let place = lines
        .next()
        .and_then(|line| line.trim().strip_prefix("--> "));
    let reason = match first {
        Some(error) => shortened(error),
        None => shortened(text.trim()),
    };
    CheckerAnswer {
        place: place.and_then(place_of),
        ..none(Verdict::Error, Cause::Input, reason)
    }
}

/// `file:line:column`.
fn place_of(text: &str) -> Option<RecordedPlace> {
    let (before, _) = text.rsplit_once(':')?;
    let (file, line) = before.rsplit_once(':')?;
    Some(RecordedPlace {
        file: file.to_owned(),
        line: line.parse().ok()?,
    })
}

fn last_words(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    match text.trim() {
        "" => String::new(),
        text => format!(": {}", ending(text)),
    }
}

/// The end of a long text: what a program says last is why it ended.
fn ending(text: &str) -> String {
    let start = text.ceil_char_boundary(text.len().saturating_sub(MAX_REASON_CHARS));
    match start > 0 {
        true => format!("…{}", &text[start..]),
        false => text.to_owned(),
    }
}

/// To milliseconds, and likewise: more digits say nothing.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0 + 0.0
}

fn shortened(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_REASON_CHARS);
    match end < text.len() {
        true => format!("{}…", &text[..end]),
        false => text.to_owned(),
    }
}
