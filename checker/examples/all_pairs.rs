//! Every pushdown system of some files times every pair of automata, forwards and backwards, against a search.
//!
//! ```text
//! cargo run --release -p checker --example all_pairs -- SYSTEM… -- FROM… -- TO…
//! ```
//!
//! Files are in PDAAAL's JSON. The reference makes configurations one by one, with stacks up to a bound, and knows nothing of
//! automata but whether they accept a configuration: starts have at most a third of the bound, ends two thirds of it. It is meant for
//! systems that are as small as to be enumerated, where what can be done at all is done with small stacks.
#![allow(clippy::print_stdout, reason = "saying what was found is its purpose")]

use checker::pds::{
    Configuration, ControlId, PAutomaton, PushdownSystem, SymbolId, post_star, pre_star, read,
    read_automata,
};
use std::collections::HashMap;

/// So many configurations are made at most.
const MAX_CONFIGURATIONS: usize = 2048;

const MAX_DEPTH: usize = 60;

type Set = Vec<u64>;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let groups: Vec<Vec<String>> = args
        .split(|arg| arg == "--")
        .map(|group| group.iter().map(|path| text_of(path)).collect())
        .collect();
    let [systems, from, to] = &groups[..] else {
        return println!("usage: all_pairs SYSTEM… -- FROM… -- TO…");
    };
    let automata: Vec<&str> = from.iter().chain(to).map(String::as_str).collect();
    let (mut asked, mut reached, mut wrong) = (0_u64, 0_u64, 0_u64);
    for (number, text) in systems.iter().enumerate() {
        let mut system = read(text).expect("a pushdown system").system;
        let own = system.control_count();
        let sets = read_automata(&automata, &mut system).expect("automata");
        let (from, to) = sets.split_at(from.len());
        let found = System::new(&system, own).check(from, to);
        asked += found.asked;
        reached += found.reached;
        wrong += found.wrong;
        if found.wrong > 0 {
            println!("system {number}: {} of {} differ", found.wrong, found.asked);
        }
    }
    println!("{asked} questions forwards and backwards, {reached} reachable, {wrong} differ");
}

fn text_of(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[derive(Default)]
struct Found {
    asked: u64,
    reached: u64,
    wrong: u64,
}

/// A system with its configurations up to a bound.
struct System<'s> {
    system: &'s PushdownSystem,
    depth: usize,
    all: Vec<Configuration>,
    /// What is reached from each.
    reached: Vec<Set>,
}

impl<'s> System<'s> {
    fn new(system: &'s PushdownSystem, controls: usize) -> Self {
        let symbols: Vec<SymbolId> = system.symbols().collect();
        let mut stacks: Vec<Vec<SymbolId>> = vec![Vec::new()];
        let (mut begin, mut depth): (usize, usize) = (0, 0);
        while depth < MAX_DEPTH
            && !symbols.is_empty()
            && controls * (stacks.len() + (stacks.len() - begin) * symbols.len())
                <= MAX_CONFIGURATIONS
        {
            let end = stacks.len();
            for i in begin..end {
                for &symbol in &symbols {
                    let mut stack = stacks[i].clone();
                    stack.push(symbol);
                    stacks.push(stack);
                }
            }
            (begin, depth) = (end, depth + 1);
        }
        let with = |control| {
            let of = move |stack: &Vec<SymbolId>| Configuration {
                control: ControlId(control),
                stack: stack.clone(),
            };
            stacks.iter().map(of).collect::<Vec<_>>()
        };
        let all: Vec<Configuration> = (0..controls as u32).flat_map(with).collect();
        let mut found = System {
            system,
            depth,
            reached: Vec::new(),
            all,
        };
        found.close();
        found
    }

    fn close(&mut self) {
        let key = |c: &Configuration| (c.control, c.stack.clone());
        let numbers: HashMap<_, usize> = self.all.iter().map(key).zip(0..).collect();
        let step = |from: &Configuration| {
            let next = self.system.rules().iter().filter_map(|rule| {
                let mut next = from.clone();
                next.step(rule).then(|| numbers.get(&key(&next)).copied())?
            });
            next.collect::<Vec<usize>>()
        };
        let steps: Vec<Vec<usize>> = self.all.iter().map(step).collect();
        self.reached = (0..self.all.len())
            .map(|start| {
                let (mut seen, mut todo) = (vec![0; MAX_CONFIGURATIONS / 64], vec![start]);
                while let Some(at) = todo.pop() {
                    if seen[at / 64] >> (at % 64) & 1 == 0 {
                        seen[at / 64] |= 1 << (at % 64);
                        todo.extend(&steps[at]);
                    }
                }
                seen
            })
            .collect();
    }

    /// The configurations of a set with stacks up to a depth.
    fn members(&self, set: &PAutomaton, depth: usize) -> Vec<usize> {
        let all = self.all.iter().enumerate();
        let inside = all.filter(|(_, c)| c.stack.len() <= depth && set.contains(c));
        inside.map(|(number, _)| number).collect()
    }

    fn check(&self, from: &[PAutomaton], to: &[PAutomaton]) -> Found {
        let ends: Vec<Set> = to
            .iter()
            .map(|set| {
                let mut bits = vec![0; MAX_CONFIGURATIONS / 64];
                let members = self.members(set, 2 * self.depth / 3);
                members.iter().for_each(|&n| bits[n / 64] |= 1 << (n % 64));
                bits
            })
            .collect();
        let before: Vec<PAutomaton> = to
            .iter()
            .map(|set| pre_star(self.system, set, |_| 0).automaton())
            .collect();
        let mut found = Found::default();
        for start in from {
            let mut reached = vec![0; MAX_CONFIGURATIONS / 64];
            for member in self.members(start, self.depth / 3) {
                for (word, more) in reached.iter_mut().zip(&self.reached[member]) {
                    *word |= more;
                }
            }
            let after = post_star(self.system, start);
            for ((end, set), before) in ends.iter().zip(to).zip(&before) {
                let expected = end.iter().zip(&reached).any(|(a, b)| a & b != 0);
                let is_right = after.meets(set) == expected && before.meets(start) == expected;
                found.asked += 1;
                found.reached += u64::from(expected);
                found.wrong += u64::from(!is_right);
            }
        }
        found
    }
}
