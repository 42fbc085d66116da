//! `cegar bp check`

use checker::bp::{Program, StmtKind, forgotten_init};
use checker::configurations::ConfigurationVerdict;
use checker::ctl::CtlVerdict;
use checker::temporal::TemporalVerdict;
use checker::{Config, Engine, Error, Goal, Query, Report, Session, VariableOrder, Verdict};
use clap::ValueEnum;

use super::branching::{self, Branching};
use super::configurations::{self, Sets};
use super::names::{find_procedure, no_label};
use super::temporal::{Asked, Measurements, Temporal};
use super::threads::{self, ThreadArgs};
use super::violations;
use crate::exit::Exit;
use crate::limits::{Limits, Watch};
use crate::output::{Output, note};
use crate::program_text::{File, ProgramText};
use crate::render::Renderer;
use crate::report::boolean_program::{self as report, Form, Subject};

/// Check which labels, assertions and states of a boolean program are reachable
///
/// Without further options the question is whether an assertion can fail. A label
/// is asked for with --label; the answer comes with a shortest trace: one line for
/// each statement, indented by the depth of calls, with the values of the variables
/// that are determined there. Variables start with any value unless given one.
///
/// Examples:
///
///   cegar bp check prog.bp                   can an assertion fail?
///   cegar bp check prog.bp --label R         can the statement labelled R be reached?
///   cegar bp check prog.bp --label f:R       only the one in procedure f
///   cegar bp check prog.bp --entry init      starting in init in place of main
///   cegar bp check prog.bp --invariant L     with which values is L reached?
///   cegar bp check prog.bp --unreachable     which statements can never be executed?
///   cegar bp check prog.bp --reach 'f:L _ _+' is f at L with a stack of at least three?
///   cegar bp check prog.bp --ltl 'G (at ask -> F at reply)'   do all runs satisfy it?
///   cegar bp check prog.bp --ltl 'F at reply' --violating     from where does some run not?
///   cegar bp check prog.bp --ctl 'AG EF at idle'   can it always come back to idle?
///   cegar bp check prog.bp --terminates      does every run end?
///   cegar bp check prog.bp --context-bound 4 of threads: with at most 4 context switches
///   cegar bp check - --time-limit 10 --json  from standard input, for machines
///
/// Exit codes: 0 unreachable, all assertions hold (within the bound of --context-bound or
/// --rounds, where the answer names one); 10 reachable, an assertion fails; 5 don't know, a
/// limit is reached.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    #[command(flatten)]
    file: File,
    #[command(flatten)]
    questions: QuestionArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    sets: Sets,
    #[command(flatten)]
    temporal: Temporal,
    #[command(flatten)]
    branching: Branching,
    #[command(flatten)]
    answers: Answers,
    #[command(flatten)]
    exploration: Exploration,
    #[command(flatten)]
    measurements: Measurements,
    #[command(flatten)]
    limits: Limits,
}

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Questions")]
struct QuestionArgs {
    /// Is this label reachable? `L` in any procedure, `f:L` in procedure f; may be repeated
    #[arg(long, value_name = "LABEL")]
    label: Vec<String>,
    /// Can an assertion fail? The question if there is no other
    #[arg(long)]
    assertions: bool,
    /// With which values of the variables is this label reached? May be repeated
    #[arg(long, value_name = "LABEL")]
    invariant: Vec<String>,
    /// Which statements are unreachable?
    #[arg(long)]
    unreachable: bool,
    /// Start in this procedure, with any parameters, in place of `main`; may be repeated: any of them
    #[arg(long, value_name = "PROCEDURE")]
    entry: Vec<String>,
}

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Answers")]
struct Answers {
    /// Only say whether it is reachable
    #[arg(long)]
    no_trace: bool,
    /// Expand the calls inside a trace to at most this many lines
    #[arg(long, value_name = "N", default_value_t = Config::default().trace_lines)]
    trace_lines: usize,
    /// Print one JSON object in place of text
    #[arg(long)]
    json: bool,
    /// Say what it took: on standard error, or in the JSON object; not with --reach
    #[arg(long)]
    stats: bool,
}

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Exploration")]
struct Exploration {
    /// How to explore; all engines give the same answers [default: summaries, with
    /// --reach post]
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
    /// Keep variables that will not be read any more
    #[arg(long)]
    no_live_ranges: bool,
    /// Carry all globals through all procedures
    #[arg(long)]
    no_mod_ref: bool,
    /// How BDD variables are ordered
    #[arg(long, value_enum, default_value_t)]
    variable_order: OrderName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// Path edges and procedure summaries (Bebop)
    Summaries,
    /// Saturation of an automaton, forwards (Moped)
    Post,
    /// Saturation of an automaton, backwards from the target (Moped)
    Pre,
    /// The entry-forward fixed point (Getafix)
    Ef,
    /// The same, working on relevant program counters only (Getafix)
    EfOpt,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Summaries => Engine::Summaries,
            EngineName::Post => Engine::PostStar,
            EngineName::Pre => Engine::PreStar,
            EngineName::Ef => Engine::EntryForward,
            EngineName::EfOpt => Engine::OptimisedEntryForward,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum OrderName {
    /// By comparisons where the program compares numbers bit by bit, by assignments
    /// otherwise
    #[default]
    Automatic,
    /// Variables that are assigned together stand together
    Assignments,
    /// Variables that are compared with each other, or copied, stand together
    Comparisons,
    /// As declared
    Declaration,
}

impl Args {
    fn query(&self) -> Query {
        let questions = &self.questions;
        let asks =
            !questions.label.is_empty() || !questions.invariant.is_empty() || questions.unreachable;
        let assertions = (questions.assertions || !asks).then_some(Goal::Assertions);
        let labels = questions.label.iter().cloned().map(Goal::Label);
        Query {
            goals: assertions.into_iter().chain(labels).collect(),
            invariants: questions.invariant.clone(),
            unreachable: questions.unreachable,
        }
    }

    fn config(&self) -> Config {
        Config {
            engine: self
                .exploration
                .engine
                .map_or_else(Engine::default, Engine::from),
            live_ranges: !self.exploration.no_live_ranges,
            mod_ref: !self.exploration.no_mod_ref,
            variable_order: match self.exploration.variable_order {
                OrderName::Automatic => VariableOrder::Automatic,
                OrderName::Assignments => VariableOrder::Assignments,
                OrderName::Comparisons => VariableOrder::Comparisons,
                OrderName::Declaration => VariableOrder::Declaration,
            },
            trace: !self.answers.no_trace,
            trace_lines: self.answers.trace_lines,
            ..Config::default()
        }
    }
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let json = args.answers.json;
    let watch = args
        .limits
        .watch(move |limit| report::unknown(&threads::with_progress(&limit.to_string()), json));
    let source = ProgramText::read(&args.file.file)?;
    let mut program = source.parse(renderer)?;
    if args.temporal.violating {
        return violating(args, &source, &mut program, &watch, renderer);
    }
    if let Some(reach) = &args.sets.reach {
        if args.temporal.is_asked() {
            note(
                "error: a formula is asked of all runs; with --violating, --reach asks which configurations violate it",
            );
            return Err(Exit::Usage);
        }
        return configurations(args, reach, &source, &mut program, &watch, renderer);
    }
    if args.temporal.is_asked() {
        return temporal(args, &source, &mut program, &watch, renderer);
    }
    if args.branching.is_asked() {
        return branching(args, &source, &mut program, &watch, renderer);
    }
    let query = args.query();
    let entries = &args.questions.entry;
    for entry in entries {
        find_procedure(&program, entry)?;
    }
    if args.threads.is_asked(&program, entries) {
        if args.exploration.engine.is_some() {
            note("error: threads have engines of their own: leave --engine away");
            return Err(Exit::Usage);
        }
        let asked = threads::Asked {
            query: &query,
            entries,
            source: &source,
            program: &program,
            config: args.config(),
            json,
            watch: &watch,
            renderer,
        };
        return asked.answer(&args.threads);
    }
    args.threads.note_if_bounded();
    let session = Session::new(&program, entries, &args.config());
    let outcome = session.and_then(|session| session.check(&query));
    watch.finish();
    match outcome {
        Ok(report) => {
            let subject = Subject::new(&source, &program, &query);
            let stats = args.answers.stats;
            if entries.is_empty() && forgotten_init(&program).is_some() {
                note(
                    "warning: nothing calls `init`, and execution starts in `main`; --entry names another start",
                );
            }
            if query.goals.contains(&Goal::Assertions) && !has_assertions(&program) {
                note("note: the program has no assertions; --label asks for a label");
            }
            if json {
                Output::stdout().text(report::json(&subject, &report, stats));
            } else {
                Output::stdout().text(report::text(&subject, &report));
                if stats {
                    note(report::stats(&report.stats).trim_end());
                }
            }
            Ok(exit(&report))
        }
        Err(Error::Program(problems)) => Err(source.refuse(&problems, renderer)),
        Err(Error::UnknownLabel(name)) => Err(no_label(&program, &name)),
        Err(Error::OutOfNodes) => {
            Output::stdout().text(report::unknown(report::FULL_TABLE, json));
            Ok(Exit::Unknown)
        }
    }
}

/// The question of `--reach`.
fn configurations(
    args: &Args,
    reach: &str,
    source: &ProgramText,
    program: &mut Program,
    watch: &Watch,
    renderer: &Renderer,
) -> Result<Exit, Exit> {
    let automata = [None, Some(EngineName::Post), Some(EngineName::Pre)];
    if !automata.contains(&args.exploration.engine) {
        note("error: configurations need an automaton: use --engine post or --engine pre");
        return Err(Exit::Usage);
    }
    let config = args.config();
    let entries = &args.questions.entry;
    for entry in entries {
        find_procedure(program, entry)?;
    }
    let found = configurations::reachable(
        &args.sets, entries, reach, source, program, &config, renderer,
    )?;
    watch.finish();
    let json = args.answers.json;
    let mut out = Output::stdout();
    Ok(match found {
        Some(answer) => {
            let query = Query::default();
            let subject = Subject::new(source, program, &query);
            out.text(report::configurations(&subject, reach, &answer, json));
            match answer {
                ConfigurationVerdict::Reachable(_) => Exit::Bad,
                ConfigurationVerdict::Unreachable => Exit::Good,
            }
        }
        None => {
            out.text(report::unknown(report::FULL_TABLE, json));
            Exit::Unknown
        }
    })
}

/// The questions of `--ltl` and `--terminates`.
fn temporal(
    args: &Args,
    source: &ProgramText,
    program: &mut Program,
    watch: &Watch,
    renderer: &Renderer,
) -> Result<Exit, Exit> {
    let entries = on_summaries(args, program)?;
    let questions = args
        .temporal
        .questions(entries, source, program, renderer)?;
    let asked = Asked {
        entries,
        source,
        program,
        config: args.config(),
        runs: args.temporal.config(&args.measurements),
        renderer,
    };
    let answers = asked.answers(&questions)?;
    watch.finish();
    let query = Query::default();
    let subject = Subject::new(source, program, &query);
    Output::stdout().text(match args.answers.json {
        true => report::temporal_json(&subject, &answers),
        false => report::temporal_text(&subject, &answers, args.answers.trace_lines),
    });
    let verdicts = || answers.iter().map(|answer| &answer.verdict);
    Ok(
        if verdicts().any(|v| matches!(v, Some(TemporalVerdict::Violated(_)))) {
            Exit::Bad
        } else if verdicts().any(Option::is_none) {
            Exit::Unknown
        } else {
            Exit::Good
        },
    )
}

/// The questions of `--ctl`.
fn branching(
    args: &Args,
    source: &ProgramText,
    program: &mut Program,
    watch: &Watch,
    renderer: &Renderer,
) -> Result<Exit, Exit> {
    let entries = on_summaries(args, program)?;
    let questions = args
        .branching
        .questions(entries, source, program, renderer)?;
    let asked = branching::Asked {
        entries,
        source,
        program,
        config: args.config(),
        finite_runs: args.temporal.finite_runs(),
        why_no_run: args.temporal.why_no_run(),
        renderer,
    };
    let answers = asked.answers(&questions)?;
    watch.finish();
    let query = Query::default();
    let subject = Subject::new(source, program, &query);
    Output::stdout().text(match args.answers.json {
        true => report::branching_json(&subject, &answers),
        false => report::branching_text(&subject, &answers, args.answers.trace_lines),
    });
    let verdicts = || answers.iter().map(|answer| &answer.verdict);
    Ok(
        if verdicts().any(|v| matches!(v, Ok(CtlVerdict::Fails { .. }))) {
            Exit::Bad
        } else if verdicts().any(Result::is_err) {
            Exit::Unknown
        } else {
            Exit::Good
        },
    )
}

/// The question of `--violating`.
fn violating(
    args: &Args,
    source: &ProgramText,
    program: &mut Program,
    watch: &Watch,
    renderer: &Renderer,
) -> Result<Exit, Exit> {
    let able = [
        None,
        Some(EngineName::Summaries),
        Some(EngineName::Post),
        Some(EngineName::Pre),
    ];
    if !able.contains(&args.exploration.engine) {
        note("error: configurations need an automaton: use --engine post or --engine pre");
        return Err(Exit::Usage);
    }
    if args.sets.from.is_some() && !args.temporal.reachable {
        note(
            "error: --violating is about all configurations; with --reachable, about those that can be reached from --from",
        );
        return Err(Exit::Usage);
    }
    let entries = &args.questions.entry;
    for entry in entries {
        find_procedure(program, entry)?;
    }
    let questions = args
        .temporal
        .questions(entries, source, program, renderer)?;
    let [question] = questions.asked.as_slice() else {
        note("error: --violating is about one formula: give --ltl, --terminates or --hoa once");
        return Err(Exit::Usage);
    };
    let form = match (args.answers.json, args.temporal.dot) {
        (true, _) => Form::Json,
        (_, true) => Form::Dot,
        _ => Form::Text,
    };
    let asked = violations::Asked {
        question,
        sets: &args.sets,
        reachable: args.temporal.reachable,
        finite_runs: args.temporal.finite_runs(),
        lines: args.answers.trace_lines,
        entries,
        source,
        config: args.config(),
        form,
        watch,
        renderer,
    };
    asked.answer(program)
}

/// Where the program starts; other engines than summaries do not answer questions of temporal logic.
fn on_summaries<'a>(args: &'a Args, program: &Program) -> Result<&'a [String], Exit> {
    if !matches!(args.exploration.engine, None | Some(EngineName::Summaries)) {
        note("error: temporal logic is checked on summaries: leave --engine away");
        return Err(Exit::Usage);
    }
    let entries = &args.questions.entry;
    for entry in entries {
        find_procedure(program, entry)?;
    }
    Ok(entries)
}

pub(super) fn has_assertions(program: &Program) -> bool {
    let mut kinds = program.stmts.iter().map(|stmt| &stmt.kind);
    kinds.any(|kind| matches!(kind, StmtKind::Assert(_)))
}

fn exit(report: &Report) -> Exit {
    let reachable = |verdict: &Verdict| matches!(verdict, Verdict::Reachable(_));
    if report.goals.iter().any(reachable) {
        Exit::Bad
    } else {
        Exit::Good
    }
}
