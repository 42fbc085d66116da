//! Proofs that need no memory of calling contexts.
//!
//! Most of what makes path edges large is how procedures were entered. Traces need it everywhere; whether a goal is
//! reachable at all can often be told with much less of it ([`procedures_without_context`]). So that is asked first.

use std::time::Instant;

use super::proof::proof;
use super::{Report, Stats, Verdict};
use crate::bdd::BddResult;
use crate::engine::{Explore, Summaries};
use crate::flow::{LocId, live_ranges, mod_ref, procedures_without_context};
use crate::session::Session;
use crate::spds::Reductions;

/// The report that no goal is reachable, if that is so and can be told without contexts. `None` says nothing.
pub(super) fn memoryless_proof(
    session: &Session<'_>,
    goals: &[Vec<LocId>],
) -> BddResult<Option<Report>> {
    let started = Instant::now();
    let (flow, reductions) = (session.flow(), session.reductions(&[]));
    let sets = mod_ref(flow, &[], reductions.mod_ref);
    let live = live_ranges(flow, &sets, &[], reductions.live_ranges, false);
    let Some(without_context) = procedures_without_context(flow, session.entries(), &live, &sets)
    else {
        return Ok(None);
    };
    let reductions = Reductions {
        without_context: Some(&without_context),
        ..reductions
    };
    let spds = session.pushdown_system(&reductions, 0)?;
    let built = Instant::now();
    let mut summaries = Summaries::new(&spds);
    for &entry in session.entries() {
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
    if session.config().proof {
        summaries.run()?;
        report.proof = Some(proof(&spds, &summaries, &sets)?);
    }
    report.stats = Stats {
        build: session.prepare + (built - started),
        explore: built.elapsed(),
        ..Stats::of(session, &spds)
    };
    Ok(Some(report))
}
