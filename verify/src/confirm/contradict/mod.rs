//! Runs against a proof: executions that meet a violation all the same, a state that the proof says is none, or memory
//! that is not as the proof takes it to be.
//!
//! The second look at a proof (`certify`) asks the solver, and the solver knows of memory what `semantics` tells it: one
//! fact too many there confirms itself in every question. Runs know nothing of such facts. They choose what is watched
//! among the objects that they meet, so that a choice about objects to come is made with hindsight, as an adversary
//! would. They are few and short, and can only take a proof away.

use interp::{Control, Observer, View};
use ir::{EdgeId, ExprId, ExprKind, FuncId, LocId, Program, Term};
use rustc_hash::FxHashMap;
use semantics::Axiom;
use semantics::claims::{Claims, Contract, Outcome, Set, Test};

mod new_objects;

use new_objects::NewObjects;

use crate::inputs::trial::{self, Budget, Met};
use crate::strategy::Conclusion;
use crate::{Session, Verdict};

/// What is spent on every proof: some hundredths of a second.
const TRIAL_BUDGET_PER_PROOF: Budget = Budget {
    runs: 40,
    steps: 20_000,
    all: 150_000,
};

impl Session {
    /// The answer where a proof was found: that, unless a run speaks against it.
    pub(crate) fn unless_contradicted(&mut self, observer: &mut dyn crate::Observer) -> Verdict {
        let (program, watched) = (&self.prepared.program, self.synthetic.watched);
        let mut judge = Judge::new(program, self.certificate.as_ref().map(|c| &c.claims));
        if self.may_use(Axiom::NewApart) {
            let prophecies = &self.prepared.facts.prophecies;
            judge.new_objects = Some(NewObjects::new(program, prophecies));
        }
        match trial::try_runs(program, watched, TRIAL_BUDGET_PER_PROOF, Some(&mut judge)) {
            None => Verdict::Proved,
            Some(Met::Violation(given, steps)) => {
                self.statistics.contradicted = true;
                match self.confirm_run(Some(given), steps) {
                    Some(Conclusion::Answer(verdict)) => verdict,
                    // Guards were needed: what was proved is proved of another program.
                    Some(_) => self.run_strategies(observer),
                    None => Verdict::Proved,
                }
            }
            Some(Met::Contradiction) => {
                self.statistics.contradicted = true;
                let against = judge
                    .found
                    .map_or(String::new(), |found| found.text(program));
                Verdict::Unknown(format!(
                    "a proof was found, but an execution contradicts {against}: please report this"
                ))
            }
        }
    }

    /// Whether the proof may need something that is taken for granted of memory: it does not if the second look says so.
    fn may_use(&self, axiom: Axiom) -> bool {
        match self.certificate.as_ref().map(|c| c.outcome) {
            Some(Outcome::Holds(_, axioms)) => axioms.contains(axiom),
            _ => true,
        }
    }
}

/// What a run speaks against.
#[derive(Clone, Copy)]
enum Found {
    /// What is claimed of a location.
    Claim(FuncId, LocId),
    /// What is taken for granted of memory, where a function allocates.
    Memory(Axiom, FuncId),
}

impl Found {
    fn text(self, program: &Program) -> String {
        match self {
            Found::Claim(func, loc) => {
                format!("what it claims of {} ({loc})", program.funcs[func].name)
            }
            Found::Memory(axiom, func) => format!(
                "in {} what it takes for granted of memory, that {}",
                program.funcs[func].name,
                axiom.text()
            ),
        }
    }
}

/// Holds the states of a run against the claims.
struct Judge<'j> {
    program: &'j Program,
    claims: Option<&'j Claims>,
    new_objects: Option<NewObjects<'j>>,
    active: Vec<Activation>,
    /// Whether the outcome of a condition is the same wherever objects lie.
    usable: FxHashMap<ExprId, bool>,
    found: Option<Found>,
}

struct Activation {
    depth: usize,
    func: FuncId,
    /// What the conditions were on entry, as far as that could be told.
    on_entry: FxHashMap<ExprId, bool>,
}

impl<'j> Judge<'j> {
    fn new(program: &'j Program, claims: Option<&'j Claims>) -> Self {
        Judge {
            program,
            claims,
            new_objects: None,
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

    /// Whether the state at a location may be as claimed; also if nothing is claimed.
    fn is_as_claimed(
        &mut self,
        func: FuncId,
        loc: LocId,
        entry: LocId,
        view: &mut View<'_, '_>,
    ) -> bool {
        let Some(contract) = self.claims.and_then(|claims| claims.functions.get(&func)) else {
            return true;
        };
        let (depth, is_entered) = (view.depth(), loc == entry);
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
            return true;
        }
        let at = contract.at.get(&loc).copied();
        let entered = is_entered.then_some(contract.entered);
        let sets: Vec<Set> = at.into_iter().chain(entered).collect();
        sets.into_iter()
            .all(|set| self.may_be_in(contract, set, view))
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
        let program = self.program;
        let Some(cfg) = &program.funcs[func].body else {
            return Control::Continue;
        };
        let stmt = &cfg.edge(edge).stmt;
        let new_objects = self.new_objects.as_mut();
        if new_objects.is_some_and(|new| new.is_contradicted(func, stmt, view)) {
            self.found = Some(Found::Memory(Axiom::NewApart, func));
        } else if !self.is_as_claimed(func, cfg.source(edge), cfg.entry, view) {
            self.found = Some(Found::Claim(func, cfg.source(edge)));
        }
        match self.found {
            None => Control::Continue,
            Some(_) => Control::Stop,
        }
    }
}

impl trial::Judge for Judge<'_> {
    fn begin(&mut self) {
        self.active.clear();
        self.new_objects.iter_mut().for_each(NewObjects::begin);
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
