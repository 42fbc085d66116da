//! Expressions: everything but names, constants, calls and accesses is in parentheses.

use std::fmt::Write;

use super::super::ast::*;
use super::Printer;

impl Printer<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        self.deep(|this| this.any_expr(id));
    }

    fn any_expr(&mut self, id: ExprId) {
        match &self.ast.exprs[id].kind {
            ExprKind::Ident(name) => self.name(*name),
            ExprKind::Int(literal) => self.int(*literal),
            ExprKind::Float(literal) => self.float(literal),
            ExprKind::Char(literal) => self.character(*literal),
            ExprKind::Str(literal) => self.string(literal),
            ExprKind::Unary { op, arg } => self.unary(*op, *arg),
            ExprKind::Binary { op, lhs, rhs } => self.infix(*lhs, binary_text(*op), "", *rhs),
            ExprKind::Assign { op, lhs, rhs } => {
                self.infix(*lhs, op.map_or("", binary_text), "=", *rhs);
            }
            ExprKind::Comma { lhs, rhs } => self.infix(*lhs, ",", "", *rhs),
            ExprKind::Conditional {
                cond,
                then,
                otherwise,
            } => {
                self.put("(");
                self.expr(*cond);
                self.put(" ? ");
                then.iter().for_each(|then| self.expr(*then));
                self.put(" : ");
                self.expr(*otherwise);
                self.put(")");
            }
            ExprKind::Call { callee, args } => {
                self.expr(*callee);
                self.put("(");
                self.separated(args, ", ", |this, arg| this.expr(*arg));
                self.put(")");
            }
            ExprKind::Index { base, index } => {
                self.expr(*base);
                self.put("[");
                self.expr(*index);
                self.put("]");
            }
            ExprKind::Member { base, field, arrow } => {
                self.expr(*base);
                // The space keeps a number, should one stand there, from taking the point.
                self.put(if *arrow { "->" } else { " ." });
                self.name(*field);
            }
            ExprKind::StmtExpr(block) => {
                self.put("(");
                self.stmt(*block);
                self.put(")");
            }
            ExprKind::LabelAddr(label) => {
                self.put("(&&");
                self.name(*label);
                self.put(")");
            }
            kind => self.typed(kind),
        }
    }

    /// Expressions with a type in them.
    fn typed(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Cast { ty, arg } => {
                self.put("((");
                self.type_name(*ty);
                self.put(")");
                self.expr(*arg);
                self.put(")");
            }
            ExprKind::CompoundLiteral { ty, init } => {
                self.put("(");
                self.type_name(*ty);
                self.put(")");
                self.initializer(*init);
            }
            ExprKind::SizeofExpr(arg) => self.of_expr("sizeof (", *arg),
            ExprKind::SizeofType(ty) => self.of_type("sizeof (", *ty),
            ExprKind::AlignofExpr { arg, preferred } => self.of_expr(alignof(*preferred), *arg),
            ExprKind::AlignofType { ty, preferred } => self.of_type(alignof(*preferred), *ty),
            ExprKind::Generic { control, assocs } => {
                self.put("_Generic(");
                self.expr(*control);
                for assoc in assocs {
                    self.put(", ");
                    match assoc.ty {
                        Some(ty) => self.type_name(ty),
                        None => self.put("default"),
                    }
                    self.put(" : ");
                    self.expr(assoc.expr);
                }
                self.put(")");
            }
            ExprKind::VaArg { list, ty } => {
                self.put("__builtin_va_arg(");
                self.expr(*list);
                self.put(", ");
                self.type_name(*ty);
                self.put(")");
            }
            ExprKind::ConvertVector { arg, ty } => {
                self.put("__builtin_convertvector(");
                self.expr(*arg);
                self.put(", ");
                self.type_name(*ty);
                self.put(")");
            }
            ExprKind::Offsetof { ty, path } => self.offsetof(*ty, path),
            ExprKind::TypesCompatible(a, b) => {
                self.put("__builtin_types_compatible_p(");
                self.type_name(*a);
                self.put(", ");
                self.type_name(*b);
                self.put(")");
            }
            ExprKind::Choose {
                cond,
                then,
                otherwise,
            } => {
                self.put("__builtin_choose_expr(");
                self.separated(&[*cond, *then, *otherwise], ", ", |this, arg| {
                    this.expr(*arg)
                });
                self.put(")");
            }
            // All other kinds are printed by `any_expr`.
            _ => {}
        }
    }

    fn of_expr(&mut self, head: &str, arg: ExprId) {
        self.put("(");
        self.put(head);
        self.expr(arg);
        self.put("))");
    }

    fn of_type(&mut self, head: &str, ty: TypeId) {
        self.put("(");
        self.put(head);
        self.type_name(ty);
        self.put("))");
    }

    fn infix(&mut self, lhs: ExprId, op: &str, equals: &str, rhs: ExprId) {
        self.put("(");
        self.expr(lhs);
        self.put(" ");
        self.put(op);
        self.put(equals);
        self.put(" ");
        self.expr(rhs);
        self.put(")");
    }

    fn unary(&mut self, op: UnaryOp, arg: ExprId) {
        let (before, after) = match op {
            UnaryOp::Plus => ("(+", ")"),
            UnaryOp::Minus => ("(-", ")"),
            UnaryOp::Not => ("(!", ")"),
            UnaryOp::BitNot => ("(~", ")"),
            UnaryOp::Deref => ("(*", ")"),
            UnaryOp::AddrOf => ("(&", ")"),
            UnaryOp::PreInc => ("(++", ")"),
            UnaryOp::PreDec => ("(--", ")"),
            UnaryOp::PostInc => ("(", "++)"),
            UnaryOp::PostDec => ("(", "--)"),
            UnaryOp::Real => ("(__real__ ", ")"),
            UnaryOp::Imag => ("(__imag__ ", ")"),
        };
        self.put(before);
        self.expr(arg);
        self.put(after);
    }

    fn offsetof(&mut self, ty: TypeId, path: &[OffsetofStep]) {
        self.put("__builtin_offsetof(");
        self.type_name(ty);
        self.put(", ");
        for (index, step) in path.iter().enumerate() {
            match step {
                OffsetofStep::Field(name) => {
                    self.put(if index > 0 { "." } else { "" });
                    self.name(*name);
                }
                OffsetofStep::Index(at) => {
                    self.put("[");
                    self.expr(*at);
                    self.put("]");
                }
            }
        }
        self.put(")");
    }

    fn int(&mut self, literal: IntLit) {
        let _ = match literal.decimal {
            true => write!(self.out, "{}", literal.value),
            false => write!(self.out, "{:#x}", literal.value),
        };
        self.put(if literal.unsigned { "u" } else { "" });
        self.put(["", "l", "ll"][usize::from(literal.longs.min(2))]);
        self.put(if literal.imaginary { "i" } else { "" });
    }

    fn float(&mut self, literal: &FloatLit) {
        self.name(literal.text);
        self.put(match literal.ty {
            BaseType::Float => "f",
            BaseType::LongDouble => "l",
            BaseType::Float16 => "f16",
            BaseType::Float32 => "f32",
            BaseType::Float64 => "f64",
            BaseType::Float128 => "f128",
            BaseType::Float32x => "f32x",
            BaseType::Float64x => "f64x",
            BaseType::Float80 => "w",
            BaseType::Decimal32 => "df",
            BaseType::Decimal64 => "dd",
            BaseType::Decimal128 => "dl",
            _ => "",
        });
        self.put(if literal.imaginary { "i" } else { "" });
    }

    fn character(&mut self, literal: CharLit) {
        let narrow = matches!(literal.encoding, Encoding::Plain | Encoding::Utf8);
        self.put(prefix(literal.encoding));
        self.put("'");
        if narrow && i8::try_from(literal.value).is_err() {
            // Several characters: their bytes, the first in the highest place.
            let bytes = (literal.value as u32).to_be_bytes();
            let zeros = bytes.iter().take(2).take_while(|&&byte| byte == 0).count();
            for &byte in &bytes[zeros..] {
                self.unit(u32::from(byte), true, '\'');
            }
        } else {
            let mask = if narrow { 0xff } else { u32::MAX };
            self.unit(literal.value as u32 & mask, narrow, '\'');
        }
        self.put("'");
    }

    pub(super) fn string(&mut self, literal: &StrLit) {
        let narrow = matches!(literal.encoding, Encoding::Plain | Encoding::Utf8);
        let prefix = prefix(literal.encoding);
        self.put(prefix);
        self.put("\"");
        for &unit in &literal.units {
            let plain = self.unit(unit, narrow, '"');
            if !plain && !narrow {
                // A digit after a hexadecimal escape would belong to it.
                self.put("\" ");
                self.put(prefix);
                self.put("\"");
            }
        }
        self.put("\"");
    }

    /// A code unit in a literal; whether it was printed as itself.
    fn unit(&mut self, unit: u32, narrow: bool, quote: char) -> bool {
        match char::from_u32(unit) {
            Some('\n') => self.put("\\n"),
            Some(plain) if plain == quote || plain == '\\' => {
                self.out.push('\\');
                self.out.push(plain);
            }
            // No question marks: two of them start a trigraph.
            Some(plain) if (plain == ' ' || plain.is_ascii_graphic()) && plain != '?' => {
                self.out.push(plain);
            }
            _ if narrow => {
                let _ = write!(self.out, "\\{unit:03o}");
            }
            _ => {
                let _ = write!(self.out, "\\x{unit:x}");
                return false;
            }
        }
        true
    }
}

fn prefix(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Plain => "",
        Encoding::Utf8 => "u8",
        Encoding::Utf16 => "u",
        Encoding::Utf32 => "U",
        Encoding::Wide => "L",
    }
}

fn alignof(preferred: bool) -> &'static str {
    if preferred {
        "__alignof__ ("
    } else {
        "_Alignof ("
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::LogAnd => "&&",
        BinaryOp::LogOr => "||",
    }
}
