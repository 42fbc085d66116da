//! Copies of this process that do a part of its work: with all that it has in memory, at no cost, and ended on their own.
//!
//! A copy has one thread, which goes on where the caller was. What it writes to its standard output goes to the caller. It
//! never returns: when its work is done it ends, without any of what a regular end of the process would do, which belongs to
//! the caller. It is killed when the thread that has made it ends, so that it never outlives us.
//!
//! What other threads held when the copy was made is held for ever there: it must be made while the others only wait.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use libc::pid_t;

/// A copy that is at work.
#[derive(Debug)]
pub struct Copy {
    pid: pid_t,
    output: File,
}

impl Copy {
    /// Makes a copy of this process, which does the work and ends with the exit code that the work returns.
    pub fn start(work: impl FnOnce() -> u8) -> io::Result<Self> {
        let (output, written) = pipe()?;
        // SAFETY: the number of a process is never negative or too large.
        let own = unsafe { libc::getpid() };
        // SAFETY: the copy goes on in Rust, with one thread. The C library sees to its own locks; of ours the caller promises
        // that no other thread holds any.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                drop(output);
                let code = match begin(own, &written) {
                    true => work(),
                    false => u8::MAX,
                };
                // SAFETY: ends the process, whatever state it is in.
                unsafe { libc::_exit(i32::from(code)) }
            }
            pid => Ok(Self {
                pid,
                output: File::from(output),
            }),
        }
    }

    /// For those who pass signals on to it.
    pub fn pid(&self) -> i32 {
        self.pid
    }

    /// Waits for its end: how it ended, and what it has written.
    pub fn wait(mut self) -> io::Result<(ExitStatus, Vec<u8>)> {
        let mut written = Vec::new();
        let read = self.output.read_to_end(&mut written);
        let mut status = 0;
        loop {
            // SAFETY: the process is a child of ours that nobody else waits for.
            if unsafe { libc::waitpid(self.pid, &raw mut status, 0) } == self.pid {
                break;
            }
            let problem = io::Error::last_os_error();
            if problem.kind() != io::ErrorKind::Interrupted {
                return Err(problem);
            }
        }
        read.map(|_| (ExitStatus::from_raw(status), written))
    }
}

/// In the copy, first of all; whether it may go on.
fn begin(original: pid_t, written: &OwnedFd) -> bool {
    // SAFETY: system calls on values of our own.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) == 0
            && libc::getppid() == original
            && libc::dup2(written.as_raw_fd(), libc::STDOUT_FILENO) >= 0
    }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: the call fills both, which are then owned by nobody else.
    unsafe {
        if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])))
    }
}
