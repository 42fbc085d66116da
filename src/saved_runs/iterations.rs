//! The iterations of a run: which predicates each brought, and which path it ended with.

use std::fmt::Write;

use super::{Iteration, Saved, SavedPath};

pub(crate) fn list(saved: &Saved) -> String {
    saved
        .iterations
        .iter()
        .map(|iteration| summary(saved, iteration))
        .collect()
}

/// One iteration, with its whole path.
pub(crate) fn iteration(saved: &Saved, iteration: &Iteration) -> String {
    let mut out = summary(saved, iteration);
    if let Some(path) = &iteration.path {
        out += "The path, with what the predicates are after each step";
        out += match path.excluded {
            true => "; what is marked * cannot hold there:\n",
            false => ":\n",
        };
        for line in &path.lines {
            // Writing to a string does not fail.
            let _ = writeln!(out, "  {line}");
        }
    }
    out
}

fn summary(saved: &Saved, iteration: &Iteration) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = lines(saved, iteration, &mut out);
    out
}

fn lines(saved: &Saved, iteration: &Iteration, out: &mut String) -> std::fmt::Result {
    let before = saved.before(iteration);
    let known = |p: &&String| before.is_some_and(|b| b.predicates.contains(*p));
    let new: Vec<&String> = iteration.predicates.iter().filter(|p| !known(p)).collect();
    let count = iteration.predicates.len();
    writeln!(
        out,
        "iteration {}: {count} predicate{}, {} new",
        iteration.number,
        if count == 1 { "" } else { "s" },
        new.len()
    )?;
    if !new.is_empty() {
        writeln!(out, "  {}:", origin(before))?;
    }
    for predicate in new {
        writeln!(out, "    {}", scoped(predicate))?;
    }
    let known = |f: &&String| before.is_some_and(|b| b.facts.contains(*f));
    let learnt: Vec<&String> = iteration.facts.iter().filter(|f| !known(f)).collect();
    if !learnt.is_empty() {
        writeln!(out, "  {}, and forbidden from now on:", origin(before))?;
    }
    for fact in learnt {
        writeln!(out, "    {fact}")?;
    }
    let is_last = iteration.number == saved.iterations.len();
    match &iteration.path {
        Some(path) => path_lines(path, is_last, out),
        None if saved.ended => writeln!(out, "  no path to a violation was found"),
        None => writeln!(out, "  the run ended before a path was found"),
    }
}

fn origin(before: Option<&Iteration>) -> String {
    match before {
        None => "given at the start".to_owned(),
        Some(before) => format!(
            "found because the path of iteration {} was impossible",
            before.number
        ),
    }
}

/// A predicate with its scope in words.
fn scoped(predicate: &str) -> String {
    match predicate.strip_prefix(": ") {
        Some(global) => format!("everywhere: {global}"),
        None => format!("in {predicate}"),
    }
}

fn path_lines(path: &SavedPath, is_last: bool, out: &mut String) -> std::fmt::Result {
    let statement = |line: &&String| !line.trim_start().starts_with('[');
    let steps: Vec<&String> = path.lines.iter().filter(statement).collect();
    let end = steps.last().map_or("", |line| line[1..].trim());
    writeln!(out, "  a path of {} statements to {end}", steps.len())?;
    if path.excluded {
        let why = match path.contradiction().count() {
            1 => "this condition cannot hold there",
            _ => "these conditions contradict each other",
        };
        writeln!(out, "  impossible, because {why}:")?;
        return path
            .contradiction()
            .try_for_each(|condition| writeln!(out, "    {}", condition.trim()));
    }
    match is_last {
        true => writeln!(out, "  not excluded: the run ended with it"),
        false => writeln!(out, "  not excluded"),
    }
}
