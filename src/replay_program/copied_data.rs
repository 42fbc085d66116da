//! Data that a call brings in from outside, as `copy_from_user` does: what was found is put where the call would have
//! written it.

use ir::Stmt;

use super::Maker;

impl Maker<'_> {
    /// Behind calls that bring data in, it is there.
    pub(super) fn edit_copies(&mut self) {
        let is_copy = |stmt: &Stmt| matches!(stmt, Stmt::Havoc { .. });
        let copies = self.call_sites(is_copy, |_, args| match *args {
            [to, _, size] => Some((to, size)),
            _ => None,
        });
        for (call, (to, size)) in copies {
            let table = self.table(call.key);
            let exprs = &self.units[call.unit].ast.exprs;
            let (to, size) = (exprs[to].span, exprs[size].span);
            let to = self.spelled(call.unit, to);
            let size = self.spelled(call.unit, size);
            let text = self.spelled(call.unit, call.span);
            let unit = &mut self.units[call.unit];
            let before = format!("({{ __typeof__({text}) cegar_result = ");
            let after =
                format!("; cegar_value({table}, (void *)({to}), {size}); cegar_result; }})");
            let range = unit.range(call.span);
            unit.edits.wrap(range, before, after);
        }
    }
}
