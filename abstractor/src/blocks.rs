//! Functions cut into blocks: straight-line code between branches, calls and joins is one step.
//!
//! Invariant: every edge of a function that can be reached lies in exactly one block; a block has one entry, its first
//! location, and one exit, its last.

use std::collections::BTreeMap;

use ir::{Callee, Cfg, EdgeId, FuncId, LocId, Program, Stmt};
use source::entity::{Arena, EntityId};
use source::entity_id;

entity_id! {
    /// A block of the program.
    pub struct BlockId, "b";
}

#[derive(Clone, Debug)]
pub struct Block {
    pub func: FuncId,
    pub from: LocId,
    pub to: LocId,
    pub edges: Vec<EdgeId>,
    pub kind: BlockKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Straight,
    /// A call of a function with a body: one edge.
    Call(FuncId),
    /// One edge.
    Return,
    /// The call that violates the property: one edge.
    Violation(FuncId),
}

/// The blocks of a program.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    pub blocks: Arena<BlockId, Block>,
    by_function: BTreeMap<FuncId, Vec<BlockId>>,
}

impl Blocks {
    /// Cuts the functions that can be called. `violation` says which functions must not be called; `single`: every
    /// statement is a block of its own.
    pub fn new(program: &Program, violation: impl Fn(FuncId) -> bool, single: bool) -> Self {
        let mut blocks = Blocks::default();
        let mut waiting: Vec<FuncId> = program.entry.into_iter().collect();
        while let Some(func) = waiting.pop() {
            if blocks.by_function.contains_key(&func) {
                continue;
            }
            let Some(cfg) = &program.funcs[func].body else {
                continue;
            };
            let cutter = Cutter {
                program,
                func,
                cfg,
                violation: &violation,
                single,
            };
            let own: Vec<BlockId> = cutter
                .cut()
                .into_iter()
                .map(|block| {
                    if let BlockKind::Call(callee) = block.kind {
                        waiting.push(callee);
                    }
                    blocks.blocks.push(block)
                })
                .collect();
            blocks.by_function.insert(func, own);
        }
        blocks
    }

    /// The functions that can be called, in order, with their blocks.
    pub fn functions(&self) -> impl Iterator<Item = (FuncId, &[BlockId])> {
        self.by_function.iter().map(|(&f, b)| (f, b.as_slice()))
    }

    pub fn of(&self, func: FuncId) -> &[BlockId] {
        self.by_function.get(&func).map_or(&[], |b| b)
    }
}

struct Cutter<'a> {
    program: &'a Program,
    func: FuncId,
    cfg: &'a Cfg,
    violation: &'a dyn Fn(FuncId) -> bool,
    single: bool,
}

impl Cutter<'_> {
    fn cut(&self) -> Vec<Block> {
        let reachable = self.cfg.reachable();
        let mut blocks = Vec::new();
        for from in self.cfg.locs() {
            if reachable[from.index()] && self.is_cut(from) {
                for edge in self.cfg.outgoing(from) {
                    blocks.push(self.block(from, edge));
                }
            }
        }
        blocks
    }

    fn block(&self, from: LocId, first: EdgeId) -> Block {
        let kind = self.kind(first);
        let mut edges = vec![first];
        let mut to = self.cfg.target(first);
        while kind == BlockKind::Straight && !self.is_cut(to) {
            let next = self.cfg.outgoing(to)[0];
            edges.push(next);
            to = self.cfg.target(next);
        }
        Block {
            func: self.func,
            from,
            to,
            edges,
            kind,
        }
    }

    fn is_cut(&self, loc: LocId) -> bool {
        if self.single || loc == self.cfg.entry || loc == self.cfg.exit {
            return true;
        }
        let (incoming, outgoing) = (self.cfg.incoming(loc), self.cfg.outgoing(loc));
        match (incoming.as_slice(), outgoing.as_slice()) {
            ([before], [after]) => {
                self.kind(*before) != BlockKind::Straight
                    || self.kind(*after) != BlockKind::Straight
            }
            _ => true,
        }
    }

    fn kind(&self, edge: EdgeId) -> BlockKind {
        match self.cfg.edge(edge).stmt {
            Stmt::Return { .. } => BlockKind::Return,
            Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } => {
                if (self.violation)(callee) {
                    BlockKind::Violation(callee)
                } else if self.program.funcs[callee].body.is_some() {
                    BlockKind::Call(callee)
                } else {
                    BlockKind::Straight
                }
            }
            _ => BlockKind::Straight,
        }
    }
}
