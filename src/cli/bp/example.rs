//! `cegar bp example`

use checker::families::{Driver, FlowGraph, Property, Quicksort, Random, Tn, Version};
use clap::{Subcommand, ValueEnum};

use crate::exit::Exit;
use crate::output::{Output, note};

/// Print example programs of any size
///
/// The same arguments give the same text, always:
///
///   cegar bp example tn 1000 | cegar bp check - --label reach
///   cegar bp example quicksort 3 5 --faulty | cegar bp check -
///   cegar bp example random 42 30
///   cegar bp example flow 1 1000 20 | cegar bp check - --ltl 'G (at N1 -> F at N2)'
///   cegar bp example driver 1 3000 80 --faulty | cegar bp check - --label ERROR
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// The template T(N) of the Bebop paper: N procedures, each calling the next one twice
    Tn {
        /// How many levels of procedures
        #[arg(value_name = "N")]
        levels: u32,
    },
    /// Quicksort over the bits of its integers, from the Moped paper
    Quicksort {
        /// The bits of an integer
        bits: u32,
        /// The entries of the array
        entries: u32,
        /// The version that recurs for ever when no element is greater than the pivot
        #[arg(long, conflicts_with = "randomised")]
        faulty: bool,
        /// The version that takes any element as the pivot
        #[arg(long)]
        randomised: bool,
        /// What the assertion says
        #[arg(long, value_enum, default_value_t = Claim::Sorted)]
        property: Claim,
    },
    /// What predicate abstraction makes of a driver: many predicates, each statement about a few
    Driver {
        seed: u64,
        /// About how many statements
        statements: u32,
        /// At most how many predicates in scope
        predicates: u32,
        /// One routine does not always release the lock: label ERROR
        #[arg(long)]
        faulty: bool,
    },
    /// Random flow graphs without variables, as in table 1 of the paper on pushdown systems
    ///
    /// The procedures have labels N1 and N2, for formulas to speak of.
    Flow {
        seed: u64,
        /// About how many lines in all
        lines: u32,
        /// About how many lines in each procedure
        #[arg(default_value_t = 20)]
        lines_per_procedure: u32,
        /// Every procedure calls any other one, not only itself and later ones
        #[arg(long)]
        mutual: bool,
    },
    /// A random program with every construct of the sequential language
    Random {
        seed: u64,
        /// About how many statements
        size: u32,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Claim {
    /// The array is sorted at the end
    Sorted,
    /// The program ends
    Termination,
    /// Nothing: the program of that question for `bp check --terminates`
    Runs,
}

pub(super) fn run(args: &Args) -> Result<Exit, Exit> {
    let mut out = Output::stdout();
    match args.family {
        Family::Tn { levels } => out.text(Tn { levels }),
        Family::Random { seed, size } => out.text(Random { seed, size }),
        Family::Flow {
            seed,
            lines,
            lines_per_procedure,
            mutual,
        } => out.text(FlowGraph {
            seed,
            lines,
            lines_per_procedure,
            mutual,
        }),
        Family::Driver {
            seed,
            statements,
            predicates,
            faulty,
        } => out.text(Driver {
            seed,
            statements,
            predicates,
            faulty,
        }),
        Family::Quicksort {
            bits,
            entries,
            faulty,
            randomised,
            property,
        } => {
            let version = match (faulty, randomised) {
                (true, _) => Version::Faulty,
                (_, true) => Version::Randomised,
                _ => Version::Corrected,
            };
            let property = match property {
                Claim::Sorted => Property::Sorted,
                Claim::Termination => Property::Termination,
                Claim::Runs => Property::Runs,
            };
            let program = Quicksort::new(bits, entries, version, property).map_err(|problem| {
                note(&format!("error: {problem}"));
                Exit::Usage
            })?;
            out.text(program);
        }
    }
    Ok(Exit::Good)
}
