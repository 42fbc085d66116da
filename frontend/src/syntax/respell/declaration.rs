//! Declarations at file scope and in blocks, and function definitions.

use super::super::emit::Word;
use super::super::scope::Meaning;
use super::super::token::Tok;
use super::declarator::{Declared, Mode};
use super::{AttrPosition, Respeller};

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// Where a function may be defined.
    Body,
    /// In the first clause of a `for`.
    For,
    /// Between the declarator and the body of an old-style function.
    OldStyle,
}

impl Respeller<'_> {
    pub(super) fn external_declaration(&mut self) {
        while self.cur() == Tok::Extension {
            self.advance();
        }
        match self.cur() {
            Tok::StaticAssert => self.static_assert(),
            Tok::Asm => self.file_scope_asm(),
            Tok::Ident | Tok::Star | Tok::LParen | Tok::Attribute => {
                self.declaration(Context::Body);
            }
            _ if self.at_declaration() => self.declaration(Context::Body),
            _ => {
                self.expected("a declaration");
                self.skip_external();
            }
        }
    }

    /// After an error at file scope: to after the next `;` or block at this level.
    fn skip_external(&mut self) {
        loop {
            match self.cur() {
                Tok::Eof => return,
                Tok::Semi => return self.pos += 1,
                Tok::LBrace => {
                    return self.pos = self.after_group(self.pos);
                }
                Tok::LParen | Tok::LBracket => self.pos = self.after_group(self.pos),
                _ => self.pos += 1,
            }
        }
    }

    /// Whether a declaration (not a statement) starts here.
    pub(super) fn at_declaration(&self) -> bool {
        let mut at = self.pos;
        loop {
            match self.kind(at) {
                Tok::Extension => at += 1,
                Tok::Attribute if self.kind(at + 1) == Tok::LParen => {
                    at = self.after_group(at + 1);
                }
                Tok::LBracket if self.kind(at + 1) == Tok::LBracket => {
                    at = self.after_group(at);
                }
                Tok::Ident => {
                    let label = self.kind(at + 1) == Tok::Colon && at == self.pos;
                    return !label && self.scopes.is_type(self.symbol(at));
                }
                kind => return kind.is_storage() || kind.starts_type(),
            }
        }
    }

    pub(super) fn declaration(&mut self, context: Context) {
        let specs = self.specifiers();
        let meaning = if specs.is_typedef {
            Meaning::Type
        } else {
            Meaning::Value
        };
        if self.cur() == Tok::Semi {
            self.insert_after(Word::Name);
            self.take(Word::Text(";"));
            return;
        }
        let mut first = true;
        loop {
            let may_define = first && context == Context::Body && !specs.is_typedef;
            let declared = self.init_declarator(meaning, may_define);
            if declared.is_body {
                return;
            }
            first = false;
            if self.cur() != Tok::Comma {
                break;
            }
            self.take(Word::Text(","));
        }
        self.end_declaration(context);
    }

    fn end_declaration(&mut self, context: Context) {
        if self.cur() == Tok::Semi {
            return self.take(Word::Text(";"));
        }
        self.expected_end("`;`");
        self.insert(Word::Text(";"));
        if self.depth == 0 {
            self.skip_external();
        } else if context != Context::For {
            self.skip_to_sync();
            if self.cur() == Tok::Semi {
                self.advance();
            }
        }
    }

    /// A declarator with what follows it, or the rest of a function definition.
    fn init_declarator(&mut self, meaning: Meaning, may_define: bool) -> InitDeclared {
        self.attributes(AttrPosition::Declarator);
        let declared = self.declarator(Mode::Named);
        self.after_declarator();
        if let Some(name) = declared.name {
            self.scopes.declare(name, meaning);
        }
        if may_define && declared.params.is_some() {
            if self.cur() == Tok::LBrace {
                self.function_body(&declared);
                return InitDeclared { is_body: true };
            }
            if declared.old_style && self.at_declaration() {
                self.old_style_body(&declared);
                return InitDeclared { is_body: true };
            }
        }
        if self.cur() == Tok::Assign {
            self.take(Word::Text("="));
            self.initializer();
        }
        InitDeclared { is_body: false }
    }

    /// `asm` labels and attributes after a declarator.
    pub(super) fn after_declarator(&mut self) {
        loop {
            match self.cur() {
                Tok::Asm => self.asm_label(),
                Tok::Attribute => self.attributes(AttrPosition::Declarator),
                _ => return,
            }
        }
    }

    fn enter_function(&mut self, declared: &Declared) {
        self.scopes.enter();
        for &name in declared.params.iter().flatten() {
            self.scopes.declare(name, Meaning::Value);
        }
    }

    fn function_body(&mut self, declared: &Declared) {
        self.enter_function(declared);
        self.nested(|this| this.block());
        self.scopes.leave();
    }

    /// `int a; char b; { … }` after `f(a, b)`: in braces, so that the grammar takes it.
    fn old_style_body(&mut self, declared: &Declared) {
        self.enter_function(declared);
        self.insert(Word::Text("{"));
        while self.cur() != Tok::LBrace && self.at_declaration() {
            self.depth += 1;
            self.declaration(Context::OldStyle);
            self.depth -= 1;
        }
        if self.cur() == Tok::LBrace {
            self.nested(|this| this.block());
        } else {
            self.expected("`{`");
            self.skip_external();
        }
        self.insert_after(Word::Text("}"));
        self.scopes.leave();
    }

    /// `_Static_assert(e, "…");` is emitted as `int x [ ( e ) ] ;`.
    pub(super) fn static_assert(&mut self) {
        self.take(Word::Type);
        self.insert_after(Word::Name);
        if self.cur() != Tok::LParen {
            self.expected("`(`");
            return self.skip_to_sync();
        }
        let closer = self.brackets.closer(self.pos);
        self.insert_after(Word::Text("["));
        self.take(Word::Text("("));
        self.expression(closer, false);
        self.insert_after(Word::Text(")"));
        self.insert_after(Word::Text("]"));
        // The message is read from the tokens after the condition.
        if self.cur() == Tok::Comma {
            self.advance();
            while self.cur() == Tok::Str {
                self.advance();
            }
        }
        if self.pos != closer {
            self.expected("a string and `)`");
        }
        self.pos = closer.max(self.pos);
        if self.cur() == Tok::RParen {
            self.advance();
        }
        self.semicolon();
    }
}

struct InitDeclared {
    is_body: bool,
}
