//! Running tasks: so many at a time, each in a process of its own, each record written before the next task begins.
//!
//! `plan` says which tasks and in which order; `run_task` runs one: it makes the command, which
//! `frontend::process` runs within its limits under a watchdog, `answer` says what came of it; `journal` keeps it.

mod answer;
mod journal;
mod plan;
mod run_task;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use frontend::input::boundary::Boundary;

use super::display::Display;
use super::input_files::Hashes;
use super::record::Record;
use crate::interrupt;

pub(crate) use journal::Journal;
pub(crate) use plan::{Planned, Which, default_jobs, plan};

/// How tasks are run.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) checker: Checker,
    pub(crate) jobs: usize,
    /// For each task, by the clock on the wall.
    pub(crate) time: Duration,
    /// For each task and all its children together.
    pub(crate) megabytes: u64,
    /// Where the iterations of each task are kept.
    pub(crate) save: Option<PathBuf>,
    /// Arguments of `check` for every task.
    pub(crate) options: Vec<String>,
    /// Where the files of programs may lie.
    pub(crate) boundary: Boundary,
}

/// What checks a task.
#[derive(Clone, Debug)]
pub(crate) enum Checker {
    /// This program.
    Own,
    /// Another one that takes the same arguments and gives the same answers.
    Other(PathBuf),
}

/// How often the display is drawn.
const TIME_BETWEEN_DRAWS: Duration = Duration::from_millis(100);

/// Runs the tasks in this order, and gives the records to `journal` and back. It is an error if one cannot be written.
pub(crate) fn run(
    tasks: &[Planned<'_>],
    config: &Config,
    journal: Journal,
    hashes: &Hashes,
) -> io::Result<Vec<Record>> {
    frontend::process::adopt_orphans();
    let weight = tasks.iter().map(|planned| planned.weight).sum();
    let workers = config.jobs.min(tasks.len());
    let batch = Batch {
        tasks,
        config,
        hashes,
        next: AtomicUsize::new(0),
        display: Display::new(workers, tasks.len(), weight),
        written: Mutex::new((journal, Ok(Vec::new()))),
    };
    thread::scope(|scope| {
        let (working, idle) = mpsc::channel::<()>();
        for worker in 0..workers {
            let (batch, working) = (&batch, working.clone());
            scope.spawn(move || {
                batch.work(worker);
                drop(working);
            });
        }
        drop(working);
        let mut asked = 0;
        while idle.recv_timeout(TIME_BETWEEN_DRAWS) == Err(RecvTimeoutError::Timeout) {
            if interrupt::asked() > asked {
                asked = interrupt::asked();
                if asked == 1 {
                    batch.display.stopping();
                }
            }
            batch.display.draw();
        }
    });
    batch.display.clear();
    let (_, written) = batch
        .written
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    written
}

struct Batch<'b> {
    tasks: &'b [Planned<'b>],
    config: &'b Config,
    hashes: &'b Hashes,
    next: AtomicUsize,
    display: Display,
    /// The file, and what has been written to it, until something could not be.
    written: Mutex<(Journal, io::Result<Vec<Record>>)>,
}

impl Batch<'_> {
    fn work(&self, worker: usize) {
        while interrupt::asked() == 0 {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(planned) = self.tasks.get(next) else {
                return;
            };
            self.display.started(worker, &planned.task.name);
            let record = run_task::run(planned.task, self.config, self.hashes);
            let written = record.as_ref().is_none_or(|record| self.write(record));
            self.display
                .finished(worker, planned.weight, record.as_ref());
            if !written {
                return;
            }
        }
    }

    fn write(&self, record: &Record) -> bool {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let (journal, records) = &mut *written;
        let Ok(list) = records else { return false };
        match journal.append(record) {
            Ok(()) => list.push(record.clone()),
            Err(problem) => *records = Err(problem),
        }
        records.is_ok()
    }
}
