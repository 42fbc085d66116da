//! The token pass: C is spelled anew in a language that tree-sitter-c reads without doubt.
//!
//! tree-sitter-c does not know which names are types and does not take a good part of GNU C, so
//! it is given the text of [`Emission`] instead, one external declaration at a time. This pass
//! walks the tokens once, keeping the scopes, and decides at each name whether it is a type; the
//! rest is a matter of spelling:
//!
//! | source | emitted |
//! |---|---|
//! | `unsigned long T`, `typeof(e)` as specifiers | `int const`, `_Alignas((e)) int` |
//! | `a * b`, `"s" "t"`, `'c'` in expressions | `0 * 0`, `0`, `0` |
//! | `e++`, `&&label`, `__real__ e` | `e [ 0 ]`, `0`, `* e` |
//! | `case a ... b:`, `default:`, `label:`, `switch (e)` | `while ( a , b )`, `while ( 0 )`, … |
//! | `goto *e;` | `return e ;` |
//! | `__builtin_va_arg(l, T)`, `_Generic`, `asm` | calls `0 ( l , sizeof ( int ) )` |
//! | `int : 3;`, `struct S;`, `for (;;)` | with the missing name or value put in |
//! | `f(a) int a; { … }` | `f ( int x ) { int x ; { … } }` |
//!
//! Attributes, `asm` labels and operands are left out and kept in the [`Chunk`] with the word they
//! stood before. On the way, the pass checks that operands and operators alternate and that
//! statements are closed, because its messages are better than any drawn from a damaged tree; a
//! chunk with such an error is marked `failed` and is not parsed at all.
//!
//! Time is linear: each token is looked at a bounded number of times, groups are crossed by the
//! bracket table. Recursion runs on a growing stack and stops at [`MAX_NESTING_DEPTH`].

mod asm;
mod attr;
mod declaration;
mod declarator;
mod expr;
mod init;
mod pragma;
mod record;
mod specs;
mod stmt;

pub(crate) use asm::AsmUse;
pub(crate) use attr::{AttrPosition, AttrUse};

use pragma::PackState;
use rustc_hash::FxHashMap;

use super::brackets::Brackets;
use super::emit::{Emission, Origin, Word};
use super::lexer::Tokens;
use super::scope::Scopes;
use super::token::{Tok, Token};
use source::{Diagnostic, Diagnostics, Interner, Span, Symbol, Unit};

/// Deeper nesting of statements, expressions or declarators is refused.
pub(crate) const MAX_NESTING_DEPTH: usize = 250_000;

/// Syntax errors after this many are not reported.
const MAX_SYNTAX_ERRORS: usize = 50;

/// An external declaration, respelled.
#[derive(Default, Debug)]
pub(crate) struct Chunk {
    pub(crate) emission: Emission,
    /// Attributes in the order of the text.
    pub(crate) attrs: Vec<AttrUse>,
    /// `asm` statements by the token of their keyword.
    pub(crate) asms: FxHashMap<u32, AsmUse>,
    /// `asm` labels in order: the word after, and the first and last string token.
    pub(crate) asm_labels: Vec<(u32, u32, u32)>,
    /// `#pragma pack` in force at the end of a record, by its keyword's token.
    pub(crate) packs: FxHashMap<u32, u32>,
    /// Pragmas before it, by their index among the tokens' pragmas.
    pub(crate) pragmas: std::ops::Range<usize>,
    /// Whether an error in it has been reported.
    pub(crate) failed: bool,
}

pub(crate) struct Respeller<'a> {
    unit: &'a Unit,
    tokens: &'a Tokens,
    brackets: &'a Brackets,
    interner: &'a Interner,
    diagnostics: &'a mut Diagnostics,
    scopes: Scopes,
    pos: usize,
    out: Chunk,
    depth: usize,
    pack: PackState,
    /// Undeclared functions that have been warned about.
    errors: usize,
    /// Set from an error to the next statement or declaration: what lies between is not judged.
    recovering: bool,
}

impl<'a> Respeller<'a> {
    pub(crate) fn new(
        unit: &'a Unit,
        tokens: &'a Tokens,
        brackets: &'a Brackets,
        interner: &'a Interner,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        Respeller {
            unit,
            tokens,
            brackets,
            interner,
            diagnostics,
            scopes: Scopes::default(),
            pos: 0,
            out: Chunk::default(),
            depth: 0,
            pack: PackState::default(),
            errors: 0,
            recovering: false,
        }
    }

    /// Makes names types before anything is read.
    pub(crate) fn declare_types(&mut self, types: &[Symbol]) {
        for &name in types {
            self.scopes.declare(name, super::scope::Meaning::Type);
        }
    }

    /// Respells the next external declaration, if there is one.
    pub(crate) fn next_chunk(&mut self) -> Option<Chunk> {
        while self.cur() == Tok::Semi {
            self.pos += 1;
        }
        // Those inside the declaration before are not between declarations.
        let first_pragma = self.inner_pragmas();
        self.read_pragmas();
        if self.cur() == Tok::Eof {
            return None;
        }
        let start = self.pos;
        self.out = Chunk {
            pragmas: first_pragma..self.pack.read(),
            ..Chunk::default()
        };
        self.recovering = false;
        self.external_declaration();
        if self.pos == start {
            self.out.failed = true;
            self.pos += 1;
        }
        let errors = &self.brackets.errors;
        let first = errors.partition_point(|&error| (error as usize) < start);
        self.out.failed |= errors
            .get(first)
            .is_some_and(|&error| error as usize <= self.pos);
        Some(std::mem::take(&mut self.out))
    }

    fn token(&self, index: usize) -> &'a Token {
        let list = &self.tokens.list;
        &list[index.min(list.len() - 1)]
    }

    fn kind(&self, index: usize) -> Tok {
        self.token(index).kind
    }

    fn cur(&self) -> Tok {
        self.kind(self.pos)
    }

    fn ahead(&self, count: usize) -> Tok {
        self.kind(self.pos + count)
    }

    fn symbol(&self, index: usize) -> Symbol {
        self.token(index).symbol
    }

    fn advance(&mut self) {
        if self.cur() != Tok::Eof {
            self.pos += 1;
        }
    }

    /// Emits a word for the current token and goes on to the next.
    fn take(&mut self, word: Word) {
        self.emit_for(word, self.pos, self.pos);
        self.advance();
    }

    fn emit_for(&mut self, word: Word, first: usize, last: usize) {
        let (first, last) = (first as u32, last as u32);
        self.out.emission.push(
            word,
            Origin {
                first,
                last,
                synthetic: false,
            },
        );
    }

    /// Emits a word that the source does not have, with the position of the current token.
    fn insert(&mut self, word: Word) {
        self.insert_at(word, self.pos);
    }

    /// Emits a word that the source does not have, with the position of the token before.
    fn insert_after(&mut self, word: Word) {
        self.insert_at(word, self.pos.saturating_sub(1));
    }

    fn insert_at(&mut self, word: Word, token: usize) {
        let (first, last, synthetic) = (token as u32, token as u32, true);
        self.out.emission.push(
            word,
            Origin {
                first,
                last,
                synthetic,
            },
        );
    }

    /// Takes the closer of a group whose contents have been taken; if more is left, `what` was
    /// expected instead.
    fn close(&mut self, closer: usize, kind: Tok, what: &str) {
        if self.pos < closer {
            self.expected(what);
        }
        self.pos = self.pos.max(closer);
        if self.cur() != kind {
            self.out.failed = true;
            return;
        }
        self.take(Word::Text(match kind {
            Tok::RParen => ")",
            Tok::RBracket => "]",
            _ => "}",
        }));
    }

    /// Takes punctuation or a keyword that stands for itself; says so if it is not there.
    fn expect(&mut self, kind: Tok, text: &'static str) -> bool {
        if self.cur() == kind {
            self.take(Word::Text(text));
            return true;
        }
        self.expected(&format!("`{text}`"));
        false
    }

    fn span(&self, first: usize, last: usize) -> Span {
        self.unit
            .span(self.token(first).start, self.token(last).end)
    }

    fn name(&self, index: usize) -> &'a str {
        self.interner.name(self.symbol(index))
    }

    fn warn(&mut self, first: usize, last: usize, message: String) {
        let span = self.span(first, last);
        self.diagnostics.push(Diagnostic::warning(span, message));
    }

    /// Reports an error; the chunk will not be parsed.
    fn fail(&mut self, first: usize, last: usize, message: String) {
        let span = self.span(first, last);
        self.fail_at(span, message);
    }

    fn fail_at(&mut self, span: Span, message: String) {
        self.out.failed = true;
        if std::mem::replace(&mut self.recovering, true) {
            return;
        }
        self.errors += 1;
        if self.errors <= MAX_SYNTAX_ERRORS {
            self.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    /// Reports that something else was expected before the current token.
    fn expected(&mut self, what: &str) {
        // A closer that is missing or too much has been reported by the bracket table.
        if self
            .brackets
            .errors
            .binary_search(&(self.pos as u32))
            .is_ok()
        {
            self.out.failed = true;
            self.recovering = true;
            return;
        }
        let message = match self.cur() {
            Tok::Eof => format!("expected {what} before the end of the file"),
            _ => format!("expected {what} before `{}`", self.text_at(self.pos)),
        };
        self.fail(self.pos, self.pos, message);
    }

    /// Reports that a statement should have ended: at the end of its last line.
    fn expected_end(&mut self, what: &str) {
        if self.pos == 0 || !self.starts_line(self.pos) || self.cur() == Tok::Eof {
            return self.expected(what);
        }
        let end = self.token(self.pos - 1).end;
        let message = format!("expected {what} before `{}`", self.text_at(self.pos));
        self.fail_at(self.unit.span(end, end), message);
    }

    /// Whether a line break stands before a token.
    fn starts_line(&self, index: usize) -> bool {
        let from = index
            .checked_sub(1)
            .map_or(0, |before| self.token(before).end);
        let to = self.token(index).start.max(from);
        self.unit.text()[from as usize..to as usize].contains(&b'\n')
    }

    fn text_at(&self, index: usize) -> String {
        let token = self.token(index);
        let bytes = &self.unit.text()[token.start as usize..token.end as usize];
        let text = String::from_utf8_lossy(bytes);
        match text.char_indices().nth(40) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.into_owned(),
        }
    }

    /// The token after the group that is opened at `index`.
    fn after_group(&self, index: usize) -> usize {
        let closer = self.brackets.closer(index);
        match self.kind(closer) {
            Tok::RParen | Tok::RBracket | Tok::RBrace => closer + 1,
            _ => closer.max(index + 1),
        }
    }

    /// Goes to the next `;` or closing bracket at this level, or to a word that starts a
    /// statement.
    fn skip_to_sync(&mut self) {
        loop {
            match self.cur() {
                Tok::Semi | Tok::RParen | Tok::RBracket | Tok::RBrace | Tok::Eof => return,
                Tok::LParen | Tok::LBracket | Tok::LBrace => {
                    self.pos = self.after_group(self.pos);
                }
                kind if kind.is_statement_word() => return,
                _ => self.pos += 1,
            }
        }
    }

    /// Runs a step of a recursion: the stack grows, and what nests too deep is refused.
    fn nested<R: Default>(&mut self, step: impl FnOnce(&mut Self) -> R) -> R {
        if self.depth >= MAX_NESTING_DEPTH {
            if !self.out.failed {
                let message = format!("this nests deeper than {MAX_NESTING_DEPTH} levels");
                self.fail(self.pos, self.pos, message);
            }
            self.pos = self.tokens.list.len() - 1;
            return R::default();
        }
        self.depth += 1;
        let result = source::deeper(|| step(self));
        self.depth -= 1;
        result
    }
}
