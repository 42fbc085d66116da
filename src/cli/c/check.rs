//! `cegar check`

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueEnum;
use frontend::property::{Checked, Property, compile_with_property, weave_into};
use frontend::{Failure, Input, Linked};
use source::{Sources, regular_file};

use super::{Files, all_rules, refuse, show};
use crate::exit::Exit;
use crate::limits::{Limits, address_space};
use crate::output::{Output, note};
use crate::predicates;
use crate::program_text::try_read_text;
use crate::progress::Progress;
use crate::render::Renderer;
use crate::replay_program::{self, About, Refused};
use crate::report::check::outcome::{CheckRequest, Outcome, Problem, problems, warnings};
use crate::report::check::report_files::{Reports, RequestedReport};
use crate::report::check::{
    Answer, Partial, blocked_at, entry_spot, files, gave_up, statistics, unknown_json,
};
use crate::safe_files;
use crate::saved_runs::{self, Save};
use verify::{Config, Event, Observer, Session, Verdict};

/// Check a C program: prove that it respects a property, or find an execution that does not
///
///   cegar check driver.c                           can an assertion fail?
///   cegar check driver.c --property lock.spec      is a rule of your own respected?
///   cegar check driver.c --property mutex          is a built-in rule? `cegar rules` lists them
///   cegar check driver.c --property termination    does every execution end?
///   cegar check driver.c --entry probe -I include  starting in another function
///   cegar check driver.c --save out                keep every iteration for a look at it
///   cegar check driver.c --replay bug              make the bug an executable of your compiler
///   cegar check driver.c --predicates out/precision.txt
///
/// Exit codes: 0 proved; 10 bug; 5 don't know, or the rule does not apply; 1 wrong usage;
/// 2 unreadable or ill-formed input; 6 internal error.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// What must hold: a `.spec` or `.prp` file, the name of a built-in rule, or `termination`; without it, assertions
    #[arg(long, value_name = "PROPERTY")]
    property: Option<String>,
    /// Check every built-in rule that speaks of something that the program does, one after the other; limits hold for each
    #[arg(
        long,
        conflicts_with_all = ["property", "report", "save", "replay", "predicates"]
    )]
    all_rules: bool,
    /// Functions without a body call none of the program's functions, also if they are given some; the answer says where
    /// that counts (a `.prp` property has it that way)
    #[arg(long)]
    no_callbacks: bool,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    limits: Limits,
}

/// What is told and kept of the work.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Output and iterations")]
struct OutputArgs {
    /// Print one JSON object in place of text
    #[arg(long)]
    json: bool,
    /// Write a report to a file, beside the answer: `html=FILE` is a page for people, `sarif=FILE` is for code scanning
    /// and editors, `json=FILE` is what --json prints, `witness=FILE` is for validators as SV-COMP has them; may be given
    /// more than once
    #[arg(long, value_name = "KIND=FILE")]
    report: Vec<RequestedReport>,
    /// Believe a proof only if its invariants are confirmed, however long that takes
    #[arg(long)]
    certify: bool,
    /// Say what every iteration took: on standard error, or in the JSON object
    #[arg(long)]
    stats: bool,
    /// Keep the boolean program, the predicates and the trace of every iteration in this folder
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Write a C harness of a bug into this folder: your code with the inputs that were found, as an executable
    #[arg(long, value_name = "DIR")]
    replay: Option<PathBuf>,
    /// Track these predicates from the start: lines such as `main: x == 0`, or what --save wrote
    #[arg(long, value_name = "FILE")]
    predicates: Option<PathBuf>,
    /// What is one step of the boolean program
    #[arg(long, value_enum, default_value_t, value_name = "SIZE")]
    blocks: Blocks,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Blocks {
    /// Straight-line code between branches, calls and joins: less is lost, and it is faster
    #[default]
    Basic,
    /// Every statement: easier to read beside the source
    Statement,
}

/// What is checked.
pub(super) enum Subject {
    /// What the command line says.
    Named,
    /// A property of a program that has been linked already.
    Linked {
        property: Property,
        program: Box<Linked>,
        /// Whether what is to be said of the program's text has been said.
        said: bool,
    },
}

pub(crate) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    match args.all_rules {
        true => all_rules::run(args, renderer),
        false => answer(args, Subject::Named, renderer),
    }
}

/// Checks one property and prints the answer.
pub(super) fn answer(args: &Args, subject: Subject, renderer: &Renderer) -> Result<Exit, Exit> {
    if let Some(folder) = &args.output.replay {
        accept_folder(folder)?;
    }
    let json = args.output.json;
    let reports = Arc::new(Reports::open(
        &args.output.report,
        args.inputs(),
        args.asked(),
    )?);
    let progress = Progress::new();
    let line = progress.clone();
    let partial = Arc::new(Mutex::new(Partial {
        starts_in: args.files.entry().to_owned(),
        ..Partial::default()
    }));
    let (seen, stats) = (Arc::clone(&partial), args.output.stats);
    let last = Arc::clone(&reports);
    let watch = args.limits.watch(move |limit| {
        line.clear();
        let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        last.write_soon(last.texts(Outcome::Limit(limit, &seen)));
        match json {
            true => unknown_json(limit, &seen, stats),
            false => gave_up(limit, &seen),
        }
    });
    let done = check(args, subject, renderer, &progress, &partial);
    progress.clear();
    let Done {
        checked,
        outcome: verify::Outcome {
            verdict,
            session: check,
        },
        property,
        units,
    } = done.inspect_err(|_| {
        watch.finish();
        let seen = partial.lock().unwrap_or_else(PoisonError::into_inner);
        // The exit code says already that something is wrong.
        let _ = reports.write(&reports.texts(Outcome::Refused(&seen)));
    })?;
    let answer = Answer::new(&check, &checked, &verdict, &property);
    // The story of a long execution takes time of its own.
    let text = match json {
        true => answer.json(args.output.stats),
        false => answer.text(),
    };
    let texts = reports.texts(Outcome::Answer(&answer));
    watch.finish();
    let written = reports.write(&texts);
    Output::stdout().text(&text);
    if args.output.stats && !json {
        note(statistics(&check.statistics).trim_end());
    }
    // The answer stands by now, and how long this takes is limited in steps.
    let replay_written = match &args.output.replay {
        Some(folder) => {
            write_replay_program(args, folder, (&check, &checked, &verdict, units), &answer)
        }
        None => Ok(()),
    };
    written.and(replay_written).map(|()| answer.exit())
}

/// Whether a replay program can be written there, as far as that can be known before there is one.
fn accept_folder(folder: &Path) -> Result<(), Exit> {
    let words = match replay_program::occupied(folder) {
        _ if folder.is_file() => format!("{} is a file: --replay wants a folder", folder.display()),
        Some(path) => not_ours(&path),
        None => return Ok(()),
    };
    note(&format!("error: {words}"));
    Err(Exit::Input)
}

fn not_ours(path: &Path) -> String {
    let path = path.display();
    format!("{path} is not ours to write over: choose another folder for --replay")
}

/// Writes the replay program of a bug, if there is one.
fn write_replay_program(
    args: &Args,
    folder: &Path,
    (check, checked, verdict, units): (&Session, &Checked, &Verdict, usize),
    answer: &Answer<'_>,
) -> Result<(), Exit> {
    let Verdict::Bug(bug) = verdict else {
        let words = match replay_program::forget(folder) {
            true => ", and an earlier one was removed",
            false => "",
        };
        note(&format!(
            "note: there is no bug to replay: no harness was written{words}"
        ));
        return Ok(());
    };
    let unfit = match answer.property.is_termination() {
        true => Some("executions without an end"),
        false if !checked.formulas.is_empty() => Some("formulas of temporal logic"),
        false if checked.compiled.harness.is_some() => Some("programs that an environment calls"),
        false => None,
    };
    if let Some(unfit) = unfit {
        note(&format!(
            "note: no harness was written: --replay does not take {unfit}"
        ));
        return Ok(());
    }
    let text = answer.text();
    let about = About {
        units,
        answer: text.lines().next().unwrap_or_default(),
        ilp32: args.files.is_ilp32(),
    };
    let program = replay_program::make(check, checked, bug, &about);
    for remark in &program.remarks {
        note(&format!("note: the harness: {remark}"));
    }
    replay_program::write(folder, &program).map_err(|refused| {
        note(&match refused {
            Refused::Occupied(path) => format!("error: {}", not_ours(&path)),
            Refused::Failed(path, problem) => {
                format!("error: cannot write {}: {problem}", path.display())
            }
        });
        Exit::Input
    })
}

/// What came of a check.
struct Done {
    checked: Checked,
    outcome: verify::Outcome,
    property: Property,
    /// How many of the units are the user's.
    units: usize,
}

impl Args {
    /// What to compile and how, or why that cannot be known.
    pub(super) fn to_compile(&self) -> Result<(Vec<Input>, frontend::Config), String> {
        let inputs = self.files.inputs()?;
        let mut config = self.files.config(true);
        config.preprocess.limits = self.limits.preprocessing();
        Ok((inputs, config))
    }

    /// Whether machines read the answer.
    pub(super) fn json(&self) -> bool {
        self.output.json
    }

    /// The files that are read, as far as the command line names them.
    fn inputs(&self) -> impl Iterator<Item = &Path> {
        let property = self.property.as_deref().map(Path::new);
        let predicates = self.output.predicates.as_deref();
        self.files.named().chain(property).chain(predicates)
    }

    /// The text of the property, if it is one of SV-COMP's.
    fn specification(&self) -> Option<String> {
        let file = self.property.as_deref().map(Path::new);
        let prp = file.filter(|f| f.extension().is_some_and(|e| e == "prp"));
        prp.and_then(|file| regular_file::read_to_string(file).ok())
    }

    /// What reports say of the command line.
    fn asked(&self) -> CheckRequest {
        let arguments = std::env::args_os().skip(1);
        let files = self.files.of_program();
        CheckRequest {
            specification: self.specification(),
            arguments: arguments
                .map(|a| a.to_string_lossy().into_owned())
                .collect(),
            files: files.iter().map(|f| f.display().to_string()).collect(),
            entry: self.files.entry().to_owned(),
            property: self.property.clone().unwrap_or("assertions".into()),
            stats: self.output.stats,
        }
    }
}

/// Does the work.
fn check(
    args: &Args,
    subject: Subject,
    renderer: &Renderer,
    progress: &Progress,
    partial: &Mutex<Partial>,
) -> Result<Done, Exit> {
    let tell = |change: &dyn Fn(&mut Partial)| {
        change(&mut partial.lock().unwrap_or_else(PoisonError::into_inner));
    };
    if let Some(folder) = &args.output.save {
        saved_runs::prepare(folder).map_err(|words| complain(&tell, words))?;
    }
    let property = match (&subject, &args.property) {
        (Subject::Linked { property, .. }, _) => property.clone(),
        (Subject::Named, None) => Property::default(),
        (Subject::Named, Some(property)) => {
            Property::open(property).map_err(|f| refused(&f, renderer, &tell))?
        }
    };
    tell(&|partial| partial.property = Some(property.clone()));
    let (checked, units) = compile(args, subject, &property, renderer, &tell)?;
    let config = Config {
        single_statements: args.output.blocks == Blocks::Statement,
        certify: args.output.certify,
        no_callbacks: args.no_callbacks || property.is_reachability(),
        address_space_mb: address_space(),
        max_iterations: None,
    };
    if property.is_termination() || !checked.formulas.is_empty() {
        return Ok(check_executions(
            checked,
            property,
            units,
            config,
            (progress, partial),
        ));
    }
    let mut session = Session::new(&checked, config);
    if let Some(file) = &args.output.predicates {
        read_predicates(&mut session, file, &tell)?;
    }
    let sources = &checked.compiled.sources;
    let folder = args.output.save.as_ref();
    let mut watching = Watching {
        progress,
        partial,
        sources,
        save: folder.map(|folder| Save::new(folder, sources)),
        kept: false,
    };
    let outcome = session.run(&mut watching);
    if let Some(save) = &mut watching.save {
        save.end(&outcome.session, checked.applicable);
    }
    Ok(Done {
        outcome,
        checked,
        property,
        units,
    })
}

/// What is asked of whole executions, such as whether every one ends: many checks, of which nothing is kept.
fn check_executions(
    checked: Checked,
    property: Property,
    units: usize,
    config: Config,
    (progress, partial): (&Progress, &Mutex<Partial>),
) -> Done {
    let mut watching = Watching {
        progress,
        partial,
        sources: &checked.compiled.sources,
        save: None,
        kept: false,
    };
    let (checked, outcome) = match property.is_termination() {
        true => verify::termination::check(&checked, config, &mut watching),
        false => verify::temporal::check(&checked, config, &mut watching),
    };
    Done {
        outcome,
        checked,
        property,
        units,
    }
}

/// Shows and keeps what happens while a check runs.
struct Watching<'w> {
    progress: &'w Progress,
    partial: &'w Mutex<Partial>,
    sources: &'w Sources,
    save: Option<Save<'w>>,
    /// Whether an execution that could not be reproduced was kept.
    kept: bool,
}

impl Observer for Watching<'_> {
    fn see(&mut self, session: &Session, event: Event<'_>) {
        self.progress.see(session, &event);
        let mut partial = self.partial.lock().unwrap_or_else(PoisonError::into_inner);
        partial.statistics.clone_from(&session.statistics);
        partial.predicates = session.precision.len();
        match event {
            Event::Phase(phase) => partial.phase = Some(phase),
            Event::Infeasible(path, core) => {
                partial.obstacle = blocked_at(session, self.sources, path, core);
            }
            _ => {}
        }
        drop(partial);
        match &mut self.save {
            Some(save) => save.see(session, &event),
            None if matches!(event, Event::NotReproduced(..)) && !self.kept => {
                self.kept = true;
                keep_case(self.sources, session, &event);
            }
            None => {}
        }
    }
}

/// Keeps what is needed to find out why an execution could not be reproduced: the solver or the interpreter is wrong,
/// or something is missing between them. What is kept is the user's code: no other user may see it.
fn keep_case(sources: &Sources, check: &Session, event: &Event<'_>) {
    if let Ok(folder) = safe_files::private_folder()
        && saved_runs::prepare(&folder).is_ok()
    {
        let mut save = Save::new(&folder, sources);
        save.see(check, event);
        save.end(check, true);
        note(&format!(
            "note: what was found is kept in {}; it helps us if you report it",
            folder.display()
        ));
    }
}

/// Changes what is known.
type Tell<'a> = &'a dyn Fn(&dyn Fn(&mut Partial));

/// Says what is wrong, and keeps it for reports.
fn complain(tell: Tell<'_>, words: String) -> Exit {
    note(&format!("error: {words}"));
    tell(&|partial| partial.problems.push(Problem::error(words.as_str())));
    Exit::Input
}

fn refused(failure: &Failure, renderer: &Renderer, tell: Tell<'_>) -> Exit {
    tell(&|partial| partial.problems = problems(&failure.diagnostics, &failure.sources));
    refuse(failure, renderer)
}

fn read_predicates(check: &mut Session, file: &Path, tell: Tell<'_>) -> Result<(), Exit> {
    let text = try_read_text(file).map_err(|words| complain(tell, words))?;
    let mistakes = predicates::read(check, &text);
    for mistake in &mistakes {
        let (line, text, why) = (mistake.line, &mistake.text, &mistake.why);
        complain(tell, format!("{}:{line}: {why}\n  {text}", file.display()));
    }
    match mistakes.is_empty() {
        true => Ok(()),
        false => Err(Exit::Input),
    }
}

/// Compiles; also says how many units there are.
fn compile(
    args: &Args,
    subject: Subject,
    property: &Property,
    renderer: &Renderer,
    tell: Tell<'_>,
) -> Result<(Checked, usize), Exit> {
    let (checked, units, said) = match subject {
        Subject::Named => {
            let (inputs, config) = args.to_compile().map_err(|words| complain(tell, words))?;
            let checked = compile_with_property(&inputs, &config, property);
            (checked, inputs.len(), false)
        }
        Subject::Linked { program, said, .. } => {
            let units = program.written();
            (weave_into(*program, property), units, said)
        }
    };
    let checked = checked.map_err(|f| refused(&f, renderer, tell))?;
    let compiled = &checked.compiled;
    let sources = &compiled.sources;
    if !said {
        show(&compiled.diagnostics, sources, renderer);
    }
    show(&checked.warnings, sources, renderer);
    tell(&|partial| {
        partial.files = files(sources);
        partial.entry = entry_spot(&compiled.program, sources);
        partial.problems = warnings(&checked);
    });
    if compiled.program.entry.is_none() {
        let words = super::no_entry(compiled, args.files.entry());
        return Err(complain(tell, words));
    }
    Ok((checked, units))
}
