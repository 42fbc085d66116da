//! Reading files whose paths are not trusted: a pipe without a writer, a device without an end and a folder are errors,
//! and reading never waits for them.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Larger files are refused: no source is that large.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// The contents of a regular file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let read = open(path)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut text)?;
    match read as u64 > MAX_FILE_BYTES {
        true => Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "it is too large",
        )),
        false => Ok(text),
    }
}

/// The contents of a regular file that is text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let text = read(path)?;
    String::from_utf8(text).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, NO_TEXT))
}

const NO_TEXT: &str = "stream did not contain valid UTF-8";

/// Opens without waiting for the writer of a pipe; the file that was opened is the one that is examined.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
    let file = options.read(true).custom_flags(flags).open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    match about.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, SPECIAL)),
    }
}

/// What is said of pipes and devices where a file is expected.
pub const SPECIAL: &str = "not a file that can be read from its start to its end";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let name = std::ffi::CString::new(pipe.to_str().expect("text")).expect("no zero");
        // SAFETY: the name is a string that lives long enough.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        let kind = |path: &Path| read(path).expect_err("no file").kind();
        assert_eq!(kind(&pipe), io::ErrorKind::InvalidInput);
        assert_eq!(kind(Path::new("/dev/zero")), io::ErrorKind::InvalidInput);
        assert_eq!(kind(folder.path()), io::ErrorKind::IsADirectory);
        assert_eq!(kind(&folder.path().join("none")), io::ErrorKind::NotFound);
        std::fs::write(folder.path().join("a"), "text").expect("a file");
        assert_eq!(read(&folder.path().join("a")).expect("a file"), b"text");
    }
}
