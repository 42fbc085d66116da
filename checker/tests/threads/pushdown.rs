//! Random pushdown systems of several threads against explicit stacks.

use std::collections::{BTreeMap, VecDeque};

use checker::bp;
use checker::pds::{
    ConcurrentRule, ConcurrentSystem, REACHED, StackTop, ThreadSystem, VisibleState,
    read_concurrent,
};
use checker::threads::{Bound, Bounds, Start, Threads, ThreadsVerdict};
use checker::{Config, Goal, Query};

use crate::compare::config;
use crate::program::Random;

const SYSTEMS: u64 = 120;
const MAX_STACK: usize = 7;
const MAX_STATES: usize = 60_000;

/// A control state, and the stacks with their tops at the end.
type State = (u32, Vec<Vec<u32>>);

fn system(random: &mut Random) -> ConcurrentSystem {
    let shared = 2 + random.below(2) as u32;
    let threads = (0..2 + random.below(2)).map(|_| {
        let last = 1 + random.below(2) as u32;
        let symbol = |random: &mut Random| random.below(u64::from(last) + 1) as u32;
        let rules = (0..3 + random.below(4)).map(|_| {
            let from = (random.below(u64::from(shared)) as u32, symbol(random));
            let to = random.below(u64::from(shared)) as u32;
            let word = (0..random.below(3)).map(|_| symbol(random)).collect();
            ConcurrentRule { from, to, word }
        });
        ThreadSystem {
            symbols: 0..=last,
            rules: rules.collect(),
        }
    });
    ConcurrentSystem {
        shared,
        threads: threads.collect(),
    }
}

/// The text of a system.
fn text(system: &ConcurrentSystem) -> String {
    let mut out = format!("{}\n", system.shared);
    for thread in &system.threads {
        out += &format!(
            "PDA {} {} # a thread\n",
            thread.symbols.start(),
            thread.symbols.end()
        );
        for rule in &thread.rules {
            let word: Vec<String> = rule.word.iter().map(u32::to_string).collect();
            let word = if word.is_empty() {
                "-".to_owned()
            } else {
                word.join(" ")
            };
            out += &format!("{} {} -> {} {word}\n", rule.from.0, rule.from.1, rule.to);
        }
    }
    out
}

fn is_seen(state: &State, wanted: &VisibleState) -> bool {
    let top = |(stack, top): (&Vec<u32>, &StackTop)| match (top, stack.last()) {
        (StackTop::Any, _) | (StackTop::Empty, None) => true,
        (StackTop::Symbol(wanted), Some(symbol)) => wanted == symbol,
        _ => false,
    };
    wanted.shared.is_none_or(|shared| shared == state.0)
        && state.1.iter().zip(&wanted.tops).all(top)
}

/// With how many switches a state of the pattern is reached, and whether no stack was cut off. Nothing where there are too
/// many states.
fn explicit(
    system: &ConcurrentSystem,
    from: &State,
    wanted: &VisibleState,
    most: u32,
) -> Option<(Option<u32>, bool)> {
    let (mut best, mut complete) = (None, true);
    let mut known: BTreeMap<(State, usize), u32> = BTreeMap::new();
    let mut open: VecDeque<(State, usize, u32)> = (0..system.threads.len())
        .map(|t| (from.clone(), t, 0))
        .collect();
    while let Some((state, thread, switches)) = open.pop_front() {
        let key = (state.clone(), thread);
        if known.get(&key).is_some_and(|&before| before <= switches) {
            continue;
        }
        known.insert(key, switches);
        if known.len() > MAX_STATES {
            return None;
        }
        if is_seen(&state, wanted) && best.is_none_or(|best| switches < best) {
            best = Some(switches);
        }
        for rule in &system.threads[thread].rules {
            if rule.from.0 != state.0 || state.1[thread].last() != Some(&rule.from.1) {
                continue;
            }
            let mut next = (rule.to, state.1.clone());
            next.1[thread].pop();
            next.1[thread].extend(rule.word.iter().rev());
            match next.1[thread].len() > MAX_STACK {
                true => complete = false,
                false => open.push_front((next, thread, switches)),
            }
        }
        if switches < most {
            let others = (0..system.threads.len()).filter(|&other| other != thread);
            open.extend(others.map(|other| (state.clone(), other, switches + 1)));
        }
    }
    Some((best, complete))
}

fn asked(
    system: &ConcurrentSystem,
    from: &VisibleState,
    wanted: &VisibleState,
    most: u32,
) -> ThreadsVerdict {
    let text = system.program(from, wanted);
    let program = bp::parse(&text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    let start = Start {
        threads: system.procedures(),
        entry: None,
    };
    let config = Config {
        trace: false,
        ..config()
    };
    let threads =
        Threads::new(&program, &start, &config).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let query = Query {
        goals: vec![Goal::Label(REACHED.to_owned())],
        ..Query::default()
    };
    let bounds = Bounds {
        bound: Some(Bound::Switches(most)),
        ..Bounds::default()
    };
    let report = threads.check(&query, &bounds, &mut |_| {});
    let mut report = report.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    report.goals.remove(0)
}

#[test]
fn pushdown_systems_of_several_threads_agree_with_explicit_stacks() {
    let (mut reachable, mut unreachable, mut any) = (0, 0, 0);
    for seed in 0..SYSTEMS {
        let mut random = Random(seed);
        let system = system(&mut random);
        let text = text(&system);
        assert_eq!(
            read_concurrent(&text).as_ref().ok(),
            Some(&system),
            "{text}"
        );
        let tops = system.threads.iter().map(|_| StackTop::Symbol(0)).collect();
        let from = VisibleState {
            shared: Some(0),
            tops,
        };
        let mut top = |thread: &ThreadSystem| match random.below(4) {
            0 | 1 => StackTop::Any,
            2 => StackTop::Empty,
            _ => StackTop::Symbol(*thread.symbols.end()),
        };
        let tops = system.threads.iter().map(&mut top).collect();
        let wanted = VisibleState {
            shared: Some(system.shared - 1),
            tops,
        };
        let stacks = system.threads.iter().map(|_| vec![0]).collect();
        let most = 1 + (seed % 3) as u32;
        let Some((found, complete)) = explicit(&system, &(0, stacks), &wanted, most) else {
            continue;
        };
        match asked(&system, &from, &wanted, most) {
            ThreadsVerdict::Reachable { bound, .. } => {
                let told = Some(bound);
                let right = found.map(Bound::Switches) == told || !complete;
                assert!(
                    right,
                    "{told:?}, and {found:?} with explicit stacks, {wanted:?}\n{text}"
                );
                reachable += 1;
            }
            ThreadsVerdict::Unreachable(scope) => {
                assert_eq!(found, None, "{wanted:?} within {most}\n{text}");
                unreachable += 1;
                any += u32::from(scope.bound.is_none());
            }
        }
    }
    assert!(
        reachable > 20 && unreachable > 20 && any > 5,
        "{reachable} {unreachable} {any}"
    );
}
