//! Text that no user would write: nothing panics, and what is accepted prints to what is accepted.

use crate::{TranslateConfig, degeneralise, hoa, parse, parse_atom, state_based, translate};
use checker::families::prng::Prng;

const PIECES: &str = r#"G F X U W R M V -> <-> xor && | ! ( ) [] <> () p q "x=y" {a} at in L: f t i terminated 0 1 é \ " { } GFa p1"#;

const HOA_PIECES: &str = r#"HOA: v1 States: Start: AP: Acceptance: Alias: acc-name: --BODY-- --END-- --ABORT-- State: 0 1 2 7 4294967296 [ ] { } ( ) ! & | t f Inf(0) Fin(1) "a" @a /* */ - é"#;

/// One of the pieces, at random.
fn piece<'p>(dice: &mut Prng, pieces: &'p str) -> &'p str {
    let pieces: Vec<&str> = pieces.split(' ').collect();
    pieces[dice.below(pieces.len() as u32) as usize]
}

fn soup(dice: &mut Prng, pieces: &str) -> String {
    let length = 1 + dice.below(14);
    let mut text = String::new();
    for _ in 0..length {
        text.push_str(piece(dice, pieces));
        if dice.chance(60) {
            text.push(' ');
        }
    }
    text
}

#[test]
fn formulas() {
    let mut accepted = 0;
    for case in 0..20_000 {
        let text = soup(&mut Prng(case), PIECES);
        let _ = parse_atom(&text);
        let Ok(formula) = parse(&text) else { continue };
        accepted += 1;
        let printed = formula.to_string();
        match parse(&printed) {
            Ok(again) => assert_eq!(again.to_string(), printed, "{text}"),
            Err(problems) => panic!("{text} is printed as {printed}: {problems:?}"),
        }
    }
    assert!(accepted > 500, "{accepted}");
}

/// A well-formed automaton, in which some tokens are replaced.
#[test]
fn automata() {
    let mut accepted = 0;
    for case in 0..20_000 {
        let mut dice = Prng(case);
        let mut text = if dice.chance(20) {
            soup(&mut dice, HOA_PIECES)
        } else {
            let base = "HOA: v1 States: 2 Start: 0 AP: 2 \"a\" \"b\" Alias: @a 0 & !1 Acceptance: 2 Inf(0) & Inf(1) --BODY-- \
                        State: 0 {0} [0 | @a] 1 [t] 0 {1} State: [!1] 1 0 1 {0 1} --END--";
            let mut tokens: Vec<&str> = base.split(' ').collect();
            for _ in 0..dice.below(4) {
                let at = dice.below(tokens.len() as u32) as usize;
                tokens[at] = piece(&mut dice, HOA_PIECES);
            }
            tokens.join(" ")
        };
        if dice.chance(10) {
            let mut cut = dice.below(text.len() as u32) as usize;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            text.truncate(cut);
        }
        let Ok(automaton) = hoa::read(&text) else {
            continue;
        };
        accepted += 1;
        assert_eq!(automaton.verify(), Ok(()), "{text}");
        let again = hoa::read(&hoa::write(&automaton, None));
        assert_eq!(again, Ok(automaton.clone()), "{text}");
        assert_eq!(state_based(&degeneralise(&automaton)).verify(), Ok(()));
        assert!(automaton.dot().starts_with("digraph"));
    }
    assert!(accepted > 1_000, "{accepted}");
}

/// Formulas of which every translation is exponential end soon, with an answer or without one.
#[test]
fn large_formulas() {
    let join = |count: usize, part: fn(usize) -> String, op: &str| {
        let parts: Vec<String> = (0..count).map(part).collect();
        parts.join(op)
    };
    let texts = [
        join(40, |i| format!("(G F p{i})"), " & "),
        join(40, |i| format!("(F p{i})"), " & "),
        join(30, |i| format!("(p{i} U q{i})"), " <-> "),
        format!("{}p{}", "(p U ".repeat(20_000), ")".repeat(20_000)),
        format!("{}p{}", "!(q R ".repeat(3_000), ")".repeat(3_000)),
        format!("{}p", "X ".repeat(3_000)),
    ];
    for text in texts {
        let formula = parse(&text).expect("a formula");
        if let Ok(automaton) = translate(&formula, &TranslateConfig::default()) {
            assert_eq!(automaton.verify(), Ok(()));
        }
    }
}
