//! The intermediate representation: C without side effects in expressions, without implicit
//! conversions and without short-circuit operators, one control-flow automaton per function.
//!
//! This is the language that all stages after the text speak: `frontend` makes a [`Program`], `analysis` asks about it and
//! makes it smaller, `interp` runs it, `semantics` says what it means as a formula. It is printed by [`std::fmt::Display`]
//! (`cegar inspect`), and as a graph by [`dot`].
//!
//! | module | what is in it |
//! |---|---|
//! | [`types`] | C's types with gcc's sizes, alignments and layouts, under two data models |
//! | `term`, `make` | expressions and places; the functions that build them, with their types |
//! | [`cfg`](mod@cfg), `program` | control-flow automata; functions, variables, initialisers, the ledger of assumptions |
//! | [`arith`], [`float`] | what operators compute: C's arithmetic on constants |
//! | [`library`] | what functions without a body do, by their names |
//! | `display`, `dot`, `verify` | the text, the graph, and the check of the invariants below |
//!
//! # Shape
//!
//! A [`Program`] owns everything. Its functions have a [`Cfg`]: locations, and edges that carry a
//! [`Stmt`], the source range it comes from and how a story told in C would call it ([`EdgeKind`]).
//! Expressions and places live in [`Terms`], an arena of hash-consed nodes: equal ids are equal
//! terms, children have smaller positions than their parents, so a pass over
//! [`Terms::in_order`] computes anything bottom-up without recursion, and caches index by id.
//!
//! # Meaning
//!
//! - Integers are bit-vectors of their type's width; every operation wraps. Division by zero,
//!   shifts by the width or more, and access to memory outside a live object are undefined: the
//!   interpreter stops there, a checker may make them errors.
//! - A [`PlaceKind::Index`] or [`PlaceKind::Field`] computes an address. Only the whole object is
//!   bounds-checked (`&a[0][7]` may mean `a[1][2]`).
//! - The result of a comparison is an `int`, 0 or 1. A condition holds when it is not 0; conditions
//!   of `assume` are always comparisons or integer constants of type `int`.
//! - A conversion to `_Bool` is a test for being non-zero.
//! - Reading a bit-field gives a value of the declared type, in the range of the width; writing
//!   keeps the low bits.
//! - The locals of a function exist from its entry, with arbitrary contents, unless an edge
//!   [`Stmt::Begin`]s them: then from there, with arbitrary contents each time, to the matching
//!   [`Stmt::End`]. All are dead after the return. Globals and strings always exist, with the
//!   contents of [`Variable::init`], zero where it says nothing.
//!   Beginning an object that lives only makes its contents arbitrary; ending one that does not
//!   live does nothing.
//! - An `assume` that does not hold ends the execution silently. Where several edges leave a
//!   location, exactly one of their conditions holds in every state.
//! - A variable whose last member is an array may be larger than its type: its initialiser says.
//! - Calling a function without a body returns any value of its type and changes nothing, unless
//!   its [`Special`] says otherwise; the ledger has an entry for it.
//!
//! # Invariants (checked by [`Program::verify`])
//!
//! 1. Ids are in range; children of terms stand before their parents.
//! 2. Types: operands of an operator have the type it asks for (see [`BinaryOp`], [`UnaryOp`]);
//!    an assigned value, a condition, an index, a callee, arguments and returned values have
//!    exactly the type of what receives them.
//! 3. Places: fields belong to the record, indices to arrays, dereferenced expressions are
//!    pointers to complete types; the address of a bit-field is never taken.
//! 4. Scope: a local or parameter is used only by its own function; initialisers are constants
//!    that lie inside their variable.
//! 5. Flow: the entry has no predecessor and the exit no successor; an edge enters the exit exactly
//!    if it is a [`Stmt::Return`]; every other location is reachable from the entry or is the exit;
//!    a location without successors is the exit or follows only calls that do not return;
//!    a location with several successors has only `assume` edges.

pub mod arith;
pub mod cfg;
mod display;
mod dot;

pub mod float;
pub mod library;
mod program;
mod term;
mod term_constructors;
pub mod types;
mod verify;

pub use display::{Pointers, Shown};
pub use dot::dot;

pub use cfg::{Callee, Cfg, Edge, EdgeId, EdgeKind, LocId, Location, Stmt};
pub use program::{
    AssumptionKind, EnvironmentCalls, FuncId, Function, Init, InitItem, InitValue, Known,
    KnownObject, Ledger, LedgerEntry, MOVING_REGISTER, Program, Special, VarId, VarKind, Variable,
};
pub use term::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceId, PlaceKind, Term, Terms, UnaryOp};
pub use verify::VerifyError;
