//! A story as it is shown: its rows, and words in place of what repeats.

use super::fold::{Item, folded};
use super::{Remark, Row, Story};

/// A line of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line<'r> {
    /// With its position in the story.
    Row(usize, &'r Row),
    /// What is not told: `… 13 more times`.
    Gap(String),
}

/// The lines, of which at most so many are kept: longer stories lose their middle.
pub(crate) fn lines(story: &Story, most: usize) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for item in &folded(&story.rows) {
        draw(&story.rows, item, &mut lines);
    }
    let hidden = lines.len().saturating_sub(most);
    if hidden > 0 {
        let gone = Line::Gap(format!("… {hidden} lines are not shown; --json has them"));
        let middle = most / 4;
        lines.splice(middle..middle + hidden, [gone]);
    }
    lines
}

fn draw<'r>(rows: &'r [Row], item: &Item<'r>, lines: &mut Vec<Line<'r>>) {
    match item {
        Item::Row(row) => lines.push(Line::Row(rows.element_offset(row).unwrap_or(0), row)),
        Item::Repeat { times, first, last } => {
            first.iter().for_each(|i| draw(rows, i, lines));
            let mut pass = Vec::new();
            last.iter().for_each(|i| draw(rows, i, &mut pass));
            let shown = lines.len().checked_sub(pass.len());
            let same = shown.is_some_and(|n| lines[n..].iter().zip(&pass).all(is_alike));
            if *times == 2 {
                lines.extend(pass);
            } else if same {
                lines.push(Line::Gap(format!("… {} more times", times - 1)));
            } else {
                lines.push(Line::Gap(match times - 2 {
                    1 => "… once more, with other values, and then:".to_owned(),
                    n => format!("… {n} more times, with other values, and then:"),
                }));
                lines.extend(pass);
            }
        }
    }
}

/// Whether two lines say the same.
fn is_alike((a, b): (&Line<'_>, &Line<'_>)) -> bool {
    match (a, b) {
        (Line::Row(_, a), Line::Row(_, b)) => said(a) == said(b),
        (a, b) => a == b,
    }
}

fn said(row: &Row) -> (&str, u32, usize, &[Remark]) {
    (&row.file, row.line, row.depth, &row.remarks)
}
