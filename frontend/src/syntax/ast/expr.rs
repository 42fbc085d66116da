//! Expressions and literals.

use super::*;
use source::{Span, Symbol};

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
    /// `__alignof__ e` or `_Alignof e`
    AlignofExpr {
        /// The operand, which is not evaluated.
        arg: ExprId,
        /// See [`ExprKind::AlignofType`].
        preferred: bool,
    },
    /// `_Alignof(type)` or `__alignof__(type)`
    AlignofType {
        /// The type.
        ty: TypeId,
        /// `__alignof__` asks for the preferred alignment, `_Alignof` for the least one: they
        /// differ for `double` and `long long` on i386 (8 and 4).
        preferred: bool,
    },
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
    /// The value, rounded once: exact for `float` and `double`; for wider types only the nearest
    /// double, and `text` is the truth.
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

impl StrLit {
    /// The characters, as far as they are any.
    pub fn text(&self) -> String {
        let units = self.units.iter();
        units.filter_map(|&u| char::from_u32(u)).collect()
    }
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

impl ExprKind {
    /// The expressions directly inside, in the order of the text. Those inside of types,
    /// initialisers and statements are not among them.
    pub fn children(&self) -> Vec<ExprId> {
        match self {
            ExprKind::Ident(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofType { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::TypesCompatible(..) => Vec::new(),
            ExprKind::Unary { arg, .. }
            | ExprKind::Cast { arg, .. }
            | ExprKind::SizeofExpr(arg)
            | ExprKind::AlignofExpr { arg, .. }
            | ExprKind::ConvertVector { arg, .. }
            | ExprKind::VaArg { list: arg, .. }
            | ExprKind::Member { base: arg, .. } => vec![*arg],
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::Assign { lhs, rhs, .. }
            | ExprKind::Comma { lhs, rhs } => vec![*lhs, *rhs],
            ExprKind::Index { base, index } => vec![*base, *index],
            ExprKind::Conditional {
                cond,
                then,
                otherwise,
            } => [Some(*cond), *then, Some(*otherwise)]
                .into_iter()
                .flatten()
                .collect(),
            ExprKind::Choose {
                cond,
                then,
                otherwise,
            } => vec![*cond, *then, *otherwise],
            ExprKind::Call { callee, args } => std::iter::once(*callee)
                .chain(args.iter().copied())
                .collect(),
            ExprKind::Generic { control, assocs } => std::iter::once(*control)
                .chain(assocs.iter().map(|assoc| assoc.expr))
                .collect(),
            ExprKind::Offsetof { path, .. } => path
                .iter()
                .filter_map(|step| match step {
                    OffsetofStep::Index(index) => Some(*index),
                    OffsetofStep::Field(_) => None,
                })
                .collect(),
        }
    }
}
