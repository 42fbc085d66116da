//! Running operations, and collecting garbage when they have left enough of it.

use std::time::Duration;

use oxidd::util::AllocResult;
use oxidd::{Manager, ManagerRef};

use super::{Bdd, BddResult, Bdds, OutOfNodes};

/// A single operation can leave millions of nodes behind; to ask how many there are is cheap.
const OPERATIONS_PER_SAMPLE: u64 = 1 << 6;
pub(super) const FIRST_COLLECTION_NODES: usize = 1 << 20;
const MAX_COLLECTIONS_PER_OPERATION: u32 = 20;
const WAIT_BETWEEN_COLLECTIONS: Duration = Duration::from_millis(5);

impl Bdds {
    pub(crate) fn operations(&self) -> u64 {
        self.operations.get()
    }

    /// The most nodes that were in the table at once, garbage included.
    pub(crate) fn peak_nodes(&self) -> usize {
        let now = self.manager.with_manager_shared(|m| m.num_inner_nodes());
        self.peak.get().max(now)
    }

    pub(super) fn run(&self, operation: impl Fn() -> AllocResult<Bdd>) -> BddResult {
        let count = self.operations.get() + 1;
        self.operations.set(count);
        if count.is_multiple_of(OPERATIONS_PER_SAMPLE) {
            self.collect_when_due();
        }
        operation().or_else(|_| self.run_again(operation))
    }

    /// Collects and tries again. The collector beside us may be at work already, and then a collection of ours does
    /// nothing: only if several in a row do not help is the table really full.
    fn run_again(&self, operation: impl Fn() -> AllocResult<Bdd>) -> BddResult {
        for _ in 0..MAX_COLLECTIONS_PER_OPERATION {
            self.manager.with_manager_shared(|m| m.gc());
            if let Ok(result) = operation() {
                return Ok(result);
            }
            std::thread::sleep(WAIT_BETWEEN_COLLECTIONS);
        }
        Err(OutOfNodes)
    }

    fn collect_when_due(&self) {
        let nodes = self
            .manager
            .with_manager_shared(|m| m.approx_num_inner_nodes());
        self.peak.set(self.peak.get().max(nodes));
        if nodes >= self.collect_at.get() {
            let left = self.manager.with_manager_shared(|m| {
                m.gc();
                m.num_inner_nodes()
            });
            self.collect_at.set((2 * left).max(FIRST_COLLECTION_NODES));
        }
    }
}
