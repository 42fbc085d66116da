//! How the answer came about: predicates and iterations, for those who know what these are.

use super::super::Answer;
use super::super::invariants;
use super::visible;
use verify::{Iteration, ProvedBy};

pub(super) struct Details {
    /// Whether the predicates are what a proof is made of.
    pub(super) by_predicates: bool,
    pub(super) predicates: Vec<Predicates>,
    /// What holds in every execution, where the proof was made with `--certify`.
    pub(super) invariants: Vec<Invariant>,
    pub(super) iterations: Vec<Row>,
    /// Whether the iterations have times.
    pub(super) times: bool,
}

/// Predicates of one scope.
pub(super) struct Predicates {
    pub(super) scope: String,
    pub(super) texts: Vec<String>,
}

pub(super) struct Invariant {
    pub(super) function: String,
    pub(super) place: String,
    pub(super) holds: String,
}

pub(super) struct Row {
    pub(super) number: usize,
    pub(super) predicates: usize,
    pub(super) lemmas: usize,
    pub(super) trace: usize,
    pub(super) seconds: Vec<String>,
}

pub(super) fn details(answer: &Answer<'_>, times: bool) -> Details {
    let mut predicates: Vec<Predicates> = Vec::new();
    for (scope, text) in answer.predicates() {
        let scope = match scope {
            "" => "everywhere",
            function => function,
        };
        let text = visible::text(&text);
        match predicates.iter_mut().find(|p| p.scope == scope) {
            Some(known) => known.texts.push(text),
            None => predicates.push(Predicates {
                scope: scope.to_owned(),
                texts: vec![text],
            }),
        }
    }
    let iterations = answer.check.statistics.iterations.iter().enumerate();
    Details {
        by_predicates: answer.proved_by() == ProvedBy::Abstraction,
        predicates,
        invariants: invariants(answer),
        iterations: iterations.map(|(n, it)| row(n + 1, it, times)).collect(),
        times,
    }
}

fn invariants(answer: &Answer<'_>) -> Vec<Invariant> {
    let check = answer.check;
    let certificate = check
        .certificate
        .as_ref()
        .filter(|_| check.insists_on_confirmation());
    let functions = certificate.map_or(Vec::new(), |certificate| {
        invariants::invariants(check, answer.sources(), certificate)
    });
    let mut all = Vec::new();
    for function in &functions {
        for line in &function.lines {
            let place = format!("{}:{}:{}", line.file, line.line, line.column);
            all.push(Invariant {
                function: visible::text(function.name),
                place: visible::text(&place),
                holds: visible::text(&line.text()),
            });
        }
    }
    all
}

fn row(number: usize, it: &Iteration, times: bool) -> Row {
    let seconds = [it.abstraction, it.checking, it.simulation, it.explanation];
    let seconds = seconds.iter().map(|s| format!("{:.3} s", s.as_secs_f64()));
    Row {
        number,
        predicates: it.predicates,
        lemmas: it.lemmas,
        trace: it.trace,
        seconds: if times { seconds.collect() } else { Vec::new() },
    }
}
