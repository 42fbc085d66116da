//! Automata against the evaluator of formulas on ultimately periodic words, which shares no code with the translation.

use super::random::{formula, word};
use crate::{
    Automaton, BitSet, Formula, PeriodicWord, TranslateConfig, degeneralise, parse, state_based,
    translate,
};
use checker::families::prng::Prng;

const ATOMS: u32 = 3;

/// How the translation can be configured: each part alone, none, all.
fn configurations() -> [TranslateConfig; 4] {
    let config = |rewrite, simplify| TranslateConfig {
        rewrite,
        simplify,
        ..TranslateConfig::default()
    };
    [
        config(false, false),
        config(true, false),
        config(false, true),
        config(true, true),
    ]
}

fn automaton(formula: &Formula, config: &TranslateConfig) -> Automaton {
    let automaton = translate(formula, config).expect("a small automaton");
    assert_eq!(automaton.verify(), Ok(()), "{formula}\n{automaton}");
    automaton
}

fn agree(formula: &Formula, automaton: &Automaton, word: &PeriodicWord) {
    let expected = formula.holds_on(word);
    let answer = automaton.accepts(word);
    assert_eq!(answer, expected, "{formula}\non {word:?}\n{automaton}");
}

/// The number in an environment variable: `LTL_CASES` for longer runs, `LTL_SEED` for others.
fn setting(name: &str, otherwise: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|v| v.parse().ok()).unwrap_or(otherwise)
}

fn check_state_based(automaton: &Automaton) {
    assert_eq!(automaton.verify(), Ok(()), "{automaton}");
    assert_eq!(automaton.acceptance_sets, 1);
    for range in automaton.edge_ranges() {
        let mut pairs = automaton.edges[range].windows(2);
        assert!(
            pairs.all(|e| e[0].acceptance == e[1].acceptance),
            "{automaton}"
        );
    }
}

#[test]
fn random_formulas_on_random_words() {
    let mut both = [0, 0];
    let first = setting("LTL_SEED", 0);
    for case in first..first + setting("LTL_CASES", 1_500) {
        let mut dice = Prng(case);
        let operators = 1 + dice.below(9);
        let positive = formula(&mut dice, operators, ATOMS);
        let negative = positive.clone().negated();
        let config = configurations()[case as usize % 4];
        let automata = [&positive, &negative].map(|f| automaton(f, &config));
        let degeneralised = degeneralise(&automata[0]);
        let on_states = state_based(&automata[1]);
        check_state_based(&on_states);
        for _ in 0..20 {
            let word = word(&mut dice, ATOMS);
            agree(&positive, &automata[0], &word);
            agree(&negative, &automata[1], &word);
            agree(&positive, &degeneralised, &word);
            agree(&negative, &on_states, &word);
            both[usize::from(positive.holds_on(&word))] += 1;
        }
    }
    assert!(both[0] > 5_000 && both[1] > 5_000, "{both:?}");
}

/// What the literature draws for these formulas.
#[test]
fn well_known_sizes() {
    let expected = [
        ("true", 1),
        ("false", 0),
        ("a", 2),
        ("G a", 1),
        ("F a", 2),
        ("a U b", 2),
        ("G F a", 1),
        ("F G a", 2),
        ("G F a & G F b & G F c", 1),
        ("G (a -> F b)", 2),
        ("X X a", 4),
        ("G F a -> G F b", 3),
        ("F a & F b", 4),
        ("G a & F !a", 0),
        ("(G F a) & (F G !a)", 0),
    ];
    for (text, states) in expected {
        let formula = parse(text).expect(text);
        let automaton = automaton(&formula, &TranslateConfig::default());
        assert_eq!(automaton.states, states, "{text}\n{automaton}");
    }
}

/// The formulas of docs/benchmarks.md: right on random words, and together no larger than the table there says.
#[test]
fn usual_formulas() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = std::fs::read_to_string(root.join("contrib/ltl/formulas.txt")).expect("formulas");
    let lines = text.lines().filter(|line| !line.starts_with(['#', '[']));
    let (mut formulas, mut states) = (0, [0, 0]);
    for line in lines {
        let positive = parse(line).expect(line);
        formulas += 1;
        for (sum, formula) in states
            .iter_mut()
            .zip([positive.clone(), positive.negated()])
        {
            let automaton = automaton(&formula, &TranslateConfig::default());
            let on_states = state_based(&automaton);
            *sum += automaton.states;
            let mut dice = Prng(formulas);
            for _ in 0..100 {
                let word = word(&mut dice, formula.atoms().len() as u32);
                agree(&formula, &automaton, &word);
                agree(&formula, &on_states, &word);
            }
        }
    }
    assert_eq!(formulas, 94);
    assert!(
        states[0] <= 254 + 38 + 93 && states[1] <= 218 + 47 + 77,
        "{states:?}"
    );
}

/// Evaluating a formula takes as long as the word: two thousand million steps would not be waited for.
#[test]
fn long_words() {
    let formula = |text| parse(text).expect("a formula");
    let holds: BitSet = [0].into_iter().collect();
    let word = PeriodicWord {
        stem: vec![BitSet::new(); 200_000],
        cycle: [vec![BitSet::new(); 200_000], vec![holds]].concat(),
    };
    assert!(formula("G F a").holds_on(&word));
    assert!(formula("!a U a").holds_on(&word));
    assert!(!formula("F G a | !a W false").holds_on(&word));
    assert!(formula("G (a -> X (!a W a))").holds_on(&word));
    let automaton = translate(&formula("G F a"), &TranslateConfig::default()).expect("small");
    assert!(automaton.accepts(&word));
}
