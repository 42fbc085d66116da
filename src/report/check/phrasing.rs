//! What there is to say of an answer, in sentences that every form of it uses.

use semantics::claims::Outcome;

use super::{Answer, Partial, ProvedBy, assumptions};
use crate::limits::Reached;
use verify::Verdict;

/// More names than this are counted.
const MAX_NAMES_LISTED: usize = 8;

/// What an answer is, for readers who only want to know that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Proved,
    Bug,
    Unknown,
    NotApplicable,
}

impl Sort {
    /// As people read it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Sort::Proved => "proved",
            Sort::Bug => "bug",
            Sort::Unknown => "don't know",
            Sort::NotApplicable => "not applicable",
        }
    }

    /// In one word, for machines.
    pub(crate) fn machine_name(self) -> &'static str {
        match self {
            Sort::Unknown => "unknown",
            other => other.name(),
        }
    }
}

impl Answer<'_> {
    pub(crate) fn sort(&self) -> Sort {
        match self.verdict {
            _ if !self.checked.applicable => Sort::NotApplicable,
            Verdict::Proved => Sort::Proved,
            Verdict::Bug(_) => Sort::Bug,
            Verdict::Unknown(_) => Sort::Unknown,
        }
    }

    /// What stands behind the verdict on the first line.
    pub(super) fn headline(&self) -> String {
        let property = self.property.name();
        match self.verdict {
            _ if !self.checked.applicable && self.checked.events.is_empty() => format!(
                "starting in {}, the program has nothing that could violate {property}",
                self.entry()
            ),
            _ if !self.checked.applicable => {
                let speak = match property {
                    "assertions" => "speak",
                    _ => "speaks",
                };
                format!("nothing that {property} {speak} of happens in the program")
            }
            Verdict::Proved => {
                let hold = match property {
                    "assertions" => "hold",
                    _ => "holds",
                };
                format!("{property} {hold}, starting in {}", self.entry())
            }
            Verdict::Bug(bug) => {
                let violation = &self.checked.violations[&bug.violation];
                let place = self.place();
                let at = place.map_or(String::new(), |s| format!(" at {}:{}", s.file, s.line));
                format!("{} ({}){at}", violation.message, violation.rule)
            }
            Verdict::Unknown(why) => why.clone(),
        }
    }

    /// What a proof is made of.
    pub(super) fn proof(&self) -> String {
        match self.proved_by() {
            ProvedBy::OnlyExecution => {
                "the program takes nothing from outside: its only execution was run, and meets no violation".into()
            }
            ProvedBy::Unrolling => {
                "all executions were followed to their ends, and none meets a violation".into()
            }
            ProvedBy::Text => "no violation is left after slicing".into(),
            ProvedBy::Abstraction => format!(
                "with {} in {}",
                counted(self.check.precision.len(), "predicate"),
                counted(self.check.statistics.iterations.len(), "iteration")
            ),
        }
    }

    /// What the property speaks of and a proof says nothing about.
    pub(super) fn not_checked(&self) -> &[String] {
        match self.sort() {
            Sort::NotApplicable => &[],
            _ => &self.checked.not_checked,
        }
    }

    /// What a bug says of where objects lie, if it depends on that.
    pub(super) fn placement(&self) -> Option<String> {
        let Verdict::Bug(bug) = self.verdict else {
            return None;
        };
        let places = bug.places.as_ref()?;
        let place = |(name, at): &(String, u64)| format!("{name} at {at:#x}");
        let places: Vec<String> = places.iter().map(place).collect();
        Some(match places.is_empty() {
            true => "the program makes use of where objects lie, and with another placement this need not happen".into(),
            false => format!(
                "the program makes use of where objects lie, and this happens with {}",
                places.join(", ")
            ),
        })
    }

    /// What became of the second look at a proof, if there was something to look at.
    pub(super) fn second_look(&self) -> Option<String> {
        match self.check.certificate.as_ref()?.outcome {
            Outcome::Holds(..) if self.proved_by() == ProvedBy::Text => None,
            Outcome::Holds(n, axioms) => {
                let axioms: Vec<&str> = axioms.iter().map(|axiom| axiom.text()).collect();
                let uses = match axioms.is_empty() {
                    true => String::new(),
                    false => format!("; it uses that {}", axioms.join(", and that ")),
                };
                let conditions = counted(n, "condition");
                Some(format!(
                    "confirmed by a second look at its invariants: {conditions}{uses}"
                ))
            }
            Outcome::Fails(..) => None,
            Outcome::Open(_, _, why) => Some(format!(
                "not confirmed by a second look at its invariants: {}; --certify insists",
                why.text()
            )),
        }
    }

    /// What a rule that does not apply looked for, if it is one that looks for something.
    pub(super) fn looked_for(&self) -> Option<String> {
        if self.checked.events.is_empty() {
            return (self.property.name() == "assertions").then(|| {
                "it has no assertion, and calls neither reach_error nor __VERIFIER_error; --property names another \
                 property to check, and `cegar rules` lists those that are built in"
                    .into()
            });
        }
        let mut names: Vec<&str> = Vec::new();
        for event in self
            .checked
            .events
            .iter()
            .filter(|e| !e.is_end && e.places == 0)
        {
            let function = event.name.rsplit_once('.').map_or("", |(f, _)| f);
            if !names.contains(&function) {
                names.push(function);
            }
        }
        let entry = self.entry();
        if names.is_empty() {
            return Some(format!("starting in {entry}, nothing can violate it"));
        }
        Some(format!(
            "starting in {entry}, nothing calls {}",
            some_of(&names)
        ))
    }

    /// Where the path leads to that could not be decided.
    pub(super) fn leads_to(&self) -> Option<String> {
        let (spot, message) = self.obstacle().filter(|_| self.check.advice.is_empty())?;
        let (file, line) = (&spot.file, spot.line);
        Some(format!("the path leads to {file}:{line}: {message}"))
    }

    /// What can be done where there is no answer.
    pub(super) fn advice(&self) -> Vec<String> {
        if !self.check.advice.is_empty() {
            return self.check.advice.clone();
        }
        let mut advice = Vec::new();
        let bodyless = assumptions::bodyless(&self.check.prepared.program);
        if let Some(first) = bodyless.first() {
            let all = bodyless[..bodyless.len().min(MAX_NAMES_LISTED)].join(", ");
            advice.push(format!(
                "write down what functions without a body do ({all}): --model FILE with a C function such as {first}"
            ));
        }
        advice.push(
            "give a condition that tells the possible from the impossible: --predicates FILE"
                .into(),
        );
        advice.push("look at the path: --save DIR writes it to DIR/N/trace.txt".into());
        advice
    }
}

/// What is assumed, of what.
pub(super) fn assumption(group: &assumptions::Group<'_>) -> String {
    let names: Vec<&str> = group.constructs.iter().map(|c| &*c.0).collect();
    let kind = group.kind.name();
    format!("{kind}: {}: {}", some_of(&names), group.assumption)
}

/// The first of some names.
pub(super) fn some_of(names: &[&str]) -> String {
    let shown = names[..names.len().min(MAX_NAMES_LISTED)].join(", ");
    match names.len().saturating_sub(MAX_NAMES_LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// What is to be said when a limit is reached.
pub(super) struct GaveUp {
    pub(super) reason: String,
    pub(super) doing: String,
    pub(super) obstacle: Option<String>,
    pub(super) advice: Vec<&'static str>,
}

pub(super) fn at_limit(limit: Reached, partial: &Partial) -> GaveUp {
    let doing = match partial.phase {
        None => "it was reading the program and preparing it".to_owned(),
        Some(phase) => {
            let iteration = partial.statistics.iterations.len();
            let predicates = counted(partial.predicates, "predicate");
            let doing = phase.doing();
            format!("it was {doing}, in iteration {iteration}, with {predicates}")
        }
    };
    let mut advice = vec!["check a part of it: --entry FUNCTION starts there"];
    if limit.signal().is_none() {
        advice.insert(0, "give it more: --time-limit, --memory-limit");
    }
    if partial.phase.is_some() {
        advice.push("see what takes the time: --stats with --json");
        advice.push(
            "keep what it finds out: --save DIR; --predicates DIR/N/predicates.txt goes on with it",
        );
    }
    let obstacle = partial.obstacle.as_ref();
    GaveUp {
        reason: limit.to_string(),
        doing,
        obstacle: obstacle
            .map(|at| format!("the last path it ruled out cannot be taken past {at}")),
        advice,
    }
}

pub(crate) fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}
