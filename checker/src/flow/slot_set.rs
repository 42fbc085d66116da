//! Sets of slots as bit vectors.

use smallvec::SmallVec;

use crate::bdd::Slot;

/// A set of slots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SlotSet {
    words: SmallVec<[u64; 2]>,
}

impl SlotSet {
    pub(crate) fn new(slots: usize) -> Self {
        SlotSet {
            words: SmallVec::from_elem(0, slots.div_ceil(64)),
        }
    }

    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.words
            .get(slot.index() / 64)
            .is_some_and(|w| w >> (slot.0 % 64) & 1 == 1)
    }

    /// Adds a slot; whether it was new.
    pub(crate) fn insert(&mut self, slot: Slot) -> bool {
        let (word, bit) = (slot.index() / 64, 1 << (slot.0 % 64));
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    pub(crate) fn remove(&mut self, slot: Slot) {
        self.words[slot.index() / 64] &= !(1 << (slot.0 % 64));
    }

    /// Adds all of another set; whether any was new.
    pub(crate) fn union_with(&mut self, other: &SlotSet) -> bool {
        let mut grew = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            grew |= *theirs & !*mine != 0;
            *mine |= theirs;
        }
        grew
    }

    pub(crate) fn minus_with(&mut self, other: &SlotSet) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= !theirs;
        }
    }

    pub(crate) fn intersect_with(&mut self, other: &SlotSet) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= theirs;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Slot> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(Slot(i as u32 * 64 + bit))
            })
        })
    }
}

impl Extend<Slot> for SlotSet {
    fn extend<T: IntoIterator<Item = Slot>>(&mut self, iter: T) {
        for slot in iter {
            self.insert(slot);
        }
    }
}
