//! A whole program as Horn clauses over bit-vectors, from its automata alone.
//!
//! Nothing of the checker is used but the front end: expressions are translated anew, so that a mistake in `semantics`,
//! the abstraction, the pushdown checker or the refinement is not repeated here. Programs with memory, pointers or
//! floating-point numbers are not translated.
//!
//! Each location has a relation between the globals and parameters on entry and all variables now; each function one
//! between globals and parameters on entry, and globals and result at the end.

use std::collections::{BTreeMap, HashSet};

use ir::types::{IntKind, TypeId};
use ir::{
    BinaryOp, Callee, Cfg, EdgeId, ExprId, ExprKind, FuncId, InitValue, LocId, PlaceId, PlaceKind,
    Program, Special, Stmt, UnaryOp, VarId,
};
use source::entity::EntityId;
use z3::ast::{Ast, BV, Bool, Dynamic, forall_const};
use z3::{Fixedpoint, FuncDecl, Params, SatResult, Sort};

/// What Spacer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Safe,
    Violated,
    Unknown,
}

/// Why a program is not translated.
pub(crate) type Unsupported = &'static str;

type Values = BTreeMap<VarId, BV>;

struct Encoder<'p> {
    program: &'p Program,
    violations: &'p [FuncId],
    globals: Vec<VarId>,
    fixedpoint: Fixedpoint,
    relations: BTreeMap<(FuncId, Option<LocId>), FuncDecl>,
    goal: FuncDecl,
    fresh: usize,
    rules: usize,
}

/// Asks Spacer whether some execution calls one of the functions that must not be called.
pub(crate) fn solve(
    program: &Program,
    violations: &[FuncId],
    effort: u32,
) -> Result<Answer, Unsupported> {
    let entry = program.entry.ok_or("no entry")?;
    if !program.constructors.is_empty() || !program.destructors.is_empty() {
        return Err("constructors");
    }
    let globals = program.vars.iter().filter(|(_, v)| v.kind.is_static());
    let mut encoder = Encoder {
        program,
        violations,
        globals: globals.map(|(id, _)| id).collect(),
        fixedpoint: Fixedpoint::new(),
        relations: BTreeMap::new(),
        goal: FuncDecl::new("goal", &[], &Sort::bool()),
        fresh: 0,
        rules: 0,
    };
    let globals = std::mem::take(&mut encoder.globals).into_iter();
    encoder.globals = globals.filter(|&var| encoder.is_plain(var)).collect();
    let mut params = Params::new();
    params.set_symbol("engine", "spacer");
    params.set_u32("rlimit", effort);
    encoder.fixedpoint.set_params(&params);
    encoder.fixedpoint.register_relation(&encoder.goal);
    encoder.program(entry)?;
    let goal = encoder.goal.apply(&[]).as_bool().expect("a relation");
    Ok(match encoder.fixedpoint.query(&goal) {
        SatResult::Sat => Answer::Violated,
        SatResult::Unsat => Answer::Safe,
        SatResult::Unknown => Answer::Unknown,
    })
}

impl Encoder<'_> {
    fn is_plain(&self, var: VarId) -> bool {
        let variable = &self.program.vars[var];
        !variable.address_taken && self.program.types.is_integer(variable.ty)
    }

    fn kind(&self, ty: TypeId) -> Result<IntKind, Unsupported> {
        self.program.types.int_kind(ty).ok_or("no integer")
    }

    fn width(&self, ty: TypeId) -> Result<u32, Unsupported> {
        Ok(self.kind(ty)?.width(self.program.types.model()))
    }

    fn symbol(&mut self, ty: TypeId) -> Result<BV, Unsupported> {
        self.fresh += 1;
        Ok(BV::new_const(format!("s{}", self.fresh), self.width(ty)?))
    }

    /// The variables that a function's relations speak of beside globals: parameters first.
    fn own(&self, func: FuncId) -> Result<Vec<VarId>, Unsupported> {
        let function = &self.program.funcs[func];
        let own: Vec<VarId> = function
            .params
            .iter()
            .chain(&function.locals)
            .copied()
            .collect();
        match own.iter().all(|&var| self.is_plain(var)) {
            true => Ok(own),
            false => Err("a local variable that is no plain integer"),
        }
    }

    fn program(&mut self, entry: FuncId) -> Result<(), Unsupported> {
        let mut functions = vec![entry];
        let mut next = 0;
        while let Some(&func) = functions.get(next) {
            next += 1;
            for callee in self.callees(func)? {
                if !functions.contains(&callee) {
                    functions.push(callee);
                }
            }
            self.declare(func)?;
        }
        self.start(entry)?;
        for func in functions {
            self.function(func)?;
        }
        Ok(())
    }

    fn callees(&self, func: FuncId) -> Result<Vec<FuncId>, Unsupported> {
        let Some(cfg) = &self.program.funcs[func].body else {
            return Err("no body");
        };
        let mut found = Vec::new();
        for edge in cfg.edges() {
            match &cfg.edge(edge).stmt {
                Stmt::Call {
                    callee: Callee::Direct(callee),
                    ..
                } if self.program.funcs[*callee].body.is_some()
                    && !self.violations.contains(callee) =>
                {
                    found.push(*callee);
                }
                Stmt::Call {
                    callee: Callee::Indirect(_),
                    ..
                } => return Err("a call through a pointer"),
                _ => {}
            }
        }
        Ok(found)
    }

    /// Makes the relations of a function.
    fn declare(&mut self, func: FuncId) -> Result<(), Unsupported> {
        let sort = |var: &VarId| -> Result<Sort, Unsupported> {
            Ok(Sort::bitvector(self.width(self.program.vars[*var].ty)?))
        };
        let globals: Vec<Sort> = self.globals.iter().map(sort).collect::<Result<_, _>>()?;
        let own: Vec<Sort> = self.own(func)?.iter().map(sort).collect::<Result<_, _>>()?;
        let params = &own[..self.program.funcs[func].params.len()];
        let result = self.result(func)?.map(|ty| self.width(ty)).transpose()?;
        let result: Option<Sort> = result.map(Sort::bitvector);
        let on_entry: Vec<&Sort> = globals.iter().chain(params).collect();
        let here: Vec<&Sort> = on_entry
            .iter()
            .copied()
            .chain(&globals)
            .chain(&own)
            .collect();
        let end: Vec<&Sort> = on_entry
            .iter()
            .copied()
            .chain(&globals)
            .chain(&result)
            .collect();
        let cfg = self.program.funcs[func].body.as_ref().ok_or("no body")?;
        let mut declared = vec![(
            None,
            FuncDecl::new(format!("f{}", func.index()), &end, &Sort::bool()),
        )];
        for loc in cfg.locs() {
            let name = format!("f{}_{}", func.index(), loc.index());
            declared.push((Some(loc), FuncDecl::new(name, &here, &Sort::bool())));
        }
        for (loc, relation) in declared {
            self.fixedpoint.register_relation(&relation);
            self.relations.insert((func, loc), relation);
        }
        Ok(())
    }

    /// The type of what a function returns.
    fn result(&self, func: FuncId) -> Result<Option<TypeId>, Unsupported> {
        let ty = self.program.return_type(func);
        match self.program.types.is_void(ty) {
            true => Ok(None),
            false => self.kind(ty).map(|_| Some(ty)),
        }
    }

    fn holds(&self, func: FuncId, loc: Option<LocId>, of: &[BV]) -> Bool {
        let args: Vec<&dyn Ast> = of.iter().map(|a| a as &dyn Ast).collect();
        let applied = self.relations[&(func, loc)].apply(&args);
        applied.as_bool().expect("a relation")
    }

    fn rule(&mut self, facts: &[Bool], conclusion: &Bool) {
        let body = Bool::and(facts).implies(conclusion);
        let bounds = symbols(&body);
        let refs: Vec<&dyn Ast> = bounds.iter().map(|b| b as &dyn Ast).collect();
        let rule = match refs.is_empty() {
            true => body,
            false => forall_const(&refs, &[], &body),
        };
        self.rules += 1;
        self.fixedpoint
            .add_rule(&rule, Some(&format!("r{}", self.rules)));
        self.fresh = 0;
    }

    /// Values on entry and now, all of them open.
    fn state(&mut self, func: FuncId) -> Result<(Vec<BV>, Values), Unsupported> {
        let own = self.own(func)?;
        let params = own[..self.program.funcs[func].params.len()].to_vec();
        let types = |vars: &[VarId]| -> Vec<TypeId> {
            vars.iter().map(|&v| self.program.vars[v].ty).collect()
        };
        let (globals, all) = (self.globals.clone(), [&self.globals[..], &own].concat());
        let (before, now) = (types(&[globals, params].concat()), types(&all));
        let before: Result<Vec<BV>, _> = before.into_iter().map(|ty| self.symbol(ty)).collect();
        let now: Result<Vec<BV>, _> = now.into_iter().map(|ty| self.symbol(ty)).collect();
        Ok((before?, all.into_iter().zip(now?).collect()))
    }

    fn at(
        &self,
        func: FuncId,
        loc: LocId,
        before: &[BV],
        now: &Values,
    ) -> Result<Bool, Unsupported> {
        let own = self.own(func)?;
        let vars = self.globals.iter().chain(&own);
        let mut args = before.to_vec();
        args.extend(vars.map(|var| now[var].clone()));
        Ok(self.holds(func, Some(loc), &args))
    }

    /// A function is entered: what it holds then is open but for globals and parameters.
    fn entered(&mut self, func: FuncId, before: &[BV]) -> Result<Bool, Unsupported> {
        let entry = self.program.funcs[func]
            .body
            .as_ref()
            .ok_or("no body")?
            .entry;
        let own = self.own(func)?;
        let params = self.program.funcs[func].params.len();
        let mut args = before.to_vec();
        args.extend_from_slice(before);
        for var in &own[params..] {
            let ty = self.program.vars[*var].ty;
            args.push(self.symbol(ty)?);
        }
        Ok(self.holds(func, Some(entry), &args))
    }

    fn start(&mut self, entry: FuncId) -> Result<(), Unsupported> {
        let mut before = Vec::new();
        for var in self.globals.clone() {
            before.push(self.initial(var)?);
        }
        for &param in &self.program.funcs[entry].params {
            before.push(self.symbol(self.program.vars[param].ty)?);
        }
        let entered = self.entered(entry, &before)?;
        self.rule(&[], &entered);
        Ok(())
    }

    fn initial(&mut self, var: VarId) -> Result<BV, Unsupported> {
        let variable = &self.program.vars[var];
        let width = self.width(variable.ty)?;
        let Some(init) = &variable.init else {
            return self.symbol(variable.ty);
        };
        let mut value = BV::from_u64(0, width);
        for item in &init.items {
            let InitValue::Scalar(expr) = item.value else {
                return Err("an initialiser");
            };
            let bits = self.program.terms.int_value(expr).ok_or("an initialiser")?;
            value = constant(bits, width);
        }
        Ok(value)
    }

    fn function(&mut self, func: FuncId) -> Result<(), Unsupported> {
        let cfg = self.program.funcs[func].body.as_ref().ok_or("no body")?;
        for edge in cfg.edges() {
            self.edge(func, cfg, edge)?;
        }
        Ok(())
    }

    fn edge(&mut self, func: FuncId, cfg: &Cfg, edge: EdgeId) -> Result<(), Unsupported> {
        let (before, now) = self.state(func)?;
        let mut facts = vec![self.at(func, cfg.source(edge), &before, &now)?];
        let mut then = now.clone();
        match &cfg.edge(edge).stmt {
            Stmt::Skip | Stmt::End { .. } => {}
            Stmt::Assign { place, value } => {
                let value = self.value(*value, &now, &mut facts)?;
                then.insert(self.place(*place)?, value);
            }
            Stmt::Assume { cond } => {
                let value = self.value(*cond, &now, &mut facts)?;
                facts.push(is_set(&value));
            }
            Stmt::Havoc { place } => {
                let var = self.place(*place)?;
                then.insert(var, self.symbol(self.program.vars[var].ty)?);
            }
            Stmt::Begin { var } => {
                then.insert(*var, self.symbol(self.program.vars[*var].ty)?);
            }
            Stmt::Return { value } => {
                let mut args = before.clone();
                args.extend(self.globals.iter().map(|var| now[var].clone()));
                if let Some(ty) = self.result(func)? {
                    args.push(match value {
                        Some(value) => self.value(*value, &now, &mut facts)?,
                        None => self.symbol(ty)?,
                    });
                }
                let ended = self.holds(func, None, &args);
                self.rule(&facts, &ended);
                return Ok(());
            }
            Stmt::Call {
                result,
                callee: Callee::Direct(callee),
                args,
            } => {
                let call = (*callee, args.as_slice(), *result);
                if !self.call(call, &now, &mut facts, &mut then)? {
                    return Ok(());
                }
            }
            _ => return Err("a statement about memory"),
        }
        let arrived = self.at(func, cfg.target(edge), &before, &then)?;
        self.rule(&facts, &arrived);
        Ok(())
    }

    /// What a call does; `false` if it does not return.
    fn call(
        &mut self,
        (callee, args, result): (FuncId, &[ExprId], Option<PlaceId>),
        now: &Values,
        facts: &mut Vec<Bool>,
        then: &mut Values,
    ) -> Result<bool, Unsupported> {
        let function = &self.program.funcs[callee];
        if self.violations.contains(&callee) {
            let goal = self.goal.apply(&[]).as_bool().expect("a relation");
            self.rule(&facts.clone(), &goal);
            return Ok(false);
        }
        let result = result.map(|place| self.place(place)).transpose()?;
        if function.body.is_none() {
            // What is given an address may write there, or call it.
            for &arg in args {
                self.kind(self.program.type_of(arg))?;
            }
            let ends = matches!(
                function.special,
                Some(Special::Abort | Special::Exit | Special::Unreachable | Special::AssertFail)
            );
            if let Some(var) = result {
                then.insert(var, self.symbol(self.program.vars[var].ty)?);
            }
            return Ok(!ends && !function.noreturn);
        }
        if args.len() != function.params.len() {
            return Err("arguments that are no parameters");
        }
        let mut before: Vec<BV> = self.globals.iter().map(|var| now[var].clone()).collect();
        for &arg in args {
            before.push(self.value(arg, now, facts)?);
        }
        let symbols = self.fresh;
        let entered = self.entered(callee, &before)?;
        self.rule(&facts.clone(), &entered);
        // The symbols of the caller are those of the next rule as well.
        self.fresh = symbols;
        let mut after = before;
        for var in self.globals.clone() {
            let value = self.symbol(self.program.vars[var].ty)?;
            then.insert(var, value.clone());
            after.push(value);
        }
        if let Some(ty) = self.result(callee)? {
            let value = self.symbol(ty)?;
            if let Some(var) = result {
                then.insert(var, value.clone());
            }
            after.push(value);
        }
        facts.push(self.holds(callee, None, &after));
        Ok(true)
    }

    fn place(&self, place: PlaceId) -> Result<VarId, Unsupported> {
        match self.program.terms.place(place).kind {
            PlaceKind::Var(var) if self.is_plain(var) => Ok(var),
            _ => Err("memory"),
        }
    }

    /// The value of an expression; where C gives it none, the execution does not go on.
    fn value(&self, e: ExprId, now: &Values, facts: &mut Vec<Bool>) -> Result<BV, Unsupported> {
        let expr = *self.program.terms.expr(e);
        let width = self.width(expr.ty)?;
        Ok(match expr.kind {
            ExprKind::Int(bits) => constant(bits, width),
            ExprKind::Load(place) => {
                let var = self.place(place)?;
                now.get(&var)
                    .cloned()
                    .ok_or("a variable of another function")?
            }
            ExprKind::Unary(UnaryOp::Neg, a) => self.value(a, now, facts)?.bvneg(),
            ExprKind::Unary(UnaryOp::BitNot, a) => self.value(a, now, facts)?.bvnot(),
            ExprKind::Cast(a) => {
                let from = self.kind(self.program.type_of(a))?;
                let value = self.value(a, now, facts)?;
                converted(&value, from.is_signed(), self.kind(expr.ty)?, width)
            }
            ExprKind::Binary(op, a, b) => {
                let signed = self.kind(self.program.type_of(a))?.is_signed();
                let (a, b) = (self.value(a, now, facts)?, self.value(b, now, facts)?);
                binary(op, signed, &a, &b, width, facts)?
            }
            _ => return Err("an address or a floating-point number"),
        })
    }
}

/// The symbols that a term mentions.
fn symbols(term: &Bool) -> Vec<BV> {
    let mut open = vec![Dynamic::from_ast(term)];
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    while let Some(term) = open.pop() {
        if !seen.insert(term.clone()) {
            continue;
        }
        if term.is_const() && term.decl().name().starts_with('s') {
            found.extend(term.as_bv());
        }
        open.extend(term.children());
    }
    found
}

fn constant(bits: u128, width: u32) -> BV {
    match width {
        0..=64 => BV::from_u64(bits as u64, width),
        _ => BV::from_u64((bits >> 64) as u64, width - 64).concat(BV::from_u64(bits as u64, 64)),
    }
}

fn is_set(value: &BV) -> Bool {
    value.eq(BV::from_u64(0, value.get_size())).not()
}

fn truth(holds: &Bool, width: u32) -> BV {
    holds.ite(&BV::from_u64(1, width), &BV::from_u64(0, width))
}

fn converted(value: &BV, signed: bool, to: IntKind, width: u32) -> BV {
    let from = value.get_size();
    if to == IntKind::Bool {
        return truth(&is_set(value), width);
    }
    match (width > from, signed) {
        (true, true) => value.sign_ext(width - from),
        (true, false) => value.zero_ext(width - from),
        (false, _) => value.extract(width - 1, 0),
    }
}

fn binary(
    op: BinaryOp,
    signed: bool,
    a: &BV,
    b: &BV,
    width: u32,
    facts: &mut Vec<Bool>,
) -> Result<BV, Unsupported> {
    match op {
        BinaryOp::Div | BinaryOp::Rem => facts.push(is_set(b)),
        BinaryOp::Shl | BinaryOp::Shr => {
            facts.push(b.bvult(BV::from_u64(a.get_size().into(), b.get_size())));
        }
        _ => {}
    }
    let compared = match (op, signed) {
        (BinaryOp::Eq, _) => Some(a.eq(b)),
        (BinaryOp::Ne, _) => Some(a.eq(b).not()),
        (BinaryOp::Lt, true) => Some(a.bvslt(b)),
        (BinaryOp::Lt, false) => Some(a.bvult(b)),
        (BinaryOp::Le, true) => Some(a.bvsle(b)),
        (BinaryOp::Le, false) => Some(a.bvule(b)),
        (BinaryOp::Gt, true) => Some(a.bvsgt(b)),
        (BinaryOp::Gt, false) => Some(a.bvugt(b)),
        (BinaryOp::Ge, true) => Some(a.bvsge(b)),
        (BinaryOp::Ge, false) => Some(a.bvuge(b)),
        _ => None,
    };
    if let Some(holds) = compared {
        return Ok(truth(&holds, width));
    }
    Ok(match (op, signed) {
        (BinaryOp::Add, _) => a.bvadd(b),
        (BinaryOp::Sub, _) => a.bvsub(b),
        (BinaryOp::Mul, _) => a.bvmul(b),
        (BinaryOp::Div, true) => a.bvsdiv(b),
        (BinaryOp::Div, false) => a.bvudiv(b),
        (BinaryOp::Rem, true) => a.bvsrem(b),
        (BinaryOp::Rem, false) => a.bvurem(b),
        (BinaryOp::BitAnd, _) => a.bvand(b),
        (BinaryOp::BitOr, _) => a.bvor(b),
        (BinaryOp::BitXor, _) => a.bvxor(b),
        (BinaryOp::Shl, _) => a.bvshl(b),
        (BinaryOp::Shr, true) => a.bvashr(b),
        (BinaryOp::Shr, false) => a.bvlshr(b),
        _ => return Err("pointer arithmetic"),
    })
}
