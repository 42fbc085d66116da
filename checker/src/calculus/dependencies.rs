//! Which relation depends on which, and how.

use super::formula::{Definition, RelId, Relation, Template};
use crate::bp::{Diagnostic, Span};

/// What the equations of a text speak of.
#[derive(Clone, Debug)]
pub(super) struct Dependencies {
    /// The relations in each equation, ascending, each once.
    uses: Vec<Vec<RelId>>,
    /// The relations whose equations speak of each.
    users: Vec<Vec<RelId>>,
    /// Those that stand under an odd number of negations somewhere, with a place.
    negative: Vec<Vec<(RelId, Span)>>,
    /// Whether the relation depends on `Goal`, itself or through others.
    goal: Vec<bool>,
}

/// What a relation is evaluated together with.
#[derive(Clone, Debug)]
pub(super) struct Component {
    pub(super) members: Vec<RelId>,
    /// Whether some member depends on a member.
    pub(super) is_recursive: bool,
    /// Whether no member depends on a member through a negation.
    pub(super) is_monotone: bool,
}

impl Dependencies {
    pub(super) fn new(definitions: &[Definition]) -> Self {
        let mut all = Dependencies {
            uses: Vec::new(),
            users: vec![Vec::new(); definitions.len()],
            negative: Vec::new(),
            goal: Vec::new(),
        };
        for definition in definitions {
            let (mut uses, mut negative, mut goal) = (Vec::new(), Vec::new(), false);
            definition
                .body
                .each_atom(true, &mut |atom, positive| match atom.relation {
                    Relation::Defined(id) => {
                        uses.push(id);
                        if !positive {
                            negative.push((id, atom.span));
                        }
                    }
                    Relation::Template(template) => goal |= template == Template::Goal,
                });
            uses.sort_unstable();
            uses.dedup();
            all.uses.push(uses);
            all.negative.push(negative);
            all.goal.push(goal);
        }
        let ids = || (0..definitions.len()).map(|i| RelId(i as u32));
        for id in ids() {
            for used in all.uses[id.index()].clone() {
                all.users[used.index()].push(id);
            }
        }
        let mut asking: Vec<RelId> = ids().filter(|id| all.goal[id.index()]).collect();
        while let Some(id) = asking.pop() {
            for &user in &all.users[id.index()] {
                if !std::mem::replace(&mut all.goal[user.index()], true) {
                    asking.push(user);
                }
            }
        }
        all
    }

    pub(super) fn uses(&self, id: RelId) -> &[RelId] {
        &self.uses[id.index()]
    }

    pub(super) fn asks_goal(&self, id: RelId) -> bool {
        self.goal[id.index()]
    }

    /// What a relation depends on, itself or through others that are not fixed, itself left aside unless it does. Fixed
    /// ones are among them.
    pub(super) fn reached(&self, from: RelId, is_fixed: &dyn Fn(RelId) -> bool) -> Vec<RelId> {
        closure(&self.uses, from, is_fixed)
    }

    /// What depends on a relation and is what it depends on, with the fixed ones taken for constants.
    pub(super) fn component(&self, of: RelId, is_fixed: &dyn Fn(RelId) -> bool) -> Component {
        let around =
            |id: &RelId| !is_fixed(*id) && self.reached(*id, is_fixed).binary_search(&of).is_ok();
        let mut members: Vec<RelId> = self.reached(of, is_fixed);
        members.retain(around);
        let is_recursive = !members.is_empty();
        if !is_recursive {
            members.push(of);
        }
        let inside = |id: &RelId| members.binary_search(id).is_ok();
        let is_monotone = members
            .iter()
            .all(|m| !self.negative[m.index()].iter().any(|(id, _)| inside(id)));
        Component {
            is_recursive,
            is_monotone,
            members,
        }
    }
}

/// What can be got to along edges, but not past what is fixed; ascending.
fn closure(edges: &[Vec<RelId>], from: RelId, is_fixed: &dyn Fn(RelId) -> bool) -> Vec<RelId> {
    let mut seen = vec![false; edges.len()];
    let mut open = edges[from.index()].clone();
    let mut found = Vec::new();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        found.push(id);
        if !is_fixed(id) {
            open.extend_from_slice(&edges[id.index()]);
        }
    }
    found.sort_unstable();
    found
}

/// What the equations say that they may not mean: recursion without `mu` (an error), relations that nothing uses, and
/// recursion through negations.
pub(super) fn problems(definitions: &[Definition], problems: &mut Vec<Diagnostic>) {
    let dependencies = Dependencies::new(definitions);
    let Some(question) = definitions.len().checked_sub(1) else {
        return;
    };
    let asked = dependencies.reached(RelId(question as u32), &|_| false);
    for (i, definition) in definitions[..question].iter().enumerate() {
        let id = RelId(i as u32);
        if asked.binary_search(&id).is_err() {
            let message = format!("`{}` has no part in the question", definition.name);
            problems.push(Diagnostic::warning(definition.span, message));
        }
        let component = dependencies.component(id, &|_| false);
        if component.is_recursive && !definition.is_fixed_point {
            let message = format!("`{}` depends on itself", definition.name);
            let error = Diagnostic::error(definition.span, message);
            problems.push(error.with_hint("a fixed point is defined with `mu bool`"));
        }
        for (other, span) in &dependencies.negative[i] {
            if component.is_recursive && component.members.binary_search(other).is_ok() {
                let message = format!(
                    "`{}` depends on itself through this negation: it may have no least fixed point",
                    definition.name
                );
                problems.push(Diagnostic::warning(*span, message).with_hint(
                    "what is computed is what the rounds come to, as written; they may never come to an end",
                ));
            }
        }
    }
}
