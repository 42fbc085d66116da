//! Random boolean programs from a seed.
//!
//! They use every sequential construct of the language: recursion and mutual recursion, formals and several returned
//! values, several `return`s, procedures that fall off their end, `goto` in any direction and into blocks, labels
//! (sometimes two on a statement), `constrain`, `schoose`, `enforce`, `dead`, initial values, discarded results, and
//! locals that shadow globals. `size` is roughly the number of simple statements; the number of variables in scope
//! is at most 8 up to size 64 and grows slowly beyond. The mix is tuned so that about half of the labels are
//! reachable.
//!
//! The output is part of the interface: it depends on nothing but seed and size.

use std::fmt;

use super::prng::Prng;

/// The random program of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    pub seed: u64,
    pub size: u32,
}

impl fmt::Display for Random {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut prng = Prng(self.seed ^ u64::from(self.size).rotate_left(32));
        let plan = Plan::new(&mut prng, self.size);
        writeln!(
            out,
            "// Random program: seed {}, size {}.",
            self.seed, self.size
        )?;
        for (index, global) in plan.globals.iter().enumerate() {
            let mut scope = Scope {
                prng: &mut prng,
                vars: &plan.globals[..index],
                next: &[],
            };
            writeln!(out, "decl {global}{};", scope.initial_value(60))?;
        }
        (0..plan.procs.len()).try_for_each(|index| Body::write(&mut prng, &plan, index, out))
    }
}

/// What the procedures must know of each other before their bodies are written.
struct Plan {
    globals: Vec<String>,
    procs: Vec<Signature>,
}

struct Signature {
    name: String,
    returns: u32,
    formals: Vec<String>,
    locals: Vec<String>,
    labels: Vec<String>,
    /// How many simple statements the body has.
    budget: u32,
}

impl Plan {
    fn new(prng: &mut Prng, size: u32) -> Self {
        let size = size.max(1);
        let width = if size <= 64 {
            (3 + size / 8).min(8)
        } else {
            8 + (size - 64) / 64
        };
        let globals: Vec<_> = (0..=prng.below(width / 2)).map(global_name).collect();
        let count = if size <= 64 {
            1 + prng.below(2 + size / 12)
        } else {
            3 + size / 24
        };
        let procs = (0..count)
            .map(|index| Signature::new(prng, index, &globals, width, size.div_ceil(count)))
            .collect();
        Plan { globals, procs }
    }
}

/// One global in four has a name in braces, as abstractions write them.
fn global_name(index: u32) -> String {
    if index % 4 == 2 {
        format!("{{g{index} > 0}}")
    } else {
        format!("g{index}")
    }
}

impl Signature {
    fn new(prng: &mut Prng, index: u32, globals: &[String], width: u32, budget: u32) -> Self {
        let main = index == 0;
        let room = width - globals.len() as u32;
        let formals = if main && prng.chance(80) {
            0
        } else {
            prng.below(room.min(4))
        };
        let locals = prng.below(room - formals + 1);
        let label_count = 1 + prng.below(2 + budget / 3);
        let mut locals: Vec<_> = (0..locals).map(|i| format!("l{i}")).collect();
        if let Some(first) = locals.first_mut()
            && prng.chance(25)
        {
            *first = prng.pick(globals).clone();
        }
        Signature {
            name: if main {
                "main".to_owned()
            } else {
                format!("f{index}")
            },
            returns: if prng.chance(40) {
                0
            } else {
                1 + prng.below(3)
            },
            formals: (0..formals).map(|i| format!("p{i}")).collect(),
            locals,
            labels: (0..label_count).map(|i| format!("L{index}_{i}")).collect(),
            budget,
        }
    }
}

/// Writes expressions over the variables in scope.
struct Scope<'a> {
    prng: &'a mut Prng,
    vars: &'a [String],
    /// The variables that may occur primed, as in `'x`.
    next: &'a [String],
}

impl Scope<'_> {
    fn initial_value(&mut self, percent: u32) -> String {
        if self.prng.chance(percent) {
            format!(" := {}", self.expr(1))
        } else {
            String::new()
        }
    }

    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.prng.chance(25) {
            return self.leaf();
        }
        match self.prng.below(16) {
            0..=2 => format!("!{}", self.expr(depth - 1)),
            3..=6 => self.binary("&", depth),
            7..=9 => self.binary("|", depth),
            10 => self.binary("^", depth),
            11..=12 => self.binary("=", depth),
            13 => self.binary("!=", depth),
            14 => self.binary("=>", depth),
            _ => format!(
                "schoose[{}, {}]",
                self.expr(depth - 1),
                self.expr(depth - 1)
            ),
        }
    }

    fn binary(&mut self, operator: &str, depth: u32) -> String {
        format!(
            "({} {operator} {})",
            self.expr(depth - 1),
            self.expr(depth - 1)
        )
    }

    fn leaf(&mut self) -> String {
        let roll = self.prng.below(100);
        if roll < 6 {
            "*".to_owned()
        } else if roll < 14 || self.vars.is_empty() {
            self.prng.below(2).to_string()
        } else if roll < 60 && !self.next.is_empty() {
            format!("'{}", self.prng.pick(self.next))
        } else {
            self.prng.pick(self.vars).clone()
        }
    }

    /// A condition: now and then left open, otherwise mostly a conjunction that is not often true.
    fn condition(&mut self) -> String {
        match self.prng.below(10) {
            0 => "*".to_owned(),
            1..=6 => self.cube(),
            _ => self.expr(2),
        }
    }

    fn cube(&mut self) -> String {
        let count = 1 + self.prng.below(4) as usize;
        let vars = self.prng.some(self.vars, count);
        let literals: Vec<_> = vars
            .into_iter()
            .map(|x| {
                if self.prng.chance(50) {
                    x.to_owned()
                } else {
                    format!("!{x}")
                }
            })
            .collect();
        if literals.is_empty() {
            "*".to_owned()
        } else {
            literals.join(" & ")
        }
    }

    fn exprs(&mut self, count: usize, depth: u32) -> String {
        (0..count)
            .map(|_| self.expr(depth))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Writes the body of one procedure.
struct Body<'a, 'f> {
    prng: &'a mut Prng,
    plan: &'a Plan,
    index: usize,
    vars: Vec<String>,
    labels_used: usize,
    budget: u32,
    out: &'a mut fmt::Formatter<'f>,
}

impl<'a, 'f> Body<'a, 'f> {
    fn write(
        prng: &'a mut Prng,
        plan: &'a Plan,
        index: usize,
        out: &'a mut fmt::Formatter<'f>,
    ) -> fmt::Result {
        let signature = &plan.procs[index];
        let own = signature.formals.iter().chain(&signature.locals);
        let visible = plan
            .globals
            .iter()
            .filter(|g| !signature.locals.contains(g));
        let vars = visible.chain(own).cloned().collect();
        let mut body = Body {
            prng,
            plan,
            index,
            vars,
            labels_used: 0,
            budget: signature.budget,
            out,
        };
        body.head()?;
        body.block(1)?;
        body.rest_of_labels()?;
        writeln!(body.out, "end")
    }

    fn signature(&self) -> &'a Signature {
        &self.plan.procs[self.index]
    }

    fn scope(&mut self) -> Scope<'_> {
        Scope {
            prng: self.prng,
            vars: &self.vars,
            next: &[],
        }
    }

    fn head(&mut self) -> fmt::Result {
        let signature = self.signature();
        let kind = match signature.returns {
            0 => "void".to_owned(),
            1 => "bool".to_owned(),
            n => format!("bool<{n}>"),
        };
        writeln!(
            self.out,
            "\n{kind} {}({})\nbegin",
            signature.name,
            signature.formals.join(", ")
        )?;
        let mut declared: Vec<_> = self
            .plan
            .globals
            .iter()
            .chain(&signature.formals)
            .cloned()
            .collect();
        declared.retain(|x| !signature.locals.contains(x));
        for local in &signature.locals {
            let mut scope = Scope {
                prng: self.prng,
                vars: &declared,
                next: &[],
            };
            let init = scope.initial_value(50);
            writeln!(self.out, "  decl {local}{init};")?;
            declared.push(local.clone());
        }
        if self.prng.chance(12) {
            let (left, right) = (self.scope().cube(), self.scope().expr(1));
            writeln!(self.out, "  enforce ({left}) | {right};")?;
        }
        Ok(())
    }

    /// A block of at least one statement, which spends part of the budget.
    fn block(&mut self, depth: usize) -> fmt::Result {
        let most = if depth == 1 {
            self.budget
        } else {
            1 + self.prng.below(3)
        };
        for _ in 0..most.max(1) {
            self.statement(depth)?;
            if self.budget == 0 {
                break;
            }
        }
        Ok(())
    }

    fn statement(&mut self, depth: usize) -> fmt::Result {
        self.budget = self.budget.saturating_sub(1);
        write!(self.out, "{:1$}", "", 2 * depth)?;
        for percent in [30, 8] {
            if self.prng.chance(percent) && self.labels_used < self.signature().labels.len() {
                write!(self.out, "{}: ", self.signature().labels[self.labels_used])?;
                self.labels_used += 1;
            }
        }
        let nests = depth < 5 && self.budget > 0;
        match self.prng.below(100) {
            0..=25 => self.assign(),
            26..=44 => self.call(depth),
            45..=59 if nests => self.branch(depth),
            60..=67 if nests => self.repeat(depth),
            68..=75 if depth > 1 || self.prng.chance(15) => self.goto(),
            76..=79 => self.assume(),
            80..=83 => {
                let condition = self.scope().expr(3);
                writeln!(self.out, "assert({condition});")
            }
            84..=86 => self.dead(),
            87..=88 => {
                let values = self.scope().exprs(2, 1);
                writeln!(self.out, "print({values});")
            }
            89..=91 if depth > 1 => self.give_back(),
            92..=95 => writeln!(self.out, "skip;"),
            _ => self.assign(),
        }
    }

    fn assign(&mut self) -> fmt::Result {
        let count = 1 + self.prng.below(3) as usize;
        let mut targets = self.prng.some(&self.vars, count);
        if self.prng.chance(5) {
            targets.push("_");
        }
        if targets.is_empty() {
            return writeln!(self.out, "skip;");
        }
        let mut scope = Scope {
            prng: self.prng,
            vars: &self.vars,
            next: &[],
        };
        let values = scope.exprs(targets.len(), 2);
        write!(self.out, "{} := {values}", targets.join(", "))?;
        self.constrain(12)
    }

    /// Ends the statement, sometimes with `constrain`.
    fn constrain(&mut self, percent: u32) -> fmt::Result {
        if self.prng.chance(percent) {
            let mut scope = Scope {
                prng: self.prng,
                vars: &self.vars,
                next: &self.vars,
            };
            let condition = scope.expr(2);
            write!(self.out, " constrain {condition}")?;
        }
        writeln!(self.out, ";")
    }

    /// Calls a later procedure, or any at all where a branch decides about it, so that much of the recursion ends.
    fn call(&mut self, depth: usize) -> fmt::Result {
        let count = self.plan.procs.len();
        let later = count - self.index - 1;
        let recurs = self.prng.chance(if depth > 1 { 40 } else { 4 });
        if later == 0 && !recurs {
            return self.assign();
        }
        let callee = match recurs {
            false => self.index + 1 + self.prng.below(later as u32) as usize,
            true => self.prng.below(count as u32) as usize,
        };
        let callee = &self.plan.procs[callee];
        let mut targets = self.prng.some(&self.vars, callee.returns as usize);
        while targets.len() < callee.returns as usize {
            targets.push("_");
        }
        for target in &mut targets {
            if self.prng.chance(15) {
                *target = "_";
            }
        }
        let mut scope = Scope {
            prng: self.prng,
            vars: &self.vars,
            next: &[],
        };
        let args = scope.exprs(callee.formals.len(), 2);
        let result = if targets.is_empty() {
            String::new()
        } else {
            format!("{} := ", targets.join(", "))
        };
        writeln!(self.out, "{result}{}({args});", callee.name)
    }

    fn branch(&mut self, depth: usize) -> fmt::Result {
        let condition = self.scope().condition();
        writeln!(self.out, "if ({condition}) then")?;
        self.block(depth + 1)?;
        let mut elsif_chance = 25;
        while self.budget > 0 && self.prng.chance(elsif_chance) {
            let condition = self.scope().condition();
            writeln!(self.out, "{:1$}elsif ({condition}) then", "", 2 * depth)?;
            self.block(depth + 1)?;
            elsif_chance /= 2;
        }
        if self.budget > 0 && self.prng.chance(50) {
            writeln!(self.out, "{:1$}else", "", 2 * depth)?;
            self.block(depth + 1)?;
        }
        writeln!(self.out, "{:1$}fi", "", 2 * depth)
    }

    fn repeat(&mut self, depth: usize) -> fmt::Result {
        let condition = self.scope().condition();
        let open = if self.prng.chance(50) { "* & " } else { "" };
        writeln!(self.out, "while ({open}({condition})) do")?;
        self.block(depth + 1)?;
        writeln!(self.out, "{:1$}od", "", 2 * depth)
    }

    fn goto(&mut self) -> fmt::Result {
        let count = 1 + self.prng.below(3) as usize;
        let targets = self.prng.some(&self.signature().labels, count);
        writeln!(self.out, "goto {};", targets.join(", "))
    }

    fn assume(&mut self) -> fmt::Result {
        let condition = self.scope().expr(2);
        write!(self.out, "assume({condition})")?;
        self.constrain(25)
    }

    fn dead(&mut self) -> fmt::Result {
        let count = 1 + self.prng.below(2) as usize;
        let vars = self.prng.some(&self.vars, count);
        match vars.is_empty() {
            true => writeln!(self.out, "skip;"),
            false => writeln!(self.out, "dead {};", vars.join(", ")),
        }
    }

    fn give_back(&mut self) -> fmt::Result {
        let returns = self.signature().returns as usize;
        let values = self.scope().exprs(returns, 2);
        writeln!(
            self.out,
            "return{}{values};",
            if returns == 0 { "" } else { " " }
        )
    }

    /// The labels that no statement took, so that every `goto` has its target, and mostly a `return`.
    fn rest_of_labels(&mut self) -> fmt::Result {
        while self.labels_used < self.signature().labels.len() {
            let condition = self.scope().condition();
            let label = &self.signature().labels[self.labels_used];
            self.labels_used += 1;
            writeln!(
                self.out,
                "  if ({condition}) then\n    {label}: skip;\n  fi"
            )?;
        }
        if self.signature().returns > 0 && self.prng.chance(80) {
            write!(self.out, "  ")?;
            self.give_back()?;
        }
        Ok(())
    }
}
