//! Typed ids and the vectors they index.
//!
//! Every table of the front end is an [`Arena`] whose index is a newtype of its own, so that a
//! variable can never be looked up in the table of functions. Ids are dense and given in the order
//! of creation, which is the order of the source: iterating a table never depends on a hash.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense index into one kind of table.
pub trait EntityId: Copy + Eq + Ord + std::hash::Hash + fmt::Debug {
    fn from_index(index: usize) -> Self;
    fn index(self) -> usize;
}

/// Declares newtype ids; the string is the prefix they are printed with.
#[macro_export]
macro_rules! entity_id {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident, $prefix:literal);* $(;)?) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(u32);

        impl $crate::entity::EntityId for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("a table has fewer than 2^32 entries"))
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, f)
            }
        }
    )*};
}

/// A vector indexed by one kind of id.
#[derive(Clone, PartialEq, Eq)]
pub struct Arena<I, T> {
    items: Vec<T>,
    index: PhantomData<fn(I) -> I>,
}

impl<I: EntityId, T> Arena<I, T> {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// The id that the next [`push`](Self::push) will give.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    pub fn contains(&self, id: I) -> bool {
        id.index() < self.items.len()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items
            .iter()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> {
        self.items
            .iter_mut()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }

    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
}

impl<I: EntityId, T: Clone> Arena<I, T> {
    /// A vector of `len` copies of `item`, as side tables of another table are made.
    pub fn filled(item: T, len: usize) -> Self {
        Self::from(vec![item; len])
    }

    /// Grows to `len` with copies of `item`; never shrinks.
    pub fn grow(&mut self, len: usize, item: T) {
        if len > self.items.len() {
            self.items.resize(len, item);
        }
    }
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            index: PhantomData,
        }
    }
}

impl<I, T> From<Vec<T>> for Arena<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self {
            items,
            index: PhantomData,
        }
    }
}

impl<I: EntityId, T> Index<I> for Arena<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: EntityId, T> IndexMut<I> for Arena<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: EntityId, T: fmt::Debug> fmt::Debug for Arena<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
