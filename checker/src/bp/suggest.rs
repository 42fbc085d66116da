//! "Did you mean": the nearest of some names.

/// The candidate with the fewest typing errors away from `word`, if it is near enough to be what was meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0..=2 => 0,
        3..=4 => 1,
        5 => 2,
        length => length / 3,
    };
    let scored = candidates
        .into_iter()
        .filter(|c| *c != word)
        .filter_map(|c| {
            let distance = if c.eq_ignore_ascii_case(word) {
                0
            } else {
                distance(word, c, limit)?
            };
            Some((distance, c))
        });
    scored.min().map(|(_, candidate)| candidate)
}

/// The longest word for which a suggestion is looked for, in bytes.
const MAX_WORD_BYTES: usize = 64;

/// The number of insertions, deletions, replacements and swaps of neighbours between two words, up to a limit.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let too_long = a.len().max(b.len()) > MAX_WORD_BYTES;
    if too_long || a.len().abs_diff(b.len()) > 4 * limit {
        return None;
    }
    Some(strsim::osa_distance(a, b)).filter(|&d| d <= limit)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_typing_errors_and_nothing_else() {
        let words = ["while", "if", "return", "lock_held"];
        assert_eq!(nearest("wihle", words), Some("while"));
        assert_eq!(nearest("retrun", words), Some("return"));
        assert_eq!(nearest("lock_hld", words), Some("lock_held"));
        assert_eq!(nearest("LOCK_HELD", words), Some("lock_held"));
        assert_eq!(nearest("x", words), None);
        assert_eq!(nearest("unlock", words), None);
    }
}
