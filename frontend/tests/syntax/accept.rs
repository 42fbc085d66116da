//! Files that must parse, compared with gcc through their reprint.

use std::path::Path;

use crate::tools::{files, gcc, has_gcc, note, parse, same_object};

/// Whether gcc can make 32-bit code here; headers for it are a package of their own.
fn has_m32() -> bool {
    let folder = std::env::temp_dir();
    let arguments = ["-m32", "-E", "-include", "stddef.h", "-x", "c", "/dev/null"];
    let found = gcc(&arguments, &folder).status.success();
    if !found {
        note("gcc cannot compile for 32 bits here: only 64 bits are compared");
    }
    found
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

fn check(model: &str) {
    for file in files("accept") {
        let name = file.display().to_string();
        let text = preprocessed(&file, model);
        let only = text.windows(13).any(|part| part == b"lp64_only_tag");
        if only && model == "-m32" {
            continue;
        }
        let outcome = parse(&name, &text);
        assert!(
            !outcome.parsed.diagnostics.has_errors(),
            "{}",
            outcome.messages()
        );
        let printed = outcome.printed();
        let again = parse("reprint", printed.as_bytes());
        assert!(
            !again.parsed.diagnostics.has_errors(),
            "{name}: {}",
            again.messages()
        );
        assert_eq!(
            again.printed(),
            printed,
            "{name}: a reprint prints differently"
        );
        if let Err(difference) = same_object(&text, printed.as_bytes(), model) {
            panic!("{name} with {model}: {difference}");
        }
    }
}

#[test]
fn reprints_compile_to_the_same_lp64_code() {
    if has_gcc() {
        check("-m64");
    }
}

#[test]
fn reprints_compile_to_the_same_ilp32_code() {
    if has_gcc() && has_m32() {
        check("-m32");
    }
}
