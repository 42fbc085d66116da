//! Sparse sets of small numbers: sorted words of 64 bits, as gcc's bitmaps are lists of them.
//!
//! Invariant: blocks are sorted by their number and none is empty. So equality of sets is equality
//! of vectors, and iteration is in order of the numbers.

/// A set of `u32`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SparseBitSet {
    blocks: Vec<(u32, u64)>,
}

impl SparseBitSet {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn len(&self) -> usize {
        self.blocks.iter().map(|b| b.1.count_ones() as usize).sum()
    }

    pub fn contains(&self, item: u32) -> bool {
        self.find(item / 64)
            .is_ok_and(|at| self.blocks[at].1 >> (item % 64) & 1 == 1)
    }

    /// Whether the item is new.
    pub fn insert(&mut self, item: u32) -> bool {
        let bit = 1 << (item % 64);
        match self.find(item / 64) {
            Ok(at) => {
                let word = &mut self.blocks[at].1;
                let new = *word & bit == 0;
                *word |= bit;
                new
            }
            Err(at) => {
                self.blocks.insert(at, (item / 64, bit));
                true
            }
        }
    }

    fn find(&self, block: u32) -> Result<usize, usize> {
        // Most insertions go to the end.
        match self.blocks.last() {
            Some(last) if last.0 < block => Err(self.blocks.len()),
            _ => self.blocks.binary_search_by_key(&block, |b| b.0),
        }
    }

    /// Adds all of `other`; whether anything was new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        if self.covers_blocks(other) {
            return self.union_in_place(other);
        }
        let mut merged = Vec::with_capacity(self.blocks.len() + other.blocks.len());
        let (mut i, mut j) = (0, 0);
        while i < self.blocks.len() || j < other.blocks.len() {
            let a = self.blocks.get(i).copied();
            let b = other.blocks.get(j).copied();
            match (a, b) {
                (Some(a), Some(b)) if a.0 == b.0 => {
                    merged.push((a.0, a.1 | b.1));
                    i += 1;
                    j += 1;
                }
                (Some(a), Some(b)) if a.0 < b.0 => {
                    merged.push(a);
                    i += 1;
                }
                (Some(a), None) => {
                    merged.push(a);
                    i += 1;
                }
                (_, Some(b)) => {
                    merged.push(b);
                    j += 1;
                }
                (None, None) => break,
            }
        }
        self.blocks = merged;
        true
    }

    /// Whether every block of `other` has one here.
    fn covers_blocks(&self, other: &Self) -> bool {
        if other.blocks.len() > self.blocks.len() {
            return false;
        }
        let mut own = self.blocks.iter();
        other.blocks.iter().all(|b| {
            own.by_ref()
                .find(|a| a.0 >= b.0)
                .is_some_and(|a| a.0 == b.0)
        })
    }

    fn union_in_place(&mut self, other: &Self) -> bool {
        let mut changed = false;
        let mut i = 0;
        for &(block, word) in &other.blocks {
            while self.blocks[i].0 < block {
                i += 1;
            }
            changed |= word & !self.blocks[i].1 != 0;
            self.blocks[i].1 |= word;
        }
        changed
    }

    /// What is here and not in `other`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut rest = Vec::new();
        let mut j = 0;
        for &(block, word) in &self.blocks {
            while other.blocks.get(j).is_some_and(|b| b.0 < block) {
                j += 1;
            }
            let gone = match other.blocks.get(j) {
                Some(b) if b.0 == block => b.1,
                _ => 0,
            };
            if word & !gone != 0 {
                rest.push((block, word & !gone));
            }
        }
        Self { blocks: rest }
    }

    /// What is in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut both = Vec::new();
        let mut j = 0;
        for &(block, word) in &self.blocks {
            while other.blocks.get(j).is_some_and(|b| b.0 < block) {
                j += 1;
            }
            if let Some(b) = other.blocks.get(j)
                && b.0 == block
                && b.1 & word != 0
            {
                both.push((block, b.1 & word));
            }
        }
        Self { blocks: both }
    }

    pub fn intersects(&self, other: &Self) -> bool {
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.blocks.get(i), other.blocks.get(j)) {
            match a.0.cmp(&b.0) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal if a.1 & b.1 != 0 => return true,
                std::cmp::Ordering::Equal => {
                    i += 1;
                    j += 1;
                }
            }
        }
        false
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().flat_map(|&(block, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(block * 64 + bit)
            })
        })
    }
}

impl FromIterator<u32> for SparseBitSet {
    fn from_iter<T: IntoIterator<Item = u32>>(items: T) -> Self {
        let mut bits = Self::new();
        for item in items {
            bits.insert(item);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::SparseBitSet;
    use std::collections::BTreeSet;

    /// A fixed sequence of numbers with all the spread a test wants.
    fn numbers(seed: u32, count: usize, below: u32) -> Vec<u32> {
        let mut x = seed | 1;
        let mut next = || {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            x % below
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn behaves_as_a_set() {
        for seed in 1..200 {
            let below = if seed % 2 == 0 { 300 } else { 5000 };
            let a = numbers(seed, (seed % 40) as usize, below);
            let b = numbers(seed * 7919, (seed % 23) as usize, below);
            let (set_a, set_b): (BTreeSet<u32>, BTreeSet<u32>) =
                (a.iter().copied().collect(), b.iter().copied().collect());
            let (bits_a, bits_b): (SparseBitSet, SparseBitSet) =
                (a.into_iter().collect(), b.into_iter().collect());
            assert!(bits_a.iter().eq(set_a.iter().copied()));
            assert_eq!(bits_a.len(), set_a.len());
            let mut union = bits_a.clone();
            let grew = union.union_with(&bits_b);
            assert!(union.iter().eq(set_a.union(&set_b).copied()));
            assert_eq!(grew, !set_b.is_subset(&set_a));
            assert!(
                bits_a
                    .minus(&bits_b)
                    .iter()
                    .eq(set_a.difference(&set_b).copied())
            );
            assert!(
                bits_a
                    .and(&bits_b)
                    .iter()
                    .eq(set_a.intersection(&set_b).copied())
            );
            assert_eq!(bits_a.intersects(&bits_b), !set_a.is_disjoint(&set_b));
            assert!((0..below).all(|i| bits_a.contains(i) == set_a.contains(&i)));
        }
    }
}
