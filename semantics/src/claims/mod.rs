//! Whether the claims made of a program hold, from which it follows that the program cannot violate its property.
//!
//! A claim says how a function is entered, and in which states its locations are reached: a decision diagram over
//! conditions, as they are now and as they were on entry. The claims of a program are accepted if
//!
//! 1. the program starts in a state that its first function is claimed to be entered with;
//! 2. what is claimed of entering a function implies what is claimed of its first location;
//! 3. every way from one location with a claim to the next keeps what is claimed there: statements, calls that go over
//!    the callee by what is claimed of its returns, and calls that enter a callee as it is claimed to be entered;
//! 4. no state that is claimed can go on to a violation.
//!
//! That is an induction over executions, and each of its conditions is one question to the solver. Nothing here knows
//! how claims are found, and nothing in this crate could: it uses what statements mean, and no more.

mod alternatives;
mod calls;
pub mod diagrams;
mod difference;
mod formula;
mod moment;
mod verifier;
mod ways;

use std::collections::BTreeMap;

use ir::{Cfg, ExprId, FuncId, LocId, Program};

use crate::encoding_context::EncodingContext;
use crate::memory::axiom::Axioms;
pub use alternatives::{Alternative, ByEntry, Literal, by_entry, told_by};
use verifier::Verifier;

/// What is claimed of a program.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    pub functions: BTreeMap<FuncId, Contract>,
}

/// What is claimed of a function.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Parts before the wholes they belong to.
    pub decisions: Vec<Decision>,
    /// The states it is entered with.
    pub entered: Set,
    /// The states that locations are reached with. On every way round a loop, after every call and before every
    /// return there must be one.
    pub at: BTreeMap<LocId, Set>,
    /// Conditions that are everywhere what they were on entry.
    pub kept: Vec<ExprId>,
}

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    Nothing,
    Everything,
    /// By the decision with this index.
    Decided(u32),
}

/// A condition decides in which of two sets a state must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    pub condition: ExprId,
    /// Whether it held on entry, not whether it holds now.
    pub on_entry: bool,
    pub yes: Set,
    pub no: Set,
}

/// A condition, and whether it is about the moment of entry.
pub type Test = (ExprId, bool);

impl Decision {
    fn test(&self) -> Test {
        (self.condition, self.on_entry)
    }
}

/// What is to be shown.
pub struct Question<'q> {
    pub entry: FuncId,
    /// The functions that must not be called.
    pub violations: &'q [FuncId],
    /// How much effort the solver may take for one condition, and for all of them together.
    pub effort: u32,
    pub all_effort: Option<u64>,
}

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All conditions hold: so many of them, by what is taken for granted of memory.
    Holds(usize, Axioms),
    /// A state was found that speaks against one of them.
    Fails(FuncId, LocId),
    /// It could not be told.
    Open(FuncId, LocId, Why),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The solver gave up.
    Solver,
    /// All effort that was allowed has been taken.
    Effort,
    /// Something is missing that the induction needs.
    Claim,
}

impl Why {
    pub fn text(self) -> &'static str {
        match self {
            Why::Solver => "the solver gave up",
            Why::Effort => "it takes more effort than was allowed",
            Why::Claim => "nothing is claimed of a place where something must be",
        }
    }
}

impl Claims {
    /// That anything may happen anywhere in these functions: enough where their text has no violation.
    pub fn nothing(program: &Program, functions: impl Iterator<Item = FuncId>) -> Self {
        let bodies = functions.filter_map(|func| Some((func, program.funcs[func].body.as_ref()?)));
        let contract = |(func, cfg): (FuncId, &Cfg)| {
            let all = Contract {
                decisions: Vec::new(),
                entered: Set::Everything,
                at: cfg.locs().map(|loc| (loc, Set::Everything)).collect(),
                kept: Vec::new(),
            };
            (func, all)
        };
        Claims {
            functions: bodies.map(contract).collect(),
        }
    }

    /// Checks the conditions, one by one, until all hold or one does not.
    pub fn check(&self, context: &EncodingContext<'_>, question: &Question<'_>) -> Outcome {
        Verifier::new(context, self, question).run()
    }
}
