//! Initialisers and their designators.

use super::super::emit::Word;
use super::super::token::Tok;
use super::Respeller;

impl Respeller<'_> {
    /// An initialiser, to the next comma or closer.
    pub(super) fn initializer(&mut self) {
        if self.cur() == Tok::LBrace {
            return self.nested(|this| this.initializer_list());
        }
        let end = self.tokens.list.len();
        self.nested(|this| this.expression(end, false));
    }

    pub(super) fn initializer_list(&mut self) {
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("{"));
        while self.pos < closer {
            self.designators(closer);
            self.initializer();
            if self.cur() != Tok::Comma || self.pos >= closer {
                break;
            }
            self.take(Word::Text(","));
        }
        self.close(closer, Tok::RBrace, "`,` or `}`");
    }

    /// `.a[1].b =`, the older `[1]` without `=`, and the older `a:`.
    fn designators(&mut self, end: usize) {
        if self.cur() == Tok::Ident && self.ahead(1) == Tok::Colon {
            self.insert(Word::Text("."));
            self.take(Word::Name);
            return self.take(Word::Text("="));
        }
        let (mut any, mut fields) = (false, false);
        while self.pos < end {
            match self.cur() {
                Tok::Dot if self.ahead(1) == Tok::Ident => {
                    self.take(Word::Text("."));
                    self.take(Word::Name);
                    fields = true;
                }
                Tok::LBracket => self.index_designator(),
                _ => break,
            }
            any = true;
        }
        if any && (fields || self.cur() == Tok::Assign) {
            self.expect(Tok::Assign, "=");
        } else if any {
            self.insert_after(Word::Text("="));
        }
    }

    fn index_designator(&mut self) {
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("["));
        self.nested(|this| this.expression(closer, false));
        if self.cur() == Tok::Ellipsis {
            self.take(Word::Text("..."));
            self.nested(|this| this.expression(closer, false));
        }
        self.close(closer, Tok::RBracket, "`]`");
    }
}
