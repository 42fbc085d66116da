//! Builds the rules of the system from the flow.

use rustc_hash::FxHashMap;

use super::{CallRule, Encoder, EntryRule, ExitRule, Reductions, RelId, Relations, Renaming, Spds};
use crate::bdd::{Bdd, BddResult, Bdds, Slot, SlotCopy};
use crate::bp::{ProcId, VarDecl};
use crate::flow::{Flow, LiveRanges, ModRef, SlotSet};

pub(super) fn build<'a, 'p>(
    flow: &'a Flow<'p>,
    bdds: Bdds,
    mod_ref: &ModRef,
    live: LiveRanges,
    reductions: &Reductions<'_>,
) -> BddResult<Spds<'a, 'p>> {
    let mut builder = Builder::new(flow, &bdds, mod_ref, &live, reductions);
    let global_init = builder.initialisers(None, &flow.program.globals)?;
    let mut rules = Rules::default();
    let nothing = builder.finish(builder.draft(), bdds.one())?;
    for proc in flow.program.proc_ids() {
        let enforced = builder.enforced(proc)?;
        rules.entries.push(builder.entry(proc, &enforced)?);
        rules.exits.push(builder.exit(proc)?);
        let only = reductions.only.as_deref();
        if only.is_some_and(|wanted| wanted.binary_search(&proc).is_err()) {
            rules.leave_out(&mut builder, proc, nothing)?;
        } else {
            rules.add_body(&mut builder, proc, &enforced)?;
        }
        rules.enforced.push(enforced);
    }
    let relations = builder.relations;
    Ok(Spds {
        flow,
        bdds,
        relations,
        of_edge: rules.of_edge,
        entries: rules.entries,
        exits: rules.exits,
        calls: rules.calls,
        global_init,
        enforced: rules.enforced,
        live,
    })
}

/// The rules found so far; see [`Spds`].
#[derive(Default)]
struct Rules {
    of_edge: Vec<RelId>,
    entries: Vec<EntryRule>,
    exits: Vec<ExitRule>,
    calls: Vec<CallRule>,
    enforced: Vec<Bdd>,
}

impl Rules {
    fn add_body(
        &mut self,
        builder: &mut Builder<'_, '_>,
        proc: ProcId,
        enforced: &Bdd,
    ) -> BddResult<()> {
        for edge in builder.flow.edge_range(proc) {
            self.of_edge.push(builder.edge(proc, edge, enforced)?);
        }
        for call in builder.flow.calls_of(proc) {
            self.calls.push(builder.call(proc, call, enforced)?);
        }
        Ok(())
    }

    /// Placeholders for the rules of a procedure that is left out.
    fn leave_out(
        &mut self,
        builder: &mut Builder<'_, '_>,
        proc: ProcId,
        nothing: RelId,
    ) -> BddResult<()> {
        let edges = builder.flow.edges_of(proc).len();
        self.of_edge.resize(self.of_edge.len() + edges, nothing);
        for call in builder.flow.calls_of(proc) {
            self.calls.push(builder.no_call(proc, call)?);
        }
        Ok(())
    }
}

/// Whether a procedure has to know how it was entered: it is called, and not from a place that knows without.
fn remembers(flow: &Flow<'_>, without_context: Option<&[bool]>) -> Vec<bool> {
    let mut remembers = vec![false; flow.procs.len()];
    for call in flow.calls() {
        let callee = call.callee.index();
        remembers[callee] = without_context.is_none_or(|found| !found[callee]);
    }
    remembers
}

pub(super) struct Builder<'b, 'p> {
    pub(super) flow: &'b Flow<'p>,
    pub(super) bdds: &'b Bdds,
    pub(super) mod_ref: &'b ModRef,
    pub(super) live: &'b LiveRanges,
    pub(super) relations: Relations,
    /// The slots with an entry value, of each procedure.
    pub(super) tracked: Vec<SlotSet>,
    /// The slots through which each procedure gives results: globals it writes, and returned values.
    pub(super) results: Vec<SlotSet>,
    /// Whether each procedure has entry values.
    pub(super) remembers: Vec<bool>,
    cubes: FxHashMap<Vec<(Slot, SlotCopy)>, Bdd>,
    /// Cubes of current values only: the ones that every edge needs.
    current_cubes: FxHashMap<SlotSet, Bdd>,
    renamings: FxHashMap<(Vec<Slot>, SlotCopy, SlotCopy), Renaming>,
}

impl<'b, 'p> Builder<'b, 'p> {
    fn new(
        flow: &'b Flow<'p>,
        bdds: &'b Bdds,
        mod_ref: &'b ModRef,
        live: &'b LiveRanges,
        reductions: &Reductions<'_>,
    ) -> Self {
        let mut builder = Builder {
            flow,
            bdds,
            mod_ref,
            live,
            relations: Relations::default(),
            tracked: Vec::new(),
            results: Vec::new(),
            remembers: remembers(flow, reductions.without_context),
            cubes: FxHashMap::default(),
            current_cubes: FxHashMap::default(),
            renamings: FxHashMap::default(),
        };
        let procs = || flow.program.proc_ids();
        builder.tracked = procs().map(|p| builder.tracked(p)).collect();
        builder.results = procs().map(|p| builder.results(p)).collect();
        builder
    }

    pub(super) fn encoder<'e>(
        &'e self,
        proc: Option<ProcId>,
        written: &'e [Slot],
    ) -> Encoder<'e, 'b>
    where
        'b: 'e,
    {
        Encoder {
            bdds: self.bdds,
            flow: self.flow,
            proc,
            written,
        }
    }

    pub(super) fn cube(&mut self, mut vars: Vec<(Slot, SlotCopy)>) -> BddResult {
        vars.sort_unstable();
        vars.dedup();
        if let Some(known) = self.cubes.get(&vars) {
            return Ok(known.clone());
        }
        let cube = self.bdds.cube(vars.iter().copied())?;
        self.cubes.insert(vars, cube.clone());
        Ok(cube)
    }

    /// The cube of the current values of some slots.
    pub(super) fn current_cube(&mut self, slots: SlotSet) -> BddResult {
        if let Some(known) = self.current_cubes.get(&slots) {
            return Ok(known.clone());
        }
        let cube = self
            .bdds
            .cube(slots.iter().map(|s| (s, SlotCopy::Current)))?;
        self.current_cubes.insert(slots, cube.clone());
        Ok(cube)
    }

    pub(super) fn renaming(
        &mut self,
        mut slots: Vec<Slot>,
        from: SlotCopy,
        to: SlotCopy,
    ) -> BddResult<Renaming> {
        slots.sort_unstable();
        let key = (slots, from, to);
        if let Some(known) = self.renamings.get(&key) {
            return Ok(known.clone());
        }
        let renaming = Renaming::new(self.bdds, &key.0, from, to)?;
        self.renamings.insert(key, renaming.clone());
        Ok(renaming)
    }

    /// The states that `enforce` leaves to a procedure.
    fn enforced(&self, proc: ProcId) -> BddResult {
        let mut all = self.bdds.one();
        if mutants::is("enforce-is-ignored") {
            return Ok(all);
        }
        for &e in &self.flow.program.proc(proc).enforce {
            let can_hold = self
                .encoder(Some(proc), &[])
                .possible_values(e)?
                .can_be_true;
            all = self.bdds.and(&all, &can_hold)?;
        }
        Ok(all)
    }

    /// Initial values, each a step of its own.
    pub(super) fn initialisers(
        &mut self,
        proc: Option<ProcId>,
        declared: &[VarDecl],
    ) -> BddResult<Vec<RelId>> {
        let mut steps = Vec::new();
        for decl in declared {
            let Some(init) = decl.init else { continue };
            let slot = self.flow.slot_in(proc, decl.name.symbol);
            let mut draft = self.draft();
            draft.assign(&self.encoder(proc, &[slot]), slot, init)?;
            let forget = self.cube(vec![(slot, SlotCopy::Current)])?;
            steps.push(self.finish(draft, forget)?);
        }
        Ok(steps)
    }
}
