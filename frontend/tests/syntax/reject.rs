//! Files with errors, and the messages they must give.

use std::path::Path;

use libtest_mimic::Trial;

use crate::tools::{files, parse, stem};

/// A test for every file.
pub(crate) fn trials() -> Vec<Trial> {
    let trial = |path: std::path::PathBuf| {
        Trial::test(format!("reject/{}", stem(&path)), move || Ok(check(&path)?))
    };
    files("reject").into_iter().map(trial).collect()
}

fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read(file).expect("readable");
    let name = file.file_name().and_then(|name| name.to_str());
    let found = parse(name.expect("a plain name"), &text).messages();
    let expectation = file.with_extension("txt");
    if std::env::var_os("CEGAR_BLESS").is_some() {
        std::fs::write(&expectation, &found).expect("writable");
    }
    let expected = std::fs::read_to_string(&expectation).unwrap_or_default();
    match found == expected {
        true => Ok(()),
        false => Err(format!("--- expected\n{expected}--- found\n{found}")),
    }
}
