//! Which thread may run after which.

use super::interleaving::ThreadIndex;
use super::outcome::Bound;

/// A context: how much of the bound is used up, and which thread runs. In the order of contexts, what follows is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Context {
    /// What runs before all threads.
    Before,
    /// With so many switches before it, or in this round.
    Of(u32, ThreadIndex),
}

/// How contexts follow each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    pub(crate) threads: usize,
    pub(crate) bound: Bound,
}

impl Schedule {
    /// The contexts at the beginning of the threads.
    pub(crate) fn first(self) -> Vec<Context> {
        let level = match self.bound {
            Bound::Switches(_) => 0,
            Bound::Rounds(_) => 1,
        };
        (0..self.threads)
            .map(|thread| Context::Of(level, thread))
            .collect()
    }

    /// The contexts that one switch leads to.
    pub(crate) fn after(self, context: Context) -> Vec<Context> {
        let Context::Of(level, thread) = context else {
            return self.first();
        };
        let others = (0..self.threads).filter(|&other| other != thread);
        let next = move |other| match self.bound {
            Bound::Switches(most) => (level < most).then_some(Context::Of(level + 1, other)),
            Bound::Rounds(_) if other > thread => Some(Context::Of(level, other)),
            Bound::Rounds(most) => (level < most).then_some(Context::Of(level + 1, other)),
        };
        others.filter_map(next).collect()
    }
}
