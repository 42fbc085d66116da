//! The answer of `cegar check`.
//!
//! The first line is the verdict and nothing but: proved, bug, don't know, or not applicable. Below it stands what a C
//! programmer needs to act on it: the story of a bug, what a proof rests on, what to do about "don't know".
//!
//! | module | its one sentence |
//! |---|---|
//! | `outcome` | what came of a check, however it ended: every report is made of this |
//! | `report_files` | `--report KIND=FILE`: which formats there are, and the files that they go to |
//! | `phrasing` | the words that all formats use |
//! | `assumptions` | what an answer rests on |
//! | `invariants`, `variables` | a proof, in the names of the user's program |
//! | `text` | what is printed |
//! | `json` | what `--json` prints |
//! | `html/` | a page for people |
//! | `sarif/` | for code scanning and editors |
//! | `witness/` | what other verifiers check the answer by |

mod assumptions;
mod html;
pub(crate) mod invariants;
mod json;
pub(crate) mod outcome;
mod phrasing;
pub(crate) mod report_files;
mod sarif;
mod text;
mod variables;
mod witness;

use std::fmt::Write;

use abstractor::{BlockKind, PredId, Scope};
use frontend::property::{Checked, Property};
use ir::Program;
use source::{Sources, Span};

use crate::exit::Exit;
use crate::story::{Story, tell};
use outcome::{CheckRequest, Problem};
use verify::{Phase, ProvedBy, Session, Statistics, Verdict};
use witness::Task;

pub(crate) use json::{files, unknown as unknown_json};
use phrasing::Sort;
pub(crate) use phrasing::counted;
pub(crate) use text::gave_up;

/// What is known of a check while it goes on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partial {
    pub(crate) files: Vec<String>,
    pub(crate) statistics: Statistics,
    pub(crate) predicates: usize,
    /// What it is doing; before the loop, nothing.
    pub(crate) phase: Option<Phase>,
    /// Where the last path that was ruled out cannot go on.
    pub(crate) obstacle: Option<Spot>,
    /// The property and what it is about, when that is known.
    pub(crate) property: Option<Property>,
    /// The function that execution starts with, and where it is.
    pub(crate) starts_in: String,
    pub(crate) entry: Option<Spot>,
    /// What was said about the input.
    pub(crate) problems: Vec<Problem>,
}

impl Partial {
    /// Why an input was refused.
    fn refusals(&self) -> Vec<Problem> {
        let mut all = self.problems.clone();
        if !all.iter().any(|problem| problem.is_error) {
            let words = "the input cannot be read; standard error says why";
            all.push(Problem::error(words));
        }
        all
    }
}
/// What an answer is about.
pub(crate) struct Answer<'a> {
    check: &'a Session,
    checked: &'a Checked,
    verdict: &'a Verdict,
    pub(crate) property: &'a Property,
    story: Option<Story>,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(
        check: &'a Session,
        checked: &'a Checked,
        verdict: &'a Verdict,
        property: &'a Property,
    ) -> Self {
        let story = match verdict {
            Verdict::Bug(bug) => Some(tell(check, checked, bug)),
            _ => None,
        };
        Answer {
            check,
            checked,
            verdict,
            property,
            story,
        }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self.sort() {
            Sort::Proved => Exit::Good,
            Sort::Bug => Exit::Bad,
            Sort::Unknown | Sort::NotApplicable => Exit::Unknown,
        }
    }

    pub(crate) fn text(&self) -> String {
        text::text(self)
    }

    /// Times are part of it only on request: without them, the same input gives the same bytes.
    pub(crate) fn json(&self, times: bool) -> String {
        json::json(self, times)
    }

    /// What other verifiers can check it by, if there is an answer.
    pub(crate) fn witness(&self, asked: &CheckRequest) -> Option<String> {
        // What is known of termination speaks of checks that are not in the user's text.
        if self.property.is_termination() || !self.checked.formulas.is_empty() {
            return None;
        }
        let specification = asked.specification.as_deref();
        let task = Task {
            specification: specification.unwrap_or(self.property.name()).to_owned(),
            arguments: asked.arguments.clone(),
        };
        witness::witness(self.check, self.checked, self.verdict, &task)
    }

    fn proved_by(&self) -> ProvedBy {
        match self.check.proved_by {
            Some(by @ (ProvedBy::OnlyExecution | ProvedBy::Unrolling)) => by,
            _ if self.check.statistics.iterations.is_empty() => ProvedBy::Text,
            _ => ProvedBy::Abstraction,
        }
    }

    fn sources(&self) -> &'a Sources {
        &self.checked.compiled.sources
    }

    fn entry(&self) -> &'a str {
        let program = &self.check.prepared.program;
        program.entry.map_or("?", |f| &*program.funcs[f].name)
    }

    /// Where the property is violated: `file:line` of the program, or where nothing of it is left, of the property.
    fn place(&self) -> Option<Spot> {
        let last = self.story.as_ref().and_then(|story| story.rows.last());
        if let Some(row) = last {
            return Some(Spot {
                file: row.file.clone(),
                line: row.line,
            });
        }
        match self.verdict {
            Verdict::Bug(bug) => spot(self.sources(), bug.replay.site.span),
            _ => None,
        }
    }

    fn assumptions(&self) -> Vec<assumptions::Group<'a>> {
        assumptions::groups(&self.check.prepared.program, self.sources())
    }

    /// Where the last path that was looked at leads to, and what is violated there.
    fn obstacle(&self) -> Option<(Spot, &'a str)> {
        let path = self.check.last_path.as_ref()?;
        let blocks = &self.check.prepared.abstractor.blocks.blocks;
        let violation = blocks.get(path.steps.last()?.block)?;
        let BlockKind::Violation(func) = violation.kind else {
            return None;
        };
        let message = &self.checked.violations.get(&func)?.message;
        // The last step that is the program's own, not the property's.
        let own = |block: &&abstractor::Block| !self.check.synthetic.is_hidden(block.func);
        let mut steps = path.steps.iter().rev().filter_map(|s| blocks.get(s.block));
        let block = steps.find(own)?;
        let cfg = self.check.prepared.program.funcs[block.func]
            .body
            .as_ref()?;
        let spot = spot(self.sources(), cfg.edge(*block.edges.last()?).span)?;
        Some((spot, message))
    }

    /// The predicates with the function whose words they are in.
    fn predicates(&self) -> impl Iterator<Item = (&'a str, String)> {
        predicates(self.check)
    }
}

/// The predicates of a check with the function whose words they are in, if they are.
pub(crate) fn predicates(check: &Session) -> impl Iterator<Item = (&str, String)> {
    check.precision.preds.ids().map(|id| predicate(check, id))
}

fn predicate(check: &Session, id: PredId) -> (&str, String) {
    let pred = &check.precision.preds[id];
    let scope = match pred.scope {
        Scope::Global => "",
        Scope::Function(func) => &*check.prepared.program.funcs[func].unique,
    };
    let text = abstractor::precision::text(
        &check.prepared.program,
        &check.prepared.facts.layout,
        pred.expr,
    );
    (scope, text)
}

/// Where the first of the conditions stands that no execution of a path can meet together.
pub(crate) fn blocked_at(
    check: &Session,
    sources: &Sources,
    path: &refiner::Path,
    core: &[refiner::Condition],
) -> Option<Spot> {
    let condition = core.first()?;
    let step = path.steps.get(condition.step)?;
    let block = &check.prepared.abstractor.blocks.blocks[step.block];
    let cfg = check.prepared.program.funcs[block.func].body.as_ref()?;
    let edge = cfg.edge(*block.edges.get(condition.edge)?);
    spot(sources, edge.span)
}

/// A line of a file.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    file: String,
    line: u32,
}

/// Where the function is defined that execution starts with.
pub(crate) fn entry_spot(program: &Program, sources: &Sources) -> Option<Spot> {
    spot(sources, program.funcs[program.entry?].span)
}

impl std::fmt::Display for Spot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

fn spot(sources: &Sources, span: Span) -> Option<Spot> {
    let at = sources.locate(span)?;
    Some(Spot {
        file: at.file.to_owned(),
        line: at.line,
    })
}

/// What the iterations took, as a table.
pub(crate) fn statistics(statistics: &Statistics) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "iteration  predicates  lemmas  trace  abstraction  checking  simulation  refinement"
    );
    for (n, it) in statistics.iterations.iter().enumerate() {
        let _ = writeln!(
            out,
            "{:9}  {:10}  {:6}  {:5}  {:9.3} s  {:6.3} s  {:8.3} s  {:8.3} s",
            n + 1,
            it.predicates,
            it.lemmas,
            it.trace,
            it.abstraction.as_secs_f64(),
            it.checking.as_secs_f64(),
            it.simulation.as_secs_f64(),
            it.explanation.as_secs_f64(),
        );
    }
    let reduce = statistics.reduce.as_secs_f64();
    let _ = writeln!(out, "slicing and preparing took {reduce:.3} s");
    let certification = statistics.certification.as_secs_f64();
    let _ = writeln!(out, "confirming the proof took {certification:.3} s");
    if statistics.contradicted {
        let _ = writeln!(out, "a run spoke against a proof: please report this");
    }
    if statistics.refuted {
        let _ = writeln!(
            out,
            "a second look spoke against a proof: please report this"
        );
    }
    out
}
