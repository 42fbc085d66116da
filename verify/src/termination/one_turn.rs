//! One turn of a loop, from any state: what falls on that needs no invariant.
//!
//! Made of the program with checks: it begins where the loop is entered, with anything in every variable that the loop
//! mentions, and ends where the loop is left or has come back. Of memory, "any state" would be more than is said here: where a
//! loop knows more than integer variables, the rest of it is left open (`whole_variables`). Loops inside of it are one step
//! each (`inner_loops`), or stay.
//!
//! Invariant: every turn that an execution of the program makes is an execution here, so that a check which cannot fail
//! here cannot fail there.

use analysis::passes::termination::{Counting, Point, Woven};
use analysis::termination::{Loop, callees};
use ir::{
    BinaryOp, Callee, Cfg, Edge, EdgeId, EdgeKind, ExprId, FuncId, LocId, Location, PlaceKind,
    Program, Stmt, Term, VarId,
};
use rustc_hash::FxHashMap;
use source::entity::EntityId;
use std::collections::BTreeSet;

use super::inner_loops::{InnerLoop, component};
use super::whole_variables::WholeVariables;

/// The program of one turn from a state in which these conditions hold; none if the loop is not of that kind. `base` is the
/// program before anything was woven in.
pub(super) fn one_turn(
    base: &Program,
    woven: &Woven,
    it: &Loop,
    (conditions, counting): (&[ExprId], Option<&Counting>),
    inner: &[InnerLoop],
) -> Option<Woven> {
    let old = base.funcs[it.func].body.as_ref()?;
    let [point] = woven.points[..] else {
        return None;
    };
    let mut program = woven.program.clone();
    let with_checks = program.funcs[it.func].body.take()?;
    if !with_checks.label_addresses.is_empty() {
        return None;
    }
    // Whether a turn counts is the same question for loops that no event happens in.
    let machine = counting.map(|counting| [Some(counting.state), counting.mark]);
    let machine = machine.into_iter().flatten().flatten();
    let (variables, simplified) = match variables(base, old, it) {
        Some(mut variables) => {
            variables.extend(machine);
            (variables, None)
        }
        None => {
            let whole = WholeVariables::of(base, old, it, machine);
            // What memory holds here is what it holds at the start of the program, and no state of a visit.
            let known = |&condition: &ExprId| whole.knows(&program, condition);
            if !conditions.iter().all(known) {
                return None;
            }
            (whole.all.clone(), Some(whole))
        }
    };
    let mut turn = Turn {
        from: &with_checks,
        is_inside: |loc: LocId| loc.index() >= old.num_locs() || it.body.contains(&loc),
        cfg: Cfg::new(),
        locs: FxHashMap::default(),
        simplified: simplified.as_ref(),
    };
    let begin = turn.begin(&mut program, variables, conditions, it);
    let point = turn.follow(&mut program, begin, &point, inner);
    let (body, points) = (turn.cfg, vec![point]);
    program.funcs[it.func].body = Some(body);
    program.entry = Some(it.func);
    program.constructors.clear();
    program.destructors.clear();
    program.verify().is_ok().then(|| Woven {
        program,
        points,
        ..woven.clone()
    })
}

/// The variables of the loop and of what it calls, if nothing in there goes beyond integer variables.
fn variables(program: &Program, cfg: &Cfg, it: &Loop) -> Option<BTreeSet<VarId>> {
    let mut found = BTreeSet::new();
    let mut called = Vec::new();
    for edge in cfg.edges().filter(|&e| it.body.contains(&cfg.source(e))) {
        match &cfg.edge(edge).stmt {
            Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } => called.push(*callee),
            Stmt::Skip
            | Stmt::Assign { .. }
            | Stmt::Assume { .. }
            | Stmt::Havoc { .. }
            | Stmt::Begin { .. }
            | Stmt::End { .. } => {}
            _ => return None,
        }
        for term in terms(program, cfg, edge) {
            let Term::Place(place) = term else { continue };
            let PlaceKind::Var(id) = program.terms.place(place).kind else {
                return None;
            };
            let var = &program.vars[id];
            if var.address_taken || var.quals.is_volatile || !program.types.is_integer(var.ty) {
                return None;
            }
            found.insert(id);
        }
    }
    let callees = callees(program, &called)?;
    // The function itself is not what it was: it makes one turn.
    if callees.functions.contains(&it.func) {
        return None;
    }
    found.extend(callees.outlive);
    Some(found)
}

fn terms(program: &Program, cfg: &Cfg, edge: EdgeId) -> Vec<Term> {
    let stmt = &cfg.edge(edge).stmt;
    let exprs = stmt.exprs().into_iter().map(Term::Expr);
    let roots = exprs.chain(stmt.written().map(Term::Place));
    roots.flat_map(|root| program.terms.parts(root)).collect()
}

struct Turn<'c, F> {
    from: &'c Cfg,
    is_inside: F,
    cfg: Cfg,
    locs: FxHashMap<LocId, LocId>,
    /// Where the loop knows more than whole variables.
    simplified: Option<&'c WholeVariables>,
}

impl<F: Fn(LocId) -> bool> Turn<'_, F> {
    /// Makes everything arbitrary, up to the conditions.
    fn begin(
        &mut self,
        program: &mut Program,
        vars: BTreeSet<VarId>,
        conditions: &[ExprId],
        it: &Loop,
    ) -> LocId {
        let mut at = self.cfg.entry;
        let mut add = |cfg: &mut Cfg, stmt| {
            let to = cfg.add_loc(Location::default());
            let (span, kind) = (it.span, EdgeKind::Implicit);
            cfg.add_edge(at, to, Edge { stmt, span, kind });
            at = to;
        };
        add(&mut self.cfg, Stmt::Skip);
        for var in vars {
            let place = program.var_place(var);
            add(&mut self.cfg, Stmt::Havoc { place });
        }
        for &condition in conditions {
            let cond = program.truth(condition);
            add(&mut self.cfg, Stmt::Assume { cond });
        }
        at
    }

    /// Copies what can be reached from where the loop is entered, up to where it is left or entered again.
    fn follow(
        &mut self,
        program: &mut Program,
        begin: LocId,
        point: &Point,
        inner: &[InnerLoop],
    ) -> Point {
        self.locs.insert(point.entered, begin);
        let again = self.loc(point.again);
        let mut work = vec![point.entered];
        let mut done = BTreeSet::new();
        while let Some(loc) = work.pop() {
            if !done.insert(loc) {
                continue;
            }
            let from = self.loc(loc);
            for edge in self.from.outgoing(loc) {
                let (of, target) = (self.from.edge(edge).clone(), self.from.target(edge));
                if matches!(of.stmt, Stmt::Return { .. }) {
                    let exit = self.cfg.exit;
                    self.cfg.add_edge(from, exit, of);
                    continue;
                }
                let within = |edges: &dyn Fn(&InnerLoop) -> &[EdgeId]| {
                    inner.iter().find(|inner| edges(inner).contains(&edge))
                };
                let comes_back = within(&|inner| &inner.it.back).is_some();
                let leaves = comes_back || target == point.entered || !(self.is_inside)(target);
                let to = match within(&|inner| &inner.it.entering) {
                    _ if leaves => self.end(&of),
                    Some(inner) => self.any_turns(program, point.func, inner, target),
                    None => self.loc(target),
                };
                self.add(program, point.func, (from, to), of);
                if !leaves {
                    work.push(target);
                }
            }
        }
        Point {
            entered: begin,
            again,
            ..*point
        }
    }

    /// Adds an edge, or what is known of it.
    fn add(&mut self, program: &mut Program, func: FuncId, (from, to): (LocId, LocId), of: Edge) {
        let Some(simplified) = self.simplified else {
            self.cfg.add_edge(from, to, of);
            return;
        };
        let mut stmts = simplified.statements(program, func, &of.stmt);
        let last = stmts.pop().unwrap_or(Stmt::Skip);
        let mut at = from;
        for stmt in stmts {
            let next = self.cfg.add_loc(Location::default());
            let (span, kind) = (of.span, EdgeKind::Implicit);
            self.cfg.add_edge(at, next, Edge { stmt, span, kind });
            at = next;
        }
        self.cfg.add_edge(at, to, Edge { stmt: last, ..of });
    }

    /// Statements that do what any number of turns of an inner loop may do, to its head.
    fn any_turns(
        &mut self,
        program: &mut Program,
        func: FuncId,
        inner: &InnerLoop,
        head: LocId,
    ) -> LocId {
        let span = inner.it.span;
        let mut stmts = Vec::new();
        let mut assumed = Vec::new();
        for terms in &inner.never_rise {
            let now = component(program, terms).value(program);
            let name = format!("before${}", program.vars.len());
            let old = program.new_temporary(func, name, program.type_of(now), span);
            let (place, value) = (program.var_place(old), now);
            stmts.push(Stmt::Assign { place, value });
            let old = program.var(old);
            let cond = program.binary(BinaryOp::Le, now, old);
            assumed.push(Stmt::Assume { cond });
        }
        for &var in &inner.writes {
            let place = program.var_place(var);
            stmts.push(Stmt::Havoc { place });
        }
        stmts.extend(assumed);
        let begin = self.cfg.add_loc(Location::default());
        let end = self.loc(head);
        let mut at = begin;
        let kind = EdgeKind::Implicit;
        for stmt in stmts {
            let next = self.cfg.add_loc(Location::default());
            self.cfg.add_edge(at, next, Edge { stmt, span, kind });
            at = next;
        }
        let stmt = Stmt::Skip;
        self.cfg.add_edge(at, end, Edge { stmt, span, kind });
        begin
    }

    fn loc(&mut self, old: LocId) -> LocId {
        let cfg = &mut self.cfg;
        *self
            .locs
            .entry(old)
            .or_insert_with(|| cfg.add_loc(Location::default()))
    }

    /// A place where the function returns.
    fn end(&mut self, like: &Edge) -> LocId {
        let loc = self.cfg.add_loc(Location::default());
        let (span, kind) = (like.span, EdgeKind::Implicit);
        let stmt = Stmt::Return { value: None };
        let exit = self.cfg.exit;
        self.cfg.add_edge(loc, exit, Edge { stmt, span, kind });
        loc
    }
}
