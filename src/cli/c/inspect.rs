//! `cegar inspect`

use std::borrow::Borrow;
use std::path::Path;

use analysis::passes::slice;
use analysis::{Analyses, points_to, print};
use clap::ValueEnum;
use frontend::property::{Property, compile_with_property};
use ir::Program;
use source::Sources;
use verify::Session;

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
///   cegar inspect driver.c --property mutex    # the program that `cegar check` looks at
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
    /// Show what `cegar check` with this property looks at: the property woven in, sliced and in normal form
    #[arg(long, conflicts_with_all = ["with_models", "slice", "iteration"])]
    property: Option<String>,
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
    if let Some(property) = &args.property {
        out.text(checked(args, property, renderer)?);
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
    let show = Shown {
        stage: args.stage,
        sources,
        program: &program,
    };
    out.text(show.text(|| analysis::analyse(&program, points_to::Config::default())));
    Ok(Exit::Good)
}

/// A program, and what is wanted of it.
struct Shown<'a> {
    stage: Stage,
    sources: &'a Sources,
    program: &'a Program,
}

impl Shown<'_> {
    fn text<A: Borrow<Analyses>>(&self, analyses: impl FnOnce() -> A) -> String {
        let program = self.program;
        match self.stage {
            Stage::Ast | Stage::Ir => program.to_string(),
            Stage::Dot => ir::dot(program).to_string(),
            Stage::Ledger => print::ledger_text(program, &|span| place(self.sources, span)),
            Stage::Callgraph => print::call_graph_text(program, &analyses().borrow().calls),
            Stage::CallgraphDot => print::call_graph_dot(program, &analyses().borrow().calls),
            Stage::Pointsto => {
                let analyses = analyses();
                let analyses = analyses.borrow();
                let pointers = print::points_to_text(program, &analyses.points_to);
                pointers + &print::regions_text(program, &analyses.points_to, &analyses.regions)
            }
        }
    }
}

/// The program that a check of the property begins with.
fn checked(args: &Args, property: &str, renderer: &Renderer) -> Result<String, Exit> {
    let property = Property::open(property).map_err(|f| refuse(&f, renderer))?;
    if property.is_termination() {
        note("error: what is checked for termination is made loop by loop, and is not shown");
        return Err(Exit::Usage);
    }
    let inputs = args.files.inputs_or_refuse()?;
    let checked = compile_with_property(&inputs, &args.files.config(true), &property)
        .map_err(|f| refuse(&f, renderer))?;
    let sources = &checked.compiled.sources;
    show(&checked.compiled.diagnostics, sources, renderer);
    show(&checked.warnings, sources, renderer);
    let prepared = Session::new(&checked, verify::Config::default()).prepared;
    let shown = Shown {
        stage: args.stage,
        sources,
        program: &prepared.program,
    };
    Ok(shown.text(|| &prepared.facts.analyses))
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
