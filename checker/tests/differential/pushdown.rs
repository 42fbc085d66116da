//! Programs written as pushdown systems, read by the other half of the library: two ways to the same answers.
//!
//! `checker::pds` shares neither rules nor BDDs with what explores programs, and reads the text as anyone else's. Runs that are
//! blocked are none of a program and end in a system, so formulas are about infinite runs.

use checker::bp::{self, Program};
use checker::families::{FlowGraph, Random};
use checker::flow::pushdown_rules;
use checker::pds::{self, EndedRuns, LtlVerdict, Measure, Reachability};
use checker::temporal::{FiniteRuns, Property, TemporalConfig, TemporalVerdict};
use checker::{Config, Goal, Query, Session, Verdict, ltl};

use crate::parse;

const PROGRAMS: u64 = 500;

/// Formulas over two labels of a program.
const FORMULAS: [&str; 5] = ["G !A", "F A", "G (A -> F B)", "G F A -> G F B", "!A U B"];

#[derive(Debug, Default)]
struct Count {
    reachable: usize,
    unreachable: usize,
    hold: usize,
    violated: usize,
    too_large: usize,
}

fn labels(program: &Program) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for proc in &program.procs {
        let name = program.text(proc.name.symbol);
        let mut open: Vec<_> = proc.body.iter().flatten().copied().collect();
        while let Some(stmt) = open.pop() {
            if let Some(label) = program.stmt(stmt).labels.first() {
                let label = program.text(label.symbol);
                found.push((format!("{name}:{label}"), format!("{name}_{label}")));
            }
            match &program.stmt(stmt).kind {
                bp::StmtKind::If { arms, otherwise } => {
                    let blocks = arms.iter().map(|arm| &arm.body).chain(otherwise);
                    open.extend(blocks.flatten());
                }
                bp::StmtKind::While { body, .. } => open.extend(body),
                _ => {}
            }
        }
    }
    found
}

fn check(seed: u64, text: &str, count: &mut Count) {
    let mut program = parse(text);
    let main = program.find_proc("main").expect("main");
    let Ok(written) = pushdown_rules(&program, &[main]) else {
        count.too_large += 1;
        return;
    };
    let file = match pds::read(&written) {
        Ok(file) => file,
        Err(problems) => {
            let too_large =
                problems[0].message.contains("values") || problems[0].message.contains("too");
            assert!(too_large, "seed {seed}: {problems:?}\n{text}\n{written}");
            count.too_large += 1;
            return;
        }
    };
    let from = file.from.as_ref().expect("an initial configuration");
    let labels = labels(&program);
    for (own, symbol) in &labels {
        let goal = Goal::Label(own.clone());
        let query = Query {
            goals: vec![goal],
            ..Query::default()
        };
        let session = Session::new(&program, &[], &Config::default()).expect("well formed");
        let report = session.check(&query).expect("small");
        let expected = matches!(report.goals[0], Verdict::Reachable(_));
        // What is never entered has no rules, and no symbol then.
        let found = pds::parse_pattern(&format!("_ <{symbol} _*>"), &file.system).map(|to| {
            let answer = pds::reach(&file.system, from, &to, Measure::FewestRules);
            answer.expect("replayed") != Reachability::Unreachable
        });
        let found = found.unwrap_or(false);
        assert_eq!(found, expected, "seed {seed}, {own}\n{text}\n{written}");
        match expected {
            true => count.reachable += 1,
            false => count.unreachable += 1,
        }
    }
    let known = |(_, symbol): &&(String, String)| !file.system.symbols_called(symbol).is_empty();
    let known: Vec<_> = labels.iter().filter(known).collect();
    if let (Some(a), Some(b)) = (known.first(), known.last()) {
        for formula in FORMULAS {
            let at = |text: &str| format!("at {text}");
            let own = ltl::parse(&formula_text(formula, &at(&a.0), &at(&b.0)));
            let own = own.expect("a formula");
            // The first symbol is none of the program's.
            let other = format!("X ({})", formula_text(formula, &at(&a.1), &at(&b.1)));
            let other = ltl::parse(&other).expect("a formula");
            let property = Property::formula(&own, &[], &mut program).expect("labels exist");
            let session = Session::new(&program, &[], &Config::default()).expect("well formed");
            let config = TemporalConfig {
                finite_runs: FiniteRuns::Ignore,
                ..TemporalConfig::default()
            };
            let expected = session.temporal(&property, &config).expect("small");
            let expected = matches!(expected, TemporalVerdict::Holds);
            let property = pds::Property::formula(&other, &[], &file.system).expect("symbols");
            let found = pds::check_ltl(&file.system, from, &property, EndedRuns::Ignore);
            let found = found.expect("replayed") == LtlVerdict::Holds;
            assert_eq!(
                found, expected,
                "seed {seed}, {formula}, {a:?}, {b:?}\n{text}\n{written}"
            );
            match expected {
                true => count.hold += 1,
                false => count.violated += 1,
            }
        }
    }
}

/// A formula with its letters replaced.
fn formula_text(formula: &str, a: &str, b: &str) -> String {
    let letter = |c: char| match c {
        'A' => format!("({a})"),
        'B' => format!("({b})"),
        other => other.to_string(),
    };
    formula.chars().map(letter).collect()
}

#[test]
fn programs_are_what_their_pushdown_systems_are() {
    let mut count = Count::default();
    for seed in 0..PROGRAMS {
        let size = [5, 8, 12][seed as usize % 3];
        check(seed, &Random { seed, size }.to_string(), &mut count);
    }
    let enough =
        count.reachable.min(count.unreachable) > 100 && count.hold.min(count.violated) > 50;
    assert!(enough, "{count:?}");
}

#[test]
fn flow_graphs_are_what_their_pushdown_systems_are() {
    let mut count = Count::default();
    for seed in 0..100 {
        let graph = FlowGraph {
            seed,
            lines: 60,
            lines_per_procedure: 15,
            mutual: seed % 2 == 0,
        };
        check(seed, &graph.to_string(), &mut count);
    }
    let enough = count.reachable > 50 && count.hold.min(count.violated) > 50;
    assert!(enough && count.too_large == 0, "{count:?}");
}
