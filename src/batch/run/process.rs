//! One checker, from its start to its end, within its limits.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use libc::pid_t;

use super::{guard, tree};
use crate::interrupt;

/// What a checker and its children may use together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) time: Duration,
    pub(super) kilobytes: u64,
}

/// How a checker has ended, and what it took.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    /// Why it was ended, if it did not end by itself.
    pub(super) stopped: Option<Stopped>,
    pub(super) stdout: Vec<u8>,
    /// Its first and its last words.
    pub(super) stderr: Vec<u8>,
    pub(super) time: Duration,
    pub(super) cpu: Duration,
    pub(super) kilobytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    Time,
    Memory,
    Processes,
    /// The user wants an end of it all.
    Interrupt,
}

/// More processes of one task than this can only be a mistake, which would spread faster than it can be undone.
pub(super) const MOST_PROCESSES: usize = 500;

/// How often limits are looked at.
const INTERVAL: Duration = Duration::from_millis(50);

/// How often a checker is asked whether it has ended, when it has nothing more to say.
const NEARLY: Duration = Duration::from_millis(1);

/// How long a guard may take to end all processes of a checker.
const CLEARING: Duration = Duration::from_secs(10);

/// More output than this is dropped, and so is what comes after it.
const MOST_OUTPUT: usize = 64 << 20;

/// Of standard error, only the beginning and the end are kept.
const FIRST_WORDS: usize = 16 << 10;
const LAST_WORDS: usize = 16 << 10;

/// The guards at work.
static GUARDS: Mutex<BTreeSet<pid_t>> = Mutex::new(BTreeSet::new());

pub(super) fn execute(mut command: Command, limits: Limits) -> io::Result<Ended> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    guard::under_guard(&mut command);
    let started = Instant::now();
    let mut guards = GUARDS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut child = command.spawn()?;
    let guard = child.id().cast_signed();
    guards.insert(guard);
    drop(guards);
    let mut running = Running {
        guard,
        started,
        limits,
        stdout: Stream::new(child.stdout.take().map(Into::into))?,
        stderr: Stream::new(child.stderr.take().map(Into::into))?,
        stopped: None,
        kilobytes: 0,
    };
    let (status, cpu) = running.wait();
    let time = started.elapsed();
    running.read();
    release(guard, status);
    Ok(Ended {
        status,
        stopped: running.stopped.map(|(why, _)| why),
        stdout: running.stdout.text,
        stderr: running.stderr.text,
        time,
        cpu,
        kilobytes: running.kilobytes,
    })
}

struct Running {
    guard: pid_t,
    started: Instant,
    limits: Limits,
    stdout: Stream,
    stderr: Stream,
    /// Why and when it was told to end.
    stopped: Option<(Stopped, Instant)>,
    kilobytes: u64,
}

impl Running {
    /// Until the guard has ended, and so everything else has.
    fn wait(&mut self) -> (ExitStatus, Duration) {
        let mut looked = Instant::now();
        loop {
            if let Some(ended) = ended(self.guard) {
                return ended;
            }
            if self.stopped.is_some() || looked.elapsed() >= INTERVAL {
                looked = Instant::now();
                self.look();
            }
            self.read();
            self.doze();
        }
    }

    /// Sleeps until there is output, or for a while.
    fn doze(&self) {
        let open = |stream: &Stream| stream.file.as_ref().map(AsRawFd::as_raw_fd);
        let files: Vec<RawFd> = [&self.stdout, &self.stderr]
            .into_iter()
            .filter_map(open)
            .collect();
        if files.is_empty() {
            return thread::sleep(NEARLY);
        }
        let left = self.limits.time.saturating_sub(self.started.elapsed());
        let while_ = left.clamp(NEARLY, INTERVAL);
        let mut polled: Vec<libc::pollfd> = files
            .into_iter()
            .map(|fd| libc::pollfd {
                fd,
                events: libc::POLLIN,
                revents: 0,
            })
            .collect();
        let milliseconds = i32::try_from(while_.as_millis()).unwrap_or(1);
        // SAFETY: the list is as long as is said, and its files are open.
        unsafe {
            libc::poll(
                polled.as_mut_ptr(),
                polled.len() as libc::nfds_t,
                milliseconds,
            )
        };
    }

    fn read(&mut self) {
        self.stdout.read(MOST_OUTPUT);
        self.stderr.read(usize::MAX);
        self.stderr.keep_ends(FIRST_WORDS, LAST_WORDS);
    }

    fn look(&mut self) {
        if let Some((_, since)) = self.stopped {
            if since.elapsed() >= CLEARING {
                signal(self.guard, libc::SIGKILL);
            }
            return;
        }
        let used = tree::usage(self.guard, self.limits.kilobytes);
        self.kilobytes = self.kilobytes.max(used.kilobytes);
        let why = if interrupt::asked() > 1 {
            Stopped::Interrupt
        } else if self.started.elapsed() >= self.limits.time {
            Stopped::Time
        } else if used.kilobytes > self.limits.kilobytes {
            Stopped::Memory
        } else if used.processes > MOST_PROCESSES {
            Stopped::Processes
        } else {
            return;
        };
        self.stopped = Some((why, Instant::now()));
        signal(self.guard, libc::SIGTERM);
    }
}

fn signal(pid: pid_t, signal: i32) {
    // SAFETY: the process is a child that has not been waited for, so the number is still its own.
    unsafe { libc::kill(pid, signal) };
}

/// How a child has ended and the processor time of all that it has waited for, if it has.
fn ended(pid: pid_t) -> Option<(ExitStatus, Duration)> {
    let mut status = 0;
    // SAFETY: plain numbers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both outlive the call.
    let waited = unsafe { libc::wait4(pid, &raw mut status, libc::WNOHANG, &raw mut usage) };
    if waited != pid {
        return None;
    }
    let time = |t: libc::timeval| {
        let seconds = Duration::from_secs(u64::try_from(t.tv_sec).unwrap_or(0));
        seconds + Duration::from_micros(u64::try_from(t.tv_usec).unwrap_or(0))
    };
    let cpu = time(usage.ru_utime) + time(usage.ru_stime);
    Some((ExitStatus::from_raw(status), cpu))
}

/// Forgets a guard. If it was killed itself, its children are the batch's now, and are ended here.
fn release(guard: pid_t, status: ExitStatus) {
    let mut guards = GUARDS.lock().unwrap_or_else(PoisonError::into_inner);
    guards.remove(&guard);
    if status.signal() != Some(libc::SIGKILL) {
        return;
    }
    let deadline = Instant::now() + CLEARING;
    while Instant::now() < deadline {
        let own = tree::children(std::process::id().cast_signed());
        let strays: Vec<pid_t> = own.into_iter().filter(|p| !guards.contains(p)).collect();
        if strays.is_empty() {
            return;
        }
        for pid in strays {
            signal(pid, libc::SIGKILL);
            ended(pid);
        }
        thread::sleep(NEARLY);
    }
}

/// What a process writes.
struct Stream {
    /// Until its end.
    file: Option<File>,
    text: Vec<u8>,
}

impl Stream {
    fn new(file: Option<OwnedFd>) -> io::Result<Self> {
        if let Some(file) = &file {
            // SAFETY: the file is open.
            let set = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
            if set == -1 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(Stream {
            file: file.map(File::from),
            text: Vec::new(),
        })
    }

    /// Reads what there is.
    fn read(&mut self, most: usize) {
        let mut buffer = [0; 16 << 10];
        // Some at a time: a checker that never stops writing must not keep us from looking at its limits.
        for _ in 0..64 {
            let Some(file) = &mut self.file else { return };
            match file.read(&mut buffer) {
                Ok(0) => self.file = None,
                Ok(n) => {
                    let room = most.saturating_sub(self.text.len());
                    self.text.extend_from_slice(&buffer[..n.min(room)]);
                }
                Err(problem) => match problem.kind() {
                    io::ErrorKind::WouldBlock => return,
                    io::ErrorKind::Interrupted => {}
                    _ => self.file = None,
                },
            }
        }
    }

    fn keep_ends(&mut self, first: usize, last: usize) {
        let surplus = self.text.len().saturating_sub(first + last);
        if surplus > 0 {
            self.text.drain(first..first + surplus);
        }
    }
}
