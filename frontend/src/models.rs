//! Models of library functions, written in C, for programs that call what they do not define.
//!
//! The files under `models/` are cut at lines `//@ name: others` into models of one function each.
//! A model is a unit of its own: self-contained C without preprocessor directives, linked like any
//! file of the user's. Allocators, `memcpy` and its like ([`library`](ir::library)), `exit`,
//! `abort` and the `__VERIFIER` functions have none: the meaning of programs defines them.

use rustc_hash::FxHashSet;

/// The definition of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub name: &'static str,
    /// A whole unit of preprocessed C.
    pub source: String,
    /// The functions it calls that may need a model themselves.
    pub needs: Vec<&'static str>,
}

const FILES: [&str; 6] = [
    include_str!("../models/alloc.c"),
    include_str!("../models/ctype.c"),
    include_str!("../models/memory.c"),
    include_str!("../models/stdio.c"),
    include_str!("../models/stdlib.c"),
    include_str!("../models/string.c"),
];

/// What every model may use; right for both data models.
const PRELUDE: &str = "typedef __typeof__(sizeof 0) size_t;\n";

/// The models of functions called and not defined, and those that they need, in order of name.
/// `skip` says which functions need none, because they are defined elsewhere.
pub fn needed<'a>(
    undefined: impl IntoIterator<Item = &'a str>,
    skip: impl Fn(&str) -> bool,
) -> Vec<Model> {
    let all: Vec<Model> = models().collect();
    let mut wanted = FxHashSet::default();
    let mut queue: Vec<String> = undefined.into_iter().map(Into::into).collect();
    while let Some(name) = queue.pop() {
        let Some(n) = all.iter().position(|m| m.name == name && !skip(m.name)) else {
            continue;
        };
        if wanted.insert(n) {
            queue.extend(all[n].needs.iter().map(|&need| need.into()));
        }
    }
    let mut found: Vec<Model> = all
        .into_iter()
        .enumerate()
        .filter(|(n, _)| wanted.contains(n))
        .map(|(_, model)| model)
        .collect();
    found.sort_by_key(|m| m.name);
    found
}

/// The model of a function, if there is one.
pub fn source_for(name: &str) -> Option<Model> {
    models().find(|m| m.name == name)
}

/// All models.
pub fn models() -> impl Iterator<Item = Model> {
    FILES.iter().flat_map(|file| sections(file))
}

/// The text before the first mark is a comment on the file.
fn sections(file: &'static str) -> impl Iterator<Item = Model> {
    file.split("\n//@ ").skip(1).map(|section| {
        let (mark, body) = section.split_once('\n').unwrap_or((section, ""));
        let (name, needs) = mark.split_once(':').unwrap_or((mark, ""));
        Model {
            name: name.trim(),
            source: format!("{PRELUDE}{body}"),
            needs: needs.split_whitespace().collect(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::process::{Command, Stdio};

    #[test]
    fn names_are_unique_and_needs_exist() {
        let names: Vec<&str> = models().map(|m| m.name).collect();
        let unique: FxHashSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), unique.len());
        for model in models() {
            for need in model.needs {
                let known = unique.contains(need) || matches!(need, "malloc" | "free");
                assert!(known, "{} needs {need}", model.name);
            }
        }
    }

    #[test]
    fn needs_are_followed_and_skipped() {
        let names = |undefined: &[&str], skip: &str| -> Vec<&str> {
            let found = needed(undefined.iter().copied(), |n| n == skip);
            found.iter().map(|m| m.name).collect()
        };
        assert_eq!(
            names(&["strtok", "f"], ""),
            ["strcspn", "strspn", "strtok", "strtok_r"]
        );
        assert_eq!(names(&["strtok"], "strtok_r"), ["strtok"]);
        assert!(names(&["malloc", "nothing"], "").is_empty());
    }

    /// Every model is a unit that gcc takes without a warning, in both data models.
    #[test]
    fn gcc_accepts_every_model() {
        for model in models() {
            for width in ["-m64", "-m32"] {
                let mut gcc = Command::new("gcc")
                    .args([width, "-std=gnu11", "-Wall", "-Wextra", "-Werror"])
                    .args(["-fno-builtin", "-fsyntax-only", "-x", "c", "-"])
                    .stdin(Stdio::piped())
                    .spawn()
                    .expect("gcc runs");
                let mut stdin = gcc.stdin.take().expect("a pipe");
                stdin.write_all(model.source.as_bytes()).expect("gcc reads");
                drop(stdin);
                assert!(gcc.wait().expect("gcc ends").success(), "{}", model.name);
            }
        }
    }
}
