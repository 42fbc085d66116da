//! Weaves a property into C files and prints the result: `weave PROPERTY FILE…`.
//!
//! With `WEAVE_SLICE` in the environment, what is left of it after slicing.

use analysis::passes::slice;
use analysis::reduce;
use frontend::property::{Property, compile_with_property};
use frontend::{Config, Input};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let property = args.next().unwrap_or_default();
    let mut out = std::io::stdout();
    let property = match Property::open(&property) {
        Ok(property) => property,
        Err(failure) => {
            return write!(out, "{}", failure.diagnostics.render(&failure.sources));
        }
    };
    let inputs: Vec<Input> = args.map(|file| Input::File(file.into())).collect();
    let checked = match compile_with_property(&inputs, &Config::default(), &property) {
        Ok(checked) => checked,
        Err(failure) => {
            return write!(out, "{}", failure.diagnostics.render(&failure.sources));
        }
    };
    let mut program = checked.compiled.program;
    if std::env::var_os("WEAVE_SLICE").is_some() {
        let criterion = slice::Criterion::errors(&program);
        program = reduce(&program, &criterion, slice::Config::default()).program;
    }
    writeln!(out, "{program}")?;
    for event in &checked.events {
        writeln!(out, "{}: {} places", event.name, event.places)?;
    }
    for (func, violation) in &checked.violations {
        writeln!(out, "{func}: {}: {}", violation.rule, violation.message)?;
    }
    let sources = &checked.compiled.sources;
    write!(out, "{}", checked.warnings.render(sources))?;
    writeln!(out, "applicable: {}", checked.applicable)
}
