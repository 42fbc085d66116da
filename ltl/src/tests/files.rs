//! HOA: what is written is read as the same automaton, what others write is understood, the rest is refused.

use super::random::{formula, word};
use crate::{Atom, Automaton, PeriodicWord, TranslateConfig, hoa, parse, translate};
use checker::families::prng::Prng;

fn read(text: &str) -> Automaton {
    let automaton = match hoa::read(text) {
        Ok(automaton) => automaton,
        Err(problems) => panic!("{problems:?}\n{text}"),
    };
    assert_eq!(automaton.verify(), Ok(()), "{text}");
    automaton
}

#[test]
fn what_is_written_is_read() {
    for case in 0..300 {
        let mut dice = Prng(case);
        let formula = formula(&mut dice, 6, 3);
        let automaton = translate(&formula, &TranslateConfig::default()).expect("a small one");
        let text = hoa::write(&automaton, Some(&formula.to_string()));
        assert_eq!(read(&text), automaton, "{text}");
    }
}

#[test]
fn atoms_survive() {
    let text =
        "G (\"x & y\" -> at f:L) & F \"p\" & p & in {a b} & F terminated & \"a\\\"b\\\\\" & \"{}\"";
    let formula = parse(text).expect(text);
    let automaton = translate(&formula, &TranslateConfig::default()).expect("a small one");
    let again = read(&hoa::write(&automaton, None));
    assert_eq!(again.atoms, formula.atoms().cloned().collect::<Vec<Atom>>());
}

/// `G F a` in the ways that the format has: acceptance on states, labels on states, implicit labels, aliases.
#[test]
fn forms_of_one_automaton() {
    let header = "HOA: v1 tool: \"x\" \"1\" States: 2 Start: 0 AP: 1 \"a\" acc-name: Buchi";
    let bodies = [
        "Acceptance: 1 Inf(0) --BODY-- State: 0 [!0] 0 [0] 1 State: 1 {0} [!0] 0 [0] 1 --END--",
        "Acceptance: 1 Inf(0) --BODY-- State: 0 0 1 State: 1 \"seen\" {0} 0 1 --END--",
        "Alias: @p 0 Acceptance: 1 Inf(0) --BODY-- State: 0 [!@p] 0 [@p] 1 {0} State: 1 [!@p | f] 0 [t & (@p)] 1 {0} --END--",
        "Start: 1 Acceptance: 3 (Inf(1)) & Inf(1) --BODY-- State: [!0] 0 {0 2} 0 1 /* no /* a */ */ State: [0] 1 {1} 0 1 --END--",
        "properties: trans-acc Acceptance: 2 Inf(0)&Inf(1) --BODY-- State: 0 [t] 0 [0] 0 {0 1} State: 1 --END--",
    ];
    let formula = parse("G F a").expect("a formula");
    for body in bodies {
        let automaton = read(&format!("{header} {body}"));
        let mut dice = Prng(7);
        for _ in 0..100 {
            let word: PeriodicWord = word(&mut dice, 1);
            let expected = formula.holds_on(&word);
            assert_eq!(automaton.accepts(&word), expected, "{body}\n{word:?}");
        }
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    let refused = [
        ("", "expected `HOA: v1`"),
        ("HOA: v2", "expected version `v1`"),
        ("HOA: v1 --BODY-- --END--", "no `Acceptance:`"),
        (
            "HOA: v1 Acceptance: 1 Fin(0) --BODY-- --END--",
            "autfilt --gba",
        ),
        (
            "HOA: v1 Acceptance: 2 Inf(0)|Inf(1) --BODY-- --END--",
            "autfilt --gba",
        ),
        (
            "HOA: v1 Acceptance: 1 Inf(!0) --BODY-- --END--",
            "autfilt --gba",
        ),
        ("HOA: v1 Acceptance: 0 f --BODY-- --END--", "autfilt --gba"),
        (
            "HOA: v1 Acceptance: 1 Inf(1) --BODY-- --END--",
            "no acceptance set 1",
        ),
        (
            "HOA: v1 Start: 0&1 Acceptance: 0 t --BODY-- --END--",
            "alternating",
        ),
        (
            "HOA: v1 Acceptance: 0 t --BODY-- State: 0 [t] 0&1 --END--",
            "alternating",
        ),
        (
            "HOA: v1 Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--",
            "no proposition 0",
        ),
        (
            "HOA: v1 Acceptance: 0 t --BODY-- State: 0 [@x] 0 --END--",
            "no alias",
        ),
        (
            "HOA: v1 States: 1 Acceptance: 0 t --BODY-- State: 1 --END--",
            "no state 1",
        ),
        (
            "HOA: v1 Acceptance: 0 t --BODY-- State: 0 State: 0 --END--",
            "twice",
        ),
        (
            "HOA: v1 Acceptance: 0 t --BODY-- State: 0 0 0 --END--",
            "more edges",
        ),
        (
            "HOA: v1 Controllable-AP: 0 Acceptance: 0 t --BODY-- --END--",
            "not supported",
        ),
        ("HOA: v1 States: 4000000000", "at most 1000000"),
        ("HOA: v1 Start: 4294967295", "at most 1000000"),
        ("HOA: v1 Acceptance: 0 t --BODY-- --ABORT--", "not finished"),
        (
            "HOA: v1 Acceptance: 0 t --BODY-- --END-- HOA: v1",
            "one automaton",
        ),
    ];
    for (text, words) in refused {
        let problems = hoa::read(text).expect_err(text);
        let message = problems[0].to_string();
        assert!(message.contains(words), "{text}: {message}");
    }
}
