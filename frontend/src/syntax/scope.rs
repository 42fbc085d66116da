//! Which names are types here.
//!
//! C cannot be parsed without knowing: `T * x;` declares `x` or multiplies. Ordinary identifiers
//! (not tags, members or labels) live in nested scopes; an inner declaration of a variable hides a
//! type and the other way round. The table maps each symbol to its innermost meaning, and leaving
//! a scope undoes what was declared in it.

use source::Symbol;
use source::entity::EntityId;

/// What an ordinary identifier means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Unknown,
    Type,
    /// A variable, function or enumerator.
    Value,
}

#[derive(Default)]
pub(crate) struct Scopes {
    current: Vec<Meaning>,
    /// What to restore, innermost declaration last.
    undo: Vec<(Symbol, Meaning)>,
    /// Lengths of `undo` where the open scopes begin.
    marks: Vec<usize>,
}

impl Scopes {
    pub(crate) fn meaning(&self, name: Symbol) -> Meaning {
        self.current
            .get(name.index())
            .copied()
            .unwrap_or(Meaning::Unknown)
    }

    pub(crate) fn is_type(&self, name: Symbol) -> bool {
        self.meaning(name) == Meaning::Type
    }

    pub(crate) fn declare(&mut self, name: Symbol, meaning: Meaning) {
        let old = self.replace(name, meaning);
        if !self.marks.is_empty() {
            self.undo.push((name, old));
        }
    }

    fn replace(&mut self, name: Symbol, meaning: Meaning) -> Meaning {
        let index = name.index();
        if index >= self.current.len() {
            self.current.resize(index + 1, Meaning::Unknown);
        }
        std::mem::replace(&mut self.current[index], meaning)
    }

    pub(crate) fn enter(&mut self) {
        self.marks.push(self.undo.len());
    }

    pub(crate) fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.undo.len() > mark {
            if let Some((name, old)) = self.undo.pop() {
                self.replace(name, old);
            }
        }
    }
}
