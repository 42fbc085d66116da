//! Variables.

use super::{Maker, Scope};

pub(super) const NUMBERS: [&str; 8] = [
    "_Bool",
    "int",
    "int",
    "unsigned",
    "unsigned char",
    "signed char",
    "short",
    "long long",
];

impl Maker {
    pub(super) fn globals(&mut self) -> Scope {
        let mut scope = Scope::default();
        for _ in 0..self.random.usize(1..4) {
            self.number(&mut scope, true);
        }
        if self.chance(2) {
            self.array(&mut scope);
        }
        if self.chance(2) {
            self.structure(&mut scope, true);
        }
        if self.chance(4) {
            let name = self.name("u");
            self.line(&format!("static union U {name};"));
            let parts = [".i", ".c[1]", ".c[3]", ".h[0]", ".h[1]"];
            scope.numbers.extend(parts.map(|p| format!("{name}{p}")));
        }
        if self.chance(3) {
            self.pointer(&mut scope, true);
        }
        self.odd_globals(&mut scope);
        scope
    }

    /// Declares a number.
    pub(super) fn number(&mut self, scope: &mut Scope, global: bool) {
        let ty = self.pick(&NUMBERS);
        let name = self.name("n");
        let start = match global {
            true => self.random.i32(-2..6).to_string(),
            false => self.expr(scope, 2),
        };
        self.line(&format!("{ty} {name} = {start};"));
        scope.numbers.push(name);
    }

    pub(super) fn array(&mut self, scope: &mut Scope) {
        let ty = self.pick(&NUMBERS);
        let name = self.name("a");
        let first = self.random.u8(0..5);
        self.line(&format!("{ty} {name}[4] = {{ {first}, 1 }};"));
        scope.arrays.push(name);
    }

    pub(super) fn structure(&mut self, scope: &mut Scope, global: bool) {
        let name = self.name("s");
        let start = match global || scope.structs.is_empty() || self.chance(2) {
            true => format!("{{ {}, {} }}", self.random.i32(-1..5), self.random.u8(0..4)),
            false => self.pick(&scope.structs),
        };
        self.line(&format!("struct S {name} = {start};"));
        scope.structs.push(name);
    }

    /// Declares a pointer to something there is.
    pub(super) fn pointer(&mut self, scope: &mut Scope, global: bool) {
        let ints = self.addresses(scope);
        if global || ints.is_empty() {
            let target = self.name("n");
            self.line(&format!("int {target} = 1;"));
            let name = self.name("p");
            self.line(&format!("int *{name} = &{target};"));
            if global {
                self.lenders.push((name.clone(), target.clone()));
            }
            scope.numbers.push(target);
            scope.pointers.push(name);
            return;
        }
        let target = self.pick(&ints);
        let name = self.name("p");
        self.line(&format!("int *{name} = {target};"));
        scope.pointers.push(name);
    }

    pub(super) fn link(&mut self, scope: &mut Scope) {
        let name = self.name("q");
        if scope.structs.is_empty() || self.chance(2) {
            self.line(&format!("struct S *{name} = malloc(sizeof(struct S));"));
            let x = self.random.u8(0..4);
            self.line(&format!("{name}->x = {x};"));
            self.line(&format!(
                "{name}->y = 1; {name}->in.a = 0; {name}->in.b = 2;"
            ));
            self.line(&format!("{name}->v[0] = 0; {name}->v[1] = 3;"));
        } else {
            let target = self.pick(&scope.structs);
            self.line(&format!("struct S *{name} = &{target};"));
        }
        scope.links.push(name);
    }

    pub(super) fn input(&mut self, scope: &mut Scope) {
        let name = self.name("n");
        let range = self.random.u8(2..5);
        self.line(&format!("int {name} = input({range});"));
        scope.numbers.push(name);
    }
}
