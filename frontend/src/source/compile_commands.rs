//! Reading `compile_commands.json`, which says how a project compiles each of its files.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::preprocess;

/// How one file is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileCommand {
    /// The source file, as the entry names it.
    pub file: PathBuf,
    /// What the command makes, if it says so.
    pub output: Option<PathBuf>,
    /// How to preprocess it: the compiler, its flags and the folder to run it in.
    pub config: preprocess::Config,
}

/// What is wrong with a compilation database, or with one of its entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    pub what: String,
    /// Line and column, where it is no JSON.
    pub at: Option<(usize, usize)>,
}

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the compilation database is malformed: {}", self.what)
    }
}

impl std::error::Error for Malformed {}

impl CompileCommand {
    /// The source file, seen from where this program runs.
    pub fn path(&self) -> PathBuf {
        let directory = self.config.directory.as_deref();
        let path = directory.unwrap_or(Path::new("")).join(&self.file);
        path.components().collect()
    }
}

/// Reads the text of a compilation database. Relative folders are relative to `root`.
pub fn read(text: &str, root: &Path) -> Result<Vec<CompileCommand>, Malformed> {
    read_each(text, root)?.into_iter().collect()
}

/// The same with the mistakes of each entry: others may be usable.
pub fn read_each(
    text: &str,
    root: &Path,
) -> Result<Vec<Result<CompileCommand, Malformed>>, Malformed> {
    let value: Value = serde_json::from_str(text).map_err(|error| Malformed {
        what: error.to_string(),
        at: Some((error.line(), error.column())),
    })?;
    let malformed = |what| Malformed { what, at: None };
    let Value::Array(entries) = value else {
        return Err(malformed("it is not a list".to_owned()));
    };
    let numbered = entries.iter().enumerate();
    let read = numbered.map(|(index, entry)| {
        command(entry, root).map_err(|what| malformed(format!("entry {}: {what}", index + 1)))
    });
    Ok(read.collect())
}

/// Those commands whose file or output is, or ends with, `wanted`; or whose output lies in the
/// folder `wanted`.
pub fn matching<'c>(commands: &'c [CompileCommand], wanted: &Path) -> Vec<&'c CompileCommand> {
    let fits = |path: &Path| path.ends_with(wanted) || path == wanted;
    commands
        .iter()
        .filter(|command| {
            let output = command.output.as_deref();
            fits(&command.file)
                || command.path() == wanted
                || output.is_some_and(|output| fits(output) || output.starts_with(wanted))
        })
        .collect()
}

fn command(entry: &Value, root: &Path) -> Result<CompileCommand, String> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let file = PathBuf::from(text("file").ok_or("it names no file")?);
    let directory = root.join(text("directory").unwrap_or("."));
    let arguments = match entry.get("arguments") {
        Some(Value::Array(list)) => {
            let words = list.iter().map(|word| word.as_str().map(str::to_owned));
            words
                .collect::<Option<Vec<String>>>()
                .ok_or("an argument is not a string")?
        }
        Some(_) => return Err("its arguments are not a list".to_owned()),
        None => split(text("command").ok_or("it has neither command nor arguments")?)?,
    };
    let mut words = arguments.into_iter();
    let cc = words.next().ok_or("its command is empty")?;
    let kept = preprocessing_flags(words, &file);
    let output = text("output").map(PathBuf::from).or(kept.output);
    let ilp32 = kept.flags.iter().any(|flag| flag == "-m32");
    let config = preprocess::Config {
        cc,
        flags: kept.flags,
        ilp32,
        directory: Some(directory),
    };
    Ok(CompileCommand {
        file,
        output,
        config,
    })
}

struct Kept {
    flags: Vec<String>,
    output: Option<PathBuf>,
}

/// Leaves out what asks for output: the object, dependency files, the input itself.
fn preprocessing_flags(words: impl Iterator<Item = String>, file: &Path) -> Kept {
    let mut kept = Kept {
        flags: Vec::new(),
        output: None,
    };
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-o" => kept.output = words.next().map(PathBuf::from),
            "-MF" | "-MT" | "-MQ" => drop(words.next()),
            "-c" | "-S" | "-E" | "-M" | "-MM" | "-MD" | "-MMD" | "-MP" | "-MG" | "--" => {}
            word if word.starts_with("-Wp,-M") || Path::new(word) == file => {}
            "-I" | "-D" | "-U" | "-include" | "-imacros" | "-isystem" | "-iquote"
            | "-idirafter" | "-x" | "-isysroot" | "--param" | "-Xpreprocessor" => {
                kept.flags.push(word);
                kept.flags.extend(words.next());
            }
            // Other inputs than the entry's file are not its flags.
            text if !text.starts_with('-') && !text.starts_with('@') => {}
            _ => kept.flags.push(word),
        }
    }
    kept
}

/// Splits a command as a shell would: quotes and backslashes, nothing more.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or("a quote is not closed")? {
                        '\'' => break,
                        inside => word.push(inside),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match characters.next().ok_or("a quote is not closed")? {
                        '"' => break,
                        '\\' => match characters.next().ok_or("a quote is not closed")? {
                            escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        inside => word.push(inside),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(characters.next()),
            plain => word.get_or_insert_default().push(plain),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_what_preprocessing_needs() {
        let text = r#"[
            {"directory": "/p/build", "file": "../src/a.c",
             "command": "gcc -m32 -I../inc -D 'NAME=\"x y\"' -DQ=\\\"q\\\" -Wp,-MMD,x.d -MF d -O2 -c -o obj/a.o ../src/a.c"},
            {"file": "b.c", "arguments": ["clang", "-include", "k.h", "-c", "b.c"], "output": "obj/b.o"}
        ]"#;
        let commands = read(text, Path::new("/root")).expect("well-formed");
        let first = &commands[0];
        assert_eq!(first.config.cc, "gcc");
        let flags = ["-m32", "-I../inc", "-D", "NAME=\"x y\"", "-DQ=\"q\"", "-O2"];
        assert_eq!(first.config.flags, flags);
        assert_eq!(first.output.as_deref(), Some(Path::new("obj/a.o")));
        assert!(first.config.ilp32);
        assert_eq!(
            first.config.directory.as_deref(),
            Some(Path::new("/p/build"))
        );
        let second = &commands[1];
        assert_eq!(second.config.flags, ["-include", "k.h"]);
        assert_eq!(
            second.config.directory.as_deref(),
            Some(Path::new("/root/."))
        );

        let files = |wanted: &str| -> Vec<String> {
            let found = matching(&commands, Path::new(wanted));
            found
                .iter()
                .map(|command| command.file.display().to_string())
                .collect()
        };
        assert_eq!(files("a.c"), ["../src/a.c"]);
        assert_eq!(files("obj"), ["../src/a.c", "b.c"]);
        assert_eq!(files("b.o"), ["b.c"]);
        assert_eq!(files("/root/b.c"), ["b.c"]);
        assert!(files("c.c").is_empty());
    }

    #[test]
    fn one_bad_entry_does_not_spoil_the_others() {
        let text = r#"[{"file": "a.c", "command": "cc a.c"}, {"file": "b.c"}]"#;
        let each = read_each(text, Path::new("/")).expect("it is a list");
        assert_eq!(
            each[0].as_ref().map(CompileCommand::path),
            Ok("/a.c".into())
        );
        assert!(
            each[1]
                .as_ref()
                .is_err_and(|e| e.what.starts_with("entry 2:"))
        );
        let cut = read_each("[\n  {\"file\"", Path::new("/")).expect_err("it is cut off");
        assert_eq!(cut.at, Some((2, 9)));
    }

    #[test]
    fn malformed_ones_say_what_is_wrong() {
        for (text, what) in [
            ("{}", "not a list"),
            ("[{}]", "entry 1: it names no file"),
            ("[{\"file\": \"a.c\"}]", "neither command nor arguments"),
            (
                "[{\"file\": \"a.c\", \"command\": \"cc 'a\"}]",
                "a quote is not closed",
            ),
            ("[{\"file\": \"a.c\", \"arguments\": [1]}]", "not a string"),
            ("[", "EOF"),
        ] {
            let message = read(text, Path::new("/")).expect_err(text).what;
            assert!(message.contains(what), "{message}");
        }
    }
}
