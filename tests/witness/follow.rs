//! Follows a violation witness with an executable of gcc's.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use super::read::{Step, Witness};

/// A program's text, to be changed at places of it.
pub(crate) struct Text<'t> {
    pub(crate) text: &'t str,
    starts: Vec<usize>,
    inserted: Vec<(usize, String)>,
}

impl<'t> Text<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Text {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
            inserted: Vec::new(),
        }
    }

    /// The offset of a place; the programs are ASCII.
    pub(crate) fn at(&self, line: usize, column: usize) -> usize {
        self.starts[line - 1] + column - 1
    }

    /// The bracket that the one at an offset belongs to.
    fn partner(&self, at: usize, forward: bool) -> usize {
        let (open, step) = if forward { (b'(', 1) } else { (b')', -1) };
        let (mut depth, mut at) = (0, at as isize);
        loop {
            let byte = self.text.as_bytes()[at as usize];
            depth +=
                i32::from(byte == open) - i32::from((byte == b'(' || byte == b')') && byte != open);
            if depth == 0 {
                return at as usize;
            }
            at += step;
        }
    }

    /// Puts something around the condition of a statement. Says if it has one.
    pub(crate) fn around_condition(&mut self, keyword: usize, before: &str, after: &str) -> bool {
        let from = keyword + self.text[keyword..].find('(').expect("a parenthesis");
        let to = self.partner(from, true);
        let parts: Vec<usize> = match self.text[keyword..].starts_with("for") {
            true => {
                let inside = self.text[from..to].match_indices(';');
                inside.map(|(at, _)| from + at).collect()
            }
            false => vec![from, to],
        };
        if self.text[parts[0] + 1..parts[1]].trim().is_empty() {
            return false;
        }
        self.insert(parts[0] + 1, before.to_owned());
        self.insert(parts[1], after.to_owned());
        true
    }

    fn insert(&mut self, at: usize, text: String) {
        if !self.inserted.contains(&(at, text.clone())) {
            self.inserted.push((at, text));
        }
    }

    pub(crate) fn changed(&mut self) -> String {
        let mut text = self.text.to_owned();
        self.inserted.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        for (at, inserted) in &self.inserted {
            text.insert_str(*at, inserted);
        }
        text
    }
}

/// Whether the text at an offset is one of these words, the whole word.
pub(crate) fn word<'w>(text: &str, at: usize, words: &[&'w str]) -> Option<&'w str> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let bytes = text.as_bytes();
    words.iter().copied().find(|word| {
        let end = bytes.get(at + word.len());
        text[at..].starts_with(word)
            && !(at > 0 && is_word(bytes[at - 1]))
            && !end.is_some_and(|&b| is_word(b))
    })
}

pub(crate) fn compile(folder: &Path, sources: &[&Path], to: &Path) {
    let output = Command::new("gcc")
        .current_dir(folder)
        .args(["-std=gnu11", "-w", "-O1", "-fwrapv", "-fno-builtin", "-o"])
        .arg(to)
        .args(sources)
        .output()
        .expect("gcc runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// What takes the steps of a witness one by one: 42 is the status of the violation.
const HARNESS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
enum kind { RETURN, BRANCH, TARGET };
static struct step { enum kind kind; int at; int code; double value; } steps[] = {
STEPS};
static int next;
static void stop(const char *why, int at) {
    fprintf(stderr, "%s at %d, step %d: kind %d at %d\n", why, at, next, steps[next].kind, steps[next].at);
    _Exit(3);
}
double w_return(int at) {
    if (steps[next].kind != RETURN || steps[next].at != at) stop("another call returns", at);
    return steps[next++].value;
}
long w_branch(int at, long value, int is_switch) {
    struct step *step = &steps[next];
    if (step->kind != BRANCH || step->at != at) stop("another branching", at);
    if (step->code == 2 && value != (long)step->value) stop("another case", at);
    if (!is_switch && step->code != !!value) stop("the branching goes the other way", at);
    next++;
    return value;
}
void w_target(int at) {
    if (steps[next].kind != TARGET || steps[next].at != at) stop("not the target", at);
    _Exit(42);
}
int nondet_int(void) { stop("nothing is said of a call", 0); }
unsigned nondet_uint(void) { stop("nothing is said of a call", 0); }
unsigned char nondet_uchar(void) { stop("nothing is said of a call", 0); }
long nondet_long(void) { stop("nothing is said of a call", 0); }
double nondet_double(void) { stop("nothing is said of a call", 0); }
void reach_error(void) { stop("another violation", 0); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    if (steps[next].kind != TARGET) stop("the assertion fails too early", 0);
    _Exit(42);
}
"#;

const DECLARED: &str = "double w_return(int); long w_branch(int, long, int); void w_target(int);\n";

/// Checks the places of a witness, and that its values lead through its branchings to its target.
pub(crate) fn follow(program: &str, text: &str, witness: &Witness, folder: &Path) {
    let mut changed = Text::new(text);
    let mut table = String::new();
    let last = witness.steps.len() - 1;
    for (n, step) in witness.steps.iter().enumerate() {
        assert_eq!(step.kind == "target", n == last, "{program}: {}", step.kind);
        let row = instrument(program, &mut changed, step);
        table.extend(row);
    }
    let code = folder.join(format!("{program}.changed.c"));
    let harness = folder.join(format!("{program}.harness.c"));
    let executable = folder.join(format!("{program}.exe"));
    let text = changed.changed();
    let first = text.find('\n').unwrap_or(0) + 1;
    // The first line may be a line marker's.
    let text = format!("{}{DECLARED}{}", &text[..first], &text[first..]);
    std::fs::write(&code, text).expect("a file can be written");
    std::fs::write(&harness, HARNESS.replace("STEPS", &table)).expect("a file can be written");
    compile(&super::folder(), &[&code, &harness], &executable);
    let output = Command::new(&executable).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(42), "{program}: {said}");
}

/// The row of a step in the table; none if gcc is not asked about it.
fn instrument(program: &str, changed: &mut Text<'_>, step: &Step) -> Option<String> {
    let at = changed.at(step.line, step.column);
    let text = changed.text;
    let place = format!("{program}:{}:{}", step.line, step.column);
    let mut row = String::new();
    let value = step.value.as_deref().unwrap_or_default();
    match &*step.kind {
        "function_return" => {
            assert_eq!(&text[at..=at], ")", "{place}");
            let number = value.strip_prefix("\\result == ").expect("a value");
            let open = changed.partner(at, false);
            let name = text[..open].trim_end();
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let start = name.trim_end_matches(is_word).len();
            assert!(
                start < name.len(),
                "{place}: no name before the parenthesis"
            );
            changed.insert(
                start,
                format!(
                    "((__typeof__({}())) (w_return({at}) + 0 * sizeof(",
                    &name[start..]
                ),
            );
            changed.insert(at + 1, ")))".to_owned());
            let _ = write!(row, "{{RETURN, {at}, 0, {number}}},");
        }
        "branching" => {
            if text[at..].starts_with('?') {
                assert!(value == "true" || value == "false", "{place}");
                return None;
            }
            let found = word(text, at, &["if", "while", "for", "switch"]);
            let found = found.unwrap_or_else(|| panic!("{place}: no keyword"));
            let is_switch = i32::from(found == "switch");
            let before = format!("w_branch({at}, ");
            assert!(changed.around_condition(at, &before, &format!(", {is_switch})")));
            let (code, number) = match value {
                "true" => (1, "0"),
                "false" => (0, "0"),
                "default" => (3, "0"),
                number => (2, number),
            };
            assert_eq!(found == "switch", code > 1, "{place}: {value}");
            let _ = write!(row, "{{BRANCH, {at}, {code}, {number}}},");
        }
        _ => {
            let before = text[..at].trim_end();
            let begins = before.ends_with([';', '{', '}', ')', ':']) || before.ends_with("else");
            assert!(begins, "{place}: no statement begins there");
            match word(text, at, &["reach_error", "assert"]) {
                Some("reach_error") => changed.insert(at, format!("w_target({at});")),
                Some(_) => {}
                None => panic!("{place}: no violation"),
            }
            let _ = write!(row, "{{TARGET, {at}, 0, 0}},");
        }
    }
    row.push('\n');
    Some(row)
}
