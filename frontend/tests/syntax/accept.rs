//! Files that must parse, compared with gcc through their reprint.

use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::tools::{files, gcc, parse, same_object, stem};

/// Whether gcc can make 32-bit code here; headers for it are a package of their own.
fn has_m32() -> bool {
    let folder = std::env::temp_dir();
    let arguments = ["-m32", "-E", "-include", "stddef.h", "-x", "c", "/dev/null"];
    gcc(&arguments, &folder).status.success()
}

fn preprocessed(file: &Path, model: &str) -> Vec<u8> {
    let name = file.to_str().expect("a plain name");
    let output = gcc(&["-E", model, name], &std::env::temp_dir());
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

fn check(file: &Path, model: &str) -> Result<(), String> {
    let name = file.display().to_string();
    let text = preprocessed(file, model);
    let only = text.windows(13).any(|part| part == b"lp64_only_tag");
    if only && model == "-m32" {
        return Ok(());
    }
    let outcome = parse(&name, &text);
    if outcome.parsed.diagnostics.has_errors() {
        return Err(outcome.messages());
    }
    let printed = outcome.printed();
    let again = parse("reprint", printed.as_bytes());
    if again.parsed.diagnostics.has_errors() {
        return Err(again.messages());
    }
    if again.printed() != printed {
        return Err("a reprint prints differently".into());
    }
    same_object(&text, printed.as_bytes(), model)
}

/// A test for every file and data model, and for the drivers of the corpus. A model that gcc cannot compile for is shown
/// as ignored.
pub(crate) fn trials() -> Vec<Trial> {
    let models = [("lp64", "-m64", true), ("ilp32", "-m32", has_m32())];
    let named = files("accept").into_iter().map(|path| (stem(&path), path));
    let named = named.map(|(name, path)| (format!("accept/{name}"), path));
    let trials = named.chain(drivers()).flat_map(|(name, path)| {
        models.map(|(word, flag, possible)| {
            let path = path.clone();
            let test = move || Ok(check(&path, flag)?);
            Trial::test(format!("{name}::{word}"), test).with_ignored_flag(!possible)
        })
    });
    trials.collect()
}

/// Programs of some hundred lines, as they are written to be checked.
fn drivers() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/drivers");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let folders = entries.map(|entry| entry.expect("readable").path());
    let named = |path: PathBuf| (format!("drivers/{}", stem(&path)), path.join("good.c"));
    let mut found: Vec<_> = folders
        .map(named)
        .filter(|(_, file)| file.exists())
        .collect();
    found.sort();
    assert!(found.len() > 50, "{} drivers", found.len());
    found
}
