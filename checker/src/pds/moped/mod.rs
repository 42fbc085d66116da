//! Moped's notation for pushdown systems.
//!
//! ```text
//! file       = { define | variables | initial | rule }
//! define     = "define" name number
//! variables  = ( "global" | "local" ) ( "bool" | "int" ) name [ "(" bits ")" ] { "," … } [ ";" ]
//! initial    = "(" control "<" [symbol {symbol}] ">" ")"
//! rule       = control "<" symbol ">" "-->" control "<" [symbol [symbol]] ">" [ "text" ] [ "(" expression ")" ]
//! expression = numbers, names, names with ' and '', ! - * + - < <= > >= = == != & | ^ -> <->, parentheses
//! ```
//!
//! Comments are `# …` and `// …`. In an expression `x` is the value before the rule; `x'` is the global afterwards, or the
//! local of the first symbol of the right side; `x''` is the local of the second. An expression is a relation: what it does
//! not mention may have any value. A rule without an expression allows every step. Initial values are arbitrary.
//!
//! Systems with variables can be made explicit ([`expand()`]): `q` with `g` = 1 becomes the control state `q[g=1]`.

mod expand;
mod expression;
mod lexer;

use rustc_hash::FxHashMap;

use super::json::PdsFile;
use crate::bp::{Diagnostic, Span};
pub(super) use expand::{expand, explicit_size, with_values};
pub(super) use expression::{Expression, Values, When};
use lexer::{Lexer, Token};

/// Reads a system, as the file has it.
pub(super) fn read_symbolic(text: &str) -> Result<SymbolicFile, Diagnostic> {
    let mut parser = Parser::new(text)?;
    while parser.token != Token::End {
        parser.item()?;
    }
    Ok(parser.file)
}

/// Reads a system, and makes it explicit.
pub(super) fn read(text: &str) -> Result<PdsFile, Diagnostic> {
    expand(&read_symbolic(text)?)
}

/// Reads an expression over the values of a file's variables now.
pub(super) fn parse_condition(file: &SymbolicFile, text: &str) -> Result<Expression, Diagnostic> {
    let mut parser = Parser::new(text)?;
    parser.file.globals.clone_from(&file.globals);
    parser.file.locals.clone_from(&file.locals);
    let condition = parser.expression(0)?;
    match parser.token {
        Token::End if !condition.reads_what_follows() => Ok(condition),
        _ => Err(parser.unexpected("an expression over the values now")),
    }
}

/// Whether a text looks like a system in this notation.
pub(super) fn looks_like(text: &str) -> bool {
    let arrow = |line: &str| {
        line.split("-->")
            .next()
            .is_some_and(|left| left.contains('<'))
    };
    text.lines().filter(|line| line.contains("-->")).any(arrow)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) bits: u32,
}

pub(super) struct SymbolicRule {
    pub(super) from: String,
    pub(super) top: String,
    pub(super) to: String,
    pub(super) right: Vec<String>,
    pub(super) label: Option<String>,
    pub(super) condition: Option<Expression>,
}

/// A system with its variables, as a file has it.
#[derive(Default)]
pub(super) struct SymbolicFile {
    pub(super) globals: Vec<Variable>,
    pub(super) locals: Vec<Variable>,
    pub(super) initial: Option<(String, Vec<String>)>,
    pub(super) rules: Vec<SymbolicRule>,
    /// Where the last rule with an expression, or else the file, begins: what limits are about.
    place: Span,
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    token: Token,
    span: Span,
    file: SymbolicFile,
    defined: FxHashMap<String, i64>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Result<Self, Diagnostic> {
        let mut parser = Parser {
            lexer: Lexer::new(text),
            token: Token::End,
            span: Span::default(),
            file: SymbolicFile::default(),
            defined: FxHashMap::default(),
        };
        parser.advance()?;
        Ok(parser)
    }

    fn advance(&mut self) -> Result<(), Diagnostic> {
        (self.token, self.span) = self.lexer.next()?;
        Ok(())
    }

    fn item(&mut self) -> Result<(), Diagnostic> {
        match &self.token {
            Token::Word(word) if word == "define" => self.define(),
            Token::Word(word) if word == "global" || word == "local" => self.variables(),
            Token::Symbol("(") => self.initial(),
            Token::Word(_) => self.rule(),
            _ => Err(self.unexpected("a declaration, an initial configuration or a rule")),
        }
    }

    fn define(&mut self) -> Result<(), Diagnostic> {
        self.advance()?;
        let name = self.word("a name")?;
        let value = self.number()?;
        self.defined.insert(name, value);
        Ok(())
    }

    fn number(&mut self) -> Result<i64, Diagnostic> {
        let value = match &self.token {
            Token::Word(word) => word
                .parse()
                .ok()
                .or_else(|| self.defined.get(word).copied()),
            _ => None,
        };
        let value = value.ok_or_else(|| self.unexpected("a number"))?;
        self.advance()?;
        Ok(value)
    }

    fn variables(&mut self) -> Result<(), Diagnostic> {
        let is_global = self.token == Token::Word("global".to_owned());
        self.advance()?;
        let kind_span = self.span;
        let kind = self.word("`bool` or `int`")?;
        if kind != "bool" && kind != "int" {
            return Err(Diagnostic::error(
                kind_span,
                format!("expected `bool` or `int`, found `{kind}`"),
            ));
        }
        loop {
            let span = self.span;
            let name = self.word("the name of a variable")?;
            let bits = self.bits(&kind, &name, span)?;
            let known = self.file.globals.iter().chain(&self.file.locals);
            if known.into_iter().any(|variable| variable.name == name) {
                return Err(Diagnostic::error(
                    span,
                    format!("the variable `{name}` is declared twice"),
                ));
            }
            let list = if is_global {
                &mut self.file.globals
            } else {
                &mut self.file.locals
            };
            list.push(Variable { name, bits });
            if !self.take(",")? {
                self.take(";")?;
                return Ok(());
            }
        }
    }

    fn bits(&mut self, kind: &str, name: &str, span: Span) -> Result<u32, Diagnostic> {
        if kind == "bool" {
            return Ok(1);
        }
        if !self.take("(")? {
            let error = Diagnostic::error(span, format!("how many bits does `{name}` have?"));
            return Err(error.with_hint(format!("write `int {name}(4)` for numbers from 0 to 15")));
        }
        let span = self.span;
        let bits = self.number()?;
        self.expect(")")?;
        let bits = u32::try_from(bits)
            .ok()
            .filter(|bits| (1..=30).contains(bits));
        bits.ok_or_else(|| Diagnostic::error(span, "expected a number of bits from 1 to 30"))
    }

    fn initial(&mut self) -> Result<(), Diagnostic> {
        let span = self.span;
        self.advance()?;
        let control = self.word("a control state")?;
        let stack = self.stack()?;
        self.expect(")")?;
        if self.file.initial.replace((control, stack)).is_some() {
            return Err(Diagnostic::error(span, "a second initial configuration"));
        }
        Ok(())
    }

    fn stack(&mut self) -> Result<Vec<String>, Diagnostic> {
        self.expect("<")?;
        let mut symbols = Vec::new();
        while self.token != Token::Symbol(">") {
            symbols.push(self.word("a stack symbol or `>`")?);
        }
        self.advance()?;
        Ok(symbols)
    }

    fn rule(&mut self) -> Result<(), Diagnostic> {
        let from = self.word("a control state")?;
        let left_span = self.span;
        let left = self.stack()?;
        let Ok([top]) = <[String; 1]>::try_from(left) else {
            return Err(Diagnostic::error(
                left_span,
                "the left side of a rule has one symbol",
            ));
        };
        self.expect("-->")?;
        let to = self.word("a control state")?;
        let right_span = self.span;
        let right = self.stack()?;
        if right.len() > 2 {
            return Err(Diagnostic::error(
                right_span,
                "the right side of a rule has at most two symbols",
            ));
        }
        let label = match &self.token {
            Token::Text(text) => Some(text.clone()).filter(|text| !text.is_empty()),
            _ => None,
        };
        if matches!(self.token, Token::Text(_)) {
            self.advance()?;
        }
        let condition = self.condition(right.len())?;
        self.file.rules.push(SymbolicRule {
            from,
            top,
            to,
            right,
            label,
            condition,
        });
        Ok(())
    }

    /// `( expression )`. An initial configuration after a rule looks the same up to its `<`.
    fn condition(&mut self, right: usize) -> Result<Option<Expression>, Diagnostic> {
        if self.token != Token::Symbol("(") || self.lexer.is_initial_configuration() {
            return Ok(None);
        }
        self.file.place = self.span;
        self.advance()?;
        let condition = self.expression(right)?;
        self.expect(")")?;
        Ok(Some(condition))
    }

    fn word(&mut self, expected: &str) -> Result<String, Diagnostic> {
        let Token::Word(word) = &self.token else {
            return Err(self.unexpected(expected));
        };
        let word = word.clone();
        self.advance()?;
        Ok(word)
    }

    fn take(&mut self, wanted: &str) -> Result<bool, Diagnostic> {
        let comes = matches!(self.token, Token::Symbol(symbol) if symbol == wanted);
        if comes {
            self.advance()?;
        }
        Ok(comes)
    }

    fn expect(&mut self, wanted: &str) -> Result<(), Diagnostic> {
        if self.take(wanted)? {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{wanted}`")))
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        Diagnostic::error(
            self.span,
            format!("expected {expected}, found {}", self.token),
        )
    }
}

#[cfg(test)]
mod tests;
