//! Programs in the languages of other tools mean what they meant: the same labels are reachable.

use checker::bp::{self, Dialect, Program};
use checker::families::Random;
use checker::{Config, Goal, Query, Session, Verdict};

use crate::parse;

const PROGRAMS: u64 = 600;

const DIALECTS: [Dialect; 3] = [Dialect::Moped, Dialect::Getafix, Dialect::Boppo];

/// Which labels are reachable.
fn reachable(program: &Program) -> Vec<(String, bool)> {
    let stmts = program.stmts.iter().flat_map(|stmt| &stmt.labels);
    let mut labels: Vec<String> = stmts.map(|l| program.text(l.symbol).to_owned()).collect();
    labels.sort();
    let query = Query {
        goals: labels.iter().cloned().map(Goal::Label).collect(),
        ..Query::default()
    };
    let session = Session::new(program, &[], &Config::default()).expect("well formed");
    let report = session.check(&query).expect("small");
    let verdicts = report.goals.iter();
    let verdicts = verdicts.map(|verdict| matches!(verdict, Verdict::Reachable(_)));
    labels.into_iter().zip(verdicts).collect()
}

#[test]
fn dialects_mean_the_same() {
    let mut written = [0; 3];
    for seed in 0..PROGRAMS {
        let text = Random { seed, size: 5 }.to_string();
        let program = parse(&text);
        let expected = reachable(&program);
        for (dialect, count) in DIALECTS.into_iter().zip(&mut written) {
            let Ok(other) = bp::print_in(&program, dialect) else {
                continue;
            };
            *count += 1;
            let again = parse(&other);
            assert_eq!(reachable(&again), expected, "{dialect:?}\n{text}\n{other}");
            // What is written needs no other words.
            let twice = bp::print_in(&again, dialect);
            assert_eq!(twice.as_deref(), Ok(other.as_str()), "{dialect:?}\n{text}");
        }
    }
    assert!(written.iter().all(|&count| count > 20), "{written:?}");
}
