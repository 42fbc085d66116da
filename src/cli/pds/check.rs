//! `cegar pds check`

use std::path::PathBuf;

use checker::bp::Diagnostic;
use checker::ltl;
use checker::pds::{
    self, EndedRuns, LtlError, LtlVerdict, Measure, NotReplayed, PAutomaton, PushdownSystem,
    Reachability,
};
use clap::ValueEnum;

use super::report;
use super::sets::{Sets, needed, read_file};
use crate::exit::Exit;
use crate::limits::{Limits, Watch};
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;
use crate::report::boolean_program::unknown;

/// Check what a pushdown system can reach
///
/// The file is PDAAAL's JSON or in Moped's notation. A set of configurations is a pattern,
/// a control state and a regular expression over the stack, top first: `p <A B>`, `p, q <A _*>`,
/// `_ <>`; or a P-automaton in a file, @automaton.json. What the file says of where runs begin
/// and of what is to be reached holds without options.
///
/// Examples:
///
///   cegar pds check system.json --from 'p <A>' --reach 'q <_*>'
///   cegar pds check system.pds --reach '_ <error _*>'      can error be on top of the stack?
///   cegar pds check instance.json --run lightest           a run with the least weight
///   cegar pds check system.pds --post-star                 all that can be reached
///   cegar pds check system.json --pre-star --reach 'q <>'  all from which that can be reached
///   cegar pds check system.pds --ltl 'G (at ask -> F at reply)'   do all runs satisfy it?
///
/// Exit codes: 0 unreachable, the formula holds, or a set is printed; 10 reachable or violated;
/// 5 don't know, a limit is reached.
// Stacks in patterns look like tags to rustdoc; `--help` shows them as they stand.
#[allow(rustdoc::invalid_html_tags)]
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The pushdown system; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where runs begin: a pattern, or @FILE
    #[arg(long, value_name = "SET", help_heading = "Configurations")]
    from: Option<String>,
    /// Can one of these be reached? A pattern, or @FILE
    #[arg(long, value_name = "SET", help_heading = "Configurations")]
    reach: Option<String>,
    /// Print the automaton of all configurations that can be reached from --from
    #[arg(long, conflicts_with_all = ["pre_star", "reach"], help_heading = "Questions")]
    post_star: bool,
    /// Print the automaton of all configurations from which --reach can be reached
    #[arg(long, conflicts_with = "from", help_heading = "Questions")]
    pre_star: bool,
    /// Do all runs from --from satisfy this formula? Atoms: control states (`in p`), symbols on top
    /// of the stack (`at A`), plain names where they are one of the two, `terminated`
    #[arg(
        long,
        value_name = "FORMULA",
        verbatim_doc_comment,
        conflicts_with_all = ["post_star", "pre_star", "reach"],
        help_heading = "Questions",
    )]
    ltl: Option<String>,
    /// What becomes of runs that end
    #[arg(long, value_enum, default_value_t, help_heading = "Questions")]
    finite_runs: FiniteRunsName,
    /// Which run is told
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "WHICH",
        help_heading = "Answers"
    )]
    run: RunName,
    /// How to find out whether there is a run; both give the same answers
    #[arg(long, value_enum, default_value_t, help_heading = "Exploration")]
    engine: EngineName,
    /// Print one JSON object in place of text; sets are printed as PDAAAL's P-automata
    #[arg(long, help_heading = "Answers")]
    json: bool,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RunName {
    /// One with the fewest rules
    #[default]
    Shortest,
    /// One with the least weight
    Lightest,
    /// One with the greatest weight
    Heaviest,
    /// None: only say whether there is one
    None,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum FiniteRunsName {
    /// Their last configuration repeats for ever
    #[default]
    Stutter,
    /// They do not count: only infinite runs do
    Ignore,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// Saturation backwards, from what is to be reached
    #[default]
    Pre,
    /// Saturation forwards; a run is looked for afterwards
    Post,
}

impl RunName {
    fn measure(self) -> Measure {
        match self {
            RunName::Shortest | RunName::None => Measure::FewestRules,
            RunName::Lightest => Measure::LeastWeight,
            RunName::Heaviest => Measure::GreatestWeight,
        }
    }
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let json = args.json;
    let watch = args
        .limits
        .watch(move |limit| unknown(&limit.to_string(), json));
    let source = ProgramText::read(&args.file)?;
    let file = read_file(&source, renderer)?;
    let sets = Sets::new(file, args.from.as_deref(), args.reach.as_deref(), renderer)?;
    if let Some(formula) = &args.ltl {
        return temporal(args, formula, &sets, &watch, renderer);
    }
    if args.post_star {
        let set = pds::post_star(&sets.system, needed(&sets.from, "--from")?);
        return Ok(print_set(args, &sets.system, &set, &watch));
    }
    if args.pre_star {
        let reach = needed(&sets.reach, "--reach")?;
        let set = pds::pre_star(&sets.system, reach, |_| 0).automaton();
        return Ok(print_set(args, &sets.system, &set, &watch));
    }
    reachable(args, &sets, &watch)
}

fn print_set(args: &Args, system: &PushdownSystem, set: &PAutomaton, watch: &Watch) -> Exit {
    watch.finish();
    let mut out = Output::stdout();
    if args.json {
        out.line(pds::write_automaton(set, system));
    } else {
        out.text(report::automaton(system, set));
    }
    Exit::Good
}

fn reachable(args: &Args, sets: &Sets, watch: &Watch) -> Result<Exit, Exit> {
    let reach = needed(&sets.reach, "--reach")?;
    let from = needed(&sets.from, "--from")?;
    let answer = answer(args, &sets.system, from, reach).map_err(|NotReplayed| {
        note("internal error: a run was found that cannot be made");
        Exit::Internal
    })?;
    watch.finish();
    let measure = args.run.measure();
    let answer = match answer {
        Reachability::Reachable { best, .. } if args.run == RunName::None => {
            Reachability::Reachable { best, run: None }
        }
        answer => answer,
    };
    let mut out = Output::stdout();
    if args.json {
        out.line(report::reachability_json(&sets.system, &answer, measure));
    } else {
        out.text(report::reachability(&sets.system, &answer, measure));
    }
    Ok(match answer {
        Reachability::Unreachable => Exit::Good,
        Reachability::Reachable { .. } => Exit::Bad,
    })
}

fn answer(
    args: &Args,
    system: &PushdownSystem,
    from: &PAutomaton,
    reach: &PAutomaton,
) -> Result<Reachability, NotReplayed> {
    if args.engine == EngineName::Post && !pds::post_star(system, from).meets(reach) {
        return Ok(Reachability::Unreachable);
    }
    let answer = pds::reach(system, from, reach, args.run.measure())?;
    match answer {
        Reachability::Unreachable if args.engine == EngineName::Post => Err(NotReplayed),
        answer => Ok(answer),
    }
}

/// The question of `--ltl`.
fn temporal(
    args: &Args,
    text: &str,
    sets: &Sets,
    watch: &Watch,
    renderer: &Renderer,
) -> Result<Exit, Exit> {
    let source = ProgramText {
        name: "--ltl".to_owned(),
        text: text.to_owned(),
    };
    let refuse = |problems: &[Diagnostic]| {
        source.refuse(problems, renderer);
        Exit::Usage
    };
    let formula = ltl::parse(text).map_err(|problems| refuse(&problems))?;
    let ended = match args.finite_runs {
        FiniteRunsName::Stutter => EndedRuns::Stutter,
        FiniteRunsName::Ignore => EndedRuns::Ignore,
    };
    let from = needed(&sets.from, "--from")?;
    let verdict = pds::check_ltl(&sets.system, from, &formula, ended);
    watch.finish();
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(LtlError::Atoms(problems)) => return Err(refuse(&problems)),
        Err(LtlError::TooLarge(reason)) => {
            Output::stdout().text(unknown(&reason.to_string(), args.json));
            return Ok(Exit::Unknown);
        }
        Err(LtlError::NotReplayed) => {
            note(
                "internal error: a run was found that cannot be made, or does not violate the formula",
            );
            return Err(Exit::Internal);
        }
    };
    let mut out = Output::stdout();
    if args.json {
        out.line(report::temporal_json(&sets.system, text, &verdict));
    } else {
        out.text(report::temporal(&sets.system, text, &verdict));
    }
    Ok(match verdict {
        LtlVerdict::Holds => Exit::Good,
        LtlVerdict::Violated(_) => Exit::Bad,
    })
}
