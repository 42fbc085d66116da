//! The command line: one file for each command.

#[cfg(target_os = "linux")]
mod batch;
mod bp;
mod c;
mod environments;
mod fix;
mod ltl;
mod pds;
mod rules;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};

use crate::exit::Exit;
use crate::interrupt::Heeds;
use crate::render::{Color, Renderer};

/// A software model checker for C drivers and boolean programs.
#[derive(Debug, Parser)]
#[command(name = "cegar", version, arg_required_else_help = true)]
#[command(after_help = "\
Exit codes: 0 proved, unreachable or done; 10 bug or reachable; 5 don't know; 1 wrong usage;
2 unreadable or ill-formed input; 6 internal error.")]
pub(crate) struct Cli {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Boolean programs: check, print, draw, make examples
    #[command(subcommand)]
    Bp(bp::Command),
    #[cfg(target_os = "linux")]
    Batch(batch::Batch),
    Check(c::check::Args),
    Environment(c::environment::Args),
    Environments(environments::Args),
    Fix(fix::Args),
    Inspect(c::inspect::Args),
    Ltl(ltl::Args),
    /// Pushdown systems: check, print
    #[command(subcommand)]
    Pds(pds::Command),
    Run(c::run::Args),
    Rules(rules::Args),
}

/// What to say to a user who gives an option such as -Wall or -O2.
pub(crate) fn compiler_option(message: &clap::Error) -> Option<&'static str> {
    let Some(ContextValue::String(name)) = message.get(ContextKind::InvalidArg) else {
        return None;
    };
    let letter = name.strip_prefix('-').and_then(|rest| rest.chars().next());
    let is_letter = letter.is_some_and(|c| c.is_ascii_alphabetic());
    (message.kind() == ErrorKind::UnknownArgument && is_letter).then_some(
        "\nOf a compiler's options, -I, -D, -U and -include are taken; --compile-commands FILE takes the flags of your \
         build.",
    )
}

impl Cli {
    /// A check has reports to write, whatever ends it. The watchdogs of a batch are copies of it: they wait for nothing.
    pub(crate) fn heeds(&self) -> Heeds {
        match self.command {
            Command::Check(_) => Heeds::Ends,
            _ => Heeds::Interrupts,
        }
    }

    pub(crate) fn run(self) -> Exit {
        let renderer = Renderer::new(self.color);
        let outcome = match self.command {
            #[cfg(target_os = "linux")]
            Command::Batch(args) => batch::run(&args, &renderer),
            Command::Bp(command) => command.run(&renderer),
            Command::Check(args) => c::check::run(&args, &renderer),
            Command::Environment(args) => c::environment::run(&args, &renderer),
            Command::Environments(args) => environments::run(&args),
            Command::Fix(args) => fix::run(&args, &renderer),
            Command::Inspect(args) => c::inspect::run(&args, &renderer),
            Command::Ltl(args) => ltl::run(&args, &renderer),
            Command::Pds(command) => command.run(&renderer),
            Command::Run(args) => c::run::run(&args, &renderer),
            Command::Rules(args) => rules::run(&args, &renderer),
        };
        outcome.unwrap_or_else(|exit| exit)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// Longer lines are broken in the middle of what was laid out by hand.
    const MAX_HELP_COLUMNS: usize = 100;

    fn check(command: &clap::Command) {
        let about = command.get_long_about().or(command.get_about());
        for line in about.map(ToString::to_string).unwrap_or_default().lines() {
            let width = line.chars().count();
            assert!(width <= MAX_HELP_COLUMNS, "{}: {line}", command.get_name());
        }
        command.get_subcommands().for_each(check);
    }

    #[test]
    fn help_fits_on_a_terminal() {
        check(&Cli::command());
    }
}
