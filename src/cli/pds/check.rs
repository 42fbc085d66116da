//! `cegar pds check`

use std::path::PathBuf;

use checker::pds::{
    self, Best, Exploration, Measure, NotReplayed, PAutomaton, PushdownSystem, Reachability, System,
};
use clap::ValueEnum;

use super::sets::{Sets, needed, read_for};
use super::temporal::{Asked, Temporal};
use super::{concurrent, draw, report, symbolic};
use crate::exit::Exit;
use crate::limits::{Limits, Watch};
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;
use crate::report::boolean_program::unknown;

/// Check what a pushdown system can reach
///
/// The file is PDAAAL's JSON, in Moped's notation, or one of CUBA's, of several threads. A set of
/// configurations is a pattern, a control state and a regular expression over the stack, top
/// first: `p <A B>`, `p, q <A _*>`, `_ <>`; or a P-automaton in a file, @automaton.json. What the
/// file says of where runs begin and of what is to be reached holds without options.
///
/// Examples:
///
///   cegar pds check system.json --from 'p <A>' --reach 'q <_*>'
///   cegar pds check system.pds --reach '_ <error _*>'      can error be on top of the stack?
///   cegar pds check instance.json --run lightest           a run with the least weight
///   cegar pds check system.pds --post-star                 all that can be reached
///   cegar pds check system.json --pre-star --reach 'q <>'  all from which that can be reached
///   cegar pds check system.pds --ltl 'G (at ask -> F at reply)'   do all runs satisfy it?
///   cegar pds check system.pds --ltl 'F at reply' --violating     from where does some run not?
///   cegar pds check threads.pds --from '0|1,4' --reach '3|_,6' --context-bound 5
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
    pub(super) from: Option<String>,
    /// Can one of these be reached? A pattern, or @FILE
    #[arg(long, value_name = "SET", help_heading = "Configurations")]
    pub(super) reach: Option<String>,
    /// Of several threads (CUBA's files): at most this many context switches; without it, more and
    /// more. --from and --reach are states of all threads, `state|top,top,…`, with `_` for any and
    /// `-` for an empty stack
    #[arg(long, value_name = "K", help_heading = "Configurations")]
    pub(super) context_bound: Option<u32>,
    /// Print the automaton of all configurations that can be reached from --from
    #[arg(long, conflicts_with_all = ["pre_star", "reach", "property"], help_heading = "Questions")]
    pub(super) post_star: bool,
    /// Print the automaton of all configurations from which --reach can be reached
    #[arg(long, conflicts_with_all = ["from", "property"], help_heading = "Questions")]
    pub(super) pre_star: bool,
    #[command(flatten)]
    pub(super) temporal: Temporal,
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
    /// How values of variables are looked at (Moped's notation)
    #[arg(long, value_enum, default_value_t, help_heading = "Exploration")]
    exploration: ExplorationName,
    /// Print one JSON object in place of text; sets are printed as PDAAAL's P-automata
    #[arg(long, help_heading = "Answers")]
    json: bool,
    /// Draw a set for Graphviz
    #[arg(long, conflicts_with = "json", help_heading = "Answers")]
    dot: bool,
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
enum EngineName {
    /// Saturation backwards, from what is to be reached
    #[default]
    Pre,
    /// Saturation forwards; a run is looked for afterwards
    Post,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ExplorationName {
    /// One by one where there are few
    #[default]
    Automatic,
    /// One by one: control states and symbols for all values are made
    Explicit,
    /// As sets, in decision diagrams
    Symbolic,
}

impl ExplorationName {
    fn exploration(self) -> Exploration {
        match self {
            ExplorationName::Automatic => Exploration::Automatic,
            ExplorationName::Explicit => Exploration::Explicit,
            ExplorationName::Symbolic => Exploration::Symbolic,
        }
    }
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
    if pds::kind(&source.text) == Some(pds::Kind::Cuba) {
        return concurrent::run(args, &source, &watch, renderer);
    }
    if args.context_bound.is_some() {
        note("error: only systems of several threads have context switches");
        return Err(Exit::Usage);
    }
    let file = match read_for(&source, args.exploration.exploration(), renderer)? {
        System::Explicit(file) => *file,
        System::Symbolic(system) => return symbolic::run(args, system, &watch, renderer),
    };
    let sets = Sets::new(file, args.from.as_deref(), args.reach.as_deref(), renderer)?;
    if args.temporal.is_asked() {
        let asked = Asked {
            temporal: &args.temporal,
            sets: &sets,
            symbolic: None,
            from_is_given: args.from.is_some(),
            reach: args.reach.as_deref(),
            form: args.form(),
            watch: &watch,
        };
        return asked.answer(renderer);
    }
    if args.post_star {
        let set = pds::post_star(&sets.system, needed(&sets.from, "--from")?);
        return Ok(print_set(args.form(), &sets.system, &set, &watch));
    }
    if args.pre_star {
        let reach = needed(&sets.reach, "--reach")?;
        let set = pds::pre_star(&sets.system, reach, |_| 0).automaton();
        return Ok(print_set(args.form(), &sets.system, &set, &watch));
    }
    reachable(args, &sets, &watch)
}

/// How a set is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Json,
    Dot,
}

impl Args {
    /// How good a run is of which it is not known whether there is a shorter one.
    pub(super) fn best_of(&self, rules: usize) -> Best {
        match self.run.measure() {
            Measure::FewestRules => Best::AtMost(rules as i128),
            // These systems have no weights.
            Measure::LeastWeight | Measure::GreatestWeight => Best::Value(0),
        }
    }

    pub(super) fn shows_run(&self) -> bool {
        self.run != RunName::None
    }

    pub(super) fn tell(&self, system: &PushdownSystem, answer: &Reachability) -> Exit {
        let measure = self.run.measure();
        let mut out = Output::stdout();
        if self.json {
            out.line(report::reachability_json(system, answer, measure));
        } else {
            out.text(report::reachability(system, answer, measure));
        }
        match answer {
            Reachability::Unreachable => Exit::Good,
            Reachability::Reachable { .. } => Exit::Bad,
        }
    }

    pub(super) fn form(&self) -> Form {
        match (self.json, self.dot) {
            (true, _) => Form::Json,
            (_, true) => Form::Dot,
            _ => Form::Text,
        }
    }
}

pub(super) fn print_set(
    form: Form,
    system: &PushdownSystem,
    set: &PAutomaton,
    watch: &Watch,
) -> Exit {
    watch.finish();
    let mut out = Output::stdout();
    match form {
        Form::Json => out.line(pds::write_automaton(set, system)),
        Form::Dot => out.text(draw::automaton(system, set)),
        Form::Text => out.text(report::automaton(system, set)),
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
    let answer = match answer {
        Reachability::Reachable { best, .. } if !args.shows_run() => {
            Reachability::Reachable { best, run: None }
        }
        answer => answer,
    };
    Ok(args.tell(&sets.system, &answer))
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
