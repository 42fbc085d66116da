//! Figures 2 to 4 of Esparza and Schwoon (CAV 2001), quicksort, with the paper's columns beside ours; figure 5 is T(N).
//!
//! Sizes are those that the paper solved, and the next two. Figure 2 asks in temporal logic whether every run ends; of the faulty
//! version the loop is told, replayed. Figure 3 asks whether the array is sorted at the end. Figure 4 switches improvements off,
//! one at a time; what is nearest to the paper's switches is named in the row.

use std::time::Duration;

use checker::bp;
use checker::families::{Property as Asked, Quicksort, Tn, Version};
use checker::temporal::{FiniteRuns, Property, TemporalConfig, TemporalVerdict};
use checker::{Config, Engine, Goal, Query, Session, VariableOrder, Verdict, ltl};

/// What the paper says of a row: time and memory.
type Paper = (&'static str, &'static str);

const NEXT: Paper = ("", "");

/// Bits, of the version that does not end.
const FAULTY: [(u32, Paper); 9] = [
    (3, ("0.14 s", "4.6 MB")),
    (4, ("0.39 s", "5.3 MB")),
    (5, ("1.37 s", "7.2 MB")),
    (6, ("6.86 s", "10.5 MB")),
    (7, ("53 s", "12.3 MB")),
    (8, ("592 s", "14.6 MB")),
    (9, ("> 3600 s", "")),
    (10, NEXT),
    (12, NEXT),
];

const CORRECTED: [(u32, Paper); 8] = [
    (3, ("0.22 s", "4.8 MB")),
    (4, ("0.67 s", "6.1 MB")),
    (5, ("3.63 s", "9.4 MB")),
    (6, ("48.67 s", "14.7 MB")),
    (7, ("1238 s", "15.1 MB")),
    (8, ("> 3600 s", "")),
    (9, NEXT),
    (12, NEXT),
];

/// Bits and entries; the paper on the corrected version, and with an arbitrary pivot.
const SORTED: [(u32, u32, Paper, Paper); 9] = [
    (3, 4, ("1 s", "7.2 MB"), ("1 s", "8.0 MB")),
    (3, 5, ("4 s", "14.5 MB"), ("8 s", "15.2 MB")),
    (3, 6, ("38 s", "22.3 MB"), ("82 s", "29.9 MB")),
    (4, 4, ("3 s", "12.1 MB"), ("6 s", "12.3 MB")),
    (4, 5, ("24 s", "18.7 MB"), ("48 s", "25.1 MB")),
    (4, 6, ("193 s", "77.4 MB"), ("531 s", "134 MB")),
    (4, 7, ("1742 s", "414 MB"), ("> 3600 s", "")),
    (4, 8, NEXT, NEXT),
    (5, 4, NEXT, NEXT),
];

/// Of 3 bits and 4 entries, sorted: what is switched off, and the paper's figures for what is nearest.
const SWITCHES: [(&str, Paper); 6] = [
    ("nothing", ("1.02 s", "7.2 MB")),
    ("order (VORD)", ("49 s", "6.8 MB")),
    ("post* (PROC)", ("624 s", "60.6 MB")),
    ("live ranges", NEXT),
    ("mod/ref", NEXT),
    ("all heads (REPH)", ("1.39 s", "8.1 MB")),
];

const TN: [(u32, Paper); 7] = [
    (200, ("0.50 s", "")),
    (400, ("0.94 s", "")),
    (600, ("1.46 s", "")),
    (800, ("1.99 s", "")),
    (1_000, ("2.41 s", "")),
    (2_000, ("4.85 s", "")),
    (5_000, ("13.63 s", "")),
];

/// The names of all rows, with the paper's columns.
pub(crate) fn rows() -> Vec<(String, Paper)> {
    let mut rows = Vec::new();
    rows.extend(FAULTY.map(|(bits, paper)| (format!("figure 2 faulty {bits} bits"), paper)));
    rows.extend(CORRECTED.map(|(bits, paper)| (format!("figure 2 corrected {bits} bits"), paper)));
    for (bits, entries, normal, randomised) in SORTED {
        for (version, paper) in [("normal", normal), ("randomised", randomised)] {
            let name = format!("figure 3 {version} {bits} bits {entries} entries");
            rows.push((name, paper));
        }
    }
    rows.extend(SWITCHES.map(|(off, paper)| (format!("figure 4 without {off}"), paper)));
    rows.extend(TN.map(|(levels, paper)| (format!("figure 5 {levels} levels"), paper)));
    rows
}

/// The answer in words, and what it took by a clock.
pub(crate) fn measure(row: &str, clock: impl Fn() -> Duration) -> Option<(String, Duration)> {
    let words: Vec<&str> = row.split(' ').collect();
    let number = |at: usize| words.get(at)?.parse::<u32>().ok();
    match *words.get(1)? {
        "2" => terminates(words[2] == "faulty", number(3)?, clock),
        "3" => {
            let version = match words[2] {
                "randomised" => Version::Randomised,
                _ => Version::Corrected,
            };
            let program = Quicksort::new(number(3)?, number(5)?, version, Asked::Sorted).ok()?;
            reaches(
                &program.to_string(),
                Goal::Assertions,
                &Config::default(),
                clock,
            )
        }
        "4" => switched_off(row, clock),
        _ => {
            let program = Tn { levels: number(2)? };
            let goal = Goal::Label("reach".to_owned());
            reaches(&program.to_string(), goal, &Config::default(), clock)
        }
    }
}

fn terminates(faulty: bool, bits: u32, clock: impl Fn() -> Duration) -> Option<(String, Duration)> {
    let version = if faulty {
        Version::Faulty
    } else {
        Version::Corrected
    };
    let program = Quicksort::new(bits, (1 << bits) - 2, version, Asked::Runs).ok()?;
    every_run_ends(&program.to_string(), &TemporalConfig::default(), clock)
}

fn every_run_ends(
    text: &str,
    temporal: &TemporalConfig,
    clock: impl Fn() -> Duration,
) -> Option<(String, Duration)> {
    let mut program = bp::parse(text).ok()?;
    let formula = ltl::parse("F terminated").ok()?;
    let property = Property::formula(&formula, &[], &mut program).ok()?;
    let temporal = TemporalConfig {
        finite_runs: FiniteRuns::Stutter,
        ..temporal.clone()
    };
    let start = clock();
    let session = Session::new(&program, &[], &Config::default()).ok()?;
    let words = match session.temporal(&property, &temporal).ok()? {
        TemporalVerdict::Holds => "every run ends".to_owned(),
        TemporalVerdict::Violated(Some(run)) => {
            let (stem, cycle) = (run.stem.len(), run.cycle.len());
            format!("a run of {stem} steps, and {cycle} for ever")
        }
        TemporalVerdict::Violated(None) => "some run does not end".to_owned(),
    };
    Some((words, clock() - start))
}

fn reaches(
    text: &str,
    goal: Goal,
    config: &Config,
    clock: impl Fn() -> Duration,
) -> Option<(String, Duration)> {
    let program = bp::parse(text).ok()?;
    let query = Query {
        goals: vec![goal],
        ..Query::default()
    };
    let config = Config {
        trace: false,
        ..config.clone()
    };
    let start = clock();
    let session = Session::new(&program, &[], &config).ok()?;
    let report = session.check(&query).ok()?;
    let reached = report
        .goals
        .iter()
        .any(|verdict| matches!(verdict, Verdict::Reachable(_)));
    let words = if reached { "reachable" } else { "unreachable" };
    Some((words.to_owned(), clock() - start))
}

fn switched_off(row: &str, clock: impl Fn() -> Duration) -> Option<(String, Duration)> {
    let program = Quicksort::new(3, 4, Version::Corrected, Asked::Sorted).ok()?;
    let mut config = Config::default();
    match row.strip_prefix("figure 4 without ")? {
        "order (VORD)" => config.variable_order = VariableOrder::Declaration,
        "post* (PROC)" => config.engine = Engine::PreStar,
        "live ranges" => config.live_ranges = false,
        "mod/ref" => config.mod_ref = false,
        "all heads (REPH)" => {
            // Repeating heads are for runs without end: termination of as many bits, all heads looked at.
            let program = Quicksort::new(3, 6, Version::Corrected, Asked::Runs).ok()?;
            let temporal = TemporalConfig {
                reachable_first: false,
                rough_components: false,
                ..TemporalConfig::default()
            };
            return every_run_ends(&program.to_string(), &temporal, clock);
        }
        _ => {}
    }
    reaches(&program.to_string(), Goal::Assertions, &config, clock)
}
