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

use std::cell::Cell;
use std::time::Duration;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, HasLevel, Manager,
    ManagerRef, Node, NodeID, VarNo,
};
use rustc_hash::FxHashSet;

/// A set of valuations, or a relation between them.
pub(crate) type Bdd = BCDDFunction;

/// The node table is full of live nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// Result of an operation that may need new nodes.
pub(crate) type BddResult<T = Bdd> = Result<T, OutOfNodes>;

/// Which of the three BDD variables of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SlotCopy {
    Entry,
    Current,
    Next,
}

/// What stands at the top of a diagram.
pub(crate) enum TopNode {
    Constant(bool),
    Decision {
        slot: Slot,
        copy: SlotCopy,
        yes: Bdd,
        no: Bdd,
    },
}

/// A BDD variable.
pub(crate) type BddVar = VarNo;

/// The slot of a variable: what the order ranks and what procedures share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

impl Slot {
    pub fn index(self) -> usize {
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
const OPERATIONS_PER_SAMPLE: u64 = 1 << 12;
const FIRST_COLLECTION_NODES: usize = 1 << 20;
const MAX_COLLECTIONS_PER_OPERATION: u32 = 20;
const WAIT_BETWEEN_COLLECTIONS: Duration = Duration::from_millis(5);

impl Bdds {
    /// `order[i]` is the slot on the i-th place from the top; it must name every slot below `order.len()` once.
    /// `extra` BDD variables come above all of them (for engines that encode control).
    pub(crate) fn new(order: &[Slot], extra: u32, config: BddConfig) -> BddResult<Self> {
        let cache = match order.len() {
            0..SMALL_CACHE_SLOTS => config.cache.min(SMALL_CACHE_ENTRIES),
            _ => config.cache,
        };
        let manager = oxidd::bcdd::new_manager(config.nodes, cache, 1);
        let count = extra + 3 * order.len() as VarNo;
        manager.with_manager_exclusive(|m| m.add_vars(count));
        let mut position = vec![0; order.len()];
        for (place, slot) in order.iter().enumerate() {
            position[slot.index()] = extra + 3 * place as VarNo;
        }
        let (literals, yes, no) = manager.with_manager_shared(|m| {
            let literals: AllocResult<Vec<Bdd>> = (0..count).map(|v| Bdd::var(m, v)).collect();
            (literals, Bdd::t(m), Bdd::f(m))
        });
        Ok(Bdds {
            literals: literals.map_err(|_| OutOfNodes)?,
            manager,
            position,
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

    /// One of the variables above the slots.
    pub(crate) fn extra(&self, index: u32) -> &Bdd {
        &self.literals[index as usize]
    }

    /// The cube of the first variables above the slots.
    pub(crate) fn extra_cube(&self, count: u32) -> BddResult {
        self.conjunction((0..count).rev().map(|i| self.extra(i)))
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

    /// The conjunction of some copies of some slots: what quantification takes.
    pub(crate) fn cube(&self, vars: impl IntoIterator<Item = (Slot, SlotCopy)>) -> BddResult {
        let mut numbers: Vec<VarNo> = vars.into_iter().map(|(s, c)| self.var_no(s, c)).collect();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers.dedup();
        self.conjunction(numbers.iter().map(|&v| &self.literals[v as usize]))
    }

    /// The conjunction of some variables.
    pub(crate) fn cube_of(&self, mut vars: Vec<BddVar>) -> BddResult {
        vars.sort_unstable_by(|a, b| b.cmp(a));
        self.conjunction(vars.iter().map(|&v| &self.literals[v as usize]))
    }

    /// The variables that a diagram mentions, in ascending order.
    pub(crate) fn support(&self, f: &Bdd) -> Vec<BddVar> {
        let mut seen: FxHashSet<NodeID> = FxHashSet::default();
        let mut vars = Vec::new();
        let mut open = vec![f.clone()];
        while let Some(f) = open.pop() {
            if let Some((yes, no)) = f.cofactors()
                && seen.insert(f.with_manager_shared(|_, edge| edge.node_id()))
            {
                vars.push(top(&f));
                open.extend([yes, no]);
            }
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Whether a diagram is small enough for a part of a step.
    pub(crate) fn fits_cluster(&self, f: &Bdd) -> bool {
        f.node_count() <= self.max_cluster_nodes
    }

    /// Whether a variable is the next copy of a slot.
    pub(crate) fn is_next(&self, var: BddVar) -> bool {
        self.slot_of(var).1 == SlotCopy::Next
    }

    /// Sorts parts of a conjunction by the slot each is mostly about, lowest in the order first: a conjunction built
    /// so grows at its top, and one of thousands of parts takes linear instead of quadratic time.
    pub(crate) fn sort_bottom_up<T>(&self, parts: &mut [(Slot, T)]) {
        parts.sort_by_key(|(slot, _)| std::cmp::Reverse(self.position[slot.index()]));
    }

    /// The conjunction of equalities between two copies.
    pub(crate) fn equal(
        &self,
        slots: impl IntoIterator<Item = Slot>,
        a: SlotCopy,
        b: SlotCopy,
    ) -> BddResult {
        let mut slots: Vec<Slot> = slots.into_iter().collect();
        slots.sort_unstable_by_key(|s| std::cmp::Reverse(self.position[s.index()]));
        let mut all = self.one();
        for slot in slots {
            let differ = self.xor(self.var(slot, a), self.var(slot, b))?;
            all = self.minus(&all, &differ)?;
        }
        Ok(all)
    }

    /// The conjunction of functions given from the lowest level up, so that each step adds on top.
    pub(crate) fn conjunction<'a>(&self, parts: impl IntoIterator<Item = &'a Bdd>) -> BddResult {
        let mut all = self.one();
        for part in parts {
            all = self.and(part, &all)?;
        }
        Ok(all)
    }

    /// The values that the current copies of some slots have in every valuation of `f`, where they have one.
    ///
    /// One valuation shows the only value each slot can be determined to have, so slots that it leaves open cost
    /// nothing: with thousands of variables in scope, most are.
    pub(crate) fn determined(&self, f: &Bdd, slots: &[Slot]) -> BddResult<Vec<Option<bool>>> {
        let Some(one) = f.pick_cube(|_, _, _| false) else {
            return Ok(vec![None; slots.len()]);
        };
        let value = |&slot: &Slot| {
            let var = self.var(slot, SlotCopy::Current);
            let (value, others) = match one[self.var_no(slot, SlotCopy::Current) as usize] {
                OptBool::None => return Ok(None),
                OptBool::True => (true, self.minus(f, var)?),
                OptBool::False => (false, self.and(f, var)?),
            };
            Ok(self.is_zero(&others).then_some(value))
        };
        slots.iter().map(value).collect()
    }

    /// One valuation of the given variables in `f`, and of the first `extra` ones above the slots, as a conjunction of
    /// literals; 0 rather than 1 where there is a choice. `f` must not be empty and must mention no others.
    pub(crate) fn pick(
        &self,
        f: &Bdd,
        vars: impl IntoIterator<Item = (Slot, SlotCopy)>,
        extra: u32,
    ) -> BddResult {
        let values = f.pick_cube(|_, _, _| false).unwrap_or_default();
        let mut numbers: Vec<VarNo> = vars.into_iter().map(|(s, c)| self.var_no(s, c)).collect();
        numbers.extend(0..extra);
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        let mut chosen = self.one();
        for var in numbers {
            let literal = &self.literals[var as usize];
            chosen = match values.get(var as usize) {
                Some(OptBool::True) => self.and(literal, &chosen)?,
                _ => self.minus(&chosen, literal)?,
            };
        }
        Ok(chosen)
    }

    /// The cubes of `f` over the current copies, each a list of literals; disjoint, at most `limit` of them.
    pub(crate) fn cubes(&self, f: &Bdd, limit: usize) -> BddResult<Vec<Vec<(Slot, bool)>>> {
        let mut slot_at = vec![None; self.literals.len()];
        for (slot, &first) in self.position.iter().enumerate() {
            slot_at[(first + SlotCopy::Current as VarNo) as usize] = Some(Slot(slot as u32));
        }
        let mut rest = f.clone();
        let mut found = Vec::new();
        while found.len() < limit {
            let Some(values) = rest.pick_cube(|_, _, _| false) else {
                break;
            };
            let mut cube = Vec::new();
            let mut as_bdd = self.one();
            for (var, value) in values.iter().enumerate().rev() {
                let Some(slot) = slot_at[var] else { continue };
                if *value != OptBool::None {
                    let is_true = *value == OptBool::True;
                    cube.push((slot, is_true));
                    as_bdd = self.and(&self.literal(slot, SlotCopy::Current, is_true)?, &as_bdd)?;
                }
            }
            rest = self.minus(&rest, &as_bdd)?;
            cube.reverse();
            found.push(cube);
        }
        Ok(found)
    }

    /// What decides first whether a valuation is in `f`, which must mention none of the variables above the slots.
    pub(crate) fn top_node(&self, f: &Bdd) -> TopNode {
        let Some((yes, no)) = f.cofactors() else {
            return TopNode::Constant(self.is_one(f));
        };
        let (slot, copy) = self.slot_of(top(f));
        TopNode::Decision {
            slot,
            copy,
            yes,
            no,
        }
    }

    /// The slot and the copy that a BDD variable below the extra ones stands for.
    fn slot_of(&self, var: VarNo) -> (Slot, SlotCopy) {
        let copies = [SlotCopy::Entry, SlotCopy::Current, SlotCopy::Next];
        let extra = self.variables() as VarNo - 3 * self.slots() as VarNo;
        let below = var - extra;
        let slot = self.at_place[below as usize / 3];
        (slot, copies[below as usize % 3])
    }

    pub(crate) fn operations(&self) -> u64 {
        self.operations.get()
    }

    /// The most nodes that were in the table at once, garbage included.
    pub(crate) fn peak_nodes(&self) -> usize {
        let now = self.manager.with_manager_shared(|m| m.num_inner_nodes());
        self.peak.get().max(now)
    }

    fn run(&self, operation: impl Fn() -> AllocResult<Bdd>) -> BddResult {
        let count = self.operations.get() + 1;
        self.operations.set(count);
        if count.is_multiple_of(OPERATIONS_PER_SAMPLE) {
            self.collect_when_due();
        }
        operation().or_else(|_| self.run_again(operation))
    }

    /// Collects and tries again. The collector beside us may be at work already, and then a collection of ours does
    /// nothing: only if several in a row do not help is the table really full.
    fn run_again(&self, operation: impl Fn() -> AllocResult<Bdd>) -> BddResult {
        for _ in 0..MAX_COLLECTIONS_PER_OPERATION {
            self.manager.with_manager_shared(|m| m.gc());
            if let Ok(result) = operation() {
                return Ok(result);
            }
            std::thread::sleep(WAIT_BETWEEN_COLLECTIONS);
        }
        Err(OutOfNodes)
    }

    fn collect_when_due(&self) {
        let nodes = self
            .manager
            .with_manager_shared(|m| m.approx_num_inner_nodes());
        self.peak.set(self.peak.get().max(nodes));
        if nodes >= self.collect_at.get() {
            let left = self.manager.with_manager_shared(|m| {
                m.gc();
                m.num_inner_nodes()
            });
            self.collect_at.set((2 * left).max(FIRST_COLLECTION_NODES));
        }
    }
}

/// The variable at the top of a diagram that is not constant.
fn top(f: &Bdd) -> BddVar {
    f.with_manager_shared(|m, edge| match m.get_node(edge) {
        Node::Inner(node) => m.level_to_var(node.level()),
        Node::Terminal(_) => 0,
    })
}

#[cfg(test)]
mod tests;
