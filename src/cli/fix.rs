//! `cegar fix`: algorithms of one's own.

use std::path::{Path, PathBuf};

use checker::bp::Program;
use checker::calculus::{Algorithm, FixError, FixReport, SHIPPED, Shipped};
use checker::{Config, Error, Goal, Session};

use super::bp::{find_procedure, no_label};
use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;
use crate::report::boolean_program::{self as boolean, fix as report};

/// Evaluate an algorithm, written as fixed-point formulas, on a boolean program
///
/// The formulas are about relations that the program gives (ProgramInt, IntoCall, Return, …); the
/// one without a name is the question. docs/calculus.md describes the language.
///
///   cegar fix --list                              algorithms that come along
///   cegar fix --show entry-forward > mine.mu      the text of one, to change
///   cegar fix entry-forward prog.bp               can an assertion fail?
///   cegar fix mine.mu prog.bp --label R           can the statement labelled R be reached?
///   cegar fix mine.mu prog.bp --explain           plans, rounds, sizes and times
///
/// Exit codes: 0 the question is false (the goal is unreachable); 10 it is true (reachable);
/// 5 don't know.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// A file of formulas (.mu), or the name of one that comes along
    #[arg(value_name = "ALGORITHM", required_unless_present_any = ["list", "show"])]
    algorithm: Option<PathBuf>,
    /// The boolean program; `-` reads standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["list", "show"])]
    file: Option<PathBuf>,
    /// List the algorithms that come along
    #[arg(long, conflicts_with_all = ["algorithm", "file", "show"])]
    list: bool,
    /// Print the text of an algorithm that comes along
    #[arg(long, value_name = "NAME", conflicts_with_all = ["algorithm", "file"])]
    show: Option<String>,
    /// The goal is this label: `L` in any procedure, `f:L` in procedure f; may be repeated
    #[arg(long, value_name = "LABEL", help_heading = "Questions")]
    label: Vec<String>,
    /// The goal is an assertion that fails, which it is if there is no other
    #[arg(long, help_heading = "Questions")]
    assertions: bool,
    /// Start in this procedure, with any parameters, in place of `main`; may be repeated: any of
    /// them
    #[arg(long, value_name = "PROCEDURE", help_heading = "Questions")]
    entry: Vec<String>,
    /// Say how the formulas were evaluated, and what it took
    #[arg(long, help_heading = "Answers")]
    explain: bool,
    /// Print one JSON object in place of text
    #[arg(long, help_heading = "Answers")]
    json: bool,
    /// Say what it took: on standard error, or in the JSON object
    #[arg(long, help_heading = "Answers")]
    stats: bool,
    /// States have values of variables that will not be read any more, too
    #[arg(long, help_heading = "Evaluation")]
    no_live_ranges: bool,
    /// States have values of globals that neither the procedure nor its callees touch, too
    #[arg(long, help_heading = "Evaluation")]
    no_mod_ref: bool,
    #[command(flatten)]
    limits: Limits,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    if args.list {
        Output::stdout().text(report::list(SHIPPED));
        return Ok(Exit::Good);
    }
    if let Some(name) = &args.show {
        let Some(shipped) = shipped(Path::new(name)) else {
            note(&format!(
                "error: there is no algorithm `{name}`; cegar fix --list names them"
            ));
            return Err(Exit::Usage);
        };
        Output::stdout().text(shipped.text);
        return Ok(Exit::Good);
    }
    let (Some(algorithm), Some(file)) = (&args.algorithm, &args.file) else {
        return Err(Exit::Usage);
    };
    let json = args.json;
    let watch = args
        .limits
        .watch(move |limit| boolean::unknown(&limit.to_string(), json));
    let algorithm = read(algorithm, renderer)?;
    let source = ProgramText::read(file)?;
    let program = source.parse(renderer)?;
    for entry in &args.entry {
        find_procedure(&program, entry)?;
    }
    let goals = args.goals();
    let session = Session::new(&program, &args.entry, &args.config());
    let outcome = session
        .map_err(FixError::from)
        .and_then(|session| session.fix(&algorithm, &goals, args.explain));
    watch.finish();
    match outcome {
        Ok(report) => Ok(args.print(&algorithm, &source, &goals, &report)),
        Err(error) => Err(args.fail(&error, &source, &program, renderer)),
    }
}

impl Args {
    fn goals(&self) -> Vec<Goal> {
        let assertions = self.assertions || self.label.is_empty();
        let labels = self.label.iter().cloned().map(Goal::Label);
        assertions
            .then_some(Goal::Assertions)
            .into_iter()
            .chain(labels)
            .collect()
    }

    fn config(&self) -> Config {
        Config {
            live_ranges: !self.no_live_ranges,
            mod_ref: !self.no_mod_ref,
            ..Config::default()
        }
    }

    fn print(
        &self,
        algorithm: &Algorithm,
        source: &ProgramText,
        goals: &[Goal],
        report: &FixReport,
    ) -> Exit {
        let goals = if algorithm.asks_goal() { goals } else { &[] };
        let mut out = Output::stdout();
        if self.json {
            out.text(report::json(&source.name, goals, report, self.stats));
        } else {
            out.text(report::text(goals, report));
            if let Some(explanation) = &report.explanation {
                out.text(explanation);
            }
            if self.stats {
                note(report::stats(&report.stats).trim_end());
            }
        }
        match report.answers.contains(&true) {
            true => Exit::Bad,
            false => Exit::Good,
        }
    }

    fn fail(
        &self,
        error: &FixError,
        source: &ProgramText,
        program: &Program,
        renderer: &Renderer,
    ) -> Exit {
        let unknown = |reason: &str| {
            Output::stdout().text(boolean::unknown(reason, self.json));
            Exit::Unknown
        };
        match error {
            FixError::Session(Error::Program(problems)) => source.refuse(problems, renderer),
            FixError::Session(Error::UnknownLabel(name)) => no_label(program, name),
            FixError::Session(Error::OutOfNodes) => unknown(boolean::FULL_TABLE),
            FixError::Circles { relation, rounds } => unknown(&format!(
                "the rounds of `{relation}` never come to an end: it is again what it was {rounds} rounds before"
            )),
            FixError::TooManyVariables(count) => unknown(&format!(
                "the formulas have {count} variables at once that are not program counters or enumerations"
            )),
        }
    }
}

fn shipped(name: &Path) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|s| Path::new(s.name) == name)
}

/// An algorithm that comes along, or one of a file.
fn read(name: &Path, renderer: &Renderer) -> Result<Algorithm, Exit> {
    let source = match shipped(name) {
        Some(shipped) => ProgramText {
            name: format!("{}.mu", shipped.name),
            text: shipped.text.to_owned(),
        },
        None if !name.exists() && name != Path::new("-") && name.extension().is_none() => {
            let name = name.display();
            note(&format!(
                "error: `{name}` is no file, and no algorithm that comes along; cegar fix --list names those"
            ));
            return Err(Exit::Usage);
        }
        None => ProgramText::read(name)?,
    };
    match Algorithm::parse(&source.text) {
        Ok((algorithm, warnings)) => {
            // What comes along means what it says.
            if shipped(name).is_none() {
                source.show(&warnings, renderer);
            }
            Ok(algorithm)
        }
        Err(problems) => Err(source.refuse(&problems, renderer)),
    }
}
