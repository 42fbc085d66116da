//! `cegar bp dot`

use checker::bp::{self, Entry};
use checker::flow::{Flow, dot};

use crate::exit::Exit;
use crate::output::Output;
use crate::program_text::{File, ProgramText};
use crate::render::Renderer;

/// Draw control-flow graphs for Graphviz
///
/// One cluster for each procedure, one box for each statement:
///
///   cegar bp dot prog.bp | dot -Tsvg > prog.svg
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    #[command(flatten)]
    file: File,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let source = ProgramText::read(&args.file.file)?;
    let program = source.parse(renderer)?;
    let problems = bp::verify(&program, Entry::Nowhere);
    if !problems.is_empty() {
        return Err(source.refuse(&problems, renderer));
    }
    Output::stdout().text(dot(&Flow::new(&program), |stmt| program.stmt_text(stmt)));
    Ok(Exit::Good)
}
