//! `cegar rules`: the properties that come with the tool.

use frontend::property::rules::{self, System};

use crate::exit::Exit;
use crate::output::{Output, note};

/// List the built-in rules, or print one
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The rule to print, with its documentation
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Exit> {
    match &args.name {
        None => {
            list(&mut Output::stdout());
            Ok(Exit::Good)
        }
        Some(name) => print(name),
    }
}

fn list(out: &mut Output) {
    let width = rules::all().iter().map(|rule| rule.name.len()).max();
    let width = width.unwrap_or(0);
    for (n, system) in [System::Linux, System::Windows].into_iter().enumerate() {
        if n > 0 {
            out.line("");
        }
        out.line(format_args!("{}", system.name()));
        for rule in rules::all().iter().filter(|rule| rule.system == system) {
            out.line(format_args!("  {:width$}  {}", rule.name, rule.summary()));
        }
    }
}

fn print(name: &str) -> Result<Exit, Exit> {
    let Some(rule) = rules::find(name) else {
        let question = rules::did_you_mean(name).map_or(String::new(), |q| format!("{q} "));
        note(&format!(
            "error: there is no rule '{name}'; {question}`cegar rules` lists them"
        ));
        return Err(Exit::Usage);
    };
    Output::stdout().text(rule.text);
    Ok(Exit::Good)
}
