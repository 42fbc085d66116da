//! Verification witnesses: the answer in the form that other verifiers can check.
//!
//! The format is that of SV-COMP, YAML, version 2.0 (Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček: Software
//! Verification Witnesses 2.0, SPIN 2024). A bug becomes a `violation_sequence`: what an execution passes, in order, up to
//! the violation. A proof becomes an `invariant_set`. "Don't know" has no witness.
//!
//! `format` writes the YAML, `metadata` what stands before the contents, `constructs` finds keywords and
//! parentheses in the source, `violation` and `correctness` make the contents. For the latter, `names` says how
//! variables are called at a place, `c_text` writes conditions in C, `clauses` brings claims into the form of clauses.
//!
//! Invariant: whatever a witness says of an execution or of a state is true. What cannot be said exactly is left out; a
//! witness that says less allows more executions, and is still one.

mod c_text;
mod clauses;
mod constructs;
mod correctness;
mod format;
mod metadata;
mod names;
mod value;
mod violation;

use frontend::property::Checked;

use verify::{Session, Verdict};

pub(crate) use metadata::Task;

/// The witness of an answer, if it has one.
pub(crate) fn witness(
    check: &Session,
    checked: &Checked,
    verdict: &Verdict,
    task: &Task,
) -> Option<String> {
    if !checked.applicable {
        return None;
    }
    let sources = &checked.compiled.sources;
    let entry = match verdict {
        Verdict::Proved => correctness::entry(check, sources),
        Verdict::Bug(bug) => violation::entry(&check.full_trace(bug), sources)?,
        Verdict::Unknown(_) => return None,
    };
    let model = check.prepared.program.types.model();
    let metadata = metadata::metadata(task, model, sources, &entry);
    Some(format::yaml(&metadata, &entry))
}
