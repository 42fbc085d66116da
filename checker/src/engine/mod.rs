//! The engines: different ways to find out which states of a pushdown system are reachable.
//!
//! Every engine is one file and one type that answers the two questions of [`Explore`]; they share the symbolic
//! pushdown system and nothing else, and must agree on every answer.

mod entry_forward;
mod entry_forward_optimised;
mod monolithic;
mod post_star;
mod pre_star;
mod summaries;
mod targets;
mod worklist;

pub(crate) use post_star::PostStar;
pub(crate) use pre_star::PreStar;
pub(crate) use summaries::{Summaries, SummaryStamp};

use crate::bdd::{Bdd, BddResult};
use crate::bp::ProcId;
use crate::configurations::PAutomaton;
use crate::flow::{Flow, LocId};
use crate::spds::Spds;

/// Which engine answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Path edges and procedure summaries (Bebop).
    #[default]
    Summaries,
    /// Saturation of an automaton, forwards (Moped).
    PostStar,
    /// Saturation of an automaton, backwards from the target (Moped).
    PreStar,
    /// The entry-forward fixed point, with the program counter in BDD variables (Getafix).
    EntryForward,
    /// The same, working on relevant program counters only (Getafix).
    OptimisedEntryForward,
}

impl Engine {
    pub const ALL: [Engine; 5] = [
        Engine::Summaries,
        Engine::PostStar,
        Engine::PreStar,
        Engine::EntryForward,
        Engine::OptimisedEntryForward,
    ];

    /// How many BDD variables it needs above those of the slots.
    pub(crate) fn control_variables(self, flow: &Flow<'_>) -> u32 {
        match self {
            Engine::EntryForward | Engine::OptimisedEntryForward => {
                monolithic::control_variables(flow.loc_count())
            }
            Engine::Summaries | Engine::PostStar | Engine::PreStar => 0,
        }
    }

    /// Whether it can make use of MOD/REF: with one relation for all procedures, no global goes round some of them.
    pub(crate) fn uses_mod_ref(self) -> bool {
        !matches!(self, Engine::EntryForward | Engine::OptimisedEntryForward)
    }
}

/// What an engine is asked.
pub(crate) trait Explore {
    /// One of the targets that is reachable, or `None` where none is. May stop at the first one it meets.
    fn reach(&mut self, targets: &[LocId]) -> BddResult<Option<LocId>>;

    /// The current valuations with which a location is reachable.
    fn states(&mut self, loc: LocId) -> BddResult<Bdd>;
}

/// An engine at the start of a program. `None` for [`Engine::Summaries`], which is part of every session because
/// traces are made from it.
pub(crate) fn create<'s>(
    engine: Engine,
    spds: &'s Spds<'_, '_>,
    entries: &[ProcId],
) -> BddResult<Option<Box<dyn Explore + 's>>> {
    Ok(Some(match engine {
        Engine::Summaries => return Ok(None),
        Engine::PostStar => Box::new(PostStar::new(spds, PAutomaton::start(spds, entries)?)?),
        Engine::PreStar => Box::new(PreStar::new(spds, entries)?),
        Engine::EntryForward => Box::new(entry_forward::EntryForward::new(spds, entries)?),
        Engine::OptimisedEntryForward => Box::new(
            entry_forward_optimised::OptimisedEntryForward::new(spds, entries)?,
        ),
    }))
}

/// The calls of each procedure, as indices into [`Spds::calls`].
pub(crate) fn callers(spds: &Spds<'_, '_>) -> Vec<Vec<u32>> {
    let mut callers = vec![Vec::new(); spds.flow.procs.len()];
    for (i, call) in spds.calls.iter().enumerate() {
        callers[call.callee.index()].push(i as u32);
    }
    callers
}
