//! Variables and memory at one moment.
//!
//! A state begins with nothing written down: the first look at a variable or region makes a symbol named after it and
//! after the state. States are cheap to copy as long as little has changed.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use analysis::regions::RegionId;
use ir::{FuncId, VarId};
use rustc_hash::FxHashMap;
use source::entity::EntityId;
use z3::Sort;
use z3::ast::{Array, BV, Bool};

use crate::encoding_context::EncodingContext;
use crate::execution::named_values::NamedValues;
use crate::execution::objects::Older;
use crate::execution::touch::Touch;
use crate::memory::axiom::Axiom;
use crate::memory::range::Range;
use crate::memory::reach::Reach;
use crate::memory::region::Memory;
use crate::memory::widths::widths;

#[derive(Clone, Debug)]
pub struct State {
    name: String,
    pub(crate) vars: FxHashMap<VarId, BV>,
    pub(crate) memory: FxHashMap<RegionId, Memory>,
    /// Where the variables of the current activations live, if not where all activations before had them.
    pub(super) addresses: FxHashMap<VarId, BV>,
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
    /// Large values that were read and have names from then on.
    pub(super) named: NamedValues,
    /// What had better hold of what is left open: then the interpreter does the same.
    pub(crate) hopes: Vec<Bool>,
    /// What has been read and written through pointers, if that is noted; copies of the state share it.
    pub(super) touched: Option<Rc<RefCell<Vec<Touch>>>>,
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
            named: NamedValues::default(),
            hopes: Vec::new(),
            touched: None,
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// What had better hold, of those things that are open on the way.
    pub fn hopes(&self) -> &[Bool] {
        &self.hopes
    }

    /// The objects without fixed addresses that have been met: address and size.
    pub fn objects(&self) -> &[(BV, u64)] {
        &self.objects
    }

    /// The value of a plain variable.
    pub fn var(&mut self, context: &EncodingContext<'_>, var: VarId) -> BV {
        if let Some(value) = context.constants.vars.get(&var) {
            return value.clone();
        }
        if let Some(value) = self.vars.get(&var) {
            return value.clone();
        }
        let variable = &context.program.vars[var];
        let (owner, name) = (var.index(), &self.name);
        let symbol = BV::new_const(
            format!("{}#{owner}@{name}", variable.unique),
            context.width(variable.ty),
        );
        self.vars.insert(var, symbol.clone());
        self.tell_apart(context, var, &symbol);
        if mutants::is("new-objects-lie-apart-from-the-watched-one")
            || !context.prophecies.may_hold(var)
        {
            self.was_there(context, &symbol, variable.ty);
        }
        symbol
    }

    pub fn set_var(&mut self, var: VarId, value: BV) {
        self.vars.insert(var, value);
    }

    /// The address of a variable in its current activation.
    pub(crate) fn address_of(&mut self, context: &EncodingContext<'_>, var: VarId) -> BV {
        if context.layout.fixed(var).is_some() {
            return context.address(var);
        }
        let own = self.addresses.get(&var).cloned();
        let address = own.unwrap_or_else(|| context.address(var));
        match context.layout.exists_once(var) {
            true => self.meet_moving(context),
            false => self.meet(context, var, &address),
        }
        address
    }

    pub(crate) fn address_of_function(
        &mut self,
        context: &EncodingContext<'_>,
        func: FuncId,
    ) -> BV {
        if context.layout.moving_functions().contains(&func) {
            self.meet_moving(context);
        }
        context.function_address(func)
    }

    /// A region holds anything from now on.
    pub fn forget(&mut self, context: &EncodingContext<'_>, region: RegionId) {
        if let Some(var) = context.regions.regions[region].variable
            && context.is_symbol(var)
        {
            let value = self.fresh(context.width(context.program.vars[var].ty));
            self.set_var(var, value);
            return;
        }
        self.forget_memory(context, region);
    }

    /// What lies in a region and may be touched so holds anything from now on.
    pub(crate) fn forget_there(
        &mut self,
        context: &EncodingContext<'_>,
        region: RegionId,
        reach: &Reach,
    ) {
        let variable = context.regions.regions[region].variable;
        if variable.is_some_and(|var| context.is_symbol(var)) {
            return self.forget(context, region);
        }
        let unknown = self.fresh_memory(context, region);
        let held = self.held(context, region);
        self.hold(region, held.forgotten(unknown, reach.clone()));
    }

    /// What a call of a function with a body may write holds anything from now on. `entry` is the state in which its
    /// parameters have their values.
    pub fn forget_written(&mut self, context: &EncodingContext<'_>, func: FuncId, entry: &State) {
        if mutants::is("calls-change-nothing") {
            return;
        }
        let mut stores = context.frames.stores(context, func, entry);
        let written = context.writes.by_function(func);
        for &region in written.regions {
            match stores.remove(&region) {
                None => self.forget_there(context, region, written.reach),
                Some(stores) => {
                    for store in stores {
                        let value = self.fresh(8 * store.size);
                        self.write(context, region, &store, &value);
                    }
                }
            }
        }
    }

    /// A region that lies in memory holds anything from now on; plain variables are not in memory.
    pub(crate) fn forget_memory(&mut self, context: &EncodingContext<'_>, region: RegionId) {
        let contents = self.fresh_memory(context, region);
        self.set_memory(region, contents);
    }

    /// A call has written some bytes of a region.
    pub(crate) fn overwrite(
        &mut self,
        context: &EncodingContext<'_>,
        region: RegionId,
        range: &Range,
    ) {
        let variable = context.regions.regions[region].variable;
        if variable.is_some_and(|var| context.is_symbol(var)) {
            return self.forget(context, region);
        }
        let unknown = self.fresh_memory(context, region);
        let held = self.held(context, region);
        let contents = held.overwritten(unknown, range.clone(), self.objects());
        self.hold(region, contents);
    }

    /// The contents of a region: from addresses to values, or to words of bytes.
    pub fn memory(&mut self, context: &EncodingContext<'_>, region: RegionId) -> Array {
        if let Some(contents) = context.constants.memory.get(&region).cloned() {
            self.meet_moving(context);
            return contents;
        }
        let name = &self.name;
        let symbol = || symbol_array(context, region, format!("m{}@{name}", region.index()));
        self.memory
            .entry(region)
            .or_insert_with(|| Memory::new(symbol()))
            .array
            .clone()
    }

    /// The contents of a region, with the last stores.
    pub(crate) fn held(&mut self, context: &EncodingContext<'_>, region: RegionId) -> Memory {
        let array = self.memory(context, region);
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
    pub fn fresh_memory(&mut self, context: &EncodingContext<'_>, region: RegionId) -> Array {
        let name = format!("m{}?{}@{}", region.index(), next_fresh(), self.name);
        symbol_array(context, region, name)
    }

    /// The regions that have been looked at or written.
    pub fn known_regions(&self) -> Vec<RegionId> {
        let mut known: Vec<RegionId> = self.memory.keys().copied().collect();
        known.sort_unstable();
        known
    }
}

fn symbol_array(context: &EncodingContext<'_>, region: RegionId, name: String) -> Array {
    let (index, held) = widths(context, region);
    Array::new_const(name, &Sort::bitvector(index), &Sort::bitvector(held))
}
