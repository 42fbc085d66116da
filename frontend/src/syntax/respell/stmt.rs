//! Statements and blocks.

use super::super::emit::Word;
use super::super::scope::Meaning;
use super::super::token::Tok;
use super::declaration::Context;
use super::{AttrPosition, Respeller};

impl Respeller<'_> {
    /// `{ … }`, in a scope of its own.
    pub(super) fn block(&mut self) {
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("{"));
        self.scopes.enter();
        while self.pos < closer && self.cur() != Tok::Eof {
            let before = self.pos;
            self.block_item();
            if self.pos == before {
                self.out.failed = true;
                self.pos += 1;
            }
        }
        self.scopes.leave();
        self.close(closer, Tok::RBrace, "`}`");
    }

    fn block_item(&mut self) {
        self.recovering = false;
        match self.cur() {
            Tok::LocalLabel => self.local_labels(),
            Tok::StaticAssert => self.static_assert(),
            Tok::Ident if self.is_unknown_type() => self.declaration(Context::Body),
            _ if self.at_declaration() => self.declaration(Context::Body),
            _ => self.statement(),
        }
    }

    /// Two names in a row: the first must have been meant as a type.
    fn is_unknown_type(&self) -> bool {
        self.ahead(1) == Tok::Ident
            && self.scopes.meaning(self.symbol(self.pos)) == Meaning::Unknown
    }

    /// `__label__ a, b;` is emitted as `int x , x ;`.
    fn local_labels(&mut self) {
        self.take(Word::Type);
        while self.cur() == Tok::Ident {
            self.take(Word::Name);
            if self.cur() == Tok::Comma {
                self.take(Word::Text(","));
            }
        }
        self.semicolon();
    }

    /// The `;` at the end of a statement or declaration.
    pub(super) fn semicolon(&mut self) {
        if self.cur() == Tok::Semi {
            return self.take(Word::Text(";"));
        }
        self.expected_end("`;`");
        self.skip_to_sync();
        if self.cur() == Tok::Semi {
            self.advance();
        }
    }

    fn statement(&mut self) {
        self.nested(|this| this.any_statement());
    }

    fn any_statement(&mut self) {
        match self.cur() {
            Tok::LBrace => self.block(),
            Tok::Semi => self.take(Word::Text(";")),
            Tok::If => self.if_statement(),
            Tok::While | Tok::Switch => {
                self.take(Word::Text("while"));
                self.condition();
                self.statement();
            }
            Tok::Do => self.do_statement(),
            Tok::For => self.for_statement(),
            Tok::Case => self.case_label(),
            Tok::Default => {
                let keyword = self.pos;
                self.advance();
                self.label(keyword);
            }
            Tok::Goto => self.goto_statement(),
            Tok::Break => self.jump("break"),
            Tok::Continue => self.jump("continue"),
            Tok::Return => {
                self.take(Word::Text("return"));
                self.optional_expression();
                self.semicolon();
            }
            Tok::Asm => self.asm_statement(),
            Tok::Attribute => self.attributed_statement(),
            Tok::LBracket if self.ahead(1) == Tok::LBracket => self.attributed_statement(),
            Tok::Ident if self.ahead(1) == Tok::Colon => {
                let name = self.pos;
                self.advance();
                self.label(name);
            }
            Tok::Else => {
                self.fail(
                    self.pos,
                    self.pos,
                    "`else` without an `if` before it".to_owned(),
                );
                self.advance();
            }
            kind if kind.is_storage() || kind.starts_type() => {
                self.expected("a statement");
                self.declaration(Context::For);
            }
            _ => self.expression_statement(),
        }
    }

    fn attributed_statement(&mut self) {
        self.attributes(AttrPosition::Statement);
        self.statement();
    }

    fn expression_statement(&mut self) {
        self.optional_expression();
        self.semicolon();
    }

    fn optional_expression(&mut self) {
        if self.cur() != Tok::Semi {
            let end = self.tokens.list.len();
            self.expression(end, true);
        }
    }

    fn jump(&mut self, keyword: &'static str) {
        self.take(Word::Text(keyword));
        self.semicolon();
    }

    /// `( e )`
    fn condition(&mut self) {
        if self.cur() != Tok::LParen {
            self.expected("`(`");
            return;
        }
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("("));
        self.expression(closer, true);
        self.close(closer, Tok::RParen, "`)`");
    }

    fn if_statement(&mut self) {
        self.take(Word::Text("if"));
        self.condition();
        self.statement();
        if self.cur() == Tok::Else {
            self.take(Word::Text("else"));
            self.statement();
        }
    }

    fn do_statement(&mut self) {
        self.take(Word::Text("do"));
        self.statement();
        if self.cur() != Tok::While {
            self.expected("`while`");
            return self.skip_to_sync();
        }
        self.take(Word::Text("while"));
        self.condition();
        self.semicolon();
    }

    fn for_statement(&mut self) {
        self.take(Word::Text("for"));
        if self.cur() != Tok::LParen {
            return self.expected("`(`");
        }
        let closer = self.brackets.closer(self.pos);
        self.scopes.enter();
        self.take(Word::Text("("));
        if self.at_declaration() {
            self.declaration(Context::For);
        } else {
            self.for_clause();
            self.for_semicolon();
        }
        self.for_clause();
        self.for_semicolon();
        if self.pos == closer {
            self.insert(Word::Value);
        } else {
            self.expression(closer, true);
        }
        self.close(closer, Tok::RParen, "`)`");
        self.statement();
        self.scopes.leave();
    }

    fn for_clause(&mut self) {
        if self.cur() == Tok::Semi {
            self.insert(Word::Value);
        } else {
            self.optional_expression();
        }
    }

    fn for_semicolon(&mut self) {
        if self.cur() == Tok::Semi {
            self.take(Word::Text(";"));
        } else {
            self.expected("`;`");
        }
    }

    /// `case a:` and `case a ... b:` are emitted as `while ( a )` and `while ( a , b )`.
    fn case_label(&mut self) {
        let keyword = self.pos;
        self.take(Word::Text("while"));
        self.insert_after(Word::Text("("));
        let end = self.tokens.list.len();
        self.expression(end, false);
        if self.cur() == Tok::Ellipsis {
            self.take(Word::Text(","));
            self.expression(end, false);
        }
        self.insert_after(Word::Text(")"));
        self.label_end(keyword);
    }

    /// `default:` and `name:` are emitted as `while ( 0 )`; the current token is the colon.
    fn label(&mut self, name: usize) {
        self.emit_for(Word::Text("while"), name, name);
        self.insert_after(Word::Text("("));
        self.insert_after(Word::Value);
        self.insert_after(Word::Text(")"));
        self.label_end(name);
    }

    fn label_end(&mut self, label: usize) {
        if self.cur() == Tok::Colon {
            self.advance();
        } else {
            self.expected("`:`");
        }
        if self.kind(label) == Tok::Ident {
            self.attributes(AttrPosition::Label);
        }
        let ends = matches!(self.cur(), Tok::RBrace | Tok::Eof | Tok::StaticAssert);
        if ends || self.at_declaration() {
            self.insert_after(Word::Text(";"));
        } else {
            self.statement();
        }
    }

    /// `goto *e;` is emitted as `return e ;`.
    fn goto_statement(&mut self) {
        match self.ahead(1) {
            Tok::Ident => {
                self.take(Word::Text("goto"));
                self.take(Word::Name);
            }
            Tok::Star => {
                self.take(Word::Text("return"));
                self.advance();
                self.optional_expression();
            }
            _ => {
                self.advance();
                self.expected("a label");
            }
        }
        self.semicolon();
    }
}
