//! Which way a branch goes, in the words of the source.
//!
//! An edge has the condition on which it is taken; the text has the one that was written, which may be the opposite.
//! Where both ways of a branch are left, the first is the one on which the written condition holds. Where slicing has
//! removed one of them, the operators tell: the opposite of a comparison has another one.

use ir::{BinaryOp, Cfg, EdgeId, EdgeKind, ExprId, ExprKind, FuncId, Program, Stmt};
use rustc_hash::FxHashMap;
use source::{Sources, Span, Unexpanded};

use super::shortened;

/// Conditions as they are told, and whether in the user's own words.
pub(super) type Spellings = FxHashMap<Span, (String, bool)>;

/// What to say of a branch.
pub(super) fn decision(
    program: &Program,
    sources: &Sources,
    spellings: &mut Spellings,
    (func, id): (FuncId, EdgeId),
) -> Option<String> {
    let cfg = program.funcs[func].body.as_ref()?;
    let edge = cfg.edge(id);
    let Stmt::Assume { cond } = edge.stmt else {
        let no_case = edge.kind == EdgeKind::Default && matches!(edge.stmt, Stmt::Skip);
        return no_case.then(|| NO_CASE.into());
    };
    let whole = sources.unmarked(edge.span);
    let spelt = spellings.entry(edge.span);
    let (text, is_plain) = spelt.or_insert_with(|| spelt_as(sources, edge.span, &whole));
    let is_plain = *is_plain;
    if text.is_empty() {
        return None;
    }
    let is = || {
        let holds = holds(program, cfg, id, cond, &whole)?;
        Some(match (compared_with_zero(program, cond, &whole), holds) {
            (Some(zero), false) => format!("{text} is {zero}"),
            (Some(zero), true) => format!("{text} is not {zero}"),
            (None, _) => format!("{text} is {holds}"),
        })
    };
    Some(match edge.kind {
        EdgeKind::Then | EdgeKind::Else if !is_plain => format!("a condition in {}", is()?),
        EdgeKind::Then | EdgeKind::Else => is()?,
        EdgeKind::LoopEnter if !is_plain => format!("{text}: into the loop"),
        EdgeKind::LoopExit if !is_plain => format!("{text}: out of the loop"),
        EdgeKind::LoopEnter => format!("{}: into the loop", is()?),
        EdgeKind::LoopExit => format!("{}: out of the loop", is()?),
        EdgeKind::Case => format!("goes to {}", text.trim_end_matches(':')),
        EdgeKind::Default if !is_tried_again(cfg, id) => NO_CASE.into(),
        _ => return None,
    })
}

/// Longer texts are cut.
const MAX_CONDITION_CHARS: usize = 60;

/// A condition as the user wrote it, with macros as they are called; or the macro that it is a part of, where what that
/// stands for is nothing to be read. Also: whether the former.
fn spelt_as(sources: &Sources, span: Span, preprocessed: &str) -> (String, bool) {
    let expanded = shortened(preprocessed, MAX_CONDITION_CHARS);
    let readable = !expanded.contains("__") && !expanded.ends_with('…');
    match sources.written(span) {
        Some(Unexpanded::Text(text)) => (shortened(&text, MAX_CONDITION_CHARS), true),
        Some(Unexpanded::Within(text)) if !readable => {
            (shortened(&text, MAX_CONDITION_CHARS), false)
        }
        _ => (expanded, true),
    }
}

const NO_CASE: &str = "no case fits";

/// Whether another case of the same `switch`, or what is left when none fits, comes next.
fn is_tried_again(cfg: &Cfg, id: EdgeId) -> bool {
    let mut next = cfg.outgoing(cfg.target(id)).into_iter();
    next.any(|e| matches!(cfg.edge(e).kind, EdgeKind::Case | EdgeKind::Default))
}

/// Whether the condition in the text holds on the edge; nothing where that cannot be told.
fn holds(program: &Program, cfg: &Cfg, id: EdgeId, cond: ExprId, text: &str) -> Option<bool> {
    let ways = cfg.outgoing(cfg.source(id));
    if ways.len() == 2 {
        return Some(ways.first() == Some(&id));
    }
    let ExprKind::Binary(op, _, right) = program.terms.expr(cond).kind else {
        return Some(true);
    };
    let mut written = comparisons(text);
    written.sort_unstable();
    written.dedup();
    match (class(op)?, &written[..]) {
        (taken, [one]) if taken.0 == one.0 => Some(taken.1 == one.1),
        // A value that is no comparison, or not that of the comparison in it.
        ((Sort::Equality, equal), _) if program.terms.int_value(right) == Some(0) => Some(!equal),
        _ => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Equality,
    Order,
}

/// What kind of comparison, and whether the equal satisfy it. Of a comparison and its opposite, whichever way round
/// they are written, exactly one has that.
fn class(op: BinaryOp) -> Option<(Sort, bool)> {
    Some(match op {
        BinaryOp::Eq => (Sort::Equality, true),
        BinaryOp::Ne => (Sort::Equality, false),
        BinaryOp::Le | BinaryOp::Ge => (Sort::Order, true),
        BinaryOp::Lt | BinaryOp::Gt => (Sort::Order, false),
        _ => return None,
    })
}

/// The comparisons in a text of C.
fn comparisons(text: &str) -> Vec<(Sort, bool)> {
    const SPELLINGS: [(&str, Option<(Sort, bool)>); 9] = [
        ("->", None),
        ("<<", None),
        (">>", None),
        ("==", Some((Sort::Equality, true))),
        ("!=", Some((Sort::Equality, false))),
        ("<=", Some((Sort::Order, true))),
        (">=", Some((Sort::Order, true))),
        ("<", Some((Sort::Order, false))),
        (">", Some((Sort::Order, false))),
    ];
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let spelt = SPELLINGS.iter().find(|(s, _)| rest.starts_with(s));
        let (spelling, class) = spelt.copied().unwrap_or(("", None));
        found.extend(class);
        rest = &rest[spelling.len().max(first.len_utf8())..];
    }
    found
}

/// What a condition that is not a comparison in the text is compared with.
fn compared_with_zero(program: &Program, cond: ExprId, text: &str) -> Option<&'static str> {
    let terms = &program.terms;
    let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, what, zero) = terms.expr(cond).kind else {
        return None;
    };
    let types = &program.types;
    let ty = terms.type_of(what);
    if text.contains('!') || !comparisons(text).is_empty() || terms.int_value(zero) != Some(0) {
        None
    } else if types.is_pointer(ty) {
        Some("NULL")
    } else {
        (ty != types.bool()).then_some("0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_are_found_among_other_signs() {
        assert!(comparisons("a->b << 2 && c >> 1").is_empty());
        assert_eq!(comparisons("a->b <= c"), [(Sort::Order, true)]);
        assert_eq!(
            comparisons("x==1 || y < 2"),
            [(Sort::Equality, true), (Sort::Order, false)]
        );
    }
}
