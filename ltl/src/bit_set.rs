//! Sets of small numbers as bit vectors: atoms of a cube, acceptance sets of an edge, obligations of a state.

use smallvec::SmallVec;

const WORD_BITS: usize = u64::BITS as usize;

/// A set of numbers. The last word is never 0, so that equal sets are equal words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitSet {
    words: SmallVec<[u64; 1]>,
}

impl BitSet {
    pub fn new() -> Self {
        BitSet::default()
    }

    /// The numbers below `end`.
    pub fn below(end: usize) -> Self {
        (0..end).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    pub fn contains(&self, element: usize) -> bool {
        let word = self.words.get(element / WORD_BITS);
        word.is_some_and(|w| w >> (element % WORD_BITS) & 1 == 1)
    }

    pub fn insert(&mut self, element: usize) {
        let word = element / WORD_BITS;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (element % WORD_BITS);
    }

    pub fn remove(&mut self, element: usize) {
        if let Some(word) = self.words.get_mut(element / WORD_BITS) {
            *word &= !(1 << (element % WORD_BITS));
            self.trim();
        }
    }

    pub fn union_with(&mut self, other: &BitSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }

    pub fn intersect_with(&mut self, other: &BitSet) {
        self.words.truncate(other.words.len());
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= theirs;
        }
        self.trim();
    }

    pub fn is_subset(&self, other: &BitSet) -> bool {
        let other_word = |i: usize| other.words.get(i).copied().unwrap_or(0);
        let mut words = self.words.iter().enumerate();
        words.all(|(i, word)| word & !other_word(i) == 0)
    }

    pub fn is_disjoint(&self, other: &BitSet) -> bool {
        let mut pairs = self.words.iter().zip(&other.words);
        pairs.all(|(mine, theirs)| mine & theirs == 0)
    }

    /// The elements, in their order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let bits = (0..WORD_BITS).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| i * WORD_BITS + bit)
        })
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(elements: I) -> Self {
        let mut set = BitSet::new();
        for element in elements {
            set.insert(element);
        }
        set
    }
}
