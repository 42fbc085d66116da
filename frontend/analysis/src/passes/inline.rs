//! Functions in place of their calls.
//!
//! A function is one for all of its callers: all objects that it makes are one to the analyses, and whatever a path says of one
//! has to be said in its words. In place of its calls it costs neither, but makes the callers' blocks longer: it is worth it for
//! functions that make objects (measured on drivers; of other short ones the longer blocks cost more).
//!
//! A function is put in place where it is short, calls nothing that is put in place itself any more, goes round in no loop, and
//! owns nothing that a pointer could lead to. Its variables become variables of the caller, anew for each call; its statements
//! have the place of the call in the text. Its body stays for other calls. Functions, variables and terms keep their ids;
//! locations of callers stay, and edges are numbered anew: this is done before anything refers to them.

use ir::{
    Callee, Cfg, Edge, EdgeId, EdgeKind, Expr, ExprId, ExprKind, FuncId, LocId, Location, Place,
    PlaceId, PlaceKind, Program, Stmt, VarId, VarKind,
};
use rustc_hash::FxHashMap;

/// Longer ones stay functions.
const MAX_EDGES_IN_PLACE: usize = 40;
/// How often what was put in place is looked through again: such functions call each other.
const MAX_ROUNDS: usize = 12;

/// Puts those of the functions that can be in place of their calls.
pub fn inline(program: &mut Program, is_meant: &dyn Fn(FuncId) -> bool) {
    let named: Vec<FuncId> = program.funcs.ids().filter(|&f| is_meant(f)).collect();
    for _ in 0..MAX_ROUNDS {
        let able = named.iter().copied().filter(|&f| is_able(program, f));
        let able: Vec<FuncId> = able.collect();
        let calls_none = |f: &FuncId| !called_by(program, *f).any(|callee| able.contains(&callee));
        let ready: Vec<FuncId> = able.iter().copied().filter(calls_none).collect();
        let mut changed = false;
        for func in program.funcs.ids().collect::<Vec<_>>() {
            changed |= inline_into(program, func, &ready);
        }
        if !changed {
            return;
        }
    }
}

/// The functions that a function calls by their names.
pub fn called_by(program: &Program, func: FuncId) -> impl Iterator<Item = FuncId> {
    let body = program.funcs[func].body.as_ref();
    let edges = body
        .into_iter()
        .flat_map(|cfg| cfg.edges().map(|e| &cfg.edge(e).stmt));
    edges.filter_map(|stmt| match stmt {
        Stmt::Call {
            callee: Callee::Direct(callee),
            ..
        } => Some(*callee),
        _ => None,
    })
}

/// Whether a function can be put in place of its calls.
fn is_able(program: &Program, func: FuncId) -> bool {
    let function = &program.funcs[func];
    let Some(cfg) = &function.body else {
        return false;
    };
    let types = &program.types;
    let owned = function.params.iter().chain(&function.locals);
    let is_plain = |var: &VarId| {
        let variable = &program.vars[*var];
        !variable.address_taken && types.is_scalar(variable.ty)
    };
    let ret = program.return_type(func);
    let is_variadic = types
        .function_type(function.ty)
        .is_none_or(|ty| ty.variadic);
    let is_movable = |e: EdgeId| {
        !matches!(
            cfg.edge(e).stmt,
            Stmt::Alloca { .. } | Stmt::Free { .. } | Stmt::VaStart { .. } | Stmt::VaEnd { .. }
        )
    };
    program.entry != Some(func)
        && function.special.is_none()
        && !function.noreturn
        && !is_variadic
        && (types.is_scalar(ret) || types.is_void(ret))
        && cfg.edges().count() <= MAX_EDGES_IN_PLACE
        && cfg.label_addresses.is_empty()
        && !has_cycle(cfg)
        && owned.clone().all(is_plain)
        && cfg.edges().all(is_movable)
        && !called_by(program, func).any(|callee| callee == func)
}

fn has_cycle(cfg: &Cfg) -> bool {
    petgraph::algo::is_cyclic_directed(cfg.graph())
}

/// Puts the bodies of functions in place of their calls in a function; says whether there were any.
fn inline_into(program: &mut Program, func: FuncId, ready: &[FuncId]) -> bool {
    let Some(cfg) = &program.funcs[func].body else {
        return false;
    };
    let is_site = |&e: &EdgeId| call_of(program, &cfg.edge(e).stmt, ready).is_some();
    if ready.contains(&func) || !cfg.edges().any(|e| is_site(&e)) {
        return false;
    }
    let old = program.funcs[func].body.take().expect("just looked at");
    let mut new = old.without_edges();
    for e in old.edges() {
        let (from, to) = (old.source(e), old.target(e));
        let edge = old.edge(e);
        match call_of(program, &edge.stmt, ready) {
            Some(call) => Site::new(program, func, &call, edge).put(&mut new, call, from, to),
            None => drop(new.add_edge(from, to, edge.clone())),
        }
    }
    program.funcs[func].body = Some(new);
    true
}

/// A call that can be replaced.
struct Call {
    callee: FuncId,
    args: Vec<ExprId>,
    result: Option<PlaceId>,
}

fn call_of(program: &Program, stmt: &Stmt, ready: &[FuncId]) -> Option<Call> {
    let Stmt::Call {
        result,
        callee: Callee::Direct(callee),
        args,
    } = stmt
    else {
        return None;
    };
    let ret = program.return_type(*callee);
    let is_plain = |place: PlaceId| {
        program.terms.place_var(place).is_some() && program.place_type(place) == ret
    };
    let params = &program.funcs[*callee].params;
    let fits = |(&param, &arg): (&VarId, &ExprId)| program.vars[param].ty == program.type_of(arg);
    let can_be = ready.contains(callee)
        && params.len() == args.len()
        && params.iter().zip(args).all(fits)
        && result.is_none_or(is_plain);
    can_be.then(|| Call {
        callee: *callee,
        args: args.clone(),
        result: *result,
    })
}

/// A call that is being replaced.
struct Site<'p> {
    program: &'p mut Program,
    /// How the callee's variables, and terms with them, are called in the caller.
    vars: FxHashMap<VarId, VarId>,
    exprs: FxHashMap<ExprId, ExprId>,
    /// The edge of the call.
    edge: &'p Edge,
}

impl<'p> Site<'p> {
    fn new(program: &'p mut Program, caller: FuncId, call: &Call, edge: &'p Edge) -> Self {
        let function = &program.funcs[call.callee];
        let owned: Vec<VarId> = function
            .params
            .iter()
            .chain(&function.locals)
            .copied()
            .collect();
        let mut vars = FxHashMap::default();
        for old in owned {
            let variable = program.vars[old].clone();
            let unique = format!("{}'{}", variable.name, program.vars.len());
            let kind = match variable.kind {
                VarKind::Temp(_) => VarKind::Temp(caller),
                _ => VarKind::Local(caller),
            };
            let new = program.new_variable(
                variable.name,
                unique.into(),
                variable.ty,
                kind,
                variable.span,
            );
            program.vars[new].quals = variable.quals;
            program.vars[new].align = variable.align;
            vars.insert(old, new);
        }
        Site {
            program,
            vars,
            exprs: FxHashMap::default(),
            edge,
        }
    }

    /// Draws the callee's body between two locations of the caller.
    fn put(mut self, cfg: &mut Cfg, call: Call, from: LocId, to: LocId) {
        let function = &self.program.funcs[call.callee];
        let params = function.params.clone();
        let body = function.body.clone().unwrap_or_default();
        let mut at = cfg.add_loc(Location::default());
        cfg.add_edge(from, at, self.implicit(Stmt::Skip));
        for (param, arg) in params.into_iter().zip(call.args) {
            let place = self.program.var_place(self.vars[&param]);
            let next = cfg.add_loc(Location::default());
            let stmt = Stmt::Assign { place, value: arg };
            cfg.add_edge(at, next, self.implicit(stmt));
            at = next;
        }
        let locs = body.locs().map(|l| {
            let new = match l {
                _ if l == body.entry => at,
                _ if l == body.exit => to,
                _ => cfg.add_loc(Location::default()),
            };
            (l, new)
        });
        let locs: FxHashMap<LocId, LocId> = locs.collect();
        for e in body.edges() {
            let edge = body.edge(e);
            let stmt = self.stmt(&edge.stmt, call.result);
            let mut new = self.implicit(stmt);
            if let Stmt::Call { .. } = new.stmt {
                new.kind = self.edge.kind;
            }
            cfg.add_edge(locs[&body.source(e)], locs[&body.target(e)], new);
        }
    }

    /// Stories tell of the call, and not of what was put in its place.
    fn implicit(&self, stmt: Stmt) -> Edge {
        Edge {
            stmt,
            span: self.edge.span,
            kind: EdgeKind::Implicit,
        }
    }

    fn stmt(&mut self, stmt: &Stmt, result: Option<PlaceId>) -> Stmt {
        match *stmt {
            Stmt::Return { value } => match (result, value) {
                (Some(place), Some(value)) => Stmt::Assign {
                    place,
                    value: self.expr(value),
                },
                (Some(place), None) => Stmt::Havoc { place },
                (None, _) => Stmt::Skip,
            },
            Stmt::Assign { place, value } => Stmt::Assign {
                place: self.place(place),
                value: self.expr(value),
            },
            Stmt::Assume { cond } => Stmt::Assume {
                cond: self.expr(cond),
            },
            Stmt::Havoc { place } => Stmt::Havoc {
                place: self.place(place),
            },
            Stmt::Begin { var } => Stmt::Begin { var: self.var(var) },
            Stmt::End { var } => Stmt::End { var: self.var(var) },
            Stmt::Call {
                result,
                callee,
                ref args,
            } => Stmt::Call {
                result: result.map(|place| self.place(place)),
                callee: match callee {
                    Callee::Direct(func) => Callee::Direct(func),
                    Callee::Indirect(e) => Callee::Indirect(self.expr(e)),
                },
                args: args.iter().map(|&arg| self.expr(arg)).collect(),
            },
            Stmt::Skip
            | Stmt::HavocMemory
            | Stmt::Alloca { .. }
            | Stmt::Free { .. }
            | Stmt::VaStart { .. }
            | Stmt::VaArg { .. }
            | Stmt::VaCopy { .. }
            | Stmt::VaEnd { .. } => stmt.clone(),
        }
    }

    fn var(&self, var: VarId) -> VarId {
        self.vars.get(&var).copied().unwrap_or(var)
    }

    fn expr(&mut self, id: ExprId) -> ExprId {
        if let Some(&known) = self.exprs.get(&id) {
            return known;
        }
        let new = source::deeper(|| self.rebuilt(id));
        self.exprs.insert(id, new);
        new
    }

    fn rebuilt(&mut self, id: ExprId) -> ExprId {
        let Expr { kind, ty } = *self.program.terms.expr(id);
        let kind = match kind {
            ExprKind::Load(place) => ExprKind::Load(self.place(place)),
            ExprKind::AddrOf(place) => ExprKind::AddrOf(self.place(place)),
            ExprKind::Unary(op, arg) => ExprKind::Unary(op, self.expr(arg)),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(op, self.expr(a), self.expr(b)),
            ExprKind::Cast(arg) => ExprKind::Cast(self.expr(arg)),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Zero
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(..) => return id,
        };
        self.program.terms.intern_expr(Expr { kind, ty })
    }

    fn place(&mut self, id: PlaceId) -> PlaceId {
        let Place { kind, ty } = *self.program.terms.place(id);
        let kind = match kind {
            PlaceKind::Var(var) => PlaceKind::Var(self.var(var)),
            PlaceKind::Deref(e) => PlaceKind::Deref(self.expr(e)),
            PlaceKind::Field(base, field) => PlaceKind::Field(self.place(base), field),
            PlaceKind::Index(base, index) => PlaceKind::Index(self.place(base), self.expr(index)),
        };
        self.program.terms.intern_place(Place { kind, ty })
    }
}
