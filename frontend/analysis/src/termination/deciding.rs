//! What the decisions of a loop depend on, where it is known completely.
//!
//! A loop that comes back to its head with the same values of these variables can go the same way once more, and so
//! forever, if it is given the same values from outside. So nothing may be missing: a variable whose address is taken or
//! a place behind a pointer counts only as long as nothing in the loop may write it by another name, and of functions that
//! are called all counts that they mention and that outlives them.
//!
//! Computed backwards, as live variables are, over the edges that stay in the loop: conditions use what they mention, an
//! assignment passes what it uses only if what it writes is used later.

use super::{Callees, Loop, callees};
use ir::library::{is_native, written};
use ir::{
    Callee, Cfg, EdgeId, ExprId, FuncId, LocId, PlaceId, PlaceKind, Program, Stmt, Term, VarId,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What a loop goes by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deciding {
    /// The scalar variables that what happens in the loop depends on, at its head.
    pub variables: Vec<VarId>,
    /// Whether these are all: if not, why.
    pub hidden: Option<&'static str>,
}

/// Computes it.
pub fn deciding(program: &Program, it: &Loop) -> Deciding {
    let mut found = Deciding::default();
    let Some(cfg) = &program.funcs[it.func].body else {
        return found;
    };
    let edges: Vec<EdgeId> = it.edges(cfg).collect();
    let mut search = Search {
        program,
        live: FxHashMap::default(),
        reads: Access::default(),
        called: FxHashMap::default(),
        hidden: None,
    };
    search.fixpoint(cfg, &edges);
    let mut writes = Access::default();
    for &edge in &edges {
        search.writes(&cfg.edge(edge).stmt, &mut writes);
    }
    let at_head = search.live.get(&it.head).cloned().unwrap_or_default();
    found.hidden = search.hidden.or_else(|| search.reads.meets(&writes));
    for var in at_head {
        match program.types.bits_kind(program.vars[var].ty) {
            Some(_) => found.variables.push(var),
            None => found.hidden = found.hidden.or(Some(NOT_WHOLE)),
        }
    }
    found
}

const NOT_WHOLE: &str = "it depends on something else than integers and pointers";
const MEMORY: &str = "it depends on memory that it writes";
const CALLS: &str = "it calls functions";

/// How memory is accessed.
#[derive(Clone, Copy, Debug, Default)]
struct Access {
    /// Through pointers, or a part of a variable.
    parts: bool,
    /// Whole variables whose address is taken.
    known: bool,
}

impl Access {
    fn meets(&self, writes: &Access) -> Option<&'static str> {
        let by_parts = self.parts && (writes.parts || writes.known);
        (by_parts || self.known && writes.parts).then_some(MEMORY)
    }
}

struct Search<'p> {
    program: &'p Program,
    live: FxHashMap<LocId, BTreeSet<VarId>>,
    reads: Access,
    /// What functions go by, where that is known.
    called: FxHashMap<FuncId, Option<Callees>>,
    hidden: Option<&'static str>,
}

impl Search<'_> {
    fn fixpoint(&mut self, cfg: &Cfg, edges: &[EdgeId]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &edge in edges.iter().rev() {
                let after = self.live.get(&cfg.target(edge)).cloned();
                let before = self.before(&cfg.edge(edge).stmt, after.unwrap_or_default());
                let known = self.live.entry(cfg.source(edge)).or_default();
                let count = known.len();
                known.extend(before);
                changed |= known.len() > count;
            }
        }
    }

    /// What is used before a statement, if these are used after it.
    fn before(&mut self, stmt: &Stmt, mut after: BTreeSet<VarId>) -> BTreeSet<VarId> {
        match stmt {
            Stmt::Assume { cond } => self.uses(*cond, &mut after),
            Stmt::Assign { place, value } => match self.whole(*place) {
                Some(var) if !after.remove(&var) => {}
                Some(_) => self.uses(*value, &mut after),
                // What is written is no part of what the loop goes by, or `hidden` says so.
                None => {}
            },
            Stmt::Havoc { place } => {
                self.whole(*place).map(|var| after.remove(&var));
            }
            Stmt::Begin { var } | Stmt::End { var } => {
                after.remove(var);
            }
            Stmt::Call {
                result,
                callee,
                args,
            } => {
                if let Some(var) = result.and_then(|place| self.whole(place)) {
                    after.remove(&var);
                }
                if self.gives_anything(*callee) {
                    return after;
                }
                let Some(callees) = self.callees(*callee) else {
                    self.hidden = Some(CALLS);
                    return after;
                };
                after.extend(callees.outlive);
                args.iter().for_each(|&arg| self.uses(arg, &mut after));
            }
            Stmt::Alloca { .. } | Stmt::VaArg { .. } => self.hidden = Some(CALLS),
            _ => {}
        }
        after
    }

    /// Whether what a call returns is open: it may be the same again.
    fn gives_anything(&self, callee: Callee) -> bool {
        let Callee::Direct(func) = callee else {
            return false;
        };
        let func = &self.program.funcs[func];
        func.body.is_none() && !is_native(&func.name)
    }

    /// What a call goes by, if that is known.
    fn callees(&mut self, callee: Callee) -> Option<Callees> {
        let Callee::Direct(func) = callee else {
            return None;
        };
        let known = self.called.entry(func);
        known
            .or_insert_with(|| callees(self.program, &[func]))
            .clone()
    }

    fn uses(&mut self, expr: ExprId, after: &mut BTreeSet<VarId>) {
        for part in self.program.terms.parts(Term::Expr(expr)) {
            let Term::Place(place) = part else { continue };
            match self.program.terms.place(place).kind {
                PlaceKind::Var(var) => {
                    self.reads.known |= self.program.vars[var].address_taken;
                    if self.program.types.is_scalar(self.program.vars[var].ty) {
                        after.insert(var);
                    }
                }
                _ => self.reads.parts = true,
            }
        }
    }

    fn writes(&mut self, stmt: &Stmt, writes: &mut Access) {
        match stmt.written().map(|place| self.whole(place)) {
            Some(Some(var)) => writes.known |= self.program.vars[var].address_taken,
            Some(None) => writes.parts = true,
            None => {}
        }
        match stmt {
            Stmt::HavocMemory => writes.parts = true,
            // What functions write of which all is known are variables that are not accessed by another name.
            Stmt::Call { callee, .. }
                if !self.gives_anything(*callee) && self.callees(*callee).is_none() =>
            {
                self.hidden = Some(CALLS);
            }
            // What the library writes is another thing each time.
            Stmt::Call {
                callee: Callee::Direct(func),
                ..
            } => writes.parts |= written(&self.program.funcs[*func].name).is_some(),
            _ => {}
        }
    }

    /// The variable that a place is, if it is a whole scalar one.
    fn whole(&self, place: PlaceId) -> Option<VarId> {
        let PlaceKind::Var(var) = self.program.terms.place(place).kind else {
            return None;
        };
        let ty = self.program.vars[var].ty;
        self.program.types.is_scalar(ty).then_some(var)
    }
}
