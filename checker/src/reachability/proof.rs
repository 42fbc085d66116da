//! What an exploration has shown that met none of its goals: how procedures are entered, and the states that their
//! statements are reached with.
//!
//! They are decision diagrams over the variables of the program, now and on entry, so that a checker of proofs need not
//! know how they were found. A procedure that is never called does not remember how it was entered.

use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy, TopNode};
use crate::bp::{ProcId, StmtId, Symbol};
use crate::deep_recursion::with_enough_stack;
use crate::engine::Summaries;
use crate::flow::{ControlPoint, LocId, ModRef};
use crate::spds::Spds;

/// What was shown of a program.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// By procedure.
    pub procs: Vec<Contract>,
}

/// What was shown of a procedure.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Parts before the wholes they belong to.
    pub decisions: Vec<Decision>,
    /// The states it is entered with: of globals and formals, all of them current.
    pub entered: StateSet,
    /// The states that its labelled statements are reached with.
    pub at: Vec<(StmtId, StateSet)>,
    /// The globals that it leaves alone, and whatever it calls too.
    pub unmodified: Vec<Symbol>,
}

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateSet {
    Nothing,
    Everything,
    /// By the decision with this index.
    Decided(u32),
}

/// A variable decides in which of two sets a state must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub var: Symbol,
    /// Its value on entry, not the current one.
    pub on_entry: bool,
    pub yes: StateSet,
    pub no: StateSet,
}

/// What an exploration that has come to its end has shown.
pub(crate) fn proof(
    spds: &Spds<'_, '_>,
    summaries: &Summaries<'_, '_, '_>,
    mod_ref: &ModRef,
) -> BddResult<Proof> {
    let procs = spds.flow.program.proc_ids();
    let contract = |proc| contract(spds, summaries, mod_ref, proc);
    Ok(Proof {
        procs: procs.map(contract).collect::<BddResult<_>>()?,
    })
}

fn contract(
    spds: &Spds<'_, '_>,
    summaries: &Summaries<'_, '_, '_>,
    mod_ref: &ModRef,
    proc: ProcId,
) -> BddResult<Contract> {
    let flow = spds.flow;
    let mut diagram = Diagram {
        bdds: &spds.bdds,
        names: flow.in_scope(proc).into_iter().collect(),
        known: FxHashMap::default(),
        decisions: Vec::new(),
    };
    let entered = diagram.set(summaries.entered(proc))?;
    let mut at = Vec::new();
    for loc in flow.proc(proc).locs.clone().map(LocId) {
        if let ControlPoint::Before(stmt) = flow.place(loc)
            && !flow.program.stmt(stmt).labels.is_empty()
        {
            at.push((stmt, diagram.set(summaries.path_edges(loc))?));
        }
    }
    let modified = &mod_ref.modified[proc.index()];
    let globals = flow.program.globals.iter().zip(flow.global_slots());
    let unmodified = globals.filter(|(_, slot)| !modified.contains(*slot));
    Ok(Contract {
        decisions: diagram.decisions,
        entered,
        at,
        unmodified: unmodified.map(|(var, _)| var.name.symbol).collect(),
    })
}

/// The diagrams of a procedure on their way out.
struct Diagram<'b> {
    bdds: &'b Bdds,
    names: FxHashMap<Slot, Symbol>,
    known: FxHashMap<Bdd, StateSet>,
    decisions: Vec<Decision>,
}

impl Diagram<'_> {
    fn set(&mut self, bdd: &Bdd) -> BddResult<StateSet> {
        if let Some(&known) = self.known.get(bdd) {
            return Ok(known);
        }
        let set = match self.bdds.top_node(bdd) {
            TopNode::Constant(true) => StateSet::Everything,
            TopNode::Constant(false) => StateSet::Nothing,
            TopNode::Decision {
                slot,
                copy,
                yes,
                no,
            } => match self.names.get(&slot) {
                Some(&var) if copy != SlotCopy::Next => {
                    let (yes, no) = with_enough_stack(|| Ok((self.set(&yes)?, self.set(&no)?)))?;
                    self.decisions.push(Decision {
                        var,
                        on_entry: copy == SlotCopy::Entry,
                        yes,
                        no,
                    });
                    StateSet::Decided(self.decisions.len() as u32 - 1)
                }
                // What has no name here decides nothing.
                _ => {
                    let either = self.bdds.or(&yes, &no)?;
                    with_enough_stack(|| self.set(&either))?
                }
            },
        };
        self.known.insert(bdd.clone(), set);
        Ok(set)
    }
}
