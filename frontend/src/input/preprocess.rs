//! Running the system's preprocessor.
//!
//! `.c` files go through `cc -E` with the user's flags; `.i` files and standard input are taken as
//! they are. The files that the text was made of (system headers excepted) are read as well, so
//! that messages can show the lines as they were written. What lies outside of the [`Boundary`] is not
//! taken: neither as a part of the program nor to be shown.

mod run;

use std::path::{Path, PathBuf};

use super::boundary::Boundary;
use source::Diagnostic;
use source::Span;
use source::regular_file;
use source::{Sources, TooLarge, UnitId};

pub use run::Limits;
use run::{Preprocessed, cut_short, system_folders};

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
    /// What it may use.
    pub limits: Limits,
    /// Which files it may read.
    pub boundary: Boundary,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            cc: "cc".to_owned(),
            flags: Vec::new(),
            ilp32: false,
            directory: None,
            limits: Limits::default(),
            boundary: Boundary::default(),
        }
    }
}

impl Config {
    /// A file as the preprocessor names it, seen from here.
    fn located(&self, name: &Path) -> PathBuf {
        let directory = self.directory.as_deref();
        directory.map_or(name.to_owned(), |directory| directory.join(name))
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
    /// The preprocessor did not come to its end, for this reason.
    CutShort(String),
    /// A file that it includes lies where the user has not pointed.
    Outside(PathBuf),
}

/// What to do about a file that is not taken.
const ALLOW_READ_HINT: &str =
    "--allow-read FOLDER takes files from there, if you trust the program";

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
            Error::CutShort(why) => write!(f, "preprocessing did not end well: {why}"),
            Error::Outside(path) => write!(
                f,
                "{} is a part of the program, and neither in its own folder nor a header of the system; {ALLOW_READ_HINT}",
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
    let full = config.located(path);
    // Asked for first: the compiler's own words for a missing file are less clear.
    let original = read(full.clone())?;
    if !config.boundary.holds(&full) {
        return Err(Error::Outside(full));
    }
    if path.extension().is_some_and(|extension| extension == "i") {
        return Ok(sources.add(&name, original)?);
    }
    let no_compiler = |error| Error::NoCompiler(config.cc.clone(), error);
    let Preprocessed { ended, read } = run::run(path, config).map_err(no_compiler)?;
    if let Some(why) = cut_short(&ended, config) {
        return Err(Error::CutShort(why));
    }
    let mut boundary = Reach::new(config);
    // A name with the end of a line in it is told in parts, which are not there.
    let mut there = read.iter().filter(|file| config.located(file).exists());
    let outside = there.find(|file| !boundary.holds(file));
    if let Some(file) = outside {
        return Err(Error::Outside(file.clone()));
    }
    if !ended.status.success() {
        let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
        let mut messages = Messages {
            sources,
            name,
            boundary,
        };
        return Err(Error::Failed(messages.read(original, &stderr)));
    }
    let unit = sources.add(&name, ended.stdout)?;
    if read.is_empty() {
        // A compiler that does not say what it read: all that line markers name has been.
        let lines = sources.unit(unit).lines();
        let names = lines.files().map(|(_, name)| PathBuf::from(name));
        let mut files = names.filter(|name| config.located(name).exists());
        if let Some(file) = files.find(|file| !boundary.holds(file)) {
            return Err(Error::Outside(file));
        }
    }
    add_originals(sources, unit, config, &mut boundary);
    Ok(unit)
}

/// The boundary, with the folders of the compiler's own as soon as they matter.
struct Reach<'c> {
    config: &'c Config,
    boundary: Option<Boundary>,
}

impl<'c> Reach<'c> {
    fn new(config: &'c Config) -> Reach<'c> {
        Reach {
            config,
            boundary: None,
        }
    }

    fn holds(&mut self, file: &Path) -> bool {
        let path = self.config.located(file);
        if self.config.boundary.holds(&path) {
            return true;
        }
        // The usual places were not enough: a compiler of the user's own choice knows others.
        let config = self.config;
        let wider = self.boundary.get_or_insert_with(|| {
            let mut wider = config.boundary.clone();
            for folder in system_folders(config) {
                wider.allow(&folder);
            }
            wider
        });
        wider.holds(&path)
    }
}

/// Takes text that is already preprocessed, as from standard input.
pub fn load_text(sources: &mut Sources, name: &str, text: Vec<u8>) -> Result<UnitId, Error> {
    Ok(sources.add(name, text)?)
}

fn read(path: PathBuf) -> Result<Vec<u8>, Error> {
    match regular_file::read(&path) {
        Ok(text) if text.contains(&0) => Err(Error::Binary(path)),
        Ok(text) => Ok(text),
        Err(error) => Err(Error::Unreadable(path, error)),
    }
}

/// The largest file that is read only to show its lines.
const MAX_ORIGINAL_BYTES: u64 = 16 << 20;

/// Line markers may name any file: those outside of the boundary are not read.
fn add_originals(sources: &mut Sources, unit: UnitId, config: &Config, boundary: &mut Reach<'_>) {
    let lines = sources.unit(unit).lines();
    let wanted: Vec<_> = lines
        .user_files()
        .into_iter()
        .map(|file| (file, lines.file_name(file).to_owned()))
        .filter(|(_, name)| !name.starts_with('<'))
        .collect();
    for (file, name) in wanted {
        let path = config.located(Path::new(&name));
        let small = std::fs::metadata(&path)
            .is_ok_and(|found| found.is_file() && found.len() <= MAX_ORIGINAL_BYTES);
        if small
            && boundary.holds(Path::new(&name))
            && let Ok(text) = regular_file::read(&path)
        {
            sources.add_original(unit, file, text);
        }
    }
}

/// What compilers say of a header that they do not find, and what to do then.
const NO_FILE: &str = ": No such file or directory";
const MISSING_HEADER: &str =
    "-I FOLDER says where headers are; --compile-commands FILE takes the flags of your build";

/// The compiler's errors as diagnostics.
struct Messages<'s, 'c> {
    sources: &'s mut Sources,
    /// The file that was preprocessed.
    name: String,
    boundary: Reach<'c>,
}

impl Messages<'_, '_> {
    /// Those in the file itself get a place in it.
    fn read(&mut self, original: Vec<u8>, stderr: &str) -> Vec<Diagnostic> {
        let unit = self.sources.add(&self.name, original).ok();
        let lines = stderr.lines().filter_map(split_message);
        let mut found: Vec<Diagnostic> = lines
            .map(|(place, message)| self.diagnostic(unit, place, message))
            .collect();
        if found.is_empty() {
            let text = stderr.lines().next().unwrap_or("no reason given");
            let text = format!("{}: {text}", self.name);
            found.push(Diagnostic::error(Span::NONE, text));
        }
        found
    }

    fn diagnostic(&mut self, unit: Option<UnitId>, place: &str, message: &str) -> Diagnostic {
        let own = place.strip_prefix(&format!("{}:", self.name));
        let span = unit.zip(own);
        let span = span.and_then(|(unit, place)| place_span(self.sources, unit, place));
        if let Some(span) = span {
            return with_hint(Diagnostic::error(span, message));
        }
        // The words of a message may be those of the file.
        let file = place.trim_end_matches(|c: char| c == ':' || c.is_ascii_digit());
        let there = self.boundary.config.located(Path::new(file)).exists();
        if there && !self.boundary.holds(Path::new(file)) {
            let text = format!(
                "{place}: the preprocessor refuses this file, which is not the program's own"
            );
            return Diagnostic::error(Span::NONE, text).with_hint(ALLOW_READ_HINT);
        }
        with_hint(Diagnostic::error(Span::NONE, format!("{place}: {message}")))
    }
}

fn with_hint(error: Diagnostic) -> Diagnostic {
    match error.message.ends_with(NO_FILE) {
        true => error.with_hint(MISSING_HEADER),
        false => error,
    }
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
        crate::process::command("cc").is_ok()
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
