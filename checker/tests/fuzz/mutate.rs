//! Boolean programs and questions that no user would write: pieces of real ones in the wrong places.
//!
//! A case is a number; everything about it follows from that number. This file is also part of `tests/bp_fuzz.rs`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// Random numbers of a case.
pub(crate) struct Dice {
    case: u64,
    thrown: u64,
}

impl Dice {
    pub(crate) fn new(case: u64) -> Self {
        Dice { case, thrown: 0 }
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.thrown += 1;
        let mut hasher = DefaultHasher::new();
        (self.case, self.thrown).hash(&mut hasher);
        (hasher.finish() % bound as u64) as usize
    }

    pub(crate) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// The number in an environment variable.
pub(crate) fn setting(name: &str, otherwise: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|v| v.parse().ok()).unwrap_or(otherwise)
}

/// The texts of a folder's boolean programs, by name.
pub(crate) fn programs(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder of programs");
    let mut paths: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    let programs = paths
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "bp"));
    programs
        .map(|p| std::fs::read_to_string(p).expect("a readable program"))
        .collect()
}

const WORDS: &[&str] = &[
    "decl",
    "begin",
    "end",
    "if",
    "then",
    "elsif",
    "else",
    "fi",
    "while",
    "do",
    "od",
    "goto",
    "skip",
    "assume",
    "assert",
    "enforce",
    "constrain",
    "dead",
    "print",
    "return",
    "call",
    "void",
    "bool",
    "bool<2>",
    "bool<0>",
    "bool<99999999999>",
    "main",
    "schoose[",
    "]",
    "(",
    ")",
    ",",
    ";",
    ":",
    ":=",
    "*",
    "_",
    "!",
    "&",
    "|",
    "^",
    "=",
    "!=",
    "=>",
    "<->",
    "'",
    "'x",
    "0",
    "1",
    "T",
    "F",
    "{",
    "}",
    "{x == 1}",
    "/*",
    "*/",
    "//",
    "\"",
    "\\",
    "é",
    "\u{0}",
    "\t",
    "\r\n",
    "g0",
    "l0",
    "f1",
    "L0_0",
    "start_thread",
    "end_thread",
    "atomic_begin",
    "ASYNC_1",
    "?",
    "@",
    "abortif",
    "18446744073709551616",
];

/// A damaged program: mostly one that may still be well formed, sometimes with pieces anywhere.
pub(crate) fn mutated(text: &str, dice: &mut Dice) -> String {
    let gentle = dice.below(4) > 0;
    let mut text = text.to_owned();
    for _ in 0..1 + dice.below(4) {
        text = match (gentle, dice.below(3)) {
            (true, 0) => lines_moved(&text, dice),
            (true, _) => word_replaced(&text, dice),
            (false, _) => pieces_moved(&text, dice),
        };
    }
    text
}

fn lines_moved(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return String::new();
    }
    let (i, j) = (dice.below(lines.len()), dice.below(lines.len()));
    match dice.below(4) {
        0 => {
            lines.remove(i);
        }
        1 => lines.insert(i, lines[j]),
        2 => lines.swap(i, j),
        _ => lines[i] = lines[j],
    }
    lines.join("\n")
}

const OPERATORS: &[&str] = &["&", "|", "^", "=", "!=", "=>"];
const VALUES: &[&str] = &["*", "0", "1", "F", "T"];

/// A name for another one, an operator for another one, a value for another one.
fn word_replaced(text: &str, dice: &mut Dice) -> String {
    let mut pieces = pieces(text);
    let is_name = |p: &&str| {
        let first = p.chars().next().is_some_and(char::is_alphabetic);
        first && !WORDS.contains(p) && *p != "true" && *p != "false"
    };
    let names: Vec<&str> = pieces.iter().copied().filter(is_name).collect();
    let places: Vec<usize> = (0..pieces.len())
        .filter(|&i| {
            let piece = pieces[i];
            OPERATORS.contains(&piece) || VALUES.contains(&piece) || is_name(&piece)
        })
        .collect();
    if places.is_empty() || names.is_empty() {
        return text.to_owned();
    }
    let place = places[dice.below(places.len())];
    let piece = pieces[place];
    pieces[place] = match () {
        () if OPERATORS.contains(&piece) => dice.pick(OPERATORS),
        () if VALUES.contains(&piece) => dice.pick(VALUES),
        () => dice.pick(&names),
    };
    pieces.concat()
}

fn pieces_moved(text: &str, dice: &mut Dice) -> String {
    let mut pieces = pieces(text);
    if pieces.is_empty() {
        pieces.push(" ");
    }
    let (i, j) = (dice.below(pieces.len()), dice.below(pieces.len()));
    match dice.below(8) {
        0 => {
            pieces.remove(i);
        }
        1 => pieces.insert(i, pieces[j]),
        2 => pieces.swap(i, j),
        3 => pieces[i] = pieces[j],
        4 => pieces[i] = dice.pick(WORDS),
        5 => pieces.insert(i, dice.pick(WORDS)),
        6 => {
            let end = (i + 1 + dice.below(12)).min(pieces.len());
            pieces.drain(i..end);
        }
        _ => {
            let end = (i + 1 + dice.below(30)).min(pieces.len());
            let copied = pieces[i..end].to_vec();
            pieces.splice(j..j, copied);
        }
    }
    pieces.concat()
}

/// Words, single other characters, and the blanks between them.
fn pieces(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| is_word(first) && is_word(c) || first == ' ' && c == ' ';
        let end = rest[first.len_utf8()..].find(|c| !same(c));
        let (piece, after) = rest.split_at(end.map_or(rest.len(), |e| e + first.len_utf8()));
        found.push(piece);
        rest = after;
    }
    found
}

/// A set of configurations, right or wrong.
pub(crate) fn set(dice: &mut Dice, procs: &[&str], labels: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..1 + dice.below(4) {
        match dice.below(8) {
            0 | 1 => text.push('_'),
            2 => text.push_str(dice.pick(&["(", ")", "|", "[", "]", ":", "entry", "é", "'"])),
            _ => {
                text.push_str(dice.pick(procs));
                text.push(':');
                let places = [
                    "*",
                    "entry",
                    "exit",
                    "failed",
                    "after line 4",
                    "line 5",
                    "after",
                    "{L}",
                ];
                match dice.below(2) {
                    0 if !labels.is_empty() => text.push_str(dice.pick(labels)),
                    _ => text.push_str(dice.pick(&places)),
                }
            }
        }
        if dice.below(4) == 0 {
            text.push_str(dice.pick(&["[g0]", "[!g0 | T]", "[l0 & g0]", "[*]", "[", "[nothing]"]));
        }
        text.push_str(dice.pick(&[" ", "* ", "+ ", "? ", " | ", ""]));
    }
    text
}
