//! Expressions of C, without side effects, over the variables of a program that is there already.
//!
//! Reads what [`Program::show_expr`] prints as the same term, and what people write with C's usual conversions:
//! operands of one type are taken as they are, others are converted. Precedence is C's.

use frontend::ir::{
    BinaryOp, ExprId, FuncId, Function, PlaceId, Program, UnaryOp, VarId, Variable, float,
};
use frontend::types::{FieldIdx, FloatKind, IntKind, Quals, RecordId, TypeId};

/// The expression that a text is in the scope of a function.
pub(super) fn expression(
    program: &mut Program,
    func: Option<FuncId>,
    text: &str,
) -> Result<ExprId, String> {
    let mut parser = Parser {
        program,
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
    func: Option<FuncId>,
    rest: &'t str,
    depth: usize,
}

type Parsed<T> = Result<T, String>;

/// Nobody nests deeper by hand, and what is deeper could overflow the stack.
const DEEPEST: usize = 500;

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

/// Longest first.
const SYMBOLS: [&str; 24] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "<", ">", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", "!", "(", "[", ".",
];

impl<'t> Parser<'_, 't> {
    /// The next token, which stays.
    fn peek(&mut self) -> &'t str {
        self.rest = self.rest.trim_start();
        let word = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        if word > 0 {
            return &self.rest[..static_name(self.rest, word)];
        }
        for symbol in SYMBOLS {
            if self.rest.starts_with(symbol) {
                return &self.rest[..symbol.len()];
            }
        }
        let next = self.rest.chars().next().map_or(0, char::len_utf8);
        &self.rest[..next]
    }

    fn advance(&mut self) -> &'t str {
        let token = self.peek();
        self.rest = &self.rest[token.len()..];
        token
    }

    fn accept(&mut self, token: &str) -> bool {
        let there = self.peek() == token;
        if there {
            self.advance();
        }
        there
    }

    fn expect(&mut self, token: &str) -> Parsed<()> {
        match self.accept(token) {
            true => Ok(()),
            false => Err(format!("'{token}' is missing before '{}'", self.rest)),
        }
    }

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
        if self.depth > DEEPEST {
            return Err("it is nested too deeply".into());
        }
        let value = self.unary_inside();
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

    /// The type in parentheses that comes next, and what is behind it.
    fn cast_type(&self) -> Option<(TypeId, &'t str)> {
        let inside = self.rest.strip_prefix('(')?;
        let mut open = 1;
        let end = inside.find(|c| {
            open += i32::from(c == '(') - i32::from(c == ')');
            open == 0
        })?;
        let wanted = spelled(&inside[..end]);
        let first = wanted.chars().next()?;
        if !first.is_alphabetic() && first != '_' {
            return None;
        }
        let types = &self.program.types;
        let ty = types
            .ids()
            .find(|&ty| spelled(&types.display(ty).to_string()) == wanted)?;
        Some((ty, &inside[end + 1..]))
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
        let variable = self.variable(name);
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

    /// The address of a place; the program must use it already, since it decides where the variable lives.
    fn address_of(&mut self, place: PlaceId) -> Parsed<ExprId> {
        let program = &mut *self.program;
        if let Some(var) = program.terms.place_var(place)
            && !program.vars[var].address_taken
        {
            let name = &program.vars[var].name;
            return Err(format!("the program does not take the address of '{name}'"));
        }
        if program.bit_width(place).is_some() {
            return Err("a bit-field has no address".into());
        }
        Ok(program.addr_of(place, Quals::NONE))
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
        if !token.starts_with(is_word) {
            return Err(match token {
                "" => "an operand is missing at the end".into(),
                _ => format!("'{token}' is not expected here"),
            });
        }
        self.advance();
        if let Some(var) = self.variable(token) {
            return Ok(Value::Place(self.program.var_place(var)));
        }
        if let Some(constant) = self.constant(token) {
            return Ok(Value::Expr(constant));
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

    /// The variable of a name: as it is printed, or else as in the text if there is only one. A local hides a global.
    fn variable(&self, name: &str) -> Option<VarId> {
        let visible = |called: &dyn Fn(&Variable) -> bool| {
            let mut found: Vec<(bool, VarId)> = Vec::new();
            for (id, v) in self.program.vars.iter() {
                let owner = v.kind.owner();
                if called(v) && (owner.is_none() || owner == self.func) {
                    found.push((owner.is_none(), id));
                }
            }
            found.sort_unstable();
            found
        };
        if let Some(&(_, id)) = visible(&|v| &*v.unique == name).first() {
            return Some(id);
        }
        match visible(&|v| &*v.name == name)[..] {
            [(_, only)] => Some(only),
            [(false, local), (true, _), ..] => Some(local),
            _ => None,
        }
    }

    fn constant(&mut self, name: &str) -> Option<ExprId> {
        match name {
            "NULL" | "false" => return Some(self.program.int(0)),
            "true" => return Some(self.program.int(1)),
            _ => {}
        }
        let enums = self.program.types.enums.values();
        let (kind, bits) = enums
            .flat_map(|e| e.constants.iter().map(move |c| (e.kind, c)))
            .find(|(_, (constant, _))| &**constant == name)
            .map(|(kind, (_, bits))| (kind, *bits))?;
        let ty = self.program.types.int_type(kind);
        Some(self.program.int_const(bits, ty))
    }

    /// A number with C's suffixes; in the format of `kind`, if it is given.
    fn number(&mut self, negative: bool, kind: Option<FloatKind>) -> Parsed<ExprId> {
        self.rest = self.rest.trim_start();
        let hex = self.rest.starts_with("0x") || self.rest.starts_with("0X");
        let mut last = ' ';
        let end = self.rest.find(|c: char| {
            let sign = (c == '-' || c == '+') && !hex && (last == 'e' || last == 'E');
            last = c;
            !(c.is_alphanumeric() || c == '.' || sign)
        });
        let token = &self.rest[..end.unwrap_or(self.rest.len())];
        self.rest = &self.rest[token.len()..];
        let bad = || format!("'{token}' is not a number");
        let floating = !hex && token.contains(['.', 'e', 'E']);
        if floating || kind.is_some() {
            let kind = kind.unwrap_or(FloatKind::Double);
            let bits = float::parse(token.trim_end_matches(['f', 'F']), kind).ok_or_else(bad)?;
            let bits = if negative {
                float::neg(bits, kind)
            } else {
                bits
            };
            let ty = self.program.types.float(kind);
            return Ok(self.program.float_const(bits, ty));
        }
        let digits = token.trim_end_matches(['u', 'U', 'l', 'L']);
        let suffix = token[digits.len()..].to_ascii_lowercase();
        let magnitude = match hex {
            true => u128::from_str_radix(&digits[2..], 16),
            false => digits.parse::<u128>(),
        };
        let magnitude = magnitude.map_err(|_| bad())?;
        let kind = self
            .int_kind(&suffix, magnitude, negative)
            .ok_or_else(bad)?;
        let ty = self.program.types.int_type(kind);
        let value = if negative {
            magnitude.wrapping_neg()
        } else {
            magnitude
        };
        Ok(self.program.int_const(value, ty))
    }

    /// The first type that holds a number, among those that its suffix allows.
    fn int_kind(&self, suffix: &str, magnitude: u128, negative: bool) -> Option<IntKind> {
        use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
        let kinds: &[IntKind] = match suffix {
            "" => &[Int, Long, LongLong, ULongLong],
            "u" => &[UInt, ULong, ULongLong],
            "l" => &[Long, LongLong, ULong],
            "ul" | "lu" => &[ULong, ULongLong],
            "ll" => &[LongLong, ULongLong],
            "ull" | "llu" => &[ULongLong],
            _ => return None,
        };
        let fits = |kind: &&IntKind| {
            let width = self.program.types.width(**kind);
            let bits = width - u32::from(kind.is_signed());
            let limit = 1u128 << bits;
            magnitude < limit || (negative && kind.is_signed() && magnitude == limit)
        };
        kinds.iter().find(fits).copied()
    }

    fn rvalue(&mut self, value: Value) -> Parsed<ExprId> {
        let place = match value {
            Value::Expr(expr) => return Ok(expr),
            Value::Place(place) => place,
        };
        if self.program.types.is_array(self.program.place_type(place)) {
            let zero = self.program.index_const(0);
            let first = self.program.index(place, zero);
            return self.address_of(first);
        }
        Ok(self.program.load(place))
    }

    fn deref(&mut self, pointer: ExprId) -> Parsed<PlaceId> {
        let types = &self.program.types;
        match types.target(self.program.type_of(pointer)) {
            Some(target) if types.is_complete(target) && !types.is_function(target) => {
                Ok(self.program.deref(pointer))
            }
            _ => Err("only pointers to objects can be followed".into()),
        }
    }

    fn element(&mut self, base: Value, index: ExprId) -> Parsed<PlaceId> {
        if self
            .program
            .types
            .int_kind(self.program.type_of(index))
            .is_none()
        {
            return Err("an index must be an integer".into());
        }
        if let Value::Place(place) = base
            && self.program.types.is_array(self.program.place_type(place))
        {
            return Ok(self.program.index(place, index));
        }
        let pointer = self.rvalue(base)?;
        let sum = self.operation(BinaryOp::Add, pointer, index)?;
        self.deref(sum)
    }

    fn member(&mut self, base: PlaceId) -> Parsed<PlaceId> {
        let name = self.advance();
        let record = self.program.types.record_of(self.program.place_type(base));
        let path = record.and_then(|r| self.find_member(r, name, 0));
        let path = path.ok_or_else(|| format!("there is no member '{name}'"))?;
        Ok(path
            .into_iter()
            .fold(base, |at, f| self.program.field(at, f)))
    }

    /// The way to a member, through anonymous ones.
    fn find_member(&self, record: RecordId, name: &str, depth: usize) -> Option<Vec<FieldIdx>> {
        let fields = &self.program.types.records[record].fields;
        let called = |(id, field): &(FieldIdx, &frontend::types::Field)| match &field.name {
            Some(own) => &**own == name,
            None => id.to_string() == name,
        };
        if let Some((id, _)) = fields.iter().find(called) {
            return Some(vec![id]);
        }
        let anonymous = fields
            .iter()
            .filter(|(_, f)| f.name.is_none() && depth < 20);
        for (id, field) in anonymous {
            let inner = self.program.types.record_of(field.ty);
            if let Some(mut path) = inner.and_then(|r| self.find_member(r, name, depth + 1)) {
                path.insert(0, id);
                return Some(path);
            }
        }
        None
    }

    fn operation(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Parsed<ExprId> {
        let types = &self.program.types;
        let (ta, tb) = (self.program.type_of(a), self.program.type_of(b));
        match (types.is_pointer(ta), types.is_pointer(tb)) {
            (true, true) if op.is_comparison() => {
                let b = self.program.cast(b, ta);
                Ok(self.program.binary(op, a, b))
            }
            (true, true) if op == BinaryOp::Sub && ta == tb => {
                Ok(self.program.binary(BinaryOp::PtrDiff, a, b))
            }
            (true, false) if op.is_comparison() && types.is_integer(tb) => {
                let b = self.program.cast(b, ta);
                Ok(self.program.binary(op, a, b))
            }
            (true, false) if types.is_integer(tb) => self.pointer_sum(op, a, b),
            (false, true) if op == BinaryOp::Add && types.is_integer(ta) => {
                self.pointer_sum(op, b, a)
            }
            (false, true) if op.is_comparison() && types.is_integer(ta) => {
                let a = self.program.cast(a, tb);
                Ok(self.program.binary(op, a, b))
            }
            (false, false) => self.numbers(op, a, b),
            _ => Err(format!("'{}' does not go with pointers", op.symbol())),
        }
    }

    fn pointer_sum(&mut self, op: BinaryOp, pointer: ExprId, by: ExprId) -> Parsed<ExprId> {
        let by = self.program.cast(by, self.program.types.ptrdiff_t());
        let by = match op {
            BinaryOp::Add => by,
            BinaryOp::Sub => self.program.unary(UnaryOp::Neg, by),
            _ => return Err(format!("'{}' does not go with pointers", op.symbol())),
        };
        let target = self.program.types.target(self.program.type_of(pointer));
        if target
            .and_then(|t| self.program.types.size_or_one(t))
            .is_none()
        {
            return Err("the pointer's target has no size".into());
        }
        Ok(self.program.binary(BinaryOp::PtrAdd, pointer, by))
    }

    fn numbers(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Parsed<ExprId> {
        use BinaryOp::{BitAnd, BitOr, BitXor, Rem, Shl, Shr};
        let types = &mut self.program.types;
        let (ta, tb) = (self.program.terms.type_of(a), self.program.terms.type_of(b));
        if !types.is_arithmetic(ta) || !types.is_arithmetic(tb) {
            return Err("arithmetic needs numbers".into());
        }
        let model = types.model();
        let floats = types.float_kind(ta).max(types.float_kind(tb));
        if floats.is_some() && matches!(op, Rem | BitAnd | BitOr | BitXor | Shl | Shr) {
            return Err(format!("'{}' needs integers", op.symbol()));
        }
        let common = match (floats, types.int_kind(ta), types.int_kind(tb)) {
            _ if ta == tb => ta,
            (Some(kind), ..) => types.float(kind),
            (None, Some(x), Some(_)) if matches!(op, Shl | Shr) => {
                types.int_type(x.promoted(model))
            }
            (None, Some(x), Some(y)) => {
                types.int_type(x.promoted(model).common(y.promoted(model), model))
            }
            _ => return Err("arithmetic needs numbers".into()),
        };
        let a = self.program.cast(a, common);
        let b = self.program.cast(b, common);
        Ok(self.program.binary(op, a, b))
    }
}

/// What names are made of: C's letters, and those that make names unique.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '\'' | '@')
}

/// The end of a name that may be one of a function's static variables: `f::x`.
fn static_name(text: &str, end: usize) -> usize {
    let Some(rest) = text[end..].strip_prefix("::") else {
        return end;
    };
    let more = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    if more == 0 { end } else { end + 2 + more }
}

/// The name of a type with its blanks in one form.
fn spelled(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.replace(" *", "*").replace("( ", "(")
}

#[cfg(test)]
mod tests {
    use super::*;
    use frontend::ir::Stmt;

    const PROGRAM: &str = "
        struct node { int key; unsigned flag : 3; struct node *next; struct { char deep; }; int grid[2][3]; };
        enum mode { OFF, ON = 7 };
        struct node *head, all[4];
        enum mode mode; _Bool ready; unsigned long big; double ratio; float small; short half; void *raw;
        int (*act)(int);
        int twice(int x) { static int calls; calls = calls + 1; if (calls > 9) return 0; x = x + x; return x; }
        int outside(void);
        int main(void) {
            struct node *n = head; int i = outside(), *p = &i; char c = i;
            if (n->next->key == 5) i = 1;
            if (n->flag != 2u) i = 2;
            if (all[i].grid[1][i + 2] < -2147483647 - 1) i = 3;
            if (*p + 1 > i * 3 % 7) i = 4;
            if (c == 'a') i = 5;
            if (mode == ON) i = 6;
            if (ready) i = 7;
            if ((big >> 3 & 0xffful) != 0x8000000000000000ul) i = 8;
            if (ratio < 1.5 || small > 0.1f) i = 9;
            if (half + 1 == 3) i = 10;
            if (act == twice) i = act(3);
            if (((struct node *)raw)->next == &all[2]) i = 11;
            if (n - all > 2) i = 12;
            if (n + i == head) i = 13;
            if (-i == ~i) i = 14;
            if (n->deep) i = 15;
            if ((unsigned char)i > 200) i = 16;
            if (!n) i = 17;
            if (p) i = 18;
            return twice(i);
        }";

    fn program(model: frontend::types::DataModel) -> Program {
        let text = PROGRAM.as_bytes().to_vec();
        let input = frontend::Input::Text {
            name: "test.i".into(),
            text,
        };
        let config = frontend::Config {
            model,
            ..frontend::Config::default()
        };
        frontend::compile(&[input], &config)
            .unwrap_or_else(|f| panic!("{}", f.diagnostics.render(&f.sources)))
            .program
    }

    #[test]
    fn what_is_printed_is_read_as_the_same_term() {
        use frontend::types::DataModel::{Ilp32, Lp64};
        for model in [Lp64, Ilp32] {
            let mut program = program(model);
            let mut exprs = Vec::new();
            for (func, _, cfg) in program.defined() {
                for edge in cfg.edges() {
                    if let Stmt::Assume { cond } = cfg.edge(edge).stmt {
                        exprs.push((func, cond));
                    }
                }
            }
            assert!(exprs.len() > 30);
            for (func, expr) in exprs {
                let text = program.show_expr(expr).to_string();
                let again = expression(&mut program, Some(func), &text);
                let shown = again.clone().map(|e| program.show_expr(e).to_string());
                assert_eq!(again, Ok(expr), "{text}: {shown:?}");
            }
        }
    }

    #[test]
    fn people_may_write_less() {
        let mut program = program(frontend::types::DataModel::Lp64);
        let main = program.function_named("main");
        let mut same = |a: &str, b: &str| {
            let a = expression(&mut program, main, a);
            let b = expression(&mut program, main, b);
            assert!(a.is_ok(), "{a:?}");
            assert_eq!(a, b);
        };
        same("big == 3", "big == 3ul");
        same("c == 97", "(int)c == 97");
        same("n == NULL", "n == (struct node *)0");
        same("!n", "n == (struct node*)0");
        same("mode == ON", "(unsigned int)mode == 7u");
        same("i + 1 << 2 == 3", "((i + 1) << 2) == 3");
        same("all[i].key < *p", "all[(long)i].key < (*p)");
        same("n->deep == 0", "(int)n->field3.deep == 0");
        same("n[1].key == 2", "(n + 1)->key == 2");
    }

    #[test]
    fn mistakes_are_told() {
        let mut program = program(frontend::types::DataModel::Lp64);
        let main = program.function_named("main");
        let mut why = |text: &str| match expression(&mut program, main, text) {
            Err(why) => why,
            Ok(expr) => panic!("{text} is {:?}", program.terms.expr(expr).kind),
        };
        assert_eq!(
            why("j == 1"),
            "there is no 'j' in 'main' and among the globals"
        );
        assert_eq!(
            why("i == 1 && i == 2"),
            "one condition per line, without && and ||"
        );
        assert_eq!(why("i =="), "an operand is missing at the end");
        assert_eq!(why("i = 1"), "'=' is not expected here");
        assert_eq!(why("n->nothing"), "there is no member 'nothing'");
        assert_eq!(why("*i == 2"), "only pointers to objects can be followed");
        assert_eq!(
            why("&n == 0"),
            "the program does not take the address of 'n'"
        );
        assert_eq!(why("*n == 0"), "arithmetic needs numbers");
        assert_eq!(why("ratio % 2"), "'%' needs integers");
        assert_eq!(why("n * 2"), "'*' does not go with pointers");
        assert_eq!(
            why("99999999999999999999999999999 == i"),
            "'99999999999999999999999999999' is not a number"
        );
        assert_eq!(why(&"(".repeat(100_000)), "it is nested too deeply");
        assert_eq!(why(&"-".repeat(100_000)), "it is nested too deeply");
    }
}
