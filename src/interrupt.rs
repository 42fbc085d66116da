//! Ctrl-C ends the program at once, as the shell expects: killed by the signal. A command that has something to bring to
//! an end counts it instead ([`count`]).
//!
//! Z3 catches the signal while it solves, and then goes on with another question. So no thread takes it but one, which
//! waits for it; what handlers a library has put in place does not matter then.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static COUNTING: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// From now on, Ctrl-C is counted, and whoever called this looks at [`asked`].
pub(crate) fn count() {
    COUNTING.store(true, Ordering::SeqCst);
}

/// How often the user asked to stop, since it is counted.
pub(crate) fn asked() -> usize {
    ASKED.load(Ordering::SeqCst)
}

/// Must be called before any other thread is started.
#[cfg(unix)]
pub(crate) fn end_at_once() {
    // SAFETY: the set is initialised before it is used, and all calls are allowed in any thread.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGINT);
        if libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()) != 0 {
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

#[cfg(unix)]
fn wait(set: libc::sigset_t) {
    let mut signal = 0;
    // SAFETY: the set was initialised by its maker.
    unsafe {
        loop {
            if libc::sigwait(&raw const set, &raw mut signal) != 0 {
                return;
            }
            if !COUNTING.load(Ordering::SeqCst) {
                break;
            }
            ASKED.fetch_add(1, Ordering::SeqCst);
        }
        // A background job whose shell ignores the signal goes on ignoring it: then it is not delivered at all.
        libc::signal(libc::SIGINT, libc::SIG_DFL);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(libc::SIGINT);
    }
}

#[cfg(not(unix))]
pub(crate) fn end_at_once() {}
