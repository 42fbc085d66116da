//! Inputs that are not written by hand: deep, long, damaged. Each must end soon and without panic.

use crate::mutate::{Random, damaged, from_environment, mutated};
use crate::tools::{files, parse};

const NESTING_DEPTH: usize = 100_000;

fn repeated(before: &str, open: &str, middle: &str, close: &str, after: &str) -> String {
    [
        before,
        &open.repeat(NESTING_DEPTH),
        middle,
        &close.repeat(NESTING_DEPTH),
        after,
    ]
    .concat()
}

/// Deep nesting of everything that nests. These are all C.
#[test]
fn deep_nesting_parses_and_prints() {
    for (before, open, middle, close, after) in [
        ("int x = ", "(", "1", ")", ";"),
        ("void f(void) {", "{", "", "}", "}"),
        ("int x = 1", "+1", "", "", ";"),
        ("void f(int x) {", "x=", "1;", "", "}"),
        ("void f(int x) {", "if(x);else ", ";", "", "}"),
        ("int f(int x) { return ", "f(", "1", ")", ";}"),
        ("int x = ", "(int)", "1;", "", ""),
        ("int x = ", "- ", "1;", "", ""),
        ("int x = ", "1?", "1", ":1", ";"),
        ("void f(int x) {", "while(x) ", ";}", "", ""),
        ("int ", "*", "x;", "", ""),
        ("int ", "(*", "x", ")(void)", ";"),
        ("int x[] = ", "{", "1", "}", ";"),
        ("int f(void) { return ", "({", "1", ";})", ";}"),
        ("int f(int *a) { return ", "a[", "1", "]", ";}"),
        ("int x = ", "sizeof ", "1;", "", ""),
        ("", "typeof(", "int", ")", " x;"),
        ("struct {", "struct {", "int a;", "} b;", "} x;"),
        ("void f(int x) { switch (x) {", "case 1:", ";}}", "", ""),
        ("int x __attribute__((aligned(", "(", "1", ")", ")));"),
        (
            "",
            "struct { __attribute__((unused)) ",
            "int a;",
            "} __attribute__((packed)) b;",
            "",
        ),
        (
            "int f",
            "(__attribute__((unused)) int (*a)",
            "(int",
            ") __attribute__((unused))",
            ");",
        ),
    ] {
        let text = repeated(before, open, middle, close, after);
        let outcome = parse("deep.i", text.as_bytes());
        assert!(
            !outcome.parsed.diagnostics.has_errors(),
            "{before}{open}: {}",
            outcome.messages()
        );
        assert!(!outcome.printed().is_empty(), "{before}{open}");
    }
}

/// Deep nesting that is broken, and nesting beyond the limit.
#[test]
fn deep_nonsense_is_refused() {
    for (before, open, middle, close, after) in [
        ("int x = ", "(", "", "", ""),
        ("int x = ", ")", "", "", ""),
        ("int x = ", "(", "", "]", ""),
        ("int x = ", "([", "", "])", ""),
        ("void f(void) ", "{", "", "", ""),
        ("void f(void) {", "x * ", "}", "", ""),
        ("", "struct s {", "", "", ""),
        ("", "'", "", "", ""),
        ("int x = ", "(((", "1", ")))", ";"),
        ("int x = 1", "+1+1+1+1+1+1", "", "", ";"),
        ("", "int f(void){return 1+;}\n", "", "", ""),
    ] {
        let text = repeated(before, open, middle, close, after);
        let outcome = parse("deep.i", text.as_bytes());
        let errors = outcome.parsed.diagnostics.error_count();
        assert!(
            (1..=60).contains(&errors),
            "{before}{open}: {errors} errors"
        );
    }
}

#[test]
fn long_and_empty_inputs_parse() {
    let enumerators: String = (0..NESTING_DEPTH).map(|n| format!("e{n},")).collect();
    for text in [
        String::new(),
        ";".repeat(NESTING_DEPTH),
        "\n".repeat(NESTING_DEPTH),
        format!("enum {{{enumerators}}};"),
        format!("int x[] = {{{}}};", "1,".repeat(NESTING_DEPTH)),
        format!("char *x = {};", "\"a\"".repeat(NESTING_DEPTH)),
        "int f(void);\n".repeat(NESTING_DEPTH),
        format!(
            "int {} z;",
            "a asm(\"b\") __attribute__((unused)), ".repeat(NESTING_DEPTH)
        ),
        format!("void f(void) {{ {} }}", "asm(\"\");".repeat(NESTING_DEPTH)),
        format!(
            "#pragma pack(1)\n{}",
            "struct { int a; };".repeat(NESTING_DEPTH)
        ),
        format!(
            "int x = sizeof({} int);",
            "__extension__ ".repeat(NESTING_DEPTH * 10)
        ),
    ] {
        let outcome = parse("long.i", text.as_bytes());
        assert!(
            outcome.parsed.diagnostics.is_empty(),
            "{}",
            outcome.messages()
        );
    }
}

/// Damages texts and parses what is left. What still parses must print and parse again.
///
/// `FUZZ_ROUNDS` and `FUZZ_SEED` in the environment make it a fuzzer.
pub(crate) fn fuzz(corpus: &[(String, Vec<u8>)], rounds: usize, seed: u64) {
    let rounds = from_environment("FUZZ_ROUNDS").map_or(rounds, |rounds| rounds as usize);
    let mut random = Random::new(from_environment("FUZZ_SEED").unwrap_or(seed));
    for round in 0..rounds {
        let (name, text) = &corpus[random.below(corpus.len())];
        let text = match random.below(3) {
            0 => mutated(text, &mut random),
            _ => damaged(text, &mut random),
        };
        let outcome = parse(name, &text);
        let messages = outcome.messages();
        if outcome.parsed.diagnostics.has_errors() {
            assert!(messages.contains("error: "), "{name}, round {round}");
            continue;
        }
        let printed = outcome.printed();
        let again = parse("reprint", printed.as_bytes());
        let reprinted = again.printed();
        let lines = printed.lines().zip(reprinted.lines());
        let difference = lines.into_iter().find(|(before, after)| before != after);
        let clean = !again.parsed.diagnostics.has_errors() && reprinted == printed;
        assert!(
            clean,
            "{name}, round {round}: {}\n{difference:#?}",
            again.messages()
        );
    }
}

#[test]
fn damaged_files_do_not_upset_the_parser() {
    let mut corpus = Vec::new();
    for file in files("accept").into_iter().chain(files("reject")) {
        let text = std::fs::read(&file).expect("readable");
        // Directives other than pragmas are the preprocessor's.
        let lines = text.split(|&byte| byte == b'\n');
        let kept: Vec<&[u8]> = lines
            .filter(|line| !line.starts_with(b"#") || line.starts_with(b"#pragma"))
            .collect();
        corpus.push((file.display().to_string(), kept.join(&b'\n')));
        // Small pieces reach deeper than whole files, whose first error hides the rest.
        for line in kept.into_iter().filter(|line| line.len() > 20) {
            corpus.push((file.display().to_string(), line.to_vec()));
        }
    }
    fuzz(&corpus, 6_000, 0x5eed_cafe);
}
