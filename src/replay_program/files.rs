//! The files of a replay program: what is in them, and how they get into a folder.

use std::io;
use std::path::{Path, PathBuf};

use source::regular_file;

use super::{About, Maker, ReplayProgram};
use crate::safe_files;

const DECLARATIONS: &str = include_str!("declarations.c");

/// How `replay.c` begins: a folder that has one was written by us.
pub(super) const MARK: &str = "/* Written by cegar check --replay. Files: ";

/// Why a replay program could not be written.
#[derive(Debug)]
pub(crate) enum Refused {
    /// A file that is not ours would be lost.
    Occupied(PathBuf),
    Failed(PathBuf, io::Error),
}

/// The name of the copy of a unit.
pub(super) fn unit_name(n: usize, name: &str) -> String {
    let stem = Path::new(name).file_stem();
    let stem = stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let stem: String = stem
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect();
    format!("{}-{stem}.i", n + 1)
}

/// A file, not ours, that is in the way of every replay program: better to know before the check than after it.
pub(crate) fn occupied(folder: &Path) -> Option<PathBuf> {
    let earlier = earlier_run(folder);
    let names = ["build", "README.txt", "replay.c"];
    let others = names
        .iter()
        .filter(|name| !earlier.iter().any(|e| e == *name));
    let mut paths = others.map(|name| folder.join(name));
    paths.find(|path| path.exists())
}

/// Writes a replay program into a folder, which is made if it is not there. What an earlier run has left is removed;
/// files of others stay, and nothing is written if one of them is in the way.
pub(crate) fn write(folder: &Path, program: &ReplayProgram) -> Result<(), Refused> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |problem| Refused::Failed(path, problem)
    };
    let earlier = earlier_run(folder);
    for (name, _) in &program.files {
        let path = folder.join(name);
        if path.exists() && !earlier.contains(name) {
            return Err(Refused::Occupied(path));
        }
    }
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    forget(folder);
    for (name, contents) in &program.files {
        let path = folder.join(name);
        safe_files::write(&path, contents).map_err(failed(&path))?;
        if name == "build" {
            executable(&path).map_err(failed(&path))?;
        }
    }
    Ok(())
}

/// Removes what an earlier run has left, which would be taken for this one's; says whether there was something.
pub(crate) fn forget(folder: &Path) -> bool {
    let earlier = earlier_run(folder);
    for name in earlier.iter().map(String::as_str).chain(["replay"]) {
        let path = folder.join(name);
        if !earlier.is_empty() && is_written_by_us(&path, name) {
            // What cannot be removed is written over, or is not a part of a replay program.
            let _ = std::fs::remove_file(path);
        }
    }
    !earlier.is_empty()
}

/// Whether a file is what its name says: a list of names alone, which may come from anywhere, is no reason to remove files.
fn is_written_by_us(path: &Path, name: &str) -> bool {
    let text = || regular_file::read(path).unwrap_or_default();
    match name {
        "replay" => text().starts_with(b"\x7fELF"),
        "replay.c" => text().starts_with(MARK.as_bytes()),
        "build" => text().starts_with(BUILD_MARK.as_bytes()),
        "README.txt" => String::from_utf8_lossy(&text()).contains(README_MARK),
        _ => text().starts_with(UNIT_MARK.as_bytes()),
    }
}

/// How the other files begin.
const BUILD_MARK: &str = "#!/bin/sh\n# Makes the executable ./replay.";
const UNIT_MARK: &str = "# 1 \"replay.h\"\n";
/// What stands in the one for people.
const README_MARK: &str = "This folder makes that execution a program of your own compiler";

fn executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// The files that an earlier run has written.
fn earlier_run(folder: &Path) -> Vec<String> {
    let text = regular_file::read(&folder.join("replay.c")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let first = text.lines().next().unwrap_or_default();
    let names = first
        .strip_prefix(MARK)
        .map(|rest| rest.trim_end_matches(" */"));
    let safe = |name: &&str| !name.contains('/') && !name.is_empty();
    names
        .into_iter()
        .flat_map(|names| names.split(' ').filter(safe).map(Into::into))
        .collect()
}

impl Maker<'_> {
    /// Writes everything down.
    pub(super) fn files(mut self, about: &About<'_>) -> ReplayProgram {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for n in 0..self.units.len() {
            let text = self.unit_text(n);
            files.push((self.units[n].file.clone(), text));
        }
        let units: Vec<String> = files.iter().map(|file| file.0.clone()).collect();
        let remarks: Vec<String> = self.remarks.iter().cloned().collect();
        files.push(("build".into(), build(&units, about.ilp32).into_bytes()));
        let readme = readme(&units, &remarks, about);
        files.push(("README.txt".into(), readme.into_bytes()));
        let all: Vec<&str> = files.iter().map(|file| &*file.0).collect();
        let runtime = self.runtime(&format!("{} replay.c", all.join(" ")));
        files.push(("replay.c".into(), runtime.into_bytes()));
        ReplayProgram { files, remarks }
    }

    fn unit_text(&mut self, n: usize) -> Vec<u8> {
        let edits = std::mem::take(&mut self.units[n].edits);
        let unit = &self.units[n];
        let source = self.checked.compiled.sources.unit(unit.id).text();
        let (uses, definitions) = (&unit.uses, &unit.definitions);
        let renamed = |name: &str, at: usize| {
            let own = definitions.get(&at);
            // Headers name the compiler's own functions before anything is declared.
            let built_in = name.starts_with("__builtin_") && !unit.in_function(at);
            let inside = unit.inside.iter().find(|(range, _)| range.contains(&at));
            let inside = inside.and_then(|(_, names)| names.get(name));
            let used = inside.or(uses.get(name)).filter(|_| !built_in);
            own.or(used).cloned()
        };
        let mut text = format!("{UNIT_MARK}{DECLARATIONS}{}", unit.before).into_bytes();
        text.extend(format!("# 1 \"{}\"\n", in_quotes(&unit.name)).into_bytes());
        text.extend(edits.apply(source, &renamed));
        text.extend(b"\n# 1 \"replay\"\n");
        text.extend(unit.after.as_bytes());
        text
    }
}

/// A name as a line marker has it.
pub(super) fn in_quotes(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"")
}

fn build(units: &[String], ilp32: bool) -> String {
    let width = if ilp32 { " -m32" } else { "" };
    let hint = match ilp32 {
        true => {
            " || {\n    echo \"The program was checked as one of 32 bits: the compiler needs its 32-bit libraries\" \\\n         \"(on Debian and Ubuntu: the package gcc-multilib).\" >&2\n    exit 1\n}"
        }
        false => "",
    };
    let units = units.join(" ");
    format!(
        "{BUILD_MARK} Another compiler, other flags: CC=clang CFLAGS=-O1 ./build\n\
         CDPATH= cd -- \"$(dirname -- \"$0\")\" || exit 1\n\
         rm -f replay\n\
         cc=${{CC:-cc}}\n\
         flags=\"-std=gnu11 -g -O0 -w -fwrapv -fno-strict-aliasing -fno-builtin -pthread -fpie{width}\"\n\
         # Some compilers have these and need them, others do not know them.\n\
         for flag in -ftrivial-auto-var-init=zero -fpermissive; do\n    \
             if $cc -Werror $flag -x c -c -o /dev/null /dev/null 2>/dev/null; then\n        \
                 flags=\"$flags $flag\"\n    \
             fi\n\
         done\n\
         $cc $flags $CFLAGS -pie -o replay {units} replay.c -lm{hint}\n"
    )
}

fn readme(units: &[String], remarks: &[String], about: &About<'_>) -> String {
    let mut out = format!(
        "{answer}\n\n\
         {README_MARK}: your code, with the inputs\n\
         that lead to the violation.\n\n    \
             ./build && ./replay; echo $?\n\n\
         builds and runs it. It ends with status 10 when it arrives at the violation, and says which\n\
         one on standard error:\n\n    \
             replay: violated: ...\n\n\
         With REPLAY_VERBOSE=1 in the environment it also says which inputs it hands out. Build another\n\
         compiler's with CC=clang ./build. To see how it gets there, in the lines of your own files:\n\n    \
             gdb -ex 'break cegar_violated' -ex run -ex backtrace ./replay\n\n\
         (Status 11: the program ended without a violation; 12: it does not go on where it assumes\n\
         something that does not hold; 13: there is no memory.)\n\n\
         What is here:\n",
        answer = about.answer
    );
    for unit in units {
        let what = match unit.contains("_model_of_") {
            true => "what we take a function of the library to do",
            false => "your code, preprocessed",
        };
        out += &format!("  {unit}: {what}\n");
    }
    out += "  replay.c: the inputs, in the order in which they are asked for, and how it ends\n  \
            build: makes the executable\n\n\
            In your code, names of some functions have become others: replay_f is called in place of f\n\
            where f has no body (it then returns the next input), where the rule looks at f, or where\n\
            calling f is the violation. Those functions stand at the ends of the files, with the rule.\n\
            main has become user_main. Assembly that is not understood is left out: what it writes is an\n\
            input.\n";
    match remarks.is_empty() {
        true => {}
        false => {
            out += "\nWhat it cannot do:\n";
            for remark in remarks {
                out += &format!("  - {remark}\n");
            }
        }
    }
    out
}
