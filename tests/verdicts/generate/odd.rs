//! Less usual shapes: bit-fields, pointers to pointers, arrays of structures, lists, members to their structures, calls
//! inside of expressions, pointers to functions, jumps, copies by bytes, locals that stay.

use super::func::{Param, Result};
use super::{Maker, Scope};

impl Maker {
    pub(super) fn odd_globals(&mut self, scope: &mut Scope) {
        if self.chance(4) {
            let name = self.name("b");
            self.line(&format!("static struct B {name} = {{ 1, -1, 2 }};"));
            let parts = [".u", ".i", ".w"];
            scope.numbers.extend(parts.map(|p| format!("{name}{p}")));
        }
        if self.chance(4) {
            let name = self.name("t");
            let x = self.random.u8(0..4);
            self.line(&format!("static struct S {name}[2] = {{ {{ {x} }} }};"));
            scope.structs.push(format!("{name}[1]"));
            scope.rows.push(name);
        }
        if self.chance(4) {
            let name = self.name("c");
            let x = self.random.u8(0..9);
            self.line(&format!(
                "static const signed char {name}[4] = {{ {x}, 1, -2 }};"
            ));
            scope.tables.push(name);
        }
    }

    pub(super) fn odd(&mut self, scope: &mut Scope, size: usize) {
        match self.random.u8(..10) {
            0 => self.double(scope),
            1 => self.list(scope),
            2 => self.container(scope),
            3 => self.nested_call(scope),
            4 => self.chosen_function(scope),
            5 if size > 0 => self.jump(scope, size),
            6 => self.bytes(scope),
            7 => self.lasting(scope),
            8 => self.lent(scope),
            _ => self.at_least_once(scope),
        }
    }

    /// A pointer to a local pointer, through which that gets what an older one holds: what is older lives longer.
    fn double(&mut self, scope: &Scope) {
        let global = |p: &String| self.text.contains(&format!("\nint *{p} ="));
        let at = scope.pointers.iter().rposition(|p| !global(p));
        let Some(at) = at.filter(|&at| at > 0) else {
            return;
        };
        let (p, older) = (&scope.pointers[at], &scope.pointers[..at]);
        let (name, target) = (self.name("pp"), self.pick(older));
        let (cond, value) = (self.cond(scope, 1), self.expr(scope, 1));
        self.line(&format!("int **{name} = &{p};"));
        self.line(&format!("if ({cond}) *{name} = {target};"));
        self.line(&format!("**{name} = {value};"));
    }

    fn list(&mut self, scope: &Scope) {
        let Some(place) = self.place(scope) else {
            return;
        };
        let (a, b, w) = (self.name("l"), self.name("l"), self.name("w"));
        let (first, second) = (self.expr(scope, 1), self.random.u8(0..5));
        self.line(&format!(
            "struct N {b} = {{ 0, {second} }}, {a} = {{ &{b}, {first} }};"
        ));
        let cond = self.cond(scope, 1);
        self.line(&format!("if ({cond}) {a}.next = {a}.next->next;"));
        self.line(&format!(
            "for (struct N *{w} = &{a}; {w}; {w} = {w}->next) {place} += {w}->n;"
        ));
    }

    fn container(&mut self, scope: &mut Scope) {
        if scope.structs.is_empty() {
            return;
        }
        let (s, p, q) = (self.pick(&scope.structs), self.name("p"), self.name("q"));
        let member = self.pick(&["x", "v[1]"]);
        self.line(&format!("int *{p} = &{s}.{member};"));
        self.line(&format!(
            "struct S *{q} = (struct S *)((char *){p} - __builtin_offsetof(struct S, {member}));"
        ));
        scope.pointers.push(p);
        scope.links.push(q);
    }

    /// A call that is not always made, or whose result is an operand.
    fn nested_call(&mut self, scope: &mut Scope) {
        let plain = |f: &&super::Func| f.result == Result::Number && !f.recursive;
        let funcs: Vec<_> = self.funcs.iter().filter(plain).cloned().collect();
        if funcs.is_empty() {
            return;
        }
        let func = self.pick(&funcs);
        let Some(arguments) = self.arguments(scope, &func.params) else {
            return;
        };
        let call = format!("{}({arguments})", func.name);
        let (cond, other) = (self.cond(scope, 1), self.atom(scope));
        let value = match self.random.u8(..4) {
            0 => format!("{cond} && {call}"),
            1 => format!("{cond} ? {call} : {other}"),
            2 => format!("({call}, {other})"),
            _ => format!("!({cond}) || {call} > 1"),
        };
        // A new variable: what else the call writes is not written beside it, in an order that C leaves open.
        let name = self.name("n");
        self.line(&format!("int {name} = {value};"));
        scope.numbers.push(name);
    }

    fn chosen_function(&mut self, scope: &Scope) {
        let Some(arguments) = self.arguments(scope, &[Param::Number, Param::Pointer]) else {
            return;
        };
        if !self.tabled {
            return;
        }
        let (f, cond) = (self.name("h"), self.cond(scope, 1));
        let (one, other) = (
            self.random.usize(0..self.ops),
            self.random.usize(0..self.ops),
        );
        self.line(&format!("int (*{f})(int, int *) = op{one};"));
        self.line(&format!("if ({cond}) {f} = ops[{other}];"));
        self.line(&format!("{f}({arguments});"));
    }

    fn jump(&mut self, scope: &Scope, size: usize) {
        let (label, cond) = (self.name("out"), self.cond(scope, 1));
        self.line(&format!("if ({cond}) goto {label};"));
        self.block(scope, size, "if (1)");
        self.line(&format!("{label}: ;"));
    }

    fn bytes(&mut self, scope: &Scope) {
        if scope.structs.len() < 2 {
            return;
        }
        let (a, b) = (self.pick(&scope.structs), self.pick(&scope.structs));
        if a == b {
            return;
        }
        match self.random.u8(..3) {
            0 => self.line(&format!("__builtin_memcpy(&{a}, &{b}, sizeof {a});")),
            1 => self.line(&format!("__builtin_memcpy(&{a}.v, &{b}.v, sizeof {a}.v);")),
            _ => self.line(&format!("__builtin_memset(&{a}.in, 1, sizeof {a}.in);")),
        }
    }

    fn lasting(&mut self, scope: &mut Scope) {
        let (name, start) = (self.name("k"), self.random.u8(0..3));
        self.line(&format!("static int {name} = {start};"));
        self.line(&format!("{name}++;"));
        scope.numbers.push(name);
    }

    /// A global pointer gets the address of a local for one call.
    fn lent(&mut self, scope: &mut Scope) {
        if self.lenders.is_empty() || scope.structs.is_empty() {
            return;
        }
        let lenders = self.lenders.clone();
        let ((p, back), s) = (self.pick(&lenders), self.pick(&scope.structs));
        self.line(&format!("{p} = &{s}.x;"));
        self.call(scope);
        self.line(&format!("{p} = &{back};"));
    }

    fn at_least_once(&mut self, scope: &Scope) {
        let Some(place) = self.place(scope) else {
            return;
        };
        let (counter, cond) = (self.name("i"), self.cond(scope, 1));
        self.line(&format!("int {counter} = 0;"));
        self.line(&format!(
            "do {{ {place} += 1; if ({cond}) continue; {counter}++; }} while ({counter}++ < 2);"
        ));
    }
}
