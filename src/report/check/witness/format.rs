//! The format: what there is to say, and how it is written.
//!
//! Strings are always in double quotes, with the escapes of JSON, which are also YAML's; so nothing in a name or an
//! expression is ever taken for YAML. Written by our own means: `saphyr` begins with `---`, and its option for quotes leaves out
//! keys, which names of files are here.

use std::fmt::Write;

/// A place in an input file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Location {
    pub(super) file: String,
    pub(super) line: u32,
    /// Without it, the first suitable one of the line is meant.
    pub(super) column: Option<u32>,
    /// The function that contains it.
    pub(super) function: String,
}

/// What an execution passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Requirement {
    /// A call returns a value of which this holds: an ACSL comparison of `\result` with a constant.
    FunctionReturn(String),
    /// A branching goes this way: `true`, `false`, or the number or `default` of a `switch`.
    Branching(String),
    /// The violation.
    Target,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Waypoint {
    pub(super) what: Requirement,
    pub(super) at: Location,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InvariantKind {
    /// Holds whenever the condition of the loop is about to be evaluated.
    Loop,
}

/// What holds whenever an execution is at a place: a C expression without effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Invariant {
    pub(super) kind: InvariantKind,
    pub(super) at: Location,
    pub(super) value: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Each waypoint is a segment of its own.
    Violation(Vec<Waypoint>),
    Invariants(Vec<Invariant>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) content: Content,
    /// What a reader should know of it.
    pub(super) remark: Option<String>,
}

/// Who says it, of what, and when.
#[derive(Clone, Debug)]
pub(super) struct Metadata {
    pub(super) uuid: String,
    pub(super) time: String,
    pub(super) version: String,
    pub(super) command_line: String,
    /// Names and hashes.
    pub(super) files: Vec<(String, String)>,
    pub(super) specification: String,
    pub(super) data_model: &'static str,
}

/// The file: a list of one entry.
pub(super) fn yaml(metadata: &Metadata, entry: &Entry) -> String {
    let mut out = Lines::default();
    let kind = match entry.content {
        Content::Violation(_) => "violation_sequence",
        Content::Invariants(_) => "invariant_set",
    };
    out.text(0, "- entry_type", kind);
    out.key(1, "metadata");
    head(&mut out, metadata, entry.remark.as_deref());
    out.0.push_str(&content(&entry.content));
    out.0
}

/// What the entry says, without who says it.
pub(super) fn content(content: &Content) -> String {
    let mut out = Lines::default();
    match content {
        Content::Invariants(list) if list.is_empty() => out.line(1, "content: []"),
        Content::Invariants(list) => {
            out.key(1, "content");
            list.iter().for_each(|i| invariant(&mut out, i));
        }
        Content::Violation(list) => {
            out.key(1, "content");
            list.iter().for_each(|w| segment(&mut out, w));
        }
    }
    out.0
}

fn head(out: &mut Lines, metadata: &Metadata, remark: Option<&str>) {
    out.text(2, "format_version", "2.0");
    out.text(2, "uuid", &metadata.uuid);
    out.text(2, "creation_time", &metadata.time);
    out.key(2, "producer");
    out.text(3, "name", "cegar");
    out.text(3, "version", &metadata.version);
    out.text(3, "command_line", &metadata.command_line);
    if let Some(remark) = remark {
        out.text(3, "description", remark);
    }
    out.key(2, "task");
    out.key(3, "input_files");
    for (name, _) in &metadata.files {
        out.line(3, &format!("- {}", quoted(name)));
    }
    out.key(3, "input_file_hashes");
    for (name, hash) in &metadata.files {
        out.text(4, &quoted(name), hash);
    }
    out.text(3, "specification", &metadata.specification);
    out.text(3, "data_model", metadata.data_model);
    out.text(3, "language", "C");
}

fn segment(out: &mut Lines, waypoint: &Waypoint) {
    out.key(1, "- segment");
    out.key(2, "- waypoint");
    let (kind, constraint) = match &waypoint.what {
        Requirement::FunctionReturn(value) => {
            ("function_return", Some((value, Some("acsl_expression"))))
        }
        Requirement::Branching(value) => ("branching", Some((value, None))),
        Requirement::Target => ("target", None),
    };
    out.text(4, "type", kind);
    out.text(4, "action", "follow");
    if let Some((value, format)) = constraint {
        out.key(4, "constraint");
        out.text(5, "value", value);
        if let Some(format) = format {
            out.text(5, "format", format);
        }
    }
    location(out, 4, &waypoint.at);
}

fn invariant(out: &mut Lines, invariant: &Invariant) {
    out.key(1, "- invariant");
    let kind = match invariant.kind {
        InvariantKind::Loop => "loop_invariant",
    };
    out.text(3, "type", kind);
    location(out, 3, &invariant.at);
    out.text(3, "value", &invariant.value);
    out.text(3, "format", "c_expression");
}

fn location(out: &mut Lines, depth: usize, at: &Location) {
    out.key(depth, "location");
    out.text(depth + 1, "file_name", &at.file);
    out.line(depth + 1, &format!("line: {}", at.line));
    if let Some(column) = at.column {
        out.line(depth + 1, &format!("column: {column}"));
    }
    out.text(depth + 1, "function", &at.function);
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn line(&mut self, depth: usize, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{:1$}{text}", "", 2 * depth);
    }

    fn key(&mut self, depth: usize, key: &str) {
        self.line(depth, &format!("{key}:"));
    }

    fn text(&mut self, depth: usize, key: &str, value: &str) {
        self.line(depth, &format!("{key}: {}", quoted(value)));
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use saphyr::{LoadableYamlNode, Yaml};

    use super::*;

    fn location() -> Location {
        Location {
            file: "a: #\"b\"\\.c".into(),
            line: 3,
            column: Some(7),
            function: "main".into(),
        }
    }

    fn read_back(content: Content) -> String {
        let entry = Entry {
            content,
            remark: Some("- é\n'".into()),
        };
        let metadata = Metadata {
            uuid: "u".into(),
            time: "t".into(),
            version: "1".into(),
            command_line: "cegar check '%' \t\u{7f}".into(),
            files: vec![("a: #\"b\"\\.c".into(), "00".into())],
            specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )".into(),
            data_model: "LP64",
        };
        let text = yaml(&metadata, &entry);
        let documents = Yaml::load_from_str(&text).expect("it is YAML");
        assert_eq!(documents.len(), 1, "{text}");
        format!("{:?}", documents[0])
    }

    #[test]
    fn what_is_written_is_yaml_and_says_the_same() {
        let waypoint = Waypoint {
            what: Requirement::FunctionReturn("\\result == -3".into()),
            at: location(),
        };
        let read = read_back(Content::Violation(vec![waypoint]));
        for part in [
            r#"String("violation_sequence")"#,
            r#"String("\\result == -3")"#,
            r#"String("a: #\"b\"\\.c")"#,
            r#"String("- é\n'")"#,
            r#"String("cegar check '%' \t\u{7f}")"#,
            "Integer(7)",
        ] {
            assert!(read.contains(part), "{part} is not in {read}");
        }
    }

    #[test]
    fn a_set_may_be_empty() {
        let read = read_back(Content::Invariants(Vec::new()));
        assert!(read.contains("Sequence([])"), "{read}");
    }
}
