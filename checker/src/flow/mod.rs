//! The control flow of a boolean program: one location per statement, one edge per step.
//!
//! Names are resolved here. Every variable gets a `Slot`: globals have slots of their own, returned values have
//! slots that all procedures share (they are in use only from `return` until the caller has taken them over), and
//! the locals of all procedures share the remaining slots, so that their number follows the widest procedure.
//!
//! Invariants:
//! * the locations of a procedure are consecutive, and its edges stay inside it;
//! * each statement has one location (an `if` one per arm, in order), each procedure one exit, each `assert` one
//!   location of failure, and each call that binds results one location between its return and the binding;
//! * a call is no edge but a `Call` of its location.
//!
//! The length of a path counts each edge once, with one exception: binding results is part of its call. Falling off
//! the end of a body is no step, because the exit is simply what follows the last statement (Bebop, section 2.3).

mod backward_reachability;
mod build;
mod compared_pairs;
mod dot;
pub(crate) mod effects;
mod live_ranges;
mod mod_ref;
mod pushdown_rules;
mod reverse_postorder;
mod sifting;
mod slot_set;
mod variable_order;
mod without_context;

use rustc_hash::FxHashMap;

use crate::bdd::Slot;
use crate::bp::{self, ExprId, ProcId, StmtId, Symbol};
use effects::Effects;

pub(crate) use backward_reachability::backward_reachable;
pub(crate) use compared_pairs::compares_numbers;
pub use dot::dot;
pub(crate) use live_ranges::{LiveRanges, live_ranges};
pub use ltl::quoted;
pub(crate) use mod_ref::{ModRef, mod_ref};
pub use pushdown_rules::pushdown_rules;
pub(crate) use reverse_postorder::reverse_postorder;
pub(crate) use slot_set::SlotSet;
pub(crate) use variable_order::slot_order;
pub(crate) use without_context::{pass_all_globals, procedures_without_context};

/// A control location, numbered over the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LocId(pub(crate) u32);

impl LocId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a location stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlPoint {
    /// Before a statement.
    Before(StmtId),
    /// Before the condition of an `if`'s arm other than the first.
    Arm(StmtId, u32),
    /// Between the return of a call and the binding of its results.
    Returned(StmtId),
    /// An assertion has failed.
    Failed(StmtId),
    /// The end of the procedure.
    Exit,
}

/// What happens along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Nothing changes: `skip`, `print`, `goto`.
    Skip,
    /// A condition came out as told.
    Branch { condition: ExprId, taken: bool },
    /// The assignment, `assume` or `dead` of the statement.
    Effect(StmtId),
    /// The values of the `return` go to the slots of returned values.
    Return(StmtId),
    /// The results of the call go from the slots of returned values to the targets.
    Bind(StmtId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: LocId,
    pub(crate) to: LocId,
    pub(crate) step: Step,
}

/// A call statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) stmt: StmtId,
    pub(crate) callee: ProcId,
    pub(crate) from: LocId,
    /// Where the caller goes on: a [`ControlPoint::Returned`] where results are bound.
    pub(crate) to: LocId,
    pub(crate) binds: bool,
}

/// One procedure's part.
#[derive(Clone, Debug)]
pub(crate) struct ProcFlow {
    pub(crate) entry: LocId,
    pub(crate) exit: LocId,
    /// Its locations are `locs.start..locs.end`.
    pub(crate) locs: std::ops::Range<u32>,
    /// The slots of the formals, then of the locals, in the order of their declaration.
    pub(crate) slots: Vec<Slot>,
    pub(crate) formals: usize,
    by_name: FxHashMap<Symbol, Slot>,
}

/// The flow of a whole program.
pub struct Flow<'p> {
    pub(crate) program: &'p bp::Program,
    pub(crate) procs: Vec<ProcFlow>,
    places: Vec<ControlPoint>,
    edges: Vec<Edge>,
    first_edge: Vec<u32>,
    calls: Vec<Call>,
    /// `calls` of procedure p are `first_call[p]..first_call[p + 1]`.
    first_call: Vec<u32>,
    call_at: FxHashMap<LocId, u32>,
    globals: FxHashMap<Symbol, Slot>,
    pub(crate) effects: Effects,
    /// What an observer reads at locations beside its own state, which is in the unnamed globals.
    observer_reads: Vec<(LocId, SlotSet)>,
    pub(crate) global_count: usize,
    /// How many slots of returned values there are.
    pub(crate) return_count: usize,
    /// How many slots there are in all.
    pub(crate) slot_count: usize,
}

impl<'p> Flow<'p> {
    /// The flow of a program that [`bp::verify`] has found well formed.
    pub fn new(program: &'p bp::Program) -> Self {
        build::build(program, 0)
    }

    /// The same with further globals that no statement mentions: their slots follow those of the program's globals.
    pub(crate) fn with_unnamed_globals(program: &'p bp::Program, unnamed: usize) -> Self {
        build::build(program, unnamed)
    }

    /// The globals that no statement mentions. An observer reads and writes them at every location.
    pub(crate) fn unnamed_globals(&self) -> impl Iterator<Item = Slot> + use<> {
        (self.program.globals.len() as u32..self.global_count as u32).map(Slot)
    }

    /// Says that an observer reads slots at a location, before what happens there.
    pub(crate) fn add_observer_reads(&mut self, loc: LocId, slots: SlotSet) {
        self.observer_reads.push((loc, slots));
    }

    pub(crate) fn observer_reads(&self) -> impl Iterator<Item = (LocId, &SlotSet)> {
        self.observer_reads.iter().map(|(loc, slots)| (*loc, slots))
    }

    pub(crate) fn loc_count(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn locs(&self) -> impl Iterator<Item = LocId> + use<> {
        (0..self.places.len() as u32).map(LocId)
    }

    pub(crate) fn place(&self, loc: LocId) -> ControlPoint {
        self.places[loc.index()]
    }

    /// The statement a location belongs to; the exit has none.
    pub(crate) fn stmt_at(&self, loc: LocId) -> Option<StmtId> {
        match self.place(loc) {
            ControlPoint::Before(s)
            | ControlPoint::Arm(s, _)
            | ControlPoint::Returned(s)
            | ControlPoint::Failed(s) => Some(s),
            ControlPoint::Exit => None,
        }
    }

    pub(crate) fn proc_of(&self, loc: LocId) -> ProcId {
        let after = self.procs.partition_point(|p| p.locs.start <= loc.0);
        ProcId(after as u32 - 1)
    }

    pub(crate) fn proc(&self, id: ProcId) -> &ProcFlow {
        &self.procs[id.index()]
    }

    pub(crate) fn out_edges(&self, loc: LocId) -> &[Edge] {
        &self.edges[self.out_edge_range(loc)]
    }

    pub(crate) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The indices in [`Flow::edges`] of the edges out of a location.
    pub(crate) fn out_edge_range(&self, loc: LocId) -> std::ops::Range<usize> {
        self.first_edge[loc.index()] as usize..self.first_edge[loc.index() + 1] as usize
    }

    /// The indices in [`Flow::edges`] of the edges inside a procedure.
    pub(crate) fn edge_range(&self, proc: ProcId) -> std::ops::Range<usize> {
        let locs = &self.proc(proc).locs;
        self.first_edge[locs.start as usize] as usize..self.first_edge[locs.end as usize] as usize
    }

    /// The edges inside a procedure, in the order of [`Flow::edges`].
    pub(crate) fn edges_of(&self, proc: ProcId) -> &[Edge] {
        &self.edges[self.edge_range(proc)]
    }

    /// The indices in [`Flow::calls`] of the calls that a procedure makes.
    pub(crate) fn call_range(&self, proc: ProcId) -> std::ops::Range<usize> {
        self.first_call[proc.index()] as usize..self.first_call[proc.index() + 1] as usize
    }

    pub(crate) fn call_at(&self, loc: LocId) -> Option<&Call> {
        self.call_index(loc).map(|i| &self.calls[i])
    }

    /// The index in [`Flow::calls`] of the call at a location.
    pub(crate) fn call_index(&self, loc: LocId) -> Option<usize> {
        self.call_at.get(&loc).map(|&i| i as usize)
    }

    pub(crate) fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The calls that a procedure makes.
    pub(crate) fn calls_of(&self, proc: ProcId) -> &[Call] {
        &self.calls[self.call_range(proc)]
    }

    /// The procedures that call each procedure, each once.
    pub(crate) fn callers(&self) -> Vec<Vec<ProcId>> {
        let mut callers: Vec<Vec<ProcId>> = vec![Vec::new(); self.procs.len()];
        for proc in self.program.proc_ids() {
            for call in self.calls_of(proc) {
                let list = &mut callers[call.callee.index()];
                if list.last() != Some(&proc) {
                    list.push(proc);
                }
            }
        }
        callers
    }

    /// The slot of a name inside a procedure: its own variables hide globals.
    pub(crate) fn slot(&self, proc: ProcId, name: Symbol) -> Slot {
        self.slot_in(Some(proc), name)
    }

    /// The slot of a name inside a procedure, or outside of all.
    pub(crate) fn slot_in(&self, proc: Option<ProcId>, name: Symbol) -> Slot {
        self.find_slot(proc, name)
            .expect("a well-formed program declares its variables")
    }

    /// The slot of a name where it is in scope.
    pub(crate) fn find_slot(&self, proc: Option<ProcId>, name: Symbol) -> Option<Slot> {
        let own = proc.and_then(|p| self.proc(p).by_name.get(&name));
        own.or_else(|| self.globals.get(&name)).copied()
    }

    pub(crate) fn global_slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.global_count as u32).map(Slot)
    }

    pub(crate) fn is_global(&self, slot: Slot) -> bool {
        slot.index() < self.global_count
    }

    /// The slots of the values that a procedure returns.
    pub(crate) fn return_slots(&self, proc: ProcId) -> impl Iterator<Item = Slot> + use<> {
        let first = self.global_count as u32;
        (first..first + self.program.proc(proc).returns).map(Slot)
    }

    /// Globals, then formals and locals: what is in scope in a procedure, with names.
    pub(crate) fn in_scope(&self, proc: ProcId) -> Vec<(Slot, Symbol)> {
        let own = self.program.proc(proc);
        let declared = own.formals.iter().chain(&own.locals);
        let locals = self
            .proc(proc)
            .slots
            .iter()
            .copied()
            .zip(declared.map(|d| d.name.symbol));
        let visible = |symbol: &Symbol| !self.proc(proc).by_name.contains_key(symbol);
        let globals = self.program.globals.iter().enumerate();
        globals
            .map(|(i, d)| (Slot(i as u32), d.name.symbol))
            .filter(|(_, symbol)| visible(symbol))
            .chain(locals)
            .collect()
    }

    /// The locations of a label. Without a procedure it may stand in several.
    pub(crate) fn labelled(&self, proc: Option<&str>, label: &str) -> Vec<LocId> {
        let Some(symbol) = self.program.names.get(label) else {
            return Vec::new();
        };
        let wanted = |p: ProcId| {
            proc.is_none_or(|name| self.program.text(self.program.proc(p).name.symbol) == name)
        };
        let carries = |loc: &LocId| {
            matches!(self.place(*loc), ControlPoint::Before(s)
                if self.program.stmt(s).labels.iter().any(|l| l.symbol == symbol))
        };
        self.program
            .proc_ids()
            .filter(|&p| wanted(p))
            .flat_map(|p| self.proc(p).locs.clone().map(LocId))
            .filter(carries)
            .collect()
    }

    /// Where assertions fail.
    pub(crate) fn failures(&self) -> Vec<LocId> {
        self.locs()
            .filter(|&l| matches!(self.place(l), ControlPoint::Failed(_)))
            .collect()
    }
}
