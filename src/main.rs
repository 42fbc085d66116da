//! `cegar`: the command line.
//!
//! Arguments become a validated request, the request is run, its answer is printed: the only crate that prints and has
//! exit codes. What a command computes goes to standard output, everything else to standard error. The work is
//! done in a thread of its own with a large stack, because operations on BDDs recurse; a panic there is a mistake of
//! ours and says so.

#[cfg(target_os = "linux")]
mod batch;
mod cli;
mod exit;
mod interrupt;
mod limits;
mod out_of_memory;
mod output;
mod predicates;
mod program_text;
mod progress;
mod render;
mod replay_program;
mod report;
mod safe_files;
mod saved_runs;
mod story;

use std::ffi::OsString;
use std::panic;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use clap::Parser;
use exit::Exit;
use output::note;

fn main() -> ExitCode {
    limit_collector_stack();
    let cli = match cli::Cli::try_parse_from(arguments()) {
        Ok(cli) => cli,
        Err(message) => return usage(&message),
    };
    interrupt::wait_for_signals(cli.heeds());
    out_of_memory::prepare();
    in_large_stack(move || cli.run()).into()
}

/// The arguments, with `-include` as compilers spell it. What follows an option that takes any text is left alone.
fn arguments() -> Vec<OsString> {
    let mut free = true;
    let mut spelled = |argument: OsString| {
        let include = free && argument == "-include";
        free = argument != "--arg" && argument != "--value";
        if include {
            "--include".into()
        } else {
            argument
        }
    };
    std::env::args_os().map(&mut spelled).collect()
}

/// Help and version are asked for; all else that the parser of arguments says is about a mistake in them.
fn usage(message: &clap::Error) -> ExitCode {
    // Nothing can be done if the terminal is gone.
    let _ = message.print();
    let command = std::env::args_os().nth(1).unwrap_or_default();
    if let Some(advice) = cli::compiler_option(message)
        && ["check", "run", "inspect"]
            .iter()
            .any(|name| command == *name)
    {
        note(advice);
    }
    if message.use_stderr() {
        Exit::Usage.into()
    } else {
        Exit::Good.into()
    }
}

/// Stack sizes to try, in MiB: the largest one is only reserved, but a limit on address space may forbid even that, and
/// most of what it allows is needed elsewhere.
const STACK_MEGABYTES: [usize; 4] = [1024, 256, 64, 16];

fn in_large_stack(work: impl FnOnce() -> Exit + Send + 'static) -> Exit {
    remember_panics();
    let work = Arc::new(Mutex::new(Some(work)));
    let most = largest_stack();
    for megabytes in STACK_MEGABYTES.into_iter().filter(|&m| m <= most.max(16)) {
        let work = Arc::clone(&work);
        let take = move || work.lock().ok().and_then(|mut w| w.take());
        let started = thread::Builder::new()
            .name("work".into())
            .stack_size(megabytes << 20)
            .spawn(move || take().map_or(Exit::Internal, |work| work()));
        if let Ok(handle) = started {
            return handle.join().unwrap_or_else(|_| internal_error());
        }
    }
    note("error: the system refuses to start a thread");
    Exit::Unknown
}

/// Megabytes that one stack may take of the address space that the system allows.
fn largest_stack() -> usize {
    limits::address_space().map_or(usize::MAX, |limit| limit as usize / 4)
}

/// Megabytes for the stack of the thread that the BDD library starts for itself. That thread only collects garbage, since
/// operations run in the thread that asks for them; the library's default of 1 GiB breaks usual limits.
const COLLECTOR_STACK_MEGABYTES: usize = 64;
const MIN_COLLECTOR_STACK_MEGABYTES: usize = 8;

/// Sets the stack of the BDD library's thread, for which there is only a variable of the environment. A value that is
/// there already may be that of a batch that started this process under a smaller limit, so it does not count.
fn limit_collector_stack() {
    let megabytes =
        COLLECTOR_STACK_MEGABYTES.min((largest_stack() / 2).max(MIN_COLLECTOR_STACK_MEGABYTES));
    // SAFETY: setting a variable is unsafe while other threads may read the environment. This is the first thing that
    // `main` does, and every thread of the process is started below: those that wait for signals, watch limits and do
    // the work, and those of the libraries, which start none when they are loaded.
    unsafe { std::env::set_var("OXIDD_STACK_SIZE", (megabytes << 20).to_string()) };
}

/// Keeps the words of a panic for [`internal_error`] in place of printing them.
fn remember_panics() {
    panic::set_hook(Box::new(|panic| {
        out_of_memory::explains(panic);
        let ours = panic
            .location()
            .is_some_and(|at| out_of_memory::is_ours(at.file()));
        OURS.store(ours, Ordering::SeqCst);
        if let Ok(mut kept) = PANIC.lock() {
            *kept = panic.to_string();
        }
    }));
}

/// The words of the last panic.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Whether the last panic was in a file of this workspace.
static OURS: AtomicBool = AtomicBool::new(true);

/// Megabytes of address space with which a panic of a library is taken for memory that it was refused: they check nothing.
const SCARCE_ADDRESS_SPACE_MEGABYTES: u64 = 512;

/// Says that we made a mistake: the last panic.
fn internal_error() -> Exit {
    let little = limits::address_space().filter(|&limit| limit < SCARCE_ADDRESS_SPACE_MEGABYTES);
    if let Some(limit) = little.filter(|_| !OURS.load(Ordering::SeqCst)) {
        note(&format!(
            "error: the system's limit of {limit} MB on address space leaves too little to work with"
        ));
        return Exit::Unknown;
    }
    let words = PANIC.lock().map(|m| m.clone()).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    note(&format!(
        "internal error: {words}\n\
         This is a bug of ours, not of your input. Please report it with the input, the command line and\n\
         the version (cegar {version})."
    ));
    Exit::Internal
}
