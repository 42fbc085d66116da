//! Data that calls bring in from outside: what `copy_from_user` writes.
//!
//! The object that is written holds anything afterwards, which is a statement of its own: then executions can be told
//! what it holds.

use super::Lowerer;
use ir::{
    Callee, Cfg, Edge, EdgeKind, ExprId, ExprKind, FuncId, Location, PlaceId, PlaceKind, Program,
    Stmt,
};

/// Functions that write to their first argument as many bytes as the third says.
const COPY_IN: [&str; 3] = ["copy_from_user", "__copy_from_user", "_copy_from_user"];

impl Lowerer<'_> {
    /// Puts these statements behind the calls of functions without a body.
    pub(super) fn havoc_copied_in(&mut self) {
        for func in self.program.funcs.ids() {
            let Some(cfg) = self.program.funcs[func].body.take() else {
                continue;
            };
            // The body of a function that copies itself is not looked at meanwhile.
            let opened = opened(&mut self.program, &cfg, func);
            self.program.funcs[func].body = Some(opened.unwrap_or(cfg));
        }
    }
}

/// The automaton with those statements, if there are any.
fn opened(program: &mut Program, cfg: &Cfg, func: FuncId) -> Option<Cfg> {
    let mut new = cfg.without_edges();
    let mut any = false;
    for edge in cfg.edges() {
        let (from, to) = (cfg.source(edge), cfg.target(edge));
        let place = brought_in(program, &cfg.edge(edge).stmt, func);
        let is_there = |place: &PlaceId| {
            let then = cfg.outgoing(to).into_iter().map(|e| &cfg.edge(e).stmt);
            let mut then = then.filter(|stmt| **stmt == Stmt::Havoc { place: *place });
            then.next().is_some()
        };
        let Some(place) = place.filter(|place| !is_there(place)) else {
            new.add_edge(from, to, cfg.edge(edge).clone());
            continue;
        };
        any = true;
        let between = new.add_loc(Location::default());
        new.add_edge(from, between, cfg.edge(edge).clone());
        let then = Edge {
            stmt: Stmt::Havoc { place },
            span: cfg.edge(edge).span,
            kind: EdgeKind::Plain,
        };
        new.add_edge(between, to, then);
    }
    any.then_some(new)
}

/// The object that a call brings in as a whole.
fn brought_in(program: &mut Program, stmt: &Stmt, caller: FuncId) -> Option<PlaceId> {
    let Stmt::Call {
        callee: Callee::Direct(callee),
        args,
        ..
    } = stmt
    else {
        return None;
    };
    let function = &program.funcs[*callee];
    let is_copy = COPY_IN.contains(&&*function.name) && function.body.is_none();
    let [to, _, size] = args[..] else {
        return None;
    };
    if !is_copy || *callee == caller {
        return None;
    }
    let size = u64::try_from(program.const_value(size)?).ok()?;
    let place = place_of(program, to)?;
    whole(program, place, size)
}

/// What a pointer leads to.
fn place_of(program: &mut Program, pointer: ExprId) -> Option<PlaceId> {
    let pointer = program.without_casts(pointer);
    match program.terms.expr(pointer).kind {
        ExprKind::AddrOf(place) => Some(place),
        _ => {
            let target = program.types.target(program.type_of(pointer))?;
            program.types.size_of(target)?;
            Some(program.deref(pointer))
        }
    }
}

/// The object of that size that begins at a place.
fn whole(program: &Program, place: PlaceId, size: u64) -> Option<PlaceId> {
    let found = program.types.size_of(program.place_type(place))?;
    match program.terms.place(place).kind {
        _ if found == size && program.bit_width(place).is_none() => Some(place),
        PlaceKind::Index(array, index) if program.const_value(index) == Some(0) => {
            whole(program, array, size)
        }
        _ => None,
    }
}
