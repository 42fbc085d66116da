//! The cells that one statement reads and writes.
//!
//! Direct effects only: what the body of a called function does is that function's
//! ([`mod_ref`](super::mod_ref)); the passing of arguments and results is not. Invariant: every
//! byte that an execution of the statement reads or writes lies in a cell listed; functions without
//! a body have the effect of [`library`](ir::library), or none.

use super::points_to::{CellId, ObjectKind, PointsTo};
use super::sparse_bit_set::SparseBitSet;
use ir::library::LibraryEffect;
use ir::{Callee, EdgeId, ExprId, ExprKind, FuncId, PlaceId, Program, Stmt, Term, VarId};
use rustc_hash::FxHashSet;
use source::entity::EntityId;

/// What a statement does to memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    pub reads: SparseBitSet,
    pub writes: SparseBitSet,
}

/// Computes effects; made once per program.
pub struct EffectsOf<'a> {
    pub program: &'a Program,
    pub pts: &'a PointsTo,
    /// The cells that a `havoc memory` changes.
    pub memory: SparseBitSet,
}

impl<'a> EffectsOf<'a> {
    pub fn new(program: &'a Program, pts: &'a PointsTo) -> Self {
        let in_memory = |kind| match kind {
            ObjectKind::Var(var) => program.vars[var].address_taken,
            ObjectKind::Heap(..) | ObjectKind::Stack(..) | ObjectKind::External => true,
            _ => false,
        };
        let objects = pts.objects.iter().filter(|(_, o)| in_memory(o.kind));
        let memory = objects
            .flat_map(|(id, _)| pts.cells_of(id))
            .map(number)
            .collect();
        Self {
            program,
            pts,
            memory,
        }
    }

    /// The effects of the statement at an edge.
    pub fn of(&self, func: FuncId, edge: EdgeId) -> Effects {
        let mut out = Effects::default();
        let Some(cfg) = &self.program.funcs[func].body else {
            return out;
        };
        let stmt = &cfg.edge(edge).stmt;
        for e in stmt.exprs() {
            self.read_expr(e, &mut out.reads);
        }
        if let Some(place) = stmt.written() {
            self.read_address(place, &mut out.reads);
            self.add(&mut out.writes, self.pts.place_cells(self.program, place));
        }
        self.special(func, edge, stmt, &mut out);
        out
    }

    /// What goes beyond evaluating expressions and writing a place.
    fn special(&self, func: FuncId, edge: EdgeId, stmt: &Stmt, out: &mut Effects) {
        match stmt {
            Stmt::HavocMemory => {
                out.writes.union_with(&self.memory);
            }
            Stmt::Begin { var } => self.add(&mut out.writes, self.var_cells(*var)),
            Stmt::Return { .. } => {
                let object = ObjectKind::Return(func);
                self.add(&mut out.writes, self.object_cells(object));
            }
            Stmt::VaStart { list } => self.add(&mut out.writes, self.pointed(*list)),
            Stmt::VaArg { list, .. } => {
                let area = self.pts.pointed_cells(self.program, *list, true);
                self.add(&mut out.reads, area);
                self.add(&mut out.writes, self.pointed(*list));
            }
            Stmt::VaCopy { to, from } => {
                self.add(&mut out.reads, self.pointed(*from));
                self.add(&mut out.writes, self.pointed(*to));
            }
            Stmt::Call { callee, args, .. } => self.call(func, edge, *callee, args, out),
            _ => {}
        }
    }

    fn call(&self, func: FuncId, edge: EdgeId, callee: Callee, args: &[ExprId], out: &mut Effects) {
        let resolved = self.pts.callees(func, edge);
        let functions: Vec<FuncId> = match (callee, resolved) {
            (Callee::Direct(f), _) => vec![f],
            (_, Some(callees)) => callees.functions.clone(),
            _ => Vec::new(),
        };
        for f in functions {
            if let Some(effect) = self.program.library_effect(f) {
                self.library(effect, args, out);
            }
        }
    }

    fn library(&self, effect: LibraryEffect, args: &[ExprId], out: &mut Effects) {
        let pointed = |n: usize| args.get(n).map_or(Vec::new(), |&e| self.pointed(e));
        match effect {
            LibraryEffect::Allocate | LibraryEffect::Release => {}
            LibraryEffect::Reallocate | LibraryEffect::Search => {
                self.add(&mut out.reads, pointed(0))
            }
            LibraryEffect::Copy | LibraryEffect::CopyOn | LibraryEffect::CopyString => {
                if !mutants::is("memcpy-writes-nothing") {
                    self.add(&mut out.writes, pointed(0));
                }
                self.add(&mut out.reads, pointed(1));
                self.add(&mut out.reads, pointed(0));
            }
            LibraryEffect::Fill => self.add(&mut out.writes, pointed(0)),
            LibraryEffect::Read => {
                for n in 0..args.len() {
                    self.add(&mut out.reads, pointed(n));
                }
            }
            // A list of variable arguments leads to them, and they to strings.
            LibraryEffect::Output => self.read_deep(args, out),
            LibraryEffect::Format => {
                self.add(&mut out.writes, pointed(0));
                self.read_deep(args, out);
            }
            LibraryEffect::Scan | LibraryEffect::Callback | LibraryEffect::Mutate => {
                self.read_deep(args, out);
                // What is written may lie behind a pointer that an argument points to (strsep, getline, vsscanf).
                for &arg in args {
                    let seen = self.pts.pointed_cells(self.program, arg, true);
                    self.add(&mut out.writes, seen);
                }
                // The state of the library is part of what lies outside.
                let state = self.object_cells(ObjectKind::External);
                self.add(&mut out.reads, state.clone());
                self.add(&mut out.writes, state);
            }
        }
    }

    fn read_deep(&self, args: &[ExprId], out: &mut Effects) {
        for &arg in args {
            let seen = self.pts.pointed_cells(self.program, arg, true);
            self.add(&mut out.reads, seen);
        }
    }

    /// All cells of the objects that a pointer may point to.
    pub fn pointed(&self, e: ExprId) -> Vec<CellId> {
        self.pts.pointed_cells(self.program, e, false)
    }

    pub fn var_cells(&self, var: VarId) -> Vec<CellId> {
        match self.pts.object_of(var) {
            Some(object) => self.pts.cells_of(object).collect(),
            None => Vec::new(),
        }
    }

    fn object_cells(&self, kind: ObjectKind) -> Vec<CellId> {
        match self.pts.object_by_kind(kind) {
            Some(object) => self.pts.cells_of(object).collect(),
            None => Vec::new(),
        }
    }

    /// Where the function's returned values pass.
    pub fn return_cells(&self, func: FuncId) -> Vec<CellId> {
        self.object_cells(ObjectKind::Return(func))
    }

    /// Where the function's variable arguments pass.
    pub fn vararg_cells(&self, func: FuncId) -> Vec<CellId> {
        self.object_cells(ObjectKind::VarArgs(func))
    }

    /// Everything that evaluating an expression reads.
    pub fn read_expr(&self, e: ExprId, reads: &mut SparseBitSet) {
        self.read_terms(Term::Expr(e), reads);
    }

    /// What finding the address of a place reads.
    pub fn read_address(&self, place: PlaceId, reads: &mut SparseBitSet) {
        self.read_terms(Term::Place(place), reads);
    }

    fn read_terms(&self, root: Term, reads: &mut SparseBitSet) {
        let terms = &self.program.terms;
        let mut stack = vec![root];
        let mut seen = FxHashSet::default();
        while let Some(term) = stack.pop() {
            let children = terms.children(term);
            // Only terms with several parents are worth remembering.
            if children[1].is_some() && !seen.insert(term) {
                continue;
            }
            if let Term::Expr(e) = term
                && let ExprKind::Load(place) = terms.expr(e).kind
            {
                self.add(reads, self.pts.place_cells(self.program, place));
            }
            stack.extend(children.into_iter().flatten());
        }
    }

    fn add(&self, to: &mut SparseBitSet, cells: Vec<CellId>) {
        for cell in cells {
            to.insert(number(cell));
        }
    }
}

pub(crate) fn number(cell: CellId) -> u32 {
    cell.index() as u32
}
