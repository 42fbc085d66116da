//! Which threads a program has: what runs first alone, what runs from the beginning, and whether more are started.

use crate::bp::{self, Diagnostic, Entry, ProcId, Program, StmtKind, Symbol, Thread};

/// How the threads of a program are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// These procedures run from the beginning, one thread for each name; the same name may stand several times. Where
    /// there are none, the program says what its threads are.
    pub threads: Vec<String>,
    /// Threads are started by this procedure in place of `main`.
    pub entry: Option<String>,
}

/// What runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Runs to its end before any thread does.
    pub(crate) init: Option<ProcId>,
    /// Runs from the beginning, in the order in which rounds go.
    pub(crate) threads: Vec<ProcId>,
    /// Whether the text has statements that start threads.
    pub(crate) starts_more: bool,
    /// While this variable is 1, no other thread runs.
    pub(crate) atomic_variable: Option<Symbol>,
}

impl Plan {
    /// The threads of a well-formed program.
    pub(crate) fn new(program: &Program, start: &Start) -> Result<Plan, Vec<Diagnostic>> {
        let entry = match &start.entry {
            Some(name) => Entry::Any(std::slice::from_ref(name)),
            None if start.threads.is_empty() && starts_in_main(program) => Entry::Main,
            None => Entry::Any(&start.threads),
        };
        let mut problems = bp::verify(program, entry);
        problems.retain(Diagnostic::is_error);
        if !problems.is_empty() {
            return Err(problems);
        }
        let find = |name: &String| program.find_proc(name).expect("verified names exist");
        let by_name = bp::threads_by_name(program);
        let main = program.find_proc("main");
        let (threads, named): (Vec<ProcId>, bool) = if !start.threads.is_empty() {
            (start.threads.iter().map(find).collect(), true)
        } else if let Some(entry) = &start.entry {
            (vec![find(entry)], false)
        } else if program.threads.is_empty() && by_name.is_empty() {
            (main.into_iter().collect(), false)
        } else {
            let listed = program
                .threads
                .iter()
                .map(|name| program.text(name.symbol).to_owned());
            let mut threads: Vec<ProcId> = match program.threads.is_empty() {
                true => by_name,
                false => listed.map(|name| find(&name)).collect(),
            };
            threads.extend(main.filter(|main| !threads.contains(main)));
            (threads, true)
        };
        let init = bp::uncalled(program, &threads, "init").filter(|_| named);
        Ok(Plan {
            init,
            threads,
            starts_more: starts_more(program),
            atomic_variable: atomic_variable(program).filter(|_| named),
        })
    }
}

/// Whether execution can only begin in `main`, so that there has to be one.
fn starts_in_main(program: &Program) -> bool {
    program.threads.is_empty() && bp::threads_by_name(program).is_empty()
}

fn starts_more(program: &Program) -> bool {
    let starts = |kind: &StmtKind| {
        matches!(
            kind,
            StmtKind::Thread(Thread::StartGoto(_) | Thread::StartCall { .. })
        )
    };
    program.stmts.iter().any(|stmt| starts(&stmt.kind))
}

/// Programs whose threads are named close their atomic sections by a global variable.
fn atomic_variable(program: &Program) -> Option<Symbol> {
    let mut names = program.globals.iter().map(|global| global.name.symbol);
    names.find(|&name| program.text(name) == "atomic")
}
