//! Table 1 of Esparza, Hansel, Rossmanith and Schwoon (CAV 2000): random flow graphs, and `G (at N1 -> F at N2)`.
//!
//! `global` is what the paper measures, the set of all configurations that violate the formula, of the explicit pushdown system: from
//! the text of the system on, everything included. `initial` is `check_ltl` on the same system, `symbolic` the question about the
//! program.

use std::time::Duration;

use checker::bp;
use checker::families::FlowGraph;
use checker::flow::pushdown_rules;
use checker::pds::{self, EndedRuns};
use checker::temporal::{FiniteRuns, Property, TemporalConfig};
use checker::{Config, Session, ltl};

/// The sizes of the paper, and larger ones.
const LINES: [u32; 8] = [
    1_000, 2_000, 5_000, 10_000, 20_000, 100_000, 300_000, 1_000_000,
];

pub(crate) const QUESTIONS: [&str; 3] = ["global", "initial", "symbolic"];

/// The names of all rows.
pub(crate) fn rows() -> Vec<String> {
    let mut rows = Vec::new();
    for calls in ["recursive", "mutual"] {
        for lines in LINES {
            rows.extend([20, 40].map(|per| format!("flow {lines} {per} {calls}")));
        }
    }
    rows
}

fn graph(row: &str) -> Option<FlowGraph> {
    let words: Vec<&str> = row.split(' ').collect();
    let ["flow", lines, per, calls] = words[..] else {
        return None;
    };
    Some(FlowGraph {
        seed: 1,
        lines: lines.parse().ok()?,
        lines_per_procedure: per.parse().ok()?,
        mutual: calls == "mutual",
    })
}

/// The answer in a word, and what it took by a clock.
pub(crate) fn measure(
    row: &str,
    question: &str,
    clock: impl Fn() -> Duration,
) -> Option<(String, Duration)> {
    let text = graph(row)?.to_string();
    let formula = ltl::parse("G (at N1 -> F at N2)").ok()?;
    let mut program = bp::parse(&text).ok()?;
    if question == "symbolic" {
        let property = Property::formula(&formula, &[], &mut program).ok()?;
        let config = Config {
            trace: false,
            ..Config::default()
        };
        let runs = TemporalConfig {
            finite_runs: FiniteRuns::Ignore,
            ..TemporalConfig::default()
        };
        let start = clock();
        let session = Session::new(&program, &[], &config).ok()?;
        let verdict = session.temporal(&property, &runs).ok()?;
        let holds = matches!(verdict, checker::temporal::TemporalVerdict::Holds);
        return Some((
            if holds { "holds" } else { "fails" }.to_owned(),
            clock() - start,
        ));
    }
    let main = program.find_proc("main")?;
    let system = pushdown_rules(&program, &[main]).ok()?;
    let at = |label: &str| {
        let names = system.split(|c: char| !c.is_alphanumeric() && c != '_');
        names
            .into_iter()
            .find(|word| word.ends_with(label))
            .map(str::to_owned)
    };
    let formula = format!("G (at {} -> F at {})", at("_N1")?, at("_N2")?);
    let formula = ltl::parse(&formula).ok()?;
    let start = clock();
    let file = pds::read(&system).ok()?;
    let property = pds::Property::formula(&formula, &[], &file.system).ok()?;
    let answer = match question {
        "global" => {
            let set = pds::violating(&file.system, &property, EndedRuns::Ignore);
            if set.is_empty() { "none" } else { "some" }
        }
        _ => match pds::check_ltl(
            &file.system,
            file.from.as_ref()?,
            &property,
            EndedRuns::Ignore,
        ) {
            Ok(pds::LtlVerdict::Holds) => "holds",
            Ok(pds::LtlVerdict::Violated(_)) => "fails",
            Err(_) => return None,
        },
    };
    Some((answer.to_owned(), clock() - start))
}
