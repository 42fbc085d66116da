//! Explicit pushdown systems: control states, stack symbols and rules `⟨p, γ⟩ ↪ ⟨p', w⟩` with at most two symbols in `w`.
//!
//! Control states and symbols have names, and ids in the order in which the names were first met. An invariant:
//! whatever a rule mentions exists, because ids come from [`PushdownSystem::control`] and [`PushdownSystem::symbol`] only.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bp::id;

id!(
    /// A control state of a [`PushdownSystem`].
    ControlId
);
id!(
    /// A stack symbol of a [`PushdownSystem`].
    SymbolId
);
id!(
    /// A rule of a [`PushdownSystem`].
    RuleId
);

/// What a rule puts in the place of the symbol on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Pop,
    Swap(SymbolId),
    /// The new top of the stack, and the symbol below it.
    Push(SymbolId, SymbolId),
}

impl Action {
    /// The symbols, the top one first.
    pub fn symbols(self) -> impl DoubleEndedIterator<Item = SymbolId> {
        let (first, second) = match self {
            Action::Pop => (None, None),
            Action::Swap(symbol) => (Some(symbol), None),
            Action::Push(top, below) => (Some(top), Some(below)),
        };
        first.into_iter().chain(second)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub from: ControlId,
    pub top: SymbolId,
    pub to: ControlId,
    pub action: Action,
    pub weight: i64,
    /// What the file calls it.
    pub label: Option<Box<str>>,
}

/// Names with numbers in the order in which they were first met.
#[derive(Clone, Debug, Default)]
struct Names {
    list: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Names {
    fn intern(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    fn called(&self, name: &str) -> impl Iterator<Item = u32> {
        let exact = self.numbers.get(name).copied();
        let is_one = move |text: &str| {
            text.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('['))
        };
        let family = (0..).zip(&self.list).filter(move |(_, text)| is_one(text));
        let family =
            family
                .map(|(number, _)| number)
                .take(if exact.is_some() { 0 } else { usize::MAX });
        exact.into_iter().chain(family)
    }
}

#[derive(Clone, Debug, Default)]
pub struct PushdownSystem {
    controls: Names,
    symbols: Names,
    rules: Vec<Rule>,
}

impl PushdownSystem {
    /// A system whose control states and symbols have numbers only.
    pub(super) fn anonymous(controls: usize, symbols: usize) -> Self {
        let names = |count| Names {
            list: vec![String::new(); count],
            numbers: FxHashMap::default(),
        };
        PushdownSystem {
            controls: names(controls),
            symbols: names(symbols),
            rules: Vec::new(),
        }
    }

    /// The control state of a name, which is made if need be.
    pub fn control(&mut self, name: &str) -> ControlId {
        ControlId(self.controls.intern(name))
    }

    /// The stack symbol of a name, which is made if need be.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        SymbolId(self.symbols.intern(name))
    }

    pub fn find_control(&self, name: &str) -> Option<ControlId> {
        self.controls.numbers.get(name).copied().map(ControlId)
    }

    pub fn find_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbols.numbers.get(name).copied().map(SymbolId)
    }

    /// The control states that a name means: the one of that name or, where variables have been made explicit, all `name[…]`.
    pub fn controls_called(&self, name: &str) -> Vec<ControlId> {
        self.controls.called(name).map(ControlId).collect()
    }

    /// The stack symbols that a name means.
    pub fn symbols_called(&self, name: &str) -> Vec<SymbolId> {
        self.symbols.called(name).map(SymbolId).collect()
    }

    pub fn add_rule(&mut self, rule: Rule) -> RuleId {
        self.rules.push(rule);
        RuleId(self.rules.len() as u32 - 1)
    }

    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }

    pub fn rule_ids(&self) -> impl Iterator<Item = RuleId> + use<> {
        (0..self.rules.len() as u32).map(RuleId)
    }

    pub fn controls(&self) -> impl Iterator<Item = ControlId> + use<> {
        (0..self.controls.list.len() as u32).map(ControlId)
    }

    pub fn control_count(&self) -> usize {
        self.controls.list.len()
    }

    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.list.len() as u32).map(SymbolId)
    }

    pub fn symbol_count(&self) -> usize {
        self.symbols.list.len()
    }

    pub fn control_name(&self, control: ControlId) -> &str {
        &self.controls.list[control.index()]
    }

    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols.list[symbol.index()]
    }

    pub fn control_names(&self) -> impl Iterator<Item = &str> {
        self.controls.list.iter().map(String::as_str)
    }

    pub fn symbol_names(&self) -> impl Iterator<Item = &str> {
        self.symbols.list.iter().map(String::as_str)
    }

    /// Whether some rule has a weight.
    pub fn is_weighted(&self) -> bool {
        self.rules.iter().any(|rule| rule.weight != 0)
    }

    /// The same system, in which a rule that pushes leaves the symbol on top as it is: one that changes it takes two steps, with a
    /// control state of its own between them.
    pub fn with_plain_pushes(&self) -> PushdownSystem {
        let mut system = PushdownSystem {
            rules: Vec::with_capacity(self.rules.len()),
            ..self.clone()
        };
        let mut between: FxHashMap<(ControlId, SymbolId), ControlId> = FxHashMap::default();
        let mut pushing: FxHashSet<(ControlId, SymbolId)> = FxHashSet::default();
        for rule in &self.rules {
            let Action::Push(top, below) = rule.action else {
                system.rules.push(rule.clone());
                continue;
            };
            if below == rule.top {
                system.rules.push(rule.clone());
                continue;
            }
            let between = *between.entry((rule.to, top)).or_insert_with(|| {
                let pushed = self.symbol_name(top);
                let mut name = format!("{}+{pushed}", self.control_name(rule.to));
                while system.find_control(&name).is_some() {
                    name.push('\'');
                }
                system.control(&name)
            });
            system.rules.push(Rule {
                to: between,
                action: Action::Swap(below),
                ..rule.clone()
            });
            if pushing.insert((between, below)) {
                system.rules.push(Rule {
                    from: between,
                    top: below,
                    to: rule.to,
                    action: Action::Push(top, below),
                    weight: 0,
                    label: None,
                });
            }
        }
        system
    }

    /// A rule as it is written.
    pub fn show_rule(&self, id: RuleId) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let rule = self.rule(id);
            let from = self.control_name(rule.from);
            write!(
                f,
                "{} <{}> --> ",
                name(from),
                name(self.symbol_name(rule.top))
            )?;
            write!(f, "{} <", name(self.control_name(rule.to)))?;
            for (i, symbol) in rule.action.symbols().enumerate() {
                let blank = if i == 0 { "" } else { " " };
                write!(f, "{blank}{}", name(self.symbol_name(symbol)))?;
            }
            f.write_str(">")
        })
    }
}

/// A name as patterns and files have it: a word, or text in quotes.
pub fn name(text: &str) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        if !text.is_empty() && text != "_" && text.chars().all(is_name_char) {
            return f.write_str(text);
        }
        write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    })
}

/// What names are made of.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '.' | '[' | ']' | ':' | '/' | '=' | ';')
}

/// A control state and a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    pub control: ControlId,
    /// The top of the stack is the last one.
    pub stack: Vec<SymbolId>,
}

impl Configuration {
    /// Takes a step; `false`, and nothing happens, where the rule does not apply.
    pub fn step(&mut self, rule: &Rule) -> bool {
        if self.control != rule.from || self.stack.last() != Some(&rule.top) {
            return false;
        }
        self.stack.pop();
        self.stack.extend(rule.action.symbols().rev());
        self.control = rule.to;
        true
    }
}
