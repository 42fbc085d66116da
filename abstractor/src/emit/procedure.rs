//! A procedure per function.

use std::collections::BTreeMap;

use checker::bp::{self, Span, StmtId, StmtKind, Symbol};
use ir::{FuncId, LocId};

use super::name::{label_of, location, name};
use super::{ERROR, Emitter, Step, Transfers};
use crate::blocks::{BlockId, BlockKind};
use crate::precision::{Literal, PredId, Scope};

impl<T: Transfers> Emitter<'_, T> {
    pub(super) fn procedure(&mut self, func: FuncId, blocks: &[BlockId]) {
        let function = &self.program.funcs[func];
        let name = self.name(&function.unique);
        let own: Vec<PredId> = self.precision.of_scope(Scope::Function(func)).collect();
        let (formals, own_locals): (Vec<_>, Vec<_>) =
            own.iter().partition(|&&pred| self.is_passed(pred));
        let formals = self.declared(formals);
        let mut locals = self.declared(own_locals);
        let returned = self.returned(func);
        let mut body = Vec::new();
        self.begin(&mut body, func, &own);
        if let Some(cfg) = &function.body {
            self.jump(&mut body, &[location(cfg.entry)]);
        }
        self.locations(&mut body, func, blocks);
        let temporaries = self.blocks(&mut body, blocks, &returned);
        locals.extend(temporaries.into_iter().map(declaration));
        self.end(&mut body, blocks);
        self.out.procs.push(bp::Proc {
            name,
            returns: returned.len() as u32,
            formals,
            locals,
            enforce: Vec::new(),
            body: Some(body),
            span: Span::default(),
            end: Span::default(),
        });
    }

    fn declared(&self, preds: Vec<PredId>) -> Vec<bp::VarDecl> {
        let symbol = |p| self.pred(p).symbol;
        preds.into_iter().map(symbol).map(declaration).collect()
    }

    /// The start: only states that lemmas do not exclude.
    fn begin(&mut self, body: &mut Vec<StmtId>, func: FuncId, own: &[PredId]) {
        let visible = |p: PredId| match self.precision.preds[p].scope {
            Scope::Global => true,
            Scope::Function(f) => f == func,
        };
        // Where the program starts, what is global is arbitrary too.
        let is_entry = self.program.entry == Some(func);
        let impossible: Vec<Vec<Literal>> = self
            .lemmas
            .about(|p| is_entry || own.contains(&p), visible)
            .into_iter()
            .map(<[Literal]>::to_vec)
            .collect();
        let condition = self.none_of_literals(&impossible);
        let assume = StmtKind::Assume {
            condition,
            constrain: None,
        };
        self.push(body, Step::Entry(func), assume);
    }

    /// A jump from each location to the blocks that begin there.
    fn locations(&mut self, body: &mut Vec<StmtId>, func: FuncId, blocks: &[BlockId]) {
        let mut at: BTreeMap<LocId, Vec<BlockId>> = BTreeMap::new();
        for &id in blocks {
            let block = &self.blocks.blocks[id];
            at.entry(block.from).or_default().push(id);
            at.entry(block.to).or_default();
        }
        for (&loc, leaving) in &at {
            let label = self.name(&location(loc));
            let stmt = if leaving.is_empty() {
                self.stop()
            } else {
                let targets = leaving.iter().map(|b| self.name(&label_of(*b))).collect();
                StmtKind::Goto(targets)
            };
            let stmt = self.push(body, Step::Jump, stmt);
            self.out.stmts[stmt.index()].labels.push(label);
            self.locations.entry(func).or_default().push((loc, stmt));
        }
    }

    /// The blocks; gives the variables that calls need, in order.
    fn blocks(
        &mut self,
        body: &mut Vec<StmtId>,
        blocks: &[BlockId],
        returned: &[PredId],
    ) -> Vec<Symbol> {
        let mut temporaries = Vec::new();
        for &id in blocks {
            let first = body.len();
            let block = &self.blocks.blocks[id];
            match block.kind {
                BlockKind::Straight => self.straight(body, id, block),
                BlockKind::Call(callee) => self.call(body, id, block, callee, &mut temporaries),
                BlockKind::Return => {
                    let values = returned.iter().map(|&p| self.literal((p, true))).collect();
                    self.push(body, Step::Block(id), StmtKind::Return(values));
                }
                BlockKind::Violation(_) if mutants::is("violations-are-not-jumped-to") => {
                    let stop = self.stop();
                    self.push(body, Step::Block(id), stop);
                }
                BlockKind::Violation(_) => {
                    let target = self.name(ERROR);
                    self.push(body, Step::Block(id), StmtKind::Goto(vec![target]));
                }
            }
            let label = self.name(&label_of(id));
            if let Some(&stmt) = body.get(first) {
                self.out.stmts[stmt.index()].labels.push(label);
            }
        }
        temporaries.sort_unstable();
        temporaries.dedup();
        temporaries
    }

    /// The error label, if something jumps there; nothing runs beyond it.
    fn end(&mut self, body: &mut Vec<StmtId>, blocks: &[BlockId]) {
        let is_violation =
            |b: &BlockId| matches!(self.blocks.blocks[*b].kind, BlockKind::Violation(_));
        if blocks.iter().any(is_violation) {
            let skip = self.push(body, Step::Jump, StmtKind::Skip);
            let label = self.name(ERROR);
            self.out.stmts[skip.index()].labels.push(label);
        }
        let stop = self.stop();
        self.push(body, Step::Jump, stop);
    }
}

fn declaration(symbol: Symbol) -> bp::VarDecl {
    bp::VarDecl {
        name: name(symbol),
        init: None,
    }
}
