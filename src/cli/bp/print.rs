//! `cegar bp print`

use checker::bp::{self, Dialect};
use clap::ValueEnum;

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
    /// Write the language of another tool. What it has no word for is said in other words where
    /// that means the same, and is an error otherwise
    #[arg(long, value_enum, value_name = "TOOL", verbatim_doc_comment)]
    dialect: Option<DialectName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DialectName {
    Moped,
    Getafix,
    Boppo,
}

impl From<DialectName> for Dialect {
    fn from(name: DialectName) -> Self {
        match name {
            DialectName::Moped => Dialect::Moped,
            DialectName::Getafix => Dialect::Getafix,
            DialectName::Boppo => Dialect::Boppo,
        }
    }
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let source = ProgramText::read(&args.file.file)?;
    let program = source.parse(renderer)?;
    match args.dialect {
        None => Output::stdout().text(&program),
        Some(dialect) => {
            let text = bp::print_in(&program, dialect.into());
            let text = text.map_err(|problems| source.refuse(&problems, renderer))?;
            Output::stdout().text(text);
        }
    }
    Ok(Exit::Good)
}
