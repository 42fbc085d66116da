//! `cegar bp check --ltl …`: properties of runs, in temporal logic.

use std::path::{Path, PathBuf};

use checker::bp::{self, Diagnostic, Entry, Program};
use checker::ltl::{self, Formula};
use checker::temporal::{
    FiniteRuns, Property, PropertyError, TemporalConfig, TemporalError, TemporalVerdict,
    verify_atoms,
};
use checker::{Config, Error, Session};
use clap::ValueEnum;

use super::names::no_label;
use crate::exit::Exit;
use crate::output::note;
use crate::program_text::{ProgramText, read_text};
use crate::render::Renderer;

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
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "reach", "stats"],
    )]
    ltl: Vec<String>,
    /// The same with the formulas of a file, one on each line
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "reach", "stats"],
    )]
    ltl_file: Vec<PathBuf>,
    /// Does every run end?
    #[arg(
        long,
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "reach", "stats"],
    )]
    terminates: bool,
    /// Is no run accepted by the automaton of this file, in the Hanoi format? Make it of the
    /// formula's negation; may be repeated
    #[arg(
        long,
        value_name = "FILE",
        verbatim_doc_comment,
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "reach", "stats", "fair"],
    )]
    hoa: Vec<PathBuf>,
    /// Look only at runs of which this formula is true; may be repeated
    #[arg(long, value_name = "FORMULA")]
    fair: Vec<String>,
    /// What becomes of runs that end
    #[arg(long, value_enum, default_value_t)]
    finite_runs: FiniteRunsName,
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
    property: Property,
}

impl Temporal {
    pub(super) fn is_asked(&self) -> bool {
        let files = self.ltl_file.len() + self.hoa.len();
        self.terminates || !self.ltl.is_empty() || files > 0
    }

    pub(super) fn config(&self, measurements: &Measurements) -> TemporalConfig {
        TemporalConfig {
            finite_runs: match self.finite_runs {
                FiniteRunsName::Stutter => FiniteRuns::Stutter,
                FiniteRunsName::Ignore => FiniteRuns::Ignore,
            },
            reachable_first: !measurements.all_heads,
            rough_components: !measurements.no_rough_components,
        }
    }

    /// The properties, in the order of `--ltl`, `--ltl-file`, `--terminates` and `--hoa`.
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
        let mut fair = Vec::new();
        for text in &self.fair {
            let premise = Written::new("--fair", text);
            let formula = premise.parse(renderer)?;
            let verified = verify_atoms(&formula, program);
            verified.map_err(|problems| premise.refuse(&problems, renderer))?;
            fair.push(formula);
        }
        let mut questions = Vec::new();
        for written in self.written()? {
            let formula = written.parse(renderer)?;
            let property = Property::formula(&formula, &fair, program)
                .map_err(|problem| written.no_property(&problem, renderer))?;
            let words = written.0.text;
            questions.push(Question { words, property });
        }
        if self.terminates {
            let written = Written::new("--terminates", "every run ends");
            let property = Property::termination(&fair, program)
                .map_err(|problem| written.no_property(&problem, renderer))?;
            let words = written.0.text;
            questions.push(Question { words, property });
        }
        for path in &self.hoa {
            let written = Written(ProgramText::read(path)?);
            let automaton = ltl::hoa::read(&written.0.text)
                .map_err(|problems| written.0.refuse(&problems, renderer))?;
            let property = Property::never(automaton, program)
                .map_err(|problem| written.no_property(&problem, renderer))?;
            let words = format!("no run is accepted by {}", written.0.name);
            questions.push(Question { words, property });
        }
        Ok(questions)
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
fn lines(path: &Path) -> Result<Vec<Written>, Exit> {
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
struct Written(ProgramText);

impl Written {
    fn new(name: &str, text: &str) -> Self {
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
    fn refuse(&self, problems: &[Diagnostic], renderer: &Renderer) -> Exit {
        self.0.refuse(problems, renderer);
        Exit::Usage
    }
}

/// The answer to one question; `None` where the BDDs outgrow their table.
pub(super) fn answer(
    question: &Question,
    entries: &[String],
    source: &ProgramText,
    program: &Program,
    config: (&Config, &TemporalConfig),
    renderer: &Renderer,
) -> Result<Option<TemporalVerdict>, Exit> {
    for words in &question.property.notes {
        note(&format!("note: {words}"));
    }
    let session = Session::new(program, entries, config.0).map_err(TemporalError::Session);
    match session.and_then(|session| session.temporal(&question.property, config.1)) {
        Ok(verdict) => Ok(Some(verdict)),
        Err(TemporalError::Session(Error::OutOfNodes)) => Ok(None),
        Err(TemporalError::Session(Error::Program(problems))) => {
            Err(source.refuse(&problems, renderer))
        }
        Err(TemporalError::Session(Error::UnknownLabel(name))) => Err(no_label(program, &name)),
        Err(TemporalError::NotReplayed(words)) => {
            note(&format!(
                "internal error: a run that violates `{}` was found, and could not be executed: {words}",
                question.words
            ));
            Err(Exit::Internal)
        }
    }
}
