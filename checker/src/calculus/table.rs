//! Tables: relations with explicit columns and symbolic cells.
//!
//! A row has a number for each explicit column (program counters, members of enumerations) and a BDD for all else. Rows lie
//! in a persistent radix tree, column after column, so that tables share what they have in common: the union of a table with
//! a few rows, the difference of two versions of a table, and the question whether they are equal take time in the
//! number of rows in which they differ (subtrees that are the same object are not looked into). This is what makes a round
//! of a fixed point cost what it changes, and not what is known: the idea is that of ordered decision diagrams whose upper
//! part is not binary; merging such trees is by Okasaki and Gill (*Fast mergeable integer maps*, 1998).
//!
//! A row whose cell is empty does not exist.

use std::rc::Rc;

use crate::bdd::{Bdd, BddResult, Bdds};

/// Bits of a key that one node decides.
const DIGIT_BITS: u32 = 4;

/// The columns of a table, each by the shift of its highest digit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    shifts: Vec<u32>,
}

impl Shape {
    /// Columns by how many values they have.
    pub(super) fn new(sizes: impl IntoIterator<Item = u32>) -> Self {
        let shift = |size: u32| {
            let bits = u32::BITS - size.saturating_sub(1).leading_zeros();
            bits.saturating_sub(1) / DIGIT_BITS * DIGIT_BITS
        };
        Shape {
            shifts: sizes.into_iter().map(shift).collect(),
        }
    }

    fn whole(&self) -> Place<'_> {
        Place {
            shifts: &self.shifts,
            shift: self.shifts.first().copied().unwrap_or(0),
        }
    }

    /// The place in the tree of what follows some leading columns.
    pub(super) fn below(&self, columns: usize) -> Shape {
        Shape {
            shifts: self.shifts[columns..].to_vec(),
        }
    }
}

/// Where in the columns an operation is.
#[derive(Clone, Copy)]
struct Place<'s> {
    shifts: &'s [u32],
    shift: u32,
}

impl<'s> Place<'s> {
    fn next_column(self) -> Place<'s> {
        let shifts = &self.shifts[1..];
        Place {
            shifts,
            shift: shifts.first().copied().unwrap_or(0),
        }
    }

    fn lower_digit(self) -> Place<'s> {
        Place {
            shift: self.shift - DIGIT_BITS,
            ..self
        }
    }

    fn digit(self, key: u32) -> u32 {
        key >> self.shift & ((1 << DIGIT_BITS) - 1)
    }
}

/// Rows from a column on.
#[derive(Clone, Default)]
pub(super) enum Tree {
    #[default]
    Nothing,
    /// Behind the last column.
    Cell(Bdd),
    /// All rows have this number in the column.
    One(u32, Rc<Tree>),
    /// By one digit of the column's number.
    Many(Rc<Branch>),
}

#[derive(Clone)]
pub(super) struct Branch {
    /// Which digits there are.
    mask: u16,
    /// A tree of the same column for each of them, in order.
    kids: Vec<Tree>,
    rows: usize,
}

impl Branch {
    fn index(&self, digit: u32) -> (bool, usize) {
        let below = self.mask & ((1u32 << digit) - 1) as u16;
        (self.mask >> digit & 1 == 1, below.count_ones() as usize)
    }

    fn kid(&self, digit: u32) -> Option<&Tree> {
        let (present, at) = self.index(digit);
        present.then(|| &self.kids[at])
    }

    /// Sets the kid of a digit, or takes it away.
    fn put(&mut self, digit: u32, kid: Tree) {
        self.rows += kid.rows();
        let (present, at) = self.index(digit);
        if present {
            self.rows -= self.kids[at].rows();
        }
        if present && kid.is_empty() {
            self.mask &= !(1 << digit);
            self.kids.remove(at);
        } else if present {
            self.kids[at] = kid;
        } else {
            self.mask |= 1 << digit;
            self.kids.insert(at, kid);
        }
    }
}

/// What is left of two trees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Merge {
    Union,
    Minus,
}

impl Tree {
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Tree::Nothing)
    }

    pub(super) fn rows(&self) -> usize {
        match self {
            Tree::Nothing => 0,
            Tree::Cell(_) => 1,
            Tree::One(_, rest) => rest.rows(),
            Tree::Many(branch) => branch.rows,
        }
    }

    /// Whether both are the same object, in which case they are equal.
    fn is_same(&self, other: &Tree) -> bool {
        match (self, other) {
            (Tree::Nothing, Tree::Nothing) => true,
            (Tree::Cell(a), Tree::Cell(b)) => a == b,
            (Tree::One(k, a), Tree::One(l, b)) => k == l && (Rc::ptr_eq(a, b) || a.is_same(b)),
            (Tree::Many(a), Tree::Many(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// The rows with a number in the first column, without that column. `shift` is that of the column's highest digit.
    fn find(&self, key: u32, mut shift: u32) -> Option<&Tree> {
        let mut tree = self;
        loop {
            match tree {
                Tree::One(k, rest) => return (*k == key).then_some(rest),
                Tree::Many(branch) => {
                    tree = branch.kid(key >> shift & ((1 << DIGIT_BITS) - 1))?;
                    shift = shift.saturating_sub(DIGIT_BITS);
                }
                Tree::Nothing | Tree::Cell(_) => return None,
            }
        }
    }

    /// The rows with a number in the column of a table that `column` counts from this tree's first.
    pub(super) fn at(&self, shape: &Shape, column: usize, key: u32) -> Option<&Tree> {
        self.find(key, shape.shifts[column])
    }

    /// The rows that begin with some numbers, without those columns.
    pub(super) fn prefixed(&self, shape: &Shape, keys: &[u32]) -> Tree {
        let mut tree = self;
        for (column, &key) in keys.iter().enumerate() {
            match tree.at(shape, column, key) {
                Some(rest) => tree = rest,
                None => return Tree::Nothing,
            }
        }
        tree.clone()
    }

    pub(super) fn cell(&self) -> Option<&Bdd> {
        match self {
            Tree::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// Calls `each` with every number of the first column and its rows, in order, until it says stop.
    pub(super) fn each<E>(
        &self,
        each: &mut impl FnMut(u32, &Tree) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Tree::Nothing | Tree::Cell(_) => Ok(()),
            Tree::One(key, rest) => each(*key, rest),
            Tree::Many(branch) => branch.kids.iter().try_for_each(|kid| kid.each(each)),
        }
    }

    /// These rows behind more leading columns.
    pub(super) fn behind(self, keys: &[u32]) -> Tree {
        if self.is_empty() {
            return self;
        }
        let wrap = |rest, &key: &u32| Tree::One(key, Rc::new(rest));
        keys.iter().rev().fold(self, wrap)
    }

    pub(super) fn union(bdds: &Bdds, shape: &Shape, a: &Tree, b: &Tree) -> BddResult<Tree> {
        merge(bdds, Merge::Union, shape.whole(), a, b)
    }

    /// What is in `a` and not in `b`.
    pub(super) fn minus(bdds: &Bdds, shape: &Shape, a: &Tree, b: &Tree) -> BddResult<Tree> {
        merge(bdds, Merge::Minus, shape.whole(), a, b)
    }

    /// Whether two trees have the same rows. Trees of the same rows have the same form.
    pub(super) fn equals(&self, other: &Tree) -> bool {
        if self.is_same(other) {
            return true;
        }
        match (self, other) {
            (Tree::One(k, a), Tree::One(l, b)) => k == l && a.equals(b),
            (Tree::Many(a), Tree::Many(b)) => {
                let kids = || a.kids.iter().zip(&b.kids);
                a.mask == b.mask && a.rows == b.rows && kids().all(|(x, y)| x.equals(y))
            }
            _ => false,
        }
    }

    /// Adds to a row; what of it is new, if something is.
    pub(super) fn insert(
        &mut self,
        bdds: &Bdds,
        shape: &Shape,
        key: &[u32],
        cell: &Bdd,
    ) -> BddResult<Option<Bdd>> {
        if bdds.is_zero(cell) {
            return Ok(None);
        }
        let mut known = Some(&*self);
        for (column, &number) in key.iter().enumerate() {
            known = known.and_then(|tree| tree.at(shape, column, number));
        }
        let new = match known.and_then(Tree::cell) {
            None => cell.clone(),
            // Nodes that are shared are not copied for nothing.
            Some(known) if known == cell => return Ok(None),
            Some(known) => bdds.minus(cell, known)?,
        };
        if bdds.is_zero(&new) {
            return Ok(None);
        }
        insert(bdds, shape.whole(), self, key, cell)?;
        Ok(Some(new))
    }
}

/// Adds to a row, of which something is new.
fn insert(
    bdds: &Bdds,
    place: Place<'_>,
    tree: &mut Tree,
    key: &[u32],
    cell: &Bdd,
) -> BddResult<()> {
    match tree {
        Tree::Nothing => *tree = Tree::Cell(cell.clone()).behind(key),
        Tree::Cell(known) => *known = bdds.or(known, cell)?,
        Tree::One(k, rest) if *k == key[0] => {
            let rest = Rc::make_mut(rest);
            insert(bdds, place.next_column(), rest, &key[1..], cell)?;
        }
        Tree::One(..) => {
            let other = std::mem::take(tree);
            *tree = branch_of(place, other);
            insert(bdds, place, tree, key, cell)?;
        }
        Tree::Many(branch) => {
            let digit = place.digit(key[0]);
            let (present, at) = branch.index(digit);
            let branch = Rc::make_mut(branch);
            if !present {
                branch.put(digit, Tree::Cell(cell.clone()).behind(key));
                return Ok(());
            }
            let kid = &mut branch.kids[at];
            let before = kid.rows();
            let lower = if place.shift == 0 {
                place
            } else {
                place.lower_digit()
            };
            insert(bdds, lower, kid, key, cell)?;
            branch.rows += kid.rows() - before;
        }
    }
    Ok(())
}

/// A branch with one kid.
fn branch_of(place: Place<'_>, one: Tree) -> Tree {
    let Tree::One(key, _) = &one else { return one };
    Tree::Many(Rc::new(Branch {
        mask: 1 << place.digit(*key),
        rows: one.rows(),
        kids: vec![one],
    }))
}

fn merge(bdds: &Bdds, how: Merge, place: Place<'_>, a: &Tree, b: &Tree) -> BddResult<Tree> {
    if a.is_same(b) {
        return Ok(match how {
            Merge::Union => a.clone(),
            Merge::Minus => Tree::Nothing,
        });
    }
    match (a, b) {
        (Tree::Nothing, _) if how == Merge::Union => Ok(b.clone()),
        (Tree::Nothing, _) => Ok(Tree::Nothing),
        (_, Tree::Nothing) => Ok(a.clone()),
        (Tree::Cell(x), Tree::Cell(y)) => {
            let cell = match how {
                Merge::Union => bdds.or(x, y)?,
                Merge::Minus => bdds.minus(x, y)?,
            };
            Ok(if bdds.is_zero(&cell) {
                Tree::Nothing
            } else {
                Tree::Cell(cell)
            })
        }
        (Tree::One(k, x), Tree::One(l, y)) if k == l => {
            let rest = merge(bdds, how, place.next_column(), x, y)?;
            Ok(match rest {
                Tree::Nothing => Tree::Nothing,
                rest if rest.is_same(x) => a.clone(),
                rest => Tree::One(*k, Rc::new(rest)),
            })
        }
        (Tree::One(..), Tree::One(..)) if how == Merge::Minus => Ok(a.clone()),
        (Tree::One(..), _) => {
            let branch = branch_of(place, a.clone());
            Ok(match merge(bdds, how, place, &branch, b)? {
                // Where nothing is taken away, the branch comes back as it was made.
                same if same.is_same(&branch) => a.clone(),
                merged => merged,
            })
        }
        (_, Tree::One(..)) => merge(bdds, how, place, a, &branch_of(place, b.clone())),
        (Tree::Many(x), Tree::Many(y)) => merge_branches(bdds, how, place, x, y),
        _ => unreachable!("both trees have the same columns"),
    }
}

fn merge_branches(
    bdds: &Bdds,
    how: Merge,
    place: Place<'_>,
    a: &Rc<Branch>,
    b: &Rc<Branch>,
) -> BddResult<Tree> {
    let lower = if place.shift == 0 {
        place
    } else {
        place.lower_digit()
    };
    // Copied when something changes: often nothing does, or little.
    let mut merged: Option<Branch> = None;
    let mut digits = match how {
        Merge::Union => b.mask,
        Merge::Minus => a.mask & b.mask,
    };
    while digits != 0 {
        let digit = digits.trailing_zeros();
        digits &= digits - 1;
        let Some(theirs) = b.kid(digit) else { continue };
        let kid = match a.kid(digit) {
            None => theirs.clone(),
            Some(mine) => {
                let kid = merge(bdds, how, lower, mine, theirs)?;
                if kid.is_same(mine) {
                    continue;
                }
                kid
            }
        };
        merged
            .get_or_insert_with(|| Branch::clone(a))
            .put(digit, kid);
    }
    let Some(merged) = merged else {
        return Ok(Tree::Many(Rc::clone(a)));
    };
    Ok(match merged.kids.as_slice() {
        [] => Tree::Nothing,
        // A column with one number has no branches.
        [one @ Tree::One(..)] => one.clone(),
        _ => Tree::Many(Rc::new(merged)),
    })
}

#[cfg(test)]
mod tests;
