//! Whether a set of configurations can be reached from another, with the best run.

use super::automaton::PAutomaton;
use super::least_weight::{Least, least_weight};
use super::pre_star::{PreStar, pre_star};
use super::run::{Run, expand};
use super::starts::cheapest;
use super::system::{PushdownSystem, RuleId};

/// Which run is the best one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// The one with the fewest rules.
    #[default]
    FewestRules,
    LeastWeight,
    GreatestWeight,
}

/// How good the best run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The number of its rules, or its weight.
    Value(i128),
    /// The number of a run's rules; there may be runs with fewer.
    AtMost(i128),
    /// There is always a better one.
    Unbounded,
    /// The number is too large to be told.
    TooLarge,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reachability {
    Unreachable,
    Reachable {
        best: Best,
        /// A best run, or a shortest one where no run is the best; none where it is too long to be written down.
        run: Option<Run>,
    },
}

/// A run that was found cannot be made, or is not what was looked for: a mistake of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotReplayed;

/// Whether some configuration of `to` can be reached from one of `from`. The run is replayed before it is told.
pub fn reach(
    system: &PushdownSystem,
    from: &PAutomaton,
    to: &PAutomaton,
    measure: Measure,
) -> Result<Reachability, NotReplayed> {
    let rules = system.rules().iter();
    let may_be_negative = rules.clone().any(|rule| rule.weight < 0);
    let found = match measure {
        Measure::FewestRules => by_cost(from, &pre_star(system, to, |_| 0), false),
        Measure::LeastWeight if !may_be_negative => {
            let weight = |id: RuleId| u64::try_from(system.rule(id).weight).unwrap_or(0);
            by_cost(from, &pre_star(system, to, weight), true)
        }
        Measure::LeastWeight => by_rounds(from, &pre_star(system, to, |_| 0), 1),
        Measure::GreatestWeight => by_rounds(from, &pre_star(system, to, |_| 0), -1),
    };
    match &found {
        Reachability::Reachable { run: Some(run), .. } if !run.connects(system, from, to) => {
            Err(NotReplayed)
        }
        Reachability::Reachable {
            run: Some(run),
            best: Best::Value(value),
        } if *value != run_value(run, system, measure) => Err(NotReplayed),
        _ => Ok(found),
    }
}

fn run_value(run: &Run, system: &PushdownSystem, measure: Measure) -> i128 {
    match measure {
        Measure::FewestRules => run.rules.len() as i128,
        Measure::LeastWeight | Measure::GreatestWeight => run.weight(system),
    }
}

fn by_cost(from: &PAutomaton, pre: &PreStar<'_>, by_weight: bool) -> Reachability {
    let Some((start, cost)) = cheapest(from, pre) else {
        return Reachability::Unreachable;
    };
    let value = if by_weight { cost.weight } else { cost.rules };
    let best = i128::try_from(value).map_or(Best::TooLarge, Best::Value);
    let run = expand(start, |id| pre.transition(id).origin);
    Reachability::Reachable { best, run }
}

fn by_rounds(from: &PAutomaton, pre: &PreStar<'_>, sign: i128) -> Reachability {
    let system = pre.system();
    let weight = |id: RuleId| sign * i128::from(system.rule(id).weight);
    let best = match least_weight(from, pre, weight) {
        Least::None => return Reachability::Unreachable,
        Least::Run(weight, run) => {
            let best = Best::Value(sign * weight);
            return Reachability::Reachable { best, run };
        }
        Least::Unbounded => Best::Unbounded,
        Least::Overflow => Best::TooLarge,
    };
    match by_cost(from, pre, false) {
        Reachability::Reachable { run, .. } => Reachability::Reachable { best, run },
        Reachability::Unreachable => Reachability::Unreachable,
    }
}
