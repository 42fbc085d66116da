//! Starting `cegar` with something to read.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `cegar` in a folder, with arguments and standard input.
pub(crate) fn cegar_in(folder: &Path, arguments: &[impl AsRef<OsStr>], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cegar starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // It may end before it has read everything: that is no concern of tests.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().expect("cegar ends");
    writer.join().expect("the input is written or refused");
    output
}
