//! The conditions of the induction, one by one.

use std::collections::BTreeSet;

use frontend::entity::EntityId;
use frontend::ir::{
    Callee, Cfg, EdgeId, ExprId, ExprKind, FuncId, LocId, PlaceId, PlaceKind, Program, Stmt, Term,
    VarId,
};
use z3::ast::{Ast, Bool};

use super::moment::{Moment, Reads};
use super::{Claims, Contract, Outcome, Question, Set, Why};
use crate::call::{Passage, is_visible};
use crate::prover::{Answer, Prover};
use crate::state::State;
use crate::stmt::{Effect, Outside, execute, outside};
use crate::world::World;

/// The name of the state that a step begins in.
const BEFORE: &str = "c";

/// Why the induction ends early.
type Stopped = Outcome;

pub(super) struct Verifier<'v> {
    world: &'v World<'v>,
    claims: &'v Claims,
    question: &'v Question<'v>,
    prover: Prover,
    reads: Reads,
    conditions: usize,
    /// The effort at the start of what is counted last, and all of it.
    counter: u32,
    taken: u64,
}

/// Where a way has led to.
struct Way {
    loc: LocId,
    state: State,
    /// What must hold for it to be taken.
    conditions: Vec<Bool>,
    /// The locations it came through.
    through: BTreeSet<LocId>,
}

/// A call on a way.
struct CallOf<'a> {
    callee: FuncId,
    args: &'a [ExprId],
    result: Option<PlaceId>,
    /// Where the caller goes on.
    to: LocId,
}

impl<'v> Verifier<'v> {
    pub(super) fn new(
        world: &'v World<'v>,
        claims: &'v Claims,
        question: &'v Question<'v>,
    ) -> Self {
        let prover = Prover::new(question.effort);
        Verifier {
            world,
            claims,
            question,
            counter: prover.effort(),
            prover,
            reads: Reads::default(),
            conditions: 0,
            taken: 0,
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        match self.all() {
            Ok(()) => Outcome::Holds(self.conditions),
            Err(stopped) => stopped,
        }
    }

    fn all(&mut self) -> Result<(), Stopped> {
        let claims = self.claims;
        self.form()?;
        self.start()?;
        for (&func, contract) in &claims.functions {
            let Some(cfg) = &self.world.program.funcs[func].body else {
                continue;
            };
            self.begin(func, contract, cfg)?;
            for (&loc, &set) in contract.at.iter().filter(|(_, set)| **set != Set::Nothing) {
                self.from(func, contract, cfg, loc, set)?;
            }
        }
        Ok(())
    }

    /// All claims are made of their parts. Callers use those of their callees, so that is asked first.
    fn form(&self) -> Result<(), Stopped> {
        let mut contracts = self.claims.functions.iter();
        match contracts.find(|(_, contract)| !contract.is_well_formed()) {
            Some((&func, _)) => Err(Outcome::Open(func, self.first(func), Why::Claim)),
            None => Ok(()),
        }
    }

    /// Where a function begins.
    fn first(&self, func: FuncId) -> LocId {
        let body = self.world.program.funcs[func].body.as_ref();
        body.map_or(LocId::from_index(0), |cfg| cfg.entry)
    }

    /// The contract of a function.
    fn contract(&self, func: FuncId) -> Option<&'v Contract> {
        self.claims.functions.get(&func)
    }

    /// The program starts as the first function is claimed to be entered.
    fn start(&mut self) -> Result<(), Stopped> {
        let world = self.world;
        let entry = self.question.entry;
        let first = self.first(entry);
        let contract = self.contract(entry);
        let contract = contract.ok_or(Outcome::Open(entry, first, Why::Claim))?;
        let mut start = Moment::new(State::initial(world, "0"));
        let claim = contract.formula(contract.entered, &mut |c, _| start.holds(world, c));
        self.show(entry, first, &start.state.layout(), &claim)
    }

    /// A function that is entered as claimed is at its first location as claimed.
    fn begin(&mut self, func: FuncId, contract: &Contract, cfg: &Cfg) -> Result<(), Stopped> {
        let world = self.world;
        let Some(&first) = contract.at.get(&cfg.entry) else {
            return Err(Outcome::Open(func, cfg.entry, Why::Claim));
        };
        let mut now = Moment::new(State::new(BEFORE));
        let mut holds = |c, _| now.holds(world, c);
        let entered = contract.formula(contract.entered, &mut holds);
        let claim = contract.formula(first, &mut holds);
        let mut facts = now.state.layout();
        facts.push(entered);
        self.show(func, cfg.entry, &facts, &claim)
    }

    /// Everything that can happen from a location until the next one with a claim.
    fn from(
        &mut self,
        func: FuncId,
        contract: &'v Contract,
        cfg: &'v Cfg,
        loc: LocId,
        set: Set,
    ) -> Result<(), Stopped> {
        let mut before = Moment::new(State::new(BEFORE));
        let claim = self.claimed(contract, set, &mut before);
        self.prover.push();
        self.prover.assert(&claim);
        let result = self.ways(func, contract, cfg, loc, &before);
        self.prover.pop();
        result
    }

    /// What is claimed of a moment.
    fn claimed(&self, contract: &Contract, set: Set, now: &mut Moment) -> Bool {
        let world = self.world;
        let mut holds = |condition, entry| match entry {
            true => on_entry(condition),
            false => now.holds(world, condition),
        };
        let mut parts = vec![contract.formula(set, &mut holds)];
        for &condition in &contract.kept {
            parts.push(on_entry(condition).iff(holds(condition, false)));
        }
        Bool::and(&parts)
    }

    fn ways(
        &mut self,
        func: FuncId,
        contract: &'v Contract,
        cfg: &'v Cfg,
        loc: LocId,
        before: &Moment,
    ) -> Result<(), Stopped> {
        let mut waiting = vec![Way {
            loc,
            state: before.state.clone(),
            conditions: Vec::new(),
            through: BTreeSet::new(),
        }];
        while let Some(way) = waiting.pop() {
            for edge in cfg.outgoing(way.loc) {
                let Some(next) = self.step(func, contract, cfg, edge, &way, before)? else {
                    continue;
                };
                match contract.at.get(&next.loc) {
                    Some(&set) => self.arrive(func, contract, before, next, set)?,
                    None if next.through.contains(&next.loc) => {
                        return Err(Outcome::Open(func, next.loc, Why::Claim));
                    }
                    None => waiting.push(next),
                }
            }
        }
        Ok(())
    }

    /// Where an edge leads to; nowhere if nobody passes, or if what follows has been looked at.
    fn step(
        &mut self,
        func: FuncId,
        contract: &'v Contract,
        cfg: &'v Cfg,
        edge: EdgeId,
        way: &Way,
        before: &Moment,
    ) -> Result<Option<Way>, Stopped> {
        let world = self.world;
        let program: &Program = world.program;
        let mut next = Way {
            loc: cfg.target(edge),
            state: way.state.clone(),
            conditions: way.conditions.clone(),
            through: way.through.clone(),
        };
        next.through.insert(way.loc);
        match &cfg.edge(edge).stmt {
            Stmt::Call {
                callee: Callee::Direct(callee),
                args,
                result,
            } => {
                if self.question.violations.contains(callee) {
                    self.exclude(func, way)?;
                    return Ok(None);
                }
                if program.funcs[*callee].body.is_some() {
                    let call = CallOf {
                        callee: *callee,
                        args,
                        result: *result,
                        to: next.loc,
                    };
                    self.call(func, contract, way, &call, before)?;
                    return Ok(None);
                }
                match outside(&mut next.state, world, func, edge) {
                    Outside::Ends => return Ok(None),
                    Outside::Returns(_) => {}
                }
            }
            Stmt::Call { .. } => return Err(Outcome::Open(func, way.loc, Why::Claim)),
            Stmt::Return { .. } => {
                // The claim of callers is made of what is claimed where a return begins.
                return match contract.at.contains_key(&way.loc) {
                    true => Ok(None),
                    false => Err(Outcome::Open(func, way.loc, Why::Claim)),
                };
            }
            stmt => {
                if let Effect::If(condition) = execute(&mut next.state, world, stmt) {
                    let condition = condition.simplify();
                    if condition.as_bool() == Some(false) {
                        return Ok(None);
                    }
                    next.conditions.push(condition);
                }
            }
        }
        Ok(Some(next))
    }

    /// A way ends at a location with a claim, which must hold then.
    fn arrive(
        &mut self,
        func: FuncId,
        contract: &Contract,
        before: &Moment,
        way: Way,
        set: Set,
    ) -> Result<(), Stopped> {
        let mut after = before.next(self.world, &mut self.reads, way.state);
        let claim = self.claimed(contract, set, &mut after);
        let mut facts = way.conditions;
        facts.extend(after.state.layout());
        self.show(func, way.loc, &facts, &claim)
    }

    /// Nobody gets here.
    fn exclude(&mut self, func: FuncId, way: &Way) -> Result<(), Stopped> {
        let mut facts = way.conditions.clone();
        facts.extend(way.state.layout());
        self.show(func, way.loc, &facts, &Bool::from_bool(false))
    }

    /// A call enters its callee as claimed, and goes over it.
    fn call(
        &mut self,
        func: FuncId,
        contract: &Contract,
        way: &Way,
        call: &CallOf<'_>,
        before: &Moment,
    ) -> Result<(), Stopped> {
        let world = self.world;
        let missing = Outcome::Open(func, way.loc, Why::Claim);
        let of_callee = self.contract(call.callee).ok_or(missing)?;
        let &after = contract.at.get(&call.to).ok_or(missing)?;
        let body = world.program.funcs[call.callee]
            .body
            .as_ref()
            .ok_or(missing)?;
        let answer = answer(world, body);
        let here = before.next(world, &mut self.reads, way.state.clone());
        let passage = Passage::new(
            world,
            way.state.clone(),
            call.callee,
            call.args,
            answer,
            call.result,
        );
        let mut entry = here.next(world, &mut self.reads, passage.entry);
        let entered = of_callee.formula(of_callee.entered, &mut |condition, _| {
            seen(world, call.callee, None, &mut entry, condition, "entry")
        });
        let mut facts = way.conditions.clone();
        facts.extend(entry.state.layout());
        self.show(func, way.loc, &facts, &entered)?;
        let returned = here.next(world, &mut self.reads, passage.returned);
        let mut exit = returned.next(world, &mut self.reads, passage.exit);
        let mut over = Vec::new();
        let mut holds = |condition, on_entry| match on_entry {
            true => seen(world, call.callee, None, &mut entry, condition, "entry"),
            false => seen(world, call.callee, answer, &mut exit, condition, "exit"),
        };
        for edge in body.edges() {
            let from = body.source(edge);
            if matches!(body.edge(edge).stmt, Stmt::Return { .. })
                && let Some(&set) = of_callee.at.get(&from)
            {
                over.push(of_callee.formula(set, &mut holds));
            }
        }
        facts.push(Bool::or(&over));
        for &condition in &of_callee.kept {
            facts.push(holds(condition, true).iff(holds(condition, false)));
        }
        let mut then = returned.next(world, &mut self.reads, passage.after);
        let claim = self.claimed(contract, after, &mut then);
        facts.extend(entry.state.layout());
        facts.extend(exit.state.layout());
        facts.extend(then.state.layout());
        self.show(func, call.to, &facts, &claim)
    }

    /// One condition: what is asserted and these facts imply a claim.
    fn show(
        &mut self,
        func: FuncId,
        loc: LocId,
        facts: &[Bool],
        claim: &Bool,
    ) -> Result<(), Stopped> {
        self.conditions += 1;
        if claim.simplify().as_bool() == Some(true) {
            return Ok(());
        }
        let answer = self.prover.scope(|prover| {
            facts.iter().for_each(|fact| prover.assert(fact));
            prover.assert(&claim.not());
            prover.check()
        });
        let effort = self.prover.effort();
        self.taken += u64::from(effort.wrapping_sub(self.counter));
        self.counter = effort;
        match answer {
            Answer::Satisfiable => Err(Outcome::Fails(func, loc)),
            Answer::Unknown => Err(Outcome::Open(func, loc, Why::Solver)),
            Answer::Unsatisfiable
                if self.question.all_effort.is_some_and(|all| self.taken > all) =>
            {
                Err(Outcome::Open(func, loc, Why::Effort))
            }
            Answer::Unsatisfiable => Ok(()),
        }
    }
}

/// Whether a condition held when the function was entered: it does not change any more.
fn on_entry(condition: ExprId) -> Bool {
    Bool::new_const(format!("{condition}@entry"))
}

/// What a condition of a callee means to its caller; where it speaks of what only the callee has, anything.
fn seen(
    world: &World<'_>,
    callee: FuncId,
    answer: Option<VarId>,
    now: &mut Moment,
    condition: ExprId,
    when: &str,
) -> Bool {
    let vars = world.program.terms.variables(Term::Expr(condition));
    match is_visible(world, &vars, callee, answer) {
        true => now.holds(world, condition),
        false => Bool::new_const(format!("{condition}@callee {when}")),
    }
}

/// The variable that a function returns the value of, if it always returns the same one.
fn answer(world: &World<'_>, cfg: &Cfg) -> Option<VarId> {
    let terms = &world.program.terms;
    let mut found = None;
    for edge in cfg.edges() {
        if let Stmt::Return { value } = cfg.edge(edge).stmt {
            let ExprKind::Load(place) = terms.expr(value?).kind else {
                return None;
            };
            let PlaceKind::Var(var) = terms.place(place).kind else {
                return None;
            };
            if !world.is_symbol(var) || found.is_some_and(|known| known != var) {
                return None;
            }
            found = Some(var);
        }
    }
    found
}
