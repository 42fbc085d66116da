//! Property-directed slicing: what cannot influence the criterion is removed.
//!
//! # What is preserved
//!
//! For every input, the slice reaches the criterion if and only if the program does, provided that
//! the program does not run into undefined behaviour first (a division by zero or an invalid access
//! may be removed, and the slice goes on where the program is undefined; a bug found in a slice is
//! replayed in the program, so this never makes a wrong answer, only a "don't know"). The parts of
//! the state that the slice keeps have the same values at the same locations.
//!
//! In particular, what may stop an execution is kept: conditions of `assume`, branches to code
//! that cannot lead to the criterion (they become `assume`s), loops that are not known to end
//! (`terminating_loops`), recursive calls, and calls that may not return. With
//! [`Config::assume_termination`] loops and recursions that have no other influence are dropped,
//! and the ledger says so; with [`Config::drop_endless`] it does not.
//!
//! With [`Criterion::output`] the criterion is everything the outside sees: calls of functions
//! without a body (other than memory functions of libc) with all memory they are given, the
//! status, and how the program ends.
//!
//! # How
//!
//! Points-to, call graph and effects first; then which locations can lead to the criterion at all
//! (`can_reach_criterion`); on what remains, dominators and control dependence (`dependence`); what stays by itself (`initial_edges`) and
//! the closure over control, data and calls (`relevant`); last, new automata (`rebuild`).
//! Slicing by dependence graphs: Horwitz, Reps, Binkley, Interprocedural slicing using dependence
//! graphs, 1990; here without summary edges, since call contexts are told apart by the cut alone.
//!
//! Ids of variables, functions and terms stay what they are. Locations and edges are numbered
//! anew; [`Reduced`] maps them both ways.

mod can_reach_criterion;
mod dependence;
mod initial_edges;
mod rebuild;
mod relevant;
mod terminating_loops;

use super::reduced::Reduced;
use crate::callgraph::call_graph;
use crate::effects::EffectsOf;
use crate::points_to;
use can_reach_criterion::Finder;
use dependence::Flow;
use ir::{AssumptionKind, FuncId, LocId, Program, Special};
use relevant::Relevance;
use source::Span;
use source::entity::Arena;

/// What a slice must preserve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Criterion {
    /// That one of these functions is called.
    pub calls: Vec<FuncId>,
    /// That one of these locations is reached.
    pub locations: Vec<(FuncId, LocId)>,
    /// Everything the outside sees.
    pub output: bool,
}

impl Config {
    /// Whether loops and recursions stay only for what they do.
    fn without_endless(self) -> bool {
        self.assume_termination || self.drop_endless
    }
}

impl Criterion {
    /// Calls of the error functions, and failing assertions.
    pub fn errors(program: &Program) -> Self {
        let is_error = |s| matches!(s, Some(Special::Error | Special::AssertFail));
        let calls = program.funcs.iter().filter(|(_, f)| is_error(f.special));
        Self {
            calls: calls.map(|(id, _)| id).collect(),
            ..Self::default()
        }
    }

    /// What the program prints and how it ends.
    pub fn output(program: &Program) -> Self {
        Self {
            output: true,
            ..Self::errors(program)
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub points_to: points_to::Config,
    /// Loops and recursions end; an assumption, noted in the ledger.
    pub assume_termination: bool,
    /// The same for callers to whom it is none: the slice may reach the criterion where the program stays in a loop for
    /// ever. What is shown of such a slice holds of the program; an execution of the slice counts only if the
    /// program has it.
    pub drop_endless: bool,
}

/// Slices a program.
pub fn slice(program: &Program, criterion: &Criterion, config: Config) -> Reduced {
    let pts = points_to::points_to(program, config.points_to);
    let calls = call_graph(program, &pts);
    let of = EffectsOf::new(program, &pts);
    let finder = Finder {
        program,
        pts: &pts,
        calls: &calls,
        criterion,
    };
    let live = finder.find();
    let flows: Vec<Option<Flow>> = program
        .funcs
        .iter()
        .map(|(id, func)| {
            let cfg = func.body.as_ref()?;
            (pts.is_reached(id) && live.enters(id, cfg)).then(|| Flow::new(&finder, id, cfg, &live))
        })
        .collect();
    let flows = Arena::from(flows);
    let mut relevance = Relevance::new(&of, &calls, &flows, criterion);
    relevance.run(&live, config);
    let mut slice = rebuild::rebuild(&of, &flows, &relevance, criterion);
    if config.assume_termination {
        slice.program.ledger.add(
            Span::NONE,
            AssumptionKind::Approximation,
            "loops and recursion",
            "those without influence on the property end",
        );
    }
    debug_assert_eq!(slice.program.verify(), Ok(()));
    slice
}
