//! A watchdog between this process and each program that it runs, so that the program never outlives its time or us,
//! and neither do its children, however they hide.
//!
//! The watchdog is a copy of this process that runs nothing else. Orphans among its descendants become its children (it
//! is their "subreaper"), so a process that starts a session of its own or whose parent is gone is still found. When
//! the program has ended, when the watchdog is told to end (SIGTERM), and when we are gone, be it by SIGKILL, it kills
//! children until there are none, and then ends as the program did.
//!
//! All of it runs between `fork` and `exec`: there are only system calls, and no memory is allocated.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use libc::{c_int, pid_t, rlim_t, sigset_t};

/// What the system itself refuses the program, and everything that it starts: each of its processes may have so much.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ceilings {
    /// Bytes of address space.
    pub address_space: Option<u64>,
    /// Seconds of processor time.
    pub cpu: Option<u64>,
    /// Bytes of each file that is written.
    pub file: Option<u64>,
}

/// The process that `command` starts will be a watchdog, and the program its child.
pub(super) fn under_watchdog(command: &mut Command, ceilings: Ceilings) {
    // SAFETY: the number of a process is never negative or too large.
    let own = unsafe { libc::getpid() };
    // SAFETY: `begin` makes system calls only.
    unsafe { command.pre_exec(move || begin(own, ceilings)) };
}

/// Whether orphans become children of this process.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Orphans that a watchdog could not keep become children of this process, which has no others: whatever child is no
/// watchdog is ended when a watchdog has been killed.
pub fn adopt_orphans() {
    ADOPTS.store(true, Ordering::SeqCst);
    // SAFETY: the call only sets a flag of this process.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
}

pub(super) fn adopts_orphans() -> bool {
    ADOPTS.load(Ordering::SeqCst)
}

/// Returns in the program; the watchdog stays here until it ends.
fn begin(own: pid_t, ceilings: Ceilings) -> io::Result<()> {
    // SAFETY: system calls on values of our own; the sets are initialised before they are used.
    unsafe {
        // Signals from the terminal go to the parent, which decides; and nothing reads from the terminal.
        libc::setsid();
        done(libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))?;
        let mut all: sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        done(libc::sigprocmask(
            libc::SIG_SETMASK,
            &raw const all,
            std::ptr::null_mut(),
        ))?;
        done(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM))?;
        if libc::getppid() != own {
            libc::_exit(1);
        }
        match libc::fork() {
            -1 => Err(io::Error::last_os_error()),
            0 => program(ceilings),
            program => watchdog(program),
        }
    }
}

/// In the program, before it becomes itself.
///
/// # Safety
/// Only between `fork` and `exec`.
unsafe fn program(ceilings: Ceilings) -> io::Result<()> {
    // SAFETY: system calls on values of our own.
    unsafe {
        libc::setpgid(0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        no_core_dumps();
        lower(libc::RLIMIT_AS, ceilings.address_space);
        lower(libc::RLIMIT_CPU, ceilings.cpu);
        lower(libc::RLIMIT_FSIZE, ceilings.file);
        // If the system runs out of memory, it should take the program and not us.
        let score = libc::open(
            c"/proc/self/oom_score_adj".as_ptr(),
            libc::O_WRONLY | libc::O_CLOEXEC,
        );
        if score >= 0 {
            libc::write(score, c"900".as_ptr().cast(), 3);
            libc::close(score);
        }
        let mut none: sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        done(libc::sigprocmask(
            libc::SIG_SETMASK,
            &raw const none,
            std::ptr::null_mut(),
        ))
    }
}

/// # Safety
/// Only between `fork` and `exec`.
unsafe fn watchdog(program: pid_t) -> ! {
    // SAFETY: system calls on values of our own.
    unsafe {
        close_everything();
        let mut awaited: sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut awaited);
        libc::sigaddset(&raw mut awaited, libc::SIGCHLD);
        libc::sigaddset(&raw mut awaited, libc::SIGTERM);
        let mut status = libc::SIGKILL;
        let mut ending = false;
        loop {
            let mut last = 0;
            match libc::waitpid(-1, &raw mut last, libc::WNOHANG) {
                -1 => leave(status),
                0 if ending => {
                    kill_children(program);
                    pause(&awaited);
                }
                0 => {
                    ending =
                        libc::sigwaitinfo(&raw const awaited, std::ptr::null_mut()) == libc::SIGTERM
                }
                ended if ended == program => {
                    status = last;
                    ending = true;
                }
                _ => {}
            }
        }
    }
}

/// Waits until some child has ended, but not for long: others may have come meanwhile.
unsafe fn pause(awaited: &sigset_t) {
    let moment = libc::timespec {
        tv_sec: 0,
        tv_nsec: 1_000_000,
    };
    // SAFETY: both outlive the call.
    unsafe { libc::sigtimedwait(awaited, std::ptr::null_mut(), &raw const moment) };
}

/// Kills the children as they are now. Theirs become ours, and have their turn next time.
unsafe fn kill_children(program: pid_t) {
    let mut buffer = [0_u8; 4096];
    // SAFETY: the buffer is as long as is said.
    unsafe {
        // Where the system does not list children, what is left is the program's own group.
        libc::kill(-program, libc::SIGKILL);
        let list = libc::open(
            c"/proc/thread-self/children".as_ptr(),
            libc::O_RDONLY | libc::O_CLOEXEC,
        );
        if list < 0 {
            return;
        }
        let length = libc::read(list, buffer.as_mut_ptr().cast(), buffer.len());
        libc::close(list);
        let mut pid: pid_t = 0;
        for &byte in buffer.iter().take(usize::try_from(length).unwrap_or(0)) {
            match byte {
                b'0'..=b'9' => pid = pid.wrapping_mul(10).wrapping_add(pid_t::from(byte - b'0')),
                _ => {
                    if pid > 1 {
                        libc::kill(pid, libc::SIGKILL);
                    }
                    pid = 0;
                }
            }
        }
    }
}

/// Ends as the program did.
unsafe fn leave(status: c_int) -> ! {
    // SAFETY: system calls on values of our own.
    unsafe {
        if libc::WIFEXITED(status) {
            libc::_exit(libc::WEXITSTATUS(status));
        }
        no_core_dumps();
        let signal = libc::WTERMSIG(status);
        let mut set: sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, signal);
        libc::signal(signal, libc::SIG_DFL);
        libc::kill(libc::getpid(), signal);
        libc::sigprocmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::_exit(255)
    }
}

unsafe fn no_core_dumps() {
    // SAFETY: only between `fork` and `exec`, or before the end.
    unsafe { lower(libc::RLIMIT_CORE, Some(0)) };
}

/// A limit that is lower already stays.
unsafe fn lower(resource: Resource, most: Option<u64>) {
    let Some(most) = most else { return };
    // SAFETY: the structure is plain data that the first call fills and the second reads.
    unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(resource, &raw mut limit) != 0 {
            return;
        }
        limit.rlim_max = limit.rlim_max.min(most as rlim_t);
        limit.rlim_cur = limit.rlim_cur.min(limit.rlim_max);
        libc::setrlimit(resource, &raw const limit);
    }
}

#[cfg(target_env = "gnu")]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(target_env = "gnu"))]
type Resource = c_int;

/// The watchdog must not hold pipes open: we wait for their end.
unsafe fn close_everything() {
    // SAFETY: nothing of this process uses them any more.
    unsafe {
        if libc::syscall(libc::SYS_close_range, 0_u32, u32::MAX, 0_u32) != 0 {
            for file in 0..4096 {
                libc::close(file);
            }
        }
    }
}

fn done(result: c_int) -> io::Result<()> {
    match result {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
