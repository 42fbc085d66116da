//! `cegar bp check --ltl … --violating`: all configurations from which some run violates a property.

use checker::bp::Program;
use checker::temporal::{Among, FiniteRuns, ViolationsConfig, ViolationsError};
use checker::{Config, Error, Query, Session};

use super::configurations::{Sets, parse};
use super::names::no_label;
use super::temporal::Question;
use crate::exit::Exit;
use crate::limits::Watch;
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;
use crate::report::boolean_program::{self as report, Form, Subject};

/// The question.
pub(super) struct Asked<'a> {
    pub(super) question: &'a Question,
    pub(super) sets: &'a Sets,
    pub(super) reachable: bool,
    pub(super) finite_runs: FiniteRuns,
    /// So many configurations of a run are shown.
    pub(super) lines: usize,
    pub(super) entries: &'a [String],
    pub(super) source: &'a ProgramText,
    pub(super) config: Config,
    pub(super) form: Form,
    pub(super) watch: &'a Watch,
    pub(super) renderer: &'a Renderer,
}

impl Asked<'_> {
    pub(super) fn answer(&self, program: &mut Program) -> Result<Exit, Exit> {
        for words in &self.question.property.notes {
            note(&format!("note: {words}"));
        }
        match &self.sets.reach {
            None => self.set(program),
            Some(reach) => self.among(reach, program),
        }
    }

    fn violations(&self) -> ViolationsConfig {
        ViolationsConfig {
            finite_runs: self.finite_runs,
            ..ViolationsConfig::default()
        }
    }

    fn set(&self, program: &Program) -> Result<Exit, Exit> {
        let session = Session::new(program, self.entries, &self.config);
        let session = session.map_err(ViolationsError::Session);
        let property = &self.question.property;
        let found = session.and_then(|session| session.violating(property, &self.violations()));
        self.watch.finish();
        let set = match found {
            Ok(set) => set,
            Err(problem) => return self.no_answer(problem, program),
        };
        let query = Query::default();
        let subject = Subject::new(self.source, program, &query);
        let shown = report::violating(&subject, &self.question.words, &set, self.form);
        Output::stdout().text(shown);
        Ok(Exit::Good)
    }

    fn among(&self, reach: &str, program: &mut Program) -> Result<Exit, Exit> {
        let parse = |option, text, program: &mut Program| {
            parse(option, text, program, self.source, self.renderer)
        };
        let set = parse("--reach", reach, program)?;
        let from = match &self.sets.from {
            Some(text) => Some(parse("--from", text, program)?),
            None => None,
        };
        let session = Session::new(program, self.entries, &self.config);
        let (property, config) = (&self.question.property, self.violations());
        let session = session.map_err(ViolationsError::Session);
        let found = session.and_then(|session| match self.reachable {
            true => session.violating_reachable(property, &config, &set, from.as_ref()),
            false => session.violating_among(property, &config, &set),
        });
        self.watch.finish();
        let answer = match found {
            Ok(answer) => answer,
            Err(problem) => return self.no_answer(problem, program),
        };
        let query = Query::default();
        let subject = Subject::new(self.source, program, &query);
        let asked = report::AskedAmong {
            set: reach,
            formula: &self.question.words,
            reachable: self.reachable,
            lines: self.lines,
        };
        Output::stdout().text(report::violating_among(
            &subject, &asked, &answer, self.form,
        ));
        Ok(match answer {
            Among::None => Exit::Good,
            Among::Some(..) | Among::Reachable(..) => Exit::Bad,
        })
    }

    fn no_answer(&self, problem: ViolationsError, program: &Program) -> Result<Exit, Exit> {
        let reason = match problem {
            ViolationsError::Session(Error::Program(problems)) => {
                return Err(self.source.refuse(&problems, self.renderer));
            }
            ViolationsError::Session(Error::UnknownLabel(name)) => {
                return Err(no_label(program, &name));
            }
            ViolationsError::Session(Error::OutOfNodes) => report::FULL_TABLE.to_owned(),
            ViolationsError::NotReplayed(words) => {
                note(&format!(
                    "internal error: a run was found that cannot be told: {words}"
                ));
                return Err(Exit::Internal);
            }
            ViolationsError::TooManyInstances(limit) => format!(
                "more than {limit} sets of results tell procedures apart after which a run violates"
            ),
        };
        Output::stdout().text(report::unknown(&reason, self.form == Form::Json));
        Ok(Exit::Unknown)
    }
}
