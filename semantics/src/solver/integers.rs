//! Values as integers that never wrap.
//!
//! Exact as long as nothing overflows, and far easier for a solver that looks for invariants. What is found this way
//! is a proposal: bits decide. Memory is not modelled; what is read from it may be anything.

use ir::types::TypeId;
use ir::{BinaryOp, ExprId, ExprKind, UnaryOp, VarId};
use rustc_hash::FxHashMap;
use z3::ast::{Bool, Int};

use crate::encoding_context::EncodingContext;
use source::deeper;

/// The integer variables of a program at one moment.
#[derive(Debug, Default)]
pub struct Integers {
    values: FxHashMap<VarId, Int>,
    /// Every symbol that was made.
    pub symbols: Vec<Int>,
    /// What is known of them.
    pub facts: Vec<Bool>,
}

impl Integers {
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a variable is followed: a plain symbol of an integer type that a solver can count in.
    pub fn follows(context: &EncodingContext<'_>, var: VarId) -> bool {
        let ty = context.program.vars[var].ty;
        context.is_symbol(var) && context.program.types.is_integer(ty) && context.width(ty) <= 64
    }

    /// A symbol that may have any value of a type.
    pub fn anything(&mut self, context: &EncodingContext<'_>, ty: TypeId) -> Int {
        let symbol = self.symbol();
        let (least, most) = range(context, ty);
        self.facts.push(symbol.ge(Int::from_i128(least)));
        self.facts.push(symbol.le(Int::from_i128(most)));
        symbol
    }

    /// A symbol of which nothing is known.
    pub fn symbol(&mut self) -> Int {
        let symbol = Int::new_const(format!("n{}", self.symbols.len()));
        self.symbols.push(symbol.clone());
        symbol
    }

    pub fn set(&mut self, var: VarId, value: Int) {
        self.values.insert(var, value);
    }

    pub fn get(&mut self, context: &EncodingContext<'_>, var: VarId) -> Int {
        if let Some(value) = self.values.get(&var) {
            return value.clone();
        }
        let value = self.anything(context, context.program.vars[var].ty);
        self.values.insert(var, value.clone());
        value
    }

    pub fn value(&mut self, context: &EncodingContext<'_>, expr: ExprId) -> Int {
        deeper(|| self.value_of(context, expr))
    }

    pub fn holds(&mut self, context: &EncodingContext<'_>, expr: ExprId) -> Bool {
        if let ExprKind::Binary(op, a, b) = context.program.terms.expr(expr).kind
            && op.is_comparison()
        {
            return self.compare(context, op, a, b);
        }
        self.value(context, expr).eq(Int::from_i64(0)).not()
    }

    fn value_of(&mut self, context: &EncodingContext<'_>, expr: ExprId) -> Int {
        let term = *context.program.terms.expr(expr);
        let known = match term.kind {
            ExprKind::Int(_) => context.program.const_value(expr).map(Int::from_i128),
            ExprKind::Load(place) => context
                .symbol(place)
                .filter(|&var| Self::follows(context, var))
                .map(|var| self.get(context, var)),
            ExprKind::Unary(UnaryOp::Neg, arg) => Some(-self.value(context, arg)),
            ExprKind::Unary(UnaryOp::BitNot, arg) => Some(-self.value(context, arg) - 1),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let holds = self.compare(context, op, a, b);
                Some(holds.ite(&Int::from_i64(1), &Int::from_i64(0)))
            }
            ExprKind::Binary(op, a, b) => self.binary(context, op, a, b),
            ExprKind::Cast(arg) => self.cast(context, arg, term.ty),
            _ => None,
        };
        known.unwrap_or_else(|| self.anything(context, term.ty))
    }

    fn compare(
        &mut self,
        context: &EncodingContext<'_>,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Bool {
        let (x, y) = (self.value(context, a), self.value(context, b));
        match op {
            BinaryOp::Eq => x.eq(&y),
            BinaryOp::Lt => x.lt(&y),
            BinaryOp::Le => x.le(&y),
            BinaryOp::Gt => x.gt(&y),
            BinaryOp::Ge => x.ge(&y),
            _ => x.eq(&y).not(),
        }
    }

    /// A linear operation; `None` for any other.
    fn binary(
        &mut self,
        context: &EncodingContext<'_>,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Option<Int> {
        if !context.program.types.is_integer(context.type_of(a)) {
            return None;
        }
        let constant = |e| context.program.const_value(e);
        let power = |e| constant(e).and_then(|c| (0..=62).contains(&c).then(|| 1_i128 << c));
        match op {
            BinaryOp::Add => Some(self.value(context, a) + self.value(context, b)),
            BinaryOp::Sub => Some(self.value(context, a) - self.value(context, b)),
            BinaryOp::Mul => match (constant(a), constant(b)) {
                (_, Some(c)) => Some(self.value(context, a) * Int::from_i128(c)),
                (Some(c), _) => Some(self.value(context, b) * Int::from_i128(c)),
                _ => None,
            },
            BinaryOp::Shl => Some(self.value(context, a) * Int::from_i128(power(b)?)),
            BinaryOp::Shr => Some(self.value(context, a) / Int::from_i128(power(b)?)),
            BinaryOp::Div | BinaryOp::Rem => {
                let by = constant(b).filter(|&c| c > 0)?;
                let (value, by) = (self.value(context, a), Int::from_i128(by));
                let of = |x: &Int| match op {
                    BinaryOp::Div => x / &by,
                    _ => x.modulo(&by),
                };
                if !context.is_signed(context.type_of(a)) {
                    return Some(of(&value));
                }
                let negative = -of(&-value.clone());
                Some(value.ge(Int::from_i64(0)).ite(&of(&value), &negative))
            }
            BinaryOp::BitAnd => {
                let (mask, arg) = match (constant(a), constant(b)) {
                    (_, Some(c)) => (c, a),
                    (Some(c), _) => (c, b),
                    _ => return None,
                };
                (mask > 0 && (mask + 1).count_ones() == 1)
                    .then(|| self.value(context, arg).modulo(Int::from_i128(mask + 1)))
            }
            _ => None,
        }
    }

    /// Conversions keep the value, as they do while it fits.
    fn cast(&mut self, context: &EncodingContext<'_>, arg: ExprId, to: TypeId) -> Option<Int> {
        let types = &context.program.types;
        if !types.is_integer(context.type_of(arg)) {
            return None;
        }
        let value = self.value(context, arg);
        if to == types.bool() {
            let zero = Int::from_i64(0);
            return Some(value.eq(&zero).ite(&zero, &Int::from_i64(1)));
        }
        Some(value)
    }
}

/// The least and the greatest value of a scalar type.
fn range(context: &EncodingContext<'_>, ty: TypeId) -> (i128, i128) {
    let width = context.width(ty).min(64);
    if context.is_signed(ty) {
        let half = 1_i128 << (width - 1);
        (-half, half - 1)
    } else {
        (0, (1_i128 << width) - 1)
    }
}
