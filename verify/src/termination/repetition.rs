//! Executions without an end: a loop that comes back to the state that it was in, a function that is called with the
//! arguments that it has.
//!
//! Both are searched for as violations of checks that are woven in. What the loop or the functions go by must be known
//! completely: then the same can happen once more, and so forever.

use analysis::passes::termination::{
    Counting, LoopCheck, Woven, stop_at_overflow, weave, weave_activations,
};
use analysis::termination::{Loop, deciding, goes_by_arguments};
use frontend::property::Checked;
use interp::RequestKind;
use ir::{EdgeId, FuncId, PlaceKind, Program, Stmt, VarId};

use super::Search;
use super::measures::steps_of;
use super::parts::Question;
use super::seen::Values;
use super::units::Cycle;
use crate::{Bug, Noted, Observer, Outcome, Verdict};

impl Search<'_> {
    /// Whether a loop can come back to the state that it was in, or a function to the arguments that it has.
    pub(super) fn comes_back(
        &mut self,
        n: usize,
        iterations: usize,
        observer: &mut dyn Observer,
    ) -> bool {
        let found = match &self.units.all[n].cycle {
            Cycle::Loop(it) => self.same_state(it, iterations, observer),
            Cycle::Recursion(functions) => self.same_arguments(functions, iterations, observer),
        };
        let comes_back = found.is_some();
        self.last = found.or(self.last.take());
        comes_back
    }

    fn same_state(
        &self,
        it: &Loop,
        iterations: usize,
        observer: &mut dyn Observer,
    ) -> Option<(Checked, Outcome)> {
        let mut program = self.checked.compiled.program.clone();
        let mut decides = deciding(&program, it);
        let mark = self.sought.counting.and_then(|counting| counting.mark);
        // What is marked is not what the loop goes by.
        decides.variables.retain(|&var| Some(var) != mark);
        if decides.hidden.is_some() {
            return None;
        }
        let state = decides.variables.iter().map(|&var| program.var(var));
        let values = Values {
            loops: vec![state.collect()],
            ..Values::default()
        };
        stop_at_overflow(&mut program);
        let may_nest = self.units.may_be_active_twice(it.func);
        let counting = self.sought.counting.as_ref();
        let check = LoopCheck::NeverTheSame(decides.variables, may_nest);
        let question = Question {
            woven: &weave(&program, &[(it, check)], &[], counting),
            message: "the loop comes back to the state that it was in, and can go round forever",
            iterations,
            is_short: false,
        };
        self.bug(&question, &values, observer)
    }

    fn same_arguments(
        &self,
        functions: &[FuncId],
        iterations: usize,
        observer: &mut dyn Observer,
    ) -> Option<(Checked, Outcome)> {
        let mut program = self.checked.compiled.program.clone();
        if !goes_by_arguments(&program, functions) {
            return None;
        }
        stop_at_overflow(&mut program);
        let counting = self.sought.counting.as_ref();
        let callers: Vec<FuncId> = program.defined().map(|(func, _, _)| func).collect();
        functions.iter().find_map(|&func| {
            let mut program = program.clone();
            let params = program.funcs[func].params.clone();
            let params = params.into_iter().map(|param| program.var(param));
            let values = Values {
                recursions: vec![vec![(func, params.collect())]],
                ..Values::default()
            };
            let question = Question {
                woven: &weave_activations(&program, func, &callers, counting),
                message: "the function is called with the arguments that it has, and can call itself forever",
                // Measures of recursion take more, and there is one for most functions.
                iterations: iterations / 4,
                is_short: false,
            };
            self.bug(&question, &values, observer)
        })
    }

    /// The check, if it fails, with a story that tells what comes back.
    fn bug(
        &self,
        question: &Question<'_>,
        values: &Values,
        observer: &mut dyn Observer,
    ) -> Option<(Checked, Outcome)> {
        let (checked, mut outcome) = self.ask(question, observer);
        let Verdict::Bug(bug) = &mut outcome.verdict else {
            return None;
        };
        let steps = steps_of(question.woven, values, &outcome.session, bug);
        let state = steps.last().map_or(&[][..], |step| &step.1.1);
        tell_state(
            &outcome.session.prepared.program,
            question.woven,
            self.sought.counting.as_ref(),
            state,
            bug,
        );
        Some((checked, outcome))
    }
}

/// Tells the state where it was noted, in place of the choice to note it.
fn tell_state(
    program: &Program,
    woven: &Woven,
    machine: Option<&Counting>,
    state: &[i128],
    bug: &mut Bug,
) {
    let chooses = |(func, edge): &(FuncId, EdgeId)| {
        let body = program.funcs[*func].body.as_ref();
        let place = body.and_then(|cfg| match cfg.edge(*edge).stmt {
            Stmt::Havoc { place } => Some(program.terms.place(place).kind),
            _ => None,
        });
        matches!(place, Some(PlaceKind::Var(var)) if woven.chosen.contains(&var))
    };
    let edges = &bug.replay.edges;
    let mut noted_at = None;
    bug.replay.notes.retain(|note| {
        let is_choice = matches!(note.what, Noted::Input(RequestKind::Havoc, ..))
            && edges.get(note.at).is_some_and(chooses);
        if is_choice {
            noted_at = Some(note.at);
        }
        !is_choice
    });
    let Some(at) = noted_at else { return };
    let before = bug.replay.notes.partition_point(|note| note.at <= at);
    let hidden = |var: &VarId| machine.is_some_and(|counting| counting.state == *var);
    let state = woven.noted.iter().zip(state);
    let state = state.filter(|((_, var), _)| !hidden(var));
    let told = state.map(|(&(var, _), &value)| crate::Note {
        at,
        what: Noted::State(var, value as u128),
    });
    bug.replay.notes.splice(before..before, told);
}
