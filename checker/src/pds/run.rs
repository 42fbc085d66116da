//! Runs: how they are told, and how they are checked before.

use super::automaton::PAutomaton;
use super::pre_star::{Origin, PreStar, TransitionId};
use super::system::{Configuration, PushdownSystem, RuleId};

/// Longer runs are not written down.
const MAX_RUN_RULES: usize = 1_000_000;

/// A configuration, and the rules that are applied one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub start: Configuration,
    pub rules: Vec<RuleId>,
}

impl Run {
    /// The sum of the rules' weights.
    pub fn weight(&self, system: &PushdownSystem) -> i128 {
        let weights = self
            .rules
            .iter()
            .map(|&id| i128::from(system.rule(id).weight));
        weights.sum()
    }

    /// The last configuration; nothing where a rule does not apply.
    pub fn end(&self, system: &PushdownSystem) -> Option<Configuration> {
        let mut configuration = self.start.clone();
        let mut rules = self.rules.iter();
        let all = rules.all(|&id| configuration.step(system.rule(id)));
        all.then_some(configuration)
    }

    /// Whether the run can be made, and leads from one set into another.
    pub fn connects(&self, system: &PushdownSystem, from: &PAutomaton, to: &PAutomaton) -> bool {
        let end = self.end(system);
        from.contains(&self.start) && end.is_some_and(|end| to.contains(&end))
    }
}

/// A start, as the transitions that read its stack from the top.
pub(super) struct Start {
    pub(super) configuration: Configuration,
    pub(super) path: Vec<TransitionId>,
}

/// The run that a path of transitions stands for; nothing where it is too long.
///
/// The path always reads the current stack. Its first transition tells the rule to apply, and the transitions by which the
/// symbols are read that the rule puts there; from a transition of the targets' automaton on, all are.
pub(super) fn expand(start: Start, origin: impl Fn(TransitionId) -> Origin) -> Option<Run> {
    let mut rules = Vec::new();
    let mut path = start.path;
    path.reverse();
    while let Some(first) = path.pop() {
        let rule = match origin(first) {
            Origin::Given => break,
            Origin::Pop(rule) => rule,
            Origin::Swap(rule, only) => {
                path.push(only);
                rule
            }
            Origin::Push(rule, top, below) => {
                path.extend([below, top]);
                rule
            }
        };
        if rules.len() == MAX_RUN_RULES {
            return None;
        }
        rules.push(rule);
    }
    Some(Run {
        start: start.configuration,
        rules,
    })
}

impl PreStar<'_> {
    /// The cheapest run of a transition alone: from its control state and symbol.
    pub(super) fn rules_of(&self, transition: TransitionId) -> Option<Vec<RuleId>> {
        let first = self.transition(transition);
        let start = Start {
            configuration: Configuration {
                control: super::ControlId(first.from.0),
                stack: vec![first.symbol],
            },
            path: vec![transition],
        };
        let run = expand(start, |id| self.transition(id).origin)?;
        Some(run.rules)
    }
}
