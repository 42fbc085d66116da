//! The automaton of a function to code, and the layout of its frame.

use super::super::bytes::Shape;
use super::super::code::{FuncCode, Home, Local, Op, Param};
use super::super::memory::OBJECT_GAP_BYTES;
use super::{Gen, Shared};
use ir::{BinaryOp, Cfg, EdgeId, ExprId, ExprKind, FuncId, LocId, Stmt, VarId};
use source::entity::EntityId;

use rustc_hash::{FxHashMap, FxHashSet};

/// Branches from which a table pays.
const MIN_TABLE_BRANCHES: usize = 4;

pub(super) fn function(shared: &mut Shared<'_>, id: FuncId, cfg: &Cfg) -> FuncCode {
    let program = shared.program;
    let func = &program.funcs[id];
    let variables: Vec<VarId> = func.params.iter().chain(&func.locals).copied().collect();
    let frame = Frame::lay_out(shared, cfg, &variables);
    let params = func
        .params
        .iter()
        .map(|&var| {
            let ty = program.vars[var].ty;
            Param {
                home: shared.homes[var.index()],
                shape: Shape::of(&program.types, ty),
                size: program.types.size_of(ty).unwrap_or(0),
            }
        })
        .collect();
    let var_regs = frame.reg_vars.len() as u32;
    let mut gen_ = Gen::new(shared, var_regs);
    gen_.locals = frame.locals;
    let mut body = Body {
        gen_,
        cfg,
        starts: vec![None; cfg.num_locs()],
        pending: Vec::new(),
        jumps: Vec::new(),
        edges: Vec::new(),
    };
    body.run();
    FuncCode {
        regs: body.gen_.max_reg,
        frame_size: frame.size,
        frame_align: frame.align,
        params,
        reg_vars: frame.reg_vars,
        edges: body.edges,
        locals: body.gen_.locals,
        ops: body.gen_.ops,
    }
}

struct Frame {
    locals: Vec<Local>,
    reg_vars: Vec<VarId>,
    size: u64,
    align: u64,
}

impl Frame {
    fn lay_out(shared: &Shared<'_>, cfg: &Cfg, variables: &[VarId]) -> Self {
        let begun: FxHashSet<VarId> = cfg
            .edges()
            .filter_map(|e| match cfg.edge(e).stmt {
                Stmt::Begin { var } => Some(var),
                _ => None,
            })
            .collect();
        let mut frame = Self {
            locals: Vec::new(),
            reg_vars: Vec::new(),
            size: 0,
            align: 16,
        };
        for &var in variables {
            if let Home::Frame(_) = shared.homes[var.index()] {
                frame.reg_vars.push(var);
                continue;
            }
            let variable = &shared.program.vars[var];
            let size = shared.program.types.size_of(variable.ty).unwrap_or(0);
            let align = variable.align.max(1);
            let offset = frame
                .size
                .checked_next_multiple_of(align)
                .unwrap_or(u64::MAX);
            frame.locals.push(Local {
                var,
                size,
                offset,
                from_entry: !begun.contains(&var),
            });
            frame.size = offset.saturating_add(size).saturating_add(OBJECT_GAP_BYTES);
            frame.align = frame.align.max(align);
        }
        frame
    }
}

struct Body<'a, 'b> {
    gen_: Gen<'a, 'b>,
    cfg: &'a Cfg,
    starts: Vec<Option<u32>>,
    /// Branches whose edge is still to be written: who jumps there.
    pending: Vec<(Source, EdgeId)>,
    /// Jumps to locations, resolved at the end.
    jumps: Vec<(usize, LocId)>,
    edges: Vec<Option<EdgeId>>,
}

/// What leads to a branch.
#[derive(Clone, Copy)]
enum Source {
    Op(usize),
    Table(u32, u128),
}

impl Body<'_, '_> {
    fn run(&mut self) {
        self.chain(self.cfg.entry);
        while let Some((source, edge)) = self.pending.pop() {
            let start = self.gen_.ops.len() as u32;
            self.aim(source, start);
            self.write(Op::Edge(edge), edge);
            self.chain(self.cfg.target(edge));
        }
        for (at, loc) in std::mem::take(&mut self.jumps) {
            let to = self.starts[loc.index()].unwrap_or(0);
            self.gen_.ops[at] = Op::Jump(to);
        }
    }

    fn aim(&mut self, source: Source, start: u32) {
        match source {
            Source::Op(at) => match &mut self.gen_.ops[at] {
                Op::Branch { to, .. } | Op::Compare { to, .. } => *to = start,
                _ => {}
            },
            Source::Table(table, key) => {
                self.gen_.shared.pool.tables[table as usize].insert(key, start);
            }
        }
    }

    fn write(&mut self, op: Op, edge: EdgeId) {
        self.gen_.emit(op);
        self.mark(Some(edge));
    }

    /// The operations written since belong to the edge.
    fn mark(&mut self, edge: Option<EdgeId>) {
        self.edges.resize(self.gen_.ops.len(), edge);
    }

    /// Writes locations as long as one follows directly.
    fn chain(&mut self, from: LocId) {
        let mut next = Some(from);
        while let Some(loc) = next {
            if self.starts[loc.index()].is_some() {
                self.jumps.push((self.gen_.ops.len(), loc));
                self.gen_.emit(Op::Jump(0));
                self.mark(None);
                return;
            }
            self.starts[loc.index()] = Some(self.gen_.ops.len() as u32);
            next = self.location(loc);
        }
    }

    fn location(&mut self, loc: LocId) -> Option<LocId> {
        self.gen_.forget();
        let out = self.cfg.outgoing(loc);
        let Some(&first) = out.first() else {
            self.gen_.emit(Op::DeadEnd);
            self.mark(self.cfg.incoming(loc).first().copied());
            return None;
        };
        let cfg = self.cfg;
        let stmt = &cfg.edge(first).stmt;
        if matches!(stmt, Stmt::Assume { .. }) {
            return self.branch(&out);
        }
        self.write(Op::Edge(first), first);
        self.gen_.stmt(stmt);
        self.mark(Some(first));
        (!matches!(stmt, Stmt::Return { .. })).then(|| self.cfg.target(first))
    }

    fn branch(&mut self, out: &[EdgeId]) -> Option<LocId> {
        let conds: Vec<(EdgeId, ExprId)> = out
            .iter()
            .filter_map(|&e| match self.cfg.edge(e).stmt {
                Stmt::Assume { cond } => Some((e, cond)),
                _ => None,
            })
            .collect();
        let rest = self.table(&conds);
        let program = self.gen_.shared.program;
        for (n, &(edge, cond)) in rest.iter().enumerate() {
            let value = program.terms.int_value(cond);
            let last = n > 0 && n + 1 == rest.len() && self.negates(rest[n - 1].1, cond);
            if last || value.is_some_and(|v| v != 0) {
                self.write(Op::Edge(edge), edge);
                return Some(self.cfg.target(edge));
            }
            if value == Some(0) {
                continue;
            }
            let op = self.condition(cond);
            self.gen_.emit(op);
            self.pending
                .push((Source::Op(self.gen_.ops.len() - 1), edge));
            self.mark(Some(edge));
        }
        self.gen_.emit(Op::NoBranch);
        self.mark(conds.last().map(|&(e, _)| e));
        None
    }

    /// The jump on a condition; integer comparisons are part of it.
    fn condition(&mut self, cond: ExprId) -> Op {
        let program = self.gen_.shared.program;
        if let ExprKind::Binary(op, a, b) = program.terms.expr(cond).kind
            && op.is_comparison()
            && let Some(kind) = program.types.bits_kind(program.type_of(a))
        {
            let (a, b) = (self.gen_.expr(a), self.gen_.expr(b));
            return Op::Compare {
                op,
                kind,
                a,
                b,
                to: 0,
            };
        }
        let cond = self.gen_.expr(cond);
        Op::Branch { cond, to: 0 }
    }

    /// Whether one condition holds exactly when the other does not.
    fn negates(&self, a: ExprId, b: ExprId) -> bool {
        let program = self.gen_.shared.program;
        let (x, y) = (program.terms.expr(a).kind, program.terms.expr(b).kind);
        match (x, y) {
            (ExprKind::Binary(p, a1, a2), ExprKind::Binary(q, b1, b2)) => {
                let total = p.is_equality() || !program.types.is_float(program.type_of(a1));
                let opposite = p.negated() == Some(q) && a1 == b1 && a2 == b2 && total;
                let is_zero = |e, op| op == BinaryOp::Eq && program.terms.int_value(e) == Some(0);
                opposite || (b1 == a && is_zero(b2, q)) || (a1 == b && is_zero(a2, p))
            }
            _ => false,
        }
    }

    /// Jumps on one value to many constants through a table; gives back the other conditions.
    fn table(&mut self, conds: &[(EdgeId, ExprId)]) -> Vec<(EdgeId, ExprId)> {
        let Some((on, _)) = conds.iter().find_map(|&(_, c)| self.is_case(c)) else {
            return conds.to_vec();
        };
        let (cases, rest): (Vec<_>, Vec<_>) = conds
            .iter()
            .copied()
            .partition(|&(_, c)| self.is_case(c).is_some_and(|(e, _)| e == on));
        // Conditions are tried in order; only if they exclude each other may the cases go first.
        let first_other = rest.first().map(|&(e, _)| e);
        let in_order = first_other.is_none_or(|o| cases.iter().all(|&(e, _)| e < o));
        if cases.len() < MIN_TABLE_BRANCHES || !in_order {
            return conds.to_vec();
        }
        let table = self.gen_.shared.pool.tables.len() as u32;
        self.gen_.shared.pool.tables.push(FxHashMap::default());
        let on = self.gen_.expr(on);
        self.gen_.emit(Op::Switch { on, table });
        self.mark(Some(cases[0].0));
        let mut seen = FxHashSet::default();
        for (edge, cond) in cases {
            if let Some((_, key)) = self.is_case(cond)
                && seen.insert(key)
            {
                self.pending.push((Source::Table(table, key), edge));
            }
        }
        rest
    }

    /// A comparison of an integer with a constant.
    fn is_case(&self, cond: ExprId) -> Option<(ExprId, u128)> {
        let program = self.gen_.shared.program;
        match program.terms.expr(cond).kind {
            ExprKind::Binary(BinaryOp::Eq, e, c) => {
                program.types.bits_kind(program.type_of(e))?;
                Some((e, program.terms.int_value(c)?))
            }
            _ => None,
        }
    }
}
