//! Where the atoms of a property hold: conditions on the variables in each head.

use super::names::{Named, Names, SymbolMeaning};
use super::numbers::NoRelation;
use super::rules::BOTTOM;
use super::space::Space;
use crate::bdd::{Bdd, BddResult};
use crate::pds::moped::{Expression, SymbolicFile, Values};
use crate::pds::property::{HeadAtom, Property};
use ltl::BitSet;

/// What one of several names of an atom stands for.
enum Meaning {
    Control(Named),
    Symbol(Named),
    Condition(Bdd, Expression),
    Ended,
}

/// An atom holds where one of its meanings does.
pub(super) struct Atoms(Vec<Vec<Meaning>>);

/// The values of a head.
pub(super) struct HeadValues<'v> {
    pub(super) control: u32,
    pub(super) symbol: u32,
    pub(super) globals: &'v [i64],
    pub(super) locals: &'v [i64],
    pub(super) ended: bool,
}

impl Atoms {
    pub(super) fn none() -> Self {
        Atoms(Vec::new())
    }

    pub(super) fn new(
        property: &Property,
        names: &Names,
        space: &Space,
    ) -> Result<Self, NoRelation> {
        let mut atoms = Vec::new();
        for atom in property.atoms() {
            let mut meanings = Vec::new();
            match atom {
                HeadAtom::Control(all) => {
                    let named = all.iter().filter_map(|&id| names.control(id));
                    meanings.extend(named.cloned().map(Meaning::Control));
                }
                HeadAtom::Symbol(all) => {
                    for &id in all {
                        meanings.push(match names.meaning(id) {
                            SymbolMeaning::Named(named) => Meaning::Symbol(named.clone()),
                            SymbolMeaning::Condition(expression) => {
                                Meaning::Condition(space.truth(expression)?, expression.clone())
                            }
                        });
                    }
                }
                HeadAtom::Ended => meanings.push(Meaning::Ended),
            }
            atoms.push(meanings);
        }
        Ok(Atoms(atoms))
    }

    /// Where an atom holds in a head.
    pub(super) fn holds(
        &self,
        space: &Space,
        atom: usize,
        control: u32,
        symbol: u32,
        ended: &Bdd,
    ) -> BddResult {
        let mut any = space.bdds.zero();
        for meaning in &self.0[atom] {
            let part = match meaning {
                Meaning::Control(named) if named.base == control => {
                    named.condition(space, &space.globals)?
                }
                Meaning::Symbol(named) if named.base == symbol => {
                    named.condition(space, &space.locals)?
                }
                Meaning::Control(_) | Meaning::Symbol(_) => continue,
                // An empty stack has no locals.
                Meaning::Condition(_, expression)
                    if symbol == BOTTOM && expression.mentions_locals() =>
                {
                    continue;
                }
                Meaning::Condition(condition, _) => condition.clone(),
                Meaning::Ended => ended.clone(),
            };
            any = space.bdds.or(&any, &part)?;
        }
        Ok(any)
    }

    /// The atoms that hold in a head with values, without decision diagrams.
    pub(super) fn letter(&self, at: &HeadValues<'_>) -> BitSet {
        let values = Values {
            globals: [at.globals, at.globals],
            locals: [at.locals; 3],
        };
        let holds = |meaning: &Meaning| match meaning {
            Meaning::Control(named) => named.admits(at.control, at.globals),
            Meaning::Symbol(named) => named.admits(at.symbol, at.locals),
            Meaning::Condition(_, expression) => {
                let is_in_scope = at.symbol != BOTTOM || !expression.mentions_locals();
                is_in_scope && expression.evaluate(&values).is_some_and(|value| value != 0)
            }
            Meaning::Ended => at.ended,
        };
        let atoms = self.0.iter().enumerate();
        let holding = atoms.filter(|(_, meanings)| meanings.iter().any(holds));
        holding.map(|(number, _)| number).collect()
    }
}

/// Whether a rule's expression allows a step with these values, without decision diagrams.
pub(super) fn allows(file: &SymbolicFile, rule: usize, values: &Values<'_>) -> bool {
    match &file.rules[rule].condition {
        Some(condition) => condition.evaluate(values).is_some_and(|value| value != 0),
        None => true,
    }
}
