//! Names on the command line. A wrong one is a mistake of usage, not of the program.

use checker::bp::{ProcId, Program, nearest};

use crate::exit::Exit;
use crate::output::note;

pub(crate) fn find_procedure(program: &Program, name: &str) -> Result<ProcId, Exit> {
    program
        .find_proc(name)
        .ok_or_else(|| no_procedure(program, name))
}

fn no_procedure(program: &Program, name: &str) -> Exit {
    let names = program
        .procs
        .iter()
        .map(|proc| program.text(proc.name.symbol));
    misnamed("procedure", name, nearest(name, names))
}

pub(crate) fn no_label(program: &Program, name: &str) -> Exit {
    let labels = program.stmts.iter().flat_map(|stmt| &stmt.labels);
    let names = labels.map(|label| program.text(label.symbol));
    misnamed("label", name, nearest(name, names))
}

fn misnamed(what: &str, name: &str, near: Option<&str>) -> Exit {
    let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    note(&format!("error: the program has no {what} `{name}`{hint}"));
    Exit::Usage
}
