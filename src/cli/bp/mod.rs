//! `cegar bp …`: boolean programs of one's own.

mod branching;
mod check;
mod configurations;
mod dot;
mod example;
mod names;
mod pds;
mod print;
mod simulate;
mod temporal;
mod threads;
mod violations;

use clap::Subcommand;
pub(crate) use names::{find_procedure, no_label};

use crate::exit::Exit;
use crate::render::Renderer;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Box<check::Args>),
    Print(print::Args),
    Pds(pds::Args),
    Dot(dot::Args),
    Simulate(simulate::Args),
    Example(example::Args),
}

impl Command {
    pub(super) fn run(self, renderer: &Renderer) -> Result<Exit, Exit> {
        match self {
            Command::Check(args) => check::run(&args, renderer),
            Command::Print(args) => print::run(&args, renderer),
            Command::Pds(args) => pds::run(&args, renderer),
            Command::Dot(args) => dot::run(&args, renderer),
            Command::Simulate(args) => simulate::run(&args, renderer),
            Command::Example(args) => example::run(&args),
        }
    }
}
