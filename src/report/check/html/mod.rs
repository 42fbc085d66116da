//! The answer as a page: one file, for a reader who knows C and no logic.
//!
//! It needs no network, no fonts and no scripts; the script that it has steps through the story. Everything of the
//! user's goes through [`visible`] and is escaped by the template, which is also well-formed XML so that a test can tell.
//! What only a verification engineer wants to know is folded away.

mod details;
mod listing;
mod story;
mod visible;

use askama::Template;

use super::outcome::{CheckRequest, Outcome, Problem, warnings};
use super::phrasing::{self, Sort, at_limit};
use super::sarif::quoted;
use super::{Answer, Partial};
use crate::limits::Reached;
use details::Details;
use listing::{File, Files, Part};
use story::{Input, Step};
use verify::{ProvedBy, Verdict};

/// A page. What does not belong to the answer is empty.
#[derive(Default, Template)]
#[template(path = "report.html", config = "src/report/check/html/askama.toml")]
struct Page {
    verdict: Banner,
    headline: String,
    /// What is known at once, by name.
    facts: Vec<(&'static str, String)>,
    /// What follows from the headline.
    explanation: Vec<String>,
    advice: Vec<String>,
    steps: Vec<Step>,
    last_step: usize,
    files: Vec<File>,
    inputs: Vec<Input>,
    more_inputs: usize,
    property: String,
    about: Vec<String>,
    problems: Vec<Said>,
    assumptions: Vec<Assumption>,
    details: Option<Details>,
    command: String,
    version: &'static str,
    style: &'static str,
    script: &'static str,
}

/// The verdict as it is shown: by a word, a sign and a colour.
#[derive(Clone, Copy)]
struct Banner {
    word: &'static str,
    sign: &'static str,
    class: &'static str,
}

impl Default for Banner {
    fn default() -> Self {
        Banner {
            word: "no answer",
            sign: "!",
            class: "none",
        }
    }
}

/// What was said about the input.
struct Said {
    severity: &'static str,
    place: String,
    message: String,
}

struct Assumption {
    kind: &'static str,
    of: String,
    what: String,
}

pub(crate) fn html(outcome: Outcome<'_>, asked: &CheckRequest) -> String {
    let page = match outcome {
        Outcome::Answer(answer) => of_answer(answer, asked),
        Outcome::Limit(limit, partial) => of_limit(limit, partial, asked),
        Outcome::Refused(partial) => refused(partial, asked),
    };
    // Templates are checked by the compiler, and writing to a string does not fail.
    page.render().unwrap_or_default()
}

/// What is the same on every page.
fn frame(asked: &CheckRequest) -> Page {
    let words = asked.arguments.iter().map(|word| quoted(word));
    let words: Vec<String> = std::iter::once("cegar".to_owned()).chain(words).collect();
    Page {
        command: visible::text(&words.join(" ")),
        property: visible::text(&asked.property),
        version: env!("CARGO_PKG_VERSION"),
        style: include_str!("style.css"),
        script: include_str!("script.js"),
        ..Page::default()
    }
}

fn banner(sort: Sort) -> Banner {
    let (sign, class) = match sort {
        Sort::Proved => ("✓", "proved"),
        Sort::Bug => ("✗", "bug"),
        Sort::Unknown => ("?", "unknown"),
        Sort::NotApplicable => ("–", "none"),
    };
    Banner {
        word: sort.name(),
        sign,
        class,
    }
}

fn of_answer(answer: &Answer<'_>, asked: &CheckRequest) -> Page {
    let mut page = frame(asked);
    page.verdict = banner(answer.sort());
    page.headline = visible::text(&headline(answer));
    page.property = visible::text(answer.property.name());
    page.about = paragraphs(answer.property.about());
    let mut files: Vec<String> = asked.files.clone();
    files.dedup();
    page.facts = vec![
        ("Property", page.property.clone()),
        ("Starts in", answer.entry().to_owned()),
        ("Program", program(&files)),
    ];
    page.problems = said(&warnings(answer.checked));
    page.assumptions = answer.assumptions().iter().map(assumption).collect();
    page.details = Some(details::details(answer, asked.stats));
    match answer.verdict {
        _ if answer.sort() == Sort::NotApplicable => {
            page.explanation = answer.looked_for().iter().map(|s| sentence(s)).collect();
        }
        Verdict::Proved => {
            page.explanation = vec![meaning(answer)];
            let open = answer.not_checked().iter().map(|s| sentence(s));
            page.explanation.extend(open);
            page.explanation.push(sentence(&how(answer)));
            let second = answer.second_look();
            page.explanation.extend(second.iter().map(|s| sentence(s)));
        }
        Verdict::Bug(_) => add_bug(answer, &mut page),
        Verdict::Unknown(_) => {
            page.explanation = answer.leads_to().iter().map(|s| sentence(s)).collect();
            page.advice = answer.advice().iter().map(|s| sentence(s)).collect();
        }
    }
    page
}

/// Without what the facts beside it say.
fn headline(answer: &Answer<'_>) -> String {
    match answer.verdict {
        Verdict::Bug(bug) if answer.sort() == Sort::Bug => {
            answer.checked.violations[&bug.violation].message.clone()
        }
        _ => answer.headline(),
    }
}

/// What a proof says.
fn meaning(answer: &Answer<'_>) -> String {
    let rests = match answer.assumptions().is_empty() {
        true => "",
        false => ", provided that what is listed below is true",
    };
    visible::text(&format!(
        "No execution that starts in {} violates {}, whatever its inputs are{rests}.",
        answer.entry(),
        answer.property.name()
    ))
}

fn how(answer: &Answer<'_>) -> String {
    match answer.proved_by() {
        ProvedBy::Abstraction => format!("the proof was found {}", answer.proof()),
        ProvedBy::Text => {
            "nothing that could violate it is left when the code is gone that cannot be reached or has no influence"
                .into()
        }
        ProvedBy::Unrolling => format!(
            "{}; such a proof has no invariants, and --certify asks for one that has",
            answer.proof()
        ),
        ProvedBy::OnlyExecution => answer.proof(),
    }
}

fn add_bug(answer: &Answer<'_>, page: &mut Page) {
    if let Some(place) = answer.place() {
        let at = format!("{}:{}", place.file, place.line);
        page.facts.insert(0, ("Happens at", visible::text(&at)));
    }
    let Verdict::Bug(bug) = answer.verdict else {
        return;
    };
    if let Some(said) = answer.placement() {
        page.facts.push(("Placement", visible::text(&said)));
    }
    if let Some(story) = &answer.story {
        let rule = &answer.checked.violations[&bug.violation].rule;
        let shown = story::shown(story);
        let told = story::told(&shown);
        let files = Files::new(story, &told, rule, answer.sources());
        page.steps = story::steps(story, shown, rule, &files);
        page.last_step = story.rows.len();
        page.inputs = story::inputs(story, &told, &files);
        page.more_inputs = story.inputs.len().saturating_sub(page.inputs.len());
        page.files = files.list;
    }
}

fn of_limit(limit: Reached, partial: &Partial, asked: &CheckRequest) -> Page {
    let mut page = frame(asked);
    let words = at_limit(limit, partial);
    page.verdict = banner(Sort::Unknown);
    page.headline = words.reason;
    page.facts = vec![
        ("Property", page.property.clone()),
        ("Starts in", visible::text(&asked.entry)),
        ("Program", program(&asked.files)),
        ("Phase", super::json::phase(partial).to_owned()),
    ];
    let explained = std::iter::once(words.doing).chain(words.obstacle);
    page.explanation = explained.map(|words| sentence(&words)).collect();
    page.advice = words.advice.iter().map(|words| sentence(words)).collect();
    let about = partial.property.as_ref().map(|p| p.about());
    page.about = paragraphs(about.unwrap_or_default());
    page.problems = said(&partial.problems);
    page
}

fn refused(partial: &Partial, asked: &CheckRequest) -> Page {
    let mut page = frame(asked);
    page.headline = "the input cannot be checked".into();
    page.facts = vec![
        ("Property", page.property.clone()),
        ("Program", program(&asked.files)),
    ];
    page.problems = said(&partial.refusals());
    page
}

/// The files, of which there may be many.
fn program(files: &[String]) -> String {
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    visible::text(&phrasing::some_of(&names))
}

fn said(problems: &[Problem]) -> Vec<Said> {
    let one = |problem: &Problem| {
        let place = problem.place.as_ref();
        let place = place.map(|at| format!("{}:{}:{}", at.file, at.line, at.column));
        Said {
            severity: if problem.is_error { "error" } else { "warning" },
            place: visible::text(&place.unwrap_or_default()),
            message: visible::text(&problem.message),
        }
    };
    problems.iter().map(one).collect()
}

fn assumption(group: &super::assumptions::Group<'_>) -> Assumption {
    let of: Vec<String> = group.constructs.iter().map(named).collect();
    Assumption {
        kind: group.kind.name(),
        of: visible::text(&of.join(", ")),
        what: visible::text(group.assumption),
    }
}

fn named((name, times): &(std::borrow::Cow<'_, str>, usize)) -> String {
    match times {
        1 => name.to_string(),
        _ => format!("{name} ({})", phrasing::counted(*times, "time")),
    }
}

fn paragraphs(text: &str) -> Vec<String> {
    let parts = text.split("\n\n").filter(|part| !part.is_empty());
    parts.map(visible::text).collect()
}

/// With a capital letter and a full stop.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    let end = if words.ends_with(['.', ':', '…']) {
        ""
    } else {
        "."
    };
    visible::text(&format!(
        "{}{}{end}",
        first.unwrap_or_default(),
        chars.as_str()
    ))
}
