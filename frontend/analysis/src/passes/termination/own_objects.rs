//! Objects of one number that one pointer leads to, and nothing else: they become variables.
//!
//! `int *x = alloca(sizeof(int))` with no use of `x` but `*x` is a variable in other clothes. As one it is what measures are
//! made of, and a turn can begin with any value of it. Memory that was just allocated holds anything, as the new variable
//! does; where an allocation fails, what follows the null pointer has no meaning in C.

use ir::types::TypeId;
use ir::{
    Callee, Cfg, EdgeId, Expr, ExprId, ExprKind, FuncId, Place, PlaceId, PlaceKind, Program, Stmt,
    Term, VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The program with such objects as variables.
pub fn own_objects(program: &Program) -> Program {
    let mut new = program.clone();
    let mut becomes: FxHashMap<VarId, VarId> = FxHashMap::default();
    let mut statements: Vec<(FuncId, EdgeId, Stmt)> = Vec::new();
    for (func, _, cfg) in program.defined() {
        for owner in owners(program, func, cfg) {
            let name = format!("*{}", program.vars[owner.pointer].name);
            let is_taken = new.vars.iter().any(|(_, var)| *var.unique == *name);
            let unique = match is_taken {
                true => format!("{name}${}", new.vars.len()),
                false => name.clone(),
            };
            let (ty, kind) = (owner.ty, VarKind::Local(func));
            let span = program.vars[owner.pointer].span;
            let var = new.new_variable(name.into(), unique.into(), ty, kind, span);
            becomes.insert(owner.pointer, var);
            let place = new.var_place(var);
            statements.push((func, owner.allocation, Stmt::Havoc { place }));
            statements.extend(owner.copy.map(|edge| (func, edge, Stmt::Skip)));
        }
    }
    if becomes.is_empty() {
        return new;
    }
    let renamed = Renamed::of(&mut new, &becomes);
    for (func, _, old) in program.defined() {
        if let Some(cfg) = &mut new.funcs[func].body {
            for edge in old.edges() {
                renamed.apply(&mut cfg.edge_mut(edge).stmt);
            }
        }
    }
    for (func, edge, stmt) in statements {
        if let Some(cfg) = &mut new.funcs[func].body {
            cfg.edge_mut(edge).stmt = stmt;
        }
    }
    debug_assert_eq!(new.verify(), Ok(()));
    new
}

/// A pointer to an object of its own.
struct Owner {
    pointer: VarId,
    ty: TypeId,
    allocation: EdgeId,
    /// Where it gets the address from the result of the allocation, if not at once.
    copy: Option<EdgeId>,
}

fn owners(program: &Program, func: FuncId, cfg: &Cfg) -> Vec<Owner> {
    let uses = Uses::of(program, cfg);
    let pointers = program.funcs[func].locals.iter().copied();
    pointers
        .filter_map(|pointer| owner(program, cfg, &uses, pointer))
        .collect()
}

fn owner(program: &Program, cfg: &Cfg, uses: &Uses, pointer: VarId) -> Option<Owner> {
    let var = &program.vars[pointer];
    let is_used = uses.otherwise.contains(&pointer) || uses.copies.contains_key(&pointer);
    if var.address_taken || var.quals.is_volatile || is_used {
        return None;
    }
    let &ty = uses.followed.get(&pointer)?;
    let [definition] = uses.written.get(&pointer)?[..] else {
        return None;
    };
    let (allocation, copy) = match cfg.edge(definition).stmt {
        Stmt::Assign { value, .. } => {
            let source = copied(program, value)?;
            let [allocation] = uses.written.get(&source)?[..] else {
                return None;
            };
            let is_used = uses.otherwise.contains(&source) || uses.followed.contains_key(&source);
            // The pointer gets each object once, and has no other one in between.
            let at = cfg.source(definition);
            let follows = cfg.target(allocation) == at
                && cfg.incoming(at).len() == 1
                && cfg.outgoing(at).len() == 1;
            let is_known = follows && uses.copies.get(&source) == Some(&1);
            if is_used || !is_known || program.vars[source].address_taken {
                return None;
            }
            (allocation, Some(definition))
        }
        _ => (definition, None),
    };
    let size = allocated(program, &cfg.edge(allocation).stmt)?;
    let kind = program.types.int_kind(ty)?;
    let bits = i128::from(program.types.width(kind));
    let is_local = matches!(var.kind, VarKind::Local(_) | VarKind::Temp(_));
    (is_local && bits <= 8 * size).then_some(Owner {
        pointer,
        ty,
        allocation,
        copy,
    })
}

/// How many bytes a statement allocates, if it does and that is known.
fn allocated(program: &Program, stmt: &Stmt) -> Option<i128> {
    match stmt {
        Stmt::Alloca { size, .. } => program.const_value(*size),
        Stmt::Call {
            callee: Callee::Direct(callee),
            args,
            ..
        } => {
            let callee = &program.funcs[*callee];
            let [size] = args[..] else { return None };
            let allocates = callee.body.is_none() && &*callee.name == "malloc";
            allocates.then(|| program.const_value(size))?
        }
        _ => None,
    }
}

/// The variable whose value an expression is, perhaps as a pointer of another type.
fn copied(program: &Program, value: ExprId) -> Option<VarId> {
    match program.terms.expr(program.without_casts(value)).kind {
        ExprKind::Load(place) => match program.terms.place(place).kind {
            PlaceKind::Var(var) => Some(var),
            _ => None,
        },
        _ => None,
    }
}

/// What a function does with pointers.
#[derive(Default)]
struct Uses {
    written: FxHashMap<VarId, Vec<EdgeId>>,
    /// Pointers that are followed, and to what: always to integers of one type, which are read or written whole.
    followed: FxHashMap<VarId, TypeId>,
    /// How often the value of a variable is assigned to another one, as it is.
    copies: FxHashMap<VarId, usize>,
    /// Variables that are used in some other way.
    otherwise: FxHashSet<VarId>,
}

impl Uses {
    fn of(program: &Program, cfg: &Cfg) -> Self {
        let mut uses = Uses::default();
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            let written = stmt.written();
            if let Some(PlaceKind::Var(var)) = written.map(|at| program.terms.place(at).kind) {
                uses.written.entry(var).or_default().push(edge);
            }
            if let (Stmt::Assign { value, .. }, Some(place)) = (stmt, written)
                && let PlaceKind::Var(_) = program.terms.place(place).kind
                && let Some(source) = copied(program, *value)
            {
                *uses.copies.entry(source).or_default() += 1;
                continue;
            }
            for root in stmt.exprs() {
                uses.root(program, Term::Expr(root));
            }
            if let Some(place) = written {
                uses.root(program, Term::Place(place));
                uses.follow(program, place);
            }
        }
        uses
    }

    fn root(&mut self, program: &Program, root: Term) {
        if let Term::Expr(e) = root
            && let Some(var) = loaded(program, e)
        {
            self.otherwise.insert(var);
        }
        for part in program.terms.parts(root) {
            for child in program.terms.children(part).into_iter().flatten() {
                match (part, child) {
                    // Places behind pointers are looked at where they are read or written.
                    (_, Term::Expr(_)) if is_deref(program, part) => {}
                    (_, Term::Expr(e)) => self.otherwise.extend(loaded(program, e)),
                    (Term::Expr(e), Term::Place(place)) => match program.terms.expr(e).kind {
                        ExprKind::Load(_) => self.follow(program, place),
                        _ => self.not_whole(program, place),
                    },
                    (Term::Place(_), Term::Place(place)) => self.not_whole(program, place),
                }
            }
        }
    }

    /// A place that is read or written.
    fn follow(&mut self, program: &Program, place: PlaceId) {
        let Some(var) = followed(program, place) else {
            return;
        };
        let ty = program.place_type(place);
        let known = *self.followed.entry(var).or_insert(ty);
        if known != ty || !program.types.is_integer(ty) || program.is_volatile(place) {
            self.otherwise.insert(var);
        }
    }

    fn not_whole(&mut self, program: &Program, place: PlaceId) {
        self.otherwise.extend(followed(program, place));
    }
}

fn is_deref(program: &Program, term: Term) -> bool {
    let Term::Place(place) = term else {
        return false;
    };
    matches!(program.terms.place(place).kind, PlaceKind::Deref(_))
}

/// The pointer variable that a place is behind.
fn followed(program: &Program, place: PlaceId) -> Option<VarId> {
    match program.terms.place(place).kind {
        PlaceKind::Deref(pointer) => loaded(program, pointer),
        _ => None,
    }
}

fn loaded(program: &Program, e: ExprId) -> Option<VarId> {
    let ExprKind::Load(place) = program.terms.expr(e).kind else {
        return None;
    };
    match program.terms.place(place).kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    }
}

/// All terms, with the objects as variables.
struct Renamed {
    exprs: FxHashMap<ExprId, ExprId>,
    places: FxHashMap<PlaceId, PlaceId>,
}

impl Renamed {
    fn of(program: &mut Program, becomes: &FxHashMap<VarId, VarId>) -> Self {
        let mut renamed = Renamed {
            exprs: FxHashMap::default(),
            places: FxHashMap::default(),
        };
        // Parts come before what they are parts of.
        for term in program.terms.in_order().to_vec() {
            match term {
                Term::Expr(e) => renamed.add_expr(program, e),
                Term::Place(place) => {
                    let var = followed(program, place).and_then(|var| becomes.get(&var));
                    let new = match var {
                        Some(&var) => program.var_place(var),
                        None => renamed.place_of(program, place),
                    };
                    if new != place {
                        renamed.places.insert(place, new);
                    }
                }
            }
        }
        renamed
    }

    fn add_expr(&mut self, program: &mut Program, e: ExprId) {
        let Expr { kind, ty } = *program.terms.expr(e);
        let kind = match kind {
            ExprKind::Load(place) => ExprKind::Load(self.place(place)),
            ExprKind::AddrOf(place) => ExprKind::AddrOf(self.place(place)),
            ExprKind::Unary(op, a) => ExprKind::Unary(op, self.expr(a)),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(op, self.expr(a), self.expr(b)),
            ExprKind::Cast(a) => ExprKind::Cast(self.expr(a)),
            other => other,
        };
        let new = program.terms.intern_expr(Expr { kind, ty });
        if new != e {
            self.exprs.insert(e, new);
        }
    }

    fn place_of(&self, program: &mut Program, place: PlaceId) -> PlaceId {
        let Place { kind, ty } = *program.terms.place(place);
        let kind = match kind {
            PlaceKind::Var(_) => kind,
            PlaceKind::Deref(e) => PlaceKind::Deref(self.expr(e)),
            PlaceKind::Field(base, field) => PlaceKind::Field(self.place(base), field),
            PlaceKind::Index(base, index) => PlaceKind::Index(self.place(base), self.expr(index)),
        };
        program.terms.intern_place(Place { kind, ty })
    }

    fn expr(&self, e: ExprId) -> ExprId {
        self.exprs.get(&e).copied().unwrap_or(e)
    }

    fn place(&self, place: PlaceId) -> PlaceId {
        self.places.get(&place).copied().unwrap_or(place)
    }

    fn apply(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Assign { place, value } => {
                *place = self.place(*place);
                *value = self.expr(*value);
            }
            Stmt::Assume { cond } => *cond = self.expr(*cond),
            Stmt::Havoc { place } => *place = self.place(*place),
            Stmt::Call {
                result,
                callee,
                args,
            } => {
                *result = result.map(|place| self.place(place));
                if let Callee::Indirect(e) = callee {
                    *e = self.expr(*e);
                }
                args.iter_mut().for_each(|arg| *arg = self.expr(*arg));
            }
            Stmt::Return { value } => *value = value.map(|e| self.expr(e)),
            Stmt::Alloca { result, size, .. } => {
                *result = self.place(*result);
                *size = self.expr(*size);
            }
            Stmt::Free { pointer } => *pointer = self.expr(*pointer),
            Stmt::VaStart { list } | Stmt::VaEnd { list } => *list = self.expr(*list),
            Stmt::VaArg { result, list } => {
                *result = self.place(*result);
                *list = self.expr(*list);
            }
            Stmt::VaCopy { to, from } => {
                *to = self.expr(*to);
                *from = self.expr(*from);
            }
            Stmt::Skip | Stmt::HavocMemory | Stmt::Begin { .. } | Stmt::End { .. } => {}
        }
    }
}
