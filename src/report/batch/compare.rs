//! How one run compares with another: what is worse, what is better, what takes another time.
//!
//! Tasks are the same if their names are. Times are those of the processor, which other programs on the machine disturb
//! less than the clock on the wall.

use std::collections::BTreeMap;

use super::{remark, sorted};
use crate::batch::record::{Judgement, Record, Verdict};
use crate::batch::task::Expected;

/// From what on a time counts as another one: both must be exceeded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    pub(crate) factor: f64,
    pub(crate) seconds: f64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            factor: 1.5,
            seconds: 1.0,
        }
    }
}

/// A task in both runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'r> {
    pub(crate) old: &'r Record,
    pub(crate) new: &'r Record,
}

/// What became of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// The answer is not the expected one, and was not wrong before.
    Wrong,
    /// There is a bug where none was known, and none is expected.
    NewBug,
    /// A bug is still there, and another one is told.
    OtherBug,
    /// Where there was a bug, there is none.
    Fixed,
    /// There was an answer, and there is none.
    Lost,
    /// There is an answer, and there was none.
    Gained,
    /// Everything else.
    Verdict,
    Slower,
    Faster,
}

impl Change {
    pub(crate) const ALL: [Change; 9] = [
        Change::Wrong,
        Change::NewBug,
        Change::OtherBug,
        Change::Fixed,
        Change::Lost,
        Change::Gained,
        Change::Verdict,
        Change::Slower,
        Change::Faster,
    ];

    fn title(self) -> &'static str {
        match self {
            Change::Wrong => "wrong answers",
            Change::NewBug => "new bugs",
            Change::OtherBug => "other bugs than before",
            Change::Fixed => "fixed",
            Change::Lost => "no answer any more",
            Change::Gained => "an answer now",
            Change::Verdict => "other answers than before",
            Change::Slower => "slower",
            Change::Faster => "faster",
        }
    }
}

/// Two runs beside each other.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'r> {
    pub(crate) changes: BTreeMap<Change, Vec<Pair<'r>>>,
    /// How many tasks are in both.
    pub(crate) common: usize,
    /// Their times in the old and in the new run.
    pub(crate) seconds: (f64, f64),
    /// Tasks of one run alone.
    pub(crate) gone: Vec<&'r Record>,
    pub(crate) added: Vec<&'r Record>,
}

pub(crate) fn compare<'r>(old: &'r [Record], new: &'r [Record], config: &Config) -> Comparison<'r> {
    let mut rest: BTreeMap<&str, &Record> = old.iter().map(|r| (r.task.as_str(), r)).collect();
    let mut comparison = Comparison::default();
    for new in sorted(new) {
        let Some(old) = rest.remove(new.task.as_str()) else {
            comparison.added.push(new);
            continue;
        };
        comparison.common += 1;
        comparison.seconds.0 += old.cpu_seconds;
        comparison.seconds.1 += new.cpu_seconds;
        let pair = Pair { old, new };
        if let Some(change) = pair.change(config) {
            comparison.changes.entry(change).or_default().push(pair);
        }
    }
    comparison.gone = rest.into_values().collect();
    comparison
}

impl Pair<'_> {
    fn change(&self, config: &Config) -> Option<Change> {
        let (old, new) = (self.old.verdict, self.new.verdict);
        let answered = |verdict| !matches!(verdict, Verdict::Unknown | Verdict::Error);
        let is_wrong = |record: &Record| record.judgement() == Some(Judgement::Wrong);
        let surprising = self.new.expected != Some(Expected::Bug);
        match (old, new) {
            _ if is_wrong(self.new) && !is_wrong(self.old) => Some(Change::Wrong),
            (Verdict::Bug, Verdict::Bug) if self.old.reason != self.new.reason => {
                Some(Change::OtherBug)
            }
            (_, Verdict::Bug) if old != Verdict::Bug && surprising => Some(Change::NewBug),
            (Verdict::Bug, Verdict::Proved | Verdict::NotApplicable) => Some(Change::Fixed),
            _ if answered(old) && !answered(new) => Some(Change::Lost),
            _ if !answered(old) && answered(new) => Some(Change::Gained),
            _ if old != new => Some(Change::Verdict),
            _ => self.pace(config),
        }
    }

    fn pace(&self, config: &Config) -> Option<Change> {
        let (old, new) = (self.old.cpu_seconds, self.new.cpu_seconds);
        let much_more =
            |more: f64, less: f64| more > less * config.factor && more - less > config.seconds;
        match () {
            () if much_more(new, old) => Some(Change::Slower),
            () if much_more(old, new) => Some(Change::Faster),
            () => None,
        }
    }

    fn text(&self, change: Change) -> String {
        let task = &self.new.task;
        let edited = match self.old.inputs == self.new.inputs {
            true => "",
            false => " (its files have changed)",
        };
        if matches!(change, Change::Slower | Change::Faster) {
            let (old, new) = (self.old.cpu_seconds, self.new.cpu_seconds);
            return format!("{task}: {old:.1} s, now {new:.1} s{edited}");
        }
        let (old, new) = (verdict_with_remark(self.old), verdict_with_remark(self.new));
        format!("{task}: {old}; now {new}{edited}")
    }
}

/// A verdict with what was said of it.
fn verdict_with_remark(record: &Record) -> String {
    let words = record.verdict.phrase();
    match (record.verdict, remark(record)) {
        (Verdict::Proved | Verdict::NotApplicable, _) => words.to_owned(),
        (_, remark) if remark.is_empty() => words.to_owned(),
        (_, remark) => format!("{words}: {remark}"),
    }
}

impl Comparison<'_> {
    /// Whether there is a bug or a wrong answer that was not there before.
    pub(crate) fn has_new_bugs(&self) -> bool {
        let added = self.added.iter().any(|record| record.wants_attention());
        added || self.count(Change::NewBug) + self.count(Change::Wrong) > 0
    }

    pub(crate) fn count(&self, change: Change) -> usize {
        self.changes.get(&change).map_or(0, Vec::len)
    }

    pub(crate) fn text(&self) -> String {
        let mut text = format!(
            "{} tasks in both runs: {} with another answer, {} slower, {} faster; {:.1} s of CPU, now {:.1} s\n",
            self.common,
            Change::ALL[..7]
                .iter()
                .map(|&c| self.count(c))
                .sum::<usize>(),
            self.count(Change::Slower),
            self.count(Change::Faster),
            self.seconds.0,
            self.seconds.1
        );
        for (change, pairs) in &self.changes {
            text += &format!("\n{}: {}\n", change.title(), pairs.len());
            for pair in pairs {
                text += &format!("  {}\n", pair.text(*change));
            }
        }
        for (title, records) in [
            ("only in the new run", &self.added),
            ("only in the old run", &self.gone),
        ] {
            if records.is_empty() {
                continue;
            }
            text += &format!("\n{title}: {}\n", records.len());
            for record in records {
                text += &format!("  {}: {}\n", record.task, verdict_with_remark(record));
            }
        }
        text
    }
}
