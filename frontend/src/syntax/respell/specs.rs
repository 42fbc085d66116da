//! Declaration specifiers and type names.
//!
//! Emitted as one `int` (or `struct …`, `enum …`) among any number of `const` and `_Alignas(…)`.

use super::super::emit::Word;
use super::super::scope::Meaning;
use super::super::token::Tok;
use super::declarator::Mode;
use super::{AttrPosition, Respeller};

#[derive(Clone, Copy, Default)]
pub(super) struct Specs {
    pub(super) is_typedef: bool,
    seen_type: bool,
}

impl Respeller<'_> {
    /// Whether a type name starts at a token.
    pub(super) fn starts_type(&self, at: usize) -> bool {
        let mut at = at;
        while self.kind(at) == Tok::Extension {
            at += 1;
        }
        match self.kind(at) {
            Tok::Ident => self.scopes.is_type(self.symbol(at)),
            kind => kind.starts_type(),
        }
    }

    pub(super) fn specifiers(&mut self) -> Specs {
        let start = self.pos;
        let mut specs = Specs::default();
        while self.specifier(&mut specs) {}
        if !specs.seen_type {
            self.no_type(start);
        }
        specs
    }

    /// Takes one specifier, if there is one.
    fn specifier(&mut self, specs: &mut Specs) -> bool {
        match self.cur() {
            Tok::Extension => self.advance(),
            Tok::Attribute => self.attributes(AttrPosition::Specifier),
            Tok::LBracket if self.ahead(1) == Tok::LBracket => {
                self.attributes(AttrPosition::Specifier)
            }
            Tok::Alignas => self.specifier_with_argument(),
            Tok::Atomic if self.ahead(1) == Tok::LParen => {
                self.specifier_with_argument();
                self.type_word_inserted(specs);
            }
            Tok::Typeof => {
                self.specifier_with_argument();
                self.type_word_inserted(specs);
            }
            Tok::Struct | Tok::Union => self.type_part(specs, Self::record_specifier),
            Tok::Enum => self.type_part(specs, Self::enum_specifier),
            Tok::Ident => {
                if specs.seen_type || !self.scopes.is_type(self.symbol(self.pos)) {
                    return false;
                }
                self.take(Word::Type);
                specs.seen_type = true;
            }
            kind if kind.is_type_word() => {
                self.take(if specs.seen_type {
                    Word::Qualifier
                } else {
                    Word::Type
                });
                specs.seen_type = true;
            }
            kind if kind.is_storage() || kind.is_qualifier() => {
                specs.is_typedef |= kind == Tok::Typedef;
                self.take(Word::Qualifier);
            }
            _ => return false,
        }
        true
    }

    fn type_word_inserted(&mut self, specs: &mut Specs) {
        if specs.seen_type {
            let at = self.pos - 1;
            self.fail(at, at, "two types in one declaration".to_owned());
        } else {
            self.insert_after(Word::Type);
        }
        specs.seen_type = true;
    }

    fn type_part(&mut self, specs: &mut Specs, part: fn(&mut Self)) {
        if specs.seen_type {
            self.fail(
                self.pos,
                self.pos,
                "two types in one declaration".to_owned(),
            );
        }
        specs.seen_type = true;
        self.nested(part);
    }

    /// `_Alignas(…)`, `_Atomic(…)`, `typeof(…)` with a type or an expression.
    fn specifier_with_argument(&mut self) {
        self.take(Word::Alignas);
        if self.cur() != Tok::LParen {
            return self.expected("`(`");
        }
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("("));
        if self.starts_type(self.pos) {
            self.nested(|this| this.type_name());
        } else {
            self.insert(Word::Text("("));
            self.nested(|this| this.expression(closer, true));
            self.insert_after(Word::Text(")"));
        }
        self.close(closer, Tok::RParen, "`)`");
    }

    /// `T`, `const struct S *`, `int (*)(void)`.
    pub(super) fn type_name(&mut self) {
        self.specifiers();
        self.declarator(Mode::Abstract);
    }

    /// Reports what stands where a declaration must begin with a type.
    pub(super) fn not_a_specifier(&mut self, what: &str) {
        if self.cur() != Tok::Ident {
            return self.expected(what);
        }
        let name = self.name(self.pos);
        self.fail(self.pos, self.pos, format!("unknown type name `{name}`"));
        // Once is enough.
        self.scopes.declare(self.symbol(self.pos), Meaning::Type);
    }

    /// No type among the specifiers: an unknown type name, or an implicit `int`.
    fn no_type(&mut self, start: usize) {
        let unknown = self.cur() == Tok::Ident
            && (matches!(self.ahead(1), Tok::Ident | Tok::Star)
                || self.ahead(1).is_type_word()
                || self.ahead(1).is_qualifier());
        if unknown {
            self.not_a_specifier("a type");
            return self.take(Word::Type);
        }
        if !self.recovering {
            let at = start.min(self.pos);
            let message = "no type is given here; `int` is assumed".to_owned();
            self.warn(at, at, message);
        }
        self.insert(Word::Type);
    }
}
