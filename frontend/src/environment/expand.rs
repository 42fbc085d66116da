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
            let own = self.variable(&variable.name);
            let named = |name: &str| rename(&variable.declaration, &variable.name, name);
            let _ = match variable.is_object && is_array(&variable.declaration) {
                // Arrays are copied as a whole only within structures.
                true => writeln!(
                    text,
                    "{storage} struct {own} {{ {}; }} {own};",
                    named("all")
                ),
                false => writeln!(text, "{storage} {};", named(&own)),
            };
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

    /// The name of a function that does something for an object or a step of this instance.
    pub(super) fn helper(&self, what: &str, of: &str) -> String {
        let word = of.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "_");
        format!("env_{}_{what}_{word}", self.name)
    }

    /// What a helper's name with `$` stands for: a call for each of the names in brackets.
    fn helper_calls(&self, what: &str, names: &str) -> Option<String> {
        let mut names = names.split(',').map(|name| self.own_word(name.trim()));
        match what {
            "fresh" => {
                let calls = names.map(|name| format!("{}()", self.helper("fresh", name)));
                Some(calls.collect::<Vec<_>>().join(", "))
            }
            "one" => Some(format!("{}()", self.helper("one", names.next()?))),
            "may" => {
                let name = names.next()?;
                let step = self.class.steps.iter().find(|s| s.callback == name)?;
                Some(match self.has(name) || step.optional {
                    true => format!("if (env_fails()) {}()", self.helper("on", name)),
                    false => String::new(),
                })
            }
            _ => None,
        }
    }

    /// A name of the class, also where it was kept apart from one of the program's.
    fn own_word<'t>(&self, word: &'t str) -> &'t str {
        let is = |name: &str| {
            self.class.variables.iter().any(|v| v.name == name)
                || self.class.steps.iter().any(|s| s.callback == name)
        };
        match word.strip_suffix('_') {
            Some(own) if !is(word) && is(own) => own,
            _ => word,
        }
    }

    /// Whether it has that callback.
    pub(super) fn has(&self, callback: &str) -> bool {
        self.functions.contains_key(callback) || self.function.is_some()
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
        if let Some(variable) = self.class.variables.iter().find(|v| v.name == name) {
            let all = variable.is_object && is_array(&variable.declaration);
            let part = if all { ".all" } else { "" };
            return (self.variable(name) + part, at + 1);
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
            "fresh" | "one" | "may" if word(at + 1) == "(" => {
                let close = closing(all, at + 1);
                let inside = &text[all[at + 1].end..all[close].start];
                if let Some(calls) = self.helper_calls(name, inside) {
                    return (calls, close + 1);
                }
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

fn is_array(declaration: &str) -> bool {
    declaration.ends_with(']')
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
