//! Looks for a violation by running a woven program on all small inputs.
//!
//! Every value that the program leaves open is one of a few of its type; the runs are a depth-first
//! walk of these choices. What is watched is each address that an event compares with, as found by
//! the runs themselves. An oracle for bugs (a violation found is one); for correct programs it says
//! that no small input is a counterexample.

use super::watched::WatchedAddresses;
use frontend::property::Checked;
use interp::{
    Exit, Input, Inputs, Limits, Observer, Request, RequestKind, RunConfig, Space, run_observed,
};
use ir::types::{TypeId, TypeKind};
use ir::{Callee, EdgeId, FuncId, Program, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// What came out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// With its message.
    Violation(String),
    /// All runs there are, and nothing.
    Nothing,
    /// Nothing in as many runs as were allowed for each watched address.
    GaveUp,
    /// A run ended in a way that no example should.
    Broken(String),
}

/// More choices than this in one run all take the first value.
const MAX_CHOICES_PER_RUN: usize = 40;

pub(crate) fn explore(checked: &Checked, most_runs: usize) -> Found {
    let program = &checked.compiled.program;
    let watched = checked.watched;
    let mut addresses = BTreeSet::from([0u128]);
    let mut done = BTreeSet::new();
    let (mut gave_up, mut fault) = (false, None);
    while let Some(&address) = addresses.difference(&done).next() {
        done.insert(address);
        let mut path: Vec<(usize, usize)> = Vec::new();
        for run in 0.. {
            if run == most_runs {
                gave_up = true;
                break;
            }
            let mut choices = Choices {
                watched,
                address,
                path: std::mem::take(&mut path),
                at: 0,
                thorough: most_runs > 10_000,
                given: BTreeMap::new(),
            };
            let outside = choices.start(program);
            let mut eyes = watched.map(|var| WatchedAddresses::new(program, var));
            let config = RunConfig {
                limits: Limits {
                    steps: 20_000,
                    ..Limits::default()
                },
                space: Space {
                    outside,
                    ..Space::default()
                },
                ..RunConfig::default()
            };
            let observer = eyes.as_mut().map(|e| e as &mut dyn Observer);
            let outcome = run_observed(program, &config, &mut choices, observer);
            path = std::mem::take(&mut choices.path);
            addresses.extend(eyes.into_iter().flat_map(|eyes| eyes.seen));
            match outcome.exit {
                Exit::Error(site) => {
                    let call = site.edge.and_then(|e| callee(program, site.func, e));
                    let violation = call.and_then(|f| checked.violations.get(&f));
                    let message = violation.map(|v| v.message.clone());
                    return match message {
                        Some(message) => Found::Violation(message),
                        None => Found::Broken("an error that is no violation".into()),
                    };
                }
                Exit::Code(_) | Exit::AssumeFailed(_) | Exit::Abort | Exit::Limit(_) => {}
                // A function may not be meant for all that it is given here.
                Exit::Fault(_) if !choices.given.is_empty() => {}
                // What is undefined may be the consequence of a violation that was not watched.
                other => fault = Some(format!("{other:?}")),
            }
            // The next path: the last choice with a value left takes it.
            while path.last().is_some_and(|&(taken, of)| taken + 1 >= of) {
                path.pop();
            }
            match path.last_mut() {
                Some(last) => last.0 += 1,
                None => break,
            }
        }
    }
    match fault {
        Some(fault) => Found::Broken(fault),
        None if gave_up => Found::GaveUp,
        None => Found::Nothing,
    }
}

fn callee(program: &Program, func: FuncId, edge: EdgeId) -> Option<FuncId> {
    match program.funcs[func].body.as_ref()?.edge(edge).stmt {
        Stmt::Call {
            callee: Callee::Direct(func),
            ..
        } => Some(func),
        _ => None,
    }
}

struct Choices {
    watched: Option<VarId>,
    address: u128,
    /// The value taken and how many there are, for each request.
    path: Vec<(usize, usize)>,
    at: usize,
    /// Whether variables without initialiser have all values too.
    thorough: bool,
    /// What the parameters of the first function hold.
    given: BTreeMap<VarId, Input>,
}

impl Choices {
    fn choose<'v, T>(&mut self, values: &'v [T]) -> &'v T {
        if self.at == self.path.len() {
            let of = if self.at < MAX_CHOICES_PER_RUN {
                values.len()
            } else {
                1
            };
            self.path.push((0, of));
        }
        let taken = self.path[self.at].0;
        self.at += 1;
        &values[taken]
    }

    /// Chooses what the first function is given, and the objects that its parameters lead to.
    fn start(&mut self, program: &Program) -> Vec<(u64, Vec<u8>)> {
        let Some(entry) = program.entry else {
            return Vec::new();
        };
        let params = &program.funcs[entry].params;
        let types = &program.types;
        let pointers = |n: usize| {
            params
                .get(n)
                .is_some_and(|&p| types.is_pointer(program.vars[p].ty))
        };
        let mut leads = vec![0, FREE_ADDRESS];
        leads.extend(
            (0..2)
                .filter(|&n| pointers(n))
                .map(|n| FREE_ADDRESS + OBJECT_DISTANCE_BYTES * (n as u64 + 1)),
        );
        let mut objects = Vec::new();
        for (n, &param) in params.iter().enumerate() {
            let ty = program.vars[param].ty;
            let own = FREE_ADDRESS + OBJECT_DISTANCE_BYTES * (n as u64 + 1);
            let input = match types.target(ty) {
                None if types.is_scalar(ty) => Input::Bits(*self.choose(&[0, 1, 2])),
                None => Input::Bytes(self.object(program, ty, &leads)),
                Some(target) => {
                    let contents = match types.is_void(target) {
                        true => self.numbers(),
                        false => self.object(program, target, &leads),
                    };
                    objects.push((own, contents));
                    let ways = if n == 0 {
                        vec![own]
                    } else {
                        vec![own, FREE_ADDRESS + OBJECT_DISTANCE_BYTES, 0]
                    };
                    Input::Bits((*self.choose(&ways)).into())
                }
            };
            self.given.insert(param, input);
        }
        if !objects.is_empty() {
            let numbers = self.numbers();
            objects.push((FREE_ADDRESS, numbers));
        }
        // What lies before a member that a pointer leads to is zero.
        let with_room = |(start, contents): (u64, Vec<u8>)| {
            let mut bytes = vec![0; BYTES_BEFORE_OBJECT as usize];
            bytes.extend(contents);
            bytes.resize((OBJECT_DISTANCE_BYTES / 2) as usize, 0);
            (start - BYTES_BEFORE_OBJECT, bytes)
        };
        objects.into_iter().map(with_room).collect()
    }

    /// An object of which nothing is known: the same number everywhere.
    fn numbers(&mut self) -> Vec<u8> {
        let number: i32 = *self.choose(&[0, 1, 2]);
        number.to_le_bytes().repeat(64)
    }

    /// Small values in all members; pointers lead to one of the objects.
    fn object(&mut self, program: &Program, ty: TypeId, leads: &[u64]) -> Vec<u8> {
        let types = &program.types;
        let size = types.size_of(ty).unwrap_or(0) as usize;
        match *types.kind(ty) {
            TypeKind::Record(record) => {
                let mut bytes = vec![0; size];
                for field in types.records[record].fields.values() {
                    let part = self.object(program, field.ty, leads);
                    let start = field.offset() as usize;
                    bytes[start..start + part.len()].copy_from_slice(&part);
                }
                bytes
            }
            _ if types.is_pointer(ty) => self.choose(leads).to_le_bytes()[..size].to_vec(),
            _ if types.is_scalar(ty) => {
                let value: i64 = *self.choose(&[0, 1, 2, -1]);
                let mut bytes = value.to_le_bytes().to_vec();
                bytes.resize(size, 0);
                bytes
            }
            _ => vec![0; size],
        }
    }
}

/// Where the interpreter has nothing of its own: an object of numbers, and behind it those of the parameters.
const FREE_ADDRESS: u64 = 0x0910_0000;
const OBJECT_DISTANCE_BYTES: u64 = 0x1_0000;
const BYTES_BEFORE_OBJECT: u64 = 0x400;

impl Inputs for Choices {
    fn next(&mut self, request: &Request<'_>) -> Option<Input> {
        if let RequestKind::Undefined(var) = request.kind {
            let this = Some(var) == self.watched;
            return Some(match this {
                true => Input::Bits(self.address),
                false => Input::Unknown,
            });
        }
        let types = &request.program.types;
        if let RequestKind::Uninitialised(var) = request.kind {
            if let Some(input) = self.given.get(&var) {
                return Some(input.clone());
            }
            if types.is_pointer(request.ty) {
                return Some(Input::Fresh(256));
            }
            // Most are assigned before they are read.
            if !self.thorough {
                return Some(Input::Unknown);
            }
        }
        let values = if types.is_pointer(request.ty) {
            let error = (-12i128) as u128 & u128::from(u64::MAX);
            [8, 0, error]
                .map(Input::Bits)
                .into_iter()
                .chain([Input::Fresh(256)])
                .collect()
        } else {
            let width = types.bits_kind(request.ty).map_or(32, |k| types.width(k));
            let minus = u128::MAX >> (128 - width);
            [0, 1, minus, 2].map(Input::Bits).to_vec()
        };
        Some(self.choose(&values).clone())
    }

    fn wants_uninitialised(&self) -> bool {
        true
    }
}
