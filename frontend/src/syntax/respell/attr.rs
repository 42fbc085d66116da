//! Attributes: left out of the emitted text, kept with the place they stood at.
//!
//! Their arguments are respelled into a chunk of their own (`int x = 0 ( args ) ;`), because any
//! expression may stand there: `aligned(sizeof(T) * 2)`.

use super::super::ast::AttrForm;
use super::super::emit::Word;
use super::super::token::Tok;
use super::{Chunk, Respeller};

/// What an attribute stands at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AttrPosition {
    /// Among declaration specifiers.
    Specifier,
    /// Before or after a declarator, member, parameter or enumerator.
    Declarator,
    /// After a `*`, or at the start of a parenthesised declarator.
    Pointer,
    /// After the keyword or the closing brace of a struct, union or enum.
    Record,
    /// After the colon of a label.
    Label,
    /// At a statement.
    Statement,
}

/// An attribute of the source.
#[derive(Debug)]
pub(crate) struct AttrUse {
    /// The index of the word that is emitted next after it.
    pub(crate) before: u32,
    pub(crate) place: AttrPosition,
    pub(crate) form: AttrForm,
    /// The token of its name.
    pub(crate) name: u32,
    /// Its last token.
    pub(crate) last: u32,
    /// The respelled arguments.
    pub(crate) args: Option<Box<Chunk>>,
}

impl Respeller<'_> {
    /// Takes all attributes that stand here.
    pub(super) fn attributes(&mut self, place: AttrPosition) {
        loop {
            match (self.cur(), self.ahead(1)) {
                (Tok::Attribute, Tok::LParen) => self.attribute_list(place, AttrForm::Gnu),
                (Tok::LBracket, Tok::LBracket) => self.attribute_list(place, AttrForm::Standard),
                (Tok::Attribute, _) => {
                    self.advance();
                    self.expected("`((`");
                }
                _ => return,
            }
        }
    }

    /// `__attribute__((a, b(1)))` or `[[a, gnu::b(1)]]`.
    fn attribute_list(&mut self, place: AttrPosition, form: AttrForm) {
        if form == AttrForm::Gnu {
            self.advance();
        }
        let outer = self.brackets.closer(self.pos);
        let end = self.after_group(self.pos);
        self.advance();
        let inner = self.brackets.closer(self.pos);
        if !matches!(self.cur(), Tok::LParen | Tok::LBracket) || inner + 1 != outer {
            self.expected("`((`");
            self.pos = end;
            return;
        }
        self.advance();
        while self.pos < inner {
            match self.cur() {
                Tok::Comma => self.advance(),
                kind if kind == Tok::Ident || kind.is_keyword() => {
                    self.attribute(place, form, inner)
                }
                _ => {
                    self.expected("the name of an attribute");
                    break;
                }
            }
        }
        self.pos = end;
    }

    fn attribute(&mut self, place: AttrPosition, form: AttrForm, end: usize) {
        if self.ahead(1) == Tok::Colon && self.ahead(2) == Tok::Colon {
            self.pos += 3;
            if self.cur() != Tok::Ident && !self.cur().is_keyword() {
                return self.expected("the name of an attribute");
            }
        }
        let name = self.pos as u32;
        let before = self.out.emission.next();
        self.advance();
        let mut args = None;
        if self.cur() == Tok::LParen && self.pos < end {
            args = Some(Box::new(self.attribute_arguments()));
        }
        let last = self.pos as u32 - 1;
        self.out.attrs.push(AttrUse {
            before,
            place,
            form,
            name,
            last,
            args,
        });
        if self.pos < end && self.cur() != Tok::Comma {
            self.expected("`,` or the end of the attributes");
            self.pos = end;
        }
    }

    fn attribute_arguments(&mut self) -> Chunk {
        let outside = std::mem::take(&mut self.out);
        let closer = self.brackets.closer(self.pos);
        self.insert(Word::Type);
        self.insert(Word::Name);
        self.insert(Word::Text("="));
        self.insert(Word::Value);
        self.take(Word::Text("("));
        if self.pos < closer {
            self.nested(|this| this.attribute_expressions(closer));
        }
        self.close(closer, Tok::RParen, "`)`");
        self.insert_after(Word::Text(";"));
        let arguments = std::mem::replace(&mut self.out, outside);
        self.out.failed |= arguments.failed;
        arguments
    }

    /// Bare names (`mode(DI)`) are names whatever they mean elsewhere.
    fn attribute_expressions(&mut self, closer: usize) {
        loop {
            let bare = self.kind(self.pos + 1);
            if self.cur() == Tok::Ident && matches!(bare, Tok::Comma | Tok::RParen) {
                self.take(Word::Value);
            } else {
                self.expression(closer, false);
            }
            if self.cur() != Tok::Comma || self.pos >= closer {
                return;
            }
            self.take(Word::Text(","));
        }
    }
}
