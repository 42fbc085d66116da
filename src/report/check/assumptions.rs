//! What an answer rests on beside the text of the program, grouped.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ir::{AssumptionKind, LedgerEntry, Program};
use source::Sources;

use super::spot;

/// Things of one kind of which the same is assumed.
pub(super) struct Group<'p> {
    pub(super) kind: AssumptionKind,
    pub(super) assumption: &'p str,
    /// With how often each was met, in the order they were met.
    pub(super) constructs: Constructs<'p>,
}

type Constructs<'p> = Vec<(Cow<'p, str>, usize)>;

/// What the solver knows of two allocators, as the rules of SV-COMP have it.
const SUCCEEDS: &str = "succeeds: returns a new object, never null";

pub(super) fn groups<'p>(program: &'p Program, sources: &Sources) -> Vec<Group<'p>> {
    let mut groups: BTreeMap<(AssumptionKind, &str), Constructs<'p>> = BTreeMap::new();
    for entry in &program.ledger.entries {
        let construct = construct(entry, sources);
        let assumption = match (entry.kind, &*construct) {
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

/// What is assumed something of: conditions with the place where they hold.
fn construct<'p>(entry: &'p LedgerEntry, sources: &Sources) -> Cow<'p, str> {
    let placed = matches!(entry.kind, AssumptionKind::Fault | AssumptionKind::Memory);
    match spot(sources, entry.span) {
        Some(at) if placed => format!("{} at {}:{}", entry.construct, at.file, at.line).into(),
        _ => Cow::Borrowed(&entry.construct),
    }
}

/// The functions without a body, whose meaning the user could give.
pub(super) fn bodyless(program: &Program) -> Vec<&str> {
    let entries = program.ledger.entries.iter();
    let without = entries.filter(|e| e.kind == AssumptionKind::NoBody);
    let mut names: Vec<&str> = Vec::new();
    for name in without.map(|e| &*e.construct) {
        if !name.contains(' ') && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
