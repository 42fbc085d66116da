//! Functions and calls.

use super::declare::NUMBERS;
use super::{Maker, Scope};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Param {
    Number,
    Pointer,
    Struct,
    Link,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Result {
    Nothing,
    Number,
    Struct,
}

#[derive(Clone)]
pub(super) struct Func {
    pub(super) name: String,
    pub(super) params: Vec<Param>,
    pub(super) result: Result,
    pub(super) recursive: bool,
}
const OP: [Param; 2] = [Param::Number, Param::Pointer];

impl Maker {
    /// Arguments for parameters, pure expressions.
    pub(super) fn arguments(&mut self, scope: &Scope, params: &[Param]) -> Option<String> {
        let mut texts = Vec::new();
        for param in params {
            let among = match param {
                Param::Number => vec![self.expr(scope, 1)],
                Param::Pointer => self.addresses(scope),
                Param::Struct => {
                    let pointed = scope.links.iter().map(|q| format!("*{q}"));
                    scope.structs.iter().cloned().chain(pointed).collect()
                }
                Param::Link => {
                    let taken = scope.structs.iter().map(|s| format!("&{s}"));
                    scope.links.iter().cloned().chain(taken).collect()
                }
            };
            if among.is_empty() {
                return None;
            }
            texts.push(self.pick(&among));
        }
        Some(texts.join(", "))
    }

    pub(super) fn call(&mut self, scope: &mut Scope) {
        if let Some(func) = self.itself.clone()
            && self.chance(2)
        {
            return self.invoke(scope, &func, "depth - 1");
        }
        if self.ops > 0 && self.chance(3) {
            let Some(arguments) = self.arguments(scope, &OP) else {
                return;
            };
            let (index, ops) = (self.expr(scope, 1), self.ops);
            let callee = match self.tabled && self.chance(2) {
                true => format!("ops[(unsigned)({index}) % {ops}]"),
                false => format!("op{}", self.random.usize(0..ops)),
            };
            let place = self.place(scope).unwrap_or_else(|| "(*p)".into());
            return self.line(&format!("{place} = {callee}({arguments});"));
        }
        if self.funcs.is_empty() {
            return;
        }
        let func = self.pick(&self.funcs.clone());
        let depth = self.random.u8(0..4).to_string();
        self.invoke(scope, &func, &depth);
    }

    pub(super) fn invoke(&mut self, scope: &mut Scope, func: &Func, depth: &str) {
        let Some(mut arguments) = self.arguments(scope, &func.params) else {
            return;
        };
        if func.recursive {
            let comma = if arguments.is_empty() { "" } else { ", " };
            arguments = format!("{depth}{comma}{arguments}");
        }
        let call = format!("{}({arguments});", func.name);
        match func.result {
            Result::Struct => {
                let name = self.name("s");
                self.line(&format!("struct S {name} = {call}"));
                scope.structs.push(name);
            }
            Result::Number if !self.chance(4) => match self.place(scope) {
                Some(place) => self.line(&format!("{place} = {call}")),
                None => self.line(&call),
            },
            _ => self.line(&call),
        }
    }

    /// A function that fits into the table.
    pub(super) fn op(&mut self, globals: &Scope) {
        let name = format!("op{}", self.ops);
        let mut scope = globals.clone();
        scope.numbers.push("k".into());
        scope.pointers.push("p".into());
        self.body(
            &mut scope,
            &format!("static int {name}(int k, int *p)"),
            2,
            Result::Number,
        );
        self.ops += 1;
    }

    pub(super) fn table(&mut self) {
        if self.ops > 0 {
            let names: Vec<String> = (0..self.ops).map(|n| format!("op{n}")).collect();
            let names = names.join(", ");
            self.line(&format!("static int (*ops[])(int, int *) = {{ {names} }};"));
            self.tabled = true;
        }
    }

    pub(super) fn func(&mut self, globals: &Scope) {
        let mut scope = globals.clone();
        let (name, recursive) = (self.name("f"), self.chance(3));
        let mut params = Vec::new();
        let mut declared = Vec::new();
        if recursive {
            declared.push("int depth".to_owned());
            scope.counters.push("depth".into());
        }
        for n in 0..self.random.usize(0..3) {
            let param = self.pick(&[Param::Number, Param::Pointer, Param::Struct, Param::Link]);
            params.push(param);
            let (text, among) = match param {
                Param::Number => (format!("int k{n}"), &mut scope.numbers),
                Param::Pointer => (format!("int *p{n}_"), &mut scope.pointers),
                Param::Struct => (format!("struct S s{n}_"), &mut scope.structs),
                Param::Link => (format!("struct S *q{n}_"), &mut scope.links),
            };
            let declared_name = text.rsplit([' ', '*']).next().unwrap_or_default();
            among.push(declared_name.to_owned());
            declared.push(text);
        }
        let result = self.pick(&[
            Result::Nothing,
            Result::Number,
            Result::Number,
            Result::Struct,
        ]);
        let ty = match result {
            Result::Nothing => "void",
            Result::Number => self.pick(&NUMBERS),
            Result::Struct => "struct S",
        };
        let func = Func {
            name: name.clone(),
            params,
            result,
            recursive,
        };
        self.itself = recursive.then(|| func.clone());
        let declared = if declared.is_empty() {
            "void".into()
        } else {
            declared.join(", ")
        };
        self.body(
            &mut scope,
            &format!("static {ty} {name}({declared})"),
            3,
            result,
        );
        self.itself = None;
        self.funcs.push(func);
    }

    pub(super) fn body(&mut self, scope: &mut Scope, head: &str, size: usize, result: Result) {
        self.line(head);
        self.line("{");
        self.depth += 1;
        self.line("int r = 0;");
        scope.numbers.push("r".into());
        if result == Result::Struct {
            self.structure(scope, false);
        }
        if self.itself.is_some() {
            let early = self.result(scope, result);
            self.line(&format!("if (depth <= 0) {early}"));
        }
        for _ in 0..self.random.usize(1..=size) {
            self.stmt(scope, size - 1);
        }
        let last = self.result(scope, result);
        self.line(&last);
        self.depth -= 1;
        self.line("}\n");
    }

    pub(super) fn result(&mut self, scope: &Scope, result: Result) -> String {
        match result {
            Result::Nothing => "return;".into(),
            Result::Number => format!("return {};", self.expr(scope, 1)),
            Result::Struct => format!("return {};", self.pick(&scope.structs)),
        }
    }

    pub(super) fn main(&mut self, globals: &Scope) {
        let mut scope = globals.clone();
        self.line("int program(void)");
        self.line("{");
        self.depth += 1;
        self.input(&mut scope);
        for _ in 0..self.random.usize(3..9) {
            self.stmt(&mut scope, 2);
        }
        self.check(&scope);
        self.line("return 0;");
        self.depth -= 1;
        self.line("}");
    }
}
