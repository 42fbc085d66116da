//! Statements.

use super::*;
use source::{Span, Symbol};

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The whole of it, its parts included.
    pub span: Span,
    /// Which.
    pub kind: StmtKind,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`, or an attribute statement such as `__attribute__((fallthrough));`.
    Empty(Vec<Attr>),
    /// `e;`
    Expr(ExprId),
    /// `{ … }`
    Block(Block),
    /// `if (cond) then else otherwise`
    If {
        /// The condition.
        cond: ExprId,
        /// If it is not zero.
        then: StmtId,
        /// If it is.
        otherwise: Option<StmtId>,
    },
    /// `while (cond) body`
    While {
        /// The condition.
        cond: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `do body while (cond);`
    DoWhile {
        /// The body.
        body: StmtId,
        /// The condition.
        cond: ExprId,
    },
    /// `for (init; cond; step) body`
    For {
        /// The first clause.
        init: ForInit,
        /// The second; absent means true.
        cond: Option<ExprId>,
        /// The third.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch (value) body`; the cases are wherever they are in the body.
    Switch {
        /// The value.
        value: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `case low: body` or `case low ... high: body`. The body is the one labelled statement; it
    /// is `Empty` before a closing brace or a declaration.
    Case {
        /// The value, or the first of the range.
        low: ExprId,
        /// The last of the range.
        high: Option<ExprId>,
        /// The labelled statement.
        body: StmtId,
    },
    /// `default: body`
    Default {
        /// The labelled statement.
        body: StmtId,
    },
    /// `name: body`
    Label {
        /// The label.
        name: Symbol,
        /// `name: __attribute__((unused)) body`
        attrs: Vec<Attr>,
        /// The labelled statement.
        body: StmtId,
    },
    /// `goto name;`
    Goto(Symbol),
    /// `goto *e;`
    GotoComputed(ExprId),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`
    Return(Option<ExprId>),
    /// `asm(…);`
    Asm(AsmId),
}

/// The contents of a compound statement.
#[derive(Clone, Default, Debug)]
pub struct Block {
    /// `__label__ a, b;` at its start: labels local to this block.
    pub labels: Vec<Symbol>,
    /// Declarations and statements in order.
    pub items: Vec<BlockItem>,
}

/// An item of a block.
#[derive(Clone, Debug)]
pub enum BlockItem {
    /// A declaration.
    Declaration(DeclarationId),
    /// A statement.
    Stmt(StmtId),
    /// `_Static_assert(…);`
    StaticAssert(StaticAssert),
    /// A nested function (GNU).
    Function(FunctionId),
}

/// The first clause of a `for`.
#[derive(Clone, Copy, Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(ExprId),
    /// A declaration, whose scope is the loop.
    Declaration(DeclarationId),
}

/// An `asm` statement or, at file scope, declaration.
#[derive(Clone, Debug)]
pub struct AsmStmt {
    /// The whole of it.
    pub span: Span,
    /// `volatile`
    pub is_volatile: bool,
    /// `inline`
    pub is_inline: bool,
    /// `goto`
    pub is_goto: bool,
    /// Whether it has colons. One without operands and colons is implicitly volatile.
    pub extended: bool,
    /// The instructions.
    pub template: StrLit,
    /// Output operands.
    pub outputs: Vec<AsmOperand>,
    /// Input operands.
    pub inputs: Vec<AsmOperand>,
    /// Clobbers.
    pub clobbers: Vec<StrLit>,
    /// The labels an `asm goto` may jump to.
    pub labels: Vec<Symbol>,
}

/// `[name] "constraint" (expr)`
#[derive(Clone, Debug)]
pub struct AsmOperand {
    /// The symbolic name.
    pub name: Option<Symbol>,
    /// The constraint.
    pub constraint: StrLit,
    /// The lvalue or value.
    pub expr: ExprId,
}

impl AsmOperand {
    /// The number of the output that is in the same place.
    pub fn tied(&self) -> Option<usize> {
        let text = self.constraint.text();
        text.trim_start_matches('%').parse().ok()
    }
}
