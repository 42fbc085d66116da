//! Where files are, as URIs. Those below the folder that the tool was started in are relative to it: others have the
//! same folders below another root, and code scanning takes that root for the repository's.

use std::path::{Component, Path, PathBuf};

use rustc_hash::FxHashMap;

use super::{Artifact, ArtifactLocation};

/// What paths are relative to: the name that others use for it, too.
pub(crate) const SOURCE_ROOT: &str = "%SRCROOT%";

/// The files that a run speaks of.
#[derive(Debug, Default)]
pub(crate) struct Artifacts {
    root: PathBuf,
    list: Vec<Artifact>,
    known: FxHashMap<String, usize>,
}

impl Artifacts {
    pub(crate) fn new() -> Self {
        Artifacts {
            root: std::env::current_dir().unwrap_or_default(),
            ..Artifacts::default()
        }
    }

    /// The place of a file.
    pub(crate) fn location(&mut self, file: &str) -> ArtifactLocation {
        let index = match self.known.get(file) {
            Some(&index) => index,
            None => {
                let index = self.list.len();
                let is_c = [".c", ".h", ".i"].iter().any(|end| file.ends_with(end));
                self.list.push(Artifact {
                    location: located(&self.root, file),
                    source_language: is_c.then_some("c"),
                });
                self.known.insert(file.to_owned(), index);
                index
            }
        };
        let mut location = self.list[index].location.clone();
        location.index = Some(index);
        location
    }

    pub(crate) fn list(self) -> Vec<Artifact> {
        self.list
    }
}

fn located(root: &Path, file: &str) -> ArtifactLocation {
    let whole = normal(&root.join(file));
    match whole.strip_prefix(normal(root)) {
        Ok(inside) if !root.as_os_str().is_empty() => ArtifactLocation {
            uri: encoded(&inside.to_string_lossy()),
            uri_base_id: Some(SOURCE_ROOT),
            index: None,
        },
        _ => ArtifactLocation {
            uri: format!("file://{}", encoded(&whole.to_string_lossy())),
            uri_base_id: None,
            index: None,
        },
    }
}

/// Without `.` and `..`. Links are not followed: the names that the user knows count.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// What a URI cannot hold as it is, byte by byte.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_relative_where_they_are_below() {
        let shown = |file: &str| {
            let at = located(Path::new("/home/me/driver"), file);
            (at.uri, at.uri_base_id.is_some())
        };
        let below = |uri: &str| (uri.to_owned(), true);
        assert_eq!(shown("a.c"), below("a.c"));
        assert_eq!(shown("./x/../y/ü b.c"), below("y/%C3%BC%20b.c"));
        assert_eq!(shown("/home/me/driver/a#1.c"), below("a%231.c"));
        assert_eq!(shown("<stdin>"), below("%3Cstdin%3E"));
        let beside = ("file:///home/me/a.c".to_owned(), false);
        assert_eq!(shown("../a.c"), beside);
        assert_eq!(shown("/home/me/a.c"), beside);
    }

    #[test]
    fn a_file_is_listed_once() {
        let mut artifacts = Artifacts::new();
        let first = artifacts.location("a.c");
        artifacts.location("b.spec");
        assert_eq!(artifacts.location("a.c"), first);
        let list = artifacts.list();
        assert_eq!(list.len(), 2);
        assert_eq!(list[0].source_language, Some("c"));
        assert_eq!(list[1].source_language, None);
    }
}
