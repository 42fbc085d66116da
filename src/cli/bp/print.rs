//! `cegar bp print`

use crate::exit::Exit;
use crate::output::Output;
use crate::program_text::{File, ProgramText};
use crate::render::Renderer;

/// Print a boolean program in canonical form
///
/// One statement a line, as few parentheses as possible, all dialects made one. The text that is
/// printed parses to the same program. Comments are lost. Only the grammar is checked:
/// `cegar bp check` also checks names and arities.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    #[command(flatten)]
    file: File,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let program = ProgramText::read(&args.file.file)?.parse(renderer)?;
    Output::stdout().text(&program);
    Ok(Exit::Good)
}
