//! The boolean program of a C program for a set of predicates (Ball, Majumdar, Millstein, Rajamani, *Automatic
//! predicate abstraction of C programs*, 2001).
//!
//! In: a program in [normal form](analysis::passes::normal_form) and a [`Precision`]. Out: an [`Abstraction`], a boolean
//! program with the same procedures and control flow in which every execution of the C program has its like. It is made
//! again after every refinement, but only what new predicates touch is computed again: an [`Abstractor`] lives as long as
//! the loop.
//!
//! | module | its one sentence |
//! |---|---|
//! | `precision` | predicates and where they are tracked |
//! | `blocks` | straight-line code as one step |
//! | `effect` | what a block does, as terms |
//! | `implicants` | what is known of a formula from the values of predicates |
//! | `transfer` | what blocks do to predicates |
//! | `ranges` | comparisons with constants that exclude each other |
//! | `lemma`, `spurious_steps` | steps that no execution takes, and how they are found |
//! | `emit` | the boolean program as a syntax tree |
//! | `claims` | what the checker has shown of it, in words of the C program |

pub mod blocks;
mod claims;
mod effect;
mod emit;
mod implicants;
pub mod lemma;
pub mod precision;
mod ranges;
mod spurious_steps;
mod transfer;

use analysis::passes::normal_form::NormalForm;
use ir::Program;
use semantics::{EncodingContext, ProgramFacts, Prover, State};

pub use blocks::{Block, BlockId, BlockKind, Blocks};
pub use emit::{Abstraction, ERROR, Step, Variable, label_of};
pub use lemma::{Lemma, Lemmas};
pub use precision::{Literal, Precision, PredId, Predicate, Scope};

use emit::{Emitter, Transfers};
use ranges::{Comparison, exclusions};
use transfer::{CallStep, Transfer, Value};

/// How much effort one question to the solver may take: about 0.3 s.
const SOLVER_EFFORT_PER_QUESTION: u32 = 1_000_000;

/// Makes boolean programs of one C program, and remembers what it found out.
pub struct Abstractor {
    pub blocks: Blocks,
    pub form: NormalForm,
    pub lemmas: Lemmas,
    transfer: Transfer,
    start: Option<State>,
    comparisons: Vec<(PredId, Comparison)>,
    /// How many predicates were looked at for exclusions.
    compared: usize,
}

impl Abstractor {
    pub fn new(blocks: Blocks, form: NormalForm) -> Self {
        Abstractor {
            blocks,
            form,
            lemmas: Lemmas::default(),
            transfer: Transfer::new(Prover::new(SOLVER_EFFORT_PER_QUESTION)),
            start: None,
            comparisons: Vec::new(),
            compared: 0,
        }
    }

    /// The boolean program for a precision.
    pub fn make(
        &mut self,
        program: &Program,
        facts: &ProgramFacts,
        precision: &Precision,
    ) -> Abstraction {
        let context = EncodingContext::new(program, facts);
        self.transfer
            .meet(&context, &self.form, &self.blocks, precision);
        for new in precision.preds.ids().skip(self.compared) {
            for cube in exclusions(program, precision, &self.comparisons, new) {
                self.lemmas.add(Lemma::State(cube));
            }
            let comparison = Comparison::of(program, precision.preds[new].expr);
            self.comparisons.extend(comparison.map(|c| (new, c)));
        }
        self.compared = precision.len();
        let start = self
            .start
            .get_or_insert_with(|| State::initial(&context, "0"));
        let mut answers = Answers {
            context,
            precision,
            blocks: &self.blocks,
            start,
            transfer: &mut self.transfer,
        };
        let (layout, lemmas) = (&facts.layout, &self.lemmas);
        Emitter::new(
            program,
            layout,
            &self.blocks,
            precision,
            lemmas,
            &mut answers,
        )
        .emit()
    }

    /// How many questions the solver was asked.
    pub fn questions(&self) -> u64 {
        self.transfer.prover.questions
    }
}

struct Answers<'a> {
    context: EncodingContext<'a>,
    precision: &'a Precision,
    blocks: &'a Blocks,
    start: &'a State,
    transfer: &'a mut Transfer,
}

impl Transfers for Answers<'_> {
    fn step(&mut self, id: BlockId) -> transfer::BlockStep {
        let block = &self.blocks.blocks[id];
        self.transfer.step(&self.context, self.precision, id, block)
    }

    fn call(&mut self, id: BlockId) -> CallStep {
        let block = &self.blocks.blocks[id];
        self.transfer.call(&self.context, self.precision, id, block)
    }

    fn initial(&mut self, pred: PredId) -> Value {
        self.transfer
            .initial(&self.context, self.precision, self.start, pred)
    }

    fn is_passed(&self, pred: PredId) -> bool {
        self.transfer.is_passed(pred)
    }

    fn is_returned(&self, pred: PredId) -> bool {
        self.transfer.is_returned(pred)
    }
}
