//! Reading `compile_commands.json`, which says how a project compiles each of its files.
//!
//! A compilation database is a part of the project, and so is not trusted: the compiler is the one that the user has
//! chosen, whatever the database says, and of its flags only those are taken that cannot make a compiler run or write
//! something ([`compile_flags`]).

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::compile_flags::{self, Kept};
use super::preprocess;

/// How much of a compilation database is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust<'c> {
    /// The flags that say what the program means. This is the compiler.
    Flags { cc: &'c str },
    /// Everything: its commands are run as they stand, but for their outputs.
    Commands,
}

/// How one file is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileCommand {
    /// The source file, as the entry names it.
    pub file: PathBuf,
    /// What the command makes, if it says so.
    pub output: Option<PathBuf>,
    /// How to preprocess it: the compiler, its flags and the folder to run it in.
    pub config: preprocess::Config,
    /// What the entry asks for that is not done, though it may matter.
    pub left_out: Vec<String>,
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

impl CompileCommand {
    /// The kernel module that the file becomes a part of: the kernel's build says so by a macro.
    pub fn module(&self) -> Option<&str> {
        let flags = self.config.flags.iter();
        let mut defined = flags.filter_map(|flag| {
            let flag = flag.strip_prefix("-D").unwrap_or(flag);
            flag.strip_prefix("KBUILD_MODNAME=")
        });
        Some(defined.next_back()?.trim_matches('"'))
    }
}

/// Those commands whose files are linked into a kernel module of that name: `i2c-core`, `i2c_core` or `i2c-core.ko`.
pub fn of_module<'c>(commands: &'c [CompileCommand], name: &str) -> Vec<&'c CompileCommand> {
    let plain = |name: &str| name.replace('-', "_");
    let wanted = plain(name.strip_suffix(".ko").unwrap_or(name));
    let fits = |command: &&CompileCommand| command.module().is_some_and(|m| plain(m) == wanted);
    commands.iter().filter(fits).collect()
}

/// Reads the text of a compilation database. Relative folders are relative to `root`.
pub fn read(text: &str, root: &Path, trust: Trust<'_>) -> Result<Vec<CompileCommand>, Malformed> {
    read_each(text, root, trust)?.into_iter().collect()
}

/// The same with the mistakes of each entry: others may be usable.
pub fn read_each(
    text: &str,
    root: &Path,
    trust: Trust<'_>,
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
        command(entry, root, trust)
            .map_err(|what| malformed(format!("entry {}: {what}", index + 1)))
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

fn command(entry: &Value, root: &Path, trust: Trust<'_>) -> Result<CompileCommand, String> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let file = PathBuf::from(text("file").ok_or("it names no file")?);
    let directory = root.join(text("directory").unwrap_or("."));
    let mut words = arguments(entry)?.into_iter();
    let compiler = words.next().ok_or("its command is empty")?;
    let words: Vec<String> = words.collect();
    let (cc, kept) = match trust {
        Trust::Commands => (compiler, compile_flags::all(words, &file)),
        Trust::Flags { cc } => {
            let mut kept = compile_flags::allowed(words, cc);
            if !is_usual(&compiler) {
                kept.left_out.insert(0, compiler);
            }
            (cc.to_owned(), kept)
        }
    };
    let Kept {
        flags,
        output,
        left_out,
    } = kept;
    let config = preprocess::Config {
        cc,
        ilp32: flags.iter().any(|flag| flag == "-m32"),
        flags,
        directory: Some(directory),
        ..preprocess::Config::default()
    };
    Ok(CompileCommand {
        output: text("output").map(PathBuf::from).or(output),
        file,
        config,
        left_out,
    })
}

/// The arguments of an entry's command.
fn arguments(entry: &Value) -> Result<Vec<String>, String> {
    match entry.get("arguments") {
        Some(Value::Array(list)) => {
            let words = list.iter().map(|word| word.as_str().map(str::to_owned));
            let words = words.collect::<Option<Vec<String>>>();
            words.ok_or("an argument is not a string".to_owned())
        }
        Some(_) => Err("its arguments are not a list".to_owned()),
        None => {
            let command = entry.get("command").and_then(Value::as_str);
            let command = command.ok_or("it has neither command nor arguments")?;
            shlex::split(command).ok_or("a quote is not closed".to_owned())
        }
    }
}

/// Whether a compiler is one of this machine's own kind: which of them preprocesses makes little difference.
fn is_usual(compiler: &str) -> bool {
    let name = compiler.rsplit('/').next().unwrap_or_default();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    let own = format!("{}-linux-gnu-gcc", std::env::consts::ARCH);
    ["cc", "gcc", "clang", "c", "ccache"].contains(&name) || name == own
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
        let commands = read(text, Path::new("/root"), Trust::Commands).expect("well-formed");
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

    const TRUST: Trust<'_> = Trust::Flags { cc: "cc" };

    #[test]
    fn files_of_one_module_are_found() {
        let text = r#"[
            {"file": "a.c", "command": "gcc -DKBUILD_MODNAME='\"two_part\"' -c a.c"},
            {"file": "b.c", "command": "gcc -D KBUILD_MODNAME='\"two_part\"' -c b.c"},
            {"file": "c.c", "command": "gcc -DKBUILD_MODNAME='\"c\"' -c c.c"},
            {"file": "d.c", "command": "gcc -c d.c"}
        ]"#;
        let commands = read(text, Path::new("/p"), TRUST).expect("well-formed");
        let files = |name: &str| -> Vec<PathBuf> {
            let found = of_module(&commands, name).into_iter();
            found.map(|command| command.file.clone()).collect()
        };
        assert_eq!(files("two-part"), [Path::new("a.c"), Path::new("b.c")]);
        assert_eq!(files("two_part.ko"), files("two-part"));
        assert_eq!(files("c"), [Path::new("c.c")]);
        assert!(files("d").is_empty());
    }

    #[test]
    fn the_compiler_is_the_users_choice() {
        let text = r#"[
            {"file": "a.c", "command": "./evil.sh -I inc -fplugin=./x.so -O2 -c a.c"},
            {"file": "b.c", "arguments": ["/usr/bin/gcc-12", "-Wall", "-DX=1", "-c", "b.c"]},
            {"file": "c.c", "command": "arm-none-eabi-gcc -c c.c"}
        ]"#;
        let commands = read(text, Path::new("/p"), TRUST).expect("well-formed");
        let all = |c: &CompileCommand| {
            (
                c.config.cc.clone(),
                c.config.flags.clone(),
                c.left_out.clone(),
            )
        };
        let words = |list: &[&str]| list.iter().map(|&w| w.to_owned()).collect::<Vec<_>>();
        let expected = [
            (
                words(&["-Iinc", "-O2"]),
                words(&["./evil.sh", "-fplugin=./x.so"]),
            ),
            (words(&["-DX=1"]), words(&[])),
            (words(&[]), words(&["arm-none-eabi-gcc"])),
        ];
        for (command, (flags, left_out)) in commands.iter().zip(expected) {
            assert_eq!(all(command), ("cc".to_owned(), flags, left_out));
        }
    }

    #[test]
    fn one_bad_entry_does_not_spoil_the_others() {
        let text = r#"[{"file": "a.c", "command": "cc a.c"}, {"file": "b.c"}]"#;
        let each = read_each(text, Path::new("/"), TRUST).expect("it is a list");
        assert_eq!(
            each[0].as_ref().map(CompileCommand::path),
            Ok("/a.c".into())
        );
        assert!(
            each[1]
                .as_ref()
                .is_err_and(|e| e.what.starts_with("entry 2:"))
        );
        let cut = read_each("[\n  {\"file\"", Path::new("/"), TRUST).expect_err("it is cut off");
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
            let message = read(text, Path::new("/"), TRUST).expect_err(text).what;
            assert!(message.contains(what), "{message}");
        }
    }
}
