//! Names with values: `main0[x=1;y=0]` is the symbol `main0` where x is 1 and y is 0. Some of the variables, or none, may stand
//! there; the explicit system has symbols of such names with all of them.

use super::space::Space;
use crate::bdd::{BddResult, Slot};
use crate::pds::moped::{Expression, SymbolicFile, Variable, parse_condition, with_values};
use crate::pds::system::{ControlId, PushdownSystem, SymbolId, is_name_char};
use ltl::Atom;

/// What a name stands for: a control state or symbol of the file, with values of some variables.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) base: u32,
    pub(super) values: Vec<(usize, i64)>,
}

impl Named {
    /// That the variables, given by their bits, have these values.
    pub(super) fn condition(&self, space: &Space, variables: &[Vec<Slot>]) -> BddResult {
        let mut all = space.bdds.one();
        for &(variable, value) in &self.values {
            let part = space.is(&variables[variable], value)?;
            all = space.bdds.and(&all, &part)?;
        }
        Ok(all)
    }

    pub(super) fn admits(&self, base: u32, values: &[i64]) -> bool {
        let mut listed = self.values.iter();
        self.base == base && listed.all(|&(variable, value)| values[variable] == value)
    }
}

/// The control states and symbols of a file, and what else a question names.
pub(super) struct Names {
    /// It has no rules: it is what patterns and formulas are resolved in.
    pub(super) system: PushdownSystem,
    controls: Vec<Named>,
    symbols: Vec<SymbolMeaning>,
}

/// What a symbol of the names stands for.
#[derive(Clone, Debug)]
pub(super) enum SymbolMeaning {
    Named(Named),
    /// A condition on the variables, as formulas have them for atoms. No stack has it.
    Condition(Expression),
}

impl Names {
    pub(super) fn new(file: &SymbolicFile) -> Self {
        let mut system = PushdownSystem::default();
        for rule in &file.rules {
            system.control(&rule.from);
            system.control(&rule.to);
            system.symbol(&rule.top);
            for name in &rule.right {
                system.symbol(name);
            }
        }
        if let Some((control, stack)) = &file.initial {
            system.control(control);
            for name in stack {
                system.symbol(name);
            }
        }
        let plain = |count: usize| {
            let named = |base| Named {
                base,
                values: Vec::new(),
            };
            (0..count as u32).map(named).collect::<Vec<_>>()
        };
        let (controls, symbols) = (system.control_count(), system.symbol_count());
        Names {
            controls: plain(controls),
            symbols: plain(symbols)
                .into_iter()
                .map(SymbolMeaning::Named)
                .collect(),
            system,
        }
    }

    /// Makes known what a pattern, a formula or a file of an automaton names with values.
    pub(super) fn add_valued(&mut self, file: &SymbolicFile, text: &str) {
        let words = text.split(|c: char| !is_name_char(c));
        for word in words.filter(|word| word.ends_with(']')) {
            let Some((name, rest)) = word.split_once('[') else {
                continue;
            };
            let listed = &rest[..rest.len() - 1];
            if let (Some(control), Some(values)) = (
                self.system.find_control(name),
                read_values(listed, &file.globals),
            ) && self.system.find_control(word).is_none()
            {
                self.system.control(word);
                self.controls.push(Named {
                    base: control.0,
                    values,
                });
            }
            if let (Some(symbol), Some(values)) = (
                self.system.find_symbol(name),
                read_values(listed, &file.locals),
            ) && self.system.find_symbol(word).is_none()
            {
                self.system.symbol(word);
                self.symbols.push(SymbolMeaning::Named(Named {
                    base: symbol.0,
                    values,
                }));
            }
        }
    }

    /// Makes those atoms known that are expressions over the variables.
    pub(super) fn add_conditions<'f>(
        &mut self,
        file: &SymbolicFile,
        atoms: impl Iterator<Item = &'f Atom>,
    ) {
        for atom in atoms {
            let Atom::Expr(text) = atom else { continue };
            let is_known =
                self.system.find_symbol(text).is_some() || self.system.find_control(text).is_some();
            if let (false, Ok(expression)) = (is_known, parse_condition(file, text)) {
                self.system.symbol(text);
                self.symbols.push(SymbolMeaning::Condition(expression));
            }
        }
    }

    /// What a control state stands for; nothing for one that only an automaton's file has.
    pub(super) fn control(&self, id: ControlId) -> Option<&Named> {
        self.controls.get(id.index())
    }

    /// The same of a symbol on a stack.
    pub(super) fn symbol(&self, id: SymbolId) -> Option<&Named> {
        match self.symbols.get(id.index())? {
            SymbolMeaning::Named(named) => Some(named),
            SymbolMeaning::Condition(_) => None,
        }
    }

    pub(super) fn meaning(&self, id: SymbolId) -> &SymbolMeaning {
        &self.symbols[id.index()]
    }

    /// The name of a control state with all values.
    pub(super) fn full_control(&self, file: &SymbolicFile, base: u32, values: &[i64]) -> String {
        with_values(
            self.system.control_name(ControlId(base)),
            &file.globals,
            values,
        )
    }

    pub(super) fn full_symbol(&self, file: &SymbolicFile, base: u32, values: &[i64]) -> String {
        with_values(
            self.system.symbol_name(SymbolId(base)),
            &file.locals,
            values,
        )
    }
}

/// `x=1;y=0`
fn read_values(text: &str, variables: &[Variable]) -> Option<Vec<(usize, i64)>> {
    let one = |part: &str| {
        let (name, value) = part.split_once('=')?;
        let index = variables.iter().position(|v| v.name == name)?;
        let value: i64 = value.parse().ok()?;
        (0..1 << variables[index].bits)
            .contains(&value)
            .then_some((index, value))
    };
    text.split(';').map(one).collect()
}
