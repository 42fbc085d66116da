//! From text to [`Script`], by recursive descent.
//!
//! Mucke's language, in which Getafix's algorithms are written, is read as far as it says the same: forward declarations
//! mean nothing here, allocation constraints (`s ~+ t, s < t`) and commands (`#size R;`) are told to be ignored, and what
//! has no counterpart is refused with what to write in its place.

use super::lexer::{Token, describe, tokens};
use super::syntax::{
    ClassDecl, Comparison, Declared, EnumDecl, Expr, ExprKind, Members, RelationDecl, Script,
    TypeRef, Word,
};
use crate::bp::{Diagnostic, Span};
use crate::deep_recursion::with_enough_stack;

/// Formulas are not nested more deeply, so that passes may recurse on them.
const MAX_NESTING: u32 = 200;

/// The parts of a text, and warnings.
pub(super) fn parse(text: &str) -> Result<(Script, Vec<Diagnostic>), Diagnostic> {
    if u32::try_from(text.len()).is_err() {
        let message = "the text is longer than 4 GB";
        return Err(Diagnostic::error(Span::default(), message));
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        warnings: Vec::new(),
    };
    let script = parser.script()?;
    Ok((script, parser.warnings))
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    warnings: Vec<Diagnostic>,
}

type Parsed<T> = Result<T, Diagnostic>;

/// Words of Mucke that have no counterpart, and what to write in their place.
fn without_counterpart(word: &str) -> Option<&'static str> {
    Some(match word {
        "nu" => {
            "only least fixed points are evaluated: of a greatest one, define the complement by `mu`"
        }
        "case" | "if" => "write `(condition & …) | (!condition & …)`",
        "assume" | "cofactor" => {
            "leave it away: sets are restricted to what is reached by themselves"
        }
        "array" => "write one member for each place",
        _ => return None,
    })
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn take(&mut self, token: &Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.advance();
        }
        found
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let message = format!("expected {what}, found {}", describe(self.peek()));
        let error = Diagnostic::error(self.span(), message);
        match self.peek() {
            Token::Word(word) => match without_counterpart(word) {
                Some(hint) => {
                    let message = format!("`{word}` of Mucke is not part of this language");
                    Diagnostic::error(self.span(), message).with_hint(hint)
                }
                None => error,
            },
            _ => error,
        }
    }

    fn expect(&mut self, token: &Token, after: &str) -> Parsed<Span> {
        if self.peek() == token {
            Ok(self.advance())
        } else {
            Err(self.expected(&format!("{} {after}", describe(token))))
        }
    }

    fn word(&mut self, what: &str) -> Parsed<Word> {
        let Token::Word(text) = self.peek() else {
            return Err(self.expected(what));
        };
        if without_counterpart(text).is_some() {
            return Err(self.expected(what));
        }
        let text = text.clone();
        let span = self.advance();
        Ok(Word { text, span })
    }

    fn script(&mut self) -> Parsed<Script> {
        let mut script = Script::default();
        loop {
            match self.peek() {
                Token::End => return Ok(script),
                Token::Semicolon => {
                    self.advance();
                }
                Token::Command => {
                    let span = self.advance();
                    let warning = Diagnostic::warning(span, "commands of Mucke are ignored");
                    self.warnings
                        .push(warning.with_hint("--explain shows sizes, rounds and times"));
                }
                Token::Word(word) => match word.as_str() {
                    "enum" => script.enums.push(self.enumeration()?),
                    "class" => script.classes.push(self.class()?),
                    "mu" | "bool" => script.relations.extend(self.relation()?),
                    _ => script.questions.push(self.question()?),
                },
                _ => script.questions.push(self.question()?),
            }
        }
    }

    fn question(&mut self) -> Parsed<Expr> {
        let question = self.formula()?;
        if *self.peek() != Token::End {
            self.expect(&Token::Semicolon, "after the question")?;
        }
        Ok(question)
    }

    fn enumeration(&mut self) -> Parsed<EnumDecl> {
        self.advance();
        let name = self.word("a name for the enumeration")?;
        self.expect(&Token::OpenBrace, "before the members")?;
        let members = if let &Token::Number(first) = self.peek() {
            self.advance();
            self.expect(&Token::DotDot, "between the first and the last number")?;
            let &Token::Number(last) = self.peek() else {
                return Err(self.expected("the last number"));
            };
            self.advance();
            Members::Range(first, last)
        } else {
            let mut names = vec![self.word("a member")?];
            while self.take(&Token::Comma) {
                names.push(self.word("a member")?);
            }
            Members::Names(names)
        };
        self.expect(&Token::CloseBrace, "after the members")?;
        self.expect(&Token::Semicolon, "after the enumeration")?;
        Ok(EnumDecl { name, members })
    }

    fn class(&mut self) -> Parsed<ClassDecl> {
        self.advance();
        let name = self.word("a name for the class")?;
        self.expect(&Token::OpenBrace, "before the members")?;
        let mut fields = Vec::new();
        while !self.take(&Token::CloseBrace) {
            let ty = self.type_ref()?;
            loop {
                let name = self.word("a name for the member")?;
                let ty = ty.clone();
                fields.push(Declared { ty, name });
                if !self.take(&Token::Comma) {
                    break;
                }
            }
            self.expect(&Token::Semicolon, "after the member")?;
        }
        self.expect(&Token::Semicolon, "after the class")?;
        Ok(ClassDecl { name, fields })
    }

    fn type_ref(&mut self) -> Parsed<TypeRef> {
        let word = self.word("a type")?;
        Ok(match word.text.as_str() {
            "bool" => TypeRef::Bool,
            "bits" => {
                self.expect(&Token::OpenBracket, "and how many bits")?;
                let &Token::Number(width) = self.peek() else {
                    return Err(self.expected("a number of bits"));
                };
                let span = self.advance();
                self.expect(&Token::CloseBracket, "after the number of bits")?;
                TypeRef::Bits(u32::try_from(width).unwrap_or(u32::MAX), span)
            }
            _ => TypeRef::Named(word),
        })
    }

    /// Parameters or quantified variables: a type holds until the next one.
    fn declared(&mut self) -> Parsed<Vec<Declared>> {
        let mut ty = self.type_ref()?;
        let mut all = Vec::new();
        loop {
            let name = self.word("a name")?;
            let one = Declared {
                ty: ty.clone(),
                name,
            };
            all.push(one);
            if !self.take(&Token::Comma) {
                return Ok(all);
            }
            let typed = matches!(self.peek_at(1), Token::Word(_) | Token::OpenBracket);
            if typed {
                ty = self.type_ref()?;
            }
        }
    }

    /// Nothing for a declaration without a body.
    fn relation(&mut self) -> Parsed<Option<RelationDecl>> {
        let is_fixed_point = self.is_word("mu");
        if is_fixed_point {
            self.advance();
        }
        if !self.is_word("bool") {
            return Err(self.expected("`bool` and the name of a relation"));
        }
        self.advance();
        let name = self.word("a name for the relation")?;
        self.expect(&Token::Open, "before the parameters")?;
        let params = match self.peek() {
            Token::Close => Vec::new(),
            _ => self.declared()?,
        };
        self.expect(&Token::Close, "after the parameters")?;
        if self.take(&Token::Semicolon) {
            return Ok(None);
        }
        self.skip_constraints();
        let body = self.formula()?;
        self.expect(&Token::Semicolon, "after the relation")?;
        Ok(Some(RelationDecl {
            name,
            is_fixed_point,
            params,
            body,
        }))
    }

    /// Mucke's allocation constraints stand between parameters and body: comparisons that no operator joins to the body.
    fn skip_constraints(&mut self) {
        let start = self.at;
        loop {
            let is_pair = matches!(self.peek(), Token::Word(_))
                && matches!(
                    self.peek_at(1),
                    Token::Interleave | Token::Compare(Comparison::Less)
                )
                && matches!(self.peek_at(2), Token::Word(_));
            if !is_pair {
                break;
            }
            self.at += 3;
            if !self.take(&Token::Comma) {
                break;
            }
        }
        let begins_body = matches!(
            self.peek(),
            Token::Word(_) | Token::Open | Token::Not | Token::Exists | Token::Forall
        );
        if self.at == start || !begins_body {
            self.at = start;
            return;
        }
        let span =
            Span::new(self.tokens[start].1.start as usize..self.tokens[self.at - 1].1.end as usize);
        let warning = Diagnostic::warning(span, "allocation constraints are ignored");
        self.warnings
            .push(warning.with_hint("which variables share levels is computed from the formulas"));
    }

    fn formula(&mut self) -> Parsed<Expr> {
        if self.depth >= MAX_NESTING {
            let message = format!("formulas are nested more than {MAX_NESTING} deep");
            let error = Diagnostic::error(self.span(), message);
            return Err(error.with_hint("give a part a name: `bool Part(…) …;`"));
        }
        self.depth += 1;
        let formula = with_enough_stack(|| self.equivalence());
        self.depth -= 1;
        formula
    }

    fn equivalence(&mut self) -> Parsed<Expr> {
        let left = self.implication()?;
        if !self.take(&Token::Iff) {
            return Ok(left);
        }
        let right = self.formula()?;
        Ok(joined(left, right, ExprKind::Iff))
    }

    fn implication(&mut self) -> Parsed<Expr> {
        let left = self.list(&Token::Or)?;
        if !self.take(&Token::Implies) {
            return Ok(left);
        }
        if self.depth >= MAX_NESTING {
            return self.formula();
        }
        self.depth += 1;
        let right = with_enough_stack(|| self.implication());
        self.depth -= 1;
        Ok(joined(left, right?, ExprKind::Implies))
    }

    fn list(&mut self, operator: &Token) -> Parsed<Expr> {
        let mut all = vec![self.operand(operator)?];
        while self.take(operator) {
            all.push(self.operand(operator)?);
        }
        if all.len() == 1 {
            return Ok(all.remove(0));
        }
        let span = around(all[0].span, all[all.len() - 1].span);
        let kind = match operator {
            Token::Or => ExprKind::Or(all),
            _ => ExprKind::And(all),
        };
        Ok(Expr { kind, span })
    }

    fn operand(&mut self, operator: &Token) -> Parsed<Expr> {
        match operator {
            Token::Or => self.list(&Token::And),
            _ => self.unary(),
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        match self.peek() {
            Token::Not => {
                self.advance();
                if self.depth >= MAX_NESTING {
                    return self.formula();
                }
                self.depth += 1;
                let inner = with_enough_stack(|| self.unary());
                self.depth -= 1;
                let inner = inner?;
                let span = around(start, inner.span);
                let kind = ExprKind::Not(Box::new(inner));
                Ok(Expr { kind, span })
            }
            Token::Exists | Token::Forall => self.quantified(),
            Token::Open => {
                self.advance();
                let mut inner = self.formula()?;
                let end = self.expect(&Token::Close, "after the formula")?;
                inner.span = around(start, end);
                if matches!(self.peek(), Token::Compare(_)) {
                    let message = format!("{} stands between terms", describe(self.peek()));
                    let error = Diagnostic::error(self.span(), message);
                    return Err(error.with_hint("between formulas, write `<->`"));
                }
                Ok(inner)
            }
            _ => self.comparison(),
        }
    }

    fn quantified(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let exists = *self.peek() == Token::Exists;
        self.advance();
        let vars = self.declared()?;
        self.expect(&Token::Dot, "after the variables")?;
        let body = Box::new(self.formula()?);
        let span = around(start, body.span);
        let kind = ExprKind::Quantified { exists, vars, body };
        Ok(Expr { kind, span })
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let left = self.term()?;
        let &Token::Compare(op) = self.peek() else {
            return Ok(left);
        };
        let place = self.advance();
        if matches!(left.kind, ExprKind::Apply(..)) {
            let message = format!("`{}` stands between terms", op.text());
            let error = Diagnostic::error(place, message);
            return Err(error.with_hint("between formulas, write `<->`"));
        }
        let right = self.term()?;
        Ok(joined(left, right, |a, b| ExprKind::Compare(op, a, b)))
    }

    fn term(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if let &Token::Number(number) = self.peek() {
            self.advance();
            let kind = ExprKind::Number(number);
            return Ok(Expr { kind, span: start });
        }
        let first = self.word("a formula")?;
        if let "true" | "false" = first.text.as_str() {
            let kind = ExprKind::Const(first.text == "true");
            return Ok(Expr { kind, span: start });
        }
        if self.take(&Token::Open) {
            return self.application(first);
        }
        let mut path = vec![first];
        while self.take(&Token::Dot) {
            path.push(self.word("a member")?);
        }
        if *self.peek() == Token::OpenBracket {
            let error = Diagnostic::error(self.span(), "there are no arrays in this language");
            return Err(error.with_hint("write one member for each place"));
        }
        let mut span = around(start, path[path.len() - 1].span);
        let kind = if self.take(&Token::Plus) {
            let &Token::Number(number) = self.peek() else {
                return Err(self.expected("a number after `+`"));
            };
            span = around(span, self.advance());
            ExprKind::Plus(path, number)
        } else {
            ExprKind::Path(path)
        };
        Ok(Expr { kind, span })
    }

    fn application(&mut self, relation: Word) -> Parsed<Expr> {
        let mut args = Vec::new();
        if *self.peek() != Token::Close {
            args.push(self.term()?);
            while self.take(&Token::Comma) {
                args.push(self.term()?);
            }
        }
        let end = self.expect(&Token::Close, "after the arguments")?;
        let span = around(relation.span, end);
        let kind = ExprKind::Apply(relation, args);
        Ok(Expr { kind, span })
    }
}

fn around(first: Span, last: Span) -> Span {
    Span::new(first.start as usize..last.end as usize)
}

fn joined(left: Expr, right: Expr, kind: impl Fn(Box<Expr>, Box<Expr>) -> ExprKind) -> Expr {
    let span = around(left.span, right.span);
    let kind = kind(Box::new(left), Box::new(right));
    Expr { kind, span }
}
