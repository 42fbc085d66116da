//! `cegar pds print`

use std::path::PathBuf;

use super::report;
use super::sets::read_file;
use crate::exit::Exit;
use crate::output::Output;
use crate::program_text::ProgramText;
use crate::render::Renderer;

/// Print a pushdown system: one rule on each line, or as PDAAAL's JSON
///
///   cegar pds print system.json
///   cegar pds print system.pds --json > system.json
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The pushdown system; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print PDAAAL's JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let source = ProgramText::read(&args.file)?;
    let file = read_file(&source, renderer)?;
    let mut out = Output::stdout();
    if args.json {
        match checker::pds::write_json(&file.system) {
            Ok(text) => out.line(text),
            Err(rule) => {
                let shown = file.system.show_rule(rule);
                let message = format!(
                    "error: PDAAAL's JSON cannot say this rule: {shown}: a push leaves the symbol below as it is"
                );
                crate::output::note(&message);
                return Ok(Exit::Unknown);
            }
        }
    } else {
        out.text(report::system(&file.system));
    }
    Ok(Exit::Good)
}
