//! Questions about boolean programs and their answers.

use crate::bdd::{BddConfig, Bdds, OutOfNodes};
use crate::bp::{self, ProcId};
use crate::engine::{Engine, Explore, Summaries};
use crate::flow::{Flow, LocId, order};
use crate::spds::{BuildConfig, Spds};

/// Something that may be reachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Some assertion fails.
    Assertions,
    /// The statement with this label, in any procedure or in the one named `procedure:label`.
    Label(String),
}

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The procedures in which the program may start; `main` when empty.
    pub entries: Vec<String>,
    pub goals: Vec<Goal>,
}

/// How it is answered.
#[derive(Clone, Debug)]
pub struct Config {
    pub engine: Engine,
    pub live_ranges: bool,
    pub mod_ref: bool,
    pub bdd: BddConfig,
}

impl Default for Config {
    fn default() -> Self {
        Config { engine: Engine::default(), live_ranges: true, mod_ref: true, bdd: BddConfig::default() }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Error {
    UnknownEntry(String),
    UnknownLabel(String),
    OutOfNodes,
}

impl From<OutOfNodes> for Error {
    fn from(_: OutOfNodes) -> Self {
        Error::OutOfNodes
    }
}

/// Whether each goal is reachable.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub reachable: Vec<bool>,
    pub peak_nodes: usize,
}

pub fn check(program: &bp::Program, query: &Query, config: &Config) -> Result<Answer, Error> {
    let flow = Flow::new(program);
    let bdds = Bdds::new(&order(&flow), 0, config.bdd)?;
    let build = BuildConfig { live_ranges: config.live_ranges, mod_ref: config.mod_ref, observed: &[] };
    let spds = Spds::new(&flow, bdds, &build)?;
    let mut engine = Summaries::new(&spds);
    for entry in entries(program, query)? {
        engine.start(entry)?;
    }
    let mut answer = Answer::default();
    for goal in &query.goals {
        let targets = targets(&flow, goal)?;
        answer.reachable.push(engine.reach(&targets)?.is_some());
    }
    answer.peak_nodes = spds.bdds.peak_nodes();
    Ok(answer)
}

fn entries(program: &bp::Program, query: &Query) -> Result<Vec<ProcId>, Error> {
    let find = |name: &str| program.find_proc(name).ok_or_else(|| Error::UnknownEntry(name.into()));
    if query.entries.is_empty() {
        return Ok(vec![find("main")?]);
    }
    query.entries.iter().map(|e| find(e)).collect()
}

fn targets(flow: &Flow<'_>, goal: &Goal) -> Result<Vec<LocId>, Error> {
    let Goal::Label(name) = goal else {
        return Ok(flow.failures());
    };
    let mut found = flow.labelled(None, name);
    if let Some((proc, label)) = name.split_once(':') {
        found.extend(flow.labelled(Some(proc), label));
    }
    if found.is_empty() {
        return Err(Error::UnknownLabel(name.clone()));
    }
    Ok(found)
}
