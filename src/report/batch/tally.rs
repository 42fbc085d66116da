//! Counting records: by verdict, by whether the answer is the expected one, and by the rules of SV-COMP.

use crate::batch::record::{Judgement, Record, Verdict};
use crate::batch::task::Expected;

/// What some records come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) tasks: usize,
    /// In the order of [`Verdict::ALL`].
    pub(crate) verdicts: [usize; Verdict::ALL.len()],
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    /// An answer is expected, and there is none.
    pub(crate) missing: usize,
    pub(crate) score: i64,
    pub(crate) best_score: i64,
    pub(crate) cpu_seconds: f64,
}

impl Tally {
    pub(crate) fn of<'r>(records: impl IntoIterator<Item = &'r Record>) -> Tally {
        let mut tally = Tally::default();
        for record in records {
            tally.add(record);
        }
        tally
    }

    pub(crate) fn add(&mut self, record: &Record) {
        self.tasks += 1;
        for (count, verdict) in self.verdicts.iter_mut().zip(Verdict::ALL) {
            *count += usize::from(record.verdict == verdict);
        }
        match record.judgement() {
            None => {}
            Some(Judgement::Right) => self.right += 1,
            Some(Judgement::Wrong) => self.wrong += 1,
            Some(Judgement::Missing) => self.missing += 1,
        }
        if let Some(expected) = record.expected {
            self.score += score(expected, record.verdict);
            self.best_score += match expected {
                Expected::Proved => 2,
                Expected::Bug => 1,
            };
        }
        self.cpu_seconds += record.cpu_seconds;
    }

    /// How many answers could be compared with an expected one.
    pub(crate) fn judged(&self) -> usize {
        self.right + self.wrong + self.missing
    }
}

/// The points that SV-COMP gives. Where nothing happens that the property speaks of, it holds.
fn score(expected: Expected, verdict: Verdict) -> i64 {
    match (expected, verdict) {
        (Expected::Proved, Verdict::Proved | Verdict::NotApplicable) => 2,
        (Expected::Bug, Verdict::Bug) => 1,
        (Expected::Proved, Verdict::Bug) => -16,
        (Expected::Bug, Verdict::Proved | Verdict::NotApplicable) => -32,
        (_, Verdict::Unknown | Verdict::Error) => 0,
    }
}
