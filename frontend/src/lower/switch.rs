//! `switch`: a decision list in front of a body that is entered at its `case` labels.
//!
//! The body is lowered first, as ordinary code whose labels are noted; then the tests are put where
//! the switch begins. Every value of the controlling expression passes exactly one test.

use super::Lowerer;
use super::cond::Kinds;
use crate::syntax::ast;
use ir::types::TypeId;
use ir::{BinaryOp, EdgeKind, ExprId, LocId};
use source::Span;

/// The labels of a switch that is being lowered.
pub(super) struct Switch {
    ty: TypeId,
    cases: Vec<Case>,
    default: Option<LocId>,
    /// Ranges taken so far, for duplicates, sorted.
    taken: std::collections::BTreeMap<i128, i128>,
}

struct Case {
    low: i128,
    high: i128,
    loc: LocId,
    span: Span,
}

impl Lowerer<'_> {
    pub(super) fn switch(&mut self, value: ast::ExprId, body: ast::StmtId, span: Span) {
        let value = self.integer(value, span);
        let value = self.promote(value);
        let (Some(start), Some(end)) = (self.body.as_ref().map(|b| b.cur), self.new_loc()) else {
            return;
        };
        let inside = self.new_loc();
        self.flow.switches.push(Switch {
            ty: self.program.type_of(value),
            cases: Vec::new(),
            default: None,
            taken: std::collections::BTreeMap::new(),
        });
        self.enter_loop(end, None);
        inside.into_iter().for_each(|loc| self.at(loc));
        self.stmt(body);
        self.leave_loop(false);
        self.join(end);
        if let Some(switch) = self.flow.switches.pop() {
            self.at(start);
            let outer = self.enter_span(span);
            self.decide(value, switch, end, span);
            self.leave_span(outer);
        }
        self.at(end);
    }

    fn decide(&mut self, value: ExprId, switch: Switch, end: LocId, span: Span) {
        let value = if switch.cases.len() > 1 {
            self.controlling(value)
        } else {
            value
        };
        for case in &switch.cases {
            self.enter_span(case.span);
            let hit = self.case_test(value, case, switch.ty);
            let Some(next) = self.new_loc() else { return };
            let kinds = Kinds {
                yes: EdgeKind::Case,
                no: EdgeKind::Default,
            };
            self.branch_on(hit, case.loc, next, kinds);
            self.at(next);
        }
        self.enter_span(span);
        let otherwise = switch.default.unwrap_or(end);
        if let Some(body) = &mut self.body {
            body.jump(otherwise, EdgeKind::Default);
        }
    }

    /// Tests have no effects: a plain read need not be saved, anything longer is computed once.
    fn controlling(&mut self, value: ExprId) -> ExprId {
        use ir::ExprKind;
        let inner = match self.program.terms.expr(value).kind {
            ExprKind::Cast(inner) => inner,
            _ => value,
        };
        match self.program.terms.expr(inner).kind {
            ExprKind::Load(_) | ExprKind::Int(_) => value,
            _ => self.saved(value),
        }
    }

    fn case_test(&mut self, value: ExprId, case: &Case, ty: TypeId) -> ExprId {
        let low = self.program.int_const(case.low as u128, ty);
        if case.low == case.high {
            return self.program.binary(BinaryOp::Eq, value, low);
        }
        // low <= v <= high, as one unsigned comparison.
        let Some(kind) = self.program.types.int_kind(ty) else {
            return self.poison();
        };
        let unsigned = self.program.types.int_type(kind.to_unsigned());
        let distance = self.program.binary(BinaryOp::Sub, value, low);
        let distance = self.program.cast(distance, unsigned);
        let width = case.high.wrapping_sub(case.low) as u128;
        let width = width - u128::from(mutants::is("ranges-of-cases-end-one-early"));
        let width = self.program.int_const(width, unsigned);
        self.program.binary(BinaryOp::Le, distance, width)
    }

    /// `case low ... high:`
    pub(super) fn case(&mut self, low: ast::ExprId, high: Option<ast::ExprId>, span: Span) {
        let Some(switch) = self.flow.switches.last() else {
            self.error(span, "'case' outside of a switch");
            return;
        };
        let ty = switch.ty;
        let low = self.case_value(low, ty);
        let high = high.map_or(low, |h| self.case_value(h, ty));
        let (Some(low), Some(high), Some(loc)) = (low, high, self.new_loc()) else {
            return;
        };
        self.join(loc);
        if high < low {
            self.warn(span, "the range of this case is empty");
            return;
        }
        let Some(switch) = self.flow.switches.last_mut() else {
            return;
        };
        let before = switch.taken.range(..=high).next_back();
        if before.is_some_and(|(_, &h)| h >= low) {
            self.error(span, "this case value occurs twice");
            return;
        }
        switch.taken.insert(low, high);
        switch.cases.push(Case {
            low,
            high,
            loc,
            span,
        });
    }

    fn case_value(&mut self, e: ast::ExprId, ty: TypeId) -> Option<i128> {
        let value = self.constant_int(e)?;
        let converted = self.program.int_const(value as u128, ty);
        self.program.const_value(converted)
    }

    /// `default:`
    pub(super) fn default_case(&mut self, span: Span) {
        let Some(loc) = self.new_loc() else { return };
        self.join(loc);
        match self.flow.switches.last_mut() {
            None => self.error(span, "'default' outside of a switch"),
            Some(switch) if switch.default.is_some() => {
                self.error(span, "this switch has two default labels");
            }
            Some(switch) => switch.default = Some(loc),
        }
    }
}
