//! How a program sees memory outside: by the types that it accesses it with.
//!
//! Nothing is known of the objects there, but a program that follows C's rules (C11 6.5p7) accesses each of them as
//! what it is: a member of a structure is not at the same time another member, nor a part of another structure. So
//! members are apart, whatever pointers lead to them (Burstall, Some Techniques for Proving Correctness of Programs
//! which Alter Data Structures, 1972). A pointer to plain values may lead to any member of such a type. Where the
//! text shows that objects are seen in two ways, by unions and by casts between unrelated types, these are one. What
//! C allows to meet any object is in [`aliasing`](super::aliasing).
//! `container_of` and structures inside of structures need nothing: the innermost structure counts.

use crate::points_to::{ObjectKind, PointsTo};
use ir::types::{FieldIdx, RecordId, RecordKind, TypeId};
use ir::{BinaryOp, ExprId, ExprKind, PlaceId, PlaceKind, Program, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Values that may share a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Class {
    size: u64,
    pointer: bool,
    float: bool,
}

/// What an access sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum View {
    /// A member of a structure, or an element of it.
    Member(RecordId, FieldIdx),
    /// The bit-fields of a structure.
    Bits(RecordId),
    /// Something in a union.
    Union(RecordId),
    /// A value behind a pointer to such values.
    Scalar(Class),
}

impl View {
    /// What an access to a scalar place sees.
    pub(super) fn of(program: &Program, place: PlaceId) -> Self {
        let mut view = None;
        for (record, field) in path(program, place) {
            let structure = &program.types.records[record];
            if structure.kind == RecordKind::Union {
                // The outermost one counts: everything in it may overlap.
                view = Some(match mutants::is("members-of-unions-do-not-overlap") {
                    true => View::Member(record, field),
                    false => View::Union(record),
                });
            } else if view.is_none() {
                view = Some(match structure.fields[field].is_bit_field() {
                    true => View::Bits(record),
                    false => View::Member(record, field),
                });
            }
        }
        view.unwrap_or_else(|| View::plain(program, place))
    }

    /// What an access through a pointer to values of the place's type sees.
    pub(super) fn plain(program: &Program, place: PlaceId) -> Self {
        View::scalar(program, program.place_type(place))
    }

    /// What an access through a pointer to values of a type sees.
    pub(super) fn scalar(program: &Program, ty: TypeId) -> Self {
        View::Scalar(class(program, ty))
    }

    pub(super) fn record(self) -> Option<RecordId> {
        match self {
            View::Member(record, _) | View::Bits(record) | View::Union(record) => Some(record),
            View::Scalar(_) => None,
        }
    }
}

fn class(program: &Program, ty: TypeId) -> Class {
    let types = &program.types;
    Class {
        size: types.size_of(ty).unwrap_or(1),
        pointer: types.is_pointer(ty),
        float: types.is_float(ty),
    }
}

/// The members that a place is a part of, innermost first, up to the pointer that leads there.
fn path(program: &Program, place: PlaceId) -> Vec<(RecordId, FieldIdx)> {
    let terms = &program.terms;
    let mut found = Vec::new();
    let mut at = place;
    loop {
        at = match terms.place(at).kind {
            PlaceKind::Field(base, field) => {
                let record = program.types.record_of(program.place_type(base));
                found.extend(record.map(|record| (record, field)));
                base
            }
            PlaceKind::Index(base, _) => base,
            PlaceKind::Deref(e) => match terms.expr(e).kind {
                ExprKind::AddrOf(inner) => inner,
                _ => return found,
            },
            PlaceKind::Var(_) => return found,
        };
    }
}

/// The views of a program.
#[derive(Debug, Default)]
pub(super) struct Views {
    pub(super) list: Vec<View>,
    numbers: FxHashMap<View, usize>,
    /// The values met in each.
    classes: Vec<BTreeSet<Class>>,
    /// Whether something is stored there.
    pub(super) written: Vec<bool>,
    /// Whether C lets such accesses meet objects of any type.
    pub(super) open: Vec<bool>,
}

impl Views {
    /// Notes that a place outside is accessed; the number of how it is seen.
    pub(super) fn add(&mut self, program: &Program, place: PlaceId, written: bool) -> usize {
        let view = View::of(program, place);
        let number = *self.numbers.entry(view).or_insert_with(|| {
            self.list.push(view);
            self.classes.push(BTreeSet::new());
            self.written.push(false);
            self.open.push(false);
            self.list.len() - 1
        });
        self.written[number] |= written;
        self.open[number] |= view.is_open(program, place);
        self.classes[number].insert(class(program, program.place_type(place)));
        number
    }

    /// The views that are one, in pairs. The terms are those that the program mentions.
    pub(super) fn links(
        &self,
        program: &Program,
        pts: &PointsTo,
        terms: &[Term],
    ) -> Vec<(usize, usize)> {
        let mut links = Links {
            program,
            pts,
            views: self,
            nested: FxHashMap::default(),
            done: FxHashSet::default(),
            found: Vec::new(),
        };
        if self.list.len() > 1 {
            links.found.extend(self.aliasing());
            if !mutants::is("pointers-to-values-lead-to-no-members") {
                links.pointers_to_values();
            }
            let passed = passed_by(program, terms);
            for &term in terms {
                match term {
                    Term::Expr(e) if !passed.contains(&e) => links.expr(e),
                    Term::Expr(_) => {}
                    Term::Place(place) => links.union_on(place, false),
                }
            }
        }
        links.found
    }
}

struct Links<'a> {
    program: &'a Program,
    pts: &'a PointsTo,
    views: &'a Views,
    /// The structures inside of types, themselves included.
    nested: FxHashMap<TypeId, FxHashSet<RecordId>>,
    /// The types of the casts that were looked at.
    done: FxHashSet<(TypeId, TypeId)>,
    found: Vec<(usize, usize)>,
}

impl Links<'_> {
    fn pointers_to_values(&mut self) {
        for (number, classes) in self.views.classes.iter().enumerate() {
            let mut classes: BTreeSet<Class> = classes.clone();
            // Members of a union that are never accessed overlap those that are.
            if let View::Union(record) = self.views.list[number] {
                classes.extend(classes_in(self.program, record));
            }
            for class in classes {
                let plain = self.views.numbers.get(&View::Scalar(class));
                self.found.extend(plain.map(|&plain| (number, plain)));
            }
        }
    }

    fn leads_outside(&self, e: ExprId) -> bool {
        let targets = self.pts.targets(self.program, e);
        targets
            .iter()
            .any(|t| self.pts.objects[t.object].kind == ObjectKind::External)
    }

    fn expr(&mut self, e: ExprId) {
        let types = &self.program.types;
        match self.program.terms.expr(e).kind {
            // What is in a union may be seen through a pointer to it.
            ExprKind::AddrOf(place) => self.union_on(place, true),
            ExprKind::Cast(arg) => {
                let (arg, back) = match by_bytes(self.program, arg) {
                    Some((source, _, back)) => (source, back),
                    None => (arg, false),
                };
                let from = types.target(self.program.type_of(arg));
                let to = types.target(self.program.type_of(e));
                if let (Some(from), Some(to)) = (from, to) {
                    let (from, to) = (element(self.program, from), element(self.program, to));
                    let around = back && types.is_scalar(from) && types.record_of(to).is_some();
                    let new = from != to && !around && !self.done.contains(&(from, to));
                    if new && self.leads_outside(arg) {
                        self.done.insert((from, to));
                        self.cast(from, to);
                    }
                }
            }
            _ => {}
        }
    }

    /// A pointer to one type becomes a pointer to another.
    fn cast(&mut self, from: TypeId, to: TypeId) {
        let types = &self.program.types;
        if types.is_function(from)
            || types.is_function(to)
            || mutants::is("casts-between-structures-keep-views-apart")
        {
            return;
        }
        match (types.is_void(from), types.is_void(to)) {
            (_, true) => {}
            // The bytes of something.
            (true, _) if types.is_scalar(to) && types.size_of(to) == Some(1) => {
                let all: Vec<usize> = (0..self.views.list.len()).collect();
                if !self.seen_as(to).is_empty() {
                    self.join(all);
                }
            }
            (true, _) => {}
            (false, _) => {
                let related = types.record_of(to).is_some_and(|r| self.holds(from, r))
                    || types.record_of(from).is_some_and(|r| self.holds(to, r));
                let alike = types.is_scalar(from)
                    && types.is_scalar(to)
                    && class(self.program, from) == class(self.program, to);
                if !related && !alike {
                    let (a, b) = (self.seen_as(from), self.seen_as(to));
                    if !a.is_empty() && !b.is_empty() {
                        self.join([a, b].concat());
                    }
                }
            }
        }
    }

    /// Everything in a union is one, as soon as something in it is met.
    fn union_on(&mut self, place: PlaceId, addressed: bool) {
        let program = self.program;
        for (record, _) in path(program, place) {
            if program.types.records[record].kind != RecordKind::Union {
                continue;
            }
            let Some(&union) = self.views.numbers.get(&View::Union(record)) else {
                continue;
            };
            let mut views = vec![union];
            for field in program.types.records[record].fields.values() {
                let inner = element(program, field.ty);
                if program.types.record_of(inner).is_some() {
                    views.extend(self.seen_as(inner));
                }
            }
            let ty = element(program, program.place_type(place));
            if addressed && program.types.is_scalar(ty) {
                views.extend(self.seen_as(ty));
            }
            self.join(views);
        }
    }

    fn join(&mut self, views: Vec<usize>) {
        for pair in views.windows(2) {
            self.found.push((pair[0], pair[1]));
        }
    }

    /// The views of an object of a type.
    fn seen_as(&mut self, ty: TypeId) -> Vec<usize> {
        if self.program.types.is_scalar(ty) {
            let view = View::Scalar(class(self.program, ty));
            return self.views.numbers.get(&view).copied().into_iter().collect();
        }
        let records = self.records(ty).clone();
        let views = self.views.list.iter().enumerate();
        views
            .filter(|(_, view)| view.record().is_some_and(|r| records.contains(&r)))
            .map(|(n, _)| n)
            .collect()
    }

    /// Whether objects of a type have such a structure in them.
    fn holds(&mut self, ty: TypeId, record: RecordId) -> bool {
        self.records(ty).contains(&record)
    }

    fn records(&mut self, ty: TypeId) -> &FxHashSet<RecordId> {
        let program = self.program;
        self.nested.entry(ty).or_insert_with(|| {
            let mut found = FxHashSet::default();
            let mut stack = vec![ty];
            while let Some(ty) = stack.pop() {
                if let Some(record) = program.types.record_of(element(program, ty))
                    && found.insert(record)
                {
                    let fields = program.types.records[record].fields.values();
                    stack.extend(fields.map(|f| f.ty));
                }
            }
            found
        })
    }
}

/// The values that a structure is made of.
fn classes_in(program: &Program, record: RecordId) -> BTreeSet<Class> {
    let mut found = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![record];
    while let Some(record) = stack.pop() {
        if !seen.insert(record) {
            continue;
        }
        for field in program.types.records[record].fields.values() {
            let ty = element(program, field.ty);
            match program.types.record_of(ty) {
                Some(inner) => stack.push(inner),
                None => drop(found.insert(class(program, ty))),
            }
        }
    }
    found
}

/// The elements of arrays of arrays; other types are themselves.
fn element(program: &Program, ty: TypeId) -> TypeId {
    let mut ty = ty;
    while let Some(elem) = program.types.elem(ty) {
        ty = elem;
    }
    ty
}

/// What a cast is really of, if it only passes by a pointer to bytes: `(T *)(char *)p`, and `(T *)((char *)p - n)`,
/// by which a program goes from a member to the structure around it. With the cast to bytes, and whether it goes back.
fn by_bytes(program: &Program, arg: ExprId) -> Option<(ExprId, ExprId, bool)> {
    let (bytes, back) = match program.terms.expr(arg).kind {
        ExprKind::Binary(BinaryOp::PtrAdd, bytes, by) => (bytes, is_negative(program, by)),
        _ => (arg, false),
    };
    let ExprKind::Cast(source) = program.terms.expr(bytes).kind else {
        return None;
    };
    let target = program.types.target(program.type_of(bytes))?;
    let plain = program.types.size_or_one(target) == Some(1);
    let from_pointer = program.types.is_pointer(program.type_of(source));
    (plain && from_pointer && (back || bytes == arg)).then_some((source, bytes, back))
}

/// Whether a distance leads back, whatever type it has.
fn is_negative(program: &Program, by: ExprId) -> bool {
    let width = program.types.pointer_size() * 8;
    let bits = program.terms.int_value(by);
    bits.is_some_and(|bits| bits >> (width - 1) & 1 == 1)
}

/// The casts to bytes that are only passed by.
fn passed_by(program: &Program, terms: &[Term]) -> FxHashSet<ExprId> {
    let mut found = FxHashSet::default();
    let mut ways = FxHashSet::default();
    for &term in terms {
        if let Term::Expr(outer) = term
            && let ExprKind::Cast(arg) = program.terms.expr(outer).kind
            && let Some((_, bytes, _)) = by_bytes(program, arg)
        {
            found.insert(bytes);
            ways.insert(if bytes == arg { outer } else { arg });
        }
    }
    // They may be used in other ways too.
    for &term in terms {
        if !matches!(term, Term::Expr(e) if ways.contains(&e)) {
            for child in program.terms.children(term).into_iter().flatten() {
                if let Term::Expr(child) = child {
                    found.remove(&child);
                }
            }
        }
    }
    found
}
