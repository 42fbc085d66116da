//! What is read as an algorithm is evaluated on a small program, or refused with places inside of the text.
#![no_main]

use checker::bp;
use checker::calculus::Algorithm;
use checker::{BddConfig, Config, Goal, Session};
use libfuzzer_sys::fuzz_target;

const PROGRAM: &str = "decl g; bool f(a) begin g := a; return !a; end
void main() begin decl l; l := f(*); if (l & g) then R: skip; fi end";

/// Larger formulas take long, and show nothing that small ones do not.
const MAX_SIZE: usize = 60;

fuzz_target!(|text: &str| {
    match Algorithm::parse(text) {
        Ok((algorithm, _)) if algorithm.size() <= MAX_SIZE => {
            let program = bp::parse(PROGRAM).expect("a program");
            let config = Config {
                bdd: BddConfig {
                    nodes: 1 << 14,
                    cache: 1 << 8,
                    ..BddConfig::default()
                },
                ..Config::default()
            };
            let session = Session::new(&program, &[], &config).expect("well formed");
            let goals = [Goal::Label("R".to_owned())];
            drop(session.fix(&algorithm, &goals, true));
        }
        Ok(_) => {}
        Err(problems) => {
            for problem in problems {
                assert!(problem.span.end as usize <= text.len());
            }
        }
    }
});
