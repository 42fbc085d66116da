//! Statements.

use super::super::ast::*;
use super::Printer;

impl Printer<'_> {
    pub(super) fn stmt(&mut self, id: StmtId) {
        self.deep(|this| this.any_stmt(id));
    }

    fn any_stmt(&mut self, id: StmtId) {
        match &self.ast.stmts[id].kind {
            StmtKind::Empty(attrs) => {
                self.separated(attrs, " ", |this, attr| this.attribute(attr));
                self.put(";");
            }
            StmtKind::Expr(expr) => {
                self.expr(*expr);
                self.put(";");
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.headed("if (", *cond, *then);
                if let Some(otherwise) = otherwise {
                    self.put(" else ");
                    self.body(*otherwise);
                }
            }
            StmtKind::While { cond, body } => self.headed("while (", *cond, *body),
            StmtKind::Switch { value, body } => self.headed("switch (", *value, *body),
            StmtKind::DoWhile { body, cond } => {
                self.put("do ");
                self.body(*body);
                self.put(" while (");
                self.expr(*cond);
                self.put(");");
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => self.for_loop(*init, *cond, *step, *body),
            StmtKind::Case { low, high, body } => {
                self.put("case ");
                self.expr(*low);
                if let Some(high) = high {
                    self.put(" ... ");
                    self.expr(*high);
                }
                self.labelled(*body);
            }
            StmtKind::Default { body } => {
                self.put("default");
                self.labelled(*body);
            }
            StmtKind::Label { name, attrs, body } => {
                self.name(*name);
                if attrs.is_empty() {
                    self.labelled(*body);
                } else {
                    self.put(":");
                    self.attributes_after(attrs);
                    self.put(" ");
                    self.stmt(*body);
                }
            }
            StmtKind::Goto(name) => {
                self.put("goto ");
                self.name(*name);
                self.put(";");
            }
            StmtKind::GotoComputed(target) => {
                self.put("goto *");
                self.expr(*target);
                self.put(";");
            }
            StmtKind::Break => self.put("break;"),
            StmtKind::Continue => self.put("continue;"),
            StmtKind::Return(None) => self.put("return;"),
            StmtKind::Return(Some(value)) => {
                self.put("return ");
                self.expr(*value);
                self.put(";");
            }
            StmtKind::Asm(asm) => self.asm(*asm),
        }
    }

    fn headed(&mut self, head: &str, cond: ExprId, body: StmtId) {
        self.put(head);
        self.expr(cond);
        self.put(") ");
        self.body(body);
    }

    /// A statement in braces, so that no `else` goes astray.
    fn body(&mut self, body: StmtId) {
        if matches!(self.ast.stmts[body].kind, StmtKind::Block(_)) {
            return self.stmt(body);
        }
        self.put("{");
        self.indent += 1;
        self.newline();
        self.stmt(body);
        self.indent -= 1;
        self.newline();
        self.put("}");
    }

    fn labelled(&mut self, body: StmtId) {
        self.put(":");
        self.newline();
        self.stmt(body);
    }

    fn for_loop(
        &mut self,
        init: ForInit,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) {
        self.put("for (");
        match init {
            ForInit::None => self.put(";"),
            ForInit::Expr(expr) => {
                self.expr(expr);
                self.put(";");
            }
            ForInit::Declaration(id) => self.declaration(id),
        }
        self.put(" ");
        cond.into_iter().for_each(|cond| self.expr(cond));
        self.put("; ");
        step.into_iter().for_each(|step| self.expr(step));
        self.put(") ");
        self.body(body);
    }

    fn block(&mut self, block: &Block) {
        self.put("{");
        self.indent += 1;
        if !block.labels.is_empty() {
            self.newline();
            self.put("__label__ ");
            self.separated(&block.labels, ", ", |this, &label| this.name(label));
            self.put(";");
        }
        for item in &block.items {
            self.newline();
            match item {
                BlockItem::Declaration(id) => self.declaration(*id),
                BlockItem::Stmt(id) => self.stmt(*id),
                BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
                BlockItem::Function(id) => self.function(*id),
            }
        }
        self.indent -= 1;
        self.newline();
        self.put("}");
    }

    pub(super) fn asm(&mut self, id: AsmId) {
        let asm = &self.ast.asms[id];
        self.put("__asm__ ");
        for (is_set, word) in [
            (asm.is_volatile, "__volatile__ "),
            (asm.is_inline, "__inline__ "),
            (asm.is_goto, "goto "),
        ] {
            self.put(if is_set { word } else { "" });
        }
        self.put("(");
        self.string(&asm.template);
        if asm.extended {
            self.put(" : ");
            self.separated(&asm.outputs, ", ", Self::asm_operand);
            self.put(" : ");
            self.separated(&asm.inputs, ", ", Self::asm_operand);
            self.put(" : ");
            self.separated(&asm.clobbers, ", ", Self::string);
            if asm.is_goto {
                self.put(" : ");
                self.separated(&asm.labels, ", ", |this, &label| this.name(label));
            }
        }
        self.put(");");
    }

    fn asm_operand(&mut self, operand: &AsmOperand) {
        if let Some(name) = operand.name {
            self.put("[");
            self.name(name);
            self.put("] ");
        }
        self.string(&operand.constraint);
        self.put(" (");
        self.expr(operand.expr);
        self.put(")");
    }
}
