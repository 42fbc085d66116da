//! All configurations that violate a formula, held against a search through configurations one by one.
//!
//! The search looks at stacks up to a bound, of systems so small that deeper ones are not needed: a head repeats where a run
//! from it alone, with nothing below, comes back to it and accepts on the way; a configuration violates where such a head is
//! reached. It shares the automaton of the formula with what is tested, and nothing else.

use std::collections::{HashMap, HashSet};

use super::*;
use ltl::{Automaton, TranslateConfig, degeneralise, translate};

/// A control state, a stack (its top last) and a state of the automaton.
type Node = (u32, Vec<u32>, u32);

struct Search<'a> {
    system: &'a PushdownSystem,
    formula: &'a ltl::Formula,
    buchi: Automaton,
    ended: EndedRuns,
    repeats: HashMap<(u32, u32, u32), bool>,
}

impl Search<'_> {
    /// The steps from a node, and whether they accept. The symbol `u32::MAX` is below all stacks.
    fn steps(&self, (control, stack, state): &Node) -> Vec<(Node, bool)> {
        let at = Configuration {
            control: ControlId(*control),
            stack: stack.iter().map(|&s| SymbolId(s)).collect(),
        };
        let mut next: Vec<Configuration> = Vec::new();
        for rule in self.system.rules() {
            let mut after = at.clone();
            if after.step(rule) {
                next.push(after);
            }
        }
        let ends = next.is_empty();
        if ends && self.ended == EndedRuns::Stutter {
            next.push(at.clone());
        }
        let mut shown = at.clone();
        shown.stack.retain(|symbol| symbol.0 != u32::MAX);
        let letter = letter(self.formula, self.system, &shown, ends);
        let edges = self.buchi.edges.iter();
        let edges = edges.filter(|e| e.from.0 == *state && e.guard.holds_in(&letter));
        let mut found = Vec::new();
        for edge in edges {
            for after in &next {
                let stack = after.stack.iter().map(|s| s.0).collect();
                let node = (after.control.0, stack, edge.to.0);
                found.push((node, !edge.acceptance.is_empty()));
            }
        }
        found
    }

    fn head_repeats(&mut self, head: (u32, u32, u32)) -> bool {
        if let Some(&known) = self.repeats.get(&head) {
            return known;
        }
        let (control, top, state) = head;
        let mut todo = vec![((control, vec![top], state), false)];
        let mut seen = HashSet::new();
        let mut found = false;
        while let Some((node, accepted)) = todo.pop() {
            for (after, accepts) in self.steps(&node) {
                let accepted = accepted || accepts;
                let same = (after.0, after.1.last(), after.2) == (control, Some(&top), state);
                found |= same && accepted;
                let goes_on = !after.1.is_empty() && after.1.len() <= MAX_DEPTH;
                if goes_on && seen.insert((after.clone(), accepted)) {
                    todo.push((after, accepted));
                }
            }
        }
        self.repeats.insert(head, found);
        found
    }

    fn violates(&mut self, at: &Configuration) -> bool {
        let mut stack: Vec<u32> = at.stack.iter().map(|s| s.0).collect();
        if self.ended == EndedRuns::Stutter {
            stack.insert(0, u32::MAX);
        }
        let initial = self.buchi.initial.iter();
        let mut todo: Vec<Node> = initial
            .map(|s| (at.control.0, stack.clone(), s.0))
            .collect();
        let mut seen: HashSet<Node> = todo.iter().cloned().collect();
        while let Some(node) = todo.pop() {
            if let Some(&top) = node.1.last()
                && self.head_repeats((node.0, top, node.2))
            {
                return true;
            }
            for (after, _) in self.steps(&node) {
                if after.1.len() <= MAX_DEPTH && seen.insert(after.clone()) {
                    todo.push(after);
                }
            }
        }
        false
    }
}

/// All configurations with a stack of at most three symbols.
fn small_configurations() -> Vec<Configuration> {
    let mut stacks: Vec<Vec<SymbolId>> = vec![Vec::new()];
    let mut begin = 0;
    for _ in 0..3 {
        let end = stacks.len();
        for i in begin..end {
            for symbol in (0..SYMBOLS).map(SymbolId) {
                let mut stack = stacks[i].clone();
                stack.push(symbol);
                stacks.push(stack);
            }
        }
        begin = end;
    }
    let with = |control| {
        move |stack: &Vec<SymbolId>| Configuration {
            control: ControlId(control),
            stack: stack.clone(),
        }
    };
    (0..CONTROLS)
        .flat_map(|control| stacks.iter().map(with(control)).collect::<Vec<_>>())
        .collect()
}

#[test]
fn violating_configurations_agree_with_a_search() {
    let mut dice = Prng(41);
    let configurations = small_configurations();
    let (mut inside, mut outside) = (0, 0);
    for round in 0..120 {
        let rules = 2 + dice.below(7);
        let system = random_system(&mut dice, rules, 0..1);
        let formula = ltl::parse(FORMULAS[round % FORMULAS.len()]).unwrap();
        let property = Property::formula(&formula, &[], &system).unwrap();
        let ended = match round % 3 {
            0 => EndedRuns::Ignore,
            _ => EndedRuns::Stutter,
        };
        let set = violating(&system, &property, ended);
        let negated = formula.clone().negated();
        let negated = translate(&negated, &TranslateConfig::default()).unwrap();
        let mut search = Search {
            system: &system,
            formula: &formula,
            buchi: degeneralise(&negated),
            ended,
            repeats: HashMap::new(),
        };
        let start = &configurations[dice.below(configurations.len() as u32) as usize];
        let reached = distances(&system, start);
        let post = post_star(&system, &PAutomaton::single(&system, start));
        let both = set.intersection(&post);
        for at in &configurations {
            let expected = search.violates(at);
            let what = format!("round {round}, {formula:?}, {at:?}: {system:?}");
            assert_eq!(set.contains(at), expected, "{what}");
            let is_reached = reached.contains_key(&(at.control, at.stack.clone()));
            assert_eq!(both.contains(at), expected && is_reached, "reached, {what}");
            match expected {
                true => inside += 1,
                false => outside += 1,
            }
        }
        // A single one that is told has a run that is replayed, and there is one wherever the set is not empty.
        if let Some(smallest) = both.smallest() {
            let from = PAutomaton::single(&system, &smallest);
            let verdict = check_ltl(&system, &from, &property, ended).unwrap();
            assert!(
                matches!(verdict, LtlVerdict::Violated(Some(_))),
                "round {round}"
            );
        }
        assert_eq!(both.smallest().is_none(), both.is_empty());
    }
    assert!(inside > 2000 && outside > 2000, "{inside} {outside}");
}

/// The automaton of a negated formula, and the formula as something fair, ask the same as the formula.
#[test]
fn automata_and_fairness_agree_with_formulas() {
    let mut dice = Prng(77);
    let configurations = small_configurations();
    let (mut held, mut violated) = (0, 0);
    for round in 0..150 {
        let rules = 2 + dice.below(8);
        let system = random_system(&mut dice, rules, 0..1);
        let start = &configurations[dice.below(configurations.len() as u32) as usize];
        let from = PAutomaton::single(&system, start);
        let text = FORMULAS[round % FORMULAS.len()];
        let premise = FORMULAS[dice.below(FORMULAS.len() as u32) as usize];
        let check = |property: &Property| {
            let verdict = check_ltl(&system, &from, property, EndedRuns::Stutter).unwrap();
            verdict == LtlVerdict::Holds
        };
        let formula = ltl::parse(text).unwrap();
        let premise_formula = ltl::parse(premise).unwrap();
        let implication = ltl::parse(&format!("({premise}) -> ({text})")).unwrap();
        let plain = Property::formula(&implication, &[], &system).unwrap();
        let fair = Property::formula(&formula, &[premise_formula], &system).unwrap();
        let bad = ltl::parse(&format!("!(({premise}) -> ({text}))")).unwrap();
        let bad = translate(&bad, &TranslateConfig::default()).unwrap();
        let never = Property::never(bad, &system).unwrap();
        let expected = check(&plain);
        assert_eq!(check(&fair), expected, "round {round}, --fair: {system:?}");
        assert_eq!(check(&never), expected, "round {round}, --hoa: {system:?}");
        match expected {
            true => held += 1,
            false => violated += 1,
        }
    }
    assert!(
        held > 30 && violated > 15,
        "{held} held, {violated} violated"
    );
}
