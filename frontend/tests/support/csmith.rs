//! Programs by csmith (Debian packages csmith and libcsmith-dev): random, without undefined
//! behaviour, printing one checksum of all their variables.

use super::process::{self, Limits};
use std::path::{Path, PathBuf};

/// Where csmith's headers are, for the preprocessor.
pub(crate) const INCLUDE: &str = "/usr/include/csmith";

pub(crate) fn available() -> bool {
    Path::new(INCLUDE).join("csmith.h").exists()
        && process::run(Path::new("csmith"), &["--version"], Limits::seconds(20))
            .is_ok_and(|o| o.exit == Some(0))
}

/// Writes the program of a seed into a directory.
pub(crate) fn generate(seed: u64, dir: &Path) -> Result<PathBuf, String> {
    let file = dir.join(format!("csmith-{seed}.c"));
    let seed = seed.to_string();
    let output = process::run_in(
        dir,
        Path::new("csmith"),
        &["--seed", &seed],
        Limits::seconds(60),
    )
    .map_err(|e| format!("cannot run csmith: {e}"))?;
    if output.exit != Some(0) {
        return Err(format!("csmith fails: {}", output.stderr));
    }
    std::fs::write(&file, output.stdout).map_err(|e| e.to_string())?;
    Ok(file)
}
