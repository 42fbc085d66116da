//! Declarations, function definitions, attributes and initialisers.

use super::*;
use source::{Span, Symbol};

/// A declaration: `specs declarator, declarator, …;`.
///
/// No declarators at all means `struct S;`, `struct S { … };`, `enum { … };` or a useless `int;`.
/// `struct S;` (a record without members and no declarators) declares a new `S` in its scope.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// From the first specifier to the semicolon.
    pub span: Span,
    /// What all declarators share.
    pub specs: DeclSpecs,
    /// The declarators with their initialisers.
    pub declarators: Vec<Declarator>,
}

/// The specifiers of a declaration, a member declaration or a parameter.
#[derive(Clone, Debug)]
pub struct DeclSpecs {
    /// `typedef`, `extern`, `static`, `auto`, `register`.
    pub storage: Option<Storage>,
    /// `_Thread_local` or `__thread`, alone or beside `static`/`extern`.
    pub thread_local: bool,
    /// `inline` and its spellings.
    pub inline: bool,
    /// `_Noreturn`; the attribute of the same meaning is in `attrs`.
    pub noreturn: bool,
    /// The specifier type, with the qualifiers among the specifiers. Declarators are built on it.
    pub ty: TypeId,
    /// Attributes among the specifiers, `_Alignas` included. They apply to every declarator (for
    /// those after the closing brace of a struct, and before its tag, see [`RecordSpec::attrs`]).
    pub attrs: Vec<Attr>,
}

/// A storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`
    Auto,
    /// `register`
    Register,
}

/// A declarator of a declaration, with its initialiser.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The declarator with its initialiser.
    pub span: Span,
    /// The declared name.
    pub name: Symbol,
    /// Where the name is.
    pub name_span: Span,
    /// The declared type: the specifier type wrapped in the layers of this declarator.
    pub ty: TypeId,
    /// `= …`
    pub init: Option<InitId>,
    /// Attributes after the declarator (or after the comma before it). Those of the specifiers
    /// apply as well.
    pub attrs: Vec<Attr>,
    /// `asm("name")` after the declarator: the symbol's name for the linker, or the register.
    pub asm_label: Option<StrLit>,
}

/// A function definition.
#[derive(Clone, Debug)]
pub struct FunctionDef {
    /// From the first specifier to the closing brace.
    pub span: Span,
    /// Its specifiers.
    pub specs: DeclSpecs,
    /// Its declarator: `ty` is a `TypeKind::Function` whose parameters are those of the
    /// definition. In an old-style definition they are in the order of the identifier list, with
    /// the types of the declarations that follow it (or implicit `int`).
    pub declarator: Declarator,
    /// A `StmtKind::Block`.
    pub body: StmtId,
}

/// An attribute: `__attribute__((name(args)))`, `_Alignas(…)`, `[[gnu::name(args)]]`.
#[derive(Clone, Debug)]
pub struct Attr {
    /// The attribute and its arguments.
    pub span: Span,
    /// The name, without leading and trailing `__` and without `gnu::`; `aligned` for `_Alignas`.
    pub name: Symbol,
    /// The arguments; empty both for `packed` and for `packed()`.
    pub args: Vec<AttrArg>,
    /// How it was written.
    pub form: AttrForm,
}

/// How an attribute was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrForm {
    /// `__attribute__((…))`
    Gnu,
    /// `[[…]]`
    Standard,
    /// `_Alignas(…)`, which is `aligned` with one argument.
    Alignas,
}

/// An argument of an attribute. A bare name (`mode(DI)`, `format(printf, 1, 2)`,
/// `cleanup(f)`) is an expression of kind `Ident`, a string one of kind `Str`.
#[derive(Clone, Debug)]
pub enum AttrArg {
    /// An expression.
    Expr(ExprId),
    /// A type: `_Alignas(double)`.
    Type(TypeId),
}

/// An initialiser.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// The whole of it.
    pub span: Span,
    /// An expression or a list.
    pub kind: InitKind,
}

/// An expression or a braced list.
#[derive(Clone, Debug)]
pub enum InitKind {
    /// `= e`
    Expr(ExprId),
    /// `= { … }`; `{}` gives an empty list.
    List(Vec<InitItem>),
}

/// An element of a braced initialiser.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// The designators and the initialiser.
    pub span: Span,
    /// `.a[3].b`; GNU `a:` gives `[Field(a)]`.
    pub designators: Vec<Designator>,
    /// What it is initialised with.
    pub init: InitId,
}

/// A designator.
#[derive(Clone, Copy, Debug)]
pub enum Designator {
    /// `.field`
    Field(Symbol),
    /// `[index]`
    Index(ExprId),
    /// `[first ... last]`
    Range(ExprId, ExprId),
}
