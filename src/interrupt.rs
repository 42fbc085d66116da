//! Ctrl-C ends the program, as the shell expects: killed by the signal. A command that has something to bring to an end
//! counts it instead ([`count`]), or says its last words before ([`before_end`]); then a second one ends it at once.
//!
//! Z3 catches the signal while it solves, and then goes on with another question. So no thread takes it but one, which
//! waits for it; what handlers a library has put in place does not matter then.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

static COUNTING: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicUsize = AtomicUsize::new(0);
static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);

type LastWords = Box<dyn FnOnce(Signal) + Send>;

/// What asks for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(i32);

impl Signal {
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            libc::SIGTERM => "SIGTERM",
            libc::SIGHUP => "SIGHUP",
            _ => "SIGINT",
        }
    }

    /// Whether it is one of those that ask for the end of a check.
    pub(crate) fn asks_for_an_end(signal: i32) -> bool {
        [libc::SIGINT, libc::SIGTERM, libc::SIGHUP].contains(&signal)
    }

    /// Ends this process as a copy of it has ended.
    pub(crate) fn end_by(signal: i32) -> ! {
        Signal(signal).end()
    }

    /// Passes it on to another process.
    pub(crate) fn send(self, pid: i32) {
        // SAFETY: a system call on values of our own. The process may be gone.
        unsafe { libc::kill(pid, self.0) };
    }

    pub(crate) fn number(self) -> i32 {
        self.0
    }

    /// Ends the process by the signal.
    pub(crate) fn end(self) -> ! {
        frontend::process::end_all();
        // SAFETY: all calls are allowed in any thread, and the set is initialised before it is used.
        unsafe {
            libc::signal(self.0, libc::SIG_DFL);
            let set = set_of(&[self.0]);
            libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
            libc::raise(self.0);
            libc::_exit(128 + self.0)
        }
    }
}

/// Which signals a command waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heeds {
    /// Ctrl-C; the others end it at once.
    Interrupts,
    /// Whatever usually asks for an end: also `kill`, and a terminal that is closed.
    Ends,
}

/// From now on, Ctrl-C is counted, and the caller looks at [`asked`].
pub(crate) fn count() {
    COUNTING.store(true, Ordering::SeqCst);
}

/// How often the user asked to stop, since it is counted.
pub(crate) fn asked() -> usize {
    ASKED.load(Ordering::SeqCst)
}

/// From now on, the first signal leads to this, in a thread of its own. It does not end the process by itself.
pub(crate) fn before_end(words: impl FnOnce(Signal) + Send + 'static) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(words));
}

/// From now on, a signal ends the process at once again.
pub(crate) fn no_last_words() {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Must be called before any other thread is started.
pub(crate) fn wait_for_signals(heeds: Heeds) {
    let all: &[i32] = match heeds {
        Heeds::Interrupts => &[libc::SIGINT],
        Heeds::Ends => &[libc::SIGINT, libc::SIGTERM, libc::SIGHUP],
    };
    // What a background job or `nohup` was started to ignore stays ignored: a blocked signal would be delivered.
    let heeded: Vec<i32> = all.iter().copied().filter(|&s| !is_ignored(s)).collect();
    // SAFETY: the set is initialised, and all calls are allowed in any thread.
    unsafe {
        let set = set_of(&heeded);
        if heeded.is_empty()
            || libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()) != 0
        {
            return;
        }
        let waiting = std::thread::Builder::new()
            .name("interrupt".into())
            .spawn(move || wait(set));
        if waiting.is_err() {
            libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        }
    }
}

fn is_ignored(signal: i32) -> bool {
    // SAFETY: the structure is plain data, and the call fills it.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action) == 0
            && action.sa_sigaction == libc::SIG_IGN
    }
}

fn set_of(signals: &[i32]) -> libc::sigset_t {
    // SAFETY: the set is initialised before it is used.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for &signal in signals {
            libc::sigaddset(&raw mut set, signal);
        }
        set
    }
}

fn wait(set: libc::sigset_t) {
    loop {
        let mut signal = 0;
        // SAFETY: the set was initialised by its maker.
        if unsafe { libc::sigwait(&raw const set, &raw mut signal) } != 0 {
            return;
        }
        if COUNTING.load(Ordering::SeqCst) {
            ASKED.fetch_add(1, Ordering::SeqCst);
            continue;
        }
        let mut words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(words) = words.take() else {
            Signal(signal).end();
        };
        // This thread goes on waiting: who asks twice waits for nothing.
        let spoken = std::thread::Builder::new().spawn(move || words(Signal(signal)));
        if spoken.is_err() {
            Signal(signal).end();
        }
    }
}
