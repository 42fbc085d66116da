//! Random programs times random formulas.

use super::emptiness::{Atom, satisfiable};
use super::formula::{Prng, Tableau, random};
use crate::model::Model;
use crate::parse;
use checker::bp::Program;
use checker::families::Random;
use checker::temporal::{FiniteRuns, LoopSearch, Property, TemporalConfig, TemporalVerdict};
use checker::{BddConfig, Config, Session, ltl};

/// How many programs a plain test run looks at, and how many formulas for each.
const PROGRAMS: u64 = 150;
const FORMULAS: u64 = 5;

const SIZES: [u32; 3] = [4, 7, 10];

#[derive(Debug, Default)]
struct Count {
    hold: usize,
    ended: usize,
    loops: usize,
    growing: usize,
    too_large: usize,
}

/// Some atoms of a program: their texts, and what they mean.
pub(crate) fn atoms(prng: &mut Prng, program: &Program) -> (Vec<String>, Vec<Atom>) {
    let mut all = vec![("terminated".to_owned(), Atom::Terminated)];
    let text = |symbol| program.text(symbol).to_owned();
    let locals = program
        .procs
        .iter()
        .flat_map(|p| p.formals.iter().chain(&p.locals));
    for variable in program.globals.iter().chain(locals) {
        let name = variable.name.symbol;
        all.push((text(name), Atom::Variable(name)));
    }
    for proc in program.proc_ids() {
        let name = text(program.proc(proc).name.symbol);
        all.push((format!("in {name}"), Atom::In(proc)));
        all.push((format!("entry {name}"), Atom::Entry(proc)));
        all.push((format!("exit {name}"), Atom::Exit(proc)));
    }
    for label in program.stmts.iter().flat_map(|s| &s.labels) {
        all.push((format!("at {}", text(label.symbol)), Atom::At(label.symbol)));
    }
    let chosen = (0..3).map(|_| all[prng.below(all.len())].clone());
    chosen.unzip()
}

/// All switches, one of them off for each.
fn configs(finite_runs: FiniteRuns) -> [TemporalConfig; 4] {
    let all = TemporalConfig {
        finite_runs,
        ..TemporalConfig::default()
    };
    [
        TemporalConfig {
            reachable_first: false,
            ..all.clone()
        },
        TemporalConfig {
            rough_components: false,
            ..all.clone()
        },
        TemporalConfig {
            loop_search: LoopSearch::Relations,
            ..all.clone()
        },
        all,
    ]
}

fn check(seed: u64, size: u32, formulas: u64, count: &mut Count) {
    let text = Random { seed, size }.to_string();
    let mut program = parse(&text);
    let mut prng = Prng(seed);
    for round in 0..formulas {
        let (names, atoms) = atoms(&mut prng, &program);
        let formula_size = 1 + prng.below(5);
        let (formula, core) = random(&mut prng, &names, formula_size);
        let finite_runs = match prng.below(4) {
            0 => FiniteRuns::Ignore,
            _ => FiniteRuns::Stutter,
        };
        let what = || format!("seed {seed}, size {size}, {finite_runs:?}: {formula}\n{text}");
        let Some(expected) = reference(&program, &core, &atoms, finite_runs) else {
            count.too_large += 1;
            continue;
        };
        let parsed = ltl::parse(&formula).unwrap_or_else(|e| panic!("{e:?}\n{}", what()));
        let property = Property::formula(&parsed, &[], &mut program)
            .unwrap_or_else(|e| panic!("{e:?}\n{}", what()));
        let all = configs(finite_runs);
        let configs = match round {
            0 => &all[..],
            _ => &all[2..],
        };
        for config in configs {
            let verdict = answer(&program, &property, config)
                .unwrap_or_else(|e| panic!("{e}\n{config:?}\n{}", what()));
            let violated = matches!(verdict, TemporalVerdict::Violated(_));
            assert_eq!(violated, expected, "{config:?}\n{}", what());
            count.add(&verdict);
        }
    }
}

impl Count {
    fn add(&mut self, verdict: &TemporalVerdict) {
        match verdict {
            TemporalVerdict::Holds => self.hold += 1,
            TemporalVerdict::Violated(Some(run)) if run.cycle.is_empty() => self.ended += 1,
            TemporalVerdict::Violated(Some(run)) if !run.growth.is_empty() => self.growing += 1,
            TemporalVerdict::Violated(_) => self.loops += 1,
        }
    }
}

/// Whether some run violates the formula; nothing where there are too many states.
fn reference(
    program: &Program,
    core: &super::formula::Core,
    atoms: &[Atom],
    finite_runs: FiniteRuns,
) -> Option<bool> {
    let model = Model::new(program).ok()?;
    let negated = super::formula::Core::Not(Box::new(core.clone()));
    let tableau = Tableau::new(&negated);
    let main = program.find_proc("main")?;
    let stutter = finite_runs == FiniteRuns::Stutter;
    satisfiable(&model, &[main], &tableau, atoms, stutter).ok()
}

fn answer(
    program: &Program,
    property: &Property,
    config: &TemporalConfig,
) -> Result<TemporalVerdict, String> {
    let bdd = BddConfig {
        nodes: 1 << 20,
        cache: 1 << 12,
        ..BddConfig::default()
    };
    let own = Config {
        bdd,
        ..Config::default()
    };
    let session = Session::new(program, &[], &own).map_err(|e| format!("{e:?}"))?;
    session
        .temporal(property, config)
        .map_err(|e| format!("{e:?}"))
}

fn many(programs: std::ops::Range<u64>, formulas: u64) -> Count {
    let mut count = Count::default();
    for seed in programs {
        let size = SIZES[seed as usize % SIZES.len()];
        check(seed, size, formulas, &mut count);
    }
    count
}

#[test]
fn formulas_hold_where_the_reference_says_so() {
    let count = many(0..PROGRAMS, FORMULAS);
    let enough = count.hold > 300 && count.ended > 150 && count.loops > 20 && count.growing > 20;
    assert!(enough && count.too_large < 100, "{count:?}");
}

/// `CEGAR_SOAK_CASES=10000 cargo test --release -p checker --test differential -- --ignored temporal_soak`;
/// `CEGAR_SOAK_SEED` is where to start.
#[test]
#[ignore = "runs as long as it is told to"]
#[allow(
    clippy::print_stderr,
    reason = "a run that is cut off should say how far it came (--nocapture)"
)]
fn temporal_soak() {
    let first = crate::random::number("CEGAR_SOAK_SEED", PROGRAMS);
    let cases = crate::random::number("CEGAR_SOAK_CASES", 10_000);
    for begin in (first..first + cases).step_by(100) {
        let end = (begin + 100).min(first + cases);
        let count = many(begin..end, FORMULAS);
        eprintln!("seeds {begin} to {}: {count:?}", end - 1);
    }
}
