//! Watching a run edge by edge: what a replay of a trace compares with.

use super::fault::Stop;
use super::machine::Machine;
use super::{FaultKind, Value};
use ir::{EdgeId, ExprId, FuncId, VarId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Continue,
    /// Ends the run with [`Limit::Stopped`](super::Limit::Stopped).
    Stop,
}

pub trait Observer {
    /// Called before an edge is executed; of an `assume`, when its condition holds.
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control;

    /// How many of the next edges it need not see: loops among them are run faster.
    fn need_not_see(&self) -> u64 {
        0
    }

    /// So many of them were passed unseen.
    fn passed(&mut self, _edges: u64) {}
}

/// The state of the run.
pub struct View<'m, 'p> {
    pub(super) machine: &'m mut Machine<'p>,
}

impl View<'_, '_> {
    /// The value of a scalar expression in the innermost frame, whose function must be in its
    /// scope.
    pub fn value(&mut self, expr: ExprId) -> Result<Value, FaultKind> {
        match self.machine.evaluate(expr) {
            Ok(value) => Ok(value),
            Err(Stop::Fault(kind)) => Err(kind),
            Err(_) => Err(FaultKind::Unsupported {
                what: "this expression".into(),
            }),
        }
    }

    /// The variable that exists from the start and lies at an address, and how far from its start that is.
    pub fn variable_at(&self, address: u64) -> Option<(VarId, u64)> {
        self.machine.memory.variable_at(address)
    }

    /// How many calls are active.
    pub fn depth(&self) -> usize {
        self.machine.depth()
    }

    /// Edges executed so far.
    pub fn steps(&self) -> u64 {
        self.machine.steps()
    }

    pub fn stdout(&self) -> &[u8] {
        self.machine.stdout()
    }
}
