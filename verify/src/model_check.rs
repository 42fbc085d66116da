//! What the checker says of a boolean program.

use abstractor::{Abstraction, ERROR};
use checker::trace::Trace;
use checker::{Goal, Proof, Query, Session, Verdict};
use ir::{FuncId, Program};

/// How large BDDs may become together.
const MAX_BDD_NODES: usize = 1 << 23;

/// What a node takes: the table is reserved twice.
const BYTES_PER_BDD_NODE: usize = 32;

pub(crate) enum Explored {
    /// A trace to a violation.
    Trace(Trace),
    /// There is none, and this was shown.
    Nothing(Option<Box<Proof>>),
    /// There is no answer, and this is why.
    Failed(String),
}

/// Looks for a trace to a violation.
pub(crate) fn explore(
    abstraction: &Abstraction,
    program: &Program,
    entry: FuncId,
    shortest: bool,
    address_space_mb: Option<u64>,
) -> Explored {
    let entries = [program.funcs[entry].unique.to_string()];
    let query = Query {
        goals: vec![Goal::Label(ERROR.into())],
        ..Query::default()
    };
    let config = checker::Config {
        trace_lines: 1_000_000,
        one_execution: true,
        shortest,
        proof: true,
        bdd: checker::BddConfig {
            nodes: bdd_nodes(address_space_mb),
            ..checker::BddConfig::default()
        },
        ..checker::Config::default()
    };
    let session = Session::new(&abstraction.program, &entries, &config);
    match session.and_then(|session| session.check(&query)) {
        Ok(mut report) => match report.goals.pop() {
            Some(Verdict::Reachable(trace)) => match trace.filter(|t| t.complete) {
                Some(trace) => Explored::Trace(trace),
                None => Explored::Failed("a trace is too long to be followed".into()),
            },
            _ => Explored::Nothing(report.proof.map(Box::new)),
        },
        Err(checker::Error::OutOfNodes) => {
            Explored::Failed("the boolean program needs more memory than there is".into())
        }
        Err(error) => Explored::Failed(format!("the boolean program is not accepted: {error:?}")),
    }
}

/// As many as fit into a part of the address space that the system allows: a table that is refused ends the process.
fn bdd_nodes(address_space_mb: Option<u64>) -> usize {
    let allowed = address_space_mb.map_or(usize::MAX, |megabytes| (megabytes as usize) << 20);
    let halves = std::iter::successors(Some(MAX_BDD_NODES), |nodes| Some(nodes / 2));
    let fits = |nodes: &usize| nodes * BYTES_PER_BDD_NODE <= allowed / 4;
    halves.into_iter().find(fits).unwrap_or(0).max(1 << 10)
}
