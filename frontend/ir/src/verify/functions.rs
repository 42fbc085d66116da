//! The invariants of functions: bodies, statements, calls and control flow.

use super::super::cfg::{Callee, Cfg, EdgeId, LocId, Stmt};
use super::super::program::{FuncId, Function, Program, VarKind};
use super::super::term::{ExprId, ExprKind, PlaceId};
use super::{Check, Scopes, VerifyError, broken};
use source::entity::EntityId;

impl Program {
    pub(super) fn verify_function(&self, id: FuncId, func: &Function) -> Check {
        let Some(ty) = self.types.function_type(func.ty) else {
            return Err(broken(2, "is no function"));
        };
        if func.body.is_none() {
            return Ok(());
        }
        ensure!(
            2,
            ty.params.len() == func.params.len(),
            "wrong number of parameters"
        );
        for (n, (&var, &ty)) in func.params.iter().zip(&ty.params).enumerate() {
            ensure!(1, self.vars.contains(var), "{var} does not exist");
            let var = &self.vars[var];
            ensure!(
                4,
                var.kind == VarKind::Param(id, n as u32),
                "parameter {n} is out of place"
            );
            ensure!(2, var.ty == ty, "parameter {n} has another type");
        }
        Ok(())
    }

    /// Invariants 2, 4 and 5 of one body.
    pub(super) fn verify_body(
        &self,
        id: FuncId,
        func: &Function,
        cfg: &Cfg,
        scopes: &Scopes,
    ) -> Check {
        self.verify_flow(cfg)?;
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            let at = |e: VerifyError| {
                broken(e.invariant, format!("{}: {}", cfg.source(edge), e.message))
            };
            self.verify_scope(id, stmt, scopes).map_err(at)?;
            self.verify_stmt(func, stmt).map_err(at)?;
        }
        for &label in &cfg.label_addresses {
            ensure!(1, label.index() < cfg.num_locs(), "{label} does not exist");
        }
        Ok(())
    }

    fn verify_scope(&self, id: FuncId, stmt: &Stmt, scopes: &Scopes) -> Check {
        for e in stmt.exprs() {
            ensure!(1, self.terms.contains_expr(e), "{e} does not exist");
            let fits = scopes.exprs[e.index()].fits(id);
            ensure!(4, fits, "{} is out of scope", self.show_expr(e));
        }
        if let Some(p) = stmt.written() {
            ensure!(1, self.terms.contains_place(p), "{p} does not exist");
            let fits = scopes.places[p.index()].fits(id);
            ensure!(4, fits, "{} is out of scope", self.show_place(p));
        }
        if let Stmt::Begin { var } | Stmt::End { var } = *stmt {
            ensure!(1, self.vars.contains(var), "{var} does not exist");
            let own =
                matches!(self.vars[var].kind, VarKind::Local(f) | VarKind::Temp(f) if f == id);
            ensure!(4, own, "{} is no local", self.vars[var].unique);
        }
        Ok(())
    }

    fn verify_stmt(&self, func: &Function, stmt: &Stmt) -> Check {
        let types = &self.types;
        let good = match stmt {
            Stmt::Assign { place, value } => {
                let ty = self.place_type(*place);
                let copied = matches!(
                    self.terms.expr(*value).kind,
                    ExprKind::Load(_) | ExprKind::Zero
                );
                ty == self.type_of(*value) && (types.is_scalar(ty) || copied)
            }
            Stmt::Assume { cond } => self.is_condition(*cond),
            Stmt::Havoc { place } => types.size_of(self.place_type(*place)).is_some(),
            Stmt::Call {
                result,
                callee,
                args,
            } => return self.verify_call(*result, *callee, args),
            Stmt::Return { value } => {
                let ret = types.function_type(func.ty).map_or(types.void(), |f| f.ret);
                value.is_none_or(|e| self.type_of(e) == ret)
            }
            Stmt::Alloca { result, size, .. } => {
                types.is_pointer(self.place_type(*result)) && self.type_of(*size) == types.size_t()
            }
            Stmt::Free { pointer: e }
            | Stmt::VaStart { list: e }
            | Stmt::VaEnd { list: e }
            | Stmt::VaArg { list: e, .. } => types.is_pointer(self.type_of(*e)),
            Stmt::VaCopy { to, from } => {
                types.is_pointer(self.type_of(*to)) && types.is_pointer(self.type_of(*from))
            }
            Stmt::Skip | Stmt::HavocMemory | Stmt::Begin { .. } | Stmt::End { .. } => true,
        };
        ensure!(2, good, "ill-typed: {}", self.show_stmt(stmt));
        Ok(())
    }

    fn is_condition(&self, cond: ExprId) -> bool {
        let shape = match self.terms.expr(cond).kind {
            ExprKind::Int(_) => true,
            ExprKind::Binary(op, _, _) => op.is_comparison(),
            _ => false,
        };
        shape && self.type_of(cond) == self.types.int()
    }

    fn verify_call(&self, result: Option<PlaceId>, callee: Callee, args: &[ExprId]) -> Check {
        let (ty, defined) = match callee {
            Callee::Direct(func) => {
                ensure!(1, self.funcs.contains(func), "{func} does not exist");
                (self.funcs[func].ty, self.funcs[func].body.is_some())
            }
            Callee::Indirect(e) => (self.type_of(e), false),
        };
        let Some(ty) = self.types.function_type(ty) else {
            return Err(broken(2, "a call of something that is no function"));
        };
        if let Some(place) = result {
            ensure!(
                2,
                self.place_type(place) == ty.ret,
                "the result has another type"
            );
        }
        if ty.prototype || defined {
            let fits =
                args.len() == ty.params.len() || (ty.variadic && args.len() > ty.params.len());
            ensure!(2, fits, "a call with {} arguments", args.len());
            for (n, (&arg, &param)) in args.iter().zip(&ty.params).enumerate() {
                ensure!(
                    2,
                    self.type_of(arg) == param,
                    "argument {n} has another type"
                );
            }
        }
        Ok(())
    }

    /// Invariant 5.
    fn verify_flow(&self, cfg: &Cfg) -> Check {
        ensure!(
            5,
            cfg.incoming(cfg.entry).is_empty(),
            "an edge enters the entry"
        );
        ensure!(
            5,
            cfg.outgoing(cfg.exit).is_empty(),
            "an edge leaves the exit"
        );
        for e in cfg.edges() {
            let returns = matches!(cfg.edge(e).stmt, Stmt::Return { .. });
            ensure!(
                5,
                returns == (cfg.target(e) == cfg.exit),
                "{e} is a return, or is not"
            );
        }
        let reached = cfg.reachable();
        for l in cfg.locs() {
            ensure!(5, reached[l.index()] || l == cfg.exit, "{l} is unreachable");
            self.verify_successors(cfg, l)?;
        }
        Ok(())
    }

    fn verify_successors(&self, cfg: &Cfg, l: LocId) -> Check {
        let out = cfg.outgoing(l);
        let stuck = |e: &EdgeId| self.never_returns(&cfg.edge(*e).stmt);
        if out.is_empty() && l != cfg.exit {
            ensure!(5, cfg.incoming(l).iter().all(stuck), "{l} leads nowhere");
        }
        if out.len() > 1 {
            let branch = |e: &EdgeId| matches!(cfg.edge(*e).stmt, Stmt::Assume { .. });
            ensure!(5, out.iter().all(branch), "{l} branches without conditions");
        }
        Ok(())
    }

    /// Whether execution cannot continue after the statement.
    pub fn never_returns(&self, stmt: &Stmt) -> bool {
        match *stmt {
            Stmt::Call {
                callee: Callee::Direct(func),
                ..
            } => self.funcs[func].noreturn,
            Stmt::Assume { cond } => self.terms.int_value(cond) == Some(0),
            _ => false,
        }
    }
}
