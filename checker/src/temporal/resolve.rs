//! The atoms of a formula, as they were written, become those of a program.

use std::collections::BTreeSet;

use super::atoms::{Atom, variables};
use crate::bp::{Diagnostic, ExprId, ExprKind, ProcId, Program, Span, nearest, parse_bracketed};
use crate::flow::{ControlPoint, Flow, LocId};
use crate::ltl;

/// Atoms with their meaning, and what a reader should know about them.
#[derive(Default)]
pub(crate) struct Resolved {
    pub(crate) atoms: Vec<Atom>,
    pub(crate) notes: Vec<String>,
}

/// Resolves atoms, each with its place in the formula's text. Expressions become part of the program.
pub(crate) fn resolve<'t>(
    written: impl Iterator<Item = (&'t ltl::Atom, Span)>,
    program: &mut Program,
) -> Result<Resolved, Vec<Diagnostic>> {
    let (mut errors, mut parsed) = (Vec::new(), Vec::new());
    for (atom, span) in written {
        match expression(atom, span, program) {
            Ok(expr) => parsed.push((atom, span, expr)),
            Err(error) => errors.push(error),
        }
    }
    let flow = Flow::new(program);
    let mut resolved = Resolved::default();
    for (atom, span, expr) in parsed {
        let resolver = Resolver { flow: &flow, span };
        match resolver.atom(atom, expr, &mut resolved.notes) {
            Ok(atom) => resolved.atoms.push(atom),
            Err(error) => errors.push(error),
        }
    }
    match errors.is_empty() {
        true => Ok(resolved),
        false => Err(errors),
    }
}

/// The expression of an atom about variables.
fn expression(
    atom: &ltl::Atom,
    span: Span,
    program: &mut Program,
) -> Result<Option<ExprId>, Diagnostic> {
    let text = match atom {
        ltl::Atom::Name(name) => format!("[{name}]"),
        ltl::Atom::Expr(text) => format!("[{text}]"),
        _ => return Ok(None),
    };
    let parsed = parse_bracketed(&text, 0..text.len(), program);
    parsed.map(Some).map_err(|problems| {
        let message = problems.first().map_or("", |problem| &problem.message);
        let inside = &text[1..text.len() - 1];
        Diagnostic::error(span, format!("`{inside}` is no expression: {message}"))
    })
}

struct Resolver<'r, 'p> {
    flow: &'r Flow<'p>,
    span: Span,
}

impl Resolver<'_, '_> {
    fn atom(
        &self,
        atom: &ltl::Atom,
        expr: Option<ExprId>,
        notes: &mut Vec<String>,
    ) -> Result<Atom, Diagnostic> {
        Ok(match (atom, expr) {
            (_, Some(expr)) => self.holds(atom, expr, notes)?,
            (ltl::Atom::At { procedure, label }, _) => self.at(procedure.as_deref(), label)?,
            (ltl::Atom::In(name), _) => Atom::In(self.procedure(name)?),
            (ltl::Atom::Entry(name), _) => {
                Atom::At(vec![self.flow.proc(self.procedure(name)?).entry])
            }
            (ltl::Atom::Exit(name), _) => {
                Atom::At(vec![self.flow.proc(self.procedure(name)?).exit])
            }
            (ltl::Atom::Terminated, _) => Atom::Terminated,
            (ltl::Atom::Name(_) | ltl::Atom::Expr(_), None) => {
                unreachable!("names and expressions are parsed")
            }
        })
    }

    fn program(&self) -> &Program {
        self.flow.program
    }

    fn procedure_name(&self, proc: ProcId) -> &str {
        self.program().text(self.program().proc(proc).name.symbol)
    }

    fn procedure(&self, name: &str) -> Result<ProcId, Diagnostic> {
        let program = self.program();
        program.find_proc(name).ok_or_else(|| {
            let known = program.proc_ids().map(|p| self.procedure_name(p));
            self.unknown(
                format!("there is no procedure `{name}`"),
                nearest(name, known),
            )
        })
    }

    fn at(&self, procedure: Option<&str>, label: &str) -> Result<Atom, Diagnostic> {
        procedure.map(|name| self.procedure(name)).transpose()?;
        let mut locs = self.flow.labelled(procedure, label);
        if locs.is_empty() {
            let inside = procedure.map_or(String::new(), |name| format!(" in `{name}`"));
            let message = format!("there is no label `{label}`{inside}");
            return Err(self.unknown(message, nearest(label, self.labels(procedure))));
        }
        locs.sort_unstable();
        Ok(Atom::At(locs))
    }

    fn labels(&self, procedure: Option<&str>) -> Vec<&str> {
        let program = self.program();
        let wanted = |loc: &LocId| {
            procedure.is_none_or(|name| self.procedure_name(self.flow.proc_of(*loc)) == name)
        };
        let labels = |loc: LocId| match self.flow.place(loc) {
            ControlPoint::Before(stmt) => &program.stmt(stmt).labels[..],
            _ => &[],
        };
        let locs = self.flow.locs().filter(wanted);
        locs.flat_map(labels)
            .map(|l| program.text(l.symbol))
            .collect()
    }

    fn holds(
        &self,
        atom: &ltl::Atom,
        expr: ExprId,
        notes: &mut Vec<String>,
    ) -> Result<Atom, Diagnostic> {
        self.refuse_choices(expr)?;
        let names: BTreeSet<_> = variables(self.flow, expr).into_iter().collect();
        for name in names {
            let text = self.program().text(name);
            let in_scope = |p: &ProcId| self.flow.find_slot(Some(*p), name).is_some();
            let owners: Vec<ProcId> = self.program().proc_ids().filter(in_scope).collect();
            let is_global = self.flow.find_slot(None, name).is_some();
            if owners.is_empty() && !is_global {
                return Err(self.unknown_variable(text));
            }
            if !is_global {
                let owners: Vec<String> = owners
                    .iter()
                    .map(|&p| format!("`{}`", self.procedure_name(p)))
                    .collect();
                notes.push(format!(
                    "`{text}` is a local of {}: where it is not in scope, `{atom}` is false",
                    owners.join(", ")
                ));
            }
        }
        Ok(Atom::Holds(expr))
    }

    /// Atoms are plain: no choices, no next values.
    fn refuse_choices(&self, expr: ExprId) -> Result<(), Diagnostic> {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match self.program().expr(expr).kind {
                ExprKind::Const(_) | ExprKind::Var(_) => {}
                ExprKind::Not(a) => open.push(a),
                ExprKind::Binary(_, a, b) => open.extend([a, b]),
                ExprKind::Next(_) => {
                    let message = "an atom has no next values: `X` is the next moment";
                    return Err(Diagnostic::error(self.span, message));
                }
                ExprKind::Nondet | ExprKind::Choose(..) => {
                    return Err(Diagnostic::error(self.span, "an atom makes no choices"));
                }
            }
        }
        Ok(())
    }

    fn unknown_variable(&self, name: &str) -> Diagnostic {
        let error = Diagnostic::error(self.span, format!("there is no variable `{name}`"));
        if self.program().find_proc(name).is_some() {
            return error.with_hint(format!("that it is running is `in {name}`"));
        }
        if !self.flow.labelled(None, name).is_empty() {
            return error.with_hint(format!("that it is reached is `at {name}`"));
        }
        let program = self.program();
        let scopes = program.proc_ids().flat_map(|p| self.flow.in_scope(p));
        let known: Vec<&str> = scopes.map(|(_, symbol)| program.text(symbol)).collect();
        self.unknown(error.message, nearest(name, known))
    }

    fn unknown(&self, message: String, near: Option<&str>) -> Diagnostic {
        let error = Diagnostic::error(self.span, message);
        match near {
            Some(name) => error.with_hint(format!("did you mean `{name}`?")),
            None => error,
        }
    }
}
