//! A bug as a sequence of waypoints.
//!
//! An execution belongs to a violation witness if it passes the waypoints in their order, up to the violation; what
//! happens between two of them is free. So whatever the bug's execution passes may be said, in the order in which it
//! happens: the values that calls of undefined functions return, and which ways branchings go. With all values of a
//! program that takes nothing else from outside, the execution is the only one.

use frontend::syntax::FilePosition;
use interp::Input;
use ir::types::TypeId;
use ir::{BinaryOp, EdgeId, EdgeKind, ExprKind, FuncId, Program, Stmt};
use source::{Sources, Span};

use super::constructs::Constructs;
use super::format::{Content, Entry, Location, Requirement, Waypoint};
use super::value;
use verify::{FullTrace, TraceStep};

/// Of a longer way, branchings are not told: the values say enough.
const MAX_WAYPOINTS: usize = 2_000;
/// And of very many values, the first.
const MAX_VALUES: usize = 20_000;

/// The entry of a bug; none if the place of the violation is not known.
pub(super) fn entry(journey: &FullTrace<'_>, sources: &Sources) -> Option<Entry> {
    let teller = Teller {
        program: journey.program,
        constructs: Constructs::new(sources),
    };
    let (func, edge) = journey.last?;
    let target = teller.target(func, edge)?;
    let mut waypoints: Vec<Waypoint> = journey
        .steps
        .iter()
        .filter_map(|step| match *step {
            TraceStep::Branch(func, edge) => teller.branching(func, edge),
            TraceStep::Input(func, edge, ty, ref input) => teller.returned(func, edge, ty, input),
        })
        .collect();
    let mut remark = journey.cut.then_some("later waypoints are left out");
    if waypoints.len() > MAX_WAYPOINTS {
        waypoints.retain(|w| matches!(w.what, Requirement::FunctionReturn(_)));
        remark = Some("branchings are left out");
    }
    if waypoints.len() > MAX_VALUES {
        waypoints.truncate(MAX_VALUES);
        remark = Some("branchings and later waypoints are left out");
    }
    waypoints.push(target);
    Some(Entry {
        content: Content::Violation(waypoints),
        remark: remark.map(|what| format!("The execution is long: {what}.")),
    })
}

struct Teller<'a> {
    program: &'a Program,
    constructs: Constructs<'a>,
}

impl Teller<'_> {
    /// The statement that the violation happens in.
    fn target(&self, func: FuncId, edge: EdgeId) -> Option<Waypoint> {
        let place = self.constructs.statement(self.span(func, edge)?)?;
        Some(Waypoint {
            what: Requirement::Target,
            at: self.location(place, func),
        })
    }

    /// What a call returns.
    fn returned(&self, func: FuncId, edge: EdgeId, ty: TypeId, input: &Input) -> Option<Waypoint> {
        let parenthesis = self.constructs.parenthesis(self.span(func, edge)?)?;
        let place = self.constructs.place(parenthesis)?;
        let value = value::returned(self.program, ty, input)?;
        Some(self.waypoint(Requirement::FunctionReturn(value), place, func))
    }

    /// Which way a branching goes, if that is decided here.
    fn branching(&self, func: FuncId, id: EdgeId) -> Option<Waypoint> {
        let cfg = self.program.funcs[func].body.as_ref()?;
        let edge = cfg.edge(id);
        let (keyword, way) = match edge.kind {
            EdgeKind::Then | EdgeKind::LoopEnter => {
                let leaf = self.constructs.leaf(edge.span)?;
                (leaf.when_true.then_some(leaf.keyword)?, "true".into())
            }
            EdgeKind::Else | EdgeKind::LoopExit => {
                let leaf = self.constructs.leaf(edge.span)?;
                (leaf.when_false.then_some(leaf.keyword)?, "false".into())
            }
            EdgeKind::Case => {
                let case = self.constructs.case(edge.span)?;
                let value = (!case.range).then(|| self.case_value(&edge.stmt))?;
                (case.keyword, value?)
            }
            EdgeKind::Default if edge.stmt == Stmt::Skip => {
                (self.constructs.switch(edge.span)?, "default".into())
            }
            _ => return None,
        };
        let place = self.constructs.place(keyword)?;
        Some(self.waypoint(Requirement::Branching(way), place, func))
    }

    /// The number of a label that is reached on this condition.
    fn case_value(&self, stmt: &Stmt) -> Option<String> {
        let terms = &self.program.terms;
        let Stmt::Assume { cond } = *stmt else {
            return None;
        };
        let ExprKind::Binary(BinaryOp::Eq, _, value) = terms.expr(cond).kind else {
            return None;
        };
        let kind = self.program.types.bits_kind(terms.type_of(value))?;
        value::integer(self.program, kind, terms.int_value(value)?)
    }

    fn span(&self, func: FuncId, edge: EdgeId) -> Option<Span> {
        let cfg = self.program.funcs[func].body.as_ref()?;
        Some(cfg.edge(edge).span)
    }

    fn waypoint(
        &self,
        what: Requirement,
        (file, at): (&str, FilePosition),
        func: FuncId,
    ) -> Waypoint {
        let at = self.location((file, at.line, Some(at.column)), func);
        Waypoint { what, at }
    }

    fn location(&self, (file, line, column): (&str, u32, Option<u32>), func: FuncId) -> Location {
        Location {
            file: file.to_owned(),
            line,
            column,
            function: self.program.funcs[func].name.to_string(),
        }
    }
}
