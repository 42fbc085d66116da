//! Programs by csmith (Debian packages csmith and libcsmith-dev): random, without undefined
//! behaviour, printing one checksum of all their variables.

use super::process::{self, Limits, Output};
use std::path::{Path, PathBuf};

/// Where csmith's headers are, for the preprocessor.
pub(crate) const INCLUDE: &str = "/usr/include/csmith";

pub(crate) fn available() -> bool {
    // Each run leaves a `platform.info` behind, even one that only tells the version.
    tempfile::tempdir().is_ok_and(|dir| {
        Path::new(INCLUDE).join("csmith.h").exists()
            && csmith(dir.path(), &["--version"]).is_ok_and(|o| o.exit == Some(0))
    })
}

/// Writes the program of a seed into a directory.
pub(crate) fn generate(seed: u64, dir: &Path) -> Result<PathBuf, String> {
    let file = dir.join(format!("csmith-{seed}.c"));
    let seed = seed.to_string();
    let output = csmith(dir, &["--seed", &seed]).map_err(|e| format!("cannot run csmith: {e}"))?;
    if output.exit != Some(0) {
        return Err(format!("csmith fails: {}", output.stderr));
    }
    std::fs::write(&file, output.stdout).map_err(|e| e.to_string())?;
    Ok(file)
}

fn csmith(dir: &Path, args: &[&str]) -> std::io::Result<Output> {
    process::run_in(dir, Path::new("csmith"), args, Limits::seconds(60))
}
