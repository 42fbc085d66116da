//! The rules of the product with an automaton, as relations, made when their head is reached.

use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::atoms::Atoms;
use super::numbers::NoRelation;
use super::space::Space;
use crate::bdd::{Bdd, BddResult};
use crate::pds::moped::SymbolicFile;
use crate::pds::system::PushdownSystem;
use ltl::{Automaton, Guard};

/// A control state of the file, a state of the automaton, and whether an accepting edge was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Control {
    pub(super) base: u32,
    pub(super) state: u32,
    pub(super) marked: bool,
}

impl Control {
    /// The same without what is remembered.
    pub(super) fn unmarked(self) -> Self {
        Control {
            marked: false,
            ..self
        }
    }
}

/// The symbol under every stack.
pub(super) const BOTTOM: u32 = u32::MAX;

/// A control state and the symbol on top, values aside.
pub(super) type Key = (Control, u32);

/// What a rule puts in the place of the symbol on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Put {
    Nothing,
    One(u32),
    /// The new top, and the symbol below it.
    Two(u32, u32),
}

/// A rule of the file, without its expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    pub(super) from: u32,
    pub(super) top: u32,
    pub(super) to: u32,
    pub(super) put: Put,
}

#[derive(Clone)]
pub(super) struct ProductRule {
    pub(super) to: Control,
    pub(super) put: Put,
    pub(super) relation: Bdd,
    /// The rule of the file; none where a run that has ended stutters.
    pub(super) origin: Option<usize>,
    pub(super) accepting: bool,
}

/// The relations of the file's rules.
pub(super) struct FileRules {
    pub(super) plain: Vec<Plain>,
    relations: Vec<Bdd>,
    by_head: FxHashMap<(u32, u32), Vec<usize>>,
}

impl FileRules {
    pub(super) fn new(
        file: &SymbolicFile,
        names: &PushdownSystem,
        space: &Space,
    ) -> Result<Self, NoRelation> {
        let mut rules = FileRules {
            plain: Vec::new(),
            relations: Vec::new(),
            by_head: FxHashMap::default(),
        };
        let control = |name: &str| names.find_control(name).map_or(0, |id| id.0);
        let symbol = |name: &String| names.find_symbol(name).map_or(0, |id| id.0);
        for rule in &file.rules {
            let relation = match &rule.condition {
                Some(condition) => space.truth(condition)?,
                None => space.bdds.one(),
            };
            let put = match rule.right.as_slice() {
                [] => Put::Nothing,
                [one] => Put::One(symbol(one)),
                [top, below, ..] => Put::Two(symbol(top), symbol(below)),
            };
            let plain = Plain {
                from: control(&rule.from),
                top: symbol(&rule.top),
                to: control(&rule.to),
                put,
            };
            let head = (plain.from, plain.top);
            rules
                .by_head
                .entry(head)
                .or_default()
                .push(rules.plain.len());
            rules.plain.push(plain);
            rules.relations.push(relation);
        }
        Ok(rules)
    }

    fn of_head(&self, control: u32, symbol: u32) -> &[usize] {
        self.by_head
            .get(&(control, symbol))
            .map_or(&[], Vec::as_slice)
    }

    /// Where no rule applies.
    fn ended(&self, space: &Space, control: u32, symbol: u32) -> BddResult {
        let bdds = &space.bdds;
        let after = bdds.and(&space.next, &space.below_cube)?;
        let mut ended = bdds.one();
        for &rule in self.of_head(control, symbol) {
            let applies = bdds.exists(&self.relations[rule], &after)?;
            ended = bdds.minus(&ended, &applies)?;
        }
        Ok(ended)
    }
}

/// The product, in one of two ways: marks are ignored, or stay once an accepting edge is taken.
pub(super) struct Product<'a> {
    pub(super) space: &'a Space,
    pub(super) file: &'a FileRules,
    pub(super) buchi: &'a Automaton,
    atoms: &'a Atoms,
    /// Whether runs that end stutter.
    stutters: bool,
    remembers_marks: bool,
    made: FxHashMap<Key, Rc<[ProductRule]>>,
}

impl<'a> Product<'a> {
    pub(super) fn new(
        space: &'a Space,
        file: &'a FileRules,
        buchi: &'a Automaton,
        atoms: &'a Atoms,
        stutters: bool,
    ) -> Self {
        Product {
            space,
            file,
            buchi,
            atoms,
            stutters,
            remembers_marks: false,
            made: FxHashMap::default(),
        }
    }

    pub(super) fn remembering_marks(&self) -> Self {
        Product {
            remembers_marks: true,
            made: FxHashMap::default(),
            ..*self
        }
    }

    /// The rules of a head that was asked for before.
    pub(super) fn made(&self, key: Key) -> Option<&[ProductRule]> {
        self.made.get(&key).map(|rules| &rules[..])
    }

    /// The rules of a head, made when they are asked for.
    pub(super) fn of_head(&mut self, key: Key) -> BddResult<Rc<[ProductRule]>> {
        if let Some(rules) = self.made.get(&key) {
            return Ok(rules.clone());
        }
        let rules: Rc<[ProductRule]> = self.make(key)?.into();
        self.made.insert(key, rules.clone());
        Ok(rules)
    }

    fn make(&self, (control, symbol): Key) -> BddResult<Vec<ProductRule>> {
        let bdds = &self.space.bdds;
        let ended = match self.stutters {
            true => self.file.ended(self.space, control.base, symbol)?,
            false => bdds.zero(),
        };
        let mut rules = Vec::new();
        let leaving = self
            .buchi
            .edges
            .iter()
            .filter(|edge| edge.from.0 == control.state);
        for edge in leaving {
            let guard = self.guard(&edge.guard, control.base, symbol, &ended)?;
            if bdds.is_zero(&guard) {
                continue;
            }
            let accepting = !edge.acceptance.is_empty();
            let to = |base| Control {
                base,
                state: edge.to.0,
                marked: self.remembers_marks && (control.marked || accepting),
            };
            for &number in self.file.of_head(control.base, symbol) {
                let relation = bdds.and(&self.file.relations[number], &guard)?;
                if !bdds.is_zero(&relation) {
                    rules.push(ProductRule {
                        to: to(self.file.plain[number].to),
                        put: self.file.plain[number].put,
                        relation,
                        origin: Some(number),
                        accepting,
                    });
                }
            }
            let stutter = bdds.and(
                &bdds.and(&ended, &guard)?,
                self.space.next_to_current.equal(),
            )?;
            if !bdds.is_zero(&stutter) {
                rules.push(ProductRule {
                    to: to(control.base),
                    put: Put::One(symbol),
                    relation: stutter,
                    origin: None,
                    accepting,
                });
            }
        }
        Ok(rules)
    }

    /// Where a guard holds in a head.
    fn guard(&self, guard: &Guard, control: u32, symbol: u32, ended: &Bdd) -> BddResult {
        let bdds = &self.space.bdds;
        let mut any = bdds.zero();
        for cube in guard.cubes() {
            let mut all = bdds.one();
            for (atom, value) in cube.literals() {
                let holds = self
                    .atoms
                    .holds(self.space, atom.index(), control, symbol, ended)?;
                all = match value {
                    true => bdds.and(&all, &holds)?,
                    false => bdds.minus(&all, &holds)?,
                };
            }
            any = bdds.or(&any, &all)?;
        }
        Ok(any)
    }
}
