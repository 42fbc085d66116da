//! Sets of states as alternatives, to be read or printed.

use std::collections::BTreeMap;

use ir::ExprId;
use rustc_hash::FxHashSet;

use super::{Contract, Set};

/// What a condition must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    pub condition: ExprId,
    /// Whether it is about the moment when the function was entered.
    pub on_entry: bool,
    pub holds: bool,
}

/// Conditions that must be met together, in order.
pub type Alternative = Vec<Literal>;

impl Contract {
    /// The alternatives of a set: none for nothing, one without conditions for everything. `None` if there are more
    /// than so many.
    pub fn alternatives(&self, set: Set, most: usize) -> Option<Vec<Alternative>> {
        if self.ways(set) > most as u64 {
            return None;
        }
        let mut found = Vec::new();
        let mut waiting = vec![(set, Vec::new())];
        while let Some((set, met)) = waiting.pop() {
            let decision = match set {
                Set::Nothing => continue,
                Set::Everything => {
                    found.push(met);
                    continue;
                }
                Set::Decided(i) => &self.decisions[i as usize],
            };
            for (next, holds) in [(decision.no, false), (decision.yes, true)] {
                let mut met = met.clone();
                met.push(Literal {
                    condition: decision.condition,
                    on_entry: decision.on_entry,
                    holds,
                });
                waiting.push((next, met));
            }
        }
        found.iter_mut().for_each(|met| met.sort_unstable());
        Some(found)
    }

    /// How many ways lead through the decisions to everything.
    fn ways(&self, set: Set) -> u64 {
        let mut ways: Vec<u64> = Vec::with_capacity(self.decisions.len());
        let of = |ways: &[u64], set: Set| match set {
            Set::Nothing => 0,
            Set::Everything => 1,
            Set::Decided(i) => ways[i as usize],
        };
        let Set::Decided(whole) = set else {
            return of(&ways, set);
        };
        for decision in &self.decisions[..=whole as usize] {
            ways.push(of(&ways, decision.yes).saturating_add(of(&ways, decision.no)));
        }
        ways[whole as usize]
    }
}

/// The alternatives as far as some conditions tell, the others being left open; what one of them says anyway is left
/// out.
pub fn told_by(alternatives: &[Alternative], tells: impl Fn(&Literal) -> bool) -> Vec<Alternative> {
    let told = |met: &Alternative| met.iter().copied().filter(&tells).collect();
    let mut found: Vec<Alternative> = alternatives.iter().map(told).collect();
    loop {
        absorb(&mut found);
        let Some(joined) = join(&found) else {
            return found;
        };
        found.push(joined);
    }
}

/// What may hold at the end, by what held on entry.
pub type ByEntry = Vec<(Vec<Alternative>, Vec<Alternative>)>;

/// The alternatives apart: ways to enter, and what may hold now if it was entered in one of them. It was not entered in
/// two of these ways. `None` if there are more than so many.
pub fn by_entry(alternatives: &[Alternative], most: usize) -> Option<ByEntry> {
    let mut cells = vec![Vec::new()];
    while let Some((cell, literal)) = undecided(&cells, alternatives) {
        let mut other = cells[cell].clone();
        cells[cell].push(literal);
        other.push(Literal {
            holds: !literal.holds,
            ..literal
        });
        cells.push(other);
        if cells.len() > most {
            return None;
        }
    }
    let mut found: BTreeMap<Vec<Alternative>, Vec<Alternative>> = BTreeMap::new();
    for mut cell in cells {
        cell.sort_unstable();
        let met = alternatives.iter().filter(|met| !excludes(&cell, met));
        let met: Vec<Alternative> = met.cloned().collect();
        if !met.is_empty() {
            let now = told_by(&met, |literal| !literal.on_entry);
            found.entry(now).or_default().push(cell);
        }
    }
    let told = found.into_iter();
    let told = told.map(|(now, cells)| (told_by(&cells, |_| true), now));
    Some(told.collect())
}

/// Ways to enter that an alternative speaks of, without saying what it asks of them; and what it asks.
fn undecided(cells: &[Alternative], alternatives: &[Alternative]) -> Option<(usize, Literal)> {
    cells.iter().enumerate().find_map(|(i, cell)| {
        let open = |l: &&Literal| l.on_entry && cell.iter().all(|d| d.condition != l.condition);
        let mut met = alternatives.iter().filter(|met| !excludes(cell, met));
        let literal = met.find_map(|met| met.iter().find(open))?;
        Some((i, *literal))
    })
}

/// Whether no state that was entered in a way can be in an alternative.
fn excludes(cell: &[Literal], met: &[Literal]) -> bool {
    let opposite = |l: &Literal| Literal {
        holds: !l.holds,
        ..*l
    };
    cell.iter().any(|literal| met.contains(&opposite(literal)))
}

/// Leaves out what another alternative includes.
fn absorb(found: &mut Vec<Alternative>) {
    found.sort_by_key(|met| (met.len(), met.clone()));
    found.dedup();
    let mut kept: Vec<Alternative> = Vec::new();
    for met in found.drain(..) {
        let within = |other: &Alternative| other.iter().all(|l| met.binary_search(l).is_ok());
        if !kept.iter().any(within) {
            kept.push(met);
        }
    }
    *found = kept;
}

/// What two alternatives say together that differ in what one condition is; only if it is new.
fn join(found: &[Alternative]) -> Option<Alternative> {
    let known: FxHashSet<&Alternative> = found.iter().collect();
    for met in found {
        for (i, literal) in met.iter().enumerate() {
            let mut other = met.clone();
            other[i].holds = !literal.holds;
            if known.contains(&other) {
                other.remove(i);
                return Some(other);
            }
        }
    }
    None
}
