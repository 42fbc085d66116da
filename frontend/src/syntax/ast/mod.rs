//! The abstract syntax tree of one translation unit.
//!
//! What the text says, with names told apart (a type name is never an expression here) and
//! declarators turned inside out into type expressions; nothing is checked or computed beyond
//! that. In particular: no types of expressions, no implicit conversions, no constant folding,
//! no binding of names to declarations. Parentheses and `__extension__` leave no trace.
//!
//! Invariants, which [`Ast::verify`] checks:
//! - every id in a node is valid in its arena, and children are created before their parents,
//!   so the tree is a tree (type expressions are the exception in one way: the declarators of
//!   one declaration share its specifier type);
//! - `Block` is the only statement kind that holds declarations, and the body of a function and
//!   of a statement expression is a `Block`;
//! - the type of a `FunctionDef` is a `TypeKind::Function`;
//! - every node has a span inside the unit's text, except what was implied (implicit `int`).
//!
//! Nodes live in arenas, so depth costs no stack on drop. Walks that recurse must do so under
//! [`source::deeper`]: user programs nest 100,000 deep when they want to.

mod decl;
mod expr;
mod stmt;
mod types;

pub use decl::*;
pub use expr::*;
pub use stmt::*;
pub use types::*;

use source::Span;
use source::entity::Arena;
use source::entity_id;

entity_id! {
    /// An expression.
    pub struct ExprId, "expr";
    /// A statement.
    pub struct StmtId, "stmt";
    /// A type expression: a specifier type or one layer of a declarator.
    pub struct TypeId, "type";
    /// One occurrence of `struct S …` or `union U …` in the text, with or without members.
    pub struct RecordId, "record";
    /// One occurrence of `enum E …` in the text, with or without enumerators.
    pub struct EnumId, "enum";
    /// A declaration: specifiers and all its declarators.
    pub struct DeclarationId, "decl";
    /// A function definition.
    pub struct FunctionId, "func";
    /// An initialiser.
    pub struct InitId, "init";
    /// An `asm` statement.
    pub struct AsmId, "asm";
}

/// A translation unit: its external declarations in order, and the arenas of everything in them.
#[derive(Clone, Default, Debug)]
pub struct Ast {
    /// The external declarations, in the order of the text.
    pub items: Vec<Item>,
    /// All expressions.
    pub exprs: Arena<ExprId, Expr>,
    /// All statements.
    pub stmts: Arena<StmtId, Stmt>,
    /// All type expressions.
    pub types: Arena<TypeId, TypeExpr>,
    /// All occurrences of struct and union specifiers.
    pub records: Arena<RecordId, RecordSpec>,
    /// All occurrences of enum specifiers.
    pub enums: Arena<EnumId, EnumSpec>,
    /// All declarations, at file scope and in blocks.
    pub declarations: Arena<DeclarationId, Declaration>,
    /// All function definitions.
    pub functions: Arena<FunctionId, FunctionDef>,
    /// All initialisers.
    pub inits: Arena<InitId, Initializer>,
    /// All `asm` statements.
    pub asms: Arena<AsmId, AsmStmt>,
    /// Pragmas between external declarations, in order; `pack` is in [`RecordSpec::pack`] instead.
    pub pragmas: Vec<Pragma>,
    /// The pragmas `weak` and `redefine_extname`, which say something of the whole unit wherever they stand.
    pub symbol_pragmas: Vec<Pragma>,
}

/// A `#pragma` line at file scope.
#[derive(Clone, Debug)]
pub struct Pragma {
    /// Its text.
    pub span: Span,
    /// What follows the word `pragma`.
    pub text: String,
    /// How many items stand before it.
    pub after: usize,
}

/// An external declaration.
#[derive(Clone, Debug)]
pub enum Item {
    /// A declaration at file scope.
    Declaration(DeclarationId),
    /// A function definition.
    Function(FunctionId),
    /// `_Static_assert(…);`
    StaticAssert(StaticAssert),
    /// `asm("…");` at file scope.
    Asm(AsmId),
}

/// `_Static_assert(cond, "message")`.
#[derive(Clone, Debug)]
pub struct StaticAssert {
    /// The whole of it.
    pub span: Span,
    /// What must be non-zero.
    pub cond: ExprId,
    /// The text, which C23 makes optional.
    pub message: Option<StrLit>,
}
