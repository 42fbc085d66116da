//! Interleavings, one step at a time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use checker::bp::{ProcId, StmtId, Symbol};

use crate::model::{Loc, Model, Op, Step, Val, mask};

/// A frame; of the values, those of globals count in the thread that runs only.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Frame {
    proc: ProcId,
    loc: Loc,
    val: Val,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Thread {
    /// Has not run: its procedure, where it begins if not at the beginning, and formals or the whole frame.
    New(ProcId, Option<Loc>, Val),
    Runs(Vec<Frame>),
    Ended,
}

/// What all threads are in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    globals: Val,
    threads: Vec<Thread>,
    /// Threads that were started and have not run, sorted.
    started: Vec<Thread>,
    running: usize,
    in_section: bool,
    /// Where the thread that runs failed.
    failed: Option<StmtId>,
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Goal {
    Assertion,
    Label(Symbol),
}

/// Switches, then steps.
pub(crate) type Cost = (u32, u32);

pub(crate) struct Explored {
    pub(crate) found: BTreeMap<Goal, Cost>,
    /// Whether nothing was cut off but by the number of switches.
    pub(crate) complete: bool,
    /// Whether nothing was cut off by the number of switches.
    pub(crate) any_switches: bool,
}

pub(crate) struct Limits {
    /// Whether rounds are counted in place of switches.
    pub(crate) rounds: bool,
    /// How many are allowed.
    pub(crate) switches: u32,
    pub(crate) stack: usize,
    pub(crate) states: usize,
    /// How many threads may run.
    pub(crate) threads: usize,
}

pub(crate) struct Explorer<'m, 'p> {
    pub(crate) model: &'m Model<'p>,
    pub(crate) limits: Limits,
    /// What runs first, alone.
    pub(crate) init: Option<ProcId>,
    pub(crate) threads: Vec<ProcId>,
    pub(crate) atomic_variable: Option<usize>,
}

/// The thread that runs before all others.
const INIT: usize = usize::MAX;

impl Explorer<'_, '_> {
    /// Explores states by cost. Nothing when there are too many.
    pub(crate) fn explore(&self) -> Option<Explored> {
        let mut explored = Explored {
            found: BTreeMap::new(),
            complete: true,
            any_switches: true,
        };
        let mut numbers: HashMap<State, usize> = HashMap::new();
        let mut states: Vec<(State, Cost, bool)> = Vec::new();
        let mut heap = BinaryHeap::new();
        let mut push = |state: State,
                        cost: Cost,
                        heap: &mut BinaryHeap<_>,
                        states: &mut Vec<(State, Cost, bool)>| {
            let number = *numbers.entry(state.clone()).or_insert(states.len());
            if number == states.len() {
                states.push((state, cost, false));
            } else if states[number].1 <= cost {
                return;
            }
            states[number].1 = cost;
            heap.push(Reverse((cost, number)));
        };
        for state in self.initial() {
            push(
                state,
                (u32::from(self.limits.rounds), 0),
                &mut heap,
                &mut states,
            );
        }
        while let Some(Reverse((cost, number))) = heap.pop() {
            if std::mem::replace(&mut states[number].2, true) || states[number].1 != cost {
                continue;
            }
            if states.len() > self.limits.states {
                return None;
            }
            let state = states[number].0.clone();
            for goal in self.goals(&state) {
                explored.found.entry(goal).or_insert(cost);
            }
            for next in self.steps(&state, &mut explored.complete) {
                push(next, (cost.0, cost.1 + 1), &mut heap, &mut states);
            }
            for next in self.switches(&state) {
                let counted = match (state.running, self.limits.rounds) {
                    (INIT, _) => 0,
                    // A round goes on with threads that come later.
                    (before, true) => u32::from(next.running < before),
                    (_, false) => 1,
                };
                if cost.0 + counted > self.limits.switches {
                    explored.any_switches = false;
                } else {
                    push(next, (cost.0 + counted, cost.1), &mut heap, &mut states);
                }
            }
        }
        Some(explored)
    }

    fn initial(&self) -> Vec<State> {
        let mut all = Vec::new();
        for globals in self.model.initial_globals() {
            let threads: Vec<Thread> = self
                .threads
                .iter()
                .map(|&proc| Thread::New(proc, None, 0))
                .collect();
            let state = |threads: Vec<Thread>, running| State {
                globals,
                threads,
                started: Vec::new(),
                running,
                in_section: false,
                failed: None,
            };
            if let Some(init) = self.init {
                for (globals, begun) in self.begin(&Thread::New(init, None, 0), globals) {
                    let mut threads = threads.clone();
                    threads.push(begun);
                    all.push(State {
                        globals,
                        ..state(threads, INIT)
                    });
                }
                continue;
            }
            for thread in 0..threads.len() {
                for begun in self.resumed(&state(threads.clone(), INIT), thread) {
                    all.push(begun);
                }
            }
        }
        all
    }

    /// Where the thread that runs is among the threads.
    fn place(&self, state: &State) -> usize {
        match state.running {
            INIT => state.threads.len() - 1,
            thread => thread,
        }
    }

    fn goals(&self, state: &State) -> Vec<Goal> {
        if state.failed.is_some() {
            return vec![Goal::Assertion];
        }
        let Thread::Runs(frames) = &state.threads[self.place(state)] else {
            return Vec::new();
        };
        let top = frames.last().expect("a thread that runs has a frame");
        let proc = self.model.proc(top.proc);
        let mut found = Vec::new();
        for (stmt, loc) in &proc.stmts {
            if *loc == top.loc {
                let labels = &self.model.program.stmt(*stmt).labels;
                found.extend(labels.iter().map(|label| Goal::Label(label.symbol)));
            }
        }
        found
    }

    /// The frames a thread begins with. A procedure with formals has any.
    fn begin(&self, thread: &Thread, globals: Val) -> Vec<(Val, Thread)> {
        let Thread::New(proc, loc, given) = *thread else {
            return vec![(globals, thread.clone())];
        };
        let runs = |loc, val| (globals, Thread::Runs(vec![Frame { proc, loc, val }]));
        match loc {
            Some(loc) => {
                let mut found = Vec::new();
                self.model.arrive(proc, loc, globals | given, &mut |step| {
                    if let Step::To(loc, val) = step {
                        found.push(runs(loc, val));
                    }
                });
                found
            }
            None => {
                let context = globals | given << self.model.globals;
                let entry = self.model.proc(proc).entry;
                let states = self.model.entry_states(proc, context);
                // With an empty body the entry is the exit, where returned values are arbitrary; they go nowhere.
                states.into_iter().map(|val| runs(entry, val)).collect()
            }
        }
    }

    fn is_ended(&self, thread: &Thread) -> bool {
        match thread {
            Thread::Ended => true,
            Thread::New(..) => false,
            Thread::Runs(frames) => {
                let top = frames.last().expect("a thread that runs has a frame");
                let proc = self.model.proc(top.proc);
                let returns = frames.len() == 1 && top.loc == proc.exit;
                returns || matches!(proc.ops[top.loc.0], Op::EndThread)
            }
        }
    }

    /// The states in which another thread runs.
    fn switches(&self, state: &State) -> Vec<State> {
        let ended = self.is_ended(&state.threads[self.place(state)]);
        let closed = self
            .atomic_variable
            .is_some_and(|var| state.globals >> var & 1 == 1);
        if state.failed.is_some()
            || (state.in_section && !ended)
            || (state.running != INIT && closed)
        {
            return Vec::new();
        }
        if state.running == INIT && (!ended || closed) {
            return Vec::new();
        }
        let mut left = state.clone();
        left.in_section = false;
        let place = self.place(state);
        if state.running == INIT {
            left.threads.pop();
        } else if ended {
            left.threads[place] = Thread::Ended;
        }
        let mut found = Vec::new();
        for thread in 0..left.threads.len() {
            if state.running == INIT || thread != state.running {
                found.extend(self.resumed(&left, thread));
            }
        }
        let mut before = None;
        if left.threads.len() < self.limits.threads {
            for (i, started) in left.started.iter().enumerate() {
                if before == Some(started) {
                    continue;
                }
                before = Some(started);
                let mut next = left.clone();
                next.started.remove(i);
                next.threads.push(started.clone());
                found.extend(self.resumed(&next, left.threads.len()));
            }
        }
        found
    }

    fn resumed(&self, state: &State, thread: usize) -> Vec<State> {
        if state.threads[thread] == Thread::Ended {
            return Vec::new();
        }
        let begun = self
            .begin(&state.threads[thread], state.globals)
            .into_iter();
        let next = begun.map(|(globals, begun)| {
            let mut next = State {
                globals,
                running: thread,
                ..state.clone()
            };
            next.threads[thread] = begun;
            next
        });
        next.collect()
    }

    /// The states after a step of the thread that runs.
    fn steps(&self, state: &State, complete: &mut bool) -> Vec<State> {
        let place = self.place(state);
        let Thread::Runs(frames) = &state.threads[place] else {
            return Vec::new();
        };
        if state.failed.is_some() {
            return Vec::new();
        }
        let all = mask(self.model.globals);
        let top = frames.last().expect("a thread that runs has a frame");
        let val = top.val & !all | state.globals;
        let proc = self.model.proc(top.proc);
        let mut found = Vec::new();
        let with = |frames: Vec<Frame>, val: Val| {
            let mut next = State {
                globals: val & all,
                ..state.clone()
            };
            next.threads[place] = Thread::Runs(frames);
            next
        };
        let moved = |loc: Loc, val: Val| {
            let mut frames = frames.clone();
            *frames.last_mut().expect("a thread that runs has a frame") = Frame {
                proc: top.proc,
                loc,
                val: val & !all,
            };
            with(frames, val)
        };
        self.model
            .steps(top.proc, top.loc, val, &mut |step| match step {
                Step::To(loc, val) => found.push(moved(loc, val)),
                Step::Fail(stmt) => found.push(State {
                    failed: Some(stmt),
                    ..state.clone()
                }),
                Step::Enter(callee, context) => {
                    if frames.len() == self.limits.stack {
                        *complete = false;
                        return;
                    }
                    let entry = self.model.proc(callee).entry;
                    for val in self.model.entry_states(callee, context) {
                        let mut frames = frames.clone();
                        frames.push(Frame {
                            proc: callee,
                            loc: entry,
                            val: val & !all,
                        });
                        found.push(with(frames, val));
                    }
                }
            });
        let to = |next: Loc, found: &mut Vec<State>, change: &dyn Fn(&mut State)| {
            self.model.arrive(top.proc, next, val, &mut |step| {
                if let Step::To(loc, val) = step {
                    let mut next = moved(loc, val);
                    change(&mut next);
                    found.push(next);
                }
            });
        };
        match &proc.ops[top.loc.0] {
            Op::Exit if frames.len() > 1 => {
                let result = self.model.result(top.proc, val);
                let caller = &frames[frames.len() - 2];
                self.model
                    .after_call(caller.proc, caller.loc, caller.val, result, &mut |step| {
                        if let Step::To(loc, val) = step {
                            let mut frames = frames[..frames.len() - 1].to_vec();
                            *frames.last_mut().expect("there is a caller") = Frame {
                                proc: caller.proc,
                                loc,
                                val: val & !all,
                            };
                            found.push(with(frames, val));
                        }
                    });
            }
            Op::StartAt(at, next) => {
                let started = Thread::New(top.proc, Some(*at), val & !all);
                to(*next, &mut found, &|state| {
                    self.start(state, started.clone())
                });
            }
            Op::StartCall { callee, args, next } => {
                for given in self.model.started_with(top.proc, args, val) {
                    let started = Thread::New(*callee, None, given);
                    to(*next, &mut found, &|state| {
                        self.start(state, started.clone())
                    });
                }
            }
            Op::Section(inside, next) => to(*next, &mut found, &|state| state.in_section = *inside),
            _ => {}
        }
        found
    }

    /// Of threads that are alike, no more than can run are kept.
    fn start(&self, state: &mut State, started: Thread) {
        let alike = state
            .started
            .iter()
            .filter(|other| **other == started)
            .count();
        let most = match self.limits.rounds {
            true => self.limits.threads,
            false => self.limits.threads.min(self.limits.switches as usize),
        };
        if alike < most {
            state.started.push(started);
            state.started.sort();
        }
    }
}
