//! Witnesses as the format has them: every key that must be there and none that may not.

use saphyr::{LoadableYamlNode, Yaml};

/// What is read of a witness.
pub(crate) struct Witness {
    pub(crate) files: Vec<String>,
    pub(crate) specification: String,
    /// The waypoints of a violation.
    pub(crate) steps: Vec<Step>,
    pub(crate) invariants: Vec<Invariant>,
}

pub(crate) struct Step {
    pub(crate) kind: String,
    pub(crate) value: Option<String>,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

pub(crate) struct Invariant {
    pub(crate) value: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The values of exactly these keys; those with a question mark may be missing.
fn keys<'y>(node: &'y Yaml<'y>, wanted: &[&str]) -> Vec<Option<&'y Yaml<'y>>> {
    let mapping = node
        .as_mapping()
        .unwrap_or_else(|| panic!("{node:?} has no keys"));
    for (key, _) in mapping {
        let key = key.as_str().expect("a key is a string");
        let known = wanted.iter().any(|w| w.trim_end_matches('?') == key);
        assert!(known, "'{key}' is not among {wanted:?}");
    }
    let value = |wanted: &&str| {
        let name = wanted.trim_end_matches('?');
        let found = mapping.iter().find(|(key, _)| key.as_str() == Some(name));
        assert!(
            found.is_some() || wanted.ends_with('?'),
            "no {name} in {node:?}"
        );
        found.map(|(_, value)| value)
    };
    wanted.iter().map(value).collect()
}

fn text(node: Option<&Yaml<'_>>) -> String {
    let text = node.and_then(Yaml::as_str);
    text.unwrap_or_else(|| panic!("{node:?} is no string"))
        .to_owned()
}

fn number(node: Option<&Yaml<'_>>) -> usize {
    let number = node.and_then(Yaml::as_integer);
    number.unwrap_or_else(|| panic!("{node:?} is no number")) as usize
}

fn list<'y>(node: Option<&'y Yaml<'y>>) -> &'y [Yaml<'y>] {
    let list = node.and_then(Yaml::as_sequence);
    list.unwrap_or_else(|| panic!("{node:?} is no list"))
}

impl Witness {
    pub(crate) fn read(yaml: &str) -> Self {
        let documents = Yaml::load_from_str(yaml).expect("YAML");
        let [document] = &documents[..] else {
            panic!("not one document");
        };
        let [entry] = list(Some(document)) else {
            panic!("not one entry");
        };
        let found = keys(entry, &["entry_type", "metadata", "content"]);
        let (files, specification) = metadata(found[1].expect("it is there"));
        let mut witness = Witness {
            files,
            specification,
            steps: Vec::new(),
            invariants: Vec::new(),
        };
        let content = list(found[2]);
        match &*text(found[0]) {
            "violation_sequence" => witness.steps = content.iter().map(segment).collect(),
            "invariant_set" => witness.invariants = content.iter().map(invariant).collect(),
            other => panic!("there are no entries of type {other}"),
        }
        witness
    }
}

fn metadata(node: &Yaml<'_>) -> (Vec<String>, String) {
    let wanted = [
        "format_version",
        "uuid",
        "creation_time",
        "producer",
        "task",
    ];
    let found = keys(node, &wanted);
    assert_eq!(text(found[0]), "2.0");
    let lengths: Vec<usize> = text(found[1]).split('-').map(str::len).collect();
    assert_eq!(lengths, [8, 4, 4, 4, 12]);
    let wanted = [
        "name",
        "version",
        "configuration?",
        "command_line?",
        "description?",
    ];
    keys(found[3].expect("it is there"), &wanted);
    let wanted = [
        "input_files",
        "input_file_hashes",
        "specification",
        "data_model",
        "language",
    ];
    let found = keys(found[4].expect("it is there"), &wanted);
    let files: Vec<String> = list(found[0]).iter().map(|f| text(Some(f))).collect();
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    for hash in keys(found[1].expect("it is there"), &names) {
        assert_eq!(text(hash).len(), 64);
    }
    assert!(["ILP32", "LP64"].contains(&&*text(found[3])));
    assert_eq!(text(found[4]), "C");
    (files, text(found[2]))
}

fn segment(node: &Yaml<'_>) -> Step {
    let [waypoint] = list(keys(node, &["segment"])[0]) else {
        panic!("a segment has one waypoint here");
    };
    let waypoint = keys(waypoint, &["waypoint"])[0].expect("it is there");
    let found = keys(waypoint, &["type", "action", "constraint?", "location"]);
    let kind = text(found[0]);
    assert_eq!(text(found[1]), "follow");
    let value = match (&*kind, found[2]) {
        ("target", None) => None,
        ("branching", Some(constraint)) => Some(text(keys(constraint, &["value"])[0])),
        ("function_return", Some(constraint)) => {
            let found = keys(constraint, &["value", "format"]);
            assert_eq!(text(found[1]), "acsl_expression");
            Some(text(found[0]))
        }
        (kind, constraint) => panic!("{kind} with {constraint:?}"),
    };
    let (line, column) = location(found[3]);
    Step {
        kind,
        value,
        line,
        column,
    }
}

fn invariant(node: &Yaml<'_>) -> Invariant {
    let invariant = keys(node, &["invariant"])[0].expect("it is there");
    let found = keys(invariant, &["type", "location", "value", "format"]);
    assert_eq!(text(found[0]), "loop_invariant");
    assert_eq!(text(found[3]), "c_expression");
    let (line, column) = location(found[1]);
    Invariant {
        value: text(found[2]),
        line,
        column,
    }
}

fn location(node: Option<&Yaml<'_>>) -> (usize, usize) {
    let found = keys(
        node.expect("it is there"),
        &["file_name", "line", "column", "function"],
    );
    (number(found[1]), number(found[2]))
}
