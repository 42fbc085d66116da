//! Handlers at the events of one function's automaton.
//!
//! At a call of `f`: the handlers of `f.call`, the call, those of `f.return`. Handlers of `f.entry`
//! and `f.exit` stand in the body of `f`; if it has none, around its calls. A call through a pointer
//! is an event of `f` if the pointer is `&f`: the woven code compares.

use super::Kind;
use super::call_site::{Site, count};
use super::weave::Weaver;
use crate::property::graft;
use ir::{
    BinaryOp, Callee, Cfg, Edge, EdgeId, EdgeKind, ExprId, ExprKind, FuncId, LocId, PlaceId,
    Program, Stmt, Term,
};
use source::Span;
use source::entity::EntityId;

/// What stands for an edge.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) before: Vec<Action>,
    stmt: Option<Stmt>,
    pub(super) after: Vec<Action>,
}

pub(super) enum Action {
    Always(Stmt),
    /// If the first condition holds; the second one is its negation.
    If(ExprId, ExprId, Stmt),
}

impl Weaver<'_, '_, '_> {
    /// Weaves the events of a function.
    pub(super) fn function(&mut self, func: FuncId) {
        let Some(old) = self.ext.program().funcs[func].body.take() else {
            return;
        };
        let stops = self.entry(func, &old);
        let mut plans: Vec<Option<Plan>> = Vec::with_capacity(old.num_edges());
        for edge in old.edges() {
            let plan = self.plan(func, &old, edge);
            plans.push(plan);
        }
        let changed = !stops.is_empty() || plans.iter().any(Option::is_some);
        let new = if changed {
            graft(&old, &stops, &mut plans)
        } else {
            old
        };
        self.ext.program().funcs[func].body = Some(new);
    }

    fn plan(&mut self, func: FuncId, cfg: &Cfg, id: EdgeId) -> Option<Plan> {
        let edge = cfg.edge(id);
        match &edge.stmt {
            Stmt::Call {
                result,
                callee,
                args,
            } => self.call(func, id, edge.span, *result, *callee, args),
            Stmt::Return { .. }
                if mutants::is("only-the-first-return-is-an-exit") && is_later_return(cfg, id) =>
            {
                None
            }
            Stmt::Return { value } => self.exit(func, edge.span, *value),
            _ => None,
        }
    }

    /// The handlers of a function for a moment around its calls, in order.
    fn handlers_of(
        &mut self,
        caller: FuncId,
        func: FuncId,
        kinds: [Kind; 2],
    ) -> Vec<(usize, usize)> {
        let bodyless = !self.defined.contains(&func);
        let all = self.by_function.get(&func).cloned().unwrap_or_default();
        let [first, second] = kinds.map(|kind| {
            let this = |h: &&(usize, usize)| {
                let handler = &self.spec.handlers[h.0];
                handler.kind == kind
                    && (handler.at_call_site() || bodyless)
                    && !self.is_opaque(caller, h.0)
            };
            all.iter().filter(this).copied().collect::<Vec<_>>()
        });
        match mutants::is("entry-handlers-run-before-call-handlers") {
            true => [second, first].concat(),
            false => [first, second].concat(),
        }
    }

    fn call(
        &mut self,
        caller: FuncId,
        edge: EdgeId,
        span: Span,
        result: Option<PlaceId>,
        callee: Callee,
        args: &[ExprId],
    ) -> Option<Plan> {
        let (functions, pointer) = match callee {
            Callee::Direct(func) => (vec![func], None),
            Callee::Indirect(e) => (self.indirect.get(&(caller, edge))?.clone(), Some(e)),
        };
        let program = self.ext.program();
        let ret = match callee {
            Callee::Direct(func) => program.return_type(func),
            Callee::Indirect(e) => {
                let ty = program.types.function_type(program.type_of(e));
                ty.map_or(program.types.void(), |f| f.ret)
            }
        };
        let mut site = Site {
            caller,
            span,
            args: args.to_vec(),
            result,
            ret,
            pointer,
            kept: Vec::new(),
            returned: None,
        };
        let mut plan = Plan::default();
        for &func in &functions {
            self.around(&mut site, func, &mut plan);
        }
        if plan.before.is_empty() && plan.after.is_empty() {
            return None;
        }
        self.evaluate_first(caller, span, args, &mut plan);
        plan.stmt = Some(Stmt::Call {
            result: site.result,
            callee,
            args: args.to_vec(),
        });
        Some(plan)
    }

    /// Lets what a call or a `return` computes fault before handlers run, as it does in C: a handler that does not
    /// speak of an argument would otherwise run although the call never happens.
    fn evaluate_first(&mut self, func: FuncId, span: Span, values: &[ExprId], plan: &mut Plan) {
        let computed = match plan.before.first() {
            Some(Action::Always(Stmt::Call { args, .. })) => args.clone(),
            Some(_) => Vec::new(),
            None => return,
        };
        let mut first = Vec::new();
        for &value in values {
            if !computed.contains(&value) && may_fault(self.ext.program(), value) {
                let ty = self.ext.program().type_of(value);
                let var = self.new_temp(func, ty, span);
                let place = self.ext.program().var_place(var);
                first.push(Action::Always(Stmt::Assign { place, value }));
            }
        }
        plan.before.splice(0..0, first);
    }

    /// The handlers of one function that a call may reach.
    fn around(&mut self, site: &mut Site, func: FuncId, plan: &mut Plan) {
        for (h, n) in self.handlers_of(site.caller, func, [Kind::Call, Kind::Entry]) {
            self.happens((h, n), site.caller);
            let Some(values) = self.values_before(site, func, h) else {
                continue;
            };
            if let Some(stmt) = self.run(h, values) {
                let action = self.guarded(site.pointer, func, stmt);
                plan.before.push(action);
            }
        }
        if self.ext.program().funcs[func].noreturn {
            return;
        }
        for (h, n) in self.handlers_of(site.caller, func, [Kind::Exit, Kind::Return]) {
            self.happens((h, n), site.caller);
            let Some(values) = self.values_before(site, func, h) else {
                continue;
            };
            let mut kept: Vec<ExprId> = Vec::new();
            for value in values {
                kept.push(self.keep(site, plan, value));
            }
            let pointer = site.pointer.map(|p| self.keep(site, plan, p));
            if self.spec.handlers[h].result.is_some() {
                match self.returned(site, plan) {
                    Some(value) => kept.push(value),
                    None => {
                        self.returns_nothing(h, func, site.span);
                        continue;
                    }
                }
            }
            if let Some(stmt) = self.run(h, kept) {
                let action = self.guarded(pointer, func, stmt);
                match mutants::is("return-handlers-run-before-the-call") {
                    true => plan.before.push(action),
                    false => plan.after.push(action),
                }
            }
        }
    }

    /// The call of a handler.
    fn run(&mut self, handler: usize, values: Vec<ExprId>) -> Option<Stmt> {
        let func = self.instances.get(self.ext, handler, &values)?;
        Some(Stmt::Call {
            result: None,
            callee: Callee::Direct(func),
            args: values,
        })
    }

    fn guarded(&mut self, pointer: Option<ExprId>, func: FuncId, stmt: Stmt) -> Action {
        let Some(pointer) = pointer else {
            return Action::Always(stmt);
        };
        let program = self.ext.program();
        let address = program.func_addr(func);
        let address = program.cast(address, program.type_of(pointer));
        let cond = program.binary(BinaryOp::Eq, pointer, address);
        let not = program.falsity(cond);
        Action::If(cond, not, stmt)
    }

    /// The handlers in the function's own body, before everything else.
    fn entry(&mut self, func: FuncId, cfg: &Cfg) -> Vec<(LocId, Edge)> {
        let handlers = self.own_handlers(func, Kind::Entry);
        let span = self.ext.program().funcs[func].span;
        let mut stops = Vec::new();
        for (h, n) in handlers {
            self.happens((h, n), func);
            let Some(values) = self.parameters(func, h) else {
                continue;
            };
            let kind = EdgeKind::Implicit;
            if let Some(stmt) = self.run(h, values) {
                stops.push((cfg.entry, Edge { stmt, span, kind }));
            }
        }
        stops
    }

    fn exit(&mut self, func: FuncId, span: Span, value: Option<ExprId>) -> Option<Plan> {
        let handlers = self.own_handlers(func, Kind::Exit);
        if handlers.is_empty() {
            return None;
        }
        let mut plan = Plan {
            stmt: Some(Stmt::Return { value }),
            ..Plan::default()
        };
        for (h, n) in handlers {
            self.happens((h, n), func);
            let Some(mut values) = self.parameters(func, h) else {
                continue;
            };
            if self.spec.handlers[h].result.is_some() {
                match self.result_of(func, value, span, &mut plan) {
                    Some(value) => values.push(value),
                    None => {
                        self.returns_nothing(h, func, span);
                        continue;
                    }
                }
            }
            if let Some(stmt) = self.run(h, values) {
                plan.before.push(Action::Always(stmt));
            }
        }
        self.evaluate_first(func, span, value.as_slice(), &mut plan);
        Some(plan)
    }

    /// What a `return` returns; a function that falls off its end returns anything.
    fn result_of(
        &mut self,
        func: FuncId,
        value: Option<ExprId>,
        span: Span,
        plan: &mut Plan,
    ) -> Option<ExprId> {
        let ret = self.ext.program().return_type(func);
        if value.is_some() || self.ext.program().types.is_void(ret) {
            return value;
        }
        let var = self.new_temp(func, ret, span);
        let program = self.ext.program();
        let place = program.var_place(var);
        let any = program.load(place);
        plan.before.push(Action::Always(Stmt::Havoc { place }));
        plan.stmt = Some(Stmt::Return { value: Some(any) });
        Some(any)
    }

    fn own_handlers(&self, func: FuncId, kind: Kind) -> Vec<(usize, usize)> {
        let all = self.by_function.get(&func).into_iter().flatten();
        all.filter(|h| self.spec.handlers[h.0].kind == kind)
            .copied()
            .collect()
    }

    /// The parameters that a handler speaks of.
    fn parameters(&mut self, func: FuncId, h: usize) -> Option<Vec<ExprId>> {
        let handler = &self.spec.handlers[h];
        let params = self.ext.program().funcs[func].params.clone();
        let mut values = Vec::new();
        for (n, &(number, _)) in handler.arguments.iter().enumerate() {
            let Some(&var) = params.get(number - 1) else {
                let function = &self.ext.program().funcs[func];
                let (name, span) = (&function.name, function.span);
                let text = format!("there is no ${number}: {name} has {}", count(params.len()));
                self.no_argument(h, n, text, span);
                return None;
            };
            values.push(self.ext.program().var(var));
        }
        Some(values)
    }
}

/// Whether a function has another return before this one.
/// Whether computing a value may end the run. What reads a device does not count: it must be read once.
fn may_fault(program: &Program, value: ExprId) -> bool {
    let mut stack = vec![Term::Expr(value)];
    let mut found = false;
    while let Some(term) = stack.pop() {
        found |= match term {
            Term::Expr(e) => match program.terms.expr(e).kind {
                ExprKind::Load(place) if program.is_volatile(place) => return false,
                ExprKind::Load(place) => program.terms.place_var(place).is_none(),
                ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Div | BinaryOp::Rem),
                _ => false,
            },
            Term::Place(_) => false,
        };
        stack.extend(program.terms.children(term).into_iter().flatten());
    }
    found
}

fn is_later_return(cfg: &Cfg, id: EdgeId) -> bool {
    let mut before = cfg.edges().take_while(|&edge| edge != id);
    before.any(|edge| matches!(cfg.edge(edge).stmt, Stmt::Return { .. }))
}

fn graft(old: &Cfg, stops: &[(LocId, Edge)], plans: &mut [Option<Plan>]) -> Cfg {
    graft::rebuild(old, stops, |path, id| {
        let edge = old.edge(id);
        let Some(plan) = plans[id.index()].take() else {
            return path.edge(edge.clone());
        };
        let add = |actions: Vec<Action>, path: &mut graft::Path<'_>| {
            for action in actions {
                match action {
                    Action::Always(stmt) => path.stmt(stmt, edge.span),
                    Action::If(cond, not, stmt) => path.stmt_if(cond, not, stmt, edge.span),
                }
            }
        };
        add(plan.before, path);
        path.edge(Edge {
            stmt: plan.stmt.unwrap_or_else(|| edge.stmt.clone()),
            ..edge.clone()
        });
        add(plan.after, path);
    })
}
