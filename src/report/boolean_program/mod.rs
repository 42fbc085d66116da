//! Answers about boolean programs, as text and as JSON.

mod branching;
pub(crate) mod fix;
mod json;
mod places;
mod simulation;
mod temporal;
mod text;
mod threads;
mod violations;

use std::fmt::Write;

use checker::bp::Program;
use checker::configurations::ConfigurationVerdict;
use checker::{Query, Stats};

use crate::program_text::ProgramText;
pub(crate) use branching::{BranchingAnswer, branching_json, branching_text};
pub(crate) use json::json;
use places::Places;
pub(crate) use simulation::Walk;
pub(crate) use temporal::{Answered, temporal_json, temporal_text};
pub(crate) use text::text;
pub(crate) use threads::{bound_words, of_threads, scope_words, threads_json, threads_text};
pub(crate) use violations::{AskedAmong, Form, violating, violating_among};

/// What a report is about.
pub(crate) struct Subject<'a> {
    file: &'a str,
    program: &'a Program,
    query: &'a Query,
    places: Places<'a>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(source: &'a ProgramText, program: &'a Program, query: &'a Query) -> Self {
        Subject {
            file: &source.name,
            program,
            query,
            places: Places::new(source, program),
        }
    }
}

/// What is printed when there is no answer.
pub(crate) fn unknown(reason: &str, as_json: bool) -> String {
    if as_json {
        return json::unknown(reason);
    }
    format!("unknown: {reason}\n")
}

/// The reason of "unknown" when the BDDs outgrow their table.
pub(crate) const FULL_TABLE: &str = "the table of BDD nodes is full";

/// The answer to a question about configurations.
pub(crate) fn configurations(
    subject: &Subject<'_>,
    set: &str,
    answer: &ConfigurationVerdict,
    as_json: bool,
) -> String {
    match as_json {
        true => json::configurations(subject, set, answer),
        false => text::configurations(subject, set, answer),
    }
}

/// What it took, one line each.
pub(crate) fn stats(stats: &Stats) -> String {
    let mut out = String::new();
    let mut line = |what: &str, value: String| {
        // Writing to a string does not fail.
        let _ = writeln!(out, "{what:<18}{value:>14}");
    };
    line("procedures", stats.procedures.to_string());
    line("locations", stats.locations.to_string());
    line("edges", stats.edges.to_string());
    line("calls", stats.calls.to_string());
    line("BDD variables", stats.bdd_variables.to_string());
    line("BDD operations", stats.bdd_operations.to_string());
    line("BDD peak nodes", stats.bdd_peak_nodes.to_string());
    for (what, time) in [
        ("verify", stats.verify),
        ("build", stats.build),
        ("explore", stats.explore),
        ("trace", stats.trace),
    ] {
        line(what, format!("{:.3} s", time.as_secs_f64()));
    }
    out
}
