//! From the flattened tree of an emitted text, and the source's tokens, to the [`Ast`].
//!
//! The tree gives the structure; what each word stands for is read from the source token it came
//! from. Errors that show only here (a malformed constant, `long float`) are diagnostics; nothing
//! the tree holds makes the conversion panic, and a node of an unknown shape is an error message.
//! Children are made before their parents. Recursion runs on a growing stack.

mod attr;
mod decl;
mod expr;
mod record;
mod stmt;
mod types;

use super::ast::*;
use super::cst::{Cst, CstNode, CstParser, Kind, NodeIx};
use super::emit::Origin;
use super::lexer::Tokens;
use super::respell::Chunk;
use super::token::{Tok, Token};
use source::{Diagnostic, Diagnostics, Interner, Span, Symbol, Unit};

/// What outlives the conversion of one chunk.
pub(crate) struct Context<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) tokens: &'a Tokens,
    pub(crate) interner: &'a mut Interner,
    pub(crate) diagnostics: &'a mut Diagnostics,
    pub(crate) parser: &'a mut CstParser,
    pub(crate) ast: &'a mut Ast,
}

/// Converts one external declaration.
pub(crate) fn convert(context: &mut Context<'_>, chunk: &Chunk, cst: &Cst) {
    for pragma in &context.tokens.pragmas[chunk.pragmas.clone()] {
        let text = &context.unit.text()[pragma.start as usize..pragma.end as usize];
        let text = String::from_utf8_lossy(text).into_owned();
        if !text.starts_with("pack") {
            let span = context.unit.span(pragma.start, pragma.end);
            context.ast.pragmas.push(Pragma {
                span,
                text,
                after: context.ast.items.len(),
            });
        }
    }
    let mut converter = Converter::new(context, chunk, cst);
    for node in cst.children(Cst::ROOT) {
        if let Some(item) = converter.item(node) {
            converter.cx.ast.items.push(item);
        }
    }
    converter.report_unused_attributes();
}

pub(super) struct Converter<'c, 'a> {
    cx: &'c mut Context<'a>,
    chunk: &'c Chunk,
    cst: &'c Cst,
    /// For each attribute of the chunk (and one past the last) itself, or if it has found its node
    /// a later one.
    attr_next: Vec<u32>,
}

impl<'c, 'a> Converter<'c, 'a> {
    fn new(cx: &'c mut Context<'a>, chunk: &'c Chunk, cst: &'c Cst) -> Self {
        let attr_next = (0..=chunk.attrs.len() as u32).collect();
        Converter {
            cx,
            chunk,
            cst,
            attr_next,
        }
    }

    fn node(&self, node: NodeIx) -> CstNode {
        self.cst.node(node)
    }

    fn kind(&self, node: NodeIx) -> Kind {
        self.cst.kind(node)
    }

    fn children(&self, node: NodeIx) -> Vec<NodeIx> {
        self.cst.children(node).collect()
    }

    fn origin(&self, word: u32) -> Origin {
        self.chunk.emission.origins[word as usize]
    }

    fn token(&self, index: u32) -> Token {
        let list = &self.cx.tokens.list;
        list[(index as usize).min(list.len() - 1)]
    }

    /// The source token that a word stands for.
    fn word_token(&self, word: u32) -> Token {
        self.token(self.origin(word).first)
    }

    fn word_kind(&self, word: u32) -> Tok {
        self.word_token(word).kind
    }

    fn word_symbol(&self, word: u32) -> Symbol {
        self.word_token(word).symbol
    }

    fn is_synthetic(&self, word: u32) -> bool {
        self.origin(word).synthetic
    }

    /// The source text that words `first..=last` stand for.
    fn words_span(&self, first: u32, last: u32) -> Span {
        let start = self.word_token(first).start;
        let end = self.token(self.origin(last).last).end;
        self.cx.unit.span(start, end.max(start))
    }

    fn span(&self, node: NodeIx) -> Span {
        let node = self.node(node);
        self.words_span(node.first, node.last)
    }

    fn token_bytes(&self, index: u32) -> &'a [u8] {
        let token = self.token(index);
        &self.cx.unit.text()[token.start as usize..token.end as usize]
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.cx.diagnostics.push(Diagnostic::error(span, message));
    }

    fn warn(&mut self, span: Span, message: impl Into<String>) {
        self.cx.diagnostics.push(Diagnostic::warning(span, message));
    }

    /// A tree of a shape that the emitted text should not have.
    fn unexpected(&mut self, node: NodeIx) {
        let span = self.span(node);
        self.error(span, "this cannot be parsed");
    }

    fn push_expr(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.cx.ast.exprs.push(Expr { span, kind })
    }

    fn push_type(&mut self, span: Span, kind: TypeKind, quals: Quals, attrs: Vec<Attr>) -> TypeId {
        self.cx.ast.types.push(TypeExpr {
            span,
            kind,
            quals,
            attrs,
        })
    }

    /// String tokens `first..=last`, joined.
    fn strings(&mut self, first: u32, last: u32) -> StrLit {
        let span = self
            .cx
            .unit
            .span(self.token(first).start, self.token(last).end);
        let mut encoding = Encoding::Plain;
        for index in first..=last {
            match super::literal::unquote(self.token_bytes(index)).0 {
                Encoding::Plain => {}
                found if encoding == Encoding::Plain || encoding == found => encoding = found,
                _ => self.error(
                    span,
                    "these strings have different prefixes and cannot be joined",
                ),
            }
        }
        let mut units = Vec::new();
        for index in first..=last {
            let bytes = self.token_bytes(index);
            if let Err(message) = super::literal::string(bytes, encoding, &mut units) {
                self.error(span, message);
            }
        }
        StrLit {
            span,
            encoding,
            units,
        }
    }
}
