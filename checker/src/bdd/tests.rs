//! Every operation against truth tables over two slots.

use super::*;

fn manager() -> Bdds {
    Bdds::new(&[Slot(1), Slot(0)], 0, BddConfig::default()).unwrap()
}

/// All 16 functions of the current copies of two slots, with their truth tables (bit i: slot 0 = i&1, slot 1 = i>>1).
fn functions(b: &Bdds) -> Vec<(u8, Bdd)> {
    (0..16u8)
        .map(|table| {
            let mut f = b.zero();
            for row in 0..4 {
                if table >> row & 1 == 1 {
                    let x = b.literal(Slot(0), SlotCopy::Current, row & 1 == 1).unwrap();
                    let y = b
                        .literal(Slot(1), SlotCopy::Current, row >> 1 == 1)
                        .unwrap();
                    f = b.or(&f, &b.and(&x, &y).unwrap()).unwrap();
                }
            }
            (table, f)
        })
        .collect()
}

#[test]
fn connectives_follow_truth_tables() {
    let b = manager();
    let all = functions(&b);
    for (s, f) in &all {
        assert!(b.not(f).unwrap() == all[usize::from(!s & 15)].1);
        for (t, g) in &all {
            let at = |table: u8| &all[usize::from(table & 15)].1;
            assert!(&b.and(f, g).unwrap() == at(s & t));
            assert!(&b.or(f, g).unwrap() == at(s | t));
            assert!(&b.xor(f, g).unwrap() == at(s ^ t));
            assert!(&b.minus(f, g).unwrap() == at(s & !t));
            assert_eq!(b.within(f, g).unwrap(), s & !t == 0);
            for (u, h) in &all {
                assert!(&b.ite(f, g, h).unwrap() == at(s & t | !s & u));
            }
        }
    }
}

#[test]
fn quantification_and_renaming_follow_truth_tables() {
    let b = manager();
    let all = functions(&b);
    let x = b.cube([(Slot(0), SlotCopy::Current)]).unwrap();
    for (s, f) in &all {
        let low = s & 0b0101;
        let high = s >> 1 & 0b0101;
        let either = low | high;
        let expected = &all[usize::from(either | either << 1)].1;
        assert!(&b.exists(f, &x).unwrap() == expected);
        for (t, g) in &all {
            let both = &all[usize::from(s & t)].1;
            assert!(b.and_exists(f, g, &x).unwrap() == b.exists(both, &x).unwrap());
        }
        let to_next = b
            .equal([Slot(0)], SlotCopy::Current, SlotCopy::Next)
            .unwrap();
        let back = b.cube([(Slot(0), SlotCopy::Next)]).unwrap();
        let there = b.and_exists(f, &to_next, &x).unwrap();
        assert!(&b.and_exists(&there, &to_next, &back).unwrap() == f);
    }
}

#[test]
fn picks_and_cubes_cover_the_function() {
    let b = manager();
    for (s, f) in &functions(&b) {
        let mut union = b.zero();
        for cube in b.cubes(f, 16).unwrap() {
            let mut c = b.one();
            for (slot, value) in cube {
                c = b
                    .and(&c, &b.literal(slot, SlotCopy::Current, value).unwrap())
                    .unwrap();
            }
            union = b.or(&union, &c).unwrap();
        }
        assert!(&union == f);
        if *s != 0 {
            let one = b
                .pick(f, [Slot(0), Slot(1)].map(|s| (s, SlotCopy::Current)), 0)
                .unwrap();
            assert!(b.within(&one, f).unwrap());
            let values = b.determined(&one, &[Slot(0), Slot(1)]).unwrap();
            assert!(values.iter().all(Option::is_some));
        }
        let x: Vec<u8> = (0..4)
            .filter(|row| s >> row & 1 == 1)
            .map(|row| row & 1)
            .collect();
        let same = x.first().filter(|v| x.iter().all(|w| w == *v));
        assert_eq!(
            b.determined(f, &[Slot(0)]).unwrap(),
            [same.map(|v| *v == 1)]
        );
    }
}

#[test]
fn a_full_table_is_an_error_and_garbage_is_not() {
    let config = BddConfig {
        nodes: 2_000,
        cache: 256,
        ..BddConfig::default()
    };
    let order: Vec<Slot> = (0..40).map(Slot).collect();
    let b = Bdds::new(&order, 0, config).unwrap();
    // Much garbage, little of it live.
    for round in 0..2_000u32 {
        let mut f = b.one();
        for slot in 0..20 {
            let literal = b.literal(Slot(slot), SlotCopy::Current, round >> (slot % 11) & 1 == 1);
            f = b.and(&literal.unwrap(), &f).unwrap();
        }
    }
    // The comparison of two distant vectors needs 2^20 nodes.
    let mut f = b.one();
    let mut grow = || -> BddResult<()> {
        for slot in 0..20 {
            let other = b.var(Slot(slot + 20), SlotCopy::Current);
            let differ = b.xor(b.var(Slot(slot), SlotCopy::Current), other)?;
            f = b.minus(&f, &differ)?;
        }
        Ok(())
    };
    assert_eq!(grow(), Err(OutOfNodes));
}
