//! Declarators, named and abstract, and parameter lists.
//!
//! Parentheses directly around a name change nothing (`(x)[3]` is `x[3]`) and are dropped: the
//! grammar would take them for a parameter list. All others are kept.

use super::super::emit::Word;
use super::super::scope::Meaning;
use super::super::token::Tok;
use super::{AttrPosition, Respeller};
use source::Symbol;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// It must.
    Named,
    /// It may: a parameter.
    Optional,
    /// It must not: a type name.
    Abstract,
}

/// What a declarator declares.
#[derive(Default)]
pub(super) struct Declared {
    pub(super) name: Option<Symbol>,
    /// The names of the parameters if it declares a function.
    pub(super) params: Option<Vec<Symbol>>,
    /// Whether those are an identifier list (or nothing).
    pub(super) old_style: bool,
}

impl Respeller<'_> {
    pub(super) fn declarator(&mut self, mode: Mode) -> Declared {
        let mut pointers = false;
        while self.cur() == Tok::Star {
            pointers = true;
            self.take(Word::Text("*"));
            self.pointer_qualifiers();
        }
        let mut declared = self.direct_declarator(mode);
        self.suffixes(mode, &mut declared);
        if pointers && declared.name.is_none() {
            declared.params = None;
        }
        declared
    }

    fn pointer_qualifiers(&mut self) {
        loop {
            match self.cur() {
                Tok::Attribute => self.attributes(AttrPosition::Pointer),
                kind if kind.is_qualifier() => self.take(Word::Qualifier),
                _ => return,
            }
        }
    }

    fn direct_declarator(&mut self, mode: Mode) -> Declared {
        match self.cur() {
            Tok::Ident if mode != Mode::Abstract => {
                let name = Some(self.symbol(self.pos));
                self.take(Word::Name);
                Declared {
                    name,
                    ..Declared::default()
                }
            }
            Tok::LParen if self.is_grouping(mode) => self.nested(|this| this.grouped(mode)),
            _ => {
                if mode == Mode::Named {
                    self.expected("a name");
                    self.insert(Word::Name);
                }
                Declared::default()
            }
        }
    }

    /// Whether `(` here surrounds a declarator rather than parameters.
    fn is_grouping(&self, mode: Mode) -> bool {
        let mut at = self.pos + 1;
        while self.kind(at) == Tok::Attribute && self.kind(at + 1) == Tok::LParen {
            at = self.after_group(at + 1);
        }
        match self.kind(at) {
            _ if mode == Mode::Named => true,
            Tok::Star | Tok::LParen => true,
            Tok::LBracket => self.kind(at + 1) != Tok::LBracket,
            Tok::Ident => mode == Mode::Optional && !self.scopes.is_type(self.symbol(at)),
            _ => false,
        }
    }

    fn grouped(&mut self, mode: Mode) -> Declared {
        let closer = self.brackets.closer(self.pos);
        let start = self.out.emission.next();
        let opener = self.pos;
        self.advance();
        let attributed = self.out.attrs.len();
        self.attributes(AttrPosition::Pointer);
        if self.cur() == Tok::Ident {
            for attr in &mut self.out.attrs[attributed..] {
                attr.place = AttrPosition::Declarator;
            }
            let declared = self.declarator(mode);
            self.after_declarator();
            return self.grouped_end(closer, false, declared);
        }
        debug_assert_eq!(start, self.out.emission.next());
        self.emit_for(Word::Text("("), opener, opener);
        let declared = self.declarator(mode);
        self.after_declarator();
        self.grouped_end(closer, true, declared)
    }

    fn grouped_end(&mut self, closer: usize, keep: bool, declared: Declared) -> Declared {
        if self.pos != closer {
            self.expected("`)`");
        }
        self.pos = self.pos.max(closer);
        if self.cur() == Tok::RParen {
            if keep {
                self.take(Word::Text(")"));
            } else {
                self.advance();
            }
        }
        declared
    }

    fn suffixes(&mut self, mode: Mode, declared: &mut Declared) {
        let mut first = true;
        loop {
            match self.cur() {
                Tok::LBracket if self.ahead(1) == Tok::LBracket => {
                    self.attributes(AttrPosition::Declarator);
                }
                Tok::LBracket => self.array_suffix(),
                Tok::LParen => {
                    let (names, old_style) = self.nested(|this| this.parameters());
                    // Only the list directly after the name is that of the function.
                    if first && declared.params.is_none() && mode != Mode::Abstract {
                        declared.params = Some(names);
                        declared.old_style = old_style;
                    }
                }
                _ => return,
            }
            first = false;
        }
    }

    fn array_suffix(&mut self) {
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("["));
        while self.cur().is_qualifier() || self.cur() == Tok::Static {
            self.take(Word::Qualifier);
        }
        if self.cur() == Tok::Star && self.pos + 1 == closer {
            self.take(Word::Value);
        } else if self.pos < closer {
            self.nested(|this| this.expression(closer, false));
        }
        self.close(closer, Tok::RBracket, "`]`");
    }

    /// A parameter list; gives the names in it and whether it is an identifier list.
    fn parameters(&mut self) -> (Vec<Symbol>, bool) {
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("("));
        let old_style = self.at_identifier_list();
        self.scopes.enter();
        let mut names = Vec::new();
        while self.pos < closer {
            match self.cur() {
                Tok::Ellipsis => self.take(Word::Text("...")),
                Tok::Ident if old_style => {
                    names.push(self.symbol(self.pos));
                    self.insert(Word::Type);
                    self.take(Word::Name);
                }
                _ if old_style => {
                    self.expected("a name");
                    break;
                }
                _ => names.extend(self.parameter()),
            }
            if self.cur() != Tok::Comma || self.pos >= closer {
                break;
            }
            self.take(Word::Text(","));
        }
        self.scopes.leave();
        self.close(closer, Tok::RParen, "`)`");
        (names, old_style)
    }

    /// `(a, b)` with names that are not types.
    fn at_identifier_list(&self) -> bool {
        self.cur() == Tok::RParen
            || (self.cur() == Tok::Ident
                && matches!(self.ahead(1), Tok::Comma | Tok::RParen)
                && !self.scopes.is_type(self.symbol(self.pos)))
    }

    fn parameter(&mut self) -> Option<Symbol> {
        if !self.at_declaration() && self.cur() != Tok::Attribute {
            self.not_a_specifier("a parameter");
            self.skip_expression(self.tokens.list.len(), false);
            return None;
        }
        self.specifiers();
        let declared = self.declarator(Mode::Optional);
        self.attributes(AttrPosition::Declarator);
        if let Some(name) = declared.name {
            self.scopes.declare(name, Meaning::Value);
        }
        if !matches!(self.cur(), Tok::Comma | Tok::RParen) {
            self.expected("`,` or `)`");
        }
        declared.name
    }
}
