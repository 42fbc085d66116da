//! SV-COMP's task files, as BenchExec reads them: YAML, formats 1.0, 2.0 and 2.1.
//!
//! ```yaml
//! format_version: '2.0'
//! input_files: 'driver.i'
//! properties:
//!   - property_file: ../properties/unreach-call.prp
//!     expected_verdict: true
//! options:
//!   language: C
//!   data_model: ILP32
//! ```
//!
//! Format 1.0 has no `options`. Keys that mean nothing to this tool are passed over.

use std::path::Path;

use saphyr::{LoadableYamlNode, MarkedYaml, Marker, Scalar, YamlData};

use super::super::task::{DataModel, Expected, Problem};
use super::file_names::{named, resolve};
use super::read;
use super::scope::Scope;
use super::unit::{Claim, TaskFilePosition, Unit, data_model};

const VERSIONS: [&str; 4] = ["0.1", "1.0", "2.0", "2.1"];

type Node = MarkedYaml<'static>;

/// What a task file says. None if the file is about something else, as far as one can see.
pub(super) fn read_task(scope: &Scope, path: &Path) -> Result<Option<Unit>, Vec<Problem>> {
    let text = read(path).map_err(|problem| vec![problem])?;
    if is_too_large(&text) {
        return match text.contains("input_files") {
            true => Err(vec![
                TaskFilePosition::file(path).problem("too large for a task file"),
            ]),
            false => Ok(None),
        };
    }
    let documents = Node::load_from_str(&text).map_err(|error| {
        let place = at(path, *error.marker());
        vec![place.problem(format!("not well-formed YAML: {}", error.info()))]
    })?;
    let Some(root) = documents.first() else {
        return Err(vec![
            TaskFilePosition::file(path).problem("the file is empty"),
        ]);
    };
    let known = ["format_version", "input_files", "properties"];
    if known.iter().all(|key| get(root, key).is_none()) {
        return Ok(None);
    }
    let mut reader = Reader {
        scope,
        path,
        problems: Vec::new(),
    };
    let unit = reader.unit(root);
    if let Some(second) = documents.get(1) {
        reader.wrong(
            second,
            "a task file has one document, and this is another one",
        );
    }
    match reader.problems.is_empty() {
        true => Ok(Some(unit)),
        false => Err(reader.problems),
    }
}

/// Reading YAML takes the square of how deep it is: task files are small, and not deep.
fn is_too_large(text: &str) -> bool {
    const MAX_FILE_BYTES: usize = 256 << 10;
    const MAX_LINE_BYTES: usize = 2000;
    text.len() > MAX_FILE_BYTES || text.lines().any(|line| line.len() > MAX_LINE_BYTES)
}

/// Reads on after a mistake, so that all of them are told at once.
struct Reader<'p> {
    scope: &'p Scope,
    path: &'p Path,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn wrong(&mut self, node: &Node, reason: impl Into<String>) {
        let place = at(self.path, node.span.start);
        self.problems.push(place.problem(reason));
    }

    fn unit(&mut self, root: &Node) -> Unit {
        self.version(root);
        let mut unit = Unit {
            task_file: Some(self.path.to_owned()),
            ..Unit::default()
        };
        match get(root, "input_files") {
            Some(node) => unit.files = self.files(node),
            None => self.wrong(root, "there is no `input_files`"),
        }
        if let Some(node) = get(root, "properties") {
            unit.claims = self.properties(node);
        }
        if let Some(node) = get(root, "options") {
            unit.data_model = self.options(node);
        }
        unit
    }

    fn version(&mut self, root: &Node) {
        let Some(node) = get(root, "format_version") else {
            return self.wrong(root, "there is no `format_version`");
        };
        let version = word(node);
        if !version.as_deref().is_some_and(|v| VERSIONS.contains(&v)) {
            let found = version.unwrap_or_default();
            self.wrong(
                node,
                format!("format version '{found}' is not one of 1.0, 2.0 and 2.1"),
            );
        }
    }

    fn files(&mut self, node: &Node) -> Vec<std::path::PathBuf> {
        let mut files = Vec::new();
        for item in items(node) {
            let Some(pattern) = word(item) else {
                self.wrong(item, "the name of an input file must be a string");
                continue;
            };
            match named(self.scope, self.path, &pattern) {
                Ok(found) => files.extend(found),
                Err(reason) => self.wrong(item, reason),
            }
        }
        if files.is_empty() && self.problems.is_empty() {
            self.wrong(node, "there is no input file");
        }
        files
    }

    fn properties(&mut self, node: &Node) -> Vec<Claim> {
        let mut claims = Vec::new();
        let YamlData::Sequence(properties) = &node.data else {
            self.wrong(node, "`properties` must be a list");
            return claims;
        };
        for property in properties {
            claims.extend(self.property(property));
        }
        claims
    }

    fn property(&mut self, node: &Node) -> Option<Claim> {
        let Some(file) = get(node, "property_file") else {
            self.wrong(node, "this property has no `property_file`");
            return None;
        };
        let Some(name) = word(file) else {
            self.wrong(file, "the name of a property file must be a string");
            return None;
        };
        let expected = match get(node, "expected_verdict") {
            None => None,
            Some(verdict) => match verdict.data {
                YamlData::Value(Scalar::Boolean(true)) => Some(Expected::Proved),
                YamlData::Value(Scalar::Boolean(false)) => Some(Expected::Bug),
                YamlData::Value(Scalar::Null) => None,
                _ => {
                    self.wrong(verdict, "the expected verdict must be true or false");
                    None
                }
            },
        };
        let property = match resolve(self.scope, self.path, &name) {
            Ok(property) => property,
            Err(reason) => {
                self.wrong(file, reason);
                return None;
            }
        };
        Some(Claim {
            property: Some(property),
            place: at(self.path, file.span.start),
            expected,
            violation: None,
        })
    }

    fn options(&mut self, node: &Node) -> Option<DataModel> {
        if let Some(language) = get(node, "language")
            && word(language).as_deref() != Some("C")
        {
            self.wrong(language, "the language is not C");
        }
        let model = get(node, "data_model")?;
        let parsed = word(model).and_then(|name| data_model(&name));
        if parsed.is_none() {
            self.wrong(model, "the data model must be ILP32 or LP64");
        }
        parsed
    }
}

fn at(path: &Path, marker: Marker) -> TaskFilePosition {
    TaskFilePosition::at(path, marker.line() as u32, 1 + marker.col() as u32)
}

fn get<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let YamlData::Mapping(mapping) = &node.data else {
        return None;
    };
    let found = mapping
        .iter()
        .find(|(k, _)| k.data.as_str() == Some(key))?
        .1;
    Some(found)
}

/// One, or those of a list.
fn items(node: &Node) -> &[Node] {
    match &node.data {
        YamlData::Sequence(items) => items,
        _ => std::slice::from_ref(node),
    }
}

/// A scalar as it was meant: `2.0` without quotes is a version too.
fn word(node: &Node) -> Option<String> {
    match &node.data {
        YamlData::Value(Scalar::String(text)) => Some(text.to_string()),
        YamlData::Value(Scalar::FloatingPoint(number)) => Some(format!("{number:.1}")),
        YamlData::Value(Scalar::Integer(number)) => Some(number.to_string()),
        _ => None,
    }
}
