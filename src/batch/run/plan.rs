//! Which tasks are to be run, in which order, and how many at a time.

use std::path::Path;
use std::thread;

use frontend::process::kilobytes;
use rustc_hash::FxHashMap;

use super::super::input_files::Hashes;
use super::super::read_run::Run;
use super::super::record::Record;
use super::super::task::Task;

/// Which tasks are to be run, of those that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// Those without a record.
    Rest,
    /// Those whose record has no answer, or a wrong one.
    Failed,
    /// Those without a record, and those whose record is of other files.
    Changed,
}

/// A task and how long it may take, in no unit at all.
pub(crate) struct Planned<'t> {
    pub(crate) task: &'t Task,
    pub(crate) weight: f64,
}

/// The tasks to run, the longest first, so that none of them is left over when all others have ended. `earlier` are
/// runs that may tell how long tasks take, the newest first; `done` is the run that goes on.
pub(crate) fn plan<'t>(
    tasks: &'t [Task],
    which: Which,
    done: &Run,
    earlier: &[Run],
    options: &[String],
    hashes: &Hashes,
) -> Vec<Planned<'t>> {
    let records = by_name(done);
    let wanted = |task: &&Task| match (which, records.get(task.name.as_str())) {
        (Which::Rest | Which::Changed, None) => true,
        (Which::Rest, Some(_)) | (Which::Failed, None) => false,
        (Which::Failed, Some(record)) => record.is_worth_another_try(),
        (Which::Changed, Some(record)) => hashes.changed(task, options, record),
    };
    let tasks: Vec<&Task> = tasks.iter().filter(wanted).collect();
    let times: Vec<_> = std::iter::once(records)
        .chain(earlier.iter().map(by_name))
        .collect();
    let mut planned = weighed(&tasks, &times);
    planned.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    planned
}

fn by_name(run: &Run) -> FxHashMap<&str, &Record> {
    let records = run.records.iter();
    records
        .map(|record| (record.task.as_str(), record))
        .collect()
}

/// Seconds where a record tells; otherwise the size, at the rate of those tasks whose time is known.
fn weighed<'t>(tasks: &[&'t Task], times: &[FxHashMap<&str, &Record>]) -> Vec<Planned<'t>> {
    let seconds = |task: &Task| {
        let record = times.iter().find_map(|run| run.get(task.name.as_str()));
        record.map(|record| record.seconds)
    };
    let known: Vec<(&'t Task, Option<f64>, f64)> = tasks
        .iter()
        .map(|&task| (task, seconds(task), size(task)))
        .collect();
    let told = known
        .iter()
        .filter_map(|&(_, seconds, size)| Some((seconds?, size)));
    let (seconds, sizes) = told.fold((0.0, 0.0), |(a, b), (seconds, size)| {
        (a + seconds, b + size)
    });
    let rate = if sizes > 0.0 { seconds / sizes } else { 1.0 };
    let one = |(task, seconds, size): (&'t Task, Option<f64>, f64)| Planned {
        task,
        weight: seconds.unwrap_or(size * rate),
    };
    known.into_iter().map(one).collect()
}

fn size(task: &Task) -> f64 {
    let sizes = task
        .files
        .iter()
        .filter_map(|file| std::fs::metadata(file).ok());
    1.0 + sizes.map(|file| file.len() as f64).sum::<f64>()
}

/// How many tasks the machine can run at a time, if each may use so much memory.
pub(crate) fn default_jobs(megabytes: u64) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let fit = memory().map_or(cores, |available| {
        usize::try_from(available / megabytes.max(1)).unwrap_or(cores)
    });
    cores.min(fit).max(1)
}

/// Megabytes that are free, as the system says, or as the container allows.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let free = kilobytes(&text, "MemAvailable:")? >> 10;
    let number = |name: &str| -> Option<u64> {
        let text = std::fs::read_to_string(Path::new("/sys/fs/cgroup").join(name)).ok()?;
        Some(text.trim().parse::<u64>().ok()? >> 20)
    };
    let allowed =
        number("memory.max").map(|most| most.saturating_sub(number("memory.current").unwrap_or(0)));
    Some(allowed.map_or(free, |allowed| allowed.min(free)))
}
