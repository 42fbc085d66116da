//! Whole-program analyses of the IR, and the passes from program to program.
//!
//! In: a [`Program`]. Out: [`Analyses`] of it ([`analyse`]), or a smaller program and the way back ([`reduce`]). The
//! order is that of the data they need:
//!
//! 1. [`points_to`]: what pointers may point to, and through it which functions calls may reach.
//! 2. [`callgraph`], [`effects`] and [`mod_ref`]: who calls whom; what statements and functions
//!    read and write.
//! 3. [`regions`]: memory cut into parts that cannot alias, for its encoding as arrays.
//!
//! [`passes`] is the list of what makes a program of a program, in its order and with its reasons; each pass leads back to
//! what it was given.
//!
//! Questions on their own, asked by later stages: [`prophecy`], which variables may hold a choice about objects that are
//! not there yet; [`placement`], where a program makes use of the numbers or the order of addresses; [`callbacks`], what
//! code outside may call, and whether that matters (it asks the slicer); [`memory_assumptions`], what all this takes for granted of
//! memory, for the ledger. [`mod@print`] writes the results for people.
//!
//! Invariant of all: over-approximation of what executions do, under the assumptions that
//! [`points_to`] lists and the program's ledger. Nothing depends on the order of a hash table.
//! Results are for one program: after a pass has changed it, analyse again.
//!
//! `tests/against_runs` holds all of them against runs of the interpreter, on every program of the front end's suite.

pub mod callbacks;
pub mod callgraph;
pub mod effects;
pub mod memory_assumptions;
pub mod mod_ref;
pub mod passes;
pub mod placement;
pub mod points_to;
pub mod print;
pub mod prophecy;
pub mod regions;
pub mod sparse_bit_set;
pub mod termination;
#[cfg(test)]
mod testing;

use ir::Program;
use passes::{reduced, slice};

/// The results for one program.
#[derive(Debug)]
pub struct Analyses {
    pub points_to: points_to::PointsTo,
    pub calls: callgraph::CallGraph,
    pub effects: mod_ref::ModRef,
    pub regions: regions::Regions,
}

/// Runs the analyses.
pub fn analyse(program: &Program, config: points_to::Config) -> Analyses {
    let points_to = points_to::points_to(program, config);
    let calls = callgraph::call_graph(program, &points_to);
    let effects = mod_ref::mod_ref(program, &points_to, &calls);
    let regions = regions::regions(program, &points_to);
    Analyses {
        points_to,
        calls,
        effects,
        regions,
    }
}

/// Removes dead code, then what has no influence on the criterion.
pub fn reduce(
    program: &Program,
    criterion: &slice::Criterion,
    config: slice::Config,
) -> reduced::Reduced {
    let request = passes::Request {
        criterion: criterion.clone(),
        config,
        ..passes::Request::default()
    };
    passes::reduce(program, None, &request)
}

/// What the ledger says of calls that may leave the program.
pub const CALL_THROUGH_POINTER: (&str, &str) = (
    "call through a pointer",
    "may call a function that is not part of the program, which returns anything and changes nothing",
);
