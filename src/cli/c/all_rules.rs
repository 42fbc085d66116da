//! `cegar check FILE --all-rules`: every built-in rule that speaks of something that the program does.
//!
//! The program is read, parsed and linked once. Each rule is then checked by a copy of this process ([`frontend::process::Copy`]),
//! which has all of that in memory and limits of its own: what goes wrong with one rule is nothing to the next. Answers come in
//! the order of the rules.

use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitStatus;

use frontend::process::Copy;
use frontend::property::Property;
use frontend::property::happening::Called;
use frontend::property::rules;
use frontend::{Linked, link};
use serde_json::{Value, json};

use super::check::{Args, Subject, answer};
use super::refuse;
use crate::exit::Exit;
use crate::interrupt::{self, Heeds, Signal};
use crate::output::{Output, note};
use crate::render::Renderer;
use crate::report::check::counted;

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let (inputs, config) = args.to_compile().map_err(|words| {
        note(&format!("error: {words}"));
        Exit::Input
    })?;
    let mut program = link(&inputs, &config).map_err(|f| refuse(&f, renderer))?;
    let properties = properties(&mut program);
    let mut summary = Summary::default();
    if properties.is_empty() {
        // Whatever is wrong with the program has not been said yet.
        program.compile().map_err(|f| refuse(&f, renderer))?;
        summary.tell(args);
        return Ok(summary.exit());
    }
    let mut program = Some(program);
    for (n, property) in properties.iter().enumerate() {
        let check = Check {
            args,
            property,
            is_first: n == 0,
            renderer,
        };
        let (status, answer) = check.run(&mut program)?;
        match status.signal() {
            // It was the user who sent it, and the copy has said its last words.
            Some(signal) if Signal::asks_for_an_end(signal) => {
                summary.add(args, property.name(), Some(Exit::Unknown), &answer);
                summary.tell(args);
                Signal::end_by(signal);
            }
            _ => {}
        }
        let exit = status
            .code()
            .and_then(|code| Exit::of_check(code.try_into().ok()?));
        if exit == Some(Exit::Input) {
            return Err(Exit::Input);
        }
        summary.add(args, property.name(), exit, &answer);
    }
    summary.tell(args);
    Ok(summary.exit())
}

/// The rules that have an event in the program.
fn properties(program: &mut Linked) -> Vec<Property> {
    let called = Called::of(program.program());
    let properties = rules::all().iter().filter_map(|r| Property::rule(r.name));
    let happens = |p: &Property| {
        p.happenings(&called)
            .is_some_and(|events| !events.is_empty())
    };
    properties.filter(happens).collect()
}

/// One rule.
struct Check<'c> {
    args: &'c Args,
    property: &'c Property,
    is_first: bool,
    renderer: &'c Renderer,
}

impl Check<'_> {
    /// Checks it in a copy of this process: how that ended, and what it printed. The program is taken in the copy only.
    fn run(&self, program: &mut Option<Linked>) -> Result<(ExitStatus, Vec<u8>), Exit> {
        let refused = |problem: std::io::Error| {
            note(&format!(
                "error: the system refuses to start a process: {problem}"
            ));
            Exit::Unknown
        };
        let copy = Copy::start(|| self.in_copy(program).code()).map_err(refused)?;
        let pid = copy.pid();
        // A terminal sends its signals to both; what is sent to this process alone is for the copy, too.
        interrupt::before_end(move |signal| signal.send(pid));
        let ended = copy.wait();
        interrupt::no_last_words();
        ended.map_err(refused)
    }

    fn in_copy(&self, program: &mut Option<Linked>) -> Exit {
        interrupt::no_last_words();
        interrupt::wait_for_signals(Heeds::Ends);
        let Some(program) = program.take() else {
            return Exit::Internal;
        };
        let subject = Subject::Linked {
            property: self.property.clone(),
            program: Box::new(program),
            said: !self.is_first,
        };
        let checked = || answer(self.args, subject, self.renderer);
        match catch_unwind(AssertUnwindSafe(checked)) {
            Ok(exit) => exit.unwrap_or_else(|exit| exit),
            Err(_) => crate::internal_error(),
        }
    }
}

/// What has come of the rules so far.
#[derive(Default)]
struct Summary {
    proved: usize,
    not_applicable: usize,
    bugs: Vec<String>,
    unknown: Vec<String>,
    failed: Vec<String>,
    /// The answers, for machines.
    answers: Vec<Value>,
}

impl Summary {
    /// Prints an answer, or keeps it for the end if machines read it, and counts it. No exit code: the copy did not end by
    /// itself.
    fn add(&mut self, args: &Args, rule: &str, exit: Option<Exit>, answer: &[u8]) {
        let text = String::from_utf8_lossy(answer);
        let object: Option<Value> = match args.json() {
            true => serde_json::from_str(&text).ok(),
            false => None,
        };
        let applies = match &object {
            Some(object) => object["verdict"] != "not applicable",
            None => !text.starts_with("not applicable"),
        };
        match exit {
            Some(Exit::Good) => self.proved += 1,
            Some(Exit::Bad) => self.bugs.push(rule.to_owned()),
            Some(Exit::Unknown) if !applies => self.not_applicable += 1,
            Some(Exit::Unknown) => self.unknown.push(rule.to_owned()),
            _ => self.failed.push(rule.to_owned()),
        }
        match args.json() {
            true => self.answers.extend(object),
            // A rule that turns out to speak of nothing is one of many: the summary counts it.
            false if applies => Output::stdout().text(format_args!("{text}\n")),
            false => {}
        }
    }

    fn tell(&self, args: &Args) {
        let others = rules::all().len() - self.checked();
        if args.json() {
            let whole =
                json!({ "schema": 1, "rules": self.answers, "rules_without_events": others });
            let text = serde_json::to_string_pretty(&whole).unwrap_or_default();
            return Output::stdout().line(text);
        }
        let mut words = vec![format!("{} proved", self.proved)];
        let of = |what: String, names: &[String]| format!("{what}: {}", names.join(", "));
        if !self.bugs.is_empty() {
            words.push(of(counted(self.bugs.len(), "bug"), &self.bugs));
        }
        if !self.unknown.is_empty() {
            words.push(of(
                format!("{} don't know", self.unknown.len()),
                &self.unknown,
            ));
        }
        if !self.failed.is_empty() {
            words.push(of(format!("{} failed", self.failed.len()), &self.failed));
        }
        let checked = counted(self.checked(), "rule");
        let mut out = Output::stdout();
        match self.checked() {
            0 => out.line("not applicable: no rule speaks of anything that the program does"),
            _ => out.line(format_args!("{checked}: {}", words.join("; "))),
        }
        drop(out);
        if self.checked() > 0 {
            note(&format!(
                "{others} other rules speak of nothing that the program does"
            ));
        }
    }

    /// How many rules have something to do with the program.
    fn checked(&self) -> usize {
        self.proved + self.bugs.len() + self.unknown.len() + self.failed.len()
    }

    /// The worst of all answers.
    fn exit(&self) -> Exit {
        match () {
            () if !self.failed.is_empty() => Exit::Internal,
            () if !self.bugs.is_empty() => Exit::Bad,
            () if !self.unknown.is_empty() || self.proved == 0 => Exit::Unknown,
            () => Exit::Good,
        }
    }
}
