//! `cegar pds …`: pushdown systems of one's own.

mod check;
mod concurrent;
mod draw;
mod print;
mod report;
mod sets;
mod symbolic;
mod temporal;

use clap::Subcommand;

use crate::exit::Exit;
use crate::render::Renderer;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Box<check::Args>),
    Print(print::Args),
}

impl Command {
    pub(super) fn run(self, renderer: &Renderer) -> Result<Exit, Exit> {
        match self {
            Command::Check(args) => check::run(&args, renderer),
            Command::Print(args) => print::run(&args, renderer),
        }
    }
}
