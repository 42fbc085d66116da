//! What could only be decided when all procedures are known: whether words that are keywords in one dialect and names
//! in another were read as the right one.

use super::super::diagnostic::Diagnostic;
use super::super::{ExprKind, StmtId, StmtKind};
use super::Parser;

impl Parser<'_> {
    /// Refuses keywords that are also procedures, and makes choices of calls of `choose` where no procedure has that name.
    pub(super) fn settle_soft_names(&mut self) {
        for token in std::mem::take(&mut self.taken_as_keyword) {
            let text = self.slice(token.span);
            if self.program.find_proc(text).is_some() {
                let message =
                    format!("`{text}` is a keyword in other letters and also a procedure");
                let hint = format!(
                    "write `{{{text}}}` for the procedure, `{}` for the keyword",
                    token.kind.text()
                );
                self.report(Diagnostic::error(token.span, message).with_hint(hint));
            }
        }
        let calls = std::mem::take(&mut self.choose_calls);
        if self.program.find_proc("choose").is_none() {
            for call in calls {
                self.call_to_choice(call);
            }
        }
    }

    /// Turns `x := choose(e, f)` into an assignment, as c2bp means it.
    fn call_to_choice(&mut self, call: StmtId) {
        let stmt = &self.program.stmts[call.index()];
        let StmtKind::Call { targets, args, .. } = &stmt.kind else {
            return;
        };
        if let ([target], &[positive, negative]) = (&targets[..], &args[..]) {
            let (targets, span) = (vec![*target], stmt.span);
            let value = self
                .program
                .add_expr(ExprKind::Choose(positive, negative), span);
            self.program.stmts[call.index()].kind = StmtKind::Assign {
                targets,
                values: vec![value],
                constrain: None,
            };
        }
    }
}
