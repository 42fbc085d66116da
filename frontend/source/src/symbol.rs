//! Interned names.
//!
//! Two names are equal exactly when their symbols are. Symbols are numbered in order of first
//! occurrence, so the order of symbols is deterministic but not alphabetical. One interner serves
//! all units of a program: linking compares symbols.

use rustc_hash::FxHashMap;

use crate::entity::Arena;

crate::entity_id!(
    /// An interned name.
    pub struct Symbol, "sym"
);

/// The table of interned names.
#[derive(Clone, Default, Debug)]
pub struct Interner {
    names: Arena<Symbol, Box<str>>,
    by_name: FxHashMap<Box<str>, Symbol>,
}

impl Interner {
    /// An empty table.
    pub fn new() -> Self {
        Interner::default()
    }

    /// The symbol of `name`, made if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.by_name.get(name) {
            return symbol;
        }
        let symbol = self.names.push(name.into());
        self.by_name.insert(name.into(), symbol);
        symbol
    }

    /// The symbol of `name`, if it has been interned.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.by_name.get(name).copied()
    }

    /// The text of a symbol of this interner.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol]
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All symbols, in order of first occurrence.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.names.ids()
    }
}
