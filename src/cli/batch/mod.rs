//! `cegar batch`: runs over many programs.

mod compare;
mod list;
mod outputs;
mod run;
mod show;

use clap::Subcommand;

use crate::exit::Exit;
use crate::render::Renderer;

/// Check many programs, each in a process of its own, with limits that hold
///
///   cegar batch drivers/                            every C file and task file of a folder
///   cegar batch drivers/ --property mutex --property irq     each against each
///   cegar batch drivers/ -- -I include -D DEBUG     arguments after -- are for every check
///   cegar batch drivers/ --all-rules --list         what would be run?
///   cegar batch drivers/ --resume                   go on with a run that was ended
///   cegar batch drivers/ --only-failed --time-limit 900
///   cegar batch show cegar-batch                    what came of it?
///   cegar batch compare last-week cegar-batch       what is worse, what is better?
///
/// The records are in `results.jsonl` of the folder --out, a line of JSON for each finished
/// task. Ctrl-C waits for what is running; a second one does not. Either way, --resume goes on.
///
/// Exit codes: 0 everything is proved, not applicable, or as expected; 10 a bug, or an answer
/// that is not the expected one; 6 a check crashed; 2 an input cannot be read; 5 don't know;
/// 1 wrong usage; 130 stopped before the end. The first of 130, 10, 6, 2, 5 that is the case
/// counts.
#[derive(clap::Args, Debug)]
#[command(
    verbatim_doc_comment,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(super) struct Batch {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    Show(show::Args),
    Compare(compare::Args),
}

pub(super) fn run(args: &Batch, renderer: &Renderer) -> Result<Exit, Exit> {
    match &args.command {
        Some(Command::Show(args)) => show::run(args),
        Some(Command::Compare(args)) => compare::run(args),
        None => run::run(&args.run, renderer),
    }
}
