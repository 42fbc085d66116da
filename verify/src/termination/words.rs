//! Measures, for people.

use ir::{ExprId, Program};

use super::candidate::{Candidate, Shape};

/// What falls on every turn.
pub(super) fn measure(program: &Program, tuple: &[Candidate], values: &[ExprId]) -> String {
    let parts: Vec<String> = tuple
        .iter()
        .map(|candidate| component(program, candidate, values))
        .collect();
    match &parts[..] {
        [] => "it never comes back".into(),
        [only] => format!("{only} falls on every turn"),
        _ => format!(
            "on every turn the first of these that changes falls: {}",
            parts.join(", ")
        ),
    }
}

fn component(program: &Program, candidate: &Candidate, values: &[ExprId]) -> String {
    let constant = candidate.constants.first().copied().unwrap_or(0);
    let own = sum(program, &candidate.terms, constant, values);
    let show =
        |(terms, constant): &(Vec<(i64, usize)>, i64)| sum(program, terms, *constant, values);
    match &candidate.shape {
        Shape::Itself => own,
        Shape::Larger(other) => format!("the larger of {own} and {}", show(other)),
        Shape::Smaller(other) => format!("the smaller of {own} and {}", show(other)),
        Shape::Where(other) => format!("{own} where {} >= 0", show(other)),
    }
}

fn sum(program: &Program, terms: &[(i64, usize)], constant: i64, values: &[ExprId]) -> String {
    let mut text = String::new();
    for &(factor, at) in terms {
        let Some(&value) = values.get(at) else {
            continue;
        };
        let shown = program.show_expr(value);
        let amount = match factor.abs() {
            1 => String::new(),
            by => format!("{by} * "),
        };
        text += match (factor < 0, text.is_empty()) {
            (true, true) => "-",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        text += &format!("{amount}{shown}");
    }
    match constant {
        _ if text.is_empty() => constant.to_string(),
        0 => text,
        _ if constant < 0 => format!("{text} - {}", -constant),
        _ => format!("{text} + {constant}"),
    }
}
