//! What is seen of a run while it goes on: on a terminal, counts, what is running and an estimate; otherwise a line for
//! every finished task.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use super::record::{Judgement, Record, Verdict};
use crate::output::{note, plain};
use crate::progress::target;

pub(crate) struct Display {
    /// None where standard error is no terminal.
    terminal: Option<Terminal>,
    state: Mutex<State>,
}

struct Terminal {
    all: MultiProgress,
    head: ProgressBar,
    /// What each worker does.
    workers: Vec<ProgressBar>,
}

struct State {
    started: Instant,
    total: usize,
    done: usize,
    counts: [usize; Verdict::ALL.len()],
    /// The weight of what is done, and of everything.
    weight: (f64, f64),
    running: Vec<Option<(String, Instant)>>,
    stopping: bool,
}

/// More running tasks than this are not shown.
const MAX_TASKS_SHOWN: usize = 16;

impl Display {
    pub(crate) fn new(jobs: usize, total: usize, weight: f64) -> Self {
        let state = State {
            started: Instant::now(),
            total,
            done: 0,
            counts: [0; Verdict::ALL.len()],
            weight: (0.0, weight),
            running: vec![None; jobs],
            stopping: false,
        };
        let all = MultiProgress::with_draw_target(target());
        let terminal = (!all.is_hidden()).then(|| Terminal::new(all, jobs, total));
        Display {
            terminal,
            state: Mutex::new(state),
        }
    }

    /// A worker has begun with a task.
    pub(crate) fn started(&self, worker: usize, task: &str) {
        self.with(|state| state.running[worker] = Some((task.to_owned(), Instant::now())));
    }

    /// It has come to its end; without a record, because the user did not want to wait for it.
    pub(crate) fn finished(&self, worker: usize, weight: f64, record: Option<&Record>) {
        let line = self.with(|state| {
            state.running[worker] = None;
            state.weight.0 += weight;
            let record = record?;
            state.done += 1;
            let place = Verdict::ALL.iter().position(|v| *v == record.verdict);
            state.counts[place.unwrap_or(0)] += 1;
            let width = state.total.to_string().len();
            Some(format!(
                "[{:width$}/{}] {}",
                state.done,
                state.total,
                progress_line(record)
            ))
        });
        match (&self.terminal, line, record) {
            (None, Some(line), _) => note(&line),
            (Some(terminal), Some(_), Some(record)) if remarkable(record) => {
                // Nothing can be done if the terminal is gone.
                let _ = terminal.all.println(plain(&progress_line(record)));
            }
            _ => {}
        }
        self.draw();
    }

    /// The user asked to stop.
    pub(crate) fn stopping(&self) {
        let running = self.with(|state| {
            state.stopping = true;
            state.running.iter().flatten().count()
        });
        self.say(&format!(
            "stopping: {running} running; Ctrl-C again ends them at once"
        ));
    }

    fn say(&self, line: &str) {
        match &self.terminal {
            None => note(line),
            Some(terminal) => {
                let _ = terminal.all.println(line);
            }
        }
    }

    /// Shows the state of things; to be called several times a second.
    pub(crate) fn draw(&self) {
        let Some(terminal) = &self.terminal else {
            return;
        };
        self.with(|state| {
            terminal.head.set_position(state.done as u64);
            terminal.head.set_message(state.phrase());
            for (bar, running) in terminal.workers.iter().zip(&state.running) {
                bar.set_message(match running {
                    Some((task, since)) => {
                        let task = plain(task);
                        format!("{:>6}  {task}", seconds(since.elapsed()))
                    }
                    None => String::new(),
                });
            }
        });
    }

    /// Leaves the terminal as it was.
    pub(crate) fn clear(&self) {
        if let Some(terminal) = &self.terminal {
            for bar in &terminal.workers {
                bar.finish_and_clear();
            }
            terminal.head.finish_and_clear();
        }
    }

    fn with<T>(&self, action: impl FnOnce(&mut State) -> T) -> T {
        action(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Terminal {
    fn new(all: MultiProgress, jobs: usize, total: usize) -> Self {
        let style = |template: &str| {
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
        };
        let head = all.add(ProgressBar::new(total as u64));
        head.set_style(style("{bar:24} {pos}/{len}  {wide_msg}"));
        let worker = |_| {
            let bar = all.add(ProgressBar::new_spinner());
            bar.set_style(style("{wide_msg}"));
            bar
        };
        let workers = (0..jobs.min(MAX_TASKS_SHOWN)).map(worker).collect();
        Terminal { all, head, workers }
    }
}

impl State {
    fn phrase(&self) -> String {
        let counts = Verdict::ALL.iter().zip(self.counts);
        let counts = counts.filter(|&(_, count)| count > 0);
        let mut words: Vec<String> = counts
            .map(|(verdict, count)| format!("{} {count}", verdict.phrase()))
            .collect();
        if self.stopping {
            words.push("stopping".to_owned());
        } else if let Some(left) = self.left() {
            words.push(format!("about {} left", seconds(left)));
        }
        words.join(", ")
    }

    /// How long the rest takes, if it goes on as it went.
    fn left(&self) -> Option<Duration> {
        let (done, all) = self.weight;
        if done <= 0.0 || done >= all {
            return None;
        }
        let elapsed = self.started.elapsed();
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * (all - done) / done).ok()
    }
}

/// A record in a line.
fn progress_line(record: &Record) -> String {
    let verdict = record.verdict.phrase();
    let wrong = match record.judgement() {
        Some(Judgement::Wrong) => " (WRONG)",
        _ => "",
    };
    let reason = match (&record.verdict, &record.reason) {
        (Verdict::Proved | Verdict::NotApplicable, _) | (_, None) => String::new(),
        (_, Some(reason)) => format!(": {}", reason.lines().next().unwrap_or_default()),
    };
    let time = record.seconds;
    format!("{verdict}{wrong}  {time:.1} s  {}{reason}", record.task)
}

/// What a user wants to know of before the end.
fn remarkable(record: &Record) -> bool {
    record.wants_attention() || record.verdict == Verdict::Error
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        s if s < 120 => format!("{s} s"),
        s if s < 7200 => format!("{} min", s / 60),
        s => format!("{} h {} min", s / 3600, s % 3600 / 60),
    }
}
