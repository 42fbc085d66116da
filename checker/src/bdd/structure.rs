//! What a diagram looks like: its top, its variables, its size.

use oxidd::{BooleanFunction, Function, HasLevel, Manager, Node, NodeID, VarNo};
use rustc_hash::FxHashSet;

use super::{Bdd, BddVar, Bdds, Slot, SlotCopy};

/// What stands at the top of a diagram.
pub(crate) enum TopNode {
    Constant(bool),
    Decision {
        slot: Slot,
        copy: SlotCopy,
        yes: Bdd,
        no: Bdd,
    },
}

impl Bdds {
    /// The variables that a diagram mentions, in ascending order.
    pub(crate) fn support(&self, f: &Bdd) -> Vec<BddVar> {
        let mut seen: FxHashSet<NodeID> = FxHashSet::default();
        let mut vars = Vec::new();
        let mut open = vec![f.clone()];
        while let Some(f) = open.pop() {
            if let Some((yes, no)) = f.cofactors()
                && seen.insert(f.with_manager_shared(|_, edge| edge.node_id()))
            {
                vars.push(top(&f));
                open.extend([yes, no]);
            }
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Whether a diagram is small enough for a part of a step.
    pub(crate) fn fits_cluster(&self, f: &Bdd) -> bool {
        f.node_count() <= self.max_cluster_nodes
    }

    pub(crate) fn is_larger_than(&self, f: &Bdd, nodes: usize) -> bool {
        f.node_count() > nodes
    }

    /// Whether a variable is the next copy of a slot.
    pub(crate) fn is_next(&self, var: BddVar) -> bool {
        self.slot_of(var).1 == SlotCopy::Next
    }

    /// What decides first whether a valuation is in `f`, which must mention none of the variables above the slots.
    pub(crate) fn top_node(&self, f: &Bdd) -> TopNode {
        let Some((yes, no)) = f.cofactors() else {
            return TopNode::Constant(self.is_one(f));
        };
        let (slot, copy) = self.slot_of(top(f));
        TopNode::Decision {
            slot,
            copy,
            yes,
            no,
        }
    }

    /// The slot and the copy that a BDD variable below the extra ones stands for.
    pub(crate) fn slot_of(&self, var: VarNo) -> (Slot, SlotCopy) {
        let copies = [SlotCopy::Entry, SlotCopy::Current, SlotCopy::Next];
        let extra = self.variables() as VarNo - self.copies * self.slots() as VarNo;
        let below = (var - extra) as usize;
        let slot = self.at_place[below / self.copies as usize];
        (slot, copies[below % self.copies as usize])
    }
}

/// The variable at the top of a diagram that is not constant.
fn top(f: &Bdd) -> BddVar {
    f.with_manager_shared(|m, edge| match m.get_node(edge) {
        Node::Inner(node) => m.level_to_var(node.level()),
        Node::Terminal(_) => 0,
    })
}
