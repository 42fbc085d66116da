//! What the tests share: parsing a text, and asking gcc.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use frontend::syntax::{self, Parsed};
use source::{Interner, Sources};

/// A parsed text with what its names and positions mean.
pub(crate) struct Outcome {
    pub(crate) parsed: Parsed,
    pub(crate) sources: Sources,
    pub(crate) interner: Interner,
}

impl Outcome {
    pub(crate) fn printed(&self) -> String {
        syntax::print(&self.parsed.ast, &self.interner)
    }

    pub(crate) fn messages(&self) -> String {
        self.parsed.diagnostics.render(&self.sources)
    }
}

/// Parses preprocessed text and checks what must hold of any result.
pub(crate) fn parse(name: &str, text: &[u8]) -> Outcome {
    let mut sources = Sources::new();
    let unit = sources.add(name, text.to_vec()).expect("tests are small");
    let mut interner = Interner::new();
    let parsed = syntax::parse(&sources, unit, &mut interner);
    if let Err(broken) = parsed.ast.verify() {
        panic!("{name}: the tree is broken: {broken:?}");
    }
    Outcome {
        parsed,
        sources,
        interner,
    }
}

/// The files of a folder beside this one, in order.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/syntax")
        .join(folder);
    let entries = std::fs::read_dir(root).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(!files.is_empty(), "{folder}");
    files
}

/// What a test of a file is called.
pub(crate) fn stem(file: &Path) -> String {
    file.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

pub(crate) fn gcc(arguments: &[&str], directory: &Path) -> Output {
    let mut command = Command::new("gcc");
    command
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null());
    command.output().expect("gcc runs")
}

/// What gcc makes of preprocessed text: code, data, symbols and relocations.
pub(crate) fn object(text: &[u8], level: &str, model: &str) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("unit.i");
    std::fs::write(&file, text).expect("a temporary file can be written");
    let arguments = ["-w", level, model, "-g0", "-c", "unit.i", "-o", "unit.o"];
    let output = gcc(&arguments, folder.path());
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut dump = Command::new("objdump");
    dump.args(["-d", "-r", "-s", "-t", "unit.o"])
        .current_dir(folder.path());
    let dump = dump.output().expect("objdump comes with gcc");
    // The symbol of the source file is called after the line markers of the original.
    let lines = dump.stdout.split(|&byte| byte == b'\n');
    let kept = lines.filter(|line| !line.windows(5).any(|part| part == b"*ABS*"));
    Ok(kept.collect::<Vec<_>>().join(&b'\n'))
}

/// Compares what gcc makes of two texts. Without optimisation it puts a `nop` here and there to
/// tell lines apart, so a difference counts only if it is there with optimisation too.
pub(crate) fn same_object(original: &[u8], printed: &[u8], model: &str) -> Result<(), String> {
    for level in ["-O0", "-O1"] {
        let expected = object(original, level, model)?;
        let found = object(printed, level, model).map_err(|error| format!("reprint: {error}"))?;
        if expected == found {
            return Ok(());
        }
    }
    Err("the object code differs".to_owned())
}
