//! The configurations of a set that are in pre\* too: the product of two automata.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::automaton::{PAutomaton, StateId};
use super::pre_star::{Cost, PreStar, TransitionId};
use super::run::Start;
use super::system::Configuration;

/// A state of the automaton of starts and one of pre\*, after the same symbols.
pub(super) type Pair = (StateId, StateId);

/// The cost of the cheapest way to each pair, and the last step of it.
type Found = FxHashMap<Pair, (Cost, Option<(Pair, TransitionId)>)>;

/// The start of a cheapest run, with its cost.
pub(super) fn cheapest(from: &PAutomaton, pre: &PreStar<'_>) -> Option<(Start, Cost)> {
    let mut best: Found = FxHashMap::default();
    let mut queue = BinaryHeap::new();
    for control in pre.system().controls() {
        let pair = (control.into(), control.into());
        best.insert(pair, (Cost::default(), None));
        queue.push(Reverse((Cost::default(), pair)));
    }
    while let Some(Reverse((cost, pair))) = queue.pop() {
        if best[&pair].0 < cost {
            continue;
        }
        if from.is_accepting(pair.0) && pre.is_accepting(pair.1) {
            return Some((start(pair, &best, pre), cost));
        }
        for (transition, next) in successors(from, pre, pair) {
            let cost = cost.plus(pre.transition(transition).cost);
            if best.get(&next).is_none_or(|(known, _)| cost < *known) {
                best.insert(next, (cost, Some((pair, transition))));
                queue.push(Reverse((cost, next)));
            }
        }
    }
    None
}

/// What can be read in both automata, and where it leads.
pub(super) fn successors<'a>(
    from: &'a PAutomaton,
    pre: &'a PreStar<'_>,
    (left, right): Pair,
) -> impl Iterator<Item = (TransitionId, Pair)> + 'a {
    let edges = from.edges(left).iter();
    edges.flat_map(move |&(symbol, next)| {
        let leaving = pre.leaving(right, symbol).iter();
        leaving.map(move |&id| (id, (next, pre.transition(id).to)))
    })
}

fn start(mut pair: Pair, best: &Found, pre: &PreStar<'_>) -> Start {
    let mut path = Vec::new();
    while let Some((before, transition)) = best[&pair].1 {
        path.push(transition);
        pair = before;
    }
    path.reverse();
    from_path(pair, path, pre)
}

/// The start that a path from a pair of control states reads.
pub(super) fn from_path(pair: Pair, path: Vec<TransitionId>, pre: &PreStar<'_>) -> Start {
    let stack = path
        .iter()
        .rev()
        .map(|&id| pre.transition(id).symbol)
        .collect();
    Start {
        configuration: Configuration {
            control: super::ControlId(pair.0.0),
            stack,
        },
        path,
    }
}
