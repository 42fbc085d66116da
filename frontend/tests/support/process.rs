//! Child processes with a limit on time and memory and no standard input.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What a process may use.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    /// Of address space, in KiB; none under sanitizers, which reserve terabytes.
    pub(crate) memory_kib: Option<u64>,
}

impl Limits {
    pub(crate) fn seconds(seconds: u64) -> Self {
        Self {
            time: Duration::from_secs(seconds),
            memory_kib: Some(4 << 20),
        }
    }
}

pub(crate) struct Output {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    /// As a shell tells it; `None` when the time ran out and the process was ended.
    pub(crate) exit: Option<i32>,
}

/// Runs a program to its end or to its limits. An error means that it could not be started.
pub(crate) fn run(program: &Path, args: &[&str], limits: Limits) -> io::Result<Output> {
    run_in(Path::new("."), program, args, limits)
}

/// The same in a directory, for programs that leave files behind.
pub(crate) fn run_in(
    dir: &Path,
    program: &Path,
    args: &[&str],
    limits: Limits,
) -> io::Result<Output> {
    // Files and not pipes: no thread has to read while the child runs, and a child that is ended
    // leaves what it wrote.
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut child = limited(program, args, limits)
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .spawn()?;
    let status = wait(&mut child, limits.time)?;
    Ok(Output {
        stdout: contents(&mut stdout)?,
        stderr: String::from_utf8_lossy(&contents(&mut stderr)?).into_owned(),
        exit: status.map(as_a_shell_tells_it),
    })
}

fn limited(program: &Path, args: &[&str], limits: Limits) -> Command {
    let memory = limits
        .memory_kib
        .map_or("unlimited".to_owned(), |kib| kib.to_string());
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!(
            "ulimit -c 0; ulimit -v {memory}; exec \"$0\" \"$@\""
        ))
        .arg(program)
        .args(args);
    command
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn as_a_shell_tells_it(status: ExitStatus) -> i32 {
    status
        .code()
        .unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

fn contents(file: &mut File) -> io::Result<Vec<u8>> {
    file.rewind()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
