//! Proofs that need no memory.
//!
//! Most of what makes path edges large is how procedures were entered. Traces need it everywhere; whether a goal is
//! reachable at all can often be told with much less of it ([`once`]). So that is asked first.

use std::time::Instant;

use crate::bdd::{Bdds, Made};
use crate::bp::ProcId;
use crate::engine::{Explore, Summaries};
use crate::flow::{Flow, LocId, live_ranges, mod_ref, once, order};
use crate::proof::proof;
use crate::query::{Config, Report, Stats, Verdict};
use crate::spds::{BuildConfig, Spds};

/// The report that no goal is reachable, if that is so and can be told without memory.
pub(crate) fn unreachable(
    flow: &Flow<'_>,
    entries: &[ProcId],
    goals: &[Vec<LocId>],
    config: &Config,
) -> Made<Option<Report>> {
    let started = Instant::now();
    let sets = mod_ref(flow, &[], config.mod_ref);
    let live = live_ranges(flow, &sets, &[], config.live_ranges);
    let Some(once) = once(flow, entries, &live, &sets) else {
        return Ok(None);
    };
    let bdds = Bdds::new(&order(flow, config.variable_order), 0, config.bdd)?;
    let build = BuildConfig {
        live_ranges: config.live_ranges,
        mod_ref: config.mod_ref,
        observed: &[],
        only: None,
        once: Some(&once),
    };
    let spds = Spds::new(flow, bdds, &build)?;
    let built = Instant::now();
    let mut summaries = Summaries::new(&spds);
    for &entry in entries {
        summaries.start(entry)?;
    }
    for targets in goals {
        if summaries.reach(targets)?.is_some() {
            return Ok(None);
        }
    }
    let mut report = Report {
        goals: vec![Verdict::Unreachable; goals.len()],
        ..Report::default()
    };
    if config.proof {
        summaries.run()?;
        report.proof = Some(proof(&spds, &summaries, &sets)?);
    }
    report.stats = Stats {
        build: built - started,
        explore: built.elapsed(),
        ..Stats::of(&spds)
    };
    Ok(Some(report))
}
