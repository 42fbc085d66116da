//! Which flags of a compilation database are given to the compiler.
//!
//! The author of the program writes the database, which is therefore not trusted. Many flags make a compiler run programs (`-B`, `-fplugin`,
//! `-specs`, `-wrapper`, clang's `-mllvm -load`), write files (`-o`, `-M…`, `-save-temps`, `-dump…`), or hide others
//! (`@file`, `-Wp,`, `-Xpreprocessor`). New ones come with every version. So flags are taken only if they are known to
//! do nothing but say what the text means: where headers are, what is defined, which standard and which target.
//!
//! What is taken is one word each, with its value in it, and no value of it begins with `@` or a dash: compilers replace
//! every word that begins with `@` by the contents of a file, in whatever place it stands.

use std::path::{Path, PathBuf};

/// What is taken of a command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) flags: Vec<String>,
    /// What the command makes.
    pub(super) output: Option<PathBuf>,
    /// What is not taken, though it may matter.
    pub(super) left_out: Vec<String>,
}

/// Flags with a file or a folder, in the same word or in the next one.
const PATHS: [&str; 11] = [
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "-iprefix",
    "-iwithprefixbefore",
    "-iwithprefix",
    "--sysroot=",
];

/// Flags with the name of a macro, in the same word or in the next one.
const MACROS: [&str; 2] = ["-D", "-U"];

/// Flags that stand for themselves.
const PLAIN: &[&str] = &[
    "-ansi",
    "-fcx-limited-range",
    "-fdollars-in-identifiers",
    "-fexceptions",
    "-ffast-math",
    "-ffinite-math-only",
    "-ffreestanding",
    "-fgnu89-inline",
    "-fhosted",
    "-fms-extensions",
    "-fno-builtin",
    "-fno-dollars-in-identifiers",
    "-fno-exceptions",
    "-fno-fast-math",
    "-fno-finite-math-only",
    "-fno-freestanding",
    "-fno-hosted",
    "-fno-math-errno",
    "-fno-openmp",
    "-fno-pic",
    "-fno-PIC",
    "-fno-pie",
    "-fno-PIE",
    "-fno-short-enums",
    "-fno-short-wchar",
    "-fno-signed-char",
    "-fno-stack-protector",
    "-fno-unsigned-char",
    "-fopenmp",
    "-fpic",
    "-fPIC",
    "-fpie",
    "-fPIE",
    "-fplan9-extensions",
    "-fshort-enums",
    "-fshort-wchar",
    "-fsigned-char",
    "-fstack-protector",
    "-fstack-protector-all",
    "-fstack-protector-explicit",
    "-fstack-protector-strong",
    "-funsigned-char",
    "-nostdinc",
    "-pthread",
    "-pthreads",
    "-trigraphs",
    "-undef",
];

/// Flags with a value behind `=` that is a word.
const FLAGS_WITH_VALUE: &[&str] = &[
    "-fcf-protection",
    "-fno-builtin",
    "-fsanitize",
    "-mabi",
    "-march",
    "-mbranch-protection",
    "-mcmodel",
    "-mcpu",
    "-mfloat-abi",
    "-mfpmath",
    "-mfpu",
    "-mfunction-return",
    "-mindirect-branch",
    "-mlong-double",
    "-mpreferred-stack-boundary",
    "-mregparm",
    "-mstack-protector-guard",
    "-mtune",
    "-std",
    "--std",
];

/// Flags of a target, such as `-msse2` and `-mno-red-zone`, begin like this. Some of them take another word, which may
/// be anything: clang's `-mllvm` loads code.
const TARGET: &str = "-m";
const NO_TARGET: [&str; 4] = ["-mllvm", "-mmlir", "-mthread-model", "-mlinker-version"];

/// Flags that take the next word and are not taken.
const WITH_VALUE: &[&str] = &[
    "-A",
    "-B",
    "-L",
    "-MF",
    "-MQ",
    "-MT",
    "-T",
    "-Xassembler",
    "-Xclang",
    "-Xlinker",
    "-Xpreprocessor",
    "-arch",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-e",
    "-l",
    "-mllvm",
    "-mmlir",
    "-mthread-model",
    "-target",
    "-u",
    "-wrapper",
    "-z",
    "--param",
];

/// How flags begin that change nothing of what the text means: warnings, optimisation, debugging, linking, output.
const HARMLESS: &[&str] = &[
    "-aux-info",
    "-C",
    "-E",
    "-L",
    "-M",
    "-P",
    "-Q",
    "-S",
    "-Wa,",
    "-Wl,",
    "-c",
    "-d",
    "-f",
    "-g",
    "-l",
    "-no-pie",
    "-nodefaultlibs",
    "-nostartfiles",
    "-nostdlib",
    "-p",
    "-pie",
    "-pipe",
    "-r",
    "-rdynamic",
    "-s",
    "-save-temps",
    "-shared",
    "-static",
    "-v",
    "-w",
    "--param",
];

/// Those among them that do matter.
const HARMFUL: &[&str] = &[
    "-wrapper",
    "-fplugin",
    "-specs",
    "--specs",
    "-fexec-charset",
    "-finput-charset",
    "-fpack-struct",
];

/// What a compiler may be given that the user has not looked at.
pub(super) fn allowed(words: Vec<String>, cc: &str) -> Kept {
    let mut kept = Kept::default();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "-o" {
            kept.output = words.next().map(PathBuf::from);
        } else if let Some(flag) = with_value(&word, &mut words) {
            kept.flags.extend(flag);
        } else if is_taken(&word, cc) {
            kept.flags.push(word);
        } else {
            let value = WITH_VALUE.contains(&word.as_str()).then(|| words.next());
            if !is_harmless(&word) {
                let value = value
                    .flatten()
                    .map_or(String::new(), |value| format!(" {value}"));
                kept.left_out.push(word + &value);
            }
        }
    }
    kept
}

/// A flag with a value, as one word, if it is one of those and has a value that is no flag in disguise.
fn with_value(word: &str, rest: &mut impl Iterator<Item = String>) -> Option<Option<String>> {
    if word == "-x" || word == "-xc" {
        let language = word
            .strip_prefix("-x")
            .filter(|l| !l.is_empty())
            .map(str::to_owned);
        let language = language.or_else(|| rest.next());
        return Some(language.filter(|l| l == "c").map(|l| format!("-x{l}")));
    }
    let is_path = PATHS.iter().find(|flag| word.starts_with(**flag));
    let is_macro = MACROS.iter().find(|flag| word.starts_with(**flag));
    let flag = is_path.or(is_macro)?;
    let value = match &word[flag.len()..] {
        "" if !flag.ends_with('=') => rest.next().unwrap_or_default(),
        joined => joined.to_owned(),
    };
    let is_odd = value.starts_with(['@', '-']);
    Some(match (is_path.is_some(), is_odd) {
        _ if value.is_empty() => None,
        (true, true) => Some(format!("{flag}./{value}")),
        (false, true) => None,
        _ => Some(format!("{flag}{value}")),
    })
}

fn is_taken(word: &str, cc: &str) -> bool {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    let is_word = |text: &str| {
        let letters = text.chars();
        letters
            .clone()
            .all(|c| c.is_ascii_alphanumeric() || "_.+,-".contains(c))
    };
    if value.is_empty() && !word.contains('=') {
        let target = word.starts_with(TARGET) && is_word(word) && word.len() > TARGET.len();
        let target = target && !NO_TARGET.iter().any(|flag| word.starts_with(flag));
        return PLAIN.contains(&word)
            || target
            || word.starts_with("-fno-builtin-") && is_word(word)
            || is_optimisation(word);
    }
    let clang = cc
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains("clang"));
    is_word(value) && (FLAGS_WITH_VALUE.contains(&name) || clang && name == "--target")
        // What `__FILE__` is.
        || name == "-fmacro-prefix-map" || name == "-ffile-prefix-map"
}

/// `__OPTIMIZE__` is defined, and headers look at it.
fn is_optimisation(word: &str) -> bool {
    [
        "-O", "-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Oz", "-Ofast",
    ]
    .contains(&word)
}

fn is_harmless(word: &str) -> bool {
    // Other inputs than the entry's file are not its flags.
    let input = !word.starts_with(['-', '@']);
    let warning = word.starts_with("-W") && !word.starts_with("-Wp,");
    let dependencies = word.starts_with("-Wp,-M");
    let begins = |list: &[&str]| list.iter().any(|flag| word.starts_with(flag));
    input || word == "--" || warning || dependencies || begins(HARMLESS) && !begins(HARMFUL)
}

/// Everything but what asks for output: the object, dependency files, the input itself. For commands that the user
/// trusts.
pub(super) fn all(words: Vec<String>, file: &Path) -> Kept {
    let mut kept = Kept::default();
    let mut words = words.into_iter();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(words: &str, cc: &str) -> Kept {
        allowed(words.split(' ').map(str::to_owned).collect(), cc)
    }

    #[track_caller]
    fn taken(words: &str, flags: &str, left_out: &[&str]) {
        let kept = kept(words, "cc");
        assert_eq!(kept.flags.join(" "), flags);
        assert_eq!(kept.left_out, left_out);
    }

    #[test]
    fn what_says_what_the_text_means_is_taken() {
        taken(
            "-I inc -Iother -isystem /s -D X=1 -DY -U Z -include k.h -imacros m.h -std=gnu11 -ansi -m32",
            "-Iinc -Iother -isystem/s -DX=1 -DY -UZ -includek.h -imacrosm.h -std=gnu11 -ansi -m32",
            &[],
        );
        taken(
            "-funsigned-char -fshort-enums -fno-builtin-printf -pthread -march=armv8-a+crc -mno-sse4.1 -x c",
            "-funsigned-char -fshort-enums -fno-builtin-printf -pthread -march=armv8-a+crc -mno-sse4.1 -xc",
            &[],
        );
        assert_eq!(
            kept("--target=arm-none", "/opt/clang-18").flags,
            ["--target=arm-none"]
        );
        taken("--target=arm-none", "", &["--target=arm-none"]);
    }

    /// As the build of a kernel writes them.
    #[test]
    fn flags_of_a_kernel() {
        taken(
            "-Wp,-MMD,drivers/.x.o.d -nostdinc -I./arch/x86/include -I./include/uapi -include \
             ./include/linux/compiler-version.h -include ./include/linux/kconfig.h -D__KERNEL__ \
             -fmacro-prefix-map=./= -Wall -Werror=strict-prototypes -std=gnu11 -mno-sse -m64 -mcmodel=kernel \
             -fno-strict-aliasing -fshort-wchar -fno-PIE -O2 --param=allow-store-data-races=0 -falign-jumps=1 \
             -mindirect-branch=thunk-extern -DKBUILD_BASENAME=\"x\" -c -o drivers/x.o drivers/x.c",
            "-nostdinc -I./arch/x86/include -I./include/uapi -include./include/linux/compiler-version.h \
             -include./include/linux/kconfig.h -D__KERNEL__ -fmacro-prefix-map=./= -std=gnu11 -mno-sse -m64 \
             -mcmodel=kernel -fshort-wchar -fno-PIE -O2 -mindirect-branch=thunk-extern -DKBUILD_BASENAME=\"x\"",
            &[],
        );
    }

    #[test]
    fn what_runs_or_writes_is_not() {
        for flag in [
            "-B.",
            "-fplugin=./x.so",
            "-fplugin-arg-x-y",
            "-specs=./s",
            "--specs=./s",
            "@flags",
            "-Wp,-D,X",
            "-Xpreprocessor -DX",
            "-wrapper ./evil,--",
            "-mllvm -load=./x.so",
            "-mllvm=-load=./x.so",
            "-B ./bin",
            "-Xclang -load",
            "-target arm",
            "-iplugindir=x",
            "--config=x",
            "-fexec-charset=EBCDIC-US",
            "-mmcu=../../x",
            "--include-directory=x",
            "-T script",
        ] {
            taken(flag, "", &[flag]);
        }
        for flag in [
            "-o x",
            "-MD",
            "-MF x",
            "-MMD -MP",
            "-save-temps=obj",
            "-dumpdir x",
            "-dM",
            "-C",
            "-P",
            "-Wall",
            "-g3",
            "-fdump-tree-all",
            "-Wl,-z,now",
            "-lm",
            "-L x",
            "--param x=1",
            "-aux-info x",
            "-fprofile-use=/x",
            "x.c",
        ] {
            taken(flag, "", &[]);
        }
    }

    /// Compilers replace words that begin with `@`, also behind `-I`.
    #[test]
    fn values_are_no_flags_in_disguise() {
        taken(
            "-I @flags -include @f -D @x -isystem -fplugin=x",
            "-I./@flags -include./@f -isystem./-fplugin=x",
            &[],
        );
        taken("-I", "", &[]);
        taken("-x assembler-with-cpp", "", &[]);
    }
}
