//! `--time-limit` and `--memory-limit`.
//!
//! A thread of its own looks at the clock and at the memory in use every few milliseconds. At a limit it says so on
//! standard output, which is where the answer would have been, and ends the process, whatever the rest is doing. The
//! rest calls [`Watch::finish`] when it has its answer: from then on nothing interrupts. A limit that the system sets on
//! address space is watched as well, and Ctrl-C is a limit too, but for how the process ends.

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use frontend::input::preprocess;
use frontend::process::{self, kilobytes};

use crate::exit::Exit;
use crate::interrupt::{self, Signal};
use crate::output::plain;

/// The limits of a run.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// Give up after this many seconds, with exit code 5
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Limits")]
    time_limit: Option<Duration>,
    /// Give up when more than this many megabytes are in use, with exit code 5
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    memory_limit: Option<u64>,
    #[arg(skip = address_space())]
    address_space: Option<u64>,
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    if seconds > 0.0 {
        Duration::try_from_secs_f64(seconds).map_err(|_| "not a number of seconds".to_owned())
    } else {
        Err("the limit must be greater than 0".to_owned())
    }
}

/// The limit that is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reached {
    Time(Duration),
    /// In megabytes.
    Memory(u64),
    /// That of the system, in megabytes; nearly.
    AddressSpace(u64),
    /// The system has no more memory for us, or its limit is reached.
    Refused,
    /// The patience of the user.
    Interrupt(Signal),
}

impl Reached {
    /// In one word, for machines.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reached::Time(_) => "time",
            Reached::Memory(_) | Reached::AddressSpace(_) | Reached::Refused => "memory",
            Reached::Interrupt(_) => "interrupt",
        }
    }

    /// What ends the process, if it does not end by itself.
    pub(crate) fn signal(self) -> Option<Signal> {
        match self {
            Reached::Interrupt(signal) => Some(signal),
            _ => None,
        }
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reached::Time(limit) => {
                write!(f, "the time limit of {} s is reached", limit.as_secs_f64())
            }
            Reached::Memory(limit) => write!(f, "the memory limit of {limit} MB is reached"),
            Reached::AddressSpace(limit) => write!(
                f,
                "the system's limit of {limit} MB on address space is nearly reached"
            ),
            Reached::Refused => match address_space() {
                Some(limit) => write!(
                    f,
                    "the system's limit of {limit} MB on address space is reached"
                ),
                None => f.write_str("the system has no more memory"),
            },
            Reached::Interrupt(signal) => write!(f, "interrupted ({})", signal.name()),
        }
    }
}

/// How often the limits are looked at.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// How long the last words may take, if they are not read.
const TIME_FOR_LAST_WORDS: Duration = Duration::from_millis(200);

/// What is printed in place of the answer.
type LastWords = dyn Fn(Reached) -> String + Send + Sync;

/// A run that has no answer yet.
struct Unfinished {
    last_words: Arc<LastWords>,
    finished: Arc<Mutex<bool>>,
}

/// The run that memory may be refused to.
static UNFINISHED: Mutex<Option<Unfinished>> = Mutex::new(None);

/// Watches over a run.
pub(crate) struct Watch {
    finished: Arc<Mutex<bool>>,
}

impl Limits {
    /// What of them holds for the preprocessor, which runs beside this process.
    pub(crate) fn preprocessing(self) -> preprocess::Limits {
        let usual = preprocess::Limits::default();
        preprocess::Limits {
            megabytes: self
                .memory_limit
                .unwrap_or(usual.megabytes)
                .min(usual.megabytes),
            cpu: self.time_limit.unwrap_or(usual.cpu).min(usual.cpu),
            ..usual
        }
    }

    /// Starts to watch. `last_words` makes of the limit what is printed in place of the answer.
    pub(crate) fn watch(
        self,
        last_words: impl Fn(Reached) -> String + Send + Sync + 'static,
    ) -> Watch {
        let finished = Arc::new(Mutex::new(false));
        let watch = Watch {
            finished: Arc::clone(&finished),
        };
        let last_words: Arc<LastWords> = Arc::new(last_words);
        *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Unfinished {
            last_words: Arc::clone(&last_words),
            finished: Arc::clone(&finished),
        });
        watch.heed_signals(Arc::clone(&last_words));
        if self.time_limit.is_none() && self.memory_limit.is_none() && self.address_space.is_none()
        {
            return watch;
        }
        let started = Instant::now();
        let guard = move || {
            loop {
                let finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                if *finished {
                    return;
                }
                if let Some(reached) = self.exceeded(started) {
                    // The lock is kept: the run cannot start to print its answer any more.
                    print(last_words(reached));
                    give_up();
                }
                drop(finished);
                thread::sleep(self.until_next_look(started));
            }
        };
        // Without a watchdog the limits would not hold: better no run at all.
        if thread::Builder::new()
            .name("limits".into())
            .spawn(guard)
            .is_err()
        {
            print("unknown: the system refuses to start a thread\n".to_owned());
            give_up();
        }
        watch
    }

    fn exceeded(self, started: Instant) -> Option<Reached> {
        if let Some(limit) = self.time_limit.filter(|&limit| started.elapsed() >= limit) {
            return Some(Reached::Time(limit));
        }
        let in_use = || own_memory("VmRSS:").map_or(0, |kilobytes| kilobytes >> 10);
        if let Some(limit) = self.memory_limit.filter(|&limit| in_use() > limit) {
            return Some(Reached::Memory(limit));
        }
        // An allocation that the system refuses would end the process without an answer.
        let limit = self.address_space?;
        let reserved = own_memory("VmSize:")? >> 10;
        (reserved > limit - (limit / 20).min(100)).then_some(Reached::AddressSpace(limit))
    }

    fn until_next_look(self, started: Instant) -> Duration {
        let left = self
            .time_limit
            .map(|limit| limit.saturating_sub(started.elapsed()));
        left.map_or(TIME_BETWEEN_LOOKS, |left| {
            left.clamp(Duration::from_millis(1), TIME_BETWEEN_LOOKS)
        })
    }
}

impl Watch {
    /// A signal leads to last words as well, unless the answer is there: then it is about to be printed.
    fn heed_signals(&self, last_words: Arc<LastWords>) {
        let finished = Arc::clone(&self.finished);
        interrupt::before_end(move |signal| {
            let finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
            if !*finished {
                print(last_words(Reached::Interrupt(signal)));
                signal.end();
            }
        });
    }

    /// The answer is there; the limits do not count any more.
    pub(crate) fn finish(&self) {
        *self.finished.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }
}

/// Ends a run whose next allocation was refused. Whatever holds a lock now may be waiting for that allocation, so nothing
/// here waits for long.
pub(crate) fn memory_refused() -> ! {
    within(TIME_FOR_REPORTS_WITHOUT_MEMORY, || {
        let unfinished = UNFINISHED.lock().ok().and_then(|mut words| words.take());
        if let Some(run) = unfinished
            && run.finished.try_lock().is_ok_and(|finished| !*finished)
        {
            print((run.last_words)(Reached::Refused));
            give_up();
        }
    });
    end_without_memory()
}

/// How long last words may take where memory was refused: reports are written before.
const TIME_FOR_REPORTS_WITHOUT_MEMORY: Duration = Duration::from_secs(3);

/// The same with words that need no memory.
pub(crate) fn end_without_memory() -> ! {
    let words = "unknown: the system refuses more memory\n";
    // SAFETY: the text is as long as is said. The reader may be gone.
    unsafe {
        libc::write(libc::STDERR_FILENO, words.as_ptr().cast(), words.len());
        libc::_exit(i32::from(Exit::Unknown.code()))
    }
}

/// The most kilobytes of memory that were in use, where the system tells.
pub(crate) fn peak_memory() -> Option<u64> {
    own_memory("VmHWM:")
}

fn own_memory(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    kilobytes(&status, field)
}

/// Megabytes of address space that the system allows (`ulimit -v`), if that is limited.
pub(crate) fn address_space() -> Option<u64> {
    // SAFETY: the structure is plain data, and the call fills it.
    let limit = unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) != 0 {
            return None;
        }
        limit.rlim_cur
    };
    (limit != libc::RLIM_INFINITY).then_some(limit >> 20)
}

/// Does something that may hang, and waits for it so long.
pub(crate) fn within(time: Duration, work: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    let work = move || {
        work();
        // The receiver may be gone.
        let _ = done.send(());
    };
    if thread::Builder::new().spawn(work).is_ok() {
        let _ = wait.recv_timeout(time);
    }
}

/// Prints past whatever lock on standard output the rest of the program may hold.
fn print(words: String) {
    if let Ok(out) = std::io::stdout().as_fd().try_clone_to_owned() {
        let mut out = File::from(out);
        // The reader may be gone; how the process ends says it too.
        within(TIME_FOR_LAST_WORDS, move || {
            drop(out.write_all(plain(&words).as_bytes()));
        });
    }
}

/// Ends the process. The other threads go on meanwhile: what libraries do at a regular exit would pull the ground from
/// under them.
fn give_up() -> ! {
    process::end_all();
    // SAFETY: ends the process, whatever state it is in.
    unsafe { libc::_exit(i32::from(Exit::Unknown.code())) }
}
