//! Programs with threads are part of the language, and not of what sequential tools can take.
//!
//! There are two ways to say it: constructs (`start_thread` and its kin), and names. Getafix starts every procedure
//! `threadN`, and a `main` among them, after `init`, and nothing in the text calls them. So a procedure of such a name
//! that `main` does not get to is a thread, and one that is called is a procedure like others.

use rustc_hash::FxHashMap;

use super::super::diagnostic::Diagnostic;
use super::super::{Name, Proc, Program, Span, StmtId, StmtKind, Symbol};
use super::Entry;

/// Refuses a program that has threads: one error at the first of them, however many there are. A user who names the
/// procedure to start in means that one alone, whatever the others are called.
pub fn refuse_threads(program: &Program, entry: Entry<'_>) -> Option<Diagnostic> {
    let starts = |kind: &StmtKind| matches!(kind, StmtKind::Thread(_));
    let statements = program.stmts.iter().filter(|stmt| starts(&stmt.kind));
    let places = statements
        .map(|stmt| stmt.span)
        .chain(program.threads.iter().map(|name| name.span));
    let places: Vec<Span> = places.collect();
    let Some(first) = places.iter().min() else {
        return match entry {
            Entry::Main => refuse_named_threads(program),
            Entry::Any(_) | Entry::Nowhere => None,
        };
    };
    let constructs = match places.len() {
        1 => "the thread construct".to_owned(),
        n => format!("the {n} thread constructs"),
    };
    let hint =
        format!("only sequential programs are explored: remove {constructs} to look at one thread");
    Some(unsupported(*first).with_hint(hint))
}

/// The procedure that some dialects run before all others, where nothing calls it and execution starts in `main`.
pub fn forgotten_init(program: &Program) -> Option<Name> {
    let proc = uncalled(program).find(|p| program.text(p.name.symbol) == "init")?;
    Some(proc.name)
}

fn unsupported(place: Span) -> Diagnostic {
    Diagnostic::error(place, "threads are not supported yet")
}

fn refuse_named_threads(program: &Program) -> Option<Diagnostic> {
    // Without a `main`, the user has to name the start anyway.
    program.find_proc("main")?;
    let name = |proc: &Proc| program.text(proc.name.symbol).to_owned();
    let is_thread = |proc: &&Proc| {
        let number = name(proc).strip_prefix("thread").map(str::to_owned);
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let threads: Vec<&Proc> = uncalled(program).filter(is_thread).collect();
    let first = threads.first()?;
    let mut names: Vec<String> = threads
        .iter()
        .map(|proc| format!("`{}`", name(proc)))
        .collect();
    let last = names.pop().unwrap_or_default();
    let (names, are) = match names.is_empty() {
        true => (last, "is a thread by name: nothing calls it"),
        false => (
            format!("{} and {last}", names.join(", ")),
            "are threads by name: nothing calls them",
        ),
    };
    Some(unsupported(first.name.span).with_hint(format!(
        "{names} {are}; `--entry PROCEDURE` asks about one procedure alone"
    )))
}

/// The procedures without parameters that `main` does not get to.
fn uncalled(program: &Program) -> impl Iterator<Item = &Proc> {
    // As `find_proc` does, but once for all names: programs have tens of thousands of procedures.
    let mut named: FxHashMap<Symbol, usize> = FxHashMap::default();
    for (number, proc) in program.procs.iter().enumerate() {
        let known = named.entry(proc.name.symbol).or_insert(number);
        if proc.body.is_some() || program.procs[*known].body.is_none() {
            *known = number;
        }
    }
    let mut reached = vec![false; program.procs.len()];
    let mut waiting: Vec<usize> = program
        .find_proc("main")
        .map(|p| p.index())
        .into_iter()
        .collect();
    while let Some(proc) = waiting.pop() {
        if std::mem::replace(&mut reached[proc], true) {
            continue;
        }
        let called = callees(program, &program.procs[proc]);
        waiting.extend(called.iter().filter_map(|name| named.get(&name.symbol)));
    }
    let procs = program.procs.iter().zip(reached);
    procs.filter_map(|(proc, reached)| {
        let candidate = !reached && proc.body.is_some() && proc.formals.is_empty();
        candidate.then_some(proc)
    })
}

/// The names that a procedure calls.
fn callees(program: &Program, proc: &Proc) -> Vec<Name> {
    let mut blocks: Vec<&[StmtId]> = proc.body.as_deref().into_iter().collect();
    let mut found = Vec::new();
    while let Some(block) = blocks.pop() {
        for &stmt in block {
            match &program.stmt(stmt).kind {
                StmtKind::Call { callee, .. } => found.push(*callee),
                StmtKind::If { arms, otherwise } => {
                    blocks.extend(arms.iter().map(|arm| &arm.body[..]));
                    blocks.extend(otherwise.as_deref());
                }
                StmtKind::While { body, .. } => blocks.push(body),
                _ => {}
            }
        }
    }
    found
}
