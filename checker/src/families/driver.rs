//! Boolean programs like those that predicate abstraction makes of a device driver.
//!
//! The variables are predicates, in clusters of one to three that speak of the same variable of the C program (and
//! exclude each other, which `enforce` says). A statement assigns one cluster and reads one or two; a condition is a
//! `goto` to several `assume`s; a procedure sees a few global clusters beside its own, and
//! helpers call helpers that are declared soon after them. The dispatch routines take and
//! release a lock, some of them only where a local flag says so, and call helpers in between; `main` calls dispatch
//! routines for ever. Taking the lock twice, or releasing it twice, leads to the label `ERROR`: the shape of SLAM's
//! first property (Ball and Rajamani, *The SLAM project*, 2002).
//!
//! `ERROR` is unreachable unless the program is `faulty`; then one routine does not always release what it took.

use std::fmt::{self, Write};

use super::prng::Prng;

/// The driver of a seed, with about this many statements, and this many predicates in scope at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driver {
    pub seed: u64,
    pub statements: u32,
    pub predicates: u32,
    pub faulty: bool,
}

/// Statements of a procedure.
const STATEMENTS_PER_PROCEDURE: u32 = 30;
/// Global clusters that a procedure sees.
const GLOBAL_CLUSTERS_SEEN: u32 = 3;
/// How many of the next helpers a helper may call.
const CALLABLE_HELPERS: u32 = 4;

const LOCKS: &str = "
void acquire()
begin
  goto A1, A2;
  A1: assume({lock == 1});
  ERROR: skip;
  A2: assume(!{lock == 1});
  {lock == 1} := T;
end

void release()
begin
  goto A1, A2;
  A1: assume(!{lock == 1});
  ERROR: skip;
  A2: assume({lock == 1});
  {lock == 1} := F;
end
";

impl fmt::Display for Driver {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut prng = Prng(self.seed);
        let plan = Plan::new(&mut prng, self);
        let Driver {
            seed, statements, ..
        } = self;
        writeln!(out, "// Driver: seed {seed}, {statements} statements.")?;
        writeln!(out, "decl {{lock == 1}} := F;")?;
        for cluster in &plan.globals {
            writeln!(out, "decl {};", cluster.0.join(", "))?;
        }
        out.write_str(LOCKS)?;
        plan.main(out)?;
        for index in 0..plan.procs.len() {
            let mut body = Body::new(&mut prng, &plan, index);
            body.write()?;
            out.write_str(&body.out)?;
        }
        Ok(())
    }
}

/// The predicates about one variable of the C program.
#[derive(Clone)]
struct Cluster(Vec<String>);

impl Cluster {
    fn new(prng: &mut Prng, name: &str) -> Self {
        let all = [" == 0", " == 1", " > 4"].map(|test| format!("{{{name}{test}}}"));
        Cluster(all[..1 + prng.below(3) as usize].to_vec())
    }

    /// Clusters until there are this many predicates.
    fn several(prng: &mut Prng, name: &str, predicates: u32) -> Vec<Self> {
        let (mut found, mut count) = (Vec::new(), 0);
        while count < predicates {
            let cluster = Cluster::new(prng, &format!("{name}{}", found.len()));
            count += cluster.0.len() as u32;
            found.push(cluster);
        }
        found
    }
}

struct Plan {
    globals: Vec<Cluster>,
    procs: Vec<Signature>,
    /// How many of `procs`, the first ones, are dispatch routines.
    routines: usize,
    /// The routine that forgets to release the lock.
    faulty: Option<usize>,
}

struct Signature {
    name: String,
    formal: Cluster,
    locals: Vec<Cluster>,
    returns: usize,
    /// The first of the global clusters it sees.
    sees: usize,
}

impl Plan {
    fn new(prng: &mut Prng, driver: &Driver) -> Self {
        let predicates = driver.predicates.max(4);
        let globals = Cluster::several(prng, "g", predicates * 3 / 5);
        let count = (driver.statements / STATEMENTS_PER_PROCEDURE).max(2);
        let routines = count.div_ceil(3);
        let signature = |index| {
            let near = index * globals.len() as u32 / count;
            let sees = (near + prng.below(GLOBAL_CLUSTERS_SEEN)) as usize;
            Signature::new(prng, index, routines, predicates * 2 / 5, sees)
        };
        let procs = (0..count).map(signature).collect();
        Plan {
            procs,
            routines: routines as usize,
            faulty: driver.faulty.then(|| prng.below(routines) as usize),
            globals,
        }
    }

    fn main(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<_> = (0..self.routines).map(|i| format!("D{i}")).collect();
        write!(
            out,
            "\nvoid main()\nbegin\n  next: goto {}, done;\n",
            labels.join(", ")
        )?;
        for (label, routine) in labels.iter().zip(&self.procs) {
            let unknown = vec!["*"; routine.formal.0.len()].join(", ");
            writeln!(out, "  {label}: {}({unknown}); goto next;", routine.name)?;
        }
        out.write_str("  done: skip;\nend\n")
    }
}

impl Signature {
    fn new(prng: &mut Prng, index: u32, routines: u32, locals: u32, sees: usize) -> Self {
        let (kind, returns) = if index < routines {
            ("routine", 0)
        } else {
            ("helper", prng.below(3) as usize)
        };
        let locals = 2 + prng.below(locals.max(3) - 2);
        Signature {
            name: format!("{kind}{index}"),
            formal: Cluster::new(prng, "p"),
            locals: Cluster::several(prng, "x", locals),
            returns,
            sees,
        }
    }
}

/// A procedure under construction.
struct Body<'a> {
    prng: &'a mut Prng,
    plan: &'a Plan,
    index: usize,
    /// What it may assign.
    clusters: Vec<Cluster>,
    budget: u32,
    labels: u32,
    out: String,
}

impl<'a> Body<'a> {
    fn new(prng: &'a mut Prng, plan: &'a Plan, index: usize) -> Self {
        let own = &plan.procs[index];
        let globals = plan.globals.iter().cycle().skip(own.sees);
        let mut clusters: Vec<_> = globals
            .take((GLOBAL_CLUSTERS_SEEN as usize).min(plan.globals.len()))
            .cloned()
            .collect();
        clusters.push(own.formal.clone());
        clusters.extend(own.locals.iter().cloned());
        Body {
            prng,
            plan,
            index,
            clusters,
            budget: STATEMENTS_PER_PROCEDURE,
            labels: 0,
            out: String::new(),
        }
    }

    fn own(&self) -> &'a Signature {
        &self.plan.procs[self.index]
    }

    fn is_routine(&self) -> bool {
        self.index < self.plan.routines
    }

    fn write(&mut self) -> fmt::Result {
        let own = self.own();
        let kind = match own.returns {
            0 => "void".to_owned(),
            n => format!("bool<{n}>"),
        };
        write!(
            self.out,
            "\n{kind} {}({})\nbegin\n",
            own.name,
            own.formal.0.join(", ")
        )?;
        for local in &own.locals {
            writeln!(self.out, "  decl {};", local.0.join(", "))?;
        }
        if self.is_routine() {
            writeln!(self.out, "  decl {{held == 1}};")?;
        }
        self.exclusions()?;
        while self.budget > 0 {
            match self.is_routine() && self.prng.chance(40) {
                true => self.locked()?,
                false => self.statement(1)?,
            }
        }
        if own.returns > 0 {
            let values = own.locals[0].0.iter().chain(&own.formal.0).cycle();
            let values: Vec<_> = values.take(own.returns).map(String::as_str).collect();
            writeln!(self.out, "  return {};", values.join(", "))?;
        }
        self.out.write_str("end\n")
    }

    /// Predicates about equality with different constants exclude each other.
    fn exclusions(&mut self) -> fmt::Result {
        let pairs = self.clusters.iter().filter_map(|c| match &c.0[..] {
            [a, b, ..] => Some(format!("!({a} & {b})")),
            _ => None,
        });
        let all: Vec<_> = pairs.collect();
        if all.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "  enforce {};", all.join(" & "))
    }

    /// A region that holds the lock, or holds it where a flag says so.
    fn locked(&mut self) -> fmt::Result {
        let flagged = self.prng.chance(50);
        if flagged {
            let about = self.neighbours();
            let value = self.choice(&about);
            writeln!(self.out, "  {{held == 1}} := {value};")?;
        }
        self.lock("acquire", flagged)?;
        for _ in 0..1 + self.prng.below(3) {
            self.statement(1)?;
        }
        let forgets = self.plan.faulty == Some(self.index);
        self.lock("release", flagged || forgets)
    }

    fn lock(&mut self, what: &str, flagged: bool) -> fmt::Result {
        self.budget = self.budget.saturating_sub(1);
        if !flagged {
            return writeln!(self.out, "  {what}();");
        }
        let [yes, no, after] = self.fresh();
        writeln!(
            self.out,
            "  goto {yes}, {no};\n  {yes}: assume({{held == 1}}); {what}(); goto {after};\n  {no}: assume(!{{held == 1}});\n  {after}: skip;"
        )
    }

    fn fresh<const N: usize>(&mut self) -> [String; N] {
        std::array::from_fn(|_| {
            self.labels += 1;
            format!("L{}", self.labels)
        })
    }

    fn statement(&mut self, depth: u32) -> fmt::Result {
        self.budget = self.budget.saturating_sub(1);
        match self.prng.below(100) {
            0..=19 if depth < 4 => self.branch(2, depth),
            20..=23 if depth < 4 => {
                let arms = 3 + self.prng.below(4);
                self.branch(arms, depth)
            }
            24..=29 if depth < 4 => self.repeat(depth),
            30..=39 => self.call(),
            _ => self.assign(),
        }
    }

    fn branch(&mut self, arms: u32, depth: u32) -> fmt::Result {
        let [after] = self.fresh();
        let labels: Vec<_> = (0..arms).map(|_| self.fresh::<1>()[0].clone()).collect();
        writeln!(self.out, "  goto {};", labels.join(", "))?;
        let about = self.neighbours();
        let condition = self.cube(&about);
        for (i, label) in labels.iter().enumerate() {
            let condition = match i {
                0 => condition.clone(),
                1 => format!("!({condition})"),
                _ => self.cube(&about),
            };
            writeln!(self.out, "  {label}: assume({condition});")?;
            for _ in 0..1 + self.prng.below(2) {
                self.statement(depth + 1)?;
            }
            writeln!(self.out, "  goto {after};")?;
        }
        writeln!(self.out, "  {after}: skip;")
    }

    fn repeat(&mut self, depth: u32) -> fmt::Result {
        let [head, body, after] = self.fresh();
        let about = self.neighbours();
        let condition = self.cube(&about);
        writeln!(self.out, "  {head}: goto {body}, {after};")?;
        writeln!(self.out, "  {body}: assume({condition});")?;
        self.statement(depth + 1)?;
        writeln!(
            self.out,
            "  goto {head};\n  {after}: assume(!({condition}));"
        )
    }

    /// Calls a helper further down, so that there is no recursion.
    fn call(&mut self) -> fmt::Result {
        let first = (self.index + 1).max(self.plan.routines);
        let count = self.plan.procs.len().saturating_sub(first) as u32;
        let count = count.min(if self.is_routine() {
            u32::MAX
        } else {
            CALLABLE_HELPERS
        });
        if count == 0 {
            return self.assign();
        }
        let callee = &self.plan.procs[first + self.prng.below(count) as usize];
        let about = self.neighbours();
        let args: Vec<_> = callee
            .formal
            .0
            .iter()
            .map(|_| self.choice(&about))
            .collect();
        let [into, _] = self.neighbours();
        let targets = into.0.into_iter().chain(["_".to_owned(), "_".to_owned()]);
        let targets: Vec<_> = targets.take(callee.returns).collect();
        let results = match callee.returns {
            0 => String::new(),
            _ => format!("{} := ", targets.join(", ")),
        };
        writeln!(self.out, "  {results}{}({});", callee.name, args.join(", "))
    }

    /// One assignment of the C program: no predicate speaks of its target, or all of a cluster do.
    fn assign(&mut self) -> fmt::Result {
        let about = self.neighbours();
        let [target, source] = about.clone();
        let count = target.0.len();
        let values: Vec<String> = match self.prng.below(20) {
            0..=9 => return writeln!(self.out, "  skip;"),
            10..=13 => {
                let which = self.prng.below(3) as usize;
                (0..count)
                    .map(|i| if i == which { "T" } else { "F" }.to_owned())
                    .collect()
            }
            14..=15 => {
                let known = source
                    .0
                    .into_iter()
                    .chain(std::iter::repeat("*".to_owned()));
                known.take(count).collect()
            }
            16..=17 => vec!["*".to_owned(); count],
            _ => (0..count).map(|_| self.choice(&about)).collect(),
        };
        writeln!(
            self.out,
            "  {} := {};",
            target.0.join(", "),
            values.join(", ")
        )
    }

    fn choice(&mut self, about: &[Cluster; 2]) -> String {
        let (pivot, other) = (self.literal(about), self.literal(about));
        match self.prng.below(4) {
            0 => pivot,
            1 => format!("schoose[{pivot}, F]"),
            2 => format!("schoose[{pivot} & {other}, !{pivot}]"),
            _ => format!(
                "schoose[{pivot} & {other}, !{pivot} & {}]",
                self.literal(about)
            ),
        }
    }

    /// A conjunction of one to three literals.
    fn cube(&mut self, about: &[Cluster; 2]) -> String {
        let count = 1 + self.prng.below(3);
        let literals: Vec<_> = (0..count)
            .map(|_| match self.prng.chance(50) {
                true => self.literal(about),
                false => format!("!{}", self.literal(about)),
            })
            .collect();
        literals.join(" & ")
    }

    fn literal(&mut self, about: &[Cluster; 2]) -> String {
        let cluster = self.prng.pick(about);
        self.prng.pick(&cluster.0).clone()
    }

    /// Two clusters of which one may depend on the other: mostly they are declared close to each other.
    fn neighbours(&mut self) -> [Cluster; 2] {
        let count = self.clusters.len() as u32;
        let one = self.prng.below(count);
        let other = match self.prng.chance(10) {
            true => self.prng.below(count),
            false => (one + self.prng.below(3)).min(count - 1),
        };
        let mut pair = [one, other].map(|i| self.clusters[i as usize].clone());
        if self.prng.chance(50) {
            pair.reverse();
        }
        pair
    }
}
