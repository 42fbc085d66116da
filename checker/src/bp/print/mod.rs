//! The canonical text of a program.
//!
//! One statement a line, labels in front, parentheses only where the reading would change without them, braces only
//! around names that need them. The text parses to the same program, ids and places aside. Like the parser, the
//! printer keeps what is open on a stack of its own: depth costs heap, never call stack.

mod expressions;

use std::fmt::{self, Write};

use super::token::is_plain_name;
use super::{
    Arm, Block, ExprId, Name, Proc, Program, StmtId, StmtKind, Symbol, Target, Thread, VarDecl,
};

/// The text of a program.
pub fn print(program: &Program) -> String {
    program.to_string()
}

/// The same with other words for false and true.
pub(super) fn print_with(program: &Program, truth: [&'static str; 2]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = Printer {
        program,
        out: &mut text,
        truth,
    }
    .whole();
    text
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer {
            program: self,
            out: f,
            truth: TRUTH,
        }
        .whole()
    }
}

impl Program {
    /// The text of one statement: its head only for `if` and `while`, and without labels.
    pub fn stmt_text(&self, id: StmtId) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = Printer {
            program: self,
            out: &mut text,
            truth: TRUTH,
        }
        .head(&self.stmt(id).kind);
        text
    }

    /// The text of one expression.
    pub fn expr_text(&self, id: ExprId) -> String {
        let mut text = String::new();
        let _ = Printer {
            program: self,
            out: &mut text,
            truth: TRUTH,
        }
        .expr(id);
        text
    }

    /// A name as it is written in a program: in braces where it needs them.
    pub fn name_text(&self, symbol: Symbol) -> String {
        let text = self.text(symbol);
        if is_plain_name(text) {
            text.to_owned()
        } else {
            format!("{{{text}}}")
        }
    }
}

/// Deeper blocks are not indented further: a program nested n deep would otherwise print as n² blanks.
const MAX_INDENT_LEVELS: usize = 40;

/// Declarations are broken into lines of about this many characters.
const MAX_LINE_CHARS: usize = 100;

/// What remains to be printed of a body, innermost last.
enum Work<'p> {
    Stmt(StmtId),
    Arm(&'p Arm),
    Else(&'p Block),
    /// The last line of a construct.
    Close(&'static str),
    /// Statements from here on are one level further in or out.
    Indent(isize),
}

/// How false and true are written.
const TRUTH: [&str; 2] = ["0", "1"];

struct Printer<'p, W> {
    program: &'p Program,
    out: W,
    truth: [&'static str; 2],
}

impl<'p, W: Write> Printer<'p, W> {
    fn whole(&mut self) -> fmt::Result {
        let program = self.program;
        self.declarations(&program.globals, "")?;
        if !program.threads.is_empty() {
            self.out.write_str("thread ")?;
            self.list(&program.threads, |p, name| p.name(name.symbol))?;
            self.out.write_str(";\n")?;
        }
        let mut separate = !program.globals.is_empty() || !program.threads.is_empty();
        for proc in &program.procs {
            if separate {
                self.out.write_char('\n')?;
            }
            separate = true;
            self.procedure(proc)?;
        }
        Ok(())
    }

    fn procedure(&mut self, proc: &'p Proc) -> fmt::Result {
        match proc.returns {
            0 => self.out.write_str("void ")?,
            1 => self.out.write_str("bool ")?,
            n => write!(self.out, "bool<{n}> ")?,
        }
        self.name(proc.name.symbol)?;
        self.out.write_char('(')?;
        self.list(&proc.formals, |p, formal| p.name(formal.name.symbol))?;
        self.out.write_char(')')?;
        let Some(body) = &proc.body else {
            return self.out.write_str(";\n");
        };
        self.out.write_str("\nbegin\n")?;
        self.declarations(&proc.locals, "  ")?;
        for &condition in &proc.enforce {
            self.out.write_str("  enforce ")?;
            self.expr(condition)?;
            self.out.write_str(";\n")?;
        }
        self.body(body)?;
        self.out.write_str("end\n")
    }

    /// Variables without initial values share a line, those with one have a line each.
    fn declarations(&mut self, variables: &[VarDecl], indent: &str) -> fmt::Result {
        let mut width = 0;
        for variable in variables {
            let name = self.program.name_text(variable.name.symbol);
            if width > 0 && (variable.init.is_some() || width + name.len() > MAX_LINE_CHARS) {
                self.out.write_str(";\n")?;
                width = 0;
            }
            match width {
                0 => write!(self.out, "{indent}decl {name}")?,
                _ => write!(self.out, ", {name}")?,
            }
            width += name.len() + 2;
            if let Some(init) = variable.init {
                self.out.write_str(" := ")?;
                self.expr(init)?;
                self.out.write_str(";\n")?;
                width = 0;
            }
        }
        if width > 0 {
            self.out.write_str(";\n")?;
        }
        Ok(())
    }

    fn body(&mut self, body: &'p Block) -> fmt::Result {
        let mut depth = 1;
        let mut work: Vec<Work<'p>> = body.iter().rev().map(|&id| Work::Stmt(id)).collect();
        while let Some(next) = work.pop() {
            match next {
                Work::Indent(change) => depth += change,
                Work::Stmt(id) => {
                    self.indent(depth)?;
                    self.statement(id, &mut work)?;
                }
                Work::Arm(arm) => {
                    self.indent(depth)?;
                    self.out.write_str("elsif (")?;
                    self.expr(arm.condition)?;
                    self.out.write_str(") then\n")?;
                    push_block(&mut work, &arm.body);
                }
                Work::Else(block) => {
                    self.indent(depth)?;
                    self.out.write_str("else\n")?;
                    push_block(&mut work, block);
                }
                Work::Close(text) => {
                    self.indent(depth)?;
                    writeln!(self.out, "{text};")?;
                }
            }
        }
        Ok(())
    }

    fn indent(&mut self, depth: isize) -> fmt::Result {
        let depth = usize::try_from(depth).unwrap_or(0).min(MAX_INDENT_LEVELS);
        write!(self.out, "{:width$}", "", width = 2 * depth)
    }

    /// The labels and the first line of a statement; what is inside of it goes to `work`.
    fn statement(&mut self, id: StmtId, work: &mut Vec<Work<'p>>) -> fmt::Result {
        let stmt = self.program.stmt(id);
        for label in &stmt.labels {
            self.label(*label)?;
            self.out.write_str(": ")?;
        }
        self.head(&stmt.kind)?;
        match &stmt.kind {
            StmtKind::If { arms, otherwise } => {
                self.out.write_str("\n")?;
                work.push(Work::Close("fi"));
                work.extend(otherwise.as_ref().map(Work::Else));
                if let Some((first, rest)) = arms.split_first() {
                    work.extend(rest.iter().rev().map(Work::Arm));
                    push_block(work, &first.body);
                }
            }
            StmtKind::While { body, .. } => {
                self.out.write_str("\n")?;
                work.push(Work::Close("od"));
                push_block(work, body);
            }
            _ => self.out.write_str(";\n")?,
        }
        Ok(())
    }

    /// A statement without labels, semicolon and blocks.
    fn head(&mut self, kind: &StmtKind) -> fmt::Result {
        match kind {
            StmtKind::Skip => self.out.write_str("skip"),
            StmtKind::Print(values) => {
                self.out.write_str("print(")?;
                self.exprs(values)?;
                self.out.write_char(')')
            }
            StmtKind::Goto(labels) => {
                self.out.write_str("goto ")?;
                self.list(labels, |p, label| p.label(*label))
            }
            StmtKind::Assign {
                targets,
                values,
                constrain,
            } => {
                self.targets(targets)?;
                self.exprs(values)?;
                self.constrain(*constrain)
            }
            StmtKind::Call {
                targets,
                callee,
                args,
            } => {
                if !targets.is_empty() {
                    self.targets(targets)?;
                }
                self.call(*callee, args)
            }
            StmtKind::If { arms, .. } => match arms.first() {
                Some(arm) => self.condition("if (", arm.condition, ") then"),
                None => write!(self.out, "if ({}) then", self.truth[0]),
            },
            StmtKind::While { condition, .. } => self.condition("while (", *condition, ") do"),
            StmtKind::Assume {
                condition,
                constrain,
            } => {
                self.condition("assume(", *condition, ")")?;
                self.constrain(*constrain)
            }
            StmtKind::Assert(condition) => self.condition("assert(", *condition, ")"),
            StmtKind::Return(values) if values.is_empty() => self.out.write_str("return"),
            StmtKind::Return(values) => {
                self.out.write_str("return ")?;
                self.exprs(values)
            }
            StmtKind::Dead(names) => {
                self.out.write_str("dead ")?;
                self.list(names, |p, name| p.name(name.symbol))
            }
            StmtKind::Thread(thread) => self.thread(thread),
        }
    }

    fn thread(&mut self, thread: &Thread) -> fmt::Result {
        match thread {
            Thread::StartGoto(label) => {
                self.out.write_str("start_thread goto ")?;
                self.label(*label)
            }
            Thread::StartCall { callee, args } => {
                self.out.write_str("start_thread ")?;
                self.call(*callee, args)
            }
            Thread::End => self.out.write_str("end_thread"),
            Thread::AtomicBegin => self.out.write_str("atomic_begin"),
            Thread::AtomicEnd => self.out.write_str("atomic_end"),
        }
    }

    fn targets(&mut self, targets: &[Target]) -> fmt::Result {
        self.list(targets, |p, target| match target {
            Target::Var(name) => p.name(name.symbol),
            Target::Discard(_) => p.out.write_char('_'),
        })?;
        self.out.write_str(" := ")
    }

    fn call(&mut self, callee: Name, args: &[ExprId]) -> fmt::Result {
        self.name(callee.symbol)?;
        self.out.write_char('(')?;
        self.exprs(args)?;
        self.out.write_char(')')
    }

    fn condition(&mut self, before: &str, condition: ExprId, after: &str) -> fmt::Result {
        self.out.write_str(before)?;
        self.expr(condition)?;
        self.out.write_str(after)
    }

    fn constrain(&mut self, constrain: Option<ExprId>) -> fmt::Result {
        match constrain {
            Some(condition) => self.condition(" constrain ", condition, ""),
            None => Ok(()),
        }
    }

    fn exprs(&mut self, exprs: &[ExprId]) -> fmt::Result {
        self.list(exprs, |p, expr| p.expr(*expr))
    }

    fn list<T>(
        &mut self,
        items: &[T],
        mut one: impl FnMut(&mut Self, &T) -> fmt::Result,
    ) -> fmt::Result {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.write_str(", ")?;
            }
            one(self, item)?;
        }
        Ok(())
    }

    fn name(&mut self, symbol: Symbol) -> fmt::Result {
        let text = self.program.text(symbol);
        if is_plain_name(text) {
            return self.out.write_str(text);
        }
        write!(self.out, "{{{text}}}")
    }

    /// A name, or a number.
    fn label(&mut self, label: Name) -> fmt::Result {
        let text = self.program.text(label.symbol);
        if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
            return self.out.write_str(text);
        }
        self.name(label.symbol)
    }
}

fn push_block<'p>(work: &mut Vec<Work<'p>>, block: &'p Block) {
    work.push(Work::Indent(-1));
    work.extend(block.iter().rev().map(|&id| Work::Stmt(id)));
    work.push(Work::Indent(1));
}
