//! The symbols that a term mentions, computed once per subterm.

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Ast, Dynamic};

/// A symbol: what a solver may choose freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(u32);

/// Remembers the symbols of terms. Addresses of variables are told apart from them: everything near memory mentions
/// addresses, and what is known of them is known anyway.
#[derive(Debug, Default)]
pub struct Symbols {
    ids: FxHashMap<String, (SymbolId, bool)>,
    known: FxHashMap<Dynamic, Mentioned>,
}

/// What a term mentions, in order.
#[derive(Clone, Debug, Default)]
struct Mentioned {
    symbols: Vec<SymbolId>,
    addresses: Vec<SymbolId>,
}

impl Symbols {
    /// The symbols of a term, in order.
    pub fn of(&mut self, term: &impl Ast) -> Vec<SymbolId> {
        self.mentioned(term).symbols
    }

    /// The addresses of variables that a term mentions, in order.
    pub fn addresses_of(&mut self, term: &impl Ast) -> Vec<SymbolId> {
        self.mentioned(term).addresses
    }

    fn mentioned(&mut self, term: &impl Ast) -> Mentioned {
        let term = Dynamic::from_ast(term);
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let mut seen = FxHashSet::default();
        let mut found = Mentioned::default();
        let mut stack = vec![term.clone()];
        while let Some(next) = stack.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            if let Some(known) = self.known.get(&next) {
                found.symbols.extend(&known.symbols);
                found.addresses.extend(&known.addresses);
            } else if next.is_const() {
                match self.symbol(next.decl().name()) {
                    (symbol, true) => found.symbols.push(symbol),
                    (address, false) => found.addresses.push(address),
                }
            } else {
                stack.extend(next.children());
            }
        }
        for list in [&mut found.symbols, &mut found.addresses] {
            list.sort_unstable();
            list.dedup();
        }
        self.known.insert(term, found.clone());
        found
    }

    /// The number of a name, and whether it is a symbol's.
    fn symbol(&mut self, name: String) -> (SymbolId, bool) {
        let next = SymbolId(self.ids.len() as u32);
        // Names of symbols end in `@` and the state they belong to; numerals and addresses have none.
        let is_symbol = name.contains('@');
        *self.ids.entry(name).or_insert((next, is_symbol))
    }
}
