//! `cegar environments`

use frontend::environment::built_in;

use crate::exit::Exit;
use crate::output::{Output, note};

/// List the models of subsystems that come with the tool, or print one
///
///   cegar environments          all of them, a line each
///   cegar environments usb      one, as an example or to start from
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The model to print
    model: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Exit> {
    let Some(name) = &args.model else {
        let lines = built_in().map(|m| format!("{:12} {}\n", m.name, m.summary()));
        Output::stdout().text(lines.collect::<String>());
        return Ok(Exit::Good);
    };
    match built_in().find(|m| m.name == name) {
        Some(model) => {
            Output::stdout().text(model.text);
            Ok(Exit::Good)
        }
        None => {
            note(&format!(
                "error: there is no model '{name}'; `cegar environments` lists them"
            ));
            Err(Exit::Usage)
        }
    }
}
