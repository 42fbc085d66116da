//! `cegar bp simulate`

use std::io::{self, BufRead, Write};
use std::path::Path;

use checker::bp::{self, Entry, ExprId, Lines, Name, Program, Symbol};
use checker::flow::Flow;
use checker::simulate::{Choices, Simulation, StepOutcome};

use super::names::find_procedure;
use crate::exit::Exit;
use crate::output::{Output, note};
use crate::program_text::{File, ProgramText};
use crate::render::Renderer;
use crate::report::boolean_program::Walk;

/// Execute a boolean program step by step, with concrete values
///
/// What the program leaves open is decided by coin tosses, the same for the same
/// seed, or by you. One line for each statement, before it is executed: the place,
/// the statement indented by the depth of calls, all variables in scope.
///
///   cegar bp simulate prog.bp --seed 7 --steps 50
///   cegar bp simulate prog.bp --interactive
///
/// An execution ends where `main` returns, where an assertion fails (exit code 10),
/// or where nothing can satisfy an `assume`, `constrain` or `enforce`.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    #[command(flatten)]
    file: File,
    /// The seed of the coin tosses
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop after this many steps
    #[arg(long, value_name = "N", default_value_t = 1000)]
    steps: usize,
    /// Start in this procedure, with arbitrary parameters
    #[arg(long, value_name = "PROCEDURE", default_value = "main")]
    entry: String,
    /// Ask for each `*` and each `goto` with several labels
    #[arg(long, short)]
    interactive: bool,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    if args.interactive && args.file.file == Path::new("-") {
        note("error: standard input cannot be both the program and the answers");
        return Err(Exit::Usage);
    }
    let source = ProgramText::read(&args.file.file)?;
    let program = source.parse(renderer)?;
    let entry = find_procedure(&program, &args.entry)?;
    let start = Entry::Any(std::slice::from_ref(&args.entry));
    let mut problems = bp::verify(&program, start);
    problems.extend(bp::refuse_threads(&program, start));
    if !problems.is_empty() {
        return Err(source.refuse(&problems, renderer));
    }
    let flow = Flow::new(&program);
    let tosses = Tosses(fastrand::Rng::with_seed(args.seed));
    let mut choices: Box<dyn Choices> = if args.interactive {
        let lines = Lines::new(&source.text);
        Box::new(Person {
            program: &program,
            lines,
            tosses,
            asked: false,
        })
    } else {
        Box::new(tosses)
    };
    let walk = Walk::new(&source, &program);
    let (outcome, steps) = match Simulation::start(&flow, entry, &mut *choices) {
        Ok(simulation) => execute(simulation, args, &walk, &mut *choices),
        Err(outcome) => (outcome, 0),
    };
    Ok(conclude(outcome, steps))
}

fn execute(
    mut simulation: Simulation<'_, '_>,
    args: &Args,
    walk: &Walk<'_>,
    choices: &mut dyn Choices,
) -> (StepOutcome, usize) {
    for steps in 0..args.steps {
        let mut out = Output::stdout();
        if let Some(position) = simulation.position() {
            out.line(walk.line(&position));
        }
        if let Some(values) = simulation.printed(choices) {
            out.line(walk.printed(&values));
        }
        drop(out);
        let outcome = simulation.step(choices);
        if outcome != StepOutcome::Stepped {
            return (outcome, steps);
        }
    }
    (StepOutcome::Stepped, args.steps)
}

fn conclude(outcome: StepOutcome, steps: usize) -> Exit {
    let (words, exit) = match outcome {
        StepOutcome::Stepped | StepOutcome::Stopped => ("stopped", Exit::Good),
        StepOutcome::Finished => ("finished", Exit::Good),
        StepOutcome::Blocked => (
            "blocked: no choice that was tried goes on from here,",
            Exit::Good,
        ),
        StepOutcome::Failed(_) => ("fails: the last assertion,", Exit::Bad),
    };
    let plural = if steps == 1 { "" } else { "s" };
    Output::stdout().line(format_args!("{words} after {steps} step{plural}"));
    exit
}

/// How many choices are tried where most lead nowhere.
const MAX_FAILED_CHOICES: usize = 10_000;

/// Decides by coin tosses.
struct Tosses(fastrand::Rng);

impl Choices for Tosses {
    fn arbitrary(&mut self, _: Symbol) -> Option<bool> {
        Some(self.0.bool())
    }

    fn value(&mut self, _: ExprId) -> Option<bool> {
        Some(self.0.bool())
    }

    fn target(&mut self, labels: &[Name]) -> Option<usize> {
        Some(self.0.usize(..labels.len()))
    }

    fn again(&mut self, failures: usize) -> bool {
        failures < MAX_FAILED_CHOICES
    }
}

/// Asks on the terminal. Values that variables happen to have are left to coin tosses: no user wants to be asked for
/// hundreds of them.
struct Person<'a> {
    program: &'a Program,
    lines: Lines,
    tosses: Tosses,
    /// Whether anything was asked since the last attempt.
    asked: bool,
}

impl Person<'_> {
    /// Asks until there is an answer; `None` at the end of the input.
    fn ask<T>(&mut self, question: &str, understand: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.asked = true;
        loop {
            let mut terminal = io::stderr().lock();
            write!(terminal, "{question} ")
                .and_then(|()| terminal.flush())
                .ok()?;
            let mut answer = String::new();
            if io::stdin().lock().read_line(&mut answer).ok()? == 0 || answer.trim() == "q" {
                return None;
            }
            if let Some(understood) = understand(answer.trim()) {
                return Some(understood);
            }
        }
    }
}

impl Choices for Person<'_> {
    fn arbitrary(&mut self, name: Symbol) -> Option<bool> {
        self.tosses.arbitrary(name)
    }

    fn value(&mut self, expr: ExprId) -> Option<bool> {
        let text = self.program.expr_text(expr);
        let line = self.lines.line(self.program.expr(expr).span);
        self.ask(
            &format!("line {line}: {text} is 0 or 1? (q quits)"),
            |answer| match answer {
                "0" | "f" | "F" => Some(false),
                "1" | "t" | "T" => Some(true),
                _ => None,
            },
        )
    }

    fn target(&mut self, labels: &[Name]) -> Option<usize> {
        let names: Vec<&str> = labels
            .iter()
            .map(|label| self.program.text(label.symbol))
            .collect();
        let question = format!("goto {}? (q quits)", names.join(", "));
        self.ask(&question, |answer| {
            names.iter().position(|name| *name == answer)
        })
    }

    fn again(&mut self, failures: usize) -> bool {
        if std::mem::take(&mut self.asked) {
            note("that leads nowhere: try another choice");
        }
        failures < MAX_FAILED_CHOICES
    }
}
