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

/// The number of insertions, deletions, replacements and swaps of neighbours between two words, up to a limit.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    if a.len() > 64 || b.len() > 64 || a.len().abs_diff(b.len()) > 4 * limit {
        return None;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    Some(rows[a.len()][b.len()]).filter(|&d| d <= limit)
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
