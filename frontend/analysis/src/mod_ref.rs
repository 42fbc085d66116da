//! What calling a function may read and write, transitively.
//!
//! Computed over the components of the call graph, callees first (Banning, An efficient way to find
//! the side effects of procedure calls, 1979): the functions of a component share one set. A
//! function's own locals are left out, since they are gone when it returns, unless an activation
//! below may reach them through a pointer.

use super::callgraph::CallGraph;
use super::effects::{Effects, EffectsOf, number};
use super::points_to::{CellId, ObjectKind, PointsTo};
use super::sparse_bit_set::SparseBitSet;
use ir::{FuncId, Program};
use source::entity::{Arena, EntityId};

#[derive(Debug)]
pub struct ModRef {
    /// By function; empty for functions that nothing calls.
    effects: Arena<FuncId, Effects>,
}

/// Computes MOD and REF of every function that may run.
pub fn mod_ref(program: &Program, pts: &PointsTo, calls: &CallGraph) -> ModRef {
    let of = EffectsOf::new(program, pts);
    let mut effects: Arena<FuncId, Effects> =
        Arena::filled(Effects::default(), program.funcs.len());
    let owned = owned_cells(program, pts, calls);
    for component in &calls.components {
        let mut all = Effects::default();
        for &func in component {
            add_own(&of, func, &mut all);
            for callee in calls.callees(func) {
                all.reads.union_with(&effects[callee].reads);
                if !mutants::is("what-a-callee-s-callees-write-stays") {
                    all.writes.union_with(&effects[callee].writes);
                }
            }
        }
        for &func in component {
            all.reads = all.reads.minus(&owned[func]);
            all.writes = all.writes.minus(&owned[func]);
        }
        for &func in component {
            effects[func] = all.clone();
        }
    }
    ModRef { effects }
}

fn add_own(of: &EffectsOf<'_>, func: FuncId, all: &mut Effects) {
    let Some(cfg) = &of.program.funcs[func].body else {
        return;
    };
    for edge in cfg.edges() {
        let one = of.of(func, edge);
        all.reads.union_with(&one.reads);
        all.writes.union_with(&one.writes);
    }
}

/// The cells of locals that are dead after the function has returned.
fn owned_cells(
    program: &Program,
    pts: &PointsTo,
    calls: &CallGraph,
) -> Arena<FuncId, SparseBitSet> {
    let mut owned: Arena<FuncId, SparseBitSet> =
        Arena::filled(SparseBitSet::new(), program.funcs.len());
    for (id, object) in pts.objects.iter() {
        let owner = match object.kind {
            ObjectKind::Var(var) => {
                let seen = program.vars[var].address_taken;
                program.vars[var].kind.owner().filter(|&f| {
                    !seen
                        || !calls.is_recursive(f)
                        || mutants::is("locals-of-recursive-functions-are-nobody-else-s")
                })
            }
            ObjectKind::Stack(f, _) => (!calls.is_recursive(f)).then_some(f),
            ObjectKind::Return(f) => Some(f),
            _ => None,
        };
        if let Some(owner) = owner {
            for cell in pts.cells_of(id) {
                owned[owner].insert(number(cell));
            }
        }
    }
    owned
}

impl ModRef {
    pub fn effects(&self, func: FuncId) -> &Effects {
        &self.effects[func]
    }

    /// The cells that calling the function may write, in order.
    pub fn writes(&self, func: FuncId) -> Vec<CellId> {
        cells(&self.effects[func].writes)
    }

    /// The cells that calling the function may read, in order.
    pub fn reads(&self, func: FuncId) -> Vec<CellId> {
        cells(&self.effects[func].reads)
    }
}

fn cells(bits: &SparseBitSet) -> Vec<CellId> {
    bits.iter()
        .map(|c| CellId::from_index(c as usize))
        .collect()
}
