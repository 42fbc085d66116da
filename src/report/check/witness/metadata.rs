//! Who says it, of what, and when.
//!
//! Everything but the time follows from the input: the identifier is a hash of all the rest. The time is that of
//! `SOURCE_DATE_EPOCH` where it is set, as tools that make things reproducibly have it, and the clock's otherwise.

use std::borrow::Cow;

use frontend::syntax::GivenFile;
use ir::types::DataModel;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use source::Sources;
use uuid::{Builder, Variant, Version};

use super::format::{self, Entry, Metadata};

/// What was asked.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The text of the property, or its name where it is none of SV-COMP's.
    pub(crate) specification: String,
    /// The command line, without the name of the tool.
    pub(crate) arguments: Vec<String>,
}

pub(super) fn metadata(
    task: &Task,
    model: DataModel,
    sources: &Sources,
    entry: &Entry,
) -> Metadata {
    let files = files(sources);
    let specification = task.specification.split_whitespace().collect::<Vec<_>>();
    let words = ["cegar"]
        .into_iter()
        .chain(task.arguments.iter().map(String::as_str));
    let command_line: Vec<_> = words.map(shell_word).collect();
    let mut metadata = Metadata {
        uuid: String::new(),
        time: String::new(),
        version: env!("CARGO_PKG_VERSION").into(),
        command_line: command_line.join(" "),
        files,
        specification: specification.join(" "),
        data_model: match model {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        },
    };
    let all = format!("{metadata:?}{}", format::content(&entry.content));
    metadata.uuid = uuid(&Sha256::digest(all).into());
    metadata.time = date_time(now());
    metadata
}

/// The files that were given, with hashes of their contents.
fn files(sources: &Sources) -> Vec<(String, String)> {
    let given = sources
        .units()
        .filter_map(|(id, _)| GivenFile::new(sources, id));
    given
        .map(|file| (file.name().to_owned(), hex(&Sha256::digest(file.text()))))
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name made of a hash, in the form of RFC 4122's version 5.
fn uuid(hash: &[u8; 32]) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    let named = Builder::from_bytes(bytes).with_version(Version::Sha1);
    named.with_variant(Variant::RFC4122).into_uuid().to_string()
}

fn now() -> Timestamp {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok();
    let set = set.and_then(|seconds| Timestamp::from_second(seconds.trim().parse().ok()?).ok());
    set.unwrap_or_else(Timestamp::now)
}

/// As ISO 8601 writes it.
fn date_time(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// A word as a shell reads it. No argument of a process has the one character that cannot be quoted.
fn shell_word(word: &str) -> String {
    let quoted = shlex::try_quote(word).map(Cow::into_owned);
    quoted.unwrap_or_else(|_| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_iso_8601_has_them() {
        let time = Timestamp::from_second(1_709_251_199).expect("a time of the calendar");
        assert_eq!(date_time(time), "2024-02-29T23:59:59Z");
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(shell_word("a.prp"), "a.prp");
        assert_eq!(shell_word("it's"), r#""it's""#);
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn identifiers_have_the_form_of_a_uuid() {
        assert_eq!(uuid(&[0xff; 32]), "ffffffff-ffff-5fff-bfff-ffffffffffff");
    }
}
