//! `%n`: functions that print and write down how much they have printed.
//!
//! What they print is lost in formulas, and so is what they would write: where a format has `%n` there is no answer. Runs
//! of the interpreter do write it. A format that is no literal may be any literal of the program; one that is put together at run time is taken
//! to have none.

use super::Lowerer;
use ir::library::string_literal;
use ir::{AssumptionKind, COUNTED_OUTPUT, Callee, InitValue, Stmt};
use source::Span;

/// The functions, each with the argument that is the format.
const FORMATTED: &[(&str, usize)] = &[
    ("printf", 0),
    ("vprintf", 0),
    ("wprintf", 0),
    ("vwprintf", 0),
    ("fprintf", 1),
    ("vfprintf", 1),
    ("dprintf", 1),
    ("vdprintf", 1),
    ("sprintf", 1),
    ("vsprintf", 1),
    ("asprintf", 1),
    ("vasprintf", 1),
    ("syslog", 1),
    ("vsyslog", 1),
    ("snprintf", 2),
    ("vsnprintf", 2),
    ("__printf_chk", 1),
    ("__vprintf_chk", 1),
    ("__fprintf_chk", 2),
    ("__vfprintf_chk", 2),
    ("__sprintf_chk", 3),
    ("__vsprintf_chk", 3),
    ("__snprintf_chk", 4),
    ("__vsnprintf_chk", 4),
];

impl Lowerer<'_> {
    /// Says which calls print with `%n`.
    pub(super) fn note_counted_output(&mut self) {
        if !self.some_literal_counts() {
            return;
        }
        let mut found: Vec<(Span, String)> = Vec::new();
        for (_, _, cfg) in self.program.defined() {
            for edge in cfg.edges() {
                let Stmt::Call {
                    callee: Callee::Direct(func),
                    args,
                    ..
                } = &cfg.edge(edge).stmt
                else {
                    continue;
                };
                let name = &*self.program.funcs[*func].name;
                let plain = name.strip_prefix("__builtin_").unwrap_or(name);
                let format = FORMATTED.iter().find(|(known, _)| *known == plain);
                let Some(&format) = format.and_then(|&(_, n)| args.get(n)) else {
                    continue;
                };
                if string_literal(&self.program, format).is_none_or(|text| counts(text.as_bytes()))
                {
                    found.push((cfg.edge(edge).span, name.to_owned()));
                }
            }
        }
        for (span, name) in found {
            self.assume(span, AssumptionKind::Approximation, &name, COUNTED_OUTPUT);
        }
    }

    fn some_literal_counts(&self) -> bool {
        let literals = self.program.vars.values().filter(|var| var.is_string());
        let mut items = literals.flat_map(|var| var.init.iter().flat_map(|init| &init.items));
        items.any(|item| matches!(&item.value, InitValue::Bytes(bytes) if counts(bytes)))
    }
}

/// Whether a format has a conversion `n`.
fn counts(format: &[u8]) -> bool {
    let mut rest = format.iter();
    while rest.any(|&b| b == b'%') {
        let letter = rest.find(|b| !b"-+ #0123456789.*$'hlqjztL".contains(b));
        if letter == Some(&b'n') {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn conversions_that_count() {
        for format in ["%n", "a%ln", "%d%5hhn%d", "%1$n", "%%%n"] {
            assert!(counts(format.as_bytes()), "{format}");
        }
        for format in ["", "n", "%d n", "%dn", "%%n", "%s\n", "100%"] {
            assert!(!counts(format.as_bytes()), "{format}");
        }
    }
}
