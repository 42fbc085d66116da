//! A path program as Horn clauses.
//!
//! A relation per location: which values the variables have there, together with what the globals had when the
//! function was entered. A relation per function that returns: its parameters and the globals on entry, what it
//! returns and the globals on return. A call enters the callee, and continues with what the callee's relation says.

use analysis::passes::normal_form::NormalForm;
use std::collections::{BTreeMap, BTreeSet};

use abstractor::precision::variables;
use abstractor::{Block, BlockId, BlockKind, Blocks};
use ir::{ExprId, FuncId, InitValue, LocId, PlaceId, Stmt, VarId};
use semantics::horn::{Atom, Clauses, Detail, Relation, Solution};
use semantics::{EncodingContext, Integers};
use z3::ast::{Bool, Int};

/// Some blocks of a program that lead from its entry to a violation.
pub(super) struct PathProgram<'a> {
    pub(super) context: &'a EncodingContext<'a>,
    pub(super) blocks: &'a Blocks,
    pub(super) form: &'a NormalForm,
    pub(super) entry: FuncId,
    pub(super) chosen: &'a BTreeSet<BlockId>,
}

/// The variables that matter.
struct Variables {
    globals: Vec<VarId>,
    locals: BTreeMap<FuncId, Vec<VarId>>,
}

impl Variables {
    /// What the relations of a function's locations speak of; what the globals had on entry follows it.
    fn of(&self, func: FuncId) -> Vec<VarId> {
        let locals = self.locals.get(&func).into_iter().flatten();
        locals.chain(&self.globals).copied().collect()
    }
}

/// The clauses while they are made.
struct Maker<'a> {
    path: &'a PathProgram<'a>,
    variables: Variables,
    clauses: Clauses,
    locations: BTreeMap<(FuncId, LocId), Relation>,
    returns: BTreeMap<FuncId, Relation>,
}

/// The variables of a function at some moment of a clause.
struct Moment {
    now: Integers,
    on_entry: Vec<Int>,
    facts: Vec<Bool>,
}

impl PathProgram<'_> {
    /// What an invariant that excludes the violation consists of: variables, and an atom over their positions.
    pub(super) fn invariant(&self, effort: u32) -> Vec<(Vec<VarId>, Atom)> {
        let mut maker = Maker {
            path: self,
            variables: self.relevant(),
            clauses: Clauses::new(),
            locations: BTreeMap::new(),
            returns: BTreeMap::new(),
        };
        let violation = maker.clauses.relation("violation", 0);
        maker.relations();
        maker.start();
        for &id in self.chosen {
            maker.block(&self.blocks.blocks[id], &violation);
        }
        let mut found = Vec::new();
        for detail in [Detail::Loops, Detail::Everywhere] {
            let Some(solution) = maker.clauses.exclude(&violation, detail, effort) else {
                break;
            };
            found.extend(maker.read(&solution));
        }
        found
    }

    /// The variables that the conditions of the blocks depend on.
    fn relevant(&self) -> Variables {
        let context = self.context;
        let mut found: BTreeSet<VarId> = BTreeSet::new();
        let mut flows: Vec<(VarId, Vec<VarId>)> = Vec::new();
        let mut concerned: BTreeSet<FuncId> = BTreeSet::new();
        let mentioned = |e| variables(context.program, e);
        for &id in self.chosen {
            let block = &self.blocks.blocks[id];
            concerned.insert(block.func);
            for stmt in self.stmts(block) {
                match stmt {
                    Stmt::Assume { cond } => found.extend(mentioned(*cond)),
                    Stmt::Assign { place, value } => {
                        flows.extend(context.symbol(*place).map(|var| (var, mentioned(*value))));
                    }
                    _ => {}
                }
            }
            if let Some(call) = self.call(block) {
                let params = context.program.funcs[call.callee].params.iter().copied();
                flows.extend(params.zip(call.args.iter().map(|&a| mentioned(a))));
                let returned = self.form.results[call.callee];
                let result = call.result.and_then(|p| context.symbol(p));
                flows.extend(result.zip(returned.map(|r| vec![r])));
            }
        }
        loop {
            let before = found.len();
            for (var, from) in &flows {
                if found.contains(var) {
                    found.extend(from);
                }
            }
            if found.len() == before {
                break;
            }
        }
        let mut variables = Variables {
            globals: Vec::new(),
            locals: concerned.into_iter().map(|f| (f, Vec::new())).collect(),
        };
        for var in found {
            if !Integers::follows(context, var) {
                continue;
            }
            match context.program.vars[var].kind.owner() {
                None => variables.globals.push(var),
                Some(func) => variables.locals.entry(func).or_default().push(var),
            }
        }
        variables
    }

    fn stmts(&self, block: &Block) -> impl Iterator<Item = &Stmt> {
        let cfg = self.context.program.funcs[block.func].body.as_ref();
        let edges = block.edges.clone();
        edges
            .into_iter()
            .filter_map(move |e| cfg.map(|cfg| &cfg.edge(e).stmt))
    }

    fn call(&self, block: &Block) -> Option<Call<'_>> {
        let BlockKind::Call(callee) = block.kind else {
            return None;
        };
        match self.stmts(block).next()? {
            Stmt::Call { result, args, .. } => Some(Call {
                callee,
                result: *result,
                args,
            }),
            _ => None,
        }
    }
}

struct Call<'a> {
    callee: FuncId,
    result: Option<PlaceId>,
    args: &'a [ExprId],
}

impl Maker<'_> {
    fn relations(&mut self) {
        let path = self.path;
        let entries = path.chosen.iter().flat_map(|&id| {
            let block = &path.blocks.blocks[id];
            let entry = |f: FuncId| {
                let cfg = path.context.program.funcs[f].body.as_ref();
                cfg.map(|cfg| (f, cfg.entry))
            };
            let called = match block.kind {
                BlockKind::Call(callee) => entry(callee),
                _ => None,
            };
            let own = [(block.func, block.from), (block.func, block.to)];
            own.into_iter().chain(called)
        });
        let entries: BTreeSet<(FuncId, LocId)> = entries.collect();
        let globals = self.variables.globals.len();
        for (func, loc) in entries {
            let name = &path.context.program.funcs[func].unique;
            let arity = self.variables.of(func).len() + globals;
            let relation = self.clauses.relation(&format!("{name}.{loc}"), arity);
            self.locations.insert((func, loc), relation);
            if !self.returns.contains_key(&func) {
                let arity = self.interface(func).len() + 2 * globals;
                let relation = self.clauses.relation(&format!("{name}.return"), arity);
                self.returns.insert(func, relation);
            }
        }
    }

    /// The parameters of a function and what it returns, as far as they matter.
    fn interface(&self, func: FuncId) -> Vec<VarId> {
        let params = self.path.context.program.funcs[func].params.iter().copied();
        let result = self.path.form.results[func];
        let locals = self.variables.locals.get(&func);
        let matters = |var: &VarId| locals.is_some_and(|l| l.contains(var));
        params.chain(result).filter(matters).collect()
    }

    /// Before the program starts.
    fn start(&mut self) {
        let (path, context) = (self.path, self.path.context);
        let mut now = Integers::new();
        for &var in &self.variables.globals {
            let init = context.program.vars[var].init.as_ref();
            let Some(init) = init else { continue };
            let value = match init.items.as_slice() {
                [] => Int::from_i64(0),
                [item] => match item.value {
                    InitValue::Scalar(expr) => now.value(context, expr),
                    _ => continue,
                },
                _ => continue,
            };
            now.set(var, value);
        }
        let cfg = context.program.funcs[path.entry].body.as_ref();
        let Some(entry) = cfg.map(|cfg| cfg.entry) else {
            return;
        };
        let globals = values(context, &mut now, &self.variables.globals);
        let moment = Moment {
            now,
            on_entry: globals,
            facts: Vec::new(),
        };
        self.conclude((path.entry, entry), moment);
    }

    /// A moment at which nothing is known but that a location is reached.
    fn at(&self, func: FuncId, loc: LocId) -> Moment {
        let mut now = Integers::new();
        let vars = self.variables.of(func);
        let mut args: Vec<Int> = vars.iter().map(|_| now.symbol()).collect();
        for (&var, value) in vars.iter().zip(&args) {
            now.set(var, value.clone());
        }
        let on_entry: Vec<Int> = self
            .variables
            .globals
            .iter()
            .map(|_| now.symbol())
            .collect();
        args.extend(on_entry.iter().cloned());
        let facts = self.locations.get(&(func, loc)).map(|r| r.holds(&args));
        Moment {
            now,
            on_entry,
            facts: facts.into_iter().collect(),
        }
    }

    /// A clause that leads to a location.
    fn conclude(&mut self, to: (FuncId, LocId), mut moment: Moment) {
        let vars = self.variables.of(to.0);
        let mut args = values(self.path.context, &mut moment.now, &vars);
        args.extend(moment.on_entry.iter().cloned());
        if let Some(relation) = self.locations.get(&to) {
            let conclusion = relation.holds(&args);
            self.rule(&moment, &conclusion);
        }
    }

    fn rule(&mut self, moment: &Moment, conclusion: &Bool) {
        let facts: Vec<Bool> = moment
            .facts
            .iter()
            .chain(&moment.now.facts)
            .cloned()
            .collect();
        self.clauses.rule(&moment.now.symbols, &facts, conclusion);
    }

    fn block(&mut self, block: &Block, violation: &Relation) {
        let mut moment = self.at(block.func, block.from);
        match block.kind {
            BlockKind::Straight => {
                for stmt in self.path.stmts(block) {
                    self.statement(&mut moment, stmt);
                }
                self.conclude((block.func, block.to), moment);
            }
            BlockKind::Call(_) => {
                if let Some(call) = self.path.call(block) {
                    self.enter(block, &call);
                    self.pass(block, &call, moment);
                }
            }
            BlockKind::Return => {
                let context = self.path.context;
                let interface = self.interface(block.func);
                let mut args = values(context, &mut moment.now, &interface);
                args.extend(values(context, &mut moment.now, &self.variables.globals));
                args.extend(moment.on_entry.iter().cloned());
                if let Some(relation) = self.returns.get(&block.func) {
                    let conclusion = relation.holds(&args);
                    self.rule(&moment, &conclusion);
                }
            }
            BlockKind::Violation(_) => self.rule(&moment, &violation.holds(&[])),
        }
    }

    fn statement(&self, moment: &mut Moment, stmt: &Stmt) {
        let context = self.path.context;
        match stmt {
            Stmt::Assume { cond } => {
                let holds = moment.now.holds(context, *cond);
                moment.facts.push(holds);
            }
            Stmt::Assign { place, value } => {
                if let Some(var) = followed(context, *place) {
                    let value = moment.now.value(context, *value);
                    moment.now.set(var, value);
                }
            }
            Stmt::Begin { var } => self.forget(moment, *var),
            other => {
                if let Some(var) = other.written().and_then(|p| followed(context, p)) {
                    self.forget(moment, var);
                }
            }
        }
    }

    fn forget(&self, moment: &mut Moment, var: VarId) {
        let context = self.path.context;
        if Integers::follows(context, var) {
            let anything = moment.now.anything(context, context.program.vars[var].ty);
            moment.now.set(var, anything);
        }
    }

    /// The clause that leads into a callee.
    fn enter(&mut self, block: &Block, call: &Call<'_>) {
        let context = self.path.context;
        let mut moment = self.at(block.func, block.from);
        let passed = self.passed(&mut moment, call);
        let globals = values(context, &mut moment.now, &self.variables.globals);
        // A callee that is its own caller has variables of the same names: those have no value yet.
        for var in self
            .variables
            .locals
            .get(&call.callee)
            .into_iter()
            .flatten()
        {
            let anything = moment.now.anything(context, context.program.vars[*var].ty);
            moment.now.set(*var, anything);
        }
        for (param, value) in passed {
            moment.now.set(param, value);
        }
        moment.on_entry = globals;
        let Some(cfg) = context.program.funcs[call.callee].body.as_ref() else {
            return;
        };
        self.conclude((call.callee, cfg.entry), moment);
    }

    /// The clause that leads past a call, by what the callee does.
    fn pass(&mut self, block: &Block, call: &Call<'_>, mut moment: Moment) {
        let context = self.path.context;
        let passed = self.passed(&mut moment, call);
        let returned = self.path.form.results[call.callee];
        let mut result = None;
        let mut args = Vec::new();
        for var in self.interface(call.callee) {
            let value = passed.iter().find(|(param, _)| *param == var);
            args.push(match value {
                Some((_, value)) => value.clone(),
                None => moment.now.symbol(),
            });
            if Some(var) == returned {
                result = args.last().cloned();
            }
        }
        let before = values(context, &mut moment.now, &self.variables.globals);
        let after: Vec<Int> = before.iter().map(|_| moment.now.symbol()).collect();
        args.extend(after.iter().cloned());
        args.extend(before);
        let Some(relation) = self.returns.get(&call.callee) else {
            return;
        };
        moment.facts.push(relation.holds(&args));
        for (&var, value) in self.variables.globals.iter().zip(after) {
            moment.now.set(var, value);
        }
        if let Some(var) = call.result.and_then(|p| followed(context, p)) {
            match result {
                Some(result) => moment.now.set(var, result),
                None => self.forget(&mut moment, var),
            }
        }
        self.conclude((block.func, block.to), moment);
    }

    fn passed(&self, moment: &mut Moment, call: &Call<'_>) -> Vec<(VarId, Int)> {
        let context = self.path.context;
        let params = context.program.funcs[call.callee].params.iter().copied();
        let pairs = params.zip(call.args.iter().copied());
        pairs
            .filter(|&(param, _)| Integers::follows(context, param))
            .map(|(param, arg)| (param, moment.now.value(context, arg)))
            .collect()
    }

    /// What was found, without what speaks of the globals on entry: that has no name in the program.
    fn read(&self, solution: &Solution) -> Vec<(Vec<VarId>, Atom)> {
        let mut found = Vec::new();
        for (&(func, _), relation) in &self.locations {
            let vars = self.variables.of(func);
            for atom in solution.of(relation) {
                found.push((vars.clone(), atom));
            }
        }
        for (&func, relation) in &self.returns {
            let mut vars = self.interface(func);
            vars.extend(&self.variables.globals);
            for atom in solution.of(relation) {
                found.push((vars.clone(), atom));
            }
        }
        found
    }
}

fn values(context: &EncodingContext<'_>, now: &mut Integers, vars: &[VarId]) -> Vec<Int> {
    vars.iter().map(|&var| now.get(context, var)).collect()
}

fn followed(context: &EncodingContext<'_>, place: PlaceId) -> Option<VarId> {
    let var = context.symbol(place)?;
    Integers::follows(context, var).then_some(var)
}
