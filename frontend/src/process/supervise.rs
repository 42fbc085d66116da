//! One program, from its start to its end, within its limits.

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

use super::tree;
use super::watchdog::{self, Ceilings};

/// What a program and its children may use together.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Option<Duration>,
    pub kilobytes: Option<u64>,
    /// How long it may wait for something without computing anything, as for a pipe without a writer.
    pub idle: Option<Duration>,
    /// How many bytes it may write to its standard output.
    pub output: Most,
    /// What the system refuses each of its processes.
    pub ceilings: Ceilings,
}

/// What becomes of output that is too much.
#[derive(Clone, Copy, Debug)]
pub enum Most {
    /// It is dropped.
    Kept(usize),
    /// It ends the program.
    Allowed(usize),
}

/// How a program has ended, and what it took.
#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    /// Why it was ended, if it did not end by itself.
    pub stopped: Option<Stopped>,
    pub stdout: Vec<u8>,
    /// Its first and its last words.
    pub stderr: Vec<u8>,
    pub time: Duration,
    pub cpu: Duration,
    pub kilobytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    Time,
    Memory,
    Processes,
    /// It waited for something that does not come.
    Idle,
    /// It wrote too much.
    Output,
    /// The caller no longer waits for it.
    Interrupt,
}

/// More processes of one program than this can only be a mistake, which would spread faster than it can be undone.
pub const MAX_PROCESSES: usize = 500;

/// How often limits are looked at.
const LIMIT_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// How often a program is asked whether it has ended, when it has nothing more to say.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(1);

/// How long a watchdog may take to end all processes of a program.
const MAX_CLEARING_TIME: Duration = Duration::from_secs(10);

/// How long the end of everything may take when this process is about to end.
const MAX_SHUTDOWN_TIME: Duration = Duration::from_secs(1);

/// Of standard error, only the beginning and the end are kept.
const STDERR_HEAD_BYTES: usize = 16 << 10;
const STDERR_TAIL_BYTES: usize = 16 << 10;

/// The watchdogs at work.
static RUNNING_WATCHDOGS: Mutex<BTreeSet<pid_t>> = Mutex::new(BTreeSet::new());

/// Runs a program under a watchdog. `unwanted` says that the caller no longer waits for it.
pub fn execute(
    mut command: Command,
    limits: Limits,
    unwanted: &dyn Fn() -> bool,
) -> io::Result<Ended> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    watchdog::under_watchdog(&mut command, limits.ceilings);
    let started = Instant::now();
    let mut watchdogs = RUNNING_WATCHDOGS
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let mut child = command.spawn()?;
    let watchdog = child.id().cast_signed();
    watchdogs.insert(watchdog);
    drop(watchdogs);
    let mut running = Running {
        watchdog,
        started,
        limits,
        stdout: Stream::new(child.stdout.take().map(Into::into))?,
        stderr: Stream::new(child.stderr.take().map(Into::into))?,
        stopped: None,
        kilobytes: 0,
        computed: (0, started),
        unwanted,
    };
    let (status, cpu) = running.wait();
    let time = started.elapsed();
    running.read();
    release(watchdog, status);
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

/// Ends every program that runs, with its children: this process is about to end.
pub fn end_all() {
    let Ok(watchdogs) = RUNNING_WATCHDOGS.lock().map(|watchdogs| watchdogs.clone()) else {
        return;
    };
    for &watchdog in &watchdogs {
        signal(watchdog, libc::SIGTERM);
    }
    let deadline = Instant::now() + MAX_SHUTDOWN_TIME;
    while Instant::now() < deadline && watchdogs.iter().any(|&watchdog| runs(watchdog)) {
        thread::sleep(EXIT_POLL_INTERVAL);
    }
}

/// Whether a child has not ended yet; it is left for others to wait for.
fn runs(pid: pid_t) -> bool {
    let wanted = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: plain data that the call fills.
    unsafe {
        let mut about: libc::siginfo_t = std::mem::zeroed();
        let id = pid.cast_unsigned();
        libc::waitid(libc::P_PID, id, &raw mut about, wanted) == 0 && about.si_pid() == 0
    }
}

struct Running<'u> {
    watchdog: pid_t,
    started: Instant,
    limits: Limits,
    stdout: Stream,
    stderr: Stream,
    /// Why and when it was told to end.
    stopped: Option<(Stopped, Instant)>,
    kilobytes: u64,
    /// The most processor time that was seen, and when it last grew.
    computed: (u64, Instant),
    unwanted: &'u dyn Fn() -> bool,
}

impl Running<'_> {
    /// Until the watchdog has ended, and so everything else has.
    fn wait(&mut self) -> (ExitStatus, Duration) {
        let mut looked = Instant::now();
        loop {
            if let Some(ended) = ended(self.watchdog) {
                return ended;
            }
            if self.stopped.is_some() || looked.elapsed() >= LIMIT_CHECK_INTERVAL {
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
            return thread::sleep(EXIT_POLL_INTERVAL);
        }
        let left = self
            .limits
            .time
            .map(|time| time.saturating_sub(self.started.elapsed()));
        let while_ = left
            .unwrap_or(LIMIT_CHECK_INTERVAL)
            .clamp(EXIT_POLL_INTERVAL, LIMIT_CHECK_INTERVAL);
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
        let (Most::Kept(most) | Most::Allowed(most)) = self.limits.output;
        self.stdout.read(most);
        self.stderr.read(usize::MAX);
        self.stderr.keep_ends(STDERR_HEAD_BYTES, STDERR_TAIL_BYTES);
    }

    fn look(&mut self) {
        if let Some((_, since)) = self.stopped {
            if since.elapsed() >= MAX_CLEARING_TIME {
                signal(self.watchdog, libc::SIGKILL);
            }
            return;
        }
        if let Some(why) = self.reached() {
            self.stopped = Some((why, Instant::now()));
            signal(self.watchdog, libc::SIGTERM);
        }
    }

    /// The first limit that is reached.
    fn reached(&mut self) -> Option<Stopped> {
        let limits = &self.limits;
        let used = tree::usage(self.watchdog, limits.kilobytes.unwrap_or(u64::MAX));
        self.kilobytes = self.kilobytes.max(used.kilobytes);
        if used.ticks > self.computed.0 {
            self.computed = (used.ticks, Instant::now());
        }
        let (since, idle) = (self.started.elapsed(), self.computed.1.elapsed());
        let too_much = matches!(limits.output, Most::Allowed(_)) && self.stdout.dropped;
        let all = [
            ((self.unwanted)(), Stopped::Interrupt),
            (limits.time.is_some_and(|time| since >= time), Stopped::Time),
            (
                limits.kilobytes.is_some_and(|most| used.kilobytes > most),
                Stopped::Memory,
            ),
            (used.processes > MAX_PROCESSES, Stopped::Processes),
            (too_much, Stopped::Output),
            (limits.idle.is_some_and(|most| idle >= most), Stopped::Idle),
        ];
        all.into_iter()
            .find_map(|(reached, why)| reached.then_some(why))
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

/// Forgets a watchdog. If it was killed itself, its children may be ours now, and are ended here.
fn release(watchdog: pid_t, status: ExitStatus) {
    let mut watchdogs = RUNNING_WATCHDOGS
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    watchdogs.remove(&watchdog);
    if status.signal() != Some(libc::SIGKILL) || !watchdog::adopts_orphans() {
        return;
    }
    let deadline = Instant::now() + MAX_CLEARING_TIME;
    while Instant::now() < deadline {
        let own = tree::children(std::process::id().cast_signed());
        let strays: Vec<pid_t> = own.into_iter().filter(|p| !watchdogs.contains(p)).collect();
        if strays.is_empty() {
            return;
        }
        for pid in strays {
            signal(pid, libc::SIGKILL);
            ended(pid);
        }
        thread::sleep(EXIT_POLL_INTERVAL);
    }
}

/// What a process writes.
struct Stream {
    /// Until its end.
    file: Option<File>,
    text: Vec<u8>,
    /// Whether there was more than is kept.
    dropped: bool,
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
            dropped: false,
        })
    }

    /// Reads what there is.
    fn read(&mut self, most: usize) {
        let mut buffer = [0; 16 << 10];
        // Some at a time: a program that never stops writing must not keep us from looking at its limits.
        for _ in 0..64 {
            let Some(file) = &mut self.file else { return };
            match file.read(&mut buffer) {
                Ok(0) => self.file = None,
                Ok(n) => {
                    let room = most.saturating_sub(self.text.len());
                    self.dropped |= n > room;
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
