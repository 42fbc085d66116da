//! Type expressions, records and enumerations.

use super::*;
use source::{Span, Symbol};

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
    /// `#pragma pack(n)` in force at the closing brace: no member is aligned to more.
    pub pack: Option<u32>,
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

impl Ast {
    /// A type expression and those that it is made of, types of parameters included.
    pub fn parts(&self, ty: TypeId) -> Vec<TypeId> {
        let mut found = Vec::new();
        let mut waiting = vec![ty];
        while let Some(ty) = waiting.pop() {
            found.push(ty);
            match &self.types[ty].kind {
                TypeKind::Pointer(inner)
                | TypeKind::TypeofType(inner)
                | TypeKind::Atomic(inner) => {
                    waiting.push(*inner);
                }
                TypeKind::Array { elem, .. } => waiting.push(*elem),
                TypeKind::Function { ret, params } => {
                    waiting.push(*ret);
                    waiting.extend(params.list.iter().map(|param| param.ty));
                }
                _ => {}
            }
        }
        found
    }
}
