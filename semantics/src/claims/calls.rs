//! Calls: the callee is entered as claimed, and gone over by what is claimed of its returns.

use ir::{Cfg, ExprId, ExprKind, FuncId, LocId, PlaceId, PlaceKind, Stmt, Term, VarId};
use z3::ast::Bool;

use super::moment::Moment;
use super::verifier::{Side, Stopped, Verifier};
use super::ways::{Start, Way, meaning};
use super::{Contract, Outcome, Test, Why};
use crate::calls::call_effect::{Passage, is_visible};
use crate::encoding_context::EncodingContext;

/// A call of a function with a body.
pub(super) struct Call<'a> {
    pub(super) callee: FuncId,
    pub(super) args: &'a [ExprId],
    pub(super) result: Option<PlaceId>,
    /// Where the caller goes on.
    pub(super) to: LocId,
}

/// A callee, as its caller sees it: when it is entered, and when it returns.
struct Callee<'c> {
    func: FuncId,
    contract: &'c Contract,
    answer: Option<VarId>,
    entry: Moment,
    exit: Moment,
}

impl<'v> Verifier<'v> {
    pub(super) fn call(
        &mut self,
        start: &Start<'v>,
        way: &Way,
        call: &Call<'_>,
    ) -> Result<(), Stopped> {
        let context = self.context;
        let missing = Outcome::Open(start.func, way.loc, Why::Claim);
        let contract = self.claims.functions.get(&call.callee).ok_or(missing)?;
        let &then = start.contract.at.get(&call.to).ok_or(missing)?;
        let body = context.program.funcs[call.callee].body.as_ref();
        let body = body.ok_or(missing)?;
        let answer = answer(context, body);
        let before = way.state.clone();
        let passage = Passage::new(
            context,
            before.clone(),
            call.callee,
            call.args,
            answer,
            call.result,
        );
        let here = start.moment(self, before);
        let returned = here.next(context, &mut self.reads, passage.returned);
        let mut callee = Callee {
            func: call.callee,
            contract,
            answer,
            entry: here.next(context, &mut self.reads, passage.entry),
            exit: returned.next(context, &mut self.reads, passage.exit),
        };
        self.enter(start, way, &mut callee)?;
        let mut facts = way.conditions.clone();
        facts.extend(callee.returns(context, body));
        let mut memory = callee.entry.state.axioms();
        memory.extend(callee.exit.state.axioms());
        let after = returned.next(context, &mut self.reads, passage.after);
        self.keeps(start, call.to, (facts, memory), after, then)
    }

    fn enter(
        &mut self,
        start: &Start<'v>,
        way: &Way,
        callee: &mut Callee<'_>,
    ) -> Result<(), Stopped> {
        let context = self.context;
        let mut now = start.now();
        let bad = self.difference(
            start.side(&mut |test| meaning(test, |c| now.holds(context, c))),
            Side {
                func: callee.func,
                contract: callee.contract,
                set: callee.contract.entered,
                holds: &mut |(condition, _)| callee.holds(context, (condition, true)),
            },
        );
        let mut facts = way.conditions.clone();
        facts.extend(start.kept.iter().cloned());
        if mutants::is("the-second-look-takes-entries-for-granted") {
            return Ok(());
        }
        let memory = callee.entry.state.axioms();
        self.exclude((start.func, way.loc), &facts, memory, &bad)
    }
}

impl Callee<'_> {
    /// What a test of the callee means to its caller; where it speaks of what only the callee has, anything.
    fn holds(&mut self, context: &EncodingContext<'_>, (condition, on_entry): Test) -> Bool {
        let (moment, answer, when) = match on_entry {
            true => (&mut self.entry, None, "entry"),
            false => (&mut self.exit, self.answer, "exit"),
        };
        let vars = context.program.terms.variables(Term::Expr(condition));
        match is_visible(context, &vars, self.func, answer) {
            true => moment.holds(context, condition),
            false => Bool::new_const(format!("{condition}@callee's {when}")),
        }
    }

    /// What is claimed of its returns.
    fn returns(&mut self, context: &EncodingContext<'_>, body: &Cfg) -> Vec<Bool> {
        let contract = self.contract;
        let is_return = |e: &ir::EdgeId| matches!(body.edge(*e).stmt, Stmt::Return { .. });
        let from = body.edges().filter(is_return).map(|e| body.source(e));
        let sets: Vec<_> = from.filter_map(|loc| contract.at.get(&loc)).collect();
        let mut ways = Vec::new();
        for &set in sets {
            ways.push(contract.formula(set, &mut |test| self.holds(context, test)));
        }
        let mut facts = vec![Bool::or(&ways)];
        for &condition in &contract.kept {
            let before = self.holds(context, (condition, true));
            facts.push(before.iff(self.holds(context, (condition, false))));
        }
        facts
    }
}

/// The variable that a function returns the value of, if it always returns the same one.
fn answer(context: &EncodingContext<'_>, body: &Cfg) -> Option<VarId> {
    let terms = &context.program.terms;
    let mut found = None;
    for edge in body.edges() {
        if let Stmt::Return { value } = body.edge(edge).stmt {
            let ExprKind::Load(place) = terms.expr(value?).kind else {
                return None;
            };
            let PlaceKind::Var(var) = terms.place(place).kind else {
                return None;
            };
            if !context.is_symbol(var) || found.is_some_and(|known| known != var) {
                return None;
            }
            found = Some(var);
        }
    }
    found
}
