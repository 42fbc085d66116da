//! Objects behind the parameters of the first function: two of them are the same, or have no byte in common.
//!
//! Said only of pointers to structures whose sizes are known, and not where one may lie inside of the other or be an
//! element of an array. So that
//! it is easy to see, such objects lie at multiples of a power of two that none of them exceeds: as for variables, the
//! program is looked at in one layout (ADR 0004), unless it makes use of their addresses (ADR 0013). Parameters are never
//! written, so it holds in every state.

use analysis::callgraph::CallGraph;
use analysis::placement::PAGE;
use ir::types::{RecordId, TypeId};
use ir::{BinaryOp, ExprId, ExprKind, Program, Term, VarId};
use rustc_hash::FxHashSet;
use z3::ast::{BV, Bool};

/// Made once per program.
#[derive(Debug, Default)]
pub struct Apart {
    params: Vec<Param>,
    /// Such an object lies at a multiple of two to the power of this; none if it lies anywhere.
    bits: Option<u32>,
    /// Whether a pointer may be an error code, and not only null.
    pages: bool,
}

#[derive(Debug)]
struct Param {
    var: VarId,
    record: RecordId,
    size: u64,
    /// That its type asks for, as a power of two.
    align: u32,
    /// The structures inside of it, at any depth, itself included.
    inside: FxHashSet<RecordId>,
}

/// Larger objects are left out.
const MAX_OBJECT_BYTES: u64 = 1 << 14;

impl Apart {
    /// `pages` says whether pointers are compared with numbers at which no objects lie.
    pub(crate) fn new(program: &Program, calls: &CallGraph, pages: bool) -> Self {
        let Some(entry) = program.entry else {
            return Apart::default();
        };
        // Of an inner call the parameters are the program's own business.
        if !calls.contains(entry) || !calls.callers(entry).is_empty() {
            return Apart::default();
        }
        let params = program.funcs[entry].params.iter();
        let elements = elements(program);
        let param = |&var: &VarId| {
            let target = program.types.target(program.vars[var].ty)?;
            let record = program.types.record_of(target)?;
            let anything = program.types.is_aliasing_record(record);
            let element =
                elements.contains(&record) && !mutants::is("elements-of-arrays-lie-apart");
            (!element && !anything).then_some(())?;
            Some(Param {
                var,
                record,
                size: program
                    .types
                    .size_of(target)
                    .filter(|&s| s <= MAX_OBJECT_BYTES)?,
                align: program.types.align_of(target).trailing_zeros(),
                inside: inside(program, target),
            })
        };
        let all: Vec<Param> = params.filter_map(param).collect();
        let is_alone = |this: &Param| {
            let nested = |that: &Param| that.record != this.record && that.meets(this);
            mutants::is("structures-inside-of-structures-lie-apart") || !all.iter().any(nested)
        };
        let alone: Vec<bool> = all.iter().map(is_alone).collect();
        let params = all.into_iter().zip(alone);
        let params: Vec<Param> = params.filter_map(|(p, alone)| alone.then_some(p)).collect();
        if params.len() < 2 {
            return Apart::default();
        }
        let largest = params.iter().map(|p| p.size).max().unwrap_or(1);
        let bits = largest.next_power_of_two().trailing_zeros();
        Apart {
            params,
            bits: Some(bits),
            pages,
        }
    }

    /// They lie anywhere, as their types ask.
    pub(crate) fn lie_anywhere(&mut self) {
        (self.bits, self.pages) = (None, true);
    }

    /// Whether it says anything.
    pub fn is_empty(&self) -> bool {
        self.params.is_empty()
    }

    /// What holds of a parameter and those others that have a value.
    pub(crate) fn facts(
        &self,
        var: VarId,
        value: &BV,
        other: impl Fn(VarId) -> Option<BV>,
    ) -> Vec<Bool> {
        let Some(this) = self.params.iter().find(|p| p.var == var) else {
            return Vec::new();
        };
        let facts = match self.bits {
            Some(bits) => self.on_grid(this, bits, value, other),
            None => self.anywhere(this, value, other),
        };
        let none = self.is_none(value);
        let holds = facts
            .into_iter()
            .map(|fact| Bool::or(&[none.clone(), fact]));
        holds.collect()
    }

    fn on_grid(
        &self,
        this: &Param,
        bits: u32,
        value: &BV,
        other: impl Fn(VarId) -> Option<BV>,
    ) -> Vec<Bool> {
        let mut facts = is_multiple(value, bits);
        let others = self.params.iter().filter(|p| {
            let same = mutants::is("parameters-never-point-to-the-same-object");
            p.record != this.record || (same && p.var != this.var)
        });
        let apart = |that: &Param| Some(value.eq(other(that.var)?).not());
        facts.extend(others.filter_map(apart));
        facts
    }

    fn anywhere(&self, this: &Param, value: &BV, other: impl Fn(VarId) -> Option<BV>) -> Vec<Bool> {
        let others = self.params.iter().filter(|p| p.var != this.var);
        let apart = |that: &Param| {
            let there = other(that.var)?;
            let apart = this.lies_beside(value, that, &there);
            Some(Bool::or(&[self.is_none(&there), apart]))
        };
        let aligned = is_multiple(value, this.align);
        others.filter_map(apart).chain(aligned).collect()
    }

    /// That there is no object at an address: it is null, or where no objects lie.
    fn is_none(&self, address: &BV) -> Bool {
        let bits = address.get_size();
        let last = u64::MAX >> (64 - bits.min(64));
        let number = |n: u64| BV::from_u64(n, bits);
        match self.pages {
            false => address.eq(number(0)),
            true => Bool::or(&[
                address.bvult(number(PAGE)),
                address.bvugt(number(last - PAGE)),
            ]),
        }
    }
}

/// That an address is a multiple of two to the power of this.
fn is_multiple(address: &BV, bits: u32) -> Vec<Bool> {
    let low = |bits: u32| address.extract(bits - 1, 0).eq(BV::from_u64(0, bits));
    (bits > 0).then(|| low(bits)).into_iter().collect()
}

impl Param {
    /// That the objects at two addresses are one, or have no byte in common.
    fn lies_beside(&self, here: &BV, other: &Param, there: &BV) -> Bool {
        let number = |n: u64| BV::from_u64(n, here.get_size());
        let behind = here.bvsub(there).bvuge(number(other.size));
        let before = there.bvsub(here).bvuge(number(self.size));
        let apart = Bool::and(&[behind, before]);
        match self.record == other.record {
            true => Bool::or(&[apart, here.eq(there)]),
            false => apart,
        }
    }

    /// Whether an object of the one may be a part of one of the other.
    fn meets(&self, other: &Param) -> bool {
        self.inside.contains(&other.record) || other.inside.contains(&self.record)
    }
}

/// Structures that may be elements of arrays: pointers to them are moved.
fn elements(program: &Program) -> FxHashSet<RecordId> {
    let target = |e: ExprId| program.types.target(program.type_of(e));
    let record = |e: ExprId| program.types.record_of(target(e)?);
    let bodies = program.defined().map(|(_, _, cfg)| cfg);
    let stmts = bodies.flat_map(|cfg| cfg.edges().map(|edge| &cfg.edge(edge).stmt));
    let roots = stmts.flat_map(|stmt| {
        let exprs = stmt.exprs().into_iter().map(Term::Expr);
        exprs.chain(stmt.written().map(Term::Place))
    });
    let exprs = roots.flat_map(|root| program.terms.parts(root));
    let exprs = exprs.filter_map(|term| match term {
        Term::Expr(e) => Some(e),
        Term::Place(_) => None,
    });
    let moved = exprs.filter_map(|e| match program.terms.expr(e).kind {
        ExprKind::Binary(BinaryOp::PtrAdd, ..) => record(e),
        // From a member to the structure around it is one thing, to what lies behind another.
        ExprKind::Cast(arg) => match program.terms.expr(arg).kind {
            ExprKind::Binary(BinaryOp::PtrAdd, _, by) if !leads_back(program, by) => record(e),
            _ => None,
        },
        _ => None,
    });
    moved.collect()
}

fn leads_back(program: &Program, by: ExprId) -> bool {
    let sign = 8 * program.types.pointer_size() - 1;
    let bits = program.terms.int_value(by);
    bits.is_some_and(|bits| bits >> sign & 1 == 1)
}

fn inside(program: &Program, ty: TypeId) -> FxHashSet<RecordId> {
    let mut found = FxHashSet::default();
    let mut stack = vec![ty];
    while let Some(mut ty) = stack.pop() {
        while let Some(elem) = program.types.elem(ty) {
            ty = elem;
        }
        if let Some(record) = program.types.record_of(ty)
            && found.insert(record)
        {
            let fields = program.types.records[record].fields.values();
            stack.extend(fields.map(|f| f.ty));
        }
    }
    found
}
