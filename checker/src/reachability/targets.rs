//! What a query names, as locations.

use super::{Goal, Query};
use crate::flow::{Flow, LocId};
use crate::session::Error;

/// A query after its names have been looked up.
pub(super) struct Targets {
    /// The locations of each goal.
    pub(super) goals: Vec<Vec<LocId>>,
    /// The locations whose invariants are wanted, with their labels.
    pub(super) observed: Vec<(String, LocId)>,
    /// Whether all unreachable locations are wanted.
    pub(super) unreachable: bool,
}

impl Targets {
    pub(super) fn new(flow: &Flow<'_>, query: &Query) -> Result<Self, Error> {
        let goals: Result<Vec<_>, _> = query.goals.iter().map(|g| targets(flow, g)).collect();
        Ok(Targets {
            goals: goals?,
            observed: observed(flow, query)?,
            unreachable: query.unreachable,
        })
    }
}

/// The locations of a goal.
pub(crate) fn targets(flow: &Flow<'_>, goal: &Goal) -> Result<Vec<LocId>, Error> {
    match goal {
        Goal::Assertions => Ok(flow.failures()),
        Goal::Label(name) => labelled(flow, name),
    }
}

fn labelled(flow: &Flow<'_>, name: &str) -> Result<Vec<LocId>, Error> {
    let mut found = flow.labelled(None, name);
    if found.is_empty()
        && let Some((proc, label)) = name.split_once(':')
    {
        found = flow.labelled(Some(proc), label);
    }
    if found.is_empty() {
        Err(Error::UnknownLabel(name.into()))
    } else {
        Ok(found)
    }
}

/// The locations whose invariants are wanted.
fn observed(flow: &Flow<'_>, query: &Query) -> Result<Vec<(String, LocId)>, Error> {
    let mut found = Vec::new();
    for label in &query.invariants {
        found.extend(
            labelled(flow, label)?
                .into_iter()
                .map(|loc| (label.clone(), loc)),
        );
    }
    Ok(found)
}
