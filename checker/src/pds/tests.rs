//! Random systems against a reference that shares nothing with the algorithms: configurations one by one, with stacks up to
//! a bound, from single starts to single ends. What it finds is there; what it does not find is not, because ends that need
//! a deeper stack than the bound in between do not occur with systems this small.

mod global;

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::*;
use crate::families::prng::Prng;
use ltl::{self, BitSet, PeriodicWord};

const CONTROLS: u32 = 3;
const SYMBOLS: u32 = 3;
const MAX_DEPTH: usize = 9;

fn random_system(dice: &mut Prng, rules: u32, weights: std::ops::Range<i64>) -> PushdownSystem {
    let mut system = PushdownSystem::default();
    for i in 0..CONTROLS {
        system.control(&format!("p{i}"));
    }
    for i in 0..SYMBOLS {
        system.symbol(&format!("A{i}"));
    }
    for _ in 0..rules {
        let action = match dice.below(4) {
            0 | 1 => Action::Pop,
            2 => Action::Swap(SymbolId(dice.below(SYMBOLS))),
            _ => Action::Push(SymbolId(dice.below(SYMBOLS)), SymbolId(dice.below(SYMBOLS))),
        };
        let span = (weights.end - weights.start) as u32;
        system.add_rule(Rule {
            from: ControlId(dice.below(CONTROLS)),
            top: SymbolId(dice.below(SYMBOLS)),
            to: ControlId(dice.below(CONTROLS)),
            action,
            weight: weights.start + i64::from(dice.below(span)),
            label: None,
        });
    }
    system
}

fn random_configuration(dice: &mut Prng) -> Configuration {
    let depth = dice.below(4);
    Configuration {
        control: ControlId(dice.below(CONTROLS)),
        stack: (0..depth).map(|_| SymbolId(dice.below(SYMBOLS))).collect(),
    }
}

type Key = (ControlId, Vec<SymbolId>);

/// All configurations up to the bound, with the number of steps to each.
fn distances(system: &PushdownSystem, start: &Configuration) -> HashMap<Key, usize> {
    let key = |c: &Configuration| (c.control, c.stack.clone());
    let mut found = HashMap::from([(key(start), 0)]);
    let mut queue = VecDeque::from([start.clone()]);
    while let Some(at) = queue.pop_front() {
        let steps = found[&key(&at)];
        for rule in system.rules() {
            let mut next = at.clone();
            if next.step(rule) && next.stack.len() <= MAX_DEPTH && !found.contains_key(&key(&next))
            {
                found.insert(key(&next), steps + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

#[test]
fn pre_star_and_post_star_agree_with_a_search() {
    let mut dice = Prng(16);
    let mut reached = 0;
    for round in 0..1500 {
        let rules = 2 + dice.below(9);
        let system = random_system(&mut dice, rules, 0..1);
        let start = random_configuration(&mut dice);
        let found = distances(&system, &start);
        let from = PAutomaton::single(&system, &start);
        let post = post_star(&system, &from);
        for _ in 0..6 {
            let end = random_configuration(&mut dice);
            let to = PAutomaton::single(&system, &end);
            let expected = found.get(&(end.control, end.stack.clone()));
            let answer = reach(&system, &from, &to, Measure::FewestRules).unwrap();
            let value = match answer {
                Reachability::Reachable {
                    best: Best::Value(value),
                    ..
                } => Some(value as usize),
                Reachability::Unreachable => None,
                other => panic!("{other:?}"),
            };
            assert_eq!(
                value,
                expected.copied(),
                "round {round}, {start:?} to {end:?}: {system:?}"
            );
            assert_eq!(
                post.contains(&end),
                expected.is_some(),
                "post*, round {round}"
            );
            assert_eq!(
                post.meets(&to),
                expected.is_some(),
                "product, round {round}"
            );
            let pre = pre_star(&system, &to, |_| 0).automaton();
            assert_eq!(
                pre.contains(&start),
                expected.is_some(),
                "pre*, round {round}"
            );
            reached += usize::from(expected.is_some());
        }
    }
    assert!(reached > 500, "only {reached} were reached");
}

/// The least weight of a run, by rounds over configurations up to the bound; none where rounds go on improving it.
fn least_by_search(
    system: &PushdownSystem,
    start: &Configuration,
    sign: i64,
) -> Option<HashMap<Key, i64>> {
    let reachable: BTreeMap<Key, usize> = distances(system, start).into_iter().collect();
    let mut best: HashMap<Key, i64> = HashMap::from([((start.control, start.stack.clone()), 0)]);
    for _ in 0..=reachable.len() {
        let mut improved = false;
        for (control, stack) in reachable.keys() {
            let Some(&weight) = best.get(&(*control, stack.clone())) else {
                continue;
            };
            for rule in system.rules() {
                let mut next = Configuration {
                    control: *control,
                    stack: stack.clone(),
                };
                if !next.step(rule) || next.stack.len() > MAX_DEPTH {
                    continue;
                }
                let weight = weight + sign * rule.weight;
                let known = best.entry((next.control, next.stack)).or_insert(i64::MAX);
                if weight < *known {
                    *known = weight;
                    improved = true;
                }
            }
        }
        if !improved {
            return Some(best);
        }
    }
    None
}

#[test]
fn weights_agree_with_a_search() {
    let mut dice = Prng(8);
    let (mut finite, mut unbounded) = (0, 0);
    for round in 0..1000 {
        let rules = 2 + dice.below(9);
        let negative = round % 2 == 0;
        let weights = if negative { -3..6 } else { 0..6 };
        let system = random_system(&mut dice, rules, weights);
        let start = random_configuration(&mut dice);
        let from = PAutomaton::single(&system, &start);
        for (measure, sign) in [(Measure::LeastWeight, 1), (Measure::GreatestWeight, -1)] {
            let expected = least_by_search(&system, &start, sign);
            for _ in 0..8 {
                let end = random_configuration(&mut dice);
                let to = PAutomaton::single(&system, &end);
                let answer = reach(&system, &from, &to, measure).unwrap();
                let key = (end.control, end.stack);
                match (answer, &expected) {
                    (
                        Reachability::Reachable {
                            best: Best::Unbounded,
                            ..
                        },
                        expected,
                    ) => {
                        assert!(
                            expected.is_none(),
                            "round {round}: nothing improves for ever"
                        );
                        unbounded += 1;
                    }
                    (
                        Reachability::Reachable {
                            best: Best::Value(value),
                            ..
                        },
                        Some(expected),
                    ) => {
                        assert_eq!(
                            value,
                            i128::from(sign * expected[&key]),
                            "round {round}: {system:?}"
                        );
                        finite += 1;
                    }
                    (Reachability::Unreachable, Some(expected)) => {
                        assert!(!expected.contains_key(&key))
                    }
                    (
                        Reachability::Reachable {
                            best: Best::TooLarge | Best::AtMost(_),
                            ..
                        },
                        _,
                    ) => panic!("round {round}"),
                    // What improves for ever need not lead to this end: the best run was replayed, and that is all.
                    (_, None) => {}
                }
            }
        }
    }
    assert!(
        finite > 100 && unbounded > 20,
        "{finite} finite, {unbounded} unbounded"
    );
}

const FORMULAS: [&str; 10] = [
    "F p1",
    "G !p2",
    "G F A0",
    "F G A1",
    "p0 U A2",
    "G (A0 -> X p1)",
    "F terminated",
    "G (A1 -> F p0)",
    "(G F p0) -> (G F p1)",
    "X X (A0 | p2)",
];

fn letter(
    formula: &ltl::Formula,
    system: &PushdownSystem,
    at: &Configuration,
    ended: bool,
) -> BitSet {
    let mut letter = BitSet::new();
    for (number, atom) in formula.atoms().enumerate() {
        let top = at.stack.last().map(|&symbol| system.symbol_name(symbol));
        let text = atom.to_string();
        let is_head = text == system.control_name(at.control) || top == Some(&text);
        if is_head || text == "terminated" && ended {
            letter.insert(number);
        }
    }
    letter
}

/// Walks at random until a configuration comes again or the run ends; whether that run violates the formula.
fn violated_by_walk(
    formula: &ltl::Formula,
    system: &PushdownSystem,
    start: &Configuration,
    dice: &mut Prng,
) -> bool {
    let mut at = start.clone();
    let (mut seen, mut letters): (Vec<Configuration>, Vec<BitSet>) = (Vec::new(), Vec::new());
    for _ in 0..25 {
        let can = |rule: &&Rule| rule.from == at.control && Some(&rule.top) == at.stack.last();
        let rules: Vec<&Rule> = system.rules().iter().filter(can).collect();
        letters.push(letter(formula, system, &at, rules.is_empty()));
        seen.push(at.clone());
        let repeated = if rules.is_empty() {
            Some(seen.len() - 1)
        } else {
            let rule: &Rule = rules[dice.below(rules.len() as u32) as usize];
            at.step(rule);
            seen.iter().position(|earlier| *earlier == at)
        };
        if let Some(first) = repeated {
            let cycle = letters.split_off(first);
            return !formula.holds_on(&PeriodicWord {
                stem: letters,
                cycle,
            });
        }
    }
    false
}

#[test]
fn formulas_agree_with_random_walks() {
    let mut dice = Prng(2000);
    let (mut held, mut violated) = (0, 0);
    for round in 0..400 {
        let rules = 2 + dice.below(8);
        let system = random_system(&mut dice, rules, 0..1);
        let start = random_configuration(&mut dice);
        let from = PAutomaton::single(&system, &start);
        let formula = ltl::parse(FORMULAS[round % FORMULAS.len()]).unwrap();
        let property = Property::formula(&formula, &[], &system).unwrap();
        match check_ltl(&system, &from, &property, EndedRuns::Stutter).unwrap() {
            LtlVerdict::Violated(lasso) => {
                assert!(lasso.is_some(), "round {round}");
                violated += 1;
            }
            LtlVerdict::Holds => {
                held += 1;
                for _ in 0..100 {
                    let bad = violated_by_walk(&formula, &system, &start, &mut dice);
                    assert!(!bad, "round {round}, {start:?}: {system:?}");
                }
            }
        }
    }
    assert!(
        held > 80 && violated > 80,
        "{held} held, {violated} violated"
    );
}

#[test]
fn what_is_written_is_read_again() {
    let mut dice = Prng(3);
    for _ in 0..100 {
        let mut system = random_system(&mut dice, 8, -2..3);
        let start = random_configuration(&mut dice);
        let post = post_star(&system, &PAutomaton::single(&system, &start));
        let text = write_automaton(&post, &system);
        let again = &read_automata(&[&text], &mut system).unwrap()[0];
        for _ in 0..50 {
            let end = random_configuration(&mut dice);
            assert_eq!(post.contains(&end), again.contains(&end));
        }
        if let Ok(text) = write_json(&system) {
            let again = read_json(&text).unwrap();
            assert_eq!(write_json(&again.system).unwrap().len(), text.len());
        }
    }
}

#[test]
fn exponentially_long_runs_are_not_written_down() {
    let mut system = PushdownSystem::default();
    let control = system.control("p");
    let symbols: Vec<SymbolId> = (0..200).map(|i| system.symbol(&format!("A{i}"))).collect();
    for (i, &top) in symbols.iter().enumerate() {
        let action = symbols
            .get(i + 1)
            .map_or(Action::Pop, |&next| Action::Push(next, next));
        system.add_rule(Rule {
            from: control,
            top,
            to: control,
            action,
            weight: 1,
            label: None,
        });
    }
    let from = parse_pattern("p <A0>", &system).unwrap();
    let to = parse_pattern("p <>", &system).unwrap();
    for measure in [
        Measure::FewestRules,
        Measure::LeastWeight,
        Measure::GreatestWeight,
    ] {
        let answer = reach(&system, &from, &to, measure).unwrap();
        assert_eq!(
            answer,
            Reachability::Reachable {
                best: Best::TooLarge,
                run: None
            }
        );
    }
}

/// Texts with pieces cut out, doubled and changed: there is an answer or a message, and never a panic.
#[test]
fn no_text_panics() {
    let seeds = [
        r#"{"pda":{"states":{"p":{"A":[{"to":"p","push":"B","weight":-3},{"to":"p","pop":""}]}}}}"#,
        r#"{"instance":[{},{"states":[{"A":{"to":0,"swap":"B"}}]},{"accepting":[3],"edges":[[0,"A",3]]},{"accepting":[0],"edges":[]}]}"#,
        "define N 2\nglobal bool g\nlocal int x(N)\n(q <a>)\nq <a> --> q <b c> \"t\" (x' = x + 1 & g' = !g | x'' < 3)\n",
        "p, q <A (B|_)* \"C\"?> | _ <>",
    ];
    let mut dice = Prng(99);
    for _ in 0..4000 {
        let mut text: Vec<char> = seeds[dice.below(4) as usize].chars().collect();
        for _ in 0..=dice.below(4) {
            let at = dice.below(text.len() as u32) as usize;
            match dice.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(
                    at,
                    *dice.pick(&['<', '>', '(', '"', 'é', '9', '\'', '{', ' ', '-']),
                ),
                _ => text.truncate(at.max(1)),
            }
            if text.is_empty() {
                text.push('x');
            }
        }
        let text: String = text.into_iter().collect();
        let mut system = match read(&text) {
            Ok(file) => file.system,
            Err(_) => PushdownSystem::default(),
        };
        let _ = parse_pattern(&text, &system);
        let _ = read_automata(&[&text], &mut system);
    }
}
