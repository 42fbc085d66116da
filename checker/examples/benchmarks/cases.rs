//! The programs that are measured, and the ways to check them.

use checker::bp::{self, Program};
use checker::families::{Property, Quicksort, Random, Tn, Version};
use checker::{Config, Goal, Query};

/// A program with a question.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) query: Query,
}

impl Case {
    fn new(name: String, text: String, goal: Goal) -> Self {
        let query = Query {
            goals: vec![goal],
            ..Query::default()
        };
        Case { name, text, query }
    }

    /// The parsed program. The families write well-formed programs only.
    pub(crate) fn program(&self) -> Program {
        bp::parse(&self.text).unwrap_or_else(|errors| panic!("{}: {errors:?}", self.name))
    }
}

fn tn(levels: u32) -> Case {
    Case::new(
        format!("tn {levels}"),
        Tn { levels }.to_string(),
        Goal::Label("reach".to_owned()),
    )
}

fn quicksort(bits: u32, entries: u32, version: Version, property: Property) -> Case {
    let name = format!("quicksort {bits} {entries} {version:?} {property:?}").to_lowercase();
    let program = Quicksort::new(bits, entries, version, property).expect("sizes that fit");
    Case::new(name, program.to_string(), Goal::Assertions)
}

fn random(seed: u64, size: u32) -> Case {
    let text = Random { seed, size }.to_string();
    Case::new(format!("random {seed} {size}"), text, Goal::Assertions)
}

/// Cases that take well under a second, for repeated measurement.
pub(crate) fn small() -> Vec<Case> {
    vec![
        tn(100),
        tn(1000),
        quicksort(3, 6, Version::Faulty, Property::Termination),
        quicksort(3, 6, Version::Corrected, Property::Termination),
        quicksort(3, 4, Version::Corrected, Property::Sorted),
        random(1, 100),
        random(1, 1000),
    ]
}

/// Cases as large as the papers', each measured once.
#[allow(dead_code, reason = "the benchmark measures the small ones only")]
pub(crate) fn large() -> Vec<Case> {
    use {Property::*, Version::*};
    let mut cases: Vec<_> = [200, 800, 5_000, 20_000, 100_000].map(tn).into();
    for bits in [3, 4, 5] {
        cases.extend([Faulty, Corrected].map(|v| quicksort(bits, (1 << bits) - 2, v, Termination)));
    }
    for (bits, entries) in [(3, 4), (3, 5), (3, 6), (4, 4), (4, 5)] {
        cases.extend([Corrected, Randomised].map(|v| quicksort(bits, entries, v, Sorted)));
    }
    cases.extend([100, 300, 1_000, 3_000].map(|size| random(1, size)));
    cases
}

/// Every engine, and the default engine with each optimisation switched off by itself.
pub(crate) fn configs() -> Vec<(&'static str, Config)> {
    let base = Config::default();
    vec![
        ("summaries", base.clone()),
        (
            "summaries, no live ranges",
            Config {
                live_ranges: false,
                ..base.clone()
            },
        ),
        (
            "summaries, no mod/ref",
            Config {
                mod_ref: false,
                ..base
            },
        ),
    ]
}
