//! Expressions.

use super::super::ast::*;
use super::super::cst::{Kind, NodeIx};
use super::super::literal::{self, Number};
use super::super::token::Tok;
use super::Converter;
use source::deeper;

impl Converter<'_, '_> {
    pub(super) fn expr(&mut self, node: NodeIx) -> ExprId {
        deeper(|| self.any_expr(node))
    }

    fn any_expr(&mut self, node: NodeIx) -> ExprId {
        let first = self.cst.first_child(node);
        match (self.kind(node), first) {
            (Kind::Value | Kind::Name, _) => self.operand(node),
            (Kind::Paren, Some(inner)) => self.parenthesised(inner),
            (Kind::Comma, Some(_)) => self.comma(node),
            (Kind::Binary, Some(left)) => self.binary(node, left),
            (Kind::Assign, Some(left)) => self.assignment(node, left),
            (Kind::Conditional, Some(_)) => self.conditional(node),
            (Kind::Prefix, Some(arg)) => self.prefix(node, arg),
            (Kind::Cast, Some(ty)) => self.cast(node, ty),
            (Kind::Sizeof, Some(arg)) => self.sizeof(node, arg),
            (Kind::Subscript, Some(base)) => self.subscript(node, base),
            (Kind::Call, Some(callee)) => self.call(node, callee),
            (Kind::MemberAccess, Some(base)) => self.member(node, base),
            (Kind::CompoundLiteral, Some(ty)) => self.compound_literal(node, ty),
            _ => self.bad(node),
        }
    }

    /// An operand of an operator that binds more tightly than assignment. The grammar takes
    /// `a + *b = c` as `a + (*b = c)`; in C it is an error.
    fn tight_operand(&mut self, node: NodeIx) -> ExprId {
        if self.kind(node) == Kind::Assign
            && let Some(left) = self.cst.first_child(node)
        {
            let operator = self.node(left).last + 1;
            let span = self.words_span(operator, operator);
            let text = String::from_utf8_lossy(self.token_bytes(self.origin(operator).first));
            let message = format!("what stands before `{text}` cannot be assigned");
            self.error(span, message);
        }
        self.expr(node)
    }

    /// Stands for an expression that could not be made, after an error message.
    fn bad(&mut self, node: NodeIx) -> ExprId {
        self.unexpected(node);
        self.zero(node)
    }

    fn zero(&mut self, node: NodeIx) -> ExprId {
        let zero = IntLit {
            value: 0,
            decimal: true,
            unsigned: false,
            longs: 0,
            imaginary: false,
        };
        let span = self.span(node);
        self.push_expr(span, ExprKind::Int(zero))
    }

    fn second(&self, node: NodeIx) -> NodeIx {
        self.cst.children(node).nth(1).unwrap_or(node)
    }

    fn parenthesised(&mut self, inner: NodeIx) -> ExprId {
        if self.kind(inner) != Kind::Block {
            return self.expr(inner);
        }
        let block = self.stmt(inner);
        let span = self.span(inner);
        self.push_expr(span, ExprKind::StmtExpr(block))
    }

    /// Names and constants.
    fn operand(&mut self, node: NodeIx) -> ExprId {
        let word = self.node(node).first;
        let origin = self.origin(word);
        let span = self.span(node);
        let kind = match self.word_kind(word) {
            Tok::Ident => Ok(ExprKind::Ident(self.word_symbol(word))),
            Tok::Number => self.number(origin.first),
            Tok::Char => literal::character(self.token_bytes(origin.first)).map(ExprKind::Char),
            Tok::Str => Ok(ExprKind::Str(self.strings(origin.first, origin.last))),
            Tok::AndAnd => Ok(ExprKind::LabelAddr(self.token(origin.last).symbol)),
            _ => Err("this cannot stand here".to_owned()),
        };
        match kind {
            Ok(kind) => self.push_expr(span, kind),
            Err(message) => {
                self.error(span, message);
                self.zero(node)
            }
        }
    }

    fn number(&mut self, token: u32) -> Result<ExprKind, String> {
        let text = std::str::from_utf8(self.token_bytes(token)).unwrap_or("");
        Ok(match literal::number(text)? {
            Number::Int(literal) => ExprKind::Int(literal),
            Number::Float {
                text,
                value,
                ty,
                imaginary,
            } => {
                let text = self.cx.interner.intern(text);
                ExprKind::Float(FloatLit {
                    text,
                    value,
                    ty,
                    imaginary,
                })
            }
        })
    }

    /// `a, b, c` comes out of the grammar as `a, (b, c)` and is made `(a, b), c`.
    fn comma(&mut self, node: NodeIx) -> ExprId {
        let start = self.node(node).first;
        let mut rest = node;
        let mut result = None;
        loop {
            let is_comma = self.kind(rest) == Kind::Comma;
            let part = if is_comma {
                self.cst.first_child(rest).unwrap_or(rest)
            } else {
                rest
            };
            let value = self.expr(part);
            result = Some(match result {
                None => value,
                Some(lhs) => {
                    let span = self.words_span(start, self.node(part).last);
                    self.push_expr(span, ExprKind::Comma { lhs, rhs: value })
                }
            });
            if !is_comma {
                break;
            }
            rest = self.second(rest);
        }
        result.unwrap_or_else(|| self.zero(node))
    }

    fn binary(&mut self, node: NodeIx, left: NodeIx) -> ExprId {
        let Some(op) = binary_operator(self.word_kind(self.node(left).last + 1)) else {
            return self.bad(node);
        };
        let right = self.second(node);
        let lhs = self.tight_operand(left);
        let rhs = self.tight_operand(right);
        let span = self.span(node);
        self.push_expr(span, ExprKind::Binary { op, lhs, rhs })
    }

    fn assignment(&mut self, node: NodeIx, left: NodeIx) -> ExprId {
        let op = assignment_operator(self.word_kind(self.node(left).last + 1));
        let right = self.second(node);
        let lhs = self.expr(left);
        let rhs = self.expr(right);
        let span = self.span(node);
        self.push_expr(span, ExprKind::Assign { op, lhs, rhs })
    }

    fn conditional(&mut self, node: NodeIx) -> ExprId {
        let children = self.children(node);
        let (cond, then, otherwise) = match children[..] {
            [cond, otherwise] => (cond, None, otherwise),
            [cond, then, otherwise] => (cond, Some(then), otherwise),
            _ => return self.bad(node),
        };
        let cond = self.expr(cond);
        let then = then.map(|then| self.expr(then));
        let otherwise = self.tight_operand(otherwise);
        let span = self.span(node);
        self.push_expr(
            span,
            ExprKind::Conditional {
                cond,
                then,
                otherwise,
            },
        )
    }

    fn prefix(&mut self, node: NodeIx, arg: NodeIx) -> ExprId {
        let op = match self.word_kind(self.node(node).first) {
            Tok::Plus => UnaryOp::Plus,
            Tok::Minus => UnaryOp::Minus,
            Tok::Bang => UnaryOp::Not,
            Tok::Tilde => UnaryOp::BitNot,
            Tok::Star => UnaryOp::Deref,
            Tok::Amp => UnaryOp::AddrOf,
            Tok::PlusPlus => UnaryOp::PreInc,
            Tok::MinusMinus => UnaryOp::PreDec,
            Tok::Real => UnaryOp::Real,
            Tok::Imag => UnaryOp::Imag,
            _ => return self.bad(node),
        };
        let arg = self.tight_operand(arg);
        let span = self.span(node);
        self.push_expr(span, ExprKind::Unary { op, arg })
    }

    fn cast(&mut self, node: NodeIx, ty: NodeIx) -> ExprId {
        let arg = self.second(node);
        let ty = self.type_name(ty);
        let arg = self.tight_operand(arg);
        let span = self.span(node);
        self.push_expr(span, ExprKind::Cast { ty, arg })
    }

    fn compound_literal(&mut self, node: NodeIx, ty: NodeIx) -> ExprId {
        let list = self.second(node);
        let ty = self.type_name(ty);
        let init = self.initializer(list);
        let span = self.span(node);
        self.push_expr(span, ExprKind::CompoundLiteral { ty, init })
    }

    fn sizeof(&mut self, node: NodeIx, arg: NodeIx) -> ExprId {
        let word = self.word_kind(self.node(node).first);
        let preferred = word == Tok::AlignofGnu;
        let kind = match (word, self.kind(arg)) {
            (Tok::Sizeof, Kind::TypeName) => ExprKind::SizeofType(self.type_name(arg)),
            (Tok::Sizeof, _) => ExprKind::SizeofExpr(self.tight_operand(arg)),
            (_, Kind::TypeName) => ExprKind::AlignofType {
                ty: self.type_name(arg),
                preferred,
            },
            _ => ExprKind::AlignofExpr {
                arg: self.tight_operand(arg),
                preferred,
            },
        };
        let span = self.span(node);
        self.push_expr(span, kind)
    }

    /// A subscript, or a postfix operator that was emitted like one.
    fn subscript(&mut self, node: NodeIx, base: NodeIx) -> ExprId {
        let op = match self.word_kind(self.node(base).last + 1) {
            Tok::PlusPlus => Some(UnaryOp::PostInc),
            Tok::MinusMinus => Some(UnaryOp::PostDec),
            _ => None,
        };
        let index = self.second(node);
        let base = self.expr(base);
        let kind = match op {
            Some(op) => ExprKind::Unary { op, arg: base },
            None => ExprKind::Index {
                base,
                index: self.expr(index),
            },
        };
        let span = self.span(node);
        self.push_expr(span, kind)
    }

    fn member(&mut self, node: NodeIx, base: NodeIx) -> ExprId {
        let arrow = self.word_kind(self.node(base).last + 1) == Tok::Arrow;
        let field = self.word_symbol(self.node(node).last);
        let base = self.expr(base);
        let span = self.span(node);
        self.push_expr(span, ExprKind::Member { base, field, arrow })
    }

    fn call(&mut self, node: NodeIx, callee: NodeIx) -> ExprId {
        let args = self.second(node);
        let args = self.children(args);
        let builtin = match self.kind(callee) {
            Kind::Value | Kind::Name if args.is_empty() => self.place_builtin(node, callee),
            Kind::Value => self.builtin(self.word_kind(self.node(callee).first), &args),
            _ => None,
        };
        let kind = match builtin {
            Some(kind) => kind,
            None => {
                let callee = self.expr(callee);
                let args = args.into_iter().map(|arg| self.expr(arg)).collect();
                ExprKind::Call { callee, args }
            }
        };
        let span = self.span(node);
        self.push_expr(span, kind)
    }

    /// `__builtin_LINE()` and its like: where the call is written.
    fn place_builtin(&mut self, node: NodeIx, callee: NodeIx) -> Option<ExprKind> {
        let name = self.word_token(self.node(callee).first);
        let bytes = &self.cx.unit.text()[name.start as usize..name.end as usize];
        let lines = self.cx.unit.lines();
        let origin = lines.origin(lines.line_at(name.start));
        match bytes {
            b"__builtin_LINE" => Some(ExprKind::Int(IntLit {
                value: origin.line.into(),
                decimal: true,
                unsigned: false,
                longs: 0,
                imaginary: false,
            })),
            b"__builtin_FILE" => Some(ExprKind::Str(StrLit {
                span: self.span(node),
                encoding: Encoding::Plain,
                units: lines
                    .file_name(origin.file)
                    .bytes()
                    .map(u32::from)
                    .collect(),
            })),
            b"__builtin_FUNCTION" => Some(ExprKind::Ident(self.cx.interner.intern("__func__"))),
            _ => None,
        }
    }

    /// The built-ins whose arguments are not all expressions.
    fn builtin(&mut self, keyword: Tok, args: &[NodeIx]) -> Option<ExprKind> {
        Some(match (keyword, args) {
            (Tok::VaArg, &[list, ty]) => {
                let list = self.expr(list);
                ExprKind::VaArg {
                    list,
                    ty: self.type_argument(ty)?,
                }
            }
            (Tok::ConvertVector, &[arg, ty]) => {
                let arg = self.expr(arg);
                ExprKind::ConvertVector {
                    arg,
                    ty: self.type_argument(ty)?,
                }
            }
            (Tok::TypesCompatible, &[a, b]) => {
                let a = self.type_argument(a)?;
                ExprKind::TypesCompatible(a, self.type_argument(b)?)
            }
            (Tok::ChooseExpr, &[cond, then, otherwise]) => {
                let cond = self.expr(cond);
                let then = self.expr(then);
                ExprKind::Choose {
                    cond,
                    then,
                    otherwise: self.expr(otherwise),
                }
            }
            (Tok::Offsetof, &[ty, path]) => {
                let ty = self.type_argument(ty)?;
                ExprKind::Offsetof {
                    ty,
                    path: self.offsetof_path(path),
                }
            }
            (Tok::Generic, &[control, ref rest @ ..]) => {
                let control = self.expr(control);
                let assocs = rest
                    .chunks_exact(2)
                    .map(|pair| self.association(pair[0], pair[1]));
                ExprKind::Generic {
                    control,
                    assocs: assocs.collect(),
                }
            }
            _ => return None,
        })
    }

    /// A type that was emitted as `sizeof ( T )`.
    fn type_argument(&mut self, node: NodeIx) -> Option<TypeId> {
        let name = self.cst.first_child(node)?;
        (self.kind(name) == Kind::TypeName).then(|| self.type_name(name))
    }

    fn association(&mut self, ty: NodeIx, expr: NodeIx) -> GenericAssoc {
        let ty = self.type_argument(ty);
        GenericAssoc {
            ty,
            expr: self.expr(expr),
        }
    }

    fn offsetof_path(&mut self, path: NodeIx) -> Vec<OffsetofStep> {
        let mut steps = Vec::new();
        let mut next = Some(path);
        while let Some(node) = next {
            next = self.cst.first_child(node);
            match self.kind(node) {
                Kind::Subscript => {
                    let index = self.second(node);
                    steps.push(OffsetofStep::Index(self.expr(index)));
                }
                Kind::MemberAccess => {
                    let base_last = next.map_or(0, |base| self.node(base).last);
                    // `a->b` means `a[0].b`.
                    steps.push(OffsetofStep::Field(self.word_symbol(self.node(node).last)));
                    if self.word_kind(base_last + 1) == Tok::Arrow {
                        let zero = self.zero(node);
                        steps.push(OffsetofStep::Index(zero));
                    }
                }
                Kind::Value => {
                    steps.push(OffsetofStep::Field(self.word_symbol(self.node(node).first)));
                }
                _ => {
                    self.unexpected(node);
                    break;
                }
            }
        }
        steps.reverse();
        steps
    }
}

fn binary_operator(kind: Tok) -> Option<BinaryOp> {
    Some(match kind {
        Tok::Star => BinaryOp::Mul,
        Tok::Slash => BinaryOp::Div,
        Tok::Percent => BinaryOp::Rem,
        Tok::Plus => BinaryOp::Add,
        Tok::Minus => BinaryOp::Sub,
        Tok::Shl => BinaryOp::Shl,
        Tok::Shr => BinaryOp::Shr,
        Tok::Lt => BinaryOp::Lt,
        Tok::Gt => BinaryOp::Gt,
        Tok::Le => BinaryOp::Le,
        Tok::Ge => BinaryOp::Ge,
        Tok::EqEq => BinaryOp::Eq,
        Tok::Ne => BinaryOp::Ne,
        Tok::Amp => BinaryOp::BitAnd,
        Tok::Caret => BinaryOp::BitXor,
        Tok::Pipe => BinaryOp::BitOr,
        Tok::AndAnd => BinaryOp::LogAnd,
        Tok::OrOr => BinaryOp::LogOr,
        _ => return None,
    })
}

fn assignment_operator(kind: Tok) -> Option<BinaryOp> {
    Some(match kind {
        Tok::StarAssign => BinaryOp::Mul,
        Tok::SlashAssign => BinaryOp::Div,
        Tok::PercentAssign => BinaryOp::Rem,
        Tok::PlusAssign => BinaryOp::Add,
        Tok::MinusAssign => BinaryOp::Sub,
        Tok::ShlAssign => BinaryOp::Shl,
        Tok::ShrAssign => BinaryOp::Shr,
        Tok::AmpAssign => BinaryOp::BitAnd,
        Tok::CaretAssign => BinaryOp::BitXor,
        Tok::PipeAssign => BinaryOp::BitOr,
        _ => return None,
    })
}
