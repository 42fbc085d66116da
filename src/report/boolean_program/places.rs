//! Locations in the words of the source.

use checker::bp::{Lines, ProcId, Program, Span, StmtId, StmtKind, Symbol};
use checker::flow::ControlPoint;

use crate::program_text::ProgramText;

/// Longer pieces of source are cut.
const MAX_SOURCE_CHARS: usize = 72;

pub(super) struct Places<'a> {
    source: &'a ProgramText,
    program: &'a Program,
    lines: Lines,
}

/// A location as it is shown.
pub(super) struct Spot {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) text: String,
}

impl<'a> Places<'a> {
    pub(super) fn new(source: &'a ProgramText, program: &'a Program) -> Self {
        Places {
            source,
            program,
            lines: Lines::new(&source.text),
        }
    }

    pub(super) fn spot(&self, proc: ProcId, place: ControlPoint) -> Spot {
        match place {
            ControlPoint::Before(stmt)
            | ControlPoint::Failed(stmt)
            | ControlPoint::Returned(stmt) => self.stmt(stmt),
            ControlPoint::Arm(stmt, arm) => match &self.program.stmt(stmt).kind {
                StmtKind::If { arms, .. } if (arm as usize) < arms.len() => {
                    let arm = &arms[arm as usize];
                    self.at(arm.span, || {
                        format!("elsif ({})", self.program.expr_text(arm.condition))
                    })
                }
                _ => self.stmt(stmt),
            },
            ControlPoint::Exit => {
                let proc = self.program.proc(proc);
                self.at(proc.end, || "end".to_owned())
            }
        }
    }

    fn stmt(&self, stmt: StmtId) -> Spot {
        self.at(self.program.stmt(stmt).span, || {
            self.program.stmt_text(stmt)
        })
    }

    /// The source at a span; a program that was built has none and is printed.
    fn at(&self, span: Span, printed: impl Fn() -> String) -> Spot {
        let words = self
            .source
            .text
            .get(span.range())
            .unwrap_or_default()
            .split_whitespace();
        let text = words.collect::<Vec<_>>().join(" ");
        let text = if text.is_empty() { printed() } else { text };
        Spot {
            line: self.lines.line(span),
            column: self.lines.column(&self.source.text, span),
            text: shortened(&text),
        }
    }

    pub(super) fn values(&self, values: &[(Symbol, bool)]) -> String {
        let one = |&(symbol, value): &(Symbol, bool)| {
            format!("{}={}", self.program.name_text(symbol), u8::from(value))
        };
        values.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SOURCE_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
