//! `compile_commands.json`: every C file of a project, with the flags that it is compiled with.

use std::collections::BTreeMap;
use std::path::Path;

use frontend::input::compile_commands::{self, CompileCommand, Trust};

use super::super::task::{DataModel, Problem};
use super::file_names::ends_in;
use super::read;
use super::scope::Scope;
use super::unit::{TaskFilePosition, Unit};

/// Which compiler it is does not matter here: the check reads the database itself.
const TRUST: Trust<'_> = Trust::Flags { cc: "cc" };

/// One unit for each C file, and what is wrong with other entries.
pub(super) fn read_database(scope: &Scope, path: &Path) -> (Vec<Unit>, Vec<Problem>) {
    let root = path.parent().unwrap_or(Path::new("."));
    let entries = read(path).and_then(|text| {
        compile_commands::read_each(&text, root, TRUST).map_err(|malformed| {
            let place = match malformed.at {
                Some((line, column)) => TaskFilePosition::at(path, line as u32, column as u32),
                None => TaskFilePosition::file(path),
            };
            place.problem(malformed.what)
        })
    });
    let entries = match entries {
        Ok(entries) => entries,
        Err(problem) => return (Vec::new(), vec![problem]),
    };
    let place = TaskFilePosition::file(path);
    let (mut units, mut problems) = (Vec::new(), Vec::new());
    let mut others = Vec::new();
    let mut seen = BTreeMap::new();
    for (index, entry) in entries.into_iter().enumerate() {
        let command = match entry {
            Ok(command) => command,
            Err(malformed) => {
                problems.push(place.problem(malformed.what));
                continue;
            }
        };
        let file = command.path();
        if let Some(first) = seen.get(&file) {
            if *first != command.config {
                let reason = format!(
                    "entry {}: {} is there already, with other flags; the first counts",
                    index + 1,
                    file.display()
                );
                problems.push(place.problem(reason));
            }
            continue;
        }
        seen.insert(file.clone(), command.config.clone());
        if !ends_in(&file, &["c", "i"]) {
            others.push(file);
        } else if let Err(reason) = scope.accept_file(&file) {
            problems.push(place.problem(format!("entry {}: {reason}", index + 1)));
        } else if !file.is_file() {
            let reason = format!("entry {}: there is no file {}", index + 1, file.display());
            problems.push(place.problem(reason));
        } else {
            units.push(unit(path, &command));
        }
    }
    if let Some(first) = others.first() {
        let (count, first) = (others.len(), first.display());
        let reason = format!("{count} entries are no C files and are left out, {first} first");
        problems.push(place.problem(reason));
    }
    (units, problems)
}

fn unit(database: &Path, command: &CompileCommand) -> Unit {
    Unit {
        files: vec![command.path()],
        database: Some(database.to_owned()),
        data_model: command.config.ilp32.then_some(DataModel::Ilp32),
        ..Unit::default()
    }
}
