//! Where calls write, more exactly than by region: at addresses that arguments tell.
//!
//! `init(&a)` writes `a` although `init` is also called for `b`, which lies in the same region. A store counts as such
//! if its address is made of parameters and constants only, and of variables that are assigned once, from such;
//! parameters are never written, so it can be computed from the arguments. A region with any other store is open: it may be written anywhere.

use analysis::callgraph::CallGraph;
use analysis::regions::RegionId;
use ir::{Callee, ExprId, ExprKind, FuncId, PlaceId, PlaceKind, Stmt, Term, VarId, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::entity::Arena;
use z3::ast::{Ast, BV};

use crate::calls::single_assignment::single_assignments;
use crate::encoding_context::EncodingContext;
use crate::execution::state::State;
use crate::memory::address::Piece;

/// Made once per program.
#[derive(Debug, Default)]
pub struct Frames {
    by_function: Arena<FuncId, Frame>,
}

/// What the statements of one function write.
#[derive(Debug, Default)]
struct Frame {
    open: FxHashSet<RegionId>,
    stores: Vec<PlaceId>,
    calls: Vec<(FuncId, Vec<ExprId>)>,
    /// Variables that are assigned once, from parameters and each other.
    single_assignments: Vec<(VarId, ExprId)>,
    steady: FxHashSet<VarId>,
    /// Nothing is known.
    anything: bool,
}

/// Where a function writes that calls no other, in its own words.
pub struct LeafWrites<'f> {
    /// What variables stand for, each in words of parameters and of those before it.
    pub single_assignments: &'f [(VarId, ExprId)],
    pub stores: &'f [PlaceId],
    /// May be written anywhere.
    pub open: &'f FxHashSet<RegionId>,
}

/// Where a region is written.
type Stores = Vec<Piece>;

/// More stores to one region than this are not told apart.
const MAX_STORES_PER_REGION: usize = 16;

/// More calls below one call than this are not followed.
const MAX_CALLS_BELOW: usize = 64;

impl Frames {
    pub(crate) fn new(context: &EncodingContext<'_>, calls: &CallGraph) -> Self {
        let mut frames = Frames::default();
        for func in context.program.funcs.ids() {
            let recursive = !calls.contains(func) || calls.is_recursive(func);
            frames
                .by_function
                .push(Frame::new(context, func, recursive));
        }
        frames
    }

    /// Where a function writes, if it can tell.
    pub fn leaf_writes(&self, func: FuncId) -> Option<LeafWrites<'_>> {
        let frame = &self.by_function[func];
        (!frame.anything && frame.calls.is_empty()).then_some(LeafWrites {
            single_assignments: &frame.single_assignments,
            stores: &frame.stores,
            open: &frame.open,
        })
    }

    /// What a call writes, by region; a region that is missing may be written anywhere. `entry` is the state in which
    /// the parameters have their values.
    pub fn stores(
        &self,
        context: &EncodingContext<'_>,
        func: FuncId,
        entry: &State,
    ) -> FxHashMap<RegionId, Stores> {
        let mut gathered = Gathered::default();
        let known = context.program.funcs[func].params.iter().copied().collect();
        self.gather(context, func, &mut entry.clone(), known, &mut gathered);
        if gathered.anything {
            return FxHashMap::default();
        }
        let Gathered {
            mut stores, open, ..
        } = gathered;
        stores.retain(|region, at| !open.contains(region) && at.len() <= MAX_STORES_PER_REGION);
        stores
    }

    fn gather(
        &self,
        context: &EncodingContext<'_>,
        func: FuncId,
        entry: &mut State,
        mut known: FxHashSet<VarId>,
        gathered: &mut Gathered,
    ) {
        let frame = &self.by_function[func];
        gathered.calls += 1;
        if frame.anything || gathered.calls > MAX_CALLS_BELOW {
            gathered.anything = true;
            return;
        }
        gathered.open.extend(&frame.open);
        for &(var, value) in &frame.single_assignments {
            if is_known(context, Term::Expr(value), &known) {
                let value = entry.value(context, value).simplify();
                entry.set_var(var, value);
                known.insert(var);
            }
        }
        for &place in &frame.stores {
            let region = context.region(place);
            if !is_known(context, Term::Place(place), &known) {
                gathered.open.insert(region);
                continue;
            }
            let mut store = entry.piece(context, place);
            store.address = store.address.simplify();
            let stores = gathered.stores.entry(region).or_default();
            if !stores.contains(&store) {
                stores.push(store);
            }
        }
        if mutants::is("calls-write-where-they-store-themselves-only") {
            return;
        }
        for (callee, args) in &frame.calls {
            let mut inner = entry.clone();
            let mut bound = FxHashSet::default();
            for (&param, &arg) in context.program.funcs[*callee].params.iter().zip(args) {
                let steady = frame.is_steady(context, Term::Expr(arg), func);
                if steady && context.is_symbol(param) && is_known(context, Term::Expr(arg), &known)
                {
                    let value = entry.value(context, arg);
                    inner.set_var(param, value);
                    bound.insert(param);
                }
            }
            self.gather(context, *callee, &mut inner, bound, gathered);
            if gathered.anything {
                return;
            }
        }
    }
}

#[derive(Default)]
struct Gathered {
    open: FxHashSet<RegionId>,
    stores: FxHashMap<RegionId, Stores>,
    calls: usize,
    anything: bool,
}

impl Frame {
    fn new(context: &EncodingContext<'_>, func: FuncId, recursive: bool) -> Self {
        let mut frame = Frame {
            anything: recursive,
            ..Frame::default()
        };
        let Some(cfg) = &context.program.funcs[func].body else {
            frame.anything = true;
            return frame;
        };
        frame.single_assignments = single_assignments(context.program, func, |value, known| {
            is_steady(context, Term::Expr(value), func, known)
        });
        frame.steady = frame
            .single_assignments
            .iter()
            .map(|&(var, _)| var)
            .collect();
        for edge in cfg.edges() {
            let stmt = &cfg.edge(edge).stmt;
            match stmt {
                Stmt::HavocMemory => frame.anything = true,
                Stmt::Call {
                    callee: Callee::Direct(callee),
                    args,
                    ..
                } if context.program.funcs[*callee].body.is_some() => {
                    frame.calls.push((*callee, args.clone()));
                }
                Stmt::Call {
                    callee: Callee::Indirect(_),
                    ..
                } => frame.anything = true,
                _ => {}
            }
            if !mutants::is("a-callee-s-library-calls-write-nothing") {
                frame
                    .open
                    .extend(context.writes.outside(func, edge).regions);
            }
            let written = stmt.written().into_iter();
            let begun = match stmt {
                Stmt::Begin { var } => context.var_place(*var),
                _ => None,
            };
            for place in written.chain(begun) {
                frame.write(context, func, place);
            }
        }
        frame
    }

    fn is_steady(&self, context: &EncodingContext<'_>, term: Term, func: FuncId) -> bool {
        is_steady(context, term, func, &self.steady)
    }

    fn write(&mut self, context: &EncodingContext<'_>, func: FuncId, place: PlaceId) {
        let program = context.program;
        let exact = context.symbol(place).is_none()
            && program.types.is_scalar(program.place_type(place))
            && program.bit_width(place).is_none()
            && self.is_steady(context, Term::Place(place), func);
        if !exact {
            self.open.extend(context.regions_of(place));
        } else if !self.stores.contains(&place) {
            self.stores.push(place);
        }
    }
}

/// Whether a term means the same throughout a function: it is made of constants, parameters and variables that do.
fn is_steady(
    context: &EncodingContext<'_>,
    term: Term,
    func: FuncId,
    single_assignments: &FxHashSet<VarId>,
) -> bool {
    let terms = &context.program.terms;
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match term {
            Term::Expr(e) => match terms.expr(e).kind {
                ExprKind::Load(place) => match terms.place(place).kind {
                    PlaceKind::Var(var)
                        if context.is_symbol(var) && single_assignments.contains(&var) => {}
                    PlaceKind::Var(var)
                        if context.is_symbol(var)
                            && matches!(context.program.vars[var].kind, VarKind::Param(f, _) if f == func)
                            && context.program.funcs[func].params.contains(&var) => {}
                    _ => return false,
                },
                ExprKind::LabelAddr(..) => return false,
                _ => stack.extend(terms.children(term).into_iter().flatten()),
            },
            Term::Place(place) => match terms.place(place).kind {
                PlaceKind::Var(var) if !context.layout.exists_once(var) => return false,
                _ => stack.extend(terms.children(term).into_iter().flatten()),
            },
        }
    }
    true
}

/// Whether all parameters that a steady term mentions have a value.
fn is_known(context: &EncodingContext<'_>, term: Term, known: &FxHashSet<VarId>) -> bool {
    let terms = &context.program.terms;
    terms.parts(term).into_iter().all(|part| match part {
        Term::Expr(e) => match terms.expr(e).kind {
            ExprKind::Load(place) => match terms.place(place).kind {
                PlaceKind::Var(var) => known.contains(&var),
                _ => false,
            },
            _ => true,
        },
        Term::Place(_) => true,
    })
}

/// Whether two pieces of memory have nothing in common, whatever else holds.
pub fn are_apart(a: &Piece, b: &Piece) -> bool {
    if a.reach.is_apart(&b.reach) {
        return true;
    }
    let distance = |x: &BV, y: &BV| x.bvsub(y).simplify().as_u64();
    let (Some(up), Some(down)) = (
        distance(&a.address, &b.address),
        distance(&b.address, &a.address),
    ) else {
        return false;
    };
    up >= b.size.into() && down >= a.size.into()
}
