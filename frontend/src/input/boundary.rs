//! Which files a program may be made of.
//!
//! Programs are not trusted: `#include "/home/me/.netrc"` would bring what only the user may see into messages, reports
//! and counterexamples. So what is read must lie where the user has pointed: in the folders of the files that the
//! command line names, in the working directory and the checkout that these are part of, or among the system's headers.
//! Links are followed before it is asked where a file lies.

use std::path::{Component, Path, PathBuf};

/// The folders whose files may be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// Real paths.
    folders: Vec<PathBuf>,
    /// Files that were named themselves, wherever they lie.
    files: Vec<PathBuf>,
    unlimited: bool,
}

/// Where systems have the headers of compilers, libraries and kernels.
const SYSTEM: [&str; 12] = [
    "/usr/include",
    "/usr/local/include",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/usr/libexec",
    "/usr/local/lib",
    "/usr/src",
    "/lib",
    "/nix/store",
    "/gnu/store",
];

impl Default for Boundary {
    /// No boundary: everything may be read.
    fn default() -> Boundary {
        Boundary {
            folders: Vec::new(),
            files: Vec::new(),
            unlimited: true,
        }
    }
}

impl Boundary {
    /// The boundary around what a command line names: files with their folders, and folders.
    pub fn around<'p>(named: impl IntoIterator<Item = &'p Path>) -> Boundary {
        let mut boundary = Boundary {
            folders: Vec::new(),
            files: Vec::new(),
            unlimited: false,
        };
        for path in named {
            boundary.name(path);
        }
        boundary
    }

    /// Adds what the user names.
    pub fn name(&mut self, path: &Path) {
        let folder = match path.is_dir() {
            true => path.to_owned(),
            false => {
                self.files.extend(path.canonicalize());
                let parent = path.parent().unwrap_or(Path::new(""));
                Path::new(".").join(parent)
            }
        };
        let Ok(folder) = folder.canonicalize() else {
            return;
        };
        if let Some(checkout) = checkout(&folder) {
            self.add(checkout);
        }
        let here = std::env::current_dir().and_then(|here| here.canonicalize());
        if let Ok(here) = here
            && folder.starts_with(&here)
        {
            self.add(here);
        }
        self.add(folder);
    }

    /// Adds a folder with all below it, because the user says so.
    pub fn allow(&mut self, folder: &Path) {
        match folder.canonicalize() {
            Ok(root) if root.parent().is_none() => self.unlimited = true,
            Ok(folder) => self.add(folder),
            Err(_) => {}
        }
    }

    fn add(&mut self, folder: PathBuf) {
        if !self.folders.contains(&folder) {
            self.folders.push(folder);
        }
    }

    /// The folders, for processes that are started with the same boundary.
    pub fn folders(&self) -> Vec<&Path> {
        match self.unlimited {
            true => vec![Path::new("/")],
            false => self.folders.iter().map(PathBuf::as_path).collect(),
        }
    }

    /// Whether a file may be read. One that is not there may not.
    pub fn holds(&self, path: &Path) -> bool {
        self.unlimited || path.canonicalize().is_ok_and(|real| self.holds_real(&real))
    }

    /// The same of a real path; the system's headers are not asked for.
    fn holds_own(&self, real: &Path) -> bool {
        let within = |folder: &PathBuf| match is_wide(folder) {
            // All other files of the user lie below these.
            true => real.parent() == Some(folder) && !is_hidden(real),
            false => real.starts_with(folder),
        };
        self.files.iter().any(|file| file == real) || self.folders.iter().any(within)
    }

    fn holds_real(&self, real: &Path) -> bool {
        self.holds_own(real) || SYSTEM.iter().any(|folder| real.starts_with(folder))
    }

    /// Whether a path that a task file names may be used: where the user has pointed, be it there or not. Nothing is
    /// looked for outside, not even to say that it is missing.
    pub fn holds_named(&self, path: &Path) -> bool {
        if self.unlimited {
            return true;
        }
        match path.canonicalize() {
            Ok(real) => self.holds_own(&real),
            // Then it lies where the part of it that is there does, unless the rest climbs out again.
            Err(_) => {
                let mut parts = path.ancestors().skip(1);
                let there = parts.find_map(|part| {
                    let real = Path::new(".").join(part).canonicalize().ok()?;
                    Some((real, path.strip_prefix(part).unwrap_or(path)))
                });
                there.is_some_and(|(real, rest)| {
                    let climbs = rest.components().any(|c| c == Component::ParentDir);
                    !climbs && self.folders.iter().any(|f| real.starts_with(f))
                })
            }
        }
    }
}

/// Folders with all of a user's files, or the system's.
fn is_wide(folder: &Path) -> bool {
    let home = std::env::var_os("HOME").and_then(|home| Path::new(&home).canonicalize().ok());
    folder.parent().is_none() || home.is_some_and(|home| folder == home)
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b".")
}

/// The checkout of a version control system that a folder is a part of.
fn checkout(folder: &Path) -> Option<PathBuf> {
    let found = folder.ancestors().find(|f| f.join(".git").exists())?;
    (!is_wide(found)).then(|| found.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_dots_do_not_lead_out() {
        let outer = tempfile::tempdir().expect("a folder");
        let outer = outer.path().canonicalize().expect("real");
        let root = outer.join("program");
        std::fs::create_dir_all(root.join("sub")).expect("a folder");
        for file in ["program/a.c", "program/sub/b.h", "secret"] {
            std::fs::write(outer.join(file), "").expect("a file");
        }
        let link = |to: &str, from: &str| {
            std::os::unix::fs::symlink(outer.join(to), root.join(from)).expect("a link");
        };
        link("secret", "secret.h");
        link("program/sub", "inner");
        let mut boundary = Boundary::around([root.join("a.c").as_path()]);
        for inside in ["a.c", "sub/b.h", "inner/b.h", "sub/../a.c"] {
            assert!(boundary.holds(&root.join(inside)), "{inside}");
            assert!(boundary.holds_named(&root.join(inside)), "{inside}");
        }
        for outside in ["secret.h", "../secret", "/etc/passwd", "/proc/self/environ"] {
            assert!(!boundary.holds(&root.join(outside)), "{outside}");
            assert!(!boundary.holds_named(&root.join(outside)), "{outside}");
        }
        assert!(!boundary.holds(&root.join("missing.h")));
        assert!(boundary.holds_named(&root.join("missing.h")));
        assert!(boundary.holds_named(&root.join("sub/../missing.h")));
        assert!(!boundary.holds_named(&root.join("sub/../../missing.h")));
        assert!(!boundary.holds_named(&root.join("nowhere/../../../x")));
        assert!(boundary.holds(Path::new("/usr/include")));
        assert!(!boundary.holds_named(Path::new("/usr/include")));
        boundary.allow(&outer);
        assert!(boundary.holds(&root.join("secret.h")));
        assert!(!boundary.holds(Path::new("/etc/passwd")));
        boundary.allow(Path::new("/"));
        assert!(boundary.holds(Path::new("/etc/passwd")));
    }
}
