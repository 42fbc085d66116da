//! Inline assembly: a call `0 ( operand , … )` in the emitted text, the rest in a table.

use super::super::emit::Word;
use super::super::token::Tok;
use super::Respeller;

/// A range of adjacent string tokens: the first and the last.
pub(crate) type Strings = (u32, u32);

/// An `asm` statement of the source.
#[derive(Debug)]
pub(crate) struct AsmUse {
    pub(crate) is_volatile: bool,
    pub(crate) is_inline: bool,
    pub(crate) is_goto: bool,
    /// Whether there are colons.
    pub(crate) extended: bool,
    pub(crate) template: Strings,
    /// Outputs, then inputs: their expressions are the arguments of the emitted call.
    pub(crate) operands: Vec<OperandUse>,
    /// How many of them are outputs.
    pub(crate) outputs: usize,
    pub(crate) clobbers: Vec<Strings>,
    /// Tokens of the labels.
    pub(crate) labels: Vec<u32>,
    /// The closing parenthesis.
    pub(crate) last: u32,
}

/// `[name] "constraint" (…)`
#[derive(Debug)]
pub(crate) struct OperandUse {
    pub(crate) name: Option<u32>,
    pub(crate) constraint: Strings,
}

impl Respeller<'_> {
    /// `asm("…");` at file scope: `int x ;`.
    pub(super) fn file_scope_asm(&mut self) {
        let keyword = self.pos;
        self.emit_for(Word::Type, keyword, keyword);
        self.insert(Word::Name);
        let outside = std::mem::take(&mut self.out);
        self.asm_call();
        let call = std::mem::replace(&mut self.out, outside);
        self.out.failed |= call.failed;
        self.out.asms.extend(call.asms);
        self.semicolon();
    }

    pub(super) fn asm_statement(&mut self) {
        self.asm_call();
        self.semicolon();
    }

    fn asm_call(&mut self) {
        let keyword = self.pos as u32;
        self.take(Word::Value);
        let mut asm = AsmUse {
            is_volatile: false,
            is_inline: false,
            is_goto: false,
            extended: false,
            template: (keyword, keyword),
            operands: Vec::new(),
            outputs: 0,
            clobbers: Vec::new(),
            labels: Vec::new(),
            last: keyword,
        };
        loop {
            match self.cur() {
                Tok::Volatile => asm.is_volatile = true,
                Tok::Inline => asm.is_inline = true,
                Tok::Goto => asm.is_goto = true,
                _ => break,
            }
            self.advance();
        }
        if self.cur() != Tok::LParen {
            self.expected("`(`");
            return self.skip_to_sync();
        }
        let closer = self.brackets.closer(self.pos);
        asm.last = closer as u32;
        self.take(Word::Text("("));
        self.asm_parts(&mut asm, closer);
        self.close(closer, Tok::RParen, "`)`");
        self.out.asms.insert(keyword, asm);
    }

    fn asm_parts(&mut self, asm: &mut AsmUse, closer: usize) {
        asm.template = match self.strings() {
            Some(template) => template,
            None => return self.expected("a string with the instructions"),
        };
        let mut section = 0;
        while self.cur() == Tok::Colon && self.pos < closer {
            asm.extended = true;
            section += 1;
            self.advance();
            while self.pos < closer && self.cur() != Tok::Colon {
                self.asm_item(asm, section);
                if self.cur() != Tok::Comma {
                    break;
                }
                self.advance();
            }
            if section == 1 {
                asm.outputs = asm.operands.len();
            }
        }
    }

    fn asm_item(&mut self, asm: &mut AsmUse, section: usize) {
        match section {
            1 | 2 => self.asm_operand(asm),
            3 => match self.strings() {
                Some(clobber) => asm.clobbers.push(clobber),
                None => self.expected("a string that names a clobber"),
            },
            _ if self.cur() == Tok::Ident => {
                asm.labels.push(self.pos as u32);
                self.advance();
            }
            _ => self.expected("a label"),
        }
    }

    fn asm_operand(&mut self, asm: &mut AsmUse) {
        let mut name = None;
        if self.cur() == Tok::LBracket {
            if self.ahead(1) != Tok::Ident || self.ahead(2) != Tok::RBracket {
                return self.expected("a name in `[]`");
            }
            name = Some(self.pos as u32 + 1);
            self.pos += 3;
        }
        let Some(constraint) = self.strings() else {
            return self.expected("a string with the operand's constraint");
        };
        if self.cur() != Tok::LParen {
            return self.expected("`(`");
        }
        if !asm.operands.is_empty() {
            self.insert(Word::Text(","));
        }
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("("));
        self.nested(|this| this.expression(closer, true));
        self.close(closer, Tok::RParen, "`)`");
        asm.operands.push(OperandUse { name, constraint });
    }

    /// Adjacent string literals.
    fn strings(&mut self) -> Option<Strings> {
        let first = self.pos;
        while self.cur() == Tok::Str {
            self.advance();
        }
        (self.pos > first).then(|| (first as u32, self.pos as u32 - 1))
    }

    /// `asm("name")` after a declarator.
    pub(super) fn asm_label(&mut self) {
        self.advance();
        if self.cur() != Tok::LParen {
            return self.expected("`(`");
        }
        let closer = self.brackets.closer(self.pos);
        let end = self.after_group(self.pos);
        self.advance();
        match self.strings() {
            Some((first, last)) => {
                let before = self.out.emission.next();
                self.out.asm_labels.push((before, first, last));
            }
            None => self.expected("a string"),
        }
        if self.pos != closer {
            self.expected("`)`");
        }
        self.pos = self.pos.max(end);
    }
}
