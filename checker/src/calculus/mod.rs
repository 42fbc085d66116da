//! A fixed-point calculus: algorithms as formulas of one page (La Torre, Madhusudan and Parlato, *Analyzing Recursive
//! Programs using a Fixed-point Calculus*, PLDI 2009).
//!
//! What comes in is a text with equations for relations and one closed formula, the question ([`Algorithm::parse`]), and a
//! program, which gives relations of its own (`templates`: `Init`, `ProgramInt`, `IntoCall`, `Return`, …). Out comes whether
//! the question is true ([`Session::fix`]).
//!
//! # What a text means
//!
//! Variables range over finite sets: booleans, bit vectors, enumerations, program counters, valuations of a program's
//! variables, and classes of these. A relation is a set of tuples. Connectives and quantifiers mean what they mean in
//! first-order logic; a comparison of numbers is one of integers, so that a sum that is too large for its type equals
//! nothing.
//!
//! A relation R whose equation does not depend on R is what its equation says. `Evaluate(R)` for one that does: R is empty at
//! first; in each round everything that R's equation mentions, and that is not itself being computed in a round around this
//! one, is evaluated with R for what it is now, and R becomes what its equation then says; when R stays what it is, that is
//! its value. Where R does not depend on itself through a negation that is the least solution of the equations, and how
//! it is computed makes no difference. Where it does, the rounds themselves are the meaning: a warning says so, and rounds that
//! come back to an earlier value without staying there end in "don't know".
//!
//! # The passes, in order
//!
//! | module | what it does |
//! |---|---|
//! | `lexer`, `parse`, `syntax` | text to syntax tree |
//! | `types`, `check`, `formula` | names are looked up, classes become scalars |
//! | `dependencies` | who depends on whom, and through negations; warnings |
//! | `normal` | unions of conjunctive blocks; equations between variables are solved |
//! | `layout` | which scalars of a relation are columns of its table, which have registers |
//! | `plan` | loops and operations for each block |
//! | `evaluate`, `worklist` | rounds, with what is new in each |
//! | `run`, `table`, `registers`, `templates` | loops over tables and the program's relations, BDDs at the end of them |
//! | `explain` | what was planned and what it took, for people |
//! | `shipped` | algorithms that come along |
//!
//! Program counters are not encoded in BDDs: they are columns of tables, so that a step costs what the flow of the program
//! asks for at one place (compare `crate::engine`'s `monolithic`, where one BDD holds all places).

mod check;
mod dependencies;
mod evaluate;
mod explain;
mod formula;
mod layout;
mod lexer;
mod normal;
mod parse;
mod plan;
mod registers;
mod run;
mod shipped;
mod syntax;
mod table;
mod templates;
mod types;
mod worklist;

use std::time::{Duration, Instant};

use crate::bdd::Bdds;
use crate::bp::Diagnostic;
use crate::reachability::{Goal, goal_locations};
use crate::session::{Error, Session};
use crate::spds::Spds;
use evaluate::{Evaluator, Stuck};
use formula::{Definition, Formula, Relation, Template};
use plan::Context;
use registers::Registers;
use run::Runner;
pub use shipped::{SHIPPED, Shipped};
use templates::Templates;
use types::Types;

/// A text that was read and found well formed.
#[derive(Clone, Debug)]
pub struct Algorithm {
    types: Types,
    /// The question is the last one.
    definitions: Vec<Definition>,
}

/// What is printed on request: plans, rounds, sizes, times.
#[derive(Clone, Debug, Default)]
pub struct FixReport {
    /// For each goal, whether the question is true.
    pub answers: Vec<bool>,
    pub explanation: Option<String>,
    pub stats: FixStats,
}

/// What it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct FixStats {
    pub program_counters: usize,
    pub bdd_variables: usize,
    pub bdd_operations: u64,
    pub bdd_peak_nodes: usize,
    /// Rows for which cells were computed.
    pub rows: u64,
    pub rounds: u64,
    pub build: Duration,
    pub evaluate: Duration,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum FixError {
    /// The program is not well formed, a label is not there, or the BDDs outgrew their table.
    Session(Error),
    /// The rounds of a relation never come to an end.
    Circles { relation: String, rounds: u64 },
    /// The formulas have so many variables at once.
    TooManyVariables(usize),
}

impl From<Error> for FixError {
    fn from(error: Error) -> Self {
        FixError::Session(error)
    }
}

/// More registers than this are not meant: BDDs over them would be endless.
const MAX_REGISTERS: u8 = 120;

impl Algorithm {
    /// Reads a text; with it come warnings, or the errors that keep it from meaning something.
    pub fn parse(text: &str) -> Result<(Algorithm, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (script, mut problems) = parse::parse(text).map_err(|error| vec![error])?;
        let (types, definitions) = check::check(&script, &mut problems);
        if !problems.iter().any(Diagnostic::is_error) {
            dependencies::problems(&definitions, &mut problems);
        }
        problems.sort_by_key(|problem| problem.span);
        if problems.iter().any(Diagnostic::is_error) {
            problems.retain(Diagnostic::is_error);
            return Err(problems);
        }
        Ok((Algorithm { types, definitions }, problems))
    }

    /// Whether the question is about a goal in the program.
    pub fn asks_goal(&self) -> bool {
        let mut found = false;
        for definition in &self.definitions {
            definition.body.each_atom(true, &mut |atom, _| {
                found |= atom.relation == Relation::Template(Template::Goal);
            });
        }
        found
    }

    /// How many parts its formulas have.
    pub fn size(&self) -> usize {
        let bodies = self.definitions.iter().map(|d| &d.body);
        bodies.map(Formula::size).sum()
    }
}

impl Session<'_> {
    /// Evaluates an algorithm: is its question true, for each of some goals?
    pub fn fix(
        &self,
        algorithm: &Algorithm,
        goals: &[Goal],
        explain: bool,
    ) -> Result<FixReport, FixError> {
        let places = goals.iter().map(|goal| goal_locations(self.flow(), goal));
        let places = places.collect::<Result<Vec<_>, _>>()?;
        let started = Instant::now();
        let pcs = self.flow().loc_count() + self.flow().procs.len();
        let pcs = u32::try_from(pcs).unwrap_or(u32::MAX);
        let layouts = layout::layouts(&algorithm.types, &algorithm.definitions, pcs);
        let context = Context {
            types: &algorithm.types,
            definitions: &algorithm.definitions,
            layouts: &layouts,
        };
        let plans = evaluate::plans(context);
        let all = || plans.iter().flat_map(|plans| plans.iter());
        let valuations = all().map(|plan| plan.registers.0).max().unwrap_or(0).max(4);
        let bits = all().map(|plan| plan.registers.1).max().unwrap_or(0);
        if valuations.max(bits) > MAX_REGISTERS {
            return Err(FixError::TooManyVariables(usize::from(
                valuations.max(bits),
            )));
        }
        let extra = Registers::extra(bits, widest(&algorithm.definitions));
        let copies = Registers::copies(valuations, bits);
        let bdd = self.config().bdd;
        let bdds = Bdds::with_copies(self.slot_order(), extra, copies, bdd);
        let bdds = bdds.map_err(Error::from)?;
        let spds = Spds::new(self.flow(), bdds, &self.reductions(&[])).map_err(Error::from)?;
        let templates = Templates::new(spds, self.entries());
        let runner = Runner::new(templates, Registers::new(valuations, bits));
        let mut evaluator = Evaluator::new(context, plans, runner);
        let built = Instant::now();
        let mut report = FixReport::default();
        for places in &places {
            evaluator.runner.templates.set_goals(places);
            let answer = evaluator.answer().map_err(|stuck| match stuck {
                Stuck::OutOfNodes => FixError::Session(Error::OutOfNodes),
                Stuck::Circles(relation, rounds) => FixError::Circles {
                    relation: algorithm.definitions[relation.index()].name.clone(),
                    rounds,
                },
            })?;
            report.answers.push(answer);
        }
        let bdds = &evaluator.runner.templates.spds.bdds;
        report.stats = FixStats {
            program_counters: pcs as usize,
            bdd_variables: bdds.variables(),
            bdd_operations: bdds.operations(),
            bdd_peak_nodes: bdds.peak_nodes(),
            rows: evaluator.runner.visited,
            rounds: evaluator.efforts.iter().map(|e| e.rounds).sum(),
            build: built - started,
            evaluate: built.elapsed(),
        };
        report.explanation = explain.then(|| explain::explain(context, &evaluator));
        Ok(report)
    }
}

/// The bits of the widest vector.
fn widest(definitions: &[Definition]) -> u32 {
    let scalars = definitions.iter().flat_map(|d| &d.scalars);
    let width = |scalar: &formula::Scalar| match scalar.ty {
        types::ScalarType::Bits(width) => width,
        _ => 1,
    };
    scalars.map(width).max().unwrap_or(1)
}
