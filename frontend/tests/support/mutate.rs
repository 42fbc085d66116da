//! Damage to texts, for tests that nothing a user gives upsets us.
//!
//! [`damaged`] does not know C and mostly gives texts that are none; [`mutated`] exchanges words
//! for words of the same kind and often gives other programs.

/// A small generator of random numbers: the same damage in every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Pieces that are likely to upset a parser of C.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&&",
    "...",
    "=",
    ":",
    "?",
    "#",
    "\"",
    "'",
    "\\",
    "\0",
    "\u{ff}",
    "typedef ",
    "struct ",
    "enum ",
    "typeof(",
    "sizeof ",
    "__attribute__((",
    "asm(",
    "case ",
    "default:",
    "else ",
    "goto *",
    "({",
    "})",
    "_Generic(",
    "__builtin_offsetof(",
    "__builtin_va_arg(",
    "_Static_assert(",
    "__label__ ",
    "__extension__ ",
    "int ",
    "0x",
    "1e",
    "/*",
    "\n# 1 \"x\"\n",
    "\n#pragma pack(push,1)\n",
    "T ",
    "x:",
    "[[",
    "_Alignas(",
    "_Atomic(",
];

/// A text with a few holes, insertions, flipped bits and swapped lines.
pub(crate) fn damaged(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len());
        let length = random.below(40).min(text.len() - at);
        match random.below(7) {
            0 => text.truncate(at),
            1 if !text.is_empty() => text[at] ^= 1 << random.below(8),
            2 => drop(text.drain(at..at + length)),
            3 => {
                let piece = text[at..at + length].to_vec();
                let to = random.below(text.len());
                text.splice(to..to, piece);
            }
            4 => swap_lines(&mut text, random),
            _ => {
                let piece = PIECES[random.below(PIECES.len())].as_bytes();
                text.splice(at..at, piece.iter().copied());
            }
        }
    }
    text
}

fn swap_lines(text: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(a, b);
    *text = lines.join(&b'\n');
}

/// A number from the environment, by which a test becomes a fuzzer.
pub(crate) fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// A text with a few words exchanged for others of the same kind: a name for a name, a number for a
/// number, an operator for an operator.
pub(crate) fn mutated(text: &[u8], random: &mut Random) -> Vec<u8> {
    let words = tokens(text);
    if words.is_empty() {
        return text.to_vec();
    }
    let mut text = text.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(words.len());
        let kind = kind_of(text[words[at].start]);
        // Words nearby are more likely to fit.
        let from = at.saturating_sub(SWAP_DISTANCE_WORDS);
        let near = &words[from..(at + SWAP_DISTANCE_WORDS).min(words.len())];
        let same: Vec<_> = near
            .iter()
            .filter(|w| kind_of(text[w.start]) == kind && w.len() == words[at].len())
            .collect();
        let other = text[same[random.below(same.len())].clone()].to_vec();
        text[words[at].clone()].copy_from_slice(&other);
    }
    text
}

const SWAP_DISTANCE_WORDS: usize = 300;

#[derive(Clone, Copy, PartialEq, Eq)]
enum WordKind {
    Name,
    Number,
    Operator,
    /// Brackets, quotes, blanks: not exchanged.
    Other,
}

fn kind_of(first: u8) -> WordKind {
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => WordKind::Name,
        b'0'..=b'9' => WordKind::Number,
        b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'<' | b'>' | b'=' | b'!'
        | b'~' | b',' | b'.' | b'?' | b':' => WordKind::Operator,
        _ => WordKind::Other,
    }
}

/// The tokens that can be exchanged; those of one kind and length keep their places.
fn tokens(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let kind = kind_of(text[at]);
        let start = at;
        at += 1;
        while at < text.len() && continues(kind, text[at]) {
            at += 1;
        }
        if kind != WordKind::Other {
            found.push(start..at);
        }
    }
    found
}

fn continues(kind: WordKind, byte: u8) -> bool {
    match kind {
        WordKind::Name | WordKind::Number => byte.is_ascii_alphanumeric() || byte == b'_',
        WordKind::Operator => kind_of(byte) == kind,
        WordKind::Other => false,
    }
}
