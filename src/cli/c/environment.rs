//! `cegar environment`

use super::Files;
use crate::exit::Exit;
use crate::limits::Limits;
use crate::output::{Output, note};
use crate::render::Renderer;

/// Print what calls a program without `main`: a C file, with what was found and what is not called
///
///   cegar environment driver.c --compile-commands compile_commands.json
///   cegar environment driver.c --environment bus.env
///
/// `cegar environments` lists the models of subsystems that it is made of.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,
}

pub(crate) fn run(args: &Args, renderer: &Renderer) -> Result<Exit, Exit> {
    let compiled = args.files.compile(true, Limits::default(), renderer)?;
    match &compiled.harness {
        Some(harness) => {
            Output::stdout().text(&harness.text);
            Ok(Exit::Good)
        }
        None if compiled.program.entry.is_some() => {
            note("the program has a function to start with: nothing else calls it");
            Ok(Exit::Good)
        }
        None => {
            let words = super::no_entry(&compiled, args.files.entry());
            note(&format!("error: {words}"));
            Err(Exit::Input)
        }
    }
}
