//! Units times properties: the tasks.
//!
//! Properties of the command line take the place of those that task files name; an expected answer stays where the
//! property is the same. Properties that this tool cannot check are told once, with how many tasks are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use frontend::property::Property;

use super::super::task::{DataModel, Problem, Task, Tasks};
use super::unit::{Claim, TaskFilePosition, Unit};

/// The tasks that come of units and of the properties that are asked for, none twice.
pub(super) fn tasks(units: &[Unit], asked: &[String], problems: Vec<Problem>) -> Tasks {
    let mut matrix = Matrix {
        asked,
        properties: Properties::default(),
        made: BTreeSet::new(),
        names: BTreeMap::new(),
        tasks: Vec::new(),
    };
    let mut all = problems;
    for unit in units {
        match unreadable(unit) {
            Some(path) => all.push(TaskFilePosition::file(path).problem(NO_TEXT)),
            None => matrix.unit(unit),
        }
    }
    all.extend(matrix.properties.left_out());
    Tasks {
        tasks: matrix.tasks,
        problems: all,
    }
}

const NO_TEXT: &str = "the name is no text in UTF-8, so that it cannot stand in a record";

/// The first of a unit's files whose name is no text.
fn unreadable(unit: &Unit) -> Option<&Path> {
    let mut files = unit
        .files
        .iter()
        .chain(&unit.task_file)
        .chain(&unit.database);
    files
        .find(|file| file.to_str().is_none())
        .map(PathBuf::as_path)
}

struct Matrix<'a> {
    asked: &'a [String],
    properties: Properties,
    made: BTreeSet<Key>,
    /// How many tasks have a name.
    names: BTreeMap<String, usize>,
    tasks: Vec<Task>,
}

/// What makes two tasks the same question.
type Key = (
    Option<PathBuf>,
    Vec<PathBuf>,
    Option<String>,
    Option<String>,
    Option<&'static str>,
    Vec<String>,
);

impl Matrix<'_> {
    fn unit(&mut self, unit: &Unit) {
        let claims: Vec<Claim> = match (self.asked, &unit.claims[..]) {
            ([], []) => vec![question(unit, None)],
            ([], claims) => claims.to_vec(),
            (asked, _) => asked.iter().map(|p| self.claimed(unit, p)).collect(),
        };
        for claim in &claims {
            let name = match &claim.property {
                None => None,
                Some(property) => match self.properties.name(property, &claim.place) {
                    Some(name) => Some(name),
                    None => continue,
                },
            };
            self.task(unit, claim, name.as_deref());
        }
    }

    /// What a unit says of a property that was asked for.
    fn claimed(&self, unit: &Unit, property: &str) -> Claim {
        let same = |claim: &&Claim| match &claim.property {
            Some(own) => stem(own) == stem(property),
            None => self.asked.len() == 1,
        };
        let known = unit.claims.iter().find(same);
        Claim {
            property: Some(property.to_owned()),
            ..known.cloned().unwrap_or_else(|| question(unit, None))
        }
    }

    fn task(&mut self, unit: &Unit, claim: &Claim, property: Option<&str>) {
        let mut arguments = unit.options.clone();
        if let Some(database) = &unit.database {
            arguments.extend(["--compile-commands".into(), database.display().to_string()]);
        }
        let key = (
            unit.task_file.clone(),
            unit.files.clone(),
            claim.property.clone(),
            unit.entry.clone(),
            unit.data_model.map(DataModel::name),
            arguments.clone(),
        );
        if !self.made.insert(key) {
            return;
        }
        let label = unit.task_file.as_ref().or(unit.files.first());
        let label = label.map(PathBuf::as_path).unwrap_or(Path::new(""));
        let folder = label.parent().map(|folder| folder.display().to_string());
        let group = unit.group.clone().or(folder).filter(|g| !g.is_empty());
        let name = self.name(unit, property);
        self.tasks.push(Task {
            name,
            group: group.unwrap_or_else(|| ".".into()),
            files: unit.files.clone(),
            property: claim.property.clone(),
            entry: unit.entry.clone(),
            data_model: unit.data_model,
            arguments,
            expected: claim.expected,
            violation: claim.violation.clone(),
        });
    }

    /// As in `drivers/disk.c --entry probe -DDEBUG (mutex)`. It says nothing of the other tasks, so that it stays the
    /// same when there are more; only tasks that would have the same name are numbered.
    fn name(&mut self, unit: &Unit, property: Option<&str>) -> String {
        let mut name = match &unit.task_file {
            Some(file) => file.display().to_string(),
            None => listed(unit),
        };
        for option in &unit.options {
            name += &format!(" {option}");
        }
        if let Some(property) = property {
            name += &format!(" ({property})");
        }
        // It stands in tables and on lines of its own.
        let name = name.replace(char::is_control, "\u{fffd}");
        let times = self.names.entry(name.clone()).or_default();
        *times += 1;
        match *times {
            1 => name,
            n => format!("{name} #{n}"),
        }
    }
}

/// The files of a unit, with what tells it from others of the same files.
fn listed(unit: &Unit) -> String {
    let mut words: Vec<String> = unit.files.iter().map(|f| f.display().to_string()).collect();
    if let Some(entry) = &unit.entry {
        words.push(format!("--entry {entry}"));
    }
    if let (Some(model), None) = (unit.data_model, &unit.database) {
        words.push(format!("--data-model {}", model.name()));
    }
    words.join(" ")
}

/// A claim that claims nothing.
fn question(unit: &Unit, property: Option<String>) -> Claim {
    let file = unit.files.first().map(PathBuf::as_path);
    Claim {
        property,
        place: TaskFilePosition::file(file.unwrap_or(Path::new(""))),
        expected: None,
        violation: None,
    }
}

/// `unreach-call` of `../properties/unreach-call.prp`; the names of rules stay.
fn stem(property: &str) -> &str {
    let stem = Path::new(property).file_stem().and_then(|s| s.to_str());
    stem.unwrap_or(property)
}

/// The properties that were met.
#[derive(Default)]
struct Properties {
    known: BTreeMap<String, Known>,
}

enum Known {
    Name(String),
    /// What is wrong with it, and how many tasks are left out for that.
    Wrong(Problem, usize),
}

impl Properties {
    /// What reports call a property; none if it cannot be checked.
    fn name(&mut self, property: &str, place: &TaskFilePosition) -> Option<String> {
        let known = self.known.entry(property.to_owned()).or_insert_with(|| {
            match Property::open(property) {
                Ok(opened) => Known::Name(opened.name().to_owned()),
                Err(failure) => Known::Wrong(wrong(&failure, place), 0),
            }
        });
        match known {
            Known::Name(name) => Some(name.clone()),
            Known::Wrong(_, tasks) => {
                *tasks += 1;
                None
            }
        }
    }

    fn left_out(self) -> impl Iterator<Item = Problem> {
        let wrong = |known| match known {
            Known::Name(_) => None,
            Known::Wrong(problem, tasks) => Some((problem, tasks)),
        };
        let wrong = self.known.into_values().filter_map(wrong);
        wrong.map(|(mut problem, tasks)| {
            let left = match tasks {
                1 => "; one task is left out".to_owned(),
                n => format!("; {n} tasks are left out"),
            };
            problem.reason += &left;
            problem
        })
    }
}

/// The first thing that is wrong with a property, where it is; or where the property is named, if there is no such place.
fn wrong(failure: &frontend::Failure, place: &TaskFilePosition) -> Problem {
    let Some(first) = failure.diagnostics.iter().next() else {
        return place.problem("the property cannot be read");
    };
    let reason = match &first.hint {
        Some(hint) => format!("{}: {hint}", first.message),
        None => first.message.clone(),
    };
    match failure.sources.locate(first.span) {
        Some(at) => TaskFilePosition::at(Path::new(&at.file), at.line, at.column).problem(reason),
        None => place.problem(reason),
    }
}
