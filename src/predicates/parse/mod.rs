//! Expressions of C, without side effects, over the variables of a program that is there already.
//!
//! Reads what [`Program::show_expr`] prints as the same term, and what people write with C's usual conversions:
//! operands of one type are taken as they are, others are converted. Precedence is C's.

mod names;
mod number;
mod operators;
#[cfg(test)]
mod tests;
mod token;

use ir::types::TypeId;
use ir::{BinaryOp, ExprId, FuncId, Function, PlaceId, Program, UnaryOp};
use semantics::Layout;
use token::is_word;

/// The expression that a text is in the scope of a function.
pub(super) fn expression(
    program: &mut Program,
    layout: &Layout,
    func: Option<FuncId>,
    text: &str,
) -> Result<ExprId, String> {
    let mut parser = Parser {
        program,
        layout,
        func,
        rest: text,
        depth: 0,
    };
    let value = parser.binary(0)?;
    let value = parser.rvalue(value)?;
    match parser.peek() {
        "" => {}
        "&&" | "||" => return Err("one condition per line, without && and ||".into()),
        other => return Err(format!("'{other}' is not expected here")),
    }
    if !parser
        .program
        .types
        .is_scalar(parser.program.type_of(value))
    {
        return Err("it is neither a number nor a pointer".into());
    }
    Ok(value)
}

#[derive(Clone, Copy)]
enum Value {
    Expr(ExprId),
    Place(PlaceId),
}

struct Parser<'a, 't> {
    program: &'a mut Program,
    layout: &'a Layout,
    func: Option<FuncId>,
    rest: &'t str,
    depth: usize,
}

type Parsed<T> = Result<T, String>;

/// Nesting written by hand is never deeper.
const MAX_NESTING: usize = 500;

/// Operators by precedence, the weakest first.
const LEVELS: [&[(&str, BinaryOp)]; 8] = [
    &[("|", BinaryOp::BitOr)],
    &[("^", BinaryOp::BitXor)],
    &[("&", BinaryOp::BitAnd)],
    &[("==", BinaryOp::Eq), ("!=", BinaryOp::Ne)],
    &[
        ("<", BinaryOp::Lt),
        ("<=", BinaryOp::Le),
        (">", BinaryOp::Gt),
        (">=", BinaryOp::Ge),
    ],
    &[("<<", BinaryOp::Shl), (">>", BinaryOp::Shr)],
    &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)],
    &[
        ("*", BinaryOp::Mul),
        ("/", BinaryOp::Div),
        ("%", BinaryOp::Rem),
    ],
];

impl Parser<'_, '_> {
    fn binary(&mut self, level: usize) -> Parsed<Value> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        loop {
            let token = self.peek();
            let Some(&(_, op)) = operators.iter().find(|o| o.0 == token) else {
                return Ok(left);
            };
            self.advance();
            let right = self.binary(level + 1)?;
            let (a, b) = (self.rvalue(left)?, self.rvalue(right)?);
            left = Value::Expr(self.operation(op, a, b)?);
        }
    }

    fn unary(&mut self) -> Parsed<Value> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err("it is nested too deeply".into());
        }
        let value = semantics::deeper(|| self.unary_inside());
        self.depth -= 1;
        value
    }

    fn unary_inside(&mut self) -> Parsed<Value> {
        match self.peek() {
            "-" => {
                self.advance();
                // A constant and its sign are one: -2147483648 is an int.
                if self.peek().starts_with(|c: char| c.is_ascii_digit()) {
                    let constant = self.number(true, None)?;
                    return Ok(Value::Expr(constant));
                }
                self.arithmetic(UnaryOp::Neg)
            }
            "~" => {
                self.advance();
                self.arithmetic(UnaryOp::BitNot)
            }
            "!" => {
                self.advance();
                let value = self.operand()?;
                Ok(Value::Expr(self.program.falsity(value)))
            }
            "*" => {
                self.advance();
                let pointer = self.operand()?;
                Ok(Value::Place(self.deref(pointer)?))
            }
            "&" => {
                self.advance();
                self.address()
            }
            "(" => match self.cast_type() {
                Some((ty, after)) => {
                    self.rest = after;
                    self.cast(ty)
                }
                None => self.postfix(),
            },
            _ => self.postfix(),
        }
    }

    fn operand(&mut self) -> Parsed<ExprId> {
        let value = self.unary()?;
        self.rvalue(value)
    }

    fn arithmetic(&mut self, op: UnaryOp) -> Parsed<Value> {
        let value = self.operand()?;
        let ty = self.program.type_of(value);
        let float = op == UnaryOp::Neg && self.program.types.is_float(ty);
        if !float && self.program.types.int_kind(ty).is_none() {
            return Err("arithmetic needs numbers".into());
        }
        Ok(Value::Expr(self.program.unary(op, value)))
    }

    fn cast(&mut self, ty: TypeId) -> Parsed<Value> {
        let kind = self.program.types.float_kind(ty);
        let token = self.peek();
        if kind.is_some() && token.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Value::Expr(self.number(false, kind)?));
        }
        let value = self.operand()?;
        let types = &self.program.types;
        let from = self.program.type_of(value);
        if !types.is_scalar(ty) || !types.is_scalar(from) {
            return Err("only numbers and pointers can be converted".into());
        }
        if types.is_float(ty) && types.is_pointer(from)
            || types.is_pointer(ty) && types.is_float(from)
        {
            return Err("a pointer is no floating-point number".into());
        }
        Ok(Value::Expr(self.program.cast(value, ty)))
    }

    fn address(&mut self) -> Parsed<Value> {
        let name = self.peek();
        let variable = self.variable(name, self.func);
        let called = |(id, f): (FuncId, &Function)| (&*f.unique == name).then_some(id);
        let function = self.program.funcs.iter().find_map(called);
        if variable.is_none()
            && let Some(func) = function
        {
            self.advance();
            return Ok(Value::Expr(self.program.func_addr(func)));
        }
        match self.unary()? {
            Value::Place(place) => Ok(Value::Expr(self.address_of(place)?)),
            Value::Expr(_) => Err("only what has a place has an address".into()),
        }
    }

    fn postfix(&mut self) -> Parsed<Value> {
        let mut value = self.primary()?;
        loop {
            match self.peek() {
                "[" => {
                    self.advance();
                    let index = self.binary(0)?;
                    let index = self.rvalue(index)?;
                    self.expect("]")?;
                    value = Value::Place(self.element(value, index)?);
                }
                "." => {
                    self.advance();
                    let Value::Place(base) = value else {
                        return Err("only what has a place has members".into());
                    };
                    value = Value::Place(self.member(base)?);
                }
                "->" => {
                    self.advance();
                    let pointer = self.rvalue(value)?;
                    let base = self.deref(pointer)?;
                    value = Value::Place(self.member(base)?);
                }
                _ => return Ok(value),
            }
        }
    }

    fn primary(&mut self) -> Parsed<Value> {
        let token = self.peek();
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Value::Expr(self.number(false, None)?));
        }
        if self.accept("(") {
            let value = self.binary(0)?;
            self.expect(")")?;
            return Ok(value);
        }
        if let Some(name) = token.strip_prefix("::") {
            self.advance();
            let var = self.variable(name, None);
            let var = var.ok_or_else(|| format!("there is no '{name}' among the globals"))?;
            return Ok(Value::Place(self.program.var_place(var)));
        }
        if !token.starts_with(is_word) {
            return Err(match token {
                "" => "an operand is missing at the end".into(),
                _ => format!("'{token}' is not expected here"),
            });
        }
        self.advance();
        if let Some(var) = self.variable(token, self.func) {
            return Ok(Value::Place(self.program.var_place(var)));
        }
        if let Some(constant) = self.constant(token) {
            return Ok(Value::Expr(constant));
        }
        if let Some(place) = self.elsewhere(token) {
            return Ok(Value::Place(place));
        }
        let place = match self.func {
            Some(func) => format!(
                "in '{}' and among the globals",
                self.program.funcs[func].name
            ),
            None => "among the globals".into(),
        };
        Err(format!("there is no '{token}' {place}"))
    }
}
