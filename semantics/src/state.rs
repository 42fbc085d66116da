//! Variables and memory at one moment.
//!
//! A state begins with nothing written down: the first look at a variable or region makes a symbol named after it and
//! after the state. States are cheap to copy as long as little has changed.

use frontend::analysis::regions::RegionId;
use frontend::entity::EntityId;
use frontend::ir::VarId;
use rustc_hash::FxHashMap;
use z3::Sort;
use z3::ast::{Array, BV, Bool};

use crate::world::World;

#[derive(Clone, Debug)]
pub struct State {
    name: String,
    vars: FxHashMap<VarId, BV>,
    memory: FxHashMap<RegionId, Array>,
    /// Where the variables of the current activations live, if not where all activations before had them.
    addresses: FxHashMap<VarId, BV>,
    /// The objects whose address has been asked for: address and size in bytes, each once.
    objects: Vec<(BV, u64)>,
    fresh: u32,
}

/// What an activation had of a variable: its value, and where it was.
pub(crate) struct Saved {
    var: VarId,
    value: Option<BV>,
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
            fresh: 0,
        }
    }

    /// The value of a plain variable.
    pub fn var(&mut self, world: &World<'_>, var: VarId) -> BV {
        let name = &self.name;
        let symbol = || {
            let variable = &world.program.vars[var];
            let owner = var.index();
            BV::new_const(
                format!("{}#{owner}@{name}", variable.unique),
                world.width(variable.ty),
            )
        };
        self.vars.entry(var).or_insert_with(symbol).clone()
    }

    pub fn set_var(&mut self, var: VarId, value: BV) {
        self.vars.insert(var, value);
    }

    /// The address of a variable in its current activation.
    pub(crate) fn address_of(&mut self, world: &World<'_>, var: VarId) -> BV {
        let own = self.addresses.get(&var).cloned();
        let address = own.unwrap_or_else(|| world.address(var));
        if self.objects.iter().all(|(known, _)| *known != address) {
            let size = world.program.types.size_of(world.program.vars[var].ty);
            self.objects
                .push((address.clone(), size.unwrap_or(1).max(1)));
        }
        address
    }

    /// What may be taken for granted of the addresses that terms of this state mention: objects are not at null, do
    /// not wrap round the end of memory, and do not overlap.
    pub fn layout(&self) -> Bool {
        let mut facts = Vec::new();
        let end =
            |(address, size): &(BV, u64)| address.bvadd(BV::from_u64(*size, address.get_size()));
        for (i, object) in self.objects.iter().enumerate() {
            let zero = BV::from_u64(0, object.0.get_size());
            facts.push(object.0.eq(&zero).not());
            facts.push(object.0.bvult(end(object)));
            for other in &self.objects[..i] {
                let apart = [end(other).bvule(&object.0), end(object).bvule(&other.0)];
                facts.push(Bool::or(&apart));
            }
        }
        Bool::and(&facts)
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

    /// The contents of a region: from addresses to values, or to bytes.
    pub fn memory(&mut self, world: &World<'_>, region: RegionId) -> Array {
        let name = &self.name;
        let symbol = || {
            let domain = Sort::bitvector(world.pointer_bits());
            let range = Sort::bitvector(cell_bits(world, region));
            Array::new_const(format!("m{}@{name}", region.index()), &domain, &range)
        };
        self.memory.entry(region).or_insert_with(symbol).clone()
    }

    pub fn set_memory(&mut self, region: RegionId, contents: Array) {
        self.memory.insert(region, contents);
    }

    /// A value of which nothing is known.
    pub fn fresh(&mut self, bits: u32) -> BV {
        self.fresh += 1;
        BV::new_const(format!("?{}@{}", self.fresh, self.name), bits)
    }

    /// Contents of a region of which nothing is known.
    pub fn fresh_memory(&mut self, world: &World<'_>, region: RegionId) -> Array {
        self.fresh += 1;
        let domain = Sort::bitvector(world.pointer_bits());
        let range = Sort::bitvector(cell_bits(world, region));
        Array::new_const(
            format!("m{}?{}@{}", region.index(), self.fresh, self.name),
            &domain,
            &range,
        )
    }

    /// The regions that have been looked at or written.
    pub fn known_regions(&self) -> Vec<RegionId> {
        let mut known: Vec<RegionId> = self.memory.keys().copied().collect();
        known.sort_unstable();
        known
    }
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
