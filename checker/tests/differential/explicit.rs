//! A naive explicit-state interprocedural checker.
//!
//! First all summaries, to the full fixed point: for every procedure and every valuation of globals and formals it is
//! entered with, the globals and returned values it can leave with. Then a breadth-first search over single states
//! (location and valuation, without a stack), in which a step is a statement, a completed call taken as a whole, or
//! the entry into a call that does not return. The distance is the hierarchical length of Ball and Rajamani, *Bebop*,
//! section 3.2. Slow and simple, on purpose.

use crate::model::{Loc, Model, Refusal, Step, Val, mask};
use checker::bp::{ProcId, Program, StmtId, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many explicit states are looked at before giving up.
const MAX_STATES: usize = 4_000_000;

/// All answers about one program.
pub(crate) struct Report<'p> {
    pub(crate) model: Model<'p>,
    /// The length of the shortest hierarchical trajectory to each state.
    distances: Vec<FxHashMap<(Loc, Val), u32>>,
    failures: BTreeMap<StmtId, u32>,
    starts: Vec<(ProcId, Val)>,
    summaries: Summaries,
}

/// What each procedure can do from each valuation of globals and formals: the results of [`Model::result`].
type Summaries = FxHashMap<(ProcId, Val), BTreeSet<Val>>;

pub(crate) fn explore<'p>(program: &'p Program, entries: &[ProcId]) -> Result<Report<'p>, Refusal> {
    let model = Model::new(program)?;
    let starts: Vec<_> = entries
        .iter()
        .flat_map(|&entry| starts(&model, entry))
        .collect();
    let summaries = Summarise::run(&model, &starts)?;
    let mut search = Search {
        distances: vec![FxHashMap::default(); program.procs.len()],
        failures: BTreeMap::new(),
        queue: VecDeque::new(),
    };
    search.run(&model, &summaries, &starts);
    Ok(Report {
        model,
        distances: search.distances,
        failures: search.failures,
        starts,
        summaries,
    })
}

impl Report<'_> {
    /// The length of a shortest trace to a label; none when it is unreachable.
    pub(crate) fn label(&self, proc: ProcId, label: Symbol) -> Option<u32> {
        self.location(proc, self.model.proc(proc).labels[&label])
    }

    pub(crate) fn location(&self, proc: ProcId, loc: Loc) -> Option<u32> {
        let states = self.distances[proc.index()].iter();
        states
            .filter(|((l, _), _)| *l == loc)
            .map(|(_, &d)| d)
            .min()
    }

    /// The length of a shortest trace to the failure of an assertion, the failing step included.
    pub(crate) fn failure(&self, assert: StmtId) -> Option<u32> {
        self.failures.get(&assert).copied()
    }

    /// The valuations with which a location is reached.
    pub(crate) fn valuations(&self, proc: ProcId, loc: Loc) -> BTreeSet<Val> {
        let bits = mask(self.model.proc(proc).bits);
        let states = self.distances[proc.index()].keys();
        states
            .filter(|(l, _)| *l == loc)
            .map(|(_, val)| val & bits)
            .collect()
    }

    /// All labels of the program.
    pub(crate) fn labels(&self) -> impl Iterator<Item = (ProcId, Symbol)> {
        let labels = |id: ProcId| {
            self.model
                .proc(id)
                .labels
                .keys()
                .map(move |&label| (id, label))
        };
        self.model.program.proc_ids().flat_map(labels)
    }

    /// All reachable states.
    pub(crate) fn states(&self) -> impl Iterator<Item = (ProcId, Loc, Val)> {
        let of = |id: ProcId| {
            self.distances[id.index()]
                .keys()
                .map(move |&(loc, val)| (id, loc, val))
        };
        self.model.program.proc_ids().flat_map(of)
    }

    /// What a procedure can leave with when it is entered with these globals and formals.
    pub(crate) fn results(&self, proc: ProcId, context: Val) -> &BTreeSet<Val> {
        &self.summaries[&(proc, context)]
    }

    /// The globals and formals that the entry procedures start with.
    pub(crate) fn starts(&self) -> impl Iterator<Item = (ProcId, Val)> {
        self.starts.iter().copied()
    }
}

/// The globals and formals that the program can start an entry procedure with.
fn starts(model: &Model<'_>, entry: ProcId) -> Vec<(ProcId, Val)> {
    let formals = 0..1 << model.proc(entry).formals;
    let with = |globals: Val| formals.clone().map(move |f| globals | f << model.globals);
    let contexts = model.initial_globals().into_iter().flat_map(with);
    contexts.map(|context| (entry, context)).collect()
}

/// A procedure at work on one valuation of its globals and formals.
#[derive(Default)]
struct Instance {
    seen: FxHashSet<(Loc, Val)>,
    results: BTreeSet<Val>,
    /// The states of callers that wait for results.
    callers: BTreeSet<(usize, Loc, Val)>,
}

struct Summarise<'m, 'p> {
    model: &'m Model<'p>,
    instances: Vec<Instance>,
    keys: Vec<(ProcId, Val)>,
    index: FxHashMap<(ProcId, Val), usize>,
    worklist: Vec<(usize, Loc, Val)>,
    states: usize,
}

impl<'m, 'p> Summarise<'m, 'p> {
    fn run(model: &'m Model<'p>, starts: &[(ProcId, Val)]) -> Result<Summaries, Refusal> {
        let mut this = Summarise {
            model,
            instances: Vec::new(),
            keys: Vec::new(),
            index: FxHashMap::default(),
            worklist: Vec::new(),
            states: 0,
        };
        for &start in starts {
            this.instance(start);
        }
        while let Some((instance, loc, val)) = this.worklist.pop() {
            this.process(instance, loc, val);
            if this.states > MAX_STATES {
                return Err(Refusal::TooLarge);
            }
        }
        let results = this.instances.into_iter().map(|i| i.results);
        Ok(this.keys.into_iter().zip(results).collect())
    }

    fn instance(&mut self, key: (ProcId, Val)) -> usize {
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let new = self.instances.len();
        self.index.insert(key, new);
        self.keys.push(key);
        self.instances.push(Instance::default());
        for val in self.model.entry_states(key.0, key.1) {
            self.reach(new, self.model.proc(key.0).entry, val);
        }
        new
    }

    fn reach(&mut self, instance: usize, loc: Loc, val: Val) {
        if self.instances[instance].seen.insert((loc, val)) {
            self.states += 1;
            self.worklist.push((instance, loc, val));
        }
    }

    fn process(&mut self, instance: usize, loc: Loc, val: Val) {
        let (id, _) = self.keys[instance];
        if loc == self.model.proc(id).exit {
            return self.leave(instance, val);
        }
        let mut steps = Vec::new();
        self.model.steps(id, loc, val, &mut |step| steps.push(step));
        for step in steps {
            match step {
                Step::To(loc, val) => self.reach(instance, loc, val),
                Step::Enter(callee, context) => {
                    let called = self.instance((callee, context));
                    self.instances[called].callers.insert((instance, loc, val));
                    for result in self.instances[called].results.clone() {
                        self.come_back((instance, loc, val), result);
                    }
                }
                Step::Fail(_) => {}
            }
        }
    }

    fn leave(&mut self, instance: usize, val: Val) {
        let result = self.model.result(self.keys[instance].0, val);
        if self.instances[instance].results.insert(result) {
            for caller in self.instances[instance].callers.clone() {
                self.come_back(caller, result);
            }
        }
    }

    fn come_back(&mut self, (instance, loc, val): (usize, Loc, Val), result: Val) {
        let (id, _) = self.keys[instance];
        let mut steps = Vec::new();
        self.model
            .after_call(id, loc, val, result, &mut |step| steps.push(step));
        for step in steps {
            if let Step::To(loc, val) = step {
                self.reach(instance, loc, val);
            }
        }
    }
}

struct Search {
    distances: Vec<FxHashMap<(Loc, Val), u32>>,
    failures: BTreeMap<StmtId, u32>,
    queue: VecDeque<(ProcId, Loc, Val, u32)>,
}

impl Search {
    fn run(&mut self, model: &Model<'_>, summaries: &Summaries, starts: &[(ProcId, Val)]) {
        for &(id, context) in starts {
            self.enter(model, id, context, 0);
        }
        while let Some((id, loc, val, distance)) = self.queue.pop_front() {
            let mut steps = Vec::new();
            model.steps(id, loc, val, &mut |step| steps.push(step));
            for step in steps {
                match step {
                    Step::To(loc, val) => self.reach(id, loc, val, distance + 1),
                    Step::Fail(stmt) => {
                        self.failures.entry(stmt).or_insert(distance + 1);
                    }
                    Step::Enter(callee, context) => {
                        self.enter(model, callee, context, distance + 1);
                        for &result in &summaries[&(callee, context)] {
                            let mut back = |step| {
                                if let Step::To(loc, val) = step {
                                    self.reach(id, loc, val, distance + 1);
                                }
                            };
                            model.after_call(id, loc, val, result, &mut back);
                        }
                    }
                }
            }
        }
    }

    fn enter(&mut self, model: &Model<'_>, id: ProcId, context: Val, distance: u32) {
        for val in model.entry_states(id, context) {
            self.reach(id, model.proc(id).entry, val, distance);
        }
    }

    fn reach(&mut self, id: ProcId, loc: Loc, val: Val, distance: u32) {
        if let Entry::Vacant(unseen) = self.distances[id.index()].entry((loc, val)) {
            unseen.insert(distance);
            self.queue.push_back((id, loc, val, distance));
        }
    }
}
