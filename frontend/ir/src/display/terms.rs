//! Expressions and places as text.

use super::Shown;
use crate::program::Program;
use crate::term::{ExprId, ExprKind, PlaceId, PlaceKind, UnaryOp};
use crate::types::{IntKind, TypeId, TypeKind};
use crate::{VarId, float};
use std::fmt::{self, Write};

/// What a constant of a pointer type is called.
pub type Pointers<'a> = &'a dyn Fn(u128, TypeId) -> Option<String>;

impl Program {
    pub fn show_expr(&self, id: ExprId) -> Shown<'_, ExprId> {
        Shown {
            program: self,
            item: id,
        }
    }

    /// The same, with names for some pointers that are constants, and for some variables other ones than they have.
    pub fn show_expr_with(
        &self,
        id: ExprId,
        pointers: Pointers<'_>,
        names: &dyn Fn(VarId) -> Option<String>,
    ) -> String {
        let mut text = String::new();
        Writer {
            program: self,
            out: &mut text,
            pointers: Some(pointers),
            names: Some(names),
        }
        .run(Piece::Expr(id, false));
        text
    }

    pub fn show_place(&self, id: PlaceId) -> Shown<'_, PlaceId> {
        Shown {
            program: self,
            item: id,
        }
    }
}

impl fmt::Display for Shown<'_, ExprId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        Writer {
            program: self.program,
            out: &mut text,
            pointers: None,
            names: None,
        }
        .run(Piece::Expr(self.item, false));
        f.write_str(&text)
    }
}

impl fmt::Display for Shown<'_, PlaceId> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        Writer {
            program: self.program,
            out: &mut text,
            pointers: None,
            names: None,
        }
        .run(Piece::Place(self.item));
        f.write_str(&text)
    }
}

/// What is left to write; an explicit stack, since terms may be deeper than the stack.
enum Piece {
    Text(&'static str),
    Owned(String),
    /// The flag asks for parentheses around operators.
    Expr(ExprId, bool),
    Place(PlaceId),
}

struct Writer<'a> {
    program: &'a Program,
    out: &'a mut String,
    pointers: Option<Pointers<'a>>,
    names: Option<&'a dyn Fn(VarId) -> Option<String>>,
}

impl Writer<'_> {
    fn run(&mut self, first: Piece) {
        let mut stack = vec![first];
        while let Some(piece) = stack.pop() {
            let pieces = match piece {
                Piece::Text(text) => {
                    self.out.push_str(text);
                    continue;
                }
                Piece::Owned(text) => {
                    self.out.push_str(&text);
                    continue;
                }
                Piece::Expr(e, nested) => self.expr(e, nested),
                Piece::Place(p) => self.place(p),
            };
            stack.extend(pieces.into_iter().rev());
        }
    }

    fn expr(&self, id: ExprId, nested: bool) -> Vec<Piece> {
        let p = self.program;
        let expr = p.terms.expr(id);
        match expr.kind {
            ExprKind::Int(bits) => {
                let pointer = self.pointers.filter(|_| p.types.is_pointer(expr.ty));
                let named = pointer.and_then(|name| name(bits, expr.ty));
                vec![Piece::Owned(
                    named.unwrap_or_else(|| self.constant(bits, id)),
                )]
            }
            ExprKind::Float(bits) => {
                let kind = p.types.float_kind(expr.ty).expect("a float type");
                let text = float::display(bits, kind);
                vec![Piece::Owned(format!("({}){text}", kind.name()))]
            }
            ExprKind::Zero => vec![Piece::Owned(format!("({}){{}}", p.types.display(expr.ty)))],
            ExprKind::Load(place) => vec![Piece::Place(place)],
            ExprKind::AddrOf(place) => vec![Piece::Text("&"), Piece::Place(place)],
            ExprKind::FuncAddr(func) => vec![Piece::Owned(format!("&{}", p.funcs[func].unique))],
            ExprKind::LabelAddr(_, label) => vec![Piece::Owned(format!("&&{label}"))],
            ExprKind::Unary(op, arg) => {
                let symbol = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                };
                vec![Piece::Text(symbol), Piece::Expr(arg, true)]
            }
            ExprKind::Cast(arg) => vec![
                Piece::Owned(format!("({})", p.types.display(expr.ty))),
                Piece::Expr(arg, true),
            ],
            ExprKind::Binary(op, a, b) => vec![
                Piece::Text(if nested { "(" } else { "" }),
                Piece::Expr(a, true),
                Piece::Owned(format!(" {} ", op.symbol())),
                Piece::Expr(b, true),
                Piece::Text(if nested { ")" } else { "" }),
            ],
        }
    }

    /// Plain for `int`, with C's suffix where there is one, a cast elsewhere.
    fn constant(&self, bits: u128, id: ExprId) -> String {
        let p = self.program;
        let ty = p.type_of(id);
        let value = p.const_value(id).unwrap_or(0);
        let mut text = String::new();
        let suffix = match *p.types.kind(ty) {
            TypeKind::Int(IntKind::Int) => Some(""),
            TypeKind::Int(IntKind::UInt) => Some("u"),
            TypeKind::Int(IntKind::Long) => Some("l"),
            TypeKind::Int(IntKind::ULong) => Some("ul"),
            TypeKind::Int(IntKind::LongLong) => Some("ll"),
            TypeKind::Int(IntKind::ULongLong) => Some("ull"),
            _ => None,
        };
        let unsigned = p.types.bits_kind(ty).is_some_and(|k| !k.is_signed());
        match suffix {
            Some(suffix) if unsigned => write!(text, "{bits}{suffix}"),
            Some(suffix) => write!(text, "{value}{suffix}"),
            None if unsigned => write!(text, "({}){bits}", p.types.display(ty)),
            None => write!(text, "({}){value}", p.types.display(ty)),
        }
        .expect("writing to a string succeeds");
        text
    }

    fn place(&self, id: PlaceId) -> Vec<Piece> {
        let p = self.program;
        match p.terms.place(id).kind {
            PlaceKind::Var(var) => {
                let named = self.names.and_then(|names| names(var));
                let name = named.unwrap_or_else(|| p.vars[var].unique.to_string());
                vec![Piece::Owned(name)]
            }
            PlaceKind::Deref(e) => vec![Piece::Text("(*"), Piece::Expr(e, true), Piece::Text(")")],
            PlaceKind::Index(base, index) => vec![
                Piece::Place(base),
                Piece::Text("["),
                Piece::Expr(index, false),
                Piece::Text("]"),
            ],
            PlaceKind::Field(base, field) => {
                let record = p.types.record_of(p.place_type(base)).expect("a record");
                let name = match &p.types.records[record].fields[field].name {
                    Some(name) => name.to_string(),
                    None => field.to_string(),
                };
                if let PlaceKind::Deref(e) = p.terms.place(base).kind {
                    // A cast or an operator before the pointer would take the member for its operand.
                    let plain = matches!(
                        p.terms.expr(e).kind,
                        ExprKind::Load(_) | ExprKind::Binary(..)
                    );
                    let (open, close) = if plain { ("", "") } else { ("(", ")") };
                    return vec![
                        Piece::Text(open),
                        Piece::Expr(e, true),
                        Piece::Text(close),
                        Piece::Owned(format!("->{name}")),
                    ];
                }
                vec![Piece::Place(base), Piece::Owned(format!(".{name}"))]
            }
        }
    }
}
