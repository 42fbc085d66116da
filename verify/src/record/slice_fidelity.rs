//! Of what a proof about the slice is true in the program as it was written.
//!
//! A slice leaves out whatever has no influence on the property: calls, and assignments to what is not read again. So
//! what is shown of a variable at a place of the slice need not be true of the program: the variable may have another
//! value by then, and the place may be reached in ways that do not matter. It is true where nothing of that kind was
//! left out: neither a write of the variable, nor a call that may lead to one, nor a call on the way to the place.

use ir::{Callee, EdgeId, FuncId, Program, Stmt, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Session;
use crate::slice_to_whole::SliceToWhole;

/// What is as it is in the user's program.
pub struct SliceFidelity<'c> {
    whole: &'c Program,
    slice_to_whole: &'c SliceToWhole,
    /// The edges that are left.
    left: FxHashSet<(FuncId, EdgeId)>,
    /// Of functions that may run: who calls a function, and where.
    callers: FxHashMap<FuncId, Vec<(FuncId, EdgeId)>>,
}

impl Session {
    pub fn slice_fidelity(&self) -> SliceFidelity<'_> {
        let slice_to_whole = &self.prepared.slice_to_whole;
        let left = self.prepared.program.defined().flat_map(|(func, _, cfg)| {
            let old = cfg
                .edges()
                .filter_map(move |e| slice_to_whole.edge(func, e));
            old.map(move |edge| (func, edge))
        });
        SliceFidelity {
            whole: &self.whole,
            slice_to_whole,
            left: left.collect(),
            callers: callers(&self.whole),
        }
    }
}

impl SliceFidelity<'_> {
    /// Whether a variable has the values that it has in the user's program, wherever that is told.
    pub fn is_variable(&self, var: VarId) -> bool {
        let Some(variable) = self.whole.vars.get(var) else {
            return false;
        };
        if variable.address_taken || !self.whole.types.is_scalar(variable.ty) {
            return false;
        }
        let mut writers = Vec::new();
        for (func, _, cfg) in self.whole.defined() {
            let writes = |e: &EdgeId| writes(self.whole, &cfg.edge(*e).stmt, var);
            let writes: Vec<EdgeId> = cfg.edges().filter(writes).collect();
            if !writes.iter().all(|&e| self.left.contains(&(func, e))) {
                return false;
            }
            if !writes.is_empty() {
                writers.push(func);
            }
        }
        // What a function of its own does to it, it does while it runs.
        variable.kind.owner().is_some() || self.all_calls_left(writers)
    }

    /// Whether a function is called in all the ways in which it is called in the user's program.
    pub fn is_entered(&self, func: FuncId) -> bool {
        self.all_calls_left(vec![func])
    }

    /// Whether the slice has all calls of these functions, and of those that call them.
    fn all_calls_left(&self, funcs: Vec<FuncId>) -> bool {
        let mut seen: FxHashSet<FuncId> = funcs.iter().copied().collect();
        let mut waiting = funcs;
        while let Some(func) = waiting.pop() {
            for &(caller, call) in self.callers.get(&func).into_iter().flatten() {
                if !self.slice_to_whole.is_left(caller, call) {
                    return false;
                }
                if seen.insert(caller) {
                    waiting.push(caller);
                }
            }
        }
        true
    }
}

fn writes(program: &Program, stmt: &Stmt, var: VarId) -> bool {
    match stmt {
        Stmt::Begin { var: begun } => *begun == var,
        _ => stmt
            .written()
            .is_some_and(|place| program.terms.place_var(place) == Some(var)),
    }
}

/// Who calls whom, of those that the entry may lead to. A call through a pointer may call whatever has its address
/// taken.
fn callers(program: &Program) -> FxHashMap<FuncId, Vec<(FuncId, EdgeId)>> {
    let by_pointer: Vec<FuncId> = program
        .funcs
        .iter()
        .filter(|(_, f)| f.address_taken)
        .map(|(id, _)| id)
        .collect();
    let mut callers: FxHashMap<FuncId, Vec<(FuncId, EdgeId)>> = FxHashMap::default();
    let starts = program.entry.iter().chain(&program.constructors);
    let starts = starts.chain(&program.destructors).copied();
    let mut waiting: Vec<FuncId> = starts.collect();
    let mut seen: FxHashSet<FuncId> = waiting.iter().copied().collect();
    while let Some(func) = waiting.pop() {
        let Some(cfg) = &program.funcs[func].body else {
            continue;
        };
        for edge in cfg.edges() {
            let called: &[FuncId] = match &cfg.edge(edge).stmt {
                Stmt::Call {
                    callee: Callee::Direct(callee),
                    ..
                } => &[*callee],
                Stmt::Call { .. } => &by_pointer,
                _ => &[],
            };
            for &callee in called {
                callers.entry(callee).or_default().push((func, edge));
                if seen.insert(callee) {
                    waiting.push(callee);
                }
            }
        }
    }
    callers
}
