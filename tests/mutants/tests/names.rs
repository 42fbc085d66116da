//! Every mutation in the sources is in the list, and every one in the list is in the sources.

use std::collections::BTreeSet;
use std::path::Path;

#[path = "../../support/source_folders.rs"]
mod source_folders;

#[test]
fn the_list_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut open = source_folders::source_folders(&root);
    let mut used = BTreeSet::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("a folder can be read");
            open.extend(inside.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("a file can be read");
            let names = text.split("mutants::is(\"").skip(1);
            used.extend(names.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        }
    }
    let listed: Vec<String> = mutants::all().map(str::to_owned).collect();
    let distinct: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), distinct.len(), "a name is listed twice");
    let unlisted: Vec<&String> = used.difference(&distinct).collect();
    let unused: Vec<&String> = distinct.difference(&used).collect();
    assert!(unlisted.is_empty(), "not in list.txt: {unlisted:?}");
    assert!(unused.is_empty(), "only in list.txt: {unused:?}");
    assert!(used.len() >= 60);
}
