//! The states that executions visit, by what conditions are there.

use interp::{Control, Limits, Observer, RunConfig, Script, View};
use ir::{Callee, EdgeId, ExprId, FuncId, LocId, Program, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::claims::{Claims, Contract, Set};

/// What a condition is; `None` if that depends on what was never set.
type Values = FxHashMap<ExprId, Option<bool>>;

/// A state of a function at a location, with what was on entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) func: FuncId,
    pub(crate) loc: LocId,
    /// In order.
    now: Vec<(ExprId, Option<bool>)>,
    before: Vec<(ExprId, Option<bool>)>,
}

/// What executions have met.
#[derive(Default)]
pub(crate) struct Visited {
    pub(crate) states: FxHashSet<State>,
    pub(crate) called: FxHashSet<FuncId>,
}

impl Visited {
    /// Runs a program with many inputs. `conditions` are those of each function.
    pub(crate) fn new(
        program: &Program,
        conditions: &FxHashMap<FuncId, Vec<ExprId>>,
        inputs: impl Iterator<Item = Vec<i128>>,
    ) -> Self {
        let mut visited = Visited::default();
        for values in inputs {
            let mut watcher = Watcher {
                program,
                conditions,
                frames: Vec::new(),
                visited: &mut visited,
            };
            let run = RunConfig {
                limits: Limits {
                    steps: 2_000,
                    ..Limits::default()
                },
                ..RunConfig::default()
            };
            let mut script = Script::new(values);
            interp::run_observed(program, &run, &mut script, Some(&mut watcher));
        }
        visited
    }

    /// A state that was visited although claims exclude it.
    pub(crate) fn excluded(&self, claims: &Claims) -> Option<&State> {
        self.states.iter().find(|state| {
            let Some(contract) = claims.functions.get(&state.func) else {
                return false;
            };
            state.is_excluded(contract)
        })
    }
}

impl State {
    fn is_excluded(&self, contract: &Contract) -> bool {
        let value = |values: &[(ExprId, Option<bool>)], condition| {
            let found = values.iter().find(|(c, _)| *c == condition);
            found.and_then(|(_, value)| *value)
        };
        let is_kept = |&condition: &ExprId| {
            let (now, before) = (value(&self.now, condition), value(&self.before, condition));
            now.is_none() || before.is_none() || now == before
        };
        let Some(&set) = contract.at.get(&self.loc) else {
            return false;
        };
        let at = may_be_in(contract, set, |condition, on_entry| match on_entry {
            true => value(&self.before, condition),
            false => value(&self.now, condition),
        });
        let entered = may_be_in(contract, contract.entered, |condition, _| {
            value(&self.before, condition)
        });
        !at || !entered || !contract.kept.iter().all(is_kept)
    }
}

/// Whether a state is in a set, as far as that is known.
fn may_be_in(contract: &Contract, set: Set, value: impl Fn(ExprId, bool) -> Option<bool>) -> bool {
    let mut waiting = vec![set];
    while let Some(set) = waiting.pop() {
        let decision = match set {
            Set::Everything => return true,
            Set::Nothing => continue,
            Set::Decided(i) => contract.decisions[i as usize],
        };
        match value(decision.condition, decision.on_entry) {
            Some(true) => waiting.push(decision.yes),
            Some(false) => waiting.push(decision.no),
            None => waiting.extend([decision.yes, decision.no]),
        }
    }
    false
}

struct Watcher<'a> {
    program: &'a Program,
    conditions: &'a FxHashMap<FuncId, Vec<ExprId>>,
    /// What conditions were on entry of the active calls.
    frames: Vec<Values>,
    visited: &'a mut Visited,
}

impl Watcher<'_> {
    fn values(&self, func: FuncId, view: &mut View<'_, '_>) -> Values {
        let conditions = self.conditions.get(&func).into_iter().flatten();
        conditions
            .map(|&condition| {
                let value = view.value(condition).ok();
                let known = value.filter(|v| v.defined).map(|v| v.bits != 0);
                (condition, known)
            })
            .collect()
    }
}

impl Observer for Watcher<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        let Some(cfg) = &self.program.funcs[func].body else {
            return Control::Continue;
        };
        let now = self.values(func, view);
        self.frames.truncate(view.depth());
        if self.frames.len() < view.depth() {
            self.frames.push(now.clone());
        }
        assert_eq!(self.frames.len(), view.depth(), "one call at a time");
        let ordered = |values: &Values| {
            let mut all: Vec<_> = values.iter().map(|(c, v)| (*c, *v)).collect();
            all.sort_unstable();
            all
        };
        self.visited.states.insert(State {
            func,
            loc: cfg.source(edge),
            now: ordered(&now),
            before: ordered(self.frames.last().expect("a call is active")),
        });
        if let Stmt::Call {
            callee: Callee::Direct(callee),
            ..
        } = cfg.edge(edge).stmt
        {
            self.visited.called.insert(callee);
        }
        Control::Continue
    }
}
