//! `cegar batch PATH…`

use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Parser;
use clap::error::ErrorKind;
use frontend::input::boundary::Boundary;
use frontend::property::{Property, rules};
use rustc_hash::FxHashSet;

use super::list;
use super::outputs::Outputs;
use crate::batch::input_files::Hashes;
use crate::batch::read_run::Run;
use crate::batch::record::{ABOUT, About, RESULTS, Record, SCHEMA, Verdict};
use crate::batch::run::{self, Checker, Config, Journal, Which};
use crate::batch::task::{Problem, Tasks};
use crate::batch::tasks;
use crate::cli::c::refuse;
use crate::cli::{Cli, compiler_option};
use crate::exit::Exit;
use crate::interrupt;
use crate::limits::seconds;
use crate::output::note;
use crate::render::Renderer;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// C files, folders, patterns such as 'drivers/*.c', task files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// What must hold, in place of what task files say: a file, or the name of a built-in rule; more than one are all
    /// checked
    #[arg(long = "property", value_name = "PROPERTY")]
    properties: Vec<String>,
    /// Check every file against each of the built-in rules
    #[arg(long)]
    all_rules: bool,
    /// Take whatever task files say: options that run or write something, files from anywhere
    #[arg(long)]
    trust_tasks: bool,
    /// Take files from this folder too. Without it, files that tasks name or programs include must lie in the folders and
    /// checkouts that are named here, or among the system's headers
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
    /// Print the tasks that would be run, and run none of them
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    list: Option<list::Format>,
    /// Arguments of `cegar check` for every task
    #[arg(
        last = true,
        value_name = "CHECK ARGUMENTS",
        allow_hyphen_values = true
    )]
    options: Vec<String>,
    /// The folder of the run
    #[arg(
        long,
        value_name = "DIR",
        default_value = "cegar-batch",
        help_heading = "The run"
    )]
    out: PathBuf,
    /// Go on with the run in that folder: tasks that have a record are not run again
    #[arg(long, help_heading = "The run")]
    resume: bool,
    /// Of the run in that folder, run those again that have no answer, or a wrong one
    #[arg(long, conflicts_with = "only_changed", help_heading = "The run")]
    only_failed: bool,
    /// Of the run in that folder, run those again whose files have changed, and what is new
    #[arg(long, help_heading = "The run")]
    only_changed: bool,
    /// A run that tells how long tasks take: the longest are run first. Without it, the largest are
    #[arg(long, value_name = "RUN", help_heading = "The run")]
    times: Vec<PathBuf>,
    /// Keep the boolean programs, predicates and traces of every task in a folder of its own in this one
    #[arg(long, value_name = "DIR", help_heading = "The run")]
    save: Option<PathBuf>,
    /// How many tasks to run at a time; without it, as many as there are processors and memory for
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Limits")]
    jobs: Option<u16>,
    /// What each task may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, help_heading = "Limits")]
    time_limit: Duration,
    /// What each task may use with all its children, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..1 << 40), help_heading = "Limits")]
    memory_limit: u64,
    #[command(flatten)]
    outputs: Outputs,
    /// Another program to run in place of this one, with the same arguments
    #[arg(long, value_name = "PROGRAM", hide = true)]
    checker: Option<PathBuf>,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    accept(&args.options)?;
    if args
        .save
        .as_ref()
        .is_some_and(|save| save.to_str().is_none())
    {
        note(
            "error: the name of the folder --save is no text in UTF-8, so that it cannot stand in a record",
        );
        return Err(Exit::Usage);
    }
    let properties = args.properties(renderer)?;
    let reach = args.scope();
    // Both may take a while where there are a hundred thousand of them.
    let (done, found) = thread::scope(|scope| {
        let done = scope.spawn(|| match args.list.is_some() && !args.goes_on() {
            true => Ok(Run::default()),
            false => earlier(args),
        });
        let found = tasks::find(&args.paths, &properties, &reach);
        (done.join(), found)
    });
    let done = done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    let Tasks { tasks, problems } = found;
    let times = read_all(&args.times)?;
    for problem in &problems {
        note(&format!("error: {problem}"));
    }
    if tasks.is_empty() {
        note("error: there is nothing to check: no C file and no task file that can be used");
        return Err(Exit::Input);
    }
    let hashes = Hashes::default();
    let planned = run::plan(&tasks, args.which(), &done, &times, &args.options, &hashes);
    if let Some(format) = args.list {
        let names: FxHashSet<&str> = planned.iter().map(|p| p.task.name.as_str()).collect();
        let wanted = tasks.iter().filter(|t| names.contains(t.name.as_str()));
        list::list(wanted, format);
        return match problems.is_empty() {
            true => Ok(Exit::Good),
            false => Err(Exit::Input),
        };
    }
    let config = args.config(&reach);
    let about = About {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: std::env::args_os()
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect(),
        tasks: tasks.len(),
        problems,
    };
    let refuse = |problem: io::Error| {
        note(&format!("error: {}: {problem}", args.out.display()));
        Exit::Input
    };
    args.writable()?;
    let journal = Journal::open(&args.out, &about).map_err(refuse)?;
    let (all, rest) = (tasks.len(), planned.len());
    let jobs = config.jobs;
    note(&format!("to run: {rest} of {all} tasks, {jobs} at a time"));
    interrupt::count();
    let new = run::run(&planned, &config, journal, &hashes).map_err(|problem| {
        let results = args.out.join(RESULTS);
        note(&format!(
            "error: cannot write {}: {problem}; what is in it is kept, and --resume goes on",
            results.display()
        ));
        Exit::Input
    })?;
    let stopped = new.len() < planned.len();
    let records = merged(done, new);
    let names: FxHashSet<&str> = records.iter().map(|r| r.task.as_str()).collect();
    let left = tasks.iter().any(|task| !names.contains(task.name.as_str()));
    args.outputs.write(&records, Some(&about), None)?;
    if stopped {
        note("stopped before the end; --resume goes on");
    }
    if stopped || left {
        return Ok(Exit::Program(130));
    }
    Ok(exit(&records, &about.problems))
}

impl Args {
    /// The properties that are asked for, all of them well-formed.
    fn properties(&self, renderer: &Renderer) -> Result<Vec<String>, Exit> {
        for property in &self.properties {
            Property::open(property).map_err(|failure| refuse(&failure, renderer))?;
        }
        let rules = rules::all().iter().filter(|_| self.all_rules);
        let rules = rules.map(|rule| rule.name.to_owned());
        Ok(self.properties.iter().cloned().chain(rules).collect())
    }

    /// Whether everything can be written that is to be. What is asked for may lie in the folder of the run.
    fn writable(&self) -> Result<(), Exit> {
        for folder in std::iter::once(&self.out).chain(&self.save) {
            std::fs::create_dir_all(folder).map_err(|problem| {
                note(&format!(
                    "error: cannot make {}: {problem}",
                    folder.display()
                ));
                Exit::Input
            })?;
        }
        self.outputs.accept()
    }

    /// Whether a run is to go on.
    fn goes_on(&self) -> bool {
        self.resume || self.only_failed || self.only_changed
    }

    fn which(&self) -> Which {
        match (self.only_failed, self.only_changed) {
            (true, _) => Which::Failed,
            (_, true) => Which::Changed,
            _ => Which::Rest,
        }
    }

    /// What task files may ask for, and where programs may be.
    fn scope(&self) -> tasks::Scope {
        let mut boundary = Boundary::around([]);
        for path in &self.paths {
            match path.exists() {
                true => boundary.name(path),
                false => boundary.name(fixed_part(path)),
            }
        }
        for folder in &self.allow_read {
            boundary.allow(folder);
        }
        if self.trust_tasks {
            boundary.allow(Path::new("/"));
        }
        tasks::Scope {
            boundary,
            trusted: self.trust_tasks,
        }
    }

    fn config(&self, scope: &tasks::Scope) -> Config {
        let checker = self.checker.clone().map_or(Checker::Own, Checker::Other);
        let jobs = self.jobs.map(usize::from);
        Config {
            checker,
            jobs: jobs.unwrap_or_else(|| run::default_jobs(self.memory_limit)),
            time: self.time_limit,
            megabytes: self.memory_limit,
            save: self.save.clone(),
            options: self.options.clone(),
            boundary: scope.boundary.clone(),
        }
    }
}

/// The folder that a pattern of the user's starts from.
fn fixed_part(pattern: &Path) -> &Path {
    let is_pattern = |path: &Path| path.to_string_lossy().contains(['*', '?', '[']);
    let fixed = pattern.ancestors().find(|part| !is_pattern(part));
    match fixed {
        Some(part) if !part.as_os_str().is_empty() => part,
        _ => Path::new("."),
    }
}

/// Better to refuse arguments at once than in every task.
fn accept(options: &[String]) -> Result<(), Exit> {
    let line = ["cegar", "check"].into_iter();
    let line = line
        .chain(options.iter().map(String::as_str))
        .chain(["task.c"]);
    if let Err(problem) = Cli::try_parse_from(line.clone()) {
        // Nothing can be done if the terminal is gone.
        let _ = problem.print();
        if let Some(advice) = compiler_option(&problem) {
            note(advice);
        }
        return Err(Exit::Usage);
    }
    for (own, advice) in OPTIONS_OF_BATCH {
        let both = line.clone().chain(own.split(' '));
        if Cli::try_parse_from(both).is_err_and(|e| e.kind() == ErrorKind::ArgumentConflict) {
            let name = own.split(' ').next().unwrap_or(own);
            note(&format!("error: {name} must not stand after --: {advice}"));
            return Err(Exit::Usage);
        }
    }
    Ok(())
}

/// What the batch tells each check itself, and what to do instead.
const OPTIONS_OF_BATCH: [(&str, &str); 8] = [
    ("--property x", "it is an option of the batch, before --"),
    ("--time-limit 1", "it is an option of the batch, before --"),
    (
        "--memory-limit 1",
        "it is an option of the batch, before --",
    ),
    ("--save x", "it is an option of the batch, before --"),
    (
        "--replay x",
        "all tasks would write there; check the one by itself",
    ),
    (
        "--report json=x",
        "all tasks would write there; see --sarif, --csv and --junit",
    ),
    ("--json", "records have what it says"),
    ("--stats", "records have what it says"),
];

/// What the run to go on with has done.
fn earlier(args: &Args) -> Result<Run, Exit> {
    let out = args.out.display();
    // What could not be begun, for want of room perhaps, is no run.
    let results = std::fs::metadata(args.out.join(RESULTS));
    let there = results.is_ok_and(|file| file.len() > 0) || args.out.join(ABOUT).exists();
    if !there {
        return Ok(Run::default());
    }
    if !args.goes_on() {
        note(&format!(
            "error: there is a run in {out} already; --resume goes on with it, --out names another folder"
        ));
        return Err(Exit::Usage);
    }
    read(&args.out)
}

fn read_all(paths: &[PathBuf]) -> Result<Vec<Run>, Exit> {
    paths.iter().rev().map(|path| read(path)).collect()
}

pub(super) fn read(path: &Path) -> Result<Run, Exit> {
    let run = Run::read(path).map_err(|problem| {
        note(&format!(
            "error: cannot read the run {}: {problem}",
            path.display()
        ));
        Exit::Input
    })?;
    let is_another_file = path.is_file() && path.file_name().is_some_and(|name| name != RESULTS);
    if is_another_file && run.records.is_empty() {
        let name = path.display();
        note(&format!(
            "error: {name} is no run: there is no record in it"
        ));
        return Err(Exit::Input);
    }
    if run.ill_formed > 0 {
        note(&format!(
            "warning: {}: lines that are no records, and are left out: {}",
            path.display(),
            run.ill_formed
        ));
    }
    Ok(run)
}

/// New records take the place of old ones.
fn merged(done: Run, new: Vec<Record>) -> Vec<Record> {
    let names: FxHashSet<&str> = new.iter().map(|r| r.task.as_str()).collect();
    let old: Vec<Record> = done
        .records
        .into_iter()
        .filter(|record| !names.contains(record.task.as_str()))
        .collect();
    old.into_iter().chain(new).collect()
}

fn exit(records: &[Record], problems: &[Problem]) -> Exit {
    use crate::batch::record::Cause;
    let error =
        |cause: Cause| move |r: &Record| r.verdict == Verdict::Error && r.cause == Some(cause);
    if records.iter().any(Record::wants_attention) {
        Exit::Bad
    } else if records.iter().any(error(Cause::Crash)) {
        Exit::Internal
    } else if !problems.is_empty() || records.iter().any(error(Cause::Input)) {
        Exit::Input
    } else if records.iter().any(|r| r.verdict == Verdict::Unknown) {
        Exit::Unknown
    } else {
        Exit::Good
    }
}
