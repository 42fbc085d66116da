//! Compares the addresses that a run computes with the static sets.

use analysis::callgraph::{CallGraph, call_graph};
use analysis::mod_ref::{ModRef, mod_ref};
use analysis::points_to::{self, CellId, ObjectKind, PointsTo};
use interp::{Control, Observer, Prov, View};
use ir::types::Quals;
use ir::{Callee, EdgeId, ExprId, ExprKind, FuncId, PlaceId, Program, Stmt, Term, VarId};
use source::entity::EntityId;
use std::collections::HashMap;

/// Checks per program, so that loops do not take the day.
const MAX_EDGES: u64 = 30_000;

pub(crate) struct Watch {
    program: Program,
    pts: PointsTo,
    effects: ModRef,
    calls: CallGraph,
    /// The expression of the address of each place, and of each variable and function.
    place_addrs: HashMap<PlaceId, ExprId>,
    var_addrs: Vec<(VarId, ExprId)>,
    func_addrs: Vec<(FuncId, ExprId)>,
    funcs_by_addr: HashMap<u64, FuncId>,
    /// The object of each provenance seen, with its address.
    objects: HashMap<String, (ObjectKind, u64)>,
    /// The functions that are active.
    stack: Vec<FuncId>,
    /// A call whose callee is checked, or whose result names a new object, at the next edge.
    after: Option<(FuncId, EdgeId, usize)>,
    seen: u64,
    pub(crate) checked: u64,
    pub(crate) wrong: Vec<String>,
}

impl Watch {
    /// Analyses a program and adds the terms that are asked for while it runs.
    pub(crate) fn new(program: Program) -> (Program, Self) {
        let pts = points_to::points_to(&program, points_to::Config::default());
        let calls = call_graph(&program, &pts);
        let effects = mod_ref(&program, &pts, &calls);
        let taken: Vec<bool> = program.vars.values().map(|v| v.address_taken).collect();
        let mut more = program.clone();
        let mut place_addrs = HashMap::new();
        for term in program.terms.in_order() {
            if let Term::Place(p) = *term
                && more.bit_width(p).is_none()
                && more
                    .terms
                    .place_var(p)
                    .is_none_or(|v| more.vars[v].address_taken)
            {
                place_addrs.insert(p, more.addr_of(p, Quals::NONE));
            }
        }
        let mut var_addrs = Vec::new();
        for var in program.vars.ids().filter(|v| taken[v.index()]) {
            let place = more.var_place(var);
            var_addrs.push((var, more.addr_of(place, Quals::NONE)));
        }
        let func_addrs = program
            .funcs
            .ids()
            .map(|f| (f, more.func_addr(f)))
            .collect();
        let watch = Self {
            program: more.clone(),
            pts,
            effects,
            calls,
            place_addrs,
            var_addrs,
            func_addrs,
            funcs_by_addr: HashMap::new(),
            objects: HashMap::new(),
            stack: Vec::new(),
            after: None,
            seen: 0,
            checked: 0,
            wrong: Vec::new(),
        };
        (more, watch)
    }

    fn learn_variables(&mut self, func: FuncId, view: &mut View<'_, '_>) {
        let program = &self.program;
        let first = self.funcs_by_addr.is_empty();
        let own = |v: &VarId| program.vars[*v].kind.owner().map_or(first, |f| f == func);
        for &(var, addr) in self.var_addrs.iter().filter(|(v, _)| own(v)) {
            if let Ok(value) = view.value(addr) {
                let key = key(value.prov);
                self.objects
                    .insert(key, (ObjectKind::Var(var), value.addr()));
            }
        }
        if self.funcs_by_addr.is_empty() {
            for &(f, addr) in &self.func_addrs {
                if let Ok(value) = view.value(addr) {
                    self.funcs_by_addr.insert(value.addr(), f);
                }
            }
        }
    }

    /// The object that the last call or `alloca` made.
    fn learn_allocation(&mut self, view: &mut View<'_, '_>) {
        let Some((func, edge, depth)) = self.after else {
            return;
        };
        if view.depth() > depth {
            return;
        }
        self.after = None;
        let Some(cfg) = &self.program.funcs[func].body else {
            return;
        };
        let stmt = &cfg.edge(edge).stmt;
        let kind = match stmt {
            Stmt::Alloca { .. } => ObjectKind::Stack(func, edge),
            _ => ObjectKind::Heap(func, edge),
        };
        let result = stmt.written().and_then(|p| {
            let ty = self.program.place_type(p);
            let kind = ExprKind::Load(p);
            self.program.terms.find_expr(ir::Expr { kind, ty })
        });
        if let Some(load) = result
            && let Ok(value) = view.value(load)
            && !value.prov.is_none()
        {
            let fresh = (kind, value.addr());
            self.objects.entry(key(value.prov)).or_insert(fresh);
        }
    }

    fn check_stmt(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) {
        let Some(cfg) = &self.program.funcs[func].body else {
            return;
        };
        let stmt = cfg.edge(edge).stmt.clone();
        if let Some(place) = stmt.written() {
            self.check_place(func, edge, place, true, view);
        }
        for e in stmt.exprs() {
            let mut stack = vec![Term::Expr(e)];
            while let Some(term) = stack.pop() {
                if let Term::Expr(e) = term
                    && let ExprKind::Load(place) = self.program.terms.expr(e).kind
                {
                    self.check_place(func, edge, place, false, view);
                }
                stack.extend(self.program.terms.children(term).into_iter().flatten());
            }
        }
        if let Stmt::Call {
            callee: Callee::Indirect(e),
            ..
        } = stmt
            && let Ok(value) = view.value(e)
            && let Some(&target) = self.funcs_by_addr.get(&value.addr())
        {
            self.checked += 1;
            let known = self.pts.callees(func, edge);
            if known.is_none_or(|c| !c.functions.contains(&target)) {
                let name = &self.program.funcs[target].unique;
                self.complain(func, edge, format!("calls {name}, no candidate"));
            }
        }
    }

    fn check_place(
        &mut self,
        func: FuncId,
        edge: EdgeId,
        place: PlaceId,
        write: bool,
        view: &mut View<'_, '_>,
    ) {
        let Some(&addr) = self.place_addrs.get(&place) else {
            return;
        };
        let Ok(value) = view.value(addr) else { return };
        let Some(&(kind, base)) = self.objects.get(&key(value.prov)) else {
            return;
        };
        self.checked += 1;
        let targets = self.pts.place_targets(&self.program, place);
        let named = |t: &&points_to::Target| self.pts.objects[t.object].kind == kind;
        if !targets.iter().any(|t| named(&t)) {
            let shown = self.program.show_place(place).to_string();
            let offset = value.addr().wrapping_sub(base);
            let text = format!("{shown} is in {kind:?}+{offset}, not in {targets:?}");
            return self.complain(func, edge, text);
        }
        if write {
            self.check_mod(func, edge, place, kind);
        }
    }

    /// A cell of the object is in MOD of every function that did not make the object.
    fn check_mod(&mut self, func: FuncId, edge: EdgeId, place: PlaceId, kind: ObjectKind) {
        let cells = self.pts.place_cells(&self.program, place);
        let of_object = |c: &&CellId| self.pts.objects[self.pts.cells()[**c].object].kind == kind;
        let cells: Vec<CellId> = cells.iter().filter(of_object).copied().collect();
        let owner = match kind {
            ObjectKind::Var(v) => self.program.vars[v].kind.owner(),
            ObjectKind::Stack(f, _) => Some(f),
            _ => None,
        };
        let mut missing = Vec::new();
        for &active in self.stack.iter().rev() {
            if Some(active) == owner && !self.calls.is_recursive(active) {
                break;
            }
            if Some(active) == owner {
                continue;
            }
            let writes = self.effects.writes(active);
            if !cells.iter().any(|c| writes.contains(c)) {
                missing.push(self.program.funcs[active].unique.to_string());
            }
        }
        for name in missing {
            let shown = self.program.show_place(place).to_string();
            self.complain(
                func,
                edge,
                format!("{shown} ({kind:?}) is not in MOD of {name}"),
            );
        }
    }

    fn complain(&mut self, func: FuncId, edge: EdgeId, text: String) {
        if self.wrong.len() < 5 {
            let name = &self.program.funcs[func].unique;
            self.wrong.push(format!("{name} {edge}: {text}"));
        }
    }
}

impl Observer for Watch {
    fn edge(&mut self, func: FuncId, edge: EdgeId, view: &mut View<'_, '_>) -> Control {
        self.seen += 1;
        if self.seen > MAX_EDGES || !self.wrong.is_empty() {
            return Control::Stop;
        }
        let depth = view.depth();
        self.stack.truncate(depth.max(1));
        match self.stack.len() < depth {
            true => self.stack.resize(depth, func),
            false => {
                if let Some(top) = self.stack.last_mut() {
                    *top = func;
                }
            }
        }
        self.learn_allocation(view);
        self.learn_variables(func, view);
        self.check_stmt(func, edge, view);
        if let Some(cfg) = &self.program.funcs[func].body {
            let stmt = &cfg.edge(edge).stmt;
            let direct = matches!(stmt, Stmt::Call { callee: Callee::Direct(f), .. }
                if self.program.funcs[*f].body.is_none());
            if direct || matches!(stmt, Stmt::Alloca { .. }) {
                self.after = Some((func, edge, depth));
            }
        }
        Control::Continue
    }
}

fn key(prov: Prov) -> String {
    format!("{prov:?}")
}
