//! `cegar check`

use frontend::property::{Checked, Property, compile_with_property};

use super::{Files, refuse, show};
use crate::check::{Check, Config, Verdict};
use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{Output, note};
use crate::render::Renderer;
use crate::report::answer::{Answer, statistics, unknown_json};

/// Check a C program: prove that it respects a property, or find an execution that does not
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,
    /// What must hold: a `.spec` or `.prp` file, or the name of a built-in rule; without it, assertions
    #[arg(long, value_name = "PROPERTY")]
    property: Option<String>,
    /// Print one JSON object in place of text
    #[arg(long)]
    json: bool,
    /// Say what every iteration took: on standard error, or in the JSON object
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let json = args.json;
    let watch = args.limits.watch(move |reason| gave_up(reason, json));
    let property = match &args.property {
        None => Property::default(),
        Some(property) => Property::open(property).map_err(|f| refuse(&f, renderer))?,
    };
    let checked = compile(args, &property, renderer)?;
    let mut check = Check::new(&checked, Config::default());
    let verdict = check.run(|_, _| {});
    watch.finish();
    let answer = Answer::new(&check, &checked, &verdict, property.name());
    let mut out = Output::stdout();
    if json {
        out.text(answer.json(args.stats));
    } else {
        out.text(answer.text());
        if args.stats {
            note(statistics(&check.statistics).trim_end());
        }
    }
    Ok(exit(&checked, &verdict))
}

fn compile(args: &Args, property: &Property, renderer: &Renderer) -> Result<Checked, Exit> {
    let inputs = args.files.inputs()?;
    let config = args.files.config(true);
    let checked =
        compile_with_property(&inputs, &config, property).map_err(|f| refuse(&f, renderer))?;
    let compiled = &checked.compiled;
    show(&compiled.diagnostics, &compiled.sources, renderer);
    show(&checked.warnings, &compiled.sources, renderer);
    if compiled.program.entry.is_none() {
        note("error: the program has no function to start with; name one with --entry");
        return Err(Exit::Input);
    }
    Ok(checked)
}

/// What is printed when a limit is reached.
fn gave_up(reason: &str, json: bool) -> String {
    match json {
        true => unknown_json(reason),
        false => format!("don't know: {reason}\nwhat you can do:\n  give it more: --time-limit, --memory-limit\n"),
    }
}

fn exit(checked: &Checked, verdict: &Verdict) -> Exit {
    match verdict {
        _ if !checked.applicable => Exit::Unknown,
        Verdict::Proved => Exit::Good,
        Verdict::Bug(_) => Exit::Bad,
        Verdict::Unknown(_) => Exit::Unknown,
    }
}
