//! `cegar bp check --reach …`: regular sets of configurations, for the automaton engines.

use checker::bp::{self, Entry, Program};
use checker::configurations::{ConfigurationSet, ConfigurationVerdict};
use checker::{Config, Error, Session};

use crate::exit::Exit;
use crate::program_text::ProgramText;
use crate::render::Renderer;

/// The sets that are asked for, as text.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Configurations")]
pub(crate) struct Sets {
    /// Can one of these configurations be reached? A regular expression over stack
    /// frames, the top one first: `A:R[g] (A:*)* main:*` is "A runs at label R with g
    /// true, and below it are only frames of A, down to main". A frame is `f:L` (at
    /// label L), `f:line 7`, `f:after L` (where the call at L goes on), `f:entry`,
    /// `f:exit`, `f:failed`, `f:*` or `_` (any), each with a condition in brackets
    #[arg(
        long,
        value_name = "SET",
        verbatim_doc_comment,
        conflicts_with_all = ["label", "assertions", "invariant", "unreachable", "stats"],
    )]
    pub(crate) reach: Option<String>,
    /// Start in these configurations in place of the beginning of a procedure
    #[arg(long, value_name = "SET", requires = "reach", conflicts_with = "entry")]
    pub(crate) from: Option<String>,
}

/// Whether a configuration of `reach` is reachable; `None` where the BDDs outgrow their table.
pub(super) fn reachable(
    sets: &Sets,
    entries: &[String],
    reach: &str,
    source: &ProgramText,
    program: &mut Program,
    config: &Config,
    renderer: &Renderer,
) -> Result<Option<ConfigurationVerdict>, Exit> {
    let entry = if entries.is_empty() {
        Entry::Main
    } else {
        Entry::Any(entries)
    };
    let problems = bp::verify(program, entry);
    if problems.iter().any(bp::Diagnostic::is_error) {
        return Err(source.refuse(&problems, renderer));
    }
    let from = match &sets.from {
        Some(text) => Some(parse("--from", text, program, source, renderer)?),
        None => None,
    };
    let reach = parse("--reach", reach, program, source, renderer)?;
    let session = Session::new(program, entries, config);
    match session.and_then(|session| session.reachable_configuration(from.as_ref(), &reach)) {
        Ok(answer) => Ok(Some(answer)),
        Err(Error::OutOfNodes) => Ok(None),
        Err(Error::Program(problems)) => Err(source.refuse(&problems, renderer)),
        Err(Error::UnknownLabel(name)) => Err(super::names::no_label(program, &name)),
    }
}

/// A mistake in a set is one of the command line.
pub(super) fn parse(
    option: &str,
    text: &str,
    program: &mut Program,
    source: &ProgramText,
    renderer: &Renderer,
) -> Result<ConfigurationSet, Exit> {
    ConfigurationSet::parse(text, program, &source.text).map_err(|problems| {
        let set = ProgramText {
            name: option.to_owned(),
            text: text.to_owned(),
        };
        set.refuse(&problems, renderer);
        Exit::Usage
    })
}
