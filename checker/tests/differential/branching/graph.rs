//! Configurations with their whole stacks, and the steps between them.

use crate::model::{Loc, Model, Step, Val, mask};
use crate::temporal::{Atom, Place};
use checker::bp::ProcId;
use rustc_hash::FxHashMap;

/// More configurations, and more frames, are not looked at.
const MAX_CONFIGURATIONS: usize = 4_000;
const MAX_FRAMES: usize = 6;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Configuration {
    /// The frames below, the topmost last: each at its call.
    below: Vec<(ProcId, Loc, Val)>,
    place: Place,
    val: Val,
}

pub(super) struct Graph<'m, 'p> {
    model: &'m Model<'p>,
    /// Whether runs that end count.
    stutter: bool,
    nodes: Vec<Configuration>,
    ids: FxHashMap<Configuration, usize>,
    /// What follows each configuration; nothing where that is not known.
    pub(super) next: Vec<Option<Vec<usize>>>,
    pub(super) initial: Vec<usize>,
}

impl<'m, 'p> Graph<'m, 'p> {
    pub(super) fn new(model: &'m Model<'p>, entries: &[ProcId], stutter: bool) -> Self {
        let mut graph = Graph {
            model,
            stutter,
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            next: Vec::new(),
            initial: Vec::new(),
        };
        for &entry in entries {
            graph.start(entry);
        }
        let mut done = 0;
        while done < graph.nodes.len() && done < MAX_CONFIGURATIONS {
            let node = graph.nodes[done].clone();
            if node.below.len() < MAX_FRAMES {
                graph.next[done] = Some(graph.expand(&node));
            }
            done += 1;
        }
        graph
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether all configurations were expanded.
    pub(super) fn is_complete(&self) -> bool {
        self.next.iter().all(Option::is_some)
    }

    pub(super) fn holds(&self, node: usize, atom: Atom) -> bool {
        let configuration = &self.nodes[node];
        atom.holds(self.model, configuration.place, configuration.val)
    }

    fn start(&mut self, entry: ProcId) {
        let model = self.model;
        for globals in model.initial_globals() {
            for formals in 0..1 << model.proc(entry).formals {
                for val in model.entry_states(entry, globals | formals << model.globals) {
                    let place = Place::At(entry, model.proc(entry).entry);
                    let id = self.node(Vec::new(), place, val);
                    self.initial.push(id);
                }
            }
        }
    }

    fn node(&mut self, below: Vec<(ProcId, Loc, Val)>, place: Place, val: Val) -> usize {
        let configuration = Configuration { below, place, val };
        if let Some(&known) = self.ids.get(&configuration) {
            return known;
        }
        let id = self.nodes.len();
        self.ids.insert(configuration.clone(), id);
        self.nodes.push(configuration);
        self.next.push(None);
        id
    }

    fn expand(&mut self, node: &Configuration) -> Vec<usize> {
        let Place::At(proc, loc) = node.place else {
            return match self.stutter {
                true => vec![self.node(node.below.clone(), node.place, node.val)],
                false => Vec::new(),
            };
        };
        if loc == self.model.proc(proc).exit {
            return self.leave(node, proc);
        }
        let mut steps = Vec::new();
        self.model
            .steps(proc, loc, node.val, &mut |step| steps.push(step));
        let mut next = Vec::new();
        for step in steps {
            match step {
                Step::To(to, val) => {
                    next.push(self.node(node.below.clone(), Place::At(proc, to), val));
                }
                Step::Fail(stmt) => {
                    next.push(self.node(node.below.clone(), Place::Failed(proc, stmt), node.val));
                }
                Step::Enter(callee, context) => {
                    let mut below = node.below.clone();
                    below.push((proc, loc, node.val));
                    let entry = Place::At(callee, self.model.proc(callee).entry);
                    for val in self.model.entry_states(callee, context) {
                        next.push(self.node(below.clone(), entry, val));
                    }
                }
            }
        }
        next
    }

    fn leave(&mut self, node: &Configuration, proc: ProcId) -> Vec<usize> {
        let mut below = node.below.clone();
        let Some((caller, loc, val)) = below.pop() else {
            let globals = node.val & mask(self.model.globals);
            return vec![self.node(below, Place::Ended, globals)];
        };
        let result = self.model.result(proc, node.val);
        let mut steps = Vec::new();
        self.model
            .after_call(caller, loc, val, result, &mut |step| steps.push(step));
        let mut next = Vec::new();
        for step in steps {
            if let Step::To(to, val) = step {
                next.push(self.node(below.clone(), Place::At(caller, to), val));
            }
        }
        next
    }
}
