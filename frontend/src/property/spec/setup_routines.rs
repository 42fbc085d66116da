//! Which routines set something up, and how they say that it failed.
//!
//! Kernels call such a routine once, and if it fails they call nothing that would clean up after it: by then it has given
//! back whatever it took. By their names (`init`, `probe` and `attach` as words of it, `DriverEntry` and `AddDevice` of
//! Windows), by members of such names in tables that hold them, and by what the kernel's `module_init` makes of its
//! argument. A routine that the program itself calls is none: its caller may clean up. `main` and functions of a harness
//! (`ldv_…`) stand for the kernel.

use ir::types::TypeId;
use ir::{Callee, ExprId, ExprKind, FuncId, InitValue, Program, Stmt, VarId};

/// How a routine says that it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fails {
    /// By a negative number.
    Negative,
    /// By a pointer that is the number of an error.
    ErrorPointer,
}

const SETUP_NAME_PARTS: [&str; 5] = ["init", "initialize", "initialise", "probe", "attach"];
const SETUP_NAMES: [&str; 2] = ["DriverEntry", "AddDevice"];

/// How a routine that sets something up fails; none if it is no such routine, or cannot fail in a way that we know.
pub(super) fn sets_up(program: &Program, func: FuncId) -> Option<Fails> {
    let types = &program.types;
    let ret = program.return_type(func);
    let fails = match types.int_kind(ret) {
        Some(kind) if kind.is_signed() => Fails::Negative,
        None if types.is_pointer(ret) => Fails::ErrorPointer,
        _ => return None,
    };
    let by_name = is_setup(&program.funcs[func].name) || in_table(program, func);
    (by_name && !is_called(program, func)).then_some(fails)
}

fn is_setup(name: &str) -> bool {
    name_parts(name)
        .iter()
        .any(|word| SETUP_NAME_PARTS.contains(&&**word))
        || SETUP_NAMES.iter().any(|known| name.contains(known))
}

/// The words that a name is made of, in small letters: `my_init2`, `MyInit`.
fn name_parts(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for c in name.chars() {
        if !c.is_alphabetic() || (small && c.is_uppercase()) {
            words.push(String::new());
        }
        small = c.is_lowercase();
        if let Some(last) = words.last_mut().filter(|_| c.is_alphabetic()) {
            last.extend(c.to_lowercase());
        }
    }
    words
}

/// Whether a table of the program, or one that the kernel's headers make, says what the function is for.
fn in_table(program: &Program, func: FuncId) -> bool {
    let mut vars = program.vars.ids();
    vars.any(|var| {
        let init = program.vars[var].init.as_ref();
        let items = init.map_or(&[][..], |init| &init.items);
        items.iter().any(|item| {
            let InitValue::Scalar(value) = item.value else {
                return false;
            };
            function(program, value) == Some(func) && is_slot(program, var, item.bit_offset)
        })
    })
}

/// The function that a constant is the address of.
fn function(program: &Program, mut value: ExprId) -> Option<FuncId> {
    loop {
        match program.terms.expr(value).kind {
            ExprKind::FuncAddr(func) => return Some(func),
            ExprKind::Cast(of) => value = of,
            _ => return None,
        }
    }
}

/// Whether what stands at an offset of a variable is by its name what sets something up.
fn is_slot(program: &Program, var: VarId, bit_offset: u64) -> bool {
    let variable = &program.vars[var];
    // `module_init(f)` makes `__initcall_f6 = f`, or with newer headers a longer name.
    variable.name.starts_with("__initcall")
        || member(program, variable.ty, bit_offset).is_some_and(is_setup)
}

/// The name of the member at an offset, the innermost one.
fn member(program: &Program, mut ty: TypeId, mut at: u64) -> Option<&str> {
    let types = &program.types;
    let mut name = None;
    loop {
        if let Some(record) = types.record_of(ty) {
            let fields = types.records[record].fields.iter();
            let mut before = fields.filter(|(_, f)| f.bit_offset <= at);
            let field = before.next_back()?.1;
            (ty, at) = (field.ty, at - field.bit_offset);
            name = field.name.as_deref().or(name);
        } else if let Some(elem) = types.elem(ty) {
            let size = types.size_of(elem)? * 8;
            (ty, at) = (elem, at.checked_rem(size)?);
        } else {
            return name;
        }
    }
}

/// Whether the program itself calls the function by its name, apart from what stands for the kernel.
fn is_called(program: &Program, func: FuncId) -> bool {
    let is_kernel = |name: &str| name == "main" || name.starts_with("ldv_");
    let mut callers = program.defined().filter(|(_, f, _)| !is_kernel(&f.name));
    callers.any(|(_, _, cfg)| {
        let mut stmts = cfg.edges().map(|edge| &cfg.edge(edge).stmt);
        stmts.any(|stmt| matches!(stmt, Stmt::Call { callee: Callee::Direct(f), .. } if *f == func))
    })
}

#[cfg(test)]
mod tests {
    use super::is_setup;

    #[test]
    fn names_of_routines() {
        for name in [
            "init",
            "foo_init",
            "init_module",
            "usb_probe2",
            "MyProbe",
            "foo_init_one",
        ] {
            assert!(is_setup(name), "{name}");
        }
        for name in [
            "probes",
            "initial",
            "finit",
            "uninit",
            "remove",
            "",
            "__",
            "deinit_all",
        ] {
            assert!(!is_setup(name), "{name}");
        }
        assert!(is_setup("DriverEntry") && is_setup("FltAddDevice"));
    }
}
