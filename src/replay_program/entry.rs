//! The function where execution starts, and what it is given.

use frontend::property::HookPoint;
use ir::{AssumptionKind, VarKind};

use super::Maker;
use super::inputs::Key;
use super::unit::{Signature, argument, declared};

/// Variables of the library's own.
const LIBRARY: &str =
    "stdin stdout stderr environ optarg optind opterr optopt errno timezone daylight tzname";

impl Maker<'_> {
    /// Writes `cegar_start`.
    pub(super) fn write_entry(&mut self) {
        self.undefined_variables();
        let program = &self.check.whole;
        let Some(entry) = program.entry else { return };
        let function = &program.funcs[entry];
        let symbol = self.names.intern(&function.name);
        let Some(n) = self.unit_of(function.span) else {
            return;
        };
        let definition = self.units[n].definition(symbol, function.span);
        let ty = definition.map(|id| self.units[n].ast.functions[id].declarator.ty);
        let (unit, names) = (&mut self.units[n], &mut self.names);
        let signature = Signature::new(unit, names, program, entry, ty, None);
        let mut text = String::from("# 1 \"replay: the start\"\nint cegar_start(void)\n{\n");
        let mut given = String::new();
        for (k, ty) in signature.params.iter().enumerate() {
            let name = argument(k + 1);
            let variable = declared(&self.units[n], &mut self.names, ty, &name);
            // A structure without a name can only be pointed to.
            let variable = variable.unwrap_or_else(|| format!("void *{name}"));
            text += &format!("    {variable};\n");
            if let Some(&param) = function.params.get(k) {
                let table = self.table(Key::Variable(param));
                given += &format!("    cegar_value({table}, (void *)&{name}, sizeof {name});\n");
            }
        }
        if let Some(result) = &signature.result {
            let variable = declared(&self.units[n], &mut self.names, result, "cegar_result");
            text += &format!("    {};\n", variable.unwrap_or_default());
        }
        text += &given;
        text += &self.handlers(n, entry, &signature, &[HookPoint::Entry], None);
        let own = self.definition_name(entry);
        let set = if signature.result.is_some() {
            "cegar_result = "
        } else {
            ""
        };
        text += &format!("    {set}{own}({});\n", signature.arguments().join(", "));
        text += &self.handlers(n, entry, &signature, &[HookPoint::Exit], None);
        text += "    return 0;\n}\n";
        self.units[n].after += &text;
    }

    /// Variables that are declared and not defined anywhere in the program.
    fn undefined_variables(&mut self) {
        let program = &self.check.whole;
        let ledger = program.ledger.entries.iter();
        let missing = ledger.filter(|entry| entry.kind == AssumptionKind::NoDefinition);
        let names: Vec<&str> = missing.map(|entry| &*entry.construct).collect();
        for (var, variable) in program.vars.iter() {
            let name = &*variable.name;
            if variable.kind != VarKind::Global
                || variable.init.is_some()
                || !names.contains(&name)
                || LIBRARY.split(' ').any(|n| n == name)
            {
                continue;
            }
            let size = program.types.size_of(variable.ty).filter(|&size| size > 0);
            let size = size.unwrap_or(4096);
            let own = self.own_name(name);
            self.undefined.push(format!(
                "__attribute__((aligned(16))) char cegar_extern_{name}[{size}] __asm__(\"{own}\");"
            ));
            let table = self.table(Key::Variable(var));
            if table >= 0 {
                self.filled.push(format!(
                    "    cegar_told({table}, cegar_extern_{name}, {size});"
                ));
            }
        }
    }
}
