//! Looks for a violation by running a woven program on all small inputs.
//!
//! Every value that the program leaves open is one of a few of its type; the runs are a depth-first
//! walk of these choices. What is watched is each address that an event compares with, as found by
//! the runs themselves. An oracle for bugs (a violation found is one); for correct programs it says
//! that no small input is a counterexample.

use frontend::interp::{
    Exit, Input, Inputs, Limits, Observer, Request, RequestKind, RunConfig, run_observed,
};
use frontend::ir::{Callee, EdgeId, FuncId, Program, Stmt, VarId};
use frontend::property::{Addresses, Checked};
use std::collections::BTreeSet;

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
const DEEPEST: usize = 40;

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
            };
            let mut eyes = watched.map(|var| Addresses::new(program, var));
            let config = RunConfig {
                limits: Limits {
                    steps: 20_000,
                    ..Limits::default()
                },
                ..RunConfig::default()
            };
            let observer = eyes.as_mut().map(|e| e as &mut dyn Observer);
            let outcome = run_observed(program, &config, &mut choices, observer);
            path = choices.path;
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
}

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
        if let RequestKind::Uninitialised(_) = request.kind {
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
        if self.at == self.path.len() {
            let of = if self.at < DEEPEST { values.len() } else { 1 };
            self.path.push((0, of));
        }
        let taken = self.path[self.at].0;
        self.at += 1;
        Some(values[taken].clone())
    }

    fn wants_uninitialised(&self) -> bool {
        true
    }
}
