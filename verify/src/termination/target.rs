//! What a measure is looked for of, and the programs that ask about it.

use std::collections::BTreeMap;

use analysis::passes::termination::{
    Component, Counting, LoopCheck, RecursionCheck, Visit, Woven, stop_at_overflow,
    stop_at_overflow_of_first_turn, weave,
};
use ir::{BinaryOp, ExprId, FuncId, Program, VarId};

use super::candidate::{Candidate, Ingredients, Shape, candidates};
use super::facts::Fact;
use super::ingredients::{of_function, of_loop, values_of_function, values_of_loop};
use super::inner_loops::{InnerLoop, component};
use super::one_turn::one_turn;
use super::seen::Values;
use super::shapes;
use super::units::Cycle;
use super::words;

/// A loop or a recursion, with what measures of it can be made of.
pub(super) struct Target<'c> {
    pub(super) cycle: &'c Cycle,
    /// Which turns count.
    counting: Option<&'c Counting>,
    /// The program before anything was woven in.
    base: &'c Program,
    /// With the terms of the values; every operation wraps.
    wrapping: Program,
    /// Executions of it end where a signed operation overflows.
    stopping: Program,
    pub(super) may_overflow: bool,
    pub(super) values: Values,
    pub(super) ingredients: Ingredients,
    pub(super) candidates: Vec<Candidate>,
    /// What loops inside of it do, in one turn; those that are not here stay loops.
    pub(super) inner: Vec<InnerLoop>,
}

/// What signed operations do that overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overflow {
    Stops,
    Wraps,
}

impl<'c> Target<'c> {
    pub(super) fn new(base: &'c Program, cycle: &'c Cycle, counting: Option<&'c Counting>) -> Self {
        let mut program = base.clone();
        let mut values = Values::counted(&mut program, counting);
        let ingredients = match cycle {
            Cycle::Loop(it) => {
                let mut own = values_of_loop(&mut program, it);
                // Marks are set back where a turn begins: that they change is no progress of the program.
                if let Some(mark) = counting.and_then(|counting| counting.mark) {
                    let mark = program.var(mark);
                    own.retain(|&value| value != mark);
                }
                let found = of_loop(&program, it, &own);
                values.loops.push(own);
                found
            }
            Cycle::Recursion(functions) => {
                let all: Vec<(FuncId, Vec<ExprId>)> = functions
                    .iter()
                    .map(|&func| (func, values_of_function(&mut program, func)))
                    .collect();
                let fewest = all.iter().min_by_key(|f| f.1.len());
                let found = fewest.map(|(func, own)| of_function(&program, *func, own, all.len()));
                values.recursions.push(all);
                found.unwrap_or_default()
            }
        };
        let mut stopping = program.clone();
        let may_overflow = !stop_at_overflow(&mut stopping).is_empty();
        Target {
            cycle,
            counting,
            base,
            wrapping: program,
            stopping,
            may_overflow,
            values,
            candidates: candidates(&ingredients),
            ingredients,
            inner: Vec::new(),
        }
    }

    /// The whole program, only to be observed.
    pub(super) fn observed(&self) -> Woven {
        self.with_measure(&self.stopping, None)
    }

    /// The whole program with a check of the measure.
    pub(super) fn falls(&self, tuple: &[Candidate], overflow: Overflow) -> Woven {
        self.with_measure(self.program(overflow), Some(tuple))
    }

    /// One turn from any state with these facts, with a check of the measure. None where that is more than is known.
    pub(super) fn falls_in_one_turn(
        &self,
        tuple: &[Candidate],
        facts: &[Fact],
        overflow: Overflow,
    ) -> Option<Woven> {
        let Cycle::Loop(it) = self.cycle else {
            return None;
        };
        let (program, conditions) = self.with_conditions(facts, overflow);
        let woven = self.with_measure(&program, Some(tuple));
        one_turn(
            self.base,
            &woven,
            it,
            (&conditions, self.counting),
            &self.inner,
        )
    }

    /// From any state: does the loop come back at most so often?
    pub(super) fn at_most(&self, turns: u8, overflow: Overflow) -> Option<Woven> {
        let Cycle::Loop(it) = self.cycle else {
            return None;
        };
        let mut program = self.wrapping.clone();
        let int = program.types.int();
        let count = {
            let name = format!("turns${}", program.vars.len());
            program.new_temporary(it.func, name, int, it.span)
        };
        let mut woven = weave(
            &program,
            &[(it, LoopCheck::AtMost(count, turns))],
            &[],
            self.counting,
        );
        let error = woven.points.first()?.error?;
        if overflow == Overflow::Stops {
            stop_at_overflow_of_first_turn(&mut woven.program, it.func, (count, error));
        }
        one_turn(self.base, &woven, it, (&[], self.counting), &[])
    }

    /// One turn from any state: does none of these rise?
    pub(super) fn never_rises(&self, sums: &[Vec<(i64, VarId)>]) -> Option<Woven> {
        let Cycle::Loop(it) = self.cycle else {
            return None;
        };
        let mut program = self.stopping.clone();
        let sums = sums.iter().map(|terms| component(&mut program, terms));
        let check = LoopCheck::NeverRises(sums.collect());
        let woven = weave(&program, &[(it, check)], &[], self.counting);
        one_turn(self.base, &woven, it, (&[], self.counting), &self.inner)
    }

    /// The whole program: do the facts hold where the loop is entered? Or one turn: if they hold, do they again?
    pub(super) fn holds(&self, facts: &[Fact], at: Visit, overflow: Overflow) -> Option<Woven> {
        let Cycle::Loop(it) = self.cycle else {
            return None;
        };
        let (program, conditions) = self.with_conditions(facts, overflow);
        let check = LoopCheck::Holds(conditions.clone(), at);
        let woven = weave(&program, &[(it, check)], &[], self.counting);
        match at {
            Visit::Entered => Some(woven),
            Visit::Again => one_turn(
                self.base,
                &woven,
                it,
                (&conditions, self.counting),
                &self.inner,
            ),
        }
    }

    fn program(&self, overflow: Overflow) -> &Program {
        match overflow {
            Overflow::Stops => &self.stopping,
            Overflow::Wraps => &self.wrapping,
        }
    }

    fn with_conditions(&self, facts: &[Fact], overflow: Overflow) -> (Program, Vec<ExprId>) {
        let mut program = self.program(overflow).clone();
        let values = self.values.loops.first().cloned().unwrap_or_default();
        let condition = |fact: &Fact| {
            let component = component_of((&fact.terms, fact.at_least.saturating_neg()), &values);
            let value = component.value(&mut program);
            let zero = program.int_const(0, program.type_of(value));
            program.binary(BinaryOp::Ge, value, zero)
        };
        let conditions = facts.iter().map(condition).collect();
        (program, conditions)
    }

    fn with_measure(&self, program: &Program, measure: Option<&[Candidate]>) -> Woven {
        let mut program = program.clone();
        match self.cycle {
            Cycle::Loop(it) => {
                let check = measure.map_or(LoopCheck::Nothing, |tuple| {
                    LoopCheck::Falls(self.components(&mut program, tuple, 0, &self.values.loops[0]))
                });
                weave(&program, &[(it, check)], &[], self.counting)
            }
            Cycle::Recursion(_) => {
                let functions = self.values.recursions[0].iter().enumerate();
                let measures = functions.map(|(kind, (func, values))| {
                    let tuple = measure.unwrap_or_default();
                    (*func, self.components(&mut program, tuple, kind, values))
                });
                let check = RecursionCheck {
                    measures: measures.collect::<BTreeMap<_, _>>(),
                    only_observed: measure.is_none(),
                };
                weave(&program, &[], &[check], self.counting)
            }
        }
    }

    fn components(
        &self,
        program: &mut Program,
        tuple: &[Candidate],
        kind: usize,
        values: &[ExprId],
    ) -> Vec<Component> {
        let mut component = |candidate: &Candidate| {
            let constant = candidate.constants.get(kind).copied().unwrap_or(0);
            let sum = component_of((&candidate.terms, constant), values);
            if candidate.shape != Shape::Itself {
                let value = shapes::value(program, &sum, &candidate.shape, values);
                return Component {
                    terms: vec![(1, value)],
                    constant: 0,
                    bound: candidate.bound,
                };
            }
            // A number without a sign, compared as it is, has nothing below zero.
            let plain =
                constant == 0 && matches!(sum.terms[..], [(1, only)] if self.is_unsigned(only));
            Component {
                bound: candidate.bound.filter(|&bound| !plain || bound >= 0),
                ..sum
            }
        };
        tuple.iter().map(&mut component).collect()
    }

    fn is_unsigned(&self, value: ExprId) -> bool {
        let kind = self.wrapping.types.bits_kind(self.wrapping.type_of(value));
        kind.is_some_and(|kind| !kind.is_signed())
    }

    /// A measure, for people.
    pub(super) fn words(&self, tuple: &[Candidate]) -> String {
        let values = match self.cycle {
            Cycle::Loop(_) => &self.values.loops[0],
            Cycle::Recursion(_) => &self.values.recursions[0][0].1,
        };
        words::measure(&self.wrapping, tuple, values)
    }
}

/// A sum without a bound.
pub(super) fn component_of(
    (terms, constant): (&[(i64, usize)], i64),
    values: &[ExprId],
) -> Component {
    let terms = terms.iter();
    let terms = terms.filter_map(|&(factor, at)| Some((factor, *values.get(at)?)));
    Component {
        terms: terms.collect(),
        constant,
        bound: None,
    }
}
