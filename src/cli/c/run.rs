//! `cegar run`

use std::path::PathBuf;

use interp::{Outcome, Script, Site};
use source::Sources;

use super::{Files, place};
use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{Output, note};
use crate::program_text::read_text;
use crate::render::Renderer;

/// Run a C program in the interpreter, with scripted inputs
///
/// Arithmetic is C's, bit by bit; memory is checked: an access outside of an object, after its
/// end, a division by zero and the like stop the run with a report. What the program prints goes
/// to standard output, and its exit code is the exit code, except: 10 if the program does what it
/// must not (an error function is called, an assertion fails, memory is misused), 5 if a limit is
/// reached or an input is missing, 2 if the program cannot be read.
///
/// The values that functions without a body return come from a script: numbers, each alone or
/// after the name of the function they are for.
///
///   cegar run driver.c
///   cegar run driver.c --input values.txt      # e.g.  5 -1   and  __VERIFIER_nondet_int: 3 4
///   cegar run driver.c --value 5 --value -1
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// A script of input values; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// One more input value, after those of the script
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    value: Vec<String>,
    /// Stop when inputs are missing, instead of going on with 0
    #[arg(long)]
    no_default_input: bool,
    /// What the program reads from its standard input
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,
    /// An argument for the program
    #[arg(long = "arg", value_name = "TEXT", allow_hyphen_values = true)]
    arguments: Vec<String>,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let watch = args.limits.watch(|limit| format!("unknown: {limit}\n"));
    let compiled = args.files.compile(false, args.limits, renderer);
    let compiled = compiled.inspect_err(|_| watch.finish())?;
    if compiled.program.entry.is_none() {
        let words = super::no_entry(&compiled, args.files.entry());
        note(&format!("error: {words}"));
        return Err(Exit::Input);
    }
    let mut inputs = args.script()?;
    let program = std::iter::once("program".to_owned());
    let mut config = interp::RunConfig {
        args: program.chain(args.arguments.iter().cloned()).collect(),
        ..interp::RunConfig::default()
    };
    if let Some(stdin) = &args.stdin {
        config.stdin = read_text(stdin)?.into_bytes();
    }
    let outcome = interp::run(&compiled.program, &config, &mut inputs);
    watch.finish();
    Output::stdout().bytes(&outcome.stdout);
    if !outcome.stderr.is_empty() {
        note(String::from_utf8_lossy(&outcome.stderr).trim_end());
    }
    Ok(tell(&outcome, &compiled.program, &compiled.sources))
}

impl Args {
    fn script(&self) -> Result<Script, Exit> {
        let mut text = match &self.input {
            Some(file) => read_text(file)?,
            None => String::new(),
        };
        for value in &self.value {
            text.push('\n');
            text.push_str(value);
        }
        let mut script = Script::parse(&text).map_err(|problem| {
            note(&format!("error: the input script, {problem}"));
            Exit::Input
        })?;
        if self.no_default_input {
            script.exhausted = interp::Exhausted::Stop;
        }
        Ok(script)
    }
}

/// Says how the run ended, where it was not the program's own doing.
fn tell(outcome: &Outcome, program: &ir::Program, sources: &Sources) -> Exit {
    let at = |site: &Site| {
        format!(
            "{} in {}",
            place(sources, site.span),
            program.funcs[site.func].name
        )
    };
    let (exit, words) = match &outcome.exit {
        interp::Exit::Code(code) => return Exit::Program(*code as u8),
        interp::Exit::Abort => return Exit::Program(134),
        interp::Exit::AssertFailed(condition, site) => {
            let condition = condition.as_deref().unwrap_or("condition");
            (
                Exit::Bad,
                format!("assertion failed: {condition}\n  at {}", at(site)),
            )
        }
        interp::Exit::Error(site) => (
            Exit::Bad,
            format!("the error function is called\n  at {}", at(site)),
        ),
        interp::Exit::Fault(fault) => {
            let stack: String = fault
                .stack
                .iter()
                .map(|s| format!("\n  at {}", at(s)))
                .collect();
            (Exit::Bad, format!("fault: {}{stack}", fault.kind))
        }
        interp::Exit::Limit(limit) => (Exit::Unknown, format!("unknown: {limit}")),
        interp::Exit::AssumeFailed(site) => (
            Exit::Good,
            format!(
                "an assumption does not hold; the run ends\n  at {}",
                at(site)
            ),
        ),
        interp::Exit::InputExhausted(site) => (
            Exit::Unknown,
            format!("unknown: no input value is left\n  at {}", at(site)),
        ),
        interp::Exit::NoEntry => (
            Exit::Input,
            "error: the program has no function to start with".into(),
        ),
    };
    note(&words);
    exit
}
