//! Whether new objects lie where no older pointer leads, as formulas take for granted
//! ([`Axiom::NewApart`](semantics::Axiom)).
//!
//! Right after an allocation, no pointer variable that formulas tell apart from the new object may lead there. In a run
//! that was told beforehand which object to watch, a variable that holds this choice does; formulas must not speak of
//! it then.

use analysis::prophecy::Prophecies;
use interp::View;
use ir::library::{Size, allocation};
use ir::{Callee, Expr, ExprId, ExprKind, FuncId, Place, PlaceKind, Program, Stmt, VarId};
use rustc_hash::FxHashMap;

pub(crate) struct NewObjects<'p> {
    program: &'p Program,
    prophecies: &'p Prophecies,
    /// The pointer variables that each function sees, with expressions that read them.
    pointers: FxHashMap<FuncId, Vec<(VarId, ExprId)>>,
    /// An allocation whose result will be there when its function goes on.
    allocating: Option<Allocating>,
}

#[derive(Clone, Copy)]
struct Allocating {
    func: FuncId,
    depth: usize,
    result: VarId,
    size: u64,
}

impl<'p> NewObjects<'p> {
    pub(crate) fn new(program: &'p Program, prophecies: &'p Prophecies) -> Self {
        NewObjects {
            program,
            prophecies,
            pointers: FxHashMap::default(),
            allocating: None,
        }
    }

    pub(crate) fn begin(&mut self) {
        self.allocating = None;
    }

    /// Whether an older pointer leads to an object that was made just before this statement.
    pub(crate) fn is_contradicted(
        &mut self,
        func: FuncId,
        stmt: &Stmt,
        view: &mut View<'_, '_>,
    ) -> bool {
        let depth = view.depth();
        let made = self
            .allocating
            .take_if(|made| (made.func, made.depth) == (func, depth));
        let contradicted = made.is_some_and(|made| self.leads_there(made, view));
        if let Some((result, size)) = self.allocation(stmt) {
            self.allocating = Some(Allocating {
                func,
                depth,
                result,
                size,
            });
        }
        contradicted
    }

    /// The plain variable that an allocation assigns, and the number of bytes that it asks for.
    fn allocation(&self, stmt: &Stmt) -> Option<(VarId, u64)> {
        let Stmt::Call {
            result: Some(result),
            callee: Callee::Direct(callee),
            args,
        } = stmt
        else {
            return None;
        };
        let callee = &self.program.funcs[*callee];
        let allocation = allocation(&callee.name).filter(|_| callee.body.is_none())?;
        let Size::Arg(n) = allocation.size else {
            return None;
        };
        let size = self.program.const_value(*args.get(n)?)?;
        let PlaceKind::Var(var) = self.program.terms.place(*result).kind else {
            return None;
        };
        Some((var, u64::try_from(size).ok()?.max(1)))
    }

    fn leads_there(&mut self, made: Allocating, view: &mut View<'_, '_>) -> bool {
        let program = self.program;
        let seen = self.pointers.entry(made.func);
        let pointers = seen.or_insert_with(|| pointers(program, made.func));
        let mut value = |var: VarId| {
            let (_, read) = pointers.iter().find(|(known, _)| *known == var)?;
            view.value(*read).ok().map(|value| value.addr())
        };
        let Some(start) = value(made.result).filter(|&start| start != 0) else {
            return false;
        };
        let older: Vec<VarId> = pointers
            .iter()
            .map(|(var, _)| *var)
            .filter(|&var| var != made.result && !self.prophecies.may_hold(var))
            .collect();
        older.into_iter().any(|var| {
            let leads = |at: u64| at.checked_sub(start).is_some_and(|far| far < made.size);
            value(var).is_some_and(leads)
        })
    }
}

/// The plain pointer variables that a function sees, as far as something reads them.
fn pointers(program: &Program, func: FuncId) -> Vec<(VarId, ExprId)> {
    let is_seen = |var: &VarId| {
        let variable = &program.vars[*var];
        let here = variable.kind.owner().is_none_or(|owner| owner == func);
        here && !variable.address_taken && program.types.is_pointer(variable.ty)
    };
    let read = |var: VarId| {
        let ty = program.vars[var].ty;
        let kind = PlaceKind::Var(var);
        let place = program.terms.find_place(Place { kind, ty })?;
        let kind = ExprKind::Load(place);
        Some((var, program.terms.find_expr(Expr { kind, ty })?))
    };
    program
        .vars
        .ids()
        .filter(is_seen)
        .filter_map(read)
        .collect()
}
