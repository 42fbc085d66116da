//! Predicates in files: what `--save` writes and `--predicates` reads.
//!
//! One predicate per line, after the function whose variables it uses and a colon; before the colon stands nothing if
//! all its variables are global. `#` begins a comment.
//!
//! ```text
//! # what the loop keeps equal
//! main: nPackets == nPacketsOld
//! : locked == 0
//! ```
//!
//! `guard f 12` says that executions end at the twelfth location of `f` where they would stop. An empty line says that what follows came later, when those before had been looked at. What was learnt of states and
//! steps is at the end; [`facts`] has the form of these lines.
//!
//! Invariant: what is written reads as the same predicates, and leads to the same boolean program.

pub(crate) mod facts;
mod parse;

use std::fmt::Write;

use analysis::passes::guards::guardable;
use ir::{FuncId, LocId, Program};
use source::entity::EntityId;

use crate::report::check::predicates;
use verify::{ProvedBy, Session};

/// The line that says that a program has only one execution, which needs no predicates.
const ONLY_EXECUTION: &str = "only execution";

/// The line that says that all executions of a program end soon, and can be followed without predicates.
const ALL_END: &str = "all executions end";

/// How a line begins that says where executions end.
const GUARD: &str = "guard ";

/// A line that is no predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// From 1.
    pub(crate) line: usize,
    pub(crate) text: String,
    pub(crate) why: String,
}

/// All predicates of a check, and what was learnt with them.
pub(crate) fn write(check: &Session) -> String {
    let mut out = String::new();
    for &(func, loc) in &check.guards {
        let name = &check.prepared.program.funcs[func].unique;
        // Writing to a string does not fail.
        let _ = writeln!(out, "{GUARD}{name} {}", loc.index());
    }
    for (n, (scope, text)) in predicates(check).enumerate() {
        if n > 0 && check.batches.contains(&n) {
            out.push('\n');
        }
        // Writing to a string does not fail.
        let _ = writeln!(out, "{scope}: {text}");
    }
    for fact in facts::write(check) {
        let _ = writeln!(out, "{fact}");
    }
    if check.ran_only_execution() {
        let _ = writeln!(out, "{ONLY_EXECUTION}");
    }
    if check.proved_by == Some(ProvedBy::Unrolling) {
        let _ = writeln!(out, "{ALL_END}");
    }
    out
}

/// Tracks the predicates of a text from the start; says what is wrong with the others.
pub(crate) fn read(check: &mut Session, text: &str) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let mut claims = Vec::new();
    // The program is made anew for them, and the predicates are to be of that one.
    let guards = text.lines().filter_map(|line| guard(check, content(line)));
    let guards: Vec<(FuncId, LocId)> = guards.filter_map(Result::ok).collect();
    if !guards.is_empty() {
        check.begin_guarded(guards);
    }
    for (n, line) in text.lines().enumerate() {
        if line.trim().is_empty() && mistakes.is_empty() {
            check.settle_predicates();
        }
        let line = content(line);
        if line.starts_with(facts::NEVER) {
            claims.push(line);
        } else if let Err(why) = read_line(check, line) {
            mistakes.push(Mistake {
                line: n + 1,
                text: line.to_owned(),
                why,
            });
        }
    }
    // They speak of predicates of any line.
    check.saved_lemmas = facts::read(check, &claims);
    mistakes
}

/// What stands on a line beside a comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

fn read_line(check: &mut Session, line: &str) -> Result<(), String> {
    match line {
        "" => {}
        ONLY_EXECUTION => check.decided_before.push(ProvedBy::OnlyExecution),
        ALL_END => check.decided_before.push(ProvedBy::Unrolling),
        _ => match guard(check, line) {
            Some(looked_at_before) => drop(looked_at_before?),
            None => track(check, line)?,
        },
    }
    Ok(())
}

/// The place of a line that says where executions end. A line that begins like one and has the colon of a predicate
/// is none.
fn guard(check: &Session, line: &str) -> Option<Result<(FuncId, LocId), String>> {
    let rest = line.strip_prefix(GUARD)?;
    match split(line) {
        Ok(_) => None,
        Err(_) => Some(guarded_place(check, rest)),
    }
}

fn guarded_place(check: &Session, text: &str) -> Result<(FuncId, LocId), String> {
    let parts = text.trim().rsplit_once(' ');
    let number = parts.and_then(|(name, place)| Some((name.trim(), place.parse::<u32>().ok()?)));
    let Some((name, number)) = number else {
        return Err("a function and the number of a location follow, as in `guard main 12`".into());
    };
    let func = function(&check.whole, name)?;
    match guardable(&check.whole, func).find(|loc| loc.index() == number as usize) {
        Some(loc) => Ok((func, loc)),
        None => Err(format!(
            "nothing at location {number} of '{name}' can stop a run: there is nothing to guard"
        )),
    }
}

fn track(check: &mut Session, line: &str) -> Result<(), String> {
    let (scope, text) = split(line)?;
    let func = scope
        .map(|name| function(&check.prepared.program, name))
        .transpose()?;
    let layout = &check.prepared.facts.layout;
    let expr = parse::expression(&mut check.prepared.program, layout, func, text)?;
    match check.precision.add(&mut check.prepared.program, expr) {
        Some(_) => Ok(()),
        None => Err("it is constant".into()),
    }
}

/// The scope and the expression of a line.
fn split(line: &str) -> Result<(Option<&str>, &str), String> {
    let colon = line.match_indices(':').map(|(at, _)| at);
    // Static variables of functions have names such as f::x.
    let single = |&at: &usize| {
        let bytes = line.as_bytes();
        bytes.get(at + 1) != Some(&b':') && (at == 0 || bytes[at - 1] != b':')
    };
    let Some(at) = colon.into_iter().find(single) else {
        return Err("the function and a colon must come first, as in `main: x == 0`".into());
    };
    let scope = Some(line[..at].trim()).filter(|scope| !scope.is_empty());
    Ok((scope, line[at + 1..].trim()))
}

fn function(program: &Program, name: &str) -> Result<FuncId, String> {
    let unique = program.funcs.iter().find(|(_, f)| &*f.unique == name);
    let found = unique
        .map(|(id, _)| id)
        .or_else(|| program.function_named(name));
    found.ok_or_else(|| format!("the program has no function '{name}'"))
}
