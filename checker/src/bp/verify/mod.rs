//! Well-formedness: what a program must satisfy beyond its grammar.
//!
//! * The arenas are sound (see [`super::ast`]) and every name can be written.
//! * Variables are declared once in their scope and before their use in initial values. A procedure's formals and
//!   locals shadow globals; a `decl` counts for the whole procedure, wherever it stands.
//! * Procedures are defined once, declarations agree with definitions, and what is called has a body.
//! * Calls, returns and assignments have as many values as they need, and no variable is assigned twice at once.
//! * `goto` names labels that stand at exactly one place of their procedure.
//! * `'x` occurs in `constrain` only.
//! * The entries exist.
//!
//! Everything that is wrong is reported, an undeclared name once per procedure.

mod bodies;
mod names;
mod structure;
mod threads;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::suggest::nearest;
use super::{Proc, ProcId, Program, Span, Symbol};
use names::Table;
pub use threads::{forgotten_init, has_threads, refuse_threads, threads_by_name, uncalled};

/// Where a program is meant to start.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// It is not going to be run.
    Nowhere,
    Main,
    /// In any of these procedures.
    Any(&'a [String]),
}

/// All errors of a program, in the order of its text.
pub fn verify(program: &Program, entry: Entry<'_>) -> Vec<Diagnostic> {
    let mut problems = Diagnostics::default();
    structure::check(program, &mut problems);
    if problems.has_errors() {
        return problems.finish();
    }
    let mut verifier = Verifier {
        program,
        problems,
        globals: Table::new(program),
        locals: Table::new(program),
        labels: Table::new(program),
        reported: Table::new(program),
        procs: Table::new(program),
        seen: vec![0; program.exprs.len()],
        round: 0,
    };
    verifier.declare_globals();
    verifier.declare_procedures();
    verifier.check_entry(entry);
    for proc in &program.procs {
        verifier.check_body(proc);
    }
    verifier.problems.finish()
}

/// Where a label stands.
#[derive(Clone, Copy)]
struct Label {
    first: Span,
    /// Another place, if it stands at several.
    again: Option<Span>,
}

struct Verifier<'p> {
    program: &'p Program,
    problems: Diagnostics,
    globals: Table<Span>,
    /// The formals and locals of the procedure at hand.
    locals: Table<Span>,
    /// The labels of the procedure at hand.
    labels: Table<Label>,
    /// Undeclared names that were reported for the procedure at hand.
    reported: Table<()>,
    /// For each name its definition, or its first declaration.
    procs: Table<ProcId>,
    /// The round in which an expression was last visited.
    seen: Vec<u32>,
    round: u32,
}

impl<'p> Verifier<'p> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(span, message));
    }

    fn text(&self, symbol: Symbol) -> String {
        self.program.name_text(symbol)
    }

    fn declare_globals(&mut self) {
        for variable in &self.program.globals {
            if let Some(init) = variable.init {
                self.check_initial_value(init);
            }
            let name = variable.name;
            if let Some(first) = self.globals.insert(name.symbol, name.span) {
                let error = Diagnostic::error(
                    name.span,
                    format!(
                        "the global variable `{}` is declared twice",
                        self.text(name.symbol)
                    ),
                );
                self.problems.push(error.with_label(first, "first here"));
            }
        }
    }

    fn declare_procedures(&mut self) {
        for id in self.program.proc_ids() {
            let proc = self.program.proc(id);
            let Some(first) = self.procs.get(proc.name.symbol) else {
                self.procs.insert(proc.name.symbol, id);
                continue;
            };
            let earlier = self.program.proc(first);
            if proc.body.is_some() && earlier.body.is_some() {
                let message = format!(
                    "the procedure `{}` is defined twice",
                    self.text(proc.name.symbol)
                );
                let error = Diagnostic::error(proc.name.span, message);
                self.problems
                    .push(error.with_label(earlier.name.span, "first here"));
            } else if proc.formals.len() != earlier.formals.len() || proc.returns != earlier.returns
            {
                let message = format!(
                    "this declaration of `{}` does not agree with the other one",
                    self.text(proc.name.symbol)
                );
                let error = Diagnostic::error(proc.name.span, message);
                self.problems
                    .push(error.with_label(earlier.name.span, "the other one"));
            }
            if proc.body.is_some() && earlier.body.is_none() {
                self.procs.insert(proc.name.symbol, id);
            }
        }
        for thread in &self.program.threads {
            self.callee(*thread);
        }
    }

    fn check_entry(&mut self, entry: Entry<'_>) {
        let named = match entry {
            Entry::Nowhere => return,
            Entry::Main => &["main".to_owned()][..],
            Entry::Any(names) => names,
        };
        for name in named {
            let found = self.program.find_proc(name).map(|id| self.program.proc(id));
            match found {
                Some(proc) if proc.body.is_some() => {}
                Some(proc) => {
                    let message =
                        format!("the procedure `{name}`, where the program starts, has no body");
                    self.error(proc.name.span, message);
                }
                None => self.no_entry(name, matches!(entry, Entry::Main)),
            }
        }
    }

    fn no_entry(&mut self, name: &str, is_default: bool) {
        let error = Diagnostic::error(
            Span::default(),
            format!("there is no procedure `{name}` to start in"),
        );
        let names = self
            .program
            .procs
            .iter()
            .map(|p| self.program.text(p.name.symbol));
        let some: Vec<String> = self
            .program
            .procs
            .iter()
            .take(5)
            .map(|p| self.text(p.name.symbol))
            .collect();
        let more = if self.program.procs.len() > some.len() {
            ", …"
        } else {
            ""
        };
        self.problems.push(match nearest(name, names) {
            Some(near) => error.with_hint(format!("did you mean `{near}`?")),
            None if some.is_empty() => error.with_hint("the program has no procedures"),
            None if is_default => error.with_hint(format!(
                "name the entry with `--entry`: {}{more}",
                some.join(", ")
            )),
            None => error.with_hint(format!("there are {}{more}", some.join(", "))),
        });
    }

    /// The procedure that a name calls, if it can be called.
    fn callee(&mut self, name: super::Name) -> Option<&'p Proc> {
        let text = self.text(name.symbol);
        let Some(id) = self.procs.get(name.symbol) else {
            let error = Diagnostic::error(name.span, format!("there is no procedure `{text}`"));
            let names = self
                .program
                .procs
                .iter()
                .map(|p| self.program.text(p.name.symbol));
            let hint = nearest(self.program.text(name.symbol), names)
                .map(|n| format!("did you mean `{n}`?"));
            self.problems.push(Diagnostic { hint, ..error });
            return None;
        };
        let proc = self.program.proc(id);
        if proc.body.is_none() {
            let error = Diagnostic::error(
                name.span,
                format!("the procedure `{text}` is called and has no body"),
            );
            let error = error.with_label(proc.name.span, "declared here");
            self.problems
                .push(error.with_hint(without_effect(proc, &text)));
        }
        Some(proc)
    }
}

/// A body that does what callers of an unknown procedure usually assume.
fn without_effect(proc: &Proc, name: &str) -> String {
    match proc.returns {
        0 => format!("if it has no effect, write `void {name}(…) begin skip; end`"),
        n => {
            let values = vec!["*"; n.min(4) as usize].join(", ");
            format!("if it returns anything, give it the body `begin return {values}; end`")
        }
    }
}
