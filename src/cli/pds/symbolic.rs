//! `cegar pds check` of systems with variables that are explored symbolically.

use std::path::Path;

use checker::ltl;
use checker::pds::{
    Best, LtlVerdict, PAutomaton, PdsFile, Property, PushdownSystem, Reachability, SymbolicError,
    SymbolicReach, SymbolicSystem, SymbolicVerdict,
};

use super::check::{Args, Form};
use super::report;
use super::sets::{Sets, needed};
use super::temporal::{Asked, Temporal};
use crate::exit::Exit;
use crate::limits::Watch;
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;
use crate::report::boolean_program::{FULL_TABLE, unknown};

pub(super) fn run(
    args: &Args,
    mut system: Box<SymbolicSystem>,
    watch: &Watch,
    renderer: &Renderer,
) -> Result<Exit, Exit> {
    learn(&mut system, args);
    let names = PdsFile {
        system: system.names().clone(),
        from: system.initial(),
        reach: None,
    };
    let sets = Sets::new(names, args.from.as_deref(), args.reach.as_deref(), renderer)?;
    let question = Question {
        system: &system,
        json: args.form() == Form::Json,
    };
    if args.temporal.is_asked() {
        let asked = Asked {
            temporal: &args.temporal,
            sets: &sets,
            symbolic: Some(question),
            from_is_given: args.from.is_some(),
            reach: args.reach.as_deref(),
            form: args.form(),
            watch,
        };
        return asked.answer(renderer);
    }
    if args.form() == Form::Dot || args.pre_star {
        let what = if args.pre_star { "--pre-star" } else { "--dot" };
        note(&format!(
            "error: {what} is for explicit systems, and this one has many values: --exploration explicit"
        ));
        return Err(Exit::Usage);
    }
    let from = needed(&sets.from, "--from")?;
    if args.post_star {
        let set = system.post_star(from);
        watch.finish();
        let set = set.map_err(|problem| question.no_answer(problem))?;
        Output::stdout().text(report::symbolic_set(&set, question.json));
        return Ok(Exit::Good);
    }
    let reach = needed(&sets.reach, "--reach")?;
    let answer = system.reach(from, reach);
    watch.finish();
    let (names, answer) = match answer.map_err(|problem| question.no_answer(problem))? {
        SymbolicReach::Unreachable => (sets.system.clone(), Reachability::Unreachable),
        SymbolicReach::Reachable(None) => {
            let (best, run) = (Best::TooLarge, None);
            (sets.system.clone(), Reachability::Reachable { best, run })
        }
        SymbolicReach::Reachable(Some(found)) => {
            let best = args.best_of(found.run.rules.len());
            let run = args.shows_run().then_some(found.run);
            (found.system, Reachability::Reachable { best, run })
        }
    };
    Ok(args.tell(&names, &answer))
}

/// What the options name with values, `main0[x=1]` and `{x = 1}`, is known before they are read.
fn learn(system: &mut SymbolicSystem, args: &Args) {
    for text in [&args.from, &args.reach].into_iter().flatten() {
        match text
            .strip_prefix('@')
            .map(|path| ProgramText::read(Path::new(path)))
        {
            Some(Ok(file)) => system.learn_names(&file.text),
            Some(Err(_)) => {}
            None => system.learn_names(text),
        }
    }
    for text in args.temporal.texts() {
        system.learn_names(&text);
        match (ltl::parse(&text), ltl::hoa::read(&text)) {
            (Ok(formula), _) => system.learn_conditions(formula.atoms()),
            (_, Ok(automaton)) => system.learn_conditions(automaton.atoms.iter()),
            _ => {}
        }
    }
}

/// A system, and how answers are printed.
#[derive(Clone, Copy)]
pub(super) struct Question<'s> {
    system: &'s SymbolicSystem,
    json: bool,
}

impl Question<'_> {
    /// The verdict, and the system whose rules its run has; nothing where there are none.
    pub(super) fn verdict(
        &self,
        temporal: &Temporal,
        from: &PAutomaton,
        property: &Property,
    ) -> Result<(LtlVerdict, Option<PushdownSystem>), Exit> {
        let verdict = self.system.check_ltl(from, property, temporal.ended());
        Ok(match verdict.map_err(|problem| self.no_answer(problem))? {
            SymbolicVerdict::Holds => (LtlVerdict::Holds, None),
            SymbolicVerdict::Violated(None) => (LtlVerdict::Violated(None), None),
            SymbolicVerdict::Violated(Some(found)) => {
                let found = *found;
                (LtlVerdict::Violated(Some(found.lasso)), Some(found.system))
            }
        })
    }

    fn no_answer(&self, problem: SymbolicError) -> Exit {
        let reason = match problem {
            SymbolicError::OutOfNodes => FULL_TABLE,
            SymbolicError::TooWide => "an expression needs numbers of more than 64 bits",
            SymbolicError::NotReplayed => {
                note(
                    "internal error: a run was found that cannot be made, or is not what was asked for",
                );
                return Exit::Internal;
            }
        };
        Output::stdout().text(unknown(reason, self.json));
        Exit::Unknown
    }
}
