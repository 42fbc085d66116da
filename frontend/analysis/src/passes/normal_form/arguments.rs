//! What `main` can be called with: a program is started with at least one argument, its name, as a string; and a null
//! pointer follows the last one (C11 5.1.2.2.1). Said only where the program looks at its arguments.

use ir::{BinaryOp, Callee, Cfg, Edge, ExprId, FuncId, PlaceKind, Program, Stmt, Term, VarId};

use super::implicit;

/// The parameters of `main`, as far as they have their usual types.
#[derive(Clone, Copy, Debug)]
pub struct Arguments {
    pub count: VarId,
    pub strings: Option<VarId>,
    pub environment: Option<VarId>,
}

/// The parameters of the entry, if it is `main` and nothing calls it.
pub fn arguments(program: &Program) -> Option<Arguments> {
    let entry = program.entry?;
    let main = &program.funcs[entry];
    let types = &program.types;
    let strings = |n: usize| {
        let &var = main.params.get(n)?;
        let string = types.target(program.vars[var].ty)?;
        let character = types.target(string)?;
        (types.size_of(character) == Some(1)).then_some(var)
    };
    let &count = main.params.first()?;
    let usual = &*main.name == "main" && types.is_integer(program.vars[count].ty);
    (usual && !is_called(program, entry)).then(|| Arguments {
        count,
        strings: strings(1),
        environment: strings(2),
    })
}

fn is_called(program: &Program, func: FuncId) -> bool {
    program.defined().any(|(_, _, cfg)| {
        let mut stmts = cfg.edges().map(|e| &cfg.edge(e).stmt);
        stmts.any(|stmt| match stmt {
            Stmt::Call { callee, .. } => *callee == Callee::Direct(func),
            _ => false,
        })
    })
}

/// Conditions that hold when the entry is called, as edges.
pub(super) fn at_start(program: &mut Program, func: FuncId, cfg: &Cfg) -> Vec<Edge> {
    if program.entry != Some(func) {
        return Vec::new();
    }
    let Some(found) = arguments(program) else {
        return Vec::new();
    };
    let used = |var: &VarId| mentions(program, cfg, *var);
    let strings = found.strings.filter(used);
    let environment = found.environment.filter(used);
    let mut conditions = Vec::new();
    if strings.is_some() || used(&found.count) {
        let least = 1 + i32::from(mutants::is("main-has-two-arguments-at-least"));
        let (count, one) = (program.var(found.count), program.int(least));
        let one = program.cast(one, program.type_of(count));
        conditions.push(program.binary(BinaryOp::Le, one, count));
    }
    if let Some(strings) = strings {
        conditions.extend(table(program, strings, found.count));
    }
    if let Some(environment) = environment {
        let pointer = program.var(environment);
        conditions.push(program.truth(pointer));
    }
    let span = program.funcs[func].span;
    let assume = |cond| implicit(Stmt::Assume { cond }, span);
    conditions.into_iter().map(assume).collect()
}

/// The table is there, its first string is, and nothing follows the last.
fn table(program: &mut Program, strings: VarId, count: VarId) -> [ExprId; 3] {
    let (pointer, count) = (program.var(strings), program.var(count));
    let element = |program: &mut Program, at: ExprId| {
        let place = program.deref(at);
        program.load(place)
    };
    let first = element(program, pointer);
    let distance = program.cast(count, program.types.ptrdiff_t());
    let end = program.binary(BinaryOp::PtrAdd, pointer, distance);
    let last = element(program, end);
    [
        program.truth(pointer),
        program.truth(first),
        program.falsity(last),
    ]
}

/// Whether a body looks at a variable.
pub fn mentions(program: &Program, cfg: &Cfg, var: VarId) -> bool {
    let is_it = |term: Term| match term {
        Term::Place(place) => program.terms.place(place).kind == PlaceKind::Var(var),
        Term::Expr(_) => false,
    };
    cfg.edges().any(|edge| {
        let stmt = &cfg.edge(edge).stmt;
        let exprs = stmt.exprs().into_iter().map(Term::Expr);
        let terms = exprs.chain(stmt.written().map(Term::Place));
        terms.flat_map(|term| program.terms.parts(term)).any(is_it)
    })
}
