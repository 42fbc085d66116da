//! `cegar rules`: the properties that come with the tool, and which of them a program is about.

use std::path::PathBuf;

use frontend::property::Property;
use frontend::property::happening::{Called, Happening};
use frontend::property::rules::{self, Rule, System};

use super::c::{Files, Preprocessing};
use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{Output, note};
use crate::render::Renderer;

/// List the built-in rules, print one, or tell which apply to a program
///
///   cegar rules                     all of them, a line each
///   cegar rules mutex               one, as an example or to start from
///   cegar rules --for driver.c --compile-commands compile_commands.json
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// The rule to print, with its documentation
    #[arg(value_name = "NAME", conflicts_with = "program")]
    name: Option<String>,
    /// List the rules that speak of something that these C files do, with the events that they have
    #[arg(long = "for", value_name = "FILE", num_args = 1..)]
    program: Vec<PathBuf>,
    /// What calls a program without `main`, as for `cegar check`
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "auto",
        requires = "program"
    )]
    environment: String,
    #[command(flatten)]
    preprocessing: Preprocessing,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    match &args.name {
        Some(name) => print(name),
        None if args.program.is_empty() => {
            list(&mut Output::stdout());
            Ok(Exit::Good)
        }
        None => applicable(args, renderer),
    }
}

fn list(out: &mut Output) {
    let width = rules::all().iter().map(|rule| rule.name.len()).max();
    let width = width.unwrap_or(0);
    for (n, system) in [System::Linux, System::Windows].into_iter().enumerate() {
        if n > 0 {
            out.line("");
        }
        out.line(system.name());
        for rule in rules::all().iter().filter(|rule| rule.system == system) {
            out.line(format_args!("  {:width$}  {}", rule.name, rule.summary()));
        }
    }
}

/// How many events of a rule are named; the others are counted.
const MAX_NAMED_EVENTS: usize = 6;

/// Lists the rules that have an event in the program.
fn applicable(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let files = Files::given(
        args.program.clone(),
        args.environment.clone(),
        args.preprocessing.clone(),
    );
    let compiled = files.compile(true, Limits::default(), renderer)?;
    let called = Called::of(&compiled.program);
    let happening = |rule: &Rule| {
        let events = Property::rule(rule.name)?.happenings(&called)?;
        (!events.is_empty()).then_some((*rule, events))
    };
    let found: Vec<(Rule, Vec<Happening>)> = rules::all().iter().filter_map(happening).collect();
    let width = found.iter().map(|(rule, _)| rule.name.len()).max();
    let width = width.unwrap_or(0);
    let mut out = Output::stdout();
    for (rule, events) in &found {
        out.line(format_args!("{:width$}  {}", rule.name, rule.summary()));
        out.line(format_args!("{:width$}    {}", "", named(events)));
    }
    let others = rules::all().len() - found.len();
    note(&match found.is_empty() {
        true => format!("none of the {others} rules speaks of anything that the program does"),
        false => format!("{others} other rules speak of nothing that the program does"),
    });
    Ok(Exit::Good)
}

fn named(events: &[Happening]) -> String {
    let name = |happening: &Happening| match happening.places {
        0 => format!("{} (through pointers)", happening.event),
        1 => happening.event.clone(),
        places => format!("{} ({places} places)", happening.event),
    };
    let mut names: Vec<String> = events.iter().take(MAX_NAMED_EVENTS).map(name).collect();
    if events.len() > MAX_NAMED_EVENTS {
        names.push(format!("{} more", events.len() - MAX_NAMED_EVENTS));
    }
    names.join(", ")
}

fn print(name: &str) -> Result<Exit, Exit> {
    let Some(rule) = rules::find(name) else {
        let question = rules::did_you_mean(name).map_or(String::new(), |q| format!("{q} "));
        note(&format!(
            "error: there is no rule '{name}'; {question}`cegar rules` lists them"
        ));
        return Err(Exit::Usage);
    };
    Output::stdout().text(rule.text);
    Ok(Exit::Good)
}
