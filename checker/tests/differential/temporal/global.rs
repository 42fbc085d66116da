//! The configurations that violate a formula: stacks one by one, random ones and those that are reached.

use super::emptiness::satisfiable_from;
use super::formula::{Core, Prng, Tableau, random};
use super::random::atoms;
use crate::model::{Loc, Model, Step, Val, mask};
use crate::parse;
use crate::stacks::all_stacks;
use checker::bp::{Lines, ProcId, Program, StmtId, StmtKind, VarDecl};
use checker::configurations::ConfigurationSet;
use checker::families::Random;
use checker::temporal::{Among, FiniteRuns, Property, ViolationsConfig};
use checker::{BddConfig, Config, Engine, Session, ltl};

const PROGRAMS: u64 = 150;
const FORMULAS: usize = 3;
const STACKS: usize = 6;
const MAX_DEPTH: usize = 4;

/// A frame: a procedure, the statement that it is at or whose call it waits for, and its values.
type Frame = (ProcId, Loc, Val);

#[derive(Debug, Default)]
struct Count {
    inside: usize,
    outside: usize,
    deep_inside: usize,
    deep_outside: usize,
    reached: usize,
}

/// What can be written down of a program: places with a line of their own.
struct Written<'p> {
    program: &'p Program,
    model: &'p Model<'p>,
    lines: Lines,
}

impl Written<'_> {
    /// The line of a statement that begins where no other does.
    fn line(&self, proc: ProcId, loc: Loc) -> Option<u32> {
        let line = |stmt: StmtId| self.lines.line(self.program.stmt(stmt).span);
        let stmts = &self.model.proc(proc).stmts;
        let (&stmt, _) = stmts.iter().find(|(_, at)| **at == loc)?;
        let found = line(stmt);
        let others = stmts.keys().filter(|&&other| line(other) == found);
        (others.count() == 1).then_some(found)
    }

    /// The set of one configuration, the top frame first.
    fn set(&self, stack: &[Frame]) -> Option<String> {
        let mut text = String::new();
        for (depth, &(proc, loc, val)) in stack.iter().enumerate() {
            let own = self.program.proc(proc);
            let name = self.program.text(own.name.symbol);
            let line = self.line(proc, loc)?;
            let model = self.model.proc(proc);
            let declared = own.formals.iter().chain(&own.locals);
            // A global that is hidden cannot be spoken of.
            let globals = match depth {
                0 => self.program.globals.iter(),
                _ => [].iter(),
            };
            let locals: Vec<&VarDecl> = declared.collect();
            let visible: Vec<&VarDecl> = globals.chain(locals).collect();
            if depth == 0 && model.vars.len() < model.bits {
                return None;
            }
            let literals: Vec<String> = visible
                .iter()
                .map(|decl| {
                    let symbol = decl.name.symbol;
                    let sign = if val >> model.vars[&symbol] & 1 == 1 {
                        ""
                    } else {
                        "!"
                    };
                    format!("{sign}{}", self.program.name_text(symbol))
                })
                .collect();
            let after = if depth == 0 { "" } else { "after " };
            let condition = match literals.is_empty() {
                true => String::new(),
                false => format!("[{}]", literals.join(" & ")),
            };
            text.push_str(&format!("{name}:{after}line {line}{condition} "));
        }
        Some(text)
    }

    /// A stack with any statement on top, over calls of what is above.
    fn random_stack(&self, prng: &mut Prng) -> Option<Vec<Frame>> {
        let procs: Vec<ProcId> = self.program.proc_ids().collect();
        let mut proc = procs[prng.below(procs.len())];
        let value = |prng: &mut Prng, proc| prng.below(1 << self.model.proc(proc).bits) as Val;
        let stmts: Vec<Loc> = self.model.proc(proc).stmts.values().copied().collect();
        if stmts.is_empty() {
            return None;
        }
        let mut stack = vec![(proc, stmts[prng.below(stmts.len())], value(prng, proc))];
        while stack.len() < MAX_DEPTH && prng.below(3) > 0 {
            let calls = self.calls(proc);
            if calls.is_empty() {
                break;
            }
            let (caller, loc) = calls[prng.below(calls.len())];
            stack.push((caller, loc, value(prng, caller)));
            proc = caller;
        }
        self.is_allowed(stack[0]).then_some(stack)
    }

    /// The calls of a procedure.
    fn calls(&self, callee: ProcId) -> Vec<(ProcId, Loc)> {
        let name = self.program.proc(callee).name.symbol;
        let mut found = Vec::new();
        for caller in self.program.proc_ids() {
            for (&stmt, &loc) in &self.model.proc(caller).stmts {
                if let StmtKind::Call { callee, .. } = &self.program.stmt(stmt).kind
                    && callee.symbol == name
                {
                    found.push((caller, loc));
                }
            }
        }
        found
    }

    /// Whether `enforce` allows a state.
    fn is_allowed(&self, (proc, loc, val): Frame) -> bool {
        let mut allowed = false;
        let arrive = &mut |step| allowed |= matches!(step, Step::To(..));
        self.model.arrive(proc, loc, val, arrive);
        allowed
    }
}

fn check(seed: u64, count: &mut Count) {
    let size = [8, 12, 16][seed as usize % 3];
    let text = Random { seed, size }.to_string();
    let mut program = parse(&text);
    let mut prng = Prng(seed);
    for _ in 0..FORMULAS {
        let (names, atoms) = atoms(&mut prng, &program);
        let formula_size = 1 + prng.below(4);
        let (formula, core) = random(&mut prng, &names, formula_size);
        let finite_runs = match prng.below(4) {
            0 => FiniteRuns::Ignore,
            _ => FiniteRuns::Stutter,
        };
        let parsed = ltl::parse(&formula).unwrap_or_else(|e| panic!("{e:?} {formula}"));
        let property = Property::formula(&parsed, &[], &mut program)
            .unwrap_or_else(|e| panic!("{e:?} {formula}"));
        let asked = chosen(&program, &text, &mut prng);
        let tableau = Tableau::new(&Core::Not(Box::new(core)));
        for (stack, set, reached) in asked {
            let what = || format!("seed {seed}, {finite_runs:?}: {formula}\n{set}\n{text}");
            let model = Model::new(&program).expect("small");
            let stutter = finite_runs == FiniteRuns::Stutter;
            let Ok(expected) = satisfiable_from(&model, &stack, &tableau, &atoms, stutter) else {
                continue;
            };
            let parsed = ConfigurationSet::parse(&set, &mut program, &text)
                .unwrap_or_else(|e| panic!("{e:?}\n{}", what()));
            let runs = ViolationsConfig {
                finite_runs,
                ..ViolationsConfig::default()
            };
            for engine in [Engine::PostStar, Engine::PreStar] {
                let session = Session::new(&program, &[], &config(engine)).expect("well formed");
                let found = match reached {
                    false => session.violating_among(&property, &runs, &parsed),
                    true => session.violating_reachable(&property, &runs, &parsed, None),
                };
                let found = found.unwrap_or_else(|e| panic!("{e:?}\n{}", what()));
                let violates = !matches!(found, Among::None);
                assert_eq!(
                    violates,
                    expected,
                    "{engine:?}, reached: {reached}, {}",
                    what()
                );
                // A run that is told was executed, and the formula evaluated on it.
                let is_told = matches!(
                    found,
                    Among::None | Among::Some(_, Some(_)) | Among::Reachable(_, Some(_))
                );
                assert!(is_told, "{engine:?}, no run: {}", what());
                if !reached {
                    break;
                }
            }
            count.add(expected, stack.len(), reached);
        }
    }
}

/// Stacks to ask about, as sets, and whether they are among those that are reached.
fn chosen(program: &Program, text: &str, prng: &mut Prng) -> Vec<(Vec<Frame>, String, bool)> {
    let Ok(model) = Model::new(program) else {
        return Vec::new();
    };
    let written = Written {
        program,
        model: &model,
        lines: Lines::new(text),
    };
    let mut reached: Vec<Vec<Frame>> = all_stacks(program);
    reached.sort();
    let mut found = Vec::new();
    for number in 0..STACKS {
        let stack = match number % 2 {
            0 => written.random_stack(prng),
            _ if reached.is_empty() => None,
            _ => {
                let mut stack = reached[prng.below(reached.len())].clone();
                stack.reverse();
                // Returned values are none of a configuration's variables.
                for frame in &mut stack {
                    frame.2 &= mask(model.proc(frame.0).bits);
                }
                Some(stack)
            }
        };
        if let Some(stack) = stack
            && let Some(set) = written.set(&stack)
        {
            found.push((stack, set, number % 2 == 1));
        }
    }
    found
}

fn config(engine: Engine) -> Config {
    let bdd = BddConfig {
        nodes: 1 << 20,
        cache: 1 << 12,
        ..BddConfig::default()
    };
    Config {
        bdd,
        engine,
        ..Config::default()
    }
}

impl Count {
    fn add(&mut self, violates: bool, depth: usize, reached: bool) {
        self.reached += usize::from(reached);
        match (violates, depth) {
            (true, 1) => self.inside += 1,
            (true, _) => self.deep_inside += 1,
            (false, 1) => self.outside += 1,
            (false, _) => self.deep_outside += 1,
        }
    }
}

#[test]
fn configurations_violate_where_the_reference_says_so() {
    let mut count = Count::default();
    for seed in 0..PROGRAMS {
        check(seed, &mut count);
    }
    let enough = count.inside.min(count.outside) > 200
        && count.deep_inside.min(count.deep_outside) > 50
        && count.reached > 300;
    assert!(enough, "{count:?}");
}

/// `CEGAR_SOAK_CASES=10000 cargo test --release -p checker --test differential -- --ignored global_soak`;
/// `CEGAR_SOAK_SEED` is where to start.
#[test]
#[ignore = "runs as long as it is told to"]
#[allow(
    clippy::print_stderr,
    reason = "a run that is cut off should say how far it came (--nocapture)"
)]
fn global_soak() {
    let first = crate::random::number("CEGAR_SOAK_SEED", PROGRAMS);
    let cases = crate::random::number("CEGAR_SOAK_CASES", 10_000);
    for begin in (first..first + cases).step_by(100) {
        let end = (begin + 100).min(first + cases);
        let mut count = Count::default();
        for seed in begin..end {
            check(seed, &mut count);
        }
        eprintln!("seeds {begin} to {}: {count:?}", end - 1);
    }
}
