//! Labels and the jumps to them, which are resolved when all labels of the function are known.

use super::super::Lowerer;
use super::{ComputedGoto, Goto, Label};
use crate::syntax::ast::{self};
use ir::{BinaryOp, EdgeKind, ExprId, LocId, Stmt};
use source::{Span, Symbol};

impl Lowerer<'_> {
    /// `__label__` makes labels that are known in one block only.
    pub(in crate::lower) fn declare_labels(&mut self, names: &[Symbol], span: Span) {
        for &name in names {
            self.add_label(name, span);
        }
    }

    pub(in crate::lower) fn forget_labels(&mut self, names: &[Symbol]) {
        for name in names {
            self.flow.names.get_mut(name).and_then(Vec::pop);
        }
    }

    fn add_label(&mut self, name: Symbol, span: Span) -> Option<usize> {
        let loc = self.new_loc()?;
        let index = self.flow.labels.len();
        self.flow.labels.push(Label {
            name,
            loc,
            block: None,
            address: None,
            span,
        });
        self.flow.names.entry(name).or_default().push(index);
        Some(index)
    }

    pub(super) fn label(&mut self, name: Symbol, span: Span) -> Option<usize> {
        let known = self.flow.names.get(&name).and_then(|s| s.last().copied());
        known.or_else(|| self.add_label(name, span))
    }

    /// `name:`
    pub(in crate::lower) fn define_label(&mut self, name: Symbol, span: Span) {
        let Some(index) = self.label(name, span) else {
            return;
        };
        if self.flow.labels[index].block.is_some() {
            let text = format!("label '{}' is defined twice", self.name(name));
            self.error(span, text);
            return;
        }
        self.flow.labels[index].block = Some(self.flow.block);
        let loc = self.flow.labels[index].loc;
        let text = self.name(name).into();
        if let Some(body) = &mut self.body {
            body.location(loc).labels.push(text);
        }
        self.join(loc);
    }

    /// `goto name;`, resolved at the end of the function.
    pub(in crate::lower) fn goto(&mut self, name: Symbol, span: Span) {
        let Some(label) = self.label(name, span) else {
            return;
        };
        let Some(body) = &mut self.body else { return };
        self.flow.gotos.push(Goto {
            from: body.cur,
            block: self.flow.block,
            label,
            span,
        });
        body.cur = body.new_loc();
    }

    pub(in crate::lower) fn goto_computed(&mut self, target: ast::ExprId, span: Span) {
        let value = self.scalar(target, span);
        let void_ptr = self.program.types.pointer(self.program.types.void());
        let value = self.convert(value, void_ptr, span);
        let Some(body) = &mut self.body else { return };
        self.flow.computed.push(ComputedGoto {
            from: body.cur,
            target: value,
            span,
        });
        body.cur = body.new_loc();
    }

    /// `&&name`.
    pub(in crate::lower) fn label_address(&mut self, name: Symbol, span: Span) -> ExprId {
        let depth = std::mem::replace(&mut self.constant_depth, 0);
        let label = self.label(name, span);
        self.constant_depth = depth;
        let (Some(index), Some(body)) = (label, &mut self.body) else {
            self.error(span, "the address of a label outside of a function");
            return self.poison();
        };
        let label = &mut self.flow.labels[index];
        let address = *label.address.get_or_insert_with(|| {
            body.label_addresses.push(label.loc);
            body.label_addresses.len() as u32 - 1
        });
        let void_ptr = self.program.types.pointer(self.program.types.void());
        self.program.terms.intern_expr(ir::Expr {
            kind: ir::ExprKind::LabelAddr(self.flow.func, address),
            ty: void_ptr,
        })
    }

    /// Adds the edges of all jumps to labels.
    pub(in crate::lower) fn resolve_jumps(&mut self) {
        for goto in std::mem::take(&mut self.flow.gotos) {
            self.resolve_goto(&goto);
        }
        for goto in std::mem::take(&mut self.flow.computed) {
            self.resolve_computed(&goto);
        }
    }

    fn resolve_goto(&mut self, goto: &Goto) {
        let label = &self.flow.labels[goto.label];
        let (loc, name) = (label.loc, label.name);
        let Some(block) = label.block else {
            let text = format!(
                "label '{}' is not defined in this function",
                self.name(name)
            );
            self.error(goto.span, text);
            return;
        };
        let common = self.flow.common(goto.block, block);
        self.at(goto.from);
        self.enter_span(goto.span);
        self.end_objects(goto.block, common);
        self.jump(loc);
    }

    /// `goto *e` tests the labels whose address is taken, in order.
    fn resolve_computed(&mut self, goto: &ComputedGoto) {
        self.at(goto.from);
        self.enter_span(goto.span);
        let target = match self
            .flow
            .labels
            .iter()
            .filter(|l| l.address.is_some())
            .count()
        {
            0 | 1 => goto.target,
            _ => self.settled(goto.target),
        };
        let mut taken: Vec<(u32, LocId, Symbol, Span)> = self
            .flow
            .labels
            .iter()
            .filter_map(|l| Some((l.address?, l.loc, l.name, l.span)))
            .collect();
        taken.sort_unstable_by_key(|l| l.0);
        for (_, loc, name, span) in taken {
            let address = self.label_address(name, span);
            let hit = self.program.binary(BinaryOp::Eq, target, address);
            let Some(next) = self.new_loc() else { return };
            self.branch_on(
                hit,
                loc,
                next,
                super::super::cond::Kinds {
                    yes: EdgeKind::Jump,
                    no: EdgeKind::Implicit,
                },
            );
            self.at(next);
        }
        // Anything else is no label of this function: no execution gets here.
        let cond = self.program.int(0);
        self.emit_as(Stmt::Assume { cond }, EdgeKind::Implicit);
    }
}
