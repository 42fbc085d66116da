//! Expressions: names become `0` or, in a type name, `int`.
//!
//! Operands and operators must alternate; that is all of the grammar that is checked here, and
//! enough to tell a prefix from a postfix or binary operator. Precedence is the grammar's matter.

use super::super::emit::Word;
use super::super::token::Tok;
use super::Respeller;

/// How far an expression has come.
#[derive(Clone, Copy)]
struct State {
    /// Whether an operand has just ended.
    operand: bool,
    /// Whether a name here would be all of the left side of an assignment.
    fresh: bool,
    /// `?` still without their `:`.
    questions: usize,
    /// Whether commas belong to the expression.
    commas: bool,
}

/// What to do after a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Go,
    Stop,
    Failed,
}

impl Respeller<'_> {
    /// Takes an expression that ends before token `end`, or before a `;`, a closer, a `...`, a `:`
    /// that is none of its own, or (unless `commas`) a comma.
    pub(super) fn expression(&mut self, end: usize, commas: bool) {
        let mut state = State {
            operand: false,
            fresh: true,
            questions: 0,
            commas,
        };
        while self.pos < end {
            match self.expression_token(&mut state) {
                Step::Go => {}
                Step::Stop => break,
                Step::Failed => return self.skip_expression(end, commas),
            }
        }
        if !state.operand {
            self.missing_operand();
        } else if state.questions > 0 {
            self.expected("`:`");
        }
    }

    fn missing_operand(&mut self) {
        if self.starts_type(self.pos) {
            let message = format!(
                "expected an expression, found the type `{}`",
                self.text_at(self.pos)
            );
            return self.fail(self.pos, self.pos, message);
        }
        self.expected("an expression");
    }

    /// After an error: to where the expression would have ended.
    pub(super) fn skip_expression(&mut self, end: usize, commas: bool) {
        while self.pos < end {
            match self.cur() {
                Tok::Semi | Tok::RParen | Tok::RBracket | Tok::RBrace | Tok::Eof => return,
                Tok::Comma if !commas => return,
                Tok::LParen | Tok::LBracket | Tok::LBrace => {
                    self.pos = self.after_group(self.pos).min(end);
                }
                kind if kind.is_statement_word() => return,
                _ => self.pos += 1,
            }
        }
    }

    fn expression_token(&mut self, state: &mut State) -> Step {
        let kind = self.cur();
        let step = self.any_token(state);
        // Not after `:`, where C does not take an assignment.
        state.fresh = match kind {
            Tok::Extension => state.fresh,
            Tok::Comma | Tok::Question => true,
            kind => kind.is_assignment(),
        };
        step
    }

    fn any_token(&mut self, state: &mut State) -> Step {
        match self.cur() {
            Tok::Semi | Tok::RParen | Tok::RBracket | Tok::RBrace | Tok::Ellipsis | Tok::Eof => {
                Step::Stop
            }
            Tok::Comma => self.comma(state),
            Tok::Question => {
                state.questions += 1;
                self.binary(state, "?")
            }
            Tok::Colon => self.colon(state),
            Tok::Extension => {
                self.advance();
                Step::Go
            }
            Tok::LParen => self.parenthesis(state),
            Tok::LBracket if state.operand => self.subscript(),
            Tok::Dot => self.member_access(state, "."),
            Tok::Arrow => self.member_access(state, "->"),
            Tok::PlusPlus => self.increment(state, "++"),
            Tok::MinusMinus => self.increment(state, "--"),
            Tok::AndAnd if !state.operand => self.label_address(state),
            kind => match operator(kind) {
                Some(text) => self.operator(state, text),
                None => self.operand(state),
            },
        }
    }

    fn comma(&mut self, state: &mut State) -> Step {
        // Between `?` and `:` a comma always belongs to the expression.
        if !state.commas && state.questions == 0 {
            return Step::Stop;
        }
        self.binary(state, ",")
    }

    fn colon(&mut self, state: &mut State) -> Step {
        if state.questions == 0 {
            return Step::Stop;
        }
        state.questions -= 1;
        if self.kind(self.pos - 1) == Tok::Question {
            self.take(Word::Text(":"));
            return Step::Go;
        }
        self.binary(state, ":")
    }

    fn binary(&mut self, state: &mut State, text: &'static str) -> Step {
        if !state.operand {
            self.missing_operand();
            return Step::Failed;
        }
        state.operand = false;
        self.take(Word::Text(text));
        Step::Go
    }

    fn operator(&mut self, state: &mut State, text: &'static str) -> Step {
        let prefix = matches!(
            self.cur(),
            Tok::Plus | Tok::Minus | Tok::Star | Tok::Amp | Tok::Tilde | Tok::Bang
        );
        if !state.operand && prefix {
            self.take(Word::Text(text));
            return Step::Go;
        }
        if state.operand && matches!(self.cur(), Tok::Tilde | Tok::Bang) {
            return self.missing_operator();
        }
        self.binary(state, text)
    }

    fn missing_operator(&mut self) -> Step {
        if self.starts_line(self.pos) {
            self.expected_end("`;` or an operator");
        } else {
            self.expected("an operator or the end of the expression");
        }
        Step::Failed
    }

    /// A postfix `++` is emitted as a subscript, which binds as tightly.
    fn increment(&mut self, state: &mut State, text: &'static str) -> Step {
        if state.operand {
            for word in [Word::Text("["), Word::Value, Word::Text("]")] {
                self.emit_for(word, self.pos, self.pos);
            }
            self.advance();
        } else {
            self.take(Word::Text(text));
        }
        Step::Go
    }

    fn label_address(&mut self, state: &mut State) -> Step {
        if self.ahead(1) != Tok::Ident {
            self.advance();
            self.expected("a label");
            return Step::Failed;
        }
        self.emit_for(Word::Value, self.pos, self.pos + 1);
        self.pos += 2;
        state.operand = true;
        Step::Go
    }

    fn member_access(&mut self, state: &mut State, text: &'static str) -> Step {
        if !state.operand {
            self.missing_operand();
            return Step::Failed;
        }
        self.take(Word::Text(text));
        if self.cur() != Tok::Ident {
            self.expected("the name of a member");
            return Step::Failed;
        }
        self.take(Word::Name);
        Step::Go
    }

    fn subscript(&mut self) -> Step {
        let closer = self.brackets.closer(self.pos);
        let wrap = self.brackets.has_comma(self.pos);
        self.take(Word::Text("["));
        if wrap {
            self.insert(Word::Text("("));
        }
        self.nested(|this| this.expression(closer, true));
        if wrap {
            self.insert_after(Word::Text(")"));
        }
        if self.pos != closer || self.cur() != Tok::RBracket {
            self.expected("`]`");
            return Step::Failed;
        }
        self.take(Word::Text("]"));
        Step::Go
    }

    /// Parentheses, a call, a statement expression, a cast or a compound literal.
    fn parenthesis(&mut self, state: &mut State) -> Step {
        let closer = self.brackets.closer(self.pos);
        let is_call = state.operand;
        if self.ahead(1) == Tok::LBrace && !is_call {
            self.take(Word::Text("("));
            self.nested(|this| this.block());
            self.close(closer, Tok::RParen, "`)`");
        } else if !is_call && self.starts_type(self.pos + 1) {
            return self.cast(state, closer);
        } else {
            self.take(Word::Text("("));
            if !(is_call && self.pos == closer) {
                self.nested(|this| this.expression(closer, true));
            }
            if self.pos != closer {
                self.expected("`)`");
                return Step::Failed;
            }
            self.close(closer, Tok::RParen, "`)`");
        }
        state.operand = true;
        Step::Go
    }

    /// A compound literal is put in parentheses, so that it binds like any operand.
    fn cast(&mut self, state: &mut State, closer: usize) -> Step {
        let literal = self.kind(closer + 1) == Tok::LBrace;
        if literal {
            self.insert(Word::Text("("));
        }
        self.take(Word::Text("("));
        self.nested(|this| this.type_name());
        self.close(closer, Tok::RParen, "`)`");
        if literal && self.cur() == Tok::LBrace {
            self.nested(|this| this.initializer_list());
            self.insert_after(Word::Text(")"));
            state.operand = true;
        }
        Step::Go
    }

    fn operand(&mut self, state: &mut State) -> Step {
        let kind = self.cur();
        if state.operand {
            return match kind {
                kind if kind.is_statement_word() || kind.starts_type() || kind.is_storage() => {
                    Step::Stop
                }
                Tok::LBrace | Tok::Attribute => Step::Stop,
                _ => self.missing_operator(),
            };
        }
        match kind {
            Tok::Ident if self.scopes.is_type(self.symbol(self.pos)) => {
                self.missing_operand();
                return Step::Failed;
            }
            Tok::Ident => self.value_name(state.fresh),
            Tok::Number | Tok::Char => self.take(Word::Value),
            Tok::Str => self.string(),
            Tok::Sizeof | Tok::Alignof | Tok::AlignofGnu => return self.sizeof(state),
            Tok::Real | Tok::Imag => {
                self.take(Word::Text("*"));
                return Step::Go;
            }
            Tok::Generic => self.builtin(Self::generic_arguments),
            Tok::VaArg | Tok::ConvertVector => self.builtin(Self::value_and_type),
            Tok::Offsetof => self.builtin(Self::offsetof_arguments),
            Tok::TypesCompatible => self.builtin(Self::two_types),
            Tok::ChooseExpr => self.take(Word::Value),
            _ => {
                self.missing_operand();
                return Step::Failed;
            }
        }
        state.operand = true;
        Step::Go
    }

    /// The grammar wants a name, not a number, before an assignment operator.
    fn value_name(&mut self, fresh: bool) {
        let assigned = fresh && self.ahead(1).is_assignment();
        self.take(if assigned { Word::Name } else { Word::Value });
    }

    /// Adjacent strings are one operand.
    fn string(&mut self) {
        let first = self.pos;
        while self.ahead(1) == Tok::Str {
            self.pos += 1;
        }
        self.emit_for(Word::Value, first, self.pos);
        self.advance();
    }

    fn sizeof(&mut self, state: &mut State) -> Step {
        self.take(Word::Sizeof);
        if self.cur() != Tok::LParen || !self.starts_type(self.pos + 1) {
            return Step::Go;
        }
        let closer = self.brackets.closer(self.pos);
        if self.kind(closer + 1) != Tok::LBrace {
            self.take(Word::Text("("));
            self.nested(|this| this.type_name());
            self.close(closer, Tok::RParen, "`)`");
            state.operand = true;
        }
        Step::Go
    }

    /// A built-in that is spelled as a call of `0`; `arguments` takes what is in parentheses.
    fn builtin(&mut self, arguments: fn(&mut Self, usize)) {
        self.take(Word::Value);
        if self.cur() != Tok::LParen {
            return self.expected("`(`");
        }
        let closer = self.brackets.closer(self.pos);
        self.take(Word::Text("("));
        self.nested(|this| arguments(this, closer));
        self.close(closer, Tok::RParen, "`)`");
    }

    /// A type as an argument: `sizeof ( int )`.
    fn type_argument(&mut self) {
        if !self.starts_type(self.pos) {
            return self.expected("a type");
        }
        self.insert(Word::Sizeof);
        self.insert(Word::Text("("));
        self.type_name();
        self.insert_after(Word::Text(")"));
    }

    fn argument_comma(&mut self) {
        self.expect(Tok::Comma, ",");
    }

    fn value_and_type(&mut self, closer: usize) {
        self.expression(closer, false);
        self.argument_comma();
        self.type_argument();
    }

    fn two_types(&mut self, _closer: usize) {
        self.type_argument();
        self.argument_comma();
        self.type_argument();
    }

    fn offsetof_arguments(&mut self, closer: usize) {
        self.type_argument();
        self.argument_comma();
        if self.cur() != Tok::Ident {
            return self.expected("the name of a member");
        }
        self.take(Word::Value);
        let mut state = State {
            operand: true,
            fresh: false,
            questions: 0,
            commas: false,
        };
        while self.pos < closer && self.expression_token(&mut state) == Step::Go {}
    }

    fn generic_arguments(&mut self, closer: usize) {
        self.expression(closer, false);
        while self.cur() == Tok::Comma && self.pos < closer {
            self.take(Word::Text(","));
            match self.cur() {
                Tok::Default => self.take(Word::Value),
                _ => self.type_argument(),
            }
            if self.cur() != Tok::Colon {
                return self.expected("`:`");
            }
            self.take(Word::Text(","));
            self.expression(closer, false);
        }
    }
}

fn operator(kind: Tok) -> Option<&'static str> {
    Some(match kind {
        Tok::Plus => "+",
        Tok::Minus => "-",
        Tok::Star => "*",
        Tok::Slash => "/",
        Tok::Percent => "%",
        Tok::Amp => "&",
        Tok::Pipe => "|",
        Tok::Caret => "^",
        Tok::Tilde => "~",
        Tok::Bang => "!",
        Tok::Shl => "<<",
        Tok::Shr => ">>",
        Tok::Lt => "<",
        Tok::Gt => ">",
        Tok::Le => "<=",
        Tok::Ge => ">=",
        Tok::EqEq => "==",
        Tok::Ne => "!=",
        Tok::AndAnd => "&&",
        Tok::OrOr => "||",
        Tok::Assign => "=",
        Tok::StarAssign => "*=",
        Tok::SlashAssign => "/=",
        Tok::PercentAssign => "%=",
        Tok::PlusAssign => "+=",
        Tok::MinusAssign => "-=",
        Tok::ShlAssign => "<<=",
        Tok::ShrAssign => ">>=",
        Tok::AmpAssign => "&=",
        Tok::CaretAssign => "^=",
        Tok::PipeAssign => "|=",
        _ => return None,
    })
}
