//! Conditions of the program as expressions of C that mean the same and whose evaluation is always defined.
//!
//! Terms wrap around where C's signed arithmetic is undefined: it is written as arithmetic of the unsigned type, converted
//! back, which every compiler of the data models does by wrapping. What needs memory, floats or types without a name is
//! not said.

use ir::types::{IntKind, TypeId};
use ir::{BinaryOp, ExprId, ExprKind, PlaceKind, Program, UnaryOp, VarId};

use super::value;

/// Longer texts do not help a validator.
const MAX_TEXT_BYTES: usize = 2_000;

/// A condition as C has it, or its opposite. `name` gives the names of variables that can be named.
pub(super) fn condition(
    program: &Program,
    cond: ExprId,
    holds: bool,
    name: &dyn Fn(VarId) -> Option<String>,
) -> Option<String> {
    let writer = Writer { program, name };
    let text = match program.terms.expr(cond).kind {
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            // Integers and pointers are totally ordered; nothing else is written.
            let op = if holds { op } else { op.negated()? };
            writer.comparison(op, a, b)?
        }
        _ => {
            let text = writer.expr(cond)?;
            format!("{text} {} 0", if holds { "!=" } else { "==" })
        }
    };
    (text.len() <= MAX_TEXT_BYTES).then_some(text)
}

struct Writer<'w> {
    program: &'w Program,
    name: &'w dyn Fn(VarId) -> Option<String>,
}

impl Writer<'_> {
    /// An expression that needs no parentheses around it.
    fn expr(&self, e: ExprId) -> Option<String> {
        let expr = self.program.terms.expr(e);
        match expr.kind {
            ExprKind::Int(bits) => self.constant(expr.ty, bits),
            ExprKind::Load(place) => self.variable(place),
            ExprKind::Unary(op, arg) => self.unary(op, arg, self.kind(expr.ty)?),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                Some(format!("({})", self.comparison(op, a, b)?))
            }
            ExprKind::Binary(op, a, b) => self.binary(op, a, b, self.kind(expr.ty)?),
            ExprKind::Cast(arg) => {
                self.kind(self.program.type_of(arg))?;
                let to = self.kind(expr.ty)?.name();
                Some(format!("({to}){}", self.expr(arg)?))
            }
            _ => None,
        }
    }

    fn comparison(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<String> {
        let ty = self.program.type_of(a);
        let pointers = self.program.types.is_pointer(ty);
        if !(pointers && op.is_equality()) {
            self.kind(ty)?;
        }
        Some(format!(
            "{} {} {}",
            self.expr(a)?,
            op.symbol(),
            self.expr(b)?
        ))
    }

    /// An integer type that has a name, and arithmetic that validators know.
    fn kind(&self, ty: TypeId) -> Option<IntKind> {
        let types = &self.program.types;
        let kind = types.bits_kind(ty).filter(|_| !types.is_pointer(ty))?;
        let named = !matches!(
            kind,
            IntKind::Int128 | IntKind::UInt128 | IntKind::BitField { .. }
        );
        named.then_some(kind)
    }

    fn constant(&self, ty: TypeId, bits: u128) -> Option<String> {
        if self.program.types.is_pointer(ty) {
            return (bits == 0).then(|| "0".into());
        }
        let kind = self.kind(ty)?;
        let least = match kind {
            IntKind::Int => 1u128 << 31,
            IntKind::Long | IntKind::LongLong => 1 << (self.program.types.width(kind) - 1),
            _ => 0,
        };
        if least != 0 && bits == least {
            // The positive number is not of the type.
            return Some(format!("(-{}{} - 1)", least - 1, suffix(kind)));
        }
        let number = value::integer(self.program, kind, bits)?;
        let number = number.trim_end_matches('U');
        Some(match kind {
            IntKind::Int if number.starts_with('-') => format!("({number})"),
            IntKind::Int => number.into(),
            IntKind::UInt | IntKind::ULong | IntKind::ULongLong => {
                format!("{number}{}", suffix(kind))
            }
            IntKind::Long | IntKind::LongLong => format!("({number}{})", suffix(kind)),
            _ => format!("({})({number})", kind.name()),
        })
    }

    fn variable(&self, place: ir::PlaceId) -> Option<String> {
        match self.program.terms.place(place).kind {
            PlaceKind::Var(var) => (self.name)(var),
            _ => None,
        }
    }

    fn unary(&self, op: UnaryOp, arg: ExprId, kind: IntKind) -> Option<String> {
        let arg = self.expr(arg)?;
        self.promoted(kind)?;
        Some(match op {
            UnaryOp::BitNot => format!("(~{arg})"),
            UnaryOp::Neg => wrapped(kind, &format!("-{}", unsigned(kind, &arg))),
        })
    }

    fn binary(&self, op: BinaryOp, a: ExprId, b: ExprId, kind: IntKind) -> Option<String> {
        self.promoted(kind)?;
        let (left, right) = (self.expr(a)?, self.expr(b)?);
        let plain = format!("({left} {} {right})", op.symbol());
        let number = self.program.terms.int_value(b);
        let width = self.program.types.width(kind);
        match op {
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => Some(plain),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                let (left, right) = (unsigned(kind, &left), unsigned(kind, &right));
                Some(wrapped(kind, &format!("{left} {} {right}", op.symbol())))
            }
            BinaryOp::Shl | BinaryOp::Shr if number? >= width.into() => None,
            BinaryOp::Shl => Some(wrapped(
                kind,
                &format!("{} << {right}", unsigned(kind, &left)),
            )),
            BinaryOp::Shr => Some(plain),
            BinaryOp::Div | BinaryOp::Rem => {
                let minus_one = u128::MAX >> (128 - width);
                let defined = number? != 0 && !(kind.is_signed() && number? == minus_one);
                defined.then_some(plain)
            }
            _ => None,
        }
    }

    /// C computes in no type that is narrower.
    fn promoted(&self, kind: IntKind) -> Option<()> {
        let model = self.program.types.model();
        (kind.promoted(model) == kind).then_some(())
    }
}

fn unsigned(kind: IntKind, text: &str) -> String {
    match kind.is_signed() {
        true => format!("({}){text}", kind.to_unsigned().name()),
        false => text.to_owned(),
    }
}

/// What unsigned arithmetic gives, as a value of the type.
fn wrapped(kind: IntKind, text: &str) -> String {
    match kind.is_signed() {
        true => format!("(({})({text}))", kind.name()),
        false => format!("({text})"),
    }
}

fn suffix(kind: IntKind) -> &'static str {
    match kind {
        IntKind::UInt => "U",
        IntKind::Long => "L",
        IntKind::ULong => "UL",
        IntKind::LongLong => "LL",
        IntKind::ULongLong => "ULL",
        _ => "",
    }
}
