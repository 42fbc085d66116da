//! Lowers preprocessed files, each a program of its own, and says how long each part took: `lower FILE…`.
//!
//! What is wrong with them is told on standard error.

use std::io::Write;
use std::time::Instant;

use frontend::{lower, syntax};
use source::{Interner, Sources};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for file in std::env::args().skip(1) {
        let text = std::fs::read(&file)?;
        let bytes = text.len();
        let start = Instant::now();
        let mut sources = Sources::new();
        let Ok(unit) = sources.add(&file, text) else {
            continue;
        };
        let mut names = Interner::new();
        let mut parsed = syntax::parse(&sources, unit, &mut names);
        let parsing = start.elapsed();
        let mut functions = 0;
        if !parsed.diagnostics.has_errors() {
            let trees = std::slice::from_ref(&parsed.ast);
            let (program, said) = lower::lower(trees, &mut names, &lower::Config::default());
            functions = program.funcs.len();
            parsed.diagnostics.append(said);
        }
        let lowering = start.elapsed() - parsing;
        let errors = parsed.diagnostics.error_count();
        writeln!(
            out,
            "{file}: {bytes} bytes, {functions} functions, {errors} errors, {parsing:?} + {lowering:?}"
        )?;
        write!(std::io::stderr(), "{}", parsed.diagnostics.render(&sources))?;
    }
    Ok(())
}
