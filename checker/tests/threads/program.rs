//! Random programs with threads: few variables, much that is shared.

use std::fmt::Write;

/// Random numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// How the threads of a program are said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `main` starts them.
    Starts,
    /// `init`, `thread1`, `thread2`…
    ByName,
}

pub(crate) struct Writer {
    random: Random,
    dialect: Dialect,
    recursion: bool,
    /// Whether sections are closed by a variable.
    atomic: bool,
    globals: u64,
    procs: Vec<String>,
    out: String,
    labels: u64,
    budget: u64,
}

struct Scope {
    vars: Vec<String>,
    /// Labels of the procedure that may be gone to.
    labels: Vec<String>,
    /// Those that have not been put anywhere.
    left: Vec<String>,
    number: usize,
    returns: bool,
}

impl Writer {
    /// The program of a seed.
    pub(crate) fn program(seed: u64, recursion: bool) -> String {
        let mut random = Random(seed.wrapping_mul(2) + u64::from(recursion));
        let dialect = if random.chance(60) {
            Dialect::Starts
        } else {
            Dialect::ByName
        };
        let globals = 1 + random.below(3);
        let helpers = 1 + random.below(2);
        let mut procs: Vec<String> = match dialect {
            Dialect::Starts => vec!["main".to_owned()],
            Dialect::ByName => {
                let threads = 2 + random.below(2);
                (1..=threads).map(|i| format!("thread{i}")).collect()
            }
        };
        if dialect == Dialect::ByName && random.chance(50) {
            procs.push("init".to_owned());
        }
        procs.extend((0..helpers).map(|i| format!("f{i}")));
        let atomic = dialect == Dialect::ByName && random.chance(40);
        let mut writer = Writer {
            random,
            dialect,
            recursion,
            atomic,
            globals,
            procs,
            out: String::new(),
            labels: 0,
            budget: 0,
        };
        for global in 0..globals {
            let init = match writer.random.below(5) {
                0 => String::new(),
                n => format!(" := {}", n % 2),
            };
            let _ = writeln!(writer.out, "decl g{global}{init};");
        }
        if atomic {
            writer.out += "decl atomic := 0;\n";
        }
        for number in 0..writer.procs.len() {
            writer.procedure(number);
        }
        writer.out
    }

    fn helper(&self, name: &str) -> bool {
        name.starts_with('f')
    }

    fn procedure(&mut self, number: usize) {
        let name = self.procs[number].clone();
        let helper = self.helper(&name);
        let mut vars: Vec<String> = (0..self.globals).map(|i| format!("g{i}")).collect();
        let kind = if helper { "bool" } else { "void" };
        let formals = if helper { "p" } else { "" };
        let _ = writeln!(self.out, "{kind} {name}({formals})\nbegin");
        vars.extend(helper.then(|| "p".to_owned()));
        for local in 0..self.random.below(2) {
            let init = match self.random.below(4) {
                0 => String::new(),
                1 => " := g0".to_owned(),
                n => format!(" := {}", n % 2),
            };
            let _ = writeln!(self.out, "  decl l{local}{init};");
            vars.push(format!("l{local}"));
        }
        if self.random.chance(8) {
            let condition = self.expr(&vars, 1);
            let _ = writeln!(self.out, "  enforce {condition} | g0;");
        }
        let labels: Vec<String> = (0..1 + self.random.below(2))
            .map(|_| {
                self.labels += 1;
                format!("L{}", self.labels)
            })
            .collect();
        let mut scope = Scope {
            vars,
            left: labels.clone(),
            labels,
            number,
            returns: helper,
        };
        self.budget = 3 + self.random.below(if helper { 3 } else { 5 });
        self.block(&mut scope, 1);
        for label in std::mem::take(&mut scope.left) {
            let _ = writeln!(self.out, "  {label}: skip;");
        }
        if helper {
            let value = self.expr(&scope.vars, 1);
            let _ = writeln!(self.out, "  return {value};");
        }
        let _ = writeln!(self.out, "end");
    }

    fn block(&mut self, scope: &mut Scope, depth: usize) {
        let count = 1 + self.random.below(3);
        for i in 0..count {
            if self.budget == 0 && i > 0 {
                return;
            }
            self.budget = self.budget.saturating_sub(1);
            self.statement(scope, depth);
        }
        if depth == 1 {
            while self.budget > 0 {
                self.budget -= 1;
                self.statement(scope, depth);
            }
        }
    }

    fn statement(&mut self, scope: &mut Scope, depth: usize) {
        let pad = "  ".repeat(depth);
        let _ = write!(self.out, "{pad}");
        if self.random.chance(25)
            && let Some(label) = scope.left.pop()
        {
            let _ = write!(self.out, "{label}: ");
        }
        let choice = self.random.below(30);
        let text = match choice {
            0..=6 => {
                let (x, e) = (self.var(&scope.vars), self.expr(&scope.vars, 2));
                format!("{x} := {e};")
            }
            7 => {
                let (x, e) = (self.var(&scope.vars), self.expr(&scope.vars, 1));
                format!("{x} := * constrain '{x} | {e};")
            }
            8..=9 => format!("assume({});", self.expr(&scope.vars, 1)),
            10 => format!("assert({});", self.expr(&scope.vars, 1)),
            11..=12 if depth < 3 => {
                let condition = self.expr(&scope.vars, 1);
                let _ = writeln!(self.out, "if {condition} then");
                self.block(scope, depth + 1);
                if self.random.chance(50) {
                    let _ = writeln!(self.out, "{pad}else");
                    self.block(scope, depth + 1);
                }
                format!("{pad}fi;")
            }
            13 if depth < 3 => {
                let condition = self.expr(&scope.vars, 1);
                let _ = writeln!(self.out, "while {condition} do");
                self.block(scope, depth + 1);
                format!("{pad}od;")
            }
            14 => format!("goto {};", self.random_label(scope)),
            15..=18 => self.call(scope),
            19..=20 if self.atomic => "atomic := 1;".to_owned(),
            21..=22 if self.atomic => "atomic := 0;".to_owned(),
            19..=20 => "atomic_begin;".to_owned(),
            21..=22 => "atomic_end;".to_owned(),
            23..=24 if self.dialect == Dialect::Starts => {
                format!("start_thread goto {};", self.random_label(scope))
            }
            25..=26 if self.dialect == Dialect::Starts => {
                let callee = self.callee(scope.number);
                match callee {
                    Some(f) => format!("start_thread {f}({});", self.expr(&scope.vars, 1)),
                    None => "skip;".to_owned(),
                }
            }
            27 => "end_thread;".to_owned(),
            28 if scope.returns => format!("return {};", self.expr(&scope.vars, 1)),
            29 => format!("dead {};", self.var(&scope.vars)),
            _ => "skip;".to_owned(),
        };
        let _ = writeln!(self.out, "{text}");
    }

    fn random_label(&mut self, scope: &Scope) -> String {
        let number = self.random.below(scope.labels.len() as u64);
        scope.labels[number as usize].clone()
    }

    /// A procedure to call: a later one, unless there is recursion.
    fn callee(&mut self, from: usize) -> Option<String> {
        let all: Vec<String> = (0..self.procs.len())
            .filter(|&i| self.helper(&self.procs[i]) && (self.recursion || i > from))
            .map(|i| self.procs[i].clone())
            .collect();
        (!all.is_empty()).then(|| all[self.random.below(all.len() as u64) as usize].clone())
    }

    fn call(&mut self, scope: &Scope) -> String {
        let Some(f) = self.callee(scope.number) else {
            return "skip;".to_owned();
        };
        let argument = self.expr(&scope.vars, 1);
        match self.random.chance(60) {
            true => format!("{} := {f}({argument});", self.var(&scope.vars)),
            false => format!("{f}({argument});"),
        }
    }

    fn var(&mut self, vars: &[String]) -> String {
        vars[self.random.below(vars.len() as u64) as usize].clone()
    }

    fn expr(&mut self, vars: &[String], depth: u64) -> String {
        match self.random.below(if depth == 0 { 5 } else { 9 }) {
            0..=2 => self.var(vars),
            3 => format!("!{}", self.var(vars)),
            4 => ["0", "1", "*"][self.random.below(3) as usize].to_owned(),
            n => {
                let operator = ["&", "|", "^", "="][n as usize - 5];
                let (a, b) = (self.expr(vars, depth - 1), self.expr(vars, depth - 1));
                format!("({a} {operator} {b})")
            }
        }
    }
}
