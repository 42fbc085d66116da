//! Cubes: conjunctions of variables or of literals. They are what quantification takes, what picks one valuation out of
//! a set, and what a set is shown as.

use oxidd::util::OptBool;
use oxidd::{BooleanFunction, VarNo};

use super::{Bdd, BddResult, BddVar, Bdds, Slot, SlotCopy};

impl Bdds {
    /// The cube of the first variables above the slots.
    pub(crate) fn extra_cube(&self, count: u32) -> BddResult {
        self.conjunction((0..count).rev().map(|i| self.extra(i)))
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

    /// The cubes of `f` over all copies of all slots; disjoint, at most `limit` of them. `f` must mention none of the variables
    /// above the slots.
    pub(crate) fn cubes_of_all_copies(
        &self,
        f: &Bdd,
        limit: usize,
    ) -> BddResult<Vec<Vec<(Slot, SlotCopy, bool)>>> {
        let mut rest = f.clone();
        let mut found = Vec::new();
        while found.len() < limit {
            let Some(values) = rest.pick_cube(|_, _, _| false) else {
                break;
            };
            let mut cube = Vec::new();
            let mut as_bdd = self.one();
            for (var, value) in values.iter().enumerate().rev() {
                if *value == OptBool::None {
                    continue;
                }
                let is_true = *value == OptBool::True;
                let (slot, copy) = self.slot_of(var as VarNo);
                cube.push((slot, copy, is_true));
                as_bdd = self.and(&self.literal(slot, copy, is_true)?, &as_bdd)?;
            }
            rest = self.minus(&rest, &as_bdd)?;
            cube.reverse();
            found.push(cube);
        }
        Ok(found)
    }
}
