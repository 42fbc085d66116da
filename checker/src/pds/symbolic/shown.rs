//! A symbolic P-automaton as it is told: each transition with a condition on the variables.

use super::names::Names;
use super::post_star::{Frame, FrameId, PostStar};
use super::rules::BOTTOM;
use crate::bdd::{Bdd, BddResult, Slot, SlotCopy};
use crate::pds::moped::{SymbolicFile, Variable};
use crate::pds::system::{ControlId, SymbolId};

/// So many disjuncts of a condition are told.
const MAX_CUBES: usize = 16;

/// `from`, read `symbol`, `to`, where the condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTransition {
    pub from: String,
    /// None where the stack ends with `from`.
    pub symbol: Option<String>,
    pub to: Option<String>,
    /// `x` is the value of a variable: of a global now, of a local of the symbol. `s.x` is the one with which the state s was
    /// entered.
    pub condition: String,
}

/// A set of configurations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicSet {
    pub transitions: Vec<ShownTransition>,
}

pub(super) fn shown(
    reached: &PostStar<'_, '_>,
    file: &SymbolicFile,
    names: &Names,
) -> BddResult<SymbolicSet> {
    let mut transitions = Vec::new();
    let shower = Conditions { reached, file };
    let name = |frame| frame_name(names, frame, &reached.frames[frame]);
    let control = |base| names.system.control_name(ControlId(base)).to_owned();
    let symbol = |base| match base {
        BOTTOM => None,
        base => Some(names.system.symbol_name(SymbolId(base)).to_owned()),
    };
    let space = reached.space();
    // The bottom of the stack has no locals.
    let seen = |set: &Bdd, symbol: &Option<String>| match symbol {
        Some(_) => Ok(set.clone()),
        None => {
            let own = space.bdds.and(&space.local_cube, &space.below_cube)?;
            space.bdds.exists(set, &own)
        }
    };
    for (number, frame) in reached.frames.iter().enumerate() {
        let mut heads: Vec<_> = frame.heads.iter().collect();
        heads.sort_unstable_by_key(|(key, _)| **key);
        for (key, head) in heads {
            let symbol = symbol(key.1);
            transitions.push(ShownTransition {
                from: control(key.0.base),
                to: symbol.is_some().then(|| name(number)),
                condition: shower.condition(
                    &seen(&head.all, &symbol)?,
                    None,
                    Some(&name(number)),
                )?,
                symbol,
            });
        }
    }
    for (number, frame) in reached.frames.iter().enumerate() {
        for call in &frame.callers {
            let symbol = symbol(call.below);
            let (from, to) = (name(number), name(call.into));
            transitions.push(ShownTransition {
                condition: shower.condition(
                    &seen(&call.transition.all, &symbol)?,
                    Some(&from),
                    Some(&to),
                )?,
                from,
                to: symbol.is_some().then_some(to),
                symbol,
            });
        }
    }
    Ok(SymbolicSet { transitions })
}

/// A state of the automaton of starts has a number; a rule's frame is called after the head that it begins with.
fn frame_name(names: &Names, number: FrameId, frame: &Frame) -> String {
    match frame.entry {
        Some((control, symbol)) => format!(
            "{}@{}",
            names.system.symbol_name(SymbolId(symbol)),
            names.system.control_name(ControlId(control.base))
        ),
        None => format!("s{number}"),
    }
}

struct Conditions<'s, 'p, 'a> {
    reached: &'s PostStar<'p, 'a>,
    file: &'s SymbolicFile,
}

impl Conditions<'_, '_, '_> {
    /// `next` and `entry` are the states whose entry these copies speak of.
    fn condition(&self, set: &Bdd, next: Option<&str>, entry: Option<&str>) -> BddResult<String> {
        let bdds = &self.reached.space().bdds;
        let cubes = bdds.cubes_of_all_copies(set, MAX_CUBES + 1)?;
        let mut parts: Vec<String> = cubes
            .iter()
            .take(MAX_CUBES)
            .map(|cube| self.cube(cube, next, entry))
            .collect();
        parts.sort_unstable();
        if cubes.len() > MAX_CUBES {
            parts.push("…".to_owned());
        }
        Ok(parts.join(" | "))
    }

    fn cube(
        &self,
        cube: &[(Slot, SlotCopy, bool)],
        next: Option<&str>,
        entry: Option<&str>,
    ) -> String {
        let space = self.reached.space();
        let lists = [
            (&self.file.globals, &space.globals),
            (&self.file.locals, &space.locals),
            (&self.file.locals, &space.below),
        ];
        let copies = [
            (SlotCopy::Current, None),
            (SlotCopy::Next, next),
            (SlotCopy::Entry, entry),
        ];
        let mut parts = Vec::new();
        for (copy, state) in copies {
            for (variables, bits) in lists {
                for (variable, slots) in variables.iter().zip(bits) {
                    let bit = |slot: &Slot| {
                        let mut literals = cube.iter();
                        literals
                            .find(|(s, c, _)| (s, *c) == (slot, copy))
                            .map(|l| l.2)
                    };
                    let known: Vec<Option<bool>> = slots.iter().map(bit).collect();
                    if known.iter().any(Option::is_some) {
                        let place = state.map_or(String::new(), |state| format!("{state}."));
                        parts.push(literal(&place, variable, &known));
                    }
                }
            }
        }
        match parts.is_empty() {
            true => "true".to_owned(),
            false => parts.join(" & "),
        }
    }
}

/// A variable with the bits that are known, the lowest first.
fn literal(place: &str, variable: &Variable, known: &[Option<bool>]) -> String {
    let name = &variable.name;
    if known.iter().all(Option::is_some) {
        let bits = known.iter().enumerate();
        let value: u64 = bits
            .map(|(i, bit)| u64::from(*bit == Some(true)) << i)
            .sum();
        return format!("{place}{name}={value}");
    }
    let bits = known.iter().rev().map(|bit| match bit {
        Some(true) => '1',
        Some(false) => '0',
        None => '?',
    });
    format!("{place}{name}=0b{}", bits.collect::<String>())
}
