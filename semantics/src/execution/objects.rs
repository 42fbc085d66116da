//! Objects without a fixed address, and what may be taken for granted of where they lie.

use ir::VarId;
use ir::types::TypeId;
use z3::ast::{BV, Bool};

use crate::encoding_context::EncodingContext;
use crate::execution::state::State;
use crate::memory::axiom::Axiom;
use crate::memory::layout::FUNCTION_SIZE;
use crate::memory::word_memory::Grid;

/// A pointer that was there before objects were made.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Older {
    pointer: BV,
    /// The size of what it is for.
    target: u64,
    /// How far away new objects lie at least.
    room: u64,
}

impl Older {
    /// A value of this type, if it is a pointer. Not to be said of prophecies.
    fn new(context: &EncodingContext<'_>, value: &BV, ty: TypeId) -> Option<Self> {
        let types = &context.program.types;
        let target = types.target(ty)?;
        Some(Older {
            pointer: value.clone(),
            target: types.size_of(target).unwrap_or(1),
            room: match context.layout.is_wide() {
                true => 0,
                false => MIN_DISTANCE_BYTES,
            },
        })
    }
}

impl State {
    /// A value of this type was there at the start.
    pub fn was_there(&mut self, context: &EncodingContext<'_>, value: &BV, ty: TypeId) {
        self.older.extend(Older::new(context, value, ty));
    }

    /// A value of this type has come from outside.
    pub(crate) fn has_come(&mut self, context: &EncodingContext<'_>, value: &BV, ty: TypeId) {
        self.came.extend(Older::new(context, value, ty));
    }

    /// Takes down what holds of a parameter of the first function.
    pub(crate) fn tell_apart(&mut self, context: &EncodingContext<'_>, var: VarId, value: &BV) {
        let known = |other: VarId| self.vars.get(&other).cloned();
        let facts = context.apart.facts(var, value, known).into_iter();
        self.facts
            .extend(facts.map(|fact| (Axiom::ParametersApart, fact)));
    }

    /// A variable without a fixed address is an object there.
    pub(super) fn meet(&mut self, context: &EncodingContext<'_>, var: VarId, address: &BV) {
        let size = context.program.types.size_of(context.program.vars[var].ty);
        let grid = Grid::new(context.program.vars[var].align, 0);
        self.allocate(context, address, (size.unwrap_or(1), grid), false);
        if let Some(bytes) = context.layout.shared(var) {
            self.shared.push((address.clone(), bytes.to_vec()));
        }
    }

    /// All variables that exist once and have no fixed address: what is held at the one must not be what is held at
    /// another.
    pub(crate) fn meet_moving(&mut self, context: &EncodingContext<'_>) {
        if !std::mem::replace(&mut self.met_moving, true) {
            for &var in context.layout.moving() {
                self.meet(context, var, &context.address(var));
            }
            let code = (FUNCTION_SIZE, Grid::ANY);
            for &func in context.layout.moving_functions() {
                self.allocate(context, &context.function_address(func), code, false);
            }
        }
    }

    /// What may be taken for granted of the addresses that terms of this state mention: objects without a fixed
    /// address lie above those that have one, do not wrap round the end of memory, and do not overlap. And of values
    /// from outside, what is known of them.
    pub fn layout(&self) -> Vec<Bool> {
        let facts = self.axioms().into_iter().map(|(_, fact)| fact);
        facts.chain(self.named.definitions()).collect()
    }

    /// The same, with the names of what is taken for granted.
    pub fn axioms(&self) -> Vec<(Axiom, Bool)> {
        let mut facts = self.facts.clone();
        let end =
            |(address, size): &(BV, u64)| address.bvadd(BV::from_u64(*size, address.get_size()));
        for (i, object) in self.objects.iter().enumerate() {
            facts.push((Axiom::Placed, object.0.bvult(end(object))));
            for other in &self.objects[..i] {
                let mut apart = vec![end(other).bvule(&object.0), end(object).bvule(&other.0)];
                apart.extend(
                    [object, other]
                        .into_iter()
                        .filter_map(|o| self.is_null(&o.0)),
                );
                if self.may_share(&object.0, &other.0) {
                    apart.push(end(object).eq(end(other)));
                }
                facts.push((Axiom::Disjoint, Bool::or(&apart)));
            }
        }
        for new in &self.made {
            let apart = self.older.iter().map(|old| self.lies_apart(old, new));
            facts.extend(apart.map(|apart| (Axiom::NewApart, apart)));
        }
        facts
    }

    /// What the names for large values stand for: equations, with the name first.
    pub fn definitions(&self) -> Vec<Bool> {
        self.named.definitions().collect()
    }

    /// That a new object lies where an older pointer does not lead, if there is one.
    fn lies_apart(&self, old: &Older, new: &(BV, u64)) -> Bool {
        let apart = lies_apart(old, new);
        match self.is_null(&new.0) {
            Some(null) => Bool::or(&[null, apart]),
            None => apart,
        }
    }

    /// Whether one of two objects may be the end of the other.
    fn may_share(&self, a: &BV, b: &BV) -> bool {
        let bytes = |address: &BV| {
            let known = self.shared.iter().find(|(known, _)| known == address);
            known.map(|(_, bytes)| bytes)
        };
        let both = bytes(a).zip(bytes(b));
        both.is_some_and(|(a, b)| a.ends_with(b) || b.ends_with(a))
    }

    /// A call has made an object at an address, or has none to give and the address is null.
    pub(crate) fn note_made(&mut self, address: &BV) {
        self.nullable.push(address.clone());
        self.made.push((address.clone(), 1));
    }

    /// A statement makes an object at an address.
    pub(crate) fn make(
        &mut self,
        context: &EncodingContext<'_>,
        address: &BV,
        (size, grid): (u64, Grid),
        null: bool,
    ) {
        self.allocate(context, address, (size, grid), null);
        let new = (address.clone(), size.clamp(1, MAX_OBJECT_BYTES));
        let apart = self.came.iter().map(|old| self.lies_apart(old, &new));
        let apart: Vec<_> = apart.map(|apart| (Axiom::NewApart, apart)).collect();
        self.facts.extend(apart);
        self.made.push(new);
    }

    /// That there is no object at an address after all, if that may be.
    fn is_null(&self, address: &BV) -> Option<Bool> {
        let nullable = self.nullable.contains(address)
            && !mutants::is("objects-that-could-not-be-made-lie-apart-too");
        nullable.then(|| address.eq(BV::from_u64(0, address.get_size())))
    }

    /// An object has this address, which is not fixed but aligned; or, if `null`, there is none and the address is null.
    pub(crate) fn allocate(
        &mut self,
        context: &EncodingContext<'_>,
        address: &BV,
        (size, grid): (u64, Grid),
        null: bool,
    ) {
        if self.objects.iter().any(|(known, _)| known == address) {
            return;
        }
        let number = |n: u64| BV::from_u64(n, context.pointer_bits());
        let open = context.layout.open();
        let mut place = Bool::and(&[
            address.bvuge(number(open.start)),
            address.bvule(number(open.end - size.clamp(1, MAX_OBJECT_BYTES))),
        ]);
        if null {
            place = Bool::or(&[place, address.eq(number(0))]);
            self.nullable.push(address.clone());
        }
        self.facts.push((Axiom::Placed, place));
        let aligned = grid.holds(address);
        self.facts
            .extend(aligned.map(|aligned| (Axiom::Placed, aligned)));
        self.objects
            .push((address.clone(), size.clamp(1, MAX_OBJECT_BYTES)));
    }
}

/// Larger objects count as this large: no layout has room for many of them.
const MAX_OBJECT_BYTES: u64 = 1 << 20;

/// How far from pointers new objects lie at least, unless the program can tell: what pointers are for may begin before
/// them.
const MIN_DISTANCE_BYTES: u64 = 0x8000;

/// That an object lies where no pointer from before leads. Placing objects is up to the system, and pointers stay inside
/// of what they were made for.
fn lies_apart(old: &Older, (address, size): &(BV, u64)) -> Bool {
    let number = |n: u64| BV::from_u64(n, address.get_size());
    let before = old.room + old.target.min(MAX_OBJECT_BYTES);
    let from = address.bvsub(number(before));
    old.pointer
        .bvsub(from)
        .bvuge(number(before + size + old.room))
}
