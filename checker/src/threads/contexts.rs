//! Threads that call recursively, within a bounded number of switches: summaries with the values of the globals at every
//! switch.
//!
//! A *context* is what one thread does between two switches. For each sequence of threads there is a node of a tree, and in
//! it path edges as in a sequential program: how the procedure was entered, and the state now. They are about one thread
//! and also say which values the globals had at each switch so far. Runs of several threads fit together where they agree
//! on these values, so nothing else need be known of the others: neither their stacks nor their locals. This is the
//! algorithm of the Getafix paper (La Torre, Madhusudan and Parlato, *Analyzing recursive programs using a fixed-point
//! calculus*, 2009, section 5.1), with the sequence of threads and the number of switches explicit: only what is reachable
//! is ever computed, and one switch more adds nodes to the tree and changes none.
//!
//! A procedure may be entered in one context and left in a later one. So a path edge belongs to the context in which its
//! procedure was entered, too, and a procedure that is left goes on with its callers in that context.

use std::collections::{BTreeMap, BTreeSet};

use super::instances::{Instances, ThreadStart};
use super::outcome::Bound;
use super::schedule::{Context, Schedule};
use super::switch_points::{is_end, switch_points};
use crate::bdd::{Bdd, BddConfig, BddResult, Bdds, Slot, SlotCopy};
use crate::engine::callers;
use crate::flow::{ControlPoint, Flow, LocId, reverse_postorder};
use crate::spds::{Reductions, Spds};

/// How many switches there are variables for at most.
pub(crate) const MAX_SWITCHES: u32 = 24;

/// A node of the tree, by its number.
type Node = usize;

/// Path edges: where, and in which context the procedure was entered.
type Key = (LocId, Node);

/// What one thread does between two switches, after what the nodes above say.
struct ContextNode {
    context: Context,
    /// How many switches there are above it.
    switches: usize,
    /// For each thread, where it ran last; the last one is what runs before all threads.
    last: Vec<Option<Node>>,
    reached: BTreeMap<Key, Bdd>,
    /// For each procedure entered here, the states (current globals and formals).
    entered: Vec<Option<Bdd>>,
    /// For each procedure entered and left here, what it does.
    summaries: Vec<Option<Bdd>>,
    /// The globals where other threads may go on, with those at all switches before.
    left: Option<Bdd>,
}

pub(crate) struct Contexts<'a, 'p> {
    pub(crate) spds: Spds<'a, 'p>,
    pub(crate) instances: &'a Instances,
    schedule: Schedule,
    /// Globals now = globals at a switch.
    at_switch: Vec<Bdd>,
    /// The current values of globals; of all else, entry values included.
    globals: Bdd,
    others: Bdd,
    switch_points: Vec<bool>,
    rank: Vec<u32>,
    callers: Vec<Vec<u32>>,
    nodes: Vec<ContextNode>,
    /// The contexts that have not been explored, with what they follow.
    pending: BTreeSet<(Context, Node)>,
    /// The locations that have been reached.
    pub(crate) seen: BTreeSet<LocId>,
    /// Whether contexts were left out for want of variables.
    pub(crate) cut_off: bool,
}

/// How many switches there are within a bound, as far as there are variables for them.
fn most_switches(threads: usize, bound: Option<Bound>) -> usize {
    let most = match bound {
        Some(Bound::Switches(switches)) => switches,
        Some(Bound::Rounds(rounds)) => rounds.saturating_mul(threads as u32),
        None => MAX_SWITCHES,
    };
    most.min(MAX_SWITCHES) as usize
}

impl<'a, 'p> Contexts<'a, 'p> {
    pub(crate) fn new(
        flow: &'a Flow<'p>,
        order: &[Slot],
        instances: &'a Instances,
        config: BddConfig,
        bound: Option<Bound>,
    ) -> BddResult<Self> {
        let threads = instances.threads.len();
        let switches = most_switches(threads, bound);
        // How far to go is not asked here: one level more is always pending.
        let schedule = Schedule {
            threads,
            bound: match bound {
                Some(Bound::Rounds(_)) => Bound::Rounds(u32::MAX),
                _ => Bound::Switches(u32::MAX),
            },
        };
        let shared: Vec<Slot> = flow
            .global_slots()
            .filter(|&slot| Some(slot) != instances.in_section)
            .collect();
        let copies = switches.div_ceil(3);
        let copy = |shared: usize, switch: usize| {
            let slot = Slot((flow.slot_count + shared * copies + switch / 3) as u32);
            let copy = [SlotCopy::Entry, SlotCopy::Current, SlotCopy::Next][switch % 3];
            (slot, copy)
        };
        let mut whole = Vec::new();
        for &slot in order {
            whole.push(slot);
            if let Some(number) = shared.iter().position(|&s| s == slot) {
                let first = flow.slot_count + number * copies;
                whole.extend((first..first + copies).map(|i| Slot(i as u32)));
            }
        }
        let bdds = Bdds::new(&whole, 0, config)?;
        let mut at_switch = Vec::new();
        for switch in 0..switches {
            let mut equal = bdds.one();
            for (number, &slot) in shared.iter().enumerate() {
                let (there, which) = copy(number, switch);
                let differ = bdds.xor(bdds.var(slot, SlotCopy::Current), bdds.var(there, which))?;
                equal = bdds.minus(&equal, &differ)?;
            }
            at_switch.push(equal);
        }
        let globals = bdds.cube(flow.global_slots().map(|slot| (slot, SlotCopy::Current)))?;
        let slots = (0..flow.slot_count as u32).map(Slot);
        let entries = slots.clone().map(|slot| (slot, SlotCopy::Entry));
        let locals = slots.filter(|&slot| !flow.is_global(slot));
        let locals = locals.map(|slot| (slot, SlotCopy::Current));
        let others = bdds.cube(entries.chain(locals))?;
        let reductions = Reductions {
            live_ranges: true,
            shared_globals: true,
            ..Reductions::none()
        };
        let spds = Spds::new(flow, bdds, &reductions)?;
        Ok(Contexts {
            instances,
            schedule,
            at_switch,
            globals,
            others,
            switch_points: switch_points(flow),
            rank: reverse_postorder(flow),
            callers: callers(&spds),
            nodes: Vec::new(),
            pending: BTreeSet::new(),
            seen: BTreeSet::new(),
            cut_off: false,
            spds,
        })
    }

    fn bdds(&self) -> &Bdds {
        &self.spds.bdds
    }

    /// Explores what runs before all threads.
    pub(crate) fn start(&mut self) -> BddResult<()> {
        let mut states = self.spds.bdds.one();
        for &init in &self.spds.global_init {
            states = self.spds.relations.get(init).image(self.bdds(), &states)?;
        }
        let nobody = vec![None; self.instances.threads.len()];
        let before = self.add_node(Context::Before, 0, nobody);
        match self.instances.init {
            Some(init) => {
                let edges = self.spds.path_edges(init, &states)?;
                let entry = self.spds.flow.proc(init).entry;
                self.explore(before, vec![((entry, before), edges)])?;
                self.nodes[before].left = Some(self.left(before)?);
            }
            None => self.nodes[before].left = Some(states),
        }
        self.add_pending(before);
        Ok(())
    }

    /// Explores all contexts up to a level; whether there are later ones.
    pub(crate) fn explore_level(&mut self, level: u32) -> BddResult<bool> {
        while let Some(&(context, above)) = self.pending.first() {
            if matches!(context, Context::Of(of, _) if of > level) {
                return Ok(true);
            }
            self.pending.pop_first();
            self.follow(above, context)?;
        }
        Ok(false)
    }

    /// All path edges.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &Bdd> {
        self.nodes.iter().flat_map(|node| node.reached.values())
    }

    fn add_node(&mut self, context: Context, switches: usize, last: Vec<Option<Node>>) -> Node {
        let procs = self.spds.flow.procs.len();
        self.nodes.push(ContextNode {
            context,
            switches,
            last,
            reached: BTreeMap::new(),
            entered: vec![None; procs],
            summaries: vec![None; procs],
            left: None,
        });
        self.nodes.len() - 1
    }

    fn add_pending(&mut self, node: Node) {
        let after = self.schedule.after(self.nodes[node].context);
        self.pending
            .extend(after.into_iter().map(|next| (next, node)));
    }

    /// Explores the context of a thread after another one.
    fn follow(&mut self, above: Node, context: Context) -> BddResult<()> {
        let Context::Of(_, thread) = context else {
            return Ok(());
        };
        let Some(mut states) = self.nodes[above].left.clone() else {
            return Ok(());
        };
        let is_first = self.nodes[above].context == Context::Before;
        let switches = self.nodes[above].switches + usize::from(!is_first);
        if switches > self.at_switch.len() {
            self.cut_off = true;
            return Ok(());
        }
        if !is_first {
            // From here on it is known what the globals were at this switch.
            states = self.bdds().and(&states, &self.at_switch[switches - 1])?;
        }
        let last = self.nodes[above].last.clone();
        let from = match last[thread] {
            Some(before) => self.resumed(before, &states)?,
            None if self.waits_for_twin(thread, &last) => return Ok(()),
            None => self.begun(thread, &states)?,
        };
        if from.iter().all(|(_, _, set)| self.bdds().is_zero(set)) {
            return Ok(());
        }
        let node = self.add_node(context, switches, last);
        self.nodes[node].last[thread] = Some(node);
        let from = from
            .into_iter()
            .map(|(loc, entered, set)| ((loc, entered.unwrap_or(node)), set));
        self.explore(node, from.collect())?;
        let left = self.left(node)?;
        if !self.bdds().is_zero(&left) {
            self.nodes[node].left = Some(left);
            self.add_pending(node);
        }
        Ok(())
    }

    /// Whether a thread that begins like this one has to run first: they are interchangeable. Threads that are started take
    /// their places in the order in which they run first, whatever is asked.
    fn waits_for_twin(&self, thread: usize, last: &[Option<Node>]) -> bool {
        let instance = |i: usize| &self.instances.threads[i];
        let is_started = !instance(thread).code.is_empty();
        if !is_started && matches!(self.schedule.bound, Bound::Rounds(_)) {
            return false;
        }
        let twin = |other: &usize| {
            instance(*other).starts == instance(thread).starts
                && instance(*other).code.is_empty() != is_started
        };
        (0..thread).filter(twin).any(|other| last[other].is_none())
    }

    /// The path edges with which a thread goes on, given the globals and those at the switches.
    fn resumed(&self, before: Node, states: &Bdd) -> BddResult<Vec<(LocId, Option<Node>, Bdd)>> {
        let (bdds, node) = (self.bdds(), &self.nodes[before]);
        let out = &self.at_switch[node.switches];
        let mut found = Vec::new();
        for (&(loc, entered), edges) in &node.reached {
            if is_end(self.spds.flow, &self.instances.ended, loc, self.depth(loc)) {
                continue;
            }
            let mut set = self.at_rest(loc, edges)?;
            if bdds.is_zero(&set) {
                continue;
            }
            set = bdds.and_exists(&set, out, &self.globals)?;
            set = bdds.and(&set, states)?;
            set = self.outside_section(&set)?;
            if !bdds.is_zero(&set) {
                found.push((loc, Some(entered), set));
            }
        }
        Ok(found)
    }

    /// The path edges with which a thread begins.
    fn begun(&self, thread: usize, states: &Bdd) -> BddResult<Vec<(LocId, Option<Node>, Bdd)>> {
        let instance = &self.instances.threads[thread];
        let mut found = Vec::new();
        for (number, start) in instance.starts.iter().enumerate() {
            let mut set = self.outside_section(states)?;
            for (bit, &slot) in instance.code.iter().enumerate() {
                let value = (number + 1) >> bit & 1 == 1;
                let literal = self.bdds().literal(slot, SlotCopy::Current, value)?;
                set = self.bdds().and(&set, &literal)?;
            }
            let (loc, set) = self.begin(start, &instance.given, set)?;
            found.push((loc, None, set));
        }
        Ok(found)
    }

    fn begin(&self, start: &ThreadStart, given: &[Slot], states: Bdd) -> BddResult<(LocId, Bdd)> {
        let (bdds, flow) = (self.bdds(), self.spds.flow);
        let own = &flow.proc(start.proc).slots;
        let loc = match start.at {
            Some(at) => super::interleaving::location(flow, start.proc, at),
            None => flow.proc(start.proc).entry,
        };
        let needed = match start.at {
            Some(_) => self.spds.live.at(loc).clone(),
            None => self.spds.live.before_entry(flow, start.proc),
        };
        let mut set = states;
        for (&from, &to) in given.iter().zip(&start.takes) {
            if needed.contains(own[to]) {
                let (from, to) = (
                    bdds.var(from, SlotCopy::Current),
                    bdds.var(own[to], SlotCopy::Current),
                );
                set = bdds.minus(&set, &bdds.xor(from, to)?)?;
            }
        }
        let set = match start.at {
            Some(_) => bdds.and(&set, &self.spds.enforced[start.proc.index()])?,
            None => self.spds.path_edges(start.proc, &set)?,
        };
        Ok((loc, set))
    }

    fn outside_section(&self, set: &Bdd) -> BddResult {
        match self.instances.in_section {
            Some(slot) => self
                .bdds()
                .minus(set, self.bdds().var(slot, SlotCopy::Current)),
            None => Ok(set.clone()),
        }
    }

    /// 0 at the end of a procedure that nothing calls: threads begin in such, or in others, whose end is no end then.
    fn depth(&self, loc: LocId) -> usize {
        usize::from(!self.callers[self.spds.flow.proc_of(loc).index()].is_empty())
    }

    /// The path edges at a location with which another thread may go on.
    fn at_rest(&self, loc: LocId, edges: &Bdd) -> BddResult {
        let bdds = self.bdds();
        let mut set = edges.clone();
        if let Some(slot) = self.instances.atomic_variable {
            set = bdds.minus(&set, bdds.var(slot, SlotCopy::Current))?;
        }
        if is_end(self.spds.flow, &self.instances.ended, loc, self.depth(loc)) {
            // A thread that ends leaves its section.
            let Some(slot) = self.instances.in_section else {
                return Ok(set);
            };
            let cube = bdds.cube([(slot, SlotCopy::Current)])?;
            set = bdds.exists(&set, &cube)?;
        } else if !self.switch_points[loc.index()] {
            return Ok(bdds.zero());
        }
        self.outside_section(&set)
    }

    /// The globals with which other threads may go on.
    fn left(&self, node: Node) -> BddResult {
        let bdds = self.bdds();
        let mut all = bdds.zero();
        for (&(loc, _), edges) in &self.nodes[node].reached {
            if self.nodes[node].context == Context::Before
                && !is_end(self.spds.flow, &self.instances.ended, loc, self.depth(loc))
            {
                continue;
            }
            let set = bdds.exists(&self.at_rest(loc, edges)?, &self.others)?;
            all = bdds.or(&all, &set)?;
        }
        Ok(all)
    }

    /// Runs a thread as far as it can.
    fn explore(&mut self, node: Node, from: Vec<(Key, Bdd)>) -> BddResult<()> {
        let mut fresh: BTreeMap<(u32, Key), Bdd> = BTreeMap::new();
        let mut found = from;
        loop {
            for (key, edges) in found {
                self.add(node, key, &edges, &mut fresh)?;
            }
            let Some(((_, key), edges)) = fresh.pop_first() else {
                return Ok(());
            };
            found = self.step(node, key, &edges)?;
        }
    }

    fn add(
        &mut self,
        node: Node,
        key: Key,
        edges: &Bdd,
        fresh: &mut BTreeMap<(u32, Key), Bdd>,
    ) -> BddResult<()> {
        let bdds = &self.spds.bdds;
        if bdds.is_zero(edges) {
            return Ok(());
        }
        self.seen.insert(key.0);
        let known = self.nodes[node]
            .reached
            .entry(key)
            .or_insert_with(|| bdds.zero());
        let new = bdds.minus(edges, known)?;
        if bdds.is_zero(&new) {
            return Ok(());
        }
        *known = bdds.or(known, &new)?;
        let waiting = fresh
            .entry((self.rank[key.0.index()], key))
            .or_insert_with(|| bdds.zero());
        *waiting = bdds.or(waiting, &new)?;
        Ok(())
    }

    /// What follows from new path edges.
    fn step(&mut self, node: Node, (loc, entered): Key, edges: &Bdd) -> BddResult<Vec<(Key, Bdd)>> {
        let mut found = Vec::new();
        for (edge, to) in self.spds.steps(loc) {
            let image = self.spds.relation(edge).image(self.bdds(), edges)?;
            found.push(((to, entered), image));
        }
        if let Some(call) = self.spds.flow.call_index(loc) {
            found.extend(self.call(node, entered, call, edges)?);
        }
        let proc = self.spds.flow.proc_of(loc);
        if loc == self.spds.flow.proc(proc).exit && !self.callers[proc.index()].is_empty() {
            let summary = self.spds.summary(proc, edges)?;
            if entered == node {
                let known = self.nodes[node].summaries[proc.index()].take();
                let known = known.unwrap_or_else(|| self.bdds().zero());
                self.nodes[node].summaries[proc.index()] = Some(self.bdds().or(&known, &summary)?);
            }
            for &call in &self.callers[proc.index()] {
                found.extend(self.go_on(node, entered, call as usize, &summary)?);
            }
        }
        Ok(found)
    }

    /// Enters a callee, and goes over what it is known to do within this context.
    fn call(
        &mut self,
        node: Node,
        entered: Node,
        call: usize,
        edges: &Bdd,
    ) -> BddResult<Vec<(Key, Bdd)>> {
        let rule = &self.spds.calls[call];
        let (callee, to) = (rule.callee, rule.to);
        let states = self.spds.entered(rule, edges)?;
        let known = self.nodes[node].entered[callee.index()].clone();
        let known = known.unwrap_or_else(|| self.bdds().zero());
        let new = self.bdds().minus(&states, &known)?;
        self.nodes[node].entered[callee.index()] = Some(self.bdds().or(&known, &new)?);
        let mut found = Vec::new();
        if !self.bdds().is_zero(&new) {
            let edges = self.spds.path_edges(callee, &new)?;
            found.push(((self.spds.flow.proc(callee).entry, node), edges));
        }
        if let Some(summary) = &self.nodes[node].summaries[callee.index()] {
            let over = self.spds.over(&self.spds.calls[call], summary)?;
            let after = over.image(self.bdds(), edges)?;
            found.push(self.bound(to, entered, after)?);
        }
        Ok(found)
    }

    /// Goes on after a call in the context in which it was made, when the callee is left in this one.
    fn go_on(
        &self,
        node: Node,
        entered: Node,
        call: usize,
        summary: &Bdd,
    ) -> BddResult<Vec<(Key, Bdd)>> {
        let rule = &self.spds.calls[call];
        let over = self.spds.over(rule, summary)?;
        let mut found = Vec::new();
        let at_call = self.nodes[entered]
            .reached
            .range((rule.from, 0)..=(rule.from, node));
        for (&(_, caller_entered), edges) in at_call {
            let after = over.image(self.bdds(), edges)?;
            if !self.bdds().is_zero(&after) {
                found.push(self.bound(rule.to, caller_entered, after)?);
            }
        }
        Ok(found)
    }

    /// Leaving a procedure and taking its results is one step.
    fn bound(&self, to: LocId, entered: Node, edges: Bdd) -> BddResult<(Key, Bdd)> {
        if let ControlPoint::Returned(_) = self.spds.flow.place(to)
            && let Some((edge, bound)) = self.spds.steps(to).next()
        {
            let image = self.spds.relation(edge).image(self.bdds(), &edges)?;
            return Ok(((bound, entered), image));
        }
        Ok(((to, entered), edges))
    }
}
