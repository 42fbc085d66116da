//! Running the system's preprocessor.
//!
//! `.c` files go through `cc -E` with the user's flags; `.i` files and standard input are taken as
//! they are. The files that the text was made of (system headers excepted) are read as well, so
//! that messages can show the lines as they were written.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::diagnostic::Diagnostic;
use super::span::Span;
use super::unit::{Sources, TooLarge, UnitId};

/// How to preprocess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The compiler to run.
    pub cc: String,
    /// Flags for it, as the user gave them: `-I`, `-D`, `-U`, `-include` and the like.
    pub flags: Vec<String>,
    /// Whether to preprocess for a 32-bit target (`-m32`).
    pub ilp32: bool,
    /// Where to run it; relative names are relative to this.
    pub directory: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            cc: "cc".to_owned(),
            flags: Vec::new(),
            ilp32: false,
            directory: None,
        }
    }
}

/// Why there is no preprocessed text.
#[derive(Debug)]
pub enum Error {
    /// The file cannot be read.
    Unreadable(PathBuf, std::io::Error),
    /// The compiler cannot be run.
    NoCompiler(String, std::io::Error),
    /// The preprocessor refused the file; its messages, with their places where they have one.
    Failed(Vec<Diagnostic>),
    /// The text is too large.
    TooLarge,
    /// It is no text.
    Binary(PathBuf),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Unreadable(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Error::NoCompiler(cc, error) => {
                write!(
                    f,
                    "cannot run `{cc}` to preprocess: {error}; name another with --cc"
                )
            }
            Error::Failed(_) => f.write_str("the preprocessor refused the file"),
            Error::TooLarge => TooLarge.fmt(f),
            Error::Binary(path) => write!(
                f,
                "{} is no text: there are zero bytes in it",
                path.display()
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<TooLarge> for Error {
    fn from(_: TooLarge) -> Error {
        Error::TooLarge
    }
}

/// Reads a file into `sources`, through the preprocessor unless it ends in `.i`.
pub fn load(sources: &mut Sources, path: &Path, config: &Config) -> Result<UnitId, Error> {
    let name = path.display().to_string();
    let full = config
        .directory
        .as_ref()
        .map_or(path.to_owned(), |dir| dir.join(path));
    if path.extension().is_some_and(|extension| extension == "i") {
        let text = read(full)?;
        return Ok(sources.add(&name, text)?);
    }
    // Asked for first: the compiler's own words for a missing file are less clear.
    let original = read(full)?;
    let output = run(path, config)?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(Error::Failed(compiler_messages(
            sources, path, original, &stderr,
        )));
    }
    let unit = sources.add(&name, output.stdout)?;
    add_originals(sources, unit, config);
    Ok(unit)
}

/// Takes text that is already preprocessed, as from standard input.
pub fn load_text(sources: &mut Sources, name: &str, text: Vec<u8>) -> Result<UnitId, Error> {
    Ok(sources.add(name, text)?)
}

fn read(path: PathBuf) -> Result<Vec<u8>, Error> {
    match std::fs::read(&path) {
        Ok(text) if text.contains(&0) => Err(Error::Binary(path)),
        Ok(text) => Ok(text),
        Err(error) => Err(Error::Unreadable(path, error)),
    }
}

fn run(path: &Path, config: &Config) -> Result<std::process::Output, Error> {
    let mut command = Command::new(&config.cc);
    command.arg("-E").args(&config.flags);
    if config.ilp32 {
        command.arg("-m32");
    }
    // A file whose name starts with a dash is not a flag.
    let shown = if path.starts_with("-") || path.to_string_lossy().starts_with('-') {
        Path::new(".").join(path)
    } else {
        path.to_owned()
    };
    command.arg(shown).stdin(Stdio::null()).env("LC_ALL", "C");
    if let Some(directory) = &config.directory {
        command.current_dir(directory);
    }
    command
        .output()
        .map_err(|error| Error::NoCompiler(config.cc.clone(), error))
}

/// The largest file that is read only to show its lines.
const LARGEST_ORIGINAL: u64 = 16 << 20;

fn add_originals(sources: &mut Sources, unit: UnitId, config: &Config) {
    let lines = sources.unit(unit).lines();
    let wanted: Vec<_> = lines
        .user_files()
        .into_iter()
        .map(|file| (file, lines.file_name(file).to_owned()))
        .filter(|(_, name)| !name.starts_with('<'))
        .collect();
    for (file, name) in wanted {
        let path = config
            .directory
            .as_ref()
            .map_or(PathBuf::from(&name), |dir| dir.join(&name));
        let small = std::fs::metadata(&path)
            .is_ok_and(|found| found.is_file() && found.len() <= LARGEST_ORIGINAL);
        if let (true, Ok(text)) = (small, std::fs::read(&path)) {
            sources.add_original(unit, file, text);
        }
    }
}

/// What compilers say of a header that they do not find, and what to do then.
const NO_FILE: &str = ": No such file or directory";
const MISSING_HEADER: &str =
    "-I FOLDER says where headers are; --compile-commands FILE takes the flags of your build";

/// The compiler's errors as diagnostics. Those in the file itself get a place in it.
fn compiler_messages(
    sources: &mut Sources,
    path: &Path,
    original: Vec<u8>,
    stderr: &str,
) -> Vec<Diagnostic> {
    let name = path.display().to_string();
    let unit = sources.add(&name, original).ok();
    let mut found = Vec::new();
    for line in stderr.lines() {
        let Some((place, message)) = split_message(line) else {
            continue;
        };
        let span = unit
            .filter(|_| place.starts_with(&format!("{name}:")))
            .and_then(|unit| place_span(sources, unit, &place[name.len() + 1..]));
        let text = match span {
            Some(_) => message.to_owned(),
            None => format!("{place}: {message}"),
        };
        let error = Diagnostic::error(span.unwrap_or(Span::NONE), text);
        found.push(match message.ends_with(NO_FILE) {
            true => error.with_hint(MISSING_HEADER),
            false => error,
        });
    }
    if found.is_empty() {
        let text = stderr.lines().next().unwrap_or("no reason given");
        found.push(Diagnostic::error(Span::NONE, format!("{name}: {text}")));
    }
    found
}

/// `file:line:column` and the text of an error line.
fn split_message(line: &str) -> Option<(&str, &str)> {
    [": fatal error: ", ": error: "]
        .iter()
        .find_map(|mark| line.split_once(mark))
}

/// The span of `line:column` in a file that was added as it is.
fn place_span(sources: &Sources, unit: UnitId, place: &str) -> Option<Span> {
    let (line, column) = place.split_once(':').unwrap_or((place, "1"));
    let (line, column): (usize, u32) = (line.parse().ok()?, column.parse().ok()?);
    let unit = sources.unit(unit);
    let index = line
        .checked_sub(1)
        .filter(|&index| index < unit.lines().line_count())?;
    let length = unit.lines().line_bytes(unit.text(), index).len() as u32;
    let start = unit.lines().line_start(index) + column.saturating_sub(1).min(length);
    Some(unit.span(start, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_temporary_folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("cegar-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        for (file, text) in files {
            std::fs::write(folder.join(file), text).expect("a temporary file can be written");
        }
        folder
    }

    fn has_cc() -> bool {
        Command::new("cc").arg("--version").output().is_ok()
    }

    #[test]
    fn flags_and_headers_reach_the_preprocessor() {
        if !has_cc() {
            return;
        }
        let header = "int from_header;\n";
        let source = "#include \"u.h\"\nint x = VALUE;\n\n  int y = TWICE(3);\n";
        let folder = in_temporary_folder("flags", &[("u.h", header), ("u.c", source)]);
        let flags = vec!["-DVALUE=7".to_owned(), "-DTWICE(x)=((x)+(x))".to_owned()];
        let config = Config {
            flags,
            directory: Some(folder.clone()),
            ..Config::default()
        };
        let mut sources = Sources::new();
        let unit = load(&mut sources, Path::new("u.c"), &config).expect("preprocesses");
        let unit = sources.unit(unit);
        let text = String::from_utf8_lossy(unit.text()).into_owned();
        let at = |word: &str| {
            let start = text.find(word).expect("the word is there") as u32;
            let found = sources
                .locate(unit.span(start, start + 1))
                .expect("in the unit");
            (
                found.file.to_owned(),
                found.line,
                found.column,
                found.expanded,
            )
        };
        assert_eq!(at("from_header"), ("u.h".to_owned(), 1, 5, false));
        assert_eq!(at("7"), ("u.c".to_owned(), 2, 9, true));
        assert_eq!(at("y ="), ("u.c".to_owned(), 4, 7, false));
        assert_eq!(at("+"), ("u.c".to_owned(), 4, 11, true));
        std::fs::remove_dir_all(folder).expect("the folder can be removed");
    }

    #[test]
    fn a_missing_header_is_reported_where_it_is_asked_for() {
        if !has_cc() {
            return;
        }
        let folder = in_temporary_folder("missing", &[("u.c", "\n#include \"no-such.h\"\n")]);
        let config = Config {
            directory: Some(folder.clone()),
            ..Config::default()
        };
        let mut sources = Sources::new();
        let result = load(&mut sources, Path::new("u.c"), &config);
        let Err(Error::Failed(messages)) = result else {
            panic!("{result:?}")
        };
        let text = messages[0].render(&sources);
        assert!(text.starts_with("u.c:2:10: error: no-such.h"), "{text}");
        std::fs::remove_dir_all(folder).expect("the folder can be removed");
    }

    #[test]
    fn what_is_not_there_says_so() {
        let mut sources = Sources::new();
        let result = load(&mut sources, Path::new("/no/such.c"), &Config::default());
        assert!(matches!(result, Err(Error::Unreadable(..))), "{result:?}");
        let cc = "no-such-compiler".to_owned();
        let config = Config {
            cc,
            ..Config::default()
        };
        let result = load(&mut sources, Path::new("Cargo.toml"), &config);
        assert!(matches!(result, Err(Error::NoCompiler(..))), "{result:?}");
    }
}
