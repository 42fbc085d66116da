//! The engines: different ways to find out which states of a pushdown system are reachable.
//!
//! Every engine is one file and one type that answers the two questions of [`Explore`]; they share the symbolic
//! pushdown system and nothing else, and must agree on every answer.

mod summaries;

pub(crate) use summaries::Summaries;

use crate::bdd::{Bdd, Made};
use crate::bp::ProcId;
use crate::flow::LocId;
use crate::query::Config;
use crate::spds::Spds;

/// Which engine answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Path edges and procedure summaries (Bebop).
    #[default]
    Summaries,
}

/// What an engine is asked.
pub(crate) trait Explore {
    /// One of the targets that is reachable, or `None` where none is. May stop at the first one it meets.
    fn reach(&mut self, targets: &[LocId]) -> Made<Option<LocId>>;

    /// The current valuations with which a location is reachable.
    fn states(&mut self, loc: LocId) -> Made<Bdd>;
}

/// The engine that the configuration asks for, at the start of a program.
pub(crate) fn create<'s>(config: &Config, spds: &'s Spds<'_, '_>, entries: &[ProcId]) -> Made<Box<dyn Explore + 's>> {
    Ok(match config.engine {
        Engine::Summaries => {
            let mut engine = Summaries::new(spds);
            for &entry in entries {
                engine.start(entry)?;
            }
            Box::new(engine)
        }
    })
}
