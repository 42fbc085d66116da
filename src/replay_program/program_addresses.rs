//! Addresses of the program's own variables and functions that it is given: the units tell them to `replay.c`.

use ir::{VarId, VarKind};
use source::entity::EntityId;

use super::Maker;
use super::locals::{Declared, declared};

impl Maker<'_> {
    /// Gives `replay.c` the addresses of variables and functions that the program is given.
    pub(super) fn tell_addresses(&mut self) {
        let (vars, funcs) = self.inputs.addressed();
        let declared: Vec<Declared> = self.units.iter().map(declared).collect();
        for var in vars {
            self.tell_variable(var, &declared);
        }
        for func in funcs {
            let function = &self.check.whole.funcs[func];
            let uses = self.units.first().map(|unit| &unit.uses);
            let name = uses.and_then(|uses| uses.get(&*function.name));
            let name = name.cloned().unwrap_or_else(|| self.definition_name(func));
            let variable = format!("cegar_function_{}", func.index());
            let n = self.unit_of(function.span).unwrap_or(0);
            self.units[n].after += &format!("void *{variable} = (void *)&{name};\n");
            self.undefined.push(format!("extern void *{variable};"));
        }
    }

    fn tell_variable(&mut self, var: VarId, declared: &[Declared]) {
        let variable = &self.check.whole.vars[var];
        let own = self.own_name(&variable.name);
        let name = format!("cegar_variable_{}", var.index());
        self.undefined.push(format!("extern void *{name};"));
        let unit = self.unit_of(variable.span).unwrap_or(0);
        if matches!(variable.kind, VarKind::Global | VarKind::Static) {
            self.units[unit].after += &format!("void *{name} = (void *)&{own};\n");
            return;
        }
        self.units[unit].after += &format!("void *{name};\n");
        self.units[unit].before += &format!("extern void *{name};\n");
        // The first that there is has the address that is meant.
        let text = format!(" if (!{name}) {name} = (void *)&{own};");
        if !self.tell_where_declared(var, text, declared) {
            self.remark(format!(
                "the program is given the address of '{}', which has no name here",
                self.check.whole.vars[var].name
            ));
        }
    }
}
