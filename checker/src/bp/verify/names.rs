//! Tables from names to facts, emptied in constant time.

use super::super::{Program, Symbol};

/// A map from the program's names. Names are numbered densely, so it is an array; each entry knows the generation it
/// was made in, so that forgetting everything at the end of a procedure costs nothing.
pub(super) struct Table<T> {
    entries: Vec<Option<(u32, T)>>,
    /// The names of this generation, in the order of insertion.
    present: Vec<Symbol>,
    generation: u32,
}

impl<T: Copy> Table<T> {
    pub(super) fn new(program: &Program) -> Self {
        Table {
            entries: (0..program.names.len()).map(|_| None).collect(),
            present: Vec::new(),
            generation: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.generation += 1;
        self.present.clear();
    }

    pub(super) fn get(&self, symbol: Symbol) -> Option<T> {
        match self.entries[symbol.index()] {
            Some((generation, value)) if generation == self.generation => Some(value),
            _ => None,
        }
    }

    /// Sets the fact and returns the one before.
    pub(super) fn insert(&mut self, symbol: Symbol, value: T) -> Option<T> {
        let before = self.get(symbol);
        self.entries[symbol.index()] = Some((self.generation, value));
        if before.is_none() {
            self.present.push(symbol);
        }
        before
    }

    pub(super) fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.present.iter().copied()
    }
}
