//! SARIF 2.1.0, the format of OASIS for what static analysis finds: the part of it that we write.
//!
//! Names are those of the standard. Two readers are kept in mind: GitHub's code scanning, which refuses a file with a
//! result that has no place, and the viewer of Visual Studio Code, which shows the steps of code flows.

mod message;
mod uri;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

pub(crate) use message::Message;
pub(crate) use uri::{Artifacts, SOURCE_ROOT};

/// A whole file.
#[derive(Debug, Serialize)]
pub(crate) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    pub(crate) runs: Vec<Run>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Run {
    pub(crate) tool: Tool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) automation_details: Option<AutomationDetails>,
    pub(crate) invocations: Vec<Invocation>,
    pub(crate) original_uri_base_ids: BTreeMap<&'static str, UriBase>,
    pub(crate) artifacts: Vec<Artifact>,
    pub(crate) results: Vec<Finding>,
    pub(crate) column_kind: &'static str,
}

#[derive(Debug, Serialize)]
pub(crate) struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    full_name: String,
    semantic_version: &'static str,
    short_description: Message,
    rules: Vec<Rule>,
}

/// Names the run, so that runs of other properties and programs are not taken for its successors.
#[derive(Debug, Serialize)]
pub(crate) struct AutomationDetails {
    pub(crate) id: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rule {
    pub(crate) id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    short_description: Message,
    full_description: Message,
    help: Message,
    default_configuration: Configuration,
    properties: Value,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invocation {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) command_line: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) arguments: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exit_code: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exit_signal_name: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exit_signal_number: Option<i32>,
    pub(crate) execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tool_execution_notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Notification {
    pub(crate) level: &'static str,
    pub(crate) message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) locations: Vec<Location>,
}

#[derive(Debug, Serialize)]
pub(crate) struct UriBase {
    pub(crate) description: Message,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Artifact {
    pub(crate) location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source_language: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArtifactLocation {
    pub(crate) uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uri_base_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) index: Option<usize>,
}

/// What the standard calls a result.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Finding {
    pub(crate) rule_id: String,
    pub(crate) rule_index: usize,
    pub(crate) kind: &'static str,
    pub(crate) level: &'static str,
    pub(crate) message: Message,
    pub(crate) locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) partial_fingerprints: BTreeMap<&'static str, String>,
    pub(crate) properties: Value,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<Message>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PhysicalLocation {
    pub(crate) artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) region: Option<Region>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Region {
    pub(crate) start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) end_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) snippet: Option<Snippet>,
}

/// Source text, as it is.
#[derive(Debug, Serialize)]
pub(crate) struct Snippet {
    pub(crate) text: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct LogicalLocation {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeFlow {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<Message>,
    pub(crate) thread_flows: Vec<ThreadFlow>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ThreadFlow {
    pub(crate) locations: Vec<Step>,
}

/// What the standard calls a thread flow location.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Step {
    pub(crate) location: Location,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) kinds: Vec<&'static str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) state: BTreeMap<String, Message>,
    pub(crate) nesting_level: usize,
    pub(crate) execution_order: usize,
    pub(crate) importance: &'static str,
}

impl Log {
    pub(crate) fn new(run: Run) -> Self {
        Log {
            schema: "https://json.schemastore.org/sarif-2.1.0.json",
            version: "2.1.0",
            runs: vec![run],
        }
    }

    pub(crate) fn text(&self) -> String {
        // Maps have strings for keys, so nothing can go wrong.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

impl Run {
    pub(crate) fn new(rules: Vec<Rule>) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let driver = Driver {
            name: "cegar",
            full_name: format!("cegar {version}"),
            semantic_version: version,
            short_description: Message::new(env!("CARGO_PKG_DESCRIPTION")),
            rules,
        };
        let root = UriBase {
            description: Message::new("The folder that cegar was started in."),
        };
        Run {
            tool: Tool { driver },
            automation_details: None,
            invocations: Vec::new(),
            original_uri_base_ids: BTreeMap::from([(SOURCE_ROOT, root)]),
            artifacts: Vec::new(),
            results: Vec::new(),
            column_kind: "unicodeCodePoints",
        }
    }
}

impl Rule {
    /// A property: a line of its documentation says what it is about, the paragraphs behind say more.
    pub(crate) fn new(id: &str, about: &str) -> Self {
        let (short, more) = about.split_once("\n\n").unwrap_or((about, ""));
        let short = match short {
            "" => format!("The property {id} holds."),
            _ => short.to_owned(),
        };
        let full = match more {
            "" => short.clone(),
            _ => more.to_owned(),
        };
        let help = match more {
            "" => short.clone(),
            _ => format!("{short}\n\n{more}"),
        };
        Rule {
            id: id.to_owned(),
            name: Some(friendly(id)).filter(|name| name != id && !name.is_empty()),
            short_description: Message::new(&short),
            full_description: Message::new(&full),
            help: Message::new(&help),
            default_configuration: Configuration { level: "error" },
            properties: serde_json::json!({
                "tags": ["correctness", "model checking"],
                "precision": "very-high",
                "problem.severity": "error",
            }),
        }
    }
}

/// A name as the standard wants it beside the identifier: `ke_spin_lock` is `KeSpinLock`.
fn friendly(id: &str) -> String {
    let words = id.split(|c: char| !c.is_alphanumeric());
    let capital = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next().map(|c| c.to_uppercase().to_string());
        format!("{}{}", first.unwrap_or_default(), chars.as_str())
    };
    words.map(capital).collect()
}

impl Location {
    /// A file, or a place in it.
    pub(crate) fn new(artifact_location: ArtifactLocation, region: Option<Region>) -> Self {
        Location {
            physical_location: Some(PhysicalLocation {
                artifact_location,
                region,
            }),
            ..Location::default()
        }
    }

    pub(crate) fn with_message(mut self, text: &str) -> Self {
        self.message = Some(Message::new(text));
        self
    }
}
