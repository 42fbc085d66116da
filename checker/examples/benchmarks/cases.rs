//! The programs that are measured, and the ways to check them.

use checker::bp::{self, Program};
use checker::families::{Driver, Property, Quicksort, Random, Tn, Version};
use checker::{Config, Engine, Goal, Query, VariableOrder};

/// A program with a question. The text is made when it is wanted: some are large.
pub(crate) struct Case {
    pub(crate) name: String,
    text: Box<dyn Fn() -> String>,
    pub(crate) query: Query,
}

impl Case {
    fn new(name: String, text: impl Fn() -> String + 'static, goal: Goal) -> Self {
        let query = Query {
            goals: vec![goal],
            ..Query::default()
        };
        let text = Box::new(text);
        Case { name, text, query }
    }

    /// The parsed program. The families write well-formed programs only.
    pub(crate) fn program(&self) -> Program {
        bp::parse(&(self.text)()).unwrap_or_else(|errors| panic!("{}: {errors:?}", self.name))
    }
}

pub(crate) fn tn(levels: u32) -> Case {
    Case::new(
        format!("tn {levels}"),
        move || Tn { levels }.to_string(),
        Goal::Label("reach".to_owned()),
    )
}

pub(crate) fn quicksort(bits: u32, entries: u32, version: Version, property: Property) -> Case {
    let name = format!("quicksort {bits} {entries} {version:?} {property:?}").to_lowercase();
    let program = Quicksort::new(bits, entries, version, property).expect("sizes that fit");
    Case::new(name, move || program.to_string(), Goal::Assertions)
}

pub(crate) fn random(seed: u64, size: u32) -> Case {
    let text = move || Random { seed, size }.to_string();
    Case::new(format!("random {seed} {size}"), text, Goal::Assertions)
}

pub(crate) fn driver(seed: u64, statements: u32, predicates: u32, faulty: bool) -> Case {
    let name = if faulty { "driver" } else { "correct driver" };
    let driver = Driver {
        seed,
        statements,
        predicates,
        faulty,
    };
    Case::new(
        format!("{name} {seed} {statements} {predicates}"),
        move || driver.to_string(),
        Goal::Label("ERROR".to_owned()),
    )
}

/// Every engine, and the default engine with each optimisation switched off by itself. Traces are looked for in one
/// configuration only, because they are made the same way for every engine.
pub(crate) fn configs() -> Vec<(String, Config)> {
    let base = Config {
        trace: false,
        ..Config::default()
    };
    let order = VariableOrder::Declaration;
    let of_engine = |&engine: &Engine| {
        (
            format!("{engine:?}").to_lowercase(),
            Config {
                engine,
                ..base.clone()
            },
        )
    };
    let mut configs: Vec<_> = Engine::ALL.iter().map(of_engine).collect();
    configs.extend([
        (
            "with trace".to_owned(),
            Config {
                trace: true,
                ..base.clone()
            },
        ),
        (
            "no live ranges".to_owned(),
            Config {
                live_ranges: false,
                ..base.clone()
            },
        ),
        (
            "no mod/ref".to_owned(),
            Config {
                mod_ref: false,
                ..base.clone()
            },
        ),
        (
            "order as declared".to_owned(),
            Config {
                variable_order: order,
                ..base
            },
        ),
    ]);
    configs
}
