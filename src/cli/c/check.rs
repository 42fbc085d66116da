//! `cegar check`

use std::path::PathBuf;

use frontend::property::{Property, compile_with_property};

use super::{Files, place, refuse, show};
use crate::check::{Check, Config, Event, Verdict};
use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{Output, note};
use crate::render::Renderer;

/// Check a C program: prove that it respects a property, or find an execution that does not
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,
    /// What must hold: a `.spec` or `.prp` file, or the name of a built-in rule; without it, assertions
    #[arg(long, value_name = "PROPERTY")]
    property: Option<String>,
    /// Show what every iteration took
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let watch = args
        .limits
        .watch(|reason| format!("don't know: {reason}\n"));
    let property = match &args.property {
        None => Property::default(),
        Some(property) => Property::open(property).map_err(|f| refuse(&f, renderer))?,
    };
    let inputs = args.files.inputs()?;
    let config = args.files.config(true);
    let checked = compile_with_property(&inputs, &config, &property).map_err(|f| refuse(&f, renderer))?;
    show(&checked.compiled.diagnostics, &checked.compiled.sources, renderer);
    let mut check = Check::new(&checked, Config::default());
    let save = std::env::var_os("CEGAR_SAVE").map(PathBuf::from);
    let verdict = check.run(|check, event| {
        let Event::Abstracted(abstraction) = event else { return };
        let n = check.statistics.iterations.len();
        if let Some(dir) = &save {
            let text = checker::bp::print(&abstraction.program);
            let _ = std::fs::write(dir.join(format!("{n}.bp")), text);
        }
        if args.stats {
            let last = n.checked_sub(2).map(|i| &check.statistics.iterations[i]);
            if let Some(it) = last {
                note(&format!(
                    "{}: {} predicates, {} lemmas, trace {}, abstraction {:.2?}, checking {:.2?}, simulation {:.2?}, explanation {:.2?}",
                    n - 1, it.predicates, it.lemmas, it.trace, it.abstraction, it.checking, it.simulation, it.explanation
                ));
            }
        }
    });
    watch.finish();
    if args.stats {
        note(&format!("{:?}", check.statistics.iterations.last()));
        for pred in check.precision.preds.values() {
            note(&format!("  {}", check.program.show_expr(pred.expr)));
        }
    }
    let mut out = Output::stdout();
    Ok(match verdict {
        Verdict::Proved => {
            out.line("proved");
            Exit::Good
        }
        Verdict::Bug(bug) => {
            out.line(format_args!(
                "bug: {} at {}",
                checked.violations[&bug.violation].message,
                place(&checked.compiled.sources, bug.replay.site.span)
            ));
            Exit::Bad
        }
        Verdict::Unknown(why) => {
            out.line(format_args!("don't know: {why}"));
            Exit::Unknown
        }
    })
}
