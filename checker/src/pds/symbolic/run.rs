//! Runs with all their values, as runs of an explicit system that has only the rules that they take; held against the file
//! before they are told.

use rustc_hash::FxHashMap;

use super::atoms::allows;
use super::derivation::{NoRun, Step, Told};
use super::names::Names;
use super::rules::{BOTTOM, FileRules, Put};
use crate::pds::automaton::PAutomaton;
use crate::pds::moped::{SymbolicFile, Values};
use crate::pds::system::{Action, Configuration, PushdownSystem, Rule, RuleId};

/// A configuration with values; the top of the stack is the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Concrete {
    pub(super) control: u32,
    pub(super) globals: Vec<i64>,
    pub(super) stack: Vec<(u32, Vec<i64>)>,
}

impl Concrete {
    /// Takes a step back.
    fn undo(&mut self, step: &Step) -> Told<()> {
        let mut take = |symbol: u32, locals: &Vec<i64>| {
            let found = self.stack.pop();
            match found.as_ref() == Some(&(symbol, locals.clone())) {
                true => Ok(()),
                false => Err(NoRun::Unexplained),
            }
        };
        match step.put {
            Put::Nothing => {}
            Put::One(symbol) => take(symbol, &step.locals[1])?,
            Put::Two(top, below) => {
                take(top, &step.locals[1])?;
                take(below, &step.locals[2])?;
            }
        }
        if (self.control, &self.globals) != (step.to.base, &step.globals[1]) {
            return Err(NoRun::Unexplained);
        }
        self.control = step.from.base;
        self.globals = step.globals[0].clone();
        self.stack.push((step.top, step.locals[0].clone()));
        Ok(())
    }

    /// Takes a step.
    pub(super) fn apply(&mut self, step: &Step) -> Told<()> {
        let top = self.stack.pop();
        let is_there = top == Some((step.top, step.locals[0].clone()))
            && (self.control, &self.globals) == (step.from.base, &step.globals[0]);
        if !is_there {
            return Err(NoRun::Unexplained);
        }
        self.control = step.to.base;
        self.globals = step.globals[1].clone();
        match step.put {
            Put::Nothing => {}
            Put::One(symbol) => self.stack.push((symbol, step.locals[1].clone())),
            Put::Two(top, below) => {
                self.stack.push((below, step.locals[2].clone()));
                self.stack.push((top, step.locals[1].clone()));
            }
        }
        Ok(())
    }

    /// Whether it is in a set, values included.
    pub(super) fn is_in(&self, set: &PAutomaton, names: &Names) -> bool {
        let starts = set.states().filter(|&state| {
            let control = set.as_control(state).and_then(|id| names.control(id));
            control.is_some_and(|named| named.admits(self.control, &self.globals))
        });
        let mut at: Vec<_> = starts.collect();
        for (symbol, locals) in self.stack.iter().rev() {
            if *symbol == BOTTOM {
                continue;
            }
            let edges = at.iter().flat_map(|&state| set.edges(state));
            let admits = |id| names.symbol(id).is_some_and(|n| n.admits(*symbol, locals));
            let mut next: Vec<_> = edges
                .filter(|(id, _)| admits(*id))
                .map(|&(_, to)| to)
                .collect();
            next.sort_unstable();
            next.dedup();
            at = next;
        }
        at.into_iter().any(|state| set.is_accepting(state))
    }
}

/// Makes an explicit system of the rules of some runs.
pub(super) struct Teller<'t> {
    file: &'t SymbolicFile,
    names: &'t Names,
    rules: &'t FileRules,
    pub(super) system: PushdownSystem,
    known: FxHashMap<String, RuleId>,
}

impl<'t> Teller<'t> {
    pub(super) fn new(file: &'t SymbolicFile, names: &'t Names, rules: &'t FileRules) -> Self {
        Teller {
            file,
            names,
            rules,
            system: PushdownSystem::default(),
            known: FxHashMap::default(),
        }
    }

    /// The configuration that steps begin with, of the one that they end with.
    pub(super) fn start(end: &Concrete, steps: &[Step]) -> Told<Concrete> {
        let mut at = end.clone();
        for step in steps.iter().rev() {
            at.undo(step)?;
        }
        Ok(at)
    }

    /// A configuration without the bottom of its stack.
    pub(super) fn configuration(&mut self, at: &Concrete) -> Configuration {
        let control = self.names.full_control(self.file, at.control, &at.globals);
        let symbols = at.stack.iter().filter(|(symbol, _)| *symbol != BOTTOM);
        Configuration {
            control: self.system.control(&control),
            stack: symbols
                .map(|(symbol, locals)| {
                    let name = self.names.full_symbol(self.file, *symbol, locals);
                    self.system.symbol(&name)
                })
                .collect(),
        }
    }

    /// The rules of some steps, each of which the file must allow.
    pub(super) fn rules(&mut self, steps: &[Step]) -> Told<Vec<RuleId>> {
        let mut rules = Vec::new();
        for step in steps {
            if let Some(origin) = step.origin {
                rules.push(self.rule(step, origin)?);
            }
        }
        Ok(rules)
    }

    fn rule(&mut self, step: &Step, origin: usize) -> Told<RuleId> {
        let plain = &self.rules.plain[origin];
        let values = Values {
            globals: [&step.globals[0], &step.globals[1]],
            locals: [&step.locals[0], &step.locals[1], &step.locals[2]],
        };
        let is_its_own = (plain.from, plain.top, plain.to, plain.put)
            == (step.from.base, step.top, step.to.base, step.put);
        if !is_its_own || !allows(self.file, origin, &values) {
            return Err(NoRun::Unexplained);
        }
        let control = |base, values: &[i64]| self.names.full_control(self.file, base, values);
        let symbol = |base, values: &[i64]| self.names.full_symbol(self.file, base, values);
        let (from, to) = (
            control(step.from.base, &step.globals[0]),
            control(step.to.base, &step.globals[1]),
        );
        let top = symbol(step.top, &step.locals[0]);
        let (first, second) = match step.put {
            Put::Nothing => (None, None),
            Put::One(one) => (Some(symbol(one, &step.locals[1])), None),
            Put::Two(one, two) => (
                Some(symbol(one, &step.locals[1])),
                Some(symbol(two, &step.locals[2])),
            ),
        };
        let text = format!("{origin} {from} {top} {to} {first:?} {second:?}");
        if let Some(&known) = self.known.get(&text) {
            return Ok(known);
        }
        let system = &mut self.system;
        let mut put = |name: Option<String>| name.map(|name| system.symbol(&name));
        let action = match (put(first), put(second)) {
            (None, _) => Action::Pop,
            (Some(one), None) => Action::Swap(one),
            (Some(one), Some(two)) => Action::Push(one, two),
        };
        let rule = Rule {
            from: system.control(&from),
            top: system.symbol(&top),
            to: system.control(&to),
            action,
            weight: 0,
            label: self.file.rules[origin].label.as_deref().map(Into::into),
        };
        let id = system.add_rule(rule);
        self.known.insert(text, id);
        Ok(id)
    }
}
