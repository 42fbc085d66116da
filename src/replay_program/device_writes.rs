//! Writes to devices at addresses that no process can have.
//!
//! In what is written there, the pointer `P` becomes `cegar_elsewhere(P)`, which moves such addresses and leaves others.
//! What is read of devices is an input and needs no memory, but for parts of words.

use std::collections::BTreeSet;

use frontend::syntax::ast;
use ir::{ExprId, ExprKind, PlaceId, PlaceKind, Program};
use source::entity::EntityId;

use super::Maker;

/// The first addresses, and those from this one on, are not a process's.
const FIRST_PROCESS_ADDRESS: u128 = 0x10000;
const PROCESS_ADDRESSES_END: u128 = 1 << 47;

impl Maker<'_> {
    /// Lets writes to devices go where there is memory.
    pub(super) fn edit_device_writes(&mut self) {
        if !has_such_addresses(&self.check.whole) {
            return;
        }
        let mut pointers = BTreeSet::new();
        for (unit, place) in self.written_registers() {
            let pointer = pointer(&self.units[unit].ast, place);
            pointers.extend(pointer.map(|pointer| (unit, pointer)));
        }
        for (n, pointer) in pointers {
            let span = self.units[n].ast.exprs[pointer].span;
            let text = self.spelled(n, span);
            let range = self.units[n].range(span);
            // An array becomes a pointer so.
            let before = format!("((__typeof__(&*({text})))cegar_elsewhere((void *)&*(");
            self.units[n].edits.wrap(range, before, ")))");
        }
    }

    /// The expressions that are volatile memory behind pointers, where it is accessed.
    fn written_registers(&mut self) -> Vec<(usize, ast::ExprId)> {
        let reads = self.device_reads().into_iter();
        let bits = reads.filter(|read| read.bits.is_some());
        let mut found: Vec<_> = bits.map(|read| (read.unit, read.expr)).collect();
        let program = &self.check.whole;
        for (_, _, cfg) in program.defined() {
            for edge in cfg.edges().map(|edge| cfg.edge(edge)) {
                let written = edge.stmt.written();
                if written.is_some_and(|place| is_register(program, place))
                    && let Some(unit) = self.unit_of(edge.span)
                {
                    let exprs = self.units[unit].ast.exprs.iter();
                    let here = exprs.filter(|(_, expr)| expr.span == edge.span);
                    found.extend(here.map(|(id, _)| (unit, id)));
                }
            }
        }
        found
    }
}

/// The pointer behind which an expression writes, or is.
fn pointer(ast: &ast::Ast, expr: ast::ExprId) -> Option<ast::ExprId> {
    let mut at = expr;
    loop {
        at = match &ast.exprs[at].kind {
            ast::ExprKind::Assign { lhs, .. } => *lhs,
            ast::ExprKind::Unary { op, arg } => match op {
                ast::UnaryOp::Deref => return Some(*arg),
                ast::UnaryOp::PreInc
                | ast::UnaryOp::PreDec
                | ast::UnaryOp::PostInc
                | ast::UnaryOp::PostDec => *arg,
                _ => return None,
            },
            ast::ExprKind::Member { base, arrow, .. } => match arrow {
                true => return Some(*base),
                false => *base,
            },
            ast::ExprKind::Index { base, .. } => return Some(*base),
            _ => return None,
        };
    }
}

fn is_register(program: &Program, place: PlaceId) -> bool {
    let mut at = place;
    while let PlaceKind::Field(base, _) | PlaceKind::Index(base, _) = program.terms.place(at).kind {
        at = base;
    }
    let behind = matches!(program.terms.place(at).kind, PlaceKind::Deref(_));
    behind && program.is_volatile(place)
}

/// Whether a program has constants that are such addresses.
fn has_such_addresses(program: &Program) -> bool {
    let constants = (0..program.terms.num_exprs()).map(ExprId::from_index);
    let pointers = constants.filter(|&e| program.types.is_pointer(program.type_of(e)));
    let mut values = pointers.filter_map(|e| match program.terms.expr(e).kind {
        ExprKind::Cast(inner) => program.const_value(inner),
        _ => program.const_value(e),
    });
    values.any(|value| {
        let value = u128::from(value as u64);
        (1..FIRST_PROCESS_ADDRESS).contains(&value) || value >= PROCESS_ADDRESSES_END
    })
}
