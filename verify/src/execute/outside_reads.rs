//! Which values from outside an execution looks at, where it does: members of objects that the program itself has not
//! made, and of structures that the first function is given.

use interp::{Input, View};
use ir::{Cfg, EdgeId, ExprId, ExprKind, FuncId, PlaceId, PlaceKind, Program, Term, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::UNFIXED_ADDRESSES;
use std::rc::Rc;

/// After so many values the rest is not told.
const MAX_READS_TOLD: usize = 400;

/// A value from outside.
#[derive(Clone, Copy, Debug)]
pub struct Read {
    pub place: PlaceId,
    pub bits: u128,
}

/// Loads of one edge, with the places they are from.
pub(crate) type Loads = Rc<[(ExprId, PlaceId)]>;

pub(crate) struct Reads<'p> {
    program: &'p Program,
    /// What objects from outside hold at the start, by address, in order.
    objects: Vec<(u64, Vec<u8>)>,
    /// What edges load, by edge.
    loads: FxHashMap<(FuncId, EdgeId), Loads>,
    told: FxHashSet<u64>,
}

/// Where structures that are parameters are taken to lie: each is told apart, and from everything else.
const PARAMETERS_START: u64 = 1 << 62;

impl<'p> Reads<'p> {
    pub(crate) fn new(program: &'p Program, objects: Vec<(u64, Vec<u8>)>) -> Self {
        let mut objects = objects;
        objects.sort_unstable();
        Reads {
            program,
            objects,
            loads: FxHashMap::default(),
            told: FxHashSet::default(),
        }
    }

    /// The objects among inputs.
    pub(crate) fn given(inputs: &[Input]) -> Vec<(u64, Vec<u8>)> {
        let object = |input: &Input| match input {
            Input::Object(address, size, contents) => {
                let mut contents = contents.clone();
                contents.resize(*size as usize, 0);
                Some((*address, contents))
            }
            _ => None,
        };
        inputs.iter().filter_map(object).collect()
    }

    /// The values that an edge looks at for the first time.
    pub(crate) fn look(
        &mut self,
        func: FuncId,
        edge: EdgeId,
        view: &mut View<'_, '_>,
    ) -> Vec<Read> {
        if self.told.len() >= MAX_READS_TOLD {
            return Vec::new();
        }
        let program = self.program;
        let loads = self.loads.entry((func, edge)).or_insert_with(|| {
            let cfg = program.funcs[func].body.as_ref();
            cfg.map_or(Rc::default(), |cfg| loads(program, cfg, edge))
        });
        let mut found = Vec::new();
        for &(load, place) in loads.clone().iter() {
            let Some(address) = address(program, place, view) else {
                continue;
            };
            let Ok(value) = view.value(load) else {
                continue;
            };
            let size = program.types.size_of(program.place_type(place));
            let is_new = self.holds(address, size.unwrap_or(0), value.bits);
            if is_new && self.told.insert(address) {
                let bits = value.bits;
                found.push(Read { place, bits });
            }
        }
        found
    }

    /// Whether the value has been there from the start.
    fn holds(&self, address: u64, size: u64, bits: u128) -> bool {
        if address >= PARAMETERS_START {
            return true;
        }
        let after = self.objects.partition_point(|(start, _)| *start <= address);
        let Some((start, bytes)) = after.checked_sub(1).map(|n| &self.objects[n]) else {
            return false;
        };
        let from = (address - start) as usize;
        let bits = bits.to_le_bytes();
        let byte = |n: usize| bytes.get(from + n).copied().unwrap_or(0);
        let inside = UNFIXED_ADDRESSES.contains(&address) && size <= 16;
        inside && (0..size as usize).all(|n| byte(n) == bits[n])
    }
}

/// What a statement loads from behind pointers, and from structures that are parameters.
pub(crate) fn loads(program: &Program, cfg: &Cfg, edge: EdgeId) -> Loads {
    let stmt = &cfg.edge(edge).stmt;
    let exprs = stmt.exprs().into_iter().map(Term::Expr);
    let terms = exprs.chain(stmt.written().map(Term::Place));
    let mut found: Vec<(ExprId, PlaceId)> = Vec::new();
    for term in terms.flat_map(|term| program.terms.parts(term)) {
        if let Term::Expr(load) = term
            && let ExprKind::Load(place) = program.terms.expr(load).kind
            && program.types.is_scalar(program.place_type(place))
            && program.bit_width(place).is_none()
            && !matches!(program.terms.place(place).kind, PlaceKind::Var(_))
            && !found.contains(&(load, place))
        {
            found.push((load, place));
        }
    }
    found.into()
}

/// Where a place lies now.
pub(crate) fn address(program: &Program, place: PlaceId, view: &mut View<'_, '_>) -> Option<u64> {
    let mut distance = 0u64;
    let mut at = place;
    loop {
        at = match program.terms.place(at).kind {
            PlaceKind::Deref(pointer) => {
                let start = view.value(pointer).ok()?;
                return Some((start.bits as u64).wrapping_add(distance));
            }
            PlaceKind::Field(base, field) => {
                let record = program.types.record_of(program.place_type(base))?;
                let offset = program.types.records[record].fields[field].offset();
                distance = distance.wrapping_add(offset);
                base
            }
            PlaceKind::Index(base, index) => {
                let size = program.types.size_of(program.place_type(at))?;
                let index = view.value(index).ok()?.bits as u64;
                distance = distance.wrapping_add(index.wrapping_mul(size));
                base
            }
            PlaceKind::Var(var) => match program.vars[var].kind {
                VarKind::Param(func, n) if program.entry == Some(func) => {
                    return Some(
                        PARAMETERS_START + (u64::from(n) << 32) + (distance & 0xffff_ffff),
                    );
                }
                _ => return None,
            },
        };
    }
}
