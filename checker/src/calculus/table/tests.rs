//! Random tables against maps.

use std::collections::BTreeMap;

use super::*;
use crate::bdd::{BddConfig, Slot, SlotCopy};
use crate::families::prng::Prng;

type Rows = BTreeMap<Vec<u32>, u8>;

/// The sets of values of two booleans, by their truth tables.
fn cell(bdds: &Bdds, table: u8) -> Bdd {
    let mut f = bdds.zero();
    for row in (0..4).filter(|row| table >> row & 1 == 1) {
        let x = bdds
            .literal(Slot(0), SlotCopy::Current, row & 1 == 1)
            .unwrap();
        let y = bdds
            .literal(Slot(1), SlotCopy::Current, row >> 1 == 1)
            .unwrap();
        f = bdds.or(&f, &bdds.and(&x, &y).unwrap()).unwrap();
    }
    f
}

fn tree(bdds: &Bdds, shape: &Shape, rows: &Rows) -> Tree {
    let mut tree = Tree::Nothing;
    for (key, &table) in rows {
        tree.insert(bdds, shape, key, &cell(bdds, table)).unwrap();
    }
    tree
}

fn rows_of(bdds: &Bdds, tree: &Tree) -> Rows {
    let mut rows = Rows::new();
    tree.each(&mut |a, rest: &Tree| {
        rest.each(&mut |b, rest: &Tree| {
            let found = rest.cell().expect("two columns");
            let table = (1..16).find(|&t| cell(bdds, t) == *found);
            rows.insert(vec![a, b], table.expect("not empty"));
            Ok::<(), ()>(())
        })
    })
    .unwrap();
    rows
}

#[test]
fn tables_are_maps() {
    let bdds = Bdds::new(&[Slot(0), Slot(1)], 0, BddConfig::default()).unwrap();
    let shape = Shape::new([3, 70_000]);
    let mut prng = Prng(7);
    // Numbers that share leading digits, and some that do not.
    let number = |prng: &mut Prng| [0, 1, 15, 16, 17, 4_095, 4_096, 69_999][prng.below(8) as usize];
    let random = |prng: &mut Prng| -> Rows {
        (0..prng.below(12))
            .map(|_| (vec![prng.below(3), number(prng)], 1 + prng.below(15) as u8))
            .collect()
    };
    for _ in 0..2_000 {
        let (a, b) = (random(&mut prng), random(&mut prng));
        let (x, y) = (tree(&bdds, &shape, &a), tree(&bdds, &shape, &b));
        assert_eq!(rows_of(&bdds, &x), a);
        assert_eq!(x.rows(), a.len());
        let mut union = a.clone();
        for (key, table) in &b {
            *union.entry(key.clone()).or_insert(0) |= table;
        }
        let mut minus = a.clone();
        minus
            .iter_mut()
            .for_each(|(k, t)| *t &= !b.get(k).unwrap_or(&0));
        minus.retain(|_, table| *table != 0);
        let both = Tree::union(&bdds, &shape, &x, &y).unwrap();
        let less = Tree::minus(&bdds, &shape, &x, &y).unwrap();
        for (found, expected) in [(&both, &union), (&less, &minus)] {
            assert_eq!(rows_of(&bdds, found), *expected);
            assert_eq!(found.rows(), expected.len());
            // Whatever way it was made, it has the same form.
            assert!(found.equals(&tree(&bdds, &shape, expected)));
            for (key, table) in expected {
                let there = found.prefixed(&shape, key);
                assert!(there.cell() == Some(&cell(&bdds, *table)));
            }
        }
        assert_eq!(both.equals(&x), union == a);
        assert_eq!(less.equals(&x), minus == a);
        assert!(found_is_persistent(&bdds, &shape, &x, &y, &a));
    }
}

/// Adding to a copy leaves the original as it was; what is told to be new is what was not there.
fn found_is_persistent(bdds: &Bdds, shape: &Shape, x: &Tree, y: &Tree, a: &Rows) -> bool {
    let mut copy = x.clone();
    for (key, table) in rows_of(bdds, y) {
        let new = copy.insert(bdds, shape, &key, &cell(bdds, table)).unwrap();
        let expected = table & !a.get(&key).unwrap_or(&0);
        if new != (expected != 0).then(|| cell(bdds, expected)) {
            return false;
        }
    }
    rows_of(bdds, x) == *a
}
