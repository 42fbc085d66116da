//! C that gives a parameter of the module what its user may have chosen.

use super::module_data::{Parameter, ParameterKind};
use super::render::Writer;
use std::fmt::Write as _;

/// The bytes of a string that a user chose, the last one of which is zero.
const STRING_BYTES: usize = 64;

impl Writer<'_, '_> {
    fn parameter(&self, parameter: &Parameter) -> (&str, String) {
        let variable = &*self.program.vars[parameter.var].name;
        (variable, format!("env_parameter_{variable}"))
    }

    pub(super) fn parameter_declarations(&self, text: &mut String) {
        for parameter in self.parameters {
            let (variable, own) = self.parameter(parameter);
            let _ = match parameter.kind {
                ParameterKind::Scalar | ParameterKind::CountOf(_) => {
                    writeln!(text, "__typeof__({variable}) {own}_any(void);")
                }
                ParameterKind::String => {
                    writeln!(text, "extern char {own}[{STRING_BYTES}];")
                }
                ParameterKind::Array | ParameterKind::Bytes => writeln!(
                    text,
                    "struct {own} {{ __typeof__({variable}) all; }};\nstruct {own} {own}_any(void);"
                ),
            };
        }
    }

    pub(super) fn set(&self, parameter: &Parameter) -> String {
        let (variable, own) = self.parameter(parameter);
        match parameter.kind {
            ParameterKind::Scalar => format!("{variable} = {own}_any();"),
            ParameterKind::CountOf(elements) => {
                let elements = &self.program.vars[elements].name;
                format!(
                    "{variable} = {own}_any();\n\
                     __VERIFIER_assume({variable} >= 0 && {variable} <= sizeof {elements} / sizeof *{elements});"
                )
            }
            ParameterKind::String => format!(
                "if (__VERIFIER_nondet_int()) {{ {own}[{}] = 0; {variable} = {own}; }}",
                STRING_BYTES - 1
            ),
            ParameterKind::Array => format!("*(struct {own} *)&{variable} = {own}_any();"),
            ParameterKind::Bytes => format!(
                "*(struct {own} *)&{variable} = {own}_any();\n{variable}[sizeof {variable} - 1] = 0;"
            ),
        }
    }
}
