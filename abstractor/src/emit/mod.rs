//! The boolean program as a syntax tree.
//!
//! A procedure per function, a label per location and per block; a block is an `assume` of what its conditions allow,
//! then one parallel assignment. Predicates about parameters are formals, those that callers understand are returned.
//! Every statement knows, as its origin, which [`Step`] of the C program it stands for.

mod block;
mod expr;
mod name;
mod procedure;

pub use name::label_of;

use checker::bp::{self, StmtId, Symbol};
use ir::{FuncId, LocId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::Layout;

use crate::blocks::{BlockId, BlockKind, Blocks};
use crate::lemma::{Lemma, Lemmas};
use crate::precision::{Precision, PredId, Scope};
use crate::transfer::{Atom, BlockStep, CallStep, Value};

/// The label at which the property is violated.
pub const ERROR: &str = "ERROR";

/// What a statement of the boolean program stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The start of a function.
    Entry(FuncId),
    /// A block begins.
    Block(BlockId),
    /// The predicates change as the block, or the return from the call at the block, says.
    Update(BlockId),
    /// The values that a call passes are computed.
    Pass(BlockId),
    /// The call at a block.
    Call(BlockId),
    /// A jump.
    Jump,
}

/// A boolean program and what its statements stand for, by origin.
#[derive(Clone, Debug)]
pub struct Abstraction {
    pub program: bp::Program,
    pub steps: Vec<Step>,
    /// The predicate that each variable stands for (of returned values too).
    pub predicates: FxHashMap<Symbol, Variable>,
    /// The function that each procedure stands for, in order.
    pub functions: Vec<FuncId>,
    /// The statements where the locations of each function begin.
    pub locations: FxHashMap<FuncId, Vec<(LocId, StmtId)>>,
}

/// What a variable of the boolean program stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    Pred(PredId),
    Returned(PredId),
    Passed(PredId),
}

/// What the blocks do to predicates.
pub(crate) trait Transfers {
    fn step(&mut self, id: BlockId) -> BlockStep;
    fn call(&mut self, id: BlockId) -> CallStep;
    fn initial(&mut self, pred: PredId) -> Value;
    fn is_passed(&self, pred: PredId) -> bool;
    fn is_returned(&self, pred: PredId) -> bool;
}

pub(crate) struct Emitter<'a, T> {
    pub(crate) program: &'a Program,
    pub(crate) layout: &'a Layout,
    pub(crate) blocks: &'a Blocks,
    pub(crate) precision: &'a Precision,
    pub(crate) lemmas: &'a Lemmas,
    pub(crate) transfers: &'a mut T,
    out: bp::Program,
    steps: Vec<Step>,
    locations: FxHashMap<FuncId, Vec<(LocId, StmtId)>>,
    names: FxHashMap<(u8, PredId), Symbol>,
    variables: FxHashMap<Symbol, Variable>,
    calls: FxHashMap<BlockId, CallStep>,
    /// The predicates that some call passes a value for, and those whose value on return some call wants.
    passed: FxHashSet<PredId>,
    wanted: FxHashSet<PredId>,
}

impl<'a, T: Transfers> Emitter<'a, T> {
    pub(crate) fn new(
        program: &'a Program,
        layout: &'a Layout,
        blocks: &'a Blocks,
        precision: &'a Precision,
        lemmas: &'a Lemmas,
        transfers: &'a mut T,
    ) -> Self {
        Emitter {
            program,
            layout,
            blocks,
            precision,
            lemmas,
            transfers,
            out: bp::Program::default(),
            steps: Vec::new(),
            locations: FxHashMap::default(),
            names: FxHashMap::default(),
            variables: FxHashMap::default(),
            calls: FxHashMap::default(),
            passed: FxHashSet::default(),
            wanted: FxHashSet::default(),
        }
    }

    pub(crate) fn emit(mut self) -> Abstraction {
        self.name_predicates();
        self.look_at_calls();
        for pred in self.precision.of_scope(Scope::Global) {
            let name = self.pred(pred);
            let init = match self.transfers.initial(pred) {
                Value::Always(value) => Some(self.constant(value)),
                _ if mutants::is("what-is-not-known-at-the-start-is-false") => {
                    Some(self.constant(false))
                }
                _ => None,
            };
            self.out.globals.push(bp::VarDecl { name, init });
        }
        for (func, blocks) in self.blocks.functions() {
            self.procedure(func, blocks);
        }
        Abstraction {
            program: self.out,
            steps: self.steps,
            predicates: self.variables,
            functions: self.blocks.functions().map(|(func, _)| func).collect(),
            locations: self.locations,
        }
    }

    /// Finds out what calls pass, and what they want to know afterwards.
    fn look_at_calls(&mut self) {
        let ids: Vec<BlockId> = self.blocks.blocks.ids().collect();
        for id in ids {
            if !matches!(self.blocks.blocks[id].kind, BlockKind::Call(_)) {
                continue;
            }
            let step = self.transfers.call(id);
            for (pred, value) in &step.passed {
                let says_something =
                    !matches!(value, Value::Either(yes, no) if yes.is_empty() && no.is_empty());
                if says_something {
                    self.passed.insert(*pred);
                }
            }
            for (_, value) in &step.updates {
                let atoms = match value {
                    Value::Always(_) => Vec::new(),
                    Value::Is(atom, _) => vec![*atom],
                    Value::Either(yes, no) => {
                        let cubes = yes.iter().chain(no);
                        cubes.flatten().map(|(atom, _)| *atom).collect()
                    }
                };
                for atom in atoms {
                    if let Atom::Returned(pred) = atom {
                        self.wanted.insert(pred);
                    }
                }
            }
            for lemma in self.lemmas.at(id) {
                match lemma {
                    Lemma::Enter { entry, .. } => self.passed.extend(entry.iter().map(|l| l.0)),
                    Lemma::Return { exit, .. } => self.wanted.extend(exit.iter().map(|l| l.0)),
                    Lemma::State(_) | Lemma::Step { .. } => {}
                }
            }
            self.calls.insert(id, step);
        }
    }
}
