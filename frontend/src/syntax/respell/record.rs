//! Struct, union and enum specifiers.

use super::super::emit::Word;
use super::super::scope::Meaning;
use super::super::token::Tok;
use super::declarator::Mode;
use super::{AttrPosition, Respeller};

impl Respeller<'_> {
    pub(super) fn record_specifier(&mut self) {
        let keyword = self.pos;
        self.take(Word::Struct);
        if !self.tag() {
            return;
        }
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("{"));
        while self.pos < closer && self.cur() != Tok::Eof {
            let before = self.pos;
            self.member();
            if self.pos == before {
                self.pos += 1;
            }
        }
        self.close(closer, Tok::RBrace, "`}`");
        if let Some(limit) = self.pack_limit() {
            self.out.packs.insert(keyword as u32, limit);
        }
        self.attributes(AttrPosition::Record);
    }

    /// The attributes and tag after the keyword; whether a brace follows.
    fn tag(&mut self) -> bool {
        self.attributes(AttrPosition::Record);
        let tagged = self.cur() == Tok::Ident;
        if tagged {
            self.take(Word::Name);
        }
        let body = self.cur() == Tok::LBrace;
        if !tagged && !body {
            self.expected("a tag or `{`");
            self.insert(Word::Name);
        }
        body
    }

    fn member(&mut self) {
        self.recovering = false;
        match self.cur() {
            Tok::Semi | Tok::Extension => return self.advance(),
            Tok::StaticAssert => return self.static_assert(),
            Tok::Attribute => {}
            // `T : 3;` is a member without a name: there are no labels here.
            Tok::Ident if self.starts_type(self.pos) => {}
            _ if self.at_declaration() => {}
            _ => {
                self.not_a_specifier("the declaration of a member");
                self.skip_to_sync();
                return;
            }
        }
        self.specifiers();
        if matches!(self.cur(), Tok::Semi | Tok::RBrace) {
            self.insert_after(Word::Name);
        } else {
            self.member_declarators();
        }
        if self.cur() == Tok::RBrace && !self.recovering {
            let last = self.pos - 1;
            self.warn(last, last, "no `;` after the last member".to_owned());
            return self.insert_after(Word::Text(";"));
        }
        self.semicolon();
    }

    fn member_declarators(&mut self) {
        loop {
            self.attributes(AttrPosition::Declarator);
            if self.cur() == Tok::Colon {
                self.insert(Word::Name);
            } else {
                self.declarator(Mode::Named);
                self.attributes(AttrPosition::Declarator);
            }
            if self.cur() == Tok::Colon {
                self.take(Word::Text(":"));
                let end = self.tokens.list.len();
                self.nested(|this| this.expression(end, false));
                self.attributes(AttrPosition::Declarator);
            }
            if self.cur() != Tok::Comma {
                return;
            }
            self.take(Word::Text(","));
        }
    }

    pub(super) fn enum_specifier(&mut self) {
        self.take(Word::Enum);
        if !self.tag() {
            return;
        }
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("{"));
        while self.pos < closer && self.cur() == Tok::Ident {
            self.enumerator(closer);
            if self.cur() != Tok::Comma || self.pos >= closer {
                break;
            }
            self.take(Word::Text(","));
        }
        self.close(closer, Tok::RBrace, "`,` or `}`");
        self.attributes(AttrPosition::Record);
    }

    fn enumerator(&mut self, closer: usize) {
        let name = self.symbol(self.pos);
        self.take(Word::Name);
        self.attributes(AttrPosition::Declarator);
        if self.cur() == Tok::Assign {
            self.take(Word::Text("="));
            self.nested(|this| this.expression(closer, false));
        }
        self.scopes.declare(name, Meaning::Value);
    }
}
