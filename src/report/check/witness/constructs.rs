//! Where things stand in the source: keywords, parentheses, the beginnings of statements.
//!
//! Edges of the program have the spans of conditions and calls; a witness names the places of the words that belong to
//! them. So the units are parsed once more, and tables made of their trees: from spans to places.

use frontend::syntax::ast::{
    Ast, BinaryOp, BlockItem, ExprId, ExprKind, ForInit, StmtKind, UnaryOp,
};
use frontend::syntax::{self, FilePosition, GivenFile};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Interner, Sources, Span};

use super::names::Names;

/// A part of a condition that is not made of others by `!`, `&&` and `||`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// The keyword, or the `?`, that the condition belongs to.
    pub(super) keyword: Span,
    /// Whether the whole condition is decided as true when the leaf goes that way.
    pub(super) when_true: bool,
    /// The same for false.
    pub(super) when_false: bool,
}

/// A label of a `switch`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    /// The keyword `switch`.
    pub(super) keyword: Span,
    /// Whether it has more than one value.
    pub(super) range: bool,
}

/// The constructs of all units.
pub(super) struct Constructs<'s> {
    files: Vec<GivenFile<'s>>,
    /// By file.
    names: Vec<Names>,
    leaves: FxHashMap<Span, Leaf>,
    cases: FxHashMap<Span, Case>,
    switches: FxHashSet<Span>,
    /// The closing parentheses of calls, by the spans that their edges have.
    calls: FxHashMap<Span, Span>,
    /// Statements and full expressions.
    executed: Vec<Span>,
}

impl<'s> Constructs<'s> {
    pub(super) fn new(sources: &'s Sources) -> Self {
        let mut all = Constructs {
            files: Vec::new(),
            names: Vec::new(),
            leaves: FxHashMap::default(),
            cases: FxHashMap::default(),
            switches: FxHashSet::default(),
            calls: FxHashMap::default(),
            executed: Vec::new(),
        };
        for (id, unit) in sources.units() {
            if let Some(file) = GivenFile::new(sources, id) {
                all.files.push(file);
                let mut interner = Interner::new();
                let tree = syntax::parse(sources, id, &mut interner).ast;
                all.expressions(sources, &tree);
                all.statements(&tree);
                all.names.push(Names::new(unit, interner, &tree));
            }
        }
        all
    }

    /// The place of a word, and the file.
    pub(super) fn place(&self, word: Span) -> Option<(&'s str, FilePosition)> {
        let file = self.files.iter().find(|file| file.has(word))?;
        Some((file.name(), file.place(word)?))
    }

    /// The names that can be used in the file that a place is in.
    pub(super) fn names(&self, at: Span) -> Option<&Names> {
        let file = self.files.iter().position(|file| file.has(at))?;
        self.names.get(file)
    }

    /// The condition that a branch with this span decides a part of.
    pub(super) fn leaf(&self, span: Span) -> Option<Leaf> {
        self.leaves.get(&span).copied()
    }

    /// The label with a value of this span.
    pub(super) fn case(&self, span: Span) -> Option<Case> {
        self.cases.get(&span).copied()
    }

    /// The keyword of a `switch` with this span.
    pub(super) fn switch(&self, span: Span) -> Option<Span> {
        self.switches.contains(&span).then(|| first(span))
    }

    /// The closing parenthesis of a call with this span.
    pub(super) fn parenthesis(&self, span: Span) -> Option<Span> {
        self.calls.get(&span).copied()
    }

    /// Where the innermost statement or full expression begins that a span lies in; of one that came out of a macro,
    /// where the macro stands. The column is missing where it cannot be told.
    pub(super) fn statement(&self, span: Span) -> Option<(&'s str, u32, Option<u32>)> {
        let file = self.files.iter().find(|file| file.has(span))?;
        let around = |s: &&Span| s.start <= span.start && span.end <= s.end;
        let mut around: Vec<Span> = self.executed.iter().filter(around).copied().collect();
        around.sort_by_key(|s| s.end - s.start);
        let written = around.iter().position(|&s| file.place(s).is_some());
        if let Some(0) = written {
            let place = file.place(around[0])?;
            return Some((file.name(), place.line, Some(place.column)));
        }
        // What is inside of the innermost one that was written is a macro's.
        let of_macro = &around[..written.unwrap_or(around.len())];
        let outermost = *of_macro.last().unwrap_or(&span);
        let (line, column) = file.place_of_macro(outermost)?;
        Some((file.name(), line, column))
    }

    fn expressions(&mut self, sources: &Sources, tree: &Ast) {
        for expr in tree.exprs.values() {
            match &expr.kind {
                ExprKind::Call { .. } => {
                    let last = last(expr.span);
                    self.calls.insert(expr.span, last);
                }
                // The edge of a call whose value is assigned has the span of the assignment.
                ExprKind::Assign { op: None, rhs, .. }
                    if matches!(tree.exprs[*rhs].kind, ExprKind::Call { .. }) =>
                {
                    let last = last(tree.exprs[*rhs].span);
                    self.calls.insert(expr.span, last);
                }
                ExprKind::Conditional { cond, .. } => {
                    let from = tree.exprs[*cond].span.end;
                    let between = Span::new(from, expr.span.end.max(from));
                    if let Some(at) = question_mark(sources.text(between)) {
                        let at = from + at as u32;
                        self.condition(tree, *cond, Span::new(at, at + 1));
                    }
                }
                _ => {}
            }
        }
    }

    fn statements(&mut self, tree: &Ast) {
        let span_of = |e: ExprId| tree.exprs[e].span;
        for stmt in tree.stmts.values() {
            let keyword = first(stmt.span);
            match &stmt.kind {
                StmtKind::If { cond, .. } | StmtKind::While { cond, .. } => {
                    self.executed.push(span_of(*cond));
                    self.condition(tree, *cond, keyword);
                }
                StmtKind::For {
                    init, cond, step, ..
                } => {
                    let before = match init {
                        ForInit::Expr(e) => Some(span_of(*e)),
                        ForInit::Declaration(id) => Some(tree.declarations[*id].span),
                        ForInit::None => None,
                    };
                    self.executed.extend(before);
                    let rest = cond.iter().chain(step).map(|&e| span_of(e));
                    self.executed.extend(rest);
                    if let Some(cond) = cond {
                        self.condition(tree, *cond, keyword);
                    }
                }
                // Whether a branching of it stands at its `do` or its `while` is not said anywhere.
                StmtKind::DoWhile { cond, .. } => self.executed.push(span_of(*cond)),
                StmtKind::Switch { value, .. } => {
                    self.executed.push(span_of(*value));
                    self.switches.insert(stmt.span);
                }
                StmtKind::Block(block) => {
                    let declared = block.items.iter().filter_map(|item| match item {
                        BlockItem::Declaration(id) => Some(tree.declarations[*id].span),
                        _ => None,
                    });
                    self.executed.extend(declared);
                }
                StmtKind::Expr(_)
                | StmtKind::Return(_)
                | StmtKind::GotoComputed(_)
                | StmtKind::Asm(_) => self.executed.push(stmt.span),
                _ => {}
            }
        }
        self.labels(tree);
    }

    /// The labels, each with the innermost `switch` around it.
    fn labels(&mut self, tree: &Ast) {
        // Children come before their parents: the first one around is the innermost.
        let switches = tree.stmts.values().map(|stmt| stmt.span);
        let switches: Vec<Span> = switches.filter(|s| self.switches.contains(s)).collect();
        for stmt in tree.stmts.values() {
            let StmtKind::Case { low, high, .. } = stmt.kind else {
                continue;
            };
            let around = |s: &&Span| s.start <= stmt.span.start && stmt.span.end <= s.end;
            if let Some(&switch) = switches.iter().find(around) {
                let case = Case {
                    keyword: first(switch),
                    range: high.is_some(),
                };
                self.cases.insert(tree.exprs[low].span, case);
            }
        }
    }

    /// The leaves of a condition. The front end lowers them in the same way: a leaf that decides leads out of it.
    fn condition(&mut self, tree: &Ast, cond: ExprId, keyword: Span) {
        let mut left = vec![(cond, true, true, true)];
        while let Some((e, yes, no, upright)) = left.pop() {
            match &tree.exprs[e].kind {
                ExprKind::Unary {
                    op: UnaryOp::Not,
                    arg,
                } => left.push((*arg, no, yes, !upright)),
                ExprKind::Binary {
                    op: BinaryOp::LogAnd,
                    lhs,
                    rhs,
                } => left.extend([(*lhs, false, no, upright), (*rhs, yes, no, upright)]),
                ExprKind::Binary {
                    op: BinaryOp::LogOr,
                    lhs,
                    rhs,
                } => left.extend([(*lhs, yes, false, upright), (*rhs, yes, no, upright)]),
                ExprKind::Comma { rhs, .. } => left.push((*rhs, yes, no, upright)),
                kind => {
                    // `__builtin_expect` and its like are looked through.
                    if let ExprKind::Call { args, .. } = kind
                        && let Some(&first) = args.first()
                    {
                        left.push((first, yes, no, upright));
                    }
                    let (when_true, when_false) = if upright { (yes, no) } else { (no, yes) };
                    let leaf = Leaf {
                        keyword,
                        when_true,
                        when_false,
                    };
                    self.leaves.entry(tree.exprs[e].span).or_insert(leaf);
                }
            }
        }
    }
}

/// The first byte of a span: where its first word is.
pub(super) fn first(span: Span) -> Span {
    Span::new(span.start, span.start + 1)
}

/// The last byte of a span.
fn last(span: Span) -> Span {
    Span::new(span.end - 1, span.end)
}

/// The position of the first `?` that is not in a comment or a line marker.
fn question_mark(text: &[u8]) -> Option<usize> {
    let find = |from: usize, what: &[u8]| {
        let rest = &text[from.min(text.len())..];
        let found = rest.windows(what.len()).position(|w| w == what);
        found.map(|n| from + n + what.len())
    };
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        at = match byte {
            b'?' => return Some(at),
            b'/' if rest.starts_with(b"/*") => find(at + 2, b"*/")?,
            b'/' if rest.starts_with(b"//") => find(at, b"\n")?,
            b'#' => find(at, b"\n")?,
            _ => at + 1,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_mark_is_found_behind_comments() {
        assert_eq!(question_mark(b") ? b"), Some(2));
        assert_eq!(question_mark(b"/* ? */ ? b"), Some(8));
        assert_eq!(question_mark(b" // ?\n# 7 \"?\"\n? b"), Some(14));
        assert_eq!(question_mark(b" /* ?"), None);
    }
}
