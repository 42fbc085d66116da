//! `cegar bp check --ctl …`: properties of configurations, in computation tree logic.

use std::path::PathBuf;

use checker::bp::{self, Diagnostic, Entry, Program};
use checker::ctl::{self, CtlConfig, CtlError, CtlVerdict, Property};
use checker::temporal::FiniteRuns;
use checker::{Config, Error, Session};

use super::names::no_label;
use super::temporal::{Written, lines};
use crate::exit::Exit;
use crate::output::note;
use crate::program_text::ProgramText;
use crate::render::Renderer;
use crate::report::boolean_program::{BranchingAnswer, FULL_TABLE};

/// What is asked of configurations, as text.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Branching time")]
pub(crate) struct Branching {
    /// Does this formula of computation tree logic hold in all initial configurations?
    /// AG, AF, AX, A[a U b] and with E; atoms as those of --ltl; may be repeated
    #[arg(
        long,
        value_name = "FORMULA",
        verbatim_doc_comment,
        conflicts_with_all = CONFLICTS,
    )]
    ctl: Vec<String>,
    /// The same with the formulas of a file, one on each line
    #[arg(long, value_name = "FILE", conflicts_with_all = CONFLICTS)]
    ctl_file: Vec<PathBuf>,
}

/// What is asked otherwise, or speaks of single runs.
const CONFLICTS: [&str; 12] = [
    "label",
    "assertions",
    "invariant",
    "unreachable",
    "reach",
    "stats",
    "ltl",
    "ltl_file",
    "terminates",
    "hoa",
    "fair",
    "all_heads",
];

/// A formula, and how it was written.
pub(super) struct Question {
    words: String,
    property: Property,
}

impl Branching {
    pub(super) fn is_asked(&self) -> bool {
        !self.ctl.is_empty() || !self.ctl_file.is_empty()
    }

    /// The formulas, in the order of `--ctl` and `--ctl-file`.
    pub(super) fn questions(
        &self,
        entries: &[String],
        source: &ProgramText,
        program: &mut Program,
        renderer: &Renderer,
    ) -> Result<Vec<Question>, Exit> {
        let entry = match entries.is_empty() {
            true => Entry::Main,
            false => Entry::Any(entries),
        };
        let problems = bp::verify(program, entry);
        if problems.iter().any(Diagnostic::is_error) {
            return Err(source.refuse(&problems, renderer));
        }
        let mut all: Vec<Written> = self.ctl.iter().map(|t| Written::new("--ctl", t)).collect();
        for path in &self.ctl_file {
            all.extend(lines(path)?);
        }
        let mut questions = Vec::new();
        for written in all {
            let property = ctl::parse(&written.0.text)
                .and_then(|formula| Property::new(&formula, program))
                .map_err(|problems| written.refuse(&problems, renderer))?;
            questions.push(Question {
                words: written.0.text,
                property,
            });
        }
        Ok(questions)
    }
}

/// Where formulas are asked about.
pub(super) struct Asked<'a> {
    pub(super) entries: &'a [String],
    pub(super) source: &'a ProgramText,
    pub(super) program: &'a Program,
    pub(super) config: Config,
    pub(super) finite_runs: FiniteRuns,
    /// What is true of a program without runs.
    pub(super) why_no_run: &'a str,
    pub(super) renderer: &'a Renderer,
}

impl Asked<'_> {
    /// The answers to all questions, with warnings where they say nothing about the program.
    pub(super) fn answers(&self, questions: &[Question]) -> Result<Vec<BranchingAnswer>, Exit> {
        let answer = |question: &Question| {
            let words = question.words.clone();
            for text in &question.property.notes {
                note(&format!("note: {text}"));
            }
            let verdict = self.verdict(question)?;
            let warning = match &verdict {
                Ok(CtlVerdict::Holds { no_run: true, .. }) => {
                    let why = self.why_no_run;
                    let warning = format!("this is true because there is no run: {why}");
                    note(&format!("warning: {words}: {warning}"));
                    Some(warning)
                }
                _ => None,
            };
            Ok(BranchingAnswer {
                words,
                verdict,
                warning,
            })
        };
        questions.iter().map(answer).collect()
    }

    /// The answer to one question, or which limit was reached.
    fn verdict(&self, question: &Question) -> Result<Result<CtlVerdict, String>, Exit> {
        let config = CtlConfig {
            finite_runs: self.finite_runs,
            ..CtlConfig::default()
        };
        let session = Session::new(self.program, self.entries, &self.config);
        let session = session.map_err(CtlError::Session);
        match session.and_then(|session| session.branching(&question.property, &config)) {
            Ok(verdict) => Ok(Ok(verdict)),
            Err(CtlError::Session(Error::OutOfNodes)) => Ok(Err(FULL_TABLE.to_owned())),
            Err(CtlError::TooManyInstances(limit)) => Ok(Err(format!(
                "more than {limit} procedures are told apart by what holds after their return"
            ))),
            Err(CtlError::Session(Error::Program(problems))) => {
                Err(self.source.refuse(&problems, self.renderer))
            }
            Err(CtlError::Session(Error::UnknownLabel(name))) => Err(no_label(self.program, &name)),
            Err(CtlError::NotShown(words)) => {
                note(&format!(
                    "internal error: a run that shows the answer to `{}` could not be executed: {words}",
                    question.words
                ));
                Err(Exit::Internal)
            }
        }
    }
}
