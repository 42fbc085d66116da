//! Heads that repeat, by Emerson and Lei's fixed point inside of a component; and a loop through one of them.

use super::derivation::{Derivation, NoRun, Step, Told};
use super::head_graph::{Edge, HeadGraph, Kind};
use super::rules::{Key, Put};
use crate::bdd::{Bdd, BddResult, SlotCopy};

/// Sets of heads by node; what is absent is empty.
type Sets = Vec<Bdd>;

pub(super) struct Component<'c, 'g, 'p, 'a> {
    pub(super) graph: &'c HeadGraph<'g, 'p, 'a>,
    pub(super) edges: Vec<Edge>,
}

impl Component<'_, '_, '_, '_> {
    fn nothing(&self) -> Sets {
        vec![self.graph.space().bdds.zero(); self.graph.keys.len()]
    }

    /// The largest sets of heads from each of which an edge that accepts can be taken into them, after steps inside of them. Nothing where
    /// they are empty.
    pub(super) fn hull(&self) -> BddResult<Option<Sets>> {
        let bdds = &self.graph.space().bdds;
        let mut sets = self.nothing();
        for edge in &self.edges {
            sets[edge.from] = self.graph.heads[edge.from].clone();
        }
        loop {
            let kept = self.layers(&sets, self.accepting(&sets)?)?.1;
            let is_same = kept == sets;
            sets = kept;
            if sets.iter().all(|set| bdds.is_zero(set)) {
                return Ok(None);
            }
            if is_same {
                return Ok(Some(sets));
            }
        }
    }

    /// The heads of some sets from which an edge that accepts leads into them.
    fn accepting(&self, sets: &Sets) -> BddResult<Sets> {
        let bdds = &self.graph.space().bdds;
        let mut found = self.nothing();
        for edge in self.edges.iter().filter(|edge| edge.accepting) {
            let before = self.graph.before(edge, &sets[edge.to])?;
            let before = bdds.and(&before, &sets[edge.from])?;
            found[edge.from] = bdds.or(&found[edge.from], &before)?;
        }
        Ok(found)
    }

    /// The heads of `within` from which some targets can be reached in it: those of each number of steps, and all.
    fn layers(&self, within: &Sets, targets: Sets) -> BddResult<(Vec<Sets>, Sets)> {
        let bdds = &self.graph.space().bdds;
        let mut all = targets.clone();
        let mut layers = vec![targets];
        loop {
            let last = &layers[layers.len() - 1];
            let mut next = self.nothing();
            let mut any = false;
            for edge in self
                .edges
                .iter()
                .filter(|edge| !bdds.is_zero(&last[edge.to]))
            {
                let before = self.graph.before(edge, &last[edge.to])?;
                let before = bdds.and(&before, &within[edge.from])?;
                let new = bdds.minus(&before, &all[edge.from])?;
                if !bdds.is_zero(&new) {
                    any = true;
                    all[edge.from] = bdds.or(&all[edge.from], &new)?;
                    next[edge.from] = bdds.or(&next[edge.from], &new)?;
                }
            }
            if !any {
                return Ok((layers, all));
            }
            layers.push(next);
        }
    }

    /// A head of the hull that repeats, and the steps of a loop through it.
    pub(super) fn cycle(&self, hull: &Sets) -> Told<(Key, Bdd, Vec<Step>)> {
        let space = self.graph.space();
        let bdds = &space.bdds;
        let node = hull.iter().position(|set| !bdds.is_zero(set));
        let node = node.ok_or(NoRun::Unexplained)?;
        let head = space.pick(&hull[node], space.head_bits(SlotCopy::Current))?;
        let mut first = (node, head);
        let accepting = self.accepting(hull)?;
        let (layers, _) = self.layers(hull, accepting)?;
        // Where no way leads back, the loop is looked for further on: components are left for good.
        loop {
            let mut steps = Vec::new();
            let at = self.walk(&layers, first.clone(), &mut steps)?;
            let after = self.take(
                at,
                |edge| edge.accepting.then(|| hull[edge.to].clone()),
                &mut steps,
            )?;
            let mut goal = self.nothing();
            goal[first.0] = first.1.clone();
            let (back, reaching) = self.layers(hull, goal)?;
            if !bdds.is_zero(&bdds.and(&reaching[after.0], &after.1)?) {
                self.walk(&back, after, &mut steps)?;
                return Ok((self.graph.keys[first.0], first.1, steps));
            }
            first = after;
        }
    }

    /// From a head down to the first layer.
    fn walk(
        &self,
        layers: &[Sets],
        from: (usize, Bdd),
        steps: &mut Vec<Step>,
    ) -> Told<(usize, Bdd)> {
        let bdds = &self.graph.space().bdds;
        let mut at = from;
        let mut layer = layers.len();
        for (number, sets) in layers.iter().enumerate() {
            if !bdds.is_zero(&bdds.and(&sets[at.0], &at.1)?) {
                layer = number;
                break;
            }
        }
        if layer == layers.len() {
            return Err(NoRun::Unexplained);
        }
        while layer > 0 {
            layer -= 1;
            at = self.take(at, |edge| Some(layers[layer][edge.to].clone()), steps)?;
        }
        Ok(at)
    }

    /// Takes an edge into one of the sets that are wanted.
    fn take(
        &self,
        (node, head): (usize, Bdd),
        wanted: impl Fn(&Edge) -> Option<Bdd>,
        steps: &mut Vec<Step>,
    ) -> Told<(usize, Bdd)> {
        for edge in self.edges.iter().filter(|edge| edge.from == node) {
            let Some(set) = wanted(edge) else { continue };
            if let Some(after) = self.along(edge, &head, &set, steps)? {
                return Ok((edge.to, after));
            }
        }
        Err(NoRun::Unexplained)
    }

    /// The values after an edge, and its steps; nothing where it does not lead from the head into the set.
    fn along(
        &self,
        edge: &Edge,
        head: &Bdd,
        set: &Bdd,
        steps: &mut Vec<Step>,
    ) -> Told<Option<Bdd>> {
        let space = self.graph.space();
        let bdds = &space.bdds;
        let rule = self.graph.rule(edge).ok_or(NoRun::Unexplained)?;
        let mut bits = space.head_bits(SlotCopy::Next);
        bits.extend(space.below_bits());
        let mut chosen = bdds.and_exists(&rule.relation, head, &space.current)?;
        match edge.kind {
            Kind::Step | Kind::Into => {
                chosen = bdds.and(&chosen, &space.next_to_current.undo(bdds, set)?)?;
            }
            Kind::Over(frame, control) => {
                let pops = &self.graph.summaries.frames[frame].pops[&control].all;
                chosen = bdds.and(&chosen, &space.entry_to_next.apply(bdds, pops)?)?;
                chosen = bdds.and(&chosen, &space.below_to_local.undo(bdds, set)?)?;
                let globals = space.globals.iter().flatten();
                bits.extend(globals.map(|&slot| (slot, SlotCopy::Current)));
            }
        }
        if bdds.is_zero(&chosen) {
            return Ok(None);
        }
        let chosen = space.pick(&chosen, bits)?;
        let first = bdds.exists(&chosen, &bdds.and(&space.current, &space.below_cube)?)?;
        let first = space.next_to_current.apply(bdds, &first)?;
        let around = bdds.and(&space.current, &space.next)?;
        let below = bdds.exists(&chosen, &around)?;
        steps.push(Step {
            origin: rule.origin,
            from: edge.rule.key.0,
            top: edge.rule.key.1,
            to: rule.to,
            put: rule.put,
            globals: [
                space.values(&space.globals, head)?,
                space.values(&space.globals, &first)?,
            ],
            locals: [
                space.values(&space.locals, head)?,
                space.values(&space.locals, &first)?,
                match rule.put {
                    Put::Two(..) => space.values(&space.below, &below)?,
                    Put::Nothing | Put::One(_) => Vec::new(),
                },
            ],
        });
        let Kind::Over(frame, control) = edge.kind else {
            return Ok(Some(first));
        };
        let gone = bdds.and(&space.next, &space.below_cube)?;
        let globals = bdds.exists(&chosen, &gone)?;
        let entry = space.entry_to_current.undo(bdds, &first)?;
        let mut inside = Derivation::new(self.graph.summaries);
        inside.left(frame, entry, control, &globals)?;
        inside.steps.reverse();
        steps.append(&mut inside.steps);
        let locals = space.below_to_local.apply(bdds, &below)?;
        Ok(Some(bdds.and(&globals, &locals)?))
    }
}
