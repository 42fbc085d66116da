//! Whether a program has a run of which a formula is true: explicit states, explicit stacks as summaries.

use super::formula::{Kept, Predicted, Tableau};
use crate::model::{Loc, Model, Step, Val, mask};
use checker::bp::{ProcId, StmtId, Symbol};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// More states of the product are not looked at.
const MAX_STATES: usize = 20_000;

/// An atom of a formula.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Atom {
    Variable(Symbol),
    At(Symbol),
    In(ProcId),
    Entry(ProcId),
    Exit(ProcId),
    Terminated,
}

/// Where a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    At(ProcId, Loc),
    Failed(ProcId, StmtId),
    Ended,
}

impl Atom {
    pub(crate) fn holds(self, model: &Model<'_>, place: Place, val: Val) -> bool {
        match (self, place) {
            (Atom::Variable(name), Place::At(proc, _) | Place::Failed(proc, _)) => {
                let var = model.proc(proc).vars.get(&name);
                var.is_some_and(|&var| val >> var & 1 != 0)
            }
            (Atom::Variable(name), Place::Ended) => {
                let globals = &model.program.globals;
                let var = globals.iter().position(|d| d.name.symbol == name);
                var.is_some_and(|var| val >> var & 1 != 0)
            }
            (Atom::At(label), Place::At(proc, loc)) => {
                model.proc(proc).labels.get(&label) == Some(&loc)
            }
            (Atom::In(wanted), Place::At(proc, _) | Place::Failed(proc, _)) => wanted == proc,
            (Atom::Entry(wanted), Place::At(proc, loc)) => {
                wanted == proc && loc == model.proc(proc).entry
            }
            (Atom::Exit(wanted), Place::At(proc, loc)) => {
                wanted == proc && loc == model.proc(proc).exit
            }
            (Atom::Terminated, Place::Failed(..) | Place::Ended) => true,
            _ => false,
        }
    }
}

/// What the top of the stack looks like, with what is predicted.
type Head = (Place, Val, Predicted);

/// The product has too many states.
#[derive(Debug)]
pub(super) struct TooLarge;

/// Procedures that were entered so: a head at an entry.
#[derive(Default)]
struct Instance {
    seen: FxHashSet<(Head, Kept)>,
    results: BTreeSet<(Val, Predicted, Kept)>,
    callers: BTreeSet<(usize, Head, Kept)>,
    /// Whether nothing may be below.
    is_first: bool,
    /// What lies below, where that is given: another instance, and the call that it waits at.
    below: Option<(usize, (ProcId, Loc, Val))>,
}

pub(super) struct Search<'m, 'p> {
    model: &'m Model<'p>,
    tableau: &'m Tableau,
    atoms: &'m [Atom],
    /// Whether runs that end count.
    stutter: bool,
    instances: Vec<Instance>,
    keys: Vec<Head>,
    index: FxHashMap<Head, usize>,
    worklist: Vec<(usize, Head, Kept)>,
    nodes: FxHashMap<Head, NodeIndex>,
    graph: DiGraph<(), Kept>,
    states: usize,
}

/// Whether some run satisfies the formula.
pub(super) fn satisfiable(
    model: &Model<'_>,
    entries: &[ProcId],
    tableau: &Tableau,
    atoms: &[Atom],
    stutter: bool,
) -> Result<bool, TooLarge> {
    let mut search = Search::new(model, tableau, atoms, stutter);
    for &entry in entries {
        search.start(entry);
    }
    search.run()
}

/// Whether some run that begins with a stack satisfies the formula. The top frame comes first; those below wait at calls.
pub(super) fn satisfiable_from(
    model: &Model<'_>,
    stack: &[(ProcId, Loc, Val)],
    tableau: &Tableau,
    atoms: &[Atom],
    stutter: bool,
) -> Result<bool, TooLarge> {
    let mut search = Search::new(model, tableau, atoms, stutter);
    for (number, _) in stack.iter().enumerate() {
        search.instances.push(Instance {
            is_first: number + 1 == stack.len(),
            below: stack.get(number + 1).map(|&frame| (number + 1, frame)),
            ..Instance::default()
        });
        // Its entry is not known, and nothing calls it again.
        search.keys.push((Place::Ended, 0, 0));
    }
    let (proc, loc, val) = stack[0];
    let place = Place::At(proc, loc);
    for predicted in 0..1 << tableau.predictions {
        if tableau.state(search.letter(place, val), predicted).holds {
            search.reach(0, (place, val, predicted), 0);
        }
    }
    search.run()
}

impl<'m, 'p> Search<'m, 'p> {
    fn new(model: &'m Model<'p>, tableau: &'m Tableau, atoms: &'m [Atom], stutter: bool) -> Self {
        Search {
            model,
            tableau,
            atoms,
            stutter,
            instances: Vec::new(),
            keys: Vec::new(),
            index: FxHashMap::default(),
            worklist: Vec::new(),
            nodes: FxHashMap::default(),
            graph: DiGraph::new(),
            states: 0,
        }
    }

    fn run(mut self) -> Result<bool, TooLarge> {
        while let Some((instance, head, kept)) = self.worklist.pop() {
            self.process(instance, head, kept);
            if self.states > MAX_STATES {
                return Err(TooLarge);
            }
        }
        Ok(self.has_loop())
    }
}

impl Search<'_, '_> {
    /// Nothing has been explored yet, so a first procedure is known to be one before it comes to its end.
    fn start(&mut self, entry: ProcId) {
        let model = self.model;
        let formals = 0..1 << model.proc(entry).formals;
        for globals in model.initial_globals() {
            for context in formals.clone().map(|f| globals | f << model.globals) {
                for val in model.entry_states(entry, context) {
                    let place = Place::At(entry, model.proc(entry).entry);
                    for predicted in 0..1 << self.tableau.predictions {
                        let state = self.tableau.state(self.letter(place, val), predicted);
                        if state.holds {
                            let first = self.instance((place, val, predicted));
                            self.instances[first].is_first = true;
                        }
                    }
                }
            }
        }
    }

    fn letter(&self, place: Place, val: Val) -> u32 {
        let atoms = self.atoms.iter().enumerate();
        atoms.fold(0, |all, (i, atom)| {
            all | u32::from(atom.holds(self.model, place, val)) << i
        })
    }

    /// The heads at a place that were predicted so.
    fn foretold(&self, place: Place, val: Val, predicted: Predicted) -> Vec<Head> {
        let letter = self.letter(place, val);
        let all = 0..1 << self.tableau.predictions;
        all.filter(|&next| self.tableau.state(letter, next).foretold == predicted)
            .map(|next| (place, val, next))
            .collect()
    }

    fn kept(&self, (place, val, predicted): Head) -> Kept {
        self.tableau.state(self.letter(place, val), predicted).kept
    }

    fn instance(&mut self, head: Head) -> usize {
        if let Some(&known) = self.index.get(&head) {
            return known;
        }
        let new = self.instances.len();
        self.index.insert(head, new);
        self.keys.push(head);
        self.instances.push(Instance::default());
        self.reach(new, head, 0);
        new
    }

    /// Comes to a head, having kept some promises before.
    fn reach(&mut self, instance: usize, head: Head, kept: Kept) {
        let kept = kept | self.kept(head);
        if self.instances[instance].seen.insert((head, kept)) {
            self.states += 1;
            self.worklist.push((instance, head, kept));
        }
    }

    fn node(&mut self, head: Head) -> NodeIndex {
        let graph = &mut self.graph;
        *self.nodes.entry(head).or_insert_with(|| graph.add_node(()))
    }

    /// An edge between heads, along which some promises are kept beside those that the first head keeps.
    fn edge(&mut self, from: Head, to: Head, inside: Kept) {
        let kept = self.kept(from) | inside;
        let (from, to) = (self.node(from), self.node(to));
        if !self
            .graph
            .edges_connecting(from, to)
            .any(|e| *e.weight() == kept)
        {
            self.graph.add_edge(from, to, kept);
        }
    }

    fn process(&mut self, instance: usize, head: Head, kept: Kept) {
        let (Place::At(id, loc), val, predicted) = head else {
            return;
        };
        if loc == self.model.proc(id).exit {
            return self.leave(instance, head, kept);
        }
        let mut steps = Vec::new();
        self.model.steps(id, loc, val, &mut |step| steps.push(step));
        for step in steps {
            match step {
                Step::To(loc, val) => {
                    for next in self.foretold(Place::At(id, loc), val, predicted) {
                        self.edge(head, next, 0);
                        self.reach(instance, next, kept);
                    }
                }
                Step::Fail(stmt) => self.stutter_from(head, Place::Failed(id, stmt), val),
                Step::Enter(callee, context) => {
                    let entry = Place::At(callee, self.model.proc(callee).entry);
                    for val in self.model.entry_states(callee, context) {
                        for next in self.foretold(entry, val, predicted) {
                            self.edge(head, next, 0);
                            let called = self.instance(next);
                            self.instances[called]
                                .callers
                                .insert((instance, head, kept));
                            for result in self.instances[called].results.clone() {
                                self.come_back((instance, head, kept), result);
                            }
                        }
                    }
                }
            }
        }
    }

    fn leave(&mut self, instance: usize, head: Head, kept: Kept) {
        let (Place::At(id, _), val, predicted) = head else {
            return;
        };
        let result = (self.model.result(id, val), predicted, kept);
        if self.instances[instance].results.insert(result) {
            for caller in self.instances[instance].callers.clone() {
                self.come_back(caller, result);
            }
        }
        if let Some((lower, frame)) = self.instances[instance].below {
            self.uncover(lower, frame, result, kept);
        }
        self.end(instance, head);
    }

    /// A frame that was there from the beginning goes on. How it came to its call is not part of any run.
    fn uncover(
        &mut self,
        lower: usize,
        (id, loc, val): (ProcId, Loc, Val),
        (result, predicted, _): (Val, Predicted, Kept),
        kept: Kept,
    ) {
        let mut steps = Vec::new();
        self.model
            .after_call(id, loc, val, result, &mut |step| steps.push(step));
        for step in steps {
            if let Step::To(loc, val) = step {
                for next in self.foretold(Place::At(id, loc), val, predicted) {
                    self.reach(lower, next, kept);
                }
            }
        }
    }

    /// The end of a run, where a first procedure is at its exit.
    fn end(&mut self, instance: usize, head: Head) {
        if let (Place::At(id, loc), val, _) = head
            && self.instances[instance].is_first
            && loc == self.model.proc(id).exit
        {
            self.stutter_from(head, Place::Ended, val & mask(self.model.globals));
        }
    }

    fn stutter_from(&mut self, head: Head, place: Place, val: Val) {
        if !self.stutter {
            return;
        }
        let mut work = vec![head];
        let mut seen = BTreeSet::new();
        while let Some(from) = work.pop() {
            for next in self.foretold(place, val, from.2) {
                self.edge(from, next, 0);
                if seen.insert(next) {
                    work.push(next);
                }
            }
        }
    }

    fn come_back(
        &mut self,
        (instance, head, kept): (usize, Head, Kept),
        (result, predicted, inside): (Val, Predicted, Kept),
    ) {
        let (Place::At(id, loc), val, _) = head else {
            return;
        };
        let mut steps = Vec::new();
        self.model
            .after_call(id, loc, val, result, &mut |step| steps.push(step));
        for step in steps {
            if let Step::To(loc, val) = step {
                for next in self.foretold(Place::At(id, loc), val, predicted) {
                    self.edge(head, next, inside);
                    self.reach(instance, next, kept | inside);
                }
            }
        }
    }

    /// Whether a loop keeps all promises.
    fn has_loop(&self) -> bool {
        let all: Kept = (1 << self.tableau.promises) - 1;
        let mut component_of = vec![0; self.graph.node_count()];
        let components = kosaraju_scc(&self.graph);
        for (i, component) in components.iter().enumerate() {
            component.iter().for_each(|n| component_of[n.index()] = i);
        }
        components.iter().enumerate().any(|(i, component)| {
            let edges = component.iter().flat_map(|&n| self.graph.edges(n));
            let mut inside = edges
                .filter(|e| component_of[e.target().index()] == i)
                .peekable();
            inside.peek().is_some() && inside.fold(0, |kept, e| kept | *e.weight()) == all
        })
    }
}
