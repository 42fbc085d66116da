//! `cegar pds check` of several threads with common control states (CUBA's files).

use std::fmt::Write;

use checker::bp::{self, Program};
use checker::pds::{
    ConcurrentRule, ConcurrentSystem, REACHED, StackTop, VisibleState, read_concurrent,
};
use checker::threads::{
    Bound, Bounds, Start, ThreadTrace, ThreadTraceLine, Threads, ThreadsError, ThreadsVerdict,
};
use checker::{Config, Error, Goal, Query};
use serde_json::{Value, json};

use super::check::Args;
use crate::exit::Exit;
use crate::limits::Watch;
use crate::output::{Output, note};
use crate::program_text::ProgramText;
use crate::render::Renderer;
use crate::report::boolean_program::{FULL_TABLE, bound_words, scope_words, unknown};

pub(super) fn run(
    args: &Args,
    source: &ProgramText,
    watch: &Watch,
    renderer: &Renderer,
) -> Result<Exit, Exit> {
    if args.temporal.is_asked() || args.post_star || args.pre_star {
        note(
            "error: of several threads it is asked whether a state is reached: --from and --reach",
        );
        return Err(Exit::Usage);
    }
    let system =
        read_concurrent(&source.text).map_err(|problem| source.refuse(&[problem], renderer))?;
    let from = state("--from", args.from.as_deref(), &system)?;
    let is_open = from.shared.is_none() || from.tops.contains(&StackTop::Any);
    if is_open {
        note("error: --from: a run begins in one state, with a symbol or `-` on each stack");
        return Err(Exit::Usage);
    }
    let wanted = state("--reach", args.reach.as_deref(), &system)?;
    let text = system.program(&from, &wanted);
    let program =
        bp::parse(&text).map_err(|_| internal("the program of the system is not read"))?;
    let config = Config {
        trace: args.shows_run(),
        ..Config::default()
    };
    let start = Start {
        threads: system.procedures(),
        entry: None,
    };
    let threads =
        Threads::new(&program, &start, &config).map_err(|error| no_answer(error.into(), args))?;
    let query = Query {
        goals: vec![Goal::Label(REACHED.to_owned())],
        ..Query::default()
    };
    let bounds = Bounds {
        bound: args.context_bound.map(Bound::Switches),
        ..Bounds::default()
    };
    let report = threads.check(&query, &bounds, &mut |_| {});
    watch.finish();
    let report = report.map_err(|error| no_answer(error, args))?;
    let Some(verdict) = report.goals.first() else {
        return Err(internal("there is no answer"));
    };
    let told = Told {
        system: &system,
        program: &program,
        reach: args.reach.as_deref().unwrap_or_default(),
    };
    Output::stdout().text(match args.form() {
        super::check::Form::Json => told.json(verdict, &bounds),
        _ => told.text(verdict, &bounds),
    });
    Ok(match verdict {
        ThreadsVerdict::Reachable { .. } => Exit::Bad,
        ThreadsVerdict::Unreachable(scope) if scope.answers(&bounds) => Exit::Good,
        ThreadsVerdict::Unreachable(_) => Exit::Unknown,
    })
}

fn state(
    option: &str,
    text: Option<&str>,
    system: &ConcurrentSystem,
) -> Result<VisibleState, Exit> {
    let Some(text) = text else {
        note(&format!(
            "error: {option} is needed: a state of all threads, `state|top,top,…`"
        ));
        return Err(Exit::Usage);
    };
    VisibleState::parse(text, system).map_err(|problem| {
        note(&format!("error: {option}: {problem}"));
        Exit::Usage
    })
}

fn internal(words: &str) -> Exit {
    note(&format!("internal error: {words}"));
    Exit::Internal
}

fn no_answer(error: ThreadsError, args: &Args) -> Exit {
    match error {
        ThreadsError::Session(Error::OutOfNodes) => {
            Output::stdout().text(unknown(FULL_TABLE, args.form() == super::check::Form::Json));
            Exit::Unknown
        }
        _ => internal("the program of the system is not explored"),
    }
}

/// An answer in the words of the system.
struct Told<'a> {
    system: &'a ConcurrentSystem,
    program: &'a Program,
    reach: &'a str,
}

/// A step of a run: the state before it, the thread and its rule.
struct Step<'a> {
    before: String,
    thread: usize,
    rule: &'a ConcurrentRule,
}

impl Told<'_> {
    fn text(&self, verdict: &ThreadsVerdict, bounds: &Bounds) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = match verdict {
            ThreadsVerdict::Unreachable(scope) if scope.answers(bounds) => {
                writeln!(out, "unreachable: {}, {}", self.reach, scope_words(scope))
            }
            ThreadsVerdict::Unreachable(scope) => {
                writeln!(
                    out,
                    "unknown: {} is not reached {}",
                    self.reach,
                    scope_words(scope)
                )
            }
            ThreadsVerdict::Reachable { bound, trace, .. } => {
                let _ = writeln!(
                    out,
                    "reachable: {}, from {} on",
                    self.reach,
                    bound_words(*bound)
                );
                match trace {
                    Some(trace) => self.run(trace, &mut out),
                    None => Ok(()),
                }
            }
        };
        out
    }

    fn run(&self, trace: &ThreadTrace, out: &mut String) -> std::fmt::Result {
        let steps = self.steps(trace);
        let width = steps
            .iter()
            .map(|step| step.before.chars().count())
            .max()
            .unwrap_or(0);
        let rules = if steps.len() == 1 { "rule" } else { "rules" };
        let switches = bound_words(Bound::Switches(trace.switches as u32));
        writeln!(out, "run, {switches}, {} {rules}:", steps.len())?;
        for Step {
            before,
            thread,
            rule,
        } in &steps
        {
            writeln!(
                out,
                "  {before:<width$}  {}: {}",
                thread + 1,
                rule_words(rule)
            )?;
        }
        writeln!(out, "  {}  <- reached", self.last(trace))
    }

    /// The rules of a run, from the labels of the statements that stand for them.
    fn steps(&self, trace: &ThreadTrace) -> Vec<Step<'_>> {
        let mut found = Vec::new();
        for line in &trace.lines {
            let Some(stmt) = line.line.event.stmt() else {
                continue;
            };
            let labels = &self.program.stmt(stmt).labels;
            for label in labels {
                let text = self.program.text(label.symbol);
                if let Some((thread, rule)) = self.rule(text) {
                    found.push(Step {
                        before: self
                            .visible(line)
                            .map_or_else(String::new, |state| state_words(&state)),
                        thread,
                        rule,
                    });
                }
            }
        }
        found
    }

    fn rule(&self, label: &str) -> Option<(usize, &ConcurrentRule)> {
        let (thread, rule) = label.strip_prefix('t')?.split_once('_')?;
        let thread: usize = thread.parse().ok()?;
        let rule: usize = rule.parse().ok()?;
        let rules = &self.system.threads.get(thread.checked_sub(1)?)?.rules;
        Some((thread - 1, rules.get(rule)?))
    }

    fn visible(&self, line: &ThreadTraceLine) -> Option<VisibleState> {
        let value = |name: &str| {
            let is_it = |(symbol, _): &&(bp::Symbol, bool)| self.program.text(*symbol) == name;
            line.shared
                .iter()
                .find(is_it)
                .is_some_and(|(_, value)| *value)
        };
        self.system.visible(&value)
    }

    /// The state at the end.
    fn last(&self, trace: &ThreadTrace) -> String {
        let state = trace.lines.last().and_then(|line| self.visible(line));
        state.map_or_else(String::new, |state| state_words(&state))
    }

    fn json(&self, verdict: &ThreadsVerdict, bounds: &Bounds) -> String {
        let mut value = json!({ "reach": self.reach });
        match verdict {
            ThreadsVerdict::Unreachable(scope) => {
                value["verdict"] = if scope.answers(bounds) {
                    "unreachable"
                } else {
                    "unknown"
                }
                .into();
                value["switches"] = switches(scope.bound);
            }
            ThreadsVerdict::Reachable { bound, trace, .. } => {
                value["verdict"] = "reachable".into();
                value["switches"] = switches(Some(*bound));
                if let Some(trace) = trace {
                    let step = |step: &Step<'_>| json!({ "state": step.before, "thread": step.thread + 1, "rule": rule_words(step.rule) });
                    value["run"] = self.steps(trace).iter().map(step).collect();
                    value["end"] = self.last(trace).into();
                }
            }
        }
        format!("{value:#}\n")
    }
}

/// How many switches an answer is about; `null` for any number.
fn switches(bound: Option<Bound>) -> Value {
    match bound {
        Some(Bound::Switches(n) | Bound::Rounds(n)) => n.into(),
        None => Value::Null,
    }
}

fn rule_words(rule: &ConcurrentRule) -> String {
    let word: Vec<String> = rule.word.iter().map(u32::to_string).collect();
    let word = if word.is_empty() {
        "-".to_owned()
    } else {
        word.join(" ")
    };
    format!("{} {} -> {} {word}", rule.from.0, rule.from.1, rule.to)
}

fn state_words(state: &VisibleState) -> String {
    let top = |top: &StackTop| match top {
        StackTop::Any => "_".to_owned(),
        StackTop::Empty => "-".to_owned(),
        StackTop::Symbol(symbol) => symbol.to_string(),
    };
    let tops: Vec<String> = state.tops.iter().map(top).collect();
    let shared = state
        .shared
        .map_or_else(|| "_".to_owned(), |state| state.to_string());
    format!("{shared}|{}", tops.join(","))
}
