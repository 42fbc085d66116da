//! What a story needs of an execution: the edges taken, the values that the program was given, and how the state of the
//! property changed.

use interp::{Input, RequestKind, Site};
use ir::types::TypeId;
use ir::{EdgeId, FuncId, VarId};

use super::outside_reads::Read;

/// An execution that arrives at the violation.
#[derive(Clone, Debug)]
pub struct Replay {
    pub site: Site,
    /// The edges it took, in order.
    pub edges: Vec<(FuncId, EdgeId)>,
    /// What was learnt at them, in order.
    pub notes: Vec<Note>,
}

/// Something that happened while an edge was executed.
#[derive(Clone, Debug)]
pub struct Note {
    /// The position of the edge; 0 also before the first one.
    pub at: usize,
    pub what: Noted,
}

#[derive(Clone, Debug)]
pub enum Noted {
    /// The program was given a value.
    Input(RequestKind, TypeId, Input),
    /// A variable of the property changed.
    State(VarId, u128),
    /// A model of a library function returned a value.
    Returned(FuncId, TypeId, u128),
    /// The program looks at a value that was there before it began.
    Read(Read),
    /// The program was started with these words, which the parameter leads to.
    Started(VarId, Vec<Vec<u8>>),
}
