//! Declarations of variables and procedures.

use super::super::{Proc, VarDecl};
use super::*;

/// More returned values than this are a typing error, and would only serve to exhaust memory.
const MAX_RETURNS: u32 = 65_536;

/// One piece of a `decl` list: a name with or without its value, or a value alone.
enum Item {
    Variable(Name, Option<ExprId>),
    Value(ExprId),
}

impl Parser<'_> {
    /// `decl a, b;`, `decl a := 1, b;` or `decl a, b := 1, *;`, the current token being `decl`.
    pub(super) fn declaration(&mut self) -> Parsed<Vec<VarDecl>> {
        let start = self.bump().span;
        let mut items = Vec::new();
        loop {
            items.push(self.declared_item(&items)?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        let declared = self.pair_values(items, start)?;
        if !self.eat(TokenKind::Semicolon) {
            self.missing_semicolon("after the declaration")?;
        }
        Ok(declared)
    }

    fn declared_item(&mut self, before: &[Item]) -> Parsed<Item> {
        self.eat(TokenKind::Bool);
        let values_began = before
            .iter()
            .any(|item| !matches!(item, Item::Variable(_, None)));
        let stands_alone = matches!(
            self.ahead.kind,
            TokenKind::Comma | TokenKind::Semicolon | TokenKind::Assign | TokenKind::EndOfFile
        );
        if values_began && !(Self::is_name(self.token) && stands_alone) {
            return Ok(Item::Value(self.expression()?));
        }
        let name = self.name("the name of a variable")?;
        let value = if self.eat(TokenKind::Assign) {
            Some(self.expression()?)
        } else {
            None
        };
        Ok(Item::Variable(name, value))
    }

    /// Decides whose the values are. `decl a, b := 1, *;` gives each of the names before `:=` one value.
    fn pair_values(&mut self, items: Vec<Item>, start: Span) -> Parsed<Vec<VarDecl>> {
        let names = items
            .iter()
            .take_while(|i| matches!(i, Item::Variable(_, None)))
            .count()
            + 1;
        let rest = items.get(names..).unwrap_or(&[]);
        let one_each = rest.len() + 1 == names;
        if rest.iter().all(|i| matches!(i, Item::Value(_))) && one_each && !rest.is_empty() {
            return Ok(in_parallel(items));
        }
        if rest.iter().any(|i| matches!(i, Item::Value(_))) {
            let error = Diagnostic::error(
                self.span_from(start),
                "there are not as many values as variables",
            );
            return Err(self.report(
                error.with_hint("write `decl a := 0, b := 1;`, each value with its variable"),
            ));
        }
        if one_each && rest.iter().all(|i| matches!(i, Item::Variable(_, None))) && !rest.is_empty()
        {
            let error = Diagnostic::error(
                self.span_from(start),
                "it is not clear which variables have which values",
            );
            return Err(self.report(
                error.with_hint("write `decl a; decl b := 0;`, or `decl a := 0, b := c;`"),
            ));
        }
        Ok(items.into_iter().filter_map(own_value).collect())
    }

    /// A procedure: header and body, or `void f(a);` alone.
    pub(super) fn procedure(&mut self) -> Parsed<()> {
        let start = self.token.span;
        let returns = self.return_type()?;
        let name = self.name("the name of a procedure")?;
        if returns == Some(1)
            && matches!(
                self.token.kind,
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::Assign
            )
        {
            let error = Diagnostic::error(start, "variables are declared with `decl`");
            return Err(self.report(error.with_hint("write `decl` in place of `bool`")));
        }
        let formals = self.formals()?;
        let mut proc = Proc {
            name,
            returns: returns.unwrap_or(0),
            formals,
            locals: Vec::new(),
            enforce: Vec::new(),
            body: None,
            span: self.span_from(start),
            end: Span::default(),
        };
        if !self.eat(TokenKind::Semicolon) {
            self.expect(TokenKind::Begin, "and the body of the procedure, or `;`")?;
            self.body(&mut proc, returns.is_none());
            self.eat(TokenKind::Semicolon);
        }
        self.program.procs.push(proc);
        Ok(())
    }

    /// `void`, `bool`, `bool<n>`, each with or without `dfs`; nothing at all leaves the number open.
    fn return_type(&mut self) -> Parsed<Option<u32>> {
        self.eat_dfs();
        let returns = match self.token.kind {
            TokenKind::Void => {
                self.bump();
                Some(0)
            }
            TokenKind::Bool => {
                self.bump();
                if self.eat(TokenKind::Less) {
                    Some(self.return_count()?)
                } else {
                    Some(1)
                }
            }
            _ => None,
        };
        self.eat_dfs();
        Ok(returns)
    }

    /// `dfs` was a search order for Bebop; it has no meaning here. A procedure may also have that name.
    fn eat_dfs(&mut self) {
        let followed = Self::is_name(self.ahead)
            || matches!(self.ahead.kind, TokenKind::Void | TokenKind::Bool);
        if self.at(TokenKind::Dfs) && followed {
            self.bump();
        }
    }

    fn return_count(&mut self) -> Parsed<u32> {
        let token = self.expect(TokenKind::Number, "as in `bool<2>`")?;
        let count = self
            .slice(token.span)
            .parse::<u32>()
            .ok()
            .filter(|&n| n <= MAX_RETURNS);
        let Some(count) = count else {
            return Err(self.error(
                token.span,
                format!("a procedure returns at most {MAX_RETURNS} values"),
            ));
        };
        self.expect(TokenKind::Greater, "to close `bool<`")?;
        Ok(count)
    }

    fn formals(&mut self) -> Parsed<Vec<VarDecl>> {
        if self.at(TokenKind::Begin) {
            return Ok(Vec::new());
        }
        let open = self.expect(TokenKind::LeftParen, "and the parameters of the procedure")?;
        if self.at(TokenKind::Void) && self.ahead.kind == TokenKind::RightParen {
            self.bump();
        }
        if self.eat(TokenKind::RightParen) {
            return Ok(Vec::new());
        }
        let formals = self.comma_list(|p| {
            p.eat(TokenKind::Bool);
            let name = p.name("the name of a parameter")?;
            Ok(VarDecl { name, init: None })
        })?;
        if !self.eat(TokenKind::RightParen) {
            let error = Diagnostic::error(
                self.token.span,
                format!("expected `,` or `)`, found {}", self.found()),
            );
            return Err(self.report(error.with_label(open.span, "opened here")));
        }
        Ok(formals)
    }
}

fn own_value(item: Item) -> Option<VarDecl> {
    match item {
        Item::Variable(name, init) => Some(VarDecl { name, init }),
        Item::Value(_) => None,
    }
}

fn in_parallel(items: Vec<Item>) -> Vec<VarDecl> {
    let values: Vec<ExprId> = items
        .iter()
        .filter_map(|item| match item {
            Item::Variable(_, init) => *init,
            Item::Value(value) => Some(*value),
        })
        .collect();
    let names = items.into_iter().filter_map(own_value);
    let paired = names.zip(values).map(|(variable, value)| VarDecl {
        name: variable.name,
        init: Some(value),
    });
    paired.collect()
}
