//! Which functions the replay program has an own version of, and what that does.

use frontend::property::Checked;
use ir::library::is_native;
use ir::library::{self, LibraryEffect, Size};
use ir::{AssumptionKind, FuncId, Program, Special};

use super::inputs::{Inputs, Key};
use verify::Session;

/// What a version does, between the handlers of the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Does {
    /// Calls the function that the user has written.
    Body,
    /// Hands out the next value.
    Value,
    /// Hands out the next value, or does what the library does.
    Told,
    Violation(usize),
    /// The arguments that are the size and the number of elements; whether the memory is cleared.
    Allocate(usize, Option<usize>, bool),
    Reallocate,
    Release,
    /// What these statements do: kernels have it, and the library does not.
    Written(&'static str),
    Assume,
    /// Nothing, or zero.
    Nothing,
    Ends,
}

/// Functions that print: the library's are better than ours, unless it matters what they return.
const PRINT: &str = "printf fprintf vprintf vfprintf puts fputs putchar fputc putc fflush perror";
/// Functions that the interpreter has built in and that a run elsewhere would answer differently.
const QUIET: &str = "getenv time clock __VERIFIER_atomic_begin __VERIFIER_atomic_end";

/// Functions that only the compiler can have.
const COMPILERS: &str = "alloca setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp";

fn among(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|n| n == name)
}

pub(super) struct Versions<'v> {
    pub(super) check: &'v Session,
    pub(super) checked: &'v Checked,
    pub(super) inputs: &'v Inputs,
}

impl Versions<'_> {
    fn whole(&self) -> &Program {
        &self.check.whole
    }

    /// Functions without a body that the program uses, in order.
    pub(super) fn outside(&self) -> Vec<FuncId> {
        let program = self.whole();
        let entries =
            program.ledger.entries.iter().filter(|entry| {
                matches!(entry.kind, AssumptionKind::NoBody | AssumptionKind::Library)
            });
        let mut found: Vec<FuncId> = Vec::new();
        let special = program.funcs.iter().filter(|(_, f)| f.body.is_none());
        for (id, func) in special {
            let named = entries.clone().any(|entry| entry.construct == func.name);
            let known = matches!(func.special, Some(Special::Nondet | Special::Error))
                || func.name.starts_with("__VERIFIER_");
            if (named || known || self.checked.violations.contains_key(&id))
                && !func.name.contains(['$', ' '])
            {
                found.push(id);
            }
        }
        found
    }

    /// Functions that are declared and that no execution calls: they may be nowhere, though code behind the end of one
    /// mentions them.
    pub(super) fn never_called(&self) -> Vec<&str> {
        let program = self.whole();
        let used = self.outside();
        let unused = program
            .funcs
            .iter()
            .filter(|(id, f)| f.body.is_none() && f.special.is_none() && !used.contains(id));
        let names = unused.map(|(_, f)| &*f.name);
        let is_plain = |name: &&str| {
            let is_word = name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric());
            is_word && library::effect(name).is_none()
        };
        names.filter(is_plain).collect()
    }

    /// What the replay program's version of a function does; none if there need not be one.
    pub(super) fn does(&self, func: FuncId) -> Option<Does> {
        let program = self.whole();
        let function = &program.funcs[func];
        let name = &*function.name;
        if let Some(n) = self.checked.violations.keys().position(|&f| f == func) {
            return Some(Does::Violation(n));
        }
        let hooked = self.is_hooked(func);
        if function.body.is_some() {
            return hooked.then_some(Does::Body);
        }
        if among(COMPILERS, name) {
            return None;
        }
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        if let Some(does) = memory(plain) {
            return Some(does);
        }
        if let Some(text) = of_kernels(plain) {
            return Some(Does::Written(text));
        }
        match function.special {
            Some(Special::Nondet) => return Some(Does::Value),
            Some(Special::Unreachable) => return None,
            Some(Special::Exit | Special::Abort | Special::AssertFail | Special::Error) => {
                return hooked.then_some(Does::Ends);
            }
            None => {}
        }
        if name.starts_with("__builtin_") {
            return None;
        }
        match () {
            () if name == "__VERIFIER_assume" => Some(Does::Assume),
            () if !is_native(name) && function.noreturn => Some(Does::Ends),
            () if !is_native(name) => Some(Does::Value),
            () if self.inputs.tells(Key::Library(func)) => Some(Does::Told),
            () if among(QUIET, name) => Some(Does::Nothing),
            () => hooked.then_some(Does::Told),
        }
    }

    /// Whether the rule looks at a function.
    pub(super) fn is_hooked(&self, func: FuncId) -> bool {
        let hooks = &self.checked.hooks;
        let handlers = hooks.functions.get(&func);
        handlers.is_some_and(|handlers| !handlers.is_empty())
    }

    /// Whether a function of the library is taken from our model of it.
    pub(super) fn takes_model(&self, func: FuncId) -> bool {
        let program = self.whole();
        let name = &*program.funcs[func].name;
        let matters = || {
            let tables = self.inputs.tables.iter();
            let mut own =
                tables.filter(|(key, _)| matches!(key, Key::Call(_, Some(f)) if *f == func));
            own.any(|(_, table)| !table.is_empty())
        };
        self.check.synthetic.is_model(func) && (!among(PRINT, name) || matters())
    }
}

/// The version of a function that makes objects or ends them.
fn memory(name: &str) -> Option<Does> {
    if let Some(new) = library::allocation(name) {
        return match new.size {
            Size::Arg(n) => Some(Does::Allocate(n + 1, None, new.zeroed)),
            Size::Product(a, b) => Some(Does::Allocate(a + 1, Some(b + 1), new.zeroed)),
            Size::Own => None,
        };
    }
    match library::effect(name)? {
        LibraryEffect::Reallocate if is_native(name) && name != "reallocarray" => {
            Some(Does::Reallocate)
        }
        LibraryEffect::Release if is_native(name) => Some(Does::Release),
        _ => None,
    }
}

/// What a function does that the interpreter has built in, and only kernels have.
fn of_kernels(name: &str) -> Option<&'static str> {
    Some(match name {
        "RtlCopyMemory" | "RtlMoveMemory" | "NdisMoveMemory" | "memcpy_fromio" | "memcpy_toio" => {
            "    __builtin_memmove((void *)argument_1, (const void *)argument_2, argument_3);\n"
        }
        "memset_io" => "    __builtin_memset((void *)argument_1, argument_2, argument_3);\n",
        "RtlFillMemory" => "    __builtin_memset((void *)argument_1, argument_3, argument_2);\n",
        "memzero" | "RtlZeroMemory" => "    __builtin_memset((void *)argument_1, 0, argument_2);\n",
        "strscpy" => {
            "    __SIZE_TYPE__ length = 0;\n    \
             while (length < argument_3 && ((const char *)argument_2)[length]) length++;\n    \
             cegar_result = length < argument_3 ? length : -7;\n    \
             if (argument_3 && length == argument_3) length--;\n    \
             __builtin_memmove((void *)argument_1, argument_2, length);\n    \
             if (argument_3) ((char *)argument_1)[length] = 0;\n"
        }
        _ => return None,
    })
}
