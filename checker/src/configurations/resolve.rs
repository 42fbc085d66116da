//! What the frames of a set, as written, mean in a program: which locations, and a condition over which variables.

use super::Frame;
use super::p_automaton::Places;
use crate::bp::{Diagnostic, ExprId, ExprKind, Lines, ProcId, Program, Span, nearest};
use crate::flow::{ControlPoint, Flow, LocId};

/// A frame as written. Spans are of the set's text.
pub(super) struct FrameText {
    /// `None` for `_`.
    pub(super) procedure: Option<Span>,
    pub(super) at: At,
    pub(super) condition: Option<ExprId>,
    pub(super) span: Span,
}

/// The place of a frame as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Anywhere,
    Entry,
    Exit,
    Failed,
    Label(Span),
    Line(u32),
    After(Span),
    AfterLine(u32),
}

/// Resolves the names in frames.
pub(super) struct Resolver<'r, 'p> {
    pub(super) text: &'r str,
    pub(super) flow: &'r Flow<'p>,
    pub(super) lines: &'r Lines,
}

impl Resolver<'_, '_> {
    pub(super) fn frame(&self, frame: &FrameText) -> Result<Frame, Diagnostic> {
        let proc = frame
            .procedure
            .map(|name| self.procedure(name))
            .transpose()?;
        let places = match proc {
            None => Places::Anywhere,
            Some(proc) => Places::At(self.places(proc, frame)?),
        };
        if let Some(condition) = frame.condition {
            self.check(proc, condition)?;
        }
        Ok(Frame {
            proc,
            places,
            condition: frame.condition,
        })
    }

    fn program(&self) -> &Program {
        self.flow.program
    }

    /// A name without its braces.
    fn name(&self, span: Span) -> &str {
        let text = &self.text[span.range()];
        let inside = text.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
        inside.unwrap_or(text)
    }

    fn procedure(&self, span: Span) -> Result<ProcId, Diagnostic> {
        let name = self.name(span);
        if let Some(proc) = self.program().find_proc(name) {
            return Ok(proc);
        }
        let error = Diagnostic::error(span, format!("there is no procedure `{name}`"));
        let known = self
            .program()
            .procs
            .iter()
            .map(|p| self.program().text(p.name.symbol));
        Err(hinted(error, nearest(name, known)))
    }

    fn places(&self, proc: ProcId, frame: &FrameText) -> Result<Vec<LocId>, Diagnostic> {
        let own = self.flow.proc(proc);
        let all = own.locs.clone().map(LocId);
        let (found, missing) = match frame.at {
            At::Anywhere => (all.collect(), ""),
            At::Entry => (vec![own.entry], ""),
            At::Exit => (vec![own.exit], ""),
            At::Failed => {
                let failed = |loc: &LocId| matches!(self.flow.place(*loc), ControlPoint::Failed(_));
                (
                    all.filter(failed).collect(),
                    "there is no assertion in this procedure",
                )
            }
            At::Label(label) => return self.labelled(proc, label),
            At::Line(line) => (
                self.on_line(proc, line),
                "no statement of this procedure begins on this line",
            ),
            At::After(label) => (
                self.after(self.labelled(proc, label)?),
                "the statement with this label is no call",
            ),
            At::AfterLine(line) => (
                self.after(self.on_line(proc, line)),
                "no call of this procedure begins on this line",
            ),
        };
        if found.is_empty() {
            return Err(Diagnostic::error(frame.span, missing));
        }
        Ok(found)
    }

    fn labelled(&self, proc: ProcId, span: Span) -> Result<Vec<LocId>, Diagnostic> {
        let (label, program) = (self.name(span), self.program());
        let locs = || self.flow.proc(proc).locs.clone().map(LocId);
        let labels = |loc: LocId| match self.flow.place(loc) {
            ControlPoint::Before(stmt) => &program.stmt(stmt).labels[..],
            _ => &[],
        };
        let carries = |loc: &LocId| labels(*loc).iter().any(|l| program.text(l.symbol) == label);
        let found: Vec<LocId> = locs().filter(carries).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let procedure = program.text(program.proc(proc).name.symbol);
        let message = format!("there is no label `{label}` in `{procedure}`");
        let known = locs().flat_map(labels).map(|l| program.text(l.symbol));
        Err(hinted(
            Diagnostic::error(span, message),
            nearest(label, known),
        ))
    }

    /// The locations before statements that begin on a line.
    fn on_line(&self, proc: ProcId, line: u32) -> Vec<LocId> {
        let program = self.program();
        let begins = |loc: &LocId| match self.flow.place(*loc) {
            ControlPoint::Before(stmt) => self.lines.line(program.stmt(stmt).span) == line,
            _ => false,
        };
        self.flow
            .proc(proc)
            .locs
            .clone()
            .map(LocId)
            .filter(begins)
            .collect()
    }

    /// Where the calls among some locations go on.
    fn after(&self, locs: Vec<LocId>) -> Vec<LocId> {
        let calls = locs.into_iter().filter_map(|loc| self.flow.call_at(loc));
        let mut found: Vec<LocId> = calls.map(|call| call.to).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Conditions are plain: variables in scope, no choices, no next values.
    fn check(&self, proc: Option<ProcId>, condition: ExprId) -> Result<(), Diagnostic> {
        let program = self.program();
        let scope: Vec<&str> = match proc {
            Some(proc) => {
                let in_scope = self.flow.in_scope(proc).into_iter();
                in_scope.map(|(_, symbol)| program.text(symbol)).collect()
            }
            None => program
                .globals
                .iter()
                .map(|d| program.text(d.name.symbol))
                .collect(),
        };
        let mut stack = vec![condition];
        while let Some(id) = stack.pop() {
            let expr = program.expr(id);
            let refuse = |message: &str| Err(Diagnostic::error(expr.span, message));
            match expr.kind {
                ExprKind::Const(_) => {}
                ExprKind::Var(symbol) if scope.contains(&program.text(symbol)) => {}
                ExprKind::Var(symbol) => {
                    return Err(self.unknown(proc, program.text(symbol), expr.span, &scope));
                }
                ExprKind::Not(a) => stack.push(a),
                ExprKind::Binary(_, a, b) => stack.extend([a, b]),
                ExprKind::Next(_) => return refuse("a configuration has no next values"),
                ExprKind::Nondet | ExprKind::Choose(..) => {
                    return refuse("a condition on a configuration makes no choices");
                }
            }
        }
        Ok(())
    }

    fn unknown(&self, proc: Option<ProcId>, name: &str, span: Span, scope: &[&str]) -> Diagnostic {
        let program = self.program();
        let message = match proc {
            Some(proc) => {
                let procedure = program.text(program.proc(proc).name.symbol);
                format!("`{name}` is no variable of `{procedure}` and no global")
            }
            None => format!("`{name}` is no global; a frame at any place has no other variables"),
        };
        hinted(
            Diagnostic::error(span, message),
            nearest(name, scope.iter().copied()),
        )
    }
}

fn hinted(error: Diagnostic, suggestion: Option<&str>) -> Diagnostic {
    match suggestion {
        Some(name) => error.with_hint(format!("did you mean `{name}`?")),
        None => error,
    }
}
