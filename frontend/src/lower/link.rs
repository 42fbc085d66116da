//! What can only be done when all units are lowered: calls that must agree with the
//! definition they reach, automata, and the ledger of what has no definition.

use super::body::Body;
use super::{Config, Lowerer};
use ir::{
    AssumptionKind, Callee, Cfg, EdgeKind, ExprId, ExprKind, FuncId, InitValue, LedgerEntry,
    PlaceId, PlaceKind, Stmt, Term, VarId, VarKind,
};
use source::Span;
use source::entity::EntityId;

impl Lowerer<'_> {
    /// Makes the bodies of all units one program.
    pub(super) fn link(&mut self, config: &Config) {
        self.order_initialisers();
        self.resolve_ifuncs();
        self.check_file_asms();
        self.link_bodies();
        self.program.entry = self
            .program
            .function_named(&config.entry)
            .filter(|&f| self.program.funcs[f].body.is_some());
    }

    /// Turns the bodies lowered so far into automata.
    pub(super) fn link_bodies(&mut self) {
        for (func, mut body) in std::mem::take(&mut self.bodies) {
            self.flow.func = func;
            // Temporaries made here belong to the function.
            self.body = Some(Body::new(Span::NONE));
            self.agree_calls(&mut body);
            self.body = None;
            let cfg = body.finish();
            self.program.funcs[func].body = Some(cfg);
        }
        for func in self.program.funcs.values_mut() {
            let error = func.special == Some(ir::Special::Error);
            if func.body.is_some() && !error {
                func.special = None;
            }
        }
    }

    /// Looks at what is used in the end.
    pub(super) fn finish(&mut self) {
        let used = self.used();
        self.keep_used_locals(&used);
        self.mark_addresses(&used);
        self.open_to_jumps();
        self.havoc_copied_in();
        self.note_undefined(&used);
        self.note_counted_output();
        self.note_returns();
    }

    /// Functions that are declared not to return, and do.
    fn note_returns(&mut self) {
        for func in self.program.funcs.ids() {
            let f = &self.program.funcs[func];
            if f.noreturn && f.body.as_ref().is_some_and(returns) {
                let (name, span) = (f.name.to_string(), f.span);
                let words =
                    "is declared not to return: what happens where it does is not looked at";
                self.assume(span, AssumptionKind::Fault, &name, words);
            }
        }
    }

    /// Where `setjmp` comes back, variables hold what they were given since: all that are no registers of its function
    /// lie in the memory that is arbitrary then.
    fn open_to_jumps(&mut self) {
        let entries = &self.program.ledger.entries;
        if !entries
            .iter()
            .any(|e| e.kind == AssumptionKind::NonLocalJump)
        {
            return;
        }
        let types = &self.program.types;
        for var in self.program.vars.values_mut() {
            let changes = !var.quals.is_const && !matches!(var.kind, VarKind::Temp(_));
            let outlives = var.kind.is_static() || types.is_aggregate(var.ty);
            var.address_taken |= changes && outlives;
        }
    }

    /// Calls were converted to the type known when they were lowered; the definition may have
    /// another.
    fn agree_calls(&mut self, body: &mut Body) {
        for index in 0..body.edges.len() {
            let Stmt::Call {
                result,
                callee: Callee::Direct(func),
                args,
            } = &body.edges[index].edge.stmt
            else {
                continue;
            };
            let (result, func, args) = (*result, *func, args.clone());
            if self.agrees(func, result, &args) {
                continue;
            }
            let span = body.edges[index].edge.span;
            let (args, result) = self.agreed(func, result, args, span, body, index);
            body.edges[index].edge.stmt = Stmt::Call {
                result,
                callee: Callee::Direct(func),
                args,
            };
        }
    }

    fn agrees(&self, func: FuncId, result: Option<PlaceId>, args: &[ExprId]) -> bool {
        let Some(ty) = self
            .program
            .types
            .function_type(self.program.funcs[func].ty)
        else {
            return true;
        };
        let returned = result.is_none_or(|p| self.program.place_type(p) == ty.ret);
        if !ty.prototype && !self.bodies_of.contains(&func) {
            return returned;
        }
        let counted =
            args.len() == ty.params.len() || (ty.variadic && args.len() > ty.params.len());
        let typed = args
            .iter()
            .zip(&ty.params)
            .all(|(&a, &p)| self.program.type_of(a) == p);
        returned && counted && typed
    }

    /// Arguments and result as the definition has them; missing arguments are arbitrary.
    fn agreed(
        &mut self,
        func: FuncId,
        result: Option<PlaceId>,
        mut args: Vec<ExprId>,
        span: Span,
        body: &mut Body,
        index: usize,
    ) -> (Vec<ExprId>, Option<PlaceId>) {
        let name = self.program.funcs[func].name.to_string();
        let ty = match self
            .program
            .types
            .function_type(self.program.funcs[func].ty)
        {
            Some(ty) => ty.clone(),
            None => return (args, result),
        };
        let mut exact = true;
        if !ty.variadic && args.len() > ty.params.len() {
            args.truncate(ty.params.len());
            exact = false;
        }
        for (n, &param) in ty.params.iter().enumerate() {
            match args.get(n).copied() {
                Some(arg) => match self.as_passed(arg, param) {
                    Some(value) => args[n] = value,
                    None => {
                        args[n] = self.arbitrary(param);
                        exact = false;
                    }
                },
                None => {
                    args.push(self.arbitrary(param));
                    exact = false;
                }
            }
        }
        if !exact {
            self.assume(
                span,
                AssumptionKind::Mismatch,
                &name,
                "called with other arguments than it is defined with; those are arbitrary",
            );
        }
        let result = result.and_then(|p| self.returned_as(p, ty.ret, body, index));
        (args, result)
    }

    fn as_passed(&mut self, arg: ExprId, param: ir::types::TypeId) -> Option<ExprId> {
        let from = self.program.type_of(arg);
        let types = &self.program.types;
        let scalars = types.is_scalar(from) && types.is_scalar(param);
        let mixed = types.is_float(from) != types.is_float(param);
        if from == param {
            Some(arg)
        } else if scalars && !mixed {
            Some(self.program.cast(arg, param))
        } else {
            None
        }
    }

    /// A value that nothing assigned.
    pub(super) fn arbitrary(&mut self, ty: ir::types::TypeId) -> ExprId {
        let temp = self.new_temp(ty);
        self.program.var(temp)
    }

    /// Receives the result in a temporary of the right type and converts it after the call.
    fn returned_as(
        &mut self,
        place: PlaceId,
        ret: ir::types::TypeId,
        body: &mut Body,
        index: usize,
    ) -> Option<PlaceId> {
        let wanted = self.program.place_type(place);
        if wanted == ret {
            return Some(place);
        }
        if self.program.types.is_void(ret) {
            return None;
        }
        let temp = self.new_temp(ret);
        let received = self.program.var_place(temp);
        let value = self.program.load(received);
        let value = self.as_passed(value, wanted)?;
        let between = body.new_loc();
        let after = std::mem::replace(&mut body.edges[index].to, between);
        let assign = Stmt::Assign { place, value };
        body.edge(between, after, assign, EdgeKind::Implicit);
        Some(received)
    }

    /// Which terms the automata and initialisers use.
    fn used(&self) -> Used {
        let terms = &self.program.terms;
        let mut used = Used {
            exprs: vec![false; terms.num_exprs()],
            places: vec![false; terms.num_places()],
            called: vec![false; self.program.funcs.len()],
            vars: vec![false; self.program.vars.len()],
        };
        for (_, _, cfg) in self.program.defined() {
            for edge in cfg.edges() {
                let stmt = &cfg.edge(edge).stmt;
                for e in stmt.exprs() {
                    used.exprs[e.index()] = true;
                }
                if let Some(p) = stmt.written() {
                    used.places[p.index()] = true;
                }
                match stmt {
                    Stmt::Call {
                        callee: Callee::Direct(func),
                        ..
                    } => used.called[func.index()] = true,
                    Stmt::Begin { var } | Stmt::End { var } => used.vars[var.index()] = true,
                    _ => {}
                }
            }
        }
        let inits = self.program.vars.values().filter_map(|v| v.init.as_ref());
        for item in inits.flat_map(|i| &i.items) {
            if let InitValue::Scalar(e) = item.value {
                used.exprs[e.index()] = true;
            }
        }
        // Parents come after children.
        for &term in terms.in_order().iter().rev() {
            let is_used = match term {
                Term::Expr(e) => used.exprs[e.index()],
                Term::Place(p) => used.places[p.index()],
            };
            if let Term::Place(p) = term
                && is_used
                && let PlaceKind::Var(var) = terms.place(p).kind
            {
                used.vars[var.index()] = true;
            }
            for child in terms
                .children(term)
                .into_iter()
                .flatten()
                .filter(|_| is_used)
            {
                match child {
                    Term::Expr(e) => used.exprs[e.index()] = true,
                    Term::Place(p) => used.places[p.index()] = true,
                }
            }
        }
        used
    }

    /// Forgets locals that only discarded code used.
    fn keep_used_locals(&mut self, used: &Used) {
        let vars = &self.program.vars;
        let named =
            |v: VarId| matches!(vars[v].kind, VarKind::Local(_)) && !vars[v].name.contains('$');
        for func in self.program.funcs.values_mut() {
            func.locals.retain(|&v| used.vars[v.index()] || named(v));
        }
    }

    /// Only addresses that are really used count as taken.
    fn mark_addresses(&mut self, used: &Used) {
        for var in self.program.vars.values_mut() {
            var.address_taken = false;
        }
        for func in self.program.funcs.values_mut() {
            func.address_taken = false;
        }
        for &term in self.program.terms.in_order() {
            let Term::Expr(e) = term else { continue };
            if !used.exprs[e.index()] {
                continue;
            }
            match self.program.terms.expr(e).kind {
                ExprKind::AddrOf(place) => {
                    if let Some(var) = self.program.terms.place_var(place) {
                        self.program.vars[var].address_taken = true;
                    }
                }
                ExprKind::FuncAddr(func) => self.program.funcs[func].address_taken = true,
                _ => {}
            }
        }
    }

    fn note_undefined(&mut self, used: &Used) {
        for func in self.program.funcs.ids() {
            let f = &self.program.funcs[func];
            let needed = used.called[func.index()] || f.address_taken;
            if f.body.is_some() || !needed || f.special.is_some() {
                continue;
            }
            let (name, span) = (f.name.to_string(), f.span);
            let entries = &self.program.ledger.entries;
            let jump = |e: &LedgerEntry| e.kind == AssumptionKind::NonLocalJump;
            if entries.iter().any(|e| jump(e) && *e.construct == *name) {
                continue;
            }
            let (kind, words) = match self.program.library_effect(func) {
                Some(_) if ir::library::is_unknown_builtin(&name) => {
                    (AssumptionKind::Library, UNKNOWN_BUILTIN)
                }
                Some(effect) => (AssumptionKind::Library, effect.assumption()),
                None if f.noreturn => (AssumptionKind::NoBody, "does not return"),
                None => (AssumptionKind::NoBody, UNKNOWN_FUNCTION),
            };
            self.assume(span, kind, &name, words);
        }
        for var in self.program.vars.ids() {
            self.note_variable(var, used.vars[var.index()]);
        }
    }

    fn note_variable(&mut self, var: VarId, used: bool) {
        let v = &self.program.vars[var];
        if v.init.is_some() || !v.kind.is_static() || !used {
            return;
        }
        let (name, span) = (v.name.to_string(), v.span);
        self.assume(
            span,
            AssumptionKind::NoDefinition,
            &name,
            "holds any value at the start",
        );
    }
}

/// Whether the end of an automaton can be reached, as far as its edges tell.
fn returns(cfg: &Cfg) -> bool {
    let mut seen = vec![false; cfg.num_locs()];
    let mut waiting = vec![cfg.entry];
    while let Some(loc) = waiting.pop() {
        if loc == cfg.exit {
            return true;
        }
        if !std::mem::replace(&mut seen[loc.index()], true) {
            waiting.extend(cfg.outgoing(loc).into_iter().map(|edge| cfg.target(edge)));
        }
    }
    false
}

/// What is said of a function of the compiler's of which nothing is known.
const UNKNOWN_BUILTIN: &str = "what it does is not known: where it matters, there is no answer";

/// What a function is taken to do of which nothing is known.
const UNKNOWN_FUNCTION: &str = "returns any value of its type and changes nothing";

/// Marks of what is used.
struct Used {
    exprs: Vec<bool>,
    places: Vec<bool>,
    called: Vec<bool>,
    vars: Vec<bool>,
}
