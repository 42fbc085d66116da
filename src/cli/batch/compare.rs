//! `cegar batch compare OLD NEW`

use std::path::PathBuf;

use super::run::read;
use crate::exit::Exit;
use crate::output::{Output, note};
use crate::report::batch::compare::{self, Change, Config};

/// Tell how one run differs from another: new bugs, what is fixed, other answers, other times
///
/// Exit codes: 10 there are bugs or wrong answers that were not there before; 5 answers that
/// were there are not there any more, or the later run is not finished; 0 neither; 1 wrong
/// usage; 2 a run cannot be read.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// The folder of the earlier run, or its results.jsonl
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// That of the later run
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Times are told as slower or faster that are more than this many times as long or as short …
    #[arg(long, value_name = "FACTOR", default_value_t = Config::default().factor)]
    factor: f64,
    /// … and differs by more than this many seconds of CPU
    #[arg(long, value_name = "SECONDS", default_value_t = Config::default().seconds)]
    seconds: f64,
}

pub(super) fn run(args: &Args) -> Result<Exit, Exit> {
    let (old, new) = (read(&args.old)?, read(&args.new)?);
    let config = Config {
        factor: args.factor,
        seconds: args.seconds,
    };
    let comparison = compare::compare(&old.records, &new.records, &config);
    Output::stdout().text(comparison.text());
    for (run, path) in [(&old, &args.old), (&new, &args.new)] {
        if run.left() > 0 {
            note(&format!(
                "warning: {}: the run is not finished: {} tasks have not been run",
                path.display(),
                run.left()
            ));
        }
    }
    Ok(if comparison.has_new_bugs() {
        Exit::Bad
    } else if comparison.count(Change::Lost) > 0 || new.left() > 0 {
        Exit::Unknown
    } else {
        Exit::Good
    })
}
