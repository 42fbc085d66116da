//! Writing files without following links, and keeping what is private to the user.
//!
//! What is checked may be a checkout of another author's, and the folders that are written to lie in it: a link that
//! waits there under the name of our file would lead the text elsewhere.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Writes a file of ours, anew or over an earlier one. A link in its place is an error.
pub(crate) fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let options = options.write(true).create(true).truncate(true);
    let mut file = options.custom_flags(libc::O_NOFOLLOW).open(path)?;
    file.write_all(contents)
}

/// Opens a file of ours that grows. A link in its place is an error.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let options = options.create(true).read(true).append(true);
    options.custom_flags(libc::O_NOFOLLOW).open(path)
}

/// Replaces a file of ours: its readers see the old text or the new one. A link in its place is replaced itself.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut draft = tempfile::Builder::new()
        .prefix(".cegar-")
        .permissions(PermissionsExt::from_mode(0o644))
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    draft.write_all(contents)?;
    draft.persist(path).map(drop).map_err(|failed| failed.error)
}

/// Whether a folder is one, and not a link to another.
pub(crate) fn is_real_folder(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
}

/// Whether a file that the user names for output is a link. Those to open files, as `/dev/stdout`, are the system's.
pub(crate) fn is_link(path: &Path) -> bool {
    let systems = path.starts_with("/dev") || path.starts_with("/proc");
    !systems && std::fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink())
}

/// What is said of such a link.
pub(crate) const LINK: &str = "it is a link; name the file itself";

/// A new folder for what only the user may see, whose name cannot be guessed.
pub(crate) fn private_folder() -> io::Result<PathBuf> {
    let folder = tempfile::Builder::new()
        .prefix("cegar-case-")
        .permissions(PermissionsExt::from_mode(0o700))
        .tempdir()?;
    Ok(folder.keep())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("theirs"), "kept").expect("a file");
        for (name, to) in [("link", "theirs"), ("dangling", "new")] {
            symlink(path(to), path(name)).expect("a link");
            assert!(write(&path(name), b"x").is_err());
            assert!(append(&path(name)).is_err());
            assert!(is_link(&path(name)));
            replace(&path(name), b"x").expect("the link is replaced");
            assert!(!is_link(&path(name)));
        }
        assert!(!path("new").exists());
        assert_eq!(std::fs::read(path("theirs")).expect("a file"), b"kept");
        write(&path("link"), b"y").expect("a file of ours");
        assert_eq!(std::fs::read(path("link")).expect("a file"), b"y");
        assert!(!is_link(Path::new("/dev/stdout")));
    }

    #[test]
    fn a_private_folder_is_private() {
        let [one, other] = [(); 2].map(|()| private_folder().expect("a folder"));
        assert_ne!(one, other);
        for folder in [one, other] {
            let about = std::fs::symlink_metadata(&folder).expect("it is there");
            assert_eq!(about.permissions().mode() & 0o777, 0o700);
            std::fs::remove_dir(folder).expect("it is empty");
        }
    }
}
