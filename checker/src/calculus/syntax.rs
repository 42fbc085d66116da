//! What a text of the calculus says, before its names are looked up.
//!
//! ```text
//! text       = { enum | class | relation | formula ";" }          one formula without a name: the question
//! enum       = "enum" NAME "{" (NAME {"," NAME} | NUMBER ".." NUMBER) "}" ";"
//! class      = "class" NAME "{" { TYPE NAME {"," NAME} ";" } "}" ";"
//! relation   = ["mu"] "bool" NAME "(" [TYPE NAME {"," [TYPE] NAME}] ")" formula ";"
//! formula    = formula ("<->" | "->" | "|" | "&") formula | "!" formula | "(" formula ")" | quantified
//!            | NAME "(" [term {"," term}] ")" | term COMPARISON term | term
//! quantified = ("exists" | "forall") TYPE NAME {"," [TYPE] NAME} "." formula
//! term       = NAME {"." NAME} ["+" NUMBER] | NUMBER | "true" | "false"
//! TYPE       = "bool" | "bits" "[" NUMBER "]" | NAME
//! ```
//!
//! From the loosest: `<->`, `->` (to the right), `|`, `&`, `!`; a quantifier reaches as far to the right as it can.

use crate::bp::Span;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum TypeRef {
    Bool,
    Bits(u32, Span),
    Named(Word),
}

/// A parameter, a member of a class, or what is quantified.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) ty: TypeRef,
    pub(super) name: Word,
}

#[derive(Debug)]
pub(super) enum Members {
    Names(Vec<Word>),
    Range(u64, u64),
}

#[derive(Debug)]
pub(super) struct EnumDecl {
    pub(super) name: Word,
    pub(super) members: Members,
}

#[derive(Debug)]
pub(super) struct ClassDecl {
    pub(super) name: Word,
    pub(super) fields: Vec<Declared>,
}

#[derive(Debug)]
pub(super) struct RelationDecl {
    pub(super) name: Word,
    /// Whether it may speak of itself.
    pub(super) is_fixed_point: bool,
    pub(super) params: Vec<Declared>,
    pub(super) body: Expr,
}

/// A text, in the order of its parts.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub(super) enums: Vec<EnumDecl>,
    pub(super) classes: Vec<ClassDecl>,
    pub(super) relations: Vec<RelationDecl>,
    pub(super) questions: Vec<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Differ,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Comparison {
    pub(super) fn text(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Differ => "!=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Const(bool),
    Number(u64),
    Path(Vec<Word>),
    Plus(Vec<Word>, u64),
    Apply(Word, Vec<Expr>),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Implies(Box<Expr>, Box<Expr>),
    Iff(Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    Quantified {
        exists: bool,
        vars: Vec<Declared>,
        body: Box<Expr>,
    },
}
