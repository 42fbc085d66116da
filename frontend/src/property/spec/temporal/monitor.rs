//! A formula as a small machine that steps at events: its states are numbers, in the order of their
//! [parts](super::numbering::Part).

use std::collections::BTreeSet;

use super::atoms::{Meaning, Point, meaning};
use super::numbering::{Letters, Part, Silence, is_accepting, parts};
use ltl::{Automaton, Cube, Diagnostic, Guard, Span, TranslateConfig};

/// More are taken for a mistake: the machine is a part of the program, and every state of it is told apart.
const MAX_STATES: usize = 40;
const MAX_CONDITIONS: usize = 6;

/// A disjunction of conjunctions of conditions, by number, and whether they hold.
pub(super) type Condition = Vec<Vec<(usize, bool)>>;

/// Where a step leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    State(usize),
    Violation,
}

/// One of the ways that the machine can go.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) when: Condition,
    pub(super) to: To,
    /// Whether what has to recur does so here.
    pub(super) marks: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Monitor {
    /// The C of the conditions that the formula speaks of, and where they stand.
    pub(super) conditions: Vec<(String, Span)>,
    /// The events that the formula names, and where.
    pub(super) points: Vec<(Point, Span)>,
    /// When an execution violates the formula that ends in a state of the machine that goes on for ever.
    pub(super) ends: Vec<(usize, Condition)>,
    /// What is violated for certain, and by ending.
    pub(super) safe: Machine,
    /// What is violated by going on for ever.
    pub(super) live: Machine,
    /// Turns count in states from this one on, those before `always` only where something was marked.
    pub(super) first: usize,
    pub(super) always: usize,
}

/// Its states are numbers; it begins in one of them.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub(super) initial: usize,
    /// By event, the last one standing for all that the formula does not name: the ways from each state.
    pub(super) steps: Vec<Vec<(usize, Vec<Way>)>>,
    /// When an execution violates the formula that ends in a state.
    pub(super) ends: Vec<(usize, Condition)>,
    /// When an execution violates the formula that goes on for ever from a state without an event, where turns in that
    /// state do not count anyway.
    pub(super) silent: Vec<(usize, Condition)>,
    /// The state of such an execution.
    pub(super) silence: usize,
}

impl Monitor {
    /// The machines of a formula; `state` are the names that the state of the specification declares.
    pub(super) fn new(text: &str, state: &BTreeSet<String>) -> Result<Self, Vec<Diagnostic>> {
        let whole = Span::new(0..text.len());
        let formula = ltl::parse_with_names(text).map_err(|problem| vec![problem])?;
        let mut conditions: Vec<(String, Span)> = Vec::new();
        let mut points: Vec<(Point, Span)> = Vec::new();
        let mut atoms = Vec::new();
        let mut problems = Vec::new();
        let mut letters = Letters::default();
        for (n, atom) in formula.atoms().enumerate() {
            let span = formula.atom_span(ltl::AtomId(n as u32));
            match meaning(atom, span, state) {
                Ok(Meaning::Terminated) => {
                    letters.terminated = Some(n);
                    atoms.push(Atom::Terminated);
                }
                Ok(Meaning::Condition(c)) => {
                    atoms.push(Atom::Condition(conditions.len()));
                    letters.conditions.push(n);
                    conditions.push((c, span));
                }
                Ok(Meaning::Event(point)) => {
                    let known = points.iter().position(|p| p.0 == point);
                    atoms.push(Atom::Event(known.unwrap_or(points.len())));
                    if known.is_none() {
                        points.push((point, span));
                    }
                }
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let too_large = |what: String| vec![Diagnostic::error(whole, what)];
        if conditions.len() > MAX_CONDITIONS {
            let most = format!("a formula has at most {MAX_CONDITIONS} conditions over the state");
            return Err(too_large(most));
        }
        let negated = ltl::translate(&formula.negated(), &TranslateConfig::default());
        let automaton = negated.map_err(|error| too_large(error.to_string()))?;
        let automaton = ltl::degeneralise(&automaton);
        if automaton.states > MAX_STATES {
            let most = format!("the automaton of a formula has at most {MAX_STATES} states here");
            return Err(too_large(most));
        }
        if automaton.initial.is_empty() {
            let message = "every execution satisfies this formula: there is nothing to check";
            return Err(too_large(message.into()));
        }
        Ok(Builder::new(&automaton, &atoms, &letters, points.len()).build(conditions, points))
    }
}

/// What an atom is, by its number among those of its kind.
#[derive(Clone, Copy, Debug)]
enum Atom {
    Event(usize),
    Condition(usize),
    Terminated,
}

pub(super) struct Builder<'a> {
    pub(super) automaton: &'a Automaton,
    atoms: &'a [Atom],
    pub(super) letters: &'a Letters,
    pub(super) events: usize,
    parts: Vec<Part>,
    pub(super) silence: Silence,
    /// The number of each state.
    numbers: Vec<usize>,
}

impl<'a> Builder<'a> {
    fn new(
        automaton: &'a Automaton,
        atoms: &'a [Atom],
        letters: &'a Letters,
        events: usize,
    ) -> Self {
        let silence = Silence::of(automaton, letters);
        let parts = parts(automaton, letters, &silence);
        let mut order: Vec<usize> = (0..automaton.states).collect();
        order.sort_by_key(|&state| parts[state]);
        let mut numbers = vec![0; automaton.states];
        for (n, &state) in order.iter().enumerate() {
            // 0 is where nothing has happened yet.
            numbers[state] = n + 1;
        }
        Builder {
            automaton,
            atoms,
            letters,
            events,
            parts,
            silence,
            numbers,
        }
    }

    fn build(self, conditions: Vec<(String, Span)>, points: Vec<(Point, Span)>) -> Monitor {
        let count =
            |wanted: &dyn Fn(Part) -> bool| self.parts.iter().filter(|&&p| wanted(p)).count();
        let first = 1 + count(&|part| part < Part::Marked);
        let always = 1 + count(&|part| part < Part::Always);
        // States that are violations do not exist.
        let silence = 1 + count(&|part| part < Part::Violated);
        let initial = match &self.automaton.initial[..] {
            [only]
                if self.parts[only.index()] != Part::Violated && !self.may_begin_silent(*only) =>
            {
                self.numbers[only.index()]
            }
            _ => 0,
        };
        let steps = (0..=self.events).map(|event| self.steps(event, initial == 0));
        let live = Machine {
            initial,
            steps: steps.collect(),
            ends: self.places(&self.silence.ended, |_| true, initial),
            silent: self.places(&self.silence.going_on, |part| part != Part::Always, initial),
            silence,
        };
        let safe = self.sets();
        let safe = safe.unwrap_or_else(|| Machine {
            silent: Vec::new(),
            ..live.clone()
        });
        Monitor {
            conditions,
            points,
            safe,
            ends: live.ends.clone(),
            live: Machine {
                ends: Vec::new(),
                ..live
            },
            first,
            always,
        }
    }

    pub(super) fn is_violated(&self, state: usize) -> bool {
        self.parts[state] == Part::Violated
    }

    /// Where a set of states leads with a letter.
    pub(super) fn successors(&self, set: &[usize], event: usize, valuation: usize) -> Vec<usize> {
        let fits = |guard: &Guard| {
            guard.cubes().iter().any(|cube| {
                cube.literals().all(|(atom, value)| {
                    value
                        == match self.atoms[atom.index()] {
                            Atom::Event(n) => n == event,
                            Atom::Terminated => false,
                            Atom::Condition(n) => valuation >> n & 1 == 1,
                        }
                })
            })
        };
        let edges = self.automaton.edges.iter();
        let taken = edges.filter(|edge| set.contains(&edge.from.index()) && fits(&edge.guard));
        taken.map(|edge| edge.to.index()).collect()
    }

    /// Whether an execution without any event may violate the formula, and that is not seen by the turns that count.
    fn may_begin_silent(&self, state: ltl::StateId) -> bool {
        let counts = self.parts[state.index()] == Part::Always;
        !counts && self.silence.going_on[state.index()].contains(&true)
    }

    /// States with the valuations in which something holds there; where nothing has happened yet, what holds in an initial one.
    fn places(
        &self,
        holds: &[Vec<bool>],
        counts: impl Fn(Part) -> bool,
        initial: usize,
    ) -> Vec<(usize, Condition)> {
        let mut found = Vec::new();
        if initial == 0 {
            let first = self.automaton.initial.iter().map(|s| &holds[s.index()]);
            let any = (0..self.letters.valuations()).map(|v| first.clone().any(|of| of[v]));
            found.push((0, self.condition_of(&any.collect::<Vec<_>>())));
        }
        let states = self.parts.iter().zip(&self.numbers).zip(holds);
        for ((&part, &number), holds) in states {
            if part != Part::Violated && counts(part) {
                found.push((number, self.condition_of(holds)));
            }
        }
        found.retain(|(_, condition)| !condition.is_empty());
        found
    }

    pub(super) fn condition_of(&self, valuations: &[bool]) -> Condition {
        let all = (0..valuations.len()).filter(|&v| valuations[v]);
        let cube = |valuation: usize| {
            let mut literals = (0..self.letters.conditions.len())
                .map(|n| Cube::literal(ltl::AtomId(n as u32), valuation >> n & 1 == 1));
            literals.try_fold(Cube::always(), |sum, literal| sum.and(&literal))
        };
        let guard: Guard = all.filter_map(cube).collect();
        literals(&guard)
    }

    /// The ways that every state has at an event.
    fn steps(&self, event: usize, has_begin: bool) -> Vec<(usize, Vec<Way>)> {
        let mut found = Vec::new();
        if has_begin {
            let initial = &self.automaton.initial;
            let from = |state: usize| initial.iter().any(|s| s.index() == state);
            found.push((0, self.ways(event, &from)));
        }
        for state in 0..self.automaton.states {
            if self.parts[state] != Part::Violated {
                found.push((self.numbers[state], self.ways(event, &|from| from == state)));
            }
        }
        found.sort_by_key(|step| step.0);
        found
    }

    fn ways(&self, event: usize, is_from: &dyn Fn(usize) -> bool) -> Vec<Way> {
        let mut ways: Vec<(To, bool, Guard)> = Vec::new();
        for edge in &self.automaton.edges {
            if !is_from(edge.from.index()) {
                continue;
            }
            let guard = self.at_event(&edge.guard, event);
            if guard.is_never() {
                continue;
            }
            let target = edge.to.index();
            let to = match self.parts[target] {
                Part::Violated => To::Violation,
                _ => To::State(self.numbers[target]),
            };
            let marks = is_accepting(edge) && self.parts[target] == Part::Marked;
            match ways.iter_mut().find(|way| (way.0, way.1) == (to, marks)) {
                Some(known) => known.2.or(&guard),
                None => ways.push((to, marks, guard)),
            }
        }
        // A violation that is certain need not be chosen.
        ways.sort_by_key(|way| way.0 != To::Violation);
        let way = |(to, marks, guard): &(To, bool, Guard)| Way {
            when: literals(guard),
            to: *to,
            marks: *marks,
        };
        ways.iter().map(way).collect()
    }

    /// What a guard asks of the conditions at an event.
    fn at_event(&self, guard: &Guard, event: usize) -> Guard {
        let mut found = Guard::default();
        for cube in guard.cubes() {
            let mut rest = Some(Cube::always());
            for (atom, value) in cube.literals() {
                let holds = match self.atoms[atom.index()] {
                    Atom::Event(n) => n == event,
                    Atom::Terminated => false,
                    Atom::Condition(n) => {
                        let literal = Cube::literal(ltl::AtomId(n as u32), value);
                        rest = rest.and_then(|rest| rest.and(&literal));
                        continue;
                    }
                };
                if holds != value {
                    rest = None;
                }
            }
            rest.into_iter().for_each(|cube| found.add(cube));
        }
        found
    }
}

fn literals(guard: &Guard) -> Condition {
    let cubes = guard.cubes().iter();
    cubes
        .map(|cube| {
            cube.literals()
                .map(|(a, value)| (a.index(), value))
                .collect()
        })
        .collect()
}
