//! Programs in a variant that holds and one that does not, told apart by `-DBROKEN`.

use std::path::PathBuf;
use std::process::Command;

/// Checks a program: the exit code, and what is printed.
pub(crate) fn code(name: &str, program: &str, variant: Option<&str>) -> (Option<i32>, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("check-variants");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(name).with_extension("c");
    std::fs::write(&file, program).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_cegar"))
        .arg("check")
        .arg(&file)
        .args(["--time-limit", "60"])
        .args(variant)
        .output()
        .expect("cegar runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), text + &told)
}

/// The same of both variants.
pub(crate) fn codes(name: &str, program: &str) -> [(Option<i32>, String); 2] {
    [None, Some("-DBROKEN")].map(|variant| code(name, program, variant))
}

/// The one holds and the other does not.
#[track_caller]
pub(crate) fn both(name: &str, program: &str) {
    let [(good, proof), (bad, bug)] = codes(name, program);
    assert_eq!(good, Some(0), "{name}\n{proof}");
    assert_eq!(bad, Some(10), "{name}, broken\n{bug}");
}
