//! Binary decision diagrams over the slots of a boolean program: a thin layer over OxiDD.
//!
//! Every slot (a global, a local position shared by all procedures, a returned value) has three BDD variables,
//! adjacent in the order: its value at the *entry* of the procedure, its *current* value and its *next* value.
//! Three copies suffice for every engine: a summary, a step, and a step composed with a summary all relate at most
//! three valuations of one slot at a time.
//!
//! OxiDD reports that it is out of nodes even when most of them are garbage, because its collector runs beside us.
//! So an operation that fails collects and tries again, and the layer collects on a schedule of its own.
//! Renaming is a relational product with an equality instead of a substitution: OxiDD prepares a substitution in
//! time linear in the number of levels even when the result is cached, and programs with thousands of variables
//! would pay that for every step.

mod collection;
mod cubes;
mod structure;

use std::cell::Cell;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::AllocResult;
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, Manager, ManagerRef, VarNo};

use collection::FIRST_COLLECTION_NODES;
pub(crate) use structure::TopNode;

/// A set of valuations, or a relation between them.
pub(crate) type Bdd = BCDDFunction;

/// The node table is full of live nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfNodes;

/// Result of an operation that may need new nodes.
pub(crate) type BddResult<T = Bdd> = Result<T, OutOfNodes>;

/// Which of the three BDD variables of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SlotCopy {
    Entry,
    Current,
    Next,
}

/// A BDD variable.
pub(crate) type BddVar = VarNo;

/// The slot of a variable: what the order ranks and what procedures share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Slot(pub(crate) u32);

impl Slot {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How much the layer may use.
#[derive(Clone, Copy, Debug)]
pub struct BddConfig {
    /// Nodes that fit in the table. The table is reserved, and touched only as it fills.
    pub nodes: usize,
    /// Entries of the cache of results; few variables get a smaller one.
    pub cache: usize,
    /// How many nodes a part of a step may have that is joined of smaller ones.
    pub max_cluster_nodes: usize,
}

impl Default for BddConfig {
    fn default() -> Self {
        BddConfig {
            nodes: 1 << 25,
            cache: 1 << 20,
            max_cluster_nodes: 2_000,
        }
    }
}

/// The manager, its variables and its counters.
pub(crate) struct Bdds {
    manager: BCDDManagerRef,
    /// The BDD variable of each slot's entry copy; the other copies follow it.
    position: Vec<VarNo>,
    /// How many copies of each slot there are: three, or more where formulas of the calculus ask for them.
    copies: VarNo,
    /// The slot on each place of the order.
    at_place: Vec<Slot>,
    literals: Vec<Bdd>,
    max_cluster_nodes: usize,
    yes: Bdd,
    no: Bdd,
    operations: Cell<u64>,
    peak: Cell<usize>,
    collect_at: Cell<usize>,
}

/// Diagrams over few variables are small, and a large cache would cost more than it saves.
const SMALL_CACHE_SLOTS: usize = 16;
const SMALL_CACHE_ENTRIES: usize = 1 << 16;
impl Bdds {
    /// `order[i]` is the slot on the i-th place from the top; it must name every slot below `order.len()` once.
    /// `extra` BDD variables come above all of them (for engines that encode control).
    pub(crate) fn new(order: &[Slot], extra: u32, config: BddConfig) -> BddResult<Self> {
        Self::with_copies(order, extra, 3, config)
    }

    /// The same with more than three copies of each slot. Those beyond [`SlotCopy`] have numbers ([`Bdds::copy_var`]).
    pub(crate) fn with_copies(
        order: &[Slot],
        extra: u32,
        copies: u32,
        config: BddConfig,
    ) -> BddResult<Self> {
        let copies = copies.max(3) as VarNo;
        let cache = match order.len() {
            0..SMALL_CACHE_SLOTS => config.cache.min(SMALL_CACHE_ENTRIES),
            _ => config.cache,
        };
        let manager = oxidd::bcdd::new_manager(config.nodes, cache, 1);
        let count = extra + copies * order.len() as VarNo;
        manager.with_manager_exclusive(|m| m.add_vars(count));
        let mut position = vec![0; order.len()];
        for (place, slot) in order.iter().enumerate() {
            position[slot.index()] = extra + copies * place as VarNo;
        }
        let (literals, yes, no) = manager.with_manager_shared(|m| {
            let literals: AllocResult<Vec<Bdd>> = (0..count).map(|v| Bdd::var(m, v)).collect();
            (literals, Bdd::t(m), Bdd::f(m))
        });
        Ok(Bdds {
            literals: literals.map_err(|_| OutOfNodes)?,
            manager,
            position,
            copies,
            at_place: order.to_vec(),
            max_cluster_nodes: config.max_cluster_nodes,
            yes,
            no,
            operations: Cell::new(0),
            peak: Cell::new(0),
            collect_at: Cell::new(FIRST_COLLECTION_NODES.min(config.nodes / 2)),
        })
    }

    pub(crate) fn slots(&self) -> usize {
        self.position.len()
    }

    /// How many BDD variables there are in all.
    pub(crate) fn variables(&self) -> usize {
        self.literals.len()
    }

    pub(crate) fn one(&self) -> Bdd {
        self.yes.clone()
    }

    pub(crate) fn zero(&self) -> Bdd {
        self.no.clone()
    }

    pub(crate) fn constant(&self, value: bool) -> Bdd {
        if value { self.one() } else { self.zero() }
    }

    pub(crate) fn is_zero(&self, f: &Bdd) -> bool {
        *f == self.no
    }

    pub(crate) fn is_one(&self, f: &Bdd) -> bool {
        *f == self.yes
    }

    /// The BDD variable of a slot's copy.
    fn var_no(&self, slot: Slot, copy: SlotCopy) -> VarNo {
        self.position[slot.index()] + copy as VarNo
    }

    pub(crate) fn var(&self, slot: Slot, copy: SlotCopy) -> &Bdd {
        &self.literals[self.var_no(slot, copy) as usize]
    }

    /// The BDD variable of a copy by its number; the first three are those of [`SlotCopy`].
    pub(crate) fn copy_var(&self, slot: Slot, copy: u32) -> BddVar {
        self.position[slot.index()] + copy as VarNo
    }

    /// A variable by its number.
    pub(crate) fn variable(&self, var: BddVar) -> &Bdd {
        &self.literals[var as usize]
    }

    /// One of the variables above the slots.
    pub(crate) fn extra(&self, index: u32) -> &Bdd {
        &self.literals[index as usize]
    }

    pub(crate) fn literal(&self, slot: Slot, copy: SlotCopy, value: bool) -> BddResult {
        let var = self.var(slot, copy);
        if value {
            Ok(var.clone())
        } else {
            self.not(var)
        }
    }

    pub(crate) fn not(&self, f: &Bdd) -> BddResult {
        self.run(|| f.not())
    }

    pub(crate) fn and(&self, f: &Bdd, g: &Bdd) -> BddResult {
        self.run(|| f.and(g))
    }

    pub(crate) fn or(&self, f: &Bdd, g: &Bdd) -> BddResult {
        self.run(|| f.or(g))
    }

    pub(crate) fn xor(&self, f: &Bdd, g: &Bdd) -> BddResult {
        self.run(|| f.xor(g))
    }

    /// `f` without what is in `g`.
    pub(crate) fn minus(&self, f: &Bdd, g: &Bdd) -> BddResult {
        self.run(|| g.imp_strict(f))
    }

    pub(crate) fn ite(&self, f: &Bdd, g: &Bdd, h: &Bdd) -> BddResult {
        self.run(|| f.ite(g, h))
    }

    pub(crate) fn exists(&self, f: &Bdd, cube: &Bdd) -> BddResult {
        self.run(|| f.exists(cube))
    }

    /// The relational product: `f ∧ g` with the variables of `cube` quantified away.
    pub(crate) fn and_exists(&self, f: &Bdd, g: &Bdd, cube: &Bdd) -> BddResult {
        if self.is_one(cube) {
            return self.and(f, g);
        }
        self.run(|| f.apply_exists(BooleanOperator::And, g, cube))
    }

    /// Whether every valuation of `f` is one of `g`.
    pub(crate) fn within(&self, f: &Bdd, g: &Bdd) -> BddResult<bool> {
        Ok(self.is_zero(&self.minus(f, g)?))
    }
}

#[cfg(test)]
mod tests;
