//! Which part of a source line a part of its preprocessed line comes from.
//!
//! The preprocessor keeps lines but not columns: macros grow, white space and comments shrink. The
//! tokens of both lines are aligned by a longest common subsequence; what is matched keeps its own
//! column, what is not came out of a macro and gets the column of the macro's name, which is the
//! nearest unmatched word to its left. Arguments of a macro count as expanded too.

/// An alignment of a preprocessed line with the line it came from.
pub(super) struct Alignment {
    tokens: Vec<Token>,
    identical: bool,
    /// Byte ranges of the source line's words, and whether each is an argument of a macro.
    words: Vec<(u32, u32)>,
    in_macro: Vec<bool>,
}

/// Bytes of the preprocessed line, and where they lead.
struct Token {
    start: u32,
    end: u32,
    column: Column,
    /// The word of the source line that it is.
    partner: Option<usize>,
    is_bracket: bool,
}

/// The part of a source line that a part of its preprocessed line comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Whether that is all it stands for.
    pub(super) whole: bool,
}

/// Bytes of the source line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) expanded: bool,
}

/// Longer lines than this (in tokens, multiplied) are aligned by common prefix and suffix only.
const MAX_ALIGNMENT_CELLS: usize = 1 << 20;

impl Alignment {
    pub(super) fn new(preprocessed: &[u8], original: &[u8]) -> Alignment {
        if preprocessed == original {
            return Alignment {
                tokens: Vec::new(),
                identical: true,
                words: Vec::new(),
                in_macro: Vec::new(),
            };
        }
        let ours = tokens(preprocessed);
        let theirs = tokens(original);
        let matched = common(&ours, preprocessed, &theirs, original);
        let mut has_partner = vec![false; theirs.len()];
        for &index in matched.iter().flatten() {
            has_partner[index] = true;
        }
        let in_macro = macro_words(&theirs, original, &has_partner);
        let mut tokens = Vec::new();
        let mut previous = None;
        for (&(start, end), partner) in ours.iter().zip(&matched) {
            let column = match *partner {
                Some(index) => {
                    previous = Some(index);
                    let (start, end) = theirs[index];
                    Column {
                        start,
                        end,
                        expanded: in_macro[index],
                    }
                }
                None => unmatched(previous, &theirs, &has_partner),
            };
            tokens.push(Token {
                start,
                end,
                column,
                partner: *partner,
                is_bracket: matches!(&preprocessed[start as usize..end as usize], b"(" | b")"),
            });
        }
        Alignment {
            tokens,
            identical: false,
            words: theirs,
            in_macro,
        }
    }

    /// Which words of the source line a part of the preprocessed one comes from, macros with all their arguments; nothing
    /// where it stands there as it is.
    pub(super) fn source_of(&self, from: u32, to: u32) -> Option<Origin> {
        let inside = |token: &Token| token.start >= from && token.end <= to;
        let own: Vec<&Token> = self.tokens.iter().filter(|t| inside(t)).collect();
        let partners: Option<Vec<usize>> = own.iter().map(|token| token.partner).collect();
        let consecutive = |all: &Vec<usize>| all.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        if partners.as_ref().is_some_and(consecutive) {
            return None;
        }
        let index = |at: u32| self.words.partition_point(|&(start, _)| start < at);
        let mut first = index(own.iter().map(|token| token.column.start).min()?);
        let mut last = index(own.iter().map(|token| token.column.end).max()?).checked_sub(1)?;
        let argument = |at: usize| self.in_macro.get(at) == Some(&true);
        while first > 0 && argument(first) {
            first -= 1;
        }
        while argument(last + 1) {
            last += 1;
        }
        let (start, end) = (self.words.get(first)?.0, self.words.get(last)?.1);
        let others = self.tokens.iter().filter(|t| !inside(t) && !t.is_bracket);
        let mut columns = others.map(|token| token.column.start);
        let whole = !columns.any(|at| (start..end).contains(&at));
        Some(Origin { start, end, whole })
    }

    /// Where the byte at `offset` of the preprocessed line comes from.
    pub(super) fn column(&self, offset: u32) -> Column {
        if self.identical {
            return Column {
                start: offset,
                end: offset + 1,
                expanded: false,
            };
        }
        let index = self.tokens.partition_point(|token| token.end <= offset);
        let Some(token) = self.tokens.get(index).or(self.tokens.last()) else {
            return Column {
                start: 0,
                end: 1,
                expanded: false,
            };
        };
        let column = token.column;
        if offset >= token.end {
            let past = column.end + (offset - token.end).min(1);
            Column {
                start: past,
                end: past + 1,
                expanded: column.expanded,
            }
        } else if !column.expanded && offset > token.start {
            let start = (column.start + (offset - token.start)).min(column.end);
            Column { start, ..column }
        } else {
            column
        }
    }
}

/// Unmatched text points at the first source word after the last match: the macro's name.
fn unmatched(previous: Option<usize>, theirs: &[(u32, u32)], taken: &[bool]) -> Column {
    let next = previous.map_or(0, |index| index + 1);
    let index = if taken.get(next) == Some(&true) {
        next.saturating_sub(1)
    } else {
        next
    };
    match theirs.get(index).or(theirs.last()) {
        Some(&(start, end)) => Column {
            start,
            end,
            expanded: true,
        },
        None => Column {
            start: 0,
            end: 1,
            expanded: true,
        },
    }
}

/// Marks the source words between the parentheses after an unmatched word.
fn macro_words(words: &[(u32, u32)], text: &[u8], has_partner: &[bool]) -> Vec<bool> {
    let mut marked = vec![false; words.len()];
    let mut depth = 0;
    for index in 0..words.len() {
        let word = &text[words[index].0 as usize..words[index].1 as usize];
        let opens = word == b"(";
        if depth > 0 {
            marked[index] = true;
            depth += usize::from(opens);
            depth -= usize::from(word == b")");
        } else if opens && index > 0 && !has_partner[index - 1] {
            marked[index] = true;
            depth = 1;
        }
    }
    marked
}

/// Byte ranges of words, numbers, literals and single punctuation characters.
fn tokens(line: &[u8]) -> Vec<(u32, u32)> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let mut found = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let start = at;
        let first = line[at];
        at += 1;
        if first.is_ascii_whitespace() {
            continue;
        }
        if is_word(first) {
            at += line[at..].iter().take_while(|&&b| is_word(b)).count();
        } else if first == b'"' || first == b'\'' {
            at = literal_end(line, at, first);
        }
        found.push((start as u32, at as u32));
    }
    found
}

fn literal_end(line: &[u8], mut at: usize, quote: u8) -> usize {
    while at < line.len() && line[at] != quote {
        at += if line[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(line.len())
}

/// For each word of ours, its partner in a longest common subsequence.
fn common(ours: &[(u32, u32)], a: &[u8], theirs: &[(u32, u32)], b: &[u8]) -> Vec<Option<usize>> {
    let same = |i: usize, j: usize| {
        let (p, q) = (ours[i], theirs[j]);
        a[p.0 as usize..p.1 as usize] == b[q.0 as usize..q.1 as usize]
    };
    let (n, m) = (ours.len(), theirs.len());
    let mut matched = vec![None; n];
    let prefix = (0..n.min(m)).take_while(|&i| same(i, i)).count();
    let suffix = (0..n.min(m) - prefix)
        .take_while(|&i| same(n - 1 - i, m - 1 - i))
        .count();
    (0..prefix).for_each(|i| matched[i] = Some(i));
    (0..suffix).for_each(|i| matched[n - 1 - i] = Some(m - 1 - i));
    let (rows, columns) = (n - prefix - suffix, m - prefix - suffix);
    if (rows + 1).saturating_mul(columns + 1) > MAX_ALIGNMENT_CELLS {
        return matched;
    }
    let width = columns + 1;
    let mut table = vec![0u32; (rows + 1) * width];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            table[i * width + j] = if same(prefix + i, prefix + j) {
                table[(i + 1) * width + j + 1] + 1
            } else {
                table[(i + 1) * width + j].max(table[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < rows && j < columns {
        if same(prefix + i, prefix + j) {
            matched[prefix + i] = Some(prefix + j);
            i += 1;
            j += 1;
        } else if table[(i + 1) * width + j] >= table[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    matched
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(preprocessed: &str, original: &str, word: &str) -> (String, bool) {
        let alignment = Alignment::new(preprocessed.as_bytes(), original.as_bytes());
        let offset = preprocessed.find(word).expect("the word is there") as u32;
        let column = alignment.column(offset);
        (
            original[column.start as usize..column.end as usize].to_owned(),
            column.expanded,
        )
    }

    #[test]
    fn white_space_and_comments_shift_columns() {
        assert_eq!(
            at("int x = 1 ;", "int   x = /* one */ 1;", "1"),
            ("1".into(), false)
        );
        assert_eq!(at("  f(a);", "\tf( a );", "a"), ("a".into(), false));
    }

    #[test]
    fn macros_point_at_their_name() {
        assert_eq!(at("x = 42;", "x = ANSWER;", "42"), ("ANSWER".into(), true));
        assert_eq!(at("x = 42;", "x = ANSWER;", ";"), (";".into(), false));
        let (pre, orig) = ("y = ((a)>(b)?(a):(b)) + z;", "y = MAX(a,b) + z;");
        assert_eq!(at(pre, orig, "?"), ("MAX".into(), true).clone());
        assert_eq!(at(pre, orig, "z"), ("z".into(), false));
    }

    #[test]
    fn arguments_of_macros_are_expanded() {
        assert_eq!(
            at("if (arg < 0) die();", "CHECK(arg);", "arg"),
            ("arg".into(), true)
        );
    }

    fn source(preprocessed: &str, original: &str, part: &str) -> Option<(String, bool)> {
        let alignment = Alignment::new(preprocessed.as_bytes(), original.as_bytes());
        let from = preprocessed.find(part).expect("the part is there");
        let found = alignment.source_of(from as u32, (from + part.len()) as u32)?;
        let text = &original[found.start as usize..found.end as usize];
        Some((text.to_owned(), found.whole))
    }

    #[test]
    fn macros_are_told_with_their_arguments() {
        let (pre, orig) = (
            "if ((((struct d *)((char *)(n) - __builtin_offsetof(struct d, m)))->busy) > 3 && x) {",
            "if (CONTAINER(n, struct d, m)->busy > 3 && x) {",
        );
        let part = "(((struct d *)((char *)(n) - __builtin_offsetof(struct d, m)))->busy) > 3";
        let said = "CONTAINER(n, struct d, m)->busy > 3";
        assert_eq!(source(pre, orig, part), Some((said.into(), true)));
        assert_eq!(source(pre, orig, "x"), None);
        let (pre, orig) = ("if (s == ((int)0x103))", "if (s == PENDING)");
        let said = Some(("s == PENDING".into(), true));
        assert_eq!(source(pre, orig, "s == ((int)0x103)"), said);
    }

    #[test]
    fn a_part_of_a_macro_is_not_the_macro() {
        let (pre, orig) = ("if (a > 0 && b != 7)", "if (FINE(a, b))");
        let said = "FINE(a, b)".to_owned();
        assert_eq!(source(pre, orig, "a > 0"), Some((said.clone(), false)));
        assert_eq!(source(pre, orig, "a > 0 && b != 7"), Some((said, true)));
    }

    #[test]
    fn positions_past_the_end_stay_in_the_line() {
        let alignment = Alignment::new(b"int x", b"int /**/ x");
        assert_eq!(alignment.column(5).start, 10);
        assert_eq!(Alignment::new(b"", b"x").column(3).start, 0);
    }
}
