//! What an answer rests on beside the text of the program, grouped.

use std::collections::BTreeMap;

use frontend::ir::{AssumptionKind, Program};

/// Things of one kind of which the same is assumed.
pub(super) struct Group<'p> {
    pub(super) kind: AssumptionKind,
    pub(super) assumption: &'p str,
    /// With how often each was met, in the order they were met.
    pub(super) constructs: Vec<(&'p str, usize)>,
}

/// What the solver knows of two allocators, as the rules of SV-COMP have it.
const SUCCEEDS: &str = "succeeds: returns a new object, never null";

pub(super) fn groups(program: &Program) -> Vec<Group<'_>> {
    let mut groups: BTreeMap<(AssumptionKind, &str), Vec<(&str, usize)>> = BTreeMap::new();
    for entry in &program.ledger.entries {
        let construct = &*entry.construct;
        let assumption = match (entry.kind, construct) {
            (AssumptionKind::Library, "malloc" | "calloc") => SUCCEEDS,
            _ => &entry.assumption,
        };
        let known = groups.entry((entry.kind, assumption)).or_default();
        match known.iter_mut().find(|(name, _)| *name == construct) {
            Some((_, times)) => *times += 1,
            None => known.push((construct, 1)),
        }
    }
    let group = |((kind, assumption), constructs)| Group {
        kind,
        assumption,
        constructs,
    };
    groups.into_iter().map(group).collect()
}

/// The functions without a body, whose meaning the user could give.
pub(super) fn bodyless(program: &Program) -> Vec<&str> {
    let groups = groups(program);
    let without = groups.iter().filter(|g| g.kind == AssumptionKind::NoBody);
    without
        .flat_map(|g| g.constructs.iter().map(|c| c.0))
        .filter(|name| !name.contains(' '))
        .collect()
}
