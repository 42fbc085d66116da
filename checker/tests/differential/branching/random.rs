//! Random programs times random formulas.

use super::formula::{Evaluator, random};
use super::graph::Graph;
use super::recursive;
use crate::model::Model;
use crate::parse;
use crate::temporal::{Prng, atoms};
use checker::bp::Program;
use checker::ctl::{self, CtlConfig, CtlVerdict, Property};
use checker::families::Random;
use checker::temporal::{FiniteRuns, TemporalConfig, TemporalVerdict};
use checker::{BddConfig, Config, Session};

/// How many programs a plain test run looks at, and how many formulas for each.
const PROGRAMS: u64 = 150;
const FORMULAS: u64 = 5;

const SIZES: [u32; 3] = [4, 7, 10];

#[derive(Debug, Default)]
struct Count {
    hold: usize,
    fail: usize,
    witnesses: usize,
    counterexamples: usize,
    /// Linear time was asked too.
    linear: usize,
    /// Compared, although not all configurations could be looked at.
    unbounded: usize,
    /// The reference does not know.
    not_compared: usize,
}

fn check(seed: u64, formulas: u64, count: &mut Count) {
    let mut prng = Prng(seed);
    let text = match seed % 2 {
        0 => recursive::program(&mut prng),
        _ => {
            let size = SIZES[seed as usize / 2 % SIZES.len()];
            Random { seed, size }.to_string()
        }
    };
    let mut program = parse(&text);
    for _ in 0..formulas {
        let (names, atoms) = atoms(&mut prng, &program);
        let formula_size = 1 + prng.below(5);
        let (formula, core) = random(&mut prng, &names, formula_size);
        let finite_runs = match prng.below(4) {
            0 => FiniteRuns::Ignore,
            _ => FiniteRuns::Stutter,
        };
        let what = || format!("seed {seed}, {finite_runs:?}: {formula}\n{text}");
        let parsed = ctl::parse(&formula).unwrap_or_else(|e| panic!("{e:?}\n{}", what()));
        let printed = parsed.to_string();
        let again = ctl::parse(&printed).map(|again| again.to_string());
        assert_eq!(again.as_ref(), Ok(&printed), "{}", what());
        let property =
            Property::new(&parsed, &mut program).unwrap_or_else(|e| panic!("{e:?}\n{}", what()));
        let verdict =
            answer(&program, &property, finite_runs).unwrap_or_else(|e| panic!("{e}\n{}", what()));
        count.add(&verdict);
        let holds = matches!(verdict, CtlVerdict::Holds { .. });
        let linear = linear_answer(&program, &property, finite_runs)
            .unwrap_or_else(|e| panic!("{e}\n{}", what()));
        if let Some(linear) = linear {
            count.linear += 1;
            assert!(linear.agrees(&verdict), "{linear:?}\n{}", what());
        }
        let Ok(model) = Model::new(&program) else {
            count.not_compared += 1;
            continue;
        };
        let Some(main) = program.find_proc("main") else {
            continue;
        };
        let graph = Graph::new(&model, &[main], finite_runs == FiniteRuns::Stutter);
        match Evaluator::new(&graph, &atoms).holds_initially(&core) {
            Some(expected) => {
                count.unbounded += usize::from(!graph.is_complete());
                assert_eq!(holds, expected, "{}", what());
            }
            None => count.not_compared += 1,
        }
    }
}

impl Count {
    fn add(&mut self, verdict: &CtlVerdict) {
        match verdict {
            CtlVerdict::Holds { witness, .. } => {
                self.hold += 1;
                self.witnesses += usize::from(witness.is_some());
            }
            CtlVerdict::Fails { counterexample, .. } => {
                self.fail += 1;
                self.counterexamples += usize::from(counterexample.is_some());
            }
        }
    }
}

/// What linear temporal logic says.
#[derive(Debug)]
struct LinearAnswer {
    /// Whether all runs satisfy the linear formula.
    all_runs: bool,
    /// Whether the formula of branching time holds where they do.
    is_universal: bool,
}

impl LinearAnswer {
    /// A universal formula holds where all runs satisfy the linear one. An existential formula that holds has a run that does
    /// not, where there are runs at all; one that fails may have some, from other initial configurations.
    fn agrees(&self, verdict: &CtlVerdict) -> bool {
        match (verdict, self.is_universal) {
            (CtlVerdict::Holds { no_run: true, .. }, _) => self.all_runs,
            (CtlVerdict::Holds { .. }, universal) => self.all_runs == universal,
            (CtlVerdict::Fails { .. }, universal) => !universal || !self.all_runs,
        }
    }
}

fn linear_answer(
    program: &Program,
    property: &Property,
    finite_runs: FiniteRuns,
) -> Result<Option<LinearAnswer>, String> {
    let Some((linear, is_universal)) = property.linear() else {
        return Ok(None);
    };
    let config = TemporalConfig {
        finite_runs,
        ..TemporalConfig::default()
    };
    let session = Session::new(program, &[], &small()).map_err(|e| format!("{e:?}"))?;
    let verdict = session
        .temporal(linear, &config)
        .map_err(|e| format!("{e:?}"))?;
    Ok(Some(LinearAnswer {
        all_runs: matches!(verdict, TemporalVerdict::Holds),
        is_universal,
    }))
}

fn small() -> Config {
    let bdd = BddConfig {
        nodes: 1 << 20,
        cache: 1 << 12,
        ..BddConfig::default()
    };
    Config {
        bdd,
        ..Config::default()
    }
}

fn answer(
    program: &Program,
    property: &Property,
    finite_runs: FiniteRuns,
) -> Result<CtlVerdict, String> {
    let config = CtlConfig {
        finite_runs,
        ..CtlConfig::default()
    };
    let session = Session::new(program, &[], &small()).map_err(|e| format!("{e:?}"))?;
    session
        .branching(property, &config)
        .map_err(|e| format!("{e:?}"))
}

fn many(programs: std::ops::Range<u64>, formulas: u64) -> Count {
    let mut count = Count::default();
    for seed in programs {
        check(seed, formulas, &mut count);
    }
    count
}

#[test]
fn what_a_caller_enforces_blocks_returns() {
    let text = "decl g; void f() begin g := *; end void main() begin enforce (g); f(); skip; end";
    for (formula, expected) in [("AG (exit f -> g)", true), ("EF (exit f & !g)", false)] {
        let mut program = parse(text);
        let parsed = ctl::parse(formula).expect("a formula");
        let property = Property::new(&parsed, &mut program).expect("its atoms are known");
        let verdict = answer(&program, &property, FiniteRuns::Stutter);
        let holds = verdict.map(|verdict| matches!(verdict, CtlVerdict::Holds { .. }));
        assert_eq!(holds, Ok(expected), "{formula}");
    }
}

#[test]
fn formulas_of_branching_time_hold_where_the_reference_says_so() {
    let count = many(0..PROGRAMS, FORMULAS);
    let enough = count.hold > 200 && count.fail > 200;
    assert!(enough && count.not_compared < 250, "{count:?}");
}

/// `CEGAR_SOAK_CASES=10000 cargo test --release -p checker --test differential -- --ignored branching_soak`;
/// `CEGAR_SOAK_SEED` is where to start.
#[test]
#[ignore = "runs as long as it is told to"]
#[allow(
    clippy::print_stderr,
    reason = "a run that is cut off should say how far it came (--nocapture)"
)]
fn branching_soak() {
    let first = crate::random::number("CEGAR_SOAK_SEED", PROGRAMS);
    let cases = crate::random::number("CEGAR_SOAK_CASES", 10_000);
    for begin in (first..first + cases).step_by(100) {
        let end = (begin + 100).min(first + cases);
        let count = many(begin..end, FORMULAS);
        eprintln!("seeds {begin} to {}: {count:?}", end - 1);
    }
}
