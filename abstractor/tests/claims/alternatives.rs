//! Alternatives as people read them say what they said before, whatever conditions are.

use ir::ExprId;
use semantics::claims::{Alternative, Literal, by_entry, told_by};
use source::entity::EntityId;

use crate::mutations::Prng;

/// So many conditions, each on entry and now.
const CONDITIONS: usize = 3;

fn literal(n: usize, holds: bool) -> Literal {
    Literal {
        condition: ExprId::from_index(n % CONDITIONS),
        on_entry: n >= CONDITIONS,
        holds,
    }
}

/// Conditions are as the bits of a number say.
fn is_met(met: &Alternative, values: usize) -> bool {
    let value = |l: &Literal| {
        let n = l.condition.index() + CONDITIONS * usize::from(l.on_entry);
        values >> n & 1 == 1
    };
    met.iter().all(|l| value(l) == l.holds)
}

fn some_alternatives(chance: &mut Prng) -> Vec<Alternative> {
    let many = chance.below(5);
    let one = |chance: &mut Prng| {
        let mut met = Vec::new();
        for n in 0..2 * CONDITIONS {
            if chance.one_in(2) {
                met.push(literal(n, chance.one_in(2)));
            }
        }
        met.sort_unstable();
        met
    };
    (0..many).map(|_| one(chance)).collect()
}

#[test]
fn what_is_told_by_entry_is_what_was_claimed() {
    let mut chance = Prng(3);
    for _ in 0..500 {
        let all = some_alternatives(&mut chance);
        let told = by_entry(&all, 64).expect("so few conditions");
        for values in 0..1 << (2 * CONDITIONS) {
            let truth = all.iter().any(|met| is_met(met, values));
            let of = |sets: &[Alternative]| sets.iter().any(|met| is_met(met, values));
            let ways: Vec<_> = told.iter().filter(|(entry, _)| of(entry)).collect();
            assert!(ways.len() < 2, "{all:?}: two ways to enter are one");
            let said = ways.iter().any(|(_, now)| of(now));
            assert_eq!(said, truth, "{all:?} is told as {told:?}");
            let shorter = told_by(&all, |_| true);
            assert_eq!(of(&shorter), truth, "{all:?} is told as {shorter:?}");
        }
    }
    assert_eq!(
        by_entry(&[vec![literal(3, true), literal(4, true)]], 1),
        None
    );
}
