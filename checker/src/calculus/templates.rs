//! The relations that a program gives: Getafix's template formulas (La Torre, Madhusudan and Parlato, section 4).
//!
//! A *state* `u` is a program counter `u.pc`, the values `u.local` of a procedure's variables (and of what is being returned
//! to it), and the values `u.global` of the globals. It has values only for what matters at its program counter: variables that
//! are live there, and of the globals those that the procedure or its callees touch. Of all others no relation says anything.
//!
//! | relation | holds when |
//! |---|---|
//! | `Init(u)` | the program may start in u: its entry, with the globals' initial values |
//! | `Entry(pc)`, `Exit(pc)` | a procedure begins, ends here |
//! | `Goal(pc)` | what is asked for is here |
//! | `ProgramInt(u, v)` | one step inside of a procedure leads from u to v |
//! | `IntoCall(u, v)` | u is at a call, v where the callee begins: globals as in u, parameters as passed |
//! | `Across(p, q)` | a call at p returns to q |
//! | `Return(u, z, v)` | the call at u returns to v when the callee is at its exit in z |
//! | `ReturnA(u, zpc, v)` | v keeps what u has and the callee that ends at zpc does not write |
//! | `ReturnB(z, upc, v)` | v has what the callee left at z, for the caller at upc |
//! | `IntoCall1(u, zpc, l, g)` | `IntoCall` into the callee that ends at zpc, of which l and g are the values |
//! | `Remember(u, v)` | a procedure begins in v, and u = v; where nothing calls it, u is any state there |
//!
//! Each procedure begins at a program counter of its own, where only parameters and globals have values; the step from there
//! gives locals their initial values. So `Return(u, z, v)` is `ReturnA(u, z.pc, v) ∧ ReturnB(z, u.pc, v)`.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::formula::Template;
use super::registers::Registers;
use crate::bdd::{Bdd, BddResult, Slot};
use crate::bp::ProcId;
use crate::flow::{LocId, SlotSet};
use crate::spds::{Relation, Spds};

/// A program counter: a location of the flow, or behind them where a procedure begins.
pub(super) type Pc = u32;

/// Which edge, call or procedure makes a row of a template.
pub(super) type RowId = u32;

pub(super) const MAX_COLUMNS: usize = 3;

/// Rows with their columns.
pub(super) type Found = SmallVec<[(RowId, [Pc; MAX_COLUMNS]); 4]>;

/// Where results of operators are kept: equal statements on equal sets have equal results.
const MAX_REMEMBERED: usize = 1 << 17;

/// The registers that steps work on: from the current values to the next ones.
pub(super) const WORK: u8 = 1;
pub(super) const SCRATCH: u8 = 2;

/// See the module's text.
pub(super) struct Templates<'a, 'p> {
    pub(super) spds: Spds<'a, 'p>,
    entries: Vec<ProcId>,
    goals: Vec<Pc>,
    calls_of: Vec<Vec<u32>>,
    /// The edges into each location.
    edges_into: Vec<Vec<u32>>,
    calls_to: FxHashMap<LocId, Vec<u32>>,
    images: FxHashMap<(u32, Bdd), Bdd>,
    entered: FxHashMap<(u32, Bdd), Bdd>,
    over: FxHashMap<(u32, Bdd, u8, u8), Relation>,
    full: FxHashMap<(Template, RowId), Bdd>,
}

impl<'a, 'p> Templates<'a, 'p> {
    pub(super) fn new(spds: Spds<'a, 'p>, entries: &[ProcId]) -> Self {
        let flow = spds.flow;
        let mut calls_of = vec![Vec::new(); flow.procs.len()];
        let mut calls_to: FxHashMap<LocId, Vec<u32>> = FxHashMap::default();
        for (i, call) in flow.calls().iter().enumerate() {
            calls_of[call.callee.index()].push(i as u32);
            calls_to.entry(call.to).or_default().push(i as u32);
        }
        Templates {
            entries: entries.to_vec(),
            goals: Vec::new(),
            calls_of,
            edges_into: Vec::new(),
            calls_to,
            spds,
            images: FxHashMap::default(),
            entered: FxHashMap::default(),
            over: FxHashMap::default(),
            full: FxHashMap::default(),
        }
    }

    pub(super) fn set_goals(&mut self, goals: &[LocId]) {
        self.goals = goals.iter().map(|l| l.0).collect();
        self.goals.sort_unstable();
        self.goals.dedup();
    }

    pub(super) fn is_goal(&self, pc: Pc) -> bool {
        self.goals.binary_search(&pc).is_ok()
    }

    /// The procedure that a program counter is in.
    pub(super) fn proc_of(&self, pc: Pc) -> ProcId {
        let inside = || self.spds.flow.proc_of(LocId(pc));
        self.begins(pc).unwrap_or_else(inside)
    }

    /// How many program counters there are.
    pub(super) fn pcs(&self) -> u32 {
        self.begin(ProcId(self.spds.flow.procs.len() as u32))
    }

    fn begin(&self, proc: ProcId) -> Pc {
        self.spds.flow.loc_count() as u32 + proc.0
    }

    pub(super) fn begins(&self, pc: Pc) -> Option<ProcId> {
        let first = self.spds.flow.loc_count() as u32;
        pc.checked_sub(first).map(ProcId)
    }

    /// The slots that have values at a program counter.
    pub(super) fn matters(&self, pc: Pc) -> SlotSet {
        match self.begins(pc) {
            None => self.spds.live.at(LocId(pc)).clone(),
            Some(proc) => {
                let mut set = SlotSet::new(self.spds.flow.slot_count);
                set.extend(self.spds.entries[proc.index()].tracked.iter().copied());
                set
            }
        }
    }

    /// About how many rows there are when some columns are known.
    pub(super) fn estimate(&self, template: Template, known: &[bool]) -> usize {
        let flow = self.spds.flow;
        let procs = flow.procs.len().max(1);
        let calls = flow.calls().len();
        match (template, known) {
            (_, known) if known.iter().all(|k| *k) => 0,
            (Template::Remember, known) if known.contains(&true) => 1,
            (Template::Entry | Template::Exit | Template::Remember, _) => procs,
            (Template::Goal, _) => self.goals.len(),
            (Template::Init, _) => self.entries.len(),
            (Template::ProgramInt, [false, false]) => flow.edges().len(),
            (Template::ProgramInt | Template::Across, known) if known.contains(&true) => 1,
            (Template::IntoCall | Template::IntoExit, [true, _]) => 1,
            (Template::IntoCall | Template::IntoExit, [_, true]) => calls / procs + 2,
            (Template::Return | Template::ReturnA, [true, _, _] | [_, _, true]) => 1,
            (Template::ReturnB, [_, true, _] | [_, _, true]) => 1,
            (_, known) if known.contains(&true) => calls / procs + 2,
            _ => calls,
        }
    }

    /// Calls `each` with all rows whose known columns are so.
    pub(super) fn each_row(
        &mut self,
        template: Template,
        known: [Option<Pc>; MAX_COLUMNS],
        found: &mut Found,
    ) {
        match template {
            Template::Entry => self.each_proc(known[0], found, |t, p| t.begin(p)),
            Template::Exit => self.each_proc(known[0], found, |t, p| t.spds.flow.proc(p).exit.0),
            Template::Goal => match known[0] {
                Some(pc) => {
                    found.extend(self.goals.binary_search(&pc).ok().map(|_| (0, [pc, 0, 0])))
                }
                None => found.extend(self.goals.iter().map(|&pc| (0, [pc, 0, 0]))),
            },
            Template::Init => {
                for &proc in &self.entries {
                    let pc = self.begin(proc);
                    if known[0].is_none_or(|k| k == pc) {
                        found.push((proc.0, [pc, 0, 0]));
                    }
                }
            }
            Template::ProgramInt => self.each_step(known, found),
            Template::Remember => self.each_beginning(known, found),
            _ => self.each_call(template, known, found),
        }
    }

    fn each_proc(&self, known: Option<Pc>, found: &mut Found, place: impl Fn(&Self, ProcId) -> Pc) {
        match known {
            Some(pc) => {
                let proc = self.proc_of(pc);
                if place(self, proc) == pc {
                    found.push((proc.0, [pc, 0, 0]));
                }
            }
            None => {
                let procs = 0..self.spds.flow.procs.len() as u32;
                found.extend(procs.map(|p| (p, [place(self, ProcId(p)), 0, 0])));
            }
        }
    }

    fn each_beginning(&self, known: [Option<Pc>; MAX_COLUMNS], found: &mut Found) {
        let mut add = |proc: ProcId| {
            let pc = self.begin(proc);
            if known[1].is_none_or(|k| k == pc) {
                found.push((proc.0, [pc, pc, 0]));
            }
        };
        match known[0].or(known[1]).map(|pc| self.begins(pc)) {
            Some(proc) => proc.into_iter().for_each(add),
            None => (0..self.spds.flow.procs.len() as u32).for_each(|p| add(ProcId(p))),
        }
    }

    fn each_step(&mut self, [from, to, _]: [Option<Pc>; MAX_COLUMNS], found: &mut Found) {
        let flow = self.spds.flow;
        let (edges, steps) = (flow.edges(), flow.edges().len() as u32);
        let start = |p: ProcId| (steps + p.0, [self.begin(p), flow.proc(p).entry.0, 0]);
        let step = |i: u32| {
            let edge = &edges[i as usize];
            (i, [edge.from.0, edge.to.0, 0])
        };
        let wanted = |(_, [_, reached, _]): &(RowId, [Pc; 3])| to.is_none_or(|to| to == *reached);
        match (from.map(|pc| (pc, self.begins(pc))), to) {
            (Some((_, Some(proc))), _) => found.extend(Some(start(proc)).filter(wanted)),
            (Some((pc, None)), _) => {
                let range = flow.out_edge_range(LocId(pc));
                found.extend(range.map(|i| step(i as u32)).filter(wanted));
            }
            (None, Some(to)) => {
                if self.begins(to).is_some() {
                    return;
                }
                let proc = flow.proc_of(LocId(to));
                if flow.proc(proc).entry.0 == to {
                    found.push(start(proc));
                }
                if self.edges_into.is_empty() {
                    self.edges_into = vec![Vec::new(); flow.loc_count()];
                    for (i, edge) in edges.iter().enumerate() {
                        self.edges_into[edge.to.index()].push(i as u32);
                    }
                }
                found.extend(self.edges_into[to as usize].iter().map(|&i| step(i)));
            }
            (None, None) => {
                found.extend((0..flow.procs.len() as u32).map(|p| start(ProcId(p))));
                found.extend((0..steps).map(step));
            }
        }
    }

    /// The columns of a template of calls.
    fn call_columns(&self, template: Template, call: u32) -> [Pc; MAX_COLUMNS] {
        let flow = self.spds.flow;
        let call = &flow.calls()[call as usize];
        let (from, to) = (call.from.0, call.to.0);
        let exit = flow.proc(call.callee).exit.0;
        match template {
            Template::IntoCall => [from, self.begin(call.callee), 0],
            Template::Across => [from, to, 0],
            Template::IntoExit => [from, exit, 0],
            Template::ReturnB => [exit, from, to],
            _ => [from, exit, to],
        }
    }

    fn each_call(&self, template: Template, known: [Option<Pc>; MAX_COLUMNS], found: &mut Found) {
        let flow = self.spds.flow;
        let mut add = |call: u32| {
            let columns = self.call_columns(template, call);
            let fits = |(k, c): (&Option<Pc>, &Pc)| k.is_none_or(|k| k == *c);
            if known.iter().zip(&columns).all(fits) {
                found.push((call, columns));
            }
        };
        let (from, to, callee) = match template {
            Template::IntoCall => (known[0], None, known[1].map(|pc| self.begins(pc))),
            Template::Across => (known[0], known[1], None),
            Template::IntoExit => (known[0], None, known[1].map(|pc| self.ends(pc))),
            Template::ReturnB => (known[1], known[2], known[0].map(|pc| self.ends(pc))),
            _ => (known[0], known[2], known[1].map(|pc| self.ends(pc))),
        };
        if let Some(from) = from {
            if self.begins(from).is_none()
                && let Some(call) = flow.call_index(LocId(from))
            {
                add(call as u32);
            }
        } else if let Some(to) = to {
            let calls = self.calls_to.get(&LocId(to)).into_iter().flatten();
            calls.copied().for_each(add);
        } else if let Some(callee) = callee {
            if let Some(callee) = callee {
                self.calls_of[callee.index()].iter().copied().for_each(add);
            }
        } else {
            (0..flow.calls().len() as u32).for_each(add);
        }
    }

    fn ends(&self, pc: Pc) -> Option<ProcId> {
        if self.begins(pc).is_some() {
            return None;
        }
        let proc = self.spds.flow.proc_of(LocId(pc));
        (self.spds.flow.proc(proc).exit.0 == pc).then_some(proc)
    }

    /// The callee of a call.
    pub(super) fn callee(&self, call: RowId) -> ProcId {
        self.spds.flow.calls()[call as usize].callee
    }

    /// States after one step inside of a procedure, in place.
    pub(super) fn image(&mut self, row: RowId, set: &Bdd) -> BddResult {
        let spds = &self.spds;
        let steps = spds.flow.edges().len() as u32;
        let Some(proc) = row.checked_sub(steps) else {
            let relation = spds.of_edge[row as usize];
            let key = (relation.0, set.clone());
            if let Some(known) = self.images.get(&key) {
                return Ok(known.clone());
            }
            let image = spds.relations.get(relation).image(&spds.bdds, set)?;
            if self.images.len() >= MAX_REMEMBERED {
                self.images.clear();
            }
            self.images.insert(key, image.clone());
            return Ok(image);
        };
        spds.begin(ProcId(proc), set)
    }

    /// States before one step inside of a procedure, in place.
    pub(super) fn preimage(&self, row: RowId, set: &Bdd) -> BddResult {
        let spds = &self.spds;
        match row.checked_sub(spds.flow.edges().len() as u32) {
            None => spds.relation(row as usize).preimage(&spds.bdds, set),
            Some(proc) => spds.before_begin(ProcId(proc), set),
        }
    }

    /// From states at a call to those in which the callee begins, in place.
    pub(super) fn enter(&mut self, call: RowId, set: &Bdd) -> BddResult {
        let key = (call, set.clone());
        if let Some(known) = self.entered.get(&key) {
            return Ok(known.clone());
        }
        let rule = &self.spds.calls[call as usize];
        let entered = self.spds.entered_keeping_entry(rule, set)?;
        if self.entered.len() >= MAX_REMEMBERED {
            self.entered.clear();
        }
        self.entered.insert(key, entered.clone());
        Ok(entered)
    }

    /// The other way round.
    pub(super) fn before_enter(&self, call: RowId, set: &Bdd) -> BddResult {
        self.spds.before_call(&self.spds.calls[call as usize], set)
    }

    /// What a call does whose callee begins (in register `begin`) and ends (in register `end`) so.
    pub(super) fn over(
        &mut self,
        registers: &mut Registers,
        call: RowId,
        summary: &Bdd,
        (begin, end): (u8, u8),
    ) -> BddResult<Relation> {
        let key = (call, summary.clone(), begin, end);
        if let Some(known) = self.over.get(&key) {
            return Ok(known.clone());
        }
        let framed = self.in_frame(registers, call, summary, (begin, end))?;
        let over = self.spds.over(&self.spds.calls[call as usize], &framed)?;
        if self.over.len() >= MAX_REMEMBERED {
            self.over.clear();
        }
        self.over.insert(key, over.clone());
        Ok(over)
    }

    /// A summary in its caller's frame: globals when it begins in current values, parameters and results in next values.
    fn in_frame(
        &self,
        registers: &mut Registers,
        call: RowId,
        summary: &Bdd,
        (begin, end): (u8, u8),
    ) -> BddResult {
        let (spds, bdds) = (&self.spds, &self.spds.bdds);
        let callee = self.callee(call).index();
        let is_global = |slot: &Slot| spds.flow.is_global(*slot);
        let tracked = &spds.entries[callee].tracked;
        let (globals, formals): (Vec<Slot>, Vec<Slot>) = tracked.iter().partition(|s| is_global(s));
        let results = registers.slots_of(bdds, spds.exits[callee].results.from());
        let mut others = spds.live.at(spds.flow.procs[callee].exit).clone();
        results.iter().for_each(|&s| others.remove(s));
        let mut set = registers.forget(bdds, summary, others.iter(), end)?;
        // Where the callee began, only what is tracked there can be told apart.
        set = registers.keep_only(bdds, &set, tracked, begin)?;
        // The scratch register takes parameters and results. It is free, and so is that of the caller's globals once what
        // lies there has gone to it.
        if end == WORK {
            set = registers.shift(bdds, &set, &results, end, SCRATCH)?;
            set = registers.shift(bdds, &set, &globals, begin, WORK)?;
        } else {
            set = registers.shift(bdds, &set, &globals, begin, WORK)?;
            set = registers.shift(bdds, &set, &results, end, SCRATCH)?;
        }
        registers.shift(bdds, &set, &formals, begin, SCRATCH)
    }

    /// The whole relation of a row, in registers of its own: the first state in 0, the last one in 1, and of `Return`
    /// and `ReturnB` where the callee ended in 3.
    pub(super) fn full(
        &mut self,
        registers: &mut Registers,
        template: Template,
        row: RowId,
    ) -> BddResult {
        if let Some(known) = self.full.get(&(template, row)) {
            return Ok(known.clone());
        }
        let bdds = &self.spds.bdds;
        let full = match template {
            Template::Init => self.spds.start(ProcId(row))?,
            Template::Remember => self.spds.entries[row as usize].same.equal().clone(),
            Template::ProgramInt => {
                let steps = self.spds.flow.edges().len() as u32;
                let from = match row.checked_sub(steps) {
                    None => self.spds.flow.edges()[row as usize].from.0,
                    Some(proc) => self.begin(ProcId(proc)),
                };
                let same = registers.equality(bdds, self.matters(from).iter(), 0, WORK)?;
                self.image(row, &same)?
            }
            Template::IntoCall | Template::IntoExit => {
                let from = self.spds.flow.calls()[row as usize].from.0;
                let same = registers.equality(bdds, self.matters(from).iter(), 0, WORK)?;
                self.enter(row, &same)?
            }
            _ => self.returning(registers, template, row)?,
        };
        if self.full.len() >= MAX_REMEMBERED {
            self.full.clear();
        }
        self.full.insert((template, row), full.clone());
        Ok(full)
    }

    fn returning(&self, registers: &mut Registers, template: Template, row: RowId) -> BddResult {
        let bdds = &self.spds.bdds;
        let rule = &self.spds.calls[row as usize];
        let mut all = bdds.one();
        if template != Template::ReturnB {
            let mut kept = self.spds.live.at(rule.from).clone();
            kept.intersect_with(self.spds.live.at(rule.to));
            for slot in registers.slots_of(bdds, &rule.forget) {
                kept.remove(slot);
            }
            all = registers.equality(bdds, kept.iter(), 0, WORK)?;
        }
        if template != Template::ReturnA {
            let results = registers.slots_of(bdds, rule.back.to());
            let back = registers.equality(bdds, results.into_iter(), 3, WORK)?;
            all = bdds.and(&bdds.and(&all, &back)?, &rule.after)?;
        }
        Ok(all)
    }
}
