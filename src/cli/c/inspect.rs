//! `cegar inspect`

use std::path::Path;

use analysis::passes::slice;
use analysis::{callgraph, points_to, print, regions};
use clap::ValueEnum;

use super::{Files, place, refuse, show};
use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{Output, note};
use crate::render::Renderer;
use crate::saved_runs::{self, Saved, Width};

/// Show what becomes of a C program, stage by stage
///
///   cegar inspect driver.c --stage ir          # the control-flow automata
///   cegar inspect driver.c --stage ledger      # what the meaning of the program rests on
///   cegar inspect driver.c --stage ir --slice  # what is left of it to tell if an error is reached
///
/// Or what became of it in a run of `cegar check --save DIR`:
///
///   cegar inspect DIR                          # predicates and paths, iteration by iteration
///   cegar inspect DIR --iteration 3            # the boolean program beside the source
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Of a saved run: show this iteration
    #[arg(long, value_name = "N", conflicts_with_all = ["stage", "with_models", "slice"])]
    iteration: Option<usize>,
    /// What to show
    #[arg(long, value_enum, default_value_t)]
    stage: Stage,
    /// Link built-in models of library functions that the program calls and does not define
    #[arg(long)]
    with_models: bool,
    /// Slice first: leave out what cannot influence whether an error is reached
    #[arg(long)]
    slice: bool,
    #[command(flatten)]
    files: Files,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The syntax tree, as C with everything spelled out
    Ast,
    /// The intermediate representation: types, variables, automata
    #[default]
    Ir,
    /// The automata for Graphviz
    Dot,
    /// Which function calls which, pointers resolved
    Callgraph,
    /// The call graph for Graphviz
    CallgraphDot,
    /// Which objects pointers may point to, and the regions of memory
    Pointsto,
    /// What had to be assumed
    Ledger,
}

pub(crate) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let mut out = Output::stdout();
    match (&args.files.files[..], args.iteration) {
        ([folder], iteration) if folder.is_dir() => {
            out.text(saved_run(folder, iteration)?);
            return Ok(Exit::Good);
        }
        (_, Some(_)) => {
            note("error: --iteration is about a folder that `cegar check --save` wrote");
            return Err(Exit::Usage);
        }
        _ => {}
    }
    if args.stage == Stage::Ast {
        out.text(ast(args, renderer)?);
        return Ok(Exit::Good);
    }
    let compiled = args
        .files
        .compile(args.with_models, Limits::default(), renderer)?;
    let sources = &compiled.sources;
    let mut program = compiled.program;
    if args.slice {
        let criterion = slice::Criterion::errors(&program);
        program = slice::slice(&program, &criterion, slice::Config::default()).program;
    }
    let pointers = || points_to::points_to(&program, points_to::Config::default());
    match args.stage {
        Stage::Ast | Stage::Ir => out.text(&program),
        Stage::Dot => out.text(ir::dot(&program)),
        Stage::Ledger => out.text(print::ledger_text(&program, &|span| place(sources, span))),
        Stage::Callgraph => {
            out.text(print::call_graph_text(
                &program,
                &callgraph::call_graph(&program, &pointers()),
            ));
        }
        Stage::CallgraphDot => {
            out.text(print::call_graph_dot(
                &program,
                &callgraph::call_graph(&program, &pointers()),
            ));
        }
        Stage::Pointsto => {
            let pointers = pointers();
            let regions = regions::regions(&program, &pointers);
            out.text(print::points_to_text(&program, &pointers));
            out.text(print::regions_text(&program, &pointers, &regions));
        }
    }
    Ok(Exit::Good)
}

/// A run that was saved: all iterations, or one.
fn saved_run(folder: &Path, number: Option<usize>) -> Result<String, Exit> {
    let refuse = |why: String| {
        note(&format!("error: {}: {why}", folder.display()));
        Exit::Input
    };
    let saved = Saved::read(folder).map_err(|problem| refuse(problem.to_string()))?;
    if saved.iterations.is_empty() {
        return Err(refuse(
            "there is no saved run here; `cegar check FILE --save DIR` makes one".into(),
        ));
    }
    let Some(number) = number else {
        return Ok(saved_runs::list(&saved));
    };
    let wanted = number.checked_sub(1).and_then(|i| saved.iterations.get(i));
    let Some(iteration) = wanted else {
        let last = saved.iterations.len();
        return Err(refuse(format!("there are the iterations 1 to {last}")));
    };
    Ok([
        saved_runs::iteration(&saved, iteration),
        saved_runs::changes(&saved, iteration),
        "The boolean program beside the source:\n".to_owned(),
        saved_runs::side_by_side(&saved, iteration, Width::of_stdout()),
    ]
    .join("\n"))
}

fn ast(args: &Args, renderer: &Renderer) -> Result<String, Exit> {
    let config = args.files.config(args.with_models);
    let parsed = frontend::parse(&args.files.inputs_or_refuse()?, &config)
        .map_err(|f| refuse(&f, renderer))?;
    show(&parsed.diagnostics, &parsed.sources, renderer);
    let print = |tree| frontend::syntax::print(tree, &parsed.names);
    Ok(parsed.trees.iter().map(print).collect())
}
