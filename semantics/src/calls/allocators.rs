//! Functions that return an object that the call has made, or null: allocators with a body.
//!
//! Their caller cannot look inside, but it knows that none of its pointers from before leads to what it gets.

use ir::library::allocation;
use ir::{Callee, Cfg, EdgeId, ExprId, ExprKind, FuncId, PlaceId, PlaceKind, Program, Stmt, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::calls::single_assignment::Uses;

/// The functions with a body that return a new object or null.
#[derive(Clone, Debug, Default)]
pub struct Allocators {
    found: FxHashSet<FuncId>,
}

impl Allocators {
    pub fn new(program: &Program) -> Self {
        let mut allocators = Allocators::default();
        loop {
            let is_new = |&(func, _): &(FuncId, &Cfg)| !allocators.found.contains(&func);
            let rest = program.defined().map(|(func, _, cfg)| (func, cfg));
            let makes = |&(_, cfg): &(FuncId, &Cfg)| Body::new(program, cfg, &allocators).makes();
            let more: Vec<FuncId> = rest.filter(is_new).filter(makes).map(|f| f.0).collect();
            if more.is_empty() {
                return allocators;
            }
            allocators.found.extend(more);
        }
    }

    pub(crate) fn makes(&self, func: FuncId) -> bool {
        self.found.contains(&func)
    }
}

/// What a local pointer is given.
#[derive(Clone, Copy)]
enum PointerSource {
    /// A new object, or null.
    New,
    Same(VarId),
    Else,
}

struct Body<'b> {
    program: &'b Program,
    cfg: &'b Cfg,
    allocators: &'b Allocators,
}

impl<'b> Body<'b> {
    fn new(program: &'b Program, cfg: &'b Cfg, allocators: &'b Allocators) -> Self {
        Body {
            program,
            cfg,
            allocators,
        }
    }

    /// Whether everything that is returned is a new object or null, and something may be new.
    fn makes(&self) -> bool {
        let returned = self
            .cfg
            .edges()
            .filter_map(|e| match self.cfg.edge(e).stmt {
                Stmt::Return { value } => Some(value),
                _ => None,
            });
        let returned: Vec<Option<ExprId>> = returned.collect();
        let is_pointer = |value: &Option<ExprId>| {
            let types = &self.program.types;
            value.is_some_and(|value| types.is_pointer(self.program.type_of(value)))
        };
        if returned.is_empty() || !returned.iter().all(is_pointer) {
            return false;
        }
        if mutants::is("every-function-that-returns-a-pointer-makes-an-object") {
            return true;
        }
        let Some(sources) = self.sources(returned.into_iter().flatten()) else {
            return false;
        };
        // What was in a variable from before may be anything, pointers of the caller's too.
        let uses = Uses::new(self.program, self.cfg);
        !sources.is_empty() && sources.iter().all(|&var| uses.is_assigned(var))
    }

    /// The variables that what is returned comes through; none if some of it is nothing new.
    fn sources(&self, returned: impl Iterator<Item = ExprId>) -> Option<FxHashSet<VarId>> {
        let assigned = self.assigned();
        let mut found = FxHashSet::default();
        let mut open = Vec::new();
        for value in returned {
            match self.value(value) {
                PointerSource::New => {}
                PointerSource::Same(var) => open.push(var),
                PointerSource::Else => return None,
            }
        }
        while let Some(var) = open.pop() {
            if !found.insert(var) {
                continue;
            }
            let is_local = !self.program.vars[var].address_taken
                && self.program.vars[var].kind.owner().is_some();
            let given = assigned.get(&var).filter(|_| is_local)?;
            for given in given {
                match given {
                    PointerSource::New => {}
                    PointerSource::Same(other) => open.push(*other),
                    PointerSource::Else => return None,
                }
            }
        }
        Some(found)
    }

    /// What each variable is given, somewhere.
    fn assigned(&self) -> FxHashMap<VarId, Vec<PointerSource>> {
        let mut assigned: FxHashMap<VarId, Vec<PointerSource>> = FxHashMap::default();
        for edge in self.cfg.edges() {
            if let Some((var, given)) = self.assignment(edge) {
                assigned.entry(var).or_default().push(given);
            }
        }
        assigned
    }

    /// The variable that an edge assigns, and what.
    fn assignment(&self, edge: EdgeId) -> Option<(VarId, PointerSource)> {
        let stmt = &self.cfg.edge(edge).stmt;
        let var = self.var(stmt.written()?)?;
        let given = match stmt {
            Stmt::Assign { value, .. } => self.value(*value),
            Stmt::Call {
                callee: Callee::Direct(callee),
                ..
            } if self.is_maker(*callee) => PointerSource::New,
            _ => PointerSource::Else,
        };
        Some((var, given))
    }

    fn is_maker(&self, func: FuncId) -> bool {
        let function = &self.program.funcs[func];
        match function.body {
            Some(_) => self.allocators.makes(func),
            None => allocation(&function.name).is_some(),
        }
    }

    fn value(&self, value: ExprId) -> PointerSource {
        let value = self.program.without_casts(value);
        match self.program.terms.expr(value).kind {
            _ if self.program.const_value(value) == Some(0) => PointerSource::New,
            ExprKind::Load(place) => self
                .var(place)
                .map_or(PointerSource::Else, PointerSource::Same),
            _ => PointerSource::Else,
        }
    }

    fn var(&self, place: PlaceId) -> Option<VarId> {
        match self.program.terms.place(place).kind {
            PlaceKind::Var(var) => Some(var),
            _ => None,
        }
    }
}
