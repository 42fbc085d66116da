//! Variables and memory at one moment.
//!
//! A state begins with nothing written down: the first look at a variable or region makes a symbol named after it and
//! after the state. States are cheap to copy as long as little has changed.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use analysis::regions::RegionId;
use ir::types::TypeId;
use ir::{FuncId, VarId};
use rustc_hash::FxHashMap;
use source::entity::EntityId;
use z3::Sort;
use z3::ast::{Array, BV, Bool};

use crate::axiom::Axiom;
use crate::layout::FUNCTION_SIZE;
use crate::memory::{Memory, Piece};
use crate::range::Range;
use crate::words::{self, Grid};
use crate::world::World;

#[derive(Clone, Debug)]
pub struct State {
    name: String,
    pub(crate) vars: FxHashMap<VarId, BV>,
    pub(crate) memory: FxHashMap<RegionId, Memory>,
    /// Where the variables of the current activations live, if not where all activations before had them.
    addresses: FxHashMap<VarId, BV>,
    /// The objects whose address has been asked for: address and size in bytes, each once.
    pub(crate) objects: Vec<(BV, u64)>,
    /// Those of them that may not have come into being: then the address is null.
    pub(crate) nullable: Vec<BV>,
    /// Those of them that a statement has made; and pointers from before.
    pub(crate) made: Vec<(BV, u64)>,
    pub(crate) older: Vec<Older>,
    /// Pointers that have come from outside on the way: objects that are made later lie apart from them.
    pub(crate) came: Vec<Older>,
    /// String literals, with what they hold: two of them may end at the same place and share their last bytes.
    pub(crate) shared: Vec<(BV, Vec<u8>)>,
    /// Whether variables that exist once and have no fixed address are among the objects.
    pub(crate) met_moving: bool,
    /// What holds of values that came from outside.
    pub(crate) facts: Vec<(Axiom, Bool)>,
    /// What had better hold of what is left open: then the interpreter does the same.
    pub(crate) hopes: Vec<Bool>,
    /// What has been read and written through pointers, if that is noted; copies of the state share it.
    touched: Option<Rc<RefCell<Vec<Touch>>>>,
}

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
    fn new(world: &World<'_>, value: &BV, ty: TypeId) -> Option<Self> {
        let types = &world.program.types;
        let target = types.target(ty)?;
        Some(Older {
            pointer: value.clone(),
            target: types.size_of(target).unwrap_or(1),
            room: match world.layout.is_wide() {
                true => 0,
                false => DISTANCE,
            },
        })
    }
}

/// An access to memory at an address that depends on something.
#[derive(Clone, Debug)]
pub struct Touch {
    pub address: BV,
    pub region: RegionId,
    /// Bytes.
    pub size: u32,
    grid: Grid,
}

impl Touch {
    /// That the address is aligned, as formulas take it to be; `None` if any would be.
    pub fn is_aligned(&self) -> Option<Bool> {
        self.grid.holds(&self.address)
    }
}

thread_local! {
    /// How many values of which nothing is known this thread's context has. Copies of a state must not name two alike.
    static FRESH: Cell<u32> = const { Cell::new(0) };
}

fn next_fresh() -> u32 {
    FRESH.with(|fresh| {
        fresh.set(fresh.get() + 1);
        fresh.get()
    })
}

/// What an activation had of a variable: its value, and where it was.
#[derive(Clone)]
pub(crate) struct Saved {
    pub(crate) var: VarId,
    pub(crate) value: Option<BV>,
    address: Option<BV>,
}

impl State {
    /// A state of which nothing is known. Two states of one name have the same symbols.
    pub fn new(name: impl Into<String>) -> Self {
        State {
            name: name.into(),
            vars: FxHashMap::default(),
            memory: FxHashMap::default(),
            addresses: FxHashMap::default(),
            objects: Vec::new(),
            nullable: Vec::new(),
            made: Vec::new(),
            older: Vec::new(),
            came: Vec::new(),
            shared: Vec::new(),
            met_moving: false,
            facts: Vec::new(),
            hopes: Vec::new(),
            touched: None,
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Notes accesses from now on.
    pub(crate) fn watch(&mut self) {
        self.touched = Some(Rc::default());
    }

    /// What had better hold, of those things that are open on the way.
    pub fn hopes(&self) -> &[Bool] {
        &self.hopes
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.touched.is_some()
    }

    /// The accesses noted, in order.
    pub fn touched(&self) -> Vec<Touch> {
        let touched = self.touched.as_ref();
        touched.map_or(Vec::new(), |touched| touched.borrow().clone())
    }

    pub(crate) fn touch(&self, piece: &Piece, region: RegionId) {
        if let Some(touched) = &self.touched
            && piece.address.as_u64().is_none()
        {
            touched.borrow_mut().push(Touch {
                address: piece.address.clone(),
                region,
                size: piece.size,
                grid: piece.grid,
            });
        }
    }

    /// The objects without fixed addresses that have been met: address and size.
    pub fn objects(&self) -> &[(BV, u64)] {
        &self.objects
    }

    /// The value of a plain variable.
    pub fn var(&mut self, world: &World<'_>, var: VarId) -> BV {
        if let Some(value) = world.constants.vars.get(&var) {
            return value.clone();
        }
        if let Some(value) = self.vars.get(&var) {
            return value.clone();
        }
        let variable = &world.program.vars[var];
        let (owner, name) = (var.index(), &self.name);
        let symbol = BV::new_const(
            format!("{}#{owner}@{name}", variable.unique),
            world.width(variable.ty),
        );
        self.vars.insert(var, symbol.clone());
        self.tell_apart(world, var, &symbol);
        if mutants::is("new-objects-lie-apart-from-the-watched-one")
            || !world.prophecies.may_hold(var)
        {
            self.was_there(world, &symbol, variable.ty);
        }
        symbol
    }

    /// A value of this type was there at the start.
    pub fn was_there(&mut self, world: &World<'_>, value: &BV, ty: TypeId) {
        self.older.extend(Older::new(world, value, ty));
    }

    /// A value of this type has come from outside.
    pub(crate) fn has_come(&mut self, world: &World<'_>, value: &BV, ty: TypeId) {
        self.came.extend(Older::new(world, value, ty));
    }

    /// Takes down what holds of a parameter of the first function.
    pub(crate) fn tell_apart(&mut self, world: &World<'_>, var: VarId, value: &BV) {
        let known = |other: VarId| self.vars.get(&other).cloned();
        let facts = world.apart.facts(var, value, known).into_iter();
        self.facts
            .extend(facts.map(|fact| (Axiom::ParametersApart, fact)));
    }

    pub fn set_var(&mut self, var: VarId, value: BV) {
        self.vars.insert(var, value);
    }

    /// The address of a variable in its current activation.
    pub(crate) fn address_of(&mut self, world: &World<'_>, var: VarId) -> BV {
        if world.layout.fixed(var).is_some() {
            return world.address(var);
        }
        let own = self.addresses.get(&var).cloned();
        let address = own.unwrap_or_else(|| world.address(var));
        match world.layout.exists_once(var) {
            true => self.meet_moving(world),
            false => self.meet(world, var, &address),
        }
        address
    }

    pub(crate) fn address_of_function(&mut self, world: &World<'_>, func: FuncId) -> BV {
        if world.layout.moving_functions().contains(&func) {
            self.meet_moving(world);
        }
        world.function_address(func)
    }

    /// A variable without a fixed address is an object there.
    fn meet(&mut self, world: &World<'_>, var: VarId, address: &BV) {
        let size = world.program.types.size_of(world.program.vars[var].ty);
        let grid = Grid::new(world.program.vars[var].align, 0);
        self.allocate(world, address, (size.unwrap_or(1), grid), false);
        if let Some(bytes) = world.layout.shared(var) {
            self.shared.push((address.clone(), bytes.to_vec()));
        }
    }

    /// All variables that exist once and have no fixed address: what is held at the one must not be what is held at
    /// another.
    pub(crate) fn meet_moving(&mut self, world: &World<'_>) {
        if !std::mem::replace(&mut self.met_moving, true) {
            for &var in world.layout.moving() {
                self.meet(world, var, &world.address(var));
            }
            let code = (FUNCTION_SIZE, Grid::ANY);
            for &func in world.layout.moving_functions() {
                self.allocate(world, &world.function_address(func), code, false);
            }
        }
    }

    /// What may be taken for granted of the addresses that terms of this state mention: objects without a fixed
    /// address lie above those that have one, do not wrap round the end of memory, and do not overlap. And of values
    /// from outside, what is known of them.
    pub fn layout(&self) -> Vec<Bool> {
        self.axioms().into_iter().map(|(_, fact)| fact).collect()
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
        world: &World<'_>,
        address: &BV,
        (size, grid): (u64, Grid),
        null: bool,
    ) {
        self.allocate(world, address, (size, grid), null);
        let new = (address.clone(), size.clamp(1, 1 << 20));
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
        world: &World<'_>,
        address: &BV,
        (size, grid): (u64, Grid),
        null: bool,
    ) {
        if self.objects.iter().any(|(known, _)| known == address) {
            return;
        }
        let number = |n: u64| BV::from_u64(n, world.pointer_bits());
        let open = world.layout.open();
        let mut place = Bool::and(&[
            address.bvuge(number(open.start)),
            address.bvule(number(open.end - size.clamp(1, 1 << 20))),
        ]);
        if null {
            place = Bool::or(&[place, address.eq(number(0))]);
            self.nullable.push(address.clone());
        }
        self.facts.push((Axiom::Placed, place));
        let aligned = grid.holds(address);
        self.facts
            .extend(aligned.map(|aligned| (Axiom::Placed, aligned)));
        self.objects.push((address.clone(), size.clamp(1, 1 << 20)));
    }

    /// A region holds anything from now on.
    pub fn forget(&mut self, world: &World<'_>, region: RegionId) {
        if let Some(var) = world.regions.regions[region].variable
            && world.is_symbol(var)
        {
            let value = self.fresh(world.width(world.program.vars[var].ty));
            self.set_var(var, value);
            return;
        }
        self.forget_memory(world, region);
    }

    /// What a call of a function with a body may write holds anything from now on. `entry` is the state in which its
    /// parameters have their values.
    pub fn forget_written(&mut self, world: &World<'_>, func: FuncId, entry: &State) {
        if mutants::is("calls-change-nothing") {
            return;
        }
        let mut stores = world.frames.stores(world, func, entry);
        for &region in world.writes.by_function(func) {
            match stores.remove(&region) {
                None => self.forget(world, region),
                Some(stores) => {
                    for store in stores {
                        let value = self.fresh(8 * store.size);
                        self.write(world, region, &store, &value);
                    }
                }
            }
        }
    }

    /// A region that lies in memory holds anything from now on; plain variables are not in memory.
    pub(crate) fn forget_memory(&mut self, world: &World<'_>, region: RegionId) {
        let contents = self.fresh_memory(world, region);
        self.set_memory(region, contents);
    }

    /// A call has written some bytes of a region.
    pub(crate) fn overwrite(&mut self, world: &World<'_>, region: RegionId, range: &Range) {
        let variable = world.regions.regions[region].variable;
        if variable.is_some_and(|var| world.is_symbol(var)) {
            return self.forget(world, region);
        }
        let unknown = self.fresh_memory(world, region);
        let held = self.held(world, region);
        let contents = held.overwritten(unknown, range.clone(), self.objects());
        self.hold(region, contents);
    }

    /// Begins an activation: its variables hold anything, those in memory at addresses of their own.
    pub(crate) fn activate(
        &mut self,
        world: &World<'_>,
        vars: &[VarId],
        number: usize,
    ) -> Vec<Saved> {
        let mut saved = Vec::with_capacity(vars.len());
        for &var in vars {
            let (value, address);
            if world.is_symbol(var) {
                address = None;
                let unknown = self.fresh(world.width(world.program.vars[var].ty));
                value = self.vars.insert(var, unknown);
            } else {
                value = None;
                if world.layout.exists_once(var) {
                    continue;
                }
                let name = format!("&{}#{number}", world.program.vars[var].unique);
                address = self
                    .addresses
                    .insert(var, BV::new_const(name, world.pointer_bits()));
            }
            saved.push(Saved {
                var,
                value,
                address,
            });
        }
        saved
    }

    /// Ends an activation: the one below has its variables again.
    pub(crate) fn deactivate(&mut self, saved: Vec<Saved>) {
        for Saved {
            var,
            value,
            address,
        } in saved
        {
            match value {
                Some(value) => self.vars.insert(var, value),
                None => self.vars.remove(&var),
            };
            match address {
                Some(address) => self.addresses.insert(var, address),
                None => self.addresses.remove(&var),
            };
        }
    }

    /// The contents of a region: from addresses to values, or to words of bytes.
    pub fn memory(&mut self, world: &World<'_>, region: RegionId) -> Array {
        if let Some(contents) = world.constants.memory.get(&region).cloned() {
            self.meet_moving(world);
            return contents;
        }
        let name = &self.name;
        let symbol = || symbol_array(world, region, format!("m{}@{name}", region.index()));
        self.memory
            .entry(region)
            .or_insert_with(|| Memory::new(symbol()))
            .array
            .clone()
    }

    /// The contents of a region, with the last stores.
    pub(crate) fn held(&mut self, world: &World<'_>, region: RegionId) -> Memory {
        let array = self.memory(world, region);
        let held = self.memory.get(&region).cloned();
        held.unwrap_or_else(|| Memory::new(array))
    }

    pub fn set_memory(&mut self, region: RegionId, contents: Array) {
        self.hold(region, Memory::new(contents));
    }

    pub(crate) fn hold(&mut self, region: RegionId, contents: Memory) {
        self.memory.insert(region, contents);
    }

    /// A value of which nothing is known.
    pub fn fresh(&mut self, bits: u32) -> BV {
        BV::new_const(format!("?{}@{}", next_fresh(), self.name), bits)
    }

    /// Contents of a region of which nothing is known.
    pub fn fresh_memory(&mut self, world: &World<'_>, region: RegionId) -> Array {
        let name = format!("m{}?{}@{}", region.index(), next_fresh(), self.name);
        symbol_array(world, region, name)
    }

    /// The regions that have been looked at or written.
    pub fn known_regions(&self) -> Vec<RegionId> {
        let mut known: Vec<RegionId> = self.memory.keys().copied().collect();
        known.sort_unstable();
        known
    }
}

fn symbol_array(world: &World<'_>, region: RegionId, name: String) -> Array {
    let (index, held) = widths(world, region);
    Array::new_const(name, &Sort::bitvector(index), &Sort::bitvector(held))
}

/// How far from pointers new objects lie at least, unless the program can tell: what pointers are for may begin before
/// them.
const DISTANCE: u64 = 0x8000;

/// That an object lies where no pointer from before leads. Placing objects is up to the system, and pointers stay inside
/// of what they were made for.
fn lies_apart(old: &Older, (address, size): &(BV, u64)) -> Bool {
    let number = |n: u64| BV::from_u64(n, address.get_size());
    let before = old.room + old.target.min(1 << 20);
    let from = address.bvsub(number(before));
    old.pointer
        .bvsub(from)
        .bvuge(number(before + size + old.room))
}

/// How many bits the indices of a region's array have, and what is held there.
pub(crate) fn widths(world: &World<'_>, region: RegionId) -> (u32, u32) {
    if has_words(world, region) {
        return words::widths(world.pointer_bits());
    }
    (world.pointer_bits(), cell_bits(world, region))
}

/// Whether the bytes of a region are kept in words: not where nothing but single bytes is accessed. Of what lies
/// nowhere no accesses are known.
pub(crate) fn has_words(world: &World<'_>, region: RegionId) -> bool {
    let region = &world.regions.regions[region];
    let single = |&ty| world.program.types.size_of(ty) == Some(1);
    region.bytes && (region.types.is_empty() || !region.types.iter().all(single))
}

/// How many bits one address of a region holds.
pub(crate) fn cell_bits(world: &World<'_>, region: RegionId) -> u32 {
    let region = &world.regions.regions[region];
    let size = region
        .types
        .first()
        .and_then(|&ty| world.program.types.size_of(ty));
    match size {
        Some(size) if !region.bytes => 8 * size as u32,
        _ => 8,
    }
}
