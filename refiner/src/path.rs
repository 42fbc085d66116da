//! The blocks that a trace of the boolean program goes through.

use abstractor::{Abstraction, BlockId, Literal, Step, Variable};
use checker::bp::Symbol;
use checker::trace::{Trace, TraceLine};

/// How a step of a path goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Through straight-line code.
    Block,
    /// Into the callee of the call at the block.
    Call,
    /// Out of a function, by the return at the block.
    Return,
    /// The property is violated by the call at the block.
    Violation,
}

/// A step, with what the trace says of the predicates.
#[derive(Clone, Debug)]
pub struct PathStep {
    pub turn: Turn,
    pub block: BlockId,
    /// In the function that is left.
    pub before: Vec<Literal>,
    /// In the function that is arrived in.
    pub after: Vec<Literal>,
}

/// From the start of the program to a violation.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub steps: Vec<PathStep>,
}

impl Path {
    /// The path of a trace. `turn` says what a block is.
    pub fn new(trace: &Trace, abstraction: &Abstraction, turn: impl Fn(BlockId) -> Turn) -> Path {
        let step = |line: &TraceLine| {
            let stmt = line.event.stmt()?;
            let origin = abstraction.program.stmt(stmt).origin?;
            abstraction.steps.get(origin.index()).copied()
        };
        let literals = |values: &[(Symbol, bool)]| {
            let literal =
                |&(symbol, value): &(Symbol, bool)| match abstraction.predicates.get(&symbol) {
                    Some(Variable::Pred(pred)) => Some((*pred, value)),
                    _ => None,
                };
            let mut found: Vec<Literal> = values.iter().filter_map(literal).collect();
            found.sort_unstable();
            found
        };
        let mut path = Path::default();
        let mut fresh = false;
        for line in &trace.lines {
            let values = literals(&line.values);
            let Some(step) = step(line) else {
                continue;
            };
            // What a step leads to is what the first line of another step starts from.
            let same = matches!(step, Step::Update(_));
            if fresh && !same {
                if let Some(last) = path.steps.last_mut() {
                    last.after.clone_from(&values);
                }
                fresh = false;
            }
            let (block, turn) = match step {
                Step::Block(block) => (block, turn(block)),
                Step::Call(block) => (block, Turn::Call),
                _ => continue,
            };
            path.steps.push(PathStep {
                turn,
                block,
                before: values,
                after: Vec::new(),
            });
            fresh = true;
        }
        path
    }
}
