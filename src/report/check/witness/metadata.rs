//! Who says it, of what, and when.
//!
//! Everything but the time follows from the input: the identifier is a hash of all the rest. The time is that of
//! `SOURCE_DATE_EPOCH` where it is set, as tools that make things reproducibly have it, and the clock's otherwise.

use std::time::{SystemTime, UNIX_EPOCH};

use frontend::syntax::GivenFile;
use ir::types::DataModel;
use sha2::{Digest, Sha256};
use source::Sources;

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
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let text = hex(&bytes);
    let parts = [
        &text[..8],
        &text[8..12],
        &text[12..16],
        &text[16..20],
        &text[20..],
    ];
    parts.join("-")
}

/// Seconds since 1970.
fn now() -> u64 {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok();
    let set = set.and_then(|seconds| seconds.trim().parse().ok());
    set.unwrap_or_else(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    })
}

/// As ISO 8601 writes it. The calendar is Howard Hinnant's `civil_from_days`: years begin in March.
fn date_time(seconds: u64) -> String {
    // A year that a date can be written for.
    let seconds = seconds.min(253_402_300_799);
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1);
    let year = 400 * era + year + u64::from(month <= 2);
    let (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// A word as a shell reads it.
fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let days = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (u64::MAX, "9999-12-31T23:59:59Z"),
        ];
        for (seconds, date) in days {
            assert_eq!(date_time(seconds), date);
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(shell_word("--property=a.prp"), "--property=a.prp");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn identifiers_have_the_form_of_a_uuid() {
        assert_eq!(uuid(&[0xff; 32]), "ffffffff-ffff-5fff-bfff-ffffffffffff");
    }
}
