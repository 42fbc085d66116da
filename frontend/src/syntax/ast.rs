//! The abstract syntax tree of one translation unit.
//!
//! What the text says, with names told apart (a type name is never an expression here) and
//! declarators turned inside out into type expressions; nothing is checked or computed beyond
//! that. In particular: no types of expressions, no implicit conversions, no constant folding,
//! no binding of names to declarations. Parentheses and `__extension__` leave no trace.
//!
//! Invariants, which `Ast::verify` checks:
//! - every id in a node is valid in its arena, and children are created before their parents,
//!   so the tree is a tree (type expressions are the exception in one way: the declarators of
//!   one declaration share its specifier type);
//! - `Block` is the only statement kind that holds declarations, and the body of a function and
//!   of a statement expression is a `Block`;
//! - the type of a `FunctionDef` is a `TypeKind::Function`;
//! - every node has a span inside the unit's text, except what was implied (implicit `int`).
//!
//! Nodes live in arenas, so depth costs no stack on drop. Walks that recurse must do so under
//! `stacker::maybe_grow`: user programs nest 100,000 deep when they want to.

use crate::entity::Arena;
use crate::entity_id;
use crate::source::{Span, Symbol};

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

// Declarations.

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

// Types.

/// A type expression: one layer of a type.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// The specifiers, or the part of the declarator that makes this layer.
    pub span: Span,
    /// The layer.
    pub kind: TypeKind,
    /// Qualifiers of this layer: `const int` for a specifier type, `* const` for a pointer. Those
    /// inside `[ ]` of a parameter are in [`TypeKind::Array`].
    pub quals: Quals,
    /// Attributes of this layer: after a `*`, inside a parenthesised declarator, or among the
    /// specifiers of a type name. In a declaration they are in [`DeclSpecs::attrs`] instead.
    pub attrs: Vec<Attr>,
}

/// The layers of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// An arithmetic type or `void`.
    Base(BaseType),
    /// `_Complex` of a base type.
    Complex(BaseType),
    /// `__builtin_va_list`, which is the compiler's own and declared nowhere.
    VaList,
    /// `__auto_type`: the type of the initialiser.
    Auto,
    /// A typedef name that is in scope here.
    Typedef(Symbol),
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`.
    Enum(EnumId),
    /// `typeof(expression)`; the expression is evaluated only if its type is variably modified.
    TypeofExpr(ExprId),
    /// `typeof(type)`.
    TypeofType(TypeId),
    /// `_Atomic(type)`; the qualifier `_Atomic` is in [`Quals`].
    Atomic(TypeId),
    /// Pointer to the type.
    Pointer(TypeId),
    /// Array of elements. As the type of a parameter it still is the array that was written;
    /// adjusting it to a pointer is the reader's.
    Array {
        /// The element type.
        elem: TypeId,
        /// What stands between the brackets.
        len: ArrayLen,
        /// Qualifiers between the brackets: those of the pointer that a parameter becomes.
        quals: Quals,
        /// `static` between the brackets.
        at_least: bool,
    },
    /// Function.
    Function {
        /// The return type.
        ret: TypeId,
        /// The parameters.
        params: Params,
    },
}

/// The length of an array.
#[derive(Clone, Copy, Debug)]
pub enum ArrayLen {
    /// `[]`
    Unspecified,
    /// `[*]`
    Star,
    /// `[n]`, constant or not.
    Expr(ExprId),
}

/// Arithmetic types and `void`, whatever the order and spelling of their words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BaseType {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SChar,
    /// `unsigned char`
    UChar,
    /// `short`
    Short,
    /// `unsigned short`
    UShort,
    /// `int`; also a plain bit-field's type, whose signedness gcc takes as signed.
    Int,
    /// `unsigned int`
    UInt,
    /// `long`
    Long,
    /// `unsigned long`
    ULong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    ULongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UInt128,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// `_Float16`
    Float16,
    /// `_Float32`
    Float32,
    /// `_Float64`
    Float64,
    /// `_Float128` and `__float128`
    Float128,
    /// `_Float32x`
    Float32x,
    /// `_Float64x`
    Float64x,
    /// `__float80`
    Float80,
    /// `_Decimal32`
    Decimal32,
    /// `_Decimal64`
    Decimal64,
    /// `_Decimal128`
    Decimal128,
}

/// A set of type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Quals {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `restrict`
    pub is_restrict: bool,
    /// `_Atomic` as a qualifier
    pub is_atomic: bool,
}

/// The parameters of a function type.
#[derive(Clone, Debug)]
pub struct Params {
    /// What kind of list it is.
    pub form: ParamsForm,
    /// The parameters. `(void)` is the empty prototype.
    pub list: Vec<Param>,
    /// `...` at the end.
    pub variadic: bool,
}

/// The kinds of parameter lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamsForm {
    /// A prototype, `(void)` included.
    Prototype,
    /// `()`: nothing is known of the parameters; in a definition there are none.
    Unspecified,
    /// `(a, b)`: the identifier list of an old-style definition. Arguments are promoted by
    /// default, then converted to the parameter's declared type on entry.
    OldStyle,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// The parameter.
    pub span: Span,
    /// Its specifiers; only `register` may occur as storage.
    pub specs: DeclSpecs,
    /// Its name, which declarations need not give.
    pub name: Option<Symbol>,
    /// Its type as written (arrays and functions are not yet adjusted to pointers).
    pub ty: TypeId,
    /// Attributes after the declarator.
    pub attrs: Vec<Attr>,
}

/// `struct` or `union`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// One occurrence of a struct or union specifier.
#[derive(Clone, Debug)]
pub struct RecordSpec {
    /// From the keyword to the tag or closing brace.
    pub span: Span,
    /// Which of the two.
    pub kind: RecordKind,
    /// The tag.
    pub tag: Option<Symbol>,
    /// The members when this occurrence defines them (`struct S {}` gives an empty list).
    pub members: Option<Vec<MemberItem>>,
    /// Attributes after the keyword and after the closing brace: `packed`, `aligned`,
    /// `transparent_union`, …
    pub attrs: Vec<Attr>,
}

/// What stands between the braces of a struct or union.
#[derive(Clone, Debug)]
pub enum MemberItem {
    /// A member declaration.
    Members(MemberDecl),
    /// `_Static_assert(…);`
    StaticAssert(StaticAssert),
}

/// `specs declarator, declarator, …;` inside a struct or union.
///
/// Without declarators it is an anonymous member if the specifier type is a struct or union
/// defined here without a tag (or, with `-fms-extensions`, any struct), and nothing otherwise.
#[derive(Clone, Debug)]
pub struct MemberDecl {
    /// From the first specifier to the semicolon.
    pub span: Span,
    /// What all declarators share. No storage class.
    pub specs: DeclSpecs,
    /// The declarators.
    pub declarators: Vec<MemberDeclarator>,
}

/// A member.
#[derive(Clone, Debug)]
pub struct MemberDeclarator {
    /// The declarator with its width.
    pub span: Span,
    /// The name; `None` only for an unnamed bit-field.
    pub name: Option<Symbol>,
    /// The type.
    pub ty: TypeId,
    /// The width of a bit-field.
    pub bits: Option<ExprId>,
    /// Attributes after the declarator; those of the specifiers apply as well.
    pub attrs: Vec<Attr>,
}

/// One occurrence of an enum specifier.
#[derive(Clone, Debug)]
pub struct EnumSpec {
    /// From the keyword to the tag or closing brace.
    pub span: Span,
    /// The tag.
    pub tag: Option<Symbol>,
    /// The enumerators when this occurrence defines them.
    pub enumerators: Option<Vec<Enumerator>>,
    /// Attributes after the keyword and after the closing brace.
    pub attrs: Vec<Attr>,
}

/// An enumerator.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// The name and the value.
    pub span: Span,
    /// The name.
    pub name: Symbol,
    /// `= value`
    pub value: Option<ExprId>,
    /// Attributes.
    pub attrs: Vec<Attr>,
}

// Initialisers.

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

// Statements.

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

// Expressions.

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The whole of it, without parentheses around it.
    pub span: Span,
    /// Which.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A name that is not a type here: variable, function, enumerator, `__func__`, or a
    /// `__builtin_` function. An undeclared one that is called has been warned about.
    Ident(Symbol),
    /// An integer constant.
    Int(IntLit),
    /// A floating constant.
    Float(FloatLit),
    /// A character constant.
    Char(CharLit),
    /// String literals, adjacent ones joined.
    Str(StrLit),
    /// `op arg` or `arg op`
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        arg: ExprId,
    },
    /// `lhs op rhs`; logical operators included, assignment and comma not.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left operand.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
    },
    /// `lhs = rhs` or `lhs op= rhs`
    Assign {
        /// The operator of a compound assignment (never `LogAnd`, `LogOr` or a comparison).
        op: Option<BinaryOp>,
        /// What is assigned.
        lhs: ExprId,
        /// The value.
        rhs: ExprId,
    },
    /// `cond ? then : otherwise`
    Conditional {
        /// The condition.
        cond: ExprId,
        /// `None` in `cond ?: otherwise`, whose value is then that of `cond`, evaluated once.
        then: Option<ExprId>,
        /// If the condition is zero.
        otherwise: ExprId,
    },
    /// `lhs, rhs`
    Comma {
        /// Evaluated first, for its effect.
        lhs: ExprId,
        /// The value.
        rhs: ExprId,
    },
    /// `callee(args)`; every `__builtin_*` without a kind of its own is a call of an `Ident`.
    Call {
        /// The function or a pointer to it.
        callee: ExprId,
        /// The arguments.
        args: Vec<ExprId>,
    },
    /// `base[index]`; either may be the pointer.
    Index {
        /// Left of the brackets.
        base: ExprId,
        /// Between the brackets.
        index: ExprId,
    },
    /// `base.field`, or `base->field` if `arrow`
    Member {
        /// The struct or union, or a pointer to it.
        base: ExprId,
        /// The member.
        field: Symbol,
        /// `->`
        arrow: bool,
    },
    /// `(ty) arg`
    Cast {
        /// The type.
        ty: TypeId,
        /// The operand.
        arg: ExprId,
    },
    /// `(ty) { … }`
    CompoundLiteral {
        /// The type.
        ty: TypeId,
        /// A list.
        init: InitId,
    },
    /// `sizeof e`
    SizeofExpr(ExprId),
    /// `sizeof(type)`
    SizeofType(TypeId),
    /// `__alignof__ e`
    AlignofExpr(ExprId),
    /// `_Alignof(type)`
    AlignofType(TypeId),
    /// `_Generic(control, type: e, default: e)`
    Generic {
        /// The controlling expression, which is not evaluated.
        control: ExprId,
        /// The associations.
        assocs: Vec<GenericAssoc>,
    },
    /// `({ … })`: the value is that of the block's last item if it is an expression statement,
    /// labelled or not, and void otherwise.
    StmtExpr(StmtId),
    /// `&&label`
    LabelAddr(Symbol),
    /// `__builtin_va_arg(list, ty)`
    VaArg {
        /// The argument list.
        list: ExprId,
        /// The type of the argument.
        ty: TypeId,
    },
    /// `__builtin_offsetof(ty, path)`
    Offsetof {
        /// The struct or union.
        ty: TypeId,
        /// The member designator; it starts with a `Field`.
        path: Vec<OffsetofStep>,
    },
    /// `__builtin_types_compatible_p(a, b)`
    TypesCompatible(TypeId, TypeId),
    /// `__builtin_choose_expr(cond, then, otherwise)`
    Choose {
        /// An integer constant expression.
        cond: ExprId,
        /// The result if it is not zero.
        then: ExprId,
        /// The result if it is.
        otherwise: ExprId,
    },
    /// `__builtin_convertvector(arg, ty)`
    ConvertVector {
        /// The vector.
        arg: ExprId,
        /// The vector type wanted.
        ty: TypeId,
    },
}

/// A step of the member designator of `offsetof`.
#[derive(Clone, Copy, Debug)]
pub enum OffsetofStep {
    /// `.field`
    Field(Symbol),
    /// `[index]`
    Index(ExprId),
}

/// An association of `_Generic`.
#[derive(Clone, Copy, Debug)]
pub struct GenericAssoc {
    /// The type; `None` for `default`.
    pub ty: Option<TypeId>,
    /// The result.
    pub expr: ExprId,
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `+a`
    Plus,
    /// `-a`
    Minus,
    /// `!a`
    Not,
    /// `~a` (complex conjugate on complex operands)
    BitNot,
    /// `*a`
    Deref,
    /// `&a`
    AddrOf,
    /// `++a`
    PreInc,
    /// `--a`
    PreDec,
    /// `a++`
    PostInc,
    /// `a--`
    PostDec,
    /// `__real__ a`
    Real,
    /// `__imag__ a`
    Imag,
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`
    LogAnd,
    /// `||`
    LogOr,
}

// Literals.

/// An integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntLit {
    /// Its value; text that does not fit has been diagnosed.
    pub value: u128,
    /// Decimal constants without `u` never become unsigned, others may.
    pub decimal: bool,
    /// `u`
    pub unsigned: bool,
    /// How many `l`: 0, 1 or 2.
    pub longs: u8,
    /// `i` or `j`: an imaginary constant.
    pub imaginary: bool,
}

/// A floating constant.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatLit {
    /// The digits, decimal or hexadecimal, without suffix.
    pub text: Symbol,
    /// The nearest double, which is exact enough for `float` and `double`.
    pub value: f64,
    /// The type the suffix gives: `Double` without one.
    pub ty: BaseType,
    /// `i` or `j`: an imaginary constant.
    pub imaginary: bool,
}

/// A character constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharLit {
    /// The prefix.
    pub encoding: Encoding,
    /// The value as gcc on x86 gives it: plain `char` is signed (`'\xff'` is -1) and `'ab'` is
    /// `'a' << 8 | 'b'`.
    pub value: i64,
}

/// String literals, adjacent ones joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrLit {
    /// All the literals.
    pub span: Span,
    /// The prefix.
    pub encoding: Encoding,
    /// The code units, escapes resolved, without the terminating zero: bytes for `Plain` and
    /// `Utf8`, 16-bit units for `Utf16`, 32-bit units for `Utf32` and `Wide`.
    pub units: Vec<u32>,
}

/// The prefix of a character constant or string literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// None: `char`.
    Plain,
    /// `u8`: `char`.
    Utf8,
    /// `u`: `char16_t`, that is `unsigned short`.
    Utf16,
    /// `U`: `char32_t`, that is `unsigned int`.
    Utf32,
    /// `L`: `wchar_t`, that is `int` (`long` on ILP32).
    Wide,
}
