//! Tokens of preprocessed C, and which words are keywords.

use source::Symbol;

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Tok,
    /// Offset of the first byte in the unit's text.
    pub(crate) start: u32,
    /// Offset after the last byte.
    pub(crate) end: u32,
    /// The name of an identifier; meaningless otherwise.
    pub(crate) symbol: Symbol,
}

/// Kinds of tokens. Spellings that mean the same (`const`, `__const__`) share a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tok {
    Eof,
    Ident,
    Number,
    Char,
    Str,

    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Semi,
    Comma,
    Colon,
    Question,
    Dot,
    Arrow,
    Ellipsis,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Amp,
    Pipe,
    Caret,
    Tilde,
    Bang,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    EqEq,
    Ne,
    AndAnd,
    OrOr,
    PlusPlus,
    MinusMinus,
    Assign,
    StarAssign,
    SlashAssign,
    PercentAssign,
    PlusAssign,
    MinusAssign,
    ShlAssign,
    ShrAssign,
    AmpAssign,
    CaretAssign,
    PipeAssign,

    // Statements.
    Break,
    Case,
    Continue,
    Default,
    Do,
    Else,
    For,
    Goto,
    If,
    Return,
    Switch,
    While,
    Asm,
    LocalLabel,
    StaticAssert,

    // Storage classes and function specifiers.
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
    ThreadLocal,
    Inline,
    Noreturn,

    // Qualifiers and what stands among them.
    Const,
    Volatile,
    Restrict,
    Atomic,
    Alignas,
    Attribute,
    Extension,

    // Words of types.
    Void,
    Char_,
    Short,
    Int,
    Long,
    Float,
    Double,
    Signed,
    Unsigned,
    Bool,
    Complex,
    Int128,
    Int128T,
    UInt128T,
    Float16,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
    Float80,
    Decimal32,
    Decimal64,
    Decimal128,
    VaList,
    AutoType,
    Struct,
    Union,
    Enum,
    Typeof,

    // Operators that are words.
    Sizeof,
    /// `_Alignof`
    Alignof,
    /// `__alignof__`
    AlignofGnu,
    Real,
    Imag,
    Generic,
    VaArg,
    Offsetof,
    TypesCompatible,
    ChooseExpr,
    ConvertVector,
}

impl Tok {
    /// The keyword a word is, if any.
    pub(crate) fn keyword(word: &[u8]) -> Option<Tok> {
        // Most identifiers are told apart by their first byte and length.
        if word.len() < 2 || word.len() > 28 {
            return None;
        }
        Some(match word {
            b"break" => Tok::Break,
            b"case" => Tok::Case,
            b"continue" => Tok::Continue,
            b"default" => Tok::Default,
            b"do" => Tok::Do,
            b"else" => Tok::Else,
            b"for" => Tok::For,
            b"goto" => Tok::Goto,
            b"if" => Tok::If,
            b"return" => Tok::Return,
            b"switch" => Tok::Switch,
            b"while" => Tok::While,
            b"asm" | b"__asm" | b"__asm__" => Tok::Asm,
            b"__label__" => Tok::LocalLabel,
            b"_Static_assert" => Tok::StaticAssert,
            b"typedef" => Tok::Typedef,
            b"extern" => Tok::Extern,
            b"static" => Tok::Static,
            b"auto" => Tok::Auto,
            b"register" => Tok::Register,
            b"_Thread_local" | b"__thread" => Tok::ThreadLocal,
            b"inline" | b"__inline" | b"__inline__" => Tok::Inline,
            b"_Noreturn" => Tok::Noreturn,
            b"const" | b"__const" | b"__const__" => Tok::Const,
            b"volatile" | b"__volatile" | b"__volatile__" => Tok::Volatile,
            b"restrict" | b"__restrict" | b"__restrict__" => Tok::Restrict,
            b"_Atomic" => Tok::Atomic,
            b"_Alignas" => Tok::Alignas,
            b"__attribute" | b"__attribute__" => Tok::Attribute,
            b"__extension__" => Tok::Extension,
            b"sizeof" => Tok::Sizeof,
            b"_Alignof" => Tok::Alignof,
            b"__alignof" | b"__alignof__" => Tok::AlignofGnu,
            b"__real" | b"__real__" => Tok::Real,
            b"__imag" | b"__imag__" => Tok::Imag,
            b"_Generic" => Tok::Generic,
            b"__builtin_va_arg" => Tok::VaArg,
            b"__builtin_offsetof" => Tok::Offsetof,
            b"__builtin_types_compatible_p" => Tok::TypesCompatible,
            b"__builtin_choose_expr" => Tok::ChooseExpr,
            b"__builtin_convertvector" => Tok::ConvertVector,
            _ => return Tok::type_keyword(word),
        })
    }

    fn type_keyword(word: &[u8]) -> Option<Tok> {
        Some(match word {
            b"void" => Tok::Void,
            b"char" => Tok::Char_,
            b"short" => Tok::Short,
            b"int" => Tok::Int,
            b"long" => Tok::Long,
            b"float" => Tok::Float,
            b"double" => Tok::Double,
            b"signed" | b"__signed" | b"__signed__" => Tok::Signed,
            b"unsigned" => Tok::Unsigned,
            b"_Bool" => Tok::Bool,
            b"_Complex" | b"__complex" | b"__complex__" => Tok::Complex,
            b"__int128" => Tok::Int128,
            b"__int128_t" => Tok::Int128T,
            b"__uint128_t" => Tok::UInt128T,
            b"_Float16" => Tok::Float16,
            b"_Float32" => Tok::Float32,
            b"_Float64" => Tok::Float64,
            b"_Float128" | b"__float128" => Tok::Float128,
            b"_Float32x" => Tok::Float32x,
            b"_Float64x" => Tok::Float64x,
            b"__float80" => Tok::Float80,
            b"_Decimal32" => Tok::Decimal32,
            b"_Decimal64" => Tok::Decimal64,
            b"_Decimal128" => Tok::Decimal128,
            b"__builtin_va_list" => Tok::VaList,
            b"__auto_type" => Tok::AutoType,
            b"struct" => Tok::Struct,
            b"union" => Tok::Union,
            b"enum" => Tok::Enum,
            b"typeof" | b"__typeof" | b"__typeof__" => Tok::Typeof,
            _ => return None,
        })
    }

    /// Any keyword.
    pub(crate) fn is_keyword(self) -> bool {
        self as u8 >= Tok::Break as u8
    }

    /// A word of a type that is a single token: not `struct`, `enum`, `typeof`.
    pub(crate) fn is_type_word(self) -> bool {
        (Tok::Void as u8..=Tok::AutoType as u8).contains(&(self as u8))
    }

    /// A storage class or function specifier.
    pub(crate) fn is_storage(self) -> bool {
        (Tok::Typedef as u8..=Tok::Noreturn as u8).contains(&(self as u8))
    }

    /// `const`, `volatile`, `restrict` or `_Atomic` (which may also start a specifier).
    pub(crate) fn is_qualifier(self) -> bool {
        (Tok::Const as u8..=Tok::Atomic as u8).contains(&(self as u8))
    }

    /// Whether a keyword starts a type name.
    pub(crate) fn starts_type(self) -> bool {
        self.is_type_word()
            || self.is_qualifier()
            || matches!(
                self,
                Tok::Struct | Tok::Union | Tok::Enum | Tok::Typeof | Tok::Attribute | Tok::Alignas
            )
    }

    /// A keyword that starts a statement and cannot occur in an expression.
    pub(crate) fn is_statement_word(self) -> bool {
        (Tok::Break as u8..=Tok::StaticAssert as u8).contains(&(self as u8))
    }

    /// `=`, `+=` and the like.
    pub(crate) fn is_assignment(self) -> bool {
        (Tok::Assign as u8..=Tok::PipeAssign as u8).contains(&(self as u8))
    }
}
