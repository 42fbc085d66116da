//! Inputs of an attacker who wants to run code, read secrets, write files, leave processes behind or keep us busy: the
//! folders of `tests/hostile/`, whose README says what is looked at. One of them: `cargo test --test hostile macro-bomb`.

#[cfg(target_os = "linux")]
#[path = "support/hostile_case.rs"]
mod case;
#[cfg(target_os = "linux")]
#[allow(dead_code)] // Each test uses its own part.
#[path = "support/hostile.rs"]
mod support;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    use libtest_mimic::{Arguments, Trial};
    use std::{fs, path::Path, path::PathBuf};

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let entries = fs::read_dir(&folder).expect("the cases").flatten();
    let mut cases: Vec<_> = entries.map(|e| e.path()).filter(|p| p.is_dir()).collect();
    cases.sort();
    assert!(cases.len() > 30, "{cases:?}");
    let trial = |folder: PathBuf| {
        let name = folder.file_name().and_then(|n| n.to_str()).expect("text");
        let name = name.to_owned();
        Trial::test(name.clone(), move || Ok(case::run(&folder, &name)?))
    };
    let trials = cases.into_iter().map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

#[cfg(not(target_os = "linux"))]
fn main() {}
