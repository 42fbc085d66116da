//! Ctrl-C ends the program at once, as the shell expects: killed by the signal.
//!
//! Z3 catches the signal while it solves, and then goes on with another question. So no thread takes it but one, which
//! waits for it; what handlers a library has put in place does not matter then.

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
        if libc::sigwait(&raw const set, &raw mut signal) != 0 {
            return;
        }
        // A background job whose shell ignores the signal goes on ignoring it: then it is not delivered at all.
        libc::signal(libc::SIGINT, libc::SIG_DFL);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(libc::SIGINT);
    }
}

#[cfg(not(unix))]
pub(crate) fn end_at_once() {}
