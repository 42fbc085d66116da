//! The normal form of programs, which abstraction wants.
//!
//! In: any [`Program`]. Out: one that does the same, in which
//!
//! - every call names its callee: a call through a pointer is a choice among the functions it may point to;
//! - parameters are never written: where a body does, it has a variable of its own that starts as a copy. So the name
//!   of a parameter means its value on entry, everywhere in the function;
//! - a returned scalar is first assigned to a variable, [`NormalForm::results`]: what a function returns has a name;
//! - structures are copied member by member, as far as they have few, and so they are passed and returned;
//! - constructors are called at the start of the entry function; before them, what holds of the arguments of `main` is
//!   assumed, where it looks at them.
//!
//! Edges keep the span and kind of what they stand for.

mod arguments;
mod by_value;
mod copies;
mod rebuild;

use super::WayBack;
use crate::CALL_THROUGH_POINTER;
use crate::points_to::{self, PointsTo};
use ir::types::TypeId;
use ir::{
    AssumptionKind, BinaryOp, Callee, Cfg, Edge, EdgeId, EdgeKind, ExprId, FuncId, LocId, PlaceId,
    Program, Stmt, VarId, VarKind,
};
use source::Span;
use source::entity::Arena;

pub use arguments::{Arguments, arguments, mentions};
use by_value::Passages;
use rebuild::{Rebuilder, Way};

/// What the form adds.
#[derive(Clone, Debug, Default)]
pub struct NormalForm {
    /// The variable that holds what a function returns, by function.
    pub results: Arena<FuncId, Option<VarId>>,
}

/// Brings a program into form; the way back leads to what it was. Edges of the start stand for none.
pub fn bring_into_form(program: &mut Program, config: points_to::Config) -> (NormalForm, WayBack) {
    let targets = points_to::points_to(program, config);
    let passages = Passages::new(program);
    let mut form = NormalForm::default();
    let mut way_back = WayBack::new(program.funcs.len());
    for func in program.funcs.ids() {
        let result = match program.funcs[func].body {
            Some(_) => Form::new(program, &targets, &passages, func).make(&mut way_back),
            None => None,
        };
        form.results.push(result);
    }
    program.constructors.clear();
    (form, way_back)
}

/// One function on its way into form.
struct Form<'a> {
    program: &'a mut Program,
    targets: &'a PointsTo,
    passages: &'a Passages,
    func: FuncId,
    result: Option<VarId>,
}

impl<'a> Form<'a> {
    fn new(
        program: &'a mut Program,
        targets: &'a PointsTo,
        passages: &'a Passages,
        func: FuncId,
    ) -> Self {
        let ret = program.return_type(func);
        let mut form = Form {
            program,
            targets,
            passages,
            func,
            result: None,
        };
        if form.program.types.is_scalar(ret) {
            form.result = Some(form.new_variable("return", ret, VarKind::Temp(func)));
        }
        form
    }

    /// Gives the variable of the result.
    fn make(mut self, way_back: &mut WayBack) -> Option<VarId> {
        let old = self.program.funcs[self.func].body.take()?;
        let mut start = arguments::at_start(self.program, self.func, &old);
        start.extend(self.constructors());
        start.extend(self.copies_of_parameters(&old));
        let span = self.program.funcs[self.func].span;
        let received = self.passages.receive(self.program, self.func);
        start.extend(received.into_iter().map(|stmt| implicit(stmt, span)));
        let mut rebuilder = Rebuilder::new(&old, start);
        for edge in old.edges() {
            self.edge(&mut rebuilder, &old, edge);
        }
        let (new, old_edges) = rebuilder.finish();
        let mut old_locs: Vec<LocId> = old.locs().collect();
        old_locs.resize(new.num_locs(), old.exit);
        way_back.old_locs[self.func] = old_locs;
        way_back.old_edges[self.func] = old_edges;
        way_back.new_locs[self.func] = old.locs().map(Some).collect();
        self.program.funcs[self.func].body = Some(new);
        self.result
    }

    /// Calls of the functions that run before the entry.
    fn constructors(&mut self) -> Vec<Edge> {
        if self.program.entry != Some(self.func) || mutants::is("constructors-do-not-run") {
            return Vec::new();
        }
        let call = |&func: &FuncId| Stmt::Call {
            result: None,
            callee: Callee::Direct(func),
            args: Vec::new(),
        };
        let span = self.program.funcs[self.func].span;
        self.program
            .constructors
            .iter()
            .map(|f| implicit(call(f), span))
            .collect()
    }

    /// Gives written parameters a variable of their own; what assigns the copies.
    fn copies_of_parameters(&mut self, cfg: &Cfg) -> Vec<Edge> {
        let mut copies = Vec::new();
        for (i, old) in self.program.funcs[self.func]
            .params
            .clone()
            .into_iter()
            .enumerate()
        {
            let variable = &self.program.vars[old];
            let written = variable.address_taken || writes(self.program, cfg, old);
            let written = written && !mutants::is("written-parameters-have-no-copy");
            if !written || !self.program.types.is_scalar(variable.ty) {
                continue;
            }
            let (name, ty, span) = (variable.name.clone(), variable.ty, variable.span);
            let kind = VarKind::Param(self.func, i as u32);
            let new = self.new_variable(&name, ty, kind);
            self.program.vars[new].span = span;
            self.program.vars[old].kind = VarKind::Local(self.func);
            self.program.funcs[self.func].params[i] = new;
            self.program.funcs[self.func].locals.push(old);
            let place = self.program.var_place(old);
            let value = self.program.var(new);
            copies.push(implicit(Stmt::Assign { place, value }, span));
        }
        copies
    }

    fn edge(&mut self, rebuilder: &mut Rebuilder<'_>, old: &Cfg, id: EdgeId) {
        let edge = old.edge(id).clone();
        let like = |stmt: Stmt| Edge {
            stmt,
            ..edge.clone()
        };
        let mut way = rebuilder.replace(id);
        match edge.stmt {
            Stmt::Call {
                result,
                callee: Callee::Indirect(pointer),
                ref args,
            } => self.call_through_pointer(way, id, &edge, result, pointer, args),
            Stmt::Call {
                result,
                callee: Callee::Direct(func),
                ref args,
            } => {
                let mut stmts = self.call(result, func, args);
                let last = stmts.pop().unwrap_or(Stmt::Skip);
                stmts.into_iter().for_each(|stmt| way.then(like(stmt)));
                way.end(like(last));
            }
            Stmt::Return { value: Some(value) } if self.result.is_none() => {
                for stmt in self.passages.give(self.program, self.func, value) {
                    way.then(like(stmt));
                }
                way.end(edge);
            }
            Stmt::Return { value: Some(value) } if self.result.is_some() => {
                let result = self.result.expect("just asked");
                let place = self.program.var_place(result);
                way.then(like(Stmt::Assign { place, value }));
                let value = Some(self.program.var(result));
                way.end(like(Stmt::Return { value }));
            }
            Stmt::Assign { place, value } => match copies::members(self.program, place, value) {
                Some(pairs) => {
                    for (place, value) in pairs {
                        way.then(like(Stmt::Assign { place, value }));
                    }
                    way.end(like(Stmt::Skip));
                }
                None => way.end(edge),
            },
            _ => way.end(edge),
        }
    }

    fn call_through_pointer(
        &mut self,
        mut way: Way<'_, '_>,
        id: EdgeId,
        edge: &Edge,
        result: Option<PlaceId>,
        pointer: ExprId,
        args: &[ExprId],
    ) {
        let callees = self.targets.callees(self.func, id);
        let all = callees.map_or(&[][..], |c| &c.functions);
        let callable = |f: &&FuncId| callable(self.program, **f, result, args);
        let functions: Vec<FuncId> = all.iter().filter(callable).copied().collect();
        let outside = callees.is_none_or(|c| c.outside)
            && !mutants::is("calls-through-pointers-never-leave-the-program");
        let (construct, assumption) = CALL_THROUGH_POINTER;
        let mut entries = self.program.ledger.entries.iter();
        let is_noted = entries.any(|e| e.span == edge.span && &*e.construct == construct);
        if (functions.is_empty() || outside) && !is_noted {
            let kind = AssumptionKind::NoBody;
            self.program
                .ledger
                .add(edge.span, kind, construct, assumption);
        }
        let span = edge.span;
        let mut rest = functions.as_slice();
        if mutants::is("calls-through-pointers-reach-the-first-function-only") && rest.len() > 1 {
            rest = &rest[..1];
        }
        while let [func, others @ ..] = rest {
            let address = self.program.func_addr(*func);
            let address = self.program.cast(address, self.program.type_of(pointer));
            let args = self.converted(*func, args);
            let call = self.call(result, *func, &args).into_iter();
            let call = call.map(|stmt| Edge {
                stmt,
                ..edge.clone()
            });
            let is = self.program.binary(BinaryOp::Eq, pointer, address);
            let is_not = self.program.binary(BinaryOp::Ne, pointer, address);
            if others.is_empty() && !outside {
                // No other function is possible.
                way.then(implicit(Stmt::Assume { cond: is }, span));
                return way.end_by(call);
            }
            way.branch(implicit(Stmt::Assume { cond: is }, span), call);
            way.then(implicit(Stmt::Assume { cond: is_not }, span));
            rest = others;
        }
        if functions.is_empty() {
            // Where the pointer is read from has to be there.
            let ty = self.program.type_of(pointer);
            let called = self.new_variable("called", ty, VarKind::Temp(self.func));
            let place = self.program.var_place(called);
            let value = pointer;
            way.then(implicit(Stmt::Assign { place, value }, span));
        }
        let stmt = result.map_or(Stmt::Skip, |place| Stmt::Havoc { place });
        way.end(Edge {
            stmt,
            ..edge.clone()
        });
    }

    /// A call, with what it takes to pass structures.
    fn call(&mut self, result: Option<PlaceId>, func: FuncId, args: &[ExprId]) -> Vec<Stmt> {
        let mut stmts = self.passages.pass(self.program, func, args);
        let taken = result.and_then(|place| self.passages.take(self.program, func, place));
        stmts.push(Stmt::Call {
            result: result.filter(|_| taken.is_none()),
            callee: Callee::Direct(func),
            args: args.to_vec(),
        });
        stmts.extend(taken.into_iter().flatten());
        stmts
    }

    /// Arguments with the types of the parameters.
    fn converted(&mut self, func: FuncId, args: &[ExprId]) -> Vec<ExprId> {
        let ty = self
            .program
            .types
            .function_type(self.program.funcs[func].ty);
        let params = ty.map_or(Vec::new(), |t| t.params.to_vec());
        let mut params = params.into_iter();
        let mut convert = |&arg: &ExprId| match params.next() {
            Some(ty) if ty != self.program.type_of(arg) => self.program.cast(arg, ty),
            _ => arg,
        };
        args.iter().map(&mut convert).collect()
    }

    fn new_variable(&mut self, name: &str, ty: TypeId, kind: VarKind) -> VarId {
        let span = self.program.funcs[self.func].span;
        let unique = format!("{name}'{}", self.program.vars.len());
        self.program
            .new_variable(name.into(), unique.into(), ty, kind, span)
    }
}

/// Whether a function takes what a call passes and returns what it wants: otherwise the call is undefined.
fn callable(program: &Program, func: FuncId, result: Option<PlaceId>, args: &[ExprId]) -> bool {
    let types = &program.types;
    let Some(ty) = types.function_type(program.funcs[func].ty) else {
        return false;
    };
    let alike = |a: TypeId, b: TypeId| {
        a == b || (types.is_scalar(a) && types.is_scalar(b) && types.size_of(a) == types.size_of(b))
    };
    let fits = |(&param, &arg): (&TypeId, &ExprId)| alike(param, program.type_of(arg));
    let prototype = ty.prototype || program.funcs[func].body.is_some();
    let counts = args.len() == ty.params.len() || (ty.variadic && args.len() > ty.params.len());
    let returns = result.is_none_or(|place| program.place_type(place) == ty.ret);
    returns && (!prototype || (counts && ty.params.iter().zip(args).all(fits)))
}

/// Whether a body writes a variable by its name.
fn writes(program: &Program, cfg: &Cfg, var: VarId) -> bool {
    cfg.edges().any(|e| {
        let stmt = &cfg.edge(e).stmt;
        let begins = matches!(stmt, Stmt::Begin { var: v } | Stmt::End { var: v } if *v == var);
        let place = stmt.written();
        begins || place.is_some_and(|p| program.terms.place_var(p) == Some(var))
    })
}

fn implicit(stmt: Stmt, span: Span) -> Edge {
    Edge {
        stmt,
        span,
        kind: EdgeKind::Implicit,
    }
}
