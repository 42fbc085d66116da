//! Small programs in the style of drivers, at random: loops that end, few inputs of small range, functions that call
//! each other and themselves, pointers to locals and globals, arrays, structures by value and by pointer, unions,
//! tables of functions, blocks of memory, and a lock. No program does anything that C leaves undefined.
//!
//! The points of observation are macros `CHECK_n(e)`; what they check is decided when the values are known.

use fastrand::Rng;

/// A program; the same text for us and for gcc, which get different preludes.
pub(crate) struct Made {
    pub(crate) text: String,
    pub(crate) points: usize,
}

/// Names in scope, by what they are.
#[derive(Clone, Default)]
struct Scope {
    /// Scalars that can be assigned.
    numbers: Vec<String>,
    /// Counters of loops, only read.
    counters: Vec<String>,
    pointers: Vec<String>,
    arrays: Vec<String>,
    structs: Vec<String>,
    links: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Param {
    Number,
    Pointer,
    Struct,
    Link,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Result {
    Nothing,
    Number,
    Struct,
}

#[derive(Clone)]
struct Func {
    name: String,
    params: Vec<Param>,
    result: Result,
    recursive: bool,
}

struct Maker {
    random: Rng,
    text: String,
    depth: usize,
    fresh: usize,
    points: usize,
    funcs: Vec<Func>,
    /// Functions in the table `ops`.
    ops: usize,
    tabled: bool,
    /// The function being made, if it calls itself.
    itself: Option<Func>,
    locks: bool,
    loops: usize,
}

/// More points of observation are not made.
const POINTS: usize = 4;

const NUMBERS: [&str; 7] = [
    "int",
    "int",
    "unsigned",
    "unsigned char",
    "signed char",
    "short",
    "long long",
];

const TYPES: &str = "\
struct inner { short a; unsigned char b; };
struct S { int x; unsigned char y; struct inner in; int v[2]; };
union U { int i; unsigned char c[4]; short h[2]; };
";

pub(crate) fn program(seed: u64) -> Made {
    let mut random = Rng::with_seed(seed);
    let locks = random.u8(..4) == 0;
    let mut maker = Maker {
        random,
        text: TYPES.to_owned(),
        depth: 0,
        fresh: 0,
        points: 0,
        funcs: Vec::new(),
        ops: 0,
        tabled: false,
        itself: None,
        locks,
        loops: 0,
    };
    let globals = maker.globals();
    for _ in 0..maker.random.usize(0..3) {
        maker.op(&globals);
    }
    maker.table();
    for _ in 0..maker.random.usize(0..4) {
        maker.func(&globals);
    }
    maker.main(&globals);
    Made {
        text: maker.text,
        points: maker.points,
    }
}

impl Maker {
    fn chance(&mut self, one_in: u32) -> bool {
        self.random.u32(0..one_in) == 0
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.random.usize(0..among.len())].clone()
    }

    fn name(&mut self, what: &str) -> String {
        self.fresh += 1;
        format!("{what}{}", self.fresh)
    }

    fn line(&mut self, text: &str) {
        self.text += &"    ".repeat(self.depth);
        self.text += text;
        self.text.push('\n');
    }

    fn globals(&mut self) -> Scope {
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
        scope
    }

    /// Declares a number.
    fn number(&mut self, scope: &mut Scope, global: bool) {
        let ty = self.pick(&NUMBERS);
        let name = self.name("n");
        let start = match global {
            true => self.random.i32(-2..6).to_string(),
            false => self.expr(scope, 2),
        };
        self.line(&format!("{ty} {name} = {start};"));
        scope.numbers.push(name);
    }

    fn array(&mut self, scope: &mut Scope) {
        let ty = self.pick(&NUMBERS);
        let name = self.name("a");
        let first = self.random.u8(0..5);
        self.line(&format!("{ty} {name}[4] = {{ {first}, 1 }};"));
        scope.arrays.push(name);
    }

    fn structure(&mut self, scope: &mut Scope, global: bool) {
        let name = self.name("s");
        let start = match global || scope.structs.is_empty() || self.chance(2) {
            true => format!("{{ {}, {} }}", self.random.i32(-1..5), self.random.u8(0..4)),
            false => self.pick(&scope.structs),
        };
        self.line(&format!("struct S {name} = {start};"));
        scope.structs.push(name);
    }

    /// Declares a pointer to something there is.
    fn pointer(&mut self, scope: &mut Scope, global: bool) {
        let ints = self.addresses(scope);
        if global || ints.is_empty() {
            let target = self.name("n");
            self.line(&format!("int {target} = 1;"));
            let name = self.name("p");
            self.line(&format!("int *{name} = &{target};"));
            scope.numbers.push(target);
            scope.pointers.push(name);
            return;
        }
        let target = self.pick(&ints);
        let name = self.name("p");
        self.line(&format!("int *{name} = {target};"));
        scope.pointers.push(name);
    }

    /// Pointers to `int` that can be had.
    fn addresses(&mut self, scope: &Scope) -> Vec<String> {
        let mut found = scope.pointers.clone();
        for s in &scope.structs {
            found.extend([format!("&{s}.x"), format!("&{s}.v[1]"), format!("{s}.v")]);
        }
        for q in &scope.links {
            found.push(format!("&{q}->x"));
        }
        found
    }

    /// A place of type number that can be written.
    fn place(&mut self, scope: &Scope) -> Option<String> {
        let mut found = scope.numbers.clone();
        found.extend(scope.pointers.iter().map(|p| format!("(*{p})")));
        for s in &scope.structs {
            found.extend(
                [".x", ".y", ".in.a", ".in.b", ".v[0]", ".v[1]"].map(|f| format!("{s}{f}")),
            );
        }
        for q in &scope.links {
            found.extend(["->x", "->y", "->in.b", "->v[1]"].map(|f| format!("{q}{f}")));
        }
        for a in &scope.arrays {
            found.push(format!("{a}[2]"));
        }
        if !scope.arrays.is_empty() && self.chance(3) {
            let a = self.pick(&scope.arrays);
            let index = self.expr(scope, 1);
            return Some(format!("{a}[({index}) & 3]"));
        }
        if !scope.pointers.is_empty() && self.chance(8) {
            let p = self.pick(&scope.pointers);
            let at = self.random.u8(0..4);
            return Some(format!("((unsigned char *){p})[{at}]"));
        }
        (!found.is_empty()).then(|| self.pick(&found))
    }

    fn expr(&mut self, scope: &Scope, depth: usize) -> String {
        if depth == 0 || self.chance(3) {
            return self.atom(scope);
        }
        let a = self.expr(scope, depth - 1);
        match self.random.u8(..16) {
            0..=2 => format!("{a} + {}", self.pick(&["1", "2", "3"])),
            3 => format!("{a} - {}", self.pick(&["1", "2"])),
            4 => format!("({a}) + ({})", self.expr(scope, depth - 1)),
            5 => format!("({a}) - ({})", self.expr(scope, depth - 1)),
            6 => format!("({a}) * {}", self.pick(&["2", "3", "-1"])),
            7 => format!("({a}) & {}", self.pick(&["1", "3", "7", "255"])),
            8 => format!("({a}) | ({})", self.atom(scope)),
            9 => format!("({a}) ^ {}", self.pick(&["1", "5"])),
            10 => format!("({a}) / {}", self.pick(&["2", "3", "-2"])),
            11 => format!("({a}) % {}", self.pick(&["2", "3", "4"])),
            12 => format!("({a}) >> {}", self.pick(&["1", "2"])),
            13 => {
                let ty = self.pick(&["unsigned char", "signed char", "short", "unsigned"]);
                format!("({ty})({a})")
            }
            14 => format!("({})", self.cond(scope, depth - 1)),
            _ => {
                let cond = self.cond(scope, depth - 1);
                format!("({cond} ? {a} : {})", self.atom(scope))
            }
        }
    }

    fn atom(&mut self, scope: &Scope) -> String {
        match self.random.u8(..8) {
            0 => self
                .pick(&["0", "1", "2", "3", "4", "-1", "7", "255"])
                .to_owned(),
            1 if !scope.counters.is_empty() => self.pick(&scope.counters),
            _ => self.place(scope).unwrap_or_else(|| "1".to_owned()),
        }
    }

    fn cond(&mut self, scope: &Scope, depth: usize) -> String {
        let a = self.expr(scope, depth);
        let op = self.pick(&["==", "!=", "<", "<=", ">", ">=", "=="]);
        match self.random.u8(..10) {
            0 => format!("!({a})"),
            1 => format!("({a})"),
            2 | 3 => format!("({a}) {op} ({})", self.expr(scope, depth)),
            4 if depth > 0 => {
                let with = self.pick(&["&&", "||"]);
                let (b, c) = (self.cond(scope, depth - 1), self.cond(scope, depth - 1));
                format!("({b} {with} {c})")
            }
            5 if scope.pointers.len() > 1 => {
                let (p, q) = (self.pick(&scope.pointers), self.pick(&scope.pointers));
                format!("{p} {} {q}", self.pick(&["==", "!="]))
            }
            _ => format!("({a}) {op} {}", self.pick(&["0", "1", "2", "3", "5"])),
        }
    }

    /// A block of statements; what it declares is gone after it.
    fn block(&mut self, scope: &Scope, size: usize, opening: &str) {
        self.line(&format!("{opening} {{"));
        self.depth += 1;
        let mut inner = scope.clone();
        for _ in 0..self.random.usize(1..=size.max(1)) {
            self.stmt(&mut inner, size.saturating_sub(1));
        }
        self.depth -= 1;
        self.line("}");
    }

    fn stmt(&mut self, scope: &mut Scope, size: usize) {
        match self.random.u8(..28) {
            0..=6 => self.assign(scope),
            7..=10 if size > 0 => self.branch(scope, size),
            11 | 12 if size > 0 && self.loops < 3 => self.repeat(scope, size),
            13 => self.input(scope),
            14..=17 => self.call(scope),
            18 => self.number(scope, false),
            19 => self.structure(scope, false),
            20 => self.pointer(scope, false),
            21 => self.retarget(scope),
            22 => self.copy(scope),
            23 => self.link(scope),
            24 if size > 0 => self.switch(scope, size),
            25 if self.locks => self.lock(scope, size),
            26 | 27 => self.check(scope),
            _ => self.assign(scope),
        }
    }

    fn assign(&mut self, scope: &Scope) {
        let Some(place) = self.place(scope) else {
            return;
        };
        let text = match self.random.u8(..6) {
            0 => format!("{place}++;"),
            1 => format!(
                "{place} {} {};",
                self.pick(&["+=", "-=", "^=", "|="]),
                self.expr(scope, 1)
            ),
            _ => format!("{place} = {};", self.expr(scope, 2)),
        };
        self.line(&text);
    }

    fn branch(&mut self, scope: &Scope, size: usize) {
        let cond = self.cond(scope, 1);
        self.block(scope, size, &format!("if ({cond})"));
        if self.chance(2) {
            self.block(scope, size, "else");
        }
    }

    fn repeat(&mut self, scope: &Scope, size: usize) {
        let counter = self.name("i");
        let mut inner = scope.clone();
        inner.counters.push(counter.clone());
        let bound = self.random.u8(1..5);
        self.loops += 1;
        if self.chance(2) {
            let head = format!("for (int {counter} = 0; {counter} < {bound}; {counter}++)");
            self.block(&inner, size, &head);
        } else {
            let leave = self.cond(&inner, 1);
            self.line(&format!("int {counter} = 0;"));
            self.line(&format!("while ({counter} < {bound}) {{"));
            self.depth += 1;
            self.line(&format!("{counter}++;"));
            let how = self.pick(&["break", "continue"]);
            self.line(&format!("if ({leave}) {how};"));
            self.block(&inner, size, "if (1)");
            self.depth -= 1;
            self.line("}");
        }
        self.loops -= 1;
    }

    fn input(&mut self, scope: &mut Scope) {
        let name = self.name("n");
        let range = self.random.u8(2..5);
        self.line(&format!("int {name} = input({range});"));
        scope.numbers.push(name);
    }

    fn switch(&mut self, scope: &Scope, size: usize) {
        let on = self.expr(scope, 1);
        self.line(&format!("switch (({on}) & 3) {{"));
        for case in 0..self.random.u8(1..4) {
            self.block(scope, size, &format!("case {case}:"));
            if !self.chance(4) {
                self.line("break;");
            }
        }
        if self.chance(2) {
            self.block(scope, size, "default:");
        }
        self.line("}");
    }

    fn retarget(&mut self, scope: &Scope) {
        // A global pointer must not point to what is gone later.
        let locals: Vec<String> = scope.pointers.clone();
        let here = locals
            .iter()
            .filter(|p| !self.text.contains(&format!("\nint *{p} =")));
        let here: Vec<String> = here.cloned().collect();
        if here.is_empty() {
            return;
        }
        let (p, targets) = (self.pick(&here), self.addresses(scope));
        // In a block that has ended, targets of inner blocks are gone: only those that were there before.
        let at = scope.pointers.iter().position(|q| *q == p).unwrap_or(0);
        let older: Vec<String> = scope.pointers[..at].to_vec();
        let targets = if older.is_empty() {
            targets[..0].to_vec()
        } else {
            older
        };
        if !targets.is_empty() {
            let target = self.pick(&targets);
            let cond = self.cond(scope, 1);
            self.line(&format!("if ({cond}) {p} = {target};"));
        }
    }

    fn copy(&mut self, scope: &Scope) {
        if scope.structs.len() < 2 {
            return;
        }
        let (a, b) = (self.pick(&scope.structs), self.pick(&scope.structs));
        if a != b {
            self.line(&format!("{a} = {b};"));
        }
    }

    fn link(&mut self, scope: &mut Scope) {
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

    fn lock(&mut self, scope: &Scope, size: usize) {
        let both = !self.chance(8);
        self.line("acquire();");
        self.block(scope, size, "if (1)");
        if both {
            self.line("release();");
        }
    }

    fn check(&mut self, scope: &Scope) {
        if self.points == POINTS || self.locks {
            return;
        }
        let (point, depth) = (self.points, self.random.usize(0..3));
        let what = self.expr(scope, depth);
        self.line(&format!("CHECK_{point}(({what}));"));
        self.points += 1;
    }

    /// Arguments for parameters, pure expressions.
    fn arguments(&mut self, scope: &Scope, params: &[Param]) -> Option<String> {
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

    fn call(&mut self, scope: &mut Scope) {
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

    fn invoke(&mut self, scope: &mut Scope, func: &Func, depth: &str) {
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
    fn op(&mut self, globals: &Scope) {
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

    fn table(&mut self) {
        if self.ops > 0 {
            let names: Vec<String> = (0..self.ops).map(|n| format!("op{n}")).collect();
            let names = names.join(", ");
            self.line(&format!("static int (*ops[])(int, int *) = {{ {names} }};"));
            self.tabled = true;
        }
    }

    fn func(&mut self, globals: &Scope) {
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

    fn body(&mut self, scope: &mut Scope, head: &str, size: usize, result: Result) {
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

    fn result(&mut self, scope: &Scope, result: Result) -> String {
        match result {
            Result::Nothing => "return;".into(),
            Result::Number => format!("return {};", self.expr(scope, 1)),
            Result::Struct => format!("return {};", self.pick(&scope.structs)),
        }
    }

    fn main(&mut self, globals: &Scope) {
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

const OP: [Param; 2] = [Param::Number, Param::Pointer];
