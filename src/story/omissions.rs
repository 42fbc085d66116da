//! What goes without saying is left out of a story.
//!
//! A call of which only `return` lines are left, or lines of a header, tells nothing if there is nothing to say about
//! any of them: the caller's line is enough. And where a line says what a call returns, it need not say again whether
//! that is 0.

use super::{Remark, Row, Story};

pub(super) fn apply(story: &mut Story) {
    leave_out(story);
    for row in &mut story.rows {
        say_once(&mut row.remarks);
    }
}

/// Leaves out what silent calls do, and joins the caller's line with itself after the return.
fn leave_out(story: &mut Story) {
    let mut kept: Vec<Row> = Vec::new();
    // For every row, where it is now.
    let mut now: Vec<usize> = Vec::new();
    let mut rest = &story.rows[..];
    while let Some((row, after)) = rest.split_first() {
        let silent_rows = match kept.last() {
            Some(caller) => silent(caller, rest),
            None => 0,
        };
        if silent_rows > 0 {
            now.extend(std::iter::repeat_n(kept.len() - 1, silent_rows));
            rest = &rest[silent_rows..];
            if let Some((again, after)) = rest.split_first()
                && kept
                    .last()
                    .is_some_and(|caller| is_same_line(caller, again))
            {
                now.push(kept.len() - 1);
                kept.last_mut().into_iter().for_each(|caller| {
                    caller.remarks.extend(again.remarks.iter().cloned());
                });
                rest = after;
            }
            continue;
        }
        now.push(kept.len());
        kept.push(row.clone());
        rest = after;
    }
    for given in &mut story.inputs {
        given.row = now[given.row];
    }
    story.rows = kept;
}

/// How many rows at the start of `rows` are those of a call that tells nothing.
fn silent(caller: &Row, rows: &[Row]) -> usize {
    let inside = rows.iter().take_while(|row| row.depth > caller.depth);
    let mut count = 0;
    for row in inside {
        let tells = row.file == caller.file && !row.source.starts_with("return");
        if tells || !row.remarks.is_empty() {
            return 0;
        }
        count += 1;
    }
    // An execution does not end where nothing is said.
    if count < rows.len() { count } else { 0 }
}

fn is_same_line(a: &Row, b: &Row) -> bool {
    (&a.file, a.line, &a.function, a.depth) == (&b.file, b.line, &b.function, b.depth)
}

/// `f() returns 1` and `f(x) is not 0: into the loop` become `f() returns 1` and `into the loop`.
fn say_once(remarks: &mut Vec<Remark>) {
    let mut said: Option<String> = None;
    remarks.retain_mut(|remark| {
        match remark {
            Remark::Input(text) => {
                said = text.split_once("() returns ").map(|(f, _)| f.to_owned());
            }
            Remark::Decision(text) => {
                let again = said.take().and_then(|f| decided(&f, text));
                match again.map(str::to_owned) {
                    Some(rest) if rest.is_empty() => return false,
                    Some(rest) => *text = rest,
                    None => {}
                }
            }
            Remark::State(_) | Remark::Violation(_) => {}
        }
        true
    });
}

/// What a decision says beside whether the result of a call is 0.
fn decided<'t>(function: &str, text: &'t str) -> Option<&'t str> {
    let rest = text.strip_prefix(function)?.strip_prefix('(')?;
    let (arguments, outcome) = rest.rsplit_once(") is ")?;
    if !is_closed(arguments) {
        return None;
    }
    let outcome = outcome.strip_prefix("not ").unwrap_or(outcome);
    let after = ["0", "NULL"].iter().find_map(|z| outcome.strip_prefix(z))?;
    match after.strip_prefix(": ") {
        Some(way) => Some(way),
        None => after.is_empty().then_some(""),
    }
}

/// Whether a text closes the brackets that it opens, and no others.
fn is_closed(text: &str) -> bool {
    let mut open = 0i32;
    for c in text.chars() {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open < 0 {
            return false;
        }
    }
    open == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(file: &str, line: u32, depth: usize, source: &str, said: &[&str]) -> Row {
        Row {
            file: file.into(),
            line,
            function: format!("f{depth}"),
            depth,
            source: source.into(),
            remarks: said
                .iter()
                .map(|s| Remark::State((*s).to_owned()))
                .collect(),
        }
    }

    #[test]
    fn calls_of_which_nothing_is_said_go() {
        let mut story = Story {
            rows: vec![
                row("a.c", 1, 0, "lock(&l);", &[]),
                row("a.h", 9, 1, "static void check(void) { inner(); }", &[]),
                row("a.c", 1, 0, "lock(&l);", &["locked"]),
                row("a.c", 2, 0, "if (full())", &[]),
                row("a.c", 7, 1, "return used() == 3;", &[]),
                row("a.c", 5, 2, "return 3;", &[]),
                row("a.c", 2, 0, "if (full())", &["decided"]),
                row("a.c", 3, 0, "g();", &[]),
                row("a.c", 8, 1, "x = 1;", &[]),
                row("a.c", 4, 0, "h();", &[]),
                row("a.h", 8, 1, "static void h(void) { bad(); }", &[]),
            ],
            inputs: vec![super::super::StoryInput {
                name: "n".into(),
                value: "1".into(),
                row: 6,
            }],
        };
        apply(&mut story);
        let lines: Vec<(u32, usize)> = story
            .rows
            .iter()
            .map(|r| (r.line, r.remarks.len()))
            .collect();
        assert_eq!(lines, [(1, 1), (2, 1), (3, 0), (8, 0), (4, 0), (8, 0)]);
        assert_eq!(story.inputs[0].row, 1);
    }

    #[test]
    fn results_are_said_once() {
        assert_eq!(
            decided("f", "f(1) is not 0: into the loop"),
            Some("into the loop")
        );
        assert_eq!(decided("f", "f(g(x)) is NULL"), Some(""));
        assert_eq!(decided("f", "f(1) is true"), None);
        assert_eq!(decided("f", "f(1) & g(2) is 0"), None);
        assert_eq!(decided("f", "g() is 0"), None);
        assert_eq!(decided("f", "ff() is 0"), None);
    }
}
