//! What the linker makes of names: which definition a name of a unit leads to.
//!
//! A name with linkage stands for a symbol, which is the name itself or what an `asm` label (or
//! `#pragma redefine_extname`) says. A symbol may have several definitions: one that is not weak
//! replaces weak ones, of weak ones the first counts, and inline definitions count where there is
//! no other. A symbol that is an alias of another has no object or body of its own: it leads to what
//! its own unit defines under the other name, even where that is weak and replaced elsewhere.
//!
//! All of it is found before anything is lowered, because a name may be used before the text says
//! what it leads to. (ELF gABI, chapter 4, "Symbol Table"; GCC manual, 6.33.1 and 6.34.1.)

mod read;

use super::known_names::KnownNames;
use crate::syntax::ast::{self, Ast, Storage};
use read::Reader;
pub(super) use read::string_arg;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Interner, Symbol};

/// What a name leads to: at most one function or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    /// The definition of the symbol that counts for all units, or what none defines.
    Global(Symbol),
    /// What only this unit knows under the symbol.
    Local(usize, Symbol),
}

/// What becomes of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is what this leads to.
    Counts(Key),
    /// Another one counts, and nothing leads to this one.
    Replaced,
    /// It is an inline one, and another unit has a real one: C does not say which of them is called.
    Unsettled,
    /// Another one counts, and should not be there.
    Twice,
}

/// How strong a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Inline,
    Weak,
    Strong,
}

#[derive(Clone, Copy, Debug)]
struct Definition {
    strength: Strength,
    unit: usize,
    /// The name in the text.
    name: Symbol,
    /// Of functions with a body.
    function: Option<ast::FunctionId>,
}

/// The symbols of one unit.
#[derive(Default)]
struct UnitSymbols {
    /// Names whose symbol is another.
    labels: FxHashMap<Symbol, Symbol>,
    /// Symbols that other units do not see.
    internal: FxHashSet<Symbol>,
    definitions: FxHashMap<Symbol, Definition>,
    /// The symbols with definitions, in the order of the text.
    order: Vec<Symbol>,
    /// The symbols that are other names, and of what.
    aliases: FxHashMap<Symbol, Symbol>,
    /// Symbols that need no definition.
    weak: FxHashSet<Symbol>,
    /// `weakref`: those of the aliases that define nothing.
    references: FxHashSet<Symbol>,
    /// Targets of aliases.
    targets: FxHashSet<Symbol>,
    /// Symbols whose own inline definition is always taken.
    always_inline: FxHashSet<Symbol>,
}

#[derive(Default)]
pub(super) struct Symbols {
    units: Vec<UnitSymbols>,
    /// The definition of each symbol that counts.
    chosen: FxHashMap<Symbol, Definition>,
}

/// Longer chains of aliases than this are circles.
const MAX_ALIAS_CHAIN: usize = 1000;

impl Symbols {
    pub(super) fn new(units: &[Ast], names: &mut Interner, known: &KnownNames) -> Self {
        let mut symbols = Self::default();
        for (n, ast) in units.iter().enumerate() {
            let mut reader = Reader::new(ast, n, names, known);
            reader.read();
            symbols.units.push(reader.found);
        }
        symbols.keep_redirections_of_the_library(names);
        symbols.choose();
        symbols
    }

    /// Finds the definition of each symbol that counts.
    fn choose(&mut self) {
        for unit in &self.units {
            for symbol in &unit.order {
                let definition = &unit.definitions[symbol];
                if unit.internal.contains(symbol) {
                    continue;
                }
                let chosen = self.chosen.entry(*symbol).or_insert(*definition);
                if definition.strength > chosen.strength {
                    *chosen = *definition;
                }
            }
        }
    }

    /// Headers of the C library give functions labels that say which version is meant: they stay under the name that
    /// people know.
    fn keep_redirections_of_the_library(&mut self, names: &Interner) {
        let defined: FxHashSet<Symbol> = self
            .units
            .iter()
            .flat_map(|u| u.order.iter().copied())
            .collect();
        for unit in &mut self.units {
            unit.labels.retain(|&name, label| {
                let redirects = is_redirection(names.name(name), names.name(*label));
                !redirects || defined.contains(label)
            });
        }
    }

    /// Whether the unit was read.
    pub(super) fn knows(&self, unit: usize) -> bool {
        unit < self.units.len()
    }

    /// The symbol that a name of a unit stands for.
    fn symbol(&self, unit: usize, name: Symbol) -> Symbol {
        let found = self.units.get(unit).and_then(|u| u.labels.get(&name));
        found.copied().unwrap_or(name)
    }

    /// What a name of a unit leads to.
    pub(super) fn key(&self, unit: usize, name: Symbol) -> Key {
        self.resolve(unit, self.symbol(unit, name))
    }

    /// What a symbol leads to in a unit.
    pub(super) fn resolve(&self, unit: usize, symbol: Symbol) -> Key {
        let (mut unit, mut symbol) = (unit, symbol);
        for _ in 0..MAX_ALIAS_CHAIN {
            let Some(here) = self.units.get(unit) else {
                return Key::Global(symbol);
            };
            let chosen = self.chosen.get(&symbol);
            if here.internal.contains(&symbol) || here.references.contains(&symbol) {
                match here.aliases.get(&symbol) {
                    Some(&target) if here.references.contains(&symbol) => symbol = target,
                    Some(&target) => match self.own(unit, target) {
                        Ok(key) => return key,
                        Err(next) => symbol = next,
                    },
                    None => return Key::Local(unit, symbol),
                }
            } else if self.takes_own(unit, symbol) {
                return Key::Local(unit, symbol);
            } else if let Some(definition) = chosen
                && let Some(&target) = self.units[definition.unit].aliases.get(&symbol)
            {
                unit = definition.unit;
                match self.own(unit, target) {
                    Ok(key) => return key,
                    Err(next) => symbol = next,
                }
            } else {
                return Key::Global(symbol);
            }
        }
        Key::Global(symbol)
    }

    /// What a unit itself defines under a symbol; an error is a symbol to go on with.
    fn own(&self, unit: usize, symbol: Symbol) -> Result<Key, Symbol> {
        let here = &self.units[unit];
        let mut symbol = symbol;
        for _ in 0..MAX_ALIAS_CHAIN {
            if here.references.contains(&symbol) {
                return Err(symbol);
            }
            match here.aliases.get(&symbol) {
                Some(&target) => symbol = target,
                None => break,
            }
        }
        match here.definitions.contains_key(&symbol) {
            true if here.internal.contains(&symbol) => Ok(Key::Local(unit, symbol)),
            true if self.is_chosen(unit, symbol) => Ok(Key::Global(symbol)),
            true => Ok(Key::Local(unit, symbol)),
            false if here.aliases.contains_key(&symbol) => Ok(Key::Global(symbol)),
            false => Err(symbol),
        }
    }

    fn is_chosen(&self, unit: usize, symbol: Symbol) -> bool {
        self.chosen.get(&symbol).is_some_and(|d| d.unit == unit)
    }

    /// Whether a unit has an inline definition that it always takes, and a real one counts for others.
    fn takes_own(&self, unit: usize, symbol: Symbol) -> bool {
        let real = |d: &Definition| d.strength > Strength::Inline;
        self.units[unit].always_inline.contains(&symbol)
            && self.chosen.get(&symbol).is_some_and(real)
    }

    /// What becomes of the definition of a name in a unit; of functions it is said which one, and whether it is only
    /// an inline one.
    pub(super) fn fate(
        &self,
        unit: usize,
        name: Symbol,
        function: Option<(ast::FunctionId, bool)>,
    ) -> Fate {
        let symbol = self.symbol(unit, name);
        let Some(here) = self.units.get(unit) else {
            return Fate::Counts(Key::Global(symbol));
        };
        let Some(own) = here.definitions.get(&symbol) else {
            return Fate::Counts(Key::Global(symbol));
        };
        if self.takes_own(unit, symbol) && function.is_some_and(|(_, inline)| inline) {
            return Fate::Counts(Key::Local(unit, symbol));
        }
        if own.function != function.map(|f| f.0) {
            return match function {
                Some((_, inline)) if !inline => Fate::Twice,
                _ => Fate::Replaced,
            };
        }
        match self.chosen.get(&symbol) {
            _ if here.internal.contains(&symbol) => Fate::Counts(Key::Local(unit, symbol)),
            Some(chosen) if chosen.unit != unit => match own.strength {
                _ if here.targets.contains(&symbol) => Fate::Counts(Key::Local(unit, symbol)),
                Strength::Strong if chosen.strength == Strength::Strong => Fate::Twice,
                Strength::Inline if chosen.strength > Strength::Inline => Fate::Unsettled,
                _ => Fate::Replaced,
            },
            _ => Fate::Counts(Key::Global(symbol)),
        }
    }

    /// Whether the name is another name of something in its unit.
    pub(super) fn is_alias(&self, unit: usize, name: Symbol) -> bool {
        let symbol = self.symbol(unit, name);
        let unit = self.units.get(unit);
        unit.is_some_and(|u| u.aliases.contains_key(&symbol))
    }

    /// Whether a name of the unit has this symbol by its label.
    pub(super) fn is_label(&self, unit: usize, symbol: Symbol) -> bool {
        let unit = self.units.get(unit);
        unit.is_some_and(|u| u.labels.values().any(|&l| l == symbol))
    }

    /// Whether some unit has a definition of it.
    pub(super) fn is_defined(&self, key: Key) -> bool {
        match key {
            Key::Global(symbol) => self.chosen.contains_key(&symbol),
            Key::Local(unit, symbol) => {
                let unit = self.units.get(unit);
                unit.is_some_and(|u| u.definitions.contains_key(&symbol))
            }
        }
    }

    /// Whether the unit can do without a definition of the name.
    pub(super) fn is_weak(&self, unit: usize, name: Symbol) -> bool {
        let symbol = self.symbol(unit, name);
        let unit = self.units.get(unit);
        unit.is_some_and(|u| u.weak.contains(&symbol) || u.references.contains(&symbol))
    }

    /// What something is called: as its definition has it, else by its symbol.
    pub(super) fn name(&self, key: Key) -> Symbol {
        let (definition, symbol) = match key {
            Key::Global(symbol) => (self.chosen.get(&symbol), symbol),
            Key::Local(unit, symbol) => {
                let unit = self.units.get(unit);
                (unit.and_then(|u| u.definitions.get(&symbol)), symbol)
            }
        };
        definition.map_or(symbol, |d| d.name)
    }
}

/// Whether a label of the C library's own says which version of a function is meant.
fn is_redirection(name: &str, label: &str) -> bool {
    let prefixed = ["__isoc99_", "__isoc23_", "__xpg_", "__"];
    prefixed.iter().any(|p| label.strip_prefix(p) == Some(name))
        || ["64", "_time64"].iter().any(|s| {
            let plain = label.strip_suffix(s);
            plain == Some(name) || plain.and_then(|p| p.strip_prefix("__")) == Some(name)
        })
}

/// Whether a function is defined for inlining only, as far as the text of its definition tells: then another
/// definition goes before it.
pub(super) fn is_inline_only(def: &ast::FunctionDef) -> bool {
    def.specs.inline && def.specs.storage != Some(Storage::Static)
}
