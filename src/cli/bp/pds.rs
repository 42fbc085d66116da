//! `cegar bp pds`

use checker::bp::{self, Entry};
use checker::flow::pushdown_rules;
use checker::pds;

use super::names::find_procedure;
use crate::exit::Exit;
use crate::output::{Output, note};
use crate::program_text::{File, ProgramText};
use crate::render::Renderer;

/// Print the pushdown system of a boolean program, in Moped's notation
///
/// There is one control state, q. A stack symbol is a location: `f_L` is label L of procedure f, `f_3`
/// its fourth location, `f_exit` its end; runs begin in `q <start>`. Variables stay variables; with
/// --json they are made explicit, in PDAAAL's notation.
///
///   cegar bp pds prog.bp > prog.pds
///   cegar pds check prog.pds --reach '_ <main_R _*>'
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    #[command(flatten)]
    file: File,
    /// Start in this procedure in place of `main`; may be repeated: any of them
    #[arg(long, value_name = "PROCEDURE")]
    entry: Vec<String>,
    /// Print PDAAAL's JSON. A call takes two steps there: a push leaves the symbol below as it is
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let source = ProgramText::read(&args.file.file)?;
    let program = source.parse(renderer)?;
    for entry in &args.entry {
        find_procedure(&program, entry)?;
    }
    let entry = match args.entry.is_empty() {
        true => Entry::Main,
        false => Entry::Any(&args.entry),
    };
    let mut problems = bp::verify(&program, entry);
    problems.retain(bp::Diagnostic::is_error);
    problems.extend(bp::refuse_threads(&program, entry));
    if !problems.is_empty() {
        return Err(source.refuse(&problems, renderer));
    }
    let names: Vec<&str> = match args.entry.is_empty() {
        true => vec!["main"],
        false => args.entry.iter().map(String::as_str).collect(),
    };
    let entries: Vec<_> = names
        .iter()
        .filter_map(|name| program.find_proc(name))
        .collect();
    let text = pushdown_rules(&program, &entries)
        .map_err(|problem| source.refuse(&[problem], renderer))?;
    if !args.json {
        Output::stdout().text(text);
        return Ok(Exit::Good);
    }
    let file = pds::read(&text).map_err(|problems| {
        let words = problems
            .first()
            .map_or("", |problem| problem.message.as_str());
        note(&format!(
            "unknown: the system is too large with explicit variables: {words}"
        ));
        Exit::Unknown
    })?;
    let plain = file.system.with_plain_pushes();
    match pds::write_json(&plain) {
        Ok(text) => Output::stdout().line(text),
        Err(rule) => {
            note(&format!(
                "internal error: no JSON says {}",
                plain.show_rule(rule)
            ));
            return Err(Exit::Internal);
        }
    }
    Ok(Exit::Good)
}
