//! The symbols that a term mentions, computed once per subterm.

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Ast, Dynamic};

/// A symbol: what a solver may choose freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(u32);

/// Remembers the symbols of terms. Addresses of variables do not count: everything near memory mentions them, and
/// what is known of them is known anyway.
#[derive(Debug, Default)]
pub struct Symbols {
    ids: FxHashMap<String, Option<SymbolId>>,
    known: FxHashMap<Dynamic, Vec<SymbolId>>,
}

impl Symbols {
    /// The symbols of a term, in order.
    pub fn of(&mut self, term: &impl Ast) -> Vec<SymbolId> {
        let term = Dynamic::from_ast(term);
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut stack = vec![term.clone()];
        while let Some(next) = stack.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            if let Some(known) = self.known.get(&next) {
                found.extend(known);
            } else if next.is_const() {
                let name = next.decl().name();
                found.extend(self.symbol(name));
            } else {
                stack.extend(next.children());
            }
        }
        found.sort_unstable();
        found.dedup();
        self.known.insert(term, found.clone());
        found
    }

    fn symbol(&mut self, name: String) -> Option<SymbolId> {
        let next = SymbolId(self.ids.len() as u32);
        // Names of symbols end in `@` and the state they belong to; numerals and addresses have none.
        let counts = name.contains('@');
        *self.ids.entry(name).or_insert(counts.then_some(next))
    }
}
