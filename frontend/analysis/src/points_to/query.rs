//! Questions to a solved points-to problem.
//!
//! Terms that the program had when it was analysed are answered from the solution; terms made
//! later (by substitution, say) are evaluated over it. Answers for statements of functions that
//! nothing calls are empty.

use super::generate::{Value, Where};
use super::memory::{ANY, TargetId};
use super::outside_types::{is_buffer, is_part_of_address, may_meet};
use super::shape::{Folded, Shape};
use super::solve::Member;
use super::{
    Callees, Cell, CellId, ObjId, ObjectKind, PointsTo, Target, UNKNOWN_LEN, access_len,
    is_aligning, member,
};
use ir::types::TypeId;
use ir::{
    BinaryOp, EdgeId, ExprId, ExprKind, FuncId, Known, KnownObject, PlaceId, PlaceKind, Program,
    VarId,
};
use source::entity::{Arena, EntityId};

/// A target, and whether the pointer to it comes from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Aim {
    at: Target,
    from_outside: bool,
}

impl Aim {
    fn own(at: Target) -> Self {
        Aim {
            at,
            from_outside: false,
        }
    }
}

/// What is aimed at, in order.
fn targets(aims: Vec<Aim>) -> Vec<Target> {
    let mut found: Vec<Target> = aims.into_iter().map(|aim| aim.at).collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl PointsTo {
    /// Whether something may call the function.
    pub fn is_reached(&self, func: FuncId) -> bool {
        self.reached.get(func).is_some_and(|&r| r)
    }

    /// The functions that the call at an edge may reach; none if it is no call that may run.
    pub fn callees(&self, func: FuncId, edge: EdgeId) -> Option<&Callees> {
        self.calls.get(&(func, edge))
    }

    /// What is known outside of the program: what memory outside may lead to.
    pub fn known_outside(&self, program: &Program) -> Vec<Known> {
        let Some(outside) = self.object_by_kind(ObjectKind::External) else {
            return Vec::new();
        };
        let cells = self.cells_of(outside);
        let targets = cells.flat_map(|cell| self.contents(cell));
        let mut found: Vec<Known> = Vec::new();
        for Target { object, offset } in targets {
            let object = match self.objects[object].kind {
                ObjectKind::Var(var) => KnownObject::Var(var),
                ObjectKind::Func(func) => KnownObject::Func(func),
                ObjectKind::Heap(func, edge) | ObjectKind::Stack(func, edge) => {
                    let Some(cfg) = &program.funcs[func].body else {
                        continue;
                    };
                    KnownObject::Allocated(func, cfg.edge(edge).span)
                }
                _ => continue,
            };
            let known = Known { object, offset };
            if !found.contains(&known) {
                found.push(known);
            }
        }
        found
    }

    /// The object of a variable, if anything mentions it.
    pub fn object_of(&self, var: VarId) -> Option<ObjId> {
        self.vars.get(var).copied().flatten()
    }

    /// The object of a kind that has one, if anything mentions it.
    pub fn object_by_kind(&self, kind: ObjectKind) -> Option<ObjId> {
        self.by_kind.get(&kind).copied()
    }

    pub fn cells(&self) -> &Arena<CellId, Cell> {
        &self.cells
    }

    /// The cells of an object, its rest first.
    pub fn cells_of(&self, object: ObjId) -> impl Iterator<Item = CellId> + use<> {
        let first = self.first_cells[object].index();
        let count = self.stores[object].cells.len();
        (first..=first + count).map(CellId::from_index)
    }

    /// What a cell may hold.
    pub fn contents(&self, cell: CellId) -> Vec<Target> {
        targets(self.held(cell))
    }

    fn held(&self, cell: CellId) -> Vec<Aim> {
        match self.cell_sets[cell.index()] {
            Some(set) => self.decode(set),
            None => Vec::new(),
        }
    }

    /// Whether a cell may hold a number that came from outside, or a pointer made of one.
    pub fn may_hold_number(&self, cell: CellId) -> bool {
        let targets = self.cell_sets[cell.index()].map(|set| self.sets[set as usize].iter());
        targets.into_iter().flatten().any(|t| {
            let (object, _) = self.targets[TargetId::from_index(t as usize)];
            self.objects[object].kind == ObjectKind::Integer
        })
    }

    /// The addresses that an expression may have; null and what is no address are not listed.
    pub fn targets(&self, program: &Program, expr: ExprId) -> Vec<Target> {
        targets(self.aims(program, expr))
    }

    fn aims(&self, program: &Program, expr: ExprId) -> Vec<Aim> {
        match self.exprs.get(expr) {
            Some(Value::Node(node)) => self.decode(self.node_sets[node.index()]),
            Some(Value::Plain) => Vec::new(),
            Some(Value::Unbuilt) | None => self.evaluate(program, expr),
        }
    }

    /// The objects and offsets that a place may denote.
    pub fn place_targets(&self, program: &Program, place: PlaceId) -> Vec<Target> {
        targets(self.place_aims(program, place))
    }

    fn place_aims(&self, program: &Program, place: PlaceId) -> Vec<Aim> {
        match self.places.get(place) {
            Some(Where::Fixed(target)) => vec![self.aim(*target)],
            Some(Where::Through(node)) => self.decode(self.node_sets[node.index()]),
            Some(Where::Unbuilt) | None => self.locate(program, place),
        }
    }

    /// The cells that reading or writing a place may touch, in order.
    pub fn place_cells(&self, program: &Program, place: PlaceId) -> Vec<CellId> {
        let touched = || {
            let targets = self.place_targets(program, place);
            self.touched(program, &targets, access_len(program, place))
        };
        match self.place_cells.get(place) {
            Some(cells) if self.places[place] != Where::Unbuilt => {
                cells.get_or_init(|| touched().into()).to_vec()
            }
            _ => touched(),
        }
    }

    /// The objects that the targets of a set lie in, in order.
    fn set_objects(&self, set: u32) -> &[ObjId] {
        let set = set as usize;
        self.set_objects[set].get_or_init(|| {
            let object = |t: u32| self.targets[TargetId::from_index(t as usize)].0;
            let mut found: Vec<ObjId> = self.sets[set].iter().map(object).collect();
            found.sort_unstable();
            found.dedup();
            found.into()
        })
    }

    /// All cells of the objects that an expression may point to, and theirs in turn if `deep`.
    pub fn pointed_cells(&self, program: &Program, expr: ExprId, deep: bool) -> Vec<CellId> {
        let mut seen_objects = vec![false; self.objects.len()];
        let mut seen_sets = vec![false; self.sets.len()];
        let mut stack: Vec<ObjId> = match self.exprs.get(expr) {
            Some(Value::Plain) => return Vec::new(),
            Some(Value::Node(node)) => self.set_objects(self.node_sets[node.index()]).to_vec(),
            _ => self
                .evaluate(program, expr)
                .iter()
                .map(|aim| aim.at.object)
                .collect(),
        };
        let mut found = Vec::new();
        while let Some(object) = stack.pop() {
            if std::mem::replace(&mut seen_objects[object.index()], true) {
                continue;
            }
            for cell in self.cells_of(object) {
                found.push(cell);
                if deep
                    && let Some(set) = self.cell_sets[cell.index()]
                    && !std::mem::replace(&mut seen_sets[set as usize], true)
                {
                    stack.extend_from_slice(self.set_objects(set));
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether accesses to the two places may touch a common byte.
    pub fn may_alias(&self, program: &Program, a: PlaceId, b: PlaceId) -> bool {
        let ranges = |place| {
            let len = access_len(program, place);
            let targets = self.place_targets(program, place);
            let spans = targets.into_iter().filter_map(|t| {
                let (start, end) = self.range(program, t, len)?;
                Some((t.object, start, end))
            });
            spans.collect::<Vec<_>>()
        };
        let (xs, ys) = (ranges(a), ranges(b));
        xs.iter()
            .any(|x| ys.iter().any(|y| x.0 == y.0 && x.1 < y.2 && y.1 < x.2))
    }

    /// The cells that an access of `len` bytes at one of the targets may touch.
    pub fn touched(&self, program: &Program, targets: &[Target], len: i64) -> Vec<CellId> {
        let mut found = Vec::new();
        for target in targets {
            if let Some((start, end)) = self.range(program, *target, len) {
                self.cells_between(target.object, start, end, &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The folded bytes of an access; none outside the object.
    fn range(&self, program: &Program, target: Target, len: i64) -> Option<(i64, i64)> {
        let store = &self.stores[target.object];
        let off = target.offset.unwrap_or(ANY);
        if len < UNKNOWN_LEN && off != ANY && !store.collapsed {
            return match store.shape.fold(&program.types, off, len) {
                Folded::Outside => None,
                Folded::Range(start, end) => Some((start, end)),
                Folded::Spill => Some((i64::MIN, i64::MAX)),
            };
        }
        store.span(&program.types, off, len)
    }

    fn cells_between(&self, object: ObjId, start: i64, end: i64, found: &mut Vec<CellId>) {
        let cells = &self.stores[object].cells;
        let rest = self.first_cells[object].index();
        let from = cells.partition_point(|c| c.end <= start);
        let mut covered = 0i64;
        for (n, cell) in cells.iter().enumerate().skip(from) {
            if cell.start >= end {
                break;
            }
            found.push(CellId::from_index(rest + 1 + n));
            let inside = cell.end.min(end).saturating_sub(cell.start.max(start));
            covered = covered.saturating_add(inside);
        }
        if covered < end.saturating_sub(start) {
            found.push(CellId::from_index(rest));
        }
    }

    fn aim(&self, id: TargetId) -> Aim {
        let (object, off) = self.targets[id];
        Aim {
            at: Target {
                object,
                offset: (off != ANY).then_some(off),
            },
            from_outside: self.from_outside[id],
        }
    }

    fn decode(&self, set: u32) -> Vec<Aim> {
        self.sets[set as usize]
            .iter()
            .map(|t| self.aim(TargetId::from_index(t as usize)))
            .filter(|aim| self.objects[aim.at.object].kind != ObjectKind::Integer)
            .collect()
    }

    /// The addresses of an expression made after the analysis.
    fn evaluate(&self, program: &Program, expr: ExprId) -> Vec<Aim> {
        // Depth is bounded by that of the term: the stack grows with it.
        source::deeper(|| {
            let mut found = self.evaluate_once(program, expr);
            found.sort_unstable();
            found.dedup();
            found
        })
    }

    fn evaluate_once(&self, program: &Program, expr: ExprId) -> Vec<Aim> {
        let ty = program.type_of(expr);
        if self.tells_apart && is_part_of_address(&program.types, ty) {
            return Vec::new();
        }
        match program.terms.expr(expr).kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero => Vec::new(),
            ExprKind::LabelAddr(..) => Vec::new(),
            ExprKind::FuncAddr(func) => self.objects_of(ObjectKind::Func(func)),
            ExprKind::AddrOf(place) => self.place_aims(program, place),
            ExprKind::Load(place) => {
                let cells = self.place_cells(program, place);
                cells.into_iter().flat_map(|c| self.held(c)).collect()
            }
            ExprKind::Unary(_, arg) => self.blurred(program, arg),
            ExprKind::Cast(arg) => {
                let mut found = self.aims(program, arg);
                let types = &program.types;
                if types.is_pointer(ty) && !types.is_pointer(program.type_of(arg)) {
                    found.extend(self.outside());
                }
                found
            }
            ExprKind::Binary(op, ..) if op.is_comparison() => Vec::new(),
            ExprKind::Binary(BinaryOp::PtrAdd, a, b) => {
                let target = program.types.target(ty);
                let size = target
                    .and_then(|t| program.types.size_or_one(t))
                    .unwrap_or(1);
                self.moved(program, self.aims(program, a), size as i64, b)
            }
            ExprKind::Binary(op, a, b) => {
                let mut found = self.blurred(program, a);
                found.extend(self.blurred(program, b));
                if is_aligning(program, op, a, b) {
                    let aligned = [a, b].map(|e| self.aims(program, e)).concat();
                    found.extend(aligned.into_iter().filter(|aim| aim.from_outside));
                }
                found
            }
        }
    }

    /// The places that a place made after the analysis may denote.
    fn locate(&self, program: &Program, place: PlaceId) -> Vec<Aim> {
        let mut found = source::deeper(|| self.locate_once(program, place));
        found.sort_unstable();
        found.dedup();
        found
    }

    fn locate_once(&self, program: &Program, place: PlaceId) -> Vec<Aim> {
        match program.terms.place(place).kind {
            PlaceKind::Var(var) => match self.object_of(var) {
                Some(object) => vec![Aim::own(Target {
                    object,
                    offset: Some(0),
                })],
                None => Vec::new(),
            },
            PlaceKind::Deref(e) => {
                let ty = program.place_type(place);
                match program.terms.int_value(e) {
                    Some(_) => self.outside(),
                    None if program.types.is_scalar(ty) => {
                        let found = self.aims(program, e).into_iter();
                        found.filter(|aim| self.is_seen(program, aim, ty)).collect()
                    }
                    None => self.aims(program, e),
                }
            }
            PlaceKind::Field(base, _) => {
                let member = member(program, place, base);
                let bases = self.place_aims(program, base).into_iter();
                bases
                    .filter(|aim| self.has_member(program, aim, member))
                    .map(|aim| self.shifted(program, aim, member.by))
                    .collect()
            }
            PlaceKind::Index(base, index) => {
                let bases = self.place_aims(program, base);
                self.moved(program, bases, access_len(program, place), index)
            }
        }
    }

    /// Whether an access of a type may be there.
    fn is_seen(&self, program: &Program, aim: &Aim, ty: TypeId) -> bool {
        let store = &self.stores[aim.at.object];
        let off = aim.at.offset.unwrap_or(ANY);
        !aim.from_outside || may_meet(&program.types, &self.casts, store, off, (ty, 0))
    }

    /// Whether a member may be met from there on.
    fn has_member(&self, program: &Program, aim: &Aim, member: Member) -> bool {
        let is_nested = |nested: TypeId| {
            let moved = self.shifted(program, *aim, member.by);
            moved.at.offset.is_some() && self.is_seen(program, &moved, nested)
        };
        self.is_seen(program, aim, member.of) || member.nested.is_some_and(is_nested)
    }

    fn blurred(&self, program: &Program, expr: ExprId) -> Vec<Aim> {
        let found = self.aims(program, expr).into_iter();
        let is_kept =
            |aim: &Aim| !aim.from_outside || is_buffer(&program.types, &self.stores[aim.at.object]);
        let found = found.filter(is_kept);
        found.map(|aim| at_offset(aim, None)).collect()
    }

    fn shifted(&self, program: &Program, aim: Aim, by: i64) -> Aim {
        let store = &self.stores[aim.at.object];
        let offset = match store.shape {
            Shape::Opaque | Shape::One => Some(0),
            shape => {
                let move_on = |off: i64| shape.point(&program.types, off.saturating_add(by));
                aim.at.offset.map(move_on)
            }
        };
        at_offset(aim, offset)
    }

    /// Targets moved by a number of elements.
    fn moved(&self, program: &Program, from: Vec<Aim>, size: i64, by: ExprId) -> Vec<Aim> {
        let mut found = Vec::new();
        for aim in from {
            let target = aim.at;
            let shape = self.stores[target.object].shape;
            let arrays = shape.arrays_at(&program.types, target.offset.unwrap_or(0));
            let stays = arrays.iter().any(|a| size % a.elem == 0);
            let known = program.const_value(by).and_then(|k| i64::try_from(k).ok());
            if stays {
                found.push(aim);
            }
            match known {
                Some(k) => found.push(self.shifted(program, aim, k.saturating_mul(size))),
                None if stays => {}
                None if aim.from_outside && matches!(shape, Shape::Typed { .. }) => {}
                None => found.push(at_offset(aim, None)),
            }
        }
        found
    }

    fn outside(&self) -> Vec<Aim> {
        self.objects_of(ObjectKind::External)
    }

    fn objects_of(&self, kind: ObjectKind) -> Vec<Aim> {
        let start = |object| {
            Aim::own(Target {
                object,
                offset: Some(0),
            })
        };
        self.object_by_kind(kind).map(start).into_iter().collect()
    }
}

fn at_offset(aim: Aim, offset: Option<i64>) -> Aim {
    let at = Target { offset, ..aim.at };
    Aim { at, ..aim }
}
