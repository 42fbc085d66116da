//! Which programs have threads, and which procedures are threads by their names only.
//!
//! There are two ways to say it: constructs (`start_thread` and its kin), and names. Getafix starts every procedure
//! `threadN`, and a `main` among them, after `init`, and nothing in the text calls them. So a procedure of such a name
//! that nothing gets to by calls is a thread, and one that is called is a procedure like others.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::diagnostic::Diagnostic;
use super::super::{Name, Proc, ProcId, Program, Span, StmtId, StmtKind, Symbol, Thread};
use super::Entry;

/// Refuses a program that has threads, for what is asked of sequential programs only: one error at the first of them,
/// however many there are. A user who names the procedure to start in means that one alone, whatever the others are
/// called.
pub fn refuse_threads(program: &Program, entry: Entry<'_>) -> Option<Diagnostic> {
    let constructs = thread_constructs(program);
    if let Some(first) = constructs.iter().min() {
        let count = match constructs.len() {
            1 => "the thread construct".to_owned(),
            n => format!("the {n} thread constructs"),
        };
        return Some(unsupported(*first).with_hint(format!(
            "assertions and `--label` of `bp check` are about all threads; remove {count} to look at one thread"
        )));
    }
    let threads = match entry {
        Entry::Main => threads_by_name(program),
        Entry::Any(_) | Entry::Nowhere => Vec::new(),
    };
    // Without a `main`, the user has to name the start anyway.
    program.find_proc("main")?;
    refuse_named(program, &threads)
}

/// Whether a program that starts there has threads: constructs, or procedures that are threads by their names.
pub fn has_threads(program: &Program, entry: Entry<'_>) -> bool {
    let by_name = || matches!(entry, Entry::Main) && !threads_by_name(program).is_empty();
    !thread_constructs(program).is_empty() || by_name()
}

/// The procedure that some dialects run before all others, where nothing calls it and execution starts in `main`.
pub fn forgotten_init(program: &Program) -> Option<Name> {
    let main = program.find_proc("main");
    let init = uncalled(program, main.as_slice(), "init")?;
    Some(program.proc(init).name)
}

/// The procedures that are threads by their names: `thread` with a number, which nothing calls, in the order of the text.
pub fn threads_by_name(program: &Program) -> Vec<ProcId> {
    let is_thread = |proc: &ProcId| {
        let name = program.text(program.proc(*proc).name.symbol);
        let number = name.strip_prefix("thread");
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let named: Vec<ProcId> = without_parameters(program).filter(is_thread).collect();
    let mut roots: Vec<ProcId> = program.find_proc("main").into_iter().collect();
    if roots.is_empty() {
        // What another procedure calls is none.
        let mut called: FxHashSet<Symbol> = FxHashSet::default();
        for proc in &program.procs {
            let names = callees(program, proc).into_iter().map(|name| name.symbol);
            called.extend(names.filter(|name| *name != proc.name.symbol));
        }
        let name = |proc: &ProcId| program.proc(*proc).name.symbol;
        return named
            .into_iter()
            .filter(|p| !called.contains(&name(p)))
            .collect();
    }
    roots.extend(program.find_proc("init"));
    let reached = reached_by_calls(program, &roots);
    named.into_iter().filter(|p| !reached[p.index()]).collect()
}

/// The procedure of that name, if it has a body and no parameters and is not reached by calls from `roots`.
pub fn uncalled(program: &Program, roots: &[ProcId], name: &str) -> Option<ProcId> {
    let proc = program.find_proc(name)?;
    let found = without_parameters(program).any(|p| p == proc);
    let reached = reached_by_calls(program, roots);
    (found && !reached[proc.index()]).then_some(proc)
}

fn without_parameters(program: &Program) -> impl Iterator<Item = ProcId> {
    program.proc_ids().filter(|&id| {
        let proc = program.proc(id);
        proc.body.is_some() && proc.formals.is_empty()
    })
}

/// The places that say that there are threads, in no order.
fn thread_constructs(program: &Program) -> Vec<Span> {
    let starts = |kind: &StmtKind| matches!(kind, StmtKind::Thread(_));
    let statements = program.stmts.iter().filter(|stmt| starts(&stmt.kind));
    let lists = program.threads.iter().map(|name| name.span);
    statements.map(|stmt| stmt.span).chain(lists).collect()
}

fn unsupported(place: Span) -> Diagnostic {
    Diagnostic::error(place, "this is not asked of programs with threads")
}

fn refuse_named(program: &Program, threads: &[ProcId]) -> Option<Diagnostic> {
    let first = program.proc(*threads.first()?);
    let name = |proc: &ProcId| format!("`{}`", program.text(program.proc(*proc).name.symbol));
    let mut names: Vec<String> = threads.iter().map(name).collect();
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

/// For each procedure, whether calls lead to it from one of `roots`, themselves included. A thread that is started is
/// gone to, too.
fn reached_by_calls(program: &Program, roots: &[ProcId]) -> Vec<bool> {
    // As `find_proc` does, but once for all names: programs have tens of thousands of procedures.
    let mut named: FxHashMap<Symbol, usize> = FxHashMap::default();
    for (number, proc) in program.procs.iter().enumerate() {
        let known = named.entry(proc.name.symbol).or_insert(number);
        if proc.body.is_some() || program.procs[*known].body.is_none() {
            *known = number;
        }
    }
    let mut reached = vec![false; program.procs.len()];
    let mut waiting: Vec<usize> = roots.iter().map(|p| p.index()).collect();
    while let Some(proc) = waiting.pop() {
        if std::mem::replace(&mut reached[proc], true) {
            continue;
        }
        let called = callees(program, &program.procs[proc]);
        waiting.extend(called.iter().filter_map(|name| named.get(&name.symbol)));
    }
    reached
}

/// The names that a procedure calls, or starts as threads.
fn callees(program: &Program, proc: &Proc) -> Vec<Name> {
    let mut blocks: Vec<&[StmtId]> = proc.body.as_deref().into_iter().collect();
    let mut found = Vec::new();
    while let Some(block) = blocks.pop() {
        for &stmt in block {
            match &program.stmt(stmt).kind {
                StmtKind::Call { callee, .. }
                | StmtKind::Thread(Thread::StartCall { callee, .. }) => found.push(*callee),
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
