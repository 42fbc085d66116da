//! The subject: our front end and interpreter, run on one program in a child process.
//!
//! The child is the same executable, started with [`SERVE`] as its first argument, so that a
//! panic, a stack overflow or an endless loop of ours costs one case. It writes what the program
//! wrote to standard output, and one line of [`Report`] at the end of standard error.
//!
//! The program runs twice: as lowered, and sliced with respect to its output. The runs must not
//! differ.

use super::process::{self, Limits};
use super::{Model, Run};
use analysis::passes::slice::{self, Criterion, slice};
use frontend::input::preprocess;
use frontend::{Config, Input, compile};
use interp::{Exit, Inputs, Request, RequestKind, RunConfig};
use ir::Program;
use ir::types::DataModel;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

const SERVE: &str = "--serve-subject";

/// How one program ended on our side.
pub(crate) enum Report {
    Ran(Run),
    /// The diagnostics of a program that is not C.
    Rejected(String),
    /// A construct not supported, an error of the interpreter, a panic.
    Failed(String),
    TimedOut,
}

impl Report {
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Ran(run) => format!("ran: {run}"),
            Self::Rejected(text) => format!("rejected:\n{text}"),
            Self::Failed(text) => format!("failed:\n{text}"),
            Self::TimedOut => "did not end in time".to_owned(),
        }
    }
}

/// Runs the files as one program, in a child of this executable.
pub(crate) fn run(files: &[&Path], model: Model, include: &[&str], seconds: u64) -> Report {
    let mut args = vec![SERVE, model.name()];
    for dir in include {
        args.extend(["-I", dir]);
    }
    args.extend(
        files
            .iter()
            .map(|f| f.to_str().expect("our paths are UTF-8")),
    );
    let output =
        std::env::current_exe().and_then(|exe| process::run(&exe, &args, Limits::seconds(seconds)));
    let output = match output {
        Err(e) => return Report::Failed(format!("cannot start the subject: {e}")),
        Ok(output) => output,
    };
    let (text, last) = output
        .stderr
        .trim_end()
        .rsplit_once('\n')
        .unwrap_or(("", output.stderr.trim_end()));
    match (output.exit, last.split_once(' ')) {
        (None, _) => Report::TimedOut,
        (Some(0), Some(("exit", code))) if code.parse::<i32>().is_ok() => Report::Ran(Run {
            stdout: output.stdout,
            exit: code.parse().expect("checked above"),
        }),
        (Some(0), None) if last == "rejected" => Report::Rejected(text.to_owned()),
        (Some(0), None) if last == "failed" => Report::Failed(text.to_owned()),
        (Some(code), _) => {
            Report::Failed(format!("the subject exits with {code}:\n{}", output.stderr))
        }
    }
}

/// In the child: does the work and says so. In any other process: nothing.
pub(crate) fn serve_if_asked() -> Option<ExitCode> {
    let mut args = std::env::args().skip(1);
    if args.next()? != SERVE {
        return None;
    }
    let model = args.next().and_then(|m| Model::from_name(&m))?;
    let (mut files, mut include) = (Vec::new(), Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-I" => include.extend(args.next()),
            _ => files.push(arg),
        }
    }
    let written = match interpret(&files, model, &include) {
        Report::Ran(run) => write(&run.stdout, &format!("exit {}", run.exit)),
        Report::Rejected(text) => write(b"", &format!("{text}\nrejected")),
        Report::Failed(text) => write(b"", &format!("{text}\nfailed")),
        Report::TimedOut => write(b"", "time\nfailed"),
    };
    Some(written.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

fn write(stdout: &[u8], last: &str) -> std::io::Result<()> {
    std::io::stdout().write_all(stdout)?;
    std::io::stdout().flush()?;
    writeln!(std::io::stderr(), "{last}")
}

fn interpret(files: &[String], model: Model, include: &[String]) -> Report {
    match lower(files, model, include) {
        Ok(program) => execute_with_and_without_slicing(&program),
        Err(report) => report,
    }
}

fn execute_with_and_without_slicing(program: &Program) -> Report {
    let whole = execute(program);
    let criterion = Criterion::output(program);
    let sliced = slice(program, &criterion, slice::Config::default());
    match (&whole, execute(&sliced.program)) {
        (Report::Ran(a), Report::Ran(b)) if *a == b => whole,
        (Report::Ran(_), other) => Report::Failed(format!(
            "slicing changes the run\nwhole {}\nsliced {}",
            whole.describe(),
            other.describe()
        )),
        _ => whole,
    }
}

fn lower(files: &[String], model: Model, include: &[String]) -> Result<Program, Report> {
    let config = Config {
        model: match model {
            Model::Lp64 => DataModel::Lp64,
            Model::Ilp32 => DataModel::Ilp32,
        },
        preprocess: preprocess::Config {
            cc: "gcc".to_owned(),
            flags: include.iter().map(|dir| format!("-I{dir}")).collect(),
            ..preprocess::Config::default()
        },
        ..Config::default()
    };
    let files: Vec<_> = files.iter().map(|f| Input::File(f.into())).collect();
    match compile(&files, &config) {
        Ok(compiled) => Ok(compiled.program),
        Err(failure) => Err(Report::Rejected(
            failure.diagnostics.render(&failure.sources),
        )),
    }
}

/// A function without a body is a failure here; variables without an initialiser are not.
struct NoCalls;

impl Inputs for NoCalls {
    fn next(&mut self, request: &Request<'_>) -> Option<interp::Input> {
        match request.kind {
            RequestKind::Call(_) => None,
            _ => Some(interp::Input::Unknown),
        }
    }
}

fn execute(program: &Program) -> Report {
    if let Err(broken) = program.verify() {
        return Report::Failed(format!("the verifier finds: {broken}"));
    }
    let config = RunConfig {
        args: vec!["./a.out".to_owned()],
        ..RunConfig::default()
    };
    let outcome = interp::run(program, &config, &mut NoCalls);
    let exit = match outcome.exit {
        Exit::Code(code) => code & 0xff,
        Exit::Abort | Exit::AssertFailed(..) => 128 + 6,
        other => return Report::Failed(format!("the run ends with {other:?}")),
    };
    Report::Ran(Run {
        stdout: outcome.stdout,
        exit,
    })
}
