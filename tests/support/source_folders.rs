//! The folders of sources of all crates, as the workspace lists them.

use std::path::{Path, PathBuf};

/// Below the root of the repository, which has a crate of its own.
pub(crate) fn source_folders(root: &Path) -> Vec<PathBuf> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let members = manifest.split_once("members = [").expect("a workspace").1;
    let members = members.split_once(']').expect("the end of the list").0;
    let named = members.split('"').skip(1).step_by(2);
    let crates = named.filter(|name| !name.starts_with("tests/"));
    let folders = crates.map(|name| root.join(name).join("src"));
    let found: Vec<PathBuf> = folders.chain([root.join("src")]).collect();
    assert!(found.iter().all(|folder| folder.is_dir()), "{found:?}");
    found
}
