//! The conditions of the induction, one by one: this file asks, `ways` and `calls` say what.

use ir::{Cfg, ExprId, FuncId, LocId};
use rustc_hash::FxHashMap;
use source::entity::EntityId;
use z3::ast::{Ast, Bool};

use super::diagrams::{Rank, TooMany};
use super::difference::Difference;
use super::moment::{Moment, Reads};
use super::{Claims, Contract, Outcome, Question, Set, Test, Why};
use crate::encoding_context::EncodingContext;
use crate::execution::state::State;
use crate::memory::axiom::{Axiom, Axioms};
use crate::solver::prover::{Answer, Prover};

/// The name of the state that a step begins in.
pub(super) const STATE_BEFORE: &str = "c";

/// Where the tests of another function begin in the order.
const FIRST_RANK_OF_OTHER_FUNCTION: Rank = 1 << 32;

/// Why the induction ends early.
pub(super) type Stopped = Outcome;

pub(super) struct Verifier<'v> {
    pub(super) context: &'v EncodingContext<'v>,
    pub(super) claims: &'v Claims,
    pub(super) question: &'v Question<'v>,
    pub(super) reads: Reads,
    orders: FxHashMap<FuncId, FxHashMap<Test, Rank>>,
    prover: Prover,
    conditions: usize,
    /// What was needed of memory so far.
    axioms: Axioms,
    /// What the solver's counter said last, and the effort taken so far.
    counter: u32,
    taken: u64,
}

/// A set of a contract, and what its tests mean.
pub(super) struct Side<'s> {
    pub(super) func: FuncId,
    pub(super) contract: &'s Contract,
    pub(super) set: Set,
    pub(super) holds: &'s mut dyn FnMut(Test) -> Bool,
}

impl<'v> Verifier<'v> {
    pub(super) fn new(
        context: &'v EncodingContext<'v>,
        claims: &'v Claims,
        question: &'v Question<'v>,
    ) -> Self {
        let prover = Prover::new(question.effort);
        let contracts = claims.functions.iter().filter(|(_, c)| c.is_well_formed());
        Verifier {
            context,
            claims,
            question,
            orders: contracts.map(|(&func, c)| (func, c.order())).collect(),
            counter: prover.effort(),
            prover,
            reads: Reads::default(),
            conditions: 0,
            axioms: Axioms::default(),
            taken: 0,
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        match self.all() {
            Ok(()) => Outcome::Holds(self.conditions, self.axioms),
            Err(stopped) => stopped,
        }
    }

    fn all(&mut self) -> Result<(), Stopped> {
        let claims = self.claims;
        for (&func, contract) in &claims.functions {
            if !contract.is_well_formed() {
                return Err(Outcome::Open(func, LocId::from_index(0), Why::Claim));
            }
        }
        if !mutants::is("the-second-look-takes-the-start-for-granted") {
            self.start()?;
        }
        for (&func, contract) in &claims.functions {
            let Some(cfg) = &self.context.program.funcs[func].body else {
                continue;
            };
            self.begin(func, contract, cfg)?;
            for (&loc, &set) in contract.at.iter().filter(|(_, set)| **set != Set::Nothing) {
                self.from(func, contract, cfg, loc, set)?;
            }
        }
        Ok(())
    }

    /// The program starts as the first function is claimed to be entered.
    fn start(&mut self) -> Result<(), Stopped> {
        let context = self.context;
        let entry = self.question.entry;
        let body = context.program.funcs[entry].body.as_ref();
        let first = body.map_or(LocId::from_index(0), |cfg| cfg.entry);
        let missing = Outcome::Open(entry, first, Why::Claim);
        let contract = self.claims.functions.get(&entry).ok_or(missing)?;
        let mut start = Moment::new(State::initial(context, "0"));
        let claim = contract.formula(contract.entered, &mut |(c, _)| start.holds(context, c));
        self.exclude((entry, first), &[], start.state.axioms(), &claim.not())
    }

    /// A function that is entered as claimed is at its first location as claimed.
    fn begin(&mut self, func: FuncId, contract: &Contract, cfg: &Cfg) -> Result<(), Stopped> {
        let context = self.context;
        let Some(&first) = contract.at.get(&cfg.entry) else {
            return Err(Outcome::Open(func, cfg.entry, Why::Claim));
        };
        let mut now = Moment::new(State::new(STATE_BEFORE));
        let mut holds = |(c, _): Test| now.holds(context, c);
        let entered = contract.formula(contract.entered, &mut holds);
        let claim = contract.formula(first, &mut holds);
        let bad = Bool::and(&[entered, claim.not()]);
        self.exclude((func, cfg.entry), &[], now.state.axioms(), &bad)
    }

    /// That a state is in one set and not in the other. What the two have in common is gone before the solver sees it.
    pub(super) fn difference(&mut self, mut from: Side<'_>, mut to: Side<'_>) -> Bool {
        let mut difference = Difference::new();
        let rest = self.subtract(&mut difference, &mut from, &mut to);
        self.taken += difference.work();
        match rest {
            Ok(rest) => difference.formula(rest),
            Err(TooMany) => {
                let within = from.contract.formula(from.set, from.holds);
                let without = to.contract.formula(to.set, to.holds).not();
                Bool::and(&[within, without])
            }
        }
    }

    /// Tests that have changed stand behind what they were, those of another function behind all.
    fn subtract(
        &self,
        difference: &mut Difference,
        from: &mut Side<'_>,
        to: &mut Side<'_>,
    ) -> Result<Set, TooMany> {
        let later = if from.func == to.func {
            1
        } else {
            FIRST_RANK_OF_OTHER_FUNCTION
        };
        let (order, other) = (&self.orders[&from.func], &self.orders[&to.func]);
        let a = difference.import(from.contract, from.set, &mut |test| {
            ((from.holds)(test), order[&test])
        })?;
        let b = difference.import(to.contract, to.set, &mut |test| {
            ((to.holds)(test), later + other[&test])
        })?;
        difference.minus(a, b)
    }

    /// One condition: no state meets the facts and is bad, with memory as it is taken to be.
    pub(super) fn exclude(
        &mut self,
        (func, loc): (FuncId, LocId),
        facts: &[Bool],
        memory: Vec<(Axiom, Bool)>,
        bad: &Bool,
    ) -> Result<(), Stopped> {
        self.conditions += 1;
        if bad.simplify().as_bool() == Some(false) {
            return Ok(());
        }
        let answer = self.ask(facts, &memory, bad);
        let counter = self.prover.effort();
        self.taken += u64::from(counter.wrapping_sub(self.counter));
        self.counter = counter;
        let all = self.question.all_effort;
        match answer {
            Answer::Satisfiable => Err(Outcome::Fails(func, loc)),
            Answer::Unknown => Err(Outcome::Open(func, loc, Why::Solver)),
            Answer::Unsatisfiable if all.is_some_and(|all| self.taken > all) => {
                Err(Outcome::Open(func, loc, Why::Effort))
            }
            Answer::Unsatisfiable => Ok(()),
        }
    }

    /// Whether the facts and what is bad can be true at once. If they cannot, notes which axioms that needs.
    fn ask(&mut self, facts: &[Bool], memory: &[(Axiom, Bool)], bad: &Bool) -> Answer {
        let names = Axiom::ALL.map(|axiom| Bool::new_const(format!("{}@", axiom.name())));
        let axioms = &mut self.axioms;
        self.prover.scope(|prover| {
            facts.iter().for_each(|fact| prover.assert(fact));
            prover.assert(bad);
            if memory.is_empty() {
                return prover.check();
            }
            for (axiom, fact) in memory {
                prover.assert(&names[*axiom as usize].implies(fact));
            }
            let answer = prover.check_with(&names);
            if answer == Answer::Unsatisfiable {
                for needed in prover.core(&names) {
                    axioms.insert(Axiom::ALL[needed]);
                }
            }
            answer
        })
    }
}

/// Whether a condition held when the function was entered: it does not change any more.
pub(super) fn on_entry(condition: ExprId) -> Bool {
    Bool::new_const(format!("{condition}@entry"))
}
