//! `cegar bp check` of programs with threads.

use std::sync::{Mutex, PoisonError};

use checker::bp::{Entry, Program, forgotten_init, has_threads, refuse_threads};
use checker::threads::{
    Bound, Bounds, Progress, Start, ThreadEngine, Threads, ThreadsError, ThreadsReport,
    ThreadsVerdict,
};
use checker::{Config, Error, Goal, Query};
use clap::ValueEnum;

use super::check::has_assertions;
use super::names::{find_procedure, no_label};
use crate::exit::Exit;
use crate::limits::Watch;
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;
use crate::report::boolean_program::{self as report, Subject};

/// Which threads run, and how far to look.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Threads")]
pub(crate) struct ThreadArgs {
    /// At most this many context switches; without a bound, more and more, until none adds
    /// anything
    #[arg(long, value_name = "K", conflicts_with = "rounds")]
    context_bound: Option<u32>,
    /// At most this many rounds, in each of which every thread goes on at most once, in
    /// their order
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// At most this many threads run. Without it, as many as the context switches allow, or
    /// more and more where the program starts threads and nothing bounds the switches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=32))]
    threads: Option<u8>,
    /// A thread of this procedure runs from the beginning; may be repeated, also with the same
    /// procedure. A procedure `init` runs before
    #[arg(long, value_name = "PROCEDURE", conflicts_with = "entry")]
    thread: Vec<String>,
    /// How to explore threads; both ways give the same answers, as far as they come
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    thread_engine: EngineName,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// All interleavings where no thread calls recursively, otherwise by contexts
    #[default]
    Automatic,
    /// States of all threads: for any number of context switches
    Interleaving,
    /// Each thread by itself, with the globals at every switch: within a bound
    Contexts,
}

impl From<EngineName> for ThreadEngine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Automatic => ThreadEngine::Automatic,
            EngineName::Interleaving => ThreadEngine::Interleaving,
            EngineName::Contexts => ThreadEngine::Contexts,
        }
    }
}

/// What was explored when a limit ended the exploration.
static EXPLORED: Mutex<Option<Progress>> = Mutex::new(None);

/// Why there is no answer, and what is known all the same.
pub(super) fn with_progress(reason: &str) -> String {
    match *EXPLORED.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(progress) => {
            let bound = report::bound_words(progress.explored);
            let threads = report::of_threads(progress.threads);
            format!("{reason}; nothing was found within {bound}{threads}")
        }
        None => reason.to_owned(),
    }
}

impl ThreadArgs {
    /// Whether the question is one about threads.
    pub(super) fn is_asked(&self, program: &Program, entries: &[String]) -> bool {
        !self.thread.is_empty() || has_threads(program, entry(entries))
    }

    /// Says that bounds of threads mean nothing here.
    pub(super) fn note_if_bounded(&self) {
        if self.context_bound.is_some() || self.rounds.is_some() || self.threads.is_some() {
            note("note: the program has no threads: there is nothing to bound");
        }
    }

    fn bounds(&self) -> Bounds {
        let switches = self.context_bound.map(Bound::Switches);
        Bounds {
            bound: switches.or(self.rounds.map(Bound::Rounds)),
            threads: self.threads.map(usize::from),
            engine: self.thread_engine.into(),
        }
    }
}

fn entry(entries: &[String]) -> Entry<'_> {
    match entries.is_empty() {
        true => Entry::Main,
        false => Entry::Any(entries),
    }
}

/// What threads are asked about.
pub(super) struct Asked<'a> {
    pub(super) query: &'a Query,
    pub(super) entries: &'a [String],
    pub(super) source: &'a ProgramText,
    pub(super) program: &'a Program,
    pub(super) config: Config,
    pub(super) json: bool,
    pub(super) watch: &'a Watch,
    pub(super) renderer: &'a Renderer,
}

impl Asked<'_> {
    pub(super) fn answer(&self, args: &ThreadArgs) -> Result<Exit, Exit> {
        if !self.query.invariants.is_empty() || self.query.unreachable {
            let problem = refuse_threads(self.program, entry(self.entries));
            let problems: Vec<_> = problem.into_iter().collect();
            if problems.is_empty() {
                note("error: --invariant and --unreachable are not asked of several threads");
                return Err(Exit::Usage);
            }
            return Err(self.source.refuse(&problems, self.renderer));
        }
        let ([] | [_]) = self.entries else {
            note("error: threads are started by one procedure: give --entry once, or --thread");
            return Err(Exit::Usage);
        };
        for name in &args.thread {
            find_procedure(self.program, name)?;
        }
        let start = Start {
            threads: args.thread.clone(),
            entry: self.entries.first().cloned(),
        };
        let bounds = args.bounds();
        let mut progress = |progress: Progress| {
            *EXPLORED.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
        };
        let threads = Threads::new(self.program, &start, &self.config);
        let threads = threads.map_err(|error| self.no_answer(ThreadsError::Session(error)))?;
        if threads.before_all().is_none() && forgotten_init(self.program).is_some() {
            note("warning: nothing calls `init`, and it is not run; --thread names what is");
        }
        let answer = threads.check(self.query, &bounds, &mut progress);
        self.watch.finish();
        let report = answer.map_err(|error| self.no_answer(error))?;
        if self.query.goals.contains(&Goal::Assertions) && !has_assertions(self.program) {
            note("note: the program has no assertions; --label asks for a label");
        }
        let subject = Subject::new(self.source, self.program, self.query);
        Output::stdout().text(match self.json {
            true => report::threads_json(&subject, &threads, &report, &bounds),
            false => report::threads_text(&subject, &threads, &report, &bounds),
        });
        Ok(exit(&report, &bounds))
    }

    fn no_answer(&self, error: ThreadsError) -> Exit {
        match error {
            ThreadsError::Session(Error::Program(problems)) => {
                self.source.refuse(&problems, self.renderer)
            }
            ThreadsError::Session(Error::UnknownLabel(name)) => no_label(self.program, &name),
            ThreadsError::Session(Error::OutOfNodes) => self.unknown(report::FULL_TABLE),
            ThreadsError::Recursion => {
                self.unknown("a thread calls procedures recursively, or very deep")
            }
            ThreadsError::NotShown => {
                note("internal error: a run that shows the answer could not be executed");
                Exit::Internal
            }
        }
    }

    fn unknown(&self, reason: &str) -> Exit {
        self.watch.finish();
        Output::stdout().text(report::unknown(&with_progress(reason), self.json));
        Exit::Unknown
    }
}

fn exit(report: &ThreadsReport, asked: &Bounds) -> Exit {
    let reachable = |verdict: &ThreadsVerdict| matches!(verdict, ThreadsVerdict::Reachable { .. });
    let open = |verdict: &ThreadsVerdict| matches!(verdict, ThreadsVerdict::Unreachable(scope) if !scope.answers(asked));
    if report.goals.iter().any(reachable) {
        Exit::Bad
    } else if report.goals.iter().any(open) {
        Exit::Unknown
    } else {
        Exit::Good
    }
}
