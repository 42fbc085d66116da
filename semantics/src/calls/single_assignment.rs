//! Variables that mean one thing throughout an activation.

use ir::{Cfg, ExprId, FuncId, LocId, PlaceKind, Program, Stmt, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use source::entity::EntityId;

/// The local variables of a function that are assigned once, with what, in the order in which their names do not
/// precede them. `is_steady` says whether a value means the same everywhere, given those found so far.
pub(crate) fn single_assignments(
    program: &Program,
    func: FuncId,
    is_steady: impl Fn(ExprId, &FxHashSet<VarId>) -> bool,
) -> Vec<(VarId, ExprId)> {
    let Some(cfg) = &program.funcs[func].body else {
        return Vec::new();
    };
    let uses = Uses::new(program, cfg);
    let mut open: Vec<(VarId, ExprId)> = once(program, cfg)
        .into_iter()
        .filter(|&(var, _)| {
            let variable = &program.vars[var];
            let is_local = variable.kind.owner() == Some(func) && !variable.address_taken;
            is_local && uses.is_assigned(var)
        })
        .collect();
    let (mut found, mut known) = (Vec::new(), FxHashSet::default());
    loop {
        let before = found.len();
        open.retain(|&(var, value)| {
            let steady = is_steady(value, &known);
            if steady {
                known.insert(var);
                found.push((var, value));
            }
            !steady
        });
        if found.len() == before {
            return found;
        }
    }
}

/// The variables that one statement writes and no other, if that assigns a value.
fn once(program: &Program, cfg: &Cfg) -> Vec<(VarId, ExprId)> {
    let mut writes: FxHashMap<VarId, u32> = FxHashMap::default();
    let mut values = Vec::new();
    for edge in cfg.edges() {
        let stmt = &cfg.edge(edge).stmt;
        let Some(var) = written(program, stmt) else {
            continue;
        };
        *writes.entry(var).or_default() += 1;
        if let Stmt::Assign { value, .. } = stmt {
            values.push((var, *value));
        }
    }
    let most = 1 + u32::from(mutants::is("variables-assigned-twice-are-settled"));
    values.retain(|(var, _)| writes[var] <= most);
    values
}

/// The variable that a statement writes, a part of it perhaps.
fn written(program: &Program, stmt: &Stmt) -> Option<VarId> {
    let mut place = stmt.written()?;
    loop {
        place = match program.terms.place(place).kind {
            PlaceKind::Var(var) => return Some(var),
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) => base,
            PlaceKind::Deref(_) => return None,
        };
    }
}

/// What each edge of a function reads and writes.
pub(crate) struct Uses<'c> {
    cfg: &'c Cfg,
    reads: Vec<FxHashSet<VarId>>,
    writes: Vec<Option<VarId>>,
}

impl<'c> Uses<'c> {
    pub(crate) fn new(program: &Program, cfg: &'c Cfg) -> Self {
        let stmts = || cfg.edges().map(|edge| &cfg.edge(edge).stmt);
        Uses {
            cfg,
            reads: stmts().map(|stmt| reads(program, stmt)).collect(),
            writes: stmts().map(|stmt| plainly_written(program, stmt)).collect(),
        }
    }

    /// Whether no path leads to a use of a variable before it has been written: what was there from before may be
    /// anything.
    pub(crate) fn is_assigned(&self, var: VarId) -> bool {
        let mut seen: FxHashSet<LocId> = FxHashSet::default();
        let mut open = vec![self.cfg.entry];
        while let Some(loc) = open.pop() {
            if !seen.insert(loc) {
                continue;
            }
            for edge in self.cfg.outgoing(loc) {
                if self.reads[edge.index()].contains(&var) {
                    return false;
                }
                if self.writes[edge.index()] != Some(var) {
                    open.push(self.cfg.target(edge));
                }
            }
        }
        true
    }
}

/// The variable that a statement writes as a whole.
fn plainly_written(program: &Program, stmt: &Stmt) -> Option<VarId> {
    match program.terms.place(stmt.written()?).kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    }
}

fn reads(program: &Program, stmt: &Stmt) -> FxHashSet<VarId> {
    let through = stmt.written().filter(|&place| {
        let kind = program.terms.place(place).kind;
        !matches!(kind, PlaceKind::Var(_))
    });
    let exprs = stmt.exprs().into_iter().map(Term::Expr);
    let terms = exprs.chain(through.map(Term::Place));
    terms
        .flat_map(|term| program.terms.variables(term))
        .collect()
}
