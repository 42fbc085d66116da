//! What variables are called where a proof is told: as in the text, and those that are not in the text by where their values
//! come from.

use abstractor::precision::text_with;
use ir::types::{IntKind, TypeKind};
use ir::{BinaryOp, ExprId, ExprKind, PlaceKind, VarId, VarKind};
use source::{Sources, Span, Unexpanded};

use crate::story::{scalar, shortened};
use verify::Session;

/// How much of an expression is quoted.
const MAX_QUOTED_CHARS: usize = 48;

/// What is said in place of the object that a rule follows.
pub(super) const FOLLOWED_OBJECT: &str = "(the followed object)";

/// Words for expressions.
pub(super) struct Names<'a, 's> {
    check: &'a Session,
    sources: &'s Sources,
    /// The variables of the rule whose names others have too.
    shared: Vec<VarId>,
}

impl<'a, 's> Names<'a, 's> {
    pub(super) fn new(check: &'a Session, sources: &'s Sources) -> Self {
        let vars = &check.prepared.program.vars;
        let same = |a: VarId| vars.iter().any(|(b, v)| a != b && v.name == vars[a].name);
        let shared = check
            .synthetic
            .state
            .iter()
            .copied()
            .filter(|&var| same(var));
        Names {
            check,
            sources,
            shared: shared.collect(),
        }
    }

    /// A comparison as C would write it, with the names of constants.
    pub(super) fn comparison(&self, op: BinaryOp, a: ExprId, b: ExprId) -> String {
        if let Some(words) = self.named_constant(op, a, b) {
            return words;
        }
        let (mut a, mut b) = (a, b);
        if self.is_watched(a) || self.is_watched(b) {
            (a, b) = (self.bare(a), self.bare(b));
        }
        format!("{} {} {}", self.operand(a), op.symbol(), self.operand(b))
    }

    pub(super) fn expression(&self, e: ExprId) -> String {
        let made = &self.check.prepared;
        text_with(&made.program, &made.facts.layout, e, &|var| {
            self.variable(var)
        })
    }

    fn operand(&self, e: ExprId) -> String {
        let words = self.expression(e);
        match self.check.prepared.program.terms.expr(e).kind {
            ExprKind::Binary(..) => format!("({words})"),
            _ => words,
        }
    }

    /// Whether something is true or false, or which of its names an enumeration holds.
    fn named_constant(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<String> {
        let program = &self.check.prepared.program;
        let (what, value) = (self.bare(a), program.const_value(b)?);
        let ty = program.type_of(what);
        let value = match (program.types.kind(ty), op) {
            (TypeKind::Int(IntKind::Bool), BinaryOp::Eq) => u128::from(value != 0),
            (TypeKind::Int(IntKind::Bool), BinaryOp::Ne) => u128::from(value == 0),
            (TypeKind::Enum(_), BinaryOp::Eq | BinaryOp::Ne) => value as u128,
            _ => return None,
        };
        let op = match program.types.kind(ty) {
            TypeKind::Enum(_) => op,
            _ => BinaryOp::Eq,
        };
        let value = scalar(program, ty, value);
        Some(format!("{} {} {value}", self.operand(what), op.symbol()))
    }

    fn bare(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Cast(inner) = self.check.prepared.program.terms.expr(e).kind {
            e = inner;
        }
        e
    }

    fn is_watched(&self, e: ExprId) -> bool {
        let terms = &self.check.prepared.program.terms;
        let ExprKind::Load(place) = terms.expr(self.bare(e)).kind else {
            return false;
        };
        let watched = self.check.synthetic.watched;
        matches!(terms.place(place).kind, PlaceKind::Var(var) if Some(var) == watched)
    }

    /// The name of a variable, where it is not the one it is printed with.
    fn variable(&self, var: VarId) -> Option<String> {
        let variable = &self.check.prepared.program.vars[var];
        if Some(var) == self.check.synthetic.watched {
            return Some(FOLLOWED_OBJECT.into());
        }
        let renamed = variable.name != variable.unique;
        match variable.kind {
            VarKind::Temp(_) if renamed && &*variable.name == "return" => {
                Some("(the result)".into())
            }
            VarKind::Temp(_) => self.value_at(variable.span),
            VarKind::Param(..) if renamed => Some(format!("({} on entry)", variable.name)),
            _ if self.shared.contains(&var) => Some(format!("({} of the rule)", variable.name)),
            _ if renamed => {
                let at = self.sources.locate(variable.span)?;
                Some(format!("({} of line {})", variable.name, at.line))
            }
            _ => None,
        }
    }

    /// What stands at a place, with the place: it may have another value elsewhere.
    fn value_at(&self, span: Span) -> Option<String> {
        let at = self.sources.locate(span)?;
        let text = match self.sources.written(span) {
            Some(Unexpanded::Text(text) | Unexpanded::Within(text)) => text,
            None => self.sources.unmarked(span),
        };
        let text = shortened(&text, MAX_QUOTED_CHARS);
        Some(format!("({text} at {}:{})", at.file, at.line))
    }
}
