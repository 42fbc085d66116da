//! The order of the slots in the BDDs.

use super::Flow;
use crate::bdd::Slot;
use crate::query::VariableOrder;

/// Locals, then returned values, then globals, each in the order of their declaration.
pub(crate) fn order(flow: &Flow<'_>, _kind: VariableOrder) -> Vec<Slot> {
    let first_local = flow.global_count + flow.return_count;
    let locals = first_local..flow.slot_count;
    locals
        .chain(0..first_local)
        .map(|i| Slot(i as u32))
        .collect()
}
