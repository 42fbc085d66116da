//! Values, conditions and statements.

use checker::bp::{BinOp, ExprId, ExprKind, Origin, Span, Stmt, StmtId, StmtKind};

use super::{Emitter, Step, Transfers};
use crate::precision::Literal;
use crate::transfer::{Atom, AtomCube, Value};

impl<T: Transfers> Emitter<'_, T> {
    pub(super) fn value(&mut self, value: &Value) -> ExprId {
        match value {
            Value::Always(value) => self.constant(*value),
            Value::Is(atom, sign) => {
                let var = self.atom(*atom);
                self.signed(var, *sign)
            }
            Value::Either(yes, no) if yes.is_empty() && no.is_empty() => self.add(ExprKind::Nondet),
            Value::Either(yes, no) => {
                let yes = self.any_of(yes);
                let no = self.any_of(no);
                self.add(ExprKind::Choose(yes, no))
            }
        }
    }

    pub(super) fn none_of(&mut self, cubes: &[AtomCube]) -> ExprId {
        if cubes.is_empty() {
            return self.constant(true);
        }
        let any = self.any_of(cubes);
        self.not(any)
    }

    pub(super) fn none_of_literals(&mut self, cubes: &[Vec<Literal>]) -> ExprId {
        let atoms = |cube: &Vec<Literal>| cube.iter().map(|&(p, s)| (Atom::Pred(p), s)).collect();
        let cubes: Vec<AtomCube> = cubes.iter().map(atoms).collect();
        self.none_of(&cubes)
    }

    pub(super) fn any_of(&mut self, cubes: &[AtomCube]) -> ExprId {
        let mut parts = Vec::new();
        for cube in cubes {
            let literals = cube
                .iter()
                .map(|&(atom, sign)| {
                    let var = self.atom(atom);
                    self.signed(var, sign)
                })
                .collect();
            parts.push(self.all(literals));
        }
        self.join(BinOp::Or, parts, false)
    }

    pub(super) fn all(&mut self, parts: Vec<ExprId>) -> ExprId {
        self.join(BinOp::And, parts, true)
    }

    pub(super) fn join(&mut self, op: BinOp, parts: Vec<ExprId>, empty: bool) -> ExprId {
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else {
            return self.constant(empty);
        };
        parts.fold(first, |a, b| self.add(ExprKind::Binary(op, a, b)))
    }

    pub(super) fn literal(&mut self, literal: Literal) -> ExprId {
        self.at(literal, false)
    }

    pub(super) fn at(&mut self, (pred, sign): Literal, after: bool) -> ExprId {
        let symbol = self.names[&(0, pred)];
        let var = self.add(if after {
            ExprKind::Next(symbol)
        } else {
            ExprKind::Var(symbol)
        });
        self.signed(var, sign)
    }

    pub(super) fn atom(&mut self, atom: Atom) -> ExprId {
        let symbol = match atom {
            Atom::Pred(p) => self.names[&(0, p)],
            Atom::Returned(p) => self.names[&(1, p)],
        };
        self.add(ExprKind::Var(symbol))
    }

    pub(super) fn signed(&mut self, expr: ExprId, sign: bool) -> ExprId {
        if sign { expr } else { self.not(expr) }
    }

    pub(super) fn not(&mut self, expr: ExprId) -> ExprId {
        self.add(ExprKind::Not(expr))
    }

    pub(super) fn constant(&mut self, value: bool) -> ExprId {
        self.add(ExprKind::Const(value))
    }

    pub(super) fn add(&mut self, kind: ExprKind) -> ExprId {
        self.out.add_expr(kind, Span::default())
    }

    pub(super) fn stop(&mut self) -> StmtKind {
        StmtKind::Assume {
            condition: self.constant(false),
            constrain: None,
        }
    }

    pub(super) fn jump(&mut self, body: &mut Vec<StmtId>, to: &[String]) {
        let targets = to.iter().map(|l| self.name(l)).collect();
        self.push(body, Step::Jump, StmtKind::Goto(targets));
    }

    pub(super) fn push(&mut self, body: &mut Vec<StmtId>, step: Step, kind: StmtKind) -> StmtId {
        let origin = Origin(self.steps.len() as u32);
        self.steps.push(step);
        let stmt = self.out.add_stmt(Stmt {
            labels: Vec::new(),
            kind,
            span: Span::default(),
            origin: Some(origin),
        });
        body.push(stmt);
        stmt
    }
}
