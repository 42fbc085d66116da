//! Temporal logic on boolean programs (Esparza and Schwoon; Esparza, Hansel, Rossmanith and Schwoon).
//!
//! # Runs
//!
//! A run is a maximal sequence of configurations. Each location of the flow is a moment of its own: before each
//! statement and each condition, and at the end of each procedure. That results are bound is part of their call. A run
//! that an assumption blocks (`assume`, `constrain`, `enforce`) is no run. One that ends, because its first procedure
//! returns or an assertion fails, stutters in its last configuration, or does not count ([`FiniteRuns`]). Atoms speak of
//! the frame that runs.
//!
//! # The passes, in order
//!
//! 1. [`Property`]: atoms are resolved in the program, and the formula's negation, with what is assumed to be fair,
//!    becomes an automaton of the runs that are looked for.
//! 2. `product`: the automaton's state goes into unnamed globals, and its moves into an observer of the pushdown system.
//!    `observed_slots` says what it reads where, so that live ranges and MOD/REF can leave out all else.
//! 3. What is reachable in the product, by summaries. All that follows stays inside (`reachable_first`).
//! 4. `ended_runs`: is a run that ends accepted?
//! 5. `head_graph` and `components`: the locations of heads fall into rough components.
//! 6. `repeating_heads`: does a head of a component repeat, passing through every acceptance set? Where that takes many
//!    rounds, `loop_relations` finds out in another way.
//! 7. `lasso`: a shortest way to such a head, and round.
//! 8. `exact_run`: the variables that were left out get their values, in an exact system of the run's procedures.
//! 9. `replay`: the run is executed by the simulator, and the formula is evaluated on it. Only then is it told.

mod atoms;
mod buchi;
mod components;
mod cut_points;
mod ended_runs;
mod exact_run;
mod head_graph;
mod lasso;
mod loop_relations;
mod observed_slots;
mod product;
mod property;
mod repeating_heads;
mod replay;
mod resolve;
mod run;
mod violations;

pub(crate) use atoms::{Atom, Moment, is_moment};
pub use property::{Property, PropertyError, verify_atoms};
pub(crate) use resolve::resolve;
pub use run::{Counterexample, RunStep};
pub use violations::{
    Among, FrameTransition, StackState, Variable, ViolatingSet, ViolationsConfig, ViolationsError,
};

use crate::bdd::{BddResult, OutOfNodes};
use crate::bp::ProcId;
use crate::engine::Summaries;
use crate::flow::{Flow, compares_numbers};
use crate::session::{Error, Session};
use crate::spds::{Observer, Reductions};
use buchi::Buchi;
use components::{Component, components};
use exact_run::{Run, exact_run};
use head_graph::HeadGraph;
use lasso::Lasso;
use loop_relations::{Closed, LoopRelations};
use product::{Marks, Product, product_flow};
use repeating_heads::{HeadsByLocation, Hull, Search};

/// How often each edge of a component is gone along, on average, before relations are tried in place of sets.
const EDGES_BEFORE_RELATIONS: usize = 40;

/// What happens at the end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FiniteRuns {
    /// The last configuration repeats for ever.
    #[default]
    Stutter,
    /// Runs that end do not count.
    Ignore,
}

/// How a property is checked. All but the first change what an answer costs, never which it is.
#[derive(Clone, Debug)]
pub struct TemporalConfig {
    pub finite_runs: FiniteRuns,
    /// Whether only what is reachable is looked at.
    pub reachable_first: bool,
    /// Whether loops are looked for in the components of the control flow one by one.
    pub rough_components: bool,
    pub loop_search: LoopSearch,
}

/// How loops are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopSearch {
    /// By sets of heads; where that takes many rounds, by relations. By relations at once where the program compares
    /// numbers bit by bit: a loop that counts takes as many rounds as its numbers have values.
    #[default]
    SetsThenRelations,
    /// By sets of heads (Emerson and Lei).
    Sets,
    /// By relations between heads, closed by squaring; by sets where relations are too large.
    Relations,
}

impl Default for TemporalConfig {
    fn default() -> Self {
        TemporalConfig {
            finite_runs: FiniteRuns::default(),
            reachable_first: true,
            rough_components: true,
            loop_search: LoopSearch::default(),
        }
    }
}

/// Whether all runs have a property.
#[derive(Clone, Debug)]
pub enum TemporalVerdict {
    Holds,
    /// Some run does not have it, which is told unless traces are switched off.
    Violated(Option<Counterexample>),
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum TemporalError {
    Session(Error),
    /// The run that was found is none of the program's, or has the property: an error of ours.
    NotReplayed(&'static str),
}

impl From<OutOfNodes> for TemporalError {
    fn from(limit: OutOfNodes) -> Self {
        TemporalError::Session(limit.into())
    }
}

impl Session<'_> {
    /// Whether all runs have a property. The session's program is the one that the property was resolved in.
    pub fn temporal(
        &self,
        property: &Property,
        config: &TemporalConfig,
    ) -> Result<TemporalVerdict, TemporalError> {
        let buchi = property.buchi();
        let flow = product_flow(self, &buchi, &property.atoms);
        let question = Question {
            session: self,
            property,
            buchi: &buchi,
            flow: &flow,
            config,
        };
        let run = match question.accepted_run()? {
            Accepted::None => return Ok(TemporalVerdict::Holds),
            Accepted::NotTold => return Ok(TemporalVerdict::Violated(None)),
            Accepted::Run(Some(run)) => run,
            Accepted::Run(None) => return Err(TemporalError::NotReplayed("there is no way to it")),
        };
        let told = Counterexample::new(&flow, &run);
        if told.is_complete {
            replay::replay(self.flow(), property, &run).map_err(TemporalError::NotReplayed)?;
        }
        Ok(TemporalVerdict::Violated(Some(told)))
    }
}

/// What was found in the product.
enum Accepted {
    None,
    /// A run is accepted, and none is to be told.
    NotTold,
    /// A run is accepted; where it cannot be told something is wrong with us.
    Run(Option<Run>),
}

struct Question<'q, 'p> {
    session: &'q Session<'p>,
    property: &'q Property,
    buchi: &'q Buchi,
    flow: &'q Flow<'p>,
    config: &'q TemporalConfig,
}

impl<'q, 'p> Question<'q, 'p> {
    fn accepted_run(&self) -> BddResult<Accepted> {
        let product = Product::new(
            self.flow,
            self.buchi,
            &self.property.atoms,
            &self.reductions(),
            self.session.config(),
        )?;
        let observer = product.observer(Marks::Ignored)?;
        let mut reachable = self.reachable(&product, &observer)?;
        if self.config.finite_runs == FiniteRuns::Stutter {
            let found = self.ended_run(&product, &observer, &mut reachable)?;
            if !matches!(found, Accepted::None) {
                return Ok(found);
            }
        }
        if !self.config.reachable_first && !self.may_repeat(&product, &observer, &reachable)? {
            return Ok(Accepted::None);
        }
        self.repeating_run(&product, &observer, reachable)
    }

    /// What is reachable in the product.
    fn reachable<'g>(
        &self,
        product: &'g Product<'q, 'p>,
        observer: &'g Observer,
    ) -> BddResult<Summaries<'g, 'q, 'p>> {
        let mut summaries = Summaries::observed(&product.spds, Some(observer));
        for &entry in self.entries() {
            summaries.enter(entry, &lasso::start(product, entry)?)?;
        }
        summaries.run()?;
        Ok(summaries)
    }

    fn reductions(&self) -> Reductions<'static> {
        Reductions {
            live_ranges: self.session.config().live_ranges,
            mod_ref: self.session.config().mod_ref,
            ..Reductions::none()
        }
    }

    /// The run that a lasso stands for, with all values.
    fn told(&self, product: &Product<'q, 'p>, lasso: Option<Lasso>) -> BddResult<Accepted> {
        let run = lasso.map(|lasso| exact_run(product, &lasso, self.session.config()));
        Ok(Accepted::Run(run.transpose()?.flatten()))
    }

    /// Whether a run is to be told.
    fn is_told(&self) -> bool {
        self.session.config().trace
    }

    fn entries(&self) -> &[ProcId] {
        self.session.entries()
    }

    fn ended_run<'g>(
        &self,
        product: &'g Product<'q, 'p>,
        observer: &'g Observer,
        reachable: &mut Summaries<'g, 'q, 'p>,
    ) -> BddResult<Accepted> {
        let accepted = ended_runs::accepted_past_the_end(product)?;
        for &entry in self.entries() {
            let start = lasso::start(product, entry)?;
            let ending = ended_runs::ending(product, reachable, entry, &start, &accepted)?;
            if !product.spds.bdds.is_zero(&ending) {
                if !self.is_told() {
                    return Ok(Accepted::NotTold);
                }
                let run = lasso::ended_run(product, reachable, entry, &ending)?;
                return self.told(product, run);
            }
        }
        self.failed_run(product, observer, reachable)
    }

    /// A run that ends with an assertion that fails.
    fn failed_run<'g>(
        &self,
        product: &'g Product<'q, 'p>,
        observer: &'g Observer,
        reachable: &mut Summaries<'g, 'q, 'p>,
    ) -> BddResult<Accepted> {
        let spds = &product.spds;
        let mut failures = self.flow.failures();
        failures.retain(|&loc| !spds.bdds.is_zero(reachable.path_edges(loc)));
        if failures.is_empty() {
            return Ok(Accepted::None);
        }
        let demanding = self.observers(product, Marks::Demanded)?;
        let mut ends = HeadsByLocation::default();
        for loc in failures {
            let accepted = ended_runs::accepted_at(product, observer, &demanding, loc)?;
            let met = spds.current(spds.flow.proc_of(loc), reachable.path_edges(loc))?;
            let met = spds.bdds.and(&met, &accepted)?;
            if !spds.bdds.is_zero(&met) {
                ends.locs.push(loc);
                ends.heads.push(met);
            }
        }
        if ends.locs.is_empty() {
            return Ok(Accepted::None);
        }
        if !self.is_told() {
            return Ok(Accepted::NotTold);
        }
        let run = lasso::failed_run(product, reachable, self.entries(), &ends)?;
        self.told(product, run)
    }

    /// Whether a reachable head is among those from which a loop can be reached, computed among all that there are.
    fn may_repeat<'g>(
        &self,
        product: &'g Product<'q, 'p>,
        observer: &'g Observer,
        reachable: &Summaries<'g, 'q, 'p>,
    ) -> BddResult<bool> {
        let spds = &product.spds;
        let mut everything = Summaries::observed(spds, Some(observer));
        for proc in spds.flow.program.proc_ids() {
            everything.enter(proc, &product.anywhere()?)?;
        }
        everything.run()?;
        let recording = self.observers(product, Marks::Recorded)?;
        let mut graph = HeadGraph::new(product, everything, &recording)?;
        for component in components(&graph, self.config.rough_components) {
            let mut search = search(&mut graph, &component, None);
            let Hull::Found(hull) = search.hull()? else {
                continue;
            };
            for (&loc, heads) in component.locs.iter().zip(&hull) {
                let met = spds.current(spds.flow.proc_of(loc), reachable.path_edges(loc))?;
                if !spds.bdds.is_zero(&spds.bdds.and(heads, &met)?) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn repeating_run<'g>(
        &self,
        product: &'g Product<'q, 'p>,
        observer: &'g Observer,
        reachable: Summaries<'g, 'q, 'p>,
    ) -> BddResult<Accepted> {
        let recording = self.observers(product, Marks::Recorded)?;
        let all_recording = product.observer(Marks::AllRecorded)?;
        let mut graph = HeadGraph::new(product, reachable, &recording)?;
        for component in components(&graph, self.config.rough_components) {
            let Some(repeating) = self.repeating(&mut graph, &component, &all_recording)? else {
                continue;
            };
            if !self.is_told() {
                return Ok(Accepted::NotTold);
            }
            let mut again = Summaries::observed(&product.spds, Some(observer));
            let run = lasso::repeating_run(product, &mut again, self.entries(), &repeating)?;
            return self.told(product, run);
        }
        Ok(Accepted::None)
    }

    /// Heads of a component that repeat, where there are any: by sets of heads where that does not take long, and
    /// otherwise by relations between them where those are not large.
    fn repeating<'g>(
        &self,
        graph: &mut HeadGraph<'g, 'q, 'p>,
        component: &Component,
        all_recording: &Observer,
    ) -> BddResult<Option<HeadsByLocation>> {
        if self.config.loop_search == LoopSearch::SetsThenRelations && !compares_numbers(self.flow)
        {
            let budget = EDGES_BEFORE_RELATIONS * component.edges.len();
            if let Some(found) = self.repeating_by_sets(graph, component, Some(budget))? {
                return Ok(found);
            }
        }
        if self.config.loop_search != LoopSearch::Sets {
            match LoopRelations::new(graph, component, all_recording)?.closed()? {
                Closed::NothingRepeats => return Ok(None),
                Closed::Repeating(heads) => return Ok(Some(heads)),
                Closed::TooLarge => {}
            }
        }
        let found = self.repeating_by_sets(graph, component, None)?;
        Ok(found.flatten())
    }

    /// `None` where the budget does not suffice.
    fn repeating_by_sets<'g>(
        &self,
        graph: &mut HeadGraph<'g, 'q, 'p>,
        component: &Component,
        budget: Option<usize>,
    ) -> BddResult<Option<Option<HeadsByLocation>>> {
        let mut search = search(graph, component, budget);
        let hull = match search.hull()? {
            Hull::TooFar => return Ok(None),
            Hull::Empty => return Ok(Some(None)),
            Hull::Found(hull) => hull,
        };
        search.budget = None;
        let locs = component.locs.clone();
        let heads = match self.is_told() {
            true => search.repeating(hull)?,
            false => hull,
        };
        Ok(Some(Some(HeadsByLocation { locs, heads })))
    }

    /// An observer for each acceptance set.
    fn observers(
        &self,
        product: &Product<'q, 'p>,
        marks: fn(usize) -> Marks,
    ) -> BddResult<Vec<Observer>> {
        let sets = 0..self.buchi.sets;
        sets.map(|set| product.observer(marks(set))).collect()
    }
}

fn search<'c, 'g, 'a, 'p>(
    graph: &'c mut HeadGraph<'g, 'a, 'p>,
    component: &'c Component,
    budget: Option<usize>,
) -> Search<'c, 'g, 'a, 'p> {
    Search {
        graph,
        component,
        budget,
    }
}
