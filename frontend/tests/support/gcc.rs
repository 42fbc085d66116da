//! The oracle: what the executable made by gcc prints and how it exits.

use super::process::{self, Limits, Output};
use super::{Model, Run};
use std::path::Path;
use std::sync::OnceLock;

/// How the executable is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// The oracle proper.
    O0,
    /// A second opinion: a program that behaves otherwise here is itself wrong.
    O2,
    /// Reports undefined behaviour other than signed overflow, and bad memory accesses on LP64.
    Sanitized,
}

#[derive(Debug)]
pub(crate) enum Failure {
    /// gcc does not take the program; its messages.
    Rejected(String),
    /// The executable did not end in time.
    TimedOut,
    /// The sanitizers' report.
    Undefined(String),
    /// Nothing could be run at all.
    Broken(String),
}

impl Failure {
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Rejected(text) => format!("gcc rejects it:\n{text}"),
            Self::TimedOut => "the executable did not end in time".to_owned(),
            Self::Undefined(text) => format!("undefined behaviour:\n{text}"),
            Self::Broken(text) => text.clone(),
        }
    }
}

/// Whether gcc compiles for the model here: `-m32` needs the package gcc-multilib.
pub(crate) fn available(model: Model) -> bool {
    static AVAILABLE: [OnceLock<bool>; 2] = [const { OnceLock::new() }; 2];
    *AVAILABLE[model as usize].get_or_init(|| {
        let Ok(dir) = tempfile::tempdir() else {
            return false;
        };
        let source = dir.path().join("probe.c");
        let text = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
        std::fs::write(&source, text).is_ok()
            && run(&[&source], model, Flavour::O0, &[], 60).is_ok()
    })
}

/// Compiles the files into one program and runs it.
pub(crate) fn run(
    files: &[&Path],
    model: Model,
    flavour: Flavour,
    extra: &[&str],
    seconds: u64,
) -> Result<Run, Failure> {
    let broken = |e: std::io::Error| Failure::Broken(format!("cannot run gcc: {e}"));
    let dir = tempfile::tempdir().map_err(broken)?;
    let exe = dir.path().join("a.out");
    let mut args = flags(model, flavour);
    args.extend_from_slice(extra);
    args.extend(["-o", exe.to_str().expect("temporary paths are UTF-8")]);
    args.extend(
        files
            .iter()
            .map(|f| f.to_str().expect("our paths are UTF-8")),
    );
    args.push("-lm");
    let compiled = process::run(Path::new("gcc"), &args, Limits::seconds(120)).map_err(broken)?;
    if compiled.exit != Some(0) {
        return Err(Failure::Rejected(compiled.stderr));
    }
    let mut limits = Limits::seconds(seconds);
    if flavour == Flavour::Sanitized {
        limits.memory_kib = None;
    }
    judge(process::run(&exe, &[], limits).map_err(broken)?)
}

fn judge(output: Output) -> Result<Run, Failure> {
    if output.stderr.contains("runtime error") || output.stderr.contains("Sanitizer") {
        return Err(Failure::Undefined(output.stderr));
    }
    match output.exit {
        None => Err(Failure::TimedOut),
        Some(exit) => Ok(Run {
            stdout: output.stdout,
            exit,
        }),
    }
}

fn flags(model: Model, flavour: Flavour) -> Vec<&'static str> {
    let mut flags = vec!["-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing"];
    flags.extend_from_slice(match model {
        Model::Lp64 => &["-m64"],
        // The x87 would compute in more precision than the types have.
        Model::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    });
    match flavour {
        Flavour::O0 => flags.push("-O0"),
        Flavour::O2 => flags.push("-O2"),
        Flavour::Sanitized => {
            flags.extend([
                "-O0",
                "-fsanitize=undefined",
                "-fno-sanitize=signed-integer-overflow",
            ]);
            if model == Model::Lp64 {
                flags.push("-fsanitize=address");
            }
        }
    }
    flags
}
