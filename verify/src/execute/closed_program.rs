//! Programs that take nothing from outside have one execution: running it to its end answers the question.

use interp::{Exit, Input, Inputs, Limit, Limits, Request, RunConfig};
use ir::{Callee, ExprKind, Program, Special, Stmt, Term};

/// How the only execution ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Fine,
    /// In a violation, after so many steps.
    Violation(u64),
}

/// Asks for nothing: a run that wants something is not the only one.
struct NoInputs;

impl Inputs for NoInputs {
    fn next(&mut self, _: &Request<'_>) -> Option<Input> {
        if mutants::is("the-only-execution-has-inputs") {
            return Some(Input::Bits(0));
        }
        None
    }

    fn wants_library(&self) -> bool {
        true
    }
}

/// How the only execution ends, if there is only one and it is not longer than so many steps.
pub(crate) fn run(program: &Program, steps: u64) -> Option<End> {
    if !is_closed(program) && !mutants::is("the-only-execution-has-inputs") {
        return None;
    }
    let config = RunConfig {
        limits: Limits {
            steps,
            ..Limits::default()
        },
        fault_on_uninitialised: true,
        ..RunConfig::default()
    };
    let outcome = interp::run(program, &config, &mut NoInputs);
    match outcome.exit {
        Exit::Code(_) | Exit::Abort | Exit::AssumeFailed(_) | Exit::Limit(Limit::Endless) => {
            Some(End::Fine)
        }
        Exit::Error(_) | Exit::AssertFailed(..) => Some(End::Violation(outcome.steps)),
        _ => None,
    }
}

/// Whether nothing of a program is open by its text: no arguments, no function without a body but those that end it,
/// no value or memory that is arbitrary, no variable that is defined elsewhere, no address taken as a number.
fn is_closed(program: &Program) -> bool {
    let arguments = program.entry.map(|entry| &program.funcs[entry].params);
    let elsewhere = program
        .vars
        .values()
        .any(|v| v.kind.is_static() && v.init.is_none());
    let closed = |stmt: &Stmt| match stmt {
        Stmt::Havoc { .. } | Stmt::HavocMemory | Stmt::VaArg { .. } => false,
        Stmt::Call {
            callee: Callee::Direct(callee),
            ..
        } => {
            let callee = &program.funcs[*callee];
            callee.body.is_some()
                || matches!(
                    callee.special,
                    Some(
                        Special::Error
                            | Special::AssertFail
                            | Special::Abort
                            | Special::Exit
                            | Special::Unreachable
                    )
                )
        }
        Stmt::Call { .. } => false,
        _ => true,
    };
    arguments.is_some_and(Vec::is_empty)
        && !elsewhere
        && program.defined().all(|(_, _, cfg)| {
            let mut stmts = cfg.edges().map(|e| &cfg.edge(e).stmt);
            stmts.all(|stmt| closed(stmt) && !numbers_addresses(program, stmt))
        })
}

/// Whether a statement makes a number of an address: which number is the system's choice.
fn numbers_addresses(program: &Program, stmt: &Stmt) -> bool {
    let types = &program.types;
    let exprs = stmt.exprs().into_iter().map(Term::Expr);
    let mut terms = exprs
        .chain(stmt.written().map(Term::Place))
        .flat_map(|term| program.terms.parts(term));
    terms.any(|term| match term {
        Term::Expr(e) => match program.terms.expr(e).kind {
            ExprKind::Cast(of) => {
                types.is_pointer(program.type_of(of)) && types.is_integer(program.type_of(e))
            }
            _ => false,
        },
        Term::Place(_) => false,
    })
}
