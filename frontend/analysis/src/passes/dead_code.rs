//! Removes what no execution does: functions that nothing calls, branches decided by constants,
//! locations that cannot be reached.
//!
//! Constants include scalar variables of static lifetime that no statement writes: a driver's debug
//! level, tables of functions. Reading one gives its initial value, so branches on it are decided,
//! and calls through it are calls of one function. Everything else stays as it is: executions of
//! the result are those of the program, edge for edge.

use super::reduced::{Mentions, NewEdge, Reduced, draw};
use crate::effects::{EffectsOf, number};
use crate::points_to::PointsTo;
use crate::sparse_bit_set::SparseBitSet;
use ir::{
    Callee, Cfg, EdgeId, ExprId, ExprKind, InitValue, PlaceId, PlaceKind, Program, Stmt, Term,
    VarId, float,
};
use rustc_hash::FxHashMap;
use source::entity::{Arena, EntityId};

/// Removes dead code.
pub fn remove_dead_code(program: &Program, pts: &PointsTo) -> Reduced {
    let constants = constants(program, pts);
    let mut rewriter = Rewriter {
        program: program.clone(),
        exprs: Arena::filled(None, program.terms.num_exprs()),
        places: Arena::filled(None, program.terms.num_places()),
    };
    rewriter.run(&constants);
    let mut reduced = Reduced::new(rewriter.program);
    let mut mentions = Mentions::new(&reduced.program);
    for (func, function) in program.funcs.iter() {
        let Some(cfg) = &function.body else { continue };
        let body = pts.is_reached(func).then(|| {
            let steps = steps(&mut reduced.program, &rewriter.exprs, &rewriter.places, cfg);
            draw(&mut reduced, func, cfg, &steps, &|_| true)
        });
        if let Some(cfg) = &body {
            for edge in cfg.edges() {
                mentions.add(&reduced.program, &cfg.edge(edge).stmt);
            }
        }
        reduced.program.funcs[func].body = body;
    }
    mentions.close(&reduced.program);
    mentions.set_address_taken(&mut reduced.program);
    for (func, function) in program.funcs.iter() {
        if function.body.is_some() && reduced.program.funcs[func].body.is_none() {
            reduced.program.funcs[func].locals.clear();
        }
    }
    debug_assert_eq!(reduced.program.verify(), Ok(()));
    reduced
}

/// Variables that always hold their initial value, with it.
fn constants(program: &Program, pts: &PointsTo) -> FxHashMap<VarId, Option<ExprId>> {
    let of = EffectsOf::new(program, pts);
    let mut written = SparseBitSet::new();
    for (func, _, cfg) in program.defined().filter(|(f, ..)| pts.is_reached(*f)) {
        for edge in cfg.edges() {
            if mutants::is("a-written-variable-is-constant")
                && is_store(program, &cfg.edge(edge).stmt)
            {
                continue;
            }
            written.union_with(&of.of(func, edge).writes);
        }
    }
    let constant = |(var, variable): (VarId, &ir::Variable)| {
        let init = variable.init.as_ref()?;
        let scalar = program.types.is_scalar(variable.ty) && !variable.quals.is_volatile;
        let untouched = of
            .var_cells(var)
            .iter()
            .all(|&c| !written.contains(number(c)));
        if !variable.kind.is_static() || !scalar || !untouched {
            return None;
        }
        match init.items.as_slice() {
            [] => Some((var, None)),
            [item] => match item.value {
                InitValue::Scalar(e) if program.type_of(e) == variable.ty => Some((var, Some(e))),
                _ => None,
            },
            _ => None,
        }
    };
    program.vars.iter().filter_map(constant).collect()
}

/// Whether a statement writes through a pointer.
fn is_store(program: &Program, stmt: &Stmt) -> bool {
    let place = stmt.written();
    place.is_some_and(|place| program.terms.place_var(place).is_none())
}

/// Replaces constant variables in all terms, children first.
struct Rewriter {
    program: Program,
    /// What each old term became; None while it is as it was.
    exprs: Arena<ExprId, Option<ExprId>>,
    places: Arena<PlaceId, Option<PlaceId>>,
}

impl Rewriter {
    fn run(&mut self, constants: &FxHashMap<VarId, Option<ExprId>>) {
        if constants.is_empty() {
            return;
        }
        let order = self.program.terms.in_order().to_vec();
        for term in order {
            match term {
                Term::Expr(e) => self.exprs[e] = self.expr(e, constants),
                Term::Place(p) => self.places[p] = self.place(p),
            }
        }
    }

    fn new_expr(&self, e: ExprId) -> ExprId {
        self.exprs[e].unwrap_or(e)
    }

    fn new_place(&self, p: PlaceId) -> PlaceId {
        self.places[p].unwrap_or(p)
    }

    fn expr(&mut self, id: ExprId, constants: &FxHashMap<VarId, Option<ExprId>>) -> Option<ExprId> {
        let expr = *self.program.terms.expr(id);
        if let ExprKind::Load(place) = expr.kind
            && let PlaceKind::Var(var) = self.program.terms.place(place).kind
            && let Some(&value) = constants.get(&var)
            && expr.ty == self.program.vars[var].ty
        {
            return Some(value.unwrap_or_else(|| self.program.zero(expr.ty)));
        }
        let changed = |t: Option<Term>| match t {
            Some(Term::Expr(e)) => self.exprs[e].is_some(),
            Some(Term::Place(p)) => self.places[p].is_some(),
            None => false,
        };
        let children = self.program.terms.children(Term::Expr(id));
        if !children.into_iter().any(changed) {
            return None;
        }
        Some(match expr.kind {
            ExprKind::Load(place) => {
                let place = self.new_place(place);
                self.program.load(place)
            }
            // Only the index inside can have changed: the address keeps its type.
            ExprKind::AddrOf(place) => {
                let place = self.new_place(place);
                let kind = ExprKind::AddrOf(place);
                let ty = expr.ty;
                match self.program.terms.place(place).kind {
                    PlaceKind::Deref(pointer) => self.program.cast(pointer, ty),
                    _ => self.program.terms.intern_expr(ir::Expr { kind, ty }),
                }
            }
            ExprKind::Unary(op, arg) => {
                let arg = self.new_expr(arg);
                self.program.unary(op, arg)
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.new_expr(a), self.new_expr(b));
                let folded = self.program.binary(op, a, b);
                match self.is_nan(folded) {
                    // Which NaN it is, the machine decides: x86 gives 0/0 a sign.
                    true => {
                        let kind = ExprKind::Binary(op, a, b);
                        let ty = expr.ty;
                        self.program.terms.intern_expr(ir::Expr { kind, ty })
                    }
                    false => folded,
                }
            }
            ExprKind::Cast(arg) => {
                let arg = self.new_expr(arg);
                self.program.cast(arg, expr.ty)
            }
            _ => id,
        })
    }

    fn is_nan(&self, e: ExprId) -> bool {
        let expr = self.program.terms.expr(e);
        match (expr.kind, self.program.types.float_kind(expr.ty)) {
            (ExprKind::Float(bits), Some(kind)) => float::is_nan(bits, kind),
            _ => false,
        }
    }

    fn place(&mut self, id: PlaceId) -> Option<PlaceId> {
        match self.program.terms.place(id).kind {
            PlaceKind::Var(_) => None,
            PlaceKind::Deref(e) => {
                let e = self.exprs[e]?;
                Some(self.program.deref(e))
            }
            PlaceKind::Field(base, field) => {
                let base = self.places[base]?;
                Some(self.program.field(base, field))
            }
            PlaceKind::Index(base, index) => {
                let (new_base, new_index) = (self.places[base], self.exprs[index]);
                if new_base.is_none() && new_index.is_none() {
                    return None;
                }
                let (base, index) = (new_base.unwrap_or(base), new_index.unwrap_or(index));
                Some(self.program.index(base, index))
            }
        }
    }
}

/// The edges of an automaton that can be taken, with rewritten statements.
fn steps(
    program: &mut Program,
    exprs: &Arena<ExprId, Option<ExprId>>,
    places: &Arena<PlaceId, Option<PlaceId>>,
    cfg: &Cfg,
) -> Vec<Vec<NewEdge>> {
    let expr = |e: ExprId| exprs[e].unwrap_or(e);
    let place = |p: PlaceId| places[p].unwrap_or(p);
    let mut steps: Vec<Vec<NewEdge>> = vec![Vec::new(); cfg.num_locs()];
    for edge in cfg.edges() {
        let stmt = rewrite(program, &cfg.edge(edge).stmt, &expr, &place);
        let to = Some(cfg.target(edge).index());
        let old = edge;
        let never =
            matches!(stmt, Stmt::Assume { cond } if program.terms.int_value(cond) == Some(0));
        let always = matches!(stmt, Stmt::Assume { cond }
            if program.terms.int_value(cond).is_some_and(|v| v != 0));
        let alone = cfg.outgoing(cfg.source(edge)).len() == 1;
        if never && !alone {
            continue;
        }
        let stmt = if always { Stmt::Skip } else { stmt };
        let stmt = Some(stmt);
        steps[cfg.source(edge).index()].push(NewEdge { stmt, to, old });
    }
    for (n, out) in steps.iter_mut().enumerate() {
        settle(program, cfg, n, out);
    }
    steps
}

/// A location all of whose ways are closed stops; one with an open way among others takes it.
fn settle(program: &mut Program, cfg: &Cfg, n: usize, out: &mut Vec<NewEdge>) {
    let here = cfg.outgoing(EntityId::from_index(n));
    if out.is_empty() && !here.is_empty() {
        let old: EdgeId = here[0];
        let stmt = Some(Stmt::Assume {
            cond: program.int(0),
        });
        out.push(NewEdge {
            stmt,
            to: None,
            old,
        });
    }
    if out.len() > 1
        && let Some(open) = out.iter().position(|e| e.stmt == Some(Stmt::Skip))
    {
        // Conditions of one branch exclude each other.
        *out = vec![out.swap_remove(open)];
    }
}

fn rewrite(
    program: &Program,
    stmt: &Stmt,
    expr: &dyn Fn(ExprId) -> ExprId,
    place: &dyn Fn(PlaceId) -> PlaceId,
) -> Stmt {
    match stmt {
        Stmt::Assign { place: p, value } => Stmt::Assign {
            place: place(*p),
            value: expr(*value),
        },
        Stmt::Assume { cond } => Stmt::Assume { cond: expr(*cond) },
        Stmt::Havoc { place: p } => Stmt::Havoc { place: place(*p) },
        Stmt::Call {
            result,
            callee,
            args,
        } => Stmt::Call {
            result: result.map(place),
            callee: match *callee {
                Callee::Direct(f) => Callee::Direct(f),
                Callee::Indirect(e) => named(program, expr(e)),
            },
            args: args.iter().map(|&e| expr(e)).collect(),
        },
        Stmt::Return { value } => Stmt::Return {
            value: value.map(expr),
        },
        Stmt::Alloca {
            result,
            size,
            align,
        } => Stmt::Alloca {
            result: place(*result),
            size: expr(*size),
            align: *align,
        },
        Stmt::Free { pointer } => Stmt::Free {
            pointer: expr(*pointer),
        },
        Stmt::VaStart { list } => Stmt::VaStart { list: expr(*list) },
        Stmt::VaArg { result, list } => Stmt::VaArg {
            result: place(*result),
            list: expr(*list),
        },
        Stmt::VaCopy { to, from } => Stmt::VaCopy {
            to: expr(*to),
            from: expr(*from),
        },
        Stmt::VaEnd { list } => Stmt::VaEnd { list: expr(*list) },
        Stmt::Skip | Stmt::HavocMemory | Stmt::Begin { .. } | Stmt::End { .. } => stmt.clone(),
    }
}

/// A call through the address of a function of that very type names the function.
fn named(program: &Program, callee: ExprId) -> Callee {
    let expr = program.terms.expr(callee);
    match expr.kind {
        ExprKind::FuncAddr(f) if program.types.target(expr.ty) == Some(program.funcs[f].ty) => {
            Callee::Direct(f)
        }
        _ => Callee::Indirect(callee),
    }
}
