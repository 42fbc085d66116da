//! Which later effects an earlier term must be protected from.
//!
//! `g + f()` reads `g` before the call. The term `g` would read it after, so it is saved in a
//! temporary at the point where it was built, but only if what happened in between may have
//! changed it. Reads are summarised per term, bottom-up, once.

use super::Lowerer;
use super::body::{Mark, WrittenPlace};
use crate::syntax::ast::{self, Ast};
use ir::types::Quals;
use ir::{ExprId, ExprKind, PlaceId, PlaceKind, Program, Stmt, Term, VarId, VarKind};
use rustc_hash::FxHashSet;
use source::entity::EntityId;
use source::{Span, Symbol};

/// What evaluating a term reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    Nothing,
    /// One local that is not in memory.
    Var(VarId),
    /// Several locals that are not in memory.
    Vars,
    Memory,
}

impl Read {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, r) | (r, Self::Nothing) => r,
            (Self::Memory, _) | (_, Self::Memory) => Self::Memory,
            (Self::Var(a), Self::Var(b)) if a == b => self,
            _ => Self::Vars,
        }
    }
}

/// Summaries of all terms so far.
#[derive(Default)]
pub(super) struct Reads {
    exprs: Vec<Read>,
    places: Vec<Read>,
    done: usize,
    /// Locals of the current function that are read and written only by name.
    registers: Vec<bool>,
}

impl Reads {
    pub(super) fn set_register(&mut self, var: VarId, register: bool) {
        let index = var.index();
        if self.registers.len() <= index {
            self.registers.resize(index + 1, false);
        }
        self.registers[index] = register;
    }

    pub(super) fn is_register(&self, var: VarId) -> bool {
        self.registers.get(var.index()).copied().unwrap_or(false)
    }

    /// Summarises the terms made since the last time.
    fn update(&mut self, program: &Program) {
        let order = program.terms.in_order();
        for &term in &order[self.done..] {
            let children = program.terms.children(term).into_iter().flatten();
            let read = children.fold(self.own(program, term), |read, child| {
                read.join(match child {
                    // The place itself is not read by taking its address; its indices are.
                    Term::Place(p) => self.places[p.index()],
                    Term::Expr(e) => self.exprs[e.index()],
                })
            });
            match term {
                Term::Expr(_) => self.exprs.push(read),
                Term::Place(_) => self.places.push(read),
            }
        }
        self.done = order.len();
    }

    /// What a term reads beyond its children.
    fn own(&self, program: &Program, term: Term) -> Read {
        let Term::Expr(e) = term else {
            return Read::Nothing;
        };
        let ExprKind::Load(place) = program.terms.expr(e).kind else {
            return Read::Nothing;
        };
        match program.terms.place(place).kind {
            PlaceKind::Var(var) if self.is_register(var) => {
                // Temporaries are assigned once before all their uses.
                if matches!(program.vars[var].kind, VarKind::Temp(_)) {
                    Read::Nothing
                } else {
                    Read::Var(var)
                }
            }
            _ => Read::Memory,
        }
    }
}

impl Lowerer<'_> {
    fn changed(&mut self, read: Read, mark: Mark) -> bool {
        if read == Read::Nothing {
            return false;
        }
        let Some(body) = &self.body else { return false };
        let written = body.written_since(mark);
        // A long stretch of code is not searched: saving a value is always right.
        if written.len() > 16 {
            return true;
        }
        written.iter().any(|place| match (read, place) {
            (Read::Var(a), WrittenPlace::Var(b)) => a == *b,
            (Read::Var(_), WrittenPlace::Memory) => false,
            (Read::Vars, WrittenPlace::Var(_)) => true,
            (Read::Vars, WrittenPlace::Memory) => false,
            // A summary of memory may hide a local as well.
            (Read::Memory, _) => true,
            (Read::Nothing, _) => false,
        })
    }

    /// The value an expression had at the mark, whatever happened since.
    pub(super) fn protect(&mut self, expr: ExprId, mark: Mark) -> ExprId {
        if self.body.is_none() || self.constant_depth > 0 {
            return expr;
        }
        self.reads.update(&self.program);
        let read = self.reads.exprs[expr.index()];
        if !self.changed(read, mark) {
            return expr;
        }
        // Indices are saved rather than addresses: places stay places.
        if let ExprKind::AddrOf(place) = self.program.terms.expr(expr).kind {
            let ty = self.program.type_of(expr);
            let place = self.protect_place(place, mark);
            let address = self.program.addr_of(place, Quals::NONE);
            return self.program.cast(address, ty);
        }
        let temp = self.new_temp(self.program.type_of(expr));
        let place = self.program.var_place(temp);
        if let Some(body) = &mut self.body {
            body.insert(mark, Stmt::Assign { place, value: expr });
        }
        self.program.load(place)
    }

    /// Where code appended from now on begins; None outside functions.
    pub(super) fn mark(&self) -> Option<Mark> {
        self.body.as_ref().map(|b| b.mark())
    }

    pub(super) fn protected(&mut self, expr: ExprId, mark: Option<Mark>) -> ExprId {
        match mark {
            Some(mark) => self.protect(expr, mark),
            None => expr,
        }
    }

    pub(super) fn protected_place(&mut self, place: PlaceId, mark: Option<Mark>) -> PlaceId {
        match mark {
            Some(mark) => self.protect_place(place, mark),
            None => place,
        }
    }

    /// A load keeps its address, not its value: it happens after the effects.
    pub(super) fn protected_operands(&mut self, expr: ExprId, mark: Option<Mark>) -> ExprId {
        let ty = self.program.type_of(expr);
        match self.program.terms.expr(expr).kind {
            ExprKind::Load(place) => {
                let place = self.protected_place(place, mark);
                self.program.load(place)
            }
            _ if self.program.types.is_scalar(ty) => self.protected(expr, mark),
            _ => expr,
        }
    }

    /// The same for the address of a place.
    pub(super) fn protect_place(&mut self, place: PlaceId, mark: Mark) -> PlaceId {
        if self.body.is_none() || self.constant_depth > 0 {
            return place;
        }
        self.reads.update(&self.program);
        let read = self.reads.places[place.index()];
        if !self.changed(read, mark) {
            return place;
        }
        match self.program.terms.place(place).kind {
            PlaceKind::Var(_) => place,
            PlaceKind::Deref(e) => {
                let e = self.protect(e, mark);
                self.program.deref(e)
            }
            PlaceKind::Field(base, field) => {
                let base = self.protect_place(base, mark);
                self.program.field(base, field)
            }
            PlaceKind::Index(base, index) => {
                let base = self.protect_place(base, mark);
                let index = self.protect(index, mark);
                self.program.index(base, index)
            }
        }
    }

    /// A term that no later effect can change: itself or a temporary that holds its value.
    pub(super) fn settled(&mut self, expr: ExprId) -> ExprId {
        self.reads.update(&self.program);
        match self.reads.exprs[expr.index()] {
            Read::Nothing => expr,
            _ => self.saved(expr),
        }
    }

    /// What writing a place may change.
    pub(super) fn written_place(&self, place: PlaceId) -> Option<WrittenPlace> {
        match self.program.terms.place(place).kind {
            PlaceKind::Var(var) if self.reads.is_register(var) => {
                let temp = matches!(self.program.vars[var].kind, VarKind::Temp(_));
                (!temp).then_some(WrittenPlace::Var(var))
            }
            _ => Some(WrittenPlace::Memory),
        }
    }

    /// The names whose address the text of a function takes.
    pub(super) fn addressed_in(&self, span: Span) -> FxHashSet<Symbol> {
        let start = self.addressed.partition_point(|a| a.0 < span.start);
        let within = self.addressed[start..].iter();
        within.take_while(|a| a.0 < span.end).map(|a| a.1).collect()
    }
}

/// All occurrences of `&name`, by position.
pub(super) fn addressed(ast: &Ast) -> Vec<(u32, Symbol)> {
    let mut found: Vec<(u32, Symbol)> = ast
        .exprs
        .values()
        .filter_map(|expr| match &expr.kind {
            ast::ExprKind::Unary {
                op: ast::UnaryOp::AddrOf,
                arg,
            } => match ast.exprs[*arg].kind {
                ast::ExprKind::Ident(name) => Some((expr.span.start, name)),
                _ => None,
            },
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found
}
