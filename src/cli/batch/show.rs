//! `cegar batch show RUN`

use std::path::PathBuf;

use clap::ValueEnum;

use super::outputs::Outputs;
use super::run::read;
use crate::batch::record::Verdict;
use crate::exit::Exit;

/// Tell what came of a run, be it over or not
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The folder of the run, or its results.jsonl
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// List the tasks with this answer
    #[arg(long, value_enum, value_name = "ANSWER")]
    list: Option<VerdictFilter>,
    #[command(flatten)]
    outputs: Outputs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum VerdictFilter {
    Proved,
    Bug,
    Unknown,
    NotApplicable,
    Error,
}

impl From<VerdictFilter> for Verdict {
    fn from(answer: VerdictFilter) -> Verdict {
        match answer {
            VerdictFilter::Proved => Verdict::Proved,
            VerdictFilter::Bug => Verdict::Bug,
            VerdictFilter::Unknown => Verdict::Unknown,
            VerdictFilter::NotApplicable => Verdict::NotApplicable,
            VerdictFilter::Error => Verdict::Error,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Exit> {
    let run = read(&args.run)?;
    let list = args.list.map(Verdict::from);
    args.outputs.write(&run.records, run.about.as_ref(), list)?;
    Ok(Exit::Good)
}
