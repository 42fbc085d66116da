//! The abstract syntax of boolean programs.
//!
//! Expressions and statements live in two arenas of [`Program`] and refer to each other by typed ids. Nothing is
//! boxed, so a program nested 100,000 deep is dropped without recursion, and an id is a cheap key for side tables.
//!
//! Invariants (established by the parser, checked by [`super::verify`] together with name and arity rules):
//! * every id is in range of its arena, and a child has a smaller [`ExprId`] than its parent;
//! * every statement belongs to exactly one block;
//! * `Next` (the `'x` of `constrain`) occurs only below a `constrain`.
//!
//! Sources: Ball and Rajamani, *Bebop* (figure 2); the dialects that c2bp, SATABS/Boppo and Getafix write.

use std::hash::BuildHasher;

pub use ltl::Span;
pub(crate) use ltl::id;

id!(
    /// An interned name of [`Names`].
    Symbol
);
id!(
    /// An expression of [`Program::exprs`].
    ExprId
);
id!(
    /// A statement of [`Program::stmts`].
    StmtId
);
id!(
    /// A procedure of [`Program::procs`].
    ProcId
);
id!(
    /// What a statement stems from, in the numbering of the program's author. The checker only hands it back.
    Origin
);

/// The names of a program, each stored once. A name in braces, as in `{x == 1}`, is stored without its braces.
///
/// All texts lie in one string and the index holds ids only: a program has a million names more easily than a million
/// allocations.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: String,
    /// Where each name ends in `texts`; it starts where the one before ends.
    ends: Vec<u32>,
    index: hashbrown::HashTable<Symbol>,
}

impl Names {
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash(text);
        if let Some(symbol) = self.find(hash, text) {
            return symbol;
        }
        let symbol = Symbol(self.ends.len() as u32);
        self.texts.push_str(text);
        self.ends.push(self.texts.len() as u32);
        let (texts, ends) = (&self.texts, &self.ends);
        self.index
            .insert_unique(hash, symbol, |&s| self::hash(piece(texts, ends, s)));
        symbol
    }

    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.find(hash(text), text)
    }

    fn find(&self, hash: u64, text: &str) -> Option<Symbol> {
        self.index
            .find(hash, |&symbol| self.text(symbol) == text)
            .copied()
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        piece(&self.texts, &self.ends, symbol)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn hash(text: &str) -> u64 {
    rustc_hash::FxBuildHasher.hash_one(text)
}

fn piece<'t>(texts: &'t str, ends: &[u32], symbol: Symbol) -> &'t str {
    let start = symbol
        .index()
        .checked_sub(1)
        .map_or(0, |before| ends[before]);
    &texts[start as usize..ends[symbol.index()] as usize]
}

/// A name at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    pub symbol: Symbol,
    pub span: Span,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub names: Names,
    pub exprs: Vec<Expr>,
    pub stmts: Vec<Stmt>,
    pub globals: Vec<VarDecl>,
    pub procs: Vec<Proc>,
    /// Procedures that a thread list names as the entries of concurrent threads.
    pub threads: Vec<Name>,
}

/// A declared variable: global, formal or local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarDecl {
    pub name: Name,
    /// `decl x := e;`. Without it the variable starts arbitrary.
    pub init: Option<ExprId>,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Proc {
    pub name: Name,
    /// How many values it returns: 0 for `void` and bare procedures, n for `bool<n>`.
    pub returns: u32,
    pub formals: Vec<VarDecl>,
    pub locals: Vec<VarDecl>,
    /// `enforce e;`: states of this procedure in which `e` is false do not exist.
    pub enforce: Vec<ExprId>,
    /// `None` for a procedure that is declared and never defined.
    pub body: Option<Block>,
    pub span: Span,
    /// The place of the closing `end`.
    pub end: Span,
}

/// A sequence of statements.
pub type Block = Vec<StmtId>;

/// A statement with the labels in front of it.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub labels: Vec<Name>,
    pub kind: StmtKind,
    /// From the statement's first token (labels excluded) to its last; for `if` and `while`, the head with its
    /// condition only.
    pub span: Span,
    pub origin: Option<Origin>,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Skip,
    /// Prints values when simulated; no effect on the state.
    Print(Vec<ExprId>),
    /// Jumps to one of the labels, which one is left open.
    Goto(Vec<Name>),
    /// Parallel assignment; `values` has the length of `targets`.
    Assign {
        targets: Vec<Target>,
        values: Vec<ExprId>,
        constrain: Option<ExprId>,
    },
    /// `x,_ := f(a,…)`, `f(a,…)` or `call f(a,…)`.
    Call {
        targets: Vec<Target>,
        callee: Name,
        args: Vec<ExprId>,
    },
    /// `if … elsif … else … fi`.
    If {
        arms: Vec<Arm>,
        otherwise: Option<Block>,
    },
    While {
        condition: ExprId,
        body: Block,
    },
    /// Continues only where the expression can be true (`'x` may occur in `constrain` only).
    Assume {
        condition: ExprId,
        constrain: Option<ExprId>,
    },
    Assert(ExprId),
    Return(Vec<ExprId>),
    /// The variables lose their value: from here they are arbitrary until assigned.
    Dead(Vec<Name>),
    /// A thread construct; see [`Thread`].
    Thread(Thread),
}

/// Thread constructs are part of the language; the sequential engines refuse them.
#[derive(Clone, Debug)]
pub enum Thread {
    /// `start_thread goto L;`
    StartGoto(Name),
    /// `ASYNC_n: f(a,…);` or `start_thread f(a,…);`
    StartCall {
        callee: Name,
        args: Vec<ExprId>,
    },
    End,
    AtomicBegin,
    AtomicEnd,
}

/// One `if`/`elsif` branch.
#[derive(Clone, Debug)]
pub struct Arm {
    pub condition: ExprId,
    pub body: Block,
    /// The place of the `if` or `elsif` with its condition.
    pub span: Span,
}

/// What an assignment or call writes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Var(Name),
    /// `_`
    Discard(Span),
}

/// An expression. Every occurrence of `Nondet` and `Choose` makes a choice of its own.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprKind {
    Const(bool),
    Var(Symbol),
    /// `'x`: the value of x after the step.
    Next(Symbol),
    /// `*`
    Nondet,
    Not(ExprId),
    Binary(BinOp, ExprId, ExprId),
    /// `schoose[pos, neg]`: 1 where `pos`, else 0 where `neg`, else either.
    Choose(ExprId, ExprId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    And,
    Or,
    Xor,
    Iff,
    Implies,
}

impl Program {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }

    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.index()]
    }

    pub fn proc(&self, id: ProcId) -> &Proc {
        &self.procs[id.index()]
    }

    pub fn proc_ids(&self) -> impl Iterator<Item = ProcId> + use<> {
        (0..self.procs.len() as u32).map(ProcId)
    }

    /// The procedure of that name, the defined one where there are also declarations.
    pub fn find_proc(&self, name: &str) -> Option<ProcId> {
        let symbol = self.names.get(name)?;
        let named = |p: &&Proc| p.name.symbol == symbol;
        let position = |p: &Proc| self.procs.iter().position(|q| std::ptr::eq(p, q));
        self.procs
            .iter()
            .filter(named)
            .max_by_key(|p| p.body.is_some())
            .and_then(position)
            .map(|i| ProcId(i as u32))
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    pub fn add_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, span });
        ExprId(self.exprs.len() as u32 - 1)
    }

    pub fn add_stmt(&mut self, stmt: Stmt) -> StmtId {
        self.stmts.push(stmt);
        StmtId(self.stmts.len() as u32 - 1)
    }
}
