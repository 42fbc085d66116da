//! Runs against a proof: executions that meet a violation all the same, or a state that the proof says is none.
//!
//! The second look at a proof (`certify`) asks the solver, and the solver knows of memory what `semantics` tells it: one
//! fact too many there confirms itself in every question. Runs know nothing of such facts. They choose what is watched
//! among the objects that they meet, so that a choice about objects to come is made with hindsight, as an adversary
//! would. They are few and short, and can only take a proof away.

use frontend::interp::{Control, Observer, View};
use frontend::ir::{EdgeId, ExprId, ExprKind, FuncId, LocId, Program, Term};
use rustc_hash::FxHashMap;
use semantics::claims::{Claims, Contract, Set, Test};

use super::trial::{self, Budget, Met};
use super::{Check, Event, Turned, Verdict};

/// What is spent on every proof: some hundredths of a second.
const RUNS: Budget = Budget {
    runs: 40,
    steps: 20_000,
    all: 150_000,
};

impl Check {
    /// The answer where a proof was found: that, unless a run speaks against it.
    pub(super) fn unless_contradicted(
        &mut self,
        seen: &mut dyn FnMut(&Self, Event<'_>),
    ) -> Verdict {
        let claims = self.certificate.as_ref().map(|c| &c.claims);
        let mut judge = claims.map(|claims| Judge::new(&self.made.program, claims));
        let (program, watched) = (&self.made.program, self.own.watched);
        let judged = judge.as_mut().map(|judge| judge as &mut dyn trial::Judge);
        match trial::try_runs(program, watched, RUNS, judged) {
            None => Verdict::Proved,
            Some(Met::Violation(given, steps)) => {
                self.statistics.contradicted = true;
                match self.retell(Some(given), steps) {
                    Some(Turned::Answer(verdict)) => verdict,
                    // Guards were needed: what was proved is proved of another program.
                    Some(Turned::On) => self.run(seen),
                    None => Verdict::Proved,
                }
            }
            Some(Met::Contradiction) => {
                self.statistics.contradicted = true;
                let found = judge.and_then(|judge| judge.found);
                let place = found.map_or(String::new(), |(func, loc)| {
                    format!(" of {} ({loc})", self.made.program.funcs[func].name)
                });
                Verdict::Unknown(format!(
                    "a proof was found, but an execution contradicts what it claims{place}: please report this"
                ))
            }
        }
    }
}

/// Holds the states of a run against the claims.
struct Judge<'j> {
    program: &'j Program,
    claims: &'j Claims,
    active: Vec<Activation>,
    /// Whether the outcome of a condition is the same wherever objects lie.
    usable: FxHashMap<ExprId, bool>,
    /// Where a state was met that is claimed to be none.
    found: Option<(FuncId, LocId)>,
}

struct Activation {
    depth: usize,
    func: FuncId,
    /// What the conditions were on entry, as far as that could be told.
    on_entry: FxHashMap<ExprId, bool>,
}

impl<'j> Judge<'j> {
    fn new(program: &'j Program, claims: &'j Claims) -> Self {
        Judge {
            program,
            claims,
            active: Vec::new(),
            usable: FxHashMap::default(),
            found: None,
        }
    }

    /// The value of a condition now, if it has one that does not depend on where objects lie.
    fn now(&mut self, condition: ExprId, view: &mut View<'_, '_>) -> Option<bool> {
        let program = self.program;
        let usable = self.usable.entry(condition);
        if !*usable.or_insert_with(|| is_independent_of_addresses(program, condition)) {
            return None;
        }
        view.value(condition).ok().map(|value| value.bits != 0)
    }

    fn enter(&mut self, func: FuncId, contract: &Contract, view: &mut View<'_, '_>) {
        let depth = view.depth();
        let tests = contract.decisions.iter().filter(|d| d.on_entry);
        let mut on_entry = FxHashMap::default();
        for condition in tests.map(|d| d.condition) {
            if let Some(value) = self.now(condition, view) {
                on_entry.insert(condition, value);
            }
        }
        self.active.push(Activation {
            depth,
            func,
            on_entry,
        });
    }

    /// Whether a state may be in a set; also if that cannot be told.
    fn may_be_in(&mut self, contract: &Contract, mut set: Set, view: &mut View<'_, '_>) -> bool {
        loop {
            let index = match set {
                Set::Nothing => return false,
                Set::Everything => return true,
                Set::Decided(index) => index,
            };
            let decision = contract.decisions[index as usize];
            set = match self.value((decision.condition, decision.on_entry), view) {
                Some(true) => decision.yes,
                Some(false) => decision.no,
                None => return true,
            };
        }
    }

    fn value(&mut self, (condition, on_entry): Test, view: &mut View<'_, '_>) -> Option<bool> {
        match on_entry {
            false => self.now(condition, view),
            true => self.active.last()?.on_entry.get(&condition).copied(),
        }
    }
}

impl Observer for Judge<'_> {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        let claims = self.claims;
        let (Some(contract), Some(cfg)) =
            (claims.functions.get(&func), &self.program.funcs[func].body)
        else {
            return Control::Continue;
        };
        let (depth, loc) = (view.depth(), cfg.source(edge));
        let is_entered = loc == cfg.entry;
        self.active
            .retain(|a| a.depth < depth || (a.depth == depth && !is_entered));
        if is_entered {
            self.enter(func, contract, view);
        }
        if self
            .active
            .last()
            .is_none_or(|a| (a.depth, a.func) != (depth, func))
        {
            return Control::Continue;
        }
        let at = contract.at.get(&loc).copied();
        let entered = is_entered.then_some(contract.entered);
        for set in at.into_iter().chain(entered) {
            if !self.may_be_in(contract, set, view) {
                self.found = Some((func, loc));
                return Control::Stop;
            }
        }
        Control::Continue
    }
}

impl trial::Judge for Judge<'_> {
    fn begin(&mut self) {
        self.active.clear();
    }

    fn has_found(&self) -> bool {
        self.found.is_some()
    }
}

/// Whether a condition makes no number of an address and no address of a number: formulas and runs place objects
/// differently.
fn is_independent_of_addresses(program: &Program, condition: ExprId) -> bool {
    let types = &program.types;
    let depends = |term: Term| {
        let Term::Expr(e) = term else { return false };
        let is_pointer = |e: ExprId| types.is_pointer(program.type_of(e));
        match program.terms.expr(e).kind {
            ExprKind::Cast(of) => {
                is_pointer(e) != is_pointer(of) && program.const_value(of) != Some(0)
            }
            ExprKind::Int(_) => is_pointer(e) && program.const_value(e) != Some(0),
            ExprKind::Binary(op, a, _) => op.is_comparison() && !op.is_equality() && is_pointer(a),
            _ => false,
        }
    };
    let parts = program.terms.parts(Term::Expr(condition));
    !parts.into_iter().any(depends)
}
