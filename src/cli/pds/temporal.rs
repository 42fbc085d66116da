//! `cegar pds check --ltl …`: properties of runs, and the configurations that violate them.

use std::path::PathBuf;

use checker::bp::Diagnostic;
use checker::ltl::{self, Formula};
use checker::pds::{
    self, EndedRuns, LtlVerdict, NotReplayed, PAutomaton, Property, PropertyError, PushdownSystem,
    check_ltl, verify_atoms,
};
use clap::ValueEnum;

use super::check::{Form, print_set};
use super::report;
use super::sets::{Sets, needed};
use super::symbolic;
use crate::exit::Exit;
use crate::limits::Watch;
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;

/// What is asked of runs, as text.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Temporal logic")]
pub(super) struct Temporal {
    /// Do all runs from --from satisfy this formula? Atoms: control states (`in p`), symbols on top
    /// of the stack (`at A`), plain names where they are one of the two, `terminated`
    #[arg(long, value_name = "FORMULA", verbatim_doc_comment, group = "property")]
    ltl: Option<String>,
    /// Is no run accepted by the automaton of this file, in the Hanoi format? Make it of the
    /// formula's negation
    #[arg(long, value_name = "FILE", verbatim_doc_comment, group = "property")]
    hoa: Option<PathBuf>,
    /// Look only at runs of which this formula is true; may be repeated
    #[arg(long, value_name = "FORMULA", requires = "ltl")]
    fair: Vec<String>,
    /// What becomes of runs that end
    #[arg(long, value_enum, default_value_t)]
    finite_runs: FiniteRunsName,
    /// Print the automaton of all configurations, reachable or not, from which some run violates
    /// the formula. With --reach SET: is one of the set among them? It is told with its run
    #[arg(long, verbatim_doc_comment, requires = "property")]
    violating: bool,
    /// Only those that can be reached from --from
    #[arg(long, requires = "violating")]
    reachable: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FiniteRunsName {
    /// Their last configuration repeats for ever
    #[default]
    Stutter,
    /// They do not count: only infinite runs do
    Ignore,
}

impl Temporal {
    pub(super) fn is_asked(&self) -> bool {
        self.ltl.is_some() || self.hoa.is_some()
    }

    /// The formulas and automata, as text.
    pub(super) fn texts(&self) -> Vec<String> {
        let hoa = self
            .hoa
            .as_ref()
            .and_then(|path| ProgramText::read(path).ok());
        let formulas = self.ltl.iter().chain(&self.fair).cloned();
        formulas.chain(hoa.map(|file| file.text)).collect()
    }

    pub(super) fn ended(&self) -> EndedRuns {
        match self.finite_runs {
            FiniteRunsName::Stutter => EndedRuns::Stutter,
            FiniteRunsName::Ignore => EndedRuns::Ignore,
        }
    }

    /// The property, and what it is called.
    fn property(
        &self,
        system: &PushdownSystem,
        renderer: &Renderer,
    ) -> Result<(Property, String), Exit> {
        let mut fair = Vec::new();
        for text in &self.fair {
            let premise = Written::new("--fair", text);
            let formula = premise.parse(renderer)?;
            let verified = verify_atoms(&formula, system);
            verified.map_err(|problems| premise.refuse(&problems, renderer))?;
            fair.push(formula);
        }
        let (written, property) = match (&self.ltl, &self.hoa) {
            (Some(text), _) => {
                let written = Written::new("--ltl", text);
                let formula = written.parse(renderer)?;
                (written, Property::formula(&formula, &fair, system))
            }
            (None, Some(path)) => {
                let written = Written(ProgramText::read(path)?);
                let automaton = ltl::hoa::read(&written.0.text)
                    .map_err(|problems| written.0.refuse(&problems, renderer))?;
                (written, Property::never(automaton, system))
            }
            (None, None) => return Err(Exit::Usage),
        };
        let words = match &self.ltl {
            Some(text) => text.clone(),
            None => format!("no run is accepted by {}", written.0.name),
        };
        match property {
            Ok(property) => Ok((property, words)),
            Err(PropertyError::Atoms(problems)) => Err(written.refuse(&problems, renderer)),
            Err(PropertyError::TooLarge(limit)) => {
                note(&format!("unknown: {words}: {limit}"));
                Err(Exit::Unknown)
            }
        }
    }
}

/// A formula or an automaton, and where it was given.
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

    /// A mistake in a formula is one of the command line.
    fn refuse(&self, problems: &[Diagnostic], renderer: &Renderer) -> Exit {
        self.0.refuse(problems, renderer);
        Exit::Usage
    }
}

/// A question about runs.
pub(super) struct Asked<'a> {
    pub(super) temporal: &'a Temporal,
    pub(super) sets: &'a Sets,
    /// The system where it is explored symbolically; that of `sets` has its names only.
    pub(super) symbolic: Option<symbolic::Question<'a>>,
    /// Whether `--from` is given.
    pub(super) from_is_given: bool,
    /// What `--reach` says, where it is given.
    pub(super) reach: Option<&'a str>,
    pub(super) form: Form,
    pub(super) watch: &'a Watch,
}

impl Asked<'_> {
    pub(super) fn answer(&self, renderer: &Renderer) -> Result<Exit, Exit> {
        if self.reach.is_some() && !self.temporal.violating {
            note(
                "error: a formula is asked of the runs from --from; with --violating, --reach asks which configurations violate it",
            );
            return Err(Exit::Usage);
        }
        if self.temporal.violating && self.from_is_given && !self.temporal.reachable {
            note(
                "error: --violating is about all configurations; with --reachable, about those that can be reached from --from",
            );
            return Err(Exit::Usage);
        }
        if self.form == Form::Dot && (!self.temporal.violating || self.reach.is_some()) {
            note(
                "error: --dot draws sets: --violating without --reach, --post-star and --pre-star",
            );
            return Err(Exit::Usage);
        }
        let (property, words) = self.temporal.property(&self.sets.system, renderer)?;
        if self.temporal.violating {
            if self.symbolic.is_some() {
                note(
                    "error: --violating is for explicit systems, and this one has many values: --exploration explicit",
                );
                return Err(Exit::Usage);
            }
            return self.violating(&property, &words);
        }
        let from = needed(&self.sets.from, "--from")?;
        let (verdict, own) = match &self.symbolic {
            Some(symbolic) => symbolic.verdict(self.temporal, from, &property)?,
            None => (self.verdict(from, &property)?, None),
        };
        let system = own.as_ref().unwrap_or(&self.sets.system);
        self.watch.finish();
        if verdict == LtlVerdict::Holds && property.is_never_violated() {
            note(&format!("warning: {words}: this is true of every system"));
        }
        let mut out = Output::stdout();
        if self.form == Form::Json {
            out.line(report::temporal_json(system, &words, &verdict));
        } else {
            out.text(report::temporal(system, &words, &verdict));
        }
        Ok(match verdict {
            LtlVerdict::Holds => Exit::Good,
            LtlVerdict::Violated(_) => Exit::Bad,
        })
    }

    fn verdict(&self, from: &PAutomaton, property: &Property) -> Result<LtlVerdict, Exit> {
        let ended = self.temporal.ended();
        check_ltl(&self.sets.system, from, property, ended).map_err(|NotReplayed| {
            note(
                "internal error: a run was found that cannot be made, or does not violate the formula",
            );
            Exit::Internal
        })
    }

    /// The set of what violates the formula, or whether something of `--reach` is in it.
    fn violating(&self, property: &Property, words: &str) -> Result<Exit, Exit> {
        let system = &self.sets.system;
        let mut set = pds::violating(system, property, self.temporal.ended());
        if self.temporal.reachable {
            let from = needed(&self.sets.from, "--from")?;
            set = set.intersection(&pds::post_star(system, from));
        }
        let Some(pattern) = self.reach else {
            return Ok(print_set(self.form, system, &set, self.watch));
        };
        let among = set.intersection(needed(&self.sets.reach, "--reach")?);
        let Some(found) = among.smallest() else {
            self.watch.finish();
            Output::stdout().text(report::none_violates(
                pattern,
                words,
                self.temporal.reachable,
                self.form == Form::Json,
            ));
            return Ok(Exit::Good);
        };
        let verdict = self.verdict(&PAutomaton::single(system, &found), property)?;
        self.watch.finish();
        if verdict == LtlVerdict::Holds {
            note("internal error: a configuration violates the formula, and none of its runs does");
            return Err(Exit::Internal);
        }
        let mut out = Output::stdout();
        if self.form == Form::Json {
            out.line(report::temporal_json(system, words, &verdict));
        } else {
            let shown = report::configuration(system, &found);
            out.line(format!("a configuration of {pattern}: {shown}"));
            out.text(report::temporal(system, words, &verdict));
        }
        Ok(Exit::Bad)
    }
}
