//! `cegar ltl`: the automaton of a formula.

use std::path::PathBuf;

use checker::ltl::{self, Automaton, Formula, TranslateConfig, hoa};

use crate::exit::Exit;
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;

/// Translate a formula of linear temporal logic into a Büchi automaton
///
/// Formulas are written as for SPIN, Spot or Moped:
///
///   cegar ltl 'G (req -> F done)'
///   cegar ltl '[] (req -> <> done)' --negate --hoa > never.hoa
///   cegar ltl --file property.ltl --dot | dot -Tsvg > property.svg
///   cegar ltl --automaton other.hoa --degeneralise --hoa
///
/// Operators: X F G U W R M ! & | xor -> <->, also [] <> && || V. Atoms: names, `at L`, `at f:L`,
/// `in f`, `entry f`, `exit f`, `terminated`, and expressions in braces or quotes: {x = y}.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// What holds of a run
    #[arg(value_name = "FORMULA", required_unless_present_any = ["file", "automaton"])]
    formula: Option<String>,
    /// Read the formula from a file; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "formula")]
    file: Option<PathBuf>,
    /// Read an automaton in the Hanoi format in place of a formula, to convert or draw it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["formula", "file", "negate"])]
    automaton: Option<PathBuf>,
    /// The automaton of what violates the formula
    #[arg(long)]
    negate: bool,
    /// One acceptance set in place of several
    #[arg(long)]
    degeneralise: bool,
    /// One acceptance set, of states in place of edges
    #[arg(long, conflicts_with = "degeneralise")]
    state_based: bool,
    /// Write the automaton in the Hanoi format, for Spot, Owl and others
    #[arg(long, conflicts_with = "dot")]
    hoa: bool,
    /// Draw the automaton for Graphviz
    #[arg(long)]
    dot: bool,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let (automaton, name) = automaton(args, renderer)?;
    let automaton = if args.state_based {
        ltl::state_based(&automaton)
    } else if args.degeneralise {
        ltl::degeneralise(&automaton)
    } else {
        automaton
    };
    let mut out = Output::stdout();
    if args.hoa {
        out.text(hoa::write(&automaton, name.as_deref()));
    } else if args.dot {
        out.text(automaton.dot());
    } else {
        out.text(automaton);
    }
    Ok(Exit::Good)
}

/// The automaton that is asked for, and the formula it is of.
fn automaton(args: &Args, renderer: &Renderer) -> Result<(Automaton, Option<String>), Exit> {
    if let Some(path) = &args.automaton {
        let source = ProgramText::read(path)?;
        let automaton = hoa::read(&source.text);
        let automaton = automaton.map_err(|problems| source.refuse(&problems, renderer))?;
        return Ok((automaton, None));
    }
    let mut formula = formula(args, renderer)?;
    if args.negate {
        formula = formula.negated();
    }
    let automaton = ltl::translate(&formula, &TranslateConfig::default());
    let automaton = automaton.map_err(|problem| {
        note(&format!("don't know: {problem}"));
        Exit::Unknown
    })?;
    Ok((automaton, Some(formula.to_string())))
}

/// A mistake in a formula of the command line is one of the command line.
fn formula(args: &Args, renderer: &Renderer) -> Result<Formula, Exit> {
    let (source, exit) = match (&args.formula, &args.file) {
        (None, Some(path)) => (ProgramText::read(path)?, Exit::Input),
        (text, _) => {
            let source = ProgramText {
                name: "FORMULA".to_owned(),
                text: text.clone().unwrap_or_default(),
            };
            (source, Exit::Usage)
        }
    };
    ltl::parse(&source.text).map_err(|problems| {
        source.refuse(&problems, renderer);
        exit
    })
}
