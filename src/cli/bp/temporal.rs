//! `cegar bp check --ltl …`: properties of runs, in temporal logic.

use std::path::{Path, PathBuf};

use checker::bp::{self, Diagnostic, Entry, Program};
use checker::ltl::{self, Formula};
use checker::temporal::{
    FiniteRuns, LoopSearch, Property, PropertyError, TemporalConfig, TemporalError,
    TemporalVerdict, verify_atoms,
};
use checker::{Config, Error, Session};
use clap::ValueEnum;

use super::names::no_label;
use crate::exit::Exit;
use crate::output::note;
use crate::program_text::{ProgramText, read_text};
use crate::render::Renderer;
use crate::report::boolean_program::Answered;

/// What is asked of runs, as text.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Temporal logic")]
pub(crate) struct Temporal {
    /// Do all runs satisfy this formula? Atoms are `at L`, `at f:L`, `in f`, `entry f`,
    /// `exit f`, `terminated`, variables, and expressions in quotes; may be repeated
    #[arg(
        long,
        value_name = "FORMULA",
        verbatim_doc_comment,
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "stats"],
    )]
    ltl: Vec<String>,
    /// The same with the formulas of a file, one on each line
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "stats"],
    )]
    ltl_file: Vec<PathBuf>,
    /// Does every run end?
    #[arg(
        long,
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "stats"],
    )]
    terminates: bool,
    /// Is no run accepted by the automaton of this file, in the Hanoi format? Make it of the
    /// formula's negation; may be repeated
    #[arg(
        long,
        value_name = "FILE",
        verbatim_doc_comment,
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "stats", "fair"],
    )]
    hoa: Vec<PathBuf>,
    /// Look only at runs of which this formula is true; may be repeated
    #[arg(long, value_name = "FORMULA")]
    fair: Vec<String>,
    /// What becomes of runs that end
    #[arg(long, value_enum, default_value_t)]
    finite_runs: FiniteRunsName,
    /// Print the automaton of all configurations, reachable or not, from which some run violates
    /// the formula. With --reach SET: is one of the set among them?
    #[arg(long, verbatim_doc_comment)]
    pub(super) violating: bool,
    /// Only those that can be reached; needs --reach SET (any: `_+`)
    #[arg(long, requires_all = ["violating", "reach"])]
    pub(super) reachable: bool,
    /// Draw the automaton for Graphviz
    #[arg(long, requires = "violating", conflicts_with_all = ["reach", "json"])]
    pub(super) dot: bool,
}

/// Switches for measurements.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Temporal logic, for measurements")]
pub(crate) struct Measurements {
    /// Look for loops among all states, not only among those that are reachable
    #[arg(long)]
    all_heads: bool,
    /// Look for loops in the whole program at once, not in each component of its control flow
    #[arg(long)]
    no_rough_components: bool,
    /// How loops are looked for
    #[arg(long, value_enum, default_value_t)]
    loops: LoopSearchName,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LoopSearchName {
    /// By sets of states; where that takes many rounds, and at once where numbers are
    /// compared bit by bit, by relations
    #[default]
    SetsThenRelations,
    /// By sets of states
    Sets,
    /// By relations between states; by sets where those are too large
    Relations,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FiniteRunsName {
    /// Their last configuration repeats for ever
    #[default]
    Stutter,
    /// They do not count: only infinite runs do
    Ignore,
}

/// A property, and what it is called.
pub(super) struct Question {
    pub(super) words: String,
    pub(super) property: Property,
    /// What is to be said where no run could violate it.
    if_never_violated: &'static str,
}

/// What is asked.
pub(super) struct Questions {
    pub(super) asked: Vec<Question>,
    /// Whether there is no run at all; nothing where that cannot be asked.
    no_run: Option<Question>,
    /// Why there may be none, in words.
    why_no_run: &'static str,
}

impl Temporal {
    pub(super) fn is_asked(&self) -> bool {
        let files = self.ltl_file.len() + self.hoa.len();
        self.terminates || !self.ltl.is_empty() || files > 0
    }

    pub(super) fn config(&self, measurements: &Measurements) -> TemporalConfig {
        TemporalConfig {
            finite_runs: self.finite_runs(),
            reachable_first: !measurements.all_heads,
            rough_components: !measurements.no_rough_components,
            loop_search: match measurements.loops {
                LoopSearchName::SetsThenRelations => LoopSearch::SetsThenRelations,
                LoopSearchName::Sets => LoopSearch::Sets,
                LoopSearchName::Relations => LoopSearch::Relations,
            },
        }
    }

    pub(super) fn finite_runs(&self) -> FiniteRuns {
        match self.finite_runs {
            FiniteRunsName::Stutter => FiniteRuns::Stutter,
            FiniteRunsName::Ignore => FiniteRuns::Ignore,
        }
    }

    /// The properties, in the order of `--ltl`, `--ltl-file`, `--terminates` and `--hoa`.
    pub(super) fn questions(
        &self,
        entries: &[String],
        source: &ProgramText,
        program: &mut Program,
        renderer: &Renderer,
    ) -> Result<Questions, Exit> {
        let entry = match entries.is_empty() {
            true => Entry::Main,
            false => Entry::Any(entries),
        };
        let problems = bp::verify(program, entry);
        if problems.iter().any(Diagnostic::is_error) {
            return Err(source.refuse(&problems, renderer));
        }
        let mut fair = Vec::new();
        for text in &self.fair {
            let premise = Written::new("--fair", text);
            let formula = premise.parse(renderer)?;
            let verified = verify_atoms(&formula, program);
            verified.map_err(|problems| premise.refuse(&problems, renderer))?;
            fair.push(formula);
        }
        let if_never_violated = match self.fair.is_empty() {
            true => "no run of any program violates it",
            false => "no fair run of any program violates it",
        };
        let question = |words, property| Question {
            words,
            property,
            if_never_violated,
        };
        let mut questions = Vec::new();
        for written in self.written()? {
            let formula = written.parse(renderer)?;
            let property = Property::formula(&formula, &fair, program)
                .map_err(|problem| written.no_property(&problem, renderer))?;
            questions.push(question(written.0.text, property));
        }
        if self.terminates {
            let written = Written::new("--terminates", "every run ends");
            let property = Property::termination(&fair, program)
                .map_err(|problem| written.no_property(&problem, renderer))?;
            questions.push(question(written.0.text, property));
        }
        for path in &self.hoa {
            let written = Written(ProgramText::read(path)?);
            let automaton = ltl::hoa::read(&written.0.text)
                .map_err(|problems| written.0.refuse(&problems, renderer))?;
            let property = Property::never(automaton, program)
                .map_err(|problem| written.no_property(&problem, renderer))?;
            questions.push(Question {
                words: format!("no run is accepted by {}", written.0.name),
                property,
                if_never_violated: "the automaton accepts nothing, and so every program passes",
            });
        }
        let no_run = Property::no_run(&fair, program).ok();
        Ok(Questions {
            asked: questions,
            no_run: no_run.map(|property| question("there is no run".to_owned(), property)),
            why_no_run: self.why_no_run(),
        })
    }

    /// What is true of a program without runs.
    pub(super) fn why_no_run(&self) -> &'static str {
        match (self.fair.is_empty(), self.finite_runs) {
            (true, FiniteRunsName::Stutter) => "assumptions block every run",
            (true, FiniteRunsName::Ignore) => "every run ends or is blocked, and does not count",
            (false, FiniteRunsName::Stutter) => "no run is fair",
            (false, FiniteRunsName::Ignore) => "no infinite run is fair",
        }
    }

    fn written(&self) -> Result<Vec<Written>, Exit> {
        let mut all: Vec<Written> = self.ltl.iter().map(|t| Written::new("--ltl", t)).collect();
        for path in &self.ltl_file {
            all.extend(lines(path)?);
        }
        Ok(all)
    }
}

/// The formulas of a file: lines that are neither empty nor comments.
pub(super) fn lines(path: &Path) -> Result<Vec<Written>, Exit> {
    let text = read_text(path)?;
    let is_formula = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let found = text.lines().map(str::trim).filter(is_formula);
    let name = path.display().to_string();
    let written: Vec<Written> = found.map(|line| Written::new(&name, line)).collect();
    if written.is_empty() {
        note(&format!("error: there is no formula in {name}"));
        return Err(Exit::Usage);
    }
    Ok(written)
}

/// A formula, and where it was given.
pub(super) struct Written(pub(super) ProgramText);

impl Written {
    pub(super) fn new(name: &str, text: &str) -> Self {
        Written(ProgramText {
            name: name.to_owned(),
            text: text.to_owned(),
        })
    }

    fn parse(&self, renderer: &Renderer) -> Result<Formula, Exit> {
        ltl::parse(&self.0.text).map_err(|problems| self.refuse(&problems, renderer))
    }

    fn no_property(&self, problem: &PropertyError, renderer: &Renderer) -> Exit {
        match problem {
            PropertyError::Atoms(problems) => self.refuse(problems, renderer),
            PropertyError::TooLarge(limit) => {
                note(&format!("unknown: {}: {limit}", self.0.text));
                Exit::Unknown
            }
        }
    }

    /// A mistake in a formula is one of the command line.
    pub(super) fn refuse(&self, problems: &[Diagnostic], renderer: &Renderer) -> Exit {
        self.0.refuse(problems, renderer);
        Exit::Usage
    }
}

/// Where properties are asked about.
pub(super) struct Asked<'a> {
    pub(super) entries: &'a [String],
    pub(super) source: &'a ProgramText,
    pub(super) program: &'a Program,
    pub(super) config: Config,
    pub(super) runs: TemporalConfig,
    pub(super) renderer: &'a Renderer,
}

impl Asked<'_> {
    /// The answers to all questions, with warnings where they say nothing about the program.
    pub(super) fn answers(&self, questions: &Questions) -> Result<Vec<Answered>, Exit> {
        let mut answers = Vec::new();
        // Found out once, and only where it matters.
        let mut without_runs: Option<Option<String>> = None;
        for question in &questions.asked {
            for words in &question.property.notes {
                note(&format!("note: {words}"));
            }
            let verdict = self.verdict(question, &self.config)?;
            let warning = match &verdict {
                Some(TemporalVerdict::Holds) if question.property.is_never_violated() => {
                    Some(question.if_never_violated.to_owned())
                }
                Some(TemporalVerdict::Holds) => {
                    if without_runs.is_none() {
                        without_runs = Some(self.without_runs(questions)?);
                    }
                    without_runs.clone().flatten()
                }
                _ => None,
            };
            let words = question.words.clone();
            if let Some(warning) = &warning {
                note(&format!("warning: {words}: {warning}"));
            }
            answers.push(Answered {
                words,
                verdict,
                warning,
            });
        }
        Ok(answers)
    }

    /// What is to be said where there may be no run at all.
    fn without_runs(&self, questions: &Questions) -> Result<Option<String>, Exit> {
        let unknown = || Some("whether there is any run is not known".to_owned());
        let Some(question) = &questions.no_run else {
            return Ok(unknown());
        };
        let config = Config {
            trace: false,
            ..self.config.clone()
        };
        Ok(match self.verdict(question, &config)? {
            None => unknown(),
            Some(TemporalVerdict::Violated(_)) => None,
            Some(TemporalVerdict::Holds) => {
                let why = questions.why_no_run;
                Some(format!("this is true because there is no run: {why}"))
            }
        })
    }

    /// The answer to one question; `None` where the BDDs outgrow their table.
    fn verdict(
        &self,
        question: &Question,
        config: &Config,
    ) -> Result<Option<TemporalVerdict>, Exit> {
        let session = Session::new(self.program, self.entries, config);
        let session = session.map_err(TemporalError::Session);
        match session.and_then(|session| session.temporal(&question.property, &self.runs)) {
            Ok(verdict) => Ok(Some(verdict)),
            Err(TemporalError::Session(Error::OutOfNodes)) => Ok(None),
            Err(TemporalError::Session(Error::Program(problems))) => {
                Err(self.source.refuse(&problems, self.renderer))
            }
            Err(TemporalError::Session(Error::UnknownLabel(name))) => {
                Err(no_label(self.program, &name))
            }
            Err(TemporalError::NotReplayed(words)) => {
                note(&format!(
                    "internal error: a run that violates `{}` was found, and could not be executed: {words}",
                    question.words
                ));
                Err(Exit::Internal)
            }
        }
    }
}
