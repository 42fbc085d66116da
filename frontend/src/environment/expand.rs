//! C of a model for one instance: its `$` names become variables, tables and functions of the program.

use super::instances::{Instance, TableName};
use super::text::{Kind, Token, closing, tokens};
use ir::Program;
use std::fmt::Write as _;

impl Instance<'_> {
    /// The variables it has.
    pub(super) fn declarations(&self, text: &mut String) {
        for variable in &self.class.variables {
            let storage = if variable.is_object {
                "extern"
            } else {
                "static"
            };
            let declaration = rename(
                &variable.declaration,
                &variable.name,
                &self.variable(&variable.name),
            );
            let _ = writeln!(text, "{storage} {declaration};");
        }
        match &self.table {
            TableName::Registered(pointer) => {
                let _ = writeln!(text, "static {pointer}{};", self.variable("table"));
            }
            TableName::OneOf(places) => {
                let name = self.variable("table");
                let _ = writeln!(
                    text,
                    "static __typeof__(&{}) {name}(void)\n{{\n\tswitch (__VERIFIER_nondet_int()) {{",
                    places[0]
                );
                for (n, place) in places.iter().enumerate().skip(1) {
                    let _ = writeln!(text, "\tcase {n}:\n\t\treturn &{place};");
                }
                let _ = writeln!(text, "\tdefault:\n\t\treturn &{};\n\t}}\n}}", places[0]);
            }
            TableName::Place(_) | TableName::None => {}
        }
    }

    pub(super) fn variable(&self, name: &str) -> String {
        format!("env_{}_{name}", self.name)
    }

    fn table(&self) -> String {
        match &self.table {
            TableName::Place(place) => format!("(&{place})"),
            TableName::OneOf(_) => format!("{}()", self.variable("table")),
            TableName::Registered(_) => self.variable("table"),
            TableName::None => "0".into(),
        }
    }

    /// Whether an expression of C is the table; one that comes at run time is noted.
    fn is_table(&self, expression: &str) -> String {
        match &self.table {
            TableName::Registered(pointer) => {
                format!(
                    "(({} = ({pointer})({expression})) != 0)",
                    self.variable("table")
                )
            }
            TableName::OneOf(places) => {
                let each = places
                    .iter()
                    .map(|p| format!("(const void *)({expression}) == (const void *)&{p}"));
                format!("({})", each.collect::<Vec<_>>().join(" || "))
            }
            TableName::Place(_) | TableName::None => {
                format!(
                    "((const void *)({expression}) == (const void *){})",
                    self.table()
                )
            }
        }
    }

    /// How a callback is named in a call, if it is there.
    fn callee(&self, program: &Program, path: &str) -> Option<String> {
        let func = self.functions.get(path);
        match (&self.table, func) {
            (TableName::Registered(_), Some(_)) if self.function.is_none() => {
                Some(format!("{}->{path}", self.variable("table")))
            }
            (_, Some(&func)) => Some(program.funcs[func].name.to_string()),
            (_, None) => None,
        }
    }

    /// C of a model, for this instance.
    pub(super) fn expand(&self, program: &Program, text: &str) -> String {
        let all = tokens(text);
        let mut out = String::new();
        let (mut copied, mut n) = (0, 0);
        while n < all.len() {
            let token = all[n];
            if token.kind != Kind::Dollar {
                n += 1;
                continue;
            }
            out += &text[copied..token.start];
            let name = &text[token.start + 1..token.end];
            let (replacement, next) = self.replacement(program, text, &all, n, name);
            out += &replacement;
            n = next;
            copied = all[n - 1].end;
        }
        out + &text[copied..]
    }

    /// What stands for a name with `$` at a token, and the token after it.
    fn replacement(
        &self,
        program: &Program,
        text: &str,
        all: &[Token],
        at: usize,
        name: &str,
    ) -> (String, usize) {
        if self.class.variables.iter().any(|v| v.name == name) {
            return (self.variable(name), at + 1);
        }
        let word = |n: usize| all.get(n).map_or("", |t: &Token| &text[t.start..t.end]);
        match name {
            "table" => return (self.table(), at + 1),
            "function" => {
                let name = self.function.map_or("0", |f| &program.funcs[f].name);
                return (name.to_owned(), at + 1);
            }
            "is" if word(at + 1) == "(" => {
                let close = closing(all, at + 1);
                let inside = &text[all[at + 1].end..all[close].start];
                return (self.is_table(&self.expand(program, inside)), close + 1);
            }
            _ => {}
        }
        let (mut path, mut next) = (name.to_owned(), at + 1);
        loop {
            if word(next) == "." {
                path = format!("{path}.{}", word(next + 1));
                next += 2;
            } else if word(next) == "-" && word(next + 1) == ">" {
                path = format!("{path}->{}", word(next + 2));
                next += 3;
            } else {
                break;
            }
        }
        match self.callee(program, &path) {
            Some(callee) => (callee, next.min(all.len())),
            None if word(next) == "(" => ("0".into(), closing(all, next) + 1),
            None => ("0".into(), next.min(all.len())),
        }
    }
}

/// A declaration of C with another name.
fn rename(declaration: &str, name: &str, new: &str) -> String {
    let all = tokens(declaration);
    let found = all
        .iter()
        .rev()
        .find(|t| &declaration[t.start..t.end] == name);
    match found {
        Some(t) => format!("{}{new}{}", &declaration[..t.start], &declaration[t.end..]),
        None => declaration.to_owned(),
    }
}
