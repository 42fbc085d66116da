//! One boolean program, prepared once, to which questions are put.
//!
//! [`Session::new`] does what every question needs, in this order: the program is verified, because all later passes
//! rely on its invariants; its control flow is built, which resolves names and gives every variable a slot; and the
//! slots are ordered for the BDDs, because the order depends on which variables occur together and on nothing else.
//!
//! A question is a method of the session in a module of its own. It says which [`Reductions`] of the state space it
//! allows, has a symbolic pushdown system, and asks an engine. The system is that of [`Session::pushdown_system`], except
//! where the question has variables of its own: the product with an automaton makes one of the session's flow and more
//! globals (`temporal`'s `Product::new`).
//!
//! | question | module | allows |
//! |---|---|---|
//! | are labels or failing assertions reachable, and with which values | [`crate::reachability`] | all reductions |
//! | the same, where "unreachable" can be shown without calling contexts | [`crate::reachability::memoryless_proof`] | one more |
//! | is a regular set of configurations reachable from another | [`crate::configurations`] | none: frames show all variables |
//! | does a formula of branching time hold | [`crate::ctl`] | none: formulas are about all variables |
//! | do all runs satisfy a formula | [`crate::temporal`] | live ranges and MOD/REF, which know what the automaton reads |
//! | from which configurations does some run not | `violations` of [`crate::temporal`] | none: all valuations are looked at |
//!
//! A new kind of question is a further module with a further method: it takes the flow and the entries from here, its
//! system in one of the two ways, and adds its own engine only if it explores in a new way. Programs with threads are
//! refused here: [`crate::threads::Threads`] stands beside this, because the flow that is explored is another one.

use std::time::{Duration, Instant};

use crate::bdd::{BddResult, Bdds, OutOfNodes, Slot};
use crate::bp::{self, Diagnostic, ProcId};
use crate::config::Config;
use crate::flow::{Flow, LocId, slot_order};
use crate::spds::{Reductions, Spds};

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Error {
    /// The program is not well formed, or uses what the engines cannot do.
    Program(Vec<Diagnostic>),
    /// No statement has this label.
    UnknownLabel(String),
    /// The BDDs outgrew their table: a limit, not a fault of the program.
    OutOfNodes,
}

impl From<OutOfNodes> for Error {
    fn from(_: OutOfNodes) -> Self {
        Error::OutOfNodes
    }
}

/// A verified program with its control flow, ready to be asked about.
pub struct Session<'p> {
    flow: Flow<'p>,
    /// The procedures in which the program may start.
    entries: Vec<ProcId>,
    /// From the top of the BDDs down.
    slot_order: Vec<Slot>,
    config: Config,
    /// How long it took to verify the program.
    pub(crate) verify: Duration,
    /// How long it took to build control flow and order.
    pub(crate) prepare: Duration,
}

impl<'p> Session<'p> {
    /// Prepares a program that may start in any of the procedures `entries`; in `main` when there are none.
    pub fn new(
        program: &'p bp::Program,
        entries: &[String],
        config: &Config,
    ) -> Result<Self, Error> {
        let started = Instant::now();
        verify(program, entries)?;
        let verified = Instant::now();
        let flow = Flow::new(program);
        Ok(Session {
            entries: entry_procedures(program, entries),
            slot_order: slot_order(&flow, config.variable_order),
            flow,
            config: config.clone(),
            verify: verified - started,
            prepare: verified.elapsed(),
        })
    }

    pub(crate) fn flow(&self) -> &Flow<'p> {
        &self.flow
    }

    pub(crate) fn entries(&self) -> &[ProcId] {
        &self.entries
    }

    /// From the top of the BDDs down.
    pub(crate) fn slot_order(&self) -> &[Slot] {
        &self.slot_order
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// The reductions that were asked for and that the engine can make use of. At the locations `observed` every
    /// variable is of interest.
    pub(crate) fn reductions<'c>(&self, observed: &'c [LocId]) -> Reductions<'c> {
        Reductions {
            live_ranges: self.config.live_ranges,
            mod_ref: self.config.mod_ref && self.config.engine.uses_mod_ref(),
            observed,
            ..Reductions::none()
        }
    }

    /// The program as a symbolic pushdown system with BDDs of its own, `extra` BDD variables of which stand above those
    /// of the program.
    pub(crate) fn pushdown_system(
        &self,
        reductions: &Reductions<'_>,
        extra: u32,
    ) -> BddResult<Spds<'_, 'p>> {
        let bdds = Bdds::new(&self.slot_order, extra, self.config.bdd)?;
        Spds::new(&self.flow, bdds, reductions)
    }
}

/// Refuses what the engines of sequential programs cannot take: an ill-formed program, or threads.
fn verify(program: &bp::Program, entries: &[String]) -> Result<(), Error> {
    let entry = if entries.is_empty() {
        bp::Entry::Main
    } else {
        bp::Entry::Any(entries)
    };
    let mut errors = bp::verify(program, entry);
    errors.retain(Diagnostic::is_error);
    errors.extend(bp::refuse_threads(program, entry));
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Program(errors))
    }
}

fn entry_procedures(program: &bp::Program, entries: &[String]) -> Vec<ProcId> {
    let find = |name: &str| program.find_proc(name).expect("verified entries exist");
    if entries.is_empty() {
        return vec![find("main")];
    }
    entries.iter().map(|entry| find(entry)).collect()
}
