//! What was learnt from spurious traces: combinations of predicates that no state has, and steps that no execution
//! takes.

use rustc_hash::FxHashSet;

use crate::blocks::BlockId;
use crate::precision::{Literal, PredId};

/// Something that does not happen. All literals of each list hold at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lemma {
    /// A state; the literals are of one scope (and global).
    State(Vec<Literal>),
    /// Straight-line code leads from a state to another.
    Step {
        block: BlockId,
        before: Vec<Literal>,
        after: Vec<Literal>,
    },
    /// A call leads from a state of the caller to one of the callee.
    Enter {
        block: BlockId,
        before: Vec<Literal>,
        entry: Vec<Literal>,
    },
    /// A return: the caller before the call, the callee at its exit (its own and global literals), and the caller
    /// after it.
    Return {
        block: BlockId,
        before: Vec<Literal>,
        exit: Vec<Literal>,
        after: Vec<Literal>,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Lemmas {
    all: Vec<Lemma>,
    known: FxHashSet<Lemma>,
    /// The positions of those that no look at the predicates alone would find again.
    learnt: Vec<usize>,
}

impl Lemmas {
    /// Adds a lemma; says whether it is new.
    pub fn add(&mut self, lemma: Lemma) -> bool {
        let new = self.known.insert(lemma.clone());
        if new {
            self.all.push(lemma);
        }
        new
    }

    /// Adds what was learnt from a trace; says whether it is new.
    pub fn learn(&mut self, lemma: Lemma) -> bool {
        let new = self.add(lemma);
        if new {
            self.learnt.push(self.all.len() - 1);
        }
        new
    }

    /// What was learnt from traces, in order.
    pub fn learnt(&self) -> impl Iterator<Item = &Lemma> {
        self.learnt.iter().map(|&n| &self.all[n])
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Lemma> {
        self.all.iter()
    }

    /// The lemmas about states that speak of one of these predicates, and can be said in a function.
    pub(crate) fn about(
        &self,
        touched: impl Fn(PredId) -> bool,
        visible: impl Fn(PredId) -> bool,
    ) -> Vec<&[Literal]> {
        let wanted = |cube: &[Literal]| {
            cube.iter().any(|&(p, _)| touched(p)) && cube.iter().all(|&(p, _)| visible(p))
        };
        self.all
            .iter()
            .filter_map(|lemma| match lemma {
                Lemma::State(cube) if wanted(cube) => Some(cube.as_slice()),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn at(&self, block: BlockId) -> impl Iterator<Item = &Lemma> {
        self.all.iter().filter(move |lemma| match lemma {
            Lemma::State(_) => false,
            Lemma::Step { block: b, .. }
            | Lemma::Enter { block: b, .. }
            | Lemma::Return { block: b, .. } => {
                *b == block || mutants::is("lemmas-about-a-step-count-everywhere")
            }
        })
    }
}
