//! The steps of a trace that no state of the C program can take.

use abstractor::{Abstractor, Lemma, Precision};
use semantics::EncodingContext;

use crate::path::{Path, Turn};

/// Looks at every state and step of a trace; gives what was learnt and is new, and says how many.
pub(crate) fn learn(
    abstractor: &mut Abstractor,
    context: &EncodingContext<'_>,
    precision: &Precision,
    path: &Path,
) -> usize {
    let mut learnt = 0;
    let mut calls: Vec<usize> = Vec::new();
    for (n, step) in path.steps.iter().enumerate() {
        let mut found: Vec<Lemma> = Vec::new();
        let state = abstractor.impossible_state(&step.before);
        let possible = state.is_none();
        found.extend(state);
        match step.turn {
            Turn::Block if possible => {
                found.extend(abstractor.impossible_step(
                    context,
                    precision,
                    step.block,
                    &step.before,
                    &step.after,
                ));
            }
            Turn::Call => {
                calls.push(n);
                if possible {
                    found.extend(abstractor.impossible_entry(
                        context,
                        precision,
                        step.block,
                        &step.before,
                        &step.after,
                    ));
                }
            }
            Turn::Return => {
                if let Some(call) = calls.pop()
                    && possible
                {
                    let call = &path.steps[call];
                    found.extend(abstractor.impossible_return(
                        context,
                        precision,
                        call.block,
                        &call.before,
                        &step.before,
                        &step.after,
                    ));
                }
            }
            Turn::Block | Turn::Violation => {}
        }
        for lemma in found {
            learnt += usize::from(abstractor.lemmas.learn(lemma));
        }
    }
    learnt
}
