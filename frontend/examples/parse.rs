//! Parses preprocessed files and prints their trees as C, or only the time it took.
//!
//! `parse [--time] FILE…`; with `--time` nothing but a line a file is printed.

use std::io::Write;
use std::time::Instant;

use frontend::syntax;
use source::{Interner, Sources};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|arg| arg.starts_with("--"));
    let timing = flags.iter().any(|flag| flag == "--time");
    for file in files {
        let text = std::fs::read(&file)?;
        let bytes = text.len();
        let start = Instant::now();
        let mut sources = Sources::new();
        let Ok(unit) = sources.add(&file, text) else {
            continue;
        };
        let mut interner = Interner::new();
        let parsed = syntax::parse(&sources, unit, &mut interner);
        let elapsed = start.elapsed();
        if timing {
            let errors = parsed.diagnostics.error_count();
            writeln!(out, "{file}: {bytes} bytes, {errors} errors, {elapsed:?}")?;
        } else {
            writeln!(out, "{}", syntax::print(&parsed.ast, &interner))?;
        }
        write!(std::io::stderr(), "{}", parsed.diagnostics.render(&sources))?;
    }
    Ok(())
}
